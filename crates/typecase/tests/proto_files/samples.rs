//! Files of our own with every construct, and the files that are built in, held to the descriptors that `protoc` 35.1
//! made of them: `protoc -o samples.pb *.proto`, and the same for `google/protobuf/*.proto`.

use super::compare;
use typecase::schema::proto::compile;

#[test]
fn samples_have_protocs_descriptors() {
    let read = |name: &str| {
        Some(String::from(match name {
            "legacy.proto" => include_str!("samples/legacy.proto"),
            "options.proto" => include_str!("samples/options.proto"),
            "modern.proto" => include_str!("samples/modern.proto"),
            "edition.proto" => include_str!("samples/edition.proto"),
            _ => return None,
        }))
    };
    let expected = compare::files_of(include_bytes!("samples/samples.pb"));
    assert_eq!(expected.len(), 4);
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    let set = compile(&names, read).unwrap();
    for (name, bytes) in &expected {
        compare::same(&set, name, bytes).unwrap_or_else(|difference| panic!("{name}: {difference}"));
    }
}

#[test]
fn built_in_files_have_protocs_descriptors() {
    let expected = compare::files_of(include_bytes!("samples/well_known.pb"));
    assert_eq!(expected.len(), 11);
    for (name, bytes) in &expected {
        let set = compile(&[name], |_| None).unwrap_or_else(|error| panic!("{error}"));
        compare::same(&set, name, bytes).unwrap_or_else(|difference| panic!("{name}: {difference}"));
    }
}

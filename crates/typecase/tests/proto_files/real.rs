//! Real files, held to the descriptors that `protoc` makes of them. Neither comes with this project, so the test is
//! ignored unless asked for:
//!
//! ```sh
//! protoc -I include -o sets/some.pb include/some.proto     # or many files at once, in any number of sets
//! TYPECASE_PROTO_PATH=include TYPECASE_PROTO_SETS=sets cargo test --test proto_files -- --ignored --nocapture
//! ```

use super::compare;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use typecase::schema::proto::compile;

#[test]
#[ignore = "needs TYPECASE_PROTO_PATH, the folders of the files, and TYPECASE_PROTO_SETS, that of protoc's descriptors"]
fn real_files_have_protocs_descriptors() {
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let roots: Vec<PathBuf> = variable("TYPECASE_PROTO_PATH").split(':').map(PathBuf::from).collect();
    let mut expected: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for entry in std::fs::read_dir(variable("TYPECASE_PROTO_SETS")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pb") {
            expected.extend(compare::files_of(&std::fs::read(path).unwrap()));
        }
    }
    let read = |name: &str| roots.iter().find_map(|root| std::fs::read_to_string(root.join(name)).ok());
    let mut names = Vec::new();
    for root in &roots {
        find(root, Path::new(""), &mut names);
    }
    names.sort();
    names.dedup();
    let (mut equal, mut refused, mut wrong) = (0, 0, Vec::new());
    for name in &names {
        match (compile(&[name], read), expected.get(name)) {
            (Ok(set), Some(bytes)) => match compare::same(&set, name, bytes) {
                Ok(()) => equal += 1,
                Err(difference) => wrong.push(format!("{name}: {difference}")),
            },
            (Err(_), None) => refused += 1,
            (Ok(_), None) => wrong.push(format!("{name}: taken, but protoc has no descriptor of it")),
            (Err(error), Some(_)) => wrong.push(format!("{name}: refused: {error}")),
        }
    }
    println!("{} files: {equal} equal, {refused} refused by both, {} differ", names.len(), wrong.len());
    assert!(
        wrong.is_empty(),
        "{}",
        wrong.iter().map(|line| &line[..line.len().min(2000)]).collect::<Vec<_>>().join("\n")
    );
}

/// The `.proto` files under a folder, by their names in it.
fn find(root: &Path, folder: &Path, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = folder.join(entry.file_name());
        if entry.path().is_dir() {
            find(root, &name, names);
        } else if name.extension().is_some_and(|extension| extension == "proto") {
            names.push(name.to_str().unwrap().to_owned());
        }
    }
}

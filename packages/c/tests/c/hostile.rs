//! The cases of `hostile.c`: the seeds of the fuzz targets for the wires that C programs are likely to use, and all that
//! those targets ever found.

#[path = "../../../../crates/typecase/tests/support/bodies.rs"]
#[allow(dead_code, reason = "the bodies are for the fuzz targets; here their schemas are used")]
mod bodies;
#[path = "../../../../crates/typecase/tests/support/seeds.rs"]
mod seeds;

use bodies::SCHEMAS;
use std::path::Path;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::Wire;

/// All cases, as `hostile.c` reads them.
pub fn cases() -> Vec<u8> {
    let mut cases = Vec::new();
    for (target, number, wire) in [
        ("positional_message", 2, Wire::Positional),
        ("columnar_message", 8, Wire::Columnar),
        ("packed_message", 9, Wire::Packed),
    ] {
        let seeds = seeds::seeds().into_iter().filter(|(name, _)| *name == target).map(|(_, input)| input);
        for input in seeds.chain(found(target)) {
            let [schema, options, message @ ..] = &input[..] else { continue };
            let schema = SCHEMAS[usize::from(*schema) % SCHEMAS.len()];
            let message = if wire == Wire::Columnar { document(schema, message) } else { Some(message.to_vec()) };
            let Some(message) = message else { continue };
            cases.extend([number, options % 2]);
            for part in [schema.as_bytes(), &message] {
                cases.extend((part.len() as u32).to_le_bytes());
                cases.extend(part);
            }
        }
    }
    cases
}

/// What the fuzz target found.
fn found(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/found").join(target);
    let files = std::fs::read_dir(folder).into_iter().flatten();
    files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect()
}

/// A columnar document with these groups; `None` for a schema that has no columns.
fn document(schema: &str, groups: &[u8]) -> Option<Vec<u8>> {
    let codec = Codec::new(&Schema::parse(schema).unwrap(), Wire::Columnar, &Options::default()).ok()?;
    let mut document = codec.encode(&Value::List([].into())).unwrap();
    let head = document.iter().rposition(|&byte| byte == b'{').unwrap();
    document.truncate(head);
    document.extend_from_slice(groups);
    Some(document)
}

//! Every reference payload goes from every wire to every other and comes back as the JSON that it was.

use std::fs;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::wire::Wire;

fn payload(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn converted(from: &Codec, to: &Codec, input: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    from.convert(to, input, &mut out).unwrap_or_else(|error| panic!("{} to {}: {error}", from.wire(), to.wire()));
    out
}

#[test]
fn payloads_come_back_from_every_pair_of_wires() {
    for name in ["single", "records", "sparse", "typed", "strings", "numeric", "packets"] {
        let schema = Schema::parse(&payload(&format!("{name}.schema.json"))).unwrap();
        let codecs =
            Wire::ALL.into_iter().filter_map(|(wire, ..)| match Codec::new(&schema, wire, &Options::default()) {
                Err(_) if wire == Wire::Columnar && name != "records" => None,
                codec => Some(codec.unwrap_or_else(|error| panic!("{name} on {wire}: {error}"))),
            });
        let codecs: Vec<Codec> = codecs.collect();
        let json = &codecs[0];
        assert_eq!(json.wire(), Wire::Json);
        let text = json.encode(&json.decode(payload(&format!("{name}.json")).as_bytes()).unwrap()).unwrap();
        for from in &codecs {
            let first = converted(json, from, &text);
            assert_eq!(from.encode(&json.decode(&text).unwrap()).unwrap(), first, "{name} on {}", from.wire());
            for to in &codecs {
                let second = converted(from, to, &first);
                let back = converted(to, json, &second);
                assert!(back == text, "{name}: {} to {} and back", from.wire(), to.wire());
            }
        }
    }
}

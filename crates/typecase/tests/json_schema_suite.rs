//! The outside suites of JSON Schema: what is imported judges every instance as it should, and what is not
//! imported is refused by name.

#[path = "support/shared.rs"]
mod shared;

use serde_json::Value as Json;
use shared::shared;
use std::collections::BTreeMap;
use std::fs;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::schema::check::Checker;
use typecase::schema::import::{Draft, ImportError, json_schema, json_schema_draft};
use typecase::wire::{Wire, json};

/// A schema as it judges JSON texts: decoding, and rules.
struct Judge {
    codec: Codec,
    checker: Checker,
}

impl Judge {
    fn new(schema: &Schema) -> Judge {
        let codec = Codec::new(schema, Wire::Json, &Options::default()).unwrap();
        Judge { codec, checker: Checker::new(schema).unwrap() }
    }

    fn accepts(&self, instance: &Json) -> Result<(), String> {
        let text = serde_json::to_vec(instance).unwrap();
        let value = self.codec.decode(&text).map_err(|error| error.to_string())?;
        match self.checker.check(&value, 1).first() {
            Some(issue) => Err(issue.to_string()),
            None => Ok(()),
        }
    }
}

fn import(schema: &Json, draft: Option<Draft>) -> Result<Schema, ImportError> {
    let text = schema.to_string();
    let value = json::parse(&text).unwrap();
    let document = match draft {
        Some(draft) => json_schema_draft(&value, draft)?,
        None => json_schema(&value)?,
    };
    let text = document.to_json();
    let schema = document.clone().build().unwrap_or_else(|error| panic!("{error}\n{text}"));
    // The document can be printed and read again.
    assert_eq!(Schema::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).document(), schema.document());
    Ok(schema)
}

#[test]
fn keywords_are_judged_right_or_refused() {
    let Some(path) = shared("suites/json-schema/keywords.json") else { return };
    let groups: Vec<Json> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut imported: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut schemas, mut refused) = (0, 0);
    for group in &groups {
        let draft = if group["draft"] == "draft7" { Draft::Draft7 } else { Draft::Draft2020 };
        for draft in [Some(draft), None] {
            let entry = imported.entry(group["keyword"].as_str().unwrap()).or_default();
            entry.1 += usize::from(draft.is_some());
            schemas += usize::from(draft.is_some());
            let schema = match import(&group["schema"], draft) {
                Ok(schema) => schema,
                Err(error) => {
                    assert!(error.place().starts_with('#') && !error.message().is_empty());
                    if draft.is_some() {
                        println!("{} REFUSED {error}", group["name"]);
                        refused += 1;
                    }
                    continue;
                }
            };
            entry.0 += usize::from(draft.is_some());
            let judge = Judge::new(&schema);
            for test in group["tests"].as_array().unwrap() {
                let judged = judge.accepts(&test["data"]);
                if judged.is_ok() != test["valid"].as_bool().unwrap() {
                    wrong.push(format!(
                        "{}: {}\n  schema {}\n  definition {}\n  data {} {judged:?}",
                        group["name"],
                        test["name"],
                        group["schema"],
                        schema.document().to_json_line(),
                        test["data"]
                    ));
                }
            }
        }
    }
    println!("{imported:#?}\n{} of {schemas} imported", schemas - refused);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(schemas - refused >= 100, "only {} of {schemas} schemas are imported", schemas - refused);
}

#[test]
fn real_schemas_are_judged_right_or_refused() {
    let Some(folder) = shared("suites/json-schema") else { return };
    let read = |name: &str| -> Json { serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap() };
    let manifest = read("manifest.json");
    let mut wrong = Vec::new();
    for entry in manifest.as_array().unwrap() {
        let name = entry["name"].as_str().unwrap();
        let text = fs::read_to_string(folder.join(entry["file"].as_str().unwrap())).unwrap();
        let schema = match import(&serde_json::from_str(&text).unwrap(), None) {
            Ok(schema) => schema,
            Err(error) => {
                println!("{name} REFUSED {error}");
                continue;
            }
        };
        println!("{name} imported: {}", schema.to_json());
        let Some(instances) = entry["instances_file"].as_str() else { continue };
        let judge = Judge::new(&schema);
        for instance in read(instances).as_array().unwrap() {
            let judged = judge.accepts(&instance["instance"]);
            if judged.is_ok() != instance["valid"].as_bool().unwrap() {
                wrong.push(format!("{name}: {} {judged:?}\n  {}", instance["name"], instance["instance"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The schemas of the suite with parts exchanged: whatever comes out is a schema, or an error.
#[test]
fn scrambled_schemas_do_no_harm() {
    let Some(path) = shared("suites/json-schema/keywords.json") else { return };
    let groups: Vec<Json> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut parts = Vec::new();
    for group in &groups {
        collect(&group["schema"], &mut parts);
    }
    let mut state = 1u64;
    let mut random = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    let mut imported = 0;
    for round in 0..3000 {
        let mut schema = groups[round % groups.len()]["schema"].clone();
        for _ in 0..=random(3) {
            scramble(&mut schema, &parts, &mut random, 0);
        }
        let draft = [None, Some(Draft::Draft4), Some(Draft::Draft7), Some(Draft::Draft2020)][random(4)];
        if let Ok(schema) = import(&schema, draft) {
            imported += 1;
            let judge = Judge::new(&schema);
            for test in groups[random(groups.len())]["tests"].as_array().unwrap() {
                let _ = judge.accepts(&test["data"]);
            }
        }
    }
    assert!(imported > 200, "only {imported} are imported");
}

fn collect(value: &Json, parts: &mut Vec<Json>) {
    parts.push(value.clone());
    match value {
        Json::Array(items) => items.iter().for_each(|item| collect(item, parts)),
        Json::Object(entries) => entries.values().for_each(|item| collect(item, parts)),
        _ => {}
    }
}

/// Puts some other part in the place of one.
fn scramble(value: &mut Json, parts: &[Json], random: &mut impl FnMut(usize) -> usize, depth: usize) {
    let inside: Vec<&mut Json> = match value {
        Json::Array(items) => items.iter_mut().collect(),
        Json::Object(entries) => entries.values_mut().collect(),
        _ => Vec::new(),
    };
    let count = inside.len();
    if count == 0 || (depth > 0 && random(3) == 0) {
        *value = parts[random(parts.len())].clone();
    } else if let Some(part) = inside.into_iter().nth(random(count)) {
        scramble(part, parts, random, depth + 1);
    }
}

//! What is imported as what, and what is refused where.

use super::{Draft, json_schema, json_schema_draft};
use crate::wire::json;
use alloc::format;
use alloc::string::{String, ToString};

/// The definition, on one line, or the error.
fn import(schema: &str) -> String {
    let value = json::parse(schema).unwrap();
    match json_schema(&value) {
        Ok(document) => {
            document.clone().build().unwrap();
            document.to_json_line()
        }
        Err(error) => error.to_string(),
    }
}

/// The type of a property that must be there.
fn property(schema: &str) -> String {
    let record = format!(r#"{{"type":"object","properties":{{"p":{schema}}},"required":["p"]}}"#);
    let imported = import(&record);
    imported.strip_prefix(r#"{"p":"#).and_then(|rest| rest.strip_suffix('}')).map_or(imported.clone(), String::from)
}

#[test]
fn presence_and_null_are_told_apart() {
    assert_eq!(
        import(
            r#"{"type":"object","required":["a","b","any"],"properties":{
            "a":{"type":"string"},"b":{"type":["string","null"]},"c":{"type":"string"},"d":{"type":["null","string"]},
            "e":{},"n":{"type":"null"}}}"#
        ),
        concat!(
            r#"{"a":"string","b":{"union":["null","string"]},"#,
            r#""c":{"type":"string","required":false,"nulls":"refuse"},"d":"?string","e":"json","n":"?null","#,
            r#""any":{"union":["null","boolean","integer","number","string",{"array":"json"},{"map":"json"}]}}"#
        )
    );
    assert_eq!(import(r#"{"type":"array","items":{"type":["integer","null"]}}"#), r#"{"array":"?integer"}"#);
    assert_eq!(import(r#"{"type":["integer","null"]}"#), r#"{"union":["null","integer"]}"#);
}

#[test]
fn without_a_type_every_kind_of_value_is_possible() {
    assert_eq!(import("{}"), r#""json""#);
    assert_eq!(import("true"), r#""json""#);
    assert_eq!(
        import(r#"{"properties":{"a":{"type":"string"}},"required":["a"]}"#),
        r#"{"union":["null","boolean","number","string",{"array":"json"},{"a":"string"}]}"#
    );
}

#[test]
fn rules_become_rules_with_exact_bounds() {
    assert_eq!(
        property(r#"{"type":"integer","minimum":1,"exclusiveMaximum":10}"#),
        r#"{"type":"integer","min":1,"max":9.999999999999998}"#
    );
    assert_eq!(property(r#"{"type":"string","minLength":1}"#), r#"{"type":"string","length":{"min":1}}"#);
    assert_eq!(
        property(r#"{"type":"string","minLength":2,"maxLength":4,"pattern":"^a"}"#),
        r#"{"type":"string","length":{"min":2,"max":4,"unit":"characters"},"pattern":"^a"}"#
    );
    assert_eq!(
        property(r#"{"type":"array","items":{"type":"string"},"maxItems":3}"#),
        r#"{"array":"string","length":{"max":3}}"#
    );
    assert_eq!(property(r#"{"type":"object","minProperties":1}"#), r#"{"map":"json","length":{"min":1}}"#);
    assert_eq!(property(r#"{"type":"number","multipleOf":1}"#), r#""integer""#);
    let four = r#"{"$schema":"http://json-schema.org/draft-04/schema#","type":"object",
        "properties":{"p":{"type":"number","minimum":0,"exclusiveMinimum":true}},"required":["p"]}"#;
    assert_eq!(import(four), r#"{"p":{"type":"number","min":5e-324}}"#);
}

#[test]
fn listed_values_become_enums() {
    assert_eq!(property(r#"{"enum":["a",1,"b",1.0]}"#), r#"{"enum":["a",1,"b"]}"#);
    assert_eq!(property(r#"{"enum":["a",null]}"#), r#"{"union":["null",{"enum":["a"]}]}"#);
    assert_eq!(property(r#"{"type":"integer","enum":["a",1,2,30],"maximum":9}"#), r#"{"enum":[1,2]}"#);
    assert_eq!(property(r#"{"enum":[true,false]}"#), r#""boolean""#);
    assert_eq!(property(r#"{"const":"x"}"#), r#"{"enum":["x"]}"#);
}

#[test]
fn references_become_named_types_where_that_helps() {
    assert_eq!(
        import(
            r##"{"type":"object","required":["home","name"],"properties":{
            "home":{"$ref":"#/$defs/address"},"work":{"allOf":[{"$ref":"#/$defs/address"}]},"name":{"$ref":"#/$defs/text"}},
            "$defs":{"text":{"type":"string"},
            "address":{"type":"object","properties":{"zip":{"$ref":"#/$defs/text"}},"required":["zip"]}}}"##
        ),
        concat!(
            r#"{"$types":{"Address":{"zip":"string"}},"$root":{"home":"Address","#,
            r#""work":{"type":"Address","required":false,"nulls":"refuse"},"name":"string"}}"#
        )
    );
    assert_eq!(
        import(
            r##"{"title":"tree","type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#"}}},"required":["kids"]}"##
        ),
        r#"{"$name":"Tree","$root":{"kids":{"array":"Tree"}},"$title":"tree"}"#
    );
    assert_eq!(
        import(
            r##"{"$ref":"#/$defs/l","$defs":{"l":{"type":["object","null"],"properties":{"next":{"$ref":"#/$defs/l"}},"required":["next"]}}}"##
        ),
        r#"{"$types":{"L":{"next":{"union":["null","L"]}}},"$root":{"union":["null","L"]}}"#
    );
    assert_eq!(import(r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}"##), r#""json""#);
}

#[test]
fn conjunctions_are_merged() {
    assert_eq!(
        property(
            r#"{"allOf":[{"type":"object","properties":{"a":{"type":["string","integer"]}},"required":["a"]},
            {"properties":{"a":{"type":["integer","null"],"minimum":3},"b":{"type":"boolean"}},"required":["b"]}]}"#
        ),
        r#"{"a":{"type":"integer","min":3},"b":"boolean"}"#
    );
    // The one that forbids other properties forbids them all.
    assert_eq!(
        import(
            r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false,
            "allOf":[{"properties":{"b":{"type":"boolean"}}}]}"#
        ),
        r#"{"$root":{"a":"string"},"$strict":true}"#
    );
}

#[test]
fn alternatives_become_unions() {
    assert_eq!(property(r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#), r#"{"union":["null","string"]}"#);
    assert_eq!(
        property(r#"{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}"#),
        r#"{"union":["string",{"array":"string"}]}"#
    );
    let kinds = r#"[{"properties":{"k":{"const":"a"},"x":{"type":"string"}},"required":["k","x"]},
        {"properties":{"k":{"enum":["b","c"]}},"required":["k"]}]"#;
    assert_eq!(
        property(&format!(r#"{{"type":"object","oneOf":{kinds}}}"#)),
        r#"{"union":[{"k":{"enum":["a"]},"x":"string"},{"k":{"enum":["b","c"]}}],"discriminator":"k"}"#
    );
    // Of overlapping branches anyOf needs one.
    assert_eq!(
        property(
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},
            "anyOf":[{"required":["a"]},{"required":["b"]}]}"#
        ),
        concat!(
            r#"{"union":[{"a":"string","b":{"type":"string","required":false,"nulls":"refuse"}},"#,
            r#"{"a":{"type":"string","required":false,"nulls":"refuse"},"b":"string"}]}"#
        )
    );
}

#[test]
fn maps_and_tuples() {
    assert_eq!(property(r#"{"type":"object","additionalProperties":{"type":"integer"}}"#), r#"{"map":"integer"}"#);
    assert_eq!(property(r#"{"type":"object","patternProperties":{"":{"type":"integer"}}}"#), r#"{"map":"integer"}"#);
    assert_eq!(
        property(
            r#"{"type":"array","prefixItems":[{"type":"integer"},{"type":["string","null"]}],"minItems":2,"items":false}"#
        ),
        r#"["integer","?string"]"#
    );
    let any = r#"{"type":"array","prefixItems":[true],"minItems":1,"items":false}"#;
    assert_eq!(property(any), r#"["json"]"#);
}

#[test]
fn annotations_are_metadata_and_defaults_fill() {
    assert_eq!(
        import(
            r#"{"title":"T","description":"D","type":"object","properties":{"a":{"type":"string","default":"x","title":"A",
            "description":"B","format":"date-time","x-more":1}}}"#
        ),
        concat!(
            r#"{"$root":{"a":{"type":"string","required":false,"default":"x","nulls":"refuse","#,
            r#""title":"A","description":"B","format":"date-time"}},"$title":"T","$description":"D"}"#
        )
    );
    // A default that breaks a rule, or has another type, is only an annotation.
    for other in [r#""minLength":4,"default":"x""#, r#""default":3"#] {
        let schema = format!(r#"{{"type":"object","properties":{{"a":{{"type":"string",{other}}}}}}}"#);
        assert!(!import(&schema).contains("default"));
    }
}

#[test]
fn what_the_model_cannot_carry_is_named() {
    for (schema, place, message) in [
        (r#"{"type":"array","uniqueItems":true}"#, "#/uniqueItems", "the keyword is not supported"),
        (r#"{"not":{"type":"string"}}"#, "#/not", "the keyword is not supported"),
        (
            r#"{"type":"object","properties":{"a/b":{"contains":{}}}}"#,
            "#/properties/a~1b/contains",
            "the keyword is not supported",
        ),
        (r#"{"type":"integer","minimum":1}"#, "#", "a minimum is not supported for the root itself"),
        (r#"{"type":"object","properties":{"1":{}}}"#, "#/properties/1", "a property named \"1\" is not supported"),
        (r#"{"$ref":"other.json"}"#, "#/$ref", "a reference to another document is not supported: other.json"),
        (r##"{"$ref":"#/x"}"##, "#/$ref", "the reference leads nowhere: #/x"),
        (r#"{"$schema":"https://example.com/x"}"#, "#/$schema", "the dialect is not supported: example.com/x"),
        (r#"{"type":"strin"}"#, "#/type", "there is no type \"strin\""),
        (r#"{"type":"string","type":"string"}"#, "#/type", "the key occurs twice"),
        (r#"false"#, "#", "no value satisfies the schema"),
        (
            r#"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#,
            "#/oneOf/1",
            "a branch of oneOf that may overlap with another is not supported",
        ),
        (
            r#"{"anyOf":[{"type":"array","items":{"type":"integer","minimum":1}},{"type":"array"}]}"#,
            "#/anyOf/1",
            "rules inside a branch that may overlap with another are not supported",
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"object","properties":{"b":{}},"additionalProperties":false}}}"#,
            "#",
            "a record that allows other properties, while the one at #/properties/a forbids them",
        ),
        (
            r#"{"type":"object","properties":{"a":{}},"additionalProperties":{"type":"string"}}"#,
            "#/additionalProperties",
            "a schema for other properties beside listed ones is not supported",
        ),
    ] {
        let error = json_schema(&json::parse(schema).unwrap()).unwrap_err();
        assert_eq!((error.place(), error.message()), (place, message), "{schema}");
    }
}

#[test]
fn the_edition_decides_about_references() {
    let schema = json::parse(r##"{"$defs":{"a":{"type":"string"}},"$ref":"#/$defs/a","type":"integer"}"##).unwrap();
    assert_eq!(json_schema(&schema).unwrap_err().place(), "#/$ref");
    assert_eq!(json_schema_draft(&schema, Draft::Draft7).unwrap().to_json_line(), r#""string""#);
    assert_eq!(json_schema_draft(&schema, Draft::Draft2020).unwrap_err().message(), "no value satisfies the schema");
}

#[test]
fn keywords_of_other_editions_are_refused() {
    let four = |schema: &str| json_schema_draft(&json::parse(schema).unwrap(), Draft::Draft4).unwrap_err().to_string();
    assert_eq!(four(r#"{"const":1}"#), "the keyword is not one of the schema's edition at #/const");
    assert_eq!(
        four(r#"{"type":"array","items":{"type":"number","exclusiveMinimum":1}}"#),
        "expected true or false, as draft 4 has it at #/items/exclusiveMinimum"
    );
    let list = json::parse(r#"{"items":[{"type":"string"}]}"#).unwrap();
    assert_eq!(json_schema_draft(&list, Draft::Draft2020).unwrap_err().place(), "#/items");
}

#[test]
fn numbers_without_fraction_are_not_all_numbers() {
    assert_eq!(
        import(r#"{"multipleOf":1}"#),
        r#"{"union":["null","boolean","integer","string",{"array":"json"},{"map":"json"}]}"#
    );
}

#[test]
fn hostile_schemas_end_soon() {
    // Each anyOf doubles the branches.
    let doubled = r#"{"anyOf":[{"required":["a"]},{"required":["b"]}]}"#;
    let schema = format!(r#"{{"type":"object","allOf":[{}]}}"#, [doubled; 40].join(","));
    assert!(import(&schema).contains("not supported") || import(&schema).contains("too large"));
    // Each definition contains the next twice: they are types with names, so nothing multiplies.
    let mut definitions = String::new();
    for n in 0..90 {
        let next = n + 1;
        definitions += &format!(
            r##""d{n}":{{"properties":{{"a":{{"$ref":"#/$defs/d{next}"}},"b":{{"$ref":"#/$defs/d{next}"}}}},"type":"object"}},"##
        );
    }
    let schema = format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{definitions}"d90":{{}}}}}}"##);
    assert!(
        import(&schema).len() < 20_000 && import(&schema).contains(r#""D8":{"a":{"type":"D9""#),
        "{}",
        import(&schema)
    );
    let nested = r#"{"type":"array","items":"#.repeat(120) + "{}" + &"}".repeat(120);
    assert!(import(&nested).contains("nested too deep"));
}

use super::*;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;

fn schema(definition: &str) -> Schema {
    Schema::parse(definition).unwrap_or_else(|error| panic!("{definition}: {error}"))
}

/// The changes as `path kind json positional`, each wire as two letters: forward, backward.
fn changes(old: &str, new: &str) -> Vec<String> {
    let diff = diff(&schema(old), &schema(new));
    let letters = |effect: Effect| [effect.forward, effect.backward].map(|verdict| &verdict.as_str()[..1]).concat();
    let row = |change: &Change| {
        let wires = [WireKind::Json, WireKind::Positional].map(|wire| letters(change.effect(wire)));
        format!("{} {} {}", change.path, change.kind.as_str(), wires.join(" "))
    };
    diff.changes().iter().map(row).collect()
}

#[test]
fn equal_schemas_have_no_changes() {
    let definition =
        r#"{"$types": {"A": {"next": "?A", "n": "int32"}}, "$root": {"a": "A", "u": {"union": ["A", "string"]}}}"#;
    assert_eq!(changes(definition, definition), [""; 0]);
    assert_eq!(diff(&schema(definition), &schema(definition)).to_string(), "");
}

#[test]
fn fields_added_and_removed() {
    let one = r#"{"a": "string"}"#;
    assert_eq!(changes(one, r#"{"a": "string", "b": "?string"}"#), ["b field-added ss ss"]);
    assert_eq!(changes(one, r#"{"a": "string", "b": "string"}"#), ["b field-added sb sb"]);
    assert_eq!(changes(one, r#"{"a": "string", "b": {"type": "string", "default": "x"}}"#), ["b field-added ss ss"]);
    assert_eq!(changes(r#"{"a": "string", "b": "?string"}"#, one), ["b field-removed ss ss"]);
    assert_eq!(changes(r#"{"a": "string", "b": "string"}"#, one), ["b field-removed bs bs"]);
    // In front, positions shift.
    assert_eq!(changes(one, r#"{"b": "?string", "a": "string"}"#), ["b field-added ss bb"]);
    assert_eq!(changes(r#"{"b": "?string", "a": "string"}"#, one), ["b field-removed ss bb"]);
}

#[test]
fn fields_renamed_and_moved() {
    let one = r#"{"a": "?string"}"#;
    assert_eq!(changes(one, r#"{"b": "?string"}"#), ["a field-removed ss bb", "b field-added ss bb"]);
    let renamed = r#"{"b": {"type": "string", "required": false, "aliases": ["a"]}}"#;
    assert_eq!(changes(one, renamed), ["b field-renamed ls ss", "b aliases ss ss"]);
    assert_eq!(changes(renamed, one), ["a field-renamed sl ss", "a aliases ss ss"]);
    let required = r#"{"b": {"type": "string", "aliases": ["a"]}}"#;
    assert_eq!(changes(r#"{"a": "string"}"#, required), ["b field-renamed bs ss", "b aliases ss ss"]);
    assert_eq!(
        changes(r#"{"a": "string", "b": "string"}"#, r#"{"b": "string", "a": "string"}"#),
        [" fields-reordered ss bb"]
    );
    // The removed field's key is an alias now: its value would land in the field that has it.
    assert_eq!(
        changes(r#"{"a": "string", "b": "?string"}"#, r#"{"a": {"type": "string", "aliases": ["b"]}}"#),
        ["b field-removed sb ss", "a aliases ss ss"]
    );
}

#[test]
fn presence_and_defaults() {
    assert_eq!(changes(r#"{"a": "string"}"#, r#"{"a": "?string"}"#), ["a made-optional bs bs"]);
    assert_eq!(changes(r#"{"a": "?string"}"#, r#"{"a": "string"}"#), ["a made-required sb sb"]);
    let default = |value| format!(r#"{{"a": {{"type": "int32", "required": false, "default": {value}}}}}"#);
    assert_eq!(changes(r#"{"a": "?int32"}"#, &default(1)), ["a default ll ll"]);
    assert_eq!(changes(&default(1), &default(2)), ["a default ll ll"]);
    assert_eq!(changes(r#"{"array": "?string"}"#, r#"{"array": "string"}"#), ["[] made-required sb sb"]);
}

#[test]
fn scalars() {
    let cases = [
        ("int32", "int64", "bs", "bs"),
        ("int32", "integer", "bs", "bs"),
        ("int64", "integer", "ss", "ss"),
        ("int32", "number", "bs", "bs"),
        ("uint32", "int64", "bs", "bs"),
        ("uint32", "int32", "bb", "bb"),
        ("int64", "number", "bl", "bl"),
        ("uint64", "float64", "bl", "bl"),
        ("int32", "float32", "bl", "bl"),
        ("float32", "number", "bs", "bs"),
        ("float64", "number", "ss", "ss"),
        ("int64", "bigint", "bs", "bs"),
        ("string", "bytes", "bb", "bb"),
        ("?string", "json", "bs", "bs"),
        ("date", "int64", "bb", "bb"),
        ("boolean", "string", "bb", "bb"),
        ("?date", "json", "bb", "bb"),
    ];
    for (old, new, json, positional) in cases {
        let one = |scalar: &str| format!(r#"{{"map": "{scalar}"}}"#);
        assert_eq!(changes(&one(old), &one(new)), [format!("{{}} type {json} {positional}")], "{old} {new}");
    }
    // A slot of type json may always be empty, and one of type null always is.
    assert_eq!(changes(r#"{"a": "string"}"#, r#"{"a": "json"}"#), ["a made-optional bs bs", "a type bs bs"]);
    assert_eq!(changes(r#"{"a": "?string"}"#, r#"{"a": "json"}"#), ["a type bs bs"]);
    assert_eq!(changes(r#"{"a": "null"}"#, r#"{"a": "?string"}"#), ["a type bs bs"]);
    assert_eq!(changes(r#"{"a": "string"}"#, r#"{"a": "null"}"#)[1..], ["a type bb bb"]);
}

#[test]
fn enums_and_flags() {
    let ab = r#"{"a": {"enum": ["a", "b"]}}"#;
    assert_eq!(changes(ab, r#"{"a": {"enum": ["a", "b", "c"]}}"#), ["a enum bs bs"]);
    assert_eq!(changes(ab, r#"{"a": {"enum": ["b", "a"]}}"#), ["a enum ss bb"]);
    assert_eq!(changes(ab, r#"{"a": {"enum": ["a"]}}"#), ["a enum sb sb"]);
    assert_eq!(changes(ab, r#"{"a": {"enum": ["a", "b"], "open": true}}"#), ["a enum bs bs"]);
    let open = |values| format!(r#"{{"a": {{"enum": {values}, "open": true}}}}"#);
    assert_eq!(changes(&open(r#"["a"]"#), &open(r#"["a", "b"]"#)), ["a enum ss bb"]);
    assert_eq!(changes(r#"{"a": {"enum": ["a", "b"]}}"#, &open(r#"["a"]"#)), ["a enum bs bl"]);
    assert_eq!(changes(r#"{"a": {"enum": [1, 2]}}"#, &open("[1]")), ["a enum bs bb"]);
    assert_eq!(changes(ab, r#"{"a": "string"}"#), ["a type bs bb"]);
    assert_eq!(changes(r#"{"a": {"enum": [1]}}"#, r#"{"a": "string"}"#), ["a type bb bb"]);

    let flags = |count: usize| {
        let names: Vec<String> = (0..count).map(|at| format!("\"f{at}\"")).collect();
        format!(r#"{{"a": {{"flags": [{}]}}}}"#, names.join(","))
    };
    assert_eq!(changes(&flags(30), &flags(31)), ["a flags ss bs"]);
    assert_eq!(changes(&flags(31), &flags(32)), ["a flags ss bb"]);
    assert_eq!(changes(&flags(32), &flags(33)), ["a flags ss bs"]);
    assert_eq!(changes(r#"{"a": {"flags": ["x", "y"]}}"#, r#"{"a": {"flags": ["y", "x"]}}"#), ["a flags ss bb"]);
}

#[test]
fn tuples_maps_and_lists() {
    assert_eq!(
        changes(r#"{"a": ["number", "string"]}"#, r#"{"a": ["number", "string", "?string"]}"#),
        ["a tuple-length bb bb"]
    );
    assert_eq!(changes(r#"{"a": ["int32"]}"#, r#"{"a": ["int64"]}"#), ["a[0] type bs bs"]);
    assert_eq!(
        changes(r#"{"a": [{"x": "number"}, {"y": "number"}]}"#, r#"{"a": [{"y": "number"}, {"x": "number"}]}"#),
        ["a[0] tuple-item-renamed bb bb", "a[1] tuple-item-renamed bb bb"]
    );
    assert_eq!(changes(r#"{"a": {"map": "int32"}}"#, r#"{"a": {"b": "int32"}}"#), ["a type bb bb"]);
    assert_eq!(
        changes(r#"{"a": {"map": {"n": "int32"}}}"#, r#"{"a": {"map": {"n": "number"}}}"#),
        ["a{}.n type bs bs"]
    );
}

#[test]
fn discriminated_unions() {
    let circle = r#"{"kind": {"enum": ["circle"]}, "r": "number"}"#;
    let square = r#"{"kind": {"enum": ["square"]}, "side": "int32"}"#;
    let union =
        |branches: &[&str]| format!(r#"{{"s": {{"union": [{}], "discriminator": "kind"}}}}"#, branches.join(","));
    let both = union(&[circle, square]);
    let dot = r#"{"kind": {"enum": ["dot"]}, "x": "number"}"#;
    assert_eq!(changes(&both, &union(&[circle, square, dot])), ["s union-cases bs bs"]);
    assert_eq!(changes(&both, &union(&[square, circle])), ["s union-cases ss bb"]);
    assert_eq!(changes(&both, &union(&[circle, dot])), ["s union-cases bb bb"]);
    let wide = r#"{"kind": {"enum": ["square"]}, "side": "int64"}"#;
    assert_eq!(changes(&both, &union(&[circle, wide])), ["s(square).side type bs bs"]);
    let plain = format!(r#"{{"s": {{"union": [{circle}, {square}]}}}}"#);
    assert_eq!(changes(&both, &plain), ["s type bb bb"]);
}

#[test]
fn plain_unions() {
    let union = |branches: &str| format!(r#"{{"u": {{"union": [{branches}]}}}}"#);
    assert_eq!(
        changes(&union(r#""int32","string""#), &union(r#""int32","string","boolean""#)),
        ["u union-branches bs bs"]
    );
    // JSON tells them apart whatever their order; the positional wire carries the index.
    assert_eq!(changes(&union(r#""int32","string""#), &union(r#""string","int32""#)), ["u union-branches ss bb"]);
    assert_eq!(changes(&union(r#""int32","string""#), &union(r#""int64","string""#)), ["u(0) type bs bs"]);
    // Base64 text may be any string.
    assert_eq!(changes(&union(r#""string""#), &union(r#""string","bytes""#)), ["u union-branches bb bs"]);
    let records = |b: &str| union(&format!(r#"{{"a": "?int32"}},{{"b": "{b}"}}"#));
    assert_eq!(changes(&records("int32"), &records("int64")), ["u(1).b type bs bs", "u union-ambiguous bb ss"]);
    assert_eq!(changes(r#"{"u": "string"}"#, &union(r#""int32","string""#)), ["u type bs bb"]);
    assert_eq!(changes(r#"{"u": "string"}"#, &union(r#""int32","date""#)), ["u type bb bb"]);
    assert_eq!(
        changes(&union(r#""int32","string""#), &union(r#""int32","string","null""#)),
        ["u null-meaning bb bb", "u union-branches bs bs"]
    );
}

#[test]
fn layouts_and_their_options() {
    let list = |layout: &str, fields: &str| format!(r#"{{"$layout": "{layout}", "$root": {{"array": {{{fields}}}}}}}"#);
    let one = r#""a": "int32""#;
    let two = r#""a": "int32", "b": "?string""#;
    assert_eq!(changes(&list("rows", one), &list("columns", one)), [" layout ss bb"]);
    assert_eq!(changes(&list("rows", one), &list("rows", two)), ["[].b field-added ss ss"]);
    assert_eq!(changes(&list("columns", one), &list("columns", two)), ["[].b field-added ss ss"]);
    assert_eq!(changes(&list("flat", one), &list("flat", two)), ["[].b field-added ss bb"]);
    assert_eq!(changes(&list("flat", one), &list("flat", r#""a": "int64""#)), ["[].a type bs bs"]);

    let delta = r#""a": {"type": "int32", "delta": true}"#;
    assert_eq!(changes(&list("columns", one), &list("columns", delta)), ["[].a delta ss bb"]);
    assert_eq!(changes(&list("rows", one), &list("rows", delta)), ["[].a delta ss ss"]);
    let interned = r#""a": "int32", "b": {"type": "string", "required": false, "intern": true}"#;
    assert_eq!(
        changes(&list("columns", one), &list("columns", interned)),
        ["[].b field-added ss ss", " intern-table ss bb"]
    );

    let sparse = |fields: &str| format!(r#"{{"$sparse": true, "$root": {{{fields}}}}}"#);
    assert_eq!(changes(&format!("{{{one}}}"), &sparse(one)), [" sparse ss bb"]);
    assert_eq!(changes(&sparse(one), &sparse(two)), ["b field-added ss ss"]);
    let many = |count: usize| (0..count).map(|at| format!("\"f{at}\": \"?int32\"")).collect::<Vec<_>>().join(",");
    assert_eq!(changes(&sparse(&many(31)), &sparse(&many(32))), ["f31 field-added ss bb"]);
}

#[test]
fn what_decoding_does_not_mind() {
    let with = |options: &str| format!(r#"{{"a": {{"type": "int64"{options}}}}}"#);
    let changed = changes(
        &with(""),
        &with(r#", "min": 3, "js": "bigint", "proto": {"id": 7}, "nulls": "write", "note": "x", "required": false"#),
    );
    let expected = [
        // On the two wires that are shown.
        "a field-number ss ss",
        "a made-optional bs bs",
        "a nulls ss ss",
        "a wire-settings ss ss",
        "a js ss ss",
        "a rules ss ss",
        "a metadata ss ss",
    ];
    assert_eq!(changed, expected);
}

#[test]
fn named_types_are_told_once_under_their_names() {
    let schema = |zip: &str| {
        format!(
            r#"{{"$types": {{"Address": {{"zip": "{zip}", "in": "?Address"}}}}, "$root": {{"a": "Address", "b": "?Address"}}}}"#
        )
    };
    assert_eq!(changes(&schema("int32"), &schema("int64")), ["@Address.zip type bs bs"]);
}

#[test]
fn recursive_schemas_out_of_step_end() {
    // Cycles of coprime lengths have as many pairs as the product of their lengths.
    let ring = |length: usize, name: &str| {
        let types: Vec<String> =
            (0..length).map(|at| format!(r#""{name}{at}": {{"next": "?{name}{}"}}"#, (at + 1) % length)).collect();
        format!(r#"{{"$types": {{{}}}, "$root": {{"r": "{name}0"}}}}"#, types.join(","))
    };
    let small = changes(&ring(2, "A"), &ring(3, "B"));
    assert!(small.iter().all(|change| change.contains(" type-name ")), "{small:?}");
    let large = changes(&ring(500, "A"), &ring(501, "B"));
    assert!(large.last().is_some_and(|change| change.ends_with(" incomparable bb bb")));
    // Inline on one side, named on the other, which only columnar documents mind.
    let unrolled =
        r#"{"$types": {"A": {"next": "?A"}}, "$root": {"next": {"record": {"next": "?A"}, "required": false}}}"#;
    let rolled = r#"{"$types": {"A": {"next": "?A"}}, "$root": {"next": "?A"}}"#;
    assert_eq!(changes(unrolled, rolled), ["next type-name ss ss"]);
}

#[test]
fn shared_types_cost_no_more_than_their_sizes() {
    // Many unions that share one large record, compared with many small ones: all pairs have that record.
    let fields: Vec<String> = (0..20_000).map(|at| format!("\"f{at}\": \"?int32\"")).collect();
    let large = format!(r#"{{"kind": {{"enum": ["a"]}}, {}}}"#, fields.join(","));
    let schema_of = |branch: &dyn Fn(usize) -> String, discriminator: &str| {
        let unions: Vec<String> =
            (0..5_000).map(|at| format!(r#""u{at}": {{"union": [{}]{discriminator}}}"#, branch(at))).collect();
        schema(&format!(r#"{{"$types": {{"Large": {large}}}, "$root": {{{}}}}}"#, unions.join(",")))
    };
    for discriminator in ["", r#", "discriminator": "kind""#] {
        let old = schema_of(&|_| "\"Large\"".to_string(), discriminator);
        let new = schema_of(&|at| format!(r#"{{"kind": {{"enum": ["a"]}}, "f{at}": "?int64"}}"#), discriminator);
        // All pairs together have 10^8 parts.
        let diff = diff(&old, &new);
        assert_eq!(diff.changes().last().map(|change| change.kind), Some(ChangeKind::Incomparable));
        assert!(diff.changes().len() < 1_000_000, "{}", diff.changes().len());
        let error = crate::schema::resolve::Resolver::new(&old, &new).unwrap_err();
        assert_eq!(error.message, "the schemas differ too much");
    }
}

#[test]
fn bytes_of_a_fixed_length() {
    let fixed = |size: &str| {
        let size = if size.is_empty() { "{}".to_string() } else { format!(r#"{{"Sum": {{"size": {size}}}}}"#) };
        schema(&format!(r#"{{"$types": {{"Sum": "bytes"}}, "$root": {{"s": "Sum"}}, "$avro": {size}}}"#))
    };
    let verdicts = |old: &Schema, new: &Schema| {
        let diff = diff(old, new);
        WireKind::ALL.map(|wire| diff.effect(wire)).map(|effect| [effect.forward, effect.backward])
    };
    use Verdict::{Breaking, Safe};
    // On these two wires a length that the schema gives does not travel.
    let fixed_wires = [WireKind::Avro, WireKind::Packed];
    let but_those = |usual, avro| WireKind::ALL.map(|wire| if fixed_wires.contains(&wire) { avro } else { usual });
    let (safe, breaking) = ([Safe, Safe], [Breaking, Breaking]);
    assert_eq!(verdicts(&fixed("4"), &fixed("4")), but_those(safe, safe));
    assert_eq!(verdicts(&fixed("4"), &fixed("8")), but_those(breaking, breaking));
    // Bytes of any length may be of that one, but in Avro they are written with their length.
    assert_eq!(verdicts(&fixed("4"), &fixed("")), but_those([Breaking, Safe], breaking));
    let text = schema(r#"{"s": "string"}"#);
    assert_eq!(verdicts(&text, &fixed("4"))[WireKind::Avro as usize], breaking);
}

/// The changes as `path kind protobuf`, as two letters: forward, backward.
fn protobuf_changes(old: &str, new: &str) -> Vec<String> {
    let diff = diff(&schema(old), &schema(new));
    let row = |change: &Change| {
        let Effect { forward, backward } = change.effect(WireKind::Protobuf);
        format!("{} {} {}{}", change.path, change.kind.as_str(), &forward.as_str()[..1], &backward.as_str()[..1])
    };
    diff.changes().iter().map(row).collect()
}

#[test]
fn protobuf_goes_by_numbers() {
    let one = r#"{"a": "string", "b": "?int32"}"#;
    assert_eq!(protobuf_changes(one, r#"{"a": "string", "b": "?int32", "c": "?string"}"#), ["c field-added ss"]);
    // In between, the numbers of those behind shift, unless they are said.
    let between = r#"{"a": "string", "c": "?string", "b": "?int32"}"#;
    assert_eq!(protobuf_changes(one, between), ["c field-added bb"]);
    let said =
        r#"{"a": "string", "c": {"type": "?string", "proto": {"id": 9}}, "b": {"type": "?int32", "proto": {"id": 2}}}"#;
    assert_eq!(protobuf_changes(one, said), ["c field-added ss", "b wire-settings ss"]);
    // Another number that nothing else has is a field less, and a field more.
    let moved = r#"{"a": "string", "b": {"type": "?int32", "proto": {"id": 7}}}"#;
    assert_eq!(protobuf_changes(one, moved), ["b field-number ll", "b wire-settings ss"]);
    // A name means nothing, a form everything.
    let renamed = r#"{"a": "string", "bb": {"type": "?int32", "aliases": ["b"]}}"#;
    assert_eq!(protobuf_changes(one, renamed)[..1], ["bb field-renamed ss"]);
    let zigzag = r#"{"a": "string", "b": {"type": "?int32", "proto": {"type": "sint32"}}}"#;
    assert_eq!(protobuf_changes(one, zigzag), ["b wire-settings bb"]);
    assert_eq!(protobuf_changes(one, r#"{"a": "string", "b": "?int64"}"#), ["b type bs"]);
    assert_eq!(protobuf_changes(one, r#"{"a": "?string", "b": "?int32"}"#), ["a made-optional bl"]);
    // Members of a oneof: of two that a writer sets a reader keeps one.
    let oneof = r#"{"a": "string", "b": {"type": "?int32", "proto": {"oneof": "x"}}}"#;
    assert_eq!(protobuf_changes(one, oneof), ["b wire-settings sb"]);
}

#[test]
fn protobuf_enums_go_by_the_numbers_of_their_values() {
    let with = |values: &str, numbers: &str| {
        format!(r#"{{"$types": {{"E": {{"enum": {values}}}}}, "$root": {{"e": "?E"}}, "$proto": {{"E": {numbers}}}}}"#)
    };
    let one = with(r#"["a", "b"]"#, "{}");
    let changes = |new: &str| protobuf_changes(&one, new).into_iter().find(|change| change.contains(" enum "));
    assert_eq!(changes(&with(r#"["a", "b", "c"]"#, "{}")).as_deref(), Some("@E enum bs"));
    assert_eq!(changes(&with(r#"["a", "c", "b"]"#, "{}")).as_deref(), Some("@E enum bb"));
    assert_eq!(changes(&with(r#"["a", "c", "b"]"#, r#"{"numbers": [0, 5, 1]}"#)).as_deref(), Some("@E enum bs"));
    assert_eq!(changes(&with(r#"["a", "b"]"#, r#"{"numbers": [0, 5]}"#)).as_deref(), Some("@E enum bb"));
    assert_eq!(changes(&with(r#"["a", "b"]"#, r#"{"numbers": [0, 1]}"#)), None);
}

#[test]
fn reports() {
    let old = schema(r#"{"id": "int32", "tags": {"array": "string"}}"#);
    let new = schema(r#"{"id": "int64", "tags": {"array": "string"}, "note": "string"}"#);
    let diff = diff(&old, &new);
    let table = "\
path   change       json             positional       protobuf         avro             msgpack          cbor             bson             packed           columnar  detail
note   field-added  safe / breaking  safe / breaking  safe / breaking  safe / breaking  safe / breaking  safe / breaking  safe / breaking  breaking         breaking  string
id     type         breaking / safe  breaking / safe  breaking / safe  breaking / safe  breaking / safe  breaking / safe  breaking / safe  breaking / safe  breaking  int32 -> int64
(all)               breaking         breaking         breaking         breaking         breaking         breaking         breaking         breaking         breaking
old readers of new data / new readers of old data; one word for both
";
    assert_eq!(diff.to_string(), table);
    let value = diff.to_value();
    let change = &value.get("changes").and_then(|changes| changes.as_list()).unwrap()[1];
    assert_eq!(change.get("path"), Some(&crate::value::Value::text("id")));
    let wires = WireKind::ALL.map(|wire| {
        let backward = if wire == WireKind::Columnar { "breaking" } else { "safe" };
        format!(r#""{wire}":{{"forward":"breaking","backward":"{backward}"}}"#)
    });
    let printed = crate::wire::json::print(change.get("wires").unwrap()).unwrap();
    assert_eq!(printed, format!("{{{}}}", wires.join(",")));
    assert_eq!(vec![diff.effect(WireKind::Json).forward], [Verdict::Breaking]);
}

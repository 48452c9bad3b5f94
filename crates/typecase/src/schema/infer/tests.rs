//! What is inferred from small samples, one rule at a time.

use super::{Inferrer, Options};
use crate::wire::json;
use alloc::string::String;
use alloc::vec::Vec;

/// The definition, on one line, of samples written one a line.
fn infer(lines: &str) -> String {
    infer_with(Options::default(), lines.lines())
}

fn infer_with<'a>(options: Options, lines: impl Iterator<Item = &'a str>) -> String {
    let mut inferrer = Inferrer::new(options);
    for line in lines {
        inferrer.sample(&json::parse(line).unwrap());
    }
    let document = inferrer.finish();
    document.clone().build().unwrap();
    document.to_json_line()
}

/// The definition of samples made from a pattern: `#` stands for their number.
fn repeated(pattern: &str, count: usize) -> String {
    let lines: Vec<String> = (0..count).map(|n| pattern.replace('#', &alloc::format!("{n}"))).collect();
    infer_with(Options::default(), lines.iter().map(String::as_str))
}

#[test]
fn fields_are_required_if_they_are_always_there() {
    assert_eq!(infer("{\"a\":1,\"b\":\"x\"}\n{\"a\":2}"), r#"{"a":"integer","b":"?string"}"#);
    assert_eq!(infer("{\"a\":1}\n{\"b\":\"x\"}"), r#"{"a":"?integer","b":"?string"}"#);
}

#[test]
fn null_and_missing_stay_apart() {
    assert_eq!(infer("{\"a\":1}\n{\"a\":null}"), r#"{"a":{"type":"integer","required":false,"nulls":"write"}}"#);
    assert_eq!(infer("{\"a\":null}"), r#"{"a":{"type":"null","nulls":"write"}}"#);
    assert_eq!(
        infer("{\"a\":1,\"b\":1}\n{\"b\":1}\n{\"a\":null,\"b\":1}"),
        r#"{"a?":{"union":["null","integer"]},"b":"integer"}"#
    );
    assert_eq!(infer("{\"a\":null,\"b\":1}\n{\"b\":1}"), r#"{"a?":{"union":["null","json"]},"b":"integer"}"#);
    assert_eq!(
        infer("{\"id\":1,\"tags\":[\"a\"]}\n{\"id\":2,\"note\":null,\"tags\":[]}"),
        r#"{"id":"integer","tags":{"array":"string"},"note?":{"union":["null","json"]}}"#
    );
    assert_eq!(infer("[1,null,2]"), r#"{"array":"?integer"}"#);
    assert_eq!(infer("[null]"), r#"{"array":"null"}"#);
    assert_eq!(infer("1\nnull"), r#"{"union":["null","integer"]}"#);
    assert_eq!(infer("null"), r#""null""#);
    assert_eq!(infer(""), r#""json""#);
}

#[test]
fn numbers_keep_their_digits() {
    assert_eq!(infer("[1,-9223372036854775808]"), r#"{"array":"integer"}"#);
    assert_eq!(infer("[1,9223372036854775808]"), r#"{"array":"uint64"}"#);
    assert_eq!(infer("[-1,9223372036854775808]"), r#"{"array":{"union":["integer","uint64"]}}"#);
    assert_eq!(infer("[1,1.5]"), r#"{"array":"number"}"#);
    assert_eq!(infer("[1,100000000000000000000]"), r#"{"array":"number"}"#);
    assert_eq!(infer("[9007199254740992,1.5]"), r#"{"array":"number"}"#);
    assert_eq!(infer("[9007199254740993,1.5]"), r#"{"array":{"union":["integer","number"]}}"#);
    assert_eq!(infer("[18446744073709551615,1e300]"), r#"{"array":{"union":["uint64","number"]}}"#);
}

#[test]
fn strings_are_dates_if_all_of_them_come_back_the_same() {
    assert_eq!(infer("[\"2024-02-29T23:59:59.999Z\",\"-000001-01-01T00:00:00.000Z\"]"), r#"{"array":"date"}"#);
    for other in ["2024-02-30T00:00:00.000Z", "2024-02-28T00:00:00Z", "2024-02-28T24:00:00.000Z", "x"] {
        assert_eq!(infer(&alloc::format!("[\"2024-02-29T23:59:59.999Z\",\"{other}\"]")), r#"{"array":"string"}"#);
    }
    let options = Options { dates: false, ..Options::default() };
    assert_eq!(infer_with(options, ["\"2024-02-29T23:59:59.999Z\""].into_iter()), r#""string""#);
}

#[test]
fn few_words_among_many_strings_are_an_enum() {
    let colors = |count: usize, words: &[&str], key: &str| {
        let lines: Vec<String> =
            (0..count).map(|n| alloc::format!("{{\"{key}\":\"{}\"}}", words[n % words.len()])).collect();
        infer_with(Options::default(), lines.iter().map(String::as_str))
    };
    assert_eq!(colors(20, &["red", "blue"], "color"), r#"{"color":{"enum":["red","blue"]}}"#);
    assert_eq!(colors(19, &["red", "blue"], "color"), r#"{"color":"string"}"#);
    assert_eq!(colors(20, &["red", "blue", "green"], "color"), r#"{"color":"string"}"#);
    assert_eq!(colors(100, &["red"], "color"), r#"{"color":"string"}"#);
    assert_eq!(colors(100, &["red", "blue"], "user_id"), r#"{"user_id":"string"}"#);
    assert_eq!(colors(100, &["red", "#blue"], "color"), r#"{"color":"string"}"#);
    assert_eq!(colors(100, &["en", "de"], "lang"), r#"{"lang":"string"}"#);
    let long = "x".repeat(41);
    assert_eq!(colors(100, &["red", &long], "color"), r#"{"color":"string"}"#);
}

#[test]
fn lists_are_tuples_if_their_places_differ() {
    assert_eq!(infer("[[1,\"a\"],[2,\"b\"],[3,null]]"), r#"{"array":["integer","?string"]}"#);
    // Two are not enough, and numbers alone are a list.
    assert_eq!(infer("[[1,\"a\"],[2,\"b\"]]"), r#"{"array":{"array":{"union":["integer","string"]}}}"#);
    assert_eq!(infer("[[1,2.5],[2,3.5],[3,4.5]]"), r#"{"array":{"array":"number"}}"#);
    assert_eq!(infer("[[1,\"a\"],[2,\"b\"],[3,\"c\"],[4]]"), r#"{"array":{"array":{"union":["integer","string"]}}}"#);
    assert_eq!(infer("[]"), r#"{"array":"json"}"#);
    assert_eq!(infer("[[],[1]]"), r#"{"array":{"array":"integer"}}"#);
}

#[test]
fn mixed_values_are_a_union() {
    assert_eq!(
        infer("[true,1,\"a\",[1],{\"a\":1},null]"),
        r#"{"array":{"union":["boolean","integer","string",{"array":"integer"},{"a":"integer"}],"required":false}}"#
    );
}

#[test]
fn keys_that_are_data_make_a_map() {
    assert_eq!(infer("{}"), r#"{"map":"json"}"#);
    assert_eq!(infer("{\"1\":\"a\",\"x\":2}"), r#"{"map":{"union":["integer","string"]}}"#);
    assert_eq!(infer("{\"__proto__\":1}"), r#"{"map":"integer"}"#);
    assert_eq!(infer("{\"2024-01-01\":1,\"2024-01-02\":2}"), r#"{"map":"integer"}"#);
    assert_eq!(infer("{\"/a\":{\"get\":1},\"/b\":{\"get\":2}}"), r#"{"map":{"get":"integer"}}"#);
    // Keys that come and go.
    assert_eq!(repeated("{\"a\":{\"k#\":1,\"all\":2}}", 30), r#"{"a":{"map":"integer"}}"#);
    // The same few keys every time are fields.
    assert_eq!(
        repeated("{\"low\":#,\"mid\":2,\"high\":3}", 30),
        r#"{"low":"integer","mid":"integer","high":"integer"}"#
    );
    let keys: Vec<String> = (0..20).map(|n| alloc::format!("\"{}\":{{\"v\":{n}}}", (b'a' + n) as char)).collect();
    assert_eq!(infer(&alloc::format!("{{{}}}", keys.join(","))), r#"{"map":{"v":"integer"}}"#);
    assert!(infer(&alloc::format!("{{{}}}", keys[..19].join(","))).starts_with(r#"{"a":{"v":"integer"},"b""#));
}

#[test]
fn limits_make_maps_and_json() {
    let options = Options { max_fields: 2, ..Options::default() };
    assert_eq!(
        infer_with(options, ["{\"a\":1,\"b\":2,\"c\":\"x\"}"].into_iter()),
        r#"{"map":{"union":["integer","string"]}}"#
    );
    let options = Options { max_samples: 1, ..Options::default() };
    assert_eq!(infer_with(options, ["1", "\"a\""].into_iter()), r#""integer""#);
    let options = Options { max_places: 4, ..Options::default() };
    assert_eq!(
        infer_with(options, ["{\"a\":[1],\"b\":{\"c\":1}}", "{\"a\":[2],\"b\":3}"].into_iter()),
        r#"{"a":{"array":"integer"},"b":"json"}"#
    );
    let deep = "[".repeat(100) + &"]".repeat(100);
    let inferred = infer(&deep);
    assert!(inferred.starts_with(r#"{"array":{"array":"#) && inferred.contains(r#""json""#));
}

#[test]
fn a_tag_makes_a_union() {
    assert_eq!(
        infer(
            "{\"type\":\"call\",\"to\":\"x\",\"args\":[1]}\n{\"type\":\"event\",\"at\":1,\"data\":2}\n{\"type\":\"ping\",\"at\":1,\"data\":2}"
        ),
        concat!(
            r#"{"union":[{"type":{"enum":["call"]},"to":"string","args":{"array":"integer"}},"#,
            r#"{"type":{"enum":["event","ping"]},"at":"integer","data":"integer"}],"discriminator":"type"}"#
        )
    );
    // One field with another type is enough.
    assert_eq!(
        infer("{\"id\":1,\"kind\":\"a\",\"value\":1}\n{\"id\":1,\"kind\":\"b\",\"value\":\"x\"}"),
        concat!(
            r#"{"union":[{"id":"integer","kind":{"enum":["a"]},"value":"integer"},"#,
            r#"{"id":"integer","kind":{"enum":["b"]},"value":"string"}],"discriminator":"kind"}"#
        )
    );
    // A tag that decides about little is a field like any other.
    assert_eq!(
        infer("{\"id\":1,\"kind\":\"a\",\"b\":1,\"c\":1}\n{\"id\":1,\"kind\":\"b\",\"b\":1}"),
        r#"{"id":"integer","kind":"string","b":"integer","c":"?integer"}"#
    );
    // A key that is not customary needs many records.
    let shapes = "{\"shape\":\"circle\",\"r\":1,\"x\":1}\n{\"shape\":\"square\",\"side\":2,\"y\":1}";
    assert!(infer(shapes).starts_with(r#"{"shape":"string","r":"?integer""#));
    assert!(infer(&[shapes; 10].join("\n")).starts_with(r#"{"union":[{"shape":{"enum":["circle"]}"#));
}

#[test]
fn trees_refer_to_themselves() {
    let tree = r#"{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]}]}"#;
    assert_eq!(infer(tree), r#"{"$name":"Child","$root":{"name":"string","children":{"array":"Child"}}}"#);
    let options = Options { name: Some("Tree".into()), ..Options::default() };
    assert!(infer_with(options, [tree].into_iter()).contains(r#"{"array":"Tree"}"#));
    // Inside something else the tree is a type of its own; a leaf may come first.
    assert_eq!(
        infer(r#"{"top":[{"v":1,"next":null},{"v":2,"next":{"v":3,"next":{"v":4,"next":null}}}]}"#),
        concat!(
            r#"{"$types":{"Top":{"v":"integer","next":{"type":"Top","required":false,"nulls":"write"}}},"#,
            r#""$root":{"top":{"array":"Top"}}}"#
        )
    );
    // An owner is not a team, though both have an id and a name.
    assert_eq!(
        infer(r#"{"id":1,"name":"x","owner":{"id":2,"name":"y"}}"#),
        r#"{"id":"integer","name":"string","owner":{"id":"integer","name":"string"}}"#
    );
}

#[test]
fn a_tree_of_any_depth_takes_the_memory_of_a_node() {
    let mut tree = String::from(r#"{"v":1,"l":null,"r":null}"#);
    for _ in 0..16 {
        tree = alloc::format!(r#"{{"v":1,"l":{tree},"r":{}}}"#, "null");
    }
    let mut inferrer = Inferrer::new(Options::default());
    inferrer.sample(&json::parse(&tree).unwrap());
    assert!(inferrer.shapes.len() < 10);
}

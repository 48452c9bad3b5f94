//! Messages that claim more than they hold: masks, flags, tags, tables, columns. They are refused, and
//! nothing is allocated on their word.

use super::allocation::most_held;
use super::{Wires, error};
use std::fmt::Write;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::schema::model::Layout;
use typecase::wire::{json, positional};

/// What an input that is refused may make a reader hold.
const LITTLE: usize = 1 << 20;

/// Refuses the message with this code on every path, and allocates little for it.
#[track_caller]
fn refused(codec: &Codec, other: &Codec, input: &[u8], code: Code) {
    let (decoded, most) = most_held(|| codec.decode(input).map(|_| ()));
    assert_eq!(decoded.unwrap_err().code(), code);
    assert!(most < LITTLE, "{most} bytes were held");
    let mut out = Vec::new();
    let (converted, most) = most_held(|| codec.convert(other, input, &mut out));
    assert!(converted.is_err());
    assert!(most < LITTLE, "{most} bytes were held");
    if input.len() < 10_000 {
        let _ = super::judge::message(codec, other, input);
    }
}

fn fields(count: usize) -> String {
    let fields: Vec<String> = (0..count).map(|at| format!(r#""f{at}": "?integer""#)).collect();
    format!("{{{}}}", fields.join(","))
}

#[test]
fn masks_of_sparse_records() {
    for (count, masks) in [(3, 1), (31, 1), (32, 2), (70, 3)] {
        let wires = Wires::new(&format!(r#"{{"$root": {}, "$sparse": true}}"#, fields(count)));
        let refuse = |mask: &str, code| {
            let message = format!("[{mask}{}]", ",0".repeat(masks - 1));
            refused(&wires.positional, &wires.json, message.as_bytes(), code);
            assert!(wires.positional(&format!("[{mask}")).is_err());
        };
        for wrong in ["9223372036854775808", "18446744073709551615", "2147483648", "4294967296", "1e300", "-1", "\"1\""]
        {
            refuse(wrong, Code::Structure);
        }
        for wrong in ["[1]", "null", "1.5", "true", "{}"] {
            refuse(wrong, Code::Structure);
        }
        // A mask that promises a value more than there is.
        refuse("1", Code::Structure);
        wires.positional(&format!("[0{}]", ",0".repeat(masks - 1))).unwrap();
        wires.positional(&format!("[1{},7]", ",0".repeat(masks - 1))).unwrap();
        wires.positional(&format!("[1{},null]", ",0".repeat(masks - 1))).unwrap();
        if masks > 1 {
            refused(&wires.positional, &wires.json, b"[0]", Code::Structure);
        }
        // The bits of fields that were appended later, with their values behind the others.
        if count % 31 != 0 {
            let message = format!("[{}{},7]", "0,".repeat(masks - 1), 1u64 << (count % 31));
            wires.positional(&message).unwrap();
            let strict = Wires::with(&wires.json.schema().to_json(), &Options::default().strict(true));
            refused(&strict.positional, &strict.json, message.as_bytes(), Code::Extra);
        }
    }
}

#[test]
fn words_of_flags() {
    for (count, words) in [(1, 1), (31, 1), (32, 2), (62, 2), (300, 10)] {
        let names: Vec<String> = (0..count).map(|at| format!(r#""f{at}""#)).collect();
        let wires = Wires::new(&format!(r#"{{"flags": [{}]}}"#, names.join(",")));
        let message = |first: &str| match words {
            1 => first.to_string(),
            _ => format!("[{first}{}]", ",0".repeat(words - 1)),
        };
        wires.positional(&message("1")).unwrap();
        for wrong in ["9223372036854775808", "2147483648", "-1", "1.5", "1e300", "null", "[0]"] {
            let code = error(wires.positional(&message(wrong))).0;
            assert!(matches!(code, Code::Type | Code::Structure), "{wrong}: {code}");
            refused(&wires.positional, &wires.json, message(wrong).as_bytes(), code);
        }
        if words > 1 {
            refused(&wires.positional, &wires.json, b"[0]", Code::Structure);
            let long = format!("[0{}]", ",0".repeat(words));
            refused(&wires.positional, &wires.json, long.as_bytes(), Code::Structure);
            let endless = format!("[0{}]", ",2147483647".repeat(100_000));
            refused(
                &wires.positional,
                &wires.json,
                endless.as_bytes(),
                if count % 31 == 0 { Code::Structure } else { Code::Type },
            );
        }
    }
}

#[test]
fn indexes_of_unions_enums_and_the_table() {
    let numbers = ["3", "-1", "255", "4294967296", "9223372036854775808", "1e300", "0.5"];
    let told = Wires::new(
        r#"{"union": [{"k": {"enum": ["a", "b"]}}, {"k": {"enum": ["c"]}, "n": "?integer"}], "discriminator": "k"}"#,
    );
    let plain = Wires::new(r#"{"union": ["string", "integer", "null"]}"#);
    let closed = Wires::new(r#"{"enum": ["a", "b", "c"]}"#);
    for number in numbers {
        for (wires, message) in
            [(&told, format!("[{number}]")), (&plain, format!("[{number},null]")), (&closed, number.into())]
        {
            let code = error(wires.positional(&message)).0;
            assert!(matches!(code, Code::Union | Code::Enum | Code::Type), "{message}: {code}");
        }
    }
    for (wires, wrong) in
        [(&told, "[]"), (&told, "[null]"), (&plain, "[]"), (&plain, "[0]"), (&plain, "[1,2,3]"), (&plain, "[2,0]")]
    {
        assert!(wires.positional(wrong).is_err(), "{wrong}");
    }
    let interned =
        Wires::new(r#"{"$root": {"array": {"s": {"type": "string", "intern": true}}}, "$layout": "columns"}"#);
    interned.positional(r#"[["x"],[[0,0]]]"#).unwrap();
    for wrong in numbers.into_iter().chain(["1", "\"x\""]) {
        let code = error(interned.positional(&format!(r#"[["x"],[[{wrong}]]]"#))).0;
        assert!(matches!(code, Code::Structure | Code::Type), "{wrong}: {code}");
    }
    for (wrong, code) in [
        ("[]", Code::Structure),
        ("[[]]", Code::Structure),
        ("[[],[],[]]", Code::Structure),
        (r#"[[1],[[0]]]"#, Code::Type),
        (r#"[{},[[0]]]"#, Code::Structure),
        (r#"[["x"],[0]]"#, Code::Structure),
        (r#"[["x"],{}]"#, Code::Structure),
        (r#"[["x"],[[0]]"#, Code::Json),
    ] {
        assert_eq!(error(interned.positional(wrong)).0, code, "{wrong}");
    }
}

#[test]
fn columns_of_different_lengths() {
    let options = |strict| Options { layout: Some(Layout::Columns), ..Options::default().strict(strict) };
    let definition = r#"{"array": {"a": "?integer", "b": "?integer", "c": "?string"}}"#;
    let wires = Wires::with(definition, &options(false));
    for (wrong, code) in [
        ("[[1],[]]", Code::Structure),
        ("[[],[1]]", Code::Structure),
        ("[[1,2],[1,2],[null]]", Code::Structure),
        ("[[1],[1],[null,null]]", Code::Structure),
        ("[1,2]", Code::Structure),
        ("[null]", Code::Structure),
        ("{}", Code::Structure),
        ("[[1],[2],[\"x\"]", Code::Json),
        ("[[1,],[2,],[null,]]", Code::Json),
        ("[[,1],[2],[null]]", Code::Json),
    ] {
        assert_eq!(error(wires.positional(wrong)).0, code, "{wrong}");
    }
    // Columns may be missing at the end, where fields were appended later; those beyond are ignored.
    assert_eq!(wires.positional("[[1,2]]").unwrap(), wires.positional("[[1,2],[null,null],[null,null]]").unwrap());
    wires.positional("[]").unwrap();
    wires.positional("[[],[],[],[7]]").unwrap();
    let strict = Wires::with(definition, &options(true));
    assert_eq!(error(strict.positional("[[],[],[],[7]]")).0, Code::Extra);

    // An empty column, and a million others.
    let many = format!("[[]{}]", ",[]".repeat(1_000_000));
    assert_eq!(wires.positional.decode(many.as_bytes()).unwrap(), wires.positional.decode(b"[]").unwrap());
    refused(&strict.positional, &strict.json, many.as_bytes(), Code::Extra);
    let longer = format!("[[],[{}]]", vec!["1"; 1_000_000].join(","));
    refused(&wires.positional, &wires.json, longer.as_bytes(), Code::Structure);
    let flat = Options { layout: Some(Layout::Flat), ..Options::default() };
    let flat = Wires::with(definition, &flat);
    for wrong in ["[1]", "[1,2]", "[1,2,null,4]", "[1,2,null,null]"] {
        assert_eq!(error(flat.positional(wrong)).0, Code::Structure, "{wrong}");
    }
    assert_eq!(error(flat.positional("[1,2,null")).0, Code::Json);
}

#[test]
fn differences_beyond_the_range() {
    let definition =
        r#"{"$root": {"array": {"n": {"type": "TYPE", "delta": true, "required": false}}}, "$layout": "columns"}"#;
    let of = |ty| Wires::new(&definition.replace("TYPE", ty));
    let (most, least) = (i64::MAX, i64::MIN);
    let integer = of("integer");
    integer.positional(&format!("[[{most},{least},null,1]]")).unwrap();
    assert_eq!(error(integer.positional(&format!("[[{most},1]]"))).0, Code::Type);
    assert_eq!(error(integer.positional(&format!("[[{least},null,-1]]"))).0, Code::Type);
    assert!(integer.positional.encode(&integer.json(&format!(r#"[{{"n":{most}}},{{"n":-2}}]"#)).unwrap()).is_err());
    assert_eq!(error(of("int32").positional("[[2147483647,1]]")).0, Code::Type);
    assert_eq!(error(of("uint32").positional("[[0,-1]]")).0, Code::Type);
    assert_eq!(error(of("uint64").positional("[[5,-6]]")).0, Code::Type);
    assert_eq!(error(of("date").positional("[[8640000000000000,1]]")).0, Code::Type);
    of("date").positional("[[8640000000000000,-17280000000000000]]").unwrap();
}

#[test]
fn arrays_of_the_wrong_length() {
    let wires = Wires::new(r#"["integer", "?string"]"#);
    for wrong in ["[]", "[1]", "[1,null,null]"] {
        assert_eq!(error(wires.positional(wrong)).0, Code::Structure, "{wrong}");
        assert_eq!(error(wires.json(wrong)).0, Code::Structure, "{wrong}");
    }
}

#[test]
fn short_inputs_hold_little() {
    // What is refused at its end must not have been allocated for at its beginning.
    let wires = Wires::new(r#"{"a": {"array": "integer"}, "j": "json", "m": {"map": "integer"}, "b": "bytes"}"#);
    for text in ["{\"a\":[", "{\"j\":{\"a\":[1,", "{\"m\":{", "{\"b\":\"AAAA", "{\"j\":\"\\u00"] {
        refused(&wires.json, &wires.positional, text.as_bytes(), Code::Json);
    }
    let (result, most) = most_held(|| json::decode::<Vec<[u64; 1000]>>(b"[["));
    assert!(result.is_err() && most < LITTLE, "{most}");
}

#[test]
fn inputs_longer_than_the_limit() {
    let options = Options { limits: Limits { max_bytes: 10, ..Limits::default() }, ..Options::default() };
    let wires = Wires::with(r#"{"array": "integer"}"#, &options);
    wires.json("[1,2,3,45]").unwrap();
    wires.positional("[1,2,3,45]").unwrap();
    for text in ["[1,2,3,456]", "           ", "[1,2,3,4] \u{e9}"] {
        assert_eq!(error(wires.json(text)), (Code::Limit, 10));
        assert_eq!(error(wires.positional(text)), (Code::Limit, 10));
    }
    assert_eq!(error(json::decode_with::<Vec<u8>>(b"[1,2,3,4,5]", &options.json, &options.limits)), (Code::Limit, 10));
    assert_eq!(error(json::parse_bytes(b"[1,2,3,4,5]", json::Duplicates::Last, &options.limits)), (Code::Limit, 10));
}

#[test]
fn wide_records_are_read_in_any_order() {
    // The keys of a record in the reverse of their order, each far from where it is expected.
    let count = 20_000;
    let wires = Wires::new(&fields(count));
    let mut text = String::from("{");
    for at in (0..count).rev() {
        write!(text, r#""f{at}":{at},"#).unwrap();
    }
    text.pop();
    text.push('}');
    let value = wires.json(&text).unwrap();
    assert_eq!(value.as_record().unwrap().len(), count);
}

#[test]
fn a_plan_of_another_schema() {
    #[derive(typecase::Record, Debug, PartialEq)]
    struct Pair {
        a: u8,
        b: u8,
    }
    for layout in [Layout::Flat, Layout::Columns] {
        let narrow = Schema::parse(r#"{"array": {"a": "uint32"}}"#).unwrap();
        let plan = positional::Plan::new(narrow.graph(), layout).unwrap();
        let (options, limits) = (positional::Options::default(), Limits::default());
        let mut out = Vec::new();
        let error =
            positional::encode_into(&vec![Pair { a: 1, b: 2 }], &mut out, &plan, &options, &limits).unwrap_err();
        assert_eq!((error.code(), out.len()), (Code::Unsupported, 0));
        for text in ["[[1],[2]]", "[[1]]", "[1,2]", "[]", "[[]]", "[[1,2],[1,2]]"] {
            let _ = positional::decode_with::<Vec<Pair>>(text.as_bytes(), &plan, &options, &limits);
        }
        // Where there is no list of records at all.
        let _ = positional::encode_into(&Pair { a: 1, b: 2 }, &mut out, &plan, &options, &limits);
        let _ = positional::encode_into(&vec![1u8], &mut out, &plan, &options, &limits);
        let _ = positional::encode_into(&vec![Some(vec![1u8]), None], &mut out, &plan, &options, &limits);
    }
}

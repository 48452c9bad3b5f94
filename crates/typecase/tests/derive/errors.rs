//! Errors say where they happened, on both wires and both ways.

use super::{json_error, positional_error};
use std::collections::BTreeMap;
use typecase::Record;
use typecase::wire::json;

#[derive(Record, Debug)]
struct Cart {
    id: u32,
    orders: Vec<Order>,
    #[record(default)]
    by_name: BTreeMap<String, Order>,
    #[record(default)]
    pair: Option<(u8, f64)>,
}

#[derive(Record, Debug)]
struct Order {
    sku: String,
    qty: i32,
}

#[test]
fn decoding() {
    let input = r#"{"id":1,"orders":[{"sku":"a","qty":1},{"sku":"b","qty":"2"}]}"#;
    assert!(json_error::<Cart>(input).ends_with(" at orders[1].qty (byte 55)"), "{}", json_error::<Cart>(input));
    let input = r#"{"orders":[{"qty":1,"sku":"a"},{"sku":"b"}],"id":1}"#;
    assert!(json_error::<Cart>(input).starts_with("required: required field is missing or null at orders[1].qty"));
    let input = r#"[1,[["a",1],["b",2147483648]]]"#;
    assert_eq!(
        positional_error::<Cart>(input),
        "type: the number is out of the range of its type at orders[1].qty (byte 17)"
    );
    let input = r#"[1,[],{"the key":["a",1.5]}]"#;
    assert!(positional_error::<Cart>(input).contains(r#" at by_name["the key"].qty "#));
    assert!(positional_error::<Cart>("[1,[],null,[1]]").contains("structure: the tuple is too short at pair "));
    assert!(positional_error::<Cart>("[1,{}]").starts_with("structure: expected an array at orders "));
    assert!(json_error::<Vec<Cart>>(r#"[{"id":1,"orders":[]},{"id":1,"orders":null}]"#).contains(" at [1].orders "));
}

#[test]
fn encoding() {
    let order = |qty| Order { sku: "s".into(), qty };
    let cart = Cart {
        id: 1,
        orders: vec![order(1)],
        by_name: BTreeMap::from([("n".into(), order(2))]),
        pair: Some((1, f64::INFINITY)),
    };
    let error = json::encode(&cart).unwrap_err();
    assert_eq!((error.code().as_str(), error.path().as_str()), ("unsupported", "pair[1]"));
}

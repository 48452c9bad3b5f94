//! What the graph of a definition looks like.

use crate::meta::EnumValue;
use crate::schema::Schema;
use crate::schema::graph::{Graph, Kind, Node};
use crate::value::Value;
use alloc::vec::Vec;

fn root_record(graph: &Graph) -> u32 {
    match graph.node(graph.root()).kind {
        Kind::Record(id) => id,
        kind => panic!("the root is {kind:?}"),
    }
}

fn fields(graph: &Graph, record: u32) -> Vec<Node> {
    graph.record(record).nodes.iter().map(|&node| graph.node(node)).collect()
}

#[test]
fn kinds_and_what_may_be_empty() {
    let schema = Schema::parse(
        r#"{"a": "integer", "b": "?int64", "c": {"type": "number", "default": 2}, "d": "json", "e": "null",
            "f": {"type": "boolean", "required": false, "nulls": "write"}}"#,
    )
    .unwrap();
    let graph = schema.graph();
    let record = root_record(graph);
    let kinds = [Kind::Int64, Kind::Int64, Kind::Number, Kind::Json, Kind::Null, Kind::Bool];
    for (index, (node, kind)) in fields(graph, record).into_iter().zip(kinds).enumerate() {
        assert_eq!(node, Node { kind, nullable: index > 0 });
        assert_eq!(graph.record(record).meta().fields[index].required, index == 0);
        assert_eq!(graph.record(record).meta().fields[index].write_null, index == 5);
    }
    assert_eq!(graph.record(record).defaults[2], Some(Value::Float(2.0)));
    assert_eq!(graph.record(record).defaults.iter().flatten().count(), 1);
}

#[test]
fn names_keys_and_order() {
    let schema = Schema::parse(
        r#"{"Entity": {}, "zeta": "null", "a\"\u0001é": {"type": "string", "aliases": ["x", "y"]}, "mid": "null"}"#,
    )
    .unwrap();
    let meta = schema.graph().record(0).meta();
    assert_eq!(meta.name, "Entity");
    assert_eq!(meta.fields[1].key, ",\"a\\\"\\u0001é\":");
    assert_eq!(meta.by_name, [1, 2, 0]);
    assert!(meta.has_aliases && !meta.sparse);
    for (key, index) in [("zeta", 0), ("a\"\u{1}é", 1), ("x", 1), ("y", 1), ("mid", 2)] {
        assert_eq!(meta.find(key, 0), Some(index), "{key}");
    }
}

#[test]
fn a_named_type_is_one_record() {
    let schema = Schema::parse(
        r#"{"$name": "User", "$types": {"Address": {"city": "string"}, "Home": "Address", "Unused": {"a": "date"}},
            "$root": {"home": "Home", "work": "?Address", "boss": "?User", "all": {"array": "Address"}}}"#,
    )
    .unwrap();
    let graph = schema.graph();
    assert_eq!(graph.records.len(), 2);
    let root = root_record(graph);
    assert_eq!(graph.record(root).meta().name, "User");
    let nodes = fields(graph, root);
    let Kind::Record(address) = nodes[0].kind else { panic!() };
    assert_eq!(graph.record(address).meta().name, "Address");
    assert_eq!(nodes[1], Node { kind: Kind::Record(address), nullable: true });
    assert_eq!(nodes[2], Node { kind: Kind::Record(root), nullable: true });
    let Kind::List(item) = nodes[3].kind else { panic!() };
    assert_eq!(graph.node(item), Node { kind: Kind::Record(address), nullable: false });
}

#[test]
fn recursion_without_records() {
    let schema = Schema::parse(r#"{"$types": {"Tree": {"array": "?Tree"}}, "$root": {"map": "Tree"}}"#).unwrap();
    let graph = schema.graph();
    let Kind::Map(value) = graph.node(graph.root()).kind else { panic!() };
    let Kind::List(item) = graph.node(value).kind else { panic!() };
    assert_eq!(graph.node(item), Node { kind: Kind::List(item), nullable: true });
}

#[test]
fn sparse_records() {
    for text in [
        r#"{"$root": {"a": "?string", "b?": {"c": "string"}}, "$sparse": true}"#,
        r#"{"$root": {"array": {"a": "?string", "b?": {"c": "string"}}}, "$sparse": true}"#,
        r#"{"$types": {"R": {"a": "?string", "b?": {"c": "string"}}}, "$root": {"array": "R"}, "$sparse": true}"#,
    ] {
        let schema = Schema::parse(text).unwrap();
        let sparse: Vec<_> =
            schema.graph().records.iter().map(|record| (record.nodes.len(), record.meta().sparse)).collect();
        assert_eq!(sparse.iter().filter(|(fields, sparse)| (*fields == 2) == *sparse).count(), 2, "{text}: {sparse:?}");
    }
}

#[test]
fn options_of_the_columns_layout() {
    let schema = Schema::parse(
        r#"{"a": {"type": "date", "delta": true}, "b": {"type": "string", "intern": true},
            "c": {"array": {"array": {"type": "string", "intern": true}}}, "d": "string"}"#,
    )
    .unwrap();
    let fields = schema.graph().record(0).meta().fields;
    assert_eq!(fields.iter().map(|field| field.delta).collect::<Vec<_>>(), [true, false, false, false]);
    assert_eq!(fields.iter().map(|field| field.intern).collect::<Vec<_>>(), [false, true, true, false]);
}

#[test]
fn enums_and_flags() {
    let schema = Schema::parse(
        r#"{"$types": {"E": {"enum": ["a\"b", 7, 1e21, 0.5]}}, "$root": {"e": "E", "f": {"flags": ["r", "w\n"]}}}"#,
    )
    .unwrap();
    let graph = schema.graph();
    let meta = graph.enumeration(0);
    assert_eq!(meta.name, "E");
    let number = |text, number| EnumValue { text, json: text, number: Some(number) };
    assert_eq!(
        meta.values,
        [EnumValue::text("a\"b", "\"a\\\"b\""), number("7", 7.0), number("1e+21", 1e21), number("0.5", 0.5)]
    );
    assert_eq!(graph.flags(0).names, ["r", "w\n"]);
    assert_eq!(graph.flags(0).keys, [",\"r\":", ",\"w\\n\":"]);
}

#[test]
fn tuples() {
    let schema = Schema::parse(r#"["number", "?string"]"#).unwrap();
    let graph = schema.graph();
    let Kind::Tuple(id) = graph.node(graph.root()).kind else { panic!() };
    let nodes: Vec<_> = graph.tuple(id).iter().map(|&node| graph.node(node)).collect();
    assert_eq!(nodes, [Node { kind: Kind::Number, nullable: false }, Node { kind: Kind::Text, nullable: true }]);
}

#[test]
fn unions_with_a_discriminator() {
    let schema = Schema::parse(
        r#"{"$types": {"B": {"x": "int32", "k": "Kb"}, "Kb": {"enum": ["b", 3]}},
            "$root": {"union": [{"k": {"enum": ["a1", "a2"]}}, "B"], "discriminator": "k"}}"#,
    )
    .unwrap();
    let graph = schema.graph();
    let Kind::Union(id) = graph.node(graph.root()).kind else { panic!() };
    let union = graph.union(id);
    assert_eq!(union.meta().discriminator, Some("k"));
    let cases: Vec<_> = union.meta().cases.iter().map(|case| (case.value.json, case.branch)).collect();
    assert_eq!(cases, [("\"a1\"", 0), ("\"a2\"", 0), ("\"b\"", 1), ("3", 1)]);
    assert_eq!(*union.discriminators, [0, 1]);
    assert_eq!(union.branches.len(), 2);
    assert_eq!(union.null_branch, None);
}

#[test]
fn plain_unions() {
    let schema = Schema::parse(
        r#"{"$types": {"A": {"k": "date"}, "Maybe": {"union": ["string", "null"]}},
            "$root": {"a": {"union": ["A", {"array": "string"}, {"Kind": {}, "z": "date"}]}, "b": {"union": ["A", "Maybe"]},
                "c": {"union": ["json", "null"]}}}"#,
    )
    .unwrap();
    let graph = schema.graph();
    let unions: Vec<_> = fields(graph, 0)
        .into_iter()
        .map(|node| match node.kind {
            Kind::Union(id) => graph.union(id),
            kind => panic!("{kind:?}"),
        })
        .collect();
    let names: Vec<_> = unions[0].meta().cases.iter().map(|case| case.value.text).collect();
    assert_eq!(names, ["A", "array", "Kind"]);
    assert!(unions[0].discriminators.is_empty());
    assert_eq!(unions.iter().map(|union| union.null_branch).collect::<Vec<_>>(), [None, Some(1), Some(0)]);
    let meta = graph.record(0).meta();
    assert_eq!(meta.fields.iter().map(|field| field.null_is_value).collect::<Vec<_>>(), [false, true, true]);
}

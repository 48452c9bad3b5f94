//! Types that contain themselves, and the names that their schemas give them.

use super::{agree, defines};
use std::collections::BTreeMap;
use typecase::schema::Schema;
use typecase::typed::Definer;
use typecase::wire::{json, positional};
use typecase::{Record, Type};

#[derive(Record, Debug, PartialEq)]
struct Node {
    id: u8,
    next: Option<Box<Node>>,
    children: Vec<Node>,
    named: BTreeMap<String, Node>,
}

fn node(id: u8) -> Node {
    Node { id, next: None, children: vec![], named: BTreeMap::new() }
}

#[test]
fn a_record_in_itself() {
    let value = Node {
        next: Some(Box::new(node(2))),
        children: vec![node(3)],
        named: BTreeMap::from([("k".into(), node(4))]),
        ..node(1)
    };
    agree(
        &value,
        r#"{"id":1,"next":{"id":2,"children":[],"named":{}},"children":[{"id":3,"children":[],"named":{}}],"named":{"k":{"id":4,"children":[],"named":{}}}}"#,
        r#"[1,[2,null,[],{}],[[3,null,[],{}]],{"k":[4,null,[],{}]}]"#,
    );
    defines::<Node>(
        r#"{"$name":"Node","$root":{"id":"uint32","next":"?Node","children":{"array":"Node"},"named":{"map":"Node"}}}"#,
    );
}

#[test]
fn a_recursive_record_below_the_root_is_a_named_type() {
    let document = Definer::document::<Vec<Node>>(Some("Nodes")).unwrap();
    let expected = Schema::parse(
        r#"{"$name":"Nodes","$types":{"Node":{"id":"uint32","next":"?Node","children":{"array":"Node"},"named":{"map":"Node"}}},
            "$root":{"array":"Node"}}"#,
    )
    .unwrap();
    assert_eq!(document.build().unwrap().document(), expected.document());

    #[derive(Record)]
    #[allow(dead_code)]
    struct Two {
        a: Node,
        b: Option<Node>,
    }
    defines::<Two>(
        r#"{"$name":"Two","$types":{"Node":{"id":"uint32","next":"?Node","children":{"array":"Node"},"named":{"map":"Node"}}},
            "$root":{"a":"Node","b":"?Node"}}"#,
    );
}

#[derive(Record, Debug, PartialEq)]
struct Even {
    odd: Option<Box<Odd>>,
}

#[derive(Record, Debug, PartialEq)]
struct Odd {
    even: Option<Box<Even>>,
}

#[derive(Record, Debug, PartialEq)]
struct Tree(Vec<Tree>);

#[test]
fn records_in_each_other() {
    let value = Even { odd: Some(Box::new(Odd { even: Some(Box::new(Even { odd: None })) })) };
    agree(&value, r#"{"odd":{"even":{}}}"#, "[[[]]]");
    defines::<Even>(r#"{"$name":"Even","$root":{"odd":{"record":{"even":"?Even"},"required":false}}}"#);
    agree(&Tree(vec![Tree(vec![]), Tree(vec![Tree(vec![])])]), "[[],[[]]]", "[[],[[]]]");
    defines::<Tree>(r#"{"$name":"Tree","$root":{"array":"Tree"}}"#);
}

mod first {
    #[derive(typecase::Record)]
    #[allow(dead_code)]
    pub struct Item {
        pub a: Option<Box<Item>>,
    }
}

mod second {
    #[derive(typecase::Record)]
    #[allow(dead_code)]
    pub struct Item {
        pub b: Option<Box<Item>>,
    }
}

#[test]
fn two_types_of_one_name() {
    #[derive(Record)]
    #[allow(dead_code)]
    struct Both {
        first: first::Item,
        second: second::Item,
    }
    defines::<Both>(
        r#"{"$name":"Both","$types":{"Item":{"a":"?Item"},"Item2":{"b":"?Item2"}},"$root":{"first":"Item","second":"Item2"}}"#,
    );
}

#[test]
fn depth_is_limited() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(json::decode::<Tree>(deep(128).as_bytes()).is_ok());
    assert!(json::decode::<Tree>(deep(129).as_bytes()).unwrap_err().to_string().starts_with("limit: "));
    assert!(positional::decode::<Tree>(deep(100_000).as_bytes()).unwrap_err().to_string().starts_with("limit: "));
    assert!(Tree::schema().graph().root() < u32::MAX);
}

// Generated code names nothing of the standard library's prelude.
#![no_std]

extern crate alloc;
extern crate std;

use alloc::collections::BTreeMap;
use typecase::value::Value;
use typecase::Record;

#[derive(Record)]
struct A<'a, T> {
    #[record(default)]
    a: alloc::vec::Vec<T>,
    #[record(default = "x", alias = "c", length(min = 1), proto(id = 1))]
    b: alloc::string::String,
    #[record(skip)]
    d: BTreeMap<&'a str, u8>,
}

#[derive(Record)]
enum Open<'a> {
    Known,
    #[record(other)]
    Other(Value<'a>),
}

#[derive(Record)]
#[record(tag = "t")]
enum Tagged<'a> {
    One { open: Open<'a> },
    Two,
}

#[derive(Record)]
#[record(untagged)]
enum Untagged {
    Null,
    Pair(Pair),
    Flags(Flags),
}

#[derive(Record)]
struct Pair(u8, #[record(rename = "b")] bool);

#[derive(Record)]
#[record(flags)]
struct Flags {
    a: bool,
}

fn main() {}

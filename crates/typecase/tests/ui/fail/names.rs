use typecase::Record;

#[derive(Record)]
#[record(rename_all = "camelCase")]
struct A {
    created_at: u8,
    #[record(rename = "createdAt")]
    made: u8,
    #[record(rename = "__proto__")]
    proto: u8,
    #[record(rename = "007")]
    number: u8,
    #[record(alias = "made_at", alias = "proto2")]
    other: u8,
    #[record(alias = "made_at")]
    another: u8,
}

#[derive(Record)]
#[record(rename_all = "lowercase")]
enum E {
    Red,
    #[record(rename = "red")]
    Rot,
}

#[derive(Record)]
#[record(tag = "kind")]
enum U {
    A { kind: u8 },
    B {
        x: u8,
        #[record(rename = "x")]
        y: u8,
    },
}

#[derive(Record)]
#[record(tag = "1")]
enum V {
    A,
}

fn main() {}

use typecase::Record;

#[derive(Record)]
#[record(rename_all = "camelcase", name = "lower")]
struct A {
    #[record(ty = "string")]
    a: u8,
    #[record(nulls = "skip")]
    b: Option<u8>,
    #[record(min = "1")]
    c: u8,
    #[record(length(least = 1))]
    d: String,
    #[record(js = "int")]
    e: i64,
    #[record(rename = "x", rename = "y")]
    f: u8,
    #[record(proto(id))]
    #[record(proto(id = x))]
    g: u8,
    #[record(rename)]
    h: u8,
}

fn main() {}

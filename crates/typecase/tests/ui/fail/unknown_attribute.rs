use typecase::Record;

#[derive(Record)]
#[record(rename_al = "camelCase")]
struct A {
    #[record(renam = "b")]
    a: u8,
    #[record(tag = "b")]
    b: u8,
    #[record(zzzzzzzz)]
    c: u8,
    #[record(with = "module")]
    d: u8,
}

#[derive(Record)]
enum E {
    #[record(alias = "x")]
    X,
    #[record(rename_all_fields = "camelCase")]
    Y,
}

fn main() {}

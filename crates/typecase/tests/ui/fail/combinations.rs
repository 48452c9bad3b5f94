use typecase::Record;

#[derive(Record)]
struct Inner {
    x: u8,
}

#[derive(Record)]
struct Outer<T> {
    #[record(skip, rename = "x")]
    a: u8,
    #[record(flatten, alias = "x")]
    b: Inner,
    #[record(flatten)]
    c: T,
}

fn main() {}

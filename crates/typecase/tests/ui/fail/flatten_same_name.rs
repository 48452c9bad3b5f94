use typecase::Record;

#[derive(Record)]
struct Inner {
    id: u8,
}

#[derive(Record)]
struct Outer {
    id: u8,
    #[record(flatten)]
    inner: Inner,
}

fn main() {}

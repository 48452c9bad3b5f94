use typecase::Record;

#[derive(Record)]
struct Outer {
    #[record(flatten)]
    inner: Vec<u8>,
}

fn main() {}

use typecase::Record;

#[derive(Record)]
struct Inner {
    x: u8,
}

#[derive(Record)]
struct Pair(u8, Inner);

fn main() {}

// A branch of a union with a tag has fields: a number has none.
use typecase::Record;

#[derive(Record)]
#[record(tag = "type")]
enum Tagged {
    Number(u8),
}

fn main() {}

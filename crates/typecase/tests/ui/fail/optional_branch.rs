use typecase::Record;

#[derive(Record)]
#[record(untagged)]
enum Plain {
    Number(Option<u8>),
}

fn main() {}

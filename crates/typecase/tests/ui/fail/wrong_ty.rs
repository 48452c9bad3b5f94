use typecase::Record;

#[derive(Record)]
struct A {
    #[record(ty = "date")]
    at: String,
}

fn main() {}

use typecase::Record;

#[derive(Record)]
struct Unit;

#[derive(Record)]
struct Empty {}

#[derive(Record)]
struct Skipped {
    #[record(skip)]
    a: u8,
}

#[derive(Record)]
struct Wrapper(#[record(rename = "x")] u8);

#[derive(Record)]
struct Tuple(#[record(delta)] u8, u8);

#[derive(Record)]
#[record(sparse)]
struct Sparse(u8);

#[derive(Record)]
#[record(tag = "t", untagged, open, number)]
struct NotAnEnum {
    a: u8,
}

#[derive(Record)]
#[record(flags)]
struct Flags {
    a: bool,
    b: u8,
}

#[derive(Record)]
union Raw {
    a: u8,
}

fn main() {}

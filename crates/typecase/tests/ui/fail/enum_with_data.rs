use typecase::Record;

#[derive(Record)]
enum E {
    A,
    B(u8),
}

#[derive(Record)]
#[record(tag = "type")]
enum Tagged {
    Pair(u8, u8),
    #[record(other)]
    Rest,
}

#[derive(Record)]
#[record(untagged)]
enum Untagged {
    Pair(u8, u8),
    Renamed(#[record(rename = "x")] u8),
}

#[derive(Record)]
#[record(tag = "type", untagged, number)]
enum Both {
    A { x: u8 },
}

#[derive(Record)]
#[record(open)]
enum Open {
    A,
}

#[derive(Record)]
#[record(number)]
enum Numbers {
    A = 1 + 1,
    B = 9007199254740993,
}

#[derive(Record)]
enum Nothing {}

fn main() {}

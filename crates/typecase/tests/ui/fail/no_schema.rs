use std::time::Duration;
use typecase::Record;

#[derive(Record)]
struct A {
    time: Duration,
}

fn main() {}

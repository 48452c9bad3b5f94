// The crate under another name, as a macro of another crate would reach it.
mod reexport {
    pub extern crate typecase as renamed;
}

#[derive(reexport::renamed::Record)]
#[record(crate = reexport::renamed)]
struct A {
    a: u8,
}

fn main() {
    assert_eq!(reexport::renamed::wire::json::encode(&A { a: 1 }).unwrap(), b"{\"a\":1}");
}

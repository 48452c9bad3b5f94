use typecase::wire::json;
use typecase::{Decode, Encode, Record, Type};

fn generic<T: Type + Encode + for<'de> Decode<'de> + 'static>(value: T) -> Vec<u8> {
    #[derive(Record)]
    struct Wrapper<T> {
        inner: T,
    }
    json::encode(&Wrapper { inner: value }).unwrap()
}

macro_rules! record {
    ($name:ident { $($field:ident: $ty:ty = $default:expr),* }) => {
        #[derive(Record)]
        struct $name { $(#[record(default = $default)] $field: $ty),* }
    };
}

fn main() {
    let reader = 5;
    assert_eq!(reader, 5);
    assert_eq!(generic(1u8), b"{\"inner\":1}");
    record!(Made { a: u8 = 1 + 1, b: Option<bool> = None });
    let made: Made = json::decode(b"{}").unwrap();
    assert_eq!((made.a, made.b), (2, None));
}

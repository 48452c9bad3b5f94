//! Typed JSON with the descriptions of the schema as constants, and with them behind a pointer.

use crate::measure::{Comparison, Variant};
use crate::opaque::{BlackBox, Constant, Hide, OpaqueReader, OpaqueWriter, Pointer};
use crate::payloads::{RECORDS, SINGLE, SPARSE, Sparse, User};
use std::fmt::Debug;
use std::hint::black_box;
use typecase::error::Result;
use typecase::limits::Limits;
use typecase::wire::json;
use typecase::{Decode, Encode};

pub fn comparisons() -> Vec<Comparison> {
    let mut all = Vec::new();
    add::<User>(&mut all, "single", SINGLE);
    add::<Vec<User>>(&mut all, "records", RECORDS);
    add::<Sparse>(&mut all, "sparse", SPARSE);
    all
}

fn add<T>(all: &mut Vec<Comparison>, payload: &str, text: &'static str)
where
    T: Encode + Decode<'static> + PartialEq + Debug + 'static,
{
    let encode = [
        encoding::<T, Constant>("constant", text),
        encoding::<T, Pointer>("pointer", text),
        encoding::<T, BlackBox>("black_box", text),
    ];
    let decode = [
        decoding::<T, Constant>("constant", text),
        decoding::<T, Pointer>("pointer", text),
        decoding::<T, BlackBox>("black_box", text),
    ];
    all.push(Comparison::new(format!("encode {payload}"), encode));
    all.push(Comparison::new(format!("decode {payload}"), decode));
}

fn encoding<T: Encode + Decode<'static> + 'static, H: Hide>(name: &'static str, text: &'static str) -> Variant {
    let value = decode::<T, Constant>(text).unwrap();
    let mut out = Vec::new();
    encode::<T, H>(&value, &mut out).unwrap();
    assert_eq!(out, text.trim_end().as_bytes(), "{name}: other text");
    Variant::new(name, move || {
        out.clear();
        encode::<T, H>(black_box(&value), &mut out).unwrap();
        black_box(&out);
    })
}

fn decoding<T: Decode<'static> + PartialEq + Debug, H: Hide>(name: &'static str, text: &'static str) -> Variant {
    assert_eq!(decode::<T, H>(text).unwrap(), json::decode(text.as_bytes()).unwrap(), "{name}: another value");
    Variant::new(name, move || {
        black_box(decode::<T, H>(black_box(text)).unwrap());
    })
}

#[inline(never)]
fn encode<T: Encode, H: Hide>(value: &T, out: &mut Vec<u8>) -> Result<()> {
    let writer = json::Writer::new(out, &json::Options::default(), &Limits::default());
    value.encode(&mut OpaqueWriter::<_, H>::new(writer))?;
    // The comma after the last value.
    out.pop();
    Ok(())
}

#[inline(never)]
fn decode<T: Decode<'static>, H: Hide>(text: &'static str) -> Result<T> {
    let reader = json::Reader::new(text, &json::Options::default(), &Limits::default())?;
    T::decode(&mut OpaqueReader::<_, H>::new(reader))
}

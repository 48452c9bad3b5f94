//! What must hold of any input, however hostile: it is read, or it is refused with an error that says
//! where, on every path alike. The tests give it broken messages, and fuzzers whatever they come up with.

#[path = "same.rs"]
mod same;

pub use same::same;
use typecase::codec::Codec;
use typecase::error::{Code, Error};
use typecase::value::Value;
use typecase::wire::Wire;

/// What is in the buffer before a message is written behind it.
const BEFORE: &[u8] = b"before,";

/// Reads a message as a value and as one of another wire of the same schema; gives what decoding gave.
///
/// # Panics
/// If an error has no place, if the two paths differ, or if what was read cannot be written and read again.
#[track_caller]
pub fn message<'i>(from: &Codec, to: &Codec, input: &'i [u8]) -> Result<Value<'i>, Error> {
    let decoded = from.decode(input);
    let mut converted = BEFORE.to_vec();
    let conversion = from.convert(to, input, &mut converted);
    for error in [decoded.as_ref().err(), conversion.as_ref().err()].into_iter().flatten() {
        placed(error, input);
    }
    match &decoded {
        Err(error) => {
            assert!(conversion.is_err(), "{error} by decoding, taken by converting: {}", input.escape_ascii());
        }
        Ok(value) => {
            let written = to.encode(value);
            match (&written, &conversion) {
                (Ok(written), Ok(())) => {
                    assert!(converted[..BEFORE.len()] == *BEFORE, "what was before is lost: {}", shown(input));
                    assert_eq!(shown(&converted[BEFORE.len()..]), shown(written), "of {}", shown(input));
                }
                (Err(error), Err(_)) => assert!(can_refuse(error.code()), "{error} for {}", shown(input)),
                _ => panic!("encoding gives {written:?}, converting {conversion:?} for {}", shown(input)),
            }
            comes_back(from, value, input);
        }
    }
    let issues = from.issues(input, 9);
    assert_eq!(issues.is_empty(), decoded.is_ok(), "{issues:?} for {decoded:?} of {}", shown(input));
    assert!(issues.len() <= 9);
    for issue in &issues {
        placed(issue, input);
    }
    if conversion.is_err() {
        assert!(converted == BEFORE, "what was written before an error is still there: {}", shown(input));
    }
    decoded
}

/// Why a wire may refuse a value that another has read: it is deeper there, or has no form there.
fn can_refuse(code: Code) -> bool {
    matches!(code, Code::Limit | Code::Unsupported)
}

/// Checks that a value that was read can be written to the same wire and read again.
#[track_caller]
fn comes_back(codec: &Codec, value: &Value<'_>, input: &[u8]) {
    let again = match codec.encode(value) {
        Ok(again) => again,
        // BSON and msgpackr read integers above those of 64 bits, and write none.
        Err(error) if matches!(codec.wire(), Wire::Bson | Wire::Msgpack) && error.code() == Code::Unsupported => return,
        Err(error) => panic!("{value:?} cannot be written again: {error}: {}", shown(input)),
    };
    match codec.decode(&again) {
        Ok(back) if same(&back, value) => {}
        // Without its unknown fields a value may be of an earlier branch, where no tag says which it is.
        // There an empty record may be an empty map when it comes back, which has another form.
        Ok(back) if matches!(codec.wire(), Wire::Msgpack | Wire::Cbor) && has_case(value) => {
            let third = codec.encode(&back).unwrap();
            assert!(same(&codec.decode(&third).unwrap(), &back), "of {}", shown(input));
        }
        Ok(back) if matches!(codec.wire(), Wire::Json | Wire::Bson) && has_case(value) => {
            assert_eq!(shown(&codec.encode(&back).unwrap()), shown(&again), "of {}", shown(input));
        }
        Ok(back) => panic!("{back:?} for {value:?}: {} of {}", shown(&again), shown(input)),
        Err(error) => panic!("{error}: {} of {}", shown(&again), shown(input)),
    }
}

fn has_case(value: &Value<'_>) -> bool {
    match value {
        Value::Case(_) => true,
        Value::List(items) | Value::Record(items) => items.iter().any(has_case),
        Value::Map(entries) => entries.iter().any(|(_, value)| has_case(value)),
        _ => false,
    }
}

/// Checks that an error of reading says where in the input it happened.
#[track_caller]
pub fn placed(error: &Error, input: &[u8]) {
    let offset = error.offset().unwrap_or_else(|| panic!("{error} has no offset: {}", shown(input)));
    assert!(offset <= input.len(), "{error}: beyond the {} bytes of {}", input.len(), shown(input));
    // Rendering it must not fail either.
    assert!(!error.to_string().is_empty());
    assert!(error.line_column(input).is_some());
}

/// The beginning of an input, to be printed.
pub fn shown(input: &[u8]) -> String {
    String::from_utf8_lossy(&input[..input.len().min(2000)]).into_owned()
}

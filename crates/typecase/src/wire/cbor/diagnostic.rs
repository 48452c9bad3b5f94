//! Diagnostic notation (RFC 8949, section 8): CBOR as text for people.

use super::cursor::{Cursor, is_until_break};
use super::heads::{
    ARRAY, BYTES, FALSE, INDEFINITE, MAP, NEGATIVE, NULL, SIMPLE_BYTE, TAG, TEXT, TRUE, UINT, UNDEFINED,
};
use crate::error::{Code, Result};
use crate::limits::{Depth, Limits};
use crate::text::print;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The items of a sequence in diagnostic notation, separated by commas.
///
/// ```
/// use typecase::wire::cbor;
/// let bytes = [0xbf, 0x61, b'a', 0x9f, 1, 0xf9, 0x3c, 0, 0xff, 0x61, b'b', 0xc1, 0x18, 0x2a, 0xff];
/// assert_eq!(cbor::diagnose(&bytes)?, r#"{_ "a": [_ 1, 1.0], "b": 1(42)}"#);
/// assert_eq!(cbor::diagnose(&[0x42, 1, 2, 0xf0, 0xf7])?, "h'0102', simple(16), undefined");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `structure` or `utf8` with the offset, where the bytes are not CBOR; `limit` for nesting deeper than
/// [`Limits::default`] allows.
pub fn diagnose(input: &[u8]) -> Result<String> {
    let mut cursor = Cursor { input, pos: 0 };
    let mut out = String::new();
    while cursor.pos < input.len() {
        if cursor.pos > 0 {
            out.push_str(", ");
        }
        item(&mut cursor, &mut out, &mut Limits::default().depth())?;
    }
    Ok(out)
}

/// Prints one item. The recursion is bounded by the depth limit.
fn item(cursor: &mut Cursor<'_>, out: &mut String, depth: &mut Depth) -> Result<()> {
    let first = cursor.peek()?;
    match first & 0xe0 {
        UINT | NEGATIVE => {
            let (n, behind) = cursor.argument(first)?;
            cursor.pos = behind;
            let value = if first & 0xe0 == NEGATIVE { -1 - i128::from(n) } else { n.into() };
            out.push_str(&value.to_string());
        }
        BYTES | TEXT if first & 31 == INDEFINITE => {
            out.push_str("(_ ");
            let mut first_piece = true;
            cursor.pieces(|bytes, at| {
                if !core::mem::take(&mut first_piece) {
                    out.push_str(", ");
                }
                string(first, bytes, at, out)
            })?;
            if first_piece {
                // RFC 8949, section 8.1: a string in no pieces.
                out.truncate(out.len() - 3);
                out.push_str(if first & 0xe0 == TEXT { "\"\"_" } else { "''_" });
            } else {
                out.push(')');
            }
        }
        BYTES | TEXT => {
            if let Some(bytes) = cursor.whole(first)? {
                string(first, bytes, cursor.pos - bytes.len(), out)?;
            }
        }
        ARRAY => list(cursor, out, depth, first, ['[', ']'], |cursor, out, depth| item(cursor, out, depth))?,
        MAP => list(cursor, out, depth, first, ['{', '}'], |cursor, out, depth| {
            item(cursor, out, depth)?;
            out.push_str(": ");
            item(cursor, out, depth)
        })?,
        TAG => {
            depth.enter().map_err(|error| error.at(cursor.pos))?;
            out.push_str(&cursor.take_tag(first)?.to_string());
            out.push('(');
            item(cursor, out, depth)?;
            out.push(')');
            depth.leave();
        }
        _ => simple(cursor, out, first)?,
    }
    Ok(())
}

fn list<'de>(
    cursor: &mut Cursor<'de>,
    out: &mut String,
    depth: &mut Depth,
    first: u8,
    [open, close]: [char; 2],
    mut entry: impl FnMut(&mut Cursor<'de>, &mut String, &mut Depth) -> Result<()>,
) -> Result<()> {
    depth.enter().map_err(|error| error.at(cursor.pos))?;
    let mut left = cursor.count(first, if open == '{' { 2 } else { 1 })?;
    out.push(open);
    if is_until_break(left) {
        out.push_str("_ ");
    }
    let mut is_first = true;
    while cursor.more(&mut left)? {
        if !core::mem::take(&mut is_first) {
            out.push_str(", ");
        }
        entry(cursor, out, depth)?;
    }
    out.push(close);
    depth.leave();
    Ok(())
}

fn string(first: u8, bytes: &[u8], at: usize, out: &mut String) -> Result<()> {
    if first & 0xe0 == TEXT {
        let mut quoted = Vec::new();
        print::string(&mut quoted, super::text_at(bytes, at)?, b' ');
        quoted.pop();
        out.push_str(super::text_at(&quoted, at)?);
        return Ok(());
    }
    out.push_str("h'");
    for byte in bytes {
        for nibble in [byte >> 4, byte & 15] {
            out.push(char::from_digit(nibble.into(), 16).unwrap_or('0'));
        }
    }
    out.push('\'');
    Ok(())
}

fn simple(cursor: &mut Cursor<'_>, out: &mut String, first: u8) -> Result<()> {
    if let Some(value) = cursor.float()? {
        let text = if value.is_finite() {
            let mut digits = Vec::new();
            print::double(&mut digits, value);
            digits.pop();
            let mut text = String::from_utf8(digits).unwrap_or_default();
            if value == 0.0 && value.is_sign_negative() {
                text = "-0".to_string();
            }
            if text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()) {
                text.push_str(".0");
            }
            text
        } else if value.is_nan() {
            "NaN".to_string()
        } else {
            (if value > 0.0 { "Infinity" } else { "-Infinity" }).to_string()
        };
        out.push_str(&text);
        return Ok(());
    }
    let (number, behind) = cursor.argument(first)?;
    if first == SIMPLE_BYTE && number < 32 {
        return Err(cursor.error(Code::Structure, "a simple value below 32 has one byte"));
    }
    cursor.pos = behind;
    match first {
        FALSE => out.push_str("false"),
        TRUE => out.push_str("true"),
        NULL => out.push_str("null"),
        UNDEFINED => out.push_str("undefined"),
        _ => out.push_str(&alloc::format!("simple({number})")),
    }
    Ok(())
}

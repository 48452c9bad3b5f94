//! The core deterministic encoding (RFC 8949, section 4.2.1): the shortest heads and floats, lengths for all
//! that has one, and the keys of maps in the bytewise order of their encodings.
//!
//! The writer writes the shortest forms by itself; its maps are sorted when the message is complete, because
//! the order of keys is known only then.

use super::cursor::Cursor;
use super::floats;
use super::heads::{self, ARRAY, BYTES, DOUBLE, HALF, INDEFINITE, MAP, SINGLE, TAG, TEXT, tag};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use alloc::vec::Vec;
use core::ops::Range;

/// Checks that a message is in the deterministic encoding.
///
/// # Errors
/// `structure` at the first item that is not.
pub(super) fn check(input: &[u8], limits: &Limits) -> Result<()> {
    let mut cursor = Cursor { input, pos: 0 };
    check_item(&mut cursor, &mut limits.depth())
}

/// The recursion is bounded by the depth limit.
fn check_item(cursor: &mut Cursor<'_>, depth: &mut Depth) -> Result<()> {
    loop {
        let start = cursor.pos;
        let not_shortest = Err(Error::new(Code::Structure, "not in the shortest form").at(start));
        let first = cursor.peek()?;
        if first & 31 == INDEFINITE && matches!(first & 0xe0, BYTES | TEXT | ARRAY | MAP) {
            return Err(Error::new(Code::Structure, "the deterministic encoding has a length here").at(start));
        }
        if matches!(first, HALF | SINGLE | DOUBLE) {
            let Some(value) = cursor.float()? else { return not_shortest };
            let single = floats::to_single(value);
            let fits = match first {
                DOUBLE => single.is_some(),
                SINGLE => single.and_then(floats::to_half).is_some(),
                _ => false,
            };
            return if fits { not_shortest } else { Ok(()) };
        }
        let (argument, behind) = cursor.argument(first)?;
        if first & 0xe0 != heads::SIMPLE && behind - start != heads::head_length(argument) {
            return not_shortest;
        }
        match first & 0xe0 {
            BYTES | TEXT => drop(cursor.whole(first)?),
            ARRAY => {
                depth.enter().map_err(|error| error.at(start))?;
                let mut left = cursor.count(first, 1)?;
                while cursor.more(&mut left)? {
                    check_item(cursor, depth)?;
                }
                depth.leave();
            }
            MAP => {
                depth.enter().map_err(|error| error.at(start))?;
                let mut left = cursor.count(first, 2)?;
                let mut before: Option<&[u8]> = None;
                while cursor.more(&mut left)? {
                    let at = cursor.pos;
                    check_item(cursor, depth)?;
                    let key = &cursor.input[at..cursor.pos];
                    if before.is_some_and(|before| before >= key) {
                        return Err(Error::new(Code::Structure, "the keys are not in order").at(at));
                    }
                    before = Some(key);
                    check_item(cursor, depth)?;
                }
                depth.leave();
            }
            TAG => {
                cursor.pos = behind;
                let next = cursor.peek()?;
                if matches!(argument, tag::BIG_POSITIVE | tag::BIG_NEGATIVE) && next & 0xe0 == BYTES {
                    let (length, at) = cursor.argument(next)?;
                    let leading = cursor.bytes(at, length)?.first().copied().unwrap_or(0);
                    if length <= 8 || leading == 0 {
                        return not_shortest;
                    }
                }
                continue;
            }
            _ => cursor.pos = behind,
        }
        return Ok(());
    }
}

/// Puts the keys of all maps in the message behind `start` in order. It has been written here, so every head is
/// definite, and its nesting is within the limits.
pub(super) fn sort(out: &mut Vec<u8>, start: usize) {
    let mut sorted = Vec::with_capacity(out.len() - start);
    let mut cursor = Cursor { input: &out[start..], pos: 0 };
    if sort_item(&mut cursor, &mut sorted).is_ok() && sorted.len() == out.len() - start {
        out.truncate(start);
        out.extend_from_slice(&sorted);
    }
}

fn sort_item(cursor: &mut Cursor<'_>, sorted: &mut Vec<u8>) -> Result<()> {
    let start = cursor.pos;
    let first = cursor.peek()?;
    let (argument, behind) = cursor.argument(first)?;
    cursor.pos = behind;
    match first & 0xe0 {
        BYTES | TEXT => cursor.pos += cursor.bytes(behind, argument)?.len(),
        ARRAY | TAG => {
            sorted.extend_from_slice(&cursor.input[start..behind]);
            for _ in 0..if first & 0xe0 == TAG { 1 } else { argument } {
                sort_item(cursor, sorted)?;
            }
            return Ok(());
        }
        MAP => {
            sorted.extend_from_slice(&cursor.input[start..behind]);
            let mut parts = Vec::new();
            let mut entries: Vec<(Range<usize>, Range<usize>)> = Vec::new();
            for _ in 0..argument {
                let from = parts.len();
                sort_item(cursor, &mut parts)?;
                let middle = parts.len();
                sort_item(cursor, &mut parts)?;
                entries.push((from..middle, middle..parts.len()));
            }
            entries.sort_by(|a, b| parts[a.0.clone()].cmp(&parts[b.0.clone()]));
            for (key, value) in entries {
                sorted.extend_from_slice(&parts[key.start..value.end]);
            }
            return Ok(());
        }
        _ => {}
    }
    sorted.extend_from_slice(&cursor.input[start..cursor.pos]);
    Ok(())
}

//! Instants: extension type -1 of the specification, in milliseconds here.

use super::heads::{FIXEXT4, FIXEXT8, ext};
use super::put::Put;
use crate::wire::buffer::Buffer;

/// Appends an instant in its smallest form.
#[inline(always)]
pub(super) fn write(out: &mut Buffer<'_>, millis: i64) {
    const TYPE: u8 = ext::TIMESTAMP as u8;
    let (seconds, nanos) = (millis.div_euclid(1000), millis.rem_euclid(1000) as u32 * 1_000_000);
    match u64::try_from(seconds) {
        Ok(seconds) if nanos == 0 && seconds < 1 << 32 => {
            let [a, b, c, d] = (seconds as u32).to_be_bytes();
            out.fixed([FIXEXT4, TYPE, a, b, c, d]);
        }
        Ok(seconds) if seconds < 1 << 34 => {
            let [a, b, c, d, e, f, g, h] = (u64::from(nanos) << 34 | seconds).to_be_bytes();
            out.fixed([FIXEXT8, TYPE, a, b, c, d, e, f, g, h]);
        }
        _ => write_long(out, seconds, nanos),
    }
}

#[cold]
#[inline(never)]
fn write_long(out: &mut Buffer<'_>, seconds: i64, nanos: u32) {
    out.extension(ext::TIMESTAMP, 12, true);
    out.fixed(nanos.to_be_bytes());
    out.fixed(seconds.to_be_bytes());
}

/// The seconds since 1970-01-01T00:00Z and the nanoseconds of the bytes of a timestamp; `None` if they are none.
#[inline]
pub(super) fn read(bytes: &[u8]) -> Option<(i64, u32)> {
    let (seconds, nanos) = if let Ok(seconds) = <[u8; 4]>::try_from(bytes) {
        (u32::from_be_bytes(seconds).into(), 0)
    } else if let Ok(both) = <[u8; 8]>::try_from(bytes) {
        let both = u64::from_be_bytes(both);
        ((both & ((1 << 34) - 1)) as i64, (both >> 34) as u32)
    } else if bytes.len() == 12 {
        let (nanos, seconds) = bytes.split_first_chunk::<4>()?;
        (i64::from_be_bytes(seconds.try_into().ok()?), u32::from_be_bytes(*nanos))
    } else {
        return None;
    };
    (nanos < 1_000_000_000).then_some((seconds, nanos))
}

/// The milliseconds of a timestamp, if they are in the range of dates; finer parts are cut off.
pub(super) fn millis((seconds, nanos): (i64, u32)) -> Option<i64> {
    let millis = seconds.checked_mul(1000)?.checked_add(i64::from(nanos / 1_000_000))?;
    crate::text::date::in_range(millis).then_some(millis)
}

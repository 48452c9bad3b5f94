//! The values of a leaf column while a group is being gathered, and how they are written.

use super::coding::{Coding, Encoding, MOST_SCALE, Mapping, Simple};
use super::integers::{Integers, payload, shortest_simple};
use super::plan::LeafKind;
use super::strings::{Base, StringColumns, Strings, write_lines};
use super::values::POWERS;
use crate::text::{date, print};
use alloc::vec::Vec;

/// Values of a leaf, in the one of these that is for its kind.
#[derive(Debug, Default)]
pub(super) struct Column {
    pub(super) ints: Vec<i64>,
    pub(super) floats: Vec<f64>,
    pub(super) strings: Strings,
}

impl Column {
    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    /// Keeps the first values.
    pub(super) fn truncate(&mut self, count: usize) {
        self.ints.truncate(count);
        self.floats.truncate(count);
        self.strings.truncate(count);
    }
}

/// Writes columns, each in its shortest encoding; keeps what that needs from column to column.
#[derive(Default)]
pub(super) struct Encoder {
    pub(super) readable: bool,
    integers: Integers,
    strings: StringColumns,
    /// Numbers as integers.
    mapped: Vec<i64>,
    /// The dictionary of each leaf that later groups may build on.
    pub(super) bases: Vec<Option<Base>>,
}

impl Encoder {
    pub(super) fn new(leaves: usize, readable: bool) -> Encoder {
        let bases = core::iter::repeat_with(|| None).take(leaves).collect();
        Encoder { readable, bases, ..Encoder::default() }
    }

    /// Appends a column of this group and gives its encoding.
    pub(super) fn encode(
        &mut self,
        leaf: usize,
        kind: LeafKind,
        column: &Column,
        group: usize,
        out: &mut Vec<u8>,
    ) -> Encoding {
        if self.readable {
            return self.readable(kind, column, out);
        }
        if kind.is_number() {
            return self.numbers(kind, &column.floats, out);
        }
        if kind.is_integer() {
            let coding = self.integers.choose(&column.ints);
            self.integers.write(&column.ints, coding, out);
            return Encoding::of(coding);
        }
        let best = self.strings.measure(&column.strings);
        let base = &mut self.bases[leaf];
        let coding = self.strings.build_on(&column.strings, base.as_ref(), best);
        self.strings.write(&column.strings, coding, base.as_ref(), out);
        *base = self.strings.base(coding, group).or(base.take());
        Encoding::of(coding)
    }

    /// Numbers, as decimals if all of them can be, and else by their bits.
    fn numbers(&mut self, kind: LeafKind, numbers: &[f64], out: &mut Vec<u8>) -> Encoding {
        if numbers.is_empty() {
            return Encoding::of(Coding::Simple(Simple::None));
        }
        self.mapped.clear();
        let single = kind == LeafKind::Single;
        let mapping = match decimals(numbers, single, &mut self.mapped) {
            Some(scale) => Mapping::Decimal(scale),
            None => {
                self.mapped.clear();
                if single {
                    self.mapped.extend(numbers.iter().map(|&number| i64::from((number as f32).to_bits())));
                    Mapping::Float
                } else {
                    self.mapped.extend(numbers.iter().map(|number| number.to_bits() as i64));
                    Mapping::Double
                }
            }
        };
        let coding = self.integers.choose(&self.mapped);
        self.integers.write(&self.mapped, coding, out);
        Encoding { mapping, coding }
    }

    /// Values one a line as people write them, or a sequence of integers if that is shorter.
    fn readable(&mut self, kind: LeafKind, column: &Column, out: &mut Vec<u8>) -> Encoding {
        let start = out.len();
        let mut coding = Simple::Plain;
        if kind.is_number() {
            column.floats.iter().for_each(|&number| print_number(number, out));
        } else if kind.is_integer() {
            column.ints.iter().for_each(|&value| print_integer(value, kind, out));
            let (simple, bytes) = shortest_simple(&column.ints);
            if matches!(simple, Simple::Sequence { .. }) && bytes <= coding.words() + out.len() - start {
                coding = simple;
                out.truncate(start);
            }
        } else {
            if super::lines::first(&column.strings.bytes).is_some() {
                coding = Simple::Escaped;
            }
            write_lines(&column.strings, coding, out);
        }
        if coding == Simple::Plain && out.len() == start {
            coding = Simple::None;
        }
        debug_assert_eq!(payload(Simple::None, 0), 0);
        Encoding::of(Coding::Simple(coding))
    }
}

/// Appends a number as a line.
fn print_number(number: f64, out: &mut Vec<u8>) {
    if number.is_nan() {
        out.extend_from_slice(b"NaN\n");
    } else if number.is_infinite() {
        out.extend_from_slice(if number > 0.0 { b"Infinity\n" } else { b"-Infinity\n" });
    } else if number == 0.0 && number.is_sign_negative() {
        out.extend_from_slice(b"-0\n");
    } else {
        print::double(out, number);
        if let Some(last) = out.last_mut() {
            *last = b'\n';
        }
    }
}

/// Appends an integer, a boolean or a date as a line.
fn print_integer(value: i64, kind: LeafKind, out: &mut Vec<u8>) {
    match kind {
        LeafKind::Bool => out.extend_from_slice(if value == 0 { b"false" } else { b"true" }),
        LeafKind::Date => {
            let (buffer, length) = date::print(value);
            out.extend_from_slice(&buffer[..length]);
        }
        LeafKind::Uint64 => out.extend_from_slice(itoa::Buffer::new().format(value as u64).as_bytes()),
        _ => out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
    }
    out.push(b'\n');
}

/// The least power of ten by which all numbers are integers of up to 53 bits that give back the same numbers; these
/// integers go to `out`, which is empty.
fn decimals(numbers: &[f64], single: bool, out: &mut Vec<i64>) -> Option<u8> {
    // The numbers from `settled` on are integers at this scale.
    let (mut scale, mut settled) = (0, 0);
    out.reserve(numbers.len());
    for (at, &number) in numbers.iter().enumerate() {
        let integer = loop {
            if let Some(integer) = decimal(number, scale, single) {
                break integer;
            }
            (scale, settled) = (scale + 1, at);
            if scale > MOST_SCALE {
                return None;
            }
        };
        out.push(integer);
    }
    for (integer, &number) in out.iter_mut().zip(&numbers[..settled]) {
        // What is an integer at one scale may be too large at another.
        *integer = decimal(number, scale, single)?;
    }
    Some(scale)
}

/// The integer that gives back the number when it is divided by the power of ten.
#[inline(always)]
fn decimal(number: f64, scale: u8, single: bool) -> Option<i64> {
    const GREATEST: f64 = 9_007_199_254_740_992.0;
    let power = POWERS[usize::from(scale)];
    let scaled = number * power;
    if !(-GREATEST..=GREATEST).contains(&scaled) {
        return None;
    }
    let integer = nearest(scaled);
    let back = integer as f64 / power;
    let back = if single { f64::from(back as f32) } else { back };
    (back.to_bits() == number.to_bits()).then_some(integer)
}

/// The integer next to a number of at most 2^53. (`f64::round` needs the standard library.)
#[inline(always)]
fn nearest(number: f64) -> i64 {
    let half = if number < 0.0 { -0.5 } else { 0.5 };
    (number + half) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_give_back_the_same_doubles() {
        let mut out = Vec::new();
        assert_eq!(decimals(&[19.99, 5.0, -0.07], false, &mut out), Some(2));
        assert_eq!(out, [1999, 500, -7]);
        for (numbers, scale) in [
            (&[1.0, 1e15][..], Some(0)),
            (&[0.1, 9e15], None),
            (&[1e-7], Some(7)),
            (&[-0.0], None),
            (&[0.1 + 0.2], None),
            (&[core::f64::consts::PI], Some(15)),
            (&[f64::NAN], None),
            (&[f64::INFINITY], None),
            (&[5e-324], None),
            (&[1e300], None),
        ] {
            out.clear();
            let found = decimals(numbers, false, &mut out);
            assert_eq!(found, scale, "{numbers:?}");
            if let Some(scale) = found {
                for (integer, number) in out.iter().zip(numbers) {
                    assert_eq!(*integer as f64 / POWERS[usize::from(scale)], *number);
                }
            }
        }
        out.clear();
        assert_eq!(decimals(&[f64::from(0.1f32), 2.5], true, &mut out), Some(1));
        assert_eq!(out, [1, 25]);
    }
}

//! Reads the values of one leaf column of a group, all of them or those of some rows.
//!
//! Lengths are checked against the bytes that are there before anything is reserved, and the range of integers once
//! for a column: from the least and the greatest one, not one by one.

use super::coding::{Coding, EXPANDED, Encoding, MOST_VALUES, Mapping, Simple, index_width, signed};
use super::plan::LeafKind;
use super::{digits, lines};
use crate::error::{Code, Error, Result};
use crate::text::{date, number};
use alloc::vec::Vec;
use core::ops::Range;

/// A part of the document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'de> {
    pub(super) bytes: &'de [u8],
    /// Where it begins in the document.
    pub(super) offset: usize,
}

impl<'de> Part<'de> {
    /// What comes before and behind a place.
    fn split(self, at: usize) -> Result<(Part<'de>, Part<'de>)> {
        match self.bytes.split_at_checked(at) {
            Some((before, behind)) => {
                Ok((Part { bytes: before, ..self }, Part { bytes: behind, offset: self.offset + at }))
            }
            None => Err(self.wrong("the column is shorter than its words say")),
        }
    }

    #[cold]
    #[inline(never)]
    fn wrong(&self, message: &'static str) -> Error {
        Error::new(Code::Structure, message).at(self.offset)
    }

    /// The digits of a column that are followed by a line feed, and are so many.
    fn digits(self, count: Option<usize>) -> Result<&'de [u8]> {
        match self.bytes {
            [digits @ .., b'\n'] if Some(digits.len()) == count => Ok(digits),
            _ => Err(self.wrong("the column has not as many digits as its words say")),
        }
    }

    fn is_empty(self) -> Result<()> {
        if self.bytes.is_empty() { Ok(()) } else { Err(self.wrong("expected a column without bytes")) }
    }
}

/// Reads the integers of `range` among `count`, which must be of this kind.
pub(super) fn integers(
    part: Part<'_>,
    count: usize,
    range: Range<usize>,
    encoding: &Encoding,
    kind: LeafKind,
    out: &mut Vec<i64>,
) -> Result<()> {
    if encoding.mapping != Mapping::Itself {
        return Err(part.wrong("a column that is not of numbers is written as one"));
    }
    let bounds = kind.bounds();
    match encoding.coding {
        Coding::Simple(Simple::Plain) => plain_integers(part, count, range, kind, out),
        coding => coded(part, count, range, coding, bounds, |value| value, out),
    }
}

/// Reads the numbers of `range` among `count`.
pub(super) fn numbers(
    part: Part<'_>,
    count: usize,
    range: Range<usize>,
    encoding: &Encoding,
    kind: LeafKind,
    out: &mut Vec<f64>,
) -> Result<()> {
    let coding = encoding.coding;
    match (encoding.mapping, coding) {
        (Mapping::Itself, Coding::Simple(Simple::Plain)) => plain_numbers(part, count, range, kind, out),
        (Mapping::Itself, Coding::Simple(Simple::None)) => {
            coded(part, count, range, coding, (0, 0), |value| value as f64, out)
        }
        (Mapping::Itself, _) => Err(part.wrong("a column of numbers is written as one of integers")),
        (Mapping::Decimal(scale), _) => {
            let (power, bounds) = (POWERS[usize::from(scale)], (-(1 << 53), 1 << 53));
            match (kind, scale) {
                (LeafKind::Single, _) => {
                    let single = |value| f64::from((value as f64 / power) as f32);
                    coded(part, count, range, coding, bounds, single, out)
                }
                (_, 0) => coded(part, count, range, coding, bounds, |value| value as f64, out),
                _ => coded(part, count, range, coding, bounds, |value| value as f64 / power, out),
            }
        }
        (Mapping::Double, _) if kind == LeafKind::Number => {
            let double = |bits| f64::from_bits(bits as u64);
            coded(part, count, range, coding, (i64::MIN, i64::MAX), double, out)
        }
        (Mapping::Float, _) if kind == LeafKind::Single => {
            let float = |bits| f64::from(f32::from_bits(bits as u32));
            coded(part, count, range, coding, (0, u32::MAX.into()), float, out)
        }
        _ => Err(part.wrong("the numbers are of another type")),
    }
}

/// The powers of ten that a double holds.
pub(super) const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Reads integers in any coding but lines of text, and appends what `map` makes of them.
fn coded<T: Copy>(
    part: Part<'_>,
    count: usize,
    range: Range<usize>,
    coding: Coding,
    bounds: (i64, i64),
    map: impl FnMut(i64) -> T,
    out: &mut Vec<T>,
) -> Result<()> {
    match coding {
        Coding::Simple(simple) => self::simple(part, count, range, simple, bounds, map, out),
        Coding::Delta { start, steps } => deltas(part, count, range, (start, steps), bounds, map, out),
        Coding::Run { runs, bytes, values, lengths } => {
            let (values_part, lengths_part) = part.split(bytes)?;
            let lengths = run_lengths(lengths_part, runs, lengths, count)?;
            let mut values_of_runs = Vec::new();
            simple(values_part, runs, 0..runs, values, bounds, map, &mut values_of_runs)?;
            out.reserve(range.len());
            spread(&lengths, range, |run, times| out.extend(core::iter::repeat_n(values_of_runs[run], times)));
            Ok(())
        }
        Coding::Dictionary { count: distinct, bytes, values } => {
            let (values_part, indexes) = part.split(bytes)?;
            check_dictionary(part, distinct)?;
            let mut dictionary = Vec::new();
            simple(values_part, distinct, 0..distinct, values, bounds, map, &mut dictionary)?;
            look_up(indexes, count, range, &dictionary, out)
        }
        Coding::More { .. } => Err(part.wrong("only strings share the dictionary of another group")),
    }
}

fn simple<T>(
    part: Part<'_>,
    count: usize,
    range: Range<usize>,
    simple: Simple,
    bounds: (i64, i64),
    mut map: impl FnMut(i64) -> T,
    out: &mut Vec<T>,
) -> Result<()> {
    match simple {
        Simple::None if count == 0 => part.is_empty(),
        Simple::Sequence { start, step } if count > 0 && count <= EXPANDED => {
            part.is_empty()?;
            let last = i128::from(start) + i128::from(step) * (count as i128 - 1);
            check_bounds(part, start.into(), bounds)?;
            check_bounds(part, last, bounds)?;
            // Both ends fit, and so does all between them.
            out.extend(range.map(|at| map(start.wrapping_add(step.wrapping_mul(at as i64)))));
            Ok(())
        }
        Simple::Bits => {
            let digits = part.digits(Some(digits::of_bits(count)))?;
            check_bounds(part, 0, bounds)?;
            out.reserve(range.len());
            let (first, end) = (range.start / 6, range.end.div_ceil(6));
            let (mut skip, mut left, mut any) = (range.start % 6, range.len(), 0);
            let here = &digits[first..end.max(first)];
            let result = digits::read_bits(here, (count - first * 6).min(here.len() * 6), |bit| {
                if skip > 0 {
                    skip -= 1;
                } else if left > 0 {
                    left -= 1;
                    any |= bit;
                    out.push(map(bit));
                }
            });
            result.map_err(|at| not_a_digit(part.offset + first + at))?;
            check_bounds(part, any.into(), bounds)
        }
        Simple::Int { min, step, width } => {
            let width = usize::from(width);
            let digits = part.digits(count.checked_mul(width))?;
            check_bounds(part, min.into(), bounds)?;
            let first = range.start * width;
            let here = &digits[first..range.end * width];
            let greatest = match step {
                1 => digits::read(here, width, out, |value| map(min.wrapping_add(value as i64))),
                _ => digits::read(here, width, out, |value| map(min.wrapping_add(value.wrapping_mul(step) as i64))),
            };
            let greatest = greatest.map_err(|at| not_a_digit(part.offset + first + at))?;
            let most = i128::try_from(u128::from(greatest) * u128::from(step)).unwrap_or(i128::MAX);
            check_bounds(part, most.saturating_add(min.into()), bounds)
        }
        _ => Err(part.wrong("the column cannot be written in this way")),
    }
}

/// Reads integers of which the first is given, and the others by their differences.
fn deltas<T: Copy>(
    part: Part<'_>,
    count: usize,
    range: Range<usize>,
    (start, steps): (i64, Simple),
    bounds: (i64, i64),
    mut map: impl FnMut(i64) -> T,
    out: &mut Vec<T>,
) -> Result<()> {
    let Some(after) = count.checked_sub(1) else { return Err(part.wrong("a column without values has no first one")) };
    // What comes before the range is added up as well.
    let mut from_first = Vec::new();
    let to = if range.start == 0 { &mut *out } else { &mut from_first };
    to.reserve(range.end.min(part.bytes.len() + 1));
    if range.end > 0 {
        to.push(map(start));
    }
    let (mut value, mut min, mut max, mut overflows) = (start, start, start, false);
    let mut add = |difference| {
        let (next, overflow) = value.overflowing_add(difference);
        overflows |= overflow;
        value = next;
        (min, max) = (min.min(value), max.max(value));
        map(value)
    };
    simple(part, after, 0..range.end.saturating_sub(1), steps, (i64::MIN, i64::MAX), &mut add, to)?;
    if overflows {
        return Err(part.wrong("the sum of the differences does not fit 64 bits"));
    }
    check_bounds(part, min.into(), bounds)?;
    check_bounds(part, max.into(), bounds)?;
    out.extend(from_first.into_iter().skip(range.start));
    Ok(())
}

/// How often the value of each run comes, which must be `count` in all.
fn run_lengths(part: Part<'_>, runs: usize, coding: Simple, count: usize) -> Result<Vec<i64>> {
    if count > EXPANDED || runs > count {
        return Err(part.wrong("the column is too long for runs, or has more runs than values"));
    }
    let mut lengths = Vec::new();
    simple(part, runs, 0..runs, coding, (1, EXPANDED as i64), |value| value, &mut lengths)?;
    if lengths.iter().sum::<i64>() != count as i64 {
        return Err(part.wrong("the runs are not as many values as the column has"));
    }
    Ok(lengths)
}

/// Gives `take` each run in a range, and how much of it is.
fn spread(lengths: &[i64], range: Range<usize>, mut take: impl FnMut(usize, usize)) {
    let mut start = 0;
    for (run, &length) in lengths.iter().enumerate() {
        let end = start + length as usize;
        let here = end.min(range.end).saturating_sub(start.max(range.start));
        if here > 0 {
            take(run, here);
        }
        start = end;
    }
}

fn check_dictionary(part: Part<'_>, distinct: usize) -> Result<()> {
    match distinct {
        1..=MOST_VALUES => Ok(()),
        _ => Err(part.wrong("a dictionary has at least one value and at most 4096")),
    }
}

/// Appends the values of a dictionary that have the indexes of a range.
fn look_up<T: Copy>(
    part: Part<'_>,
    count: usize,
    range: Range<usize>,
    dictionary: &[T],
    out: &mut Vec<T>,
) -> Result<()> {
    let Some(&first) = dictionary.first() else { return Err(part.wrong("a dictionary has at least one value")) };
    let width = index_width(dictionary.len(), count);
    if width == 0 {
        part.is_empty()?;
        out.extend(core::iter::repeat_n(first, range.len()));
        return Ok(());
    }
    let digits = part.digits(count.checked_mul(width))?;
    let (start, end) = (range.start * width, range.end * width);
    match digits::look_up(&digits[start..end], width, dictionary, out) {
        Ok(greatest) if greatest < dictionary.len() => Ok(()),
        Ok(_) => Err(part.wrong("the dictionary has no value with this index")),
        Err(at) => Err(not_a_digit(part.offset + start + at)),
    }
}

/// The dictionary of strings that a column uses, and how many of them are its own group's or an earlier one's.
#[derive(Default)]
pub(super) struct Dictionary<'de> {
    pub(super) texts: Vec<&'de str>,
    /// The group whose dictionary comes first, and how many strings it has.
    pub(super) base: Option<(usize, usize)>,
    pub(super) escaped: bool,
}

/// Reads the strings of `range` among `count`; says whether they are escaped. `dictionary` holds that of the group
/// that a coding with [`Coding::More`] names.
pub(super) fn strings<'de>(
    part: Part<'de>,
    count: usize,
    range: Range<usize>,
    encoding: &Encoding,
    group: usize,
    dictionary: &mut Dictionary<'de>,
    out: &mut Vec<&'de str>,
) -> Result<bool> {
    if encoding.mapping != Mapping::Itself {
        return Err(part.wrong("a column that is not of numbers is written as one"));
    }
    match encoding.coding {
        Coding::Simple(simple) => texts(part, count, range, simple, out),
        Coding::Run { runs, bytes, values, lengths } => {
            let (values_part, lengths_part) = part.split(bytes)?;
            let lengths = run_lengths(lengths_part, runs, lengths, count)?;
            let mut values_of_runs = Vec::new();
            let escaped = texts(values_part, runs, 0..runs, values, &mut values_of_runs)?;
            out.reserve(range.len());
            spread(&lengths, range, |run, times| out.extend(core::iter::repeat_n(values_of_runs[run], times)));
            Ok(escaped)
        }
        Coding::Dictionary { .. } | Coding::More { .. } => {
            let indexes = read_dictionaries(part, encoding, group, dictionary)?;
            look_up(indexes, count, range, &dictionary.texts, out)?;
            Ok(dictionary.escaped)
        }
        Coding::Delta { .. } => Err(part.wrong("strings have no differences")),
    }
}

/// How many strings of a dictionary are handed on at a time: so few that they stay in the nearest cache.
const SOME: usize = 1024;

/// Gives `take` all strings of a column in order, some at a time, and says with them whether they are escaped. `some` is
/// room for them; `dictionary` is as for [`strings`].
///
/// # Errors
/// As for [`strings`], and those of `take`; what has been taken before an error is in the document.
#[inline(always)]
pub(super) fn each_strings<'de>(
    part: Part<'de>,
    count: usize,
    encoding: &Encoding,
    group: usize,
    dictionary: &mut Dictionary<'de>,
    some: &mut Vec<&'de str>,
    mut take: impl FnMut(&[&'de str], bool) -> Result<()>,
) -> Result<()> {
    let indexes = match encoding.coding {
        Coding::Dictionary { .. } | Coding::More { .. } if encoding.mapping == Mapping::Itself => {
            Some(read_dictionaries(part, encoding, group, dictionary)?)
        }
        _ => None,
    };
    let mut start = 0;
    // One call of `take`, so that it becomes a part of this loop.
    loop {
        some.clear();
        let (end, escaped) = match indexes {
            Some(indexes) => {
                let end = count.min(start + SOME);
                look_up(indexes, count, start..end, &dictionary.texts, some)?;
                (end, dictionary.escaped)
            }
            None => (count, strings(part, count, 0..count, encoding, group, dictionary, some)?),
        };
        take(some, escaped)?;
        if end == count {
            return Ok(());
        }
        start = end;
    }
}

/// Reads the dictionary of a column, behind the one that it builds on if it does, and gives the part with the indexes.
fn read_dictionaries<'de>(
    part: Part<'de>,
    encoding: &Encoding,
    group: usize,
    dictionary: &mut Dictionary<'de>,
) -> Result<Part<'de>> {
    let Coding::More { count, bytes, values, .. } = encoding.coding else {
        return read_dictionary(part, encoding, group, dictionary);
    };
    let (values_part, indexes) = part.split(bytes)?;
    let Some((_, known)) = dictionary.base else { return Err(part.wrong("that group has no dictionary")) };
    dictionary.texts.truncate(known);
    let escaped = texts(values_part, count, 0..count, values, &mut dictionary.texts)?;
    if count > 0 && escaped != dictionary.escaped {
        return Err(part.wrong("the strings are not escaped as those of the dictionary are"));
    }
    if dictionary.texts.len() > MOST_VALUES {
        return Err(part.wrong("a dictionary has at most 4096 values"));
    }
    Ok(indexes)
}

/// Reads the dictionary of a column that has one of its own, and gives the part behind it.
pub(super) fn read_dictionary<'de>(
    part: Part<'de>,
    encoding: &Encoding,
    group: usize,
    dictionary: &mut Dictionary<'de>,
) -> Result<Part<'de>> {
    let Coding::Dictionary { count, bytes, values } = encoding.coding else {
        return Err(part.wrong("that group has no dictionary"));
    };
    check_dictionary(part, count)?;
    dictionary.texts.clear();
    dictionary.base = None;
    let (values_part, indexes) = part.split(bytes)?;
    dictionary.escaped = texts(values_part, count, 0..count, values, &mut dictionary.texts)?;
    dictionary.base = Some((group, count));
    Ok(indexes)
}

/// Reads strings one a line; says whether they are escaped.
fn texts<'de>(
    part: Part<'de>,
    count: usize,
    range: Range<usize>,
    coding: Simple,
    out: &mut Vec<&'de str>,
) -> Result<bool> {
    let escaped = match coding {
        Simple::None if count == 0 => return part.is_empty().map(|()| false),
        Simple::Plain => false,
        Simple::Escaped => true,
        _ => return Err(part.wrong("strings cannot be written in this way")),
    };
    // As many lines have at least as many bytes.
    out.reserve(range.len().min(part.bytes.len()));
    let before = out.len();
    let mut places = out.spare_capacity_mut().iter_mut();
    let room = places.len();
    each_line(part, count, range, |line| {
        if let Some(place) = places.next() {
            place.write(line);
        }
    })?;
    let written = room - places.len();
    // SAFETY: each place that has been taken has been written, and those of the vector's room come in order. (To push the
    // lines took a fifth longer, because each looked whether there is room.)
    unsafe { out.set_len(before + written) };
    Ok(escaped)
}

/// Gives `take` the lines of a range, among `count` lines that are all there is.
fn each_line<'de>(part: Part<'de>, count: usize, range: Range<usize>, mut take: impl FnMut(&'de str)) -> Result<()> {
    let too_few = || part.wrong("the column has fewer lines than values");
    if count > part.bytes.len() {
        return Err(too_few());
    }
    let first = if range.start == 0 { 0 } else { lines::start(part.bytes, range.start).ok_or_else(too_few)? };
    let end = if range.end == count {
        part.bytes.len()
    } else {
        first + lines::start(&part.bytes[first..], range.len()).ok_or_else(too_few)?
    };
    let text = simdutf8::basic::from_utf8(&part.bytes[first..end]).map_err(|_| not_utf8(part.bytes, part.offset))?;
    let (mut start, mut count) = (0, 0);
    lines::each(text.as_bytes(), |at| {
        // SAFETY: the last line feed was before `start` and the next one is at `at`, both within the text, and each is a
        // character of one byte. (To check that for each line took a fifth of the time of a column of short ones.)
        take(unsafe { text.get_unchecked(start..at) });
        start = at + 1;
        count += 1;
    });
    match count > range.len() {
        true => Err(part.wrong("the column has more lines than values")),
        false if count < range.len() || start != text.len() => Err(too_few()),
        false => Ok(()),
    }
}

#[cold]
fn not_utf8(bytes: &[u8], offset: usize) -> Error {
    let at = core::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
    Error::new(Code::Utf8, "the text is not UTF-8").at(offset + at)
}

/// Reads integers as people write them.
fn plain_integers(part: Part<'_>, count: usize, range: Range<usize>, kind: LeafKind, out: &mut Vec<i64>) -> Result<()> {
    let bounds = kind.bounds();
    let read = |text: &str| match kind {
        LeafKind::Bool => match text {
            "false" => Some(0),
            "true" => Some(1),
            _ => None,
        },
        LeafKind::Date => date::parse(text),
        LeafKind::Uint64 => super::coding::unsigned(text.as_bytes()).map(|value| value as i64),
        _ => signed(text.as_bytes()),
    };
    let mut wrong = None;
    each_line(part, count, range, |line| match read(line).filter(|value| (bounds.0..=bounds.1).contains(value)) {
        Some(value) => out.push(value),
        None => wrong = wrong.or(Some(line)),
    })?;
    wrong.map_or(Ok(()), |line| Err(wrong_line(part, line, "a line is no value of the type")))
}

/// Reads numbers as ECMAScript writes them.
fn plain_numbers(part: Part<'_>, count: usize, range: Range<usize>, kind: LeafKind, out: &mut Vec<f64>) -> Result<()> {
    let read = |text: &str| {
        let value = match text {
            "NaN" => f64::NAN,
            "Infinity" => f64::INFINITY,
            "-Infinity" => f64::NEG_INFINITY,
            "-0" => -0.0,
            _ => match number::double(text.as_bytes(), 0) {
                Ok((value, end)) if end == text.len() => value,
                _ => return None,
            },
        };
        Some(if kind == LeafKind::Single { f64::from(value as f32) } else { value })
    };
    let mut wrong = None;
    each_line(part, count, range, |line| match read(line) {
        Some(value) => out.push(value),
        None => wrong = wrong.or(Some(line)),
    })?;
    wrong.map_or(Ok(()), |line| Err(wrong_line(part, line, "a line is no number")))
}

#[cold]
fn wrong_line(part: Part<'_>, line: &str, message: &'static str) -> Error {
    let at = line.as_ptr() as usize - part.bytes.as_ptr() as usize;
    Error::new(Code::Type, message).at(part.offset + at)
}

fn check_bounds(part: Part<'_>, value: i128, bounds: (i64, i64)) -> Result<()> {
    if value < bounds.0.into() || value > bounds.1.into() {
        return Err(Error::new(Code::Type, "an integer is out of the range of its type").at(part.offset));
    }
    Ok(())
}

#[cold]
fn not_a_digit(offset: usize) -> Error {
    Error::new(Code::Structure, "expected a base-64 digit").at(offset)
}

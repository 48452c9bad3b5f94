//! How a leaf column of a group is encoded, and the words that say so in the directory line.
//!
//! A coding is written in words, the parts of one that is made of others behind it: `decimal 2 dict 40 81 int 199 1 2`.
//! No part can be taken for another, because each has so many words.

use alloc::vec::Vec;

/// A dictionary has at most so many values: two base-64 digits.
pub(super) const MOST_VALUES: usize = 64 * 64;

/// Codings that take no bytes for each value are used for columns of at most so many; so what a document claims
/// stays in proportion to its length.
pub(super) const EXPANDED: usize = 8192;

/// A coding that is not made of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simple {
    /// No value.
    None,
    /// One value a line.
    Plain,
    /// One string a line, with `\n` and `\\` for a line feed and a backslash.
    Escaped,
    /// Six booleans a digit.
    Bits,
    /// The first value and the difference from each to the next.
    Sequence { start: i64, step: i64 },
    /// (value - min) / step in so many digits.
    Int { min: i64, step: u64, width: u8 },
}

/// A coding of integers or of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Simple(Simple),
    /// The first value, and the differences.
    Delta {
        start: i64,
        steps: Simple,
    },
    /// So many runs; the values in so many bytes, then the lengths.
    Run {
        runs: usize,
        bytes: usize,
        values: Simple,
        lengths: Simple,
    },
    /// So many distinct values in so many bytes, then their indexes.
    Dictionary {
        count: usize,
        bytes: usize,
        values: Simple,
    },
    /// The same, behind the values of the dictionary in this earlier group.
    More {
        group: usize,
        count: usize,
        bytes: usize,
        values: Simple,
    },
}

/// What numbers are turned into before they are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mapping {
    /// Nothing: the column is not of numbers, or as decimal text.
    Itself,
    /// Integers, by this power of ten.
    Decimal(u8),
    /// The bits of doubles.
    Double,
    /// The bits of single-precision floats.
    Float,
}

/// How a leaf column of a group is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encoding {
    pub(super) mapping: Mapping,
    pub(super) coding: Coding,
}

impl Encoding {
    pub(super) const fn of(coding: Coding) -> Encoding {
        Encoding { mapping: Mapping::Itself, coding }
    }

    /// Appends the words.
    pub(super) fn print(&self, out: &mut Vec<u8>) {
        match self.mapping {
            Mapping::Itself => {}
            Mapping::Decimal(scale) => {
                out.extend_from_slice(b"decimal");
                number(out, scale);
                out.push(b' ');
            }
            Mapping::Double => out.extend_from_slice(b"double "),
            Mapping::Float => out.extend_from_slice(b"float "),
        }
        self.coding.print(out);
    }

    /// Reads the words; `None` if they are not exactly such.
    pub(super) fn parse(text: &[u8]) -> Option<Encoding> {
        let mut words = Words(Some(text));
        let mut word = words.next()?;
        let mapping = match word {
            b"decimal" => Mapping::Decimal(u8::try_from(words.unsigned()?).ok().filter(|&scale| scale <= MOST_SCALE)?),
            b"double" => Mapping::Double,
            b"float" => Mapping::Float,
            _ => Mapping::Itself,
        };
        if mapping != Mapping::Itself {
            word = words.next()?;
        }
        let coding = Coding::parse(word, &mut words)?;
        words.0.is_none().then_some(Encoding { mapping, coding })
    }
}

/// The largest power of ten of decimals: 10^22 is the last that a double holds.
pub(super) const MOST_SCALE: u8 = 22;

impl Coding {
    pub(super) fn print(&self, out: &mut Vec<u8>) {
        match *self {
            Coding::Simple(simple) => simple.print(out),
            Coding::Delta { start, steps } => {
                out.extend_from_slice(b"delta");
                number(out, start);
                out.push(b' ');
                steps.print(out);
            }
            Coding::Run { runs, bytes, values, lengths } => {
                out.extend_from_slice(b"run");
                number(out, runs);
                number(out, bytes);
                out.push(b' ');
                values.print(out);
                out.push(b' ');
                lengths.print(out);
            }
            Coding::Dictionary { count, bytes, values } => {
                out.extend_from_slice(b"dict");
                number(out, count);
                number(out, bytes);
                out.push(b' ');
                values.print(out);
            }
            Coding::More { group, count, bytes, values } => {
                out.extend_from_slice(b"more");
                number(out, group);
                number(out, count);
                number(out, bytes);
                out.push(b' ');
                values.print(out);
            }
        }
    }

    fn parse(word: &[u8], words: &mut Words<'_>) -> Option<Coding> {
        Some(match word {
            b"delta" => Coding::Delta { start: words.signed()?, steps: words.simple()? },
            b"run" => Coding::Run {
                runs: words.size()?,
                bytes: words.size()?,
                values: words.simple()?,
                lengths: words.simple()?,
            },
            b"dict" => Coding::Dictionary { count: words.size()?, bytes: words.size()?, values: words.simple()? },
            b"more" => Coding::More {
                group: words.size()?,
                count: words.size()?,
                bytes: words.size()?,
                values: words.simple()?,
            },
            _ => Coding::Simple(Simple::parse(word, words)?),
        })
    }
}

impl Simple {
    pub(super) fn print(&self, out: &mut Vec<u8>) {
        match *self {
            Simple::None => out.extend_from_slice(b"none"),
            Simple::Plain => out.extend_from_slice(b"plain"),
            Simple::Escaped => out.extend_from_slice(b"escaped"),
            Simple::Bits => out.extend_from_slice(b"bits"),
            Simple::Sequence { start, step } => {
                out.extend_from_slice(b"seq");
                number(out, start);
                number(out, step);
            }
            Simple::Int { min, step, width } => {
                out.extend_from_slice(b"int");
                number(out, min);
                number(out, step);
                number(out, width);
            }
        }
    }

    /// How many bytes the words take.
    pub(super) fn words(&self) -> usize {
        match *self {
            Simple::Sequence { start, step } => 5 + signed_digits(start) + signed_digits(step),
            Simple::Int { min, step, width } => 6 + signed_digits(min) + digits(step) + digits(width.into()),
            Simple::None | Simple::Bits => 4,
            Simple::Plain => 5,
            Simple::Escaped => 7,
        }
    }

    fn parse(word: &[u8], words: &mut Words<'_>) -> Option<Simple> {
        Some(match word {
            b"none" => Simple::None,
            b"plain" => Simple::Plain,
            b"escaped" => Simple::Escaped,
            b"bits" => Simple::Bits,
            b"seq" => Simple::Sequence { start: words.signed()?, step: words.signed()? },
            b"int" => Simple::Int {
                min: words.signed()?,
                step: words.unsigned().filter(|&step| step > 0)?,
                width: u8::try_from(words.unsigned()?)
                    .ok()
                    .filter(|width| (1..=super::digits::MOST as u8).contains(width))?,
            },
            _ => return None,
        })
    }
}

/// How many digits each index of a dictionary of so many values takes in a column of `rows`.
pub(super) fn index_width(count: usize, rows: usize) -> usize {
    match count {
        0..=1 if rows <= EXPANDED => 0,
        0..=64 => 1,
        _ => 2,
    }
}

/// How many decimal digits a number has.
pub(super) fn digits(value: u64) -> usize {
    value.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// The same with the sign.
pub(super) fn signed_digits(value: i64) -> usize {
    digits(value.unsigned_abs()) + usize::from(value < 0)
}

/// Appends a space and a number.
fn number(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.push(b' ');
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// The words that are left.
struct Words<'t>(Option<&'t [u8]>);

impl<'t> Words<'t> {
    fn next(&mut self) -> Option<&'t [u8]> {
        let text = self.0?;
        match text.iter().position(|&byte| byte == b' ') {
            Some(space) => {
                self.0 = Some(&text[space + 1..]);
                Some(&text[..space])
            }
            None => {
                self.0 = None;
                Some(text)
            }
        }
    }

    fn unsigned(&mut self) -> Option<u64> {
        unsigned(self.next()?)
    }

    fn size(&mut self) -> Option<usize> {
        self.unsigned()?.try_into().ok()
    }

    fn signed(&mut self) -> Option<i64> {
        signed(self.next()?)
    }

    fn simple(&mut self) -> Option<Simple> {
        let word = self.next()?;
        Simple::parse(word, self)
    }
}

/// The number that canonical decimal digits say.
pub(super) fn unsigned(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 20 || digits[0] == b'0' && digits.len() > 1 {
        return None;
    }
    let mut value = 0u64;
    for &digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(digit.into())?;
    }
    Some(value)
}

/// The same with a minus sign before what is below zero.
pub(super) fn signed(digits: &[u8]) -> Option<i64> {
    match digits {
        [b'-', digits @ ..] => match unsigned(digits)? {
            0 => None,
            magnitude => 0i64.checked_sub_unsigned(magnitude),
        },
        _ => unsigned(digits)?.try_into().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_and_nothing_else_is_taken() {
        for words in [
            "none",
            "plain",
            "escaped",
            "bits",
            "seq -5 0",
            "int -9223372036854775808 18446744073709551615 11",
            "delta 7 int 0 1 1",
            "run 3 12 plain int 1 1 2",
            "run 3 0 seq 1 1 bits",
            "dict 40 81 int 199 1 2",
            "more 0 33 410 plain",
            "decimal 2 dict 40 81 int 199 1 2",
            "double int 0 1 11",
            "float seq 0 0",
        ] {
            let encoding = Encoding::parse(words.as_bytes()).unwrap_or_else(|| panic!("{words}"));
            let mut printed = Vec::new();
            encoding.print(&mut printed);
            assert_eq!(core::str::from_utf8(&printed), Ok(words));
            if let Coding::Simple(simple) = encoding.coding
                && encoding.mapping == Mapping::Itself
            {
                assert_eq!(simple.words(), words.len());
            }
        }
        for words in [
            "",
            " plain",
            "plain ",
            "plain plain",
            "int 0 0 1",
            "int 0 1 0",
            "int 0 1 12",
            "int 00 1 1",
            "int +1 1 1",
            "int -0 1 1",
            "int 1 1",
            "seq 9223372036854775808 0",
            "delta 7 delta 7 plain",
            "dict 4 4 dict 4 4 plain",
            "decimal 23 plain",
            "decimal 1",
            "float double plain",
            "more 1 1 plain",
        ] {
            assert_eq!(Encoding::parse(words.as_bytes()), None, "{words}");
        }
    }
}

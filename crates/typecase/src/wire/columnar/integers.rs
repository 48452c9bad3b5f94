//! Chooses and writes the encoding of a column of integers: the one that takes the fewest bytes, with its words.
//!
//! Of several of one size the first counts, in the order of docs/columnar.md, so that a column has one encoding.

use super::coding::{Coding, EXPANDED, MOST_VALUES, Simple, digits, index_width, signed_digits};
use super::digits;
use alloc::vec::Vec;
use hashbrown::HashMap;

/// A dictionary is looked up in a table where that has so many places for each value at most, and hashed otherwise: to
/// empty the table takes time as well.
const PLACES_A_VALUE: usize = 64;
/// No index.
const NO_INDEX: u16 = u16::MAX;

/// What the choice needs room for, kept from column to column.
#[derive(Default)]
pub(super) struct Integers {
    /// The differences, or the values of the runs.
    values: Vec<i64>,
    lengths: Vec<i64>,
    /// The distinct values, and the index of each value.
    distinct: Vec<i64>,
    indexes: Vec<u16>,
    table: Vec<u16>,
    hashed: HashMap<i64, u16>,
}

/// A coding and how many bytes it takes, its words included.
#[derive(Clone, Copy)]
struct Candidate {
    coding: Coding,
    bytes: usize,
}

impl Integers {
    /// The shortest coding of a column.
    pub(super) fn choose(&mut self, values: &[i64]) -> Coding {
        let (simple, bytes) = shortest_simple(values);
        let mut best = Candidate { coding: Coding::Simple(simple), bytes };
        // No other coding has fewer words than these.
        if bytes <= "delta 0 seq 0 0".len() {
            return best.coding;
        }
        let mut consider = |candidate: Option<Candidate>| {
            if let Some(candidate) = candidate
                && candidate.bytes < best.bytes
            {
                best = candidate;
            }
        };
        consider(self.delta(values));
        consider(self.runs(values));
        consider(self.dictionary(values, simple));
        best.coding
    }

    /// The first value and the differences, where all of them fit 64 bits.
    fn delta(&mut self, values: &[i64]) -> Option<Candidate> {
        let [start, rest @ ..] = values else { return None };
        self.values.clear();
        let mut overflows = false;
        self.values.extend(values.iter().zip(rest).map(|(one, next)| {
            let (step, overflow) = next.overflowing_sub(*one);
            overflows |= overflow;
            step
        }));
        if overflows {
            return None;
        }
        let (steps, bytes) = shortest_simple(&self.values);
        let words = "delta  ".len() + signed_digits(*start);
        Some(Candidate { coding: Coding::Delta { start: *start, steps }, bytes: words + bytes })
    }

    /// Values and how often each comes in a row, if they are half as many at most.
    fn runs(&mut self, values: &[i64]) -> Option<Candidate> {
        if values.len() > EXPANDED {
            return None;
        }
        let changes = values.iter().zip(&values[1..]).filter(|(one, next)| one != next).count();
        if changes + 1 > values.len() / 2 {
            return None;
        }
        run_lengths(values, &mut self.lengths);
        self.values.clear();
        let mut at = 0;
        for &length in &self.lengths {
            self.values.push(values[at]);
            at += length as usize;
        }
        let ((values, of_values), (lengths, of_lengths)) =
            (shortest_simple(&self.values), shortest_simple(&self.lengths));
        let (runs, bytes) = (self.lengths.len(), payload(values, self.lengths.len()));
        let words = "run    ".len() + digits(runs as u64) + digits(bytes as u64);
        Some(Candidate { coding: Coding::Run { runs, bytes, values, lengths }, bytes: words + of_values + of_lengths })
    }

    /// Distinct values and indexes, where these have fewer digits than the values do.
    fn dictionary(&mut self, values: &[i64], simple: Simple) -> Option<Candidate> {
        let Simple::Int { min, step, width } = simple else { return None };
        let width = usize::from(width);
        // The distinct values have the same least and greatest one, so they take as many digits. More of them than
        // this would cost more than the shorter indexes save.
        let limit = |index: usize| (values.len() * width.saturating_sub(index)).saturating_sub(1) / width;
        let limit = match limit(2).min(MOST_VALUES) {
            limit @ 65.. => limit,
            _ => limit(1).min(64),
        };
        if limit == 0 || !self.index(values, min, step, width, limit) {
            return None;
        }
        let (simple, of_values) = shortest_simple(&self.distinct);
        let (count, bytes) = (self.distinct.len(), payload(simple, self.distinct.len()));
        let words = "dict   ".len() + digits(count as u64) + digits(bytes as u64);
        let indexes = values.len() * index_width(count, values.len()) + 1;
        Some(Candidate {
            coding: Coding::Dictionary { count, bytes, values: simple },
            bytes: words + of_values + indexes,
        })
    }

    /// Gives each value the index of its first occurrence among the distinct ones; `false` if these are more than
    /// `limit`.
    fn index(&mut self, values: &[i64], min: i64, step: u64, width: usize, limit: usize) -> bool {
        self.distinct.clear();
        self.indexes.clear();
        self.indexes.reserve(values.len());
        let places = if width <= 3 { 1 << (6 * width) } else { usize::MAX };
        if places <= values.len() * PLACES_A_VALUE {
            self.table.clear();
            self.table.resize(places, NO_INDEX);
            for &value in values {
                let place = &mut self.table[(value.abs_diff(min) / step) as usize];
                if *place == NO_INDEX {
                    if self.distinct.len() == limit {
                        return false;
                    }
                    *place = self.distinct.len() as u16;
                    self.distinct.push(value);
                }
                self.indexes.push(*place);
            }
            return true;
        }
        self.hashed.clear();
        for &value in values {
            let next = self.distinct.len() as u16;
            let index = *self.hashed.entry(value).or_insert(next);
            if index == next {
                if self.distinct.len() == limit {
                    return false;
                }
                self.distinct.push(value);
            }
            self.indexes.push(index);
        }
        true
    }

    /// Writes a column in the coding that [`choose`](Integers::choose) has just given for it.
    pub(super) fn write(&mut self, values: &[i64], coding: Coding, out: &mut Vec<u8>) {
        match coding {
            Coding::Simple(simple) => write_simple(values, simple, out),
            Coding::Delta { steps, .. } => {
                self.values.clear();
                self.values.extend(values.iter().zip(&values[1..]).map(|(one, next)| next - one));
                write_simple(&self.values, steps, out);
            }
            Coding::Run { values: simple, lengths, .. } => {
                run_lengths(values, &mut self.lengths);
                self.values.clear();
                let mut at = 0;
                for &length in &self.lengths {
                    self.values.push(values[at]);
                    at += length as usize;
                }
                write_simple(&self.values, simple, out);
                write_simple(&self.lengths, lengths, out);
            }
            Coding::Dictionary { values: simple, .. } => {
                write_simple(&self.distinct, simple, out);
                write_indexes(&self.indexes, self.distinct.len(), out);
            }
            // For strings alone.
            Coding::More { .. } => {}
        }
    }
}

/// How often each value comes in a row.
fn run_lengths(values: &[i64], lengths: &mut Vec<i64>) {
    lengths.clear();
    lengths.extend(values.chunk_by(|one, next| one == next).map(|run| run.len() as i64));
}

/// Writes indexes into a dictionary of so many values.
pub(super) fn write_indexes(indexes: &[u16], count: usize, out: &mut Vec<u8>) {
    let width = index_width(count, indexes.len());
    if width > 0 {
        digits::write(out, indexes.iter().map(|&index| index.into()), width);
        out.push(b'\n');
    }
}

/// The shortest coding of integers that is not made of others, and how many bytes it takes with its words.
pub(super) fn shortest_simple(values: &[i64]) -> (Simple, usize) {
    let [first, rest @ ..] = values else { return (Simple::None, Simple::None.words()) };
    let (step, sequence) = steps(values);
    let (min, max) = rest.iter().fold((*first, *first), |(min, max), &value| (min.min(value), max.max(value)));
    let greatest = max.abs_diff(min) / step;
    let int = Simple::Int { min, step, width: digits::width(greatest) as u8 };
    let bits = (min >= 0 && max <= 1).then_some(Simple::Bits);
    let sequence = sequence.filter(|_| values.len() <= EXPANDED).map(|step| Simple::Sequence { start: *first, step });
    let bytes = |simple: &Simple| simple.words() + payload(*simple, values.len());
    // `min_by_key` gives the first of those that are equal.
    let simple = [sequence, bits, Some(int)].into_iter().flatten().min_by_key(bytes).unwrap_or(int);
    (simple, bytes(&simple))
}

/// The greatest step that all differences are multiples of, at least 1, and the difference if there is only one.
fn steps(values: &[i64]) -> (u64, Option<i64>) {
    let step = values.get(1).map_or(0, |second| second.wrapping_sub(values[0]));
    let is_sequence = |pair: (&i64, &i64)| pair.0.checked_add(step) == Some(*pair.1);
    if values.iter().zip(&values[1..]).all(is_sequence) {
        return (step.unsigned_abs().max(1), Some(step));
    }
    let mut common = 0;
    for (one, next) in values.iter().zip(&values[1..]) {
        let difference = one.abs_diff(*next);
        if common == 0 || difference % common != 0 {
            common = greatest_divisor(common, difference);
            if common == 1 {
                break;
            }
        }
    }
    (common.max(1), None)
}

fn greatest_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// How many bytes so many integers take, without the words.
pub(super) fn payload(simple: Simple, count: usize) -> usize {
    match simple {
        Simple::Bits => digits::of_bits(count) + 1,
        Simple::Int { width, .. } => count * usize::from(width) + 1,
        _ => 0,
    }
}

/// Writes integers in a coding that fits them.
pub(super) fn write_simple(values: &[i64], simple: Simple, out: &mut Vec<u8>) {
    match simple {
        Simple::Bits => {
            digits::write_bits(out, values);
            out.push(b'\n');
        }
        Simple::Int { min, step, width } => {
            let width = usize::from(width);
            match step {
                // A division for each value would take most of the time.
                1 => digits::write(out, values.iter().map(|value| value.abs_diff(min)), width),
                _ => digits::write(out, values.iter().map(|value| value.abs_diff(min) / step), width),
            }
            out.push(b'\n');
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    /// The words and the bytes of a column.
    fn encoded(values: &[i64]) -> String {
        let mut integers = Integers::default();
        let coding = integers.choose(values);
        let mut out = Vec::new();
        coding.print(&mut out);
        out.push(b'|');
        integers.write(values, coding, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_shortest_coding_is_chosen() {
        assert_eq!(encoded(&[]), "none|");
        assert_eq!(encoded(&[7]), "seq 7 0|");
        assert_eq!(encoded(&[1]), "bits|g\n");
        assert_eq!(encoded(&[5, 8, 11, 14]), "seq 5 3|");
        assert_eq!(encoded(&[0, 1, 1, 0, 1, 0, 0]), "bits|aA\n");
        assert_eq!(encoded(&[3, 9, 4]), "int 3 1 1|AGB\n");
        assert_eq!(
            encoded(&[i64::MIN, i64::MAX, 0, 1]),
            "int -9223372036854775808 1 11|AAAAAAAAAAAP//////////IAAAAAAAAAAIAAAAAAAAAB\n"
        );
        let days: Vec<i64> = [19_000i64, 19_003, 18_990].map(|day| day * 86_400_000).into();
        assert_eq!(encoded(&days), "int 1640736000000 86400000 1|KNA\n");
        let mut growing = Vec::new();
        let mut next = 1_000_000;
        for at in 0..60 {
            next += at * 7 % 13;
            growing.push(next);
        }
        assert!(encoded(&growing).starts_with("delta 1000000 int 0 1 1|"), "{}", encoded(&growing));
        let runs: Vec<i64> = (0..5000).map(|at| if at < 4000 { 3 } else { 700_000 }).collect();
        assert!(encoded(&runs).starts_with("run 2 0 seq 3 699997 seq 4000 -3000|"), "{}", encoded(&runs));
        let prices: Vec<i64> = (0..400).map(|at| [199, 99_999, 4_711, 12][at % 7 % 4]).collect();
        assert!(encoded(&prices).starts_with("dict 4 13 int 12 1 3|"), "{}", encoded(&prices));
    }

    /// Columns that could claim more values than they have bytes are short; behind a first value, one longer.
    #[test]
    fn long_columns_take_a_bit_for_each_value_at_least() {
        let same = alloc::vec![9; EXPANDED + 2];
        assert!(encoded(&same).starts_with("delta 9 bits|AAAA"));
        assert_eq!(encoded(&same[1..]), "delta 9 seq 0 0|");
        assert_eq!(encoded(&same[2..]), "seq 9 0|");
    }
}

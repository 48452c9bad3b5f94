//! Chooses and writes the encoding of a column of strings, as `integers.rs` does for integers.

use super::coding::{Coding, EXPANDED, MOST_VALUES, Simple, digits, index_width};
use super::integers::{shortest_simple, write_indexes, write_simple};
use alloc::vec::Vec;
use core::hash::BuildHasher;
use hashbrown::{DefaultHashBuilder, HashTable};

/// Strings end to end.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Strings {
    pub(super) bytes: Vec<u8>,
    /// Where each ends.
    pub(super) ends: Vec<usize>,
}

impl Strings {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline(always)]
    pub(super) fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    /// Bytes as base64.
    pub(super) fn push_base64(&mut self, value: &[u8]) {
        base64_simd::STANDARD.encode_append(value, &mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }

    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start..self.ends[index]]
    }

    fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// Distinct strings in the order in which they first came, to be found by what they are.
#[derive(Default)]
struct Distinct {
    strings: Strings,
    table: HashTable<u16>,
    hasher: DefaultHashBuilder,
}

impl Distinct {
    fn clear(&mut self) {
        self.strings.clear();
        self.table.clear();
    }

    fn find(&self, text: &[u8]) -> Option<u16> {
        self.table.find(self.hasher.hash_one(text), |&index| self.strings.get(index.into()) == text).copied()
    }

    /// The index of a string, which is added if it is new.
    fn index(&mut self, text: &[u8]) -> u16 {
        let Distinct { strings, table, hasher } = self;
        let hash = hasher.hash_one(text);
        if let Some(&index) = table.find(hash, |&index| strings.get(index.into()) == text) {
            return index;
        }
        let index = strings.len() as u16;
        strings.push(text);
        table.insert_unique(hash, index, |&index| hasher.hash_one(strings.get(index.into())));
        index
    }
}

/// The dictionary that a column had in an earlier group, on which others may build.
pub(super) struct Base {
    group: usize,
    escaped: bool,
    distinct: Distinct,
}

/// What the choice needs room for, kept from column to column.
#[derive(Default)]
pub(super) struct StringColumns {
    distinct: Distinct,
    indexes: Vec<u16>,
    /// The strings that a dictionary of an earlier group has not, and the index of each in both together.
    more: Strings,
    places: Vec<u16>,
    runs: Strings,
    lengths: Vec<i64>,
}

impl StringColumns {
    /// The shortest coding of a column as if no group came before, and how many bytes it takes with its words.
    pub(super) fn measure(&mut self, values: &Strings) -> (Coding, usize) {
        self.distinct.clear();
        self.indexes.clear();
        let count = values.len();
        if count == 0 {
            return (Coding::Simple(Simple::None), Simple::None.words());
        }
        let simple = simple_of(&values.bytes);
        let mut best = (Coding::Simple(simple), simple.words() + lines(values, simple));
        if count == 1 {
            return best;
        }
        let runs = self.runs(values, simple);
        best = runs.filter(|runs| runs.1 < best.1).unwrap_or(best);
        let dictionary = self.dictionary(values, simple, best.1);
        dictionary.filter(|dictionary| dictionary.1 < best.1).unwrap_or(best)
    }

    /// What [`measure`](StringColumns::measure) has given for the column, or the coding that builds on the dictionary
    /// of an earlier group if that is shorter.
    pub(super) fn build_on(&mut self, values: &Strings, base: Option<&Base>, best: (Coding, usize)) -> Coding {
        match base.and_then(|base| self.more(values, base)) {
            Some((more, bytes)) if bytes < best.1 => more,
            _ => best.0,
        }
    }

    /// Strings and how often each comes in a row, if they are half as many at most.
    fn runs(&mut self, values: &Strings, simple: Simple) -> Option<(Coding, usize)> {
        let most = values.len() / 2;
        let changes = (1..values.len()).filter(|&at| values.get(at - 1) != values.get(at));
        // Where strings are not in runs, half of them show it.
        if values.len() > EXPANDED || changes.take(most).count() + 1 > most {
            return None;
        }
        self.runs.clear();
        self.lengths.clear();
        for at in 0..values.len() {
            match self.lengths.last_mut() {
                Some(length) if values.get(at - 1) == values.get(at) => *length += 1,
                _ => {
                    self.runs.push(values.get(at));
                    self.lengths.push(1);
                }
            }
        }
        let (runs, bytes) = (self.runs.len(), lines(&self.runs, simple));
        let (lengths, of_lengths) = shortest_simple(&self.lengths);
        let words = "run    ".len() + digits(runs as u64) + digits(bytes as u64) + simple.words();
        Some((Coding::Run { runs, bytes, values: simple, lengths }, words + bytes + of_lengths))
    }

    /// Distinct strings and indexes, unless that takes as many bytes as `least` or more.
    fn dictionary(&mut self, values: &Strings, simple: Simple, least: usize) -> Option<(Coding, usize)> {
        if !self.index(values, least) {
            return None;
        }
        let (count, bytes) = (self.distinct.strings.len(), lines(&self.distinct.strings, simple));
        let words = "dict   ".len() + digits(count as u64) + digits(bytes as u64) + simple.words();
        Some((Coding::Dictionary { count, bytes, values: simple }, words + bytes + indexes(values.len(), count)))
    }

    /// Gives each string its index among the distinct ones, from where it has stopped before; stops where a dictionary
    /// takes as many bytes as `least` or has too many values, and is `false` then.
    fn index(&mut self, values: &Strings, least: usize) -> bool {
        let rows = values.len();
        let is_short = |strings: &Strings| {
            let count = strings.len();
            count <= MOST_VALUES && strings.bytes.len() + count + rows * index_width(count, rows) < least
        };
        if !is_short(&self.distinct.strings) {
            return false;
        }
        self.indexes.reserve(rows - self.indexes.len());
        for at in self.indexes.len()..rows {
            let count = self.distinct.strings.len();
            self.indexes.push(self.distinct.index(values.get(at)));
            if self.distinct.strings.len() > count && !is_short(&self.distinct.strings) {
                return false;
            }
        }
        true
    }

    /// Indexes into the dictionary of an earlier group and the strings that it has not, which must be written as
    /// those are.
    fn more(&mut self, values: &Strings, base: &Base) -> Option<(Coding, usize)> {
        if values.len() == 0 || !base.escaped && simple_of(&values.bytes) == Simple::Escaped {
            return None;
        }
        // What is too long as a dictionary of its own may be short here.
        if !self.index(values, usize::MAX) {
            return None;
        }
        let simple = if base.escaped { Simple::Escaped } else { Simple::Plain };
        self.more.clear();
        self.places.clear();
        let known = base.distinct.strings.len();
        for text in self.distinct.strings.iter() {
            let place = base.distinct.find(text).unwrap_or_else(|| {
                self.more.push(text);
                (known + self.more.len() - 1) as u16
            });
            self.places.push(place);
        }
        let (count, bytes) = (self.more.len(), lines(&self.more, simple));
        if known + count > MOST_VALUES {
            return None;
        }
        let values_of_more = if count == 0 { Simple::None } else { simple };
        let words = "more    ".len() + digits(base.group as u64) + digits(count as u64) + digits(bytes as u64);
        let total = words + values_of_more.words() + bytes + indexes(values.len(), known + count);
        Some((Coding::More { group: base.group, count, bytes, values: values_of_more }, total))
    }

    /// Writes a column in the coding that has just been chosen for it, given the dictionary that it builds on if it
    /// does.
    pub(super) fn write(&mut self, values: &Strings, coding: Coding, base: Option<&Base>, out: &mut Vec<u8>) {
        match coding {
            Coding::Simple(simple) => write_lines(values, simple, out),
            Coding::Run { values: simple, lengths, .. } => {
                write_lines(&self.runs, simple, out);
                write_simple(&self.lengths, lengths, out);
            }
            Coding::Dictionary { values: simple, .. } => {
                write_lines(&self.distinct.strings, simple, out);
                write_indexes(&self.indexes, self.distinct.strings.len(), out);
            }
            Coding::More { count, values: simple, .. } => {
                write_lines(&self.more, simple, out);
                for index in &mut self.indexes {
                    *index = self.places[usize::from(*index)];
                }
                let known = base.map_or(0, |base| base.distinct.strings.len());
                write_indexes(&self.indexes, known + count, out);
            }
            // For integers alone.
            Coding::Delta { .. } => {}
        }
    }

    /// The dictionary that has been chosen for the column of this group, for later groups to build on; `None` if
    /// another coding has been.
    pub(super) fn base(&mut self, coding: Coding, group: usize) -> Option<Base> {
        let Coding::Dictionary { values: simple, .. } = coding else { return None };
        let distinct = core::mem::take(&mut self.distinct);
        Some(Base { group, escaped: simple == Simple::Escaped, distinct })
    }
}

/// How strings are written one a line.
fn simple_of(bytes: &[u8]) -> Simple {
    if super::lines::first(bytes).is_some() { Simple::Escaped } else { Simple::Plain }
}

/// How many bytes the indexes of a column take.
fn indexes(rows: usize, count: usize) -> usize {
    match index_width(count, rows) {
        0 => 0,
        width => rows * width + 1,
    }
}

/// How many bytes strings take one a line.
fn lines(values: &Strings, simple: Simple) -> usize {
    let escapes = match simple {
        Simple::Escaped => values.bytes.iter().filter(|&&byte| byte == b'\n' || byte == b'\\').count(),
        _ => 0,
    };
    values.bytes.len() + values.len() + escapes
}

/// Writes strings one a line.
pub(super) fn write_lines(values: &Strings, simple: Simple, out: &mut Vec<u8>) {
    out.reserve(lines(values, simple));
    for text in values.iter() {
        if simple == Simple::Escaped {
            for &byte in text {
                match byte {
                    b'\n' => out.extend_from_slice(b"\\n"),
                    b'\\' => out.extend_from_slice(b"\\\\"),
                    _ => out.push(byte),
                }
            }
        } else {
            out.extend_from_slice(text);
        }
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn strings(texts: &[&str]) -> Strings {
        let mut strings = Strings::default();
        texts.iter().for_each(|text| strings.push(text.as_bytes()));
        strings
    }

    /// The words and the bytes of a column in the next group.
    fn encoded(columns: &mut StringColumns, group: usize, base: &mut Option<Base>, texts: &[&str]) -> String {
        let values = strings(texts);
        let best = columns.measure(&values);
        let coding = columns.build_on(&values, base.as_ref(), best);
        let mut out = Vec::new();
        coding.print(&mut out);
        out.push(b'|');
        columns.write(&values, coding, base.as_ref(), &mut out);
        *base = columns.base(coding, group).or(base.take());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_shortest_coding_is_chosen() {
        let (columns, base) = (&mut StringColumns::default(), &mut None);
        assert_eq!(encoded(columns, 0, base, &[]), "none|");
        assert_eq!(encoded(columns, 0, base, &["a\\b", "", "Tromsø"]), "plain|a\\b\n\nTromsø\n");
        assert_eq!(encoded(columns, 0, base, &["a\\b", "c\nd"]), "escaped|a\\\\b\nc\\nd\n");
        let same = ["Amsterdam"; 9];
        assert_eq!(encoded(columns, 0, base, &same), "dict 1 10 plain|Amsterdam\n");
        *base = None;
        let cities: Vec<&str> = (0..40).map(|at| ["Amsterdam", "Bergen", "Tromsø"][at * at % 3]).collect();
        let text = encoded(columns, 1, base, &cities);
        assert!(text.starts_with("dict 2 17 plain|Amsterdam\nBergen\nABBABB"), "{text}");
        let text = encoded(columns, 2, base, &cities);
        assert!(text.starts_with("more 1 0 0 none|ABBABB"), "{text}");
        let cities: Vec<&str> = (0..40).map(|at| ["Tromsø", "Bergen"][at * at % 3]).collect();
        let text = encoded(columns, 3, base, &cities);
        assert!(text.starts_with("more 1 1 8 plain|Tromsø\nCBBCBB"), "{text}");
        // One string, and strings of which a dictionary of their own would be longer than they are.
        assert_eq!(encoded(columns, 4, base, &["Amsterdam, Bergen"]), "plain|Amsterdam, Bergen\n");
        let long = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
        let names: Vec<String> = (0..9).map(|at| alloc::format!("{long} {at}")).collect();
        let twice: Vec<&str> = names.iter().chain(&names).map(String::as_str).collect();
        assert!(encoded(columns, 5, base, &twice).starts_with("dict 9 "));
        assert_eq!(encoded(columns, 6, base, &[twice[3]]), "more 5 0 0 none|D\n");
        assert_eq!(encoded(columns, 7, base, &[twice[3], twice[8], "new"]), "more 5 1 4 plain|new\nDIJ\n");
        let runs: Vec<&str> = (0..900).map(|at| ["a", "bb", "a"][at / 300]).collect();
        assert_eq!(encoded(columns, 8, base, &runs), "run 3 7 plain seq 300 0|a\nbb\na\n");
    }
}

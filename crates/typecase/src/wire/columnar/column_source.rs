//! Rows that are columns already, in memory of whatever form, go to the columns of a group without a value for each row.
//!
//! The walk goes by the nodes of the plan, as that of a reader does: presence, lengths and cases say at which places the
//! values of the columns inside are. What a writer of rows is told by types is checked here once for each column.

use super::plan::{LeafKind, NONE, Node, ROW, Shape};
use super::row_writer::RowWriter;
use super::write::{Writer, known};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::schema::graph::Kind;
use crate::stream;
use crate::text::lexer;
use crate::value::Value;
use crate::wire::json::{self, Duplicates};
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashSet;
use std::io::Write as IoWrite;

/// Columns in memory that are to be written: the leaf columns of docs/columnar.md, section 2, by their numbers, which are
/// their places among [`Plan::columns`](super::Plan::columns).
///
/// A place stands for a row, or for an item of a list; what a place is of items, the source itself says. Values are asked
/// for only where they are there: those of a column that may be missing, or of a branch of a union, need not lie
/// one behind the other.
pub trait ColumnSource {
    /// Whether there is something of a leaf. What may be missing is always there if its presence has nothing; all other
    /// leaves must have something, but those of the type null.
    fn has(&self, leaf: usize) -> bool;

    /// Appends an integer for each place, as the column holds it: of enums and unions the index, of presence and booleans 0
    /// and 1, of dates the milliseconds, of `uint64` the same bits.
    ///
    /// # Errors
    /// `type` if the source has no integers there.
    fn integers(&self, leaf: usize, places: &[usize], out: &mut Vec<i64>) -> Result<()>;

    /// Appends a number for each place.
    ///
    /// # Errors
    /// `type` if the source has no numbers there.
    fn numbers(&self, leaf: usize, places: &[usize], out: &mut Vec<f64>) -> Result<()>;

    /// Gives `take` the bytes for each place: those of a text, of the type bytes as they are, of a big integer its
    /// digits, of a value of the type json its JSON.
    ///
    /// # Errors
    /// `type` if the source has no texts there.
    fn texts(&self, leaf: usize, places: &[usize], take: impl FnMut(&[u8])) -> Result<()>;

    /// Of a list or a map, appends the number of items for each place, and the places of these.
    ///
    /// # Errors
    /// `type` if the source has no lists there.
    fn items(&self, leaf: usize, places: &[usize], lengths: &mut Vec<i64>, items: &mut Vec<usize>) -> Result<()>;
}

impl<W: IoWrite> RowWriter<'_, W> {
    /// Adds rows from columns: for each of these places one. `taken` counts those that the document has afterwards, which
    /// are all but after an error: then it has as many as came before the group in which it is.
    ///
    /// ```
    /// use typecase::error::Result;
    /// use typecase::limits::Limits;
    /// use typecase::schema::Schema;
    /// use typecase::wire::columnar::{ColumnSource, Options, Plan, RowWriter, View};
    ///
    /// struct Points {
    ///     x: Vec<i64>,
    ///     y: Vec<f64>,
    /// }
    ///
    /// impl ColumnSource for Points {
    ///     fn has(&self, _: usize) -> bool {
    ///         true
    ///     }
    ///     fn integers(&self, _: usize, places: &[usize], out: &mut Vec<i64>) -> Result<()> {
    ///         Ok(out.extend(places.iter().map(|&place| self.x[place])))
    ///     }
    ///     fn numbers(&self, _: usize, places: &[usize], out: &mut Vec<f64>) -> Result<()> {
    ///         Ok(out.extend(places.iter().map(|&place| self.y[place])))
    ///     }
    ///     fn texts(&self, _: usize, _: &[usize], _: impl FnMut(&[u8])) -> Result<()> {
    ///         unreachable!("the schema has none")
    ///     }
    ///     fn items(&self, _: usize, _: &[usize], _: &mut Vec<i64>, _: &mut Vec<usize>) -> Result<()> {
    ///         unreachable!("the schema has none")
    ///     }
    /// }
    ///
    /// let plan = Plan::new(&Schema::parse(r#"{"array": {"x": "int64", "y": "number"}}"#)?)?;
    /// let points = Points { x: (0..10_000).collect(), y: (0..10_000).map(|at| at as f64 / 2.0).collect() };
    /// let mut writer = RowWriter::new(&plan, &Options::default(), &Limits::default(), Vec::new())?;
    /// let mut taken = 0;
    /// writer.push_columns(0..10_000, &points, &mut taken)?;
    /// assert_eq!(taken, 10_000);
    /// assert_eq!(View::new(&writer.finish()?)?.column("y")?.numbers()?, points.y);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of the source and of writing. For the values: `type` for what is out of the range of its type, `utf8`,
    /// `json`, `enum`, `duplicate` for a key that a map has twice, `required` for a column that is needed and that the
    /// source has not, and `limit`. The path is the name of the column.
    pub fn push_columns<S: ColumnSource>(
        &mut self,
        mut rows: Range<usize>,
        source: &S,
        taken: &mut usize,
    ) -> Result<(), stream::Error> {
        let mut places = Vec::new();
        while !rows.is_empty() {
            let here = rows.len().min(self.rows.writer.rows_left());
            places.clear();
            places.extend(rows.start..rows.start + here);
            self.rows.put_columns(&places, source)?;
            self.send()?;
            *taken += here;
            rows.start += here;
        }
        Ok(())
    }
}

impl super::GroupWriter<'_> {
    /// Adds rows from columns; after an error the document is as it was.
    fn put_columns<S: ColumnSource>(&mut self, places: &[usize], source: &S) -> Result<()> {
        let mut columns = Columns { writer: &mut self.writer, source };
        match columns.put(ROW, places, self.depth) {
            Ok(()) => self.writer.end_rows(places.len()),
            Err(error) => {
                self.writer.abandon_row(self.depth);
                return Err(error);
            }
        }
        Ok(())
    }
}

/// The writer whose columns are filled, and what with.
struct Columns<'w, 'p, S> {
    writer: &'w mut Writer<'p>,
    source: &'w S,
}

impl<S: ColumnSource> Columns<'_, '_, S> {
    /// Appends the values of a node at some places.
    fn put(&mut self, at: u32, places: &[usize], depth: Depth) -> Result<()> {
        let node = self.writer.plan.nodes[at as usize];
        if node.presence != NONE {
            let start = self.presence(&node, places)?;
            let there = &self.writer.columns[node.presence as usize].ints[start..];
            if there.contains(&0) {
                let there = there.iter().zip(places).filter(|(there, _)| **there != 0).map(|(_, &place)| place);
                let there: Vec<usize> = there.collect();
                return self.values(&node, &there, depth, start);
            }
            return self.values(&node, places, depth, start);
        }
        self.values(&node, places, depth, 0)
    }

    /// Writes which values are there, and gives the place of the first of these answers.
    fn presence(&mut self, node: &Node, places: &[usize]) -> Result<usize> {
        let ints = &mut self.writer.columns[node.presence as usize].ints;
        let start = ints.len();
        match node.shape {
            // A null that is there is missing all the same.
            Shape::Null => ints.resize(start + places.len(), 0),
            _ if !self.source.has(node.presence as usize) => ints.resize(start + places.len(), 1),
            _ => return self.integers(node.presence, places),
        }
        Ok(start)
    }

    /// Appends values that are there. `presence` is where the answers begin whether they are, if that is in question.
    fn values(&mut self, node: &Node, places: &[usize], mut depth: Depth, presence: usize) -> Result<()> {
        let leaf = node.leaf;
        match node.shape {
            Shape::Root | Shape::Discriminator => {}
            Shape::Null => {
                let ints = &mut self.writer.columns[leaf as usize].ints;
                ints.resize(ints.len() + places.len(), 0);
            }
            Shape::Record | Shape::Tuple => {
                depth.enter()?;
                (node.first..node.first + node.count).try_for_each(|inside| self.put(inside, places, depth))?;
            }
            Shape::List | Shape::Map => {
                depth.enter()?;
                let (start, items) = self.items(leaf, places)?;
                if node.shape == Shape::Map {
                    self.keys(leaf, start, &items)?;
                }
                self.put(node.first, &items, depth)?;
            }
            Shape::Union { id, .. } => {
                let union = self.writer.plan.schema.graph().union(id).meta();
                if union.discriminator.is_none() {
                    depth.enter()?;
                }
                let start = self.integers(leaf, places)?;
                let mut branches = alloc::vec![Vec::new(); node.count as usize];
                for (&case, &place) in self.writer.columns[leaf as usize].ints[start..].iter().zip(places) {
                    branches[union.cases[case as usize].branch as usize].push(place);
                }
                (node.first..).zip(branches).try_for_each(|(branch, places)| self.put(branch, &places, depth))?;
            }
            Shape::OpenEnum { values } => {
                let start = self.integers(leaf, places)?;
                let indexes = self.writer.columns[leaf as usize].ints[start..].iter();
                let others = indexes.zip(places).filter(|(index, _)| **index == i64::from(values));
                let others: Vec<usize> = others.map(|(_, &place)| place).collect();
                if !others.is_empty() {
                    self.others(node, &others, depth)?;
                }
            }
            Shape::Flags { words } => {
                (leaf..leaf + words).try_for_each(|word| self.integers(word, places).map(drop))?;
            }
            Shape::Json => self.json(node, places, depth, presence)?,
            Shape::Scalar => match self.writer.plan.leaves[leaf as usize].kind {
                kind if kind.is_integer() => drop(self.integers(leaf, places)?),
                kind if kind.is_number() => self.numbers(leaf, places)?,
                LeafKind::Bytes => self.bytes(node, places)?,
                LeafKind::BigInt => self.digits(leaf, places)?,
                _ => drop(self.texts(leaf, places)?),
            },
        }
        Ok(())
    }

    /// Asks the source for values of a leaf, which it must have.
    fn ask<T>(&self, leaf: u32, ask: impl FnOnce(&S) -> Result<T>) -> Result<T> {
        if !self.source.has(leaf as usize) {
            return Err(self.wrong(leaf, Code::Required, "there are no values for a column"));
        }
        ask(self.source).map_err(|error| error.in_field(self.name(leaf)))
    }

    fn name(&self, leaf: u32) -> &str {
        &self.writer.plan.leaves[leaf as usize].name
    }

    #[cold]
    fn wrong(&self, leaf: u32, code: Code, message: &'static str) -> Error {
        Error::new(code, message).in_field(self.name(leaf))
    }

    /// Checks that a source has given as many values as it was asked for.
    fn check_count(&self, leaf: u32, given: usize, places: &[usize]) -> Result<()> {
        if given != places.len() {
            return Err(self.wrong(leaf, Code::Structure, "a column has not a value for each place"));
        }
        Ok(())
    }

    /// Appends integers, which must be in range, and gives the place of the first.
    fn integers(&mut self, leaf: u32, places: &[usize]) -> Result<usize> {
        let mut ints = core::mem::take(&mut self.writer.columns[leaf as usize].ints);
        let start = ints.len();
        let result = self.ask(leaf, |source| source.integers(leaf as usize, places, &mut ints));
        self.writer.columns[leaf as usize].ints = ints;
        result?;
        let ints = &self.writer.columns[leaf as usize].ints[start..];
        self.check_count(leaf, ints.len(), places)?;
        let (least, greatest) = self.writer.plan.leaves[leaf as usize].kind.bounds();
        // Without a branch for each, which is what columns are quick by.
        if ints.iter().fold(false, |any, &value| any | (value < least) | (value > greatest)) {
            return Err(self.wrong(leaf, Code::Type, "an integer is out of the range of its type"));
        }
        Ok(start)
    }

    fn numbers(&mut self, leaf: u32, places: &[usize]) -> Result<()> {
        let mut floats = core::mem::take(&mut self.writer.columns[leaf as usize].floats);
        let start = floats.len();
        let result = self.ask(leaf, |source| source.numbers(leaf as usize, places, &mut floats));
        let mut out_of_range = false;
        if self.writer.plan.leaves[leaf as usize].kind == LeafKind::Single {
            for value in &mut floats[start..] {
                let single = f64::from(*value as f32);
                out_of_range |= single.is_infinite() && value.is_finite();
                *value = single;
            }
        }
        let given = floats.len() - start;
        self.writer.columns[leaf as usize].floats = floats;
        result?;
        self.check_count(leaf, given, places)?;
        if out_of_range {
            return Err(self.wrong(leaf, Code::Type, "the number is out of the range of its type"));
        }
        Ok(())
    }

    /// Appends texts, which must be UTF-8, and gives the place of the first. They are checked together: a text begins where
    /// a character does.
    fn texts(&mut self, leaf: u32, places: &[usize]) -> Result<usize> {
        let mut strings = core::mem::take(&mut self.writer.columns[leaf as usize].strings);
        let (first, start) = (strings.len(), strings.bytes.len());
        let result = self.ask(leaf, |source| source.texts(leaf as usize, places, |text| strings.push(text)));
        let is_text = core::str::from_utf8(&strings.bytes[start..])
            .is_ok_and(|text| strings.ends[first..].iter().all(|end| text.is_char_boundary(end - start)));
        let given = strings.len() - first;
        self.writer.columns[leaf as usize].strings = strings;
        result?;
        self.check_count(leaf, given, places)?;
        if !is_text {
            return Err(self.wrong(leaf, Code::Utf8, "the text is not UTF-8"));
        }
        Ok(first)
    }

    /// Big integers, as digits.
    fn digits(&mut self, leaf: u32, places: &[usize]) -> Result<()> {
        let first = self.texts(leaf, places)?;
        let strings = &self.writer.columns[leaf as usize].strings;
        let is_bigint = |at| core::str::from_utf8(strings.get(at)).is_ok_and(lexer::is_bigint);
        match (first..strings.len()).all(is_bigint) {
            true => Ok(()),
            false => Err(self.wrong(leaf, Code::Type, "expected the digits of an integer")),
        }
    }

    fn bytes(&mut self, node: &Node, places: &[usize]) -> Result<()> {
        let leaf = node.leaf;
        let size = match self.writer.plan.schema.graph().node(node.graph).kind {
            Kind::Fixed(size) => Some(size as usize),
            _ => None,
        };
        let mut strings = core::mem::take(&mut self.writer.columns[leaf as usize].strings);
        let (first, mut fits) = (strings.len(), true);
        let result = self.ask(leaf, |source| {
            source.texts(leaf as usize, places, |bytes| {
                fits &= size.is_none_or(|size| bytes.len() == size);
                strings.push_base64(bytes);
            })
        });
        let given = strings.len() - first;
        self.writer.columns[leaf as usize].strings = strings;
        result?;
        self.check_count(leaf, given, places)?;
        match fits {
            true => Ok(()),
            false => Err(self.wrong(leaf, Code::Type, "expected as many bytes as the type has")),
        }
    }

    /// Appends the lengths of lists or maps, and gives the place of the first and the places of the items.
    fn items(&mut self, leaf: u32, places: &[usize]) -> Result<(usize, Vec<usize>)> {
        let mut ints = core::mem::take(&mut self.writer.columns[leaf as usize].ints);
        let (start, mut items) = (ints.len(), Vec::new());
        let result = self.ask(leaf, |source| source.items(leaf as usize, places, &mut ints, &mut items));
        let lengths = ints[start..].iter().try_fold(0usize, |sum, &length| sum.checked_add(length.try_into().ok()?));
        let given = ints.len() - start;
        self.writer.columns[leaf as usize].ints = ints;
        result?;
        self.check_count(leaf, given, places)?;
        if lengths != Some(items.len()) {
            return Err(self.wrong(leaf, Code::Structure, "the lists have not as many items as their lengths say"));
        }
        Ok((start, items))
    }

    /// Appends the keys of maps, whose lengths begin at a place. They must differ within each.
    fn keys(&mut self, lengths: u32, start: usize, entries: &[usize]) -> Result<()> {
        let leaf = lengths + 1;
        let mut next = self.texts(leaf, entries)?;
        let keys = &self.writer.columns[leaf as usize].strings;
        let mut seen = HashSet::new();
        for &length in &self.writer.columns[lengths as usize].ints[start..] {
            seen.clear();
            let end = next + length as usize;
            if !(next..end).all(|at| seen.insert(keys.get(at))) {
                return Err(self.wrong(leaf, Code::Duplicate, "a key occurs twice in a map"));
            }
            next = end;
        }
        Ok(())
    }

    /// Reads JSON of a leaf and gives `put` each value.
    fn each_json(
        &mut self,
        leaf: u32,
        places: &[usize],
        depth: Depth,
        mut put: impl FnMut(&mut Writer<'_>, &Value<'_>) -> Result<()>,
    ) -> Result<()> {
        let limits = Limits { max_depth: depth.left(), ..Limits::default() };
        let mut texts = super::strings::Strings::default();
        self.ask(leaf, |source| source.texts(leaf as usize, places, |text| texts.push(text)))?;
        self.check_count(leaf, texts.len(), places)?;
        for at in 0..texts.len() {
            let value = json::parse_bytes(texts.get(at), Duplicates::Error, &limits);
            let put = value.and_then(|value| put(self.writer, &value));
            put.map_err(|error| error.in_field(self.name(leaf)))?;
        }
        Ok(())
    }

    /// Values of the type json. Where one may be missing, null is so.
    fn json(&mut self, node: &Node, places: &[usize], depth: Depth, presence: usize) -> Result<()> {
        let mut at = presence;
        self.each_json(node.leaf, places, depth, |writer, value| {
            if let Some(presence) = writer.columns.get_mut(node.presence as usize) {
                while presence.ints.get(at) == Some(&0) {
                    at += 1;
                }
                if value.is_null() {
                    presence.ints[at] = 0;
                    return Ok(());
                }
                at += 1;
            }
            writer.put_json(node.leaf as usize, value)
        })
    }

    /// The values of an open enum that it does not know.
    fn others(&mut self, node: &Node, places: &[usize], depth: Depth) -> Result<()> {
        let graph = self.writer.plan.schema.graph();
        let Kind::Enum(id) = graph.node(node.graph).kind else { return Ok(()) };
        let meta = graph.enumeration(id);
        self.each_json(node.leaf + 1, places, depth, |writer, value| {
            let is_value = matches!(value, Value::Text(_) | Value::Int(_) | Value::Uint(_) | Value::Float(_));
            if !is_value || known(meta, value).is_some() {
                return Err(Error::new(
                    Code::Enum,
                    "a value beyond an open enum's is a string or a number that it has not",
                ));
            }
            writer.put_json(node.leaf as usize + 1, value)
        })
    }
}

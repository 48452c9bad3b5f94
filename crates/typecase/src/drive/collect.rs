//! Reads a message that is wrong and finds out everything that is wrong in it.
//!
//! Decoding stops at its first error. This walk notes an error, skips the value that it is in, and goes
//! on with the next; only what no reader can go on from (text that is not JSON, a limit) ends it. It
//! is for messages that have failed to decode, so it may read a value twice.

use super::{Discard, Driver};
use crate::error::{Code, Error, Result};
use crate::schema::graph::{Graph, Kind, NodeId};
use crate::seen::Seen;
use crate::wire::Read;
use alloc::vec::Vec;

/// Everything that is wrong in a value of this node, at most `max_issues` errors, in the order in which
/// it is met. `required` says whether missing required fields are wrong.
pub(crate) fn collect<'de, R: Read<'de>>(
    graph: &Graph,
    node: NodeId,
    required: bool,
    max_issues: usize,
    reader: &mut R,
) -> Vec<Error> {
    let mut walk = Collector { graph, driver: Driver::new(graph, required), issues: Vec::new(), max_issues };
    if let Err(error) = walk.item(node, reader)
        && max_issues > 0
    {
        walk.issues.push(error);
    }
    walk.issues
}

/// A step into a value, for the paths of the errors in it.
#[derive(Clone, Copy)]
enum Step<'s> {
    Field(&'s str),
    Item(usize),
}

impl Step<'_> {
    fn place(self, error: Error) -> Error {
        match self {
            Step::Field(name) => error.in_field(name),
            Step::Item(index) => error.in_item(index),
        }
    }
}

/// The walk. An `Err` of its functions ends the value that they read: the caller notes it and skips.
struct Collector<'g> {
    graph: &'g Graph,
    driver: Driver<'g>,
    issues: Vec<Error>,
    max_issues: usize,
}

impl Collector<'_> {
    fn item<'de, R: Read<'de>>(&mut self, node: NodeId, reader: &mut R) -> Result<()> {
        let place = self.graph.node(node);
        if place.nullable && !self.driver.takes_null(place.kind) && reader.absent_item()? {
            return Ok(());
        }
        match place.kind {
            Kind::Record(id) => self.record(id, None, reader),
            Kind::List(item) => self.list(item, reader),
            Kind::Map(value) => self.map(value, reader),
            Kind::Tuple(id) => self.tuple(id, reader),
            Kind::Union(id) if self.graph.union(id).meta().discriminator.is_some() => self.union(id, reader),
            _ => self.driver.value(node, reader, &mut Discard),
        }
    }

    /// Reads a value inside another, and notes what is wrong in it.
    fn inside<'de, R: Read<'de>>(&mut self, step: Step<'_>, node: NodeId, reader: &mut R) -> Result<()> {
        let start = reader.mark();
        let before = self.issues.len();
        let mut result = self.item(node, reader);
        let inner = self.issues.split_off(before);
        self.issues.extend(inner.into_iter().map(|error| step.place(error)));
        if let Err(error) = result {
            let error = step.place(error);
            let last = self.issues.len() + 1 >= self.max_issues;
            if last || !R::CAN_SKIP || matches!(error.code(), Code::Json | Code::Utf8 | Code::Limit) {
                return Err(error);
            }
            self.issues.push(error);
            reader.seek(start);
            result = reader.skip();
        }
        result
    }

    /// A record; in a case of a union `discriminator` is the index of the field that is none.
    fn record<'de, R: Read<'de>>(&mut self, id: u32, discriminator: Option<usize>, reader: &mut R) -> Result<()> {
        let record = self.graph.record(id);
        let meta = record.meta();
        let mut state = reader.record(meta)?;
        let mut seen = Seen::new(meta.fields.len());
        if let Some(index) = discriminator {
            seen.set(index);
        }
        let mut next = 0;
        loop {
            // In order as long as the fields come so, and then by whatever comes.
            let index = if next < meta.fields.len() {
                let index = next;
                next += 1;
                if discriminator == Some(index) && !R::CARRIES_DISCRIMINATOR
                    || !reader.field_is(&mut state, meta, index)?
                {
                    continue;
                }
                index
            } else {
                if next == meta.fields.len() {
                    next += 1;
                    if reader.end_record(&mut state, meta)? {
                        break;
                    }
                }
                let Some(index) = reader.next_field(&mut state, meta)? else { break };
                index
            };
            if discriminator == Some(index) || seen.get(index) && !reader.duplicate(&mut state, meta, index)? {
                reader.skip()?;
                continue;
            }
            seen.set(index);
            self.inside(Step::Field(meta.fields[index].name), record.nodes[index], reader)?;
        }
        for index in (0..meta.fields.len()).filter(|&index| !seen.get(index)) {
            if self.driver.required
                && meta.fields[index].required
                && record.defaults[index].is_none()
                && !self.driver.has_zero::<R>(record, index)
            {
                let error = reader.missing(meta, index);
                if self.issues.len() + 1 >= self.max_issues {
                    return Err(error);
                }
                self.issues.push(error);
            }
        }
        Ok(())
    }

    fn list<'de, R: Read<'de>>(&mut self, item: NodeId, reader: &mut R) -> Result<()> {
        let mut state = reader.list()?;
        let mut index = 0;
        while reader.item(&mut state)? {
            self.inside(Step::Item(index), item, reader)?;
            index += 1;
        }
        Ok(())
    }

    fn tuple<'de, R: Read<'de>>(&mut self, id: u32, reader: &mut R) -> Result<()> {
        let items = self.graph.tuple(id);
        let mut state = reader.tuple(items.len())?;
        for (index, &item) in items.iter().enumerate() {
            if !reader.item(&mut state)? {
                return Err(reader.error(Code::Structure, "the tuple is too short"));
            }
            self.inside(Step::Item(index), item, reader)?;
        }
        if reader.item(&mut state)? {
            return Err(reader.error(Code::Structure, "the tuple is too long"));
        }
        Ok(())
    }

    fn map<'de, R: Read<'de>>(&mut self, value: NodeId, reader: &mut R) -> Result<()> {
        let mut state = reader.map()?;
        while let Some(key) = reader.key(&mut state)? {
            let key = alloc::string::String::from(key.as_str());
            self.inside(Step::Field(&key), value, reader)?;
        }
        Ok(())
    }

    fn union<'de, R: Read<'de>>(&mut self, id: u32, reader: &mut R) -> Result<()> {
        let union = self.graph.union(id);
        let meta = union.meta();
        let tag = reader.case(meta)?;
        let branch = meta.cases[tag as usize].branch as usize;
        let Kind::Record(record) = self.graph.node(union.branches[branch]).kind else {
            return Err(reader.error(Code::Union, "the branch is not a record"));
        };
        self.record(record, Some(union.discriminators[branch].into()), reader)?;
        reader.end_case(meta)
    }
}

#[cfg(test)]
mod tests {
    use crate::codec::{Codec, Options};
    use crate::schema::Schema;
    use crate::wire::Wire;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// The issues of a text as `path code offset`.
    fn issues(schema: &str, wire: Wire, text: &str, max: usize) -> Vec<String> {
        let codec = Codec::new(&Schema::parse(schema).unwrap(), wire, &Options::default()).unwrap();
        let show =
            |error: &crate::error::Error| format!("{} {} {}", error.path(), error.code(), error.offset().unwrap());
        codec.issues(text.as_bytes(), max).iter().map(show).collect()
    }

    const SHOP: &str = r#"{"id": "int32", "at": ["number", "number"], "prices": {"map": "?number"},
        "orders": {"array": {"sku": "string", "qty": "?int32", "kind": {"enum": ["a", "b"]}}}}"#;

    #[test]
    fn every_wrong_value_is_found_where_it_is() {
        let good = r#"{"id":1,"at":[1,2],"prices":{"x":null},"orders":[{"sku":"s","kind":"a"}]}"#;
        assert_eq!(issues(SHOP, Wire::Json, good, 9), [""; 0]);
        let bad = r#"{"orders":[{"sku":1,"qty":0.5,"kind":"c"},7,{"kind":"b"}],"prices":{"x":true,"y":1},"id":3e10}"#;
        let found = [
            "orders[0].sku type 18",
            "orders[0].qty type 26",
            "orders[0].kind enum 37",
            "orders[1] type 42",
            "orders[2].sku required 56",
            "prices.x type 72",
            "id type 89",
            "at required 94",
        ];
        assert_eq!(issues(SHOP, Wire::Json, bad, 99), found);
        for max in 0..found.len() {
            assert_eq!(issues(SHOP, Wire::Json, bad, max), found[..max], "the first {max}");
        }
    }

    #[test]
    fn positional_text_is_walked_too() {
        let bad = r#"["1",[1,"2"],{"x":[]},[["s",1,0],[null,2,5]]]"#;
        let found =
            ["id type 1", "at[1] type 8", "prices.x type 18", "orders[1].kind enum 41", "orders[1].sku required 43"];
        assert_eq!(issues(SHOP, Wire::Positional, bad, 99), found);
        assert_eq!(issues(SHOP, Wire::Positional, "{}", 99), [" structure 0"]);
    }

    #[test]
    fn the_branch_of_a_union_is_walked() {
        let schema = r#"{"array": {"union": [
            {"kind": {"enum": ["a"]}, "n": "integer", "m": "integer"},
            {"kind": {"enum": ["b"]}, "s": "string"}], "discriminator": "kind"}}"#;
        let bad = r#"[{"n":"","kind":"a","m":""},{"kind":"c"},{"kind":"b","s":0}]"#;
        let found = ["[0].n type 6", "[0].m type 24", "[1].kind union 36", "[2].s type 57"];
        assert_eq!(issues(schema, Wire::Json, bad, 99), found);
        let found = issues(schema, Wire::Positional, r#"[[0,"x","y"],[1,2]]"#, 99);
        assert_eq!(found, ["[0].n type 4", "[0].m type 8", "[1].s type 16"]);
    }

    #[test]
    fn text_that_is_not_json_ends_the_walk() {
        let bad = r#"{"id":"","orders":[{"sku":1},{"sku" 2}]}"#;
        let found = issues(SHOP, Wire::Json, bad, 99);
        assert_eq!(found.last().map(String::as_str), Some("orders[1] json 36"), "{found:?}");
        assert_eq!(found.len(), 4);
    }
}

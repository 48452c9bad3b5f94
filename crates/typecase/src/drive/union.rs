//! Unions: the branch that the wire names, or the first that takes the value.

use super::{Discard, Driver};
use crate::error::{Code, Result};
use crate::schema::graph::{Kind, NodeId};
use crate::wire::{Read, Sink, ValueKind};
use alloc::vec::Vec;

impl Driver<'_> {
    pub(super) fn union<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        id: u32,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let union = self.graph.union(id);
        let meta = union.meta();
        if meta.discriminator.is_some() {
            let tag = reader.case(meta)?;
            let branch = meta.cases[tag as usize].branch as usize;
            let Kind::Record(record) = self.graph.node(union.branches[branch]).kind else {
                return Err(reader.error(Code::Union, "the branch is not a record"));
            };
            writer.case(meta, tag)?;
            self.record(record, Some((union.discriminators[branch].into(), id, tag)), reader, writer)?;
            reader.end_case(meta)?;
            return writer.end_case(meta);
        }
        let tag = match reader.plain_case(meta)? {
            Some(tag) => tag,
            None => self.matching_branch(id, reader)?,
        };
        writer.case(meta, tag)?;
        self.item_apart(union.branches[tag as usize], reader, writer)?;
        reader.end_case(meta)?;
        writer.end_case(meta)
    }

    /// The first branch of a plain union that takes the value that comes next: the first of those that
    /// know all of its fields, or else the first that takes it with fields left over.
    pub(super) fn matching_branch<'de, R: Read<'de>>(&mut self, id: u32, reader: &mut R) -> Result<u32> {
        let branches = &self.graph.union(id).branches;
        let kind = reader.kind()?;
        let mut possible = (0..branches.len() as u32).filter(|&tag| self.may_begin(branches[tag as usize], kind));
        let Some(first) = possible.next() else {
            return Err(reader.error(Code::Union, "no branch of the union takes this value"));
        };
        let Some(second) = possible.next() else { return Ok(first) };
        let candidates: Vec<u32> = [first, second].into_iter().chain(possible).collect();
        let was_strict = reader.set_strict(true);
        let mut found = self.first_match(&candidates, branches, reader);
        reader.set_strict(was_strict);
        if matches!(found, Ok(None)) && !was_strict {
            found = self.first_match(&candidates, branches, reader);
        }
        found?.ok_or_else(|| reader.error(Code::Union, "no branch of the union takes this value"))
    }

    pub(super) fn first_match<'de, R: Read<'de>>(
        &mut self,
        candidates: &[u32],
        branches: &[NodeId],
        reader: &mut R,
    ) -> Result<Option<u32>> {
        let start = reader.mark();
        for &tag in candidates {
            let result = self.item_apart(branches[tag as usize], reader, &mut Discard);
            reader.retry(start)?;
            match result {
                Ok(()) => return Ok(Some(tag)),
                Err(error) if error.code() == Code::Limit || error.code() == Code::Json => return Err(error),
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Whether a value of this type may begin as a value of this kind.
    pub(super) fn may_begin(&self, node: NodeId, kind: ValueKind) -> bool {
        let place = self.graph.node(node);
        match (place.kind, kind) {
            (Kind::Json | Kind::Union(_), _) | (_, ValueKind::Other) => true,
            (_, ValueKind::Null) => place.nullable || place.kind == Kind::Null,
            (_, ValueKind::Bool) => place.kind == Kind::Bool,
            (_, ValueKind::Number) => matches!(
                place.kind,
                Kind::Number
                    | Kind::Float64
                    | Kind::Float32
                    | Kind::Int64
                    | Kind::Int32
                    | Kind::Uint32
                    | Kind::Uint64
                    | Kind::BigInt
                    | Kind::Date
                    | Kind::Enum(_)
            ),
            (_, ValueKind::Text) => {
                matches!(
                    place.kind,
                    Kind::Text | Kind::Bytes | Kind::Fixed(_) | Kind::Date | Kind::BigInt | Kind::Enum(_)
                )
            }
            (_, ValueKind::Bytes) => matches!(place.kind, Kind::Bytes | Kind::Fixed(_)),
            (_, ValueKind::Date) => place.kind == Kind::Date,
            (_, ValueKind::List) => matches!(place.kind, Kind::List(_) | Kind::Tuple(_)),
            (_, ValueKind::Map) => matches!(place.kind, Kind::Record(_) | Kind::Map(_) | Kind::Flags(_)),
        }
    }
}

//! `tc_member`: where the values of a column lie in the memory of a C program, as structs or arrays, and rows that are
//! written from there.
//!
//! A place is the number of a row, or of an item among all; and for the items of a list that is a pointer and a count, the
//! address of the item. So the address of a value is always `origin + place * stride`.

use crate::failure::{Failure, Report, Result, guard};
use crate::memory::{Member, Out, Type, members, name};
use crate::row_writer::{RowWriter, failure};
use core::cell::Cell;
use core::ffi::c_int;
use std::collections::HashMap;
use typecase::error::{Code, Error};
use typecase::wire::columnar::{ColumnSource, LeafKind, Plan};

/// What is worked out once for a writer: how the columns of its schema are found, and lie in one another.
pub(crate) struct Layout {
    by_name: HashMap<Box<str>, usize>,
    kinds: Vec<LeafKind>,
    lists_around: Vec<Option<usize>>,
}

impl Layout {
    pub(crate) fn of(plan: &Plan) -> Layout {
        let mut by_name = HashMap::new();
        for (leaf, name) in plan.columns().enumerate() {
            by_name.entry(name.into()).or_insert(leaf);
        }
        Layout { by_name, kinds: plan.kinds().collect(), lists_around: plan.lists_around() }
    }
}

impl RowWriter {
    fn push_members(&mut self, rows: usize, given: &[Member], taken: &mut usize) -> Result<()> {
        let layout = self.layout.get_or_init(|| Layout::of(&self.plan));
        let members = Members::new(layout, given, rows)?;
        self.writer.push_columns(0..rows, &members, taken).map_err(failure)
    }
}

/// The columns of a call.
struct Members<'a> {
    kinds: &'a [LeafKind],
    columns: Vec<Option<Column>>,
}

/// A column that a member is given for.
struct Column {
    member: Member,
    /// How many items the lists have had so far, of which only the lengths are given.
    items: Cell<usize>,
}

impl<'a> Members<'a> {
    fn new(layout: &'a Layout, given: &[Member], rows: usize) -> Result<Members<'a>> {
        let mut columns: Vec<Option<Column>> = layout.kinds.iter().map(|_| None).collect();
        for &member in given {
            // SAFETY: the header asks for a name that ends with a zero.
            let name = unsafe { name(member.column)? };
            let leaf = layout.by_name.get(name).copied();
            let leaf = leaf.ok_or_else(|| Error::new(Code::Structure, format!("there is no column {name:?}")))?;
            if columns[leaf].is_some() {
                return Err(Failure::Argument("two members are of one column"));
            }
            columns[leaf] = Some(Column { member, items: Cell::new(0) });
        }
        let is_list = |leaf: usize| columns[leaf].as_ref().is_some_and(|list| list.member.ty() == Some(Type::List));
        let in_items: Vec<Option<usize>> =
            layout.lists_around.iter().map(|list| list.filter(|&at| is_list(at))).collect();
        for (column, in_items) in columns.iter_mut().zip(in_items) {
            let Some(Column { member, .. }) = column else { continue };
            if member.ty().is_none() {
                return Err(Failure::Argument("a member is of no type"));
            }
            match in_items {
                Some(_) => member.lie_in_items(),
                None if rows > 0 && member.is_null() => return Err(Failure::NULL),
                None => {}
            }
        }
        Ok(Members { kinds: &layout.kinds, columns })
    }

    fn column(&self, leaf: usize) -> typecase::error::Result<&Column> {
        self.columns[leaf].as_ref().ok_or_else(|| Error::new(Code::Required, "there are no values for a column"))
    }
}

#[cold]
fn not_of_type() -> Error {
    Error::new(Code::Type, "the type of a member has not the values of its column")
}

#[cold]
fn out_of_range() -> Error {
    Error::new(Code::Type, "an integer is out of the range of its type")
}

#[cold]
fn is_null() -> Error {
    Error::new(Code::Structure, "a pointer is null where there are values")
}

impl ColumnSource for Members<'_> {
    fn has(&self, leaf: usize) -> bool {
        self.columns[leaf].is_some()
    }

    fn integers(&self, leaf: usize, places: &[usize], out: &mut Vec<i64>) -> typecase::error::Result<()> {
        let member = self.column(leaf)?.member;
        let (start, is_uint64) = (out.len(), self.kinds[leaf] == LeafKind::Uint64);
        // SAFETY: the header asks for a value of the type at each place.
        unsafe {
            match member.ty() {
                Some(Type::Bool) => out.extend(member.values::<u8>(places).map(|value| i64::from(value != 0))),
                Some(Type::Int8) => out.extend(member.values::<i8>(places).map(i64::from)),
                Some(Type::Uint8) => out.extend(member.values::<u8>(places).map(i64::from)),
                Some(Type::Int16) => out.extend(member.values::<i16>(places).map(i64::from)),
                Some(Type::Uint16) => out.extend(member.values::<u16>(places).map(i64::from)),
                Some(Type::Int32) => out.extend(member.values::<i32>(places).map(i64::from)),
                Some(Type::Uint32) => out.extend(member.values::<u32>(places).map(i64::from)),
                Some(Type::Int64 | Type::Uint64) => out.extend(member.values::<i64>(places)),
                Some(Type::Pointer) => out.extend(member.values::<usize>(places).map(|value| i64::from(value != 0))),
                _ => return Err(not_of_type()),
            }
        }
        // What is unsigned on one side alone must be below 2^63.
        let is_unsigned = member.ty() == Some(Type::Uint64);
        if is_unsigned != is_uint64 && out[start..].iter().any(|&value| value < 0) {
            return Err(out_of_range());
        }
        Ok(())
    }

    fn numbers(&self, leaf: usize, places: &[usize], out: &mut Vec<f64>) -> typecase::error::Result<()> {
        let member = self.column(leaf)?.member;
        // SAFETY: as in `integers`.
        unsafe {
            match member.ty() {
                Some(Type::Double) => out.extend(member.values::<f64>(places)),
                Some(Type::Float) => out.extend(member.values::<f32>(places).map(f64::from)),
                _ => return Err(not_of_type()),
            }
        }
        Ok(())
    }

    fn texts(&self, leaf: usize, places: &[usize], take: impl FnMut(&[u8])) -> typecase::error::Result<()> {
        let member = self.column(leaf)?.member;
        // SAFETY: as in `integers`, and the texts are there and stay during the call.
        let all_are = unsafe {
            match member.ty() {
                Some(Type::Text) => member.each_text(places, take),
                Some(Type::CString) => member.each_string(places, take),
                _ => return Err(not_of_type()),
            }
        };
        if all_are { Ok(()) } else { Err(is_null()) }
    }

    fn items(
        &self,
        leaf: usize,
        places: &[usize],
        lengths: &mut Vec<i64>,
        items: &mut Vec<usize>,
    ) -> typecase::error::Result<()> {
        let column = self.column(leaf)?;
        if column.member.ty() == Some(Type::List) {
            // SAFETY: as in `integers`.
            let all_are = unsafe { column.member.each_list(places, lengths, items) };
            return if all_are { Ok(()) } else { Err(is_null()) };
        }
        let start = lengths.len();
        self.integers(leaf, places, lengths)?;
        let sum = |sum: usize, &length: &i64| sum.checked_add(usize::try_from(length).ok()?);
        let first = column.items.get();
        let end = lengths[start..].iter().try_fold(first, sum).ok_or_else(out_of_range)?;
        column.items.set(end);
        items.extend(first..end);
        Ok(())
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_row_writer_push_members(
    writer: Option<&mut RowWriter>,
    given: *const Member,
    count: usize,
    rows: usize,
    taken: Out<'_, usize>,
    error: Out<'_, Report>,
) -> c_int {
    let mut done = 0;
    let code = guard(error, || {
        let writer = writer.ok_or(Failure::NULL)?;
        // SAFETY: the header asks for so many members.
        let given = unsafe { members(given, count)? };
        writer.push_members(rows, given, &mut done)
    });
    if let Some(taken) = taken {
        taken.write(done);
    }
    code
}

//! `tc_column`: the values of one leaf column, into arrays of the caller.

use crate::failure::{Failure, Report, Result, guard};
use crate::memory::{Array, Out, Span, hand_over, name, place};
use crate::view::View;
use core::ffi::{c_char, c_int};
use std::sync::Arc;
use typecase::wire::columnar::{self, LeafKind};

/// `tc_column`.
pub(crate) struct Column {
    view: Arc<columnar::View<'static>>,
    name: Box<str>,
    /// Strings that are not in the document as they are: those with escapes.
    unescaped: Vec<Box<str>>,
}

impl Column {
    fn column(&self) -> Result<columnar::Column<'_, 'static>> {
        Ok(self.view.column(&self.name)?)
    }
}

/// The number of a kind in `tc_column_kind_t`.
pub(crate) fn number(kind: LeafKind) -> c_int {
    match kind {
        LeafKind::Int(..) => 1,
        LeafKind::Uint64 => 2,
        LeafKind::Bool => 3,
        LeafKind::Date => 4,
        LeafKind::Number => 5,
        LeafKind::Single => 6,
        LeafKind::Text => 7,
        LeafKind::Bytes => 8,
        LeafKind::BigInt => 9,
        LeafKind::Json => 10,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_view_column(
    view: Option<&View>,
    column: *const c_char,
    out: Out<'_, *mut Column>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let view = Arc::clone(&view.ok_or(Failure::NULL)?.view);
        // SAFETY: the header asks for a name that ends with a zero.
        let name = unsafe { name(column)? };
        let out = place(out)?;
        view.column(name)?;
        hand_over(out, Column { view, name: name.into(), unescaped: Vec::new() });
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_column_free(column: Option<Box<Column>>) {
    drop(column);
}

#[unsafe(no_mangle)]
extern "C" fn tc_column_kind(column: Option<&Column>) -> c_int {
    column.and_then(|column| column.column().ok()).map_or(0, |column| number(column.kind()))
}

#[unsafe(no_mangle)]
extern "C" fn tc_column_count(column: Option<&Column>, count: Out<'_, usize>, error: Out<'_, Report>) -> c_int {
    guard(error, || {
        let column = column.ok_or(Failure::NULL)?;
        place(count)?.write(column.column()?.count()?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_column_integers(
    column: Option<&Column>,
    values: *mut i64,
    capacity: usize,
    count: Out<'_, usize>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let column = column.ok_or(Failure::NULL)?;
        // SAFETY: the header asks for room for so many values.
        let mut array = unsafe { Array::new(values, capacity)? };
        column.column()?.each_integers(|values| {
            array.extend(values);
            Ok(())
        })?;
        array.finish(count)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_column_numbers(
    column: Option<&Column>,
    values: *mut f64,
    capacity: usize,
    count: Out<'_, usize>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let column = column.ok_or(Failure::NULL)?;
        // SAFETY: as in `tc_column_integers`.
        let mut array = unsafe { Array::new(values, capacity)? };
        column.column()?.each_numbers(|values| {
            array.extend(values);
            Ok(())
        })?;
        array.finish(count)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_column_strings(
    column: Option<&mut Column>,
    values: *mut Span,
    capacity: usize,
    count: Out<'_, usize>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let column = column.ok_or(Failure::NULL)?;
        // SAFETY: as in `tc_column_integers`.
        let mut array = unsafe { Array::new(values, capacity)? };
        let mut unescaped = Vec::new();
        column.column()?.each_string(|text| {
            array.push(Span::keeping(text, &mut unescaped));
            Ok(())
        })?;
        column.unescaped = unescaped;
        array.finish(count)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_column_presence(
    column: Option<&Column>,
    values: *mut u8,
    capacity: usize,
    count: Out<'_, usize>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let column = column.ok_or(Failure::NULL)?;
        // SAFETY: as in `tc_column_integers`.
        let mut array = unsafe { Array::new(values, capacity)? };
        let column = column.column()?;
        match column.presence()? {
            Some(presence) => presence.into_iter().for_each(|there| array.push(u8::from(there))),
            // All values are there, so that there are as many places.
            None => (0..column.count()?).for_each(|_| array.push(1)),
        }
        array.finish(count)
    })
}

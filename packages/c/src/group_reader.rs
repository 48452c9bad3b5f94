//! `tc_group_reader`: the columns of one group after the other as arrays that C looks at itself, so that a value of a row
//! costs a load.
//!
//! A `tc_array` is the caller's to look at between two calls. The pointers in it lead into what the library has loaded,
//! and are all set anew when another group is.

use crate::column::number;
use crate::failure::{Failure, Report, Result, guard};
use crate::memory::{Out, Span, name, place};
use crate::view::View;
use core::ffi::{c_char, c_int};
use core::ptr::null;
use std::collections::HashMap;
use std::sync::Arc;
use typecase::wire::columnar::{self, GroupColumns};

/// `tc_step`.
#[repr(C)]
pub(crate) struct Step {
    values: *const i64,
    least: i64,
    greatest: i64,
    places: *const usize,
}

/// `tc_array`.
#[repr(C)]
pub(crate) struct Array {
    kind: c_int,
    count: usize,
    integers: *const i64,
    numbers: *const f64,
    texts: *const Span,
    places: *const usize,
    steps: *const Step,
    step_count: usize,
}

impl Array {
    /// An array without values.
    fn empty(kind: c_int) -> Array {
        Array {
            kind,
            count: 0,
            integers: null(),
            numbers: null(),
            texts: null(),
            places: null(),
            steps: null(),
            step_count: 0,
        }
    }
}

/// A column that has been asked for.
struct Wanted {
    leaf: usize,
    array: SharedArray,
    steps: Vec<Step>,
    texts: Vec<Span>,
    /// Texts that are not in the document as they are: those with escapes.
    unescaped: Vec<Box<str>>,
}

/// An array that stays where it is while C looks at it.
struct SharedArray(*mut Array);

impl SharedArray {
    fn set(&mut self, array: Array) {
        // SAFETY: it came from a box in `tc_group_reader_column` that has not been freed, and C only looks at it between
        // calls.
        unsafe { self.0.write(array) };
    }
}

impl Drop for SharedArray {
    fn drop(&mut self) {
        // SAFETY: it came from a box in `tc_group_reader_column`, and the header says that it goes with the reader.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

/// `tc_group_reader`.
pub(crate) struct GroupReader {
    view: Arc<columnar::View<'static>>,
    columns: GroupColumns<'static>,
    wanted: Vec<Wanted>,
    /// Where each leaf is among those.
    by_leaf: HashMap<usize, usize>,
    /// The group that comes next.
    next: usize,
}

impl GroupReader {
    fn column(&mut self, name: &str) -> Result<*const Array> {
        let leaf = self.columns.want(name)?;
        let Self { columns, wanted, by_leaf, .. } = self;
        let at = *by_leaf.entry(leaf).or_insert_with(|| {
            let array = Array::empty(number(columns.kind(leaf)));
            let array = SharedArray(Box::into_raw(Box::new(array)));
            wanted.push(Wanted { leaf, array, steps: Vec::new(), texts: Vec::new(), unescaped: Vec::new() });
            wanted.len() - 1
        });
        Ok(wanted[at].array.0)
    }

    /// Loads the next group; 0 rows if there is none. Where there are no rows the arrays are empty.
    fn next(&mut self) -> Result<usize> {
        for wanted in &mut self.wanted {
            wanted.array.set(Array::empty(number(self.columns.kind(wanted.leaf))));
        }
        if self.next == self.view.groups().len() {
            return Ok(0);
        }
        self.next += 1;
        let rows = self.columns.load(&self.view, self.next - 1)?;
        for wanted in &mut self.wanted {
            wanted.load_texts(&self.columns)?;
        }
        for wanted in &mut self.wanted {
            wanted.show(&self.columns);
        }
        Ok(rows)
    }
}

impl Wanted {
    fn load_texts(&mut self, columns: &GroupColumns<'static>) -> Result<()> {
        let Wanted { leaf, texts, unescaped, .. } = self;
        texts.clear();
        unescaped.clear();
        columns.each_string(*leaf, |text| {
            texts.push(Span::keeping(text, unescaped));
        })?;
        Ok(())
    }

    /// Shows C what has been loaded.
    fn show(&mut self, columns: &GroupColumns<'static>) {
        let start = |values: &[i64]| if values.is_empty() { null() } else { values.as_ptr() };
        self.steps.clear();
        self.steps.extend(columns.steps(self.leaf).iter().map(|step| Step {
            values: columns.integers(step.leaf).as_ptr(),
            least: step.there.0,
            greatest: step.there.1,
            places: columns.places(step.leaf).as_ptr(),
        }));
        let (integers, numbers) = (columns.integers(self.leaf), columns.numbers(self.leaf));
        let places = columns.places(self.leaf);
        self.array.set(Array {
            kind: number(columns.kind(self.leaf)),
            count: integers.len().max(numbers.len()).max(self.texts.len()),
            integers: start(integers),
            numbers: if numbers.is_empty() { null() } else { numbers.as_ptr() },
            texts: if self.texts.is_empty() { null() } else { self.texts.as_ptr() },
            places: if places.is_empty() { null() } else { places.as_ptr() },
            steps: self.steps.as_ptr(),
            step_count: self.steps.len(),
        });
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_group_reader_new(
    view: Option<&View>,
    out: Out<'_, *mut GroupReader>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let view = Arc::clone(&view.ok_or(Failure::NULL)?.view);
        let columns = GroupColumns::new(&view);
        let reader = GroupReader { view, columns, wanted: Vec::new(), by_leaf: HashMap::new(), next: 0 };
        crate::memory::hand_over(place(out)?, reader);
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_group_reader_free(reader: Option<Box<GroupReader>>) {
    drop(reader);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_group_reader_column(
    reader: Option<&mut GroupReader>,
    column: *const c_char,
    out: Out<'_, *const Array>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let reader = reader.ok_or(Failure::NULL)?;
        // SAFETY: the header asks for a name that ends with a zero.
        let name = unsafe { name(column)? };
        place(out)?.write(reader.column(name)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_group_reader_next(
    reader: Option<&mut GroupReader>,
    rows: Out<'_, usize>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let (reader, rows) = (reader.ok_or(Failure::NULL)?, place(rows)?);
        rows.write(0);
        rows.write(reader.next()?);
        Ok(())
    })
}

//! `tc_view`: a columnar document in memory, and its rows.

use crate::failure::{Failure, Report, guard};
use crate::memory::{Out, bytes, hand_over, place};
use crate::schema::Schema;
use crate::value::Doc;
use core::ffi::{c_char, c_int};
use std::sync::{Arc, OnceLock};
use typecase::wire::columnar;

/// `tc_view`. Columns keep it alive.
pub(crate) struct View {
    pub(crate) view: Arc<columnar::View<'static>>,
    /// The names of the leaf columns, with a zero behind each; made when one is asked for.
    names: OnceLock<Vec<Box<[u8]>>>,
}

impl View {
    fn new(view: columnar::View<'static>) -> View {
        View { view: Arc::new(view), names: OnceLock::new() }
    }

    fn names(&self) -> &[Box<[u8]>] {
        let ended = |name: &str| [name.as_bytes(), &[0]].concat().into();
        self.names.get_or_init(|| self.view.plan().columns().map(ended).collect())
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_view_new(
    data: *const u8,
    length: usize,
    out: Out<'_, *mut View>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let out = place(out)?;
        // SAFETY: the header asks for the document to stay until the view and all that comes from it are freed.
        let document = unsafe { bytes(data, length)? };
        hand_over(out, View::new(columnar::View::new(document)?));
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_view_of_whole_groups(
    data: *const u8,
    length: usize,
    out: Out<'_, *mut View>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let out = place(out)?;
        // SAFETY: as in `tc_view_new`.
        let document = unsafe { bytes(data, length)? };
        // Where there is no view, the caller sees so.
        out.write(core::ptr::null_mut());
        let (view, cut) = columnar::View::of_whole_groups(document)?;
        hand_over(out, View::new(view));
        cut.map_or(Ok(()), |cut| Err(cut.into()))
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_view_free(view: Option<Box<View>>) {
    drop(view);
}

#[unsafe(no_mangle)]
extern "C" fn tc_view_len(view: Option<&View>) -> usize {
    view.map_or(0, |view| view.view.len())
}

#[unsafe(no_mangle)]
extern "C" fn tc_view_schema(view: Option<&View>, out: Out<'_, *mut Schema>, error: Out<'_, Report>) -> c_int {
    guard(error, || {
        let view = view.ok_or(Failure::NULL)?;
        hand_over(place(out)?, Schema::new(view.view.schema().clone()));
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_view_column_count(view: Option<&View>) -> usize {
    view.map_or(0, |view| view.view.plan().columns().count())
}

#[unsafe(no_mangle)]
extern "C" fn tc_view_column_name(view: Option<&View>, index: usize) -> *const c_char {
    let name = view.and_then(|view| view.names().get(index));
    name.map_or(core::ptr::null(), |name| name.as_ptr().cast())
}

#[unsafe(no_mangle)]
extern "C" fn tc_view_row(view: Option<&View>, row: usize, out: Out<'_, *mut Doc>, error: Out<'_, Report>) -> c_int {
    guard(error, || {
        let view = view.ok_or(Failure::NULL)?;
        hand_over(place(out)?, Doc::new(view.view.row(row)?));
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_view_rows(
    view: Option<&View>,
    first: usize,
    end: usize,
    out: Out<'_, *mut Doc>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let view = view.ok_or(Failure::NULL)?;
        hand_over(place(out)?, Doc::new(view.view.list(first..end)?));
        Ok(())
    })
}

//! `tc_row_writer`: a columnar document that is written row by row.

use crate::codec::{Buffer, Options};
use crate::failure::{Failure, Report, guard};
use crate::member::Layout;
use crate::memory::{Out, hand_over, place};
use crate::schema::Schema;
use core::cell::OnceCell;
use core::ffi::c_int;
use typecase::stream;
use typecase::value::Value;
use typecase::wire::columnar::{self, Plan};

/// `tc_row_writer`. It is given the rows, and the buffer at its end.
pub(crate) struct RowWriter {
    // Before the plan, so that it is dropped first.
    pub(crate) writer: columnar::RowWriter<'static, Vec<u8>>,
    _plan: SharedPlan,
    /// The same plan.
    pub(crate) plan: Plan,
    /// Made when columns are pushed for the first time.
    pub(crate) layout: OnceCell<Layout>,
}

/// A plan that stays where it is while it is borrowed.
struct SharedPlan(*mut Plan);

impl Drop for SharedPlan {
    fn drop(&mut self) {
        // SAFETY: it came from a box in `tc_row_writer_new`, and whoever borrows it has been dropped.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

/// What went wrong: the bytes go to memory, which cannot fail to take them.
pub(crate) fn failure(error: stream::Error) -> Failure {
    match error {
        stream::Error::Data(error) => Failure::Data(error),
        stream::Error::Read(_) => Failure::Argument("the document could not be written"),
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_row_writer_new(
    schema: Option<&Schema>,
    options: Option<&Options>,
    out: Out<'_, *mut RowWriter>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let (schema, out) = (schema.ok_or(Failure::NULL)?, place(out)?);
        let options = Options::of(options);
        let plan = Plan::new(&schema.schema)?;
        let shared = SharedPlan(Box::into_raw(Box::new(plan.clone())));
        // SAFETY: the plan lives as long as `shared`, which goes into the struct behind the writer that borrows it.
        let borrowed: &'static Plan = unsafe { &*shared.0 };
        let writer = columnar::RowWriter::new(borrowed, &options.columnar, &options.limits, Vec::new());
        let writer = writer.map_err(failure)?;
        hand_over(out, RowWriter { writer, _plan: shared, plan, layout: OnceCell::new() });
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_row_writer_push(
    writer: Option<&mut RowWriter>,
    row: Option<&Value<'static>>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let (Some(writer), Some(row)) = (writer, row) else { return Err(Failure::NULL) };
        writer.writer.push_value(row).map_err(failure)
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_row_writer_finish(
    writer: Option<Box<RowWriter>>,
    buffer: Option<&mut Buffer>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let (Some(writer), Some(buffer)) = (writer, buffer) else { return Err(Failure::NULL) };
        let RowWriter { writer, _plan, .. } = *writer;
        let document = writer.finish().map_err(failure)?;
        if buffer.0.is_empty() {
            buffer.0 = document;
        } else {
            buffer.0.extend_from_slice(&document);
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_row_writer_free(writer: Option<Box<RowWriter>>) {
    drop(writer);
}

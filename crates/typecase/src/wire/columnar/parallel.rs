//! Whole documents on several threads, each of which takes the next group that nobody has taken.
//!
//! A document is the same on any number of threads (`measured.rs` says how), and what is read from one is too.

use super::document::{Frame, check_head};
use super::measured::MeasuredGroup;
use super::plan::ROW;
use super::read::Reader;
use super::write::Writer;
use super::{GroupWriter, Options, Plan};
use crate::drive::drive_item;
use crate::error::Result;
use crate::limits::Limits;
use crate::typed::{Decode, Encode};
use crate::value::{Value, ValueWriter};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::num::NonZero;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Encodes rows as a document, on as many threads.
///
/// ```
/// use std::num::NonZero;
/// use typecase::limits::Limits;
/// use typecase::wire::columnar::{self, Options, Plan};
/// use typecase::{Record, Type};
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Place {
///     name: String,
/// }
///
/// let places: Vec<Place> = (0..20_000).map(|at| Place { name: format!("place {}", at % 700) }).collect();
/// let plan = Plan::new(&Vec::<Place>::schema())?;
/// let (options, limits, threads) = (Options::default(), Limits::default(), NonZero::new(2).unwrap());
/// let text = columnar::encode_on_threads(&places, &plan, &options, &limits, threads)?;
/// assert_eq!(text, columnar::encode(&places)?);
/// assert_eq!(columnar::decode_on_threads::<Place>(&text, &plan, &options, &limits, threads)?, places);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`encode`](super::encode).
pub fn encode_on_threads<T: Encode + Sync>(
    rows: &[T],
    plan: &Plan,
    options: &Options,
    limits: &Limits,
    threads: NonZero<usize>,
) -> Result<Vec<u8>> {
    encode(rows, plan, options, limits, threads, |group, row| group.push(row))
}

/// The same for rows that are values of the schema of the rows.
///
/// # Errors
/// As for [`Codec::encode`](crate::codec::Codec::encode).
pub fn encode_values_on_threads(
    rows: &[Value<'_>],
    plan: &Plan,
    options: &Options,
    limits: &Limits,
    threads: NonZero<usize>,
) -> Result<Vec<u8>> {
    encode(rows, plan, options, limits, threads, |group, row| group.push_value(row))
}

fn encode<T: Sync>(
    rows: &[T],
    plan: &Plan,
    options: &Options,
    limits: &Limits,
    threads: NonZero<usize>,
    push: impl Fn(&mut GroupWriter<'_>, &T) -> Result<()> + Sync,
) -> Result<Vec<u8>> {
    let mut writer = Writer::new(plan, options, limits);
    writer.start_rows()?;
    let groups: Vec<&[T]> = rows.chunks(writer.most_rows).collect();
    let most_rows = writer.most_rows;
    let gather = |gathered: &mut GroupWriter<'_>, number: usize| -> Result<MeasuredGroup> {
        for (at, row) in groups[number].iter().enumerate() {
            push(gathered, row).map_err(|error| error.in_item(number * most_rows + at))?;
        }
        Ok(gathered.take())
    };
    let worker = || GroupWriter::new(plan, options, limits);
    each_in_order(groups.len(), threads, worker, gather, |group| writer.put_measured(group))?;
    writer.finish();
    Ok(writer.into_text())
}

/// Decodes the rows of a document, on as many threads; in strict mode on one, because a column is checked against the
/// groups before it. [`encode_on_threads`] has an example.
///
/// # Errors
/// As for [`decode`](super::decode).
pub fn decode_on_threads<'de, T: Decode<'de> + Send>(
    input: &'de [u8],
    plan: &Plan,
    options: &Options,
    limits: &Limits,
    threads: NonZero<usize>,
) -> Result<Vec<T>> {
    decode(input, plan, options, limits, threads, |reader| T::decode(reader))
}

/// The same for rows as values of the schema of the rows.
///
/// # Errors
/// As for [`Codec::decode`](crate::codec::Codec::decode).
pub fn decode_values_on_threads<'de>(
    input: &'de [u8],
    plan: &Plan,
    options: &Options,
    limits: &Limits,
    threads: NonZero<usize>,
) -> Result<Vec<Value<'de>>> {
    let (graph, item) = (plan.schema().graph(), plan.inner().nodes[ROW as usize].graph);
    decode(input, plan, options, limits, threads, |reader| {
        let mut writer = ValueWriter::new();
        drive_item(graph, item, true, reader, &mut writer)?;
        Ok(writer.finish())
    })
}

fn decode<'de, T: Send>(
    input: &'de [u8],
    plan: &Plan,
    options: &Options,
    limits: &Limits,
    threads: NonZero<usize>,
    row: impl Fn(&mut Reader<'de, '_>) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    limits.check_bytes(input.len())?;
    if options.strict {
        let mut reader = Reader::new(input, plan, options, limits)?;
        reader.enter_list()?;
        return reader.each_row(&row);
    }
    let (frame, error) = Frame::read(input, check_head(input, plan.inner(), false)?, plan.inner());
    error.map_or(Ok(()), Err)?;
    let worker = || {
        let mut reader = Reader::of_rows(input, plan, Cow::Borrowed(&frame), 0..0, limits);
        reader.enter_list()?;
        Ok(reader)
    };
    let group = |reader: &mut Reader<'de, '_>, number: usize| {
        let group = &frame.groups[number];
        reader.go_to_rows(group.first_row..group.first_row + group.rows);
        reader.each_row(&row)
    };
    let mut rows = Vec::with_capacity(frame.rows);
    each_in_order(frame.groups.len(), threads, worker, group, |mut group| {
        rows.append(&mut group);
        Ok(())
    })?;
    Ok(rows)
}

/// The results that nobody has taken.
struct Made<U> {
    /// Whose turn it is.
    next: usize,
    results: BTreeMap<usize, Result<U>>,
    /// Whether a thread takes those whose turn it is.
    taking: bool,
}

/// Makes the results with these numbers on as many threads, each with a worker of its own, and gives them to `take` in
/// order; ends with the first error in that order.
///
/// One thread takes at a time. Whoever has made something meanwhile leaves it there and goes on with the next.
fn each_in_order<W, U: Send>(
    count: usize,
    threads: NonZero<usize>,
    worker: impl Fn() -> Result<W> + Sync,
    make: impl Fn(&mut W, usize) -> Result<U> + Sync,
    take: impl FnMut(U) -> Result<()> + Send,
) -> Result<()> {
    let dealt = AtomicUsize::new(0);
    let made = Mutex::new(Made { next: 0, results: BTreeMap::new(), taking: false });
    let sink = Mutex::new((take, Ok(())));
    let work = || {
        let mut worker = worker();
        loop {
            let number = dealt.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let result = match &mut worker {
                Ok(worker) => make(worker, number),
                Err(error) => Err(error.clone()),
            };
            let mut here = locked(&made);
            here.results.insert(number, result);
            if here.taking {
                continue;
            }
            here.taking = true;
            let mut sink = locked(&sink);
            let (take, outcome) = &mut *sink;
            while let Some(result) = here.next() {
                drop(here);
                if outcome.is_ok() {
                    *outcome = result.and_then(&mut *take);
                }
                here = locked(&made);
            }
            here.taking = false;
            if outcome.is_err() {
                dealt.store(count, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.get().min(count) {
            scope.spawn(work);
        }
        work();
    });
    sink.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

impl<U> Made<U> {
    /// The result whose turn it is, if it is there.
    fn next(&mut self) -> Option<Result<U>> {
        let result = self.results.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}

/// A lock that another thread may have panicked with; then the scope of the threads panics.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Converts a stream piece by piece, on one thread or on several, in bounded memory.
//!
//! Items come in batches of a few hundred kilobytes, the rows of a columnar document in groups. Each thread takes the
//! next piece from the input, converts it, and hands over the result when its turn has come, or leaves it for the thread
//! whose piece it has to wait for: so all of them do the same work, none waits long for another, and a few pieces a thread
//! are in memory.

use crate::failure::{Failure, Lines, Result};
use crate::input::Input;
use crate::output::Output;
use std::collections::VecDeque;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use typecase::error::{Code, Error};
use typecase::stream::{Batch, Batches, Item};
use typecase::wire::{Wire, protobuf};

/// How a stream is read and written.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Whether the input is text, which has lines.
    pub has_lines: bool,
    pub write: Frame,
    /// JSON laid out for people.
    pub pretty: bool,
    pub threads: usize,
}

/// How what is written follows each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The items of one JSON list.
    List,
    /// One item a line.
    Lines,
    /// Messages that tell where they end.
    EndToEnd,
    /// Messages that do not tell where they end, each after its length.
    Delimited,
}

impl Frame {
    /// How messages of this wire follow each other.
    pub fn of_messages(wire: Wire) -> Frame {
        match wire {
            Wire::Json | Wire::Positional => Frame::Lines,
            Wire::Protobuf | Wire::Packed => Frame::Delimited,
            _ => Frame::EndToEnd,
        }
    }

    /// Writes what stands before an item.
    pub fn open(self, out: &mut Vec<u8>, is_first: bool) {
        if self == Frame::List && !is_first {
            out.push(b',');
        }
    }

    /// Writes what tells an item that starts at `start` from the next.
    pub fn close(self, out: &mut Vec<u8>, start: usize) -> Result<(), Error> {
        match self {
            Frame::List => {}
            Frame::Lines => out.push(b'\n'),
            Frame::Delimited => protobuf::delimit(out, start),
            Frame::EndToEnd if out.len() == start => {
                return Err(Error::new(Code::Unsupported, "messages without a byte cannot stand end to end"));
            }
            Frame::EndToEnd => {}
        }
        Ok(())
    }
}

/// Converts the bytes of one item, behind what the buffer holds.
pub trait ConvertItem: Fn(&[u8], &mut Vec<u8>) -> Result<(), Error> + Sync {}
impl<F: Fn(&[u8], &mut Vec<u8>) -> Result<(), Error> + Sync> ConvertItem for F {}

/// Where the pieces of a stream come from.
pub trait Source: Send {
    /// What is converted by one thread at a time; its buffers are used again.
    type Piece: Default + Send;
    /// Reads the next piece; `false` after the last.
    fn fill(&mut self, piece: &mut Self::Piece) -> Result<bool>;
}

impl Source for Batches<Input> {
    type Piece = Batch;

    fn fill(&mut self, batch: &mut Batch) -> Result<bool> {
        Batches::fill(self, batch).map_err(|error| Failure::stream(self.reader().name(), &error))
    }
}

/// Converts every item of the input, on as many threads as the shape says.
pub fn run(batches: Batches<Input>, output: &mut Output, shape: Shape, convert: impl ConvertItem) -> Result<()> {
    let name = batches.reader().name().to_owned();
    in_list(output, shape, |output| {
        let work = |batch: &mut Batch, out: &mut Vec<u8>| convert_batch(&name, batch, out, shape, &convert);
        on_threads(batches, shape.threads, work, |out| written(output, out))
    })
}

/// Converts every item of the input on one thread, where one depends on those before it.
pub fn run_in_order(
    batches: Batches<Input>,
    output: &mut Output,
    shape: Shape,
    mut convert: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), Error>,
) -> Result<()> {
    let name = batches.reader().name().to_owned();
    in_list(output, shape, |output| {
        let work = |batch: &mut Batch, out: &mut Vec<u8>| convert_batch(&name, batch, out, shape, &mut convert);
        one_by_one(batches, work, |out| written(output, out))
    })
}

/// Writes the text of a piece.
pub fn written(output: &mut Output, text: &mut Vec<u8>) -> Result<()> {
    output.write(text)?;
    text.clear();
    output.flush()
}

/// Writes the brackets of a list, if it is one, around what `items` writes, which says whether there is any.
pub fn in_list(output: &mut Output, shape: Shape, items: impl FnOnce(&mut Output) -> Result<bool>) -> Result<()> {
    if shape.write != Frame::List {
        return items(output).map(drop);
    }
    output.write(b"[")?;
    let any = items(output)?;
    output.write(if shape.pretty && any { b"\n]" } else { b"]" })
}

/// Converts the items of a batch. After an error `out` has those before it.
fn convert_batch(
    name: &str,
    batch: &Batch,
    out: &mut Vec<u8>,
    shape: Shape,
    mut convert: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), Error>,
) -> Result<()> {
    for item in batch.items() {
        let converted = shape.item(item.index() == 0, out, |out| convert(item.bytes(), out).map(|()| true));
        converted.map_err(|error| failure(name, &item, shape.has_lines, error))?;
    }
    Ok(())
}

impl Shape {
    /// Writes one item, with what goes around it; after an error, and where there is none, `out` is as it was.
    pub fn item(
        self,
        is_first: bool,
        out: &mut Vec<u8>,
        write: impl FnOnce(&mut Vec<u8>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let before = out.len();
        self.write.open(out, is_first);
        let start = out.len();
        let written = write(out).and_then(|is_there| {
            if !is_there {
                return Ok(false);
            }
            if self.pretty {
                lay_out(out, start, self.write);
            }
            self.write.close(out, start).map(|()| true)
        });
        if !matches!(written, Ok(true)) {
            out.truncate(before);
        }
        written
    }
}

/// An error in one item.
#[cold]
pub fn failure(name: &str, item: &Item<'_>, has_lines: bool, error: Error) -> Failure {
    // An error of writing has no place in the input: it is that of the item.
    let error = item.place(error.at(0));
    let line = error.offset().filter(|_| has_lines).map(|offset| item.line_at(offset));
    Failure::data(name, &error, Lines { line, column: None })
}

/// Lays out the JSON of an item that starts at `start`.
pub fn lay_out(out: &mut Vec<u8>, start: usize, frame: Frame) {
    let pretty = typecase::wire::json::pretty(&out[start..], 2);
    out.truncate(start);
    match frame {
        Frame::Lines | Frame::EndToEnd | Frame::Delimited => out.extend_from_slice(&pretty),
        // No string of JSON text has a newline in it, so all of them are between tokens.
        Frame::List => pretty.split(|&byte| byte == b'\n').for_each(|line| {
            out.extend_from_slice(b"\n  ");
            out.extend_from_slice(line);
        }),
    }
}

/// Works on each piece and takes what comes of it; says whether there is any. After an error of `work`, what it has done
/// is taken all the same.
pub fn one_by_one<S: Source, O: Default>(
    mut source: S,
    mut work: impl FnMut(&mut S::Piece, &mut O) -> Result<()>,
    mut take: impl FnMut(&mut O) -> Result<()>,
) -> Result<bool> {
    let (mut piece, mut out, mut any) = (S::Piece::default(), O::default(), false);
    while source.fill(&mut piece)? {
        let worked = work(&mut piece, &mut out);
        take(&mut out)?;
        worked?;
        any = true;
    }
    Ok(any)
}

/// The same on so many threads: pieces are worked on at the same time, and what comes of them is taken in order.
pub fn on_threads<S: Source, O: Default + Send>(
    source: S,
    threads: usize,
    work: impl Fn(&mut S::Piece, &mut O) -> Result<()> + Sync,
    take: impl FnMut(&mut O) -> Result<()> + Send,
) -> Result<bool> {
    if threads <= 1 {
        return one_by_one(source, work, take);
    }
    let source = Mutex::new(Deal { source, dealt: 0, ended: false });
    let sink = Sink { take, turn: 0, early: VecDeque::new(), spare: Vec::new(), abandoned: false, result: Ok(()) };
    let turns = Turns { sink: Mutex::new(sink), next: Condvar::new(), threads };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| worker(&source, &turns, &work));
        }
        worker(&source, &turns, &work);
    });
    let sink = turns.sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    sink.result.map(|()| sink.turn > 0)
}

/// Hands out the pieces.
struct Deal<S> {
    source: S,
    /// How many have been handed out, which gives each its turn.
    dealt: usize,
    /// Whether nothing more comes: the input has ended, or something is wrong.
    ended: bool,
}

/// Where the results go to, in the order in which the pieces were handed out.
struct Turns<O, F> {
    sink: Mutex<Sink<O, F>>,
    /// Told whenever the turn has passed on.
    next: Condvar,
    threads: usize,
}

struct Sink<O, F> {
    take: F,
    /// Whose turn it is to be taken.
    turn: usize,
    /// The results that were ready before their turn, and what is wrong behind each; the first is that of the next
    /// turn.
    early: VecDeque<Option<(O, Result<()>)>>,
    /// Buffers that have been taken.
    spare: Vec<O>,
    /// Whether a thread panicked, whose turn never comes.
    abandoned: bool,
    /// The first thing that went wrong; nothing is taken behind it.
    result: Result<()>,
}

/// Takes pieces, works on them and hands over the results until there are no more.
fn worker<S: Source, O: Default, F: FnMut(&mut O) -> Result<()>>(
    source: &Mutex<Deal<S>>,
    turns: &Turns<O, F>,
    work: &impl Fn(&mut S::Piece, &mut O) -> Result<()>,
) {
    let _guard = Guard { source, turns };
    let (mut piece, mut out) = (S::Piece::default(), O::default());
    while let Some((turn, taken)) = next_piece(source, &mut piece) {
        let worked = taken.and_then(|()| work(&mut piece, &mut out));
        if !turns.hand_over(turn, &mut out, worked) {
            locked(source).ended = true;
        }
    }
}

/// Ends the stream when its thread panics, so that no other thread waits for a turn that never comes and the
/// panic gets out.
struct Guard<'s, S, O, F> {
    source: &'s Mutex<Deal<S>>,
    turns: &'s Turns<O, F>,
}

impl<S, O, F> Drop for Guard<'_, S, O, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            locked(self.source).ended = true;
            locked(&self.turns.sink).abandoned = true;
            self.turns.next.notify_all();
        }
    }
}

/// Takes the next piece, or what is wrong with it, with its turn; `None` if nothing more comes.
fn next_piece<S: Source>(source: &Mutex<Deal<S>>, piece: &mut S::Piece) -> Option<(usize, Result<()>)> {
    let mut source = locked(source);
    if source.ended {
        return None;
    }
    let taken = match source.source.fill(piece) {
        Ok(true) => Ok(()),
        Ok(false) => {
            source.ended = true;
            return None;
        }
        Err(error) => {
            source.ended = true;
            Err(error)
        }
    };
    source.dealt += 1;
    Some((source.dealt - 1, taken))
}

impl<O: Default, F: FnMut(&mut O) -> Result<()>> Turns<O, F> {
    /// Hands over a result in its turn, and leaves one that is a little early for another thread; `false` once something
    /// is wrong.
    fn hand_over(&self, turn: usize, out: &mut O, worked: Result<()>) -> bool {
        let too_early = |sink: &mut Sink<O, F>| turn > sink.turn + self.threads && !sink.abandoned;
        let waiting = self.next.wait_while(locked(&self.sink), too_early);
        let mut sink = waiting.unwrap_or_else(PoisonError::into_inner);
        let buffer = sink.spare.pop().unwrap_or_default();
        let ready = (mem::replace(out, buffer), worked);
        let place = turn - sink.turn;
        if sink.early.len() <= place {
            sink.early.resize_with(place + 1, || None);
        }
        sink.early[place] = Some(ready);
        while let Some(ready) = sink.early.front_mut().and_then(Option::take) {
            sink.early.pop_front();
            sink.take(ready);
            self.next.notify_all();
        }
        sink.result.is_ok()
    }
}

impl<O, F: FnMut(&mut O) -> Result<()>> Sink<O, F> {
    /// Takes the result whose turn it is.
    fn take(&mut self, (mut out, worked): (O, Result<()>)) {
        if self.result.is_ok() {
            self.result = (self.take)(&mut out).and(worked);
        }
        self.spare.push(out);
        self.turn += 1;
    }
}

/// The lock, even if a thread panicked while it held it: the panic ends the scope all the same.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::Path;
    use typecase::limits::Limits;
    use typecase::stream::Framing;

    /// A panic while one batch of many is converted gets out, rather than leave the others waiting for its turn.
    #[test]
    fn a_panic_ends_the_stream() {
        let path = std::env::temp_dir().join(format!("typecase-pipeline-{}.ndjson", std::process::id()));
        std::fs::write(&path, "123456789\n".repeat(400_000)).unwrap();
        let shape = Shape { has_lines: true, write: Frame::Lines, pretty: false, threads: 3 };
        let lines = std::sync::atomic::AtomicUsize::new(0);
        let convert = |_: &[u8], _: &mut Vec<u8>| {
            assert!(lines.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 60_000, "a bug of a conversion");
            Ok(())
        };
        let mut output = Output::open(Some(Path::new("/dev/null"))).unwrap_or_else(|_| panic!("no output"));
        let input = Input::open(&path).unwrap_or_else(|_| panic!("no input"));
        let batches = Batches::new(input, Framing::Lines, Limits::default());
        let run = catch_unwind(AssertUnwindSafe(|| run(batches, &mut output, shape, convert).is_ok()));
        std::fs::remove_file(&path).unwrap();
        assert!(run.is_err());
    }
}

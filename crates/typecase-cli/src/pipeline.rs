//! Converts a stream item by item, on one thread or on several, in bounded memory.
//!
//! Items come in batches of a few hundred kilobytes. Each thread takes the next batch from the input,
//! converts it, and writes it when its turn has come, or leaves it for the thread whose batch it has to
//! wait for: so all of them do the same work, none waits long for another, and a few batches a thread are
//! in memory.

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

/// Converts every item of the input, on as many threads as the shape says.
pub fn run(batches: Batches<Input>, output: &mut Output, shape: Shape, convert: impl ConvertItem) -> Result<()> {
    if shape.threads <= 1 {
        return run_in_order(batches, output, shape, convert);
    }
    let name = batches.reader().name().to_owned();
    in_list(output, shape, |output| in_parallel(&name, batches, output, shape, convert))
}

/// Converts every item of the input on one thread, where one depends on those before it.
pub fn run_in_order(
    batches: Batches<Input>,
    output: &mut Output,
    shape: Shape,
    convert: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), Error>,
) -> Result<()> {
    let name = batches.reader().name().to_owned();
    in_list(output, shape, |output| one_by_one(&name, batches, output, shape, convert))
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

/// One batch on its way.
#[derive(Default)]
struct Task {
    batch: Batch,
    out: Vec<u8>,
}

impl Task {
    /// Converts the items. After an error `out` has those before it.
    fn convert(
        &mut self,
        name: &str,
        shape: Shape,
        mut convert: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), Error>,
    ) -> Result<()> {
        self.out.clear();
        for item in self.batch.items() {
            let before = self.out.len();
            shape.write.open(&mut self.out, item.index() == 0);
            let start = self.out.len();
            let converted = convert(item.bytes(), &mut self.out).and_then(|()| {
                if shape.pretty {
                    lay_out(&mut self.out, start, shape.write);
                }
                shape.write.close(&mut self.out, start)
            });
            if let Err(error) = converted {
                self.out.truncate(before);
                return Err(failure(name, &item, shape.has_lines, error));
            }
        }
        Ok(())
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

fn one_by_one(
    name: &str,
    mut batches: Batches<Input>,
    output: &mut Output,
    shape: Shape,
    mut convert: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), Error>,
) -> Result<bool> {
    let mut task = Task::default();
    let mut any = false;
    while batches.fill(&mut task.batch).map_err(|error| Failure::stream(name, &error))? {
        let converted = task.convert(name, shape, &mut convert);
        output.write(&task.out)?;
        output.flush()?;
        converted?;
        any = true;
    }
    Ok(any)
}

fn in_parallel(
    name: &str,
    batches: Batches<Input>,
    output: &mut Output,
    shape: Shape,
    convert: impl ConvertItem,
) -> Result<bool> {
    let source = Mutex::new(Source { batches, dealt: 0, ended: false });
    let sink = Sink { output, turn: 0, early: VecDeque::new(), spare: Vec::new(), abandoned: false, result: Ok(()) };
    let turns = Turns { sink: Mutex::new(sink), next: Condvar::new(), threads: shape.threads };
    thread::scope(|scope| {
        for _ in 1..shape.threads {
            scope.spawn(|| work(name, &source, &turns, shape, &convert));
        }
        work(name, &source, &turns, shape, &convert);
    });
    let sink = turns.sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    sink.result.map(|()| sink.turn > 0)
}

/// Where the batches come from.
struct Source {
    batches: Batches<Input>,
    /// How many have been handed out, which gives each its turn.
    dealt: usize,
    /// Whether nothing more comes: the input has ended, or something is wrong.
    ended: bool,
}

/// Where the batches go to, in the order in which they were handed out.
struct Turns<'o> {
    sink: Mutex<Sink<'o>>,
    /// Told whenever the turn has passed on.
    next: Condvar,
    threads: usize,
}

/// The text of a converted batch, and what is wrong behind it.
type Ready = (Vec<u8>, Result<()>);

struct Sink<'o> {
    output: &'o mut Output,
    /// Whose turn it is to be written.
    turn: usize,
    /// The batches that were ready before their turn; the first is that of the next turn.
    early: VecDeque<Option<Ready>>,
    /// Buffers that have been written.
    spare: Vec<Vec<u8>>,
    /// Whether a thread panicked, whose turn never comes.
    abandoned: bool,
    /// The first thing that went wrong; nothing is written behind it.
    result: Result<()>,
}

/// Takes, converts and writes batches until there are no more.
fn work(name: &str, source: &Mutex<Source>, turns: &Turns<'_>, shape: Shape, convert: &impl ConvertItem) {
    let _guard = Guard { source, turns };
    let mut task = Task::default();
    while let Some((turn, taken)) = take(name, source, &mut task.batch) {
        let converted = match taken {
            Ok(()) => task.convert(name, shape, convert),
            Err(failure) => {
                task.out.clear();
                Err(failure)
            }
        };
        if !turns.write(turn, &mut task.out, converted) {
            locked(source).ended = true;
        }
    }
}

/// Ends the stream when its thread panics, so that no other thread waits for a turn that never comes and the
/// panic gets out.
struct Guard<'s, 'o> {
    source: &'s Mutex<Source>,
    turns: &'s Turns<'o>,
}

impl Drop for Guard<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            locked(self.source).ended = true;
            locked(&self.turns.sink).abandoned = true;
            self.turns.next.notify_all();
        }
    }
}

/// Takes the next batch, or what is wrong with it, with its turn; `None` if nothing more comes.
fn take(name: &str, source: &Mutex<Source>, batch: &mut Batch) -> Option<(usize, Result<()>)> {
    let mut source = locked(source);
    if source.ended {
        return None;
    }
    let taken = match source.batches.fill(batch) {
        Ok(true) => Ok(()),
        Ok(false) => {
            source.ended = true;
            return None;
        }
        Err(error) => {
            source.ended = true;
            Err(Failure::stream(name, &error))
        }
    };
    source.dealt += 1;
    Some((source.dealt - 1, taken))
}

impl Turns<'_> {
    /// Writes a batch in its turn, and leaves one that is a little early for another thread to write;
    /// `false` once something is wrong.
    fn write(&self, turn: usize, out: &mut Vec<u8>, converted: Result<()>) -> bool {
        let too_early = |sink: &mut Sink<'_>| turn > sink.turn + self.threads && !sink.abandoned;
        let waiting = self.next.wait_while(locked(&self.sink), too_early);
        let mut sink = waiting.unwrap_or_else(PoisonError::into_inner);
        let buffer = sink.spare.pop().unwrap_or_default();
        let ready = (mem::replace(out, buffer), converted);
        let place = turn - sink.turn;
        if sink.early.len() <= place {
            sink.early.resize_with(place + 1, || None);
        }
        sink.early[place] = Some(ready);
        while let Some(ready) = sink.early.front_mut().and_then(Option::take) {
            sink.early.pop_front();
            sink.write(ready);
            self.next.notify_all();
        }
        sink.result.is_ok()
    }
}

impl Sink<'_> {
    /// Writes the batch whose turn it is.
    fn write(&mut self, (out, converted): Ready) {
        if self.result.is_ok() {
            self.result = self.output.write(&out).and_then(|()| self.output.flush()).and(converted);
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

//! Converts a stream item by item, on one thread or on several, in bounded memory.
//!
//! Items come in batches of a few hundred kilobytes. With several threads one thread reads and cuts,
//! each worker gets every *n*th batch and gives it back converted, and this thread writes them in the
//! same turn, so that order costs nothing and no more than a few batches a worker are in memory.

use crate::failure::{Failure, Lines, Result};
use crate::input::Input;
use crate::output::Output;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use typecase::error::Error;
use typecase::limits::Limits;
use typecase::stream::{Batch, Batches, Framing, Item};

/// How a stream is read and written.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub read: Framing,
    pub write: Framing,
    /// JSON laid out for people.
    pub pretty: bool,
    pub limits: Limits,
    pub threads: usize,
}

/// Converts the bytes of one item, behind what the buffer holds.
pub trait ConvertItem: Fn(&[u8], &mut Vec<u8>) -> Result<(), Error> + Sync {}
impl<F: Fn(&[u8], &mut Vec<u8>) -> Result<(), Error> + Sync> ConvertItem for F {}

/// Converts every item of the input.
pub fn run(input: Input, output: &mut Output, shape: Shape, convert: impl ConvertItem) -> Result<()> {
    let name = input.name().to_owned();
    let batches = Batches::new(input, shape.read, shape.limits);
    if shape.write == Framing::List {
        output.write(b"[")?;
    }
    let any = if shape.threads > 1 {
        in_parallel(&name, batches, output, shape, convert)?
    } else {
        one_by_one(&name, batches, output, shape, convert)?
    };
    if shape.write == Framing::List {
        output.write(if shape.pretty && any { b"\n]" } else { b"]" })?;
    }
    Ok(())
}

/// One batch on its way.
#[derive(Default)]
struct Task {
    batch: Batch,
    out: Vec<u8>,
}

/// A batch for a worker, or why there is none.
type ToConvert = Result<Task>;
/// A batch from a worker, with the items before the first that is wrong.
type Converted = Result<(Task, Result<()>)>;

impl Task {
    /// Converts the items. After an error `out` has those before it.
    fn convert(&mut self, name: &str, shape: Shape, convert: &impl ConvertItem) -> Result<()> {
        self.out.clear();
        for item in self.batch.items() {
            let before = self.out.len();
            if shape.write == Framing::List && item.index() > 0 {
                self.out.push(b',');
            }
            let start = self.out.len();
            if let Err(error) = convert(item.bytes(), &mut self.out) {
                self.out.truncate(before);
                return Err(failure(name, &item, error));
            }
            if shape.pretty {
                lay_out(&mut self.out, start, shape.write);
            }
            if shape.write == Framing::Lines {
                self.out.push(b'\n');
            }
        }
        Ok(())
    }
}

/// An error in one item.
#[cold]
pub fn failure(name: &str, item: &Item<'_>, error: Error) -> Failure {
    // An error of writing has no place in the input: it is that of the item.
    let error = item.place(error.at(0));
    let line = error.offset().map(|offset| item.line_at(offset));
    Failure::data(name, &error, Lines { line, column: None })
}

/// Lays out the JSON of an item that starts at `start`.
fn lay_out(out: &mut Vec<u8>, start: usize, framing: Framing) {
    let pretty = typecase::wire::json::pretty(&out[start..], 2);
    out.truncate(start);
    match framing {
        Framing::Lines => out.extend_from_slice(&pretty),
        // No string of JSON text has a newline in it, so all of them are between tokens.
        Framing::List => pretty.split(|&byte| byte == b'\n').for_each(|line| {
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
    convert: impl ConvertItem,
) -> Result<bool> {
    let mut task = Task::default();
    let mut any = false;
    while batches.fill(&mut task.batch).map_err(|error| Failure::stream(name, &error))? {
        let converted = task.convert(name, shape, &convert);
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
    let convert = &convert;
    thread::scope(|scope| {
        let (spare, spares) = channel();
        let mut sources = Vec::new();
        let mut results = Vec::new();
        for _ in 0..shape.threads {
            let (source, tasks) = sync_channel::<ToConvert>(1);
            let (done, result) = sync_channel(1);
            sources.push(source);
            results.push(result);
            scope.spawn(move || work(name, tasks, done, shape, convert));
        }
        scope.spawn(move || cut(name, batches, &sources, spares));
        collect(output, &results, &spare)
    })
}

/// Cuts the stream into batches and deals them out in turn.
fn cut(name: &str, mut batches: Batches<Input>, workers: &[SyncSender<ToConvert>], spares: Receiver<Task>) {
    for worker in workers.iter().cycle() {
        let mut task = spares.try_recv().unwrap_or_default();
        let message = match batches.fill(&mut task.batch) {
            Ok(true) => Ok(task),
            Ok(false) => return,
            Err(error) => Err(Failure::stream(name, &error)),
        };
        let ended = message.is_err();
        // A worker that is gone has nobody left to work for.
        if worker.send(message).is_err() || ended {
            return;
        }
    }
}

/// Converts batches until there are no more.
fn work(name: &str, tasks: Receiver<ToConvert>, done: SyncSender<Converted>, shape: Shape, convert: &impl ConvertItem) {
    for task in tasks {
        let message = task.map(|mut task| {
            let converted = task.convert(name, shape, convert);
            (task, converted)
        });
        if done.send(message).is_err() {
            return;
        }
    }
}

/// Writes the batches in the order in which they were dealt out.
fn collect(output: &mut Output, workers: &[Receiver<Converted>], spare: &Sender<Task>) -> Result<bool> {
    let mut any = false;
    for worker in workers.iter().cycle() {
        // The first worker without a batch in its turn is where the stream ended.
        let Ok(message) = worker.recv() else { break };
        let (task, converted) = message?;
        output.write(&task.out)?;
        output.flush()?;
        converted?;
        any = true;
        // The reader may have ended and no longer need it.
        let _ = spare.send(task);
    }
    Ok(any)
}

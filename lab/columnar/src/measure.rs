//! One measurement, in a process of its own: the first call, those after it, and what was read.

use crate::digest::{COLUMNS, Digest, Reading};
use crate::rows::{self, Owned, Rows};
use crate::{Contender, Table, Task, c, json, typecase};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long the calls after the first take in all, and how many they are at least.
const WARM: Duration = Duration::from_millis(250);
const LEAST: usize = 7;

/// What one process has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The first call in the process, in nanoseconds.
    pub first: u64,
    /// The median of the others.
    pub warm: u64,
    /// What has been folded while time counted, in one call.
    pub fold: u64,
    /// What has been read of each column; of what has been encoded, what serde_json or typecase read in it.
    pub columns: [Digest; COLUMNS],
}

impl std::fmt::Display for Measured {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{} {} {}", self.first, self.warm, self.fold)?;
        self.columns
            .iter()
            .try_for_each(|column| write!(to, " {} {:x} {}", column.count, column.sum.to_bits(), column.crc))
    }
}

impl Measured {
    /// Reads what a process printed.
    pub fn parse(text: &str) -> Option<Measured> {
        let mut words = text.split(' ');
        let mut number = || words.next()?.parse::<u64>().ok();
        let (first, warm, fold) = (number()?, number()?, number()?);
        let mut columns = [Digest::default(); COLUMNS];
        for column in &mut columns {
            column.count = words.next()?.parse().ok()?;
            column.sum = f64::from_bits(u64::from_str_radix(words.next()?, 16).ok()?);
            column.crc = words.next()?.parse().ok()?;
        }
        words.next().is_none().then_some(Measured { first, warm, fold, columns })
    }
}

/// Measures one contender at one task.
pub fn measure(table: Table, task: Task, contender: Contender, rows: usize, folder: &Path) -> Measured {
    if task == Task::Encode {
        return encoding(table, contender, rows);
    }
    let columnar = matches!(contender, Contender::Rust | Contender::C);
    let input = std::fs::read(rows::input(folder, columnar)).expect("the input is there");
    let row = rows * 5 / 8;
    let mut fold = 0;
    let (first, warm) = times(|| {
        let mut to = Reading { columns: None, fold: 0 };
        read(table, task, contender, row, black_box(&input), &mut to);
        fold = to.fold;
    });
    let mut columns = [Digest::default(); COLUMNS];
    read(table, task, contender, row, &input, &mut Reading { columns: Some(&mut columns), fold: 0 });
    Measured { first, warm, fold, columns }
}

fn read(table: Table, task: Task, contender: Contender, row: usize, input: &[u8], to: &mut Reading) {
    let in_c = |contender: c::Contender, to: &mut Reading| contender.read(table as i32, task as i32, row, input, to);
    match contender {
        Contender::Rust => typecase::read(table, task, row, input, to).expect("typecase reads its document"),
        Contender::C => in_c(c::TYPECASE, to),
        Contender::Yyjson => in_c(c::YYJSON, to),
        Contender::Cjson => in_c(c::CJSON, to),
        Contender::Serde => json::read(table, task, row, input, to).expect("serde_json reads its JSON"),
    }
}

fn encoding(table: Table, contender: Contender, count: usize) -> Measured {
    let owned = Owned::generate(table, count);
    let rows = owned.borrow();
    let in_c = c::CRows::of(&rows);
    let (first, warm) = times(|| {
        encode(table, contender, black_box(&rows), &in_c, &mut |bytes| {
            black_box(bytes);
        })
    });

    // What was written is what it was written from.
    let mut columns = [Digest::default(); COLUMNS];
    let mut to = Reading { columns: Some(&mut columns), fold: 0 };
    encode(table, contender, &rows, &in_c, &mut |bytes| match contender {
        Contender::Rust | Contender::C => {
            typecase::read(table, Task::RowByRow, 0, bytes, &mut to).expect("it is a document");
        }
        _ => json::read(table, Task::RowByRow, 0, bytes, &mut to).expect("it is JSON"),
    });
    Measured { first, warm, fold: 0, columns }
}

fn encode(table: Table, contender: Contender, rows: &Rows, in_c: &c::CRows, take: &mut dyn FnMut(&[u8])) {
    match contender {
        Contender::Rust => take(&typecase::encode(rows)),
        Contender::Serde => take(&json::encode(rows)),
        Contender::C => c::TYPECASE.encode(table as i32, in_c, take),
        Contender::Yyjson => c::YYJSON.encode(table as i32, in_c, take),
        Contender::Cjson => c::CJSON.encode(table as i32, in_c, take),
    }
}

/// The time of the first call, and the median of those after it, in nanoseconds.
fn times(mut call: impl FnMut()) -> (u64, u64) {
    let mut time = || {
        let start = Instant::now();
        call();
        start.elapsed().as_nanos() as u64
    };
    let first = time();
    let (start, mut warm) = (Instant::now(), Vec::new());
    while warm.len() < LEAST || start.elapsed() < WARM {
        warm.push(time());
    }
    warm.sort_unstable();
    (first, warm[warm.len() / 2])
}

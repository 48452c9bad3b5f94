//! What a run found: tables for people, JSON for programs.

mod json;
mod summary;
mod table;

use crate::run::Group;
pub use table::Table;

pub use json::json;

/// The name that typecase's own peers begin with.
const OURS: &str = "typecase";
/// Two times are a tie if the longer is at most this many times the shorter.
const TIE: f64 = 1.15;

/// The whole report, in Markdown that reads as text too.
pub fn markdown(groups: &[Group], rounds: usize) -> String {
    let mut report = format!(
        "Nanoseconds of one operation in the fastest and in the median of {rounds} interleaved rounds; {} \
         allocator. The ratio is to the first of the table, by fastest rounds, and up to {TIE} is a tie; paired is \
         the median of the ratios of each round.\n",
        crate::ALLOCATOR_NAME,
    );
    for group in groups {
        report += &format!("\n## {}: {}\n\n", group.payload, group.op.title());
        report += &group_table(group).to_string();
    }
    report += &summary::markdown(groups);
    report
}

/// The peers of one payload and operation.
fn group_table(group: &Group) -> Table {
    let mut table = Table::new(["peer", "wire", "bytes", "min ns", "median ns", "ratio", "paired"]);
    for peer in &group.peers {
        let fastest = &group.peers[0];
        let ratio = peer.ratio(fastest);
        let tie = ratio > 1.0 && ratio <= TIE;
        table.row([
            peer.peer.to_owned(),
            peer.wire.name().to_owned(),
            peer.bytes.to_string(),
            nanoseconds(peer.min_ns()),
            nanoseconds(peer.median_ns()),
            format!("{ratio:.2}{}", if tie { " tie" } else { "" }),
            format!("{:.2}", peer.paired_ratio(fastest)),
        ]);
    }
    table
}

/// A time with three digits or more.
fn nanoseconds(ns: f64) -> String {
    match ns {
        ..10.0 => format!("{ns:.2}"),
        ..100.0 => format!("{ns:.1}"),
        _ => format!("{ns:.0}"),
    }
}

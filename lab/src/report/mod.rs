//! What a run found: tables for people, JSON for programs.

mod details;
mod json;
mod means;
mod packed;
mod table;
mod wires;

use crate::peers::{OURS, Wire};
use crate::run::{Group, Measurement};
pub use details::details;
pub use json::json;
pub use table::Table;

/// Two times are a tie if the longer is at most this many times the shorter.
const TIE: f64 = 1.15;

/// The tables of the wires and the means, in Markdown that reads as text too.
pub fn summary(groups: &[Group], rounds: usize) -> String {
    format!(
        "Fastest of {rounds} interleaved rounds; {} allocator. The first column of figures is typecase's time in \
         nanoseconds; behind it, how many times as long the others take: above 1 typecase is faster, and within \
         {TIE} times of 1 is a tie. Packed, which only typecase has, is compared with the formats of other libraries \
         that take at most {} times its bytes and do not copy integers of fixed width: the compact ones.\n{}{}{}",
        crate::ALLOCATOR_NAME,
        packed::COMPACT,
        wires::tables(groups),
        means::table(groups),
        means::losses(groups),
    )
}

/// What all others of a group are compared with: typecase's own time, of its trees those under a schema. On the wires
/// of JSON there are two of it.
fn ours(group: &Group) -> impl Iterator<Item = &Measurement> {
    const NAMES: [&str; 4] = ["typecase", "typecase positional", "typecase Value", "typecase Value positional"];
    group.peers.iter().filter(|peer| NAMES.contains(&peer.peer))
}

/// The measurements of the other libraries, fastest first.
fn others(group: &Group) -> impl Iterator<Item = &Measurement> {
    group.peers.iter().filter(|peer| !peer.peer.starts_with(OURS))
}

/// Those of them that typecase's own measurement is compared with: all, but on the packed wire the compact ones.
fn rivals<'a>(group: &'a Group, mine: &Measurement) -> impl Iterator<Item = &'a Measurement> {
    others(group).filter(|peer| group.wire != Wire::Packed || packed::is_compact(peer, mine))
}

/// The geometric mean, if there are any.
fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let logs: Vec<f64> = ratios.map(f64::ln).collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

/// A time with three digits or more.
fn nanoseconds(ns: f64) -> String {
    match ns {
        ..10.0 => format!("{ns:.2}"),
        ..100.0 => format!("{ns:.1}"),
        _ => format!("{ns:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_geometric() {
        let mean = geometric_mean([2.0, 8.0].into_iter()).unwrap();
        assert!((mean - 4.0).abs() < 1e-9, "{mean}");
        assert_eq!(geometric_mean(std::iter::empty()), None);
    }
}

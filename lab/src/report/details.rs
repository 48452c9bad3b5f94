//! Every measurement of a run, in a table for each payload, wire and operation.

use super::{TIE, Table, nanoseconds};
use crate::run::Group;

/// The tables; fastest, median and paired as lab/README.md has them.
pub fn details(groups: &[Group]) -> String {
    let mut text = format!(
        "min and median are those of the rounds, in nanoseconds. The ratio is to the first of the table, by fastest \
         rounds, and up to {TIE} is a tie; paired is the median of the ratios of each round.\n"
    );
    for group in groups {
        text += &format!("\n## {}, {}: {}\n\n{}", group.payload, group.wire.name(), group.op.title(), table(group));
    }
    text
}

/// The peers of one payload, wire and operation.
fn table(group: &Group) -> Table {
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
    for peer in &group.absent {
        let dash = || "-".to_owned();
        table.row([(*peer).to_owned(), group.wire.name().to_owned(), dash(), dash(), dash(), dash(), dash()]);
    }
    table
}

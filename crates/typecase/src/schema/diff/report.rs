//! The forms of a diff: a table for people, and a value for programs.

use super::{Change, Diff, Effect, Verdict, WireKind};
use crate::value::{Text, Value};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for WireKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A table: one row a change with its path, kind, verdict on each wire, and detail; a last row sums up. A verdict is
/// one word, or two where old readers of new data (forward) and new readers of old data (backward) differ. Empty if
/// nothing changed.
impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return Ok(());
        }
        let mut rows = Vec::with_capacity(self.changes.len() + 2);
        rows.push(head());
        rows.extend(self.changes.iter().map(row));
        rows.push(
            ["(all)".to_string(), String::new()]
                .into_iter()
                .chain(WireKind::ALL.into_iter().map(|wire| spell(self.effect(wire))))
                .chain([String::new()])
                .collect(),
        );
        let mut widths = alloc::vec![0; rows[0].len()];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        for row in rows {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            writeln!(f, "{}", cells.join("  ").trim_end())?;
        }
        f.write_str("old readers of new data / new readers of old data; one word for both\n")
    }
}

/// The verdicts forward and backward.
fn spell(effect: Effect) -> String {
    match (effect.forward, effect.backward) {
        (forward, backward) if forward == backward => forward.to_string(),
        (forward, backward) => format!("{forward} / {backward}"),
    }
}

fn head() -> Vec<String> {
    let wires = WireKind::ALL.into_iter().map(|wire| wire.to_string());
    ["path".to_string(), "change".to_string()].into_iter().chain(wires).chain(["detail".to_string()]).collect()
}

fn row(change: &Change) -> Vec<String> {
    let path = if change.path.is_empty() { "(root)" } else { &change.path };
    let mut row = alloc::vec![path.to_string(), change.kind.as_str().to_string()];
    row.extend(WireKind::ALL.into_iter().map(|wire| spell(change.effect(wire))));
    row.push(change.detail.clone());
    row
}

impl Diff {
    /// The diff as a value without a schema, to be printed as JSON. The keys and words are stable; more
    /// wires and kinds may join them.
    ///
    /// `{"changes": [{"path", "kind", "detail", "wires": {"json": {"forward", "backward"}, …}}, …],
    /// "wires": {"json": {"forward", "backward"}, …}}`
    pub fn to_value(&self) -> Value<'static> {
        let wires = |effect: &dyn Fn(WireKind) -> super::Effect| {
            let wires = WireKind::ALL.into_iter().map(|wire| {
                let effect = effect(wire);
                let verdicts = [("forward", effect.forward), ("backward", effect.backward)];
                (wire.as_str(), map(verdicts.map(|(key, verdict)| (key, Value::text(verdict.as_str())))))
            });
            map(wires)
        };
        let changes = self.changes.iter().map(|change| {
            map([
                ("path", Value::Text(Text::owned(&change.path))),
                ("kind", Value::text(change.kind.as_str())),
                ("detail", Value::Text(Text::owned(&change.detail))),
                ("wires", wires(&|wire| change.effect(wire))),
            ])
        });
        map([("changes", Value::list(changes.collect())), ("wires", wires(&|wire| self.effect(wire)))])
    }
}

fn map(entries: impl IntoIterator<Item = (&'static str, Value<'static>)>) -> Value<'static> {
    Value::map(entries.into_iter().map(|(key, value)| (Text::borrowed(key), value)).collect())
}

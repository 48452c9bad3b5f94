//! A columnar document in the dump: its lines, and each leaf column of each group with its encoding and its share.

use super::Row;
use typecase::wire::columnar::{LeafColumn, View};

/// Gives the rows of a document in the order of its bytes, as far as its groups are whole, and behind those of several
/// groups what each leaf takes in all.
pub fn rows<'t>(bytes: &'t [u8], row: &mut dyn FnMut(Row<'t>)) {
    let Ok((view, _)) = View::of_whole_groups(bytes) else { return };
    let schema = line(bytes, 0, "head", "the version of the format".to_owned(), row);
    let leaves = view.plan().columns().count();
    let mut end = line(bytes, schema, "schema", format!("{leaves} leaf columns"), row);
    let share = |count: usize| format!("{count} bytes, {:.1}%", count as f64 * 100.0 / bytes.len() as f64);
    let mut totals: Vec<(LeafColumn<'_>, usize)> = Vec::new();
    let places: Vec<_> = view.offsets().zip(view.groups()).collect();
    for (group, (offset, rows)) in places.into_iter().enumerate() {
        end = line(bytes, offset, "group", format!("rows {} to {}", rows.start, rows.end - 1), row);
        for (at, column) in view.leaf_columns(group).enumerate() {
            let range = column.bytes.clone();
            end = range.end;
            let meaning = format!("{}: {}", column.encoding, share(range.len()));
            let (path, ty) = (column.name.to_owned(), column.kind.name().to_owned());
            match totals.get_mut(at) {
                Some(total) => total.1 += range.len(),
                None => totals.push((column, range.len())),
            }
            row(Row { offset: range.start, bytes: first_line(&bytes[range]), path, ty, meaning });
        }
    }
    line(bytes, end, "index", format!("{} rows", view.len()), row);
    if view.groups().len() > 1 {
        for (column, total) in totals {
            let meaning = format!("in all groups: {}", share(total));
            row(Row {
                offset: end,
                bytes: b"",
                path: column.name.to_owned(),
                ty: column.kind.name().to_owned(),
                meaning,
            });
        }
    }
}

/// Gives the row of a line, and the place behind it.
fn line<'t>(bytes: &'t [u8], offset: usize, ty: &str, meaning: String, row: &mut dyn FnMut(Row<'t>)) -> usize {
    let first = first_line(bytes.get(offset..).unwrap_or_default());
    row(Row { offset, bytes: first, path: "(line)".to_owned(), ty: ty.to_owned(), meaning });
    offset + first.len() + 1
}

fn first_line(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len())]
}

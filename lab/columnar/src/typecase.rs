//! typecase in Rust: typed rows, columns of a `View`, and typed encoding.

use crate::digest::Reading;
use crate::rows::{Account, Order, Rows};
use crate::{Table, Task};
use typecase::error::Result;
use typecase::wire::columnar::{self, LeafKind, View};

/// The columns of the tables, in the order of their digests.
const FLAT: [&str; 7] = ["id", "user", "city", "plan", "seats", "price", "joined"];
const NESTED: [&str; 7] = ["id", "customer", "placed", "items#", "items[].sku", "items[].quantity", "items[].price"];

/// Reads what the task asks for.
pub fn read(table: Table, task: Task, row: usize, document: &[u8], to: &mut Reading) -> Result<()> {
    let nested = table == Table::Nested;
    let (numbers, dates, texts) = if nested { (6, 2, 4) } else { (5, 6, 1) };
    match task {
        Task::RowByRow if nested => columnar::decode::<Vec<Order>>(document)?.iter().for_each(|row| order(row, to)),
        Task::RowByRow => columnar::decode::<Vec<Account>>(document)?.iter().for_each(|row| account(row, to)),
        Task::EveryValue => {
            let view = View::new(document)?;
            (0..7).try_for_each(|at| column(&view, at, nested, to))?;
        }
        Task::Numbers => column(&View::new(document)?, numbers, nested, to)?,
        Task::Dates => column(&View::new(document)?, dates, nested, to)?,
        Task::Texts => column(&View::new(document)?, texts, nested, to)?,
        Task::OneRow if nested => order(&View::new(document)?.row_as(row)?, to),
        Task::OneRow => account(&View::new(document)?.row_as(row)?, to),
        Task::Encode => unreachable!("that is not reading"),
    }
    Ok(())
}

fn column(view: &View, at: usize, nested: bool, to: &mut Reading) -> Result<()> {
    let column = view.column(if nested { NESTED[at] } else { FLAT[at] })?;
    match column.kind() {
        LeafKind::Text => column.each_string(|text| {
            to.text(at, &text);
            Ok(())
        }),
        LeafKind::Number => column.each_numbers(|numbers| {
            numbers.iter().for_each(|&number| to.number(at, number));
            Ok(())
        }),
        _ => column.each_integers(|integers| {
            integers.iter().for_each(|&integer| to.integer(at, integer));
            Ok(())
        }),
    }
}

/// Reads a row of a flat table.
pub fn account(row: &Account, to: &mut Reading) {
    to.integer(0, row.id);
    to.text(1, row.user);
    to.text(2, row.city);
    to.text(3, row.plan);
    to.integer(4, row.seats.into());
    to.number(5, row.price);
    to.integer(6, row.joined.0);
}

/// Reads a row of the nested table.
pub fn order(row: &Order, to: &mut Reading) {
    to.integer(0, row.id);
    to.text(1, row.customer);
    to.integer(2, row.placed.0);
    to.integer(3, row.items.len() as i64);
    for item in &row.items {
        to.text(4, item.sku);
        to.integer(5, item.quantity.into());
        to.number(6, item.price);
    }
}

/// Encodes rows.
pub fn encode(rows: &Rows) -> Vec<u8> {
    let document = match rows {
        Rows::Flat(rows) => columnar::encode(rows),
        Rows::Nested(rows) => columnar::encode(rows),
    };
    document.expect("the rows can be encoded")
}

//! The rows of the tables as the contenders have them, and the inputs that are made of them.
//!
//! The JSON has dates as numbers, which is less work for whoever reads it, and no blanks.

use crate::{Table, tables};
use serde::{Deserialize, Serialize};
use std::path::Path;
use typecase::wire::columnar;
use typecase::{Date, Record};

/// A row of a flat table that borrows its strings.
#[derive(Record, Serialize, Deserialize, Debug, PartialEq, Clone)]
pub struct Account<'a> {
    pub id: i64,
    pub user: &'a str,
    pub city: &'a str,
    pub plan: &'a str,
    pub seats: i32,
    pub price: f64,
    #[serde(with = "milliseconds")]
    pub joined: Date,
}

/// A row of the nested table.
#[derive(Record, Serialize, Deserialize, Debug, PartialEq, Clone)]
pub struct Order<'a> {
    pub id: i64,
    pub customer: &'a str,
    #[serde(with = "milliseconds")]
    pub placed: Date,
    #[serde(borrow)]
    pub items: Vec<Item<'a>>,
}

/// A line item.
#[derive(Record, Serialize, Deserialize, Debug, PartialEq, Clone)]
pub struct Item<'a> {
    pub sku: &'a str,
    pub quantity: i32,
    pub price: f64,
}

/// A date as its milliseconds.
mod milliseconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use typecase::Date;

    pub fn serialize<S: Serializer>(date: &Date, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i64(date.0)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Date, D::Error> {
        Ok(Date(i64::deserialize(from)?))
    }
}

/// A generated table, which owns the strings.
pub enum Owned {
    Flat(Vec<tables::Account>),
    Nested(Vec<tables::Order>),
}

/// The same as the contenders have it.
pub enum Rows<'a> {
    Flat(Vec<Account<'a>>),
    Nested(Vec<Order<'a>>),
}

impl Owned {
    pub fn generate(table: Table, rows: usize) -> Owned {
        match table {
            Table::Repetitive => Owned::Flat(tables::repetitive(rows)),
            Table::HighEntropy => Owned::Flat(tables::high_entropy(rows)),
            Table::Nested => Owned::Nested(tables::nested(rows)),
        }
    }

    pub fn borrow(&self) -> Rows<'_> {
        match self {
            Owned::Flat(rows) => Rows::Flat(rows.iter().map(account).collect()),
            Owned::Nested(rows) => Rows::Nested(rows.iter().map(order).collect()),
        }
    }
}

fn account(row: &tables::Account) -> Account<'_> {
    Account {
        id: row.id,
        user: &row.user,
        city: &row.city,
        plan: &row.plan,
        seats: row.seats,
        price: row.price,
        joined: row.joined,
    }
}

fn order(row: &tables::Order) -> Order<'_> {
    let item = |item: &'_ tables::Item| (item.quantity, item.price);
    let items = row.items.iter().map(|one| {
        let (quantity, price) = item(one);
        Item { sku: &one.sku, quantity, price }
    });
    Order { id: row.id, customer: &row.customer, placed: row.placed, items: items.collect() }
}

/// The file with a table as a columnar document, or as JSON.
pub fn input(folder: &Path, columnar: bool) -> std::path::PathBuf {
    folder.join(if columnar { "columnar" } else { "json" })
}

/// Writes both inputs of a table.
pub fn write_inputs(table: Table, rows: usize, folder: &Path) {
    let owned = Owned::generate(table, rows);
    let (document, json) = match owned.borrow() {
        Rows::Flat(rows) => (columnar::encode(&rows), serde_json::to_vec(&rows)),
        Rows::Nested(rows) => (columnar::encode(&rows), serde_json::to_vec(&rows)),
    };
    std::fs::write(input(folder, true), document.expect("the table has columns")).expect("the input can be written");
    std::fs::write(input(folder, false), json.expect("the table is JSON")).expect("the input can be written");
}

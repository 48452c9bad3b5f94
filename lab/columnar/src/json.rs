//! serde_json, typed: it builds nothing but what the task asks for, and skips the rest.

use crate::digest::Reading;
use crate::rows::{Account, Order, Rows};
use crate::typecase::{account, order};
use crate::{Table, Task};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

type Result<T> = serde_json::Result<T>;

#[derive(Deserialize)]
struct Price {
    price: f64,
}

#[derive(Deserialize)]
struct Joined {
    joined: i64,
}

#[derive(Deserialize)]
struct User<'a> {
    user: &'a str,
}

#[derive(Deserialize)]
struct Placed {
    placed: i64,
}

#[derive(Deserialize)]
struct Items<T> {
    items: Vec<T>,
}

#[derive(Deserialize)]
struct Sku<'a> {
    sku: &'a str,
}

/// Reads what the task asks for.
pub fn read(table: Table, task: Task, row: usize, json: &[u8], to: &mut Reading) -> Result<()> {
    let nested = table == Table::Nested;
    match task {
        Task::RowByRow | Task::EveryValue if nested => each(json, |row: Order| order(&row, to)),
        Task::RowByRow | Task::EveryValue => each(json, |row: Account| account(&row, to)),
        Task::Numbers if nested => {
            each(json, |row: Items<Price>| row.items.iter().for_each(|item| to.number(6, item.price)))
        }
        Task::Numbers => each(json, |row: Price| to.number(5, row.price)),
        Task::Dates if nested => each(json, |row: Placed| to.integer(2, row.placed)),
        Task::Dates => each(json, |row: Joined| to.integer(6, row.joined)),
        Task::Texts if nested => each(json, |row: Items<Sku>| row.items.iter().for_each(|item| to.text(4, item.sku))),
        Task::Texts => each(json, |row: User| to.text(1, row.user)),
        Task::OneRow if nested => one(json, row, |row: Order| order(&row, to)),
        Task::OneRow => one(json, row, |row: Account| account(&row, to)),
        Task::Encode => unreachable!("that is not reading"),
    }
}

/// Gives each row to `take`, without a list of all.
fn each<'de, T: Deserialize<'de>>(json: &'de [u8], take: impl FnMut(T)) -> Result<()> {
    RowsOf { first: 0, count: usize::MAX, take, row: PhantomData }.read(json)
}

/// Gives one row to `take`.
fn one<'de, T: Deserialize<'de>>(json: &'de [u8], row: usize, take: impl FnMut(T)) -> Result<()> {
    RowsOf { first: row, count: 1, take, row: PhantomData }.read(json)
}

/// Takes some of the rows, and skips the others.
struct RowsOf<T, F> {
    first: usize,
    count: usize,
    take: F,
    row: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, F: FnMut(T)> RowsOf<T, F> {
    fn read(self, json: &'de [u8]) -> Result<()> {
        let mut reader = serde_json::Deserializer::from_slice(json);
        self.deserialize(&mut reader)?;
        reader.end()
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T)> DeserializeSeed<'de> for RowsOf<T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> std::result::Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T)> Visitor<'de> for RowsOf<T, F> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut rows: A) -> std::result::Result<(), A::Error> {
        for _ in 0..self.first {
            rows.next_element::<IgnoredAny>()?;
        }
        for _ in 0..self.count {
            let Some(row) = rows.next_element()? else { return Ok(()) };
            (self.take)(row);
        }
        while rows.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// Encodes rows.
pub fn encode(rows: &Rows) -> Vec<u8> {
    let json = match rows {
        Rows::Flat(rows) => serde_json::to_vec(rows),
        Rows::Nested(rows) => serde_json::to_vec(rows),
    };
    json.expect("the rows can be encoded")
}

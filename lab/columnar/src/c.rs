//! The contenders in C, and the rows as they have them. `c/contender.h` is the other side.

use crate::digest::Reading;
use crate::rows::Rows;
use std::ffi::{c_char, c_void};

// Linked for its functions, which are called from C alone.
use typecase_c as _;
use yyjson_sys as _;

/// A contender in C.
pub struct Contender {
    read: unsafe extern "C" fn(i32, i32, usize, *const u8, usize, &mut Reading),
    encode: unsafe extern "C" fn(i32, *const c_void, usize, Take, *mut c_void),
}

type Take = extern "C" fn(*mut c_void, *const u8, usize);

unsafe extern "C" {
    fn typecase_contender_read(table: i32, task: i32, row: usize, data: *const u8, length: usize, to: &mut Reading);
    fn typecase_contender_encode(table: i32, rows: *const c_void, count: usize, take: Take, context: *mut c_void);
    fn yyjson_contender_read(table: i32, task: i32, row: usize, data: *const u8, length: usize, to: &mut Reading);
    fn yyjson_contender_encode(table: i32, rows: *const c_void, count: usize, take: Take, context: *mut c_void);
    fn cjson_contender_read(table: i32, task: i32, row: usize, data: *const u8, length: usize, to: &mut Reading);
    fn cjson_contender_encode(table: i32, rows: *const c_void, count: usize, take: Take, context: *mut c_void);
    fn yyjson_contender_version() -> *const c_char;
    fn cjson_contender_version() -> *const c_char;
}

pub const TYPECASE: Contender = Contender { read: typecase_contender_read, encode: typecase_contender_encode };
pub const YYJSON: Contender = Contender { read: yyjson_contender_read, encode: yyjson_contender_encode };
pub const CJSON: Contender = Contender { read: cjson_contender_read, encode: cjson_contender_encode };

/// The versions of yyjson and cJSON.
pub fn versions() -> [String; 2] {
    // SAFETY: the versions are constants that end with a zero.
    let text = |name| unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy().into_owned();
    // SAFETY: they ask for nothing.
    unsafe { [text(yyjson_contender_version()), text(cjson_contender_version())] }
}

impl Contender {
    /// Reads what the task asks for.
    pub fn read(&self, table: i32, task: i32, row: usize, input: &[u8], to: &mut Reading) {
        // SAFETY: the input and the reading are there during the call, and are what C takes them for.
        unsafe { (self.read)(table, task, row, input.as_ptr(), input.len(), to) }
    }

    /// Encodes rows, and gives the bytes to `take` before they are freed.
    pub fn encode(&self, table: i32, rows: &CRows, take: &mut dyn FnMut(&[u8])) {
        extern "C" fn call(context: *mut c_void, data: *const u8, length: usize) {
            // SAFETY: the context is that below, and C hands over so many bytes.
            unsafe { (*context.cast::<&mut dyn FnMut(&[u8])>())(std::slice::from_raw_parts(data, length)) }
        }
        let (first, count): (*const c_void, usize) = match rows {
            CRows::Flat(rows) => (rows.as_ptr().cast(), rows.len()),
            CRows::Nested(rows, _) => (rows.as_ptr().cast(), rows.len()),
        };
        let mut take: &mut dyn FnMut(&[u8]) = take;
        // SAFETY: the rows are there during the call, and are what C takes them for.
        unsafe { (self.encode)(table, first, count, call, (&raw mut take).cast()) }
    }
}

/// The rows as C has them; they point into those that they were made of.
pub enum CRows {
    Flat(Vec<Account>),
    Nested(Vec<Order>, #[expect(dead_code, reason = "the rows point to them")] Vec<Vec<Item>>),
}

#[repr(C)]
pub struct Text {
    data: *const u8,
    length: usize,
}

#[repr(C)]
pub struct Account {
    id: i64,
    user: Text,
    city: Text,
    plan: Text,
    seats: i32,
    price: f64,
    joined: i64,
}

#[repr(C)]
pub struct Item {
    sku: Text,
    quantity: i32,
    price: f64,
}

#[repr(C)]
pub struct Order {
    id: i64,
    customer: Text,
    placed: i64,
    items: *const Item,
    count: usize,
}

fn text(text: &str) -> Text {
    Text { data: text.as_ptr(), length: text.len() }
}

impl CRows {
    pub fn of(rows: &Rows) -> CRows {
        match rows {
            Rows::Flat(rows) => {
                let account = |row: &crate::rows::Account| Account {
                    id: row.id,
                    user: text(row.user),
                    city: text(row.city),
                    plan: text(row.plan),
                    seats: row.seats,
                    price: row.price,
                    joined: row.joined.0,
                };
                CRows::Flat(rows.iter().map(account).collect())
            }
            Rows::Nested(rows) => {
                let item =
                    |item: &crate::rows::Item| Item { sku: text(item.sku), quantity: item.quantity, price: item.price };
                let items: Vec<Vec<Item>> = rows.iter().map(|row| row.items.iter().map(item).collect()).collect();
                let order = |(row, items): (&crate::rows::Order, &Vec<Item>)| Order {
                    id: row.id,
                    customer: text(row.customer),
                    placed: row.placed.0,
                    items: items.as_ptr(),
                    count: items.len(),
                };
                CRows::Nested(rows.iter().zip(&items).map(order).collect(), items)
            }
        }
    }
}

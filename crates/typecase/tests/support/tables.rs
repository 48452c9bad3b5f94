//! The reference data of the columnar wire: lists of records from a seeded generator, as long as they are wanted.
//!
//! `repetitive` has few values that come again and again, `high-entropy` the same columns full of random letters and
//! numbers, `nested` orders with line items. The generator is PCG (M. E. O'Neill, 2014; XSH RR 64/32): a weak one
//! would repeat itself, and flatter every compressor.
#![allow(dead_code, reason = "each program that includes this uses a part of it")]

use typecase::{Date, Record};

/// PCG-XSH-RR with 64 bits of state and 32 of output.
pub struct Pcg(u64);

impl Pcg {
    pub fn new(seed: u64) -> Pcg {
        let mut pcg = Pcg(seed.wrapping_add(1_442_695_040_888_963_407));
        pcg.next();
        pcg
    }

    pub fn next(&mut self) -> u32 {
        let state = self.0;
        self.0 = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((((state >> 18) ^ state) >> 27) as u32).rotate_right((state >> 59) as u32)
    }

    /// A number below `count`, each as often as the others (D. Lemire, 2019).
    pub fn below(&mut self, count: u32) -> u32 {
        loop {
            let product = u64::from(self.next()) * u64::from(count);
            if product as u32 >= count.wrapping_neg() % count {
                return (product >> 32) as u32;
            }
        }
    }

    fn letters(&mut self, count: u32) -> String {
        const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        (0..count).map(|_| char::from(LETTERS[self.below(62) as usize])).collect()
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize].clone()
    }
}

/// A row of `repetitive` and of `high-entropy`.
#[derive(Record, Debug, PartialEq, Clone)]
pub struct Account {
    pub id: i64,
    pub user: String,
    pub city: String,
    pub plan: String,
    pub seats: i32,
    pub price: f64,
    pub joined: Date,
}

/// A row of `nested`.
#[derive(Record, Debug, PartialEq, Clone)]
pub struct Order {
    pub id: i64,
    pub customer: String,
    pub placed: Date,
    pub items: Vec<Item>,
}

/// A line item.
#[derive(Record, Debug, PartialEq, Clone)]
pub struct Item {
    pub sku: String,
    pub quantity: i32,
    pub price: f64,
}

const CITIES: [&str; 8] = ["Amsterdam", "Berlin", "Lisbon", "London", "New York", "Paris", "Tokyo", "Tromsø"];
const PLANS: [&str; 4] = ["free", "starter", "business", "enterprise"];
const DAY: i64 = 86_400_000;
/// 2015-01-01.
const FIRST_DAY: i64 = 16_436;

fn names(pcg: &mut Pcg, count: usize) -> Vec<String> {
    const FIRST: [&str; 20] = [
        "Ada", "Alan", "Anna", "Boris", "Carla", "David", "Elena", "Felix", "Grace", "Hugo", "Iris", "Jonas", "Katja",
        "Linus", "Maria", "Nadia", "Oscar", "Petra", "Robin", "Sofia",
    ];
    const LAST: [&str; 20] = [
        "Andersen", "Bauer", "Costa", "Dubois", "Eriksen", "Fischer", "Garcia", "Hansen", "Ivanova", "Jensen",
        "Kowalski", "Larsen", "Moreau", "Novak", "Olsen", "Petrov", "Rossi", "Silva", "Tanaka", "Weber",
    ];
    (0..count).map(|at| format!("{} {} {}", pcg.pick(&FIRST), pcg.pick(&LAST), at % 100)).collect()
}

fn prices(pcg: &mut Pcg) -> Vec<f64> {
    (0..40).map(|_| f64::from(99 + pcg.below(49_900)) / 100.0).collect()
}

/// Rows with an id in sequence, one of 2,000 names, of 8 cities, of 4 plans, 1 to 500 seats, one of 40 prices, and a
/// day within ten years.
pub fn repetitive(count: usize) -> Vec<Account> {
    let pcg = &mut Pcg::new(1);
    let (names, prices) = (names(pcg, 2000), prices(pcg));
    let row = |at: usize| Account {
        id: at as i64 + 1,
        user: pcg.pick(&names),
        city: pcg.pick(&CITIES).into(),
        plan: pcg.pick(&PLANS).into(),
        seats: pcg.below(500) as i32 + 1,
        price: pcg.pick(&prices),
        joined: Date((FIRST_DAY + i64::from(pcg.below(3652))) * DAY),
    };
    (0..count).map(row).collect()
}

/// The same columns full of random letters and numbers.
pub fn high_entropy(count: usize) -> Vec<Account> {
    let pcg = &mut Pcg::new(2);
    let row = |_| Account {
        id: i64::from(pcg.next()),
        user: pcg.letters(16),
        city: pcg.letters(10),
        plan: pcg.letters(8),
        seats: pcg.below(1_000_000) as i32,
        price: f64::from(pcg.below(100_000_000)) / 100.0,
        joined: Date(FIRST_DAY * DAY + i64::from(pcg.next()) * 73),
    };
    (0..count).map(row).collect()
}

/// Orders with 1 to 6 line items.
pub fn nested(count: usize) -> Vec<Order> {
    let pcg = &mut Pcg::new(3);
    let (names, prices) = (names(pcg, 2000), prices(pcg));
    let mut placed = FIRST_DAY * DAY;
    let row = |at: usize| {
        placed += i64::from(pcg.below(600)) * 1000;
        let item = |pcg: &mut Pcg| Item {
            sku: format!("SKU-{:05}", pcg.below(500) * 37),
            quantity: pcg.below(9) as i32 + 1,
            price: pcg.pick(&prices),
        };
        let customer = pcg.pick(&names);
        let count = pcg.below(6) + 1;
        Order { id: at as i64 + 1, customer, placed: Date(placed), items: (0..count).map(|_| item(pcg)).collect() }
    };
    (0..count).map(row).collect()
}

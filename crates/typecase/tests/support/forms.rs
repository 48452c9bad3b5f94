//! Values at the limits of their forms, for wires whose plain messages have a writer and a reader of their own: these
//! must do what those for any options do.

use typecase::{Date, Record};

/// A record with a field of each kind that has several forms on the wire.
#[derive(Record, Clone, Debug, Default, PartialEq)]
pub struct All {
    pub text: String,
    pub int: i64,
    pub uint: u64,
    pub number: f64,
    pub float: f32,
    pub date: Date,
    pub role: Role,
    pub missing: Option<String>,
    pub there: Option<bool>,
    pub numbers: Vec<f64>,
    pub inner: Vec<Inner>,
}

#[derive(Record, Clone, Debug, PartialEq)]
pub struct Inner {
    pub id: u32,
    pub note: Option<String>,
}

#[derive(Record, Clone, Copy, Debug, Default, PartialEq)]
pub enum Role {
    #[default]
    A,
    Editor,
    AVeryLongNameOfARoleThatNeedsAHeadOfItsOwn,
}

/// More fields than the shortest heads of records count.
#[derive(Record, Clone, Debug, Default, PartialEq)]
pub struct Wide {
    pub f0: Option<i32>,
    pub f1: Option<i32>,
    pub f2: Option<String>,
    pub f3: i32,
    pub f4: Option<i32>,
    pub f5: Option<i32>,
    pub f6: Option<i32>,
    pub f7: Option<i32>,
    pub f8: Option<i32>,
    pub f9: Option<i32>,
    pub f10: Option<i32>,
    pub f11: Option<i32>,
    pub f12: Option<i32>,
    pub f13: Option<i32>,
    pub f14: Option<i32>,
    pub f15: Option<i32>,
    pub f16: Option<i32>,
    pub f17: Option<i32>,
    pub f18: Option<i32>,
    pub f19: Option<i32>,
    pub f20: Option<i32>,
    pub f21: Option<i32>,
    pub f22: Option<i32>,
    pub f23: Option<i32>,
    pub f24: i32,
}

/// Integers at both sides of every power of two.
pub fn integers() -> Vec<i64> {
    let beside = |power: i64| [power.wrapping_sub(1), power, power.wrapping_add(1), power.wrapping_neg()];
    (0..64).flat_map(|bit| beside(1 << bit)).chain([0, 100, -100, i64::MIN, i64::MAX]).collect()
}

/// Numbers with and without a fraction.
pub fn numbers() -> Vec<f64> {
    let integers = integers().into_iter().map(|integer| integer as f64);
    let others = [0.5, 0.1, -0.0, 12.34, 1e300, f64::INFINITY, f64::MIN_POSITIVE, 9_007_199_254_740_993.0];
    integers.clone().map(|integer| integer + 0.1).chain(integers).chain(others).collect()
}

/// Records with a value at a limit each.
pub fn records() -> Vec<All> {
    let mut records = Vec::new();
    for length in [0, 1, 3, 4, 7, 8, 15, 16, 23, 24, 31, 32, 33, 64, 255, 256, 65_535, 65_536] {
        records.push(All { text: "x".repeat(length), missing: Some("é".repeat(length / 2)), ..All::default() });
        let inner = |id: usize| Inner { id: id as u32, note: id.is_multiple_of(3).then(|| id.to_string()) };
        records.push(All { inner: (0..length.min(300)).map(inner).collect(), ..All::default() });
    }
    for (int, number) in integers().into_iter().zip(numbers()) {
        let there = Some(int % 2 == 0);
        records.push(All { int, uint: int as u64, number, float: number as f32, there, ..All::default() });
    }
    for millis in
        [0, 1, 999, 1000, -1, -1000, 4_294_967_295_000, 4_294_967_296_000, 17_179_869_183_999, 17_179_869_184_000]
    {
        records.push(All { date: Date(millis), role: Role::Editor, ..All::default() });
        records.push(All {
            date: Date(-millis),
            role: Role::AVeryLongNameOfARoleThatNeedsAHeadOfItsOwn,
            ..All::default()
        });
    }
    records.push(All { numbers: numbers(), ..All::default() });
    records
}

/// Records with other numbers of fields present.
pub fn wide() -> Vec<Wide> {
    let all = Wide { f0: Some(1), f1: Some(2), f2: Some("three".into()), f3: 4, f24: 300, ..Wide::default() };
    vec![Wide::default(), all.clone(), Wide { f20: Some(-5), f23: Some(70_000), ..all }]
}

//! `numeric`: 32 doubles of 15 to 17 digits; no strings, so nothing to borrow.

use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{Payload, reference};

/// The payload `numeric`.
pub struct NumericPayload;

impl Payload for NumericPayload {
    const NAME: &'static str = "numeric";
    const FILE: &'static str = reference!("numeric.json");
    const BORROWS: bool = false;
    type Owned = Numeric;
    type Borrowed<'a> = Numeric;
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct Numeric {
    pub v0: f64,
    pub v1: f64,
    pub v2: f64,
    pub v3: f64,
    pub v4: f64,
    pub v5: f64,
    pub v6: f64,
    pub v7: f64,
    pub v8: f64,
    pub v9: f64,
    pub v10: f64,
    pub v11: f64,
    pub v12: f64,
    pub v13: f64,
    pub v14: f64,
    pub v15: f64,
    pub v16: f64,
    pub v17: f64,
    pub v18: f64,
    pub v19: f64,
    pub v20: f64,
    pub v21: f64,
    pub v22: f64,
    pub v23: f64,
    pub v24: f64,
    pub v25: f64,
    pub v26: f64,
    pub v27: f64,
    pub v28: f64,
    pub v29: f64,
    pub v30: f64,
    pub v31: f64,
}

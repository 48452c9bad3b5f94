//! Takes the times: all wires in turn, round after round, and of each the fastest round.
//!
//! Rounds are interleaved so that a machine that is busy for a while is so for all of them.

use super::{Contender, Data, Result as Measured, Results, Speeds, compress};
use crate::failure::{Failure, Result};
use std::hint::black_box;
use std::time::{Duration, Instant};
use typecase::wire::Wire;

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub rounds: u32,
    /// The least time of one operation of one wire in one round.
    pub slice: Duration,
}

/// Measures sizes and speeds.
pub fn measure(data: &Data, contenders: &[Contender], plan: Plan) -> Result<Results> {
    let mut results = Vec::new();
    for contender in contenders {
        let sizes = compress::sizes(&contender.encoded)
            .map_err(|error| Failure::Io(format!("{}: cannot be compressed: {error}", contender.name)))?;
        let is_json = contender.codec.wire() == Wire::Json;
        let convert = (!is_json).then_some(f64::MAX);
        let speeds = Speeds { encode: f64::MAX, decode: f64::MAX, from_json: convert, to_json: convert };
        results.push(Measured { name: contender.name.clone(), sizes, speeds });
    }
    for _ in 0..plan.rounds {
        for (contender, result) in contenders.iter().zip(&mut results) {
            round(data, contender, plan.slice, &mut result.speeds);
        }
    }
    Ok(Results { name: data.name.clone(), records: data.records, identical: data.identical, results })
}

/// One round of one wire. What can fail has been tried when the contender was made.
fn round(data: &Data, contender: &Contender, slice: Duration, speeds: &mut Speeds) {
    let codec = &contender.codec;
    let mut out = Vec::with_capacity(contender.encoded.len());
    let encode = time(slice, || {
        out.clear();
        let _ = black_box(codec.encode_into(black_box(&data.value), &mut out));
    });
    let decode = time(slice, || {
        let _ = black_box(codec.decode(black_box(&contender.encoded)));
    });
    speeds.encode = speeds.encode.min(encode);
    speeds.decode = speeds.decode.min(decode);
    if let (Some(from_json), Some(to_json)) = (&mut speeds.from_json, &mut speeds.to_json) {
        *from_json = from_json.min(time(slice, || {
            out.clear();
            let _ = black_box(data.json.convert(codec, black_box(&data.text), &mut out));
        }));
        *to_json = to_json.min(time(slice, || {
            out.clear();
            let _ = black_box(codec.convert(&data.json, black_box(&contender.encoded), &mut out));
        }));
    }
}

/// Nanoseconds of one run: runs again and again, in growing batches, until the slice is over.
fn time(slice: Duration, mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    let mut batch = 1u32;
    let start = Instant::now();
    while start.elapsed() < slice {
        let before = Instant::now();
        for _ in 0..batch {
            run();
        }
        let nanoseconds = before.elapsed().as_nanos() as f64;
        best = best.min(nanoseconds / f64::from(batch));
        // A batch long enough for the clock, and short enough to try several.
        if nanoseconds < slice.as_nanos() as f64 / 16.0 {
            batch = batch.saturating_mul(2);
        }
    }
    best
}

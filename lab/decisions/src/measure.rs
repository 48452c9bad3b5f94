//! Times the variants of an operation in turns, and counts their instructions.

use std::process::Command;
use std::time::{Duration, Instant};

/// How long one batch takes.
const BATCH: Duration = Duration::from_millis(2);

/// One way to do an operation.
pub struct Variant {
    pub name: &'static str,
    run: Box<dyn FnMut(u64)>,
}

impl Variant {
    pub fn new(name: &'static str, mut once: impl FnMut() + 'static) -> Variant {
        Variant { name, run: Box::new(move |times| (0..times).for_each(|_| once())) }
    }

    /// Does the operation so many times.
    pub fn run(&mut self, times: u64) {
        (self.run)(times);
    }

    fn time(&mut self, times: u64) -> Duration {
        let start = Instant::now();
        self.run(times);
        start.elapsed()
    }

    /// How often it runs in one batch; finding out warms it up.
    fn times_per_batch(&mut self) -> u64 {
        let mut times = 1;
        while self.time(times) < BATCH / 2 {
            times *= 2;
        }
        times
    }
}

/// One operation and the ways to do it, the one that was chosen first.
pub struct Comparison {
    pub operation: String,
    pub variants: Vec<Variant>,
}

impl Comparison {
    pub fn new(operation: String, variants: impl Into<Vec<Variant>>) -> Comparison {
        Comparison { operation, variants: variants.into() }
    }

    /// Nanoseconds of one operation in the fastest batch of each variant. The variants take turns, and
    /// each round begins with another.
    pub fn nanoseconds(&mut self, rounds: usize) -> Vec<f64> {
        let count = self.variants.len();
        let times: Vec<u64> = self.variants.iter_mut().map(Variant::times_per_batch).collect();
        let mut fastest = vec![f64::INFINITY; count];
        for turn in 0..rounds * count {
            let at = (turn + turn / count) % count;
            let elapsed = self.variants[at].time(times[at]).as_nanos() as f64 / times[at] as f64;
            fastest[at] = fastest[at].min(elapsed);
        }
        fastest
    }
}

/// Instructions of one operation, which takes about so many nanoseconds: this program is run under
/// valgrind twice, and what it executes more the second time is divided. `None` without valgrind.
pub fn instructions(comparison: usize, variant: usize, nanoseconds: f64) -> Option<f64> {
    let times = (1e5 / nanoseconds).clamp(2.0, 500.0) as u64;
    let (few, many) = (executed(comparison, variant, times)?, executed(comparison, variant, 3 * times)?);
    Some(many.checked_sub(few)? as f64 / (2 * times) as f64)
}

fn executed(comparison: usize, variant: usize, times: u64) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args([comparison.to_string(), variant.to_string(), times.to_string()])
        .output()
        .ok()?;
    let report = String::from_utf8(output.stderr).ok()?;
    let (_, count) = report.split_once("refs:")?;
    count.lines().next()?.trim().replace(',', "").parse().ok()
}

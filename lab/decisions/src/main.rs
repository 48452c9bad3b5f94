//! Measures the alternatives to two decisions in the design of typecase; README.md says which.

mod code_size;
mod constants;
mod drives;
mod dynamic;
mod measure;
mod methods;
mod opaque;
mod payloads;

use measure::{Comparison, instructions};

fn main() {
    let arguments: Vec<usize> =
        std::env::args().skip(1).map(|text| text.parse().expect("the arguments are numbers")).collect();
    let mut comparisons = constants::comparisons();
    let drives_from = comparisons.len();
    comparisons.extend(drives::comparisons());
    match arguments[..] {
        // What `measure::instructions` runs.
        [comparison, variant, times] => comparisons[comparison].variants[variant].run(times as u64),
        [] => report(comparisons, drives_from, 200),
        [rounds] => report(comparisons, drives_from, rounds),
        _ => eprintln!("usage: decisions [ROUNDS]"),
    }
}

fn report(mut comparisons: Vec<Comparison>, drives_from: usize, rounds: usize) {
    for (at, comparison) in comparisons.iter_mut().enumerate() {
        if at == 0 {
            heading("Typed JSON: the schema as constants, or behind a pointer");
        } else if at == drives_from {
            heading("Drives: compiled for both wires, or the writer behind a table of methods");
        }
        row(at, comparison, rounds);
    }
    code_size::report();
}

fn heading(title: &str) {
    println!("\n{title}\n");
    println!(
        "| {:<30} | {:<9} | {:>9} | {:>5} | {:>12} | {:>5} |",
        "operation", "variant", "ns", "×", "instructions", "×"
    );
    println!("| {:-<30} | {:-<9} | {:->9} | {:->5} | {:->12} | {:->5} |", "", "", ":", ":", ":", ":");
}

/// A line for each variant, with the ratios to the first one.
fn row(at: usize, comparison: &mut Comparison, rounds: usize) {
    let nanoseconds = comparison.nanoseconds(rounds);
    let mut first = None;
    for (index, variant) in comparison.variants.iter().enumerate() {
        let time = nanoseconds[index];
        let count = instructions(at, index, time);
        first = first.or(count);
        let (count, ratio) = match (count, first) {
            (Some(count), Some(first)) => (format!("{count:.0}"), format!("{:.2}", count / first)),
            _ => ("-".into(), "-".into()),
        };
        println!(
            "| {:<30} | {:<9} | {time:>9.1} | {:>5.2} | {count:>12} | {ratio:>5} |",
            if index == 0 { comparison.operation.as_str() } else { "" },
            variant.name,
            time / nanoseconds[0],
        );
    }
}

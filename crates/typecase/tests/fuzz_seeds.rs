//! The bodies of the fuzz targets over their seeds, over a few changes of each, and over what was found
//! earlier (`fuzz/found`). `CHANGES` sets how many changes of each seed are tried, and `CHANGES_SEED` makes others.

#[path = "support/bodies.rs"]
mod bodies;
#[path = "support/seeds.rs"]
mod seeds;

use std::path::PathBuf;
use std::{env, fs};

fn run(target: &str, input: &[u8]) {
    let (_, body) = bodies::TARGETS.iter().find(|(name, _)| *name == target).unwrap();
    body(input);
}

#[test]
fn seeds_and_small_changes_of_them() {
    let number = |name: &str, usual: u64| env::var(name).map_or(usual, |number| number.parse().unwrap());
    let (changes, mut state) = (number("CHANGES", 40), number("CHANGES_SEED", 1));
    let mut below = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    let seeds = seeds::seeds();
    for (target, _) in bodies::TARGETS {
        assert!(seeds.iter().any(|(name, _)| *name == target), "{target} has no seeds");
    }
    for (target, input) in seeds {
        run(target, &input);
        for _ in 0..changes {
            let mut changed = input.clone();
            for _ in 0..=below(3) {
                let at = below(changed.len());
                match below(3) {
                    0 => changed[at] = below(256) as u8,
                    1 => changed.insert(at, b"[]{},:\"\\0-.eEtn "[below(16)]),
                    _ => drop(changed.drain(at..(at + below(8)).min(changed.len()))),
                }
                if changed.is_empty() {
                    break;
                }
            }
            if !changed.is_empty() {
                run(target, &changed);
            }
        }
    }
}

#[test]
fn what_was_found_earlier() {
    let found = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/found");
    for target in fs::read_dir(found).unwrap() {
        let target = target.unwrap();
        for input in fs::read_dir(target.path()).unwrap() {
            let path = input.unwrap().path();
            println!("{}", path.display());
            run(target.file_name().to_str().unwrap(), &fs::read(path).unwrap());
        }
    }
}

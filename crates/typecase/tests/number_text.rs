//! Number text is what a JavaScript engine prints: a million doubles of all magnitudes against Node.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use typecase::value::Value;
use typecase::wire::json;

/// The same generator on both sides: xorshift64, whose states are taken as the bits of doubles, and
/// every other one as a decimal with few digits.
const SCRIPT: &str = r"
let state = 0x9e3779b97f4a7c15n;
const view = new DataView(new ArrayBuffer(8));
let lines = [];
for (let round = 0; round < 1000000; round++) {
  state ^= state << 13n & 0xffffffffffffffffn;
  state ^= state >> 7n;
  state ^= state << 17n & 0xffffffffffffffffn;
  view.setBigUint64(0, state);
  let value = view.getFloat64(0);
  if (round % 2) value = Number(state >> 20n) / Number('1e' + (state & 31n));
  lines.push(JSON.stringify(value));
  if (lines.length == 10000) { process.stdout.write(lines.join('\n') + '\n'); lines = []; }
}
";

#[test]
fn a_million_doubles_print_as_in_node() {
    let node = Command::new("node").arg("-e").arg(SCRIPT).stdout(Stdio::piped()).spawn();
    let mut node = match node {
        Ok(node) => node,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "node does not run: {error}");
            eprintln!("SKIPPED: node does not run: {error}");
            return;
        }
    };
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut rounds = 0;
    for line in BufReader::new(node.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let value = if rounds % 2 == 1 {
            (state >> 20) as f64 / format!("1e{}", state & 31).parse::<f64>().unwrap()
        } else {
            f64::from_bits(state)
        };
        rounds += 1;
        let printed = json::print(&Value::Float(value)).unwrap_or_else(|_| "null".into());
        assert_eq!(printed, line, "{value:e}");
        if line != "null" {
            assert_eq!(json::parse(&line).unwrap().as_f64().map(f64::to_bits), Some((value + 0.0).to_bits()), "{line}");
        }
    }
    assert!(node.wait().unwrap().success());
    assert_eq!(rounds, 1_000_000);
}

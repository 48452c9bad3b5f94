//! Times the cases: the peers of one payload and operation take turns.
//!
//! The machine may be slower for minutes at a time, so a peer is only compared
//! with peers of the same rounds, and by its fastest batch.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::cases::{Case, Cases, Op};
use crate::peers::{OURS, Wire};

/// How long one batch takes.
const BATCH: Duration = Duration::from_millis(10);

/// What to run and how often.
pub struct Plan {
    /// Batches of every case.
    pub rounds: usize,
    /// Operations in a batch; if `None`, as many as take [`BATCH`].
    pub times: Option<u64>,
    /// Names of operations; all if empty.
    pub ops: Vec<String>,
    /// Names of peers; all if empty.
    pub peers: Vec<String>,
    /// Names of wires; all if empty.
    pub wires: Vec<String>,
}

/// The times of one case.
#[derive(Clone)]
pub struct Measurement {
    /// The peer's name.
    pub peer: &'static str,
    /// What it reads or writes.
    pub wire: Wire,
    /// What was timed.
    pub op: Op,
    /// The size of one document.
    pub bytes: usize,
    /// Nanoseconds of one operation in each round.
    pub rounds_ns: Vec<f64>,
}

impl Measurement {
    /// Nanoseconds of one operation in the fastest round.
    pub fn min_ns(&self) -> f64 {
        self.rounds_ns.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Nanoseconds of one operation in the median round.
    pub fn median_ns(&self) -> f64 {
        median(self.rounds_ns.clone())
    }

    /// How many times as long as the other this one takes, by fastest rounds.
    pub fn ratio(&self, other: &Measurement) -> f64 {
        self.min_ns() / other.min_ns()
    }

    /// The same by the median of the ratios of each round, for machines that
    /// are never quiet: both peers of a round ran within milliseconds.
    pub fn paired_ratio(&self, other: &Measurement) -> f64 {
        let rounds = self.rounds_ns.iter().zip(&other.rounds_ns);
        median(rounds.map(|(ours, theirs)| ours / theirs).collect())
    }
}

/// The middle of the numbers, the upper one of two.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The times of the peers that are compared, fastest first.
pub struct Group {
    /// The payload's name.
    pub payload: &'static str,
    /// The wire in whose tables they are.
    pub wire: Wire,
    /// What was timed.
    pub op: Op,
    /// One for every peer.
    pub peers: Vec<Measurement>,
    /// The names of those that cannot do it.
    pub absent: Vec<&'static str>,
}

/// Times every case that the plan selects.
pub fn run(all: Vec<Cases>, plan: &Plan) -> Vec<Group> {
    let mut groups = Vec::new();
    for Cases { payload, mut cases, absent } in all {
        cases.retain(|case| {
            let is_wanted = plan.tables().any(|table| is_compared(case.peer, case.wire, table));
            is_wanted && selected(&plan.peers, case.peer) && selected(&plan.ops, case.op.name())
        });
        let measurements = measure(payload, cases, plan);
        for wire in plan.tables() {
            for op in Op::ALL {
                let peers: Vec<Measurement> = measurements
                    .iter()
                    .filter(|peer| peer.op == op && is_compared(peer.peer, peer.wire, wire))
                    .cloned()
                    .collect();
                if peers.is_empty() {
                    continue;
                }
                let absent = absent.iter().filter(|peer| peer.op == op && wire.rivals().contains(&peer.wire));
                let absent = absent.map(|peer| peer.peer).filter(|peer| selected(&plan.peers, peer)).collect();
                groups.push(Group { payload, wire, op, peers, absent });
            }
        }
    }
    groups
}

impl Plan {
    /// The wires whose tables are wanted.
    fn tables(&self) -> impl Iterator<Item = Wire> {
        let is_wanted =
            |table: Wire| Wire::ALL.into_iter().any(|wire| wire.table() == table && selected(&self.wires, wire.name()));
        Wire::ALL.into_iter().filter(move |&table| is_wanted(table))
    }
}

/// Whether a peer is in the tables of a wire; of typecase, its other wires are not.
fn is_compared(peer: &str, wire: Wire, table: Wire) -> bool {
    table.rivals().contains(&wire) && (wire.table() == table || !peer.starts_with(OURS))
}

/// Times the cases of one payload. Those that are compared take turns, and all that packed is compared with do.
fn measure(payload: &str, cases: Vec<Case>, plan: &Plan) -> Vec<Measurement> {
    let mut turns: BTreeMap<(Wire, Op), Vec<Case>> = BTreeMap::new();
    for case in cases {
        let with_packed =
            plan.tables().any(|table| table == Wire::Packed) && Wire::Packed.rivals().contains(&case.wire);
        let wire = if with_packed { Wire::Packed } else { case.wire.table() };
        turns.entry((wire, case.op)).or_default().push(case);
    }
    let mut measurements = Vec::new();
    for ((wire, op), cases) in turns {
        eprintln!("{payload}: {}: {}", wire.name(), op.title());
        measurements.extend(take_turns(cases, plan));
    }
    measurements
}

/// Whether a filter lets a name through.
fn selected(filter: &[String], name: &str) -> bool {
    filter.is_empty() || filter.iter().any(|wanted| wanted == name)
}

/// Times the cases in rounds; each round begins with another peer.
fn take_turns(mut cases: Vec<Case>, plan: &Plan) -> Vec<Measurement> {
    let rounds = plan.rounds;
    let times: Vec<u64> =
        cases.iter_mut().map(|case| plan.times.unwrap_or_else(|| operations_per_batch(case))).collect();
    let mut rounds_ns = vec![Vec::with_capacity(rounds); cases.len()];
    for round in 0..rounds {
        for turn in 0..cases.len() {
            let index = (round + turn) % cases.len();
            let elapsed = cases[index].time(times[index]);
            rounds_ns[index].push(elapsed.as_nanos() as f64 / times[index] as f64);
        }
    }
    let mut measurements: Vec<Measurement> = cases
        .iter()
        .zip(rounds_ns)
        .map(|(case, rounds_ns)| Measurement {
            peer: case.peer,
            wire: case.wire,
            op: case.op,
            bytes: case.bytes,
            rounds_ns,
        })
        .collect();
    measurements.sort_by(|left, right| left.min_ns().total_cmp(&right.min_ns()));
    measurements
}

/// How often a case runs in one batch; finding out warms it up.
fn operations_per_batch(case: &mut Case) -> u64 {
    let mut times = 1;
    loop {
        let elapsed = case.time(times);
        if elapsed >= BATCH / 4 {
            let scaled = times as f64 * BATCH.as_secs_f64() / elapsed.as_secs_f64();
            return (scaled as u64).max(1);
        }
        times *= 2;
    }
}

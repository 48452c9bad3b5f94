//! The size of a block of deflate with the codes that zlib makes for it (RFC 1951, section 3.2).
//!
//! The cost of a block's symbols is the same for every optimal code, but the cost of telling the codes
//! is not, so ties are resolved here as zlib resolves them.

/// Literals, the end of a block, and lengths; and how many of each have extra bits.
const LITERALS: usize = 256;
const LENGTHS: usize = 29;
const LITERAL_CODES: usize = LITERALS + 1 + LENGTHS;
const DISTANCE_CODES: usize = 30;
const LENGTH_CODES: usize = 19;

const LENGTH_EXTRA: [usize; LENGTHS] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_EXTRA: [usize; DISTANCE_CODES] =
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
/// The order in which the lengths of the codes of code lengths are told.
const ORDER: [usize; LENGTH_CODES] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// How often each symbol of a block occurs.
pub struct Block {
    literals: [u32; LITERAL_CODES],
    distances: [u32; DISTANCE_CODES],
    symbols: usize,
}

impl Default for Block {
    fn default() -> Block {
        let mut literals = [0; LITERAL_CODES];
        literals[LITERALS] = 1;
        Block { literals, distances: [0; DISTANCE_CODES], symbols: 0 }
    }
}

impl Block {
    /// How many literals and matches there are.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    pub fn literal(&mut self, byte: u8) {
        self.literals[usize::from(byte)] += 1;
        self.symbols += 1;
    }

    pub fn matched(&mut self, length: usize, distance: usize) {
        let code = if length == 258 { LENGTHS - 1 } else { code_of(&LENGTH_EXTRA[..LENGTHS - 1], length - 3) };
        self.literals[LITERALS + 1 + code] += 1;
        self.distances[code_of(&DISTANCE_EXTRA, distance - 1)] += 1;
        self.symbols += 1;
    }

    /// The bits after this block, which begins after `bits` bits and stands for `length` bytes of input.
    pub fn end(self, bits: usize, length: usize) -> usize {
        let literal_extra = |code: usize| code.checked_sub(LITERALS + 1).map_or(0, |code| LENGTH_EXTRA[code]);
        let distance_extra = |code: usize| DISTANCE_EXTRA[code];
        let literals = Code::new(&self.literals, 15);
        let distances = Code::new(&self.distances, 15);
        let own = tell(&literals, &distances)
            + literals.cost(&self.literals, literal_extra)
            + distances.cost(&self.distances, distance_extra);
        let fixed = cost(&self.literals, |code| fixed_length(code) + literal_extra(code))
            + cost(&self.distances, |code| 5 + distance_extra(code));
        let bytes = |bits: usize| (bits + 3).div_ceil(8);
        let least = bytes(own).min(bytes(fixed));
        if length + 4 <= least {
            return stored(bits, length);
        }
        // Fixed codes win a tie.
        bits + 3 + if bytes(fixed) == least { fixed } else { own }
    }
}

/// The bits after blocks of the bytes as they are; one holds 65,535 at most.
fn stored(bits: usize, length: usize) -> usize {
    (bits + 3).next_multiple_of(8) + 32 + 8 * length
}

/// The code whose range, given by extra bits in order, holds this value.
fn code_of(extra: &[usize], value: usize) -> usize {
    let mut start = 0;
    for (code, &bits) in extra.iter().enumerate() {
        start += 1 << bits;
        if value < start {
            return code;
        }
    }
    extra.len() - 1
}

/// The length of a literal's or length's fixed code.
fn fixed_length(code: usize) -> usize {
    match code {
        0..144 => 8,
        144..256 => 9,
        256..280 => 7,
        _ => 8,
    }
}

/// The bits of all symbols, each of which takes what `bits` says.
fn cost(counts: &[u32], bits: impl Fn(usize) -> usize) -> usize {
    counts.iter().enumerate().map(|(code, &count)| count as usize * bits(code)).sum()
}

/// The code of some symbols: the length of each, up to the last that has one.
struct Code {
    lengths: Vec<u8>,
}

impl Code {
    /// The code that zlib makes, with no length above `most`.
    fn new(counts: &[u32], most: usize) -> Code {
        Tree::new(counts).lengths(most)
    }

    /// The bits of all symbols. (One that has a code only so that there are two has a count of 0.)
    fn cost(&self, counts: &[u32], extra: impl Fn(usize) -> usize) -> usize {
        cost(&counts[..self.lengths.len()], |code| usize::from(self.lengths[code]) + extra(code))
    }
}

/// The bits that tell both codes: how many lengths there are, and runs of them in a code of their own,
/// which is told first.
fn tell(literals: &Code, distances: &Code) -> usize {
    const HOW_MANY: usize = 5 + 5 + 4;
    let mut counts = [0u32; LENGTH_CODES];
    count_runs(&literals.lengths, &mut counts);
    count_runs(&distances.lengths, &mut counts);
    let code = Code::new(&counts, 7);
    let extra = |code: usize| match code {
        16 => 2,
        17 => 3,
        18 => 7,
        _ => 0,
    };
    let length = |code_length: usize| code.lengths.get(code_length).copied().unwrap_or(0);
    let told = ORDER.iter().rposition(|&code_length| length(code_length) != 0).unwrap_or(0).max(3) + 1;
    HOW_MANY + 3 * told + code.cost(&counts, extra)
}

/// Counts the symbols that tell these lengths: a length, 16 for it again, 17 and 18 for zeros.
fn count_runs(lengths: &[u8], counts: &mut [u32; LENGTH_CODES]) {
    let mut before = None;
    let mut rest = lengths;
    while let Some(&length) = rest.first() {
        let (most, least) = match length {
            0 => (138, 3),
            _ if before == Some(length) => (6, 3),
            _ => (7, 4),
        };
        let run = rest.iter().take(most).take_while(|&&next| next == length).count();
        match length {
            _ if run < least => counts[usize::from(length)] += run as u32,
            0 if run <= 10 => counts[17] += 1,
            0 => counts[18] += 1,
            _ => {
                counts[usize::from(length)] += u32::from(before != Some(length));
                counts[16] += 1;
            }
        }
        before = Some(length);
        rest = &rest[run..];
    }
}

/// The tree of a code: zlib's heap of nodes, leaves first.
struct Tree {
    symbols: usize,
    last: usize,
    counts: Vec<u32>,
    depths: Vec<u8>,
    parents: Vec<usize>,
    /// The open nodes, the least at the root of a heap that starts at index 1.
    heap: Vec<usize>,
    /// The nodes in the order in which they were taken from the heap.
    taken: Vec<usize>,
}

impl Tree {
    fn new(counts: &[u32]) -> Tree {
        let symbols = counts.len();
        let mut tree = Tree {
            symbols,
            last: 0,
            counts: counts.to_vec(),
            depths: vec![0; 2 * symbols],
            parents: vec![0; 2 * symbols],
            heap: vec![0],
            taken: Vec::new(),
        };
        tree.counts.resize(2 * symbols, 0);
        let used: Vec<usize> = (0..symbols).filter(|&symbol| counts[symbol] > 0).collect();
        tree.last = used.last().copied().unwrap_or(0);
        let mut next_forced = used.last().map_or(0, |&last| last + 1);
        tree.heap.extend(used);
        // A code has at least two symbols.
        while tree.heap.len() < 3 {
            let symbol = if next_forced < 2 { next_forced } else { 0 };
            tree.last = tree.last.max(symbol);
            next_forced += 1;
            tree.counts[symbol] = 1;
            tree.heap.push(symbol);
        }
        tree.join();
        tree
    }

    fn is_less(&self, a: usize, b: usize) -> bool {
        (self.counts[a], self.depths[a]) <= (self.counts[b], self.depths[b])
    }

    /// Moves the node at `at` down to its place in the heap.
    fn sink(&mut self, mut at: usize) {
        let node = self.heap[at];
        let mut child = 2 * at;
        while child < self.heap.len() {
            if child + 1 < self.heap.len() && self.is_less(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if self.is_less(node, self.heap[child]) {
                break;
            }
            self.heap[at] = self.heap[child];
            at = child;
            child *= 2;
        }
        self.heap[at] = node;
    }

    /// Joins the two least nodes until one is left.
    fn join(&mut self) {
        for at in (1..=(self.heap.len() - 1) / 2).rev() {
            self.sink(at);
        }
        let mut node = self.symbols;
        while self.heap.len() > 2 {
            let least = self.heap.swap_remove(1);
            self.sink(1);
            let second = self.heap[1];
            self.taken.extend([least, second]);
            self.counts[node] = self.counts[least] + self.counts[second];
            self.depths[node] = self.depths[least].max(self.depths[second]) + 1;
            (self.parents[least], self.parents[second]) = (node, node);
            self.heap[1] = node;
            self.sink(1);
            node += 1;
        }
        self.taken.push(self.heap[1]);
    }

    /// The lengths, none above `most`: where some would be, others grow.
    fn lengths(self, most: usize) -> Code {
        let mut lengths = vec![0usize; 2 * self.symbols];
        let mut per_length = vec![0usize; most + 1];
        let mut too_long = 0;
        for &node in self.taken.iter().rev().skip(1) {
            let length = lengths[self.parents[node]] + 1;
            too_long += usize::from(length > most);
            lengths[node] = length.min(most);
            if node < self.symbols {
                per_length[length.min(most)] += 1;
            }
        }
        if too_long > 0 {
            self.shorten(&mut lengths, &mut per_length, most, too_long);
        }
        let lengths = lengths[..=self.last].iter().map(|&length| length as u8).collect();
        Code { lengths }
    }

    /// Moves leaves down so that none has to be longer than `most`, and gives out the lengths anew: the
    /// longest to the nodes that were taken first.
    fn shorten(&self, lengths: &mut [usize], per_length: &mut [usize], most: usize, mut too_long: usize) {
        while too_long > 0 {
            let length = (1..most).rev().find(|&length| per_length[length] > 0).unwrap_or(1);
            per_length[length] -= 1;
            per_length[length + 1] += 2;
            per_length[most] -= 1;
            too_long = too_long.saturating_sub(2);
        }
        let mut leaves = self.taken.iter().filter(|&&node| node < self.symbols);
        for length in (1..=most).rev() {
            for &leaf in leaves.by_ref().take(per_length[length]) {
                lengths[leaf] = length;
            }
        }
    }
}

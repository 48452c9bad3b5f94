//! Measures every wire on the user's own data: sizes, compressed sizes, and speeds.
//!
//! `contender` makes what is compared and checks that nothing is lost on the way; `measure` takes the
//! times; `table`, `report` and `html` show the results.

mod compress;
mod contender;
mod gzip;
mod html;
mod huffman;
mod measure;
mod report;
mod table;

pub use contender::{Contender, Data};
pub use html::page;
pub use measure::{Plan, measure};
pub use report::to_json;
pub use table::table;

/// What was found out about one wire in one setting.
#[derive(Clone, Debug)]
pub struct Result {
    /// The wire, and its setting if it is not the default: `positional columns`.
    pub name: String,
    pub sizes: Sizes,
    pub speeds: Speeds,
}

/// Bytes of the encoded data, plain and compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub plain: usize,
    /// gzip level 6, as the zlib of Node.js and Chromium writes it.
    pub gzip: usize,
    /// brotli quality 5.
    pub brotli: usize,
    /// zstd level 3.
    pub zstd: usize,
}

/// Nanoseconds that the whole data takes, in the fastest round.
#[derive(Clone, Copy, Debug)]
pub struct Speeds {
    /// From a dynamic value to the wire.
    pub encode: f64,
    /// From the wire to a dynamic value.
    pub decode: f64,
    /// From JSON text to the wire, and back, without a value in between. `None` for JSON itself.
    pub from_json: Option<f64>,
    pub to_json: Option<f64>,
}

/// The results on one set of data; the first is JSON.
#[derive(Clone, Debug)]
pub struct Results {
    /// The name of the file.
    pub name: String,
    /// Records: the items of the list, or one.
    pub records: usize,
    /// Whether what comes back as JSON is the input, byte for byte.
    pub identical: bool,
    pub results: Vec<Result>,
}

impl Results {
    /// The size of the data as JSON: speeds are given in bytes of it, so that wires can be compared.
    pub fn json_bytes(&self) -> usize {
        self.results.first().map_or(0, |json| json.sizes.plain)
    }

    /// Megabytes of JSON a second.
    pub fn rate(&self, nanoseconds: f64) -> f64 {
        self.json_bytes() as f64 * 1e3 / nanoseconds
    }

    /// Nanoseconds a record.
    pub fn per_record(&self, nanoseconds: f64) -> f64 {
        nanoseconds / self.records.max(1) as f64
    }
}

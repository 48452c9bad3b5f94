//! The schema: one model that every source builds and every wire reads.

mod arena;
pub mod check;
mod choice;
pub mod diff;
pub mod graph;
pub mod model;
mod names;
mod pairing;
mod promotion;

use alloc::sync::Arc;
use graph::Graph;
use model::Document;

/// A schema, checked and frozen; cheap to clone.
#[derive(Clone, Debug)]
pub struct Schema(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    document: Document,
    graph: Graph,
}

impl Schema {
    /// The schema as people write it.
    pub fn document(&self) -> &Document {
        &self.0.document
    }

    /// The schema as codecs walk it.
    pub fn graph(&self) -> &Graph {
        &self.0.graph
    }
}

//! Memory that a [`Graph`](super::graph::Graph) owns and its own descriptions borrow.
//!
//! The descriptions of [`crate::meta`] are plain references so that derived code can have them as
//! constants. A graph made at run time therefore borrows from itself: it keeps the memory here, in
//! `Arc`s that never move and are freed with the graph, and gives the descriptions out only with the
//! lifetime of a borrow of the graph.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;

/// Keeps slices and strings alive and unmoved until it is dropped.
#[derive(Default)]
pub struct Arena {
    held: Vec<Arc<dyn Any + Send + Sync>>,
    texts: Vec<Arc<str>>,
}

impl Arena {
    /// Keeps a string; the result must not outlive the arena.
    ///
    /// # Safety
    /// The caller keeps the result together with this arena and lets it out only behind a borrow of both.
    pub unsafe fn text(&mut self, text: &str) -> &'static str {
        let held: Arc<str> = Arc::from(text);
        let pointer: *const str = &*held;
        self.texts.push(held);
        // SAFETY: the `Arc` lives as long as the arena and its contents never move or change; the caller
        // promises that the result does not outlive the arena.
        unsafe { &*pointer }
    }

    /// Keeps a slice; the result must not outlive the arena.
    ///
    /// # Safety
    /// As for [`Arena::text`].
    pub unsafe fn slice<T: Send + Sync + 'static>(&mut self, items: Vec<T>) -> &'static [T] {
        let held: Arc<Vec<T>> = Arc::new(items);
        let pointer: *const [T] = held.as_slice();
        self.held.push(held);
        // SAFETY: as in `text`; the vector behind the `Arc` is never changed, so its buffer never moves.
        unsafe { &*pointer }
    }
}

impl core::fmt::Debug for Arena {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Arena").finish_non_exhaustive()
    }
}

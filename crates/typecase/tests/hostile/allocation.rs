//! Counts what a thread allocates, to tell whether a short input made it ask for much.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The bytes that this thread holds, and the most it has held.
    static HELD: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    /// All bytes that this thread has asked for.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(change: impl FnOnce(usize) -> usize) {
    // A thread that is ending has no counter any more.
    let _ = HELD.try_with(|held| {
        let now = change(held.get().0);
        let more = now.saturating_sub(held.get().0);
        held.set((now, held.get().1.max(now)));
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + more));
    });
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(|held| held + layout.size());
        // SAFETY: the caller's promises are the system's allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(|held| held.saturating_sub(layout.size()));
        // SAFETY: the caller's promises are the system's allocator's.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(|held| (held + size).saturating_sub(layout.size()));
        // SAFETY: the caller's promises are the system's allocator's.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Runs this and says how many bytes more than before it held at most.
pub fn most_held<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get().0;
    HELD.set((before, before));
    let result = run();
    (result, HELD.get().1.saturating_sub(before))
}

/// Runs this and says how many bytes it asked for in all: a measure of work that no clock disturbs.
#[allow(dead_code, reason = "each program that includes this uses a part of it")]
pub fn asked<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = ASKED.get();
    let result = run();
    (result, ASKED.get() - before)
}

#[test]
fn the_counter_counts() {
    let (_, most) = most_held(|| drop(vec![0u8; 1 << 20]));
    assert!((1 << 20..1 << 21).contains(&most), "{most}");
    let (_, most) = most_held(|| ());
    assert_eq!(most, 0);
}

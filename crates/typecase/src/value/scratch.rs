//! [`Scratch`]: what a builder needs while it builds, kept by each thread for the next message.

use super::Value;
use super::builder::Frame;
use alloc::vec::Vec;

/// How many values the stack that is kept may have room for.
#[cfg(feature = "std")]
const MOST_KEPT: usize = 1024;

/// The stack of values that wait, and of what is open. Both are empty when they are taken.
pub(super) struct Scratch<'de> {
    pub(super) stack: Vec<Value<'de>>,
    pub(super) frames: Vec<Frame>,
}

/// The same while nobody uses it.
#[cfg(feature = "std")]
struct Kept(Vec<Value<'static>>, Vec<Frame>);

#[cfg(feature = "std")]
std::thread_local! {
    static KEPT: core::cell::Cell<Option<Kept>> = const { core::cell::Cell::new(None) };
}

impl<'de> Scratch<'de> {
    /// That of this thread, unless it is in use; without `std` there is none.
    #[inline]
    pub(super) fn take() -> Scratch<'de> {
        #[cfg(feature = "std")]
        if let Ok(Some(Kept(stack, frames))) = KEPT.try_with(core::cell::Cell::take) {
            return Scratch { stack, frames };
        }
        Scratch { stack: Vec::with_capacity(32), frames: Vec::with_capacity(8) }
    }
}

#[cfg(feature = "std")]
impl Drop for Scratch<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.stack.capacity() > MOST_KEPT {
            return;
        }
        self.stack.clear();
        self.frames.clear();
        let frames = core::mem::take(&mut self.frames);
        let mut stack = core::mem::ManuallyDrop::new(core::mem::take(&mut self.stack));
        // SAFETY: the parts of an empty vector; values of any lifetime have the same layout.
        let stack = unsafe { Vec::from_raw_parts(stack.as_mut_ptr().cast::<Value<'static>>(), 0, stack.capacity()) };
        // No thread that is ending keeps anything.
        let _ = KEPT.try_with(|kept| kept.set(Some(Kept(stack, frames))));
    }
}

//! [`Arena`]: the memory of a message that is being built, in a few blocks that are freed together.

use alloc::alloc::{alloc, dealloc, handle_alloc_error};
use core::alloc::Layout;
use core::ptr::{self, NonNull};

/// What everything in a block is aligned to.
const ALIGN: usize = 8;
/// The size of the first block, if nothing is known of the message.
const FIRST: usize = 256;
/// The most that a first block takes on the strength of the message's length.
const FIRST_MOST: usize = 8192;
/// The size from which blocks do not grow any more.
const MOST: usize = 1 << 24;

/// Where nothing is, aligned.
const NOWHERE: *mut u8 = ptr::without_provenance_mut(ALIGN);

/// The head of a block.
struct Head {
    /// The block that was filled before.
    before: *mut Head,
    /// The bytes of the block, with the head.
    size: usize,
}

/// Blocks, the newest of which says where the others are.
pub(super) struct Chunks(*mut Head);

impl Chunks {
    /// Frees the blocks.
    ///
    /// # Safety
    /// Nothing in them may be used afterwards.
    #[inline]
    pub(super) unsafe fn free(self) {
        let mut next = self.0;
        while !next.is_null() {
            // SAFETY: the head of a block that `grow` allocated with this layout.
            unsafe {
                let Head { before, size } = next.read();
                dealloc(next.cast(), Layout::from_size_align_unchecked(size, ALIGN));
                next = before;
            }
        }
    }
}

/// Hands out memory from blocks, each twice as large as the one before.
pub(super) struct Arena {
    /// Where the free part of the newest block begins and ends.
    next: *mut u8,
    end: *mut u8,
    newest: *mut Head,
    /// The least size of the next block.
    size: usize,
}

impl Arena {
    /// An arena without a block, for a message that was read from so many bytes.
    pub(super) fn for_input(bytes: usize) -> Arena {
        // A value of 24 bytes takes some twelve bytes of JSON.
        let size = bytes.saturating_mul(2).clamp(FIRST, FIRST_MOST);
        Arena { next: NOWHERE, end: NOWHERE, newest: ptr::null_mut(), size }
    }

    /// Says that nothing but the room that is asked for next will be needed.
    #[inline(always)]
    pub(super) fn expect_last(&mut self) {
        self.size = 0;
    }

    /// Room for so many bytes, aligned for values.
    #[inline(always)]
    pub(super) fn room(&mut self, bytes: usize) -> NonNull<u8> {
        let bytes = bytes.saturating_add(ALIGN - 1) & !(ALIGN - 1);
        if self.end.addr() - self.next.addr() < bytes {
            self.grow(bytes);
        }
        let room = self.next;
        // SAFETY: so many bytes are left in the block, or none where there is none; neither is null.
        unsafe {
            self.next = room.add(bytes);
            NonNull::new_unchecked(room)
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, bytes: usize) {
        let size = bytes.saturating_add(size_of::<Head>()).max(self.size);
        self.size = size.saturating_mul(2).min(MOST);
        let Ok(layout) = Layout::from_size_align(size, ALIGN) else {
            handle_alloc_error(Layout::new::<Head>());
        };
        // SAFETY: the layout has a size, and the head fits.
        unsafe {
            let block = alloc(layout);
            if block.is_null() {
                handle_alloc_error(layout);
            }
            block.cast::<Head>().write(Head { before: self.newest, size });
            self.newest = block.cast();
            self.next = block.add(size_of::<Head>());
            self.end = block.add(size);
        }
    }

    /// The blocks; the arena is without one again.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Chunks {
        (self.next, self.end) = (NOWHERE, NOWHERE);
        Chunks(core::mem::replace(&mut self.newest, ptr::null_mut()))
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: whoever uses an arena drops what is in it first.
        unsafe { self.take().free() }
    }
}

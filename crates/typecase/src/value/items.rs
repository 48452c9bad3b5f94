//! [`Items`]: the items of a list, the values of a record, the entries of a map.
//!
//! What a decoder builds is a whole message in a few blocks of memory, which belong to the outermost
//! `Items` of it: building costs no allocation for each list, and dropping frees the blocks without a look
//! at the values. Nobody can tell from outside: the inner `Items` are reached through shared references
//! alone, and whatever gives more than that (`clone`, `into_vec`, a mutable reference) copies first.

use super::arena::{Arena, Chunks};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

/// A boxed slice of values: the items of a list, the values of a record, the entries of a map.
///
/// It is used as a `[T]`, and made from a `Vec`, an array or an iterator. A message that has been decoded
/// keeps all of its values in a few blocks of memory; asking one for a mutable reference or for a `Vec`
/// copies its values into allocations of their own first, with all that is in them.
///
/// ```
/// use typecase::value::{Items, Value};
/// use typecase::wire::json;
///
/// let items: Items<Value> = vec![Value::Int(1), Value::Null].into();
/// assert_eq!(items.len(), 2);
///
/// let mut value = json::parse("[[1, 2], true]")?;
/// if let Value::List(items) = &mut value {
///     items[1] = Value::Bool(false);
/// }
/// assert_eq!(json::print(&value)?, "[[1,2],false]");
/// # Ok::<(), typecase::error::Error>(())
/// ```
pub struct Items<T> {
    first: NonNull<T>,
    /// The number of items, and the flags below.
    bits: usize,
    owns: PhantomData<T>,
}

/// No item needs to be dropped.
const LIGHT: usize = 1 << (usize::BITS - 1);
/// The items are in a block that belongs to an `Items` further out.
const INSIDE: usize = LIGHT >> 1;
/// The items are in a block that belongs to this one; where the blocks are is in front of the first item.
const ROOT: usize = LIGHT >> 2;
const LENGTH: usize = ROOT - 1;

impl<T> Items<T> {
    /// Lengths of slices of such types leave room for the flags.
    const FLAGS_FIT: () = assert!(size_of::<T>() >= 8);

    /// The number of items.
    #[inline(always)]
    fn length(&self) -> usize {
        self.bits & LENGTH
    }

    /// Items in an allocation of their own, which a `Box<[T]>` gave.
    #[inline]
    fn from_box(items: Box<[T]>, flags: usize) -> Items<T> {
        let () = Self::FLAGS_FIT;
        let length = items.len();
        // SAFETY: a box is never null.
        let first = unsafe { NonNull::new_unchecked(Box::into_raw(items).cast::<T>()) };
        Items { first, bits: length | flags, owns: PhantomData }
    }

    /// Items that lie in the blocks of an arena.
    ///
    /// # Safety
    /// There are `length` items at `first`, which belong to the result. It must be put into an `Items` whose
    /// blocks are the arena's, and nobody may have it by value or by mutable reference after that. If `light`,
    /// no item needs to be dropped.
    #[inline(always)]
    pub(super) unsafe fn inside(first: NonNull<T>, length: usize, light: bool) -> Items<T> {
        let () = Self::FLAGS_FIT;
        Items { first, bits: length | INSIDE | if light { LIGHT } else { 0 }, owns: PhantomData }
    }

    /// Items that lie in the blocks of an arena, and the blocks.
    ///
    /// # Safety
    /// There are `length` items at `first` in a block of the arena, which belong to the result, and room for
    /// [`Chunks`] in front of them. All items inside them that lie in blocks do so in the arena's. If
    /// `light`, no item needs to be dropped.
    #[inline(always)]
    pub(super) unsafe fn root(first: NonNull<T>, length: usize, light: bool, arena: &mut Arena) -> Items<T> {
        let () = Self::FLAGS_FIT;
        // SAFETY: the caller promises the room, and that it is in a block, whose alignment `Chunks` has.
        unsafe { first.cast::<Chunks>().sub(1).write(arena.take()) };
        Items { first, bits: length | ROOT | if light { LIGHT } else { 0 }, owns: PhantomData }
    }

    /// Whether the items are in an allocation of their own.
    #[inline(always)]
    fn is_alone(&self) -> bool {
        self.bits & (INSIDE | ROOT) == 0
    }

    /// The box the items are in, if they are in an allocation of their own.
    fn into_box(self) -> Result<Box<[T]>, Items<T>> {
        if !self.is_alone() {
            return Err(self);
        }
        let this = core::mem::ManuallyDrop::new(self);
        // SAFETY: it came from a box of this length in `from_box`, and `this` is not dropped.
        Ok(unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(this.first.as_ptr(), this.length())) })
    }

    #[cold]
    #[inline(never)]
    fn drop_items(&mut self) {
        // SAFETY: the items belong to this one, which is being dropped.
        unsafe { core::ptr::slice_from_raw_parts_mut(self.first.as_ptr(), self.length()).drop_in_place() };
    }
}

impl<T> Drop for Items<T> {
    #[inline]
    fn drop(&mut self) {
        if self.bits & LIGHT == 0 {
            self.drop_items();
        }
        if self.bits & ROOT != 0 {
            // SAFETY: `root` put the chunks there; nothing in them is used after this.
            unsafe { self.first.cast::<Chunks>().sub(1).read().free() };
        } else if self.bits & INSIDE == 0 && self.length() != 0 {
            // SAFETY: the allocation of a box of this length, whose items have been dropped or need not be.
            unsafe { alloc::alloc::dealloc(self.first.as_ptr().cast(), layout_of::<T>(self.length())) };
        }
    }
}

/// The layout of a slice that exists.
fn layout_of<T>(length: usize) -> core::alloc::Layout {
    // SAFETY: the slice exists, so its size is that of an allocation.
    unsafe { core::alloc::Layout::from_size_align_unchecked(length * size_of::<T>(), align_of::<T>()) }
}

// SAFETY: as a `Box<[T]>`; the blocks belong to one `Items`, and those inside it are only read.
unsafe impl<T: Send> Send for Items<T> {}
// SAFETY: as a `Box<[T]>`.
unsafe impl<T: Sync> Sync for Items<T> {}

impl<T: Clone> Items<T> {
    /// The items as a `Vec`.
    pub fn into_vec(self) -> Vec<T> {
        match self.into_box() {
            Ok(items) => items.into_vec(),
            Err(shared) => shared.to_vec(),
        }
    }
}

impl<T> Deref for Items<T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: there are so many items at `first`.
        unsafe { core::slice::from_raw_parts(self.first.as_ptr(), self.length()) }
    }
}

impl<T: Clone> DerefMut for Items<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        if !self.is_alone() {
            *self = self.clone();
        }
        self.bits &= !LIGHT;
        // SAFETY: as in `deref`, and now they are in an allocation of their own.
        unsafe { core::slice::from_raw_parts_mut(self.first.as_ptr(), self.length()) }
    }
}

impl<T> Default for Items<T> {
    fn default() -> Self {
        Items::from_box(Box::default(), LIGHT)
    }
}

impl<T: Clone> Clone for Items<T> {
    fn clone(&self) -> Self {
        self.to_vec().into()
    }
}

impl<T: fmt::Debug> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Items<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T> From<Box<[T]>> for Items<T> {
    fn from(items: Box<[T]>) -> Self {
        Items::from_box(items, 0)
    }
}

impl<T> From<Vec<T>> for Items<T> {
    fn from(items: Vec<T>) -> Self {
        items.into_boxed_slice().into()
    }
}

impl<T: Clone> From<&[T]> for Items<T> {
    fn from(items: &[T]) -> Self {
        items.to_vec().into()
    }
}

impl<T, const N: usize> From<[T; N]> for Items<T> {
    fn from(items: [T; N]) -> Self {
        (Box::new(items) as Box<[T]>).into()
    }
}

impl<T> FromIterator<T> for Items<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<T: Clone> IntoIterator for Items<T> {
    type Item = T;
    type IntoIter = alloc::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'i, T> IntoIterator for &'i Items<T> {
    type Item = &'i T;
    type IntoIter = core::slice::Iter<'i, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'i, T: Clone> IntoIterator for &'i mut Items<T> {
    type Item = &'i mut T;
    type IntoIter = core::slice::IterMut<'i, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

//! The memory of the caller: bytes and texts that come in, arrays to be filled, and places for what goes out.
//!
//! All that C promises by calling a function of the header is taken at its word here, and nowhere else.

use crate::failure::{Failure, Result};
use core::ffi::{CStr, c_char, c_int};
use core::mem::MaybeUninit;
use core::ptr::with_exposed_provenance;
use std::borrow::Cow;

/// A place of the caller's for a result: a pointer that may be null, to memory that need not hold anything.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

/// The place, which must be there.
pub(crate) fn place<T>(out: Out<'_, T>) -> Result<&mut MaybeUninit<T>> {
    out.ok_or(Failure::NULL)
}

/// Hands a new object over to the caller, who frees it.
pub(crate) fn hand_over<T>(out: &mut MaybeUninit<*mut T>, object: T) {
    out.write(Box::into_raw(Box::new(object)));
}

/// `tc_text` and `tc_bytes`: bytes that something else owns.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Span {
    data: *const u8,
    length: usize,
}

impl Span {
    /// Nothing: what is asked of a value that is not of the kind.
    pub(crate) const NONE: Span = Span { data: core::ptr::null(), length: 0 };

    pub(crate) fn of(bytes: &[u8]) -> Span {
        Span { data: bytes.as_ptr(), length: bytes.len() }
    }

    /// Of a string of a column, which goes to `unescaped` if it is not in the document as it is.
    pub(crate) fn keeping(text: Cow<'_, str>, unescaped: &mut Vec<Box<str>>) -> Span {
        match text {
            Cow::Borrowed(text) => Span::of(text.as_bytes()),
            Cow::Owned(text) => {
                let text = text.into_boxed_str();
                let span = Span::of(text.as_bytes());
                unescaped.push(text);
                span
            }
        }
    }
}

/// The bytes at a pointer. Null is allowed where there are none.
///
/// # Safety
/// So many bytes are there, and stay unchanged as long as the header asks for in the function that this is called by.
pub(crate) unsafe fn bytes(data: *const u8, length: usize) -> Result<&'static [u8]> {
    match (data.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(Failure::NULL),
        // No object is longer than that, and a slice must not be.
        (false, 1..=MOST) => {
            // SAFETY: the caller's promise; the pointer is not null and the length not beyond what a slice may have.
            Ok(unsafe { core::slice::from_raw_parts(data, length) })
        }
        _ => Err(Failure::Argument("a length is more than memory can hold")),
    }
}

const MOST: usize = isize::MAX as usize;

/// The text at a pointer.
///
/// # Safety
/// As for [`bytes`].
pub(crate) unsafe fn text(data: *const c_char, length: usize) -> Result<&'static str> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { bytes(data.cast(), length)? };
    core::str::from_utf8(bytes).map_err(|error| {
        let error =
            typecase::error::Error::new(typecase::error::Code::Utf8, "the text is not UTF-8").at(error.valid_up_to());
        Failure::Data(error)
    })
}

/// A name that ends with a zero.
///
/// # Safety
/// The pointer is null or leads to such a name, which stays unchanged during the call.
pub(crate) unsafe fn name<'a>(name: *const c_char) -> Result<&'a str> {
    if name.is_null() {
        return Err(Failure::NULL);
    }
    // SAFETY: the caller's promise.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().map_err(|_| Failure::Argument("a name is not UTF-8"))
}

/// An array of the caller's that is filled from its beginning.
pub(crate) struct Array<'a, T> {
    room: &'a mut [MaybeUninit<T>],
    /// How many items there have been; more than there is room for are counted and not kept.
    count: usize,
}

impl<'a, T: Copy> Array<'a, T> {
    /// The array at a pointer, with room for so many items. Null is allowed where there is none.
    ///
    /// # Safety
    /// There is that room, and nobody else looks at it during the call.
    pub(crate) unsafe fn new(items: *mut T, capacity: usize) -> Result<Array<'a, T>> {
        let room: &mut [MaybeUninit<T>] = match (items.is_null(), capacity) {
            (_, 0) => &mut [],
            (true, _) => return Err(Failure::NULL),
            (false, _) if capacity > MOST / size_of::<T>().max(1) => {
                return Err(Failure::Argument("a capacity is more than memory can hold"));
            }
            // SAFETY: the caller's promise; the pointer is not null and the length not beyond what a slice may have.
            // What is there need not be initialized.
            (false, _) => unsafe { core::slice::from_raw_parts_mut(items.cast(), capacity) },
        };
        Ok(Array { room, count: 0 })
    }

    /// Appends items.
    pub(crate) fn extend(&mut self, items: &[T]) {
        let room = self.room.get_mut(self.count..).unwrap_or_default();
        let kept = items.len().min(room.len());
        room[..kept].write_copy_of_slice(&items[..kept]);
        self.count += items.len();
    }

    /// Appends one item.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if let Some(room) = self.room.get_mut(self.count) {
            room.write(item);
        }
        self.count += 1;
    }

    /// Says how many items there have been, and whether all of them have had room.
    pub(crate) fn finish(self, count: Out<'_, usize>) -> Result<()> {
        if let Some(count) = count {
            count.write(self.count);
        }
        if self.count > self.room.len() {
            return Err(Failure::Argument("the array has no room for all values"));
        }
        Ok(())
    }
}

/// `tc_member_type_t`: how a value lies in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float,
    Double,
    Text,
    CString,
    Pointer,
    List,
}

/// `tc_member`: where the values of a column lie.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Member {
    pub(crate) column: *const c_char,
    ty: c_int,
    base: *const u8,
    offset: usize,
    stride: usize,
    count_offset: usize,
    item_size: usize,
}

/// The members at a pointer.
///
/// # Safety
/// So many are there, and what they lead to is too, and stays unchanged during the call.
pub(crate) unsafe fn members<'a>(members: *const Member, count: usize) -> Result<&'a [Member]> {
    match (members.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(Failure::NULL),
        (false, _) if count > MOST / size_of::<Member>() => {
            Err(Failure::Argument("a length is more than memory can hold"))
        }
        // SAFETY: the caller's promise; the pointer is not null and the length not beyond what a slice may have.
        (false, _) => Ok(unsafe { core::slice::from_raw_parts(members, count) }),
    }
}

impl Member {
    /// The type, if there is one with this number.
    pub(crate) fn ty(&self) -> Option<Type> {
        Some(match self.ty {
            1 => Type::Bool,
            2 => Type::Int8,
            3 => Type::Uint8,
            4 => Type::Int16,
            5 => Type::Uint16,
            6 => Type::Int32,
            7 => Type::Uint32,
            8 => Type::Int64,
            9 => Type::Uint64,
            10 => Type::Float,
            11 => Type::Double,
            12 => Type::Text,
            13 => Type::CString,
            14 => Type::Pointer,
            15 => Type::List,
            _ => return None,
        })
    }

    /// Whether there is no memory for the values.
    pub(crate) fn is_null(&self) -> bool {
        self.base.is_null()
    }

    /// Takes the places for the addresses of the items that the member is one of.
    pub(crate) fn lie_in_items(&mut self) {
        (self.base, self.stride) = (core::ptr::null(), 1);
    }

    /// The values at some places.
    ///
    /// # Safety
    /// One of this type is at each of them.
    pub(crate) unsafe fn values<T: Copy>(self, places: &[usize]) -> impl ExactSizeIterator<Item = T> {
        let origin = self.base.expose_provenance().wrapping_add(self.offset);
        places.iter().map(move |place| {
            let at = with_exposed_provenance::<T>(origin.wrapping_add(place.wrapping_mul(self.stride)));
            // SAFETY: the caller's promise. A packed struct may have it anywhere.
            unsafe { at.read_unaligned() }
        })
    }

    /// Gives `take` the bytes of texts at some places; `false` if a pointer is null or a length too long.
    ///
    /// # Safety
    /// As for [`values`](Member::values), and the texts are as long as they say.
    pub(crate) unsafe fn each_text(self, places: &[usize], mut take: impl FnMut(&[u8])) -> bool {
        // SAFETY: the caller's promise.
        unsafe { self.values::<Span>(places) }.all(|text| {
            // SAFETY: the same.
            unsafe { bytes(text.data, text.length) }.map(&mut take).is_ok()
        })
    }

    /// The same of strings that end with a zero.
    ///
    /// # Safety
    /// As for [`values`](Member::values), and the strings have an end.
    pub(crate) unsafe fn each_string(self, places: &[usize], mut take: impl FnMut(&[u8])) -> bool {
        // SAFETY: the caller's promise.
        unsafe { self.values::<*const c_char>(places) }.all(|string| {
            if !string.is_null() {
                // SAFETY: the same; the pointer is not null.
                take(unsafe { CStr::from_ptr(string) }.to_bytes());
            }
            !string.is_null()
        })
    }

    /// Appends the lengths of lists at some places, and the addresses of their items; `false` if the pointer to some is
    /// null.
    ///
    /// # Safety
    /// A pointer is at each place, and the count of the items that it leads to where the member says.
    pub(crate) unsafe fn each_list(self, places: &[usize], lengths: &mut Vec<i64>, items: &mut Vec<usize>) -> bool {
        let counts = Member { offset: self.count_offset, ..self };
        // SAFETY: the caller's promise.
        let (pointers, counts) = unsafe { (self.values::<*const u8>(places), counts.values::<usize>(places)) };
        pointers.zip(counts).all(|(pointer, count)| {
            let start = pointer.expose_provenance();
            lengths.push(count.cast_signed() as i64);
            let is_there = count == 0 || !pointer.is_null() && count <= MOST;
            if is_there {
                items.extend((0..count).map(|at| start.wrapping_add(at.wrapping_mul(self.item_size))));
            }
            is_there
        })
    }
}

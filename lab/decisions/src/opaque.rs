//! [`OpaqueWriter`] and [`OpaqueReader`]: pass every event on to a wire, but take away what the compiler
//! knows of the descriptions of the schema. The code is then that of a plan: the same steps, with the
//! keys read from memory.

use crate::methods::write_methods;
use std::arch::asm;
use std::borrow::Cow;
use std::hint;
use std::marker::PhantomData;
use typecase::error::Result;
use typecase::meta::{EnumMeta, EnumValue, FlagsMeta, RecordMeta, UnionMeta};
use typecase::value::Value;
use typecase::wire::{Read, TextRef, ValueKind, Write};

/// How a description is hidden.
pub trait Hide {
    fn hide<T>(meta: &T) -> &T;
}

/// Not at all: the code of the derive as it is.
pub struct Constant;
/// The pointer goes through a register that the compiler cannot follow. It may keep the pointer, as it
/// would keep that to a plan.
pub struct Pointer;
/// `std::hint::black_box`, for comparison: it also makes the compiler store and reload what it holds of
/// the buffers in registers, at every event, so it shows more than the plan costs.
pub struct BlackBox;

impl Hide for Constant {
    #[inline(always)]
    fn hide<T>(meta: &T) -> &T {
        meta
    }
}

impl Hide for Pointer {
    #[inline(always)]
    #[expect(clippy::pointers_in_nomem_asm_block, reason = "the assembly does not follow the pointer")]
    fn hide<T>(meta: &T) -> &T {
        let mut pointer: *const T = meta;
        // SAFETY: the assembly is a comment, so the pointer comes out as it went in.
        unsafe {
            asm!("/* {0} */", inout(reg) pointer, options(pure, nomem, nostack, preserves_flags));
            &*pointer
        }
    }
}

impl Hide for BlackBox {
    #[inline(always)]
    fn hide<T>(meta: &T) -> &T {
        hint::black_box(meta)
    }
}

/// Passes methods on to `self.inner`.
macro_rules! pass_on {
    ($($name:ident($($arg:ident: $Arg:ty),*) $(-> $Out:ty)? $(, hiding $meta:ident)?;)*) => {$(
        #[inline(always)]
        fn $name(&mut self, $($arg: $Arg),*) $(-> $Out)? {
            $(let $meta = H::hide($meta);)?
            self.inner.$name($($arg),*)
        }
    )*};
}

/// The same for those of [`write_methods`].
macro_rules! pass_on_write {
    ($($name:ident($($arg:ident: $Arg:ty),*) $(hiding $meta:ident)?;)*) => {
        pass_on! { $($name($($arg: $Arg),*) -> Result<()> $(, hiding $meta)?;)* }
    };
}

/// A writer that does not know the schema.
pub struct OpaqueWriter<W, H> {
    inner: W,
    hide: PhantomData<H>,
}

impl<W, H> OpaqueWriter<W, H> {
    pub fn new(inner: W) -> Self {
        OpaqueWriter { inner, hide: PhantomData }
    }
}

impl<W: Write, H: Hide> Write for OpaqueWriter<W, H> {
    const ANY_ORDER: bool = W::ANY_ORDER;
    write_methods!(pass_on_write);
}

/// A reader that does not know the schema.
pub struct OpaqueReader<R, H> {
    inner: R,
    hide: PhantomData<H>,
}

impl<R, H> OpaqueReader<R, H> {
    pub fn new(inner: R) -> Self {
        OpaqueReader { inner, hide: PhantomData }
    }
}

impl<'de, R: Read<'de>, H: Hide> Read<'de> for OpaqueReader<R, H> {
    type Record = R::Record;
    type List = R::List;
    type Map = R::Map;
    type Mark = R::Mark;
    const CARRIES_DISCRIMINATOR: bool = R::CARRIES_DISCRIMINATOR;
    const ORDERED: bool = R::ORDERED;

    pass_on! {
        record(meta: &RecordMeta<'_>) -> Result<R::Record>, hiding meta;
        field_is(state: &mut R::Record, meta: &RecordMeta<'_>, index: usize) -> Result<bool>, hiding meta;
        next_field(state: &mut R::Record, meta: &RecordMeta<'_>) -> Result<Option<usize>>, hiding meta;
        end_record(state: &mut R::Record, meta: &RecordMeta<'_>) -> Result<bool>, hiding meta;
        duplicate(meta: &RecordMeta<'_>, index: usize) -> Result<bool>, hiding meta;
        list() -> Result<R::List>;
        item(state: &mut R::List) -> Result<bool>;
        map() -> Result<R::Map>;
        key(state: &mut R::Map) -> Result<Option<TextRef<'de, '_>>>;
        case(meta: &UnionMeta<'_>) -> Result<u32>, hiding meta;
        plain_case(meta: &UnionMeta<'_>) -> Result<Option<u32>>, hiding meta;
        end_case(meta: &UnionMeta<'_>) -> Result<()>, hiding meta;
        null() -> Result<bool>;
        kind() -> Result<ValueKind>;
        bool() -> Result<bool>;
        int() -> Result<i64>;
        uint() -> Result<u64>;
        number() -> Result<f64>;
        float64() -> Result<f64>;
        float32() -> Result<f32>;
        text() -> Result<TextRef<'de, '_>>;
        bytes() -> Result<Cow<'de, [u8]>>;
        date() -> Result<i64>;
        bigint() -> Result<Cow<'de, str>>;
        enumeration(meta: &EnumMeta<'_>) -> Result<Option<u32>>, hiding meta;
        flags(meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()>, hiding meta;
        json() -> Result<Value<'de>>;
        skip() -> Result<()>;
        set_strict(strict: bool) -> bool;
        seek(mark: R::Mark);
        retry(mark: R::Mark) -> Result<()>;
    }

    #[inline(always)]
    fn size_hint(&self, state: &R::List) -> usize {
        self.inner.size_hint(state)
    }

    #[inline(always)]
    fn mark(&self) -> R::Mark {
        self.inner.mark()
    }

    #[inline(always)]
    fn offset(&self) -> usize {
        self.inner.offset()
    }
}

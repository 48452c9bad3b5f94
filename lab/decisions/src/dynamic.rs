//! [`DynWriter`]: a writer behind a table of methods, so that a drive is compiled once for each reader and
//! serves every writer.

use crate::methods::write_methods;
use std::hint::black_box;
use typecase::error::Result;
use typecase::meta::{EnumMeta, EnumValue, FlagsMeta, RecordMeta, UnionMeta};
use typecase::value::Value;
use typecase::wire::{Sink, Write};

macro_rules! declare {
    ($($name:ident($($arg:ident: $Arg:ty),*) $(hiding $meta:ident)?;)*) => {$(
        fn $name(&mut self, $($arg: $Arg),*) -> Result<()>;
    )*};
}

macro_rules! forward_to_writer {
    ($($name:ident($($arg:ident: $Arg:ty),*) $(hiding $meta:ident)?;)*) => {$(
        fn $name(&mut self, $($arg: $Arg),*) -> Result<()> {
            Write::$name(self, $($arg),*)
        }
    )*};
}

macro_rules! call {
    ($($name:ident($($arg:ident: $Arg:ty),*) $(hiding $meta:ident)?;)*) => {$(
        #[inline(always)]
        fn $name(&mut self, $($arg: $Arg),*) -> Result<()> {
            self.inner.$name($($arg),*)
        }
    )*};
}

/// The mirror of [`Write`] and [`Sink`] that can be a trait object. It leaves out what only a writer that
/// keeps what is borrowed needs.
pub trait DynSink<'de> {
    type Mark: Copy;
    write_methods!(declare);
    fn mark(&self) -> Self::Mark;
    fn rollback(&mut self, mark: Self::Mark);
    fn can_roll_back(&self) -> bool;
}

impl<'de, W: Sink<'de>> DynSink<'de> for W {
    type Mark = W::Mark;
    write_methods!(forward_to_writer);

    fn mark(&self) -> W::Mark {
        Sink::mark(self)
    }

    fn rollback(&mut self, mark: W::Mark) {
        Sink::rollback(self, mark);
    }

    fn can_roll_back(&self) -> bool {
        Sink::can_roll_back(self)
    }
}

/// Any writer whose marks are `M`. In earnest there would be one type of marks for all writers; that
/// they keep their own here is in favour of the table.
pub struct DynWriter<'w, 'de, M> {
    inner: &'w mut dyn DynSink<'de, Mark = M>,
}

impl<'w, 'de, M> DynWriter<'w, 'de, M> {
    /// Forgets which writer it is: the compiler must not see through the table of its methods.
    pub fn new(writer: &'w mut dyn DynSink<'de, Mark = M>) -> Self {
        DynWriter { inner: black_box(writer) }
    }
}

impl<M: Copy> Write for DynWriter<'_, '_, M> {
    write_methods!(call);
}

impl<'de, M: Copy> Sink<'de> for DynWriter<'_, 'de, M> {
    type Mark = M;

    fn mark(&self) -> M {
        self.inner.mark()
    }

    fn rollback(&mut self, mark: M) {
        self.inner.rollback(mark);
    }

    fn can_roll_back(&self) -> bool {
        self.inner.can_roll_back()
    }
}

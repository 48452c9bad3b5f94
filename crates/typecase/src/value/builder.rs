//! [`Builder`]: puts a message together value by value, as [`Items`] keeps it.
//!
//! The values of a record are written where they will stay, since their number is known; those of open
//! lists and maps wait on one stack until their number is known. Nothing is allocated for each record or
//! list, and nothing at all for a small message but the one block that it will be in.
//!
//! Values with an allocation of their own are *heavy*: from the first one on, all that is open remembers
//! that its values need to be dropped.

use super::arena::{Arena, Chunks};
use super::scratch::Scratch;
use super::{Items, Text, Value};
use crate::error::{Code, Error, Result};
use crate::text::tree::{MapPolicy, settle};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ptr::{self, NonNull};

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing.
    Message,
    Record,
    List,
    Case,
}

/// What is open and where its values go.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// A record's values, all of which are there.
    slots: *mut Value<'static>,
    /// How many they are; none in anything but a record.
    count: u32,
    /// The one that comes next; from `count` on it goes on the stack.
    slot: u32,
    /// Where on the stack its own values begin.
    base: usize,
    /// The tag of a case.
    tag: u32,
    kind: Kind,
}

const MESSAGE: Frame = Frame { slots: ptr::null_mut(), count: 0, slot: PUSH, base: 0, tag: 0, kind: Kind::Message };

/// No slot: the next value goes on the stack.
const PUSH: u32 = u32::MAX;

/// A place in a message that is being built.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    frames: usize,
    stack: usize,
    slot: u32,
}

/// Puts a message together.
pub(crate) struct Builder<'de> {
    here: Frame,
    /// What is around it, and the stack.
    scratch: Scratch<'de>,
    arena: Arena,
    /// How many records, lists and maps are open.
    open: usize,
    /// Whether a value in the arena may need to be dropped.
    heavy: bool,
}

impl<'de> Builder<'de> {
    /// A builder for a message that is read from so many bytes.
    pub(crate) fn for_input(bytes: usize) -> Builder<'de> {
        let (arena, scratch) = (Arena::for_input(bytes), Scratch::take());
        Builder { here: MESSAGE, scratch, arena, open: 0, heavy: false }
    }

    /// The message; null if it is not complete.
    pub(crate) fn finish(&mut self) -> Value<'de> {
        if self.here.kind != Kind::Message {
            return Value::Null;
        }
        self.scratch.stack.pop().unwrap_or_default()
    }

    /// Adds a value without an allocation of its own, or with one that is in the arena.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put(&mut self, value: Value<'de>) {
        let slot = self.here.slot;
        if slot < self.here.count {
            // SAFETY: `open_record` made so many slots.
            let slot = unsafe { self.here.slots.add(slot as usize).cast::<Value<'de>>() };
            if self.heavy {
                // SAFETY: every slot holds a value.
                unsafe { clear(slot) };
            }
            // SAFETY: as above; what was there need not be dropped.
            unsafe { slot.write(value) };
        } else {
            self.scratch.stack.push(value);
        }
    }

    /// Adds a value that may have an allocation of its own.
    pub(crate) fn put_heavy(&mut self, value: Value<'de>) {
        self.heavy |= self.open > 0;
        self.put(value);
    }

    /// Adds a copy of a string.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_text(&mut self, text: &str) {
        let text = match Text::in_place(text) {
            Some(text) => text,
            None => self.long_text(text),
        };
        self.put(Value::Text(text));
    }

    #[inline(never)]
    fn long_text(&mut self, text: &str) -> Text<'de> {
        if self.open == 0 {
            // The value will be nobody's part, so it must not lie in the arena.
            return Text::owned(text);
        }
        let room = self.arena.room(text.len());
        // SAFETY: there is room for the text; the result goes into a list, map or record, which is open, and
        // so into the `Items` that gets the arena's blocks.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr(), room.as_ptr(), text.len());
            Text::inside(room, text.len())
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&mut self, frame: Frame) {
        self.scratch.frames.push(self.here);
        self.here = frame;
    }

    /// Goes back to what is around what is open, which must be of this kind; gives what was open.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&mut self, kind: Kind) -> Result<Frame> {
        if self.here.kind != kind {
            return Err(out_of_order());
        }
        let around = self.scratch.frames.pop().unwrap_or(MESSAGE);
        Ok(core::mem::replace(&mut self.here, around))
    }

    /// Room for so many values in the arena, and for the blocks of the arena if they are the outermost.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room<T>(&mut self, count: usize, outermost: bool) -> NonNull<T> {
        const { assert!(align_of::<T>() <= 8 && align_of::<Chunks>() <= 8 && size_of::<Chunks>() <= 8) };
        let head = if outermost { 8 } else { 0 };
        let room = self.arena.room(count.saturating_mul(size_of::<T>()).saturating_add(head));
        // SAFETY: within the room.
        unsafe { room.add(head).cast() }
    }

    /// The values of what has been closed, which are at `first` in the arena.
    ///
    /// # Safety
    /// They are, and there is room in front of them if nothing is open.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn items<T>(&mut self, first: NonNull<T>, count: usize) -> Items<T> {
        let light = !self.heavy;
        // SAFETY: as the caller says; all there is in the arena is inside what was outermost. What is not is
        // put into what is open, and given out of the builder only as a part of it.
        unsafe {
            if self.open > 0 {
                return Items::inside(first, count, light);
            }
            self.heavy = false;
            Items::root(first, count, light, &mut self.arena)
        }
    }

    /// Opens a record of so many values, all of which are null until they are put.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn open_record(&mut self, count: usize) -> Result<()> {
        let Ok(count) = u32::try_from(count) else { return Err(too_many()) };
        let slots = self.room::<Value<'static>>(count as usize, self.open == 0).as_ptr();
        for slot in 0..count as usize {
            // SAFETY: within the room.
            unsafe { slots.add(slot).write(Value::Null) };
        }
        self.open += 1;
        let base = self.scratch.stack.len();
        self.enter(Frame { slots, count, slot: PUSH, base, tag: 0, kind: Kind::Record });
        Ok(())
    }

    /// Says that the value with this index of the open record comes next.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn field(&mut self, index: usize) {
        self.here.slot = index as u32;
    }

    /// Closes a record.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn close_record(&mut self) -> Result<()> {
        let record = self.leave(Kind::Record)?;
        self.open -= 1;
        if self.scratch.stack.len() > record.base {
            // Values that no field was named for.
            self.scratch.stack.truncate(record.base);
        }
        // SAFETY: `open_record` got the slots from the arena, with room in front of them if nothing was open.
        let values = unsafe {
            let first = NonNull::new_unchecked(record.slots.cast::<Value<'de>>());
            self.items(first, record.count as usize)
        };
        self.put(Value::Record(values));
        Ok(())
    }

    /// Opens a list or a map.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn open_list(&mut self) {
        self.open += 1;
        let base = self.scratch.stack.len();
        self.enter(Frame { base, kind: Kind::List, ..MESSAGE });
    }

    /// Closes a list.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn close_list(&mut self) -> Result<()> {
        let base = self.leave(Kind::List)?.base;
        self.open -= 1;
        if self.open == 0 {
            self.arena.expect_last();
        }
        let count = self.scratch.stack.len() - base;
        let room = self.room::<Value<'de>>(count, self.open == 0);
        // SAFETY: the values above `base` move into the room.
        let items = unsafe {
            let from = self.scratch.stack.as_ptr().add(base);
            self.scratch.stack.set_len(base);
            ptr::copy_nonoverlapping(from, room.as_ptr(), count);
            self.items(room, count)
        };
        self.put(Value::List(items));
        Ok(())
    }

    /// Closes a map, whose keys and values were put by turns. `end` is the offset after it, for messages.
    pub(crate) fn close_map(&mut self, policy: MapPolicy, end: usize) -> Result<()> {
        self.close_map_with(|stack, base| match policy {
            Some(policy) => settle(stack, base, policy).map_err(|error| error.at(end)),
            None => Ok(()),
        })
    }

    /// Closes a map, after `settle` has had a look at the keys and values above a place on the stack.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn close_map_with(
        &mut self,
        settle: impl FnOnce(&mut Vec<Value<'de>>, usize) -> Result<()>,
    ) -> Result<()> {
        let base = self.here.base;
        if self.here.kind != Kind::List || !(self.scratch.stack.len() - base).is_multiple_of(2) {
            return Err(out_of_order());
        }
        settle(&mut self.scratch.stack, base)?;
        self.leave(Kind::List)?;
        self.open -= 1;
        if self.open == 0 {
            self.arena.expect_last();
        }
        let count = (self.scratch.stack.len() - base) / 2;
        let room = self.room::<(Value<'de>, Value<'de>)>(count, self.open == 0);
        // SAFETY: the values above `base` move into the room, two by two.
        let entries = unsafe {
            let from = self.scratch.stack.as_ptr().add(base);
            self.scratch.stack.set_len(base);
            for entry in 0..count {
                room.add(entry).write((from.add(entry * 2).read(), from.add(entry * 2 + 1).read()));
            }
            self.items(room, count)
        };
        self.put(Value::Map(entries));
        Ok(())
    }

    /// Opens a case of a union.
    pub(crate) fn open_case(&mut self, tag: u32) {
        let base = self.scratch.stack.len();
        self.enter(Frame { base, tag, kind: Kind::Case, ..MESSAGE });
    }

    /// Closes a case.
    pub(crate) fn close_case(&mut self) -> Result<()> {
        let case = self.leave(Kind::Case)?;
        let value = if self.scratch.stack.len() > case.base { self.scratch.stack.pop() } else { None };
        self.scratch.stack.truncate(case.base);
        self.put_heavy(Value::Case(Box::new((case.tag, value.unwrap_or_default()))));
        Ok(())
    }

    /// The place after what has been put.
    pub(crate) fn mark(&self) -> Mark {
        Mark { frames: self.scratch.frames.len(), stack: self.scratch.stack.len(), slot: self.here.slot }
    }

    /// Forgets what was opened and put after the mark. (Values of records that are still open stay.)
    pub(crate) fn rollback(&mut self, mark: Mark) {
        while self.scratch.frames.len() > mark.frames {
            self.abandon();
        }
        self.scratch.stack.truncate(mark.stack.max(self.here.base));
        self.here.slot = mark.slot;
    }

    /// Drops what is open.
    fn abandon(&mut self) {
        if self.heavy {
            for slot in 0..self.here.count as usize {
                // SAFETY: `open_record` made so many slots, which hold values.
                unsafe { clear(self.here.slots.add(slot).cast::<Value<'de>>()) };
            }
        }
        self.open -= usize::from(matches!(self.here.kind, Kind::Record | Kind::List));
        self.scratch.stack.truncate(self.here.base);
        self.here = self.scratch.frames.pop().unwrap_or(MESSAGE);
    }
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        while self.here.kind != Kind::Message {
            self.abandon();
        }
        // Before the arena goes: what is left of a message may lie in it.
        self.scratch.stack.clear();
    }
}

/// Drops the value in a slot.
///
/// # Safety
/// There must be a value.
#[cold]
#[inline(never)]
unsafe fn clear(slot: *mut Value<'_>) {
    // SAFETY: as the caller says.
    unsafe { slot.replace(Value::Null) };
}

#[cold]
#[inline(never)]
fn out_of_order() -> Error {
    Error::new(Code::Structure, "the events of a value are out of order")
}

#[cold]
#[inline(never)]
fn too_many() -> Error {
    Error::new(Code::Limit, "the record has too many fields")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tree::Duplicates;
    use alloc::string::String;
    use alloc::vec;

    const LONG: &str = "a string that is longer than what is held in place";

    /// Puts a record `[1, "…", [bytes, "…"], {"k": case 3 of [true]}]`, some of whose values are heavy.
    fn put_record(builder: &mut Builder<'_>) {
        builder.open_record(4).unwrap();
        builder.field(0);
        builder.put(Value::Int(1));
        builder.field(1);
        builder.put_text(LONG);
        builder.field(2);
        builder.open_list();
        builder.put_heavy(Value::Bytes(Box::from([1, 2])));
        builder.put_text(LONG);
        builder.close_list().unwrap();
        builder.field(3);
        builder.open_list();
        builder.put_text("k");
        builder.open_case(3);
        builder.open_list();
        builder.put(Value::Bool(true));
        builder.close_list().unwrap();
        builder.close_case().unwrap();
        builder.close_map(Some(Duplicates::Error), 0).unwrap();
        builder.close_record().unwrap();
    }

    /// The same, each part in an allocation of its own.
    fn record() -> Value<'static> {
        let case = Value::Case(Box::new((3, Value::list(vec![Value::Bool(true)]))));
        let long = || Value::Text(String::from(LONG).into());
        let list = Value::list(vec![Value::Bytes(Box::from([1, 2])), long()]);
        Value::Record([Value::Int(1), long(), list, Value::map(vec![("k".into(), case)])].into())
    }

    #[test]
    fn what_is_built_is_as_if_made_of_single_parts() {
        let mut builder = Builder::for_input(0);
        for _ in 0..2 {
            put_record(&mut builder);
            let built = builder.finish();
            assert_eq!(built, record());
            // Copies outlive what they were copied from.
            let (copy, owned) = (built.clone(), built.clone().into_owned());
            let Value::Record(values) = built else { panic!("a record") };
            let part = values[2].clone();
            let moved = values.into_vec().swap_remove(3);
            assert_eq!((copy, owned), (record(), record()));
            assert_eq!([&part, &moved], [&record().as_record().unwrap()[2], &record().as_record().unwrap()[3]]);
        }
    }

    #[test]
    fn parts_can_be_changed() {
        let mut builder = Builder::for_input(0);
        put_record(&mut builder);
        let mut built = builder.finish();
        let Value::Record(values) = &mut built else { panic!("a record") };
        values[1] = Value::Text(String::from(LONG).into());
        if let Value::List(items) = &mut values[2] {
            items[0] = Value::Null;
            items.reverse();
        }
        let taken = core::mem::take(&mut values[3]);
        drop(built);
        assert_eq!(taken, record().as_record().unwrap()[3]);
    }

    #[test]
    fn values_are_put_in_any_order_and_more_than_once() {
        let mut builder = Builder::for_input(0);
        builder.open_record(2).unwrap();
        for round in 0..3 {
            builder.field(1);
            builder.put_heavy(Value::Bytes(Box::from([round])));
            builder.field(0);
            put_record(&mut builder);
        }
        builder.close_record().unwrap();
        assert_eq!(builder.finish(), Value::Record([record(), Value::Bytes(Box::from([2]))].into()));
    }

    #[test]
    fn what_is_left_open_is_dropped() {
        let mut builder = Builder::for_input(0);
        builder.open_list();
        put_record(&mut builder);
        builder.open_case(0);
        builder.open_record(2).unwrap();
        builder.field(1);
        put_record(&mut builder);
        assert_eq!(builder.finish(), Value::Null);
    }

    #[test]
    fn rolling_back_forgets() {
        let mut builder = Builder::for_input(0);
        builder.open_list();
        put_record(&mut builder);
        let mark = builder.mark();
        builder.open_record(1).unwrap();
        builder.field(0);
        builder.open_list();
        put_record(&mut builder);
        builder.rollback(mark);
        builder.put(Value::Int(7));
        builder.close_list().unwrap();
        assert_eq!(builder.finish(), Value::list(vec![record(), Value::Int(7)]));
        // A mark of another builder does no harm.
        builder.rollback(Mark { frames: 9, stack: 9, slot: 9 });
        builder.open_list();
        builder.rollback(Mark { frames: 0, stack: 0, slot: 0 });
        assert_eq!(builder.close_list().unwrap_err().code(), Code::Structure);
    }

    #[test]
    fn events_out_of_order_are_refused_or_forgotten() {
        let mut builder = Builder::for_input(0);
        for close in [Builder::close_list, Builder::close_record, Builder::close_case] {
            assert_eq!(close(&mut builder).unwrap_err().code(), Code::Structure);
        }
        builder.open_record(1).unwrap();
        // No field was named for this, and none has that index.
        put_record(&mut builder);
        builder.field(5);
        put_record(&mut builder);
        assert!(builder.close_list().is_err());
        builder.close_record().unwrap();
        assert_eq!(builder.finish(), Value::Record([Value::Null].into()));
        builder.open_list();
        builder.put(Value::Null);
        assert!(builder.close_map(None, 0).is_err());
    }

    #[test]
    fn lists_of_every_length() {
        // The interpreter that checks the unsafe code takes a second for a hundred items.
        for length in 0..if cfg!(miri) { 40 } else { 200 } {
            let mut builder = Builder::for_input(0);
            builder.open_list();
            for _ in 0..length {
                builder.open_list();
                builder.put_text(LONG);
                builder.close_list().unwrap();
            }
            builder.close_list().unwrap();
            let item = Value::list(vec![Value::text(LONG)]);
            assert_eq!(builder.finish(), Value::list(vec![item; length]));
        }
    }
}

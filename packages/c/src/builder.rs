//! `tc_builder`: a value that C makes by events.
//!
//! The values that are open are on one stack, and those of a list, record or map leave it together when it ends. What
//! the events do not tell, such as whether a text is one of an enum, is checked when the value is encoded.

use crate::failure::{Failure, OK, Report, Result, guard};
use crate::memory::{Out, bytes, hand_over, text};
use core::ffi::{c_char, c_int};
use typecase::error::{Code, Error};
use typecase::limits::{DEEPEST, Limits};
use typecase::value::{Text, Value};
use typecase::wire::json::{self, Duplicates};

/// What has been begun and not ended.
#[derive(Clone, Copy)]
enum Open {
    List,
    Record,
    /// Its keys and values take turns.
    Map,
    /// It ends with the one value in it.
    Case(u32),
}

/// `tc_builder`.
#[derive(Default)]
pub(crate) struct Builder {
    /// The values that are complete, those of what is open included; a whole value when nothing is open.
    values: Vec<Value<'static>>,
    /// What is open, and where on the stack its values begin.
    open: Vec<(Open, usize)>,
}

impl Builder {
    /// The value, if it is whole.
    fn whole(&self) -> Result<&Value<'static>> {
        match (&self.values[..], &self.open[..]) {
            ([value], []) => Ok(value),
            ([], []) => Err(Failure::Argument("nothing has been put")),
            _ => Err(Failure::Argument("the value has not been ended")),
        }
    }

    fn clear(&mut self) {
        self.values.clear();
        self.open.clear();
    }

    /// Whether a value may come next; in a map after a key only.
    fn expect_value(&mut self) -> Result<()> {
        match self.open.last() {
            // What is whole has been seen: another value begins.
            None => self.values.clear(),
            Some((Open::Map, base)) if (self.values.len() - base).is_multiple_of(2) => {
                return Err(Failure::Argument("a value in a map comes after its key"));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Puts a value, and ends the cases that it is the value of.
    fn put(&mut self, value: Value<'static>) -> Result<()> {
        self.expect_value()?;
        self.settle(value);
        Ok(())
    }

    /// Puts a value where one may come.
    fn settle(&mut self, mut value: Value<'static>) {
        while let Some((Open::Case(index), _)) = self.open.last() {
            value = Value::Case(Box::new((*index, value)));
            self.open.pop();
        }
        self.values.push(value);
    }

    fn begin(&mut self, open: Open) -> Result<()> {
        self.expect_value()?;
        if self.open.len() >= DEEPEST as usize {
            return Err(Error::new(Code::Limit, "nesting is deeper than the limit").into());
        }
        self.open.push((open, self.values.len()));
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        match self.open.last() {
            Some((Open::Map, base)) if (self.values.len() - base).is_multiple_of(2) => {
                self.values.push(Value::Text(Text::owned(key)));
                Ok(())
            }
            _ => Err(Failure::Argument("a key has no place there")),
        }
    }

    fn end(&mut self) -> Result<()> {
        let Some(&(open, base)) = self.open.last() else {
            return Err(Failure::Argument("nothing is open that could end"));
        };
        let values = self.values.len() - base;
        let value = match open {
            Open::List => Value::List(self.values.drain(base..).collect()),
            Open::Record => Value::Record(self.values.drain(base..).collect()),
            Open::Map if values.is_multiple_of(2) => {
                let mut parts = self.values.drain(base..);
                let entries = core::iter::from_fn(|| Some((parts.next()?, parts.next()?)));
                Value::Map(entries.collect::<Vec<_>>().into())
            }
            Open::Map => return Err(Failure::Argument("a key has no value")),
            Open::Case(_) => return Err(Failure::Argument("a case has no value")),
        };
        self.open.pop();
        self.settle(value);
        Ok(())
    }
}

/// Puts a value. Nearly always it is one more in a list or record, for which there is room: that is done on the spot, where
/// nothing can fail.
#[inline(always)]
fn put(builder: Option<&mut Builder>, value: Value<'static>) -> c_int {
    match builder {
        Some(Builder { values, open })
            if matches!(open.last(), Some((Open::List | Open::Record, _))) && values.len() < values.capacity() =>
        {
            values.push(value);
            OK
        }
        builder => put_elsewhere(builder, value),
    }
}

#[cold]
#[inline(never)]
fn put_elsewhere(builder: Option<&mut Builder>, value: Value<'static>) -> c_int {
    event(builder, |builder| builder.put(value))
}

/// Runs an event, which says what is wrong by its code alone.
fn event(builder: Option<&mut Builder>, body: impl FnOnce(&mut Builder) -> Result<()>) -> c_int {
    guard(None, || body(builder.ok_or(Failure::NULL)?))
}

#[unsafe(no_mangle)]
extern "C" fn tc_builder_new(out: Out<'_, *mut Builder>, error: Out<'_, Report>) -> c_int {
    guard(error, || {
        hand_over(out.ok_or(Failure::NULL)?, Builder::default());
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_builder_free(builder: Option<Box<Builder>>) {
    drop(builder);
}

#[unsafe(no_mangle)]
extern "C" fn tc_builder_clear(builder: Option<&mut Builder>) {
    if let Some(builder) = builder {
        builder.clear();
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_builder_value<'b>(builder: Option<&'b Builder>, error: Out<'_, Report>) -> Option<&'b Value<'static>> {
    if let Some(builder) = builder
        && let ([value], []) = (&builder.values[..], &builder.open[..])
    {
        return Some(value);
    }
    let mut found = None;
    guard(error, || {
        found = Some(builder.ok_or(Failure::NULL)?.whole()?);
        Ok(())
    });
    found
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_null(builder: Option<&mut Builder>) -> c_int {
    put(builder, Value::Null)
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_bool(builder: Option<&mut Builder>, value: bool) -> c_int {
    put(builder, Value::Bool(value))
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_int(builder: Option<&mut Builder>, value: i64) -> c_int {
    put(builder, Value::Int(value))
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_uint(builder: Option<&mut Builder>, value: u64) -> c_int {
    put(builder, Value::uint(value))
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_number(builder: Option<&mut Builder>, value: f64) -> c_int {
    put(builder, Value::Float(value))
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_date(builder: Option<&mut Builder>, milliseconds: i64) -> c_int {
    put(builder, Value::Date(milliseconds))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_put_text(builder: Option<&mut Builder>, data: *const c_char, length: usize) -> c_int {
    // SAFETY: the header asks for so many bytes, which are copied.
    match unsafe { text(data, length) } {
        Ok(text) => put(builder, Value::Text(Text::owned(text))),
        Err(failure) => guard(None, || Err(failure)),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_put_bytes(builder: Option<&mut Builder>, data: *const u8, length: usize) -> c_int {
    event(builder, |builder| {
        // SAFETY: as in `tc_put_text`.
        builder.put(Value::Bytes(unsafe { bytes(data, length)? }.into()))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_put_bigint(builder: Option<&mut Builder>, digits: *const c_char, length: usize) -> c_int {
    event(builder, |builder| {
        // SAFETY: as in `tc_put_text`.
        builder.put(Value::BigInt(unsafe { text(digits, length)? }.into()))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_put_json(builder: Option<&mut Builder>, json: *const c_char, length: usize) -> c_int {
    event(builder, |builder| {
        // SAFETY: as in `tc_put_text`.
        let json = unsafe { bytes(json.cast(), length)? };
        // Together with what it is put into it is no deeper than any value may be.
        let limits = Limits { max_depth: DEEPEST - builder.open.len() as u32, ..Limits::default() };
        builder.put(json::parse_bytes(json, Duplicates::Error, &limits)?.into_owned())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_list(builder: Option<&mut Builder>) -> c_int {
    event(builder, |builder| builder.begin(Open::List))
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_record(builder: Option<&mut Builder>) -> c_int {
    event(builder, |builder| builder.begin(Open::Record))
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_map(builder: Option<&mut Builder>) -> c_int {
    event(builder, |builder| builder.begin(Open::Map))
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_case(builder: Option<&mut Builder>, index: u32) -> c_int {
    event(builder, |builder| builder.begin(Open::Case(index)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_put_key(builder: Option<&mut Builder>, data: *const c_char, length: usize) -> c_int {
    event(builder, |builder| {
        // SAFETY: as in `tc_put_text`.
        builder.key(unsafe { text(data, length)? })
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_put_end(builder: Option<&mut Builder>) -> c_int {
    event(builder, Builder::end)
}

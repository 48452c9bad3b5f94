//! Reads BSON without a schema, as a [`Value`].

use super::Style;
use super::element::{
    ARRAY, BINARY, BOOLEAN, CODE, CODE_WITH_SCOPE, DATE, DB_POINTER, DECIMAL128, DOCUMENT, DOUBLE, INT32, INT64,
    MAX_KEY, MIN_KEY, NULL, OBJECT_ID, REGEXP, STRING, SYMBOL, TIMESTAMP, UNDEFINED,
};
use super::read::{ROOT, Reader};
use crate::error::{Code, Error, Result};
use crate::text::date;
use crate::value::builder::Builder;
use crate::value::{Special, Text, Value};
use crate::wire::Read;
use crate::wire::json::Duplicates;
use alloc::boxed::Box;
use alloc::string::{String, ToString};

/// What becomes of the types that JSON has not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A value of the type `json` in a schema: an integer is one whatever its width, and the last of equal keys
    /// counts.
    Json,
    /// As [`Style::Exact`].
    Exact,
    /// As [`Style::JavaScript`].
    JavaScript,
}

impl Mode {
    pub(super) fn of(style: Style) -> Mode {
        match style {
            Style::Exact => Mode::Exact,
            Style::JavaScript => Mode::JavaScript,
        }
    }

    /// What to do with equal keys; `None` keeps all.
    fn duplicates(self) -> Option<Duplicates> {
        if self == Mode::Exact { None } else { Some(Duplicates::Last) }
    }
}

/// The largest integer up to which a double tells all integers apart.
const SAFE: u64 = 1 << 53;

impl<'de> Reader<'de> {
    /// One value, as a message of its own or as a part of one.
    pub(super) fn tree(&mut self, mode: Mode) -> Result<Value<'de>> {
        let whole = if self.ty == ROOT { self.input.len() } else { 0 };
        let mut builder = Builder::for_input(whole);
        self.put_tree(&mut builder, mode)?;
        Ok(builder.finish())
    }

    /// Puts one value. Recursion is bounded by the depth limit.
    fn put_tree(&mut self, builder: &mut Builder<'de>, mode: Mode) -> Result<()> {
        match self.ty {
            STRING => builder.put(Value::Text(Text::borrowed(self.string()?))),
            INT32 => builder.put(Value::Int(i32::from_le_bytes(self.take()?).into())),
            DOUBLE => builder.put(Value::Float(f64::from_le_bytes(self.take()?))),
            BOOLEAN => builder.put(Value::Bool(self.bool()?)),
            NULL => builder.put(Value::Null),
            DATE => {
                let start = self.pos;
                let millis = i64::from_le_bytes(self.take()?);
                // A value of a schema can go to every wire.
                if mode == Mode::Json && !date::in_range(millis) {
                    return Err(Error::new(Code::Type, "the date is out of range").at(start));
                }
                builder.put(Value::Date(millis));
            }
            ROOT | DOCUMENT => {
                let around = self.open()?;
                builder.open_list();
                while let Some(ty) = self.element()? {
                    self.ty = ty;
                    builder.put(Value::Text(Text::borrowed(self.zero_ended()?)));
                    self.put_tree(builder, mode)?;
                }
                self.close(around);
                builder.close_map(mode.duplicates(), self.pos)?;
            }
            ARRAY => {
                let around = self.open()?;
                builder.open_list();
                while let Some(ty) = self.element()? {
                    self.ty = ty;
                    self.skip_key()?;
                    self.put_tree(builder, mode)?;
                }
                self.close(around);
                builder.close_list()?;
            }
            _ => {
                let value = self.rare(mode)?;
                builder.put_heavy(value);
            }
        }
        Ok(())
    }

    /// A value of one of the rarer types.
    #[inline(never)]
    fn rare(&mut self, mode: Mode) -> Result<Value<'de>> {
        let special = match self.ty {
            INT64 => {
                let value = i64::from_le_bytes(self.take()?);
                match mode {
                    Mode::Exact if i32::try_from(value).is_ok() => Special::Int64(value),
                    Mode::JavaScript if value.unsigned_abs() > SAFE => {
                        return Ok(Value::BigInt(value.to_string().into()));
                    }
                    _ => return Ok(Value::Int(value)),
                }
            }
            BINARY => match self.binary()? {
                (0, bytes) => return Ok(Value::Bytes(Box::from(bytes))),
                (subtype, bytes) => Special::Binary(subtype, Box::from(bytes)),
            },
            UNDEFINED if mode == Mode::Json => return Ok(Value::Null),
            UNDEFINED => Special::Undefined,
            OBJECT_ID => Special::ObjectId(self.take()?),
            REGEXP => {
                let source = Text::borrowed(self.zero_ended()?);
                let flags = self.zero_ended()?;
                let flags = if mode == Mode::JavaScript { flags_of_javascript(flags) } else { Text::borrowed(flags) };
                Special::Regexp { source, flags }
            }
            DB_POINTER => {
                let name = Text::borrowed(self.string()?);
                Special::DbPointer(name, self.take()?)
            }
            CODE => Special::Code(Text::borrowed(self.string()?), None),
            SYMBOL => Special::Symbol(Text::borrowed(self.string()?)),
            CODE_WITH_SCOPE => self.code_with_scope(mode)?,
            TIMESTAMP => Special::Timestamp(u64::from_le_bytes(self.take()?)),
            DECIMAL128 => Special::Decimal128(self.take()?),
            MIN_KEY => Special::MinKey,
            MAX_KEY => Special::MaxKey,
            _ => return Err(self.unknown_type()),
        };
        Ok(Value::Special(Box::new(special)))
    }

    /// Code and its scope must fill the length in front of them.
    fn code_with_scope(&mut self, mode: Mode) -> Result<Special<'de>> {
        let start = self.pos;
        self.depth.enter().map_err(|error| error.at(start))?;
        let end = start + self.length(0)?;
        if end > self.end {
            return Err(Error::new(Code::Structure, "the code ends beyond its document").at(start));
        }
        let around = core::mem::replace(&mut self.end, end);
        let code = Text::borrowed(self.string()?);
        self.ty = DOCUMENT;
        let scope = self.tree(mode)?;
        if self.pos != end {
            return Err(Error::new(Code::Structure, "the length of the code does not match").at(start));
        }
        self.end = around;
        self.depth.leave();
        Ok(Special::Code(code, Some(scope)))
    }
}

/// The flags of JavaScript for the options of a regular expression: `s` stands for `g`, and others are lost.
fn flags_of_javascript(options: &str) -> Text<'static> {
    let known = [('s', 'g'), ('i', 'i'), ('m', 'm')];
    let flags: String =
        known.into_iter().filter(|(option, _)| options.contains(*option)).map(|(_, flag)| flag).collect();
    flags.into()
}

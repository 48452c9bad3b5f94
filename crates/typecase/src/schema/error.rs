//! What is wrong with a definition: a code, the place in the definition, and a message.

use crate::error::{Segment, path_text};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What is wrong with a definition; printed as its `ERR_` name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DefinitionCode {
    /// The shape is wrong: not JSON, an empty record, a duplicate key, a reference cycle that no value
    /// could end, a default of the wrong type, too deep or too large.
    InvalidDefinition,
    /// A name that is neither a scalar nor capitalised.
    UnknownType,
    /// An enum that is empty, repeats a value, or lists something other than strings and numbers.
    InvalidEnum,
    /// Flags that are empty, repeat a name, or list something other than strings.
    InvalidFlags,
    /// A union without branches, or whose discriminator does not tell its branches apart.
    InvalidUnion,
    /// A rule that makes no sense, or not on this type.
    InvalidRule,
    /// A capitalised name that the document does not define.
    UnknownReference,
    /// The key `__proto__`.
    ReservedKey,
    /// A key of digits only, which JavaScript would put before the others.
    IntegerKey,
    /// An option of the wrong type, or where it makes no sense.
    InvalidOptions,
}

impl DefinitionCode {
    /// The code as it is printed: `ERR_INVALID_DEFINITION`, …
    pub const fn as_str(self) -> &'static str {
        match self {
            DefinitionCode::InvalidDefinition => "ERR_INVALID_DEFINITION",
            DefinitionCode::UnknownType => "ERR_UNKNOWN_TYPE",
            DefinitionCode::InvalidEnum => "ERR_INVALID_ENUM",
            DefinitionCode::InvalidFlags => "ERR_INVALID_FLAGS",
            DefinitionCode::InvalidUnion => "ERR_INVALID_UNION",
            DefinitionCode::InvalidRule => "ERR_INVALID_RULE",
            DefinitionCode::UnknownReference => "ERR_UNKNOWN_REFERENCE",
            DefinitionCode::ReservedKey => "ERR_RESERVED_KEY",
            DefinitionCode::IntegerKey => "ERR_INTEGER_KEY",
            DefinitionCode::InvalidOptions => "ERR_INVALID_OPTIONS",
        }
    }
}

impl fmt::Display for DefinitionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An error of a definition.
///
/// ```
/// use typecase::schema::{DefinitionCode, Schema};
/// let error = Schema::parse(r#"{"$types": {"Address": {"zip": "strng"}}, "$root": "Address"}"#).unwrap_err();
/// assert_eq!(error.code(), DefinitionCode::UnknownType);
/// assert_eq!(error.place(), "$types.Address.zip");
/// assert_eq!(error.to_string(), "ERR_UNKNOWN_TYPE: there is no type `strng` at $types.Address.zip");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError {
    code: DefinitionCode,
    message: Cow<'static, str>,
    /// Innermost segment first: callers push while the error travels up.
    place: Vec<Segment>,
}

impl DefinitionError {
    /// An error with a code and a message that starts in lower case and has no full stop.
    #[cold]
    pub(crate) fn new(code: DefinitionCode, message: impl Into<Cow<'static, str>>) -> DefinitionError {
        DefinitionError { code, message: message.into(), place: Vec::new() }
    }

    /// Says that the error is inside the value of this key.
    #[cold]
    #[must_use]
    pub(crate) fn in_key(mut self, key: &str) -> DefinitionError {
        self.place.push(Segment::Key(Cow::Owned(String::from(key))));
        self
    }

    /// Says that the error is inside the item with this index.
    #[cold]
    #[must_use]
    pub(crate) fn in_item(mut self, index: usize) -> DefinitionError {
        self.place.push(Segment::Index(index));
        self
    }

    /// What is wrong.
    pub fn code(&self) -> DefinitionCode {
        self.code
    }

    /// The message without code and place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The path in the definition: `$types.Address.zip`, `tags.array`, `point[1]`; empty for the root.
    ///
    /// A schema that was not written as a definition has the path that its printed form would have.
    pub fn place(&self) -> String {
        path_text(&self.place)
    }
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        if !self.place.is_empty() {
            write!(f, " at {}", self.place())?;
        }
        Ok(())
    }
}

impl core::error::Error for DefinitionError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn places_read_from_the_root() {
        let error = DefinitionError::new(DefinitionCode::IntegerKey, "m").in_key("7").in_item(2).in_key("union");
        assert_eq!(error.to_string(), "ERR_INTEGER_KEY: m at union[2][\"7\"]");
        assert_eq!(DefinitionError::new(DefinitionCode::ReservedKey, "m").to_string(), "ERR_RESERVED_KEY: m");
    }
}

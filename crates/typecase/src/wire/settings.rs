//! What the settings of a field (`"proto": {…}`, `#[record(proto(…))]`) say to each wire.
//!
//! Each wire turns its settings into a struct of its own, once a schema: for a Rust type while the compiler
//! runs, so that they are constants in the code of a field.

use super::{bson, protobuf};

/// The settings of a field for every wire that has any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `proto`
    pub proto: protobuf::Field,
    /// `bson`
    pub bson: bson::Field,
}

/// One setting as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting<'a> {
    /// True or false.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A string.
    Text(&'a str),
    /// A list, an object, or a number with a fraction.
    Other,
}

impl Settings {
    /// No settings.
    pub const NONE: Settings = Settings { proto: protobuf::Field::NONE, bson: bson::Field::NONE };

    /// These settings and one more. A setting that the wire does not know changes nothing.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub const fn with(self, wire: &str, key: &str, value: Setting<'_>) -> Result<Settings, &'static str> {
        if same(wire, "proto") {
            return match self.proto.with(key, value) {
                Ok(proto) => Ok(Settings { proto, ..self }),
                Err(message) => Err(message),
            };
        }
        if same(wire, "bson") {
            return match self.bson.with(key, value) {
                Ok(bson) => Ok(Settings { bson, ..self }),
                Err(message) => Err(message),
            };
        }
        Ok(self)
    }

    /// [`with`](Settings::with) for code that the compiler runs.
    ///
    /// # Panics
    /// If the value is wrong, which is an error of compilation.
    #[must_use]
    pub const fn expect(self, wire: &str, key: &str, value: Setting<'_>) -> Settings {
        match self.with(wire, key, value) {
            Ok(settings) => settings,
            Err(message) => panic!("{}", message),
        }
    }
}

impl Settings {
    /// These settings, of a field that is to hold unknown fields.
    ///
    /// # Panics
    /// If it cannot, which is an error of compilation.
    #[must_use]
    pub const fn holding_unknown(self, can: bool) -> Settings {
        assert!(can || !self.proto.unknown, "unknown fields are held in optional bytes");
        self
    }
}

/// Whether two strings are the same, in code that the compiler runs.
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_unknown_wires_and_keys_change_nothing() {
        assert_eq!(Settings::NONE.with("none", "id", Setting::Int(1)), Ok(Settings::NONE));
        assert_eq!(Settings::NONE.with("proto", "none", Setting::Other), Ok(Settings::NONE));
    }
}

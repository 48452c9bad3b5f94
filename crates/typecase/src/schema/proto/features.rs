//! The features of editions: what each edition begins with, and how declarations change them for what is in them
//! (the documentation's "Feature Settings for Editions").

use super::descriptor::Edition;
use super::tree::Tree;

/// The resolved features of a declaration: the values of the fields 1 to 8 of `google.protobuf.FeatureSet`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features([i32; 8]);

/// The names of the features, and the largest value of each.
const NAMES: [(&str, i32); 8] = [
    ("field_presence", 3),
    ("enum_type", 2),
    ("repeated_field_encoding", 2),
    ("utf8_validation", 3),
    ("message_encoding", 2),
    ("json_format", 2),
    ("enforce_naming_style", 3),
    ("default_symbol_visibility", 4),
];

pub(super) const IMPLICIT: i32 = 2;
pub(super) const LEGACY_REQUIRED: i32 = 3;
const CLOSED: i32 = 2;
const PACKED: i32 = 1;
const EXPANDED: i32 = 2;
const DELIMITED: i32 = 2;
const LEGACY_BEST_EFFORT: i32 = 2;

impl Features {
    /// What the files of an edition begin with.
    pub(super) fn of_edition(edition: Edition) -> Features {
        Features(match edition {
            Edition::Proto2 => [1, 2, 2, 3, 1, 2, 2, 1],
            Edition::Proto3 => [2, 1, 1, 2, 1, 1, 2, 1],
            Edition::Edition2023 => [1, 1, 1, 2, 1, 1, 2, 1],
        })
    }

    /// These features with those that a declaration sets; `Err` is the name of one that is set to no known value.
    pub(super) fn with(mut self, set: Option<&Tree>) -> Result<Features, &'static str> {
        let Some(set) = set else { return Ok(self) };
        for (index, (name, largest)) in NAMES.iter().enumerate() {
            if let Some(value) = set.number(index as u32 + 1) {
                let value = value as i32;
                if value <= 0 || value > *largest || *name == "utf8_validation" && value == 1 {
                    return Err(name);
                }
                self.0[index] = value;
            }
        }
        Ok(self)
    }

    pub(super) fn presence(self) -> i32 {
        self.0[0]
    }

    pub(super) fn is_closed(self) -> bool {
        self.0[1] == CLOSED
    }

    pub(super) fn is_packed(self) -> bool {
        self.0[2] == PACKED
    }

    pub(super) fn is_delimited(self) -> bool {
        self.0[4] == DELIMITED
    }

    pub(super) fn is_json_best_effort(self) -> bool {
        self.0[5] == LEGACY_BEST_EFFORT
    }

    /// What `required`, `group` and the option `packed` mean, before there were features.
    pub(super) fn legacy(mut self, required: bool, group: bool, packed: Option<bool>) -> Features {
        if required {
            self.0[0] = LEGACY_REQUIRED;
        }
        if group {
            self.0[4] = DELIMITED;
        }
        match packed {
            Some(true) => self.0[2] = PACKED,
            Some(false) => self.0[2] = EXPANDED,
            None => {}
        }
        self
    }
}

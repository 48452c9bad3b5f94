//! What a wire needs to know of a record, an enum or a union while it reads or writes one.
//!
//! These descriptions are plain references, so `#[derive(Record)]` makes them as constants that the
//! compiler folds into the code of each field, and a runtime schema holds the same ones in its
//! [`Graph`](crate::schema::graph::Graph). Everything that can be done once a schema is done here.

use crate::wire::settings::Settings;

/// A record: its fields in order, and how to find one by its key.
#[derive(Clone, Copy, Debug)]
pub struct RecordMeta<'a> {
    /// The type's name, for messages; may be empty.
    pub name: &'a str,
    /// The fields in schema order.
    pub fields: &'a [FieldMeta<'a>],
    /// Indexes into `fields`, ordered by the fields' names (bytewise).
    pub by_name: &'a [u16],
    /// Whether any field has aliases, which are looked up only when the name is unknown.
    pub has_aliases: bool,
    /// Whether the positional wire writes this record as mask and present values.
    pub sparse: bool,
    /// Whether any field has [`write_null`](FieldMeta::write_null).
    pub writes_null: bool,
    /// Indexes into `fields`, ordered by the fields' numbers in Protocol Buffers.
    pub by_number: &'a [u16],
    /// The field that holds what a message of Protocol Buffers has beyond the schema, if there is one.
    pub unknown: Option<u16>,
}

/// A field of a record.
#[derive(Clone, Copy, Debug)]
pub struct FieldMeta<'a> {
    /// The key.
    pub name: &'a str,
    /// The key as JSON text between a comma and a colon: `,"name":`.
    pub key: &'a str,
    /// Other keys that readers of keyed wires accept for the field.
    pub aliases: &'a [&'a str],
    /// Whether the field must be present and not null.
    pub required: bool,
    /// Whether the schema calls the field optional; a field with a default need be neither this nor
    /// required.
    pub optional: bool,
    /// What stands for a missing value on wires that have a place for every field.
    pub nullity: Nullity,
    /// Whether keyed wires write an explicit null when the value is missing.
    pub write_null: bool,
    /// Whether null is a value of the field's type (a union with a null branch), or refused, and not the
    /// same as a missing field.
    pub null_is_value: bool,
    /// In the columns layout: written as differences.
    pub delta: bool,
    /// In the columns layout: texts inside are written as indexes into the message's table.
    pub intern: bool,
    /// The closed enum in the field, if there is one.
    pub closed: Option<Closed<'a>>,
    /// What the field's settings say to each wire.
    pub settings: Settings,
}

/// A closed enum in a field, for wires that put what it does not know elsewhere.
#[derive(Clone, Copy, Debug)]
pub enum Closed<'a> {
    /// The field holds one of the enum's values.
    Single(&'a EnumMeta<'a>),
    /// It holds a list of them.
    List(&'a EnumMeta<'a>),
    /// It holds a map to them.
    Map(&'a EnumMeta<'a>),
}

impl<'a> Closed<'a> {
    /// For a list of what this is in.
    pub const fn in_list(of: Option<Closed<'a>>) -> Option<Closed<'a>> {
        match of {
            Some(Closed::Single(meta)) => Some(Closed::List(meta)),
            _ => None,
        }
    }

    /// For a map to what this is in.
    pub const fn in_map(of: Option<Closed<'a>>) -> Option<Closed<'a>> {
        match of {
            Some(Closed::Single(meta)) => Some(Closed::Map(meta)),
            _ => None,
        }
    }
}

impl<'a> FieldMeta<'a> {
    /// A required field with no options; `key` is the name as `,"name":`.
    pub const fn new(name: &'a str, key: &'a str) -> FieldMeta<'a> {
        FieldMeta {
            name,
            key,
            aliases: &[],
            required: true,
            optional: false,
            nullity: Nullity::Never,
            write_null: false,
            null_is_value: false,
            delta: false,
            intern: false,
            closed: None,
            settings: Settings::NONE,
        }
    }
}

/// What a missing value of a field is on wires that have a place for every field and no mark for null in
/// the values themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nullity {
    /// The field cannot be without a value there: it is required, or has a default.
    Never,
    /// The schema calls the field optional.
    Optional,
    /// It does, and the type is `null`: a value that is there is missing all the same.
    OptionalNull,
    /// It does, and the type is `json`, whose null is missing all the same.
    OptionalJson,
    /// The type is `null`, and the field not optional.
    Null,
    /// The type is `json`, which has null among its values, and the field not optional.
    Json,
}

impl Nullity {
    /// Whether the schema calls the field optional.
    #[inline(always)]
    pub const fn is_optional(self) -> bool {
        matches!(self, Nullity::Optional | Nullity::OptionalNull | Nullity::OptionalJson)
    }
}

/// Which fields of a record are present, where the sender knows before it sends them.
///
/// Writers whose records begin with a count or a mask then need not come back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence(Option<u64>);

impl Presence {
    /// Nothing is known before the fields come.
    pub const UNKNOWN: Presence = Presence(None);

    /// Bit *i* is field *i*, for a record of at most 64 fields.
    #[inline(always)]
    pub const fn known(bits: u64) -> Presence {
        Presence(Some(bits))
    }

    /// Bit *i* is field *i*; `None` if it is not known.
    #[inline(always)]
    pub const fn bits(self) -> Option<u64> {
        self.0
    }
}

impl RecordMeta<'_> {
    /// A record without fields.
    pub const EMPTY: RecordMeta<'static> = RecordMeta {
        name: "",
        fields: &[],
        by_name: &[],
        has_aliases: false,
        sparse: false,
        writes_null: false,
        by_number: &[],
        unknown: None,
    };

    /// The number of a field in Protocol Buffers: what its settings say, or its position plus 1; 0 for the field
    /// that holds unknown fields, which is none of its own.
    #[inline(always)]
    pub const fn number(&self, index: usize) -> u32 {
        number(self.fields, index)
    }

    /// The index of the field with this number in Protocol Buffers.
    pub fn find_number(&self, number: u32) -> Option<usize> {
        // Without settings the numbers are the positions plus 1.
        let expected = (number as usize).wrapping_sub(1);
        if expected < self.fields.len() && self.number(expected) == number {
            return Some(expected);
        }
        let found = self.by_number.binary_search_by_key(&number, |&index| self.number(index.into()));
        found.ok().map(|at| self.by_number[at].into())
    }

    /// The index of the field with this key, looking first at `expected` and what follows it.
    pub fn find(&self, key: &str, expected: usize) -> Option<usize> {
        // A scan is faster than a search among few fields, and the field is often just ahead.
        let count = self.fields.len();
        let scanned = if count <= 32 { count } else { 4 };
        let mut index = if expected < count { expected } else { 0 };
        for _ in 0..scanned {
            if same_key(self.fields[index].name, key) {
                return Some(index);
            }
            index = if index + 1 < count { index + 1 } else { 0 };
        }
        if scanned == count {
            return self.find_alias(key);
        }
        let found = self.by_name.binary_search_by(|&index| self.fields[index as usize].name.cmp(key));
        match found {
            Ok(at) => Some(self.by_name[at] as usize),
            Err(_) => self.find_alias(key),
        }
    }

    fn find_alias(&self, key: &str) -> Option<usize> {
        if !self.has_aliases {
            return None;
        }
        self.fields.iter().position(|field| field.aliases.contains(&key))
    }
}

/// Whether two keys are the same. Keys are short: comparing the ends in place is faster than a call, and
/// tells most keys of one length apart.
#[inline(always)]
fn same_key(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    a.len() == b.len() && a.last() == b.last() && a.first() == b.first() && a == b
}

/// The indexes of `fields` ordered by name, for [`RecordMeta::by_name`].
pub const fn by_name<const N: usize>(fields: &[FieldMeta<'_>]) -> [u16; N] {
    let mut order = [0u16; N];
    let mut i = 0;
    while i < N {
        let mut j = i;
        while j > 0 && less(fields[i].name, fields[order[j - 1] as usize].name) {
            order[j] = order[j - 1];
            j -= 1;
        }
        order[j] = i as u16;
        i += 1;
    }
    order
}

/// The indexes of `fields` ordered by number, for [`RecordMeta::by_number`].
pub const fn by_number<const N: usize>(fields: &[FieldMeta<'_>]) -> [u16; N] {
    let mut order = [0u16; N];
    let mut i = 0;
    while i < N {
        let mut j = i;
        while j > 0 && number(fields, i) < number(fields, order[j - 1] as usize) {
            order[j] = order[j - 1];
            j -= 1;
        }
        order[j] = i as u16;
        i += 1;
    }
    order
}

/// The indexes of `numbers` ordered by number and then by index, for [`EnumMeta::by_number`].
pub const fn by_value<const N: usize>(numbers: &[i32]) -> [u16; N] {
    let mut order = [0u16; N];
    let mut i = 0;
    while i < N {
        let mut j = i;
        while j > 0 && numbers[i] < numbers[order[j - 1] as usize] {
            order[j] = order[j - 1];
            j -= 1;
        }
        order[j] = i as u16;
        i += 1;
    }
    order
}

/// Whether any of the fields has [`write_null`](FieldMeta::write_null), for [`RecordMeta::writes_null`].
pub const fn writes_null(fields: &[FieldMeta<'_>]) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if fields[i].write_null {
            return true;
        }
        i += 1;
    }
    false
}

/// The number of a field in Protocol Buffers; 0 for the field that holds unknown ones.
#[inline(always)]
const fn number(fields: &[FieldMeta<'_>], index: usize) -> u32 {
    match fields[index].settings.proto {
        proto if proto.unknown => 0,
        proto if proto.number == 0 => index as u32 + 1,
        proto => proto.number,
    }
}

/// The index of the field that holds unknown fields, for [`RecordMeta::unknown`].
pub const fn unknown(fields: &[FieldMeta<'_>]) -> Option<u16> {
    let mut at = 0;
    while at < fields.len() {
        if fields[at].settings.proto.unknown {
            return Some(at as u16);
        }
        at += 1;
    }
    None
}

const fn less(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
        i += 1;
    }
    a.len() < b.len()
}

/// An enum: its values in order.
#[derive(Clone, Copy, Debug)]
pub struct EnumMeta<'a> {
    /// The type's name, for messages; may be empty.
    pub name: &'a str,
    /// The values in order.
    pub values: &'a [EnumValue<'a>],
    /// Whether unknown values are kept rather than reported.
    pub open: bool,
    /// The number of each value in Protocol Buffers; empty where that is its index.
    pub numbers: &'a [i32],
    /// Indexes into `numbers`, ordered by the number, and by the index where several values share one.
    pub by_number: &'a [u16],
}

/// One value of an enum: a string, or a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnumValue<'a> {
    /// The string, or the number as ECMAScript prints it.
    pub text: &'a str,
    /// The value as JSON text: `"admin"` or `7`.
    pub json: &'a str,
    /// The number, where the value is one.
    pub number: Option<f64>,
}

impl<'a> EnumValue<'a> {
    /// A string value; `json` is the same in quotes.
    pub const fn text(text: &'a str, json: &'a str) -> EnumValue<'a> {
        EnumValue { text, json, number: None }
    }
}

impl EnumMeta<'_> {
    /// The number in Protocol Buffers of the value with this index.
    #[inline(always)]
    pub fn proto_number(&self, index: u32) -> Option<i32> {
        if self.numbers.is_empty() {
            return if (index as usize) < self.values.len() { Some(index as i32) } else { None };
        }
        self.numbers.get(index as usize).copied()
    }

    /// The index of the first value with this number in Protocol Buffers.
    #[inline(always)]
    pub fn find_proto_number(&self, number: i32) -> Option<u32> {
        if self.numbers.is_empty() {
            let index = number as u32;
            return if (index as usize) < self.values.len() { Some(index) } else { None };
        }
        self.search_proto_number(number)
    }

    fn search_proto_number(&self, number: i32) -> Option<u32> {
        let at = self.by_number.partition_point(|&index| self.numbers[usize::from(index)] < number);
        let index = *self.by_number.get(at)?;
        (self.numbers[usize::from(index)] == number).then_some(index.into())
    }

    /// The index of a string value.
    pub fn find_text(&self, text: &str) -> Option<u32> {
        self.values.iter().position(|value| value.number.is_none() && value.text == text).map(|at| at as u32)
    }

    /// The index of a number value.
    pub fn find_number(&self, number: f64) -> Option<u32> {
        self.values.iter().position(|value| value.number == Some(number)).map(|at| at as u32)
    }
}

/// Flags: a set of named booleans; bit *i* of word *i / 64* is name *i*.
#[derive(Clone, Copy, Debug)]
pub struct FlagsMeta<'a> {
    /// The names in order.
    pub names: &'a [&'a str],
    /// The names as JSON keys, as in [`FieldMeta::key`].
    pub keys: &'a [&'a str],
}

/// A union of several types.
#[derive(Clone, Copy, Debug)]
pub struct UnionMeta<'a> {
    /// The type's name, for messages; may be empty.
    pub name: &'a str,
    /// The key of the field that tells the branches apart; `None` for a plain union.
    pub discriminator: Option<&'a str>,
    /// The discriminator's values over all branches in order; for a plain union, one a branch.
    pub cases: &'a [CaseMeta<'a>],
}

/// One case of a union: a value of the discriminator, and the branch it stands for.
#[derive(Clone, Copy, Debug)]
pub struct CaseMeta<'a> {
    /// The discriminator's value; for a plain union, the branch's name, for messages.
    pub value: EnumValue<'a>,
    /// The index of the branch.
    pub branch: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_from_any_place() {
        const FIELDS: &[FieldMeta] = &[
            FieldMeta::new("zeta", ",\"zeta\":"),
            FieldMeta::new("a", ",\"a\":"),
            FieldMeta { aliases: &["old"], ..FieldMeta::new("mid", ",\"mid\":") },
            FieldMeta::new("ab", ",\"ab\":"),
        ];
        let order = by_name::<4>(FIELDS);
        assert_eq!(order, [1, 3, 2, 0]);
        let meta = RecordMeta { name: "T", fields: FIELDS, by_name: &order, has_aliases: true, ..RecordMeta::EMPTY };
        for expected in 0..5 {
            for (index, field) in FIELDS.iter().enumerate() {
                assert_eq!(meta.find(field.name, expected), Some(index));
            }
            assert_eq!(meta.find("old", expected), Some(2));
            assert_eq!(meta.find("none", expected), None);
        }
    }
}

//! Numbers and reserved names: each at most once, in range, and not where another thing has it.

use crate::schema::proto::descriptor::{Edition, EnumId, Field, Label, MessageId, Range};
use crate::schema::proto::lexer::{Fault, Outcome, quoted};
use crate::schema::proto::{ExtensionId, FileSet};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The largest field number (the language guide, "Assigning Field Numbers").
const MOST: i32 = (1 << 29) - 1;

/// Checks the numbers of a file's declarations, and enters those of fields and values into the set.
pub(in crate::schema::proto) fn file(set: &mut FileSet, file: usize) -> Outcome<()> {
    let ranges = set.files[file].ranges.clone();
    let edition = set.edition(file);
    for id in ranges.messages.map(MessageId) {
        message(set, id)?;
        for field in &set.message(id).fields {
            check_field(field, edition)?;
        }
    }
    for id in ranges.enums.map(EnumId) {
        enumeration(set, id)?;
    }
    for id in ranges.extensions.map(ExtensionId) {
        let field = &set.extension(id).field;
        check_field(field, edition)?;
        if field.label == Label::Required {
            return Err(Fault::new(field.at, "an extension is not required"));
        }
    }
    Ok(())
}

fn check_field(field: &Field, edition: Edition) -> Outcome<()> {
    let fault = |message: &str| Err(Fault::new(field.at, message));
    if field.number <= 0 {
        return fault("a field number is positive");
    }
    if (19000..=19999).contains(&field.number) {
        return fault("the numbers from 19000 to 19999 are those of implementations");
    }
    if field.number > MOST && field.extendee_name.is_empty() {
        return fault("a field number is at most 536870911");
    }
    if field.default.is_some() && field.label == Label::Repeated {
        return fault("a repeated field has no default");
    }
    if field.proto3_optional && edition != Edition::Proto3 {
        return fault("only fields of proto3 are optional in this way");
    }
    Ok(())
}

fn message(set: &mut FileSet, id: MessageId) -> Outcome<()> {
    let message = &mut set.messages[id.0 as usize];
    let extensions: Vec<Range> = message.extension_ranges.iter().map(|range| range.range).collect();
    for (ranges, what) in [(&extensions, "extension"), (&message.reserved, "reserved")] {
        for range in ranges {
            if range.start <= 0 {
                return Err(Fault::new(range.at, format!("{what} numbers are positive")));
            }
            if range.start >= range.end {
                return Err(Fault::new(range.at, format!("the end of the {what} range is before its start")));
            }
        }
    }
    let taken = sorted(extensions.iter().chain(&message.reserved), 0)?;
    message.sorted_ranges = (0..extensions.len() as u32).collect();
    message.sorted_ranges.sort_by_key(|at| extensions[*at as usize].start);
    let names = distinct(&message.reserved_names, message.at)?;
    let mut filled = alloc::vec![false; message.oneofs.len()];
    for (at, field) in (0..).zip(&message.fields) {
        if set.field_numbers.insert((id, field.number), at).is_some() {
            let message = format!("the field number {} is used by another field", field.number);
            return Err(Fault::new(field.at, message));
        }
        if let Some(range) = holding(&taken, field.number, false) {
            let message = format!("the field {} has a reserved number or one for extensions", quoted(&field.name));
            return Err(Fault::new(range.at.max(field.at), message));
        }
        if names.contains(field.name.as_str()) {
            return Err(Fault::new(field.at, format!("the name {} is reserved", quoted(&field.name))));
        }
        if let Some(oneof) = field.oneof {
            filled[oneof as usize] = true;
        }
    }
    match message.oneofs.iter().zip(&filled).find(|(_, filled)| !**filled) {
        Some((oneof, _)) => Err(Fault::new(oneof.at, "a oneof has at least one field")),
        None => Ok(()),
    }
}

fn enumeration(set: &mut FileSet, id: EnumId) -> Outcome<()> {
    let it = &set.enums[id.0 as usize];
    if it.values.is_empty() {
        return Err(Fault::new(it.at, "an enum has at least one value"));
    }
    if let Some(range) = it.reserved.iter().find(|range| range.start > range.end) {
        return Err(Fault::new(range.at, "the end of the reserved range is before its start"));
    }
    let taken = sorted(it.reserved.iter(), 1)?;
    let names = distinct(&it.reserved_names, it.at)?;
    for (at, value) in (0..).zip(&it.values) {
        set.value_numbers.entry((id, value.number)).or_insert(at);
        if holding(&taken, value.number, true).is_some() {
            return Err(Fault::new(value.at, format!("the value {} has a reserved number", quoted(&value.name))));
        }
        if names.contains(value.name.as_str()) {
            return Err(Fault::new(value.at, format!("the name {} is reserved", quoted(&value.name))));
        }
    }
    Ok(())
}

/// Ranges in the order of their numbers, none of which may overlap another; `inclusive` is 1 if ends are in them.
fn sorted<'r>(ranges: impl Iterator<Item = &'r Range>, inclusive: i64) -> Outcome<Vec<Range>> {
    let mut ranges: Vec<Range> = ranges.copied().collect();
    ranges.sort_by_key(|range| range.start);
    match ranges.windows(2).find(|pair| i64::from(pair[0].end) + inclusive > pair[1].start.into()) {
        Some(pair) => Err(Fault::new(pair[1].at.max(pair[0].at), "the range overlaps another one")),
        None => Ok(ranges),
    }
}

/// The range of sorted ones that holds a number.
fn holding(ranges: &[Range], number: i32, inclusive: bool) -> Option<&Range> {
    let before = ranges.partition_point(|range| range.start <= number);
    let range = &ranges[before.checked_sub(1)?];
    (number < range.end || inclusive && number == range.end).then_some(range)
}

fn distinct(names: &[String], at: u32) -> Outcome<BTreeSet<&str>> {
    let mut known = BTreeSet::new();
    match names.iter().find(|name| !known.insert(name.as_str())) {
        Some(name) => Err(Fault::new(at, format!("the name {} is reserved twice", quoted(name)))),
        None => Ok(known),
    }
}

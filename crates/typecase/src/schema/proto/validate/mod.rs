//! What `protoc` refuses although it is grammar: rules of names and numbers, of options and of features.

mod fields;
mod names;
pub(super) mod numbers;
mod ranges;
mod uses;

use super::descriptor::{Edition, File, Target};
use super::features::LEGACY_REQUIRED;
use super::lexer::{Fault, Outcome};
use super::place::Place;
use super::{FileSet, Kind, Label};

/// `FileOptions.java_string_check_utf8`.
const JAVA_STRING_CHECK_UTF8: u32 = 27;
/// `FileOptions.optimize_for` and `LITE_RUNTIME`.
const LITE: (u32, u64) = (9, 3);

/// Checks a file whose options and features are known.
pub(super) fn file(set: &FileSet, file: usize, places: &[Place]) -> Outcome<()> {
    check_lite(set, file)?;
    in_edition(&set.files[file])?;
    for place in places {
        match *place {
            Place::Message(id) => {
                names::message(set, id)?;
                ranges::message(set, id)?;
            }
            Place::Enum(id) => names::enumeration(set, id)?,
            Place::Field(..) | Place::Extension(_) => fields::field(set, *place)?,
            _ => {}
        }
        if set.edition(file) == Edition::Proto3 {
            proto3(set, *place)?;
        }
        uses::options(set, *place, set.edition(file))?;
    }
    Ok(())
}

/// What no whole file of an edition says.
fn in_edition(file: &File) -> Outcome<()> {
    if file.edition < Edition::Edition2023 {
        return Ok(());
    }
    if file.features.presence() == LEGACY_REQUIRED {
        return Err(Fault::new(file.package_at, "the fields of a file are not all required"));
    }
    match file.options.tree.flag(JAVA_STRING_CHECK_UTF8) {
        true => Err(Fault::new(file.package_at, "editions have no java_string_check_utf8, but a feature")),
        false => Ok(()),
    }
}

fn is_lite(set: &FileSet, file: usize) -> bool {
    set.files[file].options.tree.number(LITE.0) == Some(LITE.1)
}

/// A file that is not for the lite runtime imports none that is, and extends no message of another such file.
fn check_lite(set: &FileSet, index: usize) -> Outcome<()> {
    let file = &set.files[index];
    if is_lite(set, index) {
        let generic = file.options.tree.flag(16) || file.options.tree.flag(17);
        return match file.services.first() {
            Some(service) if generic => Err(Fault::new(service.at, "a file for the lite runtime has generic services")),
            _ => Ok(()),
        };
    }
    match file.imports.iter().find(|import| is_lite(set, import.file)) {
        Some(import) => Err(Fault::new(import.at, "the file is not for the lite runtime, but what it imports is")),
        None => Ok(()),
    }
}

/// What proto3 does not have.
fn proto3(set: &FileSet, place: Place) -> Outcome<()> {
    let (options, _, at) = set.parts(place);
    let refuse = |what: &str| Err(Fault::new(at, alloc::format!("proto3 has no {what}")));
    match place {
        Place::Range(..) => refuse("extension ranges"),
        Place::Message(_) if options.tree.flag(1) => refuse("message sets"),
        Place::Field(..) | Place::Extension(_) => {
            let field = set.field_at(place);
            let extends_options = field
                .extendee
                .is_none_or(|extendee| set.option_types.contains(&Some(extendee)) || is_more_options(set, extendee));
            match field.target {
                _ if !extends_options => refuse("extensions but of options"),
                _ if field.label == Label::Required => refuse("required fields"),
                _ if field.default.is_some() => refuse("defaults"),
                _ if field.kind == Kind::Group => refuse("groups"),
                Target::Enum(id) if set.is_closed(id) => refuse("closed enums, such as those of proto2"),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// The other messages of options that proto3 may extend.
fn is_more_options(set: &FileSet, id: super::MessageId) -> bool {
    matches!(set.message_name(id).as_str(), "google.protobuf.StreamOptions" | "google.protobuf.FeatureSet")
}

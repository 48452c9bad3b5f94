//! Every declaration that has options and features, in one kind of handle, so that both are treated in one way.

use super::FileSet;
use super::descriptor::{Edition, EnumId, ExtensionId, Field, MessageId, Options};
use super::features::Features;
use alloc::vec::Vec;

/// A declaration.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    File(usize),
    Range(MessageId, usize),
    Message(MessageId),
    Field(MessageId, usize),
    Extension(ExtensionId),
    Oneof(MessageId, usize),
    Enum(EnumId),
    Value(EnumId, usize),
    Service(usize, usize),
    Method(usize, usize, usize),
}

/// The messages of options, in the order of `FieldOptions.OptionTargetType` from 1.
pub(super) const OPTIONS: [&str; 9] = [
    "google.protobuf.FileOptions",
    "google.protobuf.ExtensionRangeOptions",
    "google.protobuf.MessageOptions",
    "google.protobuf.FieldOptions",
    "google.protobuf.OneofOptions",
    "google.protobuf.EnumOptions",
    "google.protobuf.EnumValueOptions",
    "google.protobuf.ServiceOptions",
    "google.protobuf.MethodOptions",
];

impl Place {
    /// The index of the options' message in [`OPTIONS`], and the number of `features` in it.
    pub(super) fn options_type(self) -> (usize, u32) {
        match self {
            Place::File(_) => (0, 50),
            Place::Range(..) => (1, 50),
            Place::Message(_) => (2, 12),
            Place::Field(..) | Place::Extension(_) => (3, 21),
            Place::Oneof(..) => (4, 1),
            Place::Enum(_) => (5, 7),
            Place::Value(..) => (6, 2),
            Place::Service(..) => (7, 34),
            Place::Method(..) => (8, 35),
        }
    }
}

impl FileSet {
    /// All declarations of a file, each behind what it is in.
    pub(super) fn places(&self, index: usize) -> Vec<Place> {
        let file = &self.files[index];
        let mut places = alloc::vec![Place::File(index)];
        // A message has a smaller number than those in it.
        for id in file.ranges.messages.clone().map(MessageId) {
            let message = self.message(id);
            places.push(Place::Message(id));
            places.extend((0..message.oneofs.len()).map(|at| Place::Oneof(id, at)));
            places.extend((0..message.fields.len()).map(|at| Place::Field(id, at)));
            places.extend((0..message.extension_ranges.len()).map(|at| Place::Range(id, at)));
        }
        for id in file.ranges.enums.clone().map(EnumId) {
            places.push(Place::Enum(id));
            places.extend((0..self.enumeration(id).values.len()).map(|at| Place::Value(id, at)));
        }
        places.extend(file.ranges.extensions.clone().map(|id| Place::Extension(ExtensionId(id))));
        for (at, service) in file.services.iter().enumerate() {
            places.push(Place::Service(index, at));
            places.extend((0..service.methods.len()).map(|method| Place::Method(index, at, method)));
        }
        places
    }

    /// The features of what a declaration is in, or those that the edition begins with.
    pub(super) fn features_around(&self, place: Place) -> Features {
        let around = match place {
            Place::File(file) => return Features::of_edition(self.files[file].edition),
            Place::Range(id, _) | Place::Oneof(id, _) => Place::Message(id),
            Place::Message(id) => {
                let message = self.message(id);
                message.parent.map_or(Place::File(message.file), Place::Message)
            }
            Place::Field(id, at) => match self.message(id).fields[at].oneof {
                Some(oneof) => Place::Oneof(id, oneof as usize),
                None => Place::Message(id),
            },
            Place::Extension(id) => {
                let extension = self.extension(id);
                extension.inside.map_or(Place::File(extension.file), Place::Message)
            }
            Place::Enum(id) => {
                let it = self.enumeration(id);
                it.parent.map_or(Place::File(it.file), Place::Message)
            }
            Place::Value(id, _) => Place::Enum(id),
            Place::Service(file, _) => Place::File(file),
            Place::Method(file, service, _) => Place::Service(file, service),
        };
        *self.parts(around).1
    }

    /// The options, the features, and the place of the name in the file.
    pub(super) fn parts(&self, place: Place) -> (&Options, &Features, u32) {
        match place {
            Place::File(file) => {
                let it = &self.files[file];
                (&it.options, &it.features, it.package_at)
            }
            Place::Range(id, at) => {
                let it = &self.message(id).extension_ranges[at];
                (&it.options, &it.features, it.range.at)
            }
            Place::Message(id) => {
                let it = self.message(id);
                (&it.options, &it.features, it.at)
            }
            Place::Field(..) | Place::Extension(_) => {
                let it = self.field_at(place);
                (&it.options, &it.features, it.at)
            }
            Place::Oneof(id, at) => {
                let it = &self.message(id).oneofs[at];
                (&it.options, &it.features, it.at)
            }
            Place::Enum(id) => {
                let it = self.enumeration(id);
                (&it.options, &it.features, it.at)
            }
            Place::Value(id, at) => {
                let it = &self.enumeration(id).values[at];
                (&it.options, &it.features, it.at)
            }
            Place::Service(file, at) => {
                let it = &self.files[file].services[at];
                (&it.options, &it.features, it.at)
            }
            Place::Method(file, service, at) => {
                let it = &self.files[file].services[service].methods[at];
                (&it.options, &it.features, it.at)
            }
        }
    }

    /// The options and the features, to change them.
    pub(super) fn parts_mut(&mut self, place: Place) -> (&mut Options, &mut Features) {
        macro_rules! parts {
            ($it:expr) => {{
                let it = $it;
                (&mut it.options, &mut it.features)
            }};
        }
        match place {
            Place::File(file) => parts!(&mut self.files[file]),
            Place::Range(id, at) => parts!(&mut self.messages[id.0 as usize].extension_ranges[at]),
            Place::Message(id) => parts!(&mut self.messages[id.0 as usize]),
            Place::Field(id, at) => parts!(&mut self.messages[id.0 as usize].fields[at]),
            Place::Extension(id) => parts!(&mut self.extensions[id.0 as usize].field),
            Place::Oneof(id, at) => parts!(&mut self.messages[id.0 as usize].oneofs[at]),
            Place::Enum(id) => parts!(&mut self.enums[id.0 as usize]),
            Place::Value(id, at) => parts!(&mut self.enums[id.0 as usize].values[at]),
            Place::Service(file, at) => parts!(&mut self.files[file].services[at]),
            Place::Method(file, service, at) => parts!(&mut self.files[file].services[service].methods[at]),
        }
    }

    /// The field that a place is.
    pub(super) fn field_at(&self, place: Place) -> &Field {
        match place {
            Place::Extension(id) => &self.extension(id).field,
            Place::Field(id, at) => &self.message(id).fields[at],
            _ => unreachable!("only fields and extensions are asked for"),
        }
    }

    /// The scope in which the names of the options of a declaration are looked up: the one around it.
    pub(super) fn scope_around(&self, place: Place) -> u32 {
        match place {
            Place::File(file) | Place::Service(file, _) => self.files[file].scope,
            Place::Range(id, _) | Place::Message(id) => self.symbols.parent(self.message(id).scope),
            Place::Field(id, _) | Place::Oneof(id, _) => self.message(id).scope,
            Place::Extension(id) => {
                let extension = self.extension(id);
                extension.inside.map_or(self.files[extension.file].scope, |id| self.message(id).scope)
            }
            Place::Enum(id) | Place::Value(id, _) => self.symbols.parent(self.enumeration(id).scope),
            Place::Method(file, service, _) => self.files[file].services[service].scope,
        }
    }

    /// What the file of an edition is, for what only holds there.
    pub(super) fn edition(&self, file: usize) -> Edition {
        self.files[file].edition
    }
}

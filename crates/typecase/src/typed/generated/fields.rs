//! [`Fields`]: builds the schema of a record field by field, with the options of its attributes.

use super::{As, Definer, JsInteger, SchemaRecord, SchemaType, Slot, Type, Value};
use crate::schema::model::{Enum, Field};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The fields of a record that is being defined.
pub struct Fields<'d> {
    definer: &'d mut Definer,
    fields: Vec<Field>,
}

impl<'d> Fields<'d> {
    /// No fields yet.
    pub fn new(definer: &'d mut Definer) -> Fields<'d> {
        Fields { definer, fields: Vec::new() }
    }

    /// Adds a field of type `T`.
    pub fn add<T: Type>(&mut self, name: &str) -> SlotOptions<'_> {
        let slot = T::slot(self.definer);
        self.push(name, slot)
    }

    /// Adds a field of type `T` with `ty`.
    pub fn add_as<S, T: As<S>>(&mut self, name: &str) -> SlotOptions<'_> {
        let slot = T::slot_as(self.definer);
        self.push(name, slot)
    }

    /// Adds the field that tells the branches of a union apart.
    pub fn discriminator(&mut self, name: &str, value: &str) {
        let values = vec![Value::Text(value.to_string().into())];
        self.push(name, Slot::required(SchemaType::Enum(Enum { values, open: false })));
    }

    /// Adds the fields of the record `T` in place.
    pub fn flatten<T: Type>(&mut self) {
        let ty = T::slot(self.definer).ty;
        if let SchemaType::Record(record) = self.definer.resolve(ty) {
            self.fields.extend(record.fields);
        }
    }

    /// The record.
    pub fn finish(self) -> SchemaType {
        SchemaType::Record(SchemaRecord { kind: None, fields: self.fields })
    }

    fn push(&mut self, name: &str, slot: Slot) -> SlotOptions<'_> {
        self.fields.push(Field { name: name.to_string(), slot });
        let at = self.fields.len() - 1;
        SlotOptions(&mut self.fields[at].slot)
    }
}

/// Sets the options of a slot.
pub struct SlotOptions<'s>(pub &'s mut Slot);

impl SlotOptions<'_> {
    /// `alias = "…"`
    pub fn alias(self, name: &str) -> Self {
        self.0.options.aliases.push(name.to_string());
        self
    }

    /// `default`: the value, if the schema can hold it.
    pub fn default(self, value: Option<Value<'static>>) -> Self {
        match value {
            Some(value) => self.0.default = Some(value),
            None => self.0.required = false,
        }
        self
    }

    /// `delta`
    pub fn delta(self) -> Self {
        self.0.options.delta = true;
        self
    }

    /// `intern`: on the string, or on those of the list.
    pub fn intern(self) -> Self {
        intern(self.0);
        self
    }

    /// `nulls = "write"`
    pub fn write_null(self) -> Self {
        self.0.options.write_null = true;
        self
    }

    /// `js = "…"`
    pub fn js(self, held: JsInteger) -> Self {
        self.0.options.js = Some(held);
        self
    }

    /// `min = …`
    pub fn min(self, least: f64) -> Self {
        self.0.options.rules.min = Some(least);
        self
    }

    /// `max = …`
    pub fn max(self, greatest: f64) -> Self {
        self.0.options.rules.max = Some(greatest);
        self
    }

    /// `length(min = …, max = …)`
    pub fn length(self, least: Option<u64>, greatest: Option<u64>) -> Self {
        self.0.options.rules.min_length = least;
        self.0.options.rules.max_length = greatest;
        self
    }

    /// `pattern = "…"`
    pub fn pattern(self, expression: &str) -> Self {
        self.0.options.rules.pattern = Some(expression.to_string());
        self
    }

    /// `proto(…)`, `avro(…)`, …
    pub fn wire(self, name: &str, settings: Value<'static>) -> Self {
        self.0.options.wires.push((name.to_string(), settings));
        self
    }

    /// `meta(…)`
    pub fn meta(self, name: &str, value: Value<'static>) -> Self {
        self.0.options.meta.push((String::from(name), value));
        self
    }
}

fn intern(slot: &mut Slot) {
    match &mut slot.ty {
        SchemaType::List(item) => intern(item),
        // On anything but a string this is an error of the schema.
        _ => slot.options.intern = true,
    }
}

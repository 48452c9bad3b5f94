//! Writes a schema as an Avro schema, whose data is what the Avro wire writes (docs/avro.md, section 2).
//!
//! What Avro has no type for becomes a record of one field, which takes no bytes of its own: a list that is a
//! named type, a union in a union, and a branch of the same type as another.

use crate::error::{Code, Error, Result};
use crate::schema::Schema;
use crate::schema::avro::{self, AvroSchema, Field, Kind, Logical, Named, is_name, simple};
use crate::schema::model::{Document, Enum, Record, Scalar, Slot, TupleItem, Type, Union};
use crate::schema::names::{Names, identity};
use crate::schema::naming::{type_name, unique};
use crate::value::{Text, Value};
use crate::wire::avro::flag_bytes;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The most types that an export makes: unions are written out wherever they are used.
const MOST_NODES: usize = 1 << 18;
/// How deep types without names are written inside each other.
const DEEPEST: u32 = 64;

/// Exports a schema.
///
/// ```
/// use typecase::schema::{Schema, export};
/// let schema = Schema::parse(r#"{"$name": "User", "$root": {"id": "integer", "role": {"enum": ["admin", "user"]}, "tags?": {"map": "number"}}}"#)?;
/// assert_eq!(
///     export::avro(&schema)?.to_json(),
///     concat!(
///         r#"{"type":"record","name":"User","fields":[{"name":"id","type":"long"},"#,
///         r#"{"name":"role","type":{"type":"enum","name":"UserRole","symbols":["admin","user"]}},"#,
///         r#"{"name":"tags","type":["null",{"type":"map","values":"double"}],"default":null}]}"#,
///     )
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `unsupported` for a schema that Avro would write many times as long.
pub fn avro(schema: &Schema) -> Result<AvroSchema> {
    let document = schema.document();
    let mut exporter = Exporter {
        document,
        names: Names::new(document),
        named: BTreeMap::new(),
        uses: BTreeMap::new(),
        known: BTreeMap::new(),
        wrapped: BTreeMap::new(),
        taken: BTreeSet::new(),
        tasks: Vec::new(),
        schema: AvroSchema { nodes: Vec::new(), root: 0 },
    };
    exporter.name_types();
    let hint = document.name.as_deref().unwrap_or("Root");
    exporter.schema.root = exporter.ty(&document.root, hint, 0)?;
    while let Some((id, content, name)) = exporter.tasks.pop() {
        exporter.fill(id, content, &name)?;
    }
    Ok(exporter.schema)
}

/// What a record of Avro is made of.
enum Content<'d> {
    Record(&'d Record),
    Tuple(&'d [TupleItem]),
    /// A type without a name in Avro as the only field.
    Wrapped(&'d Type),
}

struct Exporter<'d> {
    document: &'d Document,
    names: Names<'d>,
    /// The names of the document's types by the place of the type.
    named: BTreeMap<usize, &'d str>,
    /// How often each named type is referred to.
    uses: BTreeMap<usize, usize>,
    /// The types of Avro that have been made of named types.
    known: BTreeMap<usize, u32>,
    /// The records that have been made around types.
    wrapped: BTreeMap<usize, u32>,
    /// The full names that are taken.
    taken: BTreeSet<String>,
    /// Records that have a number and a name, and wait for their fields.
    tasks: Vec<(u32, Content<'d>, String)>,
    schema: AvroSchema,
}

impl<'d> Exporter<'d> {
    /// Finds the named types, and takes the names that `$avro` gives them.
    fn name_types(&mut self) {
        let document = self.document;
        let root = document.name.iter().map(|name| (name, &document.root));
        let mut references = vec![&document.root];
        for (name, ty) in document.types.iter().map(|(name, ty)| (name, ty)).chain(root) {
            if !matches!(ty, Type::Reference(_)) {
                self.named.insert(identity(ty), name);
                let full = self.full_name(name);
                self.taken.insert(full);
            }
            references.push(ty);
        }
        let mut uses = vec![&document.root];
        while let Some(ty) = references.pop() {
            match ty {
                Type::Reference(_) => uses.push(ty),
                Type::Record(record) => references.extend(record.fields.iter().map(|field| &field.slot.ty)),
                Type::List(slot) | Type::Map(slot) => references.push(&slot.ty),
                Type::Union(union) => references.extend(&union.branches),
                Type::Tuple(items) => references.extend(items.iter().map(|item| &item.slot.ty)),
                Type::Scalar(_) | Type::Enum(_) | Type::Flags(_) => {}
            }
        }
        for ty in uses {
            *self.uses.entry(identity(self.names.follow(ty))).or_default() += 1;
        }
    }

    /// The full name in Avro of a named type.
    fn full_name(&self, name: &str) -> String {
        let own = self.document.avro(name).and_then(|notes| notes.get("name")).and_then(Value::as_str);
        match own.filter(|own| own.split('.').all(is_name)) {
            Some(own) => own.to_string(),
            None => identifier(name),
        }
    }

    /// What all named types of Avro have, for the document's type at this place, or one without a name there.
    fn describe(&mut self, ty: &Type, hint: &str) -> Named {
        let Some(name) = self.named.get(&identity(ty)) else {
            let name = unique(&identifier(hint), |name| self.taken.contains(name));
            self.taken.insert(name.clone());
            return Named { name, ..Named::default() };
        };
        let notes = self.document.avro(name);
        let note = |key: &str| notes.and_then(|notes| notes.get(key));
        let aliases = note("aliases").and_then(Value::as_list).unwrap_or_default();
        Named {
            name: self.full_name(name),
            aliases: aliases.iter().filter_map(|alias| alias.as_str().map(String::from)).collect(),
            doc: note("doc").and_then(Value::as_str).map(String::from),
        }
    }

    fn note(&self, ty: &Type) -> Option<&'d Value<'static>> {
        self.document.avro(self.named.get(&identity(ty))?)
    }

    fn push(&mut self, kind: Kind) -> Result<u32> {
        if self.schema.nodes.len() >= MOST_NODES {
            return Err(Error::new(Code::Unsupported, "the schema would be too long in Avro"));
        }
        Ok(self.schema.push(kind))
    }

    /// A type; `hint` is what it is called if it needs a name and has none.
    fn ty(&mut self, ty: &'d Type, hint: &str, depth: u32) -> Result<u32> {
        let ty = self.names.follow(ty);
        let place = identity(ty);
        if let Some(&id) = self.known.get(&place) {
            return Ok(id);
        }
        let is_named = self.named.contains_key(&place);
        let id = match ty {
            Type::Record(record) => self.later(ty, Content::Record(record), hint)?,
            Type::Tuple(items) => self.later(ty, Content::Tuple(items), hint)?,
            Type::Enum(it) => self.enumeration(ty, it, hint)?,
            Type::Scalar(Scalar::Bytes) if is_named && self.fixed_size(ty).is_some() => self.fixed(ty, hint)?,
            // Such a type may contain itself, or would be written out many times.
            Type::List(_) | Type::Map(_) if is_named && self.uses.get(&place).is_some_and(|uses| *uses > 1) => {
                return self.wrap(ty, hint);
            }
            Type::List(_) | Type::Map(_) if depth >= DEEPEST => return self.wrap(ty, hint),
            _ => return self.written_out(ty, hint, depth),
        };
        if is_named {
            self.known.insert(place, id);
        }
        Ok(id)
    }

    /// A type without a name in Avro, where it is used.
    fn written_out(&mut self, ty: &'d Type, hint: &str, depth: u32) -> Result<u32> {
        match ty {
            Type::List(slot) => {
                let item = self.item(slot, &format!("{hint}Item"), depth + 1)?;
                self.push(Kind::Array(item))
            }
            Type::Map(slot) => {
                let value = self.item(slot, &format!("{hint}Value"), depth + 1)?;
                self.push(Kind::Map(value))
            }
            Type::Union(union) => {
                let branches = self.branches(union, hint, depth)?;
                self.union(branches, hint)
            }
            Type::Flags(names) if flag_bytes(names.len()) > 0 => self.push(Kind::Bytes),
            Type::Flags(_) => self.push(Kind::Long),
            Type::Scalar(scalar) => {
                let id = self.push(primitive(*scalar))?;
                if *scalar == Scalar::Date {
                    let logical = Logical { name: "timestamp-millis".to_string(), decimal: None };
                    self.schema.nodes[id as usize].logical = Some(logical);
                }
                Ok(id)
            }
            _ => Err(Error::new(Code::Unsupported, "the type has no place in Avro")),
        }
    }

    /// A record whose fields come later.
    fn later(&mut self, ty: &Type, content: Content<'d>, hint: &str) -> Result<u32> {
        let named = self.describe(ty, hint);
        let hint = pascal(simple(&named.name));
        let id = self.push(Kind::Record(avro::Record { named, fields: Vec::new() }))?;
        self.tasks.push((id, content, hint));
        Ok(id)
    }

    /// A record with the type as its only field.
    fn wrap(&mut self, ty: &'d Type, hint: &str) -> Result<u32> {
        let place = identity(ty);
        if let Some(&id) = self.wrapped.get(&place) {
            return Ok(id);
        }
        let id = self.later(ty, Content::Wrapped(ty), hint)?;
        self.wrapped.insert(place, id);
        Ok(id)
    }

    fn enumeration(&mut self, ty: &Type, it: &Enum, hint: &str) -> Result<u32> {
        let named = self.describe(ty, hint);
        let mut taken = BTreeSet::new();
        let mut symbols = Vec::with_capacity(it.values.len());
        for value in &it.values {
            let wanted = match value.as_str() {
                Some(text) => identifier(text),
                None => identifier(&crate::wire::json::print(value)?),
            };
            let symbol = unique(&wanted, |symbol| taken.contains(symbol));
            taken.insert(symbol.clone());
            symbols.push(symbol);
        }
        let default = self.note(ty).and_then(|notes| notes.get("default")).and_then(Value::as_str);
        let default = default.filter(|default| taken.contains(*default)).map(String::from);
        self.push(Kind::Enum(avro::Enum { named, symbols, default }))
    }

    fn fixed_size(&self, ty: &Type) -> Option<u32> {
        self.document.fixed_size(self.named.get(&identity(ty))?)
    }

    fn fixed(&mut self, ty: &Type, hint: &str) -> Result<u32> {
        let (named, size) = (self.describe(ty, hint), self.fixed_size(ty).unwrap_or_default());
        let id = self.push(Kind::Fixed(named, size))?;
        self.annotate(id, self.note(ty));
        Ok(id)
    }

    /// Sets the logical type of a note, if it fits.
    fn annotate(&mut self, id: u32, notes: Option<&Value<'static>>) {
        let node = &mut self.schema.nodes[id as usize];
        if let Some(notes) = notes {
            node.logical = avro::logical(notes, &node.kind).or(node.logical.take());
        }
    }

    /// The branches of a union.
    fn branches(&mut self, union: &'d Union, hint: &str, depth: u32) -> Result<Vec<u32>> {
        if depth > 2 * DEEPEST {
            return Err(Error::new(Code::Unsupported, "the unions nest too deep for Avro"));
        }
        let mut branches = Vec::with_capacity(union.branches.len());
        for branch in &union.branches {
            let ty = self.names.follow(branch);
            // A union cannot be a branch of a union.
            branches.push(match ty {
                Type::Union(_) => self.wrap(ty, hint)?,
                _ => self.ty(ty, &format!("{hint}Case"), depth + 1)?,
            });
        }
        Ok(branches)
    }

    /// A union of these types, in which those are wrapped that Avro could not tell from another.
    fn union(&mut self, mut branches: Vec<u32>, hint: &str) -> Result<u32> {
        let mut seen = BTreeSet::new();
        for branch in &mut branches {
            let kind = &self.schema.node(*branch).kind;
            if kind.named().is_some() {
                continue;
            }
            if !seen.insert(kind.name()) {
                let name = unique(&identifier(&format!("{hint}Case")), |name| self.taken.contains(name));
                self.taken.insert(name.clone());
                let named = Named { name, ..Named::default() };
                let fields = vec![value_field(*branch)];
                *branch = self.push(Kind::Record(avro::Record { named, fields }))?;
            }
        }
        self.push(Kind::Union(branches))
    }

    /// An item of a list, a tuple or a map.
    fn item(&mut self, slot: &'d Slot, hint: &str, depth: u32) -> Result<u32> {
        let ty = self.names.follow(&slot.ty);
        if slot.required || self.takes_null(ty) {
            let id = self.ty(ty, hint, depth)?;
            self.annotate_slot(id, slot);
            return Ok(id);
        }
        self.optional(slot, ty, hint, depth, true)
    }

    /// `["null", T]`; the branches of a union come behind the null.
    fn optional(&mut self, slot: &'d Slot, ty: &'d Type, hint: &str, depth: u32, flat: bool) -> Result<u32> {
        let mut branches = vec![self.push(Kind::Null)?];
        match ty {
            Type::Union(union) if flat => branches.extend(self.branches(union, hint, depth)?),
            Type::Union(_) => branches.push(self.wrap(ty, hint)?),
            _ => {
                let id = self.ty(ty, hint, depth)?;
                self.annotate_slot(id, slot);
                branches.push(id);
            }
        }
        self.union(branches, hint)
    }

    /// Sets the logical type that the option `avro` names.
    fn annotate_slot(&mut self, id: u32, slot: &Slot) {
        if self.schema.node(id).kind.named().is_none() {
            self.annotate(id, settings(slot));
        }
    }

    /// Whether null is a value of a type, so that an optional item of it is not marked.
    fn takes_null(&self, ty: &'d Type) -> bool {
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            match self.names.follow(ty) {
                Type::Scalar(Scalar::Null | Scalar::Json) => return true,
                Type::Union(union) if union.discriminator.is_none() => todo.extend(&union.branches),
                _ => {}
            }
        }
        false
    }

    /// Makes the fields of a record.
    fn fill(&mut self, id: u32, content: Content<'d>, name: &str) -> Result<()> {
        let mut fields = Vec::new();
        match content {
            Content::Record(record) => {
                let mut taken = BTreeSet::new();
                for field in &record.fields {
                    if setting(&field.slot, "omit") == Some(&Value::Bool(true)) {
                        continue;
                    }
                    let own = unique(&identifier(&field.name), |name| taken.contains(name));
                    taken.insert(own.clone());
                    let hint = format!("{name}{}", pascal(&field.name));
                    fields.push(self.field(own, &field.slot, &hint)?);
                }
            }
            Content::Tuple(items) => {
                for (index, item) in items.iter().enumerate() {
                    let ty = self.item(&item.slot, &format!("{name}{index}"), 0)?;
                    fields.push(Field { name: format!("_{index}"), ..value_field(ty) });
                }
            }
            Content::Wrapped(ty) => fields.push(value_field(self.written_out(ty, name, 0)?)),
        }
        if let Kind::Record(record) = &mut self.schema.nodes[id as usize].kind {
            record.fields = fields;
        }
        Ok(())
    }

    fn field(&mut self, name: String, slot: &'d Slot, hint: &str) -> Result<Field> {
        let ty = self.names.follow(&slot.ty);
        let id = if slot.required {
            let id = self.ty(ty, hint, 0)?;
            self.annotate_slot(id, slot);
            id
        } else {
            // Where null is a value of the union it must be told from a missing one.
            let flat = !slot.options.refuse_null && !self.takes_null(ty);
            self.optional(slot, ty, hint, 0, flat)?
        };
        let text_of = |key: &str| setting(slot, key).and_then(Value::as_str).map(String::from);
        Ok(Field {
            name,
            ty: id,
            default: self.default(slot, ty, id),
            aliases: slot.options.aliases.iter().filter(|alias| is_name(alias)).cloned().collect(),
            doc: text_of("doc"),
            order: text_of("order"),
        })
    }

    /// The default of a field in Avro's JSON encoding.
    fn default(&self, slot: &Slot, ty: &Type, id: u32) -> Option<Value<'static>> {
        if let Some(default) = setting(slot, "defaultValue") {
            return Some(default.clone());
        }
        if !slot.required {
            return (setting(slot, "default") != Some(&Value::Bool(false))).then_some(Value::Null);
        }
        let default = slot.default.as_ref()?;
        Some(match (ty, default) {
            (Type::Scalar(Scalar::Json), value) => {
                Value::Text(Text::owned(&crate::wire::json::print(value).unwrap_or_default()))
            }
            (Type::Enum(it), value) => {
                let at = it.values.iter().position(|known| known == value)?;
                let Kind::Enum(written) = &self.schema.node(id).kind else { return None };
                Value::Text(Text::owned(&written.symbols[at]))
            }
            (_, Value::Date(millis)) => Value::Int(*millis),
            (_, Value::BigInt(digits)) => Value::Text(Text::owned(digits)),
            (_, Value::Bytes(bytes)) => {
                let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
                Value::Text(Text::owned(&text))
            }
            (_, value) => value.clone(),
        })
    }
}

/// The option `avro` of a slot.
fn settings(slot: &Slot) -> Option<&Value<'static>> {
    slot.options.wires.iter().find(|(wire, _)| wire == "avro").map(|(_, settings)| settings)
}

fn setting<'s>(slot: &'s Slot, key: &str) -> Option<&'s Value<'static>> {
    settings(slot)?.get(key)
}

fn value_field(ty: u32) -> Field {
    Field { name: "value".to_string(), ty, default: None, aliases: Vec::new(), doc: None, order: None }
}

fn primitive(scalar: Scalar) -> Kind {
    match scalar {
        Scalar::Null => Kind::Null,
        Scalar::Boolean => Kind::Boolean,
        Scalar::Int32 => Kind::Int,
        Scalar::Integer | Scalar::Int64 | Scalar::Uint32 | Scalar::Uint64 | Scalar::Date => Kind::Long,
        Scalar::Float32 => Kind::Float,
        Scalar::Number | Scalar::Float64 => Kind::Double,
        Scalar::Bytes => Kind::Bytes,
        Scalar::BigInt | Scalar::String | Scalar::Json => Kind::String,
    }
}

/// A name that Avro allows: other characters become underscores.
fn identifier(text: &str) -> String {
    let mut name: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !is_name(&name) {
        name.insert(0, '_');
    }
    name
}

/// A part of a name that is put together from several.
fn pascal(name: &str) -> String {
    type_name(name).unwrap_or_default()
}

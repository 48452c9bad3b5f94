//! Reads an Avro schema from JSON ("Schema Declaration", "Names", "Aliases", "Logical Types").

use super::{AvroSchema, Enum, Field, Kind, Logical, Named, Node, PRIMITIVES, Record, is_name};
use crate::schema::import::ImportError;
use crate::value::Value;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

type Result<T> = core::result::Result<T, ImportError>;

/// The largest size of a fixed type.
const MAX_FIXED: i64 = i32::MAX as i64;

impl AvroSchema {
    /// Reads a schema from its JSON text.
    ///
    /// # Errors
    /// What is wrong, with its JSON pointer; for what is no JSON, the place in the text.
    pub fn parse(text: &str) -> Result<AvroSchema> {
        let value = crate::wire::json::parse(text).map_err(|error| {
            let (line, column) = error.line_column(text.as_bytes()).unwrap_or((1, 1));
            ImportError::new(format!("line {line}, column {column}"), error.message().to_string())
        })?;
        AvroSchema::from_value(&value)
    }

    /// Reads a schema from a JSON value.
    ///
    /// # Errors
    /// What is wrong, with its JSON pointer.
    pub fn from_value(value: &Value<'_>) -> Result<AvroSchema> {
        let mut parser = Parser { schema: AvroSchema { nodes: Vec::new(), root: 0 }, names: BTreeMap::new() };
        let root = parser.schema(value, "", "#")?;
        parser.schema.root = root;
        Ok(parser.schema)
    }
}

struct Parser {
    schema: AvroSchema,
    /// The named types by full name.
    names: BTreeMap<String, u32>,
}

fn error<T>(place: &str, message: impl Into<String>) -> Result<T> {
    Err(ImportError::new(place, message))
}

fn text_of<'v>(value: &'v Value<'_>, key: &str, place: &str) -> Result<Option<&'v str>> {
    match value.get(key) {
        // A namespace that is null is as one that is not there.
        None | Some(Value::Null) => Ok(None),
        Some(Value::Text(text)) => Ok(Some(text)),
        Some(_) => error(&format!("{place}/{key}"), format!("`{key}` is a string")),
    }
}

fn texts_of(value: &Value<'_>, key: &str, place: &str) -> Result<Vec<String>> {
    let Some(list) = value.get(key) else { return Ok(Vec::new()) };
    let texts = list.as_list().map(|items| items.iter().map(|item| item.as_str().map(String::from)).collect());
    match texts {
        Some(Some(texts)) => Ok(texts),
        _ => error(&format!("{place}/{key}"), format!("`{key}` is a list of strings")),
    }
}

impl Parser {
    /// Parsing nests as the JSON does, whose depth is limited.
    fn schema(&mut self, value: &Value<'_>, namespace: &str, place: &str) -> Result<u32> {
        match value {
            Value::Text(name) => self.reference(name, namespace, place),
            Value::List(branches) => self.union(branches, namespace, place),
            Value::Map(_) => self.object(value, namespace, place),
            _ => error(place, "a schema is a string, an object or a list"),
        }
    }

    fn reference(&mut self, name: &str, namespace: &str, place: &str) -> Result<u32> {
        if let Some((_, kind)) = PRIMITIVES.iter().find(|(primitive, _)| *primitive == name) {
            return Ok(self.schema.push(kind.clone()));
        }
        let full = full_name(name, namespace);
        match self.names.get(&full).or_else(|| self.names.get(name)) {
            Some(id) => Ok(*id),
            None => error(place, format!("there is no type `{name}`")),
        }
    }

    fn union(&mut self, branches: &[Value<'_>], namespace: &str, place: &str) -> Result<u32> {
        let mut ids = Vec::with_capacity(branches.len());
        let mut seen = BTreeSet::new();
        for (at, branch) in branches.iter().enumerate() {
            let place = format!("{place}/{at}");
            let id = self.schema(branch, namespace, &place)?;
            let kind = &self.schema.node(id).kind;
            if matches!(kind, Kind::Union(_)) {
                return error(&place, "a union cannot be a branch of a union");
            }
            let name = kind.named().map_or(kind.name(), |named| &named.name);
            if !seen.insert(String::from(name)) {
                return error(&place, format!("the union has two branches of the type {name}"));
            }
            ids.push(id);
        }
        Ok(self.schema.push(Kind::Union(ids)))
    }

    fn object(&mut self, value: &Value<'_>, namespace: &str, place: &str) -> Result<u32> {
        let Some(ty) = value.get("type") else { return error(place, "the schema has no `type`") };
        let place_of_type = format!("{place}/type");
        let Value::Text(ty) = ty else {
            return self.schema(ty, namespace, &place_of_type);
        };
        let id = match ty.as_str() {
            "record" | "error" => self.record(value, namespace, place)?,
            "enum" => self.enumeration(value, namespace, place)?,
            "fixed" => self.fixed(value, namespace, place)?,
            "array" => {
                let item = self.inner(value, "items", namespace, place)?;
                self.schema.push(Kind::Array(item))
            }
            "map" => {
                let item = self.inner(value, "values", namespace, place)?;
                self.schema.push(Kind::Map(item))
            }
            name => return self.annotated(name, value, namespace, &place_of_type),
        };
        self.schema.nodes[id as usize].logical = logical(value, &self.schema.node(id).kind);
        Ok(id)
    }

    /// A type by name in an object, which may give a primitive one a logical type.
    fn annotated(&mut self, name: &str, value: &Value<'_>, namespace: &str, place: &str) -> Result<u32> {
        let id = self.reference(name, namespace, place)?;
        let Node { kind, logical: known } = &mut self.schema.nodes[id as usize];
        if kind.named().is_none() {
            *known = logical(value, kind);
        }
        Ok(id)
    }

    fn inner(&mut self, value: &Value<'_>, key: &str, namespace: &str, place: &str) -> Result<u32> {
        let place = format!("{place}/{key}");
        match value.get(key) {
            Some(inner) => self.schema(inner, namespace, &place),
            None => error(&place, format!("`{key}` is missing")),
        }
    }

    /// The name of a type, which is then known under it; its namespace is that of what is inside.
    fn named(&mut self, value: &Value<'_>, namespace: &str, place: &str) -> Result<(Named, u32)> {
        let Some(name) = text_of(value, "name", place)? else {
            return error(place, "a record, an enum or a fixed type has a name");
        };
        let namespace = match text_of(value, "namespace", place)? {
            Some(own) => own,
            None => namespace,
        };
        let full = full_name(name, namespace);
        let place_of_name = format!("{place}/name");
        if !full.split('.').all(is_name) {
            return error(&place_of_name, format!("`{full}` is not a name"));
        }
        if PRIMITIVES.iter().any(|(primitive, _)| *primitive == full) {
            return error(&place_of_name, format!("`{full}` is the name of a primitive type"));
        }
        let own = full.rsplit_once('.').map_or("", |(namespace, _)| namespace);
        let aliases = texts_of(value, "aliases", place)?;
        let aliases = aliases.iter().map(|alias| full_name(alias, own)).collect();
        let doc = text_of(value, "doc", place).unwrap_or_default().map(String::from);
        // The number is taken before the content is read, which may refer to it: any named type stands for it.
        let named = Named { name: full.clone(), aliases, doc };
        let id = self.schema.push(Kind::Fixed(named.clone(), 0));
        if self.names.insert(full, id).is_some() {
            return error(&place_of_name, format!("there are two types `{}`", named.name));
        }
        Ok((named, id))
    }

    fn record(&mut self, value: &Value<'_>, namespace: &str, place: &str) -> Result<u32> {
        let (named, id) = self.named(value, namespace, place)?;
        let own = named.name.rsplit_once('.').map_or("", |(namespace, _)| namespace);
        let place = format!("{place}/fields");
        let Some(Value::List(items)) = value.get("fields") else {
            return error(&place, "a record has a list `fields`");
        };
        let mut fields = Vec::with_capacity(items.len());
        let mut seen = BTreeSet::new();
        for (at, item) in items.iter().enumerate() {
            let place = format!("{place}/{at}");
            let field = self.field(item, own, &place)?;
            if !seen.insert(field.name.clone()) {
                return error(&place, format!("there are two fields `{}`", field.name));
            }
            fields.push(field);
        }
        self.schema.nodes[id as usize].kind = Kind::Record(Record { named, fields });
        Ok(id)
    }

    fn field(&mut self, value: &Value<'_>, namespace: &str, place: &str) -> Result<Field> {
        let Some(name) = text_of(value, "name", place)?.filter(|name| is_name(name)) else {
            return error(place, "a field has a `name` of letters, digits and underscores");
        };
        let ty = self.inner(value, "type", namespace, place)?;
        let order = text_of(value, "order", place)?.filter(|order| *order != "ascending");
        if order.is_some_and(|order| !matches!(order, "descending" | "ignore")) {
            return error(&format!("{place}/order"), "`order` is ascending, descending or ignore");
        }
        Ok(Field {
            name: name.to_string(),
            ty,
            default: value.get("default").map(|default| default.clone().into_owned()),
            aliases: texts_of(value, "aliases", place)?,
            doc: text_of(value, "doc", place).unwrap_or_default().map(String::from),
            order: order.map(String::from),
        })
    }

    fn enumeration(&mut self, value: &Value<'_>, namespace: &str, place: &str) -> Result<u32> {
        let (named, id) = self.named(value, namespace, place)?;
        if value.get("symbols").is_none() {
            return error(place, "an enum has a list `symbols`");
        }
        let symbols = texts_of(value, "symbols", place)?;
        let mut seen = BTreeSet::new();
        for symbol in &symbols {
            if !is_name(symbol) {
                return error(&format!("{place}/symbols"), format!("`{symbol}` is not a name"));
            }
            if !seen.insert(symbol.as_str()) {
                return error(&format!("{place}/symbols"), format!("the symbol `{symbol}` occurs twice"));
            }
        }
        let default = text_of(value, "default", place)?.map(String::from);
        if default.as_ref().is_some_and(|default| !seen.contains(default.as_str())) {
            return error(&format!("{place}/default"), "the default is not one of the symbols");
        }
        self.schema.nodes[id as usize].kind = Kind::Enum(Enum { named, symbols, default });
        Ok(id)
    }

    fn fixed(&mut self, value: &Value<'_>, namespace: &str, place: &str) -> Result<u32> {
        let (named, id) = self.named(value, namespace, place)?;
        match value.get("size").and_then(Value::as_int) {
            Some(size @ 0..=MAX_FIXED) => self.schema.nodes[id as usize].kind = Kind::Fixed(named, size as u32),
            _ => return error(&format!("{place}/size"), "a fixed type has a `size` in bytes"),
        }
        Ok(id)
    }
}

/// The full name of a name in a namespace: its own, if it has dots.
fn full_name(name: &str, namespace: &str) -> String {
    if name.contains('.') || namespace.is_empty() { name.to_string() } else { format!("{namespace}.{name}") }
}

/// The logical type of a schema, if it is known and fits.
pub(crate) fn logical(value: &Value<'_>, kind: &Kind) -> Option<Logical> {
    let name = value.get("logicalType")?.as_str()?;
    let fits = match name {
        "date" | "time-millis" => *kind == Kind::Int,
        "time-micros"
        | "timestamp-millis"
        | "timestamp-micros"
        | "timestamp-nanos"
        | "local-timestamp-millis"
        | "local-timestamp-micros"
        | "local-timestamp-nanos" => *kind == Kind::Long,
        "uuid" => matches!(kind, Kind::String | Kind::Fixed(_, 16)),
        "duration" => matches!(kind, Kind::Fixed(_, 12)),
        "decimal" => {
            let decimal = decimal(value, kind)?;
            return Some(Logical { name: name.to_string(), decimal: Some(decimal) });
        }
        _ => false,
    };
    fits.then(|| Logical { name: name.to_string(), decimal: None })
}

/// The precision and the scale of a decimal, if they fit its bytes.
fn decimal(value: &Value<'_>, kind: &Kind) -> Option<(u64, u64)> {
    let precision = u64::try_from(value.get("precision")?.as_int()?).ok().filter(|precision| *precision > 0)?;
    let scale = match value.get("scale") {
        Some(scale) => u64::try_from(scale.as_int()?).ok()?,
        None => 0,
    };
    let fits = match kind {
        Kind::Bytes => true,
        // The largest number of n bytes has floor(log10(2^(8n-1) - 1)) digits that may all be nines.
        Kind::Fixed(_, size @ 1..) => precision <= ((f64::from(*size) * 8.0 - 1.0) * core::f64::consts::LOG10_2) as u64,
        _ => false,
    };
    (fits && scale <= precision).then_some((precision, scale))
}

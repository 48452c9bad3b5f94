//! The canonical form of a schema, and its id (docs/positional.md, section 5; `docs/schema.md`).

use super::model::{Document, Enum, Layout, Record, Scalar, Slot, TupleItem, Type, Union};
use super::validate::references::{TypeNumbers, numbered};
use crate::text::print;
use crate::value::Value;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Prints the canonical form of a document that has been checked.
pub(super) fn canonical(document: &Document, names: &TypeNumbers) -> String {
    let root = document.types.len();
    let mut printer = Printer {
        document,
        names,
        sparse: document.sparse.then(|| sparse_record(document, names)).flatten(),
        out: Vec::new(),
        mentioned: vec![false; root + 1],
        queue: Vec::new(),
    };
    printer.mentioned[root] = true;
    printer.push(match document.layout {
        Layout::Rows => "",
        Layout::Flat => "flat ",
        Layout::Columns => "columns ",
    });
    printer.ty(&document.root);
    let mut next = 0;
    while let Some(&number) = printer.queue.get(next) {
        next += 1;
        let (name, ty) = &document.types[number];
        printer.push(";@");
        printer.name(name);
        printer.push("=");
        printer.ty(ty);
    }
    String::from_utf8(printer.out).unwrap_or_default()
}

/// The 32-bit FNV-1a hash.
pub(super) fn fnv1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The id of a canonical form: eight lower-case hexadecimal digits.
pub(super) fn id(canonical: &str) -> String {
    format!("{:08x}", fnv1a(canonical.as_bytes()))
}

/// The record that `$sparse` is about: the root, or the item of the root list.
fn sparse_record<'d>(document: &'d Document, names: &TypeNumbers) -> Option<&'d Type> {
    let resolve = |ty: &'d Type| match ty {
        Type::Reference(name) => names.target(name).ok().map(|number| numbered(document, number)),
        _ => Some(ty),
    };
    match resolve(&document.root)? {
        Type::List(item) => resolve(&item.ty),
        root => Some(root),
    }
}

struct Printer<'d> {
    document: &'d Document,
    names: &'d TypeNumbers,
    sparse: Option<&'d Type>,
    out: Vec<u8>,
    /// Whether each named type has been mentioned.
    mentioned: Vec<bool>,
    /// The named types in the order in which they are first mentioned.
    queue: Vec<usize>,
}

impl<'d> Printer<'d> {
    fn push(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn ty(&mut self, ty: &'d Type) {
        if self.sparse.is_some_and(|sparse| core::ptr::eq(sparse, ty)) {
            self.push("sparse");
        }
        match ty {
            Type::Scalar(scalar) => self.push(scalar.name()),
            Type::Record(record) => self.record(record),
            Type::List(item) => {
                self.push("[");
                self.slot(item);
                self.push("]");
            }
            Type::Map(value) => {
                self.push("map(");
                self.slot(value);
                self.push(")");
            }
            Type::Enum(it) => self.enumeration(it),
            Type::Flags(names) => {
                self.push("flags(");
                for (index, name) in names.iter().enumerate() {
                    self.separator("|", index);
                    self.name(name);
                }
                self.push(")");
            }
            Type::Tuple(items) => self.tuple(items),
            Type::Union(union) => self.union(union),
            Type::Reference(name) => self.reference(name),
        }
    }

    fn record(&mut self, record: &'d Record) {
        self.push("{");
        for (index, field) in record.fields.iter().enumerate() {
            self.separator(",", index);
            self.name(&field.name);
            self.push(":");
            self.slot(&field.slot);
        }
        self.push("}");
    }

    fn tuple(&mut self, items: &'d [TupleItem]) {
        self.push("(");
        for (index, item) in items.iter().enumerate() {
            self.separator(",", index);
            if let Some(name) = &item.name {
                self.name(name);
                self.push(":");
            }
            self.slot(&item.slot);
        }
        self.push(")");
    }

    fn union(&mut self, union: &'d Union) {
        self.push("union");
        if let Some(discriminator) = &union.discriminator {
            self.push(" ");
            self.name(discriminator);
        }
        self.push("(");
        for (index, branch) in union.branches.iter().enumerate() {
            self.separator("|", index);
            self.ty(branch);
        }
        self.push(")");
    }

    fn enumeration(&mut self, it: &Enum) {
        self.push(if it.open { "open enum(" } else { "enum(" });
        for (index, value) in it.values.iter().enumerate() {
            self.separator("|", index);
            match value.as_str() {
                // A string that reads like a number is told apart from the number.
                Some(text) if crate::text::number::end(text.as_bytes(), 0) == Ok(text.len()) => self.quoted(text),
                Some(text) => self.name(text),
                None => self.value(value),
            }
        }
        self.push(")");
    }

    fn reference(&mut self, name: &str) {
        self.push("@");
        self.name(name);
        if let Ok(number) = self.names.number(name)
            && !self.mentioned[number]
        {
            self.mentioned[number] = true;
            self.queue.push(number);
        }
    }

    fn slot(&mut self, slot: &'d Slot) {
        // What is never required does not say so.
        let always_nullable = match &slot.ty {
            Type::Reference(name) => self.names.target(name).is_ok_and(|number| {
                matches!(numbered(self.document, number), Type::Scalar(Scalar::Json | Scalar::Null))
            }),
            ty => matches!(ty, Type::Scalar(Scalar::Json | Scalar::Null)),
        };
        if !always_nullable && (!slot.required || slot.default.is_some()) {
            self.push("?");
        }
        if slot.options.delta {
            self.push("delta ");
        }
        if slot.options.intern {
            self.push("intern ");
        }
        self.ty(&slot.ty);
        if let Some(default) = &slot.default {
            self.push("=");
            self.value(default);
        }
    }

    fn separator(&mut self, separator: &str, index: usize) {
        if index > 0 {
            self.push(separator);
        }
    }

    /// A name as it is; as a JSON string where it could be taken for something else.
    fn name(&mut self, name: &str) {
        let structural = |c: char| c.is_control() || "{}[]():,;|=?@\"\\".contains(c);
        if name.is_empty() || name.contains(structural) {
            self.quoted(name);
        } else {
            self.push(name);
        }
    }

    fn quoted(&mut self, text: &str) {
        print::string(&mut self.out, text, b',');
        self.out.pop();
    }

    /// A value as JSON text without spaces.
    fn value(&mut self, value: &Value<'_>) {
        super::print::json(&mut self.out, value, "");
    }
}

#[cfg(test)]
mod tests {
    use crate::schema::Schema;

    fn canonical(text: &str) -> alloc::string::String {
        Schema::parse(text).unwrap().canonical()
    }

    #[test]
    fn known_pairs() {
        let id = |text: &str| Schema::parse(text).unwrap().id();
        assert_eq!(id(r#"{"id":"number","name":"string"}"#), "030d98ef");
        let text = r#"{"id":"number","name":"string","email":"?string","score":{"type":"number","default":0}}"#;
        assert_eq!(canonical(text), "{id:number,name:string,email:?string,score:?number=0}");
        assert_eq!(id(text), "aafe8696");
    }

    #[test]
    fn every_construct() {
        for (definition, form) in [
            (r#"{"array":"?int32"}"#, "[?int32]"),
            (r#"["number","?string"]"#, "(number,?string)"),
            (r#"[{"x":"number"},{"y?":"number"}]"#, "(x:number,y:?number)"),
            (r#"{"enum":["a","7","b|c",7,1.5]}"#, r#"enum(a|"7"|"b|c"|7|1.5)"#),
            (r#"{"enum":["a"],"open":true}"#, "open enum(a)"),
            (r#"{"flags":["read","write"]}"#, "flags(read|write)"),
            (r#"{"object":{"string":"date"}}"#, "map(date)"),
            (r#"{"union":["string",{"array":"string"}]}"#, "union(string|[string])"),
            (
                r#"{"union":[{"k":{"enum":["a"]}},{"k":{"enum":["b"]}}],"discriminator":"k"}"#,
                "union k({k:enum(a)}|{k:enum(b)})",
            ),
            (r#"{"a?":{"b":"json"},"c":"?json","Entity":"null"}"#, "{a:?{b:json},c:json,Entity:null}"),
            (r#"{"a":{"type":"string","default":"x"}}"#, r#"{a:?string="x"}"#),
            (r#"{"$root":{"f":"?string"},"$sparse":true}"#, "sparse{f:?string}"),
            (r#"{"$root":{"array":{"f":"string"}},"$sparse":true}"#, "[sparse{f:string}]"),
            (r#"{"$root":{"array":{"f":"string"}},"$layout":"flat"}"#, "flat [{f:string}]"),
            (
                r#"{"$root":{"array":{"d":{"type":"date","delta":true},"t":{"array":{"type":"string","intern":true}}}},"$layout":"columns"}"#,
                "columns [{d:delta date,t:[intern string]}]",
            ),
            (r#"{"$name":"Node","$root":{"v":"int64","next":"?Node"}}"#, "{v:int64,next:?@Node}"),
            (
                r#"{"$types":{"Unused":"string","A":{"b":"?B"},"B":{"a":"?A"}},"$root":{"b":"B","a":"A"}}"#,
                "{b:@B,a:@A};@B={a:?@A};@A={b:?@B}",
            ),
        ] {
            assert_eq!(canonical(definition), form, "{definition}");
        }
    }

    #[test]
    fn names_cannot_pass_for_structure() {
        for (one, other) in [
            (r#"{"a:string,b":"string"}"#, r#"{"a":"string","b":"string"}"#),
            (r#"{"enum":["a|b"]}"#, r#"{"enum":["a","b"]}"#),
            (r#"{"enum":["7"]}"#, r#"{"enum":[7]}"#),
            (r#"{"flags":["a|b"]}"#, r#"{"flags":["a","b"]}"#),
            (r#"{"a":{"type":"string","default":"x,b:?string=\"y"}}"#, r#"{"a":{"type":"string","default":"x"}}"#),
            (r#"{"enum":["\"a\""]}"#, r#"{"enum":["a"]}"#),
            (r#"{"a":"?string"}"#, r#"{"a":"string"}"#),
        ] {
            assert_ne!(canonical(one), canonical(other));
        }
    }

    #[test]
    fn what_does_not_travel_is_left_out() {
        let rich = r#"{"Entity":{},"a":{"type":"?int64","js":"bigint","min":1,"aliases":["b"],"nulls":"write","proto":{"id":7},"x":1}}"#;
        assert_eq!(canonical(rich), canonical(r#"{"a":"?int64"}"#));
        assert_eq!(canonical(r#"{"a":"?json","b":"null"}"#), canonical(r#"{"a":"json","b":"?null"}"#));
    }
}

//! Lays the declarations of a `.proto` file out as text.

use super::{Body, Exporter, Field, Member, Message, Presence, TypeName};
use crate::schema::proto;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The text of the file.
pub(super) fn file(exporter: &Exporter<'_>) -> String {
    let mut tree = Tree::default();
    for (index, declared) in exporter.declared.iter().enumerate() {
        tree.insert(&declared.path, index);
    }
    let mut inner = BTreeSet::new();
    tree.inner_names(&mut inner, true);
    let edition = needs_edition(exporter);
    let mut printer = Printer { exporter, edition, inner, out: String::new() };
    printer.out.push_str(if edition { "edition = \"2023\";\n" } else { "syntax = \"proto3\";\n" });
    if !exporter.package.is_empty() {
        printer.out.push_str(&format!("\npackage {};\n", exporter.package));
    }
    if !exporter.imports.is_empty() {
        printer.out.push('\n');
    }
    for file in &exporter.imports {
        printer.out.push_str(&format!("import \"{file}\";\n"));
    }
    for (name, node) in tree.nodes.iter().map(|(name, node)| (name.as_str(), node)) {
        printer.out.push('\n');
        printer.node(name, node, 0);
    }
    printer.out
}

/// The declarations of a scope in order, each with what is in it. What only holds others has no index.
#[derive(Default)]
struct Tree {
    nodes: Vec<(String, Node)>,
    places: BTreeMap<String, usize>,
}

#[derive(Default)]
struct Node {
    index: Option<usize>,
    inside: Tree,
}

impl Tree {
    fn insert(&mut self, path: &[String], index: usize) {
        let [name, rest @ ..] = path else { return };
        let at = *self.places.entry(name.clone()).or_insert_with(|| {
            self.nodes.push((name.clone(), Node::default()));
            self.nodes.len() - 1
        });
        match rest {
            [] => self.nodes[at].1.index = Some(index),
            _ => self.nodes[at].1.inside.insert(rest, index),
        }
    }

    /// The names of what is in something else.
    fn inner_names<'t>(&'t self, names: &mut BTreeSet<&'t str>, is_top: bool) {
        for (name, node) in &self.nodes {
            if !is_top {
                names.insert(name);
            }
            node.inside.inner_names(names, false);
        }
    }
}

/// Whether proto3 cannot say what the file says.
fn needs_edition(exporter: &Exporter<'_>) -> bool {
    exporter.declared.iter().enumerate().any(|(index, declared)| match &declared.body {
        Body::Enum { closed, .. } => *closed && !exporter.implicit_enums.contains(&index),
        Body::Message(message) => fields(message)
            .any(|field| field.presence == Presence::Required || field.delimited || field.default.is_some()),
    })
}

fn fields(message: &Message) -> impl Iterator<Item = &Field> {
    message.members.iter().flat_map(|member| match member {
        Member::Field(field) => core::slice::from_ref(field),
        Member::Oneof(_, fields) => fields,
    })
}

struct Printer<'e, 'd> {
    exporter: &'e Exporter<'d>,
    edition: bool,
    /// The names that may hide others.
    inner: BTreeSet<&'e str>,
    out: String,
}

impl Printer<'_, '_> {
    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn node(&mut self, name: &str, node: &Node, depth: usize) {
        let body = node.index.map(|index| (index, &self.exporter.declared[index].body));
        if let Some((index, Body::Enum { numbers, names, closed, .. })) = body {
            let closed = *closed && !self.exporter.implicit_enums.contains(&index);
            return self.enumeration(name, numbers, names, closed, depth);
        }
        self.line(depth, &format!("message {name} {{"));
        if let Some((_, Body::Message(message))) = body {
            if message.conflicts {
                self.line(depth + 1, "option deprecated_legacy_json_field_conflicts = true;");
            }
            for member in &message.members {
                match member {
                    Member::Field(field) => self.field(field, depth + 1),
                    Member::Oneof(name, fields) => {
                        self.line(depth + 1, &format!("oneof {name} {{"));
                        for field in fields {
                            self.field(field, depth + 2);
                        }
                        self.line(depth + 1, "}");
                    }
                }
            }
        }
        for (name, node) in node.inside.nodes.iter().map(|(name, node)| (name.as_str(), node)) {
            self.node(name, node, depth + 1);
        }
        self.line(depth, "}");
    }

    /// An open enum begins with the number 0, whatever it is called.
    fn enumeration(&mut self, name: &str, numbers: &[i32], names: &[String], closed: bool, depth: usize) {
        self.line(depth, &format!("enum {name} {{"));
        if closed {
            self.line(depth + 1, "option features.enum_type = CLOSED;");
        }
        let distinct: BTreeSet<i32> = numbers.iter().copied().collect();
        if distinct.len() < numbers.len() {
            self.line(depth + 1, "option allow_alias = true;");
        }
        let mut values: Vec<(&str, i32)> = names.iter().map(String::as_str).zip(numbers.iter().copied()).collect();
        let mut made = String::new();
        if !closed && numbers.first() != Some(&0) {
            match numbers.iter().position(|number| *number == 0) {
                Some(zero) => values[..=zero].rotate_right(1),
                None => {
                    made.push_str(&crate::schema::naming::unique(
                        &format!("{}_UNSPECIFIED", name.to_ascii_uppercase()),
                        |name| names.iter().any(|known| known == name),
                    ));
                    values.insert(0, (&made, 0));
                }
            }
        }
        for (value, number) in values {
            self.line(depth + 1, &format!("{value} = {number};"));
        }
        self.line(depth, "}");
    }

    fn field(&mut self, field: &Field, depth: usize) {
        let ty = self.type_name(&field.ty);
        let label = match (field.presence, &field.key) {
            (Presence::Repeated, None) => "repeated ",
            (Presence::Explicit, _) if !self.edition => "optional ",
            _ => "",
        };
        let ty = match &field.key {
            Some(key) => format!("map<{key}, {ty}>"),
            None => ty,
        };
        let mut options: Vec<String> = Vec::new();
        match field.presence {
            Presence::Implicit if self.edition => options.push("features.field_presence = IMPLICIT".to_string()),
            Presence::Required => options.push("features.field_presence = LEGACY_REQUIRED".to_string()),
            _ => {}
        }
        if !field.packed && self.packs(&field.ty) {
            let feature = "features.repeated_field_encoding = EXPANDED";
            options.push(if self.edition { feature } else { "packed = false" }.to_string());
        }
        if field.delimited {
            options.push("features.message_encoding = DELIMITED".to_string());
        }
        options.extend(field.default.iter().map(|default| format!("default = {default}")));
        if let Some(json) = &field.json {
            options.push(format!("json_name = \"{}\"", proto::c_escape(json.as_bytes())));
        }
        let options = if options.is_empty() { String::new() } else { format!(" [{}]", options.join(", ")) };
        self.line(depth, &format!("{label}{ty} {} = {}{options};", field.name, field.number));
    }

    fn packs(&self, ty: &TypeName) -> bool {
        match ty {
            TypeName::Word(word) => word != "string" && word != "bytes" && !self.exporter.is_message(ty),
            TypeName::Declared(_) => !self.exporter.is_message(ty),
        }
    }

    /// The name of a type, from the top where something else could be meant, or a keyword.
    fn type_name(&self, ty: &TypeName) -> String {
        let hides = |name: &str| self.inner.contains(name) || self.exporter.package.split('.').any(|part| part == name);
        match ty {
            TypeName::Word(word) if word.starts_with("google.") && hides("google") => format!(".{word}"),
            TypeName::Word(word) => word.clone(),
            TypeName::Declared(index) => {
                let path = &self.exporter.declared[*index].path;
                let first = path[0].as_str();
                let is_plain = first.starts_with(|c: char| c.is_ascii_uppercase()) && !hides(first);
                match (is_plain, self.exporter.package.as_str()) {
                    (true, _) => path.join("."),
                    (false, "") => format!(".{}", path.join(".")),
                    (false, package) => format!(".{package}.{}", path.join(".")),
                }
            }
        }
    }
}

//! How places in a pair of schemas are written: `orders[].qty`, `prices{}`, `@Address.zip`.

use super::model::Type;
use alloc::format;
use alloc::string::{String, ToString};

/// The path of a field.
pub(crate) fn field(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
}

/// The path of what lies in a type: a named one begins a path of its own, by which it is the same
/// wherever it is used.
pub(crate) fn within(path: &str, old: &Type, new: &Type) -> String {
    match (old, new) {
        (_, Type::Reference(name)) | (Type::Reference(name), _) => format!("@{name}"),
        _ => path.to_string(),
    }
}

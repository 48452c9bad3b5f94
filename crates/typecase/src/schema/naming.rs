//! Names that are made rather than written: which keys of foreign data can be fields, and what a type
//! is called after the key or the title that it has there.

use alloc::string::String;

/// Whether a key can be the name of a field in a definition (`docs/schema.md`, Errors): not digits alone,
/// which JavaScript would order first, and not `__proto__`.
pub(super) fn is_field_name(key: &str) -> bool {
    let digits = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    !digits && key != "__proto__"
}

/// The name of a type in Pascal case; `None` if there is no letter in the key.
pub(super) fn type_name(key: &str) -> Option<String> {
    let mut name = String::new();
    let mut start = true;
    for c in key.chars() {
        if !c.is_ascii_alphanumeric() {
            start = true;
        } else if !(name.is_empty() && c.is_ascii_digit()) {
            name.push(if start { c.to_ascii_uppercase() } else { c });
            start = false;
        }
    }
    (!name.is_empty()).then_some(name)
}

/// The name, with a number behind it if it is taken.
pub(super) fn unique(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number: u32| alloc::format!("{wanted}{number}"));
    core::iter::once(String::from(wanted)).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// The singular of an English noun, as far as endings tell.
pub(super) fn singular(noun: &str) -> String {
    const WHOLE: [(&str, &str); 5] = [
        ("Children", "Child"),
        ("People", "Person"),
        ("Indices", "Index"),
        ("Vertices", "Vertex"),
        ("Series", "Series"),
    ];
    const SAME: [&str; 5] = ["ss", "us", "is", "news", "as"];
    const ENDS: [(&str, &str); 7] =
        [("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("uses", "us"), ("s", "")];
    for (plural, one) in WHOLE {
        if let Some(start) = noun.strip_suffix(plural) {
            return alloc::format!("{start}{one}");
        }
    }
    if noun.len() > 3 && !SAME.iter().any(|end| noun.ends_with(end)) {
        for (plural, one) in ENDS {
            if let Some(start) = noun.strip_suffix(plural) {
                return alloc::format!("{start}{one}");
            }
        }
    }
    String::from(noun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_called_after_keys() {
        assert_eq!(type_name("retweeted_statuses").as_deref(), Some("RetweetedStatuses"));
        for (key, name) in [
            ("statuses", "Status"),
            ("nodes", "Node"),
            ("children", "Child"),
            ("retweeted_status", "RetweetedStatus"),
            ("childProperties", "ChildProperty"),
            ("address", "Address"),
            ("boxes", "Box"),
            ("2nd-items", "NdItem"),
            ("bus", "Bus"),
        ] {
            assert_eq!(type_name(key).map(|noun| singular(&noun)).as_deref(), Some(name));
        }
        assert_eq!(unique("A", |name| ["A", "A2"].contains(&name)), "A3");
        assert_eq!(type_name("子"), None);
    }

    #[test]
    fn some_keys_cannot_be_fields() {
        for key in ["1", "007", "__proto__"] {
            assert!(!is_field_name(key), "{key}");
        }
        for key in ["", "a", "1a", "-1", "$schema", "a b", "a?", "type"] {
            assert!(is_field_name(key), "{key}");
        }
    }
}

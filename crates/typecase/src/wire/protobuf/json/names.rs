//! Names of fields in JSON, and paths of a `google.protobuf.FieldMask`, which are written like them.

use alloc::string::String;

/// The name of a field in JSON unless its settings say another: without underscores, and the letter behind
/// each of them in upper case (as protoc makes `json_name`).
pub(super) fn lower_camel(name: &str) -> String {
    let mut json = String::with_capacity(name.len());
    let mut raise = false;
    for c in name.chars() {
        if c == '_' {
            raise = true;
        } else {
            json.push(if raise { c.to_ascii_uppercase() } else { c });
            raise = false;
        }
    }
    json
}

/// Appends a path of a field mask as JSON has it; `false` if the path could not be told from what is printed.
pub(super) fn print_path(out: &mut String, path: &str) -> bool {
    let mut raise = false;
    for c in path.chars() {
        match c {
            '_' if raise => return false,
            '_' => raise = true,
            'A'..='Z' => return false,
            'a'..='z' if raise => {
                out.push(c.to_ascii_uppercase());
                raise = false;
            }
            _ if raise => return false,
            c => out.push(c),
        }
    }
    !raise && is_path(path)
}

/// A path of a field mask from the form that it has in JSON.
pub(super) fn parse_path(json: &str) -> Option<String> {
    let mut path = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '_' => return None,
            'A'..='Z' => path.extend(['_', c.to_ascii_lowercase()]),
            c => path.push(c),
        }
    }
    is_path(&path).then_some(path)
}

/// Whether a text is names with points between them.
fn is_path(text: &str) -> bool {
    text.split('.').all(|name| {
        let mut bytes = name.bytes();
        bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_protoc() {
        for (name, json) in [
            ("fieldname1", "fieldname1"),
            ("field_name2", "fieldName2"),
            ("_field_name3", "FieldName3"),
            ("field__name4_", "fieldName4"),
            ("field0name5", "field0name5"),
            ("field_0_name6", "field0Name6"),
            ("fieldName7", "fieldName7"),
            ("FieldName8", "FieldName8"),
            ("FIELD_NAME11", "FIELDNAME11"),
            ("__field_name13", "FieldName13"),
        ] {
            assert_eq!(lower_camel(name), json);
        }
    }

    #[test]
    fn paths_that_cannot_come_back_are_refused() {
        let printed = |path: &str| {
            let mut out = String::new();
            print_path(&mut out, path).then_some(out)
        };
        assert_eq!(printed("foo_bar.baz").as_deref(), Some("fooBar.baz"));
        for path in ["fooBar", "foo_3_bar", "foo__bar", "foo_", "", "foo..bar", "a,b"] {
            assert_eq!(printed(path), None, "{path}");
        }
        assert_eq!(parse_path("fooBar.baz").as_deref(), Some("foo_bar.baz"));
        for json in ["foo_bar", "", "foo.", "3", "a b"] {
            assert_eq!(parse_path(json), None, "{json}");
        }
    }
}

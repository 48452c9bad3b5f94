//! `rename_all`: how the names of Rust become the names of the schema.

use syn::LitStr;

/// A way to write a name of several words.
#[derive(Clone, Copy)]
pub enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// Every way by the name that stands for it in the attribute.
const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    /// The way that the attribute names.
    pub fn parse(literal: &LitStr) -> syn::Result<Case> {
        let name = literal.value();
        CASES.iter().find(|(known, _)| *known == name).map(|(_, case)| *case).ok_or_else(|| {
            let known: Vec<String> = CASES.iter().map(|(known, _)| format!("\"{known}\"")).collect();
            syn::Error::new(literal.span(), format!("`rename_all` is one of {}", known.join(", ")))
        })
    }

    /// The name, which is in `snake_case` or `PascalCase`, written in this way.
    pub fn apply(self, name: &str) -> String {
        let words = words(name);
        let join = |separator: &str| words.join(separator);
        let capitalised = || words.iter().map(|word| capitalise(word)).collect::<String>();
        match self {
            Case::Lower => join(""),
            Case::Upper => join("").to_uppercase(),
            Case::Pascal => capitalised(),
            Case::Camel => uncapitalise(&capitalised()),
            Case::Snake => join("_"),
            Case::ScreamingSnake => join("_").to_uppercase(),
            Case::Kebab => join("-"),
            Case::ScreamingKebab => join("-").to_uppercase(),
        }
    }
}

/// The words of a name in lower case: `createdAt`, `created_at` and `CreatedAt` have two.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = '_';
    for c in name.chars() {
        if c != '_' {
            if previous == '_' || (c.is_uppercase() && !previous.is_uppercase()) {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        previous = c;
    }
    words
}

fn capitalise(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn uncapitalise(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_their_case() {
        let expected = [
            "createdat",
            "CREATEDAT",
            "CreatedAt",
            "createdAt",
            "created_at",
            "CREATED_AT",
            "created-at",
            "CREATED-AT",
        ];
        for ((_, case), expected) in CASES.iter().zip(expected) {
            for name in ["created_at", "CreatedAt", "_created_at_"] {
                assert_eq!(case.apply(name), expected);
            }
        }
        assert_eq!(Case::Camel.apply("v10"), "v10");
        assert_eq!(Case::Kebab.apply("HTTPError"), "httperror");
        assert_eq!(Case::Snake.apply("Item2Big"), "item2_big");
    }
}

//! The rule `pattern`: an ECMAScript regular expression that must match somewhere in a string.
//!
//! JSON Schema and JavaScript users write ECMAScript expressions, with the `u` flag. The `regex` crate
//! matches in linear time and has another dialect, so the expression is rewritten into it. What has no
//! counterpart there (looking around, references back) is an error; nothing is matched approximately.

use crate::error::{Code, Error, Result};
use alloc::boxed::Box;
use alloc::format;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    source: Box<str>,
    #[cfg(feature = "pattern")]
    regex: regex::Regex,
}

#[cfg(not(feature = "pattern"))]
impl Pattern {
    pub(super) fn compile(source: &str) -> Result<Pattern> {
        Err(unsupported(source, "this build of typecase is without the feature `pattern`"))
    }

    pub(super) fn is_match(&self, _text: &str) -> bool {
        true
    }
}

#[cfg(feature = "pattern")]
impl Pattern {
    /// The most memory a compiled expression may take, so that `(a{1000}){1000}` is refused.
    const MAX_BYTES: usize = 1 << 21;

    pub(super) fn compile(source: &str) -> Result<Pattern> {
        let rewritten = rewrite::rewrite(source).map_err(|reason| unsupported(source, reason))?;
        let regex = regex::RegexBuilder::new(&rewritten)
            .size_limit(Pattern::MAX_BYTES)
            .build()
            .map_err(|error| unsupported(source, &format!("{error}")))?;
        Ok(Pattern { source: source.into(), regex })
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}

impl Pattern {
    /// The expression as it was written.
    pub(super) fn source(&self) -> &str {
        &self.source
    }
}

fn unsupported(source: &str, reason: &str) -> Error {
    Error::new(Code::Unsupported, format!("the pattern {source:?} cannot be checked: {reason}"))
}

/// The rewriting of ECMAScript (ECMA-262, section 22.2.1, with the `u` flag) into the dialect of `regex`.
#[cfg(feature = "pattern")]
mod rewrite {
    use alloc::string::String;
    use core::iter::Peekable;
    use core::str::Chars;

    /// `\s` of ECMAScript: WhiteSpace and LineTerminator.
    const SPACE: &str =
        r"\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
    const WORD: &str = "0-9A-Za-z_";
    const DIGIT: &str = "0-9";

    pub(super) fn rewrite(source: &str) -> Result<String, &'static str> {
        let mut out = String::with_capacity(source.len() + 16);
        let mut chars = source.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => escape(&mut chars, &mut out, false)?,
                '[' => class(&mut chars, &mut out)?,
                '.' => out.push_str(r"[^\n\r\u{2028}\u{2029}]"),
                '(' => {
                    out.push('(');
                    if chars.peek() == Some(&'?') {
                        group(&mut chars, &mut out)?;
                    }
                }
                ']' | '}' => push_literal(&mut out, c),
                '{' => quantifier(&mut chars, &mut out)?,
                _ => out.push(c),
            }
        }
        Ok(out)
    }

    /// `(?:` and `(?<name>` have a counterpart; everything else after `(?` has none. The name is dropped:
    /// it matters to references back alone, which are refused.
    fn group(chars: &mut Peekable<Chars<'_>>, out: &mut String) -> Result<(), &'static str> {
        chars.next();
        match (chars.next(), chars.peek()) {
            (Some(':'), _) => out.push_str("?:"),
            (Some('=' | '!'), _) | (Some('<'), Some('=' | '!')) => return Err("it looks ahead or behind"),
            (Some('<'), _) => {
                if !chars.by_ref().any(|c| c == '>') {
                    return Err("the name of a group does not end");
                }
            }
            _ => return Err("of the groups that begin with `(?` only `(?:` and `(?<name>` are known"),
        }
        Ok(())
    }

    /// `{2}`, `{2,}` or `{2,5}`; a brace is nothing else under the `u` flag.
    fn quantifier(chars: &mut Peekable<Chars<'_>>, out: &mut String) -> Result<(), &'static str> {
        out.push('{');
        for c in chars.by_ref() {
            match c {
                '0'..='9' | ',' => out.push(c),
                '}' => {
                    out.push('}');
                    return Ok(());
                }
                _ => break,
            }
        }
        Err("a brace that opens no count has to be escaped")
    }

    /// A class, after its opening bracket.
    fn class(chars: &mut Peekable<Chars<'_>>, out: &mut String) -> Result<(), &'static str> {
        let negated = chars.next_if_eq(&'^').is_some();
        if chars.next_if_eq(&']').is_some() {
            // `[]` matches nothing, `[^]` any character.
            out.push_str(if negated { r"[\x00-\u{10FFFF}]" } else { r"[^\x00-\u{10FFFF}]" });
            return Ok(());
        }
        out.push_str(if negated { "[^" } else { "[" });
        while let Some(c) = chars.next() {
            if c == ']' {
                out.push(']');
                return Ok(());
            }
            let from_set = class_atom(c, chars, out)?;
            if chars.next_if_eq(&'-').is_none() {
                continue;
            }
            // A dash at the end, or beside a set such as `\w`, is a dash.
            let to_set = matches!(chars.peek(), Some('\\'))
                && matches!(chars.clone().nth(1), Some('d' | 'D' | 'w' | 'W' | 's' | 'S' | 'p' | 'P'));
            if from_set || to_set || chars.peek() == Some(&']') {
                out.push_str(r"\-");
            } else if let Some(c) = chars.next() {
                out.push('-');
                class_atom(c, chars, out)?;
            }
        }
        Err("a class does not end")
    }

    /// One member of a class, or one end of a range; says whether it is a set of its own.
    fn class_atom(c: char, chars: &mut Peekable<Chars<'_>>, out: &mut String) -> Result<bool, &'static str> {
        if c != '\\' {
            push_literal(out, c);
            return Ok(false);
        }
        let set = matches!(chars.peek(), Some('d' | 'D' | 'w' | 'W' | 's' | 'S' | 'p' | 'P'));
        escape(chars, out, true)?;
        Ok(set)
    }

    /// A character that stands for itself, whatever it means to `regex`.
    fn push_literal(out: &mut String, c: char) {
        // `\<` and `\>` are the two escapes of punctuation that mean something.
        if c.is_ascii_punctuation() && c != '<' && c != '>' {
            out.push('\\');
        }
        out.push(c);
    }

    /// An escape, after its backslash.
    fn escape(chars: &mut Peekable<Chars<'_>>, out: &mut String, in_class: bool) -> Result<(), &'static str> {
        let c = chars.next().ok_or("it ends with a backslash")?;
        match c {
            'd' | 'D' => push_set(out, DIGIT, c == 'D'),
            'w' | 'W' => push_set(out, WORD, c == 'W'),
            's' | 'S' => push_set(out, SPACE, c == 'S'),
            'b' if in_class => out.push_str(r"\x08"),
            'b' => out.push_str(r"(?-u:\b)"),
            'B' => return Err(r"`\B` is not known"),
            't' | 'n' | 'r' => out.extend(['\\', c]),
            'f' => out.push_str(r"\x0C"),
            'v' => out.push_str(r"\x0B"),
            '0' if !chars.peek().is_some_and(char::is_ascii_digit) => out.push_str(r"\x00"),
            'c' => match chars.next() {
                Some(letter) if letter.is_ascii_alphabetic() => push_code(out, u32::from(letter) % 32)?,
                _ => return Err(r"`\c` is not followed by a letter"),
            },
            'x' => {
                let code = hex(chars, 2)?;
                push_code(out, code)?;
            }
            'u' => {
                let code = unicode(chars)?;
                push_code(out, code)?;
            }
            'p' | 'P' => {
                out.extend(['\\', c]);
                if chars.peek() != Some(&'{') {
                    return Err(r"`\p` is not followed by a property in braces");
                }
                for c in chars.by_ref() {
                    out.push(c);
                    if c == '}' {
                        break;
                    }
                }
            }
            '1'..='9' | 'k' => return Err("it refers back to a group"),
            _ if c.is_ascii_punctuation() => push_literal(out, c),
            _ => return Err("it has an escape that is not known"),
        }
        Ok(())
    }

    fn push_set(out: &mut String, members: &str, negated: bool) {
        out.push_str(if negated { "[^" } else { "[" });
        out.push_str(members);
        out.push(']');
    }

    /// `\uXXXX`, a pair of them for one character, or `\u{X}`, after the `u`.
    fn unicode(chars: &mut Peekable<Chars<'_>>) -> Result<u32, &'static str> {
        if chars.peek() == Some(&'{') {
            chars.next();
            let mut code = 0u32;
            for c in chars.by_ref() {
                match c.to_digit(16) {
                    Some(digit) if code <= 0x10_FFFF => code = code * 16 + digit,
                    None if c == '}' => return Ok(code),
                    _ => break,
                }
            }
            return Err(r"`\u{` is not followed by a code point");
        }
        let high = hex(chars, 4)?;
        if !(0xD800..0xDC00).contains(&high) {
            return Ok(high);
        }
        let mut ahead = chars.clone();
        if ahead.next() != Some('\\') || ahead.next() != Some('u') {
            return Ok(high);
        }
        match hex(&mut ahead, 4)? {
            low @ 0xDC00..0xE000 => {
                *chars = ahead;
                Ok(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
            }
            _ => Ok(high),
        }
    }

    fn hex(chars: &mut Peekable<Chars<'_>>, length: usize) -> Result<u32, &'static str> {
        let mut code = 0;
        for _ in 0..length {
            let digit = chars.next().and_then(|c| c.to_digit(16)).ok_or("a hexadecimal escape is too short")?;
            code = code * 16 + digit;
        }
        Ok(code)
    }

    fn push_code(out: &mut String, code: u32) -> Result<(), &'static str> {
        // A lone surrogate never occurs in a string here, so a pattern that asks for one is refused.
        char::from_u32(code).ok_or("it asks for a character that is not one")?;
        out.push_str(&alloc::format!("\\u{{{code:X}}}"));
        Ok(())
    }
}

#[cfg(all(test, feature = "pattern"))]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        Pattern::compile(pattern).unwrap().is_match(text)
    }

    #[test]
    fn it_matches_somewhere_unless_anchored() {
        assert!(matches("b+", "abbc"));
        assert!(!matches("^b+$", "abbc"));
        assert!(matches("^a|c$", "xc"));
        assert!(matches("", "anything"));
    }

    #[test]
    fn classes_are_those_of_ecmascript() {
        assert!(matches(r"^\d$", "5"));
        assert!(!matches(r"^\d$", "٣"));
        assert!(!matches(r"^\w$", "é"));
        assert!(matches(r"^\W$", "é"));
        assert!(matches(r"^\s$", "\u{FEFF}"));
        assert!(!matches(r"^\s$", "\u{85}"));
        assert!(matches(r"^[\s\S]$", "\n"));
        assert!(!matches("^.$", "\u{2028}"));
        assert!(matches("^.$", "\u{85}"));
        assert!(matches("^.$", "😀"));
        assert!(matches(r"\bcat\b", "écaté"));
        assert!(matches(r"^[[&&~~]+$", "[&~"));
        assert!(matches("^[a^-]+$", "a^-"));
        assert!(matches("^[+--]+$", "+,-"));
        assert!(matches(r"^[\w.-]+$", "a.b-c"));
        assert!(matches("^[^]$", "\n"));
        assert!(!matches("[]", "x"));
        assert!(matches(r"^[\b]$", "\u{8}"));
    }

    #[test]
    fn escapes_are_those_of_ecmascript() {
        assert!(matches(r"^\/\-\.$", "/-."));
        assert!(matches(r"^\x41\u0042\u{43}\cA\0$", "ABC\u{1}\0"));
        assert!(matches(r"^\uD83D\uDE00$", "😀"));
        assert!(matches(r"^\f\v\t\r\n$", "\u{c}\u{b}\t\r\n"));
        assert!(matches(r"^\p{Lu}\P{Lu}$", "Éé"));
        assert!(matches("^a{2,3}$", "aaa"));
        assert!(!matches("^a{2}$", "aaa"));
        assert!(matches("^(?<year>[0-9]{4})-(?:x)$", "2024-x"));
    }

    #[test]
    fn what_cannot_be_matched_exactly_is_refused() {
        let refused = [
            "(?=a)",
            "(?!a)",
            "(?<=a)",
            "(?<!a)",
            r"(a)\1",
            r"(?<n>a)\k<n>",
            "(",
            "[a",
            r"\",
            "(?i)a",
            "a{x",
            r"\B",
            r"\q",
            r"\uD800",
            "(a{1000}){1000}",
            "*",
            r"\x4",
        ];
        for pattern in refused {
            let error = Pattern::compile(pattern).expect_err(pattern);
            assert_eq!(error.code(), Code::Unsupported, "{pattern}");
        }
    }
}

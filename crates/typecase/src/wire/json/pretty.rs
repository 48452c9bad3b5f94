//! Lays out compact JSON text over several lines.

use alloc::vec::Vec;

/// Lays out a JSON text with an indent of `indent` spaces a level, as `JSON.stringify(value, null,
/// indent)` does. Only white space between tokens changes; the text must be JSON.
///
/// ```
/// let text = typecase::wire::json::pretty(br#"{"a":[1,2],"b":{}}"#, 2);
/// assert_eq!(text, b"{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}");
/// ```
pub fn pretty(text: &[u8], indent: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() * 2);
    let mut level = 0usize;
    let mut at = 0;
    let new_line = |out: &mut Vec<u8>, level: usize| {
        out.push(b'\n');
        out.resize(out.len() + level * indent, b' ');
    };
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                let end = string_end(text, at + 1);
                out.extend_from_slice(&text[at..end]);
                at = end;
                continue;
            }
            b'{' | b'[' => {
                out.push(byte);
                let next = at + 1 + text[at + 1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                if matches!(text.get(next), Some(b'}' | b']')) {
                    out.push(text[next]);
                    at = next;
                } else {
                    level += 1;
                    new_line(&mut out, level);
                }
            }
            b'}' | b']' => {
                level = level.saturating_sub(1);
                new_line(&mut out, level);
                out.push(byte);
            }
            b',' => {
                out.push(b',');
                new_line(&mut out, level);
            }
            b':' => out.extend_from_slice(b": "),
            b' ' | b'\n' | b'\r' | b'\t' => {}
            _ => out.push(byte),
        }
        at += 1;
    }
    out
}

/// The offset after the quote that closes the string whose first byte is at `at`.
fn string_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

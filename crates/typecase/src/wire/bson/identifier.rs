//! Identifiers as text: ObjectIds as 24 hexadecimal digits, UUIDs as RFC 9562 writes them (section 4).

use alloc::string::String;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The bytes of an ObjectId.
pub(super) fn parse_object_id(text: &str) -> Option<[u8; 12]> {
    let mut id = [0; 12];
    fill(&mut id, text.as_bytes()).then_some(id)
}

/// The bytes of a UUID; the hyphens must be in their places.
pub(super) fn parse_uuid(text: &str) -> Option<[u8; 16]> {
    let mut uuid = [0; 16];
    let text: &[u8; 36] = text.as_bytes().try_into().ok()?;
    let mut to = &mut uuid[..];
    for (at, range) in [0..8, 9..13, 14..18, 19..23, 24..36].into_iter().enumerate() {
        if at > 0 && text[range.start - 1] != b'-' {
            return None;
        }
        let (part, rest) = to.split_at_mut(range.len() / 2);
        to = rest;
        if !fill(part, &text[range]) {
            return None;
        }
    }
    Some(uuid)
}

/// Fills bytes from as many pairs of hexadecimal digits; `false` if there are none such.
fn fill(bytes: &mut [u8], digits: &[u8]) -> bool {
    if digits.len() != bytes.len() * 2 {
        return false;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let (Some(high), Some(low)) = (char::from(pair[0]).to_digit(16), char::from(pair[1]).to_digit(16)) else {
            return false;
        };
        *byte = (high << 4 | low) as u8;
    }
    true
}

/// Appends bytes as hexadecimal digits.
pub(super) fn print_hex(out: &mut String, bytes: &[u8]) {
    for byte in bytes {
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
}

/// Appends a UUID.
pub(super) fn print_uuid(out: &mut String, uuid: &[u8; 16]) {
    for (at, part) in [0..4, 4..6, 6..8, 8..10, 10..16].into_iter().enumerate() {
        if at > 0 {
            out.push('-');
        }
        print_hex(out, &uuid[part]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_come_back() {
        let mut text = String::new();
        print_hex(&mut text, &parse_object_id("56e1FC72e0c917e9c4714161").unwrap());
        assert_eq!(text, "56e1fc72e0c917e9c4714161");
        for wrong in ["", "56e1fc72e0c917e9c471416", "56e1fc72e0c917e9c47141611", "56e1fc72e0c917e9c471416g"] {
            assert_eq!(parse_object_id(wrong), None);
        }
        let (uuid, mut text) = ("73ffd264-44b3-4c69-90e8-e7d1dfc035d4", String::new());
        print_uuid(&mut text, &parse_uuid(uuid).unwrap());
        assert_eq!(text, uuid);
        for wrong in [
            "73ffd26444b3-4c69-90e8-e7d1dfc035d4-",
            "73ffd264-44b3-4c69-90e8-e7d1dfc035d",
            "----d264-44b3-4--9-90e8-e7d1dfc0----",
        ] {
            assert_eq!(parse_uuid(wrong), None);
        }
    }
}

//! Integers of any size: decimal digits here, two's complement on the wire (msgpackr's extension `B`).

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The longest integer that is read or written, in bytes of two's complement. Turning digits into bytes and
/// back takes time in proportion to the square of their number.
pub(super) const LONGEST: usize = 1024;
/// No integer of that length has more digits.
const MOST_DIGITS: usize = 2467;

/// As many decimal digits as fit 64 bits.
const CHUNK: usize = 19;

/// Big-endian two's complement in whole groups of eight bytes, as few of them as hold it; `None` if it is longer
/// than [`LONGEST`].
pub(super) fn to_bytes(digits: &str) -> Option<Vec<u8>> {
    let magnitude = digits.strip_prefix('-').unwrap_or(digits);
    if magnitude.len() > MOST_DIGITS {
        return None;
    }
    // Little-endian words of 64 bits.
    let mut words: Vec<u64> = vec![0];
    let mut rest = magnitude.as_bytes();
    while !rest.is_empty() {
        let (chunk, behind) = rest.split_at((rest.len() - 1) % CHUNK + 1);
        let mut carry = chunk.iter().fold(0, |number: u64, digit| number * 10 + u64::from(digit - b'0'));
        let scale = 10u64.pow(chunk.len() as u32);
        for word in &mut words {
            let product = u128::from(*word) * u128::from(scale) + u128::from(carry);
            (*word, carry) = (product as u64, (product >> 64) as u64);
        }
        if carry != 0 {
            words.push(carry);
        }
        rest = behind;
    }
    if digits.len() != magnitude.len() {
        negate(&mut words);
        if words.last().is_some_and(|top| *top >> 63 == 0) {
            words.push(u64::MAX);
        }
    } else if words.last().is_some_and(|top| *top >> 63 == 1) {
        words.push(0);
    }
    (words.len() * 8 <= LONGEST).then(|| words.iter().rev().flat_map(|word| word.to_be_bytes()).collect())
}

/// The decimal digits of big-endian two's complement of any length up to [`LONGEST`]; `None` if it is longer.
pub(super) fn from_bytes(bytes: &[u8]) -> Option<String> {
    if bytes.len() > LONGEST {
        return None;
    }
    let negative = bytes.first().is_some_and(|first| first >> 7 == 1);
    let fill = if negative { 0xff } else { 0 };
    let mut words: Vec<u64> = bytes
        .rchunks(8)
        .map(|chunk| {
            let mut word = [fill; 8];
            word[8 - chunk.len()..].copy_from_slice(chunk);
            u64::from_be_bytes(word)
        })
        .collect();
    if negative {
        negate(&mut words);
    }
    // Chunks of 19 digits, the lowest first.
    let mut chunks: Vec<u64> = Vec::new();
    while words.iter().any(|word| *word != 0) {
        let scale = u128::from(10u64.pow(CHUNK as u32));
        let mut remainder = 0;
        for word in words.iter_mut().rev() {
            let value = remainder << 64 | u128::from(*word);
            (*word, remainder) = ((value / scale) as u64, value % scale);
        }
        while words.last() == Some(&0) {
            words.pop();
        }
        chunks.push(remainder as u64);
    }
    let mut text = String::from(if negative { "-" } else { "" });
    let top = chunks.pop().unwrap_or(0);
    text.push_str(&alloc::format!("{top}"));
    for chunk in chunks.iter().rev() {
        text.push_str(&alloc::format!("{chunk:019}"));
    }
    Some(text)
}

/// Two's complement of a number of so many words.
fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        let (sum, over) = (!*word).overflowing_add(carry.into());
        (*word, carry) = (sum, over);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn digits_come_back() {
        let mut magnitude = String::from("1");
        for at in 0..300 {
            for sign in ["", "-"] {
                let digits = format!("{sign}{magnitude}");
                let bytes = to_bytes(&digits).unwrap();
                assert!(bytes.len().is_multiple_of(8));
                assert_eq!(from_bytes(&bytes).unwrap(), digits);
            }
            magnitude.push(char::from(b'0' + (at * 7 % 10) as u8));
        }
        assert_eq!(to_bytes(&"4".repeat(MOST_DIGITS - 1)).unwrap().len(), LONGEST);
        assert_eq!(to_bytes(&"9".repeat(MOST_DIGITS)), None);
        let longest = [[0x7f; 1].as_slice(), &[0xff; LONGEST - 1]].concat();
        assert_eq!(to_bytes(&from_bytes(&longest).unwrap()).unwrap(), longest);
        assert_eq!(from_bytes(&[1; LONGEST + 1]), None);
    }

    #[test]
    fn bytes_of_any_length_are_read() {
        assert_eq!(from_bytes(&[]).unwrap(), "0");
        assert_eq!(from_bytes(&[0xff]).unwrap(), "-1");
        assert_eq!(from_bytes(&[0x80, 0]).unwrap(), "-32768");
        assert_eq!(from_bytes(&[0, 0, 0, 0, 0, 0, 0, 0, 0xff]).unwrap(), "255");
        for value in [i128::MIN, i128::MAX, -1, 0, i128::from(u64::MAX), i128::from(i64::MIN) - 1] {
            assert_eq!(from_bytes(&value.to_be_bytes()).unwrap(), value.to_string());
        }
        assert_eq!(to_bytes("18446744073709551616").unwrap().len(), 16);
        assert_eq!(to_bytes("-9223372036854775808").unwrap().len(), 8);
        assert_eq!(to_bytes("0").unwrap(), [0; 8]);
    }
}

//! Integers of any size: decimal digits here, the bytes of their magnitude on the wire (as in RFC 8949, section 3.4.3).

use crate::error::{Code, Error, Result};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The longest integer that is read or written, in bytes. Turning digits into bytes and back takes time in
/// proportion to the square of their number, so there must be a bound.
pub(in crate::wire) const LONGEST: usize = 2048;
/// No integer of that length has more digits.
const MOST_DIGITS: usize = 4933;

/// As many decimal digits as fit 64 bits.
const CHUNK: usize = 19;

/// An integer by its sign and a number n from 0 on: negative ones are -1 - n.
pub(in crate::wire) enum Integer {
    /// n in 64 bits.
    Small { negative: bool, n: u64 },
    /// The bytes of n, big-endian, the first one not zero: more than 8.
    Large { negative: bool, n: Vec<u8> },
}

/// The integer of canonical decimal digits.
pub(in crate::wire) fn parse(digits: &str) -> Result<Integer> {
    let magnitude = digits.strip_prefix('-').unwrap_or(digits);
    let negative = magnitude.len() != digits.len();
    let not_digits = magnitude.is_empty() || !magnitude.bytes().all(|byte| byte.is_ascii_digit());
    if not_digits {
        return Err(Error::new(Code::Type, "expected decimal digits"));
    }
    if magnitude.len() > MOST_DIGITS {
        return Err(too_long());
    }
    // Little-endian words of 64 bits.
    let mut words: Vec<u64> = vec![0];
    let mut rest = magnitude.as_bytes();
    while !rest.is_empty() {
        let (chunk, behind) = rest.split_at(if rest.len().is_multiple_of(CHUNK) { CHUNK } else { rest.len() % CHUNK });
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
    let negative = negative && words.iter().any(|word| *word != 0);
    if negative {
        let mut borrow = true;
        for word in &mut words {
            (*word, borrow) = word.overflowing_sub(borrow.into());
        }
        while words.len() > 1 && words.last() == Some(&0) {
            words.pop();
        }
    }
    if let [n] = words[..] {
        return Ok(Integer::Small { negative, n });
    }
    let bytes: Vec<u8> = words.iter().rev().flat_map(|word| word.to_be_bytes()).skip_while(|byte| *byte == 0).collect();
    if bytes.len() > LONGEST {
        return Err(too_long());
    }
    Ok(Integer::Large { negative, n: bytes })
}

/// The decimal digits of n, or of -1 - n.
pub(in crate::wire) fn print(negative: bool, n: &[u8]) -> Result<String> {
    let zeros = n.iter().take_while(|byte| **byte == 0).count();
    let n = &n[zeros..];
    if n.len() > LONGEST {
        return Err(too_long());
    }
    let mut words: Vec<u64> =
        n.rchunks(8).map(|chunk| chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))).collect();
    if negative {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = word.overflowing_add(carry.into());
        }
        if carry {
            words.push(1);
        }
    }
    // Chunks of 19 digits, the lowest first.
    let mut chunks: Vec<u64> = Vec::new();
    while let Some(top) = words.last() {
        if *top == 0 {
            words.pop();
            continue;
        }
        let scale = u128::from(10u64.pow(CHUNK as u32));
        let mut remainder = 0;
        for word in words.iter_mut().rev() {
            let value = remainder << 64 | u128::from(*word);
            (*word, remainder) = ((value / scale) as u64, value % scale);
        }
        chunks.push(remainder as u64);
    }
    let mut text = String::from(if negative { "-" } else { "" });
    text.push_str(&chunks.pop().unwrap_or(0).to_string());
    for chunk in chunks.iter().rev() {
        text.push_str(&alloc::format!("{chunk:019}"));
    }
    Ok(text)
}

/// n as 64 bits, if it fits.
pub(in crate::wire) fn small(n: &[u8]) -> Option<u64> {
    let zeros = n.iter().take_while(|byte| **byte == 0).count();
    (n.len() - zeros <= 8).then(|| n[zeros..].iter().fold(0, |word, byte| word << 8 | u64::from(*byte)))
}

#[cold]
fn too_long() -> Error {
    Error::new(Code::Limit, "the integer has more than 2048 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// The digits of an integer after a way through bytes.
    fn through(digits: &str) -> String {
        match parse(digits).unwrap() {
            Integer::Small { negative, n } => print(negative, &n.to_be_bytes()).unwrap(),
            Integer::Large { negative, n } => {
                assert!(n.len() > 8 && n[0] != 0);
                print(negative, &n).unwrap()
            }
        }
    }

    #[test]
    fn digits_come_back() {
        let mut magnitude = String::from("1");
        for at in 0..300 {
            for digits in [magnitude.clone(), format!("-{magnitude}")] {
                assert_eq!(through(&digits), digits);
            }
            magnitude.push(char::from(b'0' + (at * 7 % 10) as u8));
        }
        assert_eq!(through("0"), "0");
        assert_eq!(through("-0"), "0");
        for wrong in ["", "-", "1x", "+1"] {
            assert!(parse(wrong).is_err());
        }
    }

    #[test]
    fn the_borders_of_64_bits() {
        let small = |digits: &str| matches!(parse(digits).unwrap(), Integer::Small { .. });
        assert!(small("18446744073709551615") && !small("18446744073709551616"));
        assert!(small("-18446744073709551616") && !small("-18446744073709551617"));
        assert!(matches!(parse("-18446744073709551616").unwrap(), Integer::Small { negative: true, n: u64::MAX }));
        assert_eq!(print(true, &[0xff; 8]).unwrap(), "-18446744073709551616");
        assert_eq!(print(true, &[]).unwrap(), "-1");
        assert_eq!(print(false, &[0, 0, 0]).unwrap(), "0");
        assert_eq!(super::small(&[0, 0, 0, 0, 0, 0, 0, 0, 1, 2]), Some(258));
        assert_eq!(super::small(&[1; 9]), None);
    }

    #[test]
    fn lengths_are_bounded() {
        let longest = print(false, &[0xff; LONGEST]).unwrap();
        assert_eq!(through(&longest), longest);
        assert_eq!(print(false, &[1; LONGEST + 1]).unwrap_err().code(), Code::Limit);
        assert_eq!(parse(&"9".repeat(MOST_DIGITS)).map(|_| ()).unwrap_err().code(), Code::Limit);
        assert_eq!(parse(&"9".repeat(100_000)).map(|_| ()).unwrap_err().code(), Code::Limit);
    }
}

//! JSON text as a [`Value`] without a schema.

use super::lexer::Lexer;
use super::number::Number;
use crate::error::{Code, Error, Result};
use crate::value::builder::Builder;
use crate::value::{Text, Value};
use crate::wire::TextRef;
use alloc::vec::Vec;

/// What to do with a key that occurs twice in a JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Duplicates {
    /// Report it (the default for records).
    #[default]
    Error,
    /// Keep the first value.
    First,
    /// Keep the last value, in the place of the first, as `JSON.parse` does.
    Last,
}

/// How objects without a schema treat a key that occurs twice; `None` keeps all entries.
pub(crate) type MapPolicy = Option<Duplicates>;

impl<'de> Lexer<'de> {
    /// One value without a schema, as a message of its own or as a part of one. Integers of 64 bits stay
    /// integers; other numbers are doubles.
    pub(crate) fn tree(&mut self, policy: MapPolicy) -> Result<Value<'de>> {
        let whole = if self.pos == 0 { self.bytes().len() } else { 0 };
        let mut builder = Builder::for_input(whole);
        self.put_tree(&mut builder, policy)?;
        Ok(builder.finish())
    }

    /// Puts one value. Recursion is bounded by the depth limit.
    fn put_tree(&mut self, builder: &mut Builder<'de>, policy: MapPolicy) -> Result<()> {
        match self.peek() {
            b'{' => {
                self.open(b'{', Code::Json, "expected a value")?;
                builder.open_list();
                let mut first = true;
                while self.entry(first)? {
                    first = false;
                    self.put_string(builder)?;
                    self.colon()?;
                    self.put_tree(builder, policy)?;
                }
                builder.close_map(policy, self.pos)?;
            }
            b'[' => {
                self.open(b'[', Code::Json, "expected a value")?;
                builder.open_list();
                let mut first = true;
                while self.item(first)? {
                    first = false;
                    self.put_tree(builder, policy)?;
                }
                builder.close_list()?;
            }
            first => self.put_scalar(first, builder)?,
        }
        Ok(())
    }

    /// Puts a value that contains no others. In builds without optimization it is a call, so that what it needs
    /// on the stack is not needed at each level of nesting.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_scalar(&mut self, first: u8, builder: &mut Builder<'de>) -> Result<()> {
        match first {
            b'"' => self.put_string(builder)?,
            b't' | b'f' => builder.put(Value::Bool(self.bool()?)),
            b'n' => {
                self.null()?;
                builder.put(Value::Null);
            }
            _ => builder.put(match self.number("expected a value")? {
                Number::Int(value) => Value::Int(value),
                Number::Uint(value) => Value::Uint(value),
                Number::Float(value) => Value::Float(value),
            }),
        }
        Ok(())
    }

    /// Puts a string: borrowed if it has no escapes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_string(&mut self, builder: &mut Builder<'de>) -> Result<()> {
        match self.string()? {
            TextRef::Borrowed(text) => builder.put(Value::Text(Text::borrowed(text))),
            TextRef::Scratch(text) => builder.put_text(text),
        }
        Ok(())
    }

    /// A string as it is kept in a value: borrowed if it has no escapes.
    pub(crate) fn owned_string(&mut self) -> Result<Text<'de>> {
        Ok(match self.string()? {
            TextRef::Borrowed(text) => Text::borrowed(text),
            TextRef::Scratch(text) => Text::owned(text),
        })
    }
}

/// Applies the policy to the keys and values above `base`, which take turns.
pub(crate) fn settle(stack: &mut Vec<Value<'_>>, base: usize, policy: Duplicates) -> Result<()> {
    if has_duplicates(&stack[base..]) { deduplicate(stack, base, policy) } else { Ok(()) }
}

fn key<'v>(value: &'v Value<'_>) -> &'v str {
    value.as_str().unwrap_or("")
}

fn has_duplicates(values: &[Value<'_>]) -> bool {
    let keys = values.iter().step_by(2).map(key);
    if values.len() <= 2 * 32 {
        // A bit for each sort of key that has been met; only keys of the same sort are compared.
        let mut met = 0u64;
        return keys.clone().enumerate().any(|(at, next)| {
            let bit = 1 << sort(next);
            let again = met & bit != 0;
            met |= bit;
            again && keys.clone().take(at).any(|earlier| earlier == next)
        });
    }
    let mut keys: Vec<&str> = keys.collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// One of 64 sorts of keys: by their length, and their first, middle and last bytes.
#[inline(always)]
fn sort(key: &str) -> u32 {
    let bytes = key.as_bytes();
    let [first, middle, last] =
        [bytes.first(), bytes.get(bytes.len() / 2), bytes.last()].map(|byte| u32::from(*byte.unwrap_or(&0)));
    (first | middle << 8 | last << 16 | (bytes.len() as u32) << 24).wrapping_mul(0x9e37_79b9) >> 26
}

#[cold]
#[inline(never)]
fn deduplicate(stack: &mut Vec<Value<'_>>, base: usize, policy: Duplicates) -> Result<()> {
    let values = &mut stack[base..];
    let mut order: Vec<usize> = (0..values.len() / 2).collect();
    order.sort_by(|&a, &b| key(&values[a * 2]).cmp(key(&values[b * 2])));
    let mut drop_at = alloc::vec![false; order.len()];
    for at in 1..order.len() {
        let (earlier, later) = (order[at - 1], order[at]);
        if key(&values[earlier * 2]) != key(&values[later * 2]) {
            continue;
        }
        match policy {
            Duplicates::Error => {
                return Err(Error::new(Code::Duplicate, "the key occurs twice").in_field(key(&values[later * 2])));
            }
            Duplicates::First => {}
            // The first place keeps the newest value; the run of equal keys is in order.
            Duplicates::Last => values.swap(earlier * 2 + 1, later * 2 + 1),
        }
        drop_at[later] = true;
        order[at] = earlier;
    }
    let mut to = 0;
    for (entry, _) in drop_at.iter().enumerate().filter(|(_, drop)| !**drop) {
        values.swap(to, entry * 2);
        values.swap(to + 1, entry * 2 + 1);
        to += 2;
    }
    stack.truncate(base + to);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec;

    fn tree(text: &str, policy: MapPolicy) -> Result<Value<'_>> {
        Lexer::new(text, &Limits::default())?.tree(policy)
    }

    #[test]
    fn values_keep_order_and_kind() {
        let value = tree(r#"{"b":[1,-2.5,18446744073709551615,"x\n"],"a":{},"n":null,"t":true}"#, None).unwrap();
        let list = Value::list(vec![Value::Int(1), Value::Float(-2.5), Value::Uint(u64::MAX), Value::text("x\n")]);
        let expected = Value::map(vec![
            ("b".into(), list),
            ("a".into(), Value::map(vec![])),
            ("n".into(), Value::Null),
            ("t".into(), Value::Bool(true)),
        ]);
        assert_eq!(value, expected);
    }

    #[test]
    fn repeated_keys_follow_the_policy() {
        let text = r#"{"a":1,"b":2,"a":3,"c":4,"a":5}"#;
        let pairs = |value: &Value<'_>| -> Vec<(String, i64)> {
            value.as_map().unwrap().iter().map(|(k, v)| (k.as_str().unwrap().into(), v.as_int().unwrap())).collect()
        };
        let strings = |pairs: &[(&str, i64)]| pairs.iter().map(|(k, v)| (String::from(*k), *v)).collect::<Vec<_>>();
        assert_eq!(pairs(&tree(text, Some(Duplicates::Last)).unwrap()), strings(&[("a", 5), ("b", 2), ("c", 4)]));
        assert_eq!(pairs(&tree(text, Some(Duplicates::First)).unwrap()), strings(&[("a", 1), ("b", 2), ("c", 4)]));
        assert_eq!(tree(text, None).unwrap().as_map().unwrap().len(), 5);
        let error = tree(text, Some(Duplicates::Error)).unwrap_err();
        assert_eq!((error.code(), error.path().as_str()), (Code::Duplicate, "a"));
    }

    #[test]
    fn repeated_keys_are_found_among_many() {
        let many: Vec<String> = (0..100).map(|at| format!("\"k{}\":{at}", at % 99)).collect();
        let text = format!("{{{}}}", many.join(","));
        assert_eq!(tree(&text, Some(Duplicates::Last)).unwrap().get("k0"), Some(&Value::Int(99)));
        assert!(tree(&text, Some(Duplicates::Error)).is_err());
    }
}

//! JSON text as a [`Value`] without a schema.

use super::lexer::Lexer;
use super::number::Number;
use crate::error::{Code, Error, Result};
use crate::value::{Text, Value};
use crate::wire::TextRef;
use alloc::boxed::Box;
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
    /// One value without a schema. Integers of 64 bits stay integers; other numbers are doubles.
    pub(crate) fn tree(&mut self, policy: MapPolicy) -> Result<Value<'de>> {
        let mut stack = Vec::new();
        self.push_tree(&mut stack, policy)?;
        Ok(stack.pop().unwrap_or_default())
    }

    /// Pushes one value. The values of open lists and maps wait on the one stack, so that each list is
    /// allocated once with its exact length. Recursion is bounded by the depth limit.
    fn push_tree(&mut self, stack: &mut Vec<Value<'de>>, policy: MapPolicy) -> Result<()> {
        let value = match self.peek() {
            b'"' => Value::Text(self.owned_string()?),
            b'{' => {
                self.open(b'{', Code::Json, "expected a value")?;
                let base = stack.len();
                let mut first = true;
                while self.entry(first)? {
                    first = false;
                    let key = self.owned_string()?;
                    self.colon()?;
                    stack.push(Value::Text(key));
                    self.push_tree(stack, policy)?;
                }
                Value::Map(entries(stack, base, policy, self.pos)?)
            }
            b'[' => {
                self.open(b'[', Code::Json, "expected a value")?;
                let base = stack.len();
                let mut first = true;
                while self.item(first)? {
                    first = false;
                    self.push_tree(stack, policy)?;
                }
                Value::List(stack.split_off(base).into_boxed_slice())
            }
            b't' | b'f' => Value::Bool(self.bool()?),
            b'n' => {
                self.null()?;
                Value::Null
            }
            _ => match self.number("expected a value")? {
                Number::Int(value) => Value::Int(value),
                Number::Uint(value) => Value::Uint(value),
                Number::Float(value) => Value::Float(value),
            },
        };
        stack.push(value);
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

/// Takes the keys and values above `base` from the stack as the entries of a map.
pub(crate) fn entries<'de>(
    stack: &mut Vec<Value<'de>>,
    base: usize,
    policy: MapPolicy,
    end: usize,
) -> Result<Box<[(Value<'de>, Value<'de>)]>> {
    let mut entries = Vec::with_capacity((stack.len() - base) / 2);
    let mut values = stack.drain(base..);
    while let (Some(key), Some(value)) = (values.next(), values.next()) {
        entries.push((key, value));
    }
    drop(values);
    if let Some(policy) = policy
        && has_duplicates(&entries)
    {
        deduplicate(&mut entries, policy).map_err(|error| error.at(end))?;
    }
    Ok(entries.into_boxed_slice())
}

fn key<'v>(entry: &'v (Value<'_>, Value<'_>)) -> &'v str {
    entry.0.as_str().unwrap_or("")
}

fn has_duplicates(entries: &[(Value<'_>, Value<'_>)]) -> bool {
    if entries.len() <= 12 {
        return entries
            .iter()
            .enumerate()
            .any(|(at, entry)| entries[..at].iter().any(|earlier| key(earlier) == key(entry)));
    }
    let mut keys: Vec<&str> = entries.iter().map(key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

#[cold]
#[inline(never)]
fn deduplicate(entries: &mut Vec<(Value<'_>, Value<'_>)>, policy: Duplicates) -> Result<()> {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&a, &b| key(&entries[a]).cmp(key(&entries[b])));
    let mut drop_at = alloc::vec![false; entries.len()];
    for at in 1..order.len() {
        let (earlier, later) = (order[at - 1], order[at]);
        if key(&entries[earlier]) != key(&entries[later]) {
            continue;
        }
        match policy {
            Duplicates::Error => {
                return Err(Error::new(Code::Duplicate, "the key occurs twice").in_field(key(&entries[later])));
            }
            Duplicates::First => {}
            // The first place keeps the newest value; the run of equal keys is in order.
            Duplicates::Last => {
                let newest = core::mem::take(&mut entries[later].1);
                entries[earlier].1 = newest;
            }
        }
        drop_at[later] = true;
        order[at] = earlier;
    }
    let mut at = 0;
    entries.retain(|_| {
        at += 1;
        !drop_at[at - 1]
    });
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

//! The fields of a JSONL record that are not written elsewhere.
//!
//! In: the record as it was read, and its known fields. Out: an object of all other fields, copied byte for byte, so
//! that numbers keep their digits and objects their order. `O(n)`.

use crate::encoding;
use crate::options::ReadOptions;
use serde::de::{Deserialize, IgnoredAny};
use serde_json::Value;

/// Returns the fields of a record ([`super::Raw::record`]), without fields that have a known name and its known value.
/// A field with a known name and another value is included, such as a list of authors where a single text is known.
/// `None` if no field is left.
pub fn other_fields(record: &[u8], options: &ReadOptions, known: &[(&str, &str)]) -> Option<String> {
    let line = encoding::decode_line(record.to_vec(), options.line_encoding()).ok()?;
    let mut others = vec![];
    for member in members(&line)? {
        if !member.is_known(known) {
            others.push(format!("{}:{}", member.name_text, member.value_text));
        }
    }
    if others.is_empty() { None } else { Some(format!("{{{}}}", others.join(","))) }
}

/// A field of an object, with its original text.
struct Member<'l> {
    name: String,
    name_text: &'l str,
    value_text: &'l str,
}

impl Member<'_> {
    fn is_known(&self, known: &[(&str, &str)]) -> bool {
        let mut known = known.iter().filter(|(name, _)| *name == self.name);
        known.any(|(_, text)| match serde_json::from_str(self.value_text) {
            Ok(Value::String(value)) => value == *text,
            // A whole number may be an id.
            Ok(Value::Number(_)) => self.value_text == *text,
            _ => false,
        })
    }
}

/// Returns the fields of a line that is an object.
fn members(line: &str) -> Option<Vec<Member<'_>>> {
    let line = line.strip_prefix('\u{FEFF}').unwrap_or(line);
    let mut rest = line.trim_start().strip_prefix('{')?;
    let mut members = vec![];
    loop {
        rest = rest.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest);
        if rest.trim_start().starts_with('}') {
            return Some(members);
        }
        let (name_text, name) = take(&mut rest)?;
        rest = rest.trim_start().strip_prefix(':')?;
        let (value_text, IgnoredAny) = take(&mut rest)?;
        members.push(Member { name, name_text, value_text });
    }
}

/// Takes a value from the front, and its original text.
fn take<'l, T: Deserialize<'l>>(rest: &mut &'l str) -> Option<(&'l str, T)> {
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<T>();
    let value = values.next()?.ok()?;
    let (text, behind) = rest.split_at_checked(values.byte_offset())?;
    *rest = behind;
    Some((text.trim(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KNOWN: [(&str, &str); 3] = [("id", "7"), ("text", "One \"two\"."), ("author", "A; B")];

    fn check(record: &str, expected: Option<&str>) {
        let others = other_fields(record.as_bytes(), &ReadOptions::default(), &KNOWN);
        assert_eq!(others.as_deref(), expected, "{record}");
    }

    #[test]
    fn other_fields_are_as_they_stood() {
        check(r#"{"id":7,"text":"One \"two\"."}"#, None);
        check("{}", None);
        check(
            "\u{FEFF} { \"id\" : \"7\" , \"x\":[1, {\"a\":1.10}] ,\"n\":12345678901234567890123,\"\\u0061\":null}\r\n",
            Some(r#"{"x":[1, {"a":1.10}],"n":12345678901234567890123,"\u0061":null}"#),
        );
    }

    #[test]
    fn a_known_name_with_another_value_is_kept() {
        check(r#"{"id":"8","author":["A","B"]}"#, Some(r#"{"id":"8","author":["A","B"]}"#));
        check(r#"{"text":"first","text":"One \"two\"."}"#, Some(r#"{"text":"first"}"#));
    }

    proptest! {
        /// Checks that no part of a record is lost, and that any line is read or refused.
        #[test]
        fn all_fields_come_back(names in prop::collection::vec(".{0,4}", 0..6), texts in prop::collection::vec(".{0,6}", 6), line in any::<String>()) {
            let record: serde_json::Map<String, Value> =
                names.iter().zip(&texts).map(|(name, text)| (name.clone(), Value::from(text.as_str()))).collect();
            let text = Value::Object(record.clone()).to_string();
            let others = other_fields(text.as_bytes(), &ReadOptions::default(), &[]);
            let others = others.map_or(Value::Object(serde_json::Map::new()), |others| serde_json::from_str(&others).unwrap());
            prop_assert_eq!(others, Value::Object(record));
            let _ = other_fields(line.as_bytes(), &ReadOptions::default(), &[]);
        }
    }
}

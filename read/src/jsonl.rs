//! Reads a line of JSONL as a document.
//!
//! Only the mapped fields are kept; the others are skipped without being built. If two fields have the same name, the
//! later one counts. A text or an id of the wrong type is an error. A date that cannot be read is left out. `O(n)`;
//! `serde_json` bounds the nesting to 128 levels.

use crate::encoding::beginning;
use crate::options::{FieldMap, is_inside};
use crate::refusal::Refusal;
use ibid::date;
use ibid::{Document, Layout, Metadata};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::cell::Cell;
use std::fmt;

/// The most names of present fields that an error lists.
const LISTED_NAMES: usize = 8;

/// Returns the document of a record. Its id is empty if the record has none.
pub(super) fn read(line: &str, fields: &FieldMap) -> Result<Document, Refusal> {
    let line = line.strip_prefix('\u{FEFF}').unwrap_or(line).trim_end();
    let mut values = Values::of_line(line, fields)?;
    let text = match values.take(TEXT, &fields.text) {
        Some(Value::String(text)) => text,
        Some(other) => return Err(wrong_type(TEXT, &fields.text, "a text", &other)),
        None => return Err(missing_text(line, fields)),
    };
    let id = match values.take(ID, &fields.id) {
        None => String::new(),
        Some(Value::String(id)) => id,
        Some(Value::Number(id)) if !id.is_f64() => id.to_string(),
        Some(other) => return Err(wrong_type(ID, &fields.id, "a text or a whole number", &other)),
    };
    let meta = Metadata {
        title: values.words(TITLE, &fields.title)?,
        author: values.words(AUTHOR, &fields.author)?,
        url: values.words(URL, &fields.url)?,
        category: values.words(CATEGORY, &fields.category)?,
        date: values.take(DATE, &fields.date).and_then(date_of),
        ..Metadata::default()
    };
    Ok(Document { id, text, layout: Layout::Wrapped, meta, ..Document::default() })
}

/// Returns whether the first nonblank line is an object with the text field.
pub(super) fn looks_like(head: &str, fields: &FieldMap) -> bool {
    let head = beginning(head);
    if !head.starts_with('{') {
        return false;
    }
    match head.split_once('\n') {
        Some((line, _)) => read(line, fields).is_ok(),
        // A line longer than the head cannot be parsed whole, so its beginning must do.
        None if head.len() > 32 * 1024 => {
            serde_json::from_str::<IgnoredAny>(head).is_err_and(|error| error.is_eof())
        }
        None => read(head, fields).is_ok(),
    }
}

const ID: usize = 0;
const TITLE: usize = 1;
const TEXT: usize = 2;
const AUTHOR: usize = 3;
const DATE: usize = 4;
const URL: usize = 5;
const CATEGORY: usize = 6;
const SLOTS: usize = 7;

/// The setting that names the field of each slot.
const SETTINGS: [&str; SLOTS] = [
    "fields.id",
    "fields.title",
    "fields.text",
    "fields.author",
    "fields.date",
    "fields.url",
    "fields.category",
];

/// The values of the mapped fields: by the whole name, or the object at the beginning of a dotted name.
#[derive(Default)]
struct Values {
    whole: [Option<Value>; SLOTS],
    outer: [Option<Value>; SLOTS],
}

impl Values {
    fn of_line(line: &str, fields: &FieldMap) -> Result<Values, Refusal> {
        let inside = Cell::new(None);
        match (Wanted { names: fields.names(), inside: &inside }).read(line) {
            Ok(values) => Ok(values),
            Err(error) => {
                let field = inside.get().map(|slot| fields.names()[slot]);
                Err(not_json(line, &error, field).into())
            }
        }
    }

    /// Returns the value of a field as one text.
    fn words(&mut self, slot: usize, name: &str) -> Result<Option<String>, Refusal> {
        let Some(value) = self.take(slot, name) else { return Ok(None) };
        words_of(&value).map_err(|()| wrong_type(slot, name, "a text or a list of texts", &value))
    }

    /// Returns the value of a field. `None` if it is null.
    fn take(&mut self, slot: usize, name: &str) -> Option<Value> {
        let value = match self.whole.get_mut(slot)?.take() {
            Some(whole) => whole,
            None => {
                let mut value = self.outer.get_mut(slot)?.take()?;
                for part in name.split('.').skip(1) {
                    value = value.get_mut(part)?.take();
                }
                value
            }
        };
        (!value.is_null()).then_some(value)
    }
}

/// A reader of an object that keeps the fields with one of the names. Remembers the field that is read, for errors.
struct Wanted<'f> {
    names: [&'f str; SLOTS],
    inside: &'f Cell<Option<usize>>,
}

impl Wanted<'_> {
    fn read(self, line: &str) -> serde_json::Result<Values> {
        let mut deserializer = serde_json::Deserializer::from_str(line);
        let values = self.deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(values)
    }
}

/// The slots that a field of some name fills.
#[derive(Clone, Copy, Default)]
struct Match {
    whole: Option<usize>,
    outer: [bool; SLOTS],
}

impl<'de> DeserializeSeed<'de> for Wanted<'_> {
    type Value = Values;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Values, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Wanted<'_> {
    type Value = Values;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
        let mut values = Values::default();
        while let Some(found) = map.next_key_seed(Key(&self.names))? {
            let first = found.whole.or(found.outer.iter().position(|&outer| outer));
            self.inside.set(first);
            if first.is_none() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let value: Value = map.next_value()?;
            for (outer, is_outer) in values.outer.iter_mut().zip(found.outer) {
                if is_outer {
                    *outer = Some(value.clone());
                }
            }
            if let Some(slot) = found.whole {
                values.whole[slot] = Some(value);
            }
        }
        self.inside.set(None);
        // Two slots may be mapped to the same field.
        for slot in 0..SLOTS {
            if let Some(first) = self.names.iter().position(|name| *name == self.names[slot])
                && first != slot
            {
                values.whole[slot] = values.whole[first].clone();
            }
        }
        Ok(values)
    }
}

struct Key<'f>(&'f [&'f str; SLOTS]);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Match;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Match, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Match;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<Match, E> {
        let mut found = Match::default();
        for (slot, name) in self.0.iter().enumerate() {
            if *name == key {
                found.whole = found.whole.or(Some(slot));
            } else {
                found.outer[slot] = is_inside(name, key);
            }
        }
        Ok(found)
    }
}

/// Returns a text, a number, the name of an object, or a list of these, as one text.
fn words_of(value: &Value) -> Result<Option<String>, ()> {
    match value {
        Value::String(text) => {
            let text = text.trim();
            Ok((!text.is_empty()).then_some(text.to_owned()))
        }
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Object(object) => match object.get("name") {
            Some(name @ Value::String(_)) => words_of(name),
            _ => Err(()),
        },
        Value::Array(list) => {
            let mut words = vec![];
            for value in list {
                words.extend(words_of(value)?);
            }
            Ok((!words.is_empty()).then_some(words.join("; ")))
        }
        Value::Null => Ok(None),
        Value::Bool(_) => Err(()),
    }
}

fn date_of(value: Value) -> Option<String> {
    match value {
        Value::String(text) => date::parse_date(&text),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => date::of_number(whole),
            None => date::of_number(number.as_f64()? as i64),
        },
        _ => None,
    }
}

fn wrong_type(slot: usize, name: &str, expected: &str, value: &Value) -> Refusal {
    let is = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(is) => is.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    let why =
        format!("the field \"{name}\" must be {expected}, is {is}; mend the record, or name another field");
    Refusal::with(why, SETTINGS[slot])
}

/// Returns the refusal of records in a row that have the field of the text, and nothing in it.
#[cfg(feature = "parquet")]
pub(super) fn no_text(records: u64, fields: &FieldMap) -> Refusal {
    if records == 1 {
        return wrong_type(TEXT, &fields.text, "a text", &Value::Null);
    }
    let why = format!(
        "no text in the field \"{}\" of {records} records from here on; mend them, or name another field",
        fields.text
    );
    Refusal::with(why, SETTINGS[TEXT])
}

fn missing_text(line: &str, fields: &FieldMap) -> Refusal {
    let names: Vec<String> = match serde_json::from_str(line) {
        Ok(Value::Object(object)) if object.contains_key(&fields.text) => {
            return wrong_type(TEXT, &fields.text, "a text", &Value::Null);
        }
        Ok(Value::Object(object)) => {
            object.keys().take(LISTED_NAMES).map(|name| format!("\"{name}\"")).collect()
        }
        _ => Vec::new(),
    };
    let there = if names.is_empty() { "no field at all".to_owned() } else { names.join(", ") };
    let why = format!("no field \"{}\"; there is {there}: name the one that holds the text", fields.text);
    Refusal::with(why, SETTINGS[TEXT])
}

fn not_json(line: &str, error: &serde_json::Error, field: Option<&str>) -> String {
    let column = error.column();
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    if said.starts_with("invalid type") {
        // The whole value is of another kind.
        let is = match line.trim_start().chars().next() {
            Some('[') => "a list",
            Some('"') => "a text",
            _ => "not one",
        };
        return format!(
            "a record must be an object in braces, this is {is}; mend the record or leave it out"
        );
    }
    let field = field.map_or(String::new(), |name| format!(" in the field \"{name}\""));
    format!("{}{field}, at column {column}; mend the record or leave it out", in_words(said))
}

/// Returns the parser's message in plain words.
fn in_words(said: &str) -> &str {
    match said {
        "EOF while parsing a string"
        | "EOF while parsing an object"
        | "EOF while parsing a list"
        | "EOF while parsing a value" => "the line ends too early",
        "expected `:`" => "a colon is missing after a name",
        "expected `,` or `]`" => "a comma or the end of a list is missing",
        "expected `,` or `}`" => "a comma or the end of an object is missing",
        "expected value" | "expected ident" => "this is not JSON",
        "key must be a string" => "a name must stand in quotation marks",
        "invalid escape" => "a backslash must be written as two",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "a control character must be escaped"
        }
        "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
            "lone surrogate in a \\u escape"
        }
        "invalid unicode code point" => "a \\u escape that is no character",
        "recursion limit exceeded" => "nested too deep",
        "trailing characters" => "something follows the record",
        "trailing comma" => "a comma too many",
        said => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &str) -> Result<String, String> {
        let read = read(line, &FieldMap::default());
        read.map(|document| document.text).map_err(|why| why.to_string())
    }

    fn fails(line: &str, expected: &str) {
        assert_eq!(text(line), Err(expected.to_owned()), "{line}");
    }

    #[test]
    fn reads_every_field() {
        let line = r#"{"id": "a1", "title": "On 抄袭", "text": "One.\n二。\ud834\udd1e", "author": ["A", {"name": "B"}],
            "date": "21 Nov 2026", "url": "http://x", "category": "news", "other": {"text": "no"}}"#;
        let document = read(line, &FieldMap::default()).unwrap();
        assert_eq!((document.id.as_str(), document.text.as_str()), ("a1", "One.\n二。𝄞"));
        let of = |text: &str| Some(text.to_owned());
        let meta = Metadata {
            title: of("On 抄袭"),
            author: of("A; B"),
            date: of("2026-11-21"),
            url: of("http://x"),
            category: of("news"),
            ..Metadata::default()
        };
        assert_eq!(document.meta, meta);
    }

    #[test]
    fn only_the_text_must_be_there() {
        let document =
            read(r#"{"text": "", "title": null, "date": "soon", "id": null}"#, &FieldMap::default()).unwrap();
        assert_eq!(document, Document::default());
        assert_eq!(read(r#"{"text": "a", "id": 12}"#, &FieldMap::default()).unwrap().id, "12");
        assert_eq!(text("\u{FEFF}{\"text\": \"a\", \"text\": \"b\"}\r\n"), Ok("b".into()));
    }

    #[test]
    fn fields_are_mapped() {
        let fields = FieldMap {
            text: "page.body".into(),
            title: "page.meta.name".into(),
            author: "by".into(),
            id: "title".into(),
            url: "title".into(),
            category: "a.b".into(),
            ..FieldMap::default()
        };
        let line =
            r#"{"page": {"body": "文", "meta": {"name": "n"}}, "by": "x", "title": "t", "a": {"b": "c"}}"#;
        let document = read(line, &fields).unwrap();
        let Metadata { title, author, url, category, .. } = document.meta;
        let found = [Some(document.id), Some(document.text), title, author, url, category];
        assert_eq!(found.map(Option::unwrap), ["t", "文", "n", "x", "t", "c"]);
        assert_eq!(
            read(r#"{"page.body": "whole", "page": {"body": "part"}}"#, &fields).unwrap().text,
            "whole"
        );
    }

    #[test]
    fn errors_name_the_field_and_what_to_do() {
        let mend = "mend the record or leave it out";
        fails(
            r#"{"text": "a\ud800b"}"#,
            &format!("lone surrogate in a \\u escape in the field \"text\", at column 18; {mend}"),
        );
        fails(
            r#"{"text": "a\udc00"}"#,
            &format!("lone surrogate in a \\u escape in the field \"text\", at column 17; {mend}"),
        );
        fails(
            r#"{"text": "abc"#,
            &format!("the line ends too early in the field \"text\", at column 13; {mend}"),
        );
        fails("no", &format!("this is not JSON, at column 2; {mend}"));
        fails("text", &format!("this is not JSON, at column 2; {mend}"));
        fails("[1]", &format!("a record must be an object in braces, this is a list; {mend}"));
        fails("\"a\"", &format!("a record must be an object in braces, this is a text; {mend}"));
        fails("17", &format!("a record must be an object in braces, this is not one; {mend}"));
        fails(r#"{"text": "a"} {"#, &format!("something follows the record, at column 15; {mend}"));
        fails(r#"{"text": "a",}"#, &format!("a comma too many in the field \"text\", at column 14; {mend}"));
        fails(
            r#"{"text": "a" "id"}"#,
            &format!(
                "a comma or the end of an object is missing in the field \"text\", at column 14; {mend}"
            ),
        );
        fails(
            r#"{"text" "a"}"#,
            &format!("a colon is missing after a name in the field \"text\", at column 9; {mend}"),
        );
        fails(r#"{text: "a"}"#, &format!("a name must stand in quotation marks, at column 2; {mend}"));
        fails(r#"{'text': "a"}"#, &format!("a name must stand in quotation marks, at column 2; {mend}"));
        fails(
            r#"{"text": "C:\x"}"#,
            &format!("a backslash must be written as two in the field \"text\", at column 14; {mend}"),
        );
        fails(
            "{\"text\": \"a\tb\"}",
            &format!("a control character must be escaped in the field \"text\", at column 12; {mend}"),
        );
        fails(
            r#"{"body": "a", "n": 1}"#,
            "no field \"text\"; there is \"body\", \"n\": name the one that holds the text with fields.text",
        );
        fails(
            "{}",
            "no field \"text\"; there is no field at all: name the one that holds the text with fields.text",
        );
        let text_flag = "mend the record, or name another field with fields.text";
        fails(r#"{"text": null}"#, &format!("the field \"text\" must be a text, is null; {text_flag}"));
        fails(
            "{\"text\": \"a\n",
            &format!("the line ends too early in the field \"text\", at column 11; {mend}"),
        );
        fails(r#"{"text": 5}"#, &format!("the field \"text\" must be a text, is 5; {text_flag}"));
        fails(r#"{"text": ["a"]}"#, &format!("the field \"text\" must be a text, is a list; {text_flag}"));
        fails(
            r#"{"text": "a", "id": 1.5}"#,
            "the field \"id\" must be a text or a whole number, is 1.5; mend the record, or name another field with fields.id",
        );
        fails(
            r#"{"text": "a", "title": {}}"#,
            "the field \"title\" must be a text or a list of texts, is an object; mend the record, or name another field with fields.title",
        );
        assert!(text(&"[".repeat(100_000)).unwrap_err().starts_with("a record must be an object"));
        assert!(
            text(&format!("{{\"text\":{}", "[".repeat(100_000))).unwrap_err().starts_with("nested too deep")
        );
        assert!(text(&"[".repeat(100_000)).is_err());
        assert!(text(&format!("{{\"text\":\"a\",\"x\":{}", "[".repeat(100_000))).is_err());
    }

    #[test]
    fn knows_records_by_their_first_line() {
        let check = |head: &str| looks_like(head, &FieldMap::default());
        assert!(check("\u{FEFF}\n {\"text\": \"a\"}\n{"));
        assert!(check(&format!("{{\"text\": \"{}", "a".repeat(64 * 1024))));
        assert!(!check("{\"body\": \"a\"}\n"));
        assert!(!check("{text}\n"));
        assert!(!check("[{\"text\": \"a\"}]"));
        assert!(!check(""));
    }
}

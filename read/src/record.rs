//! Writes a document as a line of JSONL that `jsonl.rs` reads.
//!
//! In: a document. Out: an object with the mapped fields, under the mapped names. With the same options the document is
//! read back unchanged. `O(n)`.

use crate::options::{FieldMap, ReadOptions, is_inside};
use ibid::Document;
use std::fmt::Write;

/// Returns a document as a line of JSONL, without a line break. Only fields with a known value are written. `a.b` is
/// the field `b` of an object `a`, unless `a` is mapped too: then it is a field with the name `a.b`. If two fields have
/// the same name, the text wins, then the first of id, title, author, date, URL and category.
///
/// Reading the line with the same options gives the same id, text and metadata, except for white space around the
/// metadata, the source, and the count of hidden characters. If the options name another encoding than UTF-8, the line
/// is ASCII, which is the same in that encoding, unless it is UTF-16.
pub fn write_record(document: &Document, options: &ReadOptions) -> String {
    let names = &options.fields;
    let mut object = Object::default();
    for (name, value) in known(document, names) {
        let parts: Vec<&str> = if is_nested(name, names) { name.split('.').collect() } else { vec![name] };
        object.insert(&parts, value);
    }
    let mut line = String::with_capacity(document.text.len() + 64);
    object.write(&mut line);
    match options.encoding {
        Some(encoding) if encoding.name() != "UTF-8" => ascii(&line),
        _ => line,
    }
}

/// Returns the names and values of the known fields, each name once.
fn known<'d>(document: &'d Document, names: &'d FieldMap) -> Vec<(&'d str, &'d str)> {
    let meta = &document.meta;
    let metadata = [
        (&names.title, &meta.title),
        (&names.author, &meta.author),
        (&names.date, &meta.date),
        (&names.url, &meta.url),
        (&names.category, &meta.category),
    ];
    let mut known: Vec<(&str, &str)> = vec![];
    if names.id != names.text {
        known.push((&names.id, &document.id));
    }
    known.push((&names.text, &document.text));
    for (name, value) in metadata {
        if let Some(value) = value
            && known.iter().all(|(other, _)| other != name)
        {
            known.push((name, value));
        }
    }
    known
}

/// Returns whether a name is that of a field inside objects. It is not if another name is in its way.
fn is_nested(name: &str, names: &FieldMap) -> bool {
    let is_in_way = |other: &str| is_inside(name, other) || is_inside(other, name);
    name.contains('.') && !names.names().into_iter().any(is_in_way)
}

/// The fields of an object, in the order of insertion.
#[derive(Default)]
struct Object<'d>(Vec<(&'d str, Value<'d>)>);

enum Value<'d> {
    Text(&'d str),
    Object(Object<'d>),
}

impl<'d> Object<'d> {
    fn insert(&mut self, parts: &[&'d str], text: &'d str) {
        let [name, inner @ ..] = parts else { return };
        if inner.is_empty() {
            return self.0.push((name, Value::Text(text)));
        }
        if !self.0.iter().any(|(other, value)| other == name && matches!(value, Value::Object(_))) {
            self.0.push((name, Value::Object(Object::default())));
        }
        for (other, value) in &mut self.0 {
            if let Value::Object(object) = value
                && other == name
            {
                return object.insert(inner, text);
            }
        }
    }

    fn write(&self, line: &mut String) {
        for (number, (name, value)) in self.0.iter().enumerate() {
            line.push(if number == 0 { '{' } else { ',' });
            write_text(name, line);
            line.push(':');
            match value {
                Value::Text(text) => write_text(text, line),
                Value::Object(object) => object.write(line),
            }
        }
        line.push('}');
    }
}

fn write_text(text: &str, line: &mut String) {
    // A text can always be written as JSON.
    line.push_str(&serde_json::to_string(text).unwrap_or_default());
}

/// Returns JSON in ASCII. Other characters occur only inside texts, and are escaped there.
fn ascii(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len() * 2);
    for c in line.chars() {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_bytes;
    use ibid::Metadata;
    use proptest::prelude::*;
    use std::ops::ControlFlow;
    use std::path::Path;

    fn read(line: &str, options: &ReadOptions) -> Document {
        let mut documents = vec![];
        let _ = read_bytes(Path::new("out.jsonl"), line.as_bytes(), options, &mut |document| {
            documents.push(document.unwrap());
            ControlFlow::Continue(())
        });
        assert_eq!(documents.len(), 1, "{line}");
        documents.remove(0)
    }

    fn check(document: &Document, options: &ReadOptions) {
        let line = write_record(document, options);
        let again = read(&line, options);
        let meta = Metadata { source: again.meta.source.clone(), ..document.meta.clone() };
        assert_eq!((&again.id, &again.text, &again.meta), (&document.id, &document.text, &meta), "{line}");
    }

    fn document() -> Document {
        let of = |text: &str| Some(text.to_owned());
        Document {
            id: "a/x.md".into(),
            text: "One \"two\".\n\n二。\u{2028}𝄞\u{0}".into(),
            meta: Metadata {
                title: of("On 抄袭"),
                date: of("2026-11-21"),
                category: of("c"),
                ..Metadata::default()
            },
            ..Document::default()
        }
    }

    #[test]
    fn fields_have_the_names_that_are_mapped() {
        let mut options = ReadOptions::default();
        let line = write_record(&Document { text: "t".into(), ..document() }, &options);
        let expected = r#"{"id":"a/x.md","text":"t","title":"On 抄袭","date":"2026-11-21","category":"c"}"#;
        assert_eq!(line, expected);
        options.fields.text = "page.body".into();
        options.fields.title = "page.name".into();
        options.fields.category = "id.b".into();
        let line = write_record(&Document { text: "t".into(), ..document() }, &options);
        let expected =
            r#"{"id":"a/x.md","page":{"body":"t","name":"On 抄袭"},"date":"2026-11-21","id.b":"c"}"#;
        assert_eq!(line, expected);
        check(&document(), &options);
        options.encoding = Some("gb18030".parse().unwrap());
        check(&document(), &options);
        assert!(write_record(&document(), &options).is_ascii());
    }

    #[test]
    fn the_text_wins_where_names_are_equal() {
        let mut options = ReadOptions::default();
        options.fields.id = "text".into();
        options.fields.title = "text".into();
        assert_eq!(read(&write_record(&document(), &options), &options).text, document().text);
    }

    const NAMES: [&str; 10] = ["id", "text", "a", "a.b", "a.b.c", "a.c", "b", "b.", ".a", "标题.x"];

    proptest! {
        /// Checks that a written record is read back.
        #[test]
        fn a_record_is_read_again(
            names in prop::sample::subsequence(NAMES.to_vec(), 7).prop_shuffle(),
            id in ".{1,8}",
            text in any::<String>(),
            words in prop::collection::vec(prop::option::of("[a-z\"\\\\一二]{1,5}"), 4),
            encoding in prop::sample::select(vec![None, Some("utf-8"), Some("gb18030"), Some("big5")]),
        ) {
            let name = |at: usize| names[at].to_owned();
            let fields = FieldMap {
                id: name(0), title: name(1), text: name(2), author: name(3), date: name(4), url: name(5), category: name(6),
            };
            let encoding = encoding.map(|name| name.parse().unwrap());
            let [title, author, url, category] = words.try_into().unwrap();
            let meta = Metadata {
                title, author, url, category, date: Some("2026-11-21T08:00:00Z".into()), ..Metadata::default()
            };
            let document = Document { id, text, meta, ..Document::default() };
            check(&document, &ReadOptions { fields, encoding, ..ReadOptions::default() });
        }
    }
}

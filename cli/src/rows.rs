//! Parquet rows as JSON lines, with all their columns.
//!
//! Null columns are left out. Dates and times are texts in ISO 8601. Bytes are texts, in hexadecimal if they are not
//! UTF-8. Decimal numbers are texts with all their digits. Rows are read in order, with the pages of one row group in
//! memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use anyhow::{Context, bail};
use ibid::Document;
use jiff::Timestamp;
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};

use crate::table;

/// The rows of one table, in order.
pub(crate) struct TableRows {
    rows: RowIter<'static>,
    /// The number of rows read.
    read: u64,
}

impl TableRows {
    /// Opens a table.
    pub(crate) fn open(path: &Path) -> anyhow::Result<TableRows> {
        let reader = table::open(path).with_context(|| format!("cannot read {path:?}"))?;
        Ok(TableRows { rows: RowIter::from_file_into(Box::new(reader)), read: 0 })
    }

    /// Returns the row of this number, counted from 1. Numbers must increase from call to call.
    fn row(&mut self, number: u64) -> anyhow::Result<Row> {
        let between = number.checked_sub(self.read + 1).context("rows are asked for in their order")?;
        self.read = number;
        // The library panics over types that it does not know.
        let row = catch_unwind(AssertUnwindSafe(|| self.rows.nth(between as usize)));
        let Ok(row) = row else { bail!("a column has a type that has no form in JSON") };
        Ok(row.context("the table has fewer rows than it had")??)
    }

    /// Returns the row as a line without a line break. The id is put first if no column named `id_name` has one.
    pub(crate) fn line(&mut self, number: u64, document: &Document, id_name: &str) -> anyhow::Result<String> {
        let row = self.row(number)?;
        let mut line = String::from("{");
        let mut columns: Vec<(&String, &Field)> = row.get_column_iter().collect();
        columns.retain(|(_, field)| !matches!(field, Field::Null));
        if !id_name.contains('.') && columns.iter().all(|(name, _)| *name != id_name) {
            put_text(id_name, &mut line);
            line.push(':');
            put_text(&document.id, &mut line);
        }
        put_members(columns, &mut line);
        line.push('}');
        Ok(line)
    }
}

/// Returns whether all columns of a table have a form in JSON, judged by its first row. A table that cannot be read
/// counts as one that has; its error is reported elsewhere.
pub(crate) fn have_form_in_json(path: &Path) -> bool {
    let Ok(mut table) = TableRows::open(path) else { return true };
    catch_unwind(AssertUnwindSafe(|| drop(table.rows.next()))).is_ok()
}

fn put_members<'r>(members: impl IntoIterator<Item = (&'r String, &'r Field)>, line: &mut String) {
    for (name, field) in members {
        if !line.ends_with('{') {
            line.push(',');
        }
        put_text(name, line);
        line.push(':');
        put(field, line);
    }
}

fn put(field: &Field, line: &mut String) {
    match field {
        Field::Null => line.push_str("null"),
        Field::Bool(_)
        | Field::Byte(_)
        | Field::Short(_)
        | Field::Int(_)
        | Field::Long(_)
        | Field::UByte(_)
        | Field::UShort(_)
        | Field::UInt(_)
        | Field::ULong(_) => line.push_str(&field.to_string()),
        Field::Float(number) => put_value(number, line),
        Field::Double(number) => put_value(number, line),
        Field::Str(text) => put_text(text, line),
        Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
            Ok(text) => put_text(text, line),
            Err(_) => put_text(&hexadecimal(bytes.data()), line),
        },
        Field::TimestampMillis(number) => put_time(Timestamp::from_millisecond(*number), field, line),
        Field::TimestampMicros(number) => put_time(Timestamp::from_microsecond(*number), field, line),
        Field::Group(row) => {
            line.push('{');
            put_members(row.get_column_iter(), line);
            line.push('}');
        }
        Field::ListInternal(list) => put_list(list.elements(), line),
        Field::MapInternal(map) => put_map(map.entries(), line),
        Field::Date(_)
        | Field::TimeMillis(_)
        | Field::TimeMicros(_)
        | Field::Decimal(_)
        | Field::Float16(_) => put_text(&field.to_string(), line),
    }
}

/// Appends a time, as the library writes its field if it is beyond all calendars.
fn put_time(time: Result<Timestamp, jiff::Error>, field: &Field, line: &mut String) {
    match time {
        Ok(time) => put_text(&time.to_string(), line),
        Err(_) => put_text(&field.to_string(), line),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn put_list<'r>(fields: impl IntoIterator<Item = &'r Field>, line: &mut String) {
    line.push('[');
    for field in fields {
        if !line.ends_with('[') {
            line.push(',');
        }
        put(field, line);
    }
    line.push(']');
}

/// Appends an object if all keys are texts, else a list of pairs.
fn put_map(entries: &[(Field, Field)], line: &mut String) {
    let mut members = vec![];
    for (key, value) in entries {
        if let Field::Str(name) = key {
            members.push((name, value));
        }
    }
    if members.len() == entries.len() {
        line.push('{');
        put_members(members, line);
        line.push('}');
        return;
    }
    line.push('[');
    for (key, value) in entries {
        if !line.ends_with('[') {
            line.push(',');
        }
        put_list([key, value], line);
    }
    line.push(']');
}

fn put_text(text: &str, line: &mut String) {
    put_value(text, line);
}

fn put_value<V: serde::Serialize + ?Sized>(value: &V, line: &mut String) {
    // Texts and numbers always have a form in JSON; a NaN becomes null.
    line.push_str(&serde_json::to_string(value).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::data_type::{ByteArrayType, DataType, Int32Type};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    #[test]
    fn rows_have_all_their_columns() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/parquet");
        let document = Document { id: "made".into(), ..Document::default() };
        let mut rows = TableRows::open(&folder.join("notes.parquet")).unwrap();
        let first = rows.line(1, &document, "id").unwrap();
        let expected = r#"{"id":"a","text":"The ferry was late again, and nobody on the quay asked why.","meta":{"author":["Ida Quill","A. Reed"],"section":"s0"},"day":"2024-03-01","seen":"2024-03-01T00:00:00Z","score":0.5}"#;
        assert_eq!(first, expected);
        let fourth = rows.line(4, &document, "name").unwrap();
        assert!(
            fourth.starts_with(r#"{"name":"made","id":"d","meta":"#) && !fourth.contains("text"),
            "{fourth}"
        );
        assert!(rows.line(4, &document, "id").is_err(), "rows come in order");
        assert!(rows.line(9, &document, "id").unwrap_err().to_string().contains("fewer rows"));
        let mut rows = TableRows::open(&folder.join("bytes.parquet")).unwrap();
        let first = rows.line(1, &document, "id").unwrap();
        assert!(first.starts_with(r#"{"id":7,"text":"The ferry was late"#), "{first}");
        assert!(have_form_in_json(&folder.join("notes.parquet")));
    }

    #[test]
    fn every_kind_of_value_has_a_form() {
        let put = |field: Field| {
            let mut line = String::new();
            super::put(&field, &mut line);
            line
        };
        for (field, expected) in [
            (Field::ULong(u64::MAX), "18446744073709551615"),
            (Field::Float(0.1), "0.1"),
            (Field::Double(f64::NAN), "null"),
            (Field::Bytes(vec![0xFF, 1].into()), "\"ff01\""),
            (Field::Date(19_783), "\"2024-03-01\""),
            (Field::TimestampMillis(1_709_265_600_000), "\"2024-03-01T04:00:00Z\""),
            (Field::Str("\u{1}一".to_owned()), "\"\\u0001一\""),
        ] {
            assert_eq!(put(field), expected);
        }
    }

    /// Returns a table of one row, whose map has one key of this type.
    fn map_of<T: DataType>(key_type: &str, key: T::T) -> String {
        let schema = format!(
            "message t {{ required group m (MAP) {{ repeated group key_value {{ required {key_type}; optional int32 value; }} }} }}"
        );
        let schema = Arc::new(parse_message_type(&schema).unwrap());
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut writer = SerializedFileWriter::new(file.reopen().unwrap(), schema, Arc::default()).unwrap();
        let mut group = writer.next_row_group().unwrap();
        let mut keys = group.next_column().unwrap().unwrap();
        keys.typed::<T>().write_batch(&[key], Some(&[1]), Some(&[0])).unwrap();
        keys.close().unwrap();
        let mut values = group.next_column().unwrap().unwrap();
        values.typed::<Int32Type>().write_batch(&[5], Some(&[2]), Some(&[0])).unwrap();
        values.close().unwrap();
        group.close().unwrap();
        writer.close().unwrap();
        TableRows::open(file.path()).unwrap().line(1, &Document::default(), "m").unwrap()
    }

    #[test]
    fn maps_are_objects_where_their_keys_are_texts() {
        assert_eq!(map_of::<ByteArrayType>("binary key (UTF8)", "a".into()), "{\"m\":{\"a\":5}}");
        assert_eq!(map_of::<Int32Type>("int32 key", 7), "{\"m\":[[7,5]]}");
    }
}

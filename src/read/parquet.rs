//! The rows of a Parquet file, each as a JSON record, which becomes a document as a line of JSONL does.
//!
//! Only the mapped columns are read. A column is mapped by its name, a field of a structure by the names on the
//! path to it with dots between, a list by the name of the list. Bytes are text where they are UTF-8. Dates and
//! times are written in ISO 8601. Memory is that of one row and of a page of each mapped column: the texts of
//! [`ROWS`] rows share their page, since one large text may stand there once for all rows.

use super::Format;
use super::compressed;
use super::ids::at_line;
use super::input::Input;
use super::limits::{limit_bytes, too_large};
use super::options::{FieldMap, ReadOptions};
use super::raw::Raw;
use crate::error::{Error, Refusal, Result, system_reason};
use jiff::Timestamp;
use jiff::civil::date;
use parquet::basic::{ConvertedType, LogicalType, TimeUnit};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};
use serde_json::{Map, Value};
use std::fs::File;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The number of rows held at a time.
const ROWS: usize = 64;
/// How many of the columns that are there an error lists.
const LISTED_NAMES: usize = 8;
/// What lies between a list and its elements, as different writers name it.
const LIST_PARTS: [&str; 6] = ["list", "element", "bag", "array", "array_element", "item"];
/// How deep in its structure and in its lists each value stands, as the format writes it.
type Levels = Vec<i16>;

/// Hands each row on, in order. A row that cannot be read is handed on as an error; data that is broken ends the file.
pub(super) fn fetch(
    input: &Arc<Input>,
    file: File,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Raw>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let opened = guarded(|| open(file)).and_then(|reader| {
        let columns = mapped(&reader, &options.fields)?;
        if has_bomb(&reader, &columns) { Err(compressed::bomb().into()) } else { Ok((columns, reader)) }
    });
    let (columns, reader) = match opened {
        Ok(opened) => opened,
        Err(why) => return sink(Err(Error::refused(&input.path, why))),
    };
    let mut number = 0;
    for group in 0..reader.num_row_groups() {
        let rows = guarded(|| Rows::of_group(&*reader.get_row_group(group)?, &columns));
        let mut rows = match rows {
            Ok(rows) => rows,
            Err(why) => return sink(Err(broken_off(input, number, why))),
        };
        while rows.left > 0 {
            let batch = match guarded(|| rows.next_batch()) {
                Ok(batch) => batch,
                Err(why) => return sink(Err(broken_off(input, number, why))),
            };
            for row in batch {
                number += 1;
                let fields = rows.fields(row, limit_bytes(options));
                let raw = fields.and_then(|row| raw_of(input, number, &row, options));
                sink(raw.map_err(|why| Error::refused(at_line(input, number), why)))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the error for a table that cannot be read behind this many rows.
fn broken_off(input: &Input, rows: u64, why: Refusal) -> Error {
    match Error::refused(at_line(input, rows + 1), why) {
        Error::Unreadable { path, why, setting: None } => Error::BrokenOff { path, why },
        other => other,
    }
}

/// Opens a table, all of whose parts lie within the file.
fn open(file: File) -> Result<SerializedFileReader<File>, ParquetError> {
    let length = file.metadata()?.len();
    let reader = SerializedFileReader::new(file)?;
    let is_inside = |column: &ColumnChunkMetaData| {
        let begins = [Some(column.data_page_offset()), column.dictionary_page_offset()];
        let end = |begin: i64| begin.checked_add(column.compressed_size()).filter(|_| begin >= 0);
        let is_inside = |begin: i64| end(begin).is_some_and(|end| end >= 0 && end as u64 <= length);
        // The dictionary comes first where there is one, and the size is that of both.
        let first = begins.into_iter().flatten().min().unwrap_or(0);
        column.compressed_size() >= 0 && column.data_page_offset() >= 0 && is_inside(first)
    };
    let mut columns = reader.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
    match columns.all(is_inside) {
        true => Ok(reader),
        false => Err(ParquetError::General("a column lies outside of the file".into())),
    }
}

/// Whether a column that is read unpacks beyond reason, by the sizes in the file.
fn has_bomb(reader: &dyn FileReader, columns: &[Mapped]) -> bool {
    let bytes = |size: i64| u64::try_from(size).unwrap_or(0);
    let is_bomb = |group: &RowGroupMetaData, column: usize| {
        let about = group.column(column);
        compressed::is_bomb(bytes(about.compressed_size()), bytes(about.uncompressed_size()))
    };
    let groups = reader.metadata().row_groups();
    columns.iter().any(|(column, _)| groups.iter().any(|group| is_bomb(group, *column)))
}

/// The result of a step. The library can panic on damaged files; that becomes an error like any other.
fn guarded<T>(step: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, Refusal> {
    match catch_unwind(AssertUnwindSafe(step)) {
        Ok(result) => result.map_err(|error| broken(&error).into()),
        Err(_) => Err(broken(&ParquetError::General("it contradicts itself".into())).into()),
    }
}

fn raw_of(
    input: &Arc<Input>,
    number: u64,
    row: &Map<String, Value>,
    options: &ReadOptions,
) -> Result<Raw, Refusal> {
    let bytes = serde_json::to_vec(row).map_err(|error| error.to_string())?;
    let limit = limit_bytes(options);
    if bytes.len() as u64 > limit {
        return Err(too_large("the row", limit));
    }
    Ok(Raw { input: Arc::clone(input), line: Some(number), format: Format::Parquet, bytes })
}

fn broken(error: &ParquetError) -> String {
    let what = match error {
        ParquetError::External(inner) => match inner.downcast_ref::<std::io::Error>() {
            Some(error) => return system_reason(error),
            None => inner.to_string(),
        },
        ParquetError::General(what) | ParquetError::EOF(what) | ParquetError::NYI(what) => what.clone(),
        other => other.to_string(),
    };
    format!("broken Parquet data: {what}; get the file again")
}

/// The number of a column, and the name that it is mapped to.
type Mapped = (usize, String);

/// The columns to be read.
fn mapped(reader: &dyn FileReader, fields: &FieldMap) -> Result<Vec<Mapped>, Refusal> {
    let schema = reader.metadata().file_metadata().schema_descr();
    let find = |name: &str| schema.columns().iter().position(|column| is_named(column, name));
    let text = find(&fields.text).ok_or_else(|| {
        let names = schema
            .columns()
            .iter()
            .take(LISTED_NAMES)
            .map(|column| format!("\"{}\"", column.path().string()));
        let there = names.collect::<Vec<_>>().join(", ");
        let there = if there.is_empty() { "no column at all".to_owned() } else { there };
        let why =
            format!("no column \"{}\"; there is {there}: name the one that holds the text", fields.text);
        Refusal::with(why, "fields.text")
    })?;
    let mut columns = vec![(text, fields.text.clone())];
    for name in [&fields.id, &fields.title, &fields.author, &fields.date, &fields.url, &fields.category] {
        let found = find(name).filter(|_| columns.iter().all(|(_, known)| known != name));
        columns.extend(found.map(|column| (column, name.clone())));
    }
    Ok(columns)
}

/// Whether a column has a name: with dots between the parts of its path, those of lists left out or not.
fn is_named(column: &ColumnDescriptor, name: &str) -> bool {
    let parts = column.path().parts();
    let is_list = column.max_rep_level() > 0;
    let outside_of_lists = |part: &&String| !is_list || !LIST_PARTS.contains(&part.as_str());
    let is = |parts: Vec<&str>| parts.join(".") == name;
    is(parts.iter().map(String::as_str).collect())
        || is(parts.iter().filter(outside_of_lists).map(String::as_str).collect())
}

/// The rows of a row group.
struct Rows {
    left: usize,
    columns: Vec<(String, ColumnDescPtr, ColumnReader)>,
}

/// The values of a row, in the order of the columns.
type Row = Vec<Cell>;

impl Rows {
    fn of_group(group: &dyn RowGroupReader, mapped: &[Mapped]) -> Result<Rows, ParquetError> {
        let open = |(column, name): &Mapped| {
            let description = group.metadata().column(*column).column_descr_ptr();
            Ok((name.clone(), description, group.get_column_reader(*column)?))
        };
        let columns = mapped.iter().map(open).collect::<Result<_, ParquetError>>()?;
        Ok(Rows { left: usize::try_from(group.metadata().num_rows()).unwrap_or(0), columns })
    }

    fn next_batch(&mut self) -> Result<Vec<Row>, ParquetError> {
        let count = self.left.min(ROWS);
        let mut rows = vec![Row::new(); count];
        for (_, description, reader) in &mut self.columns {
            for (row, cell) in rows.iter_mut().zip(read(reader, description, count)?) {
                row.push(cell);
            }
        }
        self.left -= count;
        Ok(rows)
    }

    /// The fields of a row.
    fn fields(&self, row: Row, limit: u64) -> Result<Map<String, Value>, Refusal> {
        // Before the texts are copied.
        if row.iter().map(Cell::size_bytes).sum::<u64>() > limit {
            return Err(too_large("the row", limit));
        }
        let names = self.columns.iter().map(|(name, ..)| name);
        let field = |(name, cell): (&String, Cell)| match cell.into_value() {
            Ok(value) => Ok((name.clone(), value)),
            Err(why) => Err(format!("the column \"{name}\" {why}").into()),
        };
        names.zip(row).map(field).collect()
    }
}

/// A value as the table has it.
#[derive(Clone)]
enum Cell {
    Value(Value),
    /// Shared with the page that it was read from.
    Bytes(ByteArray),
    List(Vec<Cell>),
}

impl Cell {
    /// The bytes that its texts take as values.
    fn size_bytes(&self) -> u64 {
        match self {
            Cell::Value(_) => 0,
            Cell::Bytes(bytes) => bytes.len() as u64,
            Cell::List(cells) => cells.iter().map(Cell::size_bytes).sum(),
        }
    }

    fn into_value(self) -> Result<Value, String> {
        match self {
            Cell::Value(value) => Ok(value),
            Cell::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
                Ok(text) => Ok(Value::String(text.to_owned())),
                Err(_) => Err("holds bytes that are no UTF-8; write it as text".into()),
            },
            Cell::List(cells) => cells.into_iter().map(Cell::into_value).collect(),
        }
    }
}

/// The next values of a column.
fn read(
    reader: &mut ColumnReader,
    column: &ColumnDescriptor,
    rows: usize,
) -> Result<Vec<Cell>, ParquetError> {
    let whole = |number: i64| Cell::Value(of_whole(number, column));
    match reader {
        ColumnReader::BoolColumnReader(reader) => {
            cells(reader, column, rows, |&is| Cell::Value(Value::Bool(is)))
        }
        ColumnReader::Int32ColumnReader(reader) => cells(reader, column, rows, |&n| whole(n.into())),
        ColumnReader::Int64ColumnReader(reader) => cells(reader, column, rows, |&n| whole(n)),
        ColumnReader::Int96ColumnReader(reader) => cells(reader, column, rows, |time| {
            Cell::Value(of_time(Timestamp::from_second(time.to_seconds())))
        }),
        ColumnReader::FloatColumnReader(reader) => {
            cells(reader, column, rows, |&n| Cell::Value(f64::from(n).into()))
        }
        ColumnReader::DoubleColumnReader(reader) => cells(reader, column, rows, |&n| Cell::Value(n.into())),
        ColumnReader::ByteArrayColumnReader(reader) => {
            cells(reader, column, rows, |bytes| Cell::Bytes(bytes.clone()))
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            cells(reader, column, rows, |bytes| Cell::Value(Value::String(hexadecimal(bytes.data()))))
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A whole number, a day or a time.
fn of_whole(number: i64, column: &ColumnDescriptor) -> Value {
    let unit = match column.logical_type_ref() {
        Some(LogicalType::Timestamp(time)) => Some(time.unit),
        _ => match column.converted_type() {
            ConvertedType::TIMESTAMP_MILLIS => Some(TimeUnit::MILLIS),
            ConvertedType::TIMESTAMP_MICROS => Some(TimeUnit::MICROS),
            _ => None,
        },
    };
    match unit {
        Some(TimeUnit::MILLIS) => of_time(Timestamp::from_millisecond(number)),
        Some(TimeUnit::MICROS) => of_time(Timestamp::from_microsecond(number)),
        Some(TimeUnit::NANOS) => of_time(Timestamp::from_nanosecond(number.into())),
        None if column.converted_type() == ConvertedType::DATE => {
            let day = date(1970, 1, 1).checked_add(jiff::Span::new().try_days(number).unwrap_or_default());
            day.map_or(Value::Null, |day| Value::String(day.to_string()))
        }
        None => number.into(),
    }
}

fn of_time(time: Result<Timestamp, jiff::Error>) -> Value {
    time.map_or(Value::Null, |time| Value::String(time.to_string()))
}

/// The next values of a column, one a row: none, one, or the list of them.
fn cells<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    column: &ColumnDescriptor,
    rows: usize,
    of: impl Fn(&T::T) -> Cell,
) -> Result<Vec<Cell>, ParquetError> {
    let (mut defined, mut repeated) = (Levels::new(), Levels::new());
    let mut values = vec![];
    let mut read = 0;
    while read < rows {
        let (count, ..) =
            reader.read_records(rows - read, Some(&mut defined), Some(&mut repeated), &mut values)?;
        if count == 0 {
            return Err(ParquetError::EOF("a column has fewer rows than the file says".into()));
        }
        read += count;
    }
    let mut values = values.iter().map(of);
    if column.max_def_level() == 0 && column.max_rep_level() == 0 {
        return Ok(values.collect());
    }
    let mut cells: Vec<Cell> = Vec::with_capacity(rows);
    for (at, &level) in defined.iter().enumerate() {
        let value = if level == column.max_def_level() { values.next() } else { None };
        if column.max_rep_level() == 0 {
            cells.push(value.unwrap_or(Cell::Value(Value::Null)));
            continue;
        }
        if repeated.get(at) == Some(&0) {
            cells.push(Cell::List(vec![]));
        }
        if let (Some(Cell::List(list)), Some(value)) = (cells.last_mut(), value) {
            list.push(value);
        }
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::super::{IdBase, read_paths};
    use super::*;
    use crate::text::Document;
    use ::parquet::basic::{Compression, ZstdLevel};
    use ::parquet::data_type::ByteArrayType;
    use ::parquet::file::properties::WriterProperties;
    use ::parquet::file::writer::SerializedFileWriter;
    use ::parquet::schema::parser::parse_message_type;
    use std::path::{Path, PathBuf};

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/parquet").join(name)
    }

    fn read(path: &Path, options: &ReadOptions) -> Vec<Result<Document, String>> {
        let mut documents = vec![];
        read_paths(&[path.into()], &IdBase::AsGiven, options, &mut |document| {
            documents.push(document.map_err(|error| error.to_string()));
            ControlFlow::Continue(())
        })
        .unwrap();
        documents
    }

    fn nested() -> ReadOptions {
        let fields = FieldMap {
            title: "meta.section".into(),
            author: "meta.author".into(),
            date: "day".into(),
            category: "score".into(),
            url: "seen".into(),
            ..FieldMap::default()
        };
        ReadOptions { fields, ..ReadOptions::default() }
    }

    #[test]
    fn each_row_is_a_document() {
        let read = read(&fixture("notes.parquet"), &nested());
        let ids: Vec<_> =
            read.iter().map(|document| document.as_ref().map(|document| &*document.id)).collect();
        assert_eq!(ids[..3], [Ok("a"), Ok("b"), Ok("c")]);
        let error = ids[3].unwrap_err();
        assert!(
            error.contains("notes.parquet:4\": the field \"text\" must be a text, is null; mend"),
            "{error}"
        );
        let last = read[4].as_ref().unwrap();
        assert_eq!(last.text, "An orchard wants twelve winters before it pays for its fence.");
        let meta = &last.meta;
        let known = [&meta.title, &meta.author, &meta.date, &meta.category, &meta.url].map(Option::as_deref);
        let time = Some("2024-03-01T04:00:00Z");
        assert_eq!(known, [Some("s0"), Some("Ida Quill; A. Reed"), Some("2024-03-05"), Some("3.25"), time]);
        assert_eq!(read[1].as_ref().unwrap().meta.category, None);
    }

    #[test]
    fn bytes_are_texts_and_numbers_ids() {
        let rows = read(&fixture("bytes.parquet"), &ReadOptions::default());
        let first = rows[0].as_ref().unwrap();
        assert_eq!(
            (&*first.id, &*first.text),
            ("7", "The ferry was late again, and nobody on the quay asked why.")
        );
        assert_eq!(rows.len(), 5);
        let small = ReadOptions { max_bytes: 60, ..ReadOptions::default() };
        let error = read(&fixture("bytes.parquet"), &small).remove(0).unwrap_err();
        assert!(error.contains("bytes.parquet:1\": the row has more than 60 bytes"), "{error}");
    }

    #[test]
    fn a_column_that_is_not_there_is_told_once() {
        let mut options = nested();
        options.fields.text = "body".into();
        let told: Vec<String> =
            read(&fixture("notes.parquet"), &options).into_iter().filter_map(Result::err).collect();
        assert_eq!(told.len(), 1);
        let names = "there is \"id\", \"text\", \"meta.author.list.element\", \"meta.section\", \"day\"";
        assert!(told[0].contains(&format!("no column \"body\"; {names}")), "{}", told[0]);
    }

    #[test]
    fn a_table_is_known_by_its_beginning_and_refused_where_it_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let table = std::fs::read(fixture("notes.parquet")).unwrap();
        std::fs::write(&path, &table).unwrap();
        assert_eq!(read(&path, &ReadOptions::default()).len(), 5);
        let packed = folder.path().join("table.parquet.zst");
        std::fs::write(&packed, zstd::encode_all(&*table, 1).unwrap()).unwrap();
        let error = read(&packed, &ReadOptions::default()).remove(0).unwrap_err();
        assert!(error.contains("read from a file only"), "{error}");
        let wrong = folder.path().join("wrong.parquet");
        std::fs::write(&wrong, "no table").unwrap();
        let error = read(&wrong, &ReadOptions::default()).remove(0).unwrap_err();
        assert!(error.contains("wrong.parquet\": broken Parquet data: "), "{error}");
    }

    /// A table of this many rows of one text, which it holds once.
    fn repeated(path: &Path, text: &str, rows: usize) {
        let schema = Arc::new(parse_message_type("message m { required binary text (UTF8); }").unwrap());
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_page_size_limit(1 << 30)
            .build();
        let file = File::create(path).unwrap();
        let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties)).unwrap();
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<ByteArrayType>().write_batch(&vec![ByteArray::from(text); rows], None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
        writer.close().unwrap();
    }

    #[test]
    fn a_text_that_stands_once_for_all_rows_is_copied_for_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("repeated.parquet");
        repeated(&path, &"word ".repeat(1 << 20), 300);
        assert!(std::fs::metadata(&path).unwrap().len() < 10_000);
        let file = File::open(&path).unwrap();
        let reader = open(file).unwrap();
        let columns = mapped(&reader, &FieldMap::default()).unwrap();
        let mut rows = Rows::of_group(&*reader.get_row_group(0).unwrap(), &columns).unwrap();
        let batch = rows.next_batch().unwrap();
        let data = |row: &Row| match &row[0] {
            Cell::Bytes(bytes) => bytes.data().as_ptr(),
            _ => panic!("the text is no bytes"),
        };
        assert!(batch.iter().all(|row| data(row) == data(&batch[0])), "rows have copies");
        let small = ReadOptions { max_bytes: 1 << 20, ..ReadOptions::default() };
        let told = read(&path, &small);
        assert_eq!(told.len(), 300);
        assert!(
            told.iter().all(|row| row.as_ref().is_err_and(|why| why.contains("more than 1 MiB, the limit")))
        );
    }

    #[test]
    fn a_column_that_unpacks_beyond_reason_is_a_bomb() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bomb.parquet");
        repeated(&path, &"word ".repeat(14 << 20), 1);
        let error = read(&path, &ReadOptions::default()).remove(0).unwrap_err();
        assert!(error.contains("bomb.parquet\": it is a decompression bomb"), "{error}");
    }

    #[test]
    fn damaged_files_end_with_an_error_or_give_other_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damaged.parquet");
        for name in ["notes.parquet", "bytes.parquet"] {
            let whole = std::fs::read(fixture(name)).unwrap();
            let check = |bytes: &[u8]| {
                std::fs::write(&path, bytes).unwrap();
                read(&path, &nested()).len()
            };
            for at in (0..whole.len()).step_by(11) {
                assert!(check(&whole[..at]) == 1, "the end is missing");
                for flip in [0x01, 0x80, 0xFF] {
                    let mut bytes = whole.clone();
                    bytes[at] ^= flip;
                    check(&bytes);
                }
            }
        }
    }
}

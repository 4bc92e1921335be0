//! The rows of a Parquet file, each as a JSON record, which becomes a document in the same way as a line of JSONL.
//!
//! Only the mapped columns are read. A column is mapped by its name, a field of a structure by the names on the path to
//! it with dots between, a list by the name of the list. Bytes are text if they are UTF-8. Dates and times are written
//! in ISO 8601. One row and one page of each mapped column are held in memory: the texts of 64 rows share their
//! page, since one large text may stand there once for all rows. A file whose rows are beyond reason for its size is
//! not read to its end ([`Tally`]). Consecutive rows without a text are one error.

mod cells;
mod columns;
mod rows;
mod tally;

use self::cells::{Row, has_no_text};
use self::columns::{MappedColumn, has_bomb, mapped, open};
use self::rows::Rows;
use self::tally::Tally;
use crate::compressed;
use crate::format::Format;
use crate::ids::at_line;
use crate::input::Input;
use crate::jsonl::no_text;
use crate::limits::{limit_bytes, too_large};
use crate::options::ReadOptions;
use crate::raw::Raw;
use crate::refusal::{Refusal, refused};
use ibid::{Error, Result, system_reason};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Hands each row on, in order. A row that cannot be read is handed on as an error; data that is broken ends the file.
pub(super) fn fetch(
    input: &Arc<Input>,
    file: File,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Raw>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let file_bytes = file.metadata().map_or(0, |about| about.len());
    let (columns, reader) = match open_mapped(file, options) {
        Ok(opened) => opened,
        Err(why) => return sink(Err(refused(&input.path, why))),
    };
    let mut table = Table { input, options, tally: Tally::of(file_bytes), number: 0, empty: None, sink };
    let mut groups = 0..reader.num_row_groups();
    let end = groups.try_for_each(|group| {
        let rows = guarded(|| Rows::of_group(&*reader.get_row_group(group)?, &columns))?;
        table.hand_on(group, rows)
    });
    table.end(end)
}

/// Opens a table and finds its columns.
fn open_mapped(
    file: File,
    options: &ReadOptions,
) -> Result<(Vec<MappedColumn>, SerializedFileReader<File>), Refusal> {
    let reader = guarded(|| open(file))?;
    let columns = mapped(&reader, &options.fields)?;
    if has_bomb(&reader, &columns) { Err(compressed::bomb().into()) } else { Ok((columns, reader)) }
}

/// The reason to read a table no further.
enum Ended {
    /// No more rows are wanted.
    Unwanted,
    /// The next row cannot be read.
    Broken(Refusal),
}

impl From<Refusal> for Ended {
    fn from(why: Refusal) -> Ended {
        Ended::Broken(why)
    }
}

/// A table whose rows are handed on one by one.
struct Table<'t> {
    input: &'t Arc<Input>,
    options: &'t ReadOptions,
    tally: Tally,
    /// The number of the last row, counted from 1.
    number: u64,
    /// The first of the rows without a text before the next row.
    empty: Option<u64>,
    sink: &'t mut dyn FnMut(Result<Raw>) -> ControlFlow<()>,
}

impl Table<'_> {
    /// Hands the rows of a group on.
    fn hand_on(&mut self, group: usize, mut rows: Rows) -> Result<(), Ended> {
        let limit = limit_bytes(self.options);
        let input = self.input;
        while rows.left > 0 {
            for row in guarded(|| rows.next_batch())? {
                if let Some(why) = self.tally.add(&row, limit) {
                    return Err(why.of_column(group, &self.options.fields.text).into());
                }
                if has_no_text(&row) {
                    self.number += 1;
                    self.empty = self.empty.or(Some(self.number));
                    continue;
                }
                self.tell_empty()?;
                self.number += 1;
                let raw = self.raw(&rows, row, limit);
                self.send(raw.map_err(|why| refused(at_line(input, self.number), why)))?;
            }
        }
        Ok(())
    }

    fn raw(&self, rows: &Rows, row: Row, limit: u64) -> Result<Raw, Refusal> {
        let bytes = serde_json::to_vec(&rows.fields(row, limit)?).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > limit {
            return Err(too_large("the row", limit));
        }
        Ok(Raw { input: Arc::clone(self.input), line: Some(self.number), format: Format::Parquet, bytes })
    }

    fn send(&mut self, raw: Result<Raw>) -> Result<(), Ended> {
        match (self.sink)(raw) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Ended::Unwanted),
        }
    }

    /// Hands on one error for the rows without a text before the next row: in a sparse table there may be millions.
    fn tell_empty(&mut self) -> Result<(), Ended> {
        let Some(first) = self.empty.take() else { return Ok(()) };
        let why = no_text(self.number - first + 1, &self.options.fields);
        self.send(Err(refused(at_line(self.input, first), why)))
    }

    /// Hands on an error if the table did not end with its last row.
    fn end(mut self, end: Result<(), Ended>) -> ControlFlow<()> {
        let told = match end {
            Err(Ended::Unwanted) => Err(Ended::Unwanted),
            Ok(()) => self.tell_empty(),
            Err(Ended::Broken(why)) => {
                let broken_off = broken_off(self.input, self.number, why);
                self.tell_empty().and_then(|()| self.send(Err(broken_off)))
            }
        };
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Returns the error for a table that cannot be read behind this many rows.
fn broken_off(input: &Input, rows: u64, why: Refusal) -> Error {
    match refused(at_line(input, rows + 1), why) {
        Error::Unreadable { path, why, setting: None } => Error::BrokenOff { path, why },
        other => other,
    }
}

/// Returns the result of a step. The library can panic on damaged files; a panic becomes an error like any other.
fn guarded<T>(step: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, Refusal> {
    match catch_unwind(AssertUnwindSafe(step)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(broken(&error).into()),
        Err(_) => Err(broken(&ParquetError::General("it contradicts itself".into())).into()),
    }
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

#[cfg(test)]
mod tests {
    use super::cells::{Cell, Row};
    use super::*;
    use crate::FieldMap;
    use crate::{IdBase, read_paths};
    use ::parquet::basic::{Compression, ZstdLevel};
    use ::parquet::data_type::{ByteArray, ByteArrayType};
    use ::parquet::file::properties::WriterProperties;
    use ::parquet::file::writer::SerializedFileWriter;
    use ::parquet::schema::parser::parse_message_type;
    use ibid::Document;
    use std::path::{Path, PathBuf};

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/parquet").join(name)
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

    /// Writes a table of this many rows of one text, which it holds once.
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
    fn one_text_for_rows_beyond_reason_ends_the_file_with_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("many.parquet");
        repeated(&path, &"word ".repeat(200_000), 80);
        assert!(std::fs::metadata(&path).unwrap().len() < 10_000);
        let mut read = read(&path, &ReadOptions::default());
        let told = read.pop().unwrap().unwrap_err();
        assert!(read.len() < 80 && read.iter().all(Result::is_ok), "{} rows", read.len());
        let what =
            "row group 1, column \"text\": the rows up to here are a decompression bomb: more than 64 MiB";
        assert!(told.contains(&format!("many.parquet:{}\": {what}", read.len() + 1)), "{told}");
    }

    /// Writes a table of these rows.
    fn optional(path: &Path, rows: &[Option<&str>]) {
        let schema = Arc::new(parse_message_type("message m { optional binary text (UTF8); }").unwrap());
        let mut writer =
            SerializedFileWriter::new(File::create(path).unwrap(), schema, Arc::default()).unwrap();
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let values: Vec<ByteArray> = rows.iter().flatten().map(|text| ByteArray::from(*text)).collect();
        let defined: Vec<i16> = rows.iter().map(|row| row.is_some().into()).collect();
        column.typed::<ByteArrayType>().write_batch(&values, Some(&defined), None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
        writer.close().unwrap();
    }

    #[test]
    fn rows_without_a_text_beyond_reason_end_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("null.parquet");
        optional(&path, &vec![None; (8 << 20) + 100]);
        let told: Vec<String> =
            read(&path, &ReadOptions::default()).into_iter().filter_map(Result::err).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        let empty = "null.parquet:1\": no text in the field \"text\" of 8388608 records from here on; mend";
        assert!(told[0].contains(empty), "{}", told[0]);
        let bomb = "null.parquet:8388609\": row group 1, column \"text\": the rows up to here";
        assert!(told[1].contains(bomb), "{}", told[1]);
    }

    #[test]
    fn a_column_that_is_mostly_null_and_a_text_that_comes_again_are_read_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse.parquet");
        let text = "An orchard wants twelve winters.";
        let rows: Vec<Option<&str>> = (0..300_000).map(|row| (row % 1000 == 999).then_some(text)).collect();
        optional(&path, &rows);
        let (texts, told): (Vec<_>, Vec<_>) =
            read(&path, &ReadOptions::default()).into_iter().partition(Result::is_ok);
        assert_eq!((texts.len(), told.len()), (300, 300));
        let first = told[1].as_ref().unwrap_err();
        assert!(
            first.contains("sparse.parquet:1001\": no text in the field \"text\" of 999 records"),
            "{first}"
        );
        let path = folder.path().join("again.parquet");
        repeated(&path, &text.repeat(100), 1000);
        assert_eq!(read(&path, &ReadOptions::default()).into_iter().filter(Result::is_ok).count(), 1000);
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

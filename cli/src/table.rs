//! Parquet tables: rows of other tables copied with all their columns, or tables of the program's own columns.
//!
//! Rows are copied column by column and are not turned into records. Nested columns and unknown types therefore come
//! out unchanged. Memory is that of [`RECORDS`] values and the pages of one column in a row group.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use ibid::Error;
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

/// The number of records of a column that are copied at a time.
const RECORDS: usize = 1024;

/// A table, and a mark for each row to copy.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) path: PathBuf,
    /// One mark per row; rows beyond its end are not copied.
    pub(crate) keep: Vec<bool>,
}

/// Writes rows of tables, in order, to one table of the same columns.
///
/// # Errors
/// The columns of two tables differ, or one cannot be read or written.
pub(crate) fn copy<W: Write + Send>(sources: &[Rows], out: W) -> anyhow::Result<()> {
    let mut target: Option<Target<W>> = None;
    let mut out = Some(out);
    for rows in sources {
        let reader = open(&rows.path).with_context(|| format!("cannot read {}", rows.path.display()))?;
        let schema = reader.metadata().file_metadata().schema_descr().root_schema_ptr();
        if let Some(out) = out.take() {
            target = Some(Target::like(&reader, schema, &rows.path, out)?);
        } else if let Some(target) = &target
            && target.schema.get_fields() != schema.get_fields()
        {
            return Err(columns_differ(&target.first, &rows.path).into());
        }
        if let Some(target) = &mut target {
            target
                .copy(&reader, &rows.keep)
                .map_err(unwrapped)
                .with_context(|| format!("cannot copy rows of {}", rows.path.display()))?;
        }
    }
    if let Some(target) = target {
        target.writer.close().map_err(unwrapped)?;
    }
    Ok(())
}

/// Unwraps an error of the system, so that it keeps its own words.
fn unwrapped(error: ParquetError) -> anyhow::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => (*error).into(),
            Err(inner) => ParquetError::External(inner).into(),
        },
        other => other.into(),
    }
}

/// Opens a table.
pub(crate) fn open(path: &Path) -> anyhow::Result<SerializedFileReader<File>> {
    Ok(SerializedFileReader::new(File::open(path)?)?)
}

fn columns_differ(first: &Path, other: &Path) -> Error {
    let (first, other) = (first.display(), other.display());
    Error::Request(format!("the columns of {first} and {other} differ; write .jsonl, or one table at a time"))
}

/// The table that is being written.
struct Target<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    schema: Arc<Type>,
    /// The table whose columns it has.
    first: PathBuf,
}

impl<W: Write + Send> Target<W> {
    /// Creates a table with the columns of another, and the metadata that its writer added.
    fn like(
        reader: &SerializedFileReader<File>,
        schema: Arc<Type>,
        path: &Path,
        out: W,
    ) -> Result<Target<W>, ParquetError> {
        let notes = reader.metadata().file_metadata().key_value_metadata().cloned();
        let properties = properties().set_key_value_metadata(notes).build();
        let writer = SerializedFileWriter::new(out, Arc::clone(&schema), Arc::new(properties))?;
        Ok(Target { writer, schema, first: path.to_owned() })
    }

    /// Copies rows, with one row group for each row group that has any.
    fn copy(&mut self, reader: &SerializedFileReader<File>, keep: &[bool]) -> Result<(), ParquetError> {
        let mut rest = keep;
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group)?;
            let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0).min(rest.len());
            let (keep, behind) = rest.split_at(count);
            rest = behind;
            if !keep.contains(&true) {
                continue;
            }
            let mut written = self.writer.next_row_group()?;
            for column in 0..group.num_columns() {
                let mut writer = written.next_column()?.ok_or_else(fewer_columns)?;
                copy_column(group.get_column_reader(column)?, &mut writer, keep)?;
                writer.close()?;
            }
            written.close()?;
        }
        Ok(())
    }
}

fn fewer_columns() -> ParquetError {
    ParquetError::General("a row group has more columns than the table".into())
}

fn properties() -> parquet::file::properties::WriterPropertiesBuilder {
    let compression = Compression::ZSTD(ZstdLevel::default());
    let tool = concat!("ibid ", env!("CARGO_PKG_VERSION"));
    WriterProperties::builder().set_compression(compression).set_created_by(tool.into())
}

fn copy_column(
    reader: ColumnReader,
    writer: &mut SerializedColumnWriter<'_>,
    keep: &[bool],
) -> Result<(), ParquetError> {
    match reader {
        ColumnReader::BoolColumnReader(reader) => copy_values(reader, writer, keep),
        ColumnReader::Int32ColumnReader(reader) => copy_values(reader, writer, keep),
        ColumnReader::Int64ColumnReader(reader) => copy_values(reader, writer, keep),
        ColumnReader::Int96ColumnReader(reader) => copy_values(reader, writer, keep),
        ColumnReader::FloatColumnReader(reader) => copy_values(reader, writer, keep),
        ColumnReader::DoubleColumnReader(reader) => copy_values(reader, writer, keep),
        ColumnReader::ByteArrayColumnReader(reader) => copy_values(reader, writer, keep),
        ColumnReader::FixedLenByteArrayColumnReader(reader) => copy_values(reader, writer, keep),
    }
}

fn copy_values<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    writer: &mut SerializedColumnWriter<'_>,
    keep: &[bool],
) -> Result<(), ParquetError> {
    let writer = writer.typed::<T>();
    let (most_defined, most_repeated) = {
        let column = writer.get_descriptor();
        (column.max_def_level(), column.max_rep_level())
    };
    let (mut defined, mut repeated, mut values) = (vec![], vec![], vec![]);
    let mut rest = keep;
    while !rest.is_empty() {
        defined.clear();
        repeated.clear();
        values.clear();
        let (count, ..) = reader.read_records(
            rest.len().min(RECORDS),
            Some(&mut defined),
            Some(&mut repeated),
            &mut values,
        )?;
        if count == 0 {
            return Err(ParquetError::EOF("a column has fewer rows than the file says".into()));
        }
        let (batch, behind) = rest.split_at(count);
        rest = behind;
        let levels = if most_defined > 0 { defined.len() } else { count };
        let (mut kept_defined, mut kept_repeated, mut kept_values) = (vec![], vec![], vec![]);
        let (mut rows, mut value) = (0, 0);
        for level in 0..levels {
            // Each row begins with a level that repeats nothing.
            if repeated.get(level).is_none_or(|&repeated| repeated == 0) {
                rows += 1;
            }
            let is_value = defined.get(level).is_none_or(|&defined| defined == most_defined);
            if rows > 0 && batch.get(rows - 1) == Some(&true) {
                kept_defined.extend(defined.get(level));
                kept_repeated.extend(repeated.get(level));
                if is_value {
                    kept_values.extend(values.get(value).cloned());
                }
            }
            value += usize::from(is_value);
        }
        let defined = (most_defined > 0).then_some(&*kept_defined);
        let repeated = (most_repeated > 0).then_some(&*kept_repeated);
        writer.write_batch(&kept_values, defined, repeated)?;
    }
    Ok(())
}

/// A column of the program's own, whose values may be missing.
#[derive(Debug)]
pub(crate) enum Column {
    Texts(Vec<Option<String>>),
    Whole(Vec<Option<i32>>),
    Shares(Vec<Option<f64>>),
}

fn schema(columns: &[(&str, &Column)]) -> Result<Arc<Type>, ParquetError> {
    let mut fields = vec![];
    for (name, column) in columns {
        let (kind, logical) = match column {
            Column::Texts(_) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
            Column::Whole(_) => (PhysicalType::INT32, None),
            Column::Shares(_) => (PhysicalType::DOUBLE, None),
        };
        let field = Type::primitive_type_builder(name, kind).with_repetition(Repetition::OPTIONAL);
        fields.push(Arc::new(field.with_logical_type(logical).build()?));
    }
    Type::group_type_builder("table").with_fields(fields).build().map(Arc::new)
}

/// A writer of tables with named columns, one row group at a time.
pub(crate) struct Columns<W: Write + Send>(SerializedFileWriter<W>);

impl<W: Write + Send> Columns<W> {
    /// Creates a table without rows. Of each column only the name and the type are used.
    pub(crate) fn new(out: W, columns: &[(&str, &Column)]) -> anyhow::Result<Columns<W>> {
        self::schema(columns)
            .and_then(|schema| SerializedFileWriter::new(out, schema, Arc::new(properties().build())))
            .map(Columns)
            .map_err(unwrapped)
    }

    /// Writes a row group: the columns in their order, all of one length.
    pub(crate) fn push(&mut self, columns: &[Column]) -> anyhow::Result<()> {
        self.push_group(columns).map_err(unwrapped)
    }

    fn push_group(&mut self, columns: &[Column]) -> Result<(), ParquetError> {
        let mut group = self.0.next_row_group()?;
        for column in columns {
            let mut writer = group.next_column()?.ok_or_else(fewer_columns)?;
            match column {
                Column::Texts(texts) => {
                    let bytes = texts.iter().map(|text| text.as_deref().map(ByteArray::from));
                    write::<ByteArrayType>(&mut writer, bytes)?;
                }
                Column::Whole(numbers) => write::<Int32Type>(&mut writer, numbers.iter().copied())?,
                Column::Shares(shares) => write::<DoubleType>(&mut writer, shares.iter().copied())?,
            }
            writer.close()?;
        }
        group.close().map(drop)
    }

    /// Ends the table, and returns its writer.
    pub(crate) fn finish(self) -> anyhow::Result<W> {
        self.0.into_inner().map_err(unwrapped)
    }
}

fn write<T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut defined, mut values) = (vec![], vec![]);
    for cell in cells {
        defined.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    writer.typed::<T>().write_batch(&values, Some(&defined), None).map(drop)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use ibid_read::{FieldMap, IdBase, ReadOptions, read_paths};

    use super::*;

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/parquet").join(name)
    }

    /// Returns all columns of all rows.
    fn rows(path: &Path) -> Vec<String> {
        let reader = open(path).unwrap();
        reader.get_row_iter(None).unwrap().map(|row| format!("{:?}", row.unwrap())).collect()
    }

    #[test]
    fn rows_are_copied_with_all_their_columns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.parquet");
        let all = rows(&fixture("notes.parquet"));
        assert_eq!(all.len(), 5);
        for choice in 0..32_u32 {
            let keep: Vec<bool> = (0..5).map(|row| choice >> row & 1 == 1).collect();
            let source = || Rows { path: fixture("notes.parquet"), keep: keep.clone() };
            copy(&[source(), source()], File::create(&path).unwrap()).unwrap();
            let kept = || all.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(row, _)| row);
            assert_eq!(rows(&path).iter().collect::<Vec<_>>(), kept().chain(kept()).collect::<Vec<_>>());
        }
        let notes =
            |path: &Path| open(path).unwrap().metadata().file_metadata().key_value_metadata().cloned();
        assert_eq!(notes(&path), notes(&fixture("notes.parquet")));
    }

    #[test]
    fn other_columns_are_refused() {
        let keep = || vec![true; 5];
        let names = ["notes.parquet", "bytes.parquet"];
        let sources = names.map(|name| Rows { path: fixture(name), keep: keep() });
        let error = copy(&sources, Vec::new()).unwrap_err().to_string();
        assert!(
            error.contains("notes.parquet and ")
                && error.ends_with("differ; write .jsonl, or one table at a time")
        );
    }

    #[test]
    fn columns_of_ones_own_are_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.parquet");
        let text =
            |texts: [Option<&str>; 3]| Column::Texts(texts.map(|text| text.map(String::from)).to_vec());
        let texts = text([Some("潮水"), None, Some("tide")]);
        let ids = text([Some("a"), Some("b"), Some("c")]);
        let own = [
            ids,
            texts,
            Column::Whole(vec![Some(3), None, None]),
            Column::Shares(vec![None, Some(0.5), None]),
        ];
        let named: Vec<(&str, &Column)> = ["id", "text", "n", "s"].into_iter().zip(&own).collect();
        let mut columns = Columns::new(File::create(&path).unwrap(), &named).unwrap();
        columns.push(&own).unwrap();
        columns.finish().unwrap();
        let fields = FieldMap { title: "n".into(), author: "s".into(), ..FieldMap::default() };
        let options = ReadOptions { fields, ..ReadOptions::default() };
        let mut read = vec![];
        read_paths(&[path], &IdBase::AsGiven, &options, &mut |document| {
            read.push(document.map(|document| (document.id, document.text, document.meta.title)).ok());
            ControlFlow::Continue(())
        })
        .unwrap();
        let row = |id: &str, text: &str, title: Option<&str>| {
            Some((id.to_owned(), text.to_owned(), title.map(String::from)))
        };
        assert_eq!(read, [row("a", "潮水", Some("3")), None, row("c", "tide", None)]);
    }
}

//! The values of a column, each as JSON has it.
//!
//! In: a reader of a column. Out: for each row a [`Cell`]: none, one value, or a list of values. Bytes share the page
//! that they were read from until they become a value, since one text may stand there once for all rows. `O(n)` for n
//! values.

use jiff::Timestamp;
use jiff::civil::date;
use parquet::basic::{ConvertedType, LogicalType, TimeUnit};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::schema::types::ColumnDescriptor;
use serde_json::Value;

/// The depth of each value in its structure and in its lists, as the format writes it.
type Levels = Vec<i16>;

/// The values of a row, in the order of the columns; that of the text comes first.
pub(super) type Row = Vec<Cell>;

/// Returns the bytes that the texts of a row take as values.
pub(super) fn size_bytes(row: &Row) -> u64 {
    row.iter().map(Cell::size_bytes).sum()
}

/// Returns whether the first value of a row, its text, is missing.
pub(super) fn has_no_text(row: &Row) -> bool {
    matches!(row.first(), None | Some(Cell::Value(Value::Null)))
}

/// The value of one column in one row.
#[derive(Clone)]
pub(super) enum Cell {
    Value(Value),
    /// Shared with the page that it was read from.
    Bytes(ByteArray),
    List(Vec<Cell>),
}

impl Cell {
    /// Returns the bytes that its texts take as values.
    pub(super) fn size_bytes(&self) -> u64 {
        match self {
            Cell::Value(_) => 0,
            Cell::Bytes(bytes) => bytes.len() as u64,
            Cell::List(cells) => cells.iter().map(Cell::size_bytes).sum(),
        }
    }

    pub(super) fn into_value(self) -> Result<Value, String> {
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

/// Reads the values of a column in the next rows.
pub(super) fn read(
    reader: &mut ColumnReader,
    column: &ColumnDescriptor,
    rows: usize,
) -> Result<Vec<Cell>, ParquetError> {
    match reader {
        ColumnReader::BoolColumnReader(reader) => {
            cells(reader, column, rows, |&is| Cell::Value(Value::Bool(is)))
        }
        ColumnReader::Int32ColumnReader(reader) => {
            cells(reader, column, rows, |&n| Cell::Value(of_whole(n.into(), column)))
        }
        ColumnReader::Int64ColumnReader(reader) => {
            cells(reader, column, rows, |&n| Cell::Value(of_whole(n, column)))
        }
        ColumnReader::Int96ColumnReader(reader) => cells(reader, column, rows, |time| {
            Cell::Value(text_or_null(Timestamp::from_second(time.to_seconds())))
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

/// Returns a whole number as the number, the day or the time that it stands for.
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
        Some(TimeUnit::MILLIS) => text_or_null(Timestamp::from_millisecond(number)),
        Some(TimeUnit::MICROS) => text_or_null(Timestamp::from_microsecond(number)),
        Some(TimeUnit::NANOS) => text_or_null(Timestamp::from_nanosecond(number.into())),
        None if column.converted_type() == ConvertedType::DATE => {
            let days = jiff::Span::new().try_days(number).unwrap_or_default();
            text_or_null(date(1970, 1, 1).checked_add(days))
        }
        None => number.into(),
    }
}

/// Returns a day or a time as a text, null if there is no such one.
fn text_or_null(time: Result<impl ToString, jiff::Error>) -> Value {
    time.map_or(Value::Null, |time| Value::String(time.to_string()))
}

/// Reads one cell per row, each made of values by `of`.
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

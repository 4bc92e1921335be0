//! The rows of a row group, read some at a time.

use parquet::column::reader::ColumnReader;
use parquet::errors::ParquetError;
use parquet::file::reader::RowGroupReader;
use parquet::schema::types::ColumnDescPtr;
use serde_json::{Map, Value};

use super::cells::{Row, read, size_bytes};
use super::columns::MappedColumn;
use crate::limits::too_large;
use crate::refusal::Refusal;

/// The number of rows held at a time.
const ROWS: usize = 64;

/// The rows of a row group.
pub(super) struct Rows {
    /// The number of rows that were not read so far.
    pub(super) left: usize,
    columns: Vec<Column>,
}

/// A column of a row group.
struct Column {
    name: String,
    description: ColumnDescPtr,
    reader: ColumnReader,
}

impl Rows {
    pub(super) fn of_group(
        group: &dyn RowGroupReader,
        mapped: &[MappedColumn],
    ) -> Result<Rows, ParquetError> {
        let mut columns = Vec::with_capacity(mapped.len());
        for MappedColumn { number, name } in mapped {
            columns.push(Column {
                name: name.clone(),
                description: group.metadata().column(*number).column_descr_ptr(),
                reader: group.get_column_reader(*number)?,
            });
        }
        Ok(Rows { left: usize::try_from(group.metadata().num_rows()).unwrap_or(0), columns })
    }

    pub(super) fn next_batch(&mut self) -> Result<Vec<Row>, ParquetError> {
        let count = self.left.min(ROWS);
        let mut rows = vec![Row::new(); count];
        for Column { description, reader, .. } in &mut self.columns {
            for (row, cell) in rows.iter_mut().zip(read(reader, description, count)?) {
                row.push(cell);
            }
        }
        self.left -= count;
        Ok(rows)
    }

    /// Returns the fields of a row.
    pub(super) fn fields(&self, row: Row, limit: u64) -> Result<Map<String, Value>, Refusal> {
        // Before the texts are copied.
        if size_bytes(&row) > limit {
            return Err(too_large("the row", limit));
        }
        let mut fields = Map::new();
        for (Column { name, .. }, cell) in self.columns.iter().zip(row) {
            let value = cell.into_value().map_err(|why| format!("the column \"{name}\" {why}"))?;
            fields.insert(name.clone(), value);
        }
        Ok(fields)
    }
}

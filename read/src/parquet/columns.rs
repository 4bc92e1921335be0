//! The columns of a table that are read, and whether they may be read at all.

use std::fs::File;

use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::{ColumnDescriptor, SchemaDescriptor};

use crate::compressed;
use crate::options::FieldMap;
use crate::refusal::Refusal;

/// The number of existing columns that an error lists.
const LISTED_NAMES: usize = 8;
/// The names that writers give to the levels between a list and its elements.
const LIST_PARTS: [&str; 6] = ["list", "element", "bag", "array", "array_element", "item"];

/// Opens a table, all of whose parts lie within the file.
pub(super) fn open(file: File) -> Result<SerializedFileReader<File>, ParquetError> {
    let length = file.metadata()?.len();
    let reader = SerializedFileReader::new(file)?;
    let mut columns = reader.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
    match columns.all(|column| is_inside(column, length)) {
        true => Ok(reader),
        false => Err(ParquetError::General("a column lies outside of the file".into())),
    }
}

/// Returns whether a column lies within a file of this length.
fn is_inside(column: &ColumnChunkMetaData, length: u64) -> bool {
    let (data, size) = (column.data_page_offset(), column.compressed_size());
    // The dictionary comes first where there is one, and the size is that of both.
    let first = column.dictionary_page_offset().unwrap_or(data).min(data);
    first >= 0 && size >= 0 && first as u64 + size as u64 <= length
}

/// Returns whether a mapped column unpacks beyond reason, by the sizes that the file states.
pub(super) fn has_bomb(reader: &dyn FileReader, columns: &[MappedColumn]) -> bool {
    for group in reader.metadata().row_groups() {
        for column in columns {
            let about = group.column(column.number);
            let (packed, unpacked) = (about.compressed_size().max(0), about.uncompressed_size().max(0));
            if compressed::is_bomb(packed as u64, unpacked as u64) {
                return true;
            }
        }
    }
    false
}

/// A column that is read.
pub(super) struct MappedColumn {
    pub(super) number: usize,
    /// The name that it is mapped to.
    pub(super) name: String,
}

/// Finds the columns to be read, that of the text first.
pub(super) fn mapped(reader: &dyn FileReader, fields: &FieldMap) -> Result<Vec<MappedColumn>, Refusal> {
    let schema = reader.metadata().file_metadata().schema_descr();
    let Some(text) = find(schema, &fields.text) else { return Err(no_column(schema, &fields.text)) };
    let mut columns = vec![MappedColumn { number: text, name: fields.text.clone() }];
    for name in fields.names() {
        if columns.iter().all(|known| known.name != name)
            && let Some(number) = find(schema, name)
        {
            columns.push(MappedColumn { number, name: name.to_owned() });
        }
    }
    Ok(columns)
}

/// Returns the number of the first column with a name.
fn find(schema: &SchemaDescriptor, name: &str) -> Option<usize> {
    schema.columns().iter().position(|column| is_named(column, name))
}

/// Returns the refusal of a table without a column for the text.
fn no_column(schema: &SchemaDescriptor, name: &str) -> Refusal {
    let names = schema.columns().iter().take(LISTED_NAMES);
    let there: Vec<_> = names.map(|column| format!("\"{}\"", column.path().string())).collect();
    let there = if there.is_empty() { "no column at all".to_owned() } else { there.join(", ") };
    let why = format!("no column \"{name}\"; there is {there}: name the one that holds the text");
    Refusal::with(why, "fields.text")
}

/// Returns whether a column has a name: its path with dots between the parts, with or without the levels of lists.
fn is_named(column: &ColumnDescriptor, name: &str) -> bool {
    if column.max_rep_level() == 0 || column.path().string() == name {
        return column.path().string() == name;
    }
    let parts = column.path().parts().iter().map(String::as_str);
    parts.filter(|part| !LIST_PARTS.contains(part)).collect::<Vec<_>>().join(".") == name
}

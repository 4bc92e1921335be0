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

/// Returns whether a mapped column unpacks beyond reason, by the sizes that the file states.
pub(super) fn has_bomb(reader: &dyn FileReader, columns: &[MappedColumn]) -> bool {
    let bytes = |size: i64| u64::try_from(size).unwrap_or(0);
    let is_bomb = |group: &RowGroupMetaData, column: usize| {
        let about = group.column(column);
        compressed::is_bomb(bytes(about.compressed_size()), bytes(about.uncompressed_size()))
    };
    let groups = reader.metadata().row_groups();
    columns.iter().any(|column| groups.iter().any(|group| is_bomb(group, column.number)))
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
    let find = |name: &str| schema.columns().iter().position(|column| is_named(column, name));
    let text = find(&fields.text).ok_or_else(|| no_column(schema, &fields.text))?;
    let mut columns = vec![MappedColumn { number: text, name: fields.text.clone() }];
    for name in [&fields.id, &fields.title, &fields.author, &fields.date, &fields.url, &fields.category] {
        let found = find(name).filter(|_| columns.iter().all(|known| known.name != *name));
        columns.extend(found.map(|number| MappedColumn { number, name: name.clone() }));
    }
    Ok(columns)
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
    let parts = column.path().parts();
    let is_list = column.max_rep_level() > 0;
    let outside_of_lists = |part: &&String| !is_list || !LIST_PARTS.contains(&part.as_str());
    let is = |parts: Vec<&str>| parts.join(".") == name;
    is(parts.iter().map(String::as_str).collect())
        || is(parts.iter().filter(outside_of_lists).map(String::as_str).collect())
}

//! What `ibid dedup` writes as tables of Parquet: rows of tables with all their columns, the columns that the reader maps
//! of anything else, or why something is dropped.

use std::path::{Path, PathBuf};

use ibid::{Document, FieldMap};

use super::listed::Listed;
use super::records::{Record, RecordWriter};
use crate::output::Output;
use crate::table::{Column, Columns, Rows, copy};

/// A row group has so many bytes of text...
const GROUP_BYTES: usize = 64 << 20;
/// ... or so many rows.
const GROUP_ROWS: usize = 1 << 17;

/// Whether a name is that of a table.
pub(super) fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

/// Copies rows, all of whose records are rows of tables.
pub(super) struct RowWriter {
    output: Output,
    tables: Vec<Rows>,
}

impl RowWriter {
    /// Rows of these tables, by the number of the input.
    pub(super) fn new(output: Output, tables: impl Iterator<Item = PathBuf>) -> RowWriter {
        RowWriter { output, tables: tables.map(|path| Rows { path, keep: vec![] }).collect() }
    }
}

impl RecordWriter for RowWriter {
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        let place = record.row.and_then(|(input, row)| {
            Some((self.tables.get_mut(input)?, usize::try_from(row).ok()?.checked_sub(1)?))
        });
        if let Some((table, row)) = place {
            table.keep.resize(table.keep.len().max(row + 1), false);
            table.keep[row] = true;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        copy(&self.tables, &mut self.output)?;
        self.output.finish()
    }
}

/// Writes the fields of documents.
pub(super) struct DocumentWriter {
    columns: Columns<Output>,
    fields: FieldMap,
    group: Group,
}

impl DocumentWriter {
    pub(super) fn new(output: Output, fields: &FieldMap) -> anyhow::Result<DocumentWriter> {
        let group = Group::default();
        let kind = Column::Texts(vec![]);
        let names: Vec<(&str, &Column)> = names(fields).into_iter().map(|(name, _)| (name, &kind)).collect();
        Ok(DocumentWriter { columns: Columns::new(output, &names)?, fields: fields.clone(), group })
    }

    fn end_group(&mut self) -> anyhow::Result<()> {
        let group = std::mem::take(&mut self.group);
        let columns: Vec<Column> = group.columns.into_iter().map(Column::Texts).collect();
        if columns.is_empty() { Ok(()) } else { self.columns.push(&columns) }
    }
}

impl RecordWriter for DocumentWriter {
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        let names = names(&self.fields);
        self.group.columns.resize_with(names.len(), Vec::new);
        for (column, (_, value)) in self.group.columns.iter_mut().zip(names) {
            column.push(value(record.document));
        }
        self.group.rows += 1;
        self.group.bytes += record.document.text.len();
        if self.group.rows < GROUP_ROWS && self.group.bytes < GROUP_BYTES { Ok(()) } else { self.end_group() }
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        self.end_group()?;
        self.columns.finish()?.finish()
    }
}

/// Rows that are not written yet.
#[derive(Default)]
struct Group {
    columns: Vec<Vec<Option<String>>>,
    rows: usize,
    bytes: usize,
}

type Value = fn(&Document) -> Option<String>;

/// The columns with what stands in them, each name once.
fn names(fields: &FieldMap) -> Vec<(&str, Value)> {
    let all: [(&String, Value); 7] = [
        (&fields.text, |document| Some(document.text.clone())),
        (&fields.id, |document| Some(document.id.clone())),
        (&fields.title, |document| document.meta.title.clone()),
        (&fields.author, |document| document.meta.author.clone()),
        (&fields.date, |document| document.meta.date.clone()),
        (&fields.url, |document| document.meta.url.clone()),
        (&fields.category, |document| document.meta.category.clone()),
    ];
    let mut names: Vec<(&str, Value)> = vec![];
    for (name, value) in all {
        if names.iter().all(|(known, _)| known != name) {
            names.push((name, value));
        }
    }
    names
}

/// Writes what is dropped and why.
pub(super) fn write_dropped<'r>(
    output: Output,
    dropped: impl Iterator<Item = Listed<'r>>,
) -> anyhow::Result<Output> {
    let (mut ids, mut clusters, mut reasons) = (vec![], vec![], vec![]);
    let (mut places, mut cluster_places) = (vec![], vec![]);
    let (mut equals, mut equal_places) = (vec![], vec![]);
    let (mut distances, mut similarities) = (vec![], vec![]);
    for listed in dropped {
        ids.push(Some(listed.id.parts().0));
        places.push(listed.place);
        clusters.push(listed.cluster.map(|cluster| cluster.parts().0));
        cluster_places.push(listed.cluster_place);
        equals.push(listed.equal_to.map(|equal| equal.parts().0));
        equal_places.push(listed.equal_to_place);
        reasons.push(listed.reason.map(String::from));
        distances.push(listed.distance.and_then(|distance| i32::try_from(distance).ok()));
        similarities.push(listed.similarity);
    }
    let columns = [
        Column::Texts(ids),
        Column::Texts(places),
        Column::Texts(clusters),
        Column::Texts(cluster_places),
        Column::Texts(reasons),
        Column::Texts(equals),
        Column::Texts(equal_places),
        Column::Whole(distances),
        Column::Shares(similarities),
    ];
    let names = ["id", "place", "cluster", "cluster_place", "reason", "equal_to", "equal_to_place"];
    let names = names.into_iter().chain(["distance", "similarity"]);
    let names: Vec<(&str, &Column)> = names.zip(&columns).collect();
    let mut table = Columns::new(output, &names)?;
    table.push(&columns)?;
    table.finish()
}

//! The Parquet tables that `ibid dedup` writes: kept rows of tables with all their columns, other kept documents with
//! the columns that the reader maps, and dropped documents with the reasons.

use std::path::{Path, PathBuf};

use anyhow::Context;
use ibid::Document;
use ibid_read::{FieldMap, Input, ReadOptions, other_fields};

use super::listed::Listed;
use super::record::{Record, RecordWriter, Row};
use super::source::Source;
use crate::exit::Failure;
use crate::output::Output;
use crate::rows::{self, TableRows};
use crate::table::{Column, Columns, Rows, copy};

/// The most bytes of text in a row group.
const GROUP_BYTES: usize = 64 << 20;
/// The most rows of a row group.
const GROUP_ROWS: usize = 1 << 17;

/// The column of the fields that have no column of their own.
const OTHER_FIELDS: &str = "fields";

/// Accepts tables, since this build writes them.
///
/// # Errors
/// None.
pub(super) fn expect_built(_flag: &str, _path: &Path) -> anyhow::Result<()> {
    Ok(())
}

/// Checks that a table would have either the columns of the tables read or those of documents.
///
/// # Errors
/// It would have both.
pub(super) fn only_tables_or_none(kept: &Path, inputs: &[&Input]) -> anyhow::Result<()> {
    let (tables, others): (Vec<&Input>, Vec<&Input>) = inputs.iter().partition(|input| input.is_table());
    match (tables.first(), others.first()) {
        (Some(table), Some(other)) => Err(Failure::usage(format!(
            "--kept {kept:?} cannot have the columns of {:?}, because {:?} is no table; name a file that ends in .jsonl",
            table.path, other.path
        ))),
        _ => Ok(()),
    }
}

/// Checks that rows of tables can become records with all their columns.
///
/// # Errors
/// A column has no form in JSON.
pub(super) fn tables_as_json(kept: &Path, inputs: &[&Input]) -> anyhow::Result<()> {
    let has_no_form = |input: &&&Input| {
        let path = input.absolute.as_deref().filter(|_| input.is_table());
        path.is_some_and(|path| !rows::have_form_in_json(path))
    };
    match inputs.iter().find(has_no_form) {
        Some(table) => Err(Failure::usage(format!(
            "--kept {kept:?} cannot have all columns of {:?}, of which one has no form in JSON; name a file that ends in .parquet",
            table.path
        ))),
        None => Ok(()),
    }
}

/// Makes the writer of a table, for whole documents of these sources or for lines.
pub(super) fn writer(
    output: Output,
    sources: &[Source],
    options: &ReadOptions,
    lines: bool,
) -> anyhow::Result<Box<dyn RecordWriter>> {
    if !lines && sources.iter().any(|source| source.input.is_table()) {
        return Ok(Box::new(RowWriter::new(output, sources)));
    }
    Ok(Box::new(DocumentWriter::new(output, options)?))
}

/// A writer that copies rows of tables, if all records are such rows.
struct RowWriter {
    output: Output,
    tables: Vec<Rows>,
}

impl RowWriter {
    /// Makes a writer that copies rows of these tables.
    fn new(output: Output, sources: &[Source]) -> RowWriter {
        let rows = |path| Rows { path, keep: vec![] };
        RowWriter { output, tables: paths(sources).into_iter().map(rows).collect() }
    }
}

impl RecordWriter for RowWriter {
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        let place = record.row.and_then(|row| {
            Some((self.tables.get_mut(row.input)?, usize::try_from(row.number).ok()?.checked_sub(1)?))
        });
        if let Some((table, row)) = place {
            table.keep.resize(table.keep.len().max(row + 1), false);
            table.keep[row] = true;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        let failure = self.output.failure();
        copy(&self.tables, &mut self.output).context(failure)?;
        self.output.finish()
    }
}

/// A reader of rows that are written as JSONL, one table after the other.
pub(super) struct RowReader {
    /// The paths of the tables, by the number of the input.
    paths: Vec<PathBuf>,
    /// The table that is being read, and its number.
    open: Option<(usize, TableRows)>,
}

impl RowReader {
    /// Makes a reader of rows from these inputs.
    pub(super) fn new(sources: &[Source]) -> RowReader {
        RowReader { paths: paths(sources), open: None }
    }

    /// Returns a row with all its columns, as a line. Rows must be asked for in order.
    pub(super) fn line(&mut self, row: Row, document: &Document, id_name: &str) -> anyhow::Result<String> {
        let path = self.paths.get(row.input).context("a row is of an input")?;
        let (_, rows) = match self.open.take() {
            Some((open, rows)) if open == row.input => self.open.insert((open, rows)),
            _ => self.open.insert((row.input, TableRows::open(path)?)),
        };
        let line = rows.line(row.number, document, id_name);
        line.with_context(|| {
            format!("cannot write row {} of {path:?} as JSON; name a file that ends in .parquet", row.number)
        })
    }
}

fn paths(sources: &[Source]) -> Vec<PathBuf> {
    sources.iter().map(|source| source.input.absolute.clone().unwrap_or_default()).collect()
}

/// A writer of documents' fields. Fields of JSONL records without a column of their own share one column as JSON.
struct DocumentWriter {
    columns: Columns<Output>,
    options: ReadOptions,
    group: Group,
    /// The message for a failed write.
    failure: String,
}

impl DocumentWriter {
    fn new(output: Output, options: &ReadOptions) -> anyhow::Result<DocumentWriter> {
        let names = names(&options.fields);
        let mut others = OTHER_FIELDS.to_owned();
        while names.iter().any(|(name, _)| *name == others) {
            others.push('_');
        }
        let kind = Column::Texts(vec![]);
        let names = names.iter().map(|(name, _)| *name).chain([&*others]);
        let columns: Vec<(&str, &Column)> = names.map(|name| (name, &kind)).collect();
        let failure = output.failure();
        let columns = Columns::new(output, &columns).with_context(|| failure.clone())?;
        Ok(DocumentWriter { columns, options: options.clone(), group: Group::default(), failure })
    }

    fn end_group(&mut self) -> anyhow::Result<()> {
        let group = std::mem::take(&mut self.group);
        let columns: Vec<Column> = group.columns.into_iter().map(Column::Texts).collect();
        if columns.is_empty() {
            return Ok(());
        }
        self.columns.push(&columns).with_context(|| self.failure.clone())
    }
}

impl RecordWriter for DocumentWriter {
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        let names = names(&self.options.fields);
        let mut values: Vec<Option<String>> = names.iter().map(|(_, value)| value(record.document)).collect();
        let known =
            names.iter().zip(&values).filter_map(|((name, _), value)| Some((*name, value.as_deref()?)));
        let known: Vec<(&str, &str)> = known.collect();
        let others = record.raw.and_then(|raw| other_fields(raw, &self.options, &known));
        values.push(others);
        self.group.rows += 1;
        self.group.bytes += values.iter().flatten().map(String::len).sum::<usize>();
        self.group.columns.resize_with(values.len(), Vec::new);
        for (column, value) in self.group.columns.iter_mut().zip(values) {
            column.push(value);
        }
        if self.group.rows < GROUP_ROWS && self.group.bytes < GROUP_BYTES { Ok(()) } else { self.end_group() }
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        self.end_group()?;
        self.columns.finish().context(self.failure)?.finish()
    }
}

/// The rows that are not written yet.
#[derive(Default)]
struct Group {
    columns: Vec<Vec<Option<String>>>,
    rows: usize,
    bytes: usize,
}

type Value = fn(&Document) -> Option<String>;

/// Returns the columns with their values, each name once.
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

/// Writes the dropped documents with the reasons.
pub(super) fn write_dropped<'r>(
    output: Output,
    dropped: impl Iterator<Item = Listed<'r>>,
) -> anyhow::Result<Output> {
    let (mut ids, mut clusters, mut reasons) = (vec![], vec![], vec![]);
    let (mut places, mut cluster_places) = (vec![], vec![]);
    let (mut equals, mut equal_places) = (vec![], vec![]);
    let (mut distances, mut similarities) = (vec![], vec![]);
    let (mut rules, mut measures, mut limits) = (vec![], vec![], vec![]);
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
        rules.push(listed.rule.map(String::from));
        measures.push(listed.measure);
        limits.push(listed.limit);
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
        Column::Texts(rules),
        Column::Shares(measures),
        Column::Shares(limits),
    ];
    let names = ["id", "place", "cluster", "cluster_place", "reason", "equal_to", "equal_to_place"];
    let names = names.into_iter().chain(["distance", "similarity", "rule", "measure", "limit"]);
    let names: Vec<(&str, &Column)> = names.zip(&columns).collect();
    let failure = output.failure();
    let write = || {
        let mut table = Columns::new(output, &names)?;
        table.push(&columns)?;
        table.finish()
    };
    write().context(failure)
}

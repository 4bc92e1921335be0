//! The Parquet tables that `ibid dedup` writes: kept rows of tables with all their columns, other kept documents with
//! the columns that the reader maps, and dropped documents with the reasons.

use std::path::{Path, PathBuf};

use anyhow::Context;
use ibid::Document;
use ibid_read::{FieldMap, Input, ReadOptions, other_fields};

use super::listed::Listed;
use super::name::Name;
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
    let table = inputs.iter().find(|input| input.is_table());
    let other = inputs.iter().find(|input| !input.is_table());
    match (table, other) {
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
    for input in inputs.iter().filter(|input| input.is_table()) {
        if let Some(path) = &input.absolute
            && !rows::have_form_in_json(path)
        {
            return Err(Failure::usage(format!(
                "--kept {kept:?} cannot have all columns of {:?}, of which one has no form in JSON; name a file that ends in .parquet",
                input.path
            )));
        }
    }
    Ok(())
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
        let tables = paths(sources).into_iter().map(|path| Rows { path, keep: vec![] }).collect();
        RowWriter { output, tables }
    }
}

impl RecordWriter for RowWriter {
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        if let Some(Row { input, number }) = record.row
            && let Some(table) = self.tables.get_mut(input)
            && let Ok(number @ 1..) = usize::try_from(number)
        {
            table.keep.resize(table.keep.len().max(number), false);
            table.keep[number - 1] = true;
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
        let mut others = OTHER_FIELDS.to_owned();
        let (kind, no_document) = (Column::Texts(vec![]), Document::default());
        let mut columns: Vec<(&str, &Column)> = vec![];
        for (name, _) in fields(&options.fields, &no_document) {
            columns.push((name, &kind));
        }
        while columns.iter().any(|(name, _)| *name == others) {
            others.push('_');
        }
        columns.push((&others, &kind));
        let failure = output.failure();
        let columns = Columns::new(output, &columns).context(failure.clone())?;
        Ok(DocumentWriter { columns, options: options.clone(), group: Group::default(), failure })
    }

    fn end_group(&mut self) -> anyhow::Result<()> {
        let group = std::mem::take(&mut self.group);
        let columns: Vec<Column> = group.columns.into_iter().map(Column::Texts).collect();
        if columns.is_empty() {
            return Ok(());
        }
        self.columns.push(&columns).context(self.failure.clone())
    }
}

impl RecordWriter for DocumentWriter {
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        let (mut values, mut known) = (vec![], vec![]);
        for (name, value) in fields(&self.options.fields, record.document) {
            if let Some(value) = value {
                known.push((name, value));
            }
            values.push(value.map(str::to_owned));
        }
        values.push(record.raw.and_then(|raw| other_fields(raw, &self.options, &known)));
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

/// Returns the columns with the values of a document, each name once.
fn fields<'d>(names: &'d FieldMap, document: &'d Document) -> Vec<(&'d str, Option<&'d str>)> {
    let meta = &document.meta;
    let all: [(&str, Option<&str>); 7] = [
        (&names.text, Some(&document.text)),
        (&names.id, Some(&document.id)),
        (&names.title, meta.title.as_deref()),
        (&names.author, meta.author.as_deref()),
        (&names.date, meta.date.as_deref()),
        (&names.url, meta.url.as_deref()),
        (&names.category, meta.category.as_deref()),
    ];
    let mut columns: Vec<(&str, Option<&str>)> = vec![];
    for (name, value) in all {
        if columns.iter().all(|(known, _)| *known != name) {
            columns.push((name, value));
        }
    }
    columns
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
        ids.push(Some(listed.id.text()));
        places.push(listed.place);
        clusters.push(listed.cluster.as_ref().map(Name::text));
        cluster_places.push(listed.cluster_place);
        equals.push(listed.equal_to.as_ref().map(Name::text));
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
    write_table(output, &names, &columns).context(failure)
}

/// Writes a table of one row group.
fn write_table(output: Output, names: &[(&str, &Column)], columns: &[Column]) -> anyhow::Result<Output> {
    let mut table = Columns::new(output, names)?;
    table.push(columns)?;
    table.finish()
}

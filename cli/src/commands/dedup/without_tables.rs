//! Stand-ins for Parquet tables in a build without them. A file named as a table is refused before anything is read, so
//! that no other function here is called for one.

use std::path::Path;

use ibid::Document;
use ibid_read::{Input, ReadOptions};

use super::listed::Listed;
use super::record::{RecordWriter, Row};
use super::source::Source;
use crate::advice::INSTALL;
use crate::exit::Failure;
use crate::output::Output;

/// Refuses every table.
///
/// # Errors
/// Always, with advice.
pub(super) fn expect_built(flag: &str, path: &Path) -> anyhow::Result<()> {
    Err(Failure::usage(format!(
        "{flag} {path:?} needs the feature \"parquet\", which this build lacks; name a file that ends in .jsonl, or \
         {INSTALL}"
    )))
}

/// Refuses to write a table.
///
/// # Errors
/// Always.
pub(super) fn only_tables_or_none(_kept: &Path, _inputs: &[&Input]) -> anyhow::Result<()> {
    Err(lacking())
}

/// Accepts all inputs, since none of them can be a table.
///
/// # Errors
/// None.
pub(super) fn tables_as_json(_kept: &Path, _inputs: &[&Input]) -> anyhow::Result<()> {
    Ok(())
}

/// Refuses to make a writer.
///
/// # Errors
/// Always.
pub(super) fn writer(
    _output: Output,
    _sources: &[Source],
    _options: &ReadOptions,
    _lines: bool,
) -> anyhow::Result<Box<dyn RecordWriter>> {
    Err(lacking())
}

/// A reader of no rows.
pub(super) struct RowReader;

impl RowReader {
    /// Makes a reader that is never asked for a row.
    pub(super) fn new(_sources: &[Source]) -> RowReader {
        RowReader
    }

    /// Refuses to read a row.
    pub(super) fn line(&mut self, _row: Row, _document: &Document, _id_name: &str) -> anyhow::Result<String> {
        Err(lacking())
    }
}

/// Refuses to write a table.
///
/// # Errors
/// Always.
pub(super) fn write_dropped<'r>(
    _output: Output,
    _dropped: impl Iterator<Item = Listed<'r>>,
) -> anyhow::Result<Output> {
    Err(lacking())
}

fn lacking() -> anyhow::Error {
    Failure::usage(format!(
        "tables of Parquet need the feature \"parquet\", which this build lacks; {INSTALL}"
    ))
}

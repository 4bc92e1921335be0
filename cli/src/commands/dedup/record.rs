//! A kept record, as read the second time, and the trait of record writers.

use ibid::Document;

use super::cluster_fields::ClusterFields;

/// A kept document or line, as read the second time.
pub(super) struct Record<'r> {
    /// The document; if lines are texts, a document made of the line.
    pub(super) document: &'r Document,
    /// The original JSONL record, if a whole record is kept and not its lines.
    pub(super) raw: Option<&'r [u8]>,
    /// The original Parquet row, if a whole row is kept and not its lines.
    pub(super) row: Option<Row>,
    /// The cluster fields, if they are wanted.
    pub(super) cluster: Option<ClusterFields>,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only the code for tables reads rows again"))]
pub(super) struct Row {
    /// The number of the input.
    pub(super) input: usize,
    /// The number of the row in it, from 1.
    pub(super) number: u64,
}

/// A writer of kept records, in order, in one format. A new format is one implementation and a row in
/// `records::writer`.
pub(super) trait RecordWriter {
    /// Writes the next record.
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()>;

    /// Ends the file, and puts it in its place.
    fn finish(self: Box<Self>) -> anyhow::Result<()>;
}

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

/// The number of an input, and the number of a row in it, from 1.
pub(super) type Row = (usize, u64);

/// A writer of kept records, in order, in one format. A new format is one implementation and a row in
/// `records::writer`.
pub(super) trait RecordWriter {
    /// Writes the next record.
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()>;

    /// Ends the file, and puts it in its place.
    fn finish(self: Box<Self>) -> anyhow::Result<()>;
}

//! A record of what is kept, as it was read again, and the trait of what writes records.

use ibid::Document;

use super::cluster_fields::ClusterFields;

/// Something that is kept, as it was read again.
pub(super) struct Record<'r> {
    /// The document; if lines are texts, a document of this line.
    pub(super) document: &'r Document,
    /// The record of JSONL as it stood, if it is one and not lines of it.
    pub(super) raw: Option<&'r [u8]>,
    /// The row of Parquet that it is, if it is one and not lines of it: the number of the input, and that of the row
    /// from 1.
    pub(super) row: Option<Row>,
    /// The fields that tell its cluster, if these are wanted.
    pub(super) cluster: Option<ClusterFields>,
}

/// The number of an input, and that of a row from 1.
pub(super) type Row = (usize, u64);

/// Writes what is kept, in order, in a format. A new format is one of these and a row in `records::writer`.
pub(super) trait RecordWriter {
    /// Writes the next record.
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()>;

    /// Ends the file, which takes its name.
    fn finish(self: Box<Self>) -> anyhow::Result<()>;
}

//! The bytes of one document, before anything is made of them.

use std::sync::Arc;

use super::Format;
use super::ids::Place;
use super::input::Input;

/// The undecoded bytes of one document: a file, a line of JSONL, or a row of Parquet as such a line.
#[derive(Clone, Debug)]
pub struct Raw {
    pub(super) input: Arc<Input>,
    pub(super) line: Option<u64>,
    pub(super) format: Format,
    pub(super) bytes: Vec<u8>,
}

impl Raw {
    /// Where the document came from.
    pub fn place(&self) -> Place {
        Place { path: self.input.path.clone(), line: self.line }
    }

    /// How many bytes it has, unpacked.
    pub fn size_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The number of the row of Parquet that it is, from 1. None for other formats.
    pub fn row(&self) -> Option<u64> {
        self.line.filter(|_| self.format == Format::Parquet)
    }

    /// The record of JSONL that it is, as it stood, with its line break where it has one, without a byte order mark; in
    /// UTF-8 where it stood in UTF-16. None for other formats.
    pub fn record(&self) -> Option<&[u8]> {
        let is_record = self.line.is_some() && self.format == Format::Records;
        is_record.then(|| self.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.bytes))
    }
}

//! The undecoded bytes of one document.

use std::sync::Arc;

use crate::format::Format;
use crate::ids::Place;
use crate::input::Input;

/// The undecoded bytes of one document: a file, a line of JSONL, or a row of Parquet written as such a line.
#[derive(Clone, Debug)]
pub struct Raw {
    pub(super) input: Arc<Input>,
    pub(super) line: Option<u64>,
    pub(super) format: Format,
    pub(super) bytes: Vec<u8>,
}

impl Raw {
    /// Returns the origin of the document.
    pub fn place(&self) -> Place {
        Place { path: self.input.path.clone(), line: self.line }
    }

    /// Returns the number of unpacked bytes.
    pub fn size_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the number of its row in a Parquet file, from 1. `None` for other formats.
    pub fn row(&self) -> Option<u64> {
        if self.format == Format::Parquet { self.line } else { None }
    }

    /// Returns its record of JSONL as it stood, with its line break if it has one and without a byte order mark.
    /// Records in UTF-16 are returned in UTF-8. `None` for other formats.
    pub fn record(&self) -> Option<&[u8]> {
        let is_record = self.line.is_some() && self.format == Format::Records;
        is_record.then_some(self.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.bytes))
    }
}

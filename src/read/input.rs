//! One thing to read.

#[cfg(feature = "parquet")]
use std::fs::File;
#[cfg(feature = "parquet")]
use std::io::{Read, Seek};
use std::path::PathBuf;

use super::Format;
#[cfg(feature = "parquet")]
use super::compressed::Packing;

/// How a Parquet file begins.
pub(super) const TABLE_MAGIC: &[u8] = b"PAR1";

/// Something to read: a file, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path as given, or reached from a folder as given. `-` is standard input.
    pub path: PathBuf,
    /// The absolute path, with the links in its folders resolved. None for standard input.
    pub absolute: Option<PathBuf>,
    /// The size when it was found, packed where it is packed; 0 where it is not known.
    pub size_bytes: u64,
}

impl Input {
    /// An input with a name and no file behind it, as for bytes that are at hand.
    pub(super) fn named(path: impl Into<PathBuf>) -> Input {
        Input { path: path.into(), absolute: None, size_bytes: 0 }
    }

    /// Whether this is a table of Parquet, by its name or, in a file that is there, its first bytes.
    #[cfg(feature = "parquet")]
    pub fn is_table(&self) -> bool {
        let is_table = |path| self.is_table_in(&mut File::open(path)?);
        self.absolute.as_deref().is_some_and(|path| is_table(path).unwrap_or(false))
    }

    /// Whether this is a table of Parquet, open as this file, which is left at its beginning.
    #[cfg(feature = "parquet")]
    pub(super) fn is_table_in(&self, file: &mut File) -> std::io::Result<bool> {
        // What is no file, such as a pipe, cannot be begun anew.
        if Packing::of_name(&self.path).is_some() || !file.metadata()?.is_file() {
            return Ok(false);
        }
        if let Some(format) = Format::of_name(&self.path) {
            return Ok(format == Format::Parquet);
        }
        let mut head = vec![];
        Read::by_ref(file).take(TABLE_MAGIC.len() as u64).read_to_end(&mut head)?;
        file.rewind()?;
        Ok(head == TABLE_MAGIC)
    }

    /// Whether its name is that of a Markdown or HTML file, packed or not.
    pub fn has_markup(&self) -> bool {
        matches!(Format::of_name(&self.path), Some(Format::Markdown | Format::Html))
    }

    /// Whether this is standard input.
    pub fn is_stdin(&self) -> bool {
        self.absolute.is_none()
    }
}

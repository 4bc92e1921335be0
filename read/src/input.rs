//! One input to read.

#[cfg(feature = "parquet")]
use std::fs::File;
#[cfg(feature = "parquet")]
use std::io::{Read, Seek};
use std::path::PathBuf;

#[cfg(feature = "parquet")]
use crate::compressed::Packing;
use crate::format::Format;

/// The first bytes of a Parquet file.
pub(super) const TABLE_MAGIC: &[u8] = b"PAR1";

/// An input: a file, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path as given, or reached from a folder as given. `-` is standard input.
    pub path: PathBuf,
    /// The absolute path, with the links in its folders resolved. `None` for standard input, and for bytes without a
    /// file.
    pub absolute: Option<PathBuf>,
    /// The size when the input was found, packed if it is packed; 0 if it is unknown.
    pub size_bytes: u64,
}

impl Input {
    /// Returns an input with a name and no file behind it, as for bytes in memory.
    pub(super) fn named(path: impl Into<PathBuf>) -> Input {
        Input { path: path.into(), absolute: None, size_bytes: 0 }
    }

    /// Returns whether this is an unpacked Parquet file: by its name or, without a known ending, by its first bytes.
    /// False if the file cannot be opened.
    #[cfg(feature = "parquet")]
    pub fn is_table(&self) -> bool {
        let Some(path) = &self.absolute else { return false };
        let Ok(mut file) = File::open(path) else { return false };
        self.is_table_in(&mut file).unwrap_or(false)
    }

    /// Returns whether this is a Parquet file, open as `file`, which is left at its beginning.
    #[cfg(feature = "parquet")]
    pub(super) fn is_table_in(&self, file: &mut File) -> std::io::Result<bool> {
        // A pipe or another special file cannot be rewound.
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

    /// Returns whether the name is that of a Markdown or HTML file, packed or not.
    pub fn has_markup(&self) -> bool {
        matches!(Format::of_name(&self.path), Some(Format::Markdown | Format::Html))
    }

    /// Returns whether there is no file behind the input, as for standard input.
    pub fn is_stdin(&self) -> bool {
        self.absolute.is_none()
    }
}

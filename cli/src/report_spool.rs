//! A spool for the documents of a report, which is written once all of them are known. Few stay in memory; more go to a
//! temporary file without a name, which the system removes when the program ends, however it ends.
//!
//! The documents are spooled as JSON for the text report too: only those with the highest ratios are shown, and JSON is
//! made and read in a fraction of the time that their text takes.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use anyhow::Context;
use ibid::report::write_value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::SpooledTempFile;

/// The size in bytes above which the spool moves to a file.
const MOST_IN_MEMORY: usize = 16 << 20;

/// A spool of JSON lines, in the order in which they were added.
#[derive(Debug)]
pub(crate) struct ReportSpool {
    file: SpooledTempFile,
    /// The offset at which the next line begins.
    end: u64,
    line: Vec<u8>,
}

/// The position of a line in the spool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpoolPlace {
    start: u64,
    bytes: usize,
}

impl Default for ReportSpool {
    fn default() -> ReportSpool {
        ReportSpool { file: SpooledTempFile::new(MOST_IN_MEMORY), end: 0, line: vec![] }
    }
}

const CANNOT: &str = "cannot hold the report in a temporary file; TMPDIR names the folder for it";

impl ReportSpool {
    /// Appends a value, serialized as in reports.
    pub(crate) fn push(&mut self, value: &impl Serialize) -> anyhow::Result<SpoolPlace> {
        self.line.clear();
        write_value(value, &mut self.line).context(CANNOT)?;
        self.line.push(b'\n');
        self.file.write_all(&self.line).context(CANNOT)?;
        let place = SpoolPlace { start: self.end, bytes: self.line.len() };
        self.end += self.line.len() as u64;
        Ok(place)
    }

    /// Reads the value at a place.
    pub(crate) fn get<T: DeserializeOwned>(&mut self, place: SpoolPlace) -> anyhow::Result<T> {
        self.line.resize(place.bytes, 0);
        let mut read = || -> io::Result<T> {
            self.file.seek(SeekFrom::Start(place.start))?;
            self.file.read_exact(&mut self.line)?;
            self.file.seek(SeekFrom::Start(self.end))?;
            Ok(serde_json::from_slice(&self.line)?)
        };
        read().context(CANNOT)
    }

    /// Returns a reader over all lines.
    pub(crate) fn read(&mut self) -> anyhow::Result<BufReader<&mut SpooledTempFile>> {
        self.file.rewind().context(CANNOT)?;
        Ok(BufReader::new(&mut self.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_one_by_one_and_all_together() {
        let mut spool = ReportSpool::default();
        let first = spool.push(&"a\nb").unwrap();
        let second = spool.push(&[1, 2]).unwrap();
        assert_eq!(spool.get::<String>(first).unwrap(), "a\nb");
        spool.push(&7).unwrap();
        assert_eq!(spool.get::<Vec<u32>>(second).unwrap(), [1, 2]);
        let mut all = String::new();
        spool.read().unwrap().read_to_string(&mut all).unwrap();
        assert_eq!(all, "\"a\\nb\"\n[1,2]\n7\n");
    }
}

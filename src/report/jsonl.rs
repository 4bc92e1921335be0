//! JSONL: one passage per line, with the field names that other programs rely on.

use std::io::{self, Write};

use super::Passage;
use super::escape::write_value;

impl Passage {
    /// Writes passages, one per line.
    pub fn write_jsonl<'p>(
        passages: impl IntoIterator<Item = &'p Passage>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for passage in passages {
            write_value(passage, out)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

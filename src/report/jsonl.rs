//! JSONL: a line a passage, with the names that other programs rely on.

use std::io::{self, Write};

use super::Passage;

/// Writes passages, a line each.
pub fn write_jsonl<'p>(
    passages: impl IntoIterator<Item = &'p Passage>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for passage in passages {
        serde_json::to_writer(&mut *out, passage)?;
        writeln!(out)?;
    }
    Ok(())
}

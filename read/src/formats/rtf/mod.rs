//! Reads Rich Text Format: the blocks of a text, from its control words.
//!
//! Deleted text is left out, fields show their results, and footnotes follow their paragraph. Headings are known by the
//! names of their styles or by their outline level. Text boxes follow the paragraph that they are anchored to. Unknown
//! groups that are marked as optional are skipped.

mod tokens;
mod words;
mod encodings;
mod tables;
mod looks;
mod reader;

use self::reader::Reader;
use crate::formats::Fault;
use crate::formats::draft::Draft;
use crate::formats::gather::Marks;
use crate::formats::limits::Watch;
use ibid::Document;

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let (items, metadata) = Reader::new(watch).read(bytes)?;
    let (mut draft, marks) = (Draft::new(), Marks::new());
    for (is_entry, item) in &items {
        watch.check()?;
        if *is_entry { item.write_entry(&marks, &mut draft) } else { item.write(&marks, &mut draft) }
    }
    Ok(draft.finish(metadata))
}

pub(crate) fn is_rtf(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"{\\rtf")
}

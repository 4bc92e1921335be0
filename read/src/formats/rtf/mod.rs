//! Reads Rich Text Format: the blocks of a text, from its control words.
//!
//! Deleted text is left out, fields show their results, and footnotes follow their paragraph. Headings are known by the
//! names of their styles or by their outline level. Text boxes follow the paragraph that they are anchored to. Unknown
//! groups that are marked as optional are skipped.

mod tokens;
mod words;
mod encodings;
mod looks;
mod blocks;
mod reader;

use self::reader::Reader;
use crate::formats::Fault;
use crate::formats::format::{Mark, PaperFormat};
use crate::formats::limits::Watch;
use ibid::Document;

/// Rich Text Format.
pub(crate) static FORMAT: PaperFormat =
    PaperFormat { name: "RTF", marks: &[Mark::Content(is_rtf)], read, has_properties: true };

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    Reader::new(watch).read(bytes)
}

pub(crate) fn is_rtf(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"{\\rtf")
}

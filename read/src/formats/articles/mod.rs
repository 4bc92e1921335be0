//! Reads XML of articles and books: JATS, TEI and DocBook, and any other XML by a rule of thumb.
//!
//! The role of an element is known by its name; the three formats rarely give one name to different things. In a file
//! with other names, each element with text is a block of its own, and elements inside it belong to its text.

mod elements;
mod reader;

use self::reader::Reader;
use crate::formats::Fault;
use crate::formats::compound::holds;
use crate::formats::format::{Mark, PaperFormat};
use crate::formats::limits::Watch;
use crate::formats::xml::decode;
use ibid::Document;

/// The first bytes in which a file shows that it is a web page.
const HEAD: usize = 1024;

/// XML of articles and books: JATS, TEI, DocBook, and any other XML that is no web page.
pub static FORMAT: PaperFormat =
    PaperFormat { name: "XML", marks: &[Mark::Content(is_xml)], read, has_properties: false };

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let text = decode(bytes, "the text")?;
    watch.unpack(text.len() as u64)?;
    Reader::new(watch).read(&text)
}

/// Returns whether a file is XML, and no web page.
pub(crate) fn is_xml(bytes: &[u8]) -> bool {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start().to_ascii_lowercase();
    head.starts_with(b"<?xml") && !holds(&head, b"<html") && !holds(&head, b"<!doctype html")
}

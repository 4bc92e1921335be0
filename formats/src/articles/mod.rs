//! XML of articles and books -> their blocks: JATS, TEI, DocBook, and any other by a rule of thumb.
//!
//! What an element is, is known by its name; those three name few things alike that are not. Of a file that uses other
//! names, each element that holds text is a block of its own, and elements inside it belong to its text.

mod elements;
mod reader;

use self::reader::Reader;
use crate::limits::Watch;
use crate::xml::decode;
use crate::{Fault, Paper};

/// How far from the beginning an article says that it is a page of the web.
const HEAD: usize = 1024;

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Paper, Fault> {
    let text = decode(bytes).ok_or_else(|| Fault::Damaged("the text is not UTF-8".to_owned()))?;
    watch.unpack(text.len() as u64)?;
    Reader::new(watch).read(&text)
}

/// Whether a file is XML, and not a page of the web.
pub(crate) fn is_xml(bytes: &[u8]) -> bool {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start().to_ascii_lowercase();
    let holds = |mark: &[u8]| head.windows(mark.len()).any(|window| window == mark);
    head.starts_with(b"<?xml") && !holds(b"<html") && !holds(b"<!doctype html")
}

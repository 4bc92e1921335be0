//! Reads LaTeX: the blocks of a paper, without commands, from its source.
//!
//! No TeX runs. Commands are known by a table, the paper's own macros are expanded, and the argument of an unknown
//! command is read as text. Parts in other files are spliced in by [`join`] before, since this crate knows no files.

mod input;
mod macros;
mod meanings;
mod environments;
mod gather;
mod reader;
mod looks;
mod conditions;
mod definitions;
mod drawings;
mod commands;
mod join;

pub use join::{JoinedSource, join};

use std::borrow::Cow;

use self::macros::Macro;
use self::reader::Reader;
use crate::formats::Fault;
use crate::formats::format::{Mark, PaperFormat};
use crate::formats::limits::Watch;
use crate::formats::paper_builder::PaperBuilder;
use ibid::{Document, Metadata};

/// The first bytes in which a source shows that it is one.
const HEAD: usize = 64 << 10;

/// The names of parts in a Chinese paper.
const CHINESE: [(&str, &str); 5] = [
    ("abstractname", "摘要"),
    ("refname", "参考文献"),
    ("bibname", "参考文献"),
    ("figurename", "图"),
    ("tablename", "表"),
];

/// The LaTeX source of a paper.
pub static FORMAT: PaperFormat =
    PaperFormat { name: "LaTeX", marks: &[Mark::Content(is_latex)], read, has_properties: false };

pub(crate) fn read(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    watch.check()?;
    let source = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
    let source = decode_carets(source.trim_start_matches('\u{feff}'));
    let source = source.as_ref();
    let mut reader = Reader::new(source, watch);
    // A part of a paper has no preamble.
    reader.in_preamble = shows(source, &["\\begin{document}"]);
    if shows(source, &["ctex", "xeCJK", "\\begin{CJK"]) {
        for (name, text) in CHINESE {
            reader.macros.insert(name.to_owned(), Macro::plain(text.to_owned()));
        }
    }
    let items = reader.read()?;
    let mut builder = PaperBuilder::default();
    for item in &items {
        watch.check()?;
        item.write(&reader.marks, &mut builder);
    }
    let front = reader.front;
    let title = front.title.map(|title| title.text());
    let metadata = Metadata { title, author: front.author, date: front.date, ..Metadata::default() };
    Ok(builder.finish(metadata))
}

/// Returns whether a file is a LaTeX document. A part of a document is not recognized.
pub(crate) fn is_latex(bytes: &[u8]) -> bool {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    !head.contains(&0)
        && shows(&String::from_utf8_lossy(head), &["\\documentclass", "\\documentstyle", "\\begin{document}"])
}

/// Returns whether a source has one of some marks outside of comments.
fn shows(source: &str, marks: &[&str]) -> bool {
    let mut lines = source.lines().map(without_comment);
    lines.any(|line| marks.iter().any(|mark| line.contains(mark)))
}

/// Decodes the characters that `^^48` and `^^^^0048` stand for.
fn decode_carets(source: &str) -> Cow<'_, str> {
    if !source.contains("^^") {
        return source.into();
    }
    let (mut decoded, mut rest) = (String::with_capacity(source.len()), source);
    while let Some(at) = rest.find("^^") {
        decoded.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let (c, taken) = caret_code(rest).unwrap_or(('^', 1));
        decoded.push(c);
        rest = rest.get(taken..).unwrap_or_default();
    }
    decoded.push_str(rest);
    decoded.into()
}

/// Returns the character that a text begins with in the form `^^48` or `^^^^0048`, and the length of this form.
fn caret_code(text: &str) -> Option<(char, usize)> {
    for (mark, length) in [("^^^^", 4), ("^^", 2)] {
        let length = mark.len() + length;
        if text.starts_with(mark)
            && let Some(digits) = text.get(mark.len()..length)
            && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
            && let Ok(code) = u32::from_str_radix(digits, 16)
            && let Some(c) = char::from_u32(code)
        {
            return Some((c, length));
        }
    }
    None
}

/// Returns a line up to the `%` that begins a comment.
fn without_comment(line: &str) -> &str {
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            '%' if !is_escaped => return line.get(..at).unwrap_or_default(),
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    line
}

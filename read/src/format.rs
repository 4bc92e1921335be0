//! The input formats, and the names of files that promise them.

use std::path::Path;

use crate::compressed::Packing;

/// The input formats. A new one is a row here, a row in [`EXTENSIONS`] and a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Plain,
    Markdown,
    Html,
    Records,
    Parquet,
    /// Papers that may be read in a process of their own: PDF, DOCX and the like.
    Paper,
    Latex,
    Mail,
    Xml,
    /// Values separated by commas, semicolons or tabs.
    Values,
}

/// The endings of names that are read in a folder, with their formats.
const EXTENSIONS: &[(&str, Format)] = &[
    ("txt", Format::Plain),
    ("text", Format::Plain),
    ("md", Format::Markdown),
    ("markdown", Format::Markdown),
    ("html", Format::Html),
    ("htm", Format::Html),
    ("xhtml", Format::Html),
    ("jsonl", Format::Records),
    ("ndjson", Format::Records),
    ("json-lines", Format::Records),
    ("parquet", Format::Parquet),
    ("pdf", Format::Paper),
    ("docx", Format::Paper),
    ("docm", Format::Paper),
    ("odt", Format::Paper),
    ("ott", Format::Paper),
    ("fodt", Format::Paper),
    ("epub", Format::Paper),
    ("rtf", Format::Paper),
    ("xlsx", Format::Paper),
    ("xlsm", Format::Paper),
    ("xls", Format::Paper),
    ("ods", Format::Paper),
    // These are not read, but they are reported and not skipped silently.
    ("doc", Format::Paper),
    ("ppt", Format::Paper),
    ("pptx", Format::Paper),
    ("tex", Format::Latex),
    ("latex", Format::Latex),
    ("eml", Format::Mail),
    ("xml", Format::Xml),
    ("nxml", Format::Xml),
    ("csv", Format::Values),
    ("tsv", Format::Values),
];

impl Format {
    /// Returns the format that a name promises, without the ending of a compression.
    pub(crate) fn of_name(path: &Path) -> Option<Format> {
        let path = Packing::of_name(path).map_or(path.to_owned(), |_| path.with_extension(""));
        let extension = path.extension()?.to_str()?;
        EXTENSIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(extension)).map(|&(_, format)| format)
    }
}

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

/// The formats, with the endings of names by which they are read in a folder.
const EXTENSIONS: &[(Format, &[&str])] = &[
    (Format::Plain, &["txt", "text"]),
    (Format::Markdown, &["md", "markdown"]),
    (Format::Html, &["html", "htm", "xhtml"]),
    (Format::Records, &["jsonl", "ndjson", "json-lines"]),
    (Format::Parquet, &["parquet"]),
    (
        Format::Paper,
        &["pdf", "docx", "docm", "odt", "ott", "fodt", "epub", "rtf", "xlsx", "xlsm", "xls", "ods"],
    ),
    // These are not read, but they are reported and not skipped silently.
    (Format::Paper, &["doc", "ppt", "pptx"]),
    (Format::Latex, &["tex", "latex"]),
    (Format::Mail, &["eml"]),
    (Format::Xml, &["xml", "nxml"]),
    (Format::Values, &["csv", "tsv"]),
];

impl Format {
    /// Returns the format that a name promises, without the ending of a compression.
    pub(crate) fn of_name(path: &Path) -> Option<Format> {
        let name = match Packing::of_name(path) {
            Some(_) => Path::new(path.file_stem()?),
            None => path,
        };
        let extension = name.extension()?.to_str()?;
        for (format, names) in EXTENSIONS {
            if names.iter().any(|name| name.eq_ignore_ascii_case(extension)) {
                return Some(*format);
            }
        }
        None
    }
}

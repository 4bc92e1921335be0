//! Reads files, folders, records and standard input into [`Document`](ibid::Document)s.
//!
//! Reading has three steps, and a caller may run each where it likes. [`walk`] lists the inputs below some paths in a
//! fixed order. [`fetch`] reads one input, unpacks it and cuts it into [`Raw`] documents: one per file, one per line of
//! JSONL, one per row of Parquet. [`decode`] makes a document of each and touches no file. [`read_paths`] runs the
//! three steps one after the other and refuses a second document of the same id ([`Ids`]). An input that cannot be read
//! is passed on as an error in its place, and the others are still read.
//!
//! Time is `O(n)` for n bytes of input. Memory is that of one document (in JSONL, one line), the list of inputs, and 24
//! bytes per id.
//!
//! | file | what it does |
//! | --- | --- |
//! | `options.rs`, `limits.rs`, `refusal.rs` | the settings of a caller, the size limits of documents, and why an input is refused |
//! | `walk.rs`, `passed_over.rs`, `input.rs`, `ids.rs` | paths to inputs and to what is skipped, inputs to ids |
//! | `fetch.rs`, `compressed.rs`, `recognize.rs`, `raw.rs` | inputs to bytes, and their formats |
//! | `decode.rs`, `encoding.rs`, `text.rs` | bytes to characters, and to the reader of their format |
//! | `plain.rs`, `markdown.rs`, `html.rs`, `jsonl.rs` | characters to documents, one file per format |
//! | `parquet/` | a table to records |
//! | `mail.rs` | a letter to a document, and its attachments to others |
//! | `formats/`, `paper.rs`, `latex.rs` | papers such as PDF to documents; a LaTeX source in several files to one |
//! | `record.rs` | a document to a line of JSONL |
//! | `front_matter.rs`, `prose.rs`, `markup.rs`, `html_meta.rs`, `html_cost.rs`, `html_text.rs`, `html_hidden.rs`, `html_unread.rs`, `unseen.rs` | code shared by formats |
//!
//! ```
//! use ibid_read::{IdBase, ReadOptions, read_paths};
//! use std::ops::ControlFlow;
//!
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("a.md"), "# A *title*\n\nAnd its\ntext.")?;
//! let mut texts = Vec::new();
//! read_paths(&[folder.path().into()], &IdBase::AsGiven, &ReadOptions::default(), &mut |document| {
//!     texts.extend(document.map(|document| document.text));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(texts, ["A title\n\nAnd its text."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compressed;
mod decode;
mod encoding;
mod fetch;
#[cfg(feature = "papers")]
pub mod formats;
mod front_matter;
#[cfg(feature = "html")]
mod html;
#[cfg(feature = "html")]
mod html_cost;
#[cfg(feature = "html")]
mod html_hidden;
#[cfg(feature = "html")]
mod html_meta;
#[cfg(feature = "html")]
mod html_text;
#[cfg(feature = "html")]
mod html_unread;
mod ids;
mod input;
mod jsonl;
#[cfg(feature = "papers")]
mod latex;
mod limits;
#[cfg(feature = "papers")]
mod mail;
mod markdown;
mod markup;
mod options;
mod other_fields;
#[cfg(feature = "papers")]
mod paper;
#[cfg(feature = "parquet")]
mod parquet;
mod passed_over;
mod paths;
#[cfg(test)]
mod places;
mod plain;
mod prose;
mod raw;
mod recognize;
mod record;
mod refusal;
mod seven_bits;
mod text;
#[cfg(any(feature = "html", feature = "papers"))]
mod unseen;
mod walk;

pub use decode::decode;
pub use encoding::Encoding;
pub use fetch::{fetch, fetch_from};
pub use ids::{IdBase, Ids, Place};
pub use input::Input;
pub use options::{Elsewhere, FieldMap, InputFormat, Markup, Papers, ReadOptions};
pub use other_fields::other_fields;
#[cfg(feature = "papers")]
pub use paper::read_paper;
pub use passed_over::{Naming, PassedOver, PassedOverWhy, report_passed_over};
#[doc(hidden)]
pub use paths::read_any;
pub use paths::{Summary, read_bytes, read_file, read_paths};
pub use raw::Raw;
pub use record::write_record;
pub use walk::{Walk, walk};

use std::path::{Path, PathBuf};

/// Returns the files that a LaTeX source includes, which are read as parts of it. Empty for another format.
pub fn parts_of(path: &Path, options: &ReadOptions) -> Vec<PathBuf> {
    #[cfg(feature = "papers")]
    if Format::of_name(path) == Some(Format::Latex) {
        let input = Input { absolute: Some(path.to_owned()), ..Input::named(path) };
        return latex::parts(std::iter::once(&input), options).into_iter().collect();
    }
    let _ = (path, options);
    vec![]
}

/// The input formats. A new one is a row here, a row in [`EXTENSIONS`] and a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
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
    fn of_name(path: &Path) -> Option<Format> {
        let path = compressed::Packing::of_name(path).map_or(path.to_owned(), |_| path.with_extension(""));
        let extension = path.extension()?.to_str()?;
        EXTENSIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(extension)).map(|&(_, format)| format)
    }
}

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
//! | `walk.rs`, `skipped.rs`, `input.rs`, `ids.rs` | paths to inputs and to what is skipped, inputs to ids |
//! | `fetch.rs`, `compressed.rs`, `format.rs`, `recognize.rs`, `raw.rs` | inputs to bytes, and their formats |
//! | `decode.rs`, `encoding.rs`, `text.rs` | bytes to characters, and to the reader of their format |
//! | `plain.rs`, `markdown.rs`, `html.rs`, `jsonl.rs` | characters to documents, one file per format |
//! | `parquet/` | a table to records |
//! | `mail.rs` | a letter to a document, and its attachments to others |
//! | `formats/`, `paper.rs`, `latex.rs` | papers such as PDF to documents; a LaTeX source in several files to one |
//! | `record.rs` | a document to a line of JSONL |
//! | `front_matter.rs`, `prose.rs`, `elements.rs`, `markup.rs`, `html_meta.rs`, `html_cost.rs`, `html_text.rs`, `html_hidden.rs`, `html_unread.rs`, `cascade.rs`, `shown_words.rs` | code shared by formats |
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

mod refusal;
mod compressed;
mod format;
mod prose;
mod elements;
mod markup;
#[cfg(any(feature = "html", feature = "papers"))]
mod cascade;
#[cfg(any(feature = "html", feature = "papers"))]
mod shown_words;
mod seven_bits;
mod encoding;
mod options;
mod limits;
mod input;
mod ids;
mod raw;
mod skipped;
mod front_matter;
mod plain;
mod markdown;
#[cfg(feature = "html")]
mod html_cost;
#[cfg(feature = "html")]
mod html_meta;
#[cfg(feature = "html")]
mod html_text;
#[cfg(feature = "html")]
mod html_unread;
#[cfg(feature = "html")]
mod html_hidden;
#[cfg(feature = "html")]
mod html;
mod jsonl;
mod record;
mod other_fields;
#[cfg(feature = "papers")]
pub mod formats;
#[cfg(feature = "papers")]
mod paper;
#[cfg(feature = "papers")]
mod latex;
mod recognize;
mod text;
#[cfg(feature = "papers")]
mod mail;
#[cfg(feature = "parquet")]
mod parquet;
mod decode;
mod fetch;
mod walk;
mod paths;
#[cfg(test)]
mod places;

pub use decode::decode;
pub use encoding::Encoding;
pub use fetch::{fetch, fetch_from};
pub use ids::{IdBase, Ids, Place};
pub use input::Input;
pub use options::{Elsewhere, FieldMap, InputFormat, Markup, Papers, ReadOptions};
pub use other_fields::other_fields;
#[cfg(feature = "papers")]
pub use paper::read_paper;
#[doc(hidden)]
pub use paths::read_any;
pub use paths::{Summary, read_bytes, read_file, read_paths};
pub use raw::Raw;
pub use record::write_record;
pub use skipped::{Naming, SkipReason, Skipped, report_skipped};
pub use walk::{Walk, walk};

use std::path::{Path, PathBuf};

/// Returns the files that a LaTeX source includes, which are read as parts of it. Empty for another format.
pub fn parts_of(path: &Path, options: &ReadOptions) -> Vec<PathBuf> {
    #[cfg(feature = "papers")]
    if format::Format::of_name(path) == Some(format::Format::Latex) {
        let input = Input { absolute: Some(path.to_owned()), ..Input::named(path) };
        return latex::parts(std::iter::once(&input), options).into_iter().collect();
    }
    let _ = (path, options);
    vec![]
}

//! What a caller may choose about reading.

use super::encoding::Encoding;
use std::fmt;
use std::sync::Arc;

/// The formats that can be given for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// Plain text.
    Text,
    /// Markdown, with front matter.
    Markdown,
    /// HTML.
    Html,
    /// A document a line.
    Jsonl,
}

/// What to read and how. Any value is valid; globs are checked when folders are walked.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// Where the fields of a JSONL record are found.
    pub fields: FieldMap,
    /// The format of standard input, and of files whose name has no known ending. Where none is given, the format is
    /// recognized: JSONL, HTML or text.
    pub input_format: Option<InputFormat>,
    /// Patterns for files in folders, as ripgrep's `--glob`: `*.log` reads such files too, `!drafts/` leaves out. A
    /// later one wins. They win over names, hidden files and ignore files.
    pub globs: Vec<String>,
    /// Whether files and folders whose name begins with a dot are read.
    pub hidden: bool,
    /// Whether `.gitignore`, `.ignore` and the like are honoured.
    pub ignore_files: bool,
    /// Whether symbolic links inside folders are followed. A link that is named itself always is.
    pub follow_links: bool,
    /// The encoding of every input. Where none is named, it is recognised for each file, and a file whose encoding is
    /// in doubt is refused; with one, whatever does not fit it becomes U+FFFD.
    pub encoding: Option<Encoding>,
    /// What becomes of the markup of Markdown and HTML.
    pub markup: Markup,
    /// Whether a document without a date gets the one that stands in the name of its file, or else in those of the
    /// folders of its path as it was given: `2026-08-22-speech.md`, `2026/08/22/speech.md`.
    pub dates_from_names: bool,
    /// The most bytes that a file, a line of JSONL or a row of Parquet may have after it is unpacked. The default is
    /// 128 MiB: finding passages in a text of this size takes up to fifteen times as much memory, 2 GiB, which a
    /// machine of 4 GB has. Nothing above 4 GiB − 1 is read.
    pub max_bytes: u64,
    /// Where papers such as PDF are read.
    pub papers: Papers,
}

/// Where papers are read.
#[derive(Clone, Default)]
pub enum Papers {
    /// In this process, which ends with a paper that takes all memory.
    #[default]
    Here,
    /// By what is given here, such as another process with limits: it is given the bytes of a file, and gives what
    /// `read_paper` makes of them, or says why it gives nothing.
    Elsewhere(Arc<Elsewhere>),
}

/// Reads a paper elsewhere.
pub type Elsewhere = dyn Fn(&[u8]) -> Result<Vec<u8>, String> + Send + Sync;

impl fmt::Debug for Papers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Papers::Here => "Here",
            Papers::Elsewhere(_) => "Elsewhere",
        })
    }
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            fields: FieldMap::default(),
            input_format: None,
            globs: Vec::new(),
            hidden: false,
            ignore_files: true,
            follow_links: false,
            encoding: None,
            markup: Markup::default(),
            dates_from_names: false,
            max_bytes: 128 << 20,
            papers: Papers::default(),
        }
    }
}

/// What becomes of the markup of Markdown and HTML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Markup {
    /// It is left out, as are front matter and what stands around the main content of a page.
    #[default]
    Removed,
    /// The text is that of the file, markup and all.
    Kept,
}

/// The names of a JSONL record's fields. `a.b` is the field `b` of the object `a`, unless there is a field of the name
/// `a.b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldMap {
    /// The id: a text or a whole number. A record without one is called after its file and line.
    pub id: String,
    /// The title.
    pub title: String,
    /// The text, the only field that must be there.
    pub text: String,
    /// The author: a text, or a list of texts or of objects with a `name`.
    pub author: String,
    /// The date: a text in any of many forms, or seconds since 1970.
    pub date: String,
    /// Where it was published.
    pub url: String,
    /// The category: a text or a list of texts.
    pub category: String,
}

impl Default for FieldMap {
    fn default() -> FieldMap {
        FieldMap {
            id: "id".into(),
            title: "title".into(),
            text: "text".into(),
            author: "author".into(),
            date: "date".into(),
            url: "url".into(),
            category: "category".into(),
        }
    }
}

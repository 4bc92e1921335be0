//! The settings of reading.

use crate::encoding::Encoding;
use std::fmt;
use std::sync::Arc;

/// The formats that can be chosen for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// Plain text.
    Text,
    /// Markdown, with front matter.
    Markdown,
    /// HTML.
    Html,
    /// JSONL, one document per line.
    Jsonl,
}

/// The settings of reading. Any value is valid; globs are checked when folders are walked.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The names of the fields of a JSONL record.
    pub fields: FieldMap,
    /// The format of standard input, and of files without a known ending. `None` recognizes it by content: JSONL, HTML,
    /// a paper, mail or text.
    pub input_format: Option<InputFormat>,
    /// Patterns for files in folders, as in ripgrep's `--glob`: `*.log` also reads such files, `!drafts/` excludes. A
    /// later one wins. They override names, hidden files and ignore files.
    pub globs: Vec<String>,
    /// True to read files and folders whose names begin with a dot.
    pub hidden: bool,
    /// True to honor `.gitignore`, `.ignore` and the like.
    pub ignore_files: bool,
    /// True to follow symbolic links inside folders. A link that is itself named as an input is always followed.
    pub follow_links: bool,
    /// The encoding of every input; bytes that are invalid in it become U+FFFD. `None` recognizes the encoding of each
    /// file, and refuses a file whose encoding is in doubt.
    pub encoding: Option<Encoding>,
    /// The treatment of the markup of Markdown and HTML.
    pub markup: Markup,
    /// True to date a document without a date by the name of its file, or else by the names of the folders in its path
    /// as given: `2026-08-22-speech.md`, `2026/08/22/speech.md`.
    pub dates_from_names: bool,
    /// The most bytes of a file, a line of JSONL or a row of Parquet, after unpacking. The default is 128 MiB: finding
    /// passages in a text of this size takes up to fifteen times as much memory, 2 GiB, which a machine with 4 GB has.
    /// Nothing above 4 GiB − 2 bytes is read.
    pub max_bytes: u64,
    /// The process in which papers such as PDF are read.
    pub papers: Papers,
}

/// The process in which papers are read.
#[derive(Clone, Default)]
pub enum Papers {
    /// This process, which dies on a paper that takes all memory.
    #[default]
    Here,
    /// The given function, which may use another process with limits. It takes the bytes of a file and returns the
    /// answer of `read_paper`, or the reason why there is none.
    Elsewhere(Arc<Elsewhere>),
}

/// A function that reads a paper elsewhere.
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

impl ReadOptions {
    /// Returns the encoding of a line of JSONL. Lines of UTF-16 were converted to UTF-8 when they were cut.
    pub(crate) fn line_encoding(&self) -> Option<Encoding> {
        self.encoding.filter(|encoding| !encoding.is_utf16())
    }
}

/// The treatment of the markup of Markdown and HTML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Markup {
    /// Markup is removed, and so are front matter and the content around the main content of a page.
    #[default]
    Removed,
    /// The text is that of the file, with its markup.
    Kept,
}

/// The names of a JSONL record's fields. `a.b` is the field `b` of the object `a`, unless there is a field with the
/// name `a.b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldMap {
    /// The id: a text or a whole number. A record without an id is named after its file and line.
    pub id: String,
    /// The title.
    pub title: String,
    /// The text, the only required field.
    pub text: String,
    /// The author: a text, an object with a `name`, or a list of these.
    pub author: String,
    /// The date: a text in any of many forms, seconds or milliseconds since 1970, or a year.
    pub date: String,
    /// The URL of publication.
    pub url: String,
    /// The category: a text or a list of texts.
    pub category: String,
}

impl FieldMap {
    /// Returns all names, in the order of the fields.
    pub(crate) fn names(&self) -> [&str; 7] {
        [&self.id, &self.title, &self.text, &self.author, &self.date, &self.url, &self.category]
    }
}

/// Returns whether a name is that of a field inside an object, such as `a.b` inside `a`.
pub(crate) fn is_inside(name: &str, object: &str) -> bool {
    name.strip_prefix(object).is_some_and(|rest| rest.starts_with('.'))
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

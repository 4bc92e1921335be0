//! The options for reading files.

use clap::{Args, ValueEnum};

use super::number::whole;

/// How files are read.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// The encoding of all inputs, such as gb18030. By default it is recognized for each
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// The format of standard input, and of files whose name has no known ending. By default text, HTML or JSONL is
    /// recognized
    #[arg(long, value_name = "NAME")]
    pub(crate) input_format: Option<InputFormatName>,
    /// Files in folders to read (`*.log`) or to leave out (`!drafts/`). Can be repeated; the last one wins
    #[arg(long, value_name = "GLOB")]
    pub(crate) glob: Vec<String>,
    /// Read hidden files and folders
    #[arg(long)]
    pub(crate) hidden: bool,
    /// Read what .gitignore and .ignore leave out
    #[arg(long)]
    pub(crate) no_ignore: bool,
    /// Follow symbolic links inside folders
    #[arg(long)]
    pub(crate) follow: bool,
    /// Take the date of a document without one from the name of its file or folders: 2026-08-22-speech.md, 20260822.txt,
    /// 2026/08/22/
    #[arg(long)]
    pub(crate) dates_from_names: bool,
    /// The most bytes of a file, unpacked, of a line of JSONL, or of a row of Parquet (default 134217728, 128 MiB)
    #[arg(long, value_name = "BYTES", value_parser = whole::<u64>)]
    pub(crate) max_bytes: Option<u64>,
    /// The field (JSONL) or column (Parquet) of the id
    #[arg(long, value_name = "NAME")]
    pub(crate) field_id: Option<String>,
    /// The field (JSONL) or column (Parquet) of the title
    #[arg(long, value_name = "NAME")]
    pub(crate) field_title: Option<String>,
    /// The field (JSONL) or column (Parquet) of the text; `a.b` is the field b of the object a
    #[arg(long, value_name = "NAME")]
    pub(crate) field_text: Option<String>,
    /// The field (JSONL) or column (Parquet) of the author
    #[arg(long, value_name = "NAME")]
    pub(crate) field_author: Option<String>,
    /// The field (JSONL) or column (Parquet) of the date
    #[arg(long, value_name = "NAME")]
    pub(crate) field_date: Option<String>,
    /// The field (JSONL) or column (Parquet) of the address
    #[arg(long, value_name = "NAME")]
    pub(crate) field_url: Option<String>,
    /// The field (JSONL) or column (Parquet) of the category
    #[arg(long, value_name = "NAME")]
    pub(crate) field_category: Option<String>,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormatName {
    /// Plain text
    Text,
    /// Markdown, with front matter
    Markdown,
    /// HTML
    Html,
    /// A document a line
    Jsonl,
}

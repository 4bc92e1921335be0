//! The options for reading files.

use clap::{Args, ValueEnum};

use super::number::whole;

/// The settings for reading files.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Input")]
pub(crate) struct Reading {
    /// Encoding of all inputs, e.g. gb18030 [default: detected for each]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) encoding: Option<String>,
    /// Format of standard input and of files with an unknown extension
    ///
    /// By default, plain text, HTML and JSONL are told apart by their content.
    #[arg(long, value_name = "FORMAT", hide_short_help = true)]
    pub(crate) input_format: Option<InputFormatName>,
    /// Files in folders to read (`*.log`) or skip (`!drafts/`)
    ///
    /// Can be repeated; the last match wins.
    #[arg(long, value_name = "GLOB", hide_short_help = true)]
    pub(crate) glob: Vec<String>,
    /// Read hidden files and folders
    #[arg(long, hide_short_help = true)]
    pub(crate) hidden: bool,
    /// Read files that .gitignore and .ignore exclude
    #[arg(long, hide_short_help = true)]
    pub(crate) no_ignore: bool,
    /// Follow symbolic links in folders
    #[arg(long, hide_short_help = true)]
    pub(crate) follow: bool,
    /// Take missing dates from the names of files and folders
    ///
    /// Dates are found in names such as 2026-08-22-speech.md, 20260822.txt and 2026/08/22/.
    #[arg(long, hide_short_help = true)]
    pub(crate) dates_from_names: bool,
    /// Maximum size of an input in bytes [default: 134217728, 128 MiB]
    ///
    /// Applies to a file after decompression, to a line of JSONL and to a row of Parquet.
    #[arg(long, value_name = "BYTES", value_parser = whole::<u64>, hide_short_help = true)]
    pub(crate) max_bytes: Option<u64>,
    /// JSONL field or Parquet column of the id [default: id]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) field_id: Option<String>,
    /// JSONL field or Parquet column of the title [default: title]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) field_title: Option<String>,
    /// JSONL field or Parquet column of the text [default: text]
    ///
    /// `a.b` is the field b of the object a.
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) field_text: Option<String>,
    /// JSONL field or Parquet column of the author [default: author]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) field_author: Option<String>,
    /// JSONL field or Parquet column of the date [default: date]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) field_date: Option<String>,
    /// JSONL field or Parquet column of the address [default: url]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) field_url: Option<String>,
    /// JSONL field or Parquet column of the category [default: category]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) field_category: Option<String>,
}

/// The format of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormatName {
    /// Plain text
    Text,
    /// Markdown with front matter
    Markdown,
    /// HTML
    Html,
    /// JSONL, one document per line
    Jsonl,
}

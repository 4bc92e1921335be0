//! The options for the contents, the format and the place of results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::report_form::ReportFormat;

/// A format of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON value
    Json,
    /// One line of JSON per passage or document
    Jsonl,
}

/// The format and the place of results.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Listing {
    /// Result format
    ///
    /// By default, the extension of --output decides; without --output, the format is text.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Write the results to this file
    ///
    /// The file is written completely or not at all. A further extension .gz or .zst compresses it.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The contents of a report.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Reporting {
    /// Format
    ///
    /// By default, the extension of --output decides; without --output, the format is text. A page is in the language of
    /// --lang, else in that of the document. CSV is UTF-8 with a byte order mark, as Excel expects it. A cell that a
    /// spreadsheet would take for a formula begins with an apostrophe.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<ReportFormat>,
    /// Write the results to this file
    ///
    /// The file is written completely or not at all. A further extension .gz or .zst compresses it.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Mask names, and all text outside of matches
    ///
    /// Documents and sources get numbers. Titles, authors, dates, notes and paths are left out, and every letter and
    /// digit that is not matched is replaced. Figures, lines and pages stay.
    #[arg(long, hide_short_help = true)]
    pub(crate) anonymous: bool,
    /// Leave document texts out of the report
    #[arg(long, hide_short_help = true)]
    pub(crate) no_text: bool,
    /// Exit with code 1 if an overall ratio exceeds this
    ///
    /// With decisions, this is the ratio as decided. If more than a third of a document is quoted, quoted words count even
    /// if they are excluded.
    #[arg(long, value_name = "N%")]
    pub(crate) fail_over: Option<String>,
    /// Exit with code 1 if a document has this
    #[arg(long, value_name = "WHAT", value_delimiter = ',', hide_short_help = true)]
    pub(crate) fail_on: Vec<FailOn>,
    /// Earlier report whose passages are not new for --fail-on new
    ///
    /// A passage is not new if at least nine tenths of its words stand in sentences that the earlier report has for
    /// the document, with the same counterparts.
    #[arg(long, value_name = "REPORT", hide_short_help = true)]
    pub(crate) baseline: Option<PathBuf>,
}

/// A property of a document that ends a run with exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A flag: much of it is quoted, hidden or disguised, or is no entry in its list of references
    Flags,
    /// A passage that counts, that nobody has decided, and that is not in the report of --baseline
    New,
}

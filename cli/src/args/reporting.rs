//! The options for the contents, the format and the place of results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// A format of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON value
    Json,
    /// A line of JSON for each passage or document
    Jsonl,
}

/// The format and the place of results.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Listing {
    /// The format of the results (default: json or jsonl where the name of --output ends so, else text)
    #[arg(long, value_name = "FORM")]
    pub(crate) format: Option<Format>,
    /// Write the results to this file, whole or not at all. .gz and .zst at the end of its name: packed
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The contents of a report.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Reporting {
    #[command(flatten)]
    pub(crate) listing: Listing,
    /// Leave texts out of the report
    #[arg(long)]
    pub(crate) no_text: bool,
    /// Exit with 1 if more than this share of a document is copied
    #[arg(long, value_name = "N%")]
    pub(crate) fail_over: Option<String>,
}

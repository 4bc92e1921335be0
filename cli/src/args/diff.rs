//! The arguments of `ibid diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Compare two reports: what appeared, is gone, changed or moved.
///
/// Findings are recognized by their sentences and those of the source, whatever their numbers and places. A finding is
/// the same if at least nine tenths of its words are in sentence pairs of the other report, and has changed if fewer
/// are. Documents are paired by id, then by text; two reports on one document each are on drafts of it. The figures
/// stand beside each other.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid diff old.json new.json
  ibid diff old.json new.json -o changes.md
  ibid diff old.json new.json --exit-code -q")]
pub(crate) struct Diff {
    /// Earlier report, or - for standard input
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// Later report
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Exit with code 1 if the reports differ
    ///
    /// They differ if a finding, a figure or the list of documents does.
    #[arg(long, help_heading = "Output")]
    pub(crate) exit_code: bool,
    /// Result format
    ///
    /// By default, the extension of --output decides; without --output, the format is text.
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<DiffFormat>,
    /// Write the results to this file
    ///
    /// The file is written completely or not at all. A further extension .gz or .zst compresses it.
    #[arg(short, long, alias = "out", value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

/// A format of the differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people
    #[default]
    Text,
    /// Markdown
    Md,
    /// One JSON value
    Json,
}

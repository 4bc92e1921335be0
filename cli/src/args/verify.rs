//! The arguments of `ibid verify`.

use std::path::PathBuf;

use clap::Args;

use super::Reading;

/// Verify a report: its number, its figures and its texts.
///
/// The number is a hash of the report. Figures are made again from the words of the passages, and decisions from the
/// ledger. The text of each document and source is compared with its file or with the index, and each passage with its
/// place in it. What differs is named. A report in a page (.html) is verified too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid verify report.json
  ibid verify report.json papers.jsonl library/
  ibid verify report.html

Exit codes:
  1    something differs
  3    nothing differs, but something could not be checked")]
pub(crate) struct Verify {
    /// Report of `ibid check` or `ibid compare`, or - for standard input
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    /// Files and folders with the documents [default: their ids are paths]
    ///
    /// By default, an id is looked up as a path from here, from the folder of the report and from that of the index, and
    /// in the index. Name files of records, whose ids are no paths.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

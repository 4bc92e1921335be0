//! The arguments of `ibid rescore`.

use std::path::PathBuf;

use clap::Args;

use super::{Counting, Deciding, Reporting};

/// Make the figures of a report again, without a check.
///
/// The report keeps its passages. The filters are those that it was made with, changed by --exclude and --include. What
/// they leave out stays in the report, with the reason, and can be counted again. The figures are those that a new check
/// with the same filters has. The decisions are those that the ledger has now.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid rescore report.json --exclude quotes,small=20
  ibid rescore report.json --include references -o report-2.json
  ibid rescore report.json --exclude 'source=drafts/*,until=2024'
  ibid rescore papers.json --exclude documents=5,small-source=1%")]
pub(crate) struct Rescore {
    /// Report: JSON, or a page that holds it, or - for standard input
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    #[command(flatten)]
    pub(crate) deciding: Deciding,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

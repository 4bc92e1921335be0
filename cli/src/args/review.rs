//! The arguments of `ibid review`.

use std::path::PathBuf;

use clap::Args;

use super::{Counting, Detection, Reading};

/// Look at copied passages, or at a traced quotation, in the terminal.
///
/// Reads a report made with `ibid check --format json`, or checks the documents given: passages stand beside their
/// sources. Also reads what `ibid trace QUOTE --format json` made: the carriers with what was changed in each, and the
/// place in its document, if the index is there. Without a terminal, either is printed as text.
#[derive(Args, Debug)]
#[command(override_usage = "ibid review <REPORT|TRACE|PATH>... [--against <PATH>...] [OPTIONS]")]
#[command(after_help = "\
Examples:
  ibid review report.json
  ibid review paper.md
  ibid review paper.md --against library/
  ibid review trace.json")]
pub(crate) struct Review {
    /// A report, a trace, or files and folders to check
    #[arg(required_unless_present = "against", value_name = "REPORT|TRACE|PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Search these files and folders, up to the end of the line, in place of an index
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(crate) against: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

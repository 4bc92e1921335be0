//! The arguments of `ibid check` and `ibid compare`.

use std::path::PathBuf;

use clap::Args;

use super::{
    Batch, Counting, Deciding, Detection, Reading, Reporting, Tables, first_examples, hidden, sections,
};

const EXAMPLES: &str = "\
Examples:
  ibid check paper.md                                 with the index
  ibid check paper.md --against library/ notes.txt    with files, no index
  ibid check papers/ --among                          a class, among each other
  ibid check papers/ --among --template assignment.md
  ibid check drafts/ --format jsonl > passages.jsonl  one line per passage
  ibid check paper.md --fail-over 20% -o report.json --format json
  ibid check thesis.pdf --exclude quotes,cited,small=20
  ibid check papers/ --among --only-over 20% --details all --against library/";

const FIGURES: &str = "\
Figures of each document, in words (Chinese: characters):
  overall             matched / all
  without quotations  (matched - matched in quoted or cited text) / all
  without own work    (matched - only in work of the same author) / all
  largest source      the most that one source covers / all
  uncredited          (matched in work of others, not quoted, not cited) / all";

/// Find passages that documents share with the index or other files.
///
/// Matched words are equal in a source, with gaps of at most five words (ten characters of Chinese) inside a sentence;
/// the writer's own words between two copies do not count. Words of a --template and lists of references are neither
/// matched nor counted, unless --include references. The report says of each passage whether it is quoted and whether it
/// is cited; --exclude quotes,cited does not count such passages. A document is never its own source: sources with its
/// id are skipped.
///
/// A report on more than one document begins with a table of what is uncredited in each, its overall ratio, largest
/// source and passages, most uncredited first. A document that cannot be read is a row with the reason.
#[derive(Args, Debug)]
#[command(override_usage = "ibid check <PATH>... [--against <PATH>...] [OPTIONS]")]
#[command(after_help = first_examples(EXAMPLES), after_long_help = sections(&[FIGURES, EXAMPLES]))]
#[command(mut_arg("decisions", hidden))]
pub(crate) struct Check {
    /// Files and folders to check, or - for standard input
    #[arg(required_unless_present = "against", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Search these files and folders instead of the index
    ///
    /// Takes every path that follows, so name the documents to check first.
    #[arg(long, num_args = 1.., value_name = "PATH", help_heading = "Search")]
    pub(crate) against: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) batch: Batch,
    #[command(flatten)]
    pub(crate) tables: Tables,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) deciding: Deciding,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Compare two documents passage by passage.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid compare draft.txt published.html
  ibid compare paper.md library/mills.txt --format json
  ibid compare paper.md d00012                an id of the index")]
pub(crate) struct Compare {
    /// Document to check: a file, or an id of the index
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,
    /// Document that may be its source: a file, or an id of the index
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) deciding: Deciding,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

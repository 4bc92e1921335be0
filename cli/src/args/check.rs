//! The arguments of `ibid check` and `ibid compare`.

use std::path::PathBuf;

use clap::Args;

use super::{Class, Counting, Detection, Reading, Reporting};

/// Find the passages of some documents that are also in the index, or in the files given with --against
///
/// The figures of each document, in words (in characters for Chinese):
///   overall             matched / all
///   without quotations  (matched - matched inside quoted or cited text) / all
///   without own work    (matched - matched only in documents by the same author) / all
///   largest source      the most that any one source covers / all
///
/// matched: words that are equal in a source, with gaps of at most five words (ten characters) inside a sentence.
/// The writer's own words between two copies are not among them.
///
/// A document is never its own source: the one with its id is left out. Words that stand in a --template are not matched,
/// and are not among all. Nor are lists of references, unless --include references. Of each passage the report says
/// whether it is quoted and whether it is cited; --exclude quotes,cited takes such passages out of what is matched.
///
/// Of more than one document, the report opens with a table, the worst first: overall ratio, largest source and passages
/// of each. With --among, the documents that are checked are searched too, beside the index or the files after --against,
/// or alone; then the strongest pairs follow the table.
#[derive(Args, Debug)]
#[command(
    verbatim_doc_comment,
    override_usage = "ibid check <PATH>... [--against <PATH>...] [OPTIONS]",
    after_help = "\
Examples:
  ibid check paper.md                                      against the index
  ibid check paper.md --against library/ notes.txt         against files, without an index
  ibid check drafts/ --format jsonl > passages.jsonl       a line a passage
  ibid check paper.md --fail-over 20% -o report.json --format json
  ibid check papers/ --among --template assignment.md      a class: who copied from whom
  ibid check thesis.pdf --exclude quotes,cited,small=20    only what is credited to nobody
  ibid check papers/ --among --only-over 20% --details all --against library/"
)]
pub(crate) struct Check {
    /// Files and folders to check, or - for standard input
    #[arg(required_unless_present = "against", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Search these files and folders, up to the end of the line, in place of an index
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(crate) against: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) class: Class,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Compare two documents, passage by passage.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid compare draft.txt published.html
  ibid compare paper.md library/mills.txt --format json
  ibid compare paper.md d00012                the second from the index, by its id")]
pub(crate) struct Compare {
    /// The document to look at: a file, or an id of the index
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,
    /// The document that may be its source
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

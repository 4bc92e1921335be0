//! The arguments of `ibid add`.

use std::path::PathBuf;

use clap::Args;

use super::number::whole;
use super::{Detection, Reading};

/// Add documents to the index; replace those that changed, skip those that did not.
///
/// Takes files, folders, JSONL (a document a line; also .gz and .zst), Parquet (a document a row; needs an
/// installation with `--features full`), or - for standard input. The id of a file is its path below the folder that
/// holds the index; that of a JSONL record is its field `id`. What cannot be read is listed at the end, and the rest
/// is added. Everything is committed at once at the end: after Ctrl-C, a crash or a full disk the index is as it was
/// before. --commit-every commits on the way.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid add library/                                  a folder; makes .ibid here if there is no index
  ibid add 2026.jsonl.gz --field-text body           records whose text is called body
  curl https://example.org/x.jsonl | ibid add -      standard input
  ibid add archive/ --commit-every 1000              keeps what is done when interrupted")]
pub(crate) struct Add {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) committing: Committing,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// When what was added is committed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Committing {
    /// Commit whenever this many megabytes were added
    #[arg(long, value_name = "MB", value_parser = whole::<u64>)]
    pub(crate) commit_every: Option<u64>,
}

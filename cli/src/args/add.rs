//! The arguments of `ibid add`.

use std::path::PathBuf;

use clap::Args;

use super::number::whole;
use super::{Detection, Reading, hidden, shown};

/// Add documents to the index, or update those that changed.
///
/// Inputs are files, folders, JSONL (one document per line; also .gz and .zst), Parquet (one document per row; needs an
/// installation with `--features full`), or - for standard input. The id of a file is its path below the folder that
/// holds the index; the id of a JSONL record is its field `id`. Unchanged documents are skipped. Inputs that cannot be
/// read are listed at the end, and the rest is added.
///
/// Everything is committed at the end: after Ctrl-C, a crash or a full disk, the index is unchanged. --commit-every
/// commits on the way.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid add library/                              creates .ibid if needed
  ibid add 2026.jsonl.gz --field-text body       records with their text in body
  curl https://example.org/x.jsonl | ibid add -  standard input
  ibid add archive/ --commit-every 1000          an interrupt loses less")]
#[command(mut_arg("min_jaccard", hidden), mut_arg("reworded", hidden), mut_arg("profile", shown))]
#[command(mut_arg("glob", shown), mut_arg("field_id", shown), mut_arg("field_text", shown))]
pub(crate) struct Add {
    /// Files and folders to add, or - for standard input
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
    /// Commit after every N megabytes of text [default: only at the end]
    #[arg(long, help_heading = "Output", value_name = "N", value_parser = whole::<u64>)]
    pub(crate) commit_every: Option<u64>,
}

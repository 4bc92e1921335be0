//! The arguments of `ibid eval`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Score what is found against known answers.
#[derive(Subcommand, Debug)]
#[command(after_help = "\
Examples:
  ibid eval alignment --pairs pairs --query-dir susp --source-dir src --truth .")]
pub(crate) enum Eval {
    Alignment(Alignment),
}

/// Score passages on document pairs, in the form of the PAN text-alignment task.
///
/// Each pair is compared with the default settings. Prints plagdet, precision, recall and granularity by class; a class
/// is a folder in the folder of the truth. Offsets count the code points of the files as they are.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid eval alignment --pairs pairs --query-dir susp --source-dir src --truth .
  ibid eval alignment --pairs pairs --query-dir susp --source-dir src --detections found")]
pub(crate) struct Alignment {
    /// The document pairs: a line each, the file of the query and that of the source
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: PathBuf,
    /// The folder of the query documents
    #[arg(long, value_name = "DIR")]
    pub(crate) query_dir: PathBuf,
    /// The folder of the source documents
    #[arg(long, value_name = "DIR")]
    pub(crate) source_dir: PathBuf,
    /// The folder of the known answers, QUERY-SOURCE.xml in it or in a folder in it
    #[arg(long, value_name = "DIR")]
    pub(crate) truth: Option<PathBuf>,
    /// Write what is found there, QUERY-SOURCE.xml for each pair
    #[arg(long, value_name = "DIR")]
    pub(crate) detections: Option<PathBuf>,
}

//! The arguments of a check of many documents.

use std::path::PathBuf;

use clap::Args;

/// The default number of documents that are shown with their passages.
pub(crate) const DETAILS: usize = 10;

/// The documents of a check that are shown with their passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Details {
    All,
    Worst(usize),
}

impl Default for Details {
    fn default() -> Details {
        Details::Worst(DETAILS)
    }
}

/// What a check of many documents shows and searches.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Many documents")]
pub(crate) struct Class {
    /// Search the documents that are checked too: each is a source of all others
    #[arg(long)]
    pub(crate) among: bool,
    /// Leave out what stands in this file, such as the assignment or a form: its words are matched with nothing, and all
    /// ratios are of the other words. Can be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) template: Vec<PathBuf>,
    /// Show the passages of so many documents behind the table, the worst first (default 10), or of all
    #[arg(long, value_name = "N|all", value_parser = details)]
    pub(crate) details: Option<Details>,
    /// Show only documents with an overall ratio of at least this, in every format
    #[arg(long, value_name = "N%")]
    pub(crate) only_over: Option<String>,
}

fn details(text: &str) -> Result<Details, String> {
    match text {
        "all" => Ok(Details::All),
        _ => text.parse().map(Details::Worst).map_err(|_| "give a whole number, or all".to_owned()),
    }
}

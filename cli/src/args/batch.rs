//! The arguments of a check of many documents.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

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

/// The order of the table of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableSort {
    /// Most that is neither quoted, cited nor own work first (default)
    #[default]
    Uncredited,
    /// Highest overall ratio first
    Overall,
    /// Highest ratio of the largest source first
    Largest,
    /// By name
    Name,
}

/// The search of a check of many documents.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Batch {
    /// Search the checked documents as well
    ///
    /// Each of them is then a source of all others, in addition to the index or to --against, or alone. What another
    /// source has as well comes from there; the strongest pairs, by the rest, follow the table. The author in the
    /// properties of an office file is then no evidence of own work.
    #[arg(long, help_heading = "Search")]
    pub(crate) among: bool,
    /// Ignore the text of this file, e.g. the assignment
    ///
    /// Its words match nothing, and all ratios are of the other words. Can be repeated.
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    pub(crate) template: Vec<PathBuf>,
}

/// The table of many documents, and the documents shown below it.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Tables {
    /// Number of documents to show in detail [default: 10]
    ///
    /// They follow the table of a report on many documents, in its order; `all` shows every document.
    #[arg(long, value_name = "N|all", value_parser = details, help_heading = "Output")]
    pub(crate) details: Option<Details>,
    /// Order of the table of documents
    ///
    /// A report on many documents begins with the table.
    #[arg(long, value_name = "ORDER", help_heading = "Output", hide_short_help = true)]
    pub(crate) sort: Option<TableSort>,
    #[command(flatten)]
    pub(crate) only_over: OnlyOver,
}

/// The limit below which documents are left out.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct OnlyOver {
    /// Show only documents with at least this overall ratio
    ///
    /// Applies to every format.
    #[arg(long, value_name = "N%", help_heading = "Output", hide_short_help = true)]
    pub(crate) only_over: Option<String>,
}

fn details(text: &str) -> Result<Details, String> {
    match text {
        "all" => Ok(Details::All),
        _ => text.parse().map(Details::Worst).map_err(|_| "must be a whole number or `all`".to_owned()),
    }
}

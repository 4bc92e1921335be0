//! The arguments of `ibid trace`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ibid::report::QuotedStatus;

use super::{Detection, Reading, first_examples, hidden};
use crate::render::TraceFormat;

const EXAMPLES: &str = "\
Examples:
  ibid trace \"we will not raise taxes\"
  ibid trace \"we will not raise taxes\" -o trace.html   a page for a browser
  ibid trace --from draft.md --fail-on altered         check its quotations
  ibid trace --from draft.md -o draft.html             the same as a page
  ibid trace - < quote.txt                             from standard input
  ibid trace --quotes quotes.txt --format jsonl        one quotation per line
  ibid trace \"我们绝不加税\" --since 2026-01 --until 2026-06 --sort similarity";

/// Trace a quotation: its carriers by date, and what each changed.
///
/// Lists every document in the index that carries the quotation, earliest first; the earliest is the witness. A carrier
/// has the exact wording, an edited one, or only a part (shortened, or cut with an ellipsis). It may embed the quotation
/// in a longer sentence, put it in indirect speech, or use the other Chinese script. Each carrier is compared with the
/// earlier one that it most likely comes from; changed negations, opposites, numbers, dates, names and hedges are
/// named. This lineage is a guess from wording and dates.
///
/// With --from, looks up the quotations of an article instead: each is verbatim, altered, spliced from two places, or
/// not found. One that more documents have than can be listed is common; one of which some clauses stand somewhere and
/// others nowhere is partial, and each clause gets a verdict.
#[derive(Args, Debug)]
#[command(
    override_usage = "ibid trace <QUOTE|--quotes FILE> [OPTIONS]\n       ibid trace --from <ARTICLE>... [OPTIONS]"
)]
#[command(after_help = first_examples(EXAMPLES), after_long_help = EXAMPLES)]
#[command(mut_arg("min_jaccard", hidden), mut_arg("reworded", hidden))]
pub(crate) struct Trace {
    /// Quotation, a file that holds it, or - for standard input
    #[arg(required_unless_present_any = ["quotes", "from"], value_name = "QUOTE")]
    pub(crate) quote: Option<String>,
    /// File with one quotation per line, or -
    ///
    /// - is standard input.
    #[arg(long, help_heading = "Input", value_name = "FILE", conflicts_with = "quote")]
    pub(crate) quotes: Option<PathBuf>,
    /// Check the quotations of these articles
    ///
    /// They are looked up in the index. Takes every path that follows.
    #[arg(
        long,
        help_heading = "Input",
        num_args = 1..,
        value_name = "ARTICLE",
        conflicts_with_all = ["quote", "quotes", "sort"]
    )]
    pub(crate) from: Vec<PathBuf>,
    /// With --from, exit with code 1 if a quotation has this status
    ///
    /// The clauses of a partial quotation count, too. Can be repeated.
    #[arg(long, help_heading = "Output", value_name = "STATUS", value_delimiter = ',')]
    pub(crate) fail_on: Vec<StatusName>,
    #[command(flatten)]
    pub(crate) filters: Filters,
    #[command(flatten)]
    pub(crate) tracing: Tracing,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Which carriers are wanted.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Filters")]
pub(crate) struct Filters {
    /// Only carriers of this date or later
    ///
    /// The date is a year, a month, a day or a time.
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,
    /// Only carriers of this date or earlier
    ///
    /// The date includes all of its year, month or day.
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    /// Only carriers whose id, file or address contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) source: Option<String>,
    /// Only carriers whose author contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) author: Option<String>,
    /// Only carriers whose category contains this
    #[arg(long, hide_short_help = true, value_name = "TEXT")]
    pub(crate) category: Option<String>,
}

/// The settings for showing traces.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Tracing {
    /// Carrier order
    #[arg(long, value_name = "ORDER")]
    pub(crate) sort: Option<SortName>,
    /// Format
    ///
    /// By default, the extension of --output decides; without --output, the format is text. CSV is UTF-8 with a byte
    /// order mark, as Excel expects it. A cell that a spreadsheet would take for a formula begins with an apostrophe.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<TraceFormat>,
    /// Review the results in the terminal
    ///
    /// This is the same as `ibid review` of the results. With --from, it shows the carriers of each quotation. Without a
    /// terminal, it prints text.
    #[arg(long, conflicts_with_all = ["format", "output"])]
    pub(crate) review: bool,
    /// Write the results to this file
    ///
    /// The file is written completely or not at all. A further extension .gz or .zst compresses it.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The status of a quotation, compared with its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "kebab-case")]
pub(crate) enum StatusName {
    /// Its words differ from the source
    Altered,
    /// It joins text from two places
    Spliced,
    /// No document has it
    NotFound,
}

impl StatusName {
    /// Returns the status of the library.
    pub(crate) fn status(self) -> QuotedStatus {
        match self {
            StatusName::Altered => QuotedStatus::Altered,
            StatusName::Spliced => QuotedStatus::Spliced,
            StatusName::NotFound => QuotedStatus::NotFound,
        }
    }
}

/// The order of carriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "kebab-case")]
pub(crate) enum SortName {
    /// Earliest first (default)
    #[default]
    Date,
    /// Most similar first
    Similarity,
}

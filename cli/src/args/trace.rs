//! The arguments of `ibid trace`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ibid::report::QuotedStatus;

use super::{Detection, Reading};

/// Trace a quotation: every document of the index that carries it, by date, and what was changed on the way.
///
/// The earliest carrier is the witness. A carrier has the exact wording, an edited one, or only a part of the quotation
/// (shortened, or cut with an ellipsis); it may be embedded in a longer sentence, in indirect speech, or in the other
/// Chinese script. Each is compared with the earlier carrier that it likeliest comes from, and negations, numbers, dates,
/// names and hedges that were changed are named. That order is a guess from wording and dates.
///
/// With --from, the quotations of an article are looked up: each is verbatim, altered, spliced from two places, or not
/// found.
#[derive(Args, Debug)]
#[command(
    override_usage = "ibid trace <QUOTE|--quotes FILE> [OPTIONS]\n       ibid trace --from <ARTICLE>... [OPTIONS]"
)]
#[command(after_help = "\
Examples:
  ibid trace \"we will not raise taxes\"
  ibid trace - < quote.txt                         the quotation from standard input
  ibid trace --quotes quotes.txt --format jsonl    a quotation a line
  ibid trace \"我们绝不加税\" --since 2026-01 --until 2026-06 --sort similarity
  ibid trace \"we will not raise taxes\" -o trace.html        a page for a browser
  ibid trace --from draft.md -o draft.html         its quotations, checked, as a page
  ibid trace --from draft.md --fail-on altered     whether an article quotes as it was said")]
pub(crate) struct Trace {
    /// The quotation, a file with it, or - for standard input
    #[arg(required_unless_present_any = ["quotes", "from"], value_name = "QUOTE")]
    pub(crate) quote: Option<String>,
    /// A file with a quotation a line, or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "quote")]
    pub(crate) quotes: Option<PathBuf>,
    /// Check the quotations of these articles: whether each stands in the index as it is quoted, up to the end of the line
    #[arg(long, num_args = 1.., value_name = "ARTICLE", conflicts_with_all = ["quote", "quotes", "sort"])]
    pub(crate) from: Vec<PathBuf>,
    /// With --from: exit with 1 if a quotation is one of these. Can be repeated
    #[arg(long, value_name = "STATUS", value_delimiter = ',')]
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
    /// Only carriers of this date or later: a year, a month, a day or a time
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,
    /// Only carriers of this date or earlier; all of a year, a month or a day is in it
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    /// Only carriers whose id, file or address has this in it
    #[arg(long, value_name = "TEXT")]
    pub(crate) source: Option<String>,
    /// Only carriers whose author has this in it
    #[arg(long, value_name = "TEXT")]
    pub(crate) author: Option<String>,
    /// Only carriers whose category has this in it
    #[arg(long, value_name = "TEXT")]
    pub(crate) category: Option<String>,
}

/// How traces are shown.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Tracing {
    /// The order of the carriers (default date)
    #[arg(long, value_name = "ORDER")]
    pub(crate) sort: Option<SortName>,
    /// The format of the results (default: as the name of --output ends, else text). CSV is UTF-8 without a mark: in Excel,
    /// take Data > From Text/CSV. What a spreadsheet would take for a formula begins with an apostrophe there
    #[arg(long, value_name = "FORM")]
    pub(crate) format: Option<TraceFormat>,
    /// Look at the results in the terminal, as with `ibid review`; with --from, at who carries each quotation. Without a
    /// terminal, print them as text
    #[arg(long, conflicts_with_all = ["format", "output"])]
    pub(crate) review: bool,
    /// Write the results to this file, whole or not at all. .gz and .zst at the end of its name: packed
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a quotation compares with where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "kebab-case")]
pub(crate) enum StatusName {
    /// In other words than those of the source
    Altered,
    /// Joined from two places
    Spliced,
    /// In no document
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
    /// The earliest first
    #[default]
    Date,
    /// The most similar first
    Similarity,
}

/// A format of traces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "kebab-case")]
pub(crate) enum TraceFormat {
    /// For people
    #[default]
    Text,
    /// One JSON value
    Json,
    /// A line of JSON for each carrier; with --from, for each quotation
    Jsonl,
    /// A row for each carrier; with --from, for each quotation
    Csv,
    /// A page for a browser, in one file
    Html,
}

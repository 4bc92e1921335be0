//! Traces and the quotations of articles -> text, tables and pages.
//!
//! A format is a file that implements [`TraceForm`], and its row in [`TraceFormat::form`].
//!
//! - [`timeline`]: the numbers of carriers over time
//! - [`messages`]: the messages about traces, in each language
//! - [`saying`]: lines about a trace or a carrier
//! - `dates`: dates as they are shown
//! - [`tree`]: carriers below the ones that they may come from
//! - [`plain`]: text for a terminal or a pipe
//! - [`json`]: one value, or one line per carrier or quotation
//! - [`markdown`]: tables and lists with links
//! - [`csv`]: one row per carrier, or per quotation of an article
//! - [`html`]: a page that stands alone

mod timeline;
mod messages;
mod dates;
mod saying;
mod tree;
mod plain;
mod json;
mod markdown;
mod csv;
mod html;

use std::io::{self, Write};

use clap::ValueEnum;
use ibid::report::{QuotedArticle, Trace};

use crate::render::PlainStyle;

pub(crate) use dates::{day, has_shared_day};
pub(crate) use saying::stand_apart;
pub(crate) use timeline::{Step, Timeline};
pub(crate) use tree::{Tree, TreeRow};

/// A format of traces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "kebab-case")]
pub(crate) enum TraceFormat {
    /// For people
    #[default]
    Text,
    /// One JSON value
    Json,
    /// One line of JSON per carrier; with --from, per quotation
    Jsonl,
    /// Markdown
    Md,
    /// One row per carrier; with --from, per quotation
    Csv,
    /// A page for a browser in one file
    Html,
}

impl TraceFormat {
    /// Returns the writer of the format.
    pub(crate) fn form(self) -> &'static dyn TraceForm {
        match self {
            TraceFormat::Text => &plain::TraceText,
            TraceFormat::Json => &json::TraceJson,
            TraceFormat::Jsonl => &json::TraceJsonl,
            TraceFormat::Md => &markdown::TraceMarkdown,
            TraceFormat::Csv => &csv::TraceCsv,
            TraceFormat::Html => &html::TracePage,
        }
    }
}

/// A writer of one format. All of its text is in the language of the style.
pub(crate) trait TraceForm {
    /// Writes traces. An error is one of `out`.
    fn traces(&self, traces: &[Trace], style: PlainStyle, out: &mut dyn Write) -> io::Result<()>;

    /// Writes articles with their quotations. An error is one of `out`.
    fn articles(&self, articles: &[QuotedArticle], style: PlainStyle, out: &mut dyn Write) -> io::Result<()>;
}

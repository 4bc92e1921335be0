//! Results -> text for people: on a terminal, in a pipe, as a table, as a page.
//!
//! The library returns results as plain data, and writes them as JSON. Everything with words stands here, in English
//! and Chinese.
//!
//! - [`messages`]: the messages of reports; [`messages!`] makes such a table
//! - [`wrap`]: lines of limited width
//! - [`names`]: names that fit into a column and stay apart
//! - [`marks`]: the marks of words of a passage
//! - [`finding`]: a passage with the other sources that have its words
//! - [`notes`]: what was skipped, not read, hidden or disguised
//! - [`decisions`]: the decisions on passages; [`decision_list`]: those of a ledger
//! - [`plain`]: a report as text; [`sides`]: its passages; [`summary_table`]: its table of documents
//! - [`report_diff`]: the differences between two reports
//! - [`verification`]: what differs between a report and what it was made from
//! - [`csv_cells`]: CSV that a spreadsheet takes for text
//! - [`forms`]: a report as Markdown, CSV and SARIF
//! - [`escape`]: text of documents made harmless for a page
//! - [`report_page`]: a report as a page
//! - [`trace`]: traces and the quotations of articles, as text, tables and pages

#[macro_use]
mod message_table;
mod messages;
mod wrap;
mod names;
mod marks;
mod finding;
pub(crate) mod notes;
mod decisions;
mod plain;
mod report_diff;
mod sides;
mod summary_table;
mod csv_cells;
mod forms;
mod escape;
mod report_page;
mod trace;
mod decision_list;
mod verification;

use std::io::{self, Write};

use clap::ValueEnum;
use ibid::report::{Report, Trace};

pub(crate) use decision_list::DecisionList;
pub(crate) use decisions::DecisionMessages;
pub(crate) use forms::{Markdown, PassagesCsv, SarifLog};
pub(crate) use marks::{Mark, MarkedWords, marks_here, marks_there};
#[cfg(test)]
pub(crate) use message_table::expect_same_in_both_languages;
pub(crate) use messages::{Language, ReportMessages, thousands};
pub(crate) use names::{ShortNames, shorten_name};
pub(crate) use plain::{Plain, PlainStyle};
pub(crate) use report_diff::{write_diff_markdown, write_diff_text};
pub(crate) use report_page::{PageTable, ReportPage};
pub(crate) use summary_table::{PairRow, SummaryRow, SummaryTable};
pub(crate) use trace::{Timeline, TraceForm, TraceFormat, Tree, TreeRow, day, has_shared_day, stand_apart};
pub(crate) use verification::write_verification;
pub(crate) use wrap::{line_starts, wrap_text};

/// Writes a report in every form for people, for the fuzz target of reports.
///
/// # Errors
/// `out` cannot be written.
pub fn show_report(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for language in [Language::English, Language::Chinese] {
        let style = PlainStyle { uncounted: true, whole: true, language, ..PlainStyle::default() };
        let mut plain = Plain::new(style, &mut *out);
        for document in &report.documents {
            plain.document(document)?;
        }
        plain.not_looked_at(report)?;
        plain.end()?;
    }
    Ok(())
}

/// Writes traces in every form, for the fuzz target of traces.
///
/// # Errors
/// `out` cannot be written.
pub fn show_traces(traces: &[Trace], out: &mut dyn Write) -> io::Result<()> {
    for language in [Language::English, Language::Chinese] {
        for format in TraceFormat::value_variants() {
            format.form().traces(traces, PlainStyle { language, ..PlainStyle::default() }, out)?;
        }
    }
    Ok(())
}

/// The flag that shows passages that do not count.
const SHOW_UNCOUNTED: &str = "--commonplaces";
/// The flag that shows in full what is shortened or only counted.
const SHOW_ALL: &str = "-v";
/// The flag that leaves out documents below a ratio.
const ONLY_OVER: &str = "--only-over";
/// The command that checks a whole text.
pub(crate) const CHECK: &str = "ibid check";

/// The message for a count.
type CountMessage = fn(ReportMessages, u64) -> String;

/// Lists the counts above zero, each with its message; `None` if there is none.
fn list_counts(kinds: &[(u64, CountMessage)], messages: ReportMessages) -> Option<String> {
    let mut listed = vec![];
    for &(count, message) in kinds {
        if count > 0 {
            listed.push(message(messages, count));
        }
    }
    joined(&listed, messages.comma())
}

/// Joins texts; `None` if there are none.
fn joined(texts: &[String], between: &str) -> Option<String> {
    (!texts.is_empty()).then(|| texts.join(between))
}

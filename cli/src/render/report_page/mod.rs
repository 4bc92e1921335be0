//! A report -> one page of HTML that stands alone: figures, sources, the texts with their marks, and the report itself.
//!
//! The page fetches nothing. Its policy forbids that, and allows its one style and its one script by their hashes. All
//! that the report says stands in the HTML, which can be read without the script. The script (`page.js`) adds stepping,
//! filters and decisions; it finds the report as JSON at the end of the page.
//!
//! In: a header, rows of the summary table, and documents one by one, so that only one is in memory. Out: the same bytes
//! for the same report. `O(n)` for n characters of text.
//!
//! - `messages`: the messages of the page
//! - `marked`: text -> pieces with marks
//! - `paper`: the whole text of a document with the marks of all findings
//! - `finding`: passages -> findings with both sides
//! - `document`: the figures and sources of a document
//! - `table`: the documents and pairs of a report of many documents
//! - `embedded`: JSON that cannot end its element

mod messages;
mod marked;
mod paper;
mod finding;
mod document;
mod table;
mod embedded;

use std::io::{self, BufRead, Seek, Write};

use askama::Template;
use ibid::report::{Decision, DocumentReport, LeftOut, Report};

use super::{Language, PairRow, SummaryRow};
use document::{DocumentView, PagePlace};
use embedded::Embedded;
use messages::PageMessages;
use table::TableView;

const STYLE: &str = include_str!("page.css");
/// The SHA-256 of [`STYLE`], which alone may style the page.
const STYLE_HASH: &str = "sha256-LOucNa7kKQZh5UId9WNvIEGm2hqk3TODVJY64Hd1MAc=";
const SCRIPT: &str = concat!(
    include_str!("script/words.js"),
    include_str!("script/score.js"),
    include_str!("script/ledger.js"),
    include_str!("script/document.js"),
    include_str!("script/page.js"),
);
/// The SHA-256 of [`SCRIPT`], which alone may run on the page.
const SCRIPT_HASH: &str = "sha256-60ENKg1db2SXVXciXQ8kKouHeGBIfOsn5xkUU8soWd0=";

/// The head of a page, and its table of documents.
#[derive(Template)]
#[template(path = "report_begin.html")]
struct Begin<'p> {
    messages: PageMessages,
    lang: &'static str,
    title: &'p str,
    number: &'p str,
    tool: &'p str,
    table: Option<TableView<'p>>,
    notes: Vec<String>,
    style: &'static str,
    style_hash: &'static str,
    script: &'static str,
    script_hash: &'static str,
}

/// The end of a page up to its JSON.
#[derive(Template)]
#[template(path = "report_end.html")]
struct End {
    messages: PageMessages,
    /// The names of the decisions and their keys, in order.
    decisions: Vec<(&'static str, &'static str, usize)>,
    /// The names of what filters leave out.
    parts: Vec<(&'static str, &'static str)>,
    /// The foot of each page on paper.
    foot: String,
}

/// The parts of a page besides its documents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageTable<'p> {
    /// The documents, in their order on the page.
    pub(crate) documents: &'p [SummaryRow],
    /// The pairs with the most in common; `None` if the documents were not compared with each other.
    pub(crate) pairs: Option<&'p [PairRow]>,
    /// The number of the report.
    pub(crate) number: &'p str,
}

/// A writer of the page of a report.
#[derive(Debug)]
pub(crate) struct ReportPage<'p, W> {
    report: &'p Report,
    language: Language,
    out: W,
    /// The number of the report.
    number: &'p str,
    /// The number of documents that were written.
    count: usize,
    is_single: bool,
}

impl<'p, W: Write> ReportPage<'p, W> {
    /// Writes the head of a page and the table of its documents, if there are several.
    pub(crate) fn begin(
        report: &'p Report,
        table: PageTable<'p>,
        language: Language,
        mut out: W,
    ) -> io::Result<ReportPage<'p, W>> {
        let messages = PageMessages(language);
        let (number, notes) = (table.number, super::notes::not_looked_at(report, language));
        let (title, table) = match table.documents {
            [only] if !only.is_unread => (only.title.as_deref().unwrap_or(&only.id), None),
            _ => (messages.page_title(), Some(TableView::new(table, language))),
        };
        let is_single = table.is_none();
        let begin = Begin {
            messages,
            lang: language.tag(),
            title,
            number,
            tool: &report.tool,
            table,
            notes,
            style: STYLE,
            style_hash: STYLE_HASH,
            script: SCRIPT,
            script_hash: SCRIPT_HASH,
        };
        begin.write_into(&mut out)?;
        Ok(ReportPage { report, language, out, number, count: 0, is_single })
    }

    /// Writes a document, which has this index in the report.
    pub(crate) fn document(&mut self, document: &DocumentReport, index: usize) -> io::Result<()> {
        self.count += 1;
        let place =
            PagePlace { report_number: self.number, number: self.count, index, is_single: self.is_single };
        DocumentView::new(document, place, self.language).write_into(&mut self.out)
    }

    /// Writes the report itself, whose documents are lines of JSON, and ends the page.
    pub(crate) fn end(mut self, documents: &mut (impl BufRead + Seek)) -> io::Result<()> {
        let messages = PageMessages(self.language);
        let mut decisions = vec![];
        for (key, decision) in (1..).zip(Decision::ALL) {
            decisions.push((decision.name(), messages.decision(decision), key));
        }
        decisions.push(("open", messages.open(), 0));
        let parts = LeftOut::ALL.map(|part| (part.name(), self.language.part(part))).to_vec();
        let foot = format!("{} · {}", messages.report_number(self.number), self.report.tool);
        let end = End { messages, decisions, parts, foot };
        end.write_into(&mut self.out)?;
        self.report.write_json_parts(documents, &mut Embedded(&mut self.out))?;
        writeln!(self.out, "</script>\n</body>\n</html>")
    }
}

#[cfg(test)]
mod tests;

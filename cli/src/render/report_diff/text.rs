//! The differences between two reports as text for a terminal or a pipe.

use std::io::{self, Write};

use ibid::report::{sanitize, shorten, text_cols};

use super::messages::DiffMessages;
use crate::render::plain::{BOLD, PlainStyle};
use crate::render::wrap::{pad_end, pad_start, wrapped};
use crate::report_diff::{DocumentDiff, FindingStatus, ReportDiff};

/// The columns of a figure.
const FIGURE_COLS: usize = 12;

/// Writes the differences. The findings that are the same are only counted.
pub(crate) fn write_diff_text(diff: &ReportDiff, style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
    let messages = DiffMessages(style.language);
    for note in messages.notes(diff) {
        for line in wrapped(&sanitize(&note), style.width_cols) {
            writeln!(out, "{line}")?;
        }
    }
    let mut is_first = messages.notes(diff).is_empty();
    for document in &diff.documents {
        if !std::mem::replace(&mut is_first, false) {
            writeln!(out)?;
        }
        write_document(document, style, out)?;
    }
    Ok(())
}

fn write_document(document: &DocumentDiff, style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
    let messages = DiffMessages(style.language);
    let name = messages.document(document);
    writeln!(out, "{}\n{}\n", style.paint(BOLD, &sanitize(&name)), messages.counts(document))?;
    let rows = messages.figures(document);
    let longest = rows.iter().map(|row| text_cols(&row.name)).max().unwrap_or(0);
    let header = [messages.before(), messages.after()].map(|name| pad_start(name, FIGURE_COLS));
    writeln!(out, "  {:longest$}{}", "", header.concat())?;
    for row in rows {
        let figures = [row.before, row.after].map(|figure| pad_start(&figure, FIGURE_COLS));
        writeln!(out, "  {}{}", pad_end(&row.name, longest), figures.concat())?;
    }
    for status in FindingStatus::ALL.into_iter().filter(|status| *status != FindingStatus::Same) {
        let mut findings = document.findings.iter().filter(|finding| finding.status == status).peekable();
        if findings.peek().is_some() {
            writeln!(out, "\n{}", style.paint(BOLD, &messages.status(status, document.counts.of(status))))?;
        }
        for finding in findings {
            let parts =
                [messages.finding(finding), messages.size(finding, &document.unit), finding.source.clone()];
            let line = parts.join(messages.comma());
            writeln!(out, "  {}", shorten(&sanitize(&line), style.width_cols - 2))?;
            if !finding.text.is_empty() {
                let text = finding.text.split_whitespace().collect::<Vec<_>>().join(" ");
                writeln!(out, "    {}", shorten(&sanitize(&text), style.width_cols - 4))?;
            }
        }
    }
    Ok(())
}

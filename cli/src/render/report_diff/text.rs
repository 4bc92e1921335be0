//! The differences between two reports as text for a terminal or a pipe.

use std::io::{self, Write};

use ibid::report::{sanitize, shorten};

use super::messages::{DiffMessages, FigureRow};
use crate::render::plain::{BOLD, PlainStyle};
use crate::render::wrap::{pad_end, pad_start, widest, wrapped};
use crate::report_diff::{DocumentDiff, ReportDiff};

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
    let longest = widest(rows.iter().map(|row| &*row.name));
    let row = |name: &str, before: &str, after: &str| {
        let (before, after) = (pad_start(before, FIGURE_COLS), pad_start(after, FIGURE_COLS));
        format!("  {}{before}{after}", pad_end(name, longest))
    };
    writeln!(out, "{}", row("", messages.before(), messages.after()))?;
    for FigureRow { name, before, after } in &rows {
        writeln!(out, "{}", row(name, before, after))?;
    }
    for (heading, findings) in messages.shown_findings(document) {
        writeln!(out, "\n{}", style.paint(BOLD, &heading))?;
        for finding in findings {
            let line = messages.line(finding, &document.unit);
            writeln!(out, "  {}", shorten(&sanitize(&line), style.width_cols - 2))?;
            if !finding.text.is_empty() {
                let text = finding.text.split_whitespace().collect::<Vec<_>>().join(" ");
                writeln!(out, "    {}", shorten(&sanitize(&text), style.width_cols - 4))?;
            }
        }
    }
    Ok(())
}

//! The differences between two reports as Markdown.

use std::io::{self, Write};

use super::messages::DiffMessages;
use crate::render::Language;
use crate::render::forms::escape_markdown;
use crate::report_diff::{DocumentDiff, ReportDiff};

/// Writes the differences. The findings that are the same are only counted.
pub(crate) fn write_diff_markdown(
    diff: &ReportDiff,
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let messages = DiffMessages(language);
    writeln!(out, "# {}", escaped(&messages.draft(&diff.old.path, &diff.new.path)))?;
    for note in messages.notes(diff) {
        writeln!(out, "\n{}", escaped(&note))?;
    }
    for document in &diff.documents {
        write_document(document, messages, out)?;
    }
    Ok(())
}

fn write_document(document: &DocumentDiff, messages: DiffMessages, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n## {}", escaped(&messages.document(document)))?;
    writeln!(out, "\n{}", messages.counts(document))?;
    writeln!(out, "\n| | {} | {} |", messages.before(), messages.after())?;
    writeln!(out, "|---|---:|---:|")?;
    for row in messages.figures(document) {
        writeln!(out, "| {} | {} | {} |", row.name, row.before, row.after)?;
    }
    for (heading, findings) in messages.shown_findings(document) {
        writeln!(out, "\n### {heading}\n")?;
        for finding in findings {
            writeln!(out, "- {}", escaped(&messages.line(finding, &document.unit)))?;
            if !finding.text.is_empty() {
                writeln!(out, "\n  > {}\n", escaped(&finding.text))?;
            }
        }
    }
    Ok(())
}

/// Returns a text on one line, in which nothing is markup.
fn escaped(text: &str) -> String {
    escape_markdown(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        let check = |text: &str, expected: &str| assert_eq!(escaped(text), expected);
        check("The road\n\n# was <b>salt</b>", "The road # was \\<b\\>salt\\</b\\>");
        check("[x](y) `a` *b* _c_ a|b ![i](j)", "\\[x\\](y) \\`a\\` \\*b\\* \\_c\\_ a\\|b !\\[i\\](j)");
        check("# 1. x", "\\# 1. x");
        check("12. x", "12\\. x");
        check("- x", "\\- x");
        check("&lt; \\", "\\&lt; \\\\");
    }
}

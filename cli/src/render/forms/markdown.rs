//! A report as Markdown: the figures, the sources and the passages of each document.
//!
//! Every name and text of a document is one line whose signs are escaped ([`escape`]), so that none becomes markup. Words that
//! differ stand in the brackets of the text report, since emphasis around Chinese words is read differently by programs.

use std::collections::BTreeSet;
use std::io::{self, Write};

use ibid::report::{
    DecidedReport, DocumentReport, Kind, Passage, PlaceReport, Ratios, Report, SourceReport, sanitize,
};

use super::messages::{FormMessages, in_language};
use crate::render::finding::{Finding, findings};
use crate::render::marks::Mark;
use crate::render::plain::{figure_names, figures, formulas};
use crate::render::sides::{Side, credit, heading, with_brackets};
use crate::render::summary_table::SummaryRow;
use crate::render::{DecisionMessages, Language, ReportMessages, notes, thousands};

/// A writer of a report as Markdown.
pub(crate) struct Markdown<W> {
    out: W,
    language: Language,
    messages: ReportMessages,
    forms: FormMessages,
    /// The kinds that were shown.
    kinds: BTreeSet<Kind>,
    /// True if figures as decided were shown.
    has_decided: bool,
}

impl<W: Write> Markdown<W> {
    /// Makes a writer that has written nothing yet.
    pub(crate) fn new(language: Language, out: W) -> Markdown<W> {
        let (messages, forms) = in_language(language);
        Markdown { out, language, messages, forms, kinds: BTreeSet::new(), has_decided: false }
    }

    /// Writes the title of the report.
    pub(crate) fn title(&mut self) -> io::Result<()> {
        writeln!(self.out, "# {}", self.forms.title())
    }

    /// Writes a table of documents.
    pub(crate) fn table<'r>(&mut self, rows: impl Iterator<Item = &'r SummaryRow>) -> io::Result<()> {
        let messages = self.messages;
        let names = [
            messages.document(),
            messages.uncredited(),
            messages.overall(),
            messages.largest_source_of_it(),
            messages.ratio(),
            messages.passages(),
        ];
        self.head(&names, "|---|---:|---:|---|---:|---:|")?;
        for row in rows {
            let (largest, ratio) = match &row.largest {
                Some((id, ratio)) => (escape(id), self.percent(*ratio)),
                None => Default::default(),
            };
            let (uncredited, overall) = (self.percent(row.uncredited), self.percent(row.overall));
            let (id, passages) = (escape(&row.id), thousands(row.passages));
            writeln!(self.out, "| {id} | {uncredited} | {overall} | {largest} | {ratio} | {passages} |")?;
        }
        Ok(())
    }

    /// Writes a document with its passages.
    pub(crate) fn document(&mut self, document: &DocumentReport) -> io::Result<()> {
        let (messages, language) = (self.messages, self.language);
        writeln!(self.out, "\n## {}\n", escape(&document.id))?;
        let about = about(&[&document.title, &document.author, &document.date]);
        if !about.is_empty() {
            writeln!(self.out, "{about}\n")?;
        }
        writeln!(self.out, "{}", escape(&notes::length(document, language)))?;
        let mut lines = notes::cautions(document, language);
        lines.extend(notes::left_out(document, "", language));
        if document.sources_left > 0 {
            lines.push(messages.sources_left(document.sources_left));
        }
        if document.has_no_words() {
            lines.push(messages.nothing_to_check().to_owned());
        } else if document.template_words == document.total {
            lines.push(messages.all_in_template().to_owned());
        } else if !document.passages.iter().any(Passage::counts) {
            lines.push(messages.nothing_that_counts().to_owned());
        }
        self.list(&lines)?;
        self.figures(&document.ratios, document.decided.as_ref())?;
        self.sources(&document.sources)?;
        let findings = findings(&document.passages);
        if !findings.is_empty() {
            writeln!(self.out, "\n### {}", self.forms.passages())?;
        }
        for finding in findings {
            self.finding(&finding)?;
        }
        Ok(())
    }

    /// Writes the inputs that failed or were skipped, and the meaning of the terms.
    pub(crate) fn end(&mut self, report: &Report) -> io::Result<()> {
        let (messages, language) = (self.messages, self.language);
        let mut inputs = report.failures.clone();
        inputs.extend(notes::not_looked_at(report, language));
        if !inputs.is_empty() {
            writeln!(self.out, "\n## {}", self.forms.inputs())?;
            self.list(&inputs)?;
        }
        let mut terms = vec![(messages.matched(), messages.matched_meaning())];
        terms.extend(formulas(messages));
        terms.push((messages.uncredited(), messages.uncredited_meaning()));
        if self.has_decided {
            let decisions = DecisionMessages(language);
            terms.push((decisions.found_copied(), decisions.found_copied_meaning()));
        }
        terms.push((messages.quoted_name(), messages.quoted_meaning()));
        terms.push((messages.cited_name(), messages.cited_meaning()));
        terms.extend(self.kinds.iter().map(|&kind| (language.kind(kind), language.kind_meaning(kind))));
        let mut lines = vec![];
        for (name, meaning) in terms {
            lines.push(messages.meaning(name, meaning));
        }
        for mark in [Mark::Changed, Mark::Moved, Mark::Own] {
            lines.push(messages.meaning(mark.brackets().join(" "), language.mark_meaning(mark)));
        }
        lines.push(messages.places().to_owned());
        writeln!(self.out, "\n## {}", self.forms.legend())?;
        self.list(&lines)
    }

    fn figures(&mut self, ratios: &Ratios, decided: Option<&DecidedReport>) -> io::Result<()> {
        let (messages, figure) = (self.messages, self.forms.figure());
        let decisions = DecisionMessages(self.language);
        match decided {
            None => self.head(&[figure, messages.ratio()], "|---|---:|")?,
            Some(_) => {
                self.head(&[figure, decisions.as_found(), decisions.as_decided()], "|---|---:|---:|")?;
            }
        }
        let names = figure_names(messages).into_iter().chain([messages.uncredited()]);
        let as_decided = decided.map_or(*ratios, |decided| decided.ratios);
        for ((name, value), as_decided) in names.zip(figures(ratios)).zip(figures(&as_decided)) {
            write!(self.out, "| {name} | {} |", self.percent(value))?;
            if decided.is_some() {
                write!(self.out, " {} |", self.percent(as_decided))?;
            }
            writeln!(self.out)?;
        }
        let Some(decided) = decided else { return Ok(()) };
        self.has_decided = true;
        let copied = self.percent(decided.found_copied_ratio);
        writeln!(self.out, "| {} | | {copied} |", decisions.found_copied())?;
        writeln!(self.out, "\n{}", self.language.progress(decided))
    }

    fn sources(&mut self, sources: &[SourceReport]) -> io::Result<()> {
        if sources.is_empty() {
            return Ok(());
        }
        let messages = self.messages;
        writeln!(self.out, "\n### {}", self.forms.sources())?;
        let names = [messages.source(), messages.matched(), messages.ratio(), messages.passages()];
        self.head(&names, "|---|---:|---:|---:|")?;
        for source in sources {
            let about = about(&[&messages.own_source(source), &source.title, &source.author, &source.date]);
            let about = if about.is_empty() { about } else { messages.in_parentheses(about) };
            let (id, matched, ratio) =
                (escape(&source.id), thousands(source.matched), self.percent(source.ratio));
            writeln!(self.out, "| {id}{about} | {matched} | {ratio} | {} |", thousands(source.passages))?;
        }
        Ok(())
    }

    fn finding(&mut self, finding: &Finding<'_>) -> io::Result<()> {
        let (messages, language, passage) = (self.messages, self.language, finding.passage);
        self.kinds.insert(passage.kind);
        writeln!(self.out, "\n#### {}", heading(passage, language))?;
        let mut lines = vec![match passage.kind {
            Kind::CommonPhrase => messages.common_phrase_meaning().to_owned(),
            _ => credit(passage, language),
        }];
        lines.extend(language.decision_lines(passage));
        self.list(&lines)?;
        self.side(messages.here(), &Side::here(passage))?;
        self.side(messages.there(), &Side::there(passage))?;
        let mut more = vec![];
        for other in &finding.repeated {
            let name = PlaceReport::name(&other.b, other.b_place);
            more.push(messages.also_in(name, other.b_start, other.b_end));
        }
        if passage.more_documents > 0 {
            more.push(messages.more_documents(passage.more_documents.into()));
        }
        self.list(&more)
    }

    fn side(&mut self, label: &str, side: &Side<'_>) -> io::Result<()> {
        let place = self.messages.place_in(&side.name, side.start, side.end);
        writeln!(self.out, "\n{label} {}\n", escape(&place))?;
        match side.text {
            None => writeln!(self.out, "> {}", self.messages.text_left_out()),
            Some(text) => writeln!(self.out, "> {}", escape(&with_brackets(text, &side.marks))),
        }
    }

    /// Writes lines, which may hold names of documents, as a list.
    fn list(&mut self, lines: &[String]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(self.out)?;
        for line in lines {
            writeln!(self.out, "- {}", escape(line))?;
        }
        Ok(())
    }

    /// Writes the names of the columns of a table, and the row below them.
    fn head(&mut self, names: &[&str], below: &str) -> io::Result<()> {
        writeln!(self.out, "\n| {} |\n{below}", names.join(" | "))
    }

    fn percent(&self, ratio: f64) -> String {
        self.language.percent(ratio, 1)
    }
}

/// Joins what is known of a document.
fn about(facts: &[&Option<String>]) -> String {
    let facts: Vec<String> = facts.iter().copied().flatten().map(|fact| escape(fact)).collect();
    facts.join(" / ")
}

/// Escapes a text, so that it is one line of plain text at any place of a Markdown file: also in a table, and where a line
/// begins. Nothing in it becomes a link, either; only an address of mail does where a program looks for these.
pub(in crate::render) fn escape(text: &str) -> String {
    let line = sanitize(text);
    let line = line.trim();
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let mut escaped = String::with_capacity(line.len());
    let mut before = ' ';
    for (at, c) in line.chars().enumerate() {
        let is_markup = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '$' | '{' | '@' | '^' => true,
            '#' | '+' | '-' | '=' => at == 0,
            '.' | ')' if at == digits && digits > 0 => true,
            '.' => matches!(escaped.as_bytes(), [.., b'w' | b'W', b'w' | b'W', b'w' | b'W']),
            // The second sign of `://`, and of the `{%` of templates.
            '/' => before == ':',
            '%' => before == '{',
            _ => false,
        };
        if is_markup {
            escaped.push('\\');
        }
        escaped.push(c);
        before = c;
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_markup_are_escaped_and_others_are_not() {
        for (text, expected) in [
            ("en/paper.md:31:174", "en/paper.md:31:174"),
            ("a *b* `c` [d](e) <f> & |", r"a \*b\* \`c\` \[d\](e) \<f\> \& \|"),
            ("# a", r"\# a"),
            ("- a - b", r"\- a - b"),
            ("12. a", r"12\. a"),
            ("12) a. b", r"12\) a. b"),
            ("1.5", r"1\.5"),
            ("---\nb", r"\--- b"),
            ("=1+1", r"\=1+1"),
            ("{{ x }}", r"\{\{ x }}"),
            ("see https://a.b and WWW.a.b", r"see https:\//a.b and WWW\.a.b"),
            ("  four\u{202E}", "four\u{FFFD}"),
            ("旧桥（一）", "旧桥（一）"),
            ("", ""),
        ] {
            assert_eq!(escape(text), expected, "{text:?}");
        }
    }
}

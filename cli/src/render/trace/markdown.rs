//! Traces, and the quotations of articles, as Markdown: carriers by date with links to them, and wordings with their changes.
//!
//! Every name and text of a document is one line of plain text, as in a report as Markdown. Words that are gone or new
//! stand in the brackets of the text form.

use std::fmt::Write as _;
use std::io::{self, Write};

use ibid::report::{
    Carrier, CarrierDocument, EarlierWording, Piece, PlaceReport, Quoted, QuotedArticle, Trace,
};

use super::messages::TraceMessages;
use super::saying::{changed_carriers, cited, not_traced, one_line, stand_apart, turn_meaning};
use super::{TraceForm, dates, plain};
use crate::render::PlainStyle;
use crate::render::escape::web_address;
use crate::render::forms::escape_markdown as escape;
use crate::render::wrap::shorten;

/// The most columns of text shown on each side of a wording.
const AROUND_COLS: usize = 160;

/// Markdown.
pub(super) struct TraceMarkdown;

impl TraceForm for TraceMarkdown {
    fn traces(&self, traces: &[Trace], style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        let messages = TraceMessages(style.language);
        writeln!(out, "# {}", messages.page_title())?;
        for trace in traces {
            Markdown { messages, out }.trace(trace)?;
        }
        Ok(())
    }

    fn articles(&self, articles: &[QuotedArticle], style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        let messages = TraceMessages(style.language);
        writeln!(out, "# {}", messages.articles_title())?;
        for article in articles {
            Markdown { messages, out }.article(article)?;
        }
        Ok(())
    }
}

struct Markdown<'o> {
    messages: TraceMessages,
    out: &'o mut dyn Write,
}

impl Markdown<'_> {
    fn trace(&mut self, trace: &Trace) -> io::Result<()> {
        writeln!(self.out, "\n## “{}”", escape(&trace.quote))?;
        self.list(&self.messages.0.trace_summary(trace))?;
        if trace.carriers.is_empty() {
            return Ok(());
        }
        self.carriers(trace)?;
        let changed = changed_carriers(trace);
        if !changed.is_empty() {
            writeln!(self.out, "\n### {}", self.messages.changes_heading())?;
        }
        for carrier in changed {
            let (language, comma) = (self.messages.0, self.messages.comma());
            let (against, colon) = (language.compared_with(carrier), self.messages.colon());
            let (sign, changes) = (sign(turn_meaning(&carrier.changes)), language.changes(&carrier.changes));
            let said = format!("{}{comma}{against}{colon}{changes}", carrier.number);
            writeln!(self.out, "\n{sign}{}", escape(&said))?;
            self.quote(&wording(&carrier.wording))?;
        }
        Ok(())
    }

    fn carriers(&mut self, trace: &Trace) -> io::Result<()> {
        let messages = self.messages;
        let names = [
            messages.number_column(),
            messages.date_column(),
            messages.document_column(),
            messages.form_column(),
            messages.similarity_column(),
            messages.wording_column(),
        ];
        writeln!(self.out, "\n### {}\n\n| {} |", messages.carriers_heading(), names.join(" | "))?;
        writeln!(self.out, "|---:|---|---|---|---:|---|")?;
        for (carrier, date) in trace.carriers.iter().zip(dates::shown(trace, messages)) {
            let (number, date, documents) = (carrier.number, escape(&date), self.documents(carrier));
            let (form, similarity, around) = (self.form(carrier), carrier.similarity, around(carrier));
            writeln!(self.out, "| {number} | {date} | {documents} | {form} | {similarity:.2} | {around} |")?;
        }
        Ok(())
    }

    /// Links the document of a carrier and its reprints.
    fn documents(&self, carrier: &Carrier) -> String {
        let mut documents = linked(&carrier.document);
        if let Some(author) = &carrier.document.author {
            documents += self.messages.comma();
            documents += &escape(author);
        }
        let count = carrier.reprints.len() as u64;
        for (at, reprint) in carrier.reprints.iter().enumerate() {
            documents += &match at {
                0 => format!("; {}{}", self.messages.reprints(count), self.messages.colon()),
                _ => self.messages.comma().to_owned(),
            };
            documents += &linked(reprint);
        }
        documents
    }

    /// Describes the wording of a carrier, and the carrier that it may come from.
    fn form(&self, carrier: &Carrier) -> String {
        let marks = self.messages.marks(carrier).join(self.messages.comma());
        let Some(parent) = &carrier.parent else { return marks };
        let (from, reasons) = (self.messages.perhaps_from(parent.carrier), self.messages.0.reasons(parent));
        format!("{marks}; {from}{}{reasons}", self.messages.colon())
    }

    fn article(&mut self, article: &QuotedArticle) -> io::Result<()> {
        let name = article.article.clone();
        let heading = match article.quotations.len() as u64 {
            0 => self.messages.no_quotation(name),
            count => self.messages.quotations(count, name),
        };
        writeln!(self.out, "\n## {}", escape(&heading))?;
        self.list(&not_traced(article, self.messages))?;
        for quoted in &article.quotations {
            self.quoted(article, quoted)?;
        }
        Ok(())
    }

    fn quoted(&mut self, article: &QuotedArticle, quoted: &Quoted) -> io::Result<()> {
        let (messages, language) = (self.messages, self.messages.0);
        let sign = sign(quoted.earlier.is_some() || turn_meaning(&quoted.changes));
        let place = escape(&PlaceReport::name(&article.article, quoted.place));
        let status = messages.status(quoted.status);
        writeln!(self.out, "\n### {sign}{place}{}{status}", messages.colon())?;
        match quoted.wording.is_empty() {
            true => self.quote(&format!("“{}”", escape(&quoted.text)))?,
            false => self.quote(&wording(&quoted.wording))?,
        }
        let mut lines = vec![];
        if let Some(speaker) = &quoted.speaker {
            lines.push(messages.said_by(escape(speaker)));
        }
        if !quoted.changes.is_empty() {
            lines.push(escape(&language.changes(&quoted.changes)));
        }
        for clause in &quoted.clauses {
            let (status, colon) = (messages.status(clause.status), messages.colon());
            lines.push(format!("{status}{colon}“{}”", escape(&clause.text)));
            self.add_sources(clause, &mut lines);
        }
        if quoted.clauses.is_empty() {
            self.add_sources(quoted, &mut lines);
        }
        if let Some(speaker) = &quoted.source_speaker {
            lines.push(messages.source_says(escape(speaker)));
        }
        self.written_list(&lines)?;
        let Some(EarlierWording { document, changes, wording: pieces }) = &quoted.earlier else {
            return Ok(());
        };
        writeln!(self.out, "\n⚠ {}", messages.but_earlier(linked(document), self.date(document)))?;
        self.quote(&wording(pieces))?;
        self.list(&[language.changes(changes)])
    }

    /// Adds where a wording stands, and in how many documents word for word.
    fn add_sources(&self, quoted: &Quoted, lines: &mut Vec<String>) {
        for source in &quoted.sources {
            lines.push(self.messages.found_in(linked(source), self.date(source), quoted.verbatim));
        }
    }

    fn date(&self, document: &CarrierDocument) -> String {
        escape(document.date.as_deref().unwrap_or(self.messages.no_date()))
    }

    /// Writes lines, which may hold names of documents, as a list.
    fn list(&mut self, lines: &[String]) -> io::Result<()> {
        let mut escaped = vec![];
        for line in lines {
            escaped.push(escape(line));
        }
        self.written_list(&escaped)
    }

    /// Writes a list of lines that are Markdown already.
    fn written_list(&mut self, lines: &[String]) -> io::Result<()> {
        for (at, line) in lines.iter().enumerate() {
            writeln!(self.out, "{}- {line}", if at == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }

    /// Writes a block quotation of one line that is Markdown already.
    fn quote(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "\n> {line}")
    }
}

/// Returns the sign before a change that turns the meaning.
fn sign(is_turned: bool) -> &'static str {
    if is_turned { "⚠ " } else { "" }
}

/// Formats the wording of a carrier in brackets, with the text around it in its sentence.
fn around(carrier: &Carrier) -> String {
    let before = plain::end_of(&one_line(&carrier.before), AROUND_COLS);
    let after = shorten(&one_line(&carrier.after), AROUND_COLS);
    let space = |has: bool| if has { " " } else { "" };
    let (left, right) = (space(carrier.before.ends_with(' ')), space(carrier.after.starts_with(' ')));
    escape(&format!("{before}{left}[{}]{right}{after}", one_line(&carrier.text)))
}

/// Formats a wording as a difference from another one.
fn wording(pieces: &[Piece]) -> String {
    let mut line = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        if at > 0 && stand_apart(&pieces[at - 1], piece) {
            line.push(' ');
        }
        let text = one_line(piece.text());
        line += &match piece {
            Piece::Same(_) => text,
            Piece::Gone(_) => format!("[-{text}-]"),
            Piece::New(_) => format!("{{+{text}+}}"),
        };
    }
    escape(&line)
}

/// Names a document with the place of a wording in it, as a link if its address allows it.
fn linked(document: &CarrierDocument) -> String {
    let name = escape(&cited(document));
    match document.url.as_deref().and_then(web_address) {
        Some(url) => format!("[{name}](<{}>)", destination(url)),
        None => name,
    }
}

/// Escapes an address of the web as the destination of a link, in a table too. Signs that no address may hold are encoded.
fn destination(url: &str) -> String {
    let mut escaped = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            '<' | '>' | '|' | '\\' | '`' | '"' | '{' | '}' | '^' => {
                write!(escaped, "%{:02X}", u32::from(c)).expect("a string takes all that is written");
            }
            _ => {
                if matches!(c, '&' | '$' | '*' | '_' | '~' | '[' | ']') {
                    escaped.push('\\');
                }
                escaped.push(c);
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use ibid::report::{Change, ChangeKind, QuotedStatus, sanitize};

    use super::*;
    use crate::render::Language;
    use crate::render::forms::tests::{HOSTILE, markdown};

    const URL: &str = "https://example.org/a_b?c=[1]|2&copy=<3>$4$";

    /// Returns a trace and an article in which each name and text is this one, as Markdown.
    fn written(text: &str, language: Language) -> String {
        let some = || Some(text.to_owned());
        let (id, url) = (text.to_owned(), Some(URL.to_owned()));
        let document =
            CarrierDocument { id, title: some(), author: some(), url, ..CarrierDocument::default() };
        let pieces =
            vec![Piece::Same(text.to_owned()), Piece::Gone(text.to_owned()), Piece::New(text.to_owned())];
        let changes =
            vec![Change { kind: ChangeKind::NegationLost, gone: text.to_owned(), new: String::new() }];
        let carrier = Carrier {
            number: 1,
            before: text.to_owned(),
            text: text.to_owned(),
            after: text.to_owned(),
            reprints: vec![CarrierDocument {
                url: Some("javascript:alert(1)".to_owned()),
                ..document.clone()
            }],
            wording: pieces.clone(),
            changes: changes.clone(),
            document: document.clone(),
            ..Carrier::default()
        };
        let trace = Trace { quote: text.to_owned(), carriers: vec![carrier], ..Trace::default() };
        let earlier =
            EarlierWording { document: document.clone(), wording: pieces.clone(), changes: changes.clone() };
        let clause = Quoted { text: text.to_owned(), sources: vec![document.clone()], ..Quoted::default() };
        let quoted = Quoted {
            speaker: some(),
            source_speaker: some(),
            text: text.to_owned(),
            wording: pieces,
            changes,
            sources: vec![document],
            earlier: Some(earlier),
            status: QuotedStatus::Altered,
            ..Quoted::default()
        };
        let partial = Quoted { text: text.to_owned(), clauses: vec![clause], ..Quoted::default() };
        let article = QuotedArticle {
            article: text.to_owned(),
            quotations: vec![quoted, partial],
            phrases: 1,
            ..QuotedArticle::default()
        };
        let style = PlainStyle { language, ..PlainStyle::default() };
        let mut out = vec![];
        TraceMarkdown.traces(&[trace], style, &mut out).unwrap();
        TraceMarkdown.articles(&[article], style, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_of_a_document_is_markup() {
        for language in [Language::English, Language::Chinese] {
            let expected = markdown(&written("plain", language)).0;
            for hostile in HOSTILE {
                let text = written(hostile, language);
                let (structure, said) = markdown(&text);
                assert_eq!(structure, expected, "{hostile:?}: {text}");
                assert!(said.contains(&one_line(hostile)), "{hostile:?}: {said}");
                assert!(!text.contains("{{") && !text.contains("{%"), "{text}");
                let steers = |c: char| c != '\n' && sanitize(&c.to_string()) != c.to_string();
                assert!(!text.contains(steers) && !text.contains("](<javascript"), "{text}");
            }
        }
    }

    #[test]
    fn addresses_of_the_web_are_linked() {
        let (structure, _) = markdown(&written("plain", Language::English));
        let is_link = |tag: &&String| tag.starts_with("Link");
        let links: Vec<&String> = structure.iter().filter(is_link).collect();
        // The carrier, the source, the earlier wording, and the source of the clause.
        assert_eq!(links.len(), 4);
        let address = "https://example.org/a_b?c=[1]%7C2&copy=%3C3%3E$4$";
        assert!(links.iter().all(|link| link.contains(&format!("\"{address}\""))), "{links:?}");
    }

    #[test]
    fn a_trace_in_each_language() {
        insta::assert_snapshot!("markdown_en", written("the northern line", Language::English));
        insta::assert_snapshot!("markdown_zh", written("北线通航", Language::Chinese));
    }
}

//! The quotations of articles, each compared with its source, with its changes.

use std::io::{self, Write};

use ibid::is_han;
use ibid::report::{CarrierDocument, Change, Quoted, QuotedArticle, QuotedStatus, place_name};

use super::carriers::{link, named};
use super::changes::{badges, wording};
use super::{CONTENTS_COLS, END, begin, contents};
use crate::render::Language;
use crate::render::escape::escape;
use crate::render::trace::messages::TraceMessages;
use crate::render::wrap::shorten;

/// Writes the quotations of articles as a page, in the language of the reader.
///
/// # Errors
/// [`io::Error`] if writing fails.
pub(crate) fn write_articles_html(
    articles: &[QuotedArticle],
    language: Language,
    out: &mut dyn Write,
) -> io::Result<()> {
    let messages = TraceMessages(language);
    let title = match articles {
        [article] => {
            let name = shorten(&article.article, CONTENTS_COLS);
            format!("{}{}{name}", messages.articles_title(), messages.colon())
        }
        _ => messages.articles_title().to_owned(),
    };
    begin(&title, messages.articles_title(), language, out)?;
    let sections: Vec<Section<'_>> =
        articles.iter().zip(1..).map(|(article, number)| Section { article, number, messages }).collect();
    if sections.len() > 1 {
        let items: String = sections.iter().map(Section::contents_item).collect();
        write!(out, "{}", contents(messages.articles(), &items))?;
    }
    writeln!(out, "<main>")?;
    for section in &sections {
        write!(out, "{}", section.html())?;
    }
    writeln!(out, "{END}")
}

/// The section of one article.
struct Section<'a> {
    article: &'a QuotedArticle,
    /// Its number on the page, from 1.
    number: usize,
    messages: TraceMessages,
}

impl Section<'_> {
    fn html(&self) -> String {
        let (number, QuotedArticle { article, too_short, too_long, phrases, .. }) =
            (self.number, self.article);
        let mut lines = vec![self.counts()];
        if *phrases > 0 {
            lines.push(self.messages.phrases(*phrases));
        }
        if *too_short > 0 {
            lines.push(self.messages.too_short(*too_short));
        }
        if *too_long > 0 {
            lines.push(self.messages.too_long_for(*too_long));
        }
        let lines: String = lines.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect();
        let quotations: String = self.article.quotations.iter().map(|quoted| self.quoted(quoted)).collect();
        format!(
            "<section id=\"a{number}\" aria-labelledby=\"a{number}-name\">\n\
             <h2 id=\"a{number}-name\">{}</h2>\n<ul class=\"summary\">\n{lines}</ul>\n{quotations}</section>\n",
            escape(article),
        )
    }

    fn contents_item(&self) -> String {
        let name = escape(&shorten(&self.article.article, CONTENTS_COLS));
        let counts = escape(&self.counts());
        format!("<li><a href=\"#a{}\">{name}</a> <span class=\"faint\">{counts}</span></li>\n", self.number)
    }

    /// Formats the number of quotations, and the number of each status.
    fn counts(&self) -> String {
        use QuotedStatus::{Altered, Common, NotFound, Partial, Spliced, Verbatim};
        let messages = self.messages;
        let quotations = &self.article.quotations;
        let mut counts = vec![];
        for status in [Altered, Spliced, Partial, NotFound, Verbatim, Common] {
            let count = quotations.iter().filter(|quoted| quoted.status == status).count() as u64;
            if count > 0 {
                counts.push(messages.of_status(count, messages.status(status)));
            }
        }
        let all = messages.quotation_count(quotations.len() as u64);
        if counts.is_empty() {
            all
        } else {
            format!("{all}{}{}", messages.colon(), counts.join(messages.comma()))
        }
    }

    fn quoted(&self, quoted: &Quoted) -> String {
        let messages = self.messages;
        let turns = |changes: &[Change]| changes.iter().any(|change| change.kind.turns_meaning());
        let is_turned = quoted.earlier.is_some() || turns(&quoted.changes);
        let (class, sign) = if is_turned { (" turned", "⚠ ") } else { ("", "") };
        let speaker = quoted.speaker.as_deref().map_or_else(String::new, |speaker| {
            format!("{}{}", messages.comma(), messages.said_by(escape(speaker)))
        });
        let status = messages.status(quoted.status);
        let place = escape(&place_name(&self.article.article, quoted.place));
        let text = match quoted.wording.is_empty() {
            true => format!("“{}”", escape(&quoted.text)),
            false => wording(&quoted.wording),
        };
        let changes =
            if quoted.changes.is_empty() { String::new() } else { badges(&quoted.changes, messages) };
        let sources: String = match quoted.clauses.is_empty() {
            true => quoted.sources.iter().map(|source| self.source(source, quoted.verbatim)).collect(),
            false => quoted.clauses.iter().map(|clause| self.clause(clause)).collect(),
        };
        let source_speaker = quoted.source_speaker.as_deref().map_or_else(String::new, |speaker| {
            format!("<p class=\"source\">{}</p>\n", messages.source_says(escape(speaker)))
        });
        format!(
            "<div class=\"change{class}\">\n<h3><span class=\"status\">{sign}{status}</span> <code>{place}</code>{speaker}</h3>\n\
             {changes}<p class=\"wording\" {}>{text}</p>\n{sources}{source_speaker}{}</div>\n",
            lang(&quoted.text),
            self.earlier(quoted),
        )
    }

    fn source(&self, source: &CarrierDocument, verbatim: u64) -> String {
        let found = self.messages.found_in(cited(source), date(source, self.messages), verbatim);
        format!("<p class=\"source\">{found}</p>\n")
    }

    fn clause(&self, clause: &Quoted) -> String {
        let (messages, text) = (self.messages, escape(&clause.text));
        let (status, colon) = (messages.status(clause.status), messages.colon());
        let sources: String =
            clause.sources.iter().map(|source| self.source(source, clause.verbatim)).collect();
        let lang = lang(&clause.text);
        format!("<p class=\"wording\" {lang}>{status}{colon}“{text}”</p>\n{sources}")
    }

    fn earlier(&self, quoted: &Quoted) -> String {
        let Some(earlier) = &quoted.earlier else { return String::new() };
        let (document, messages) = (&earlier.document, self.messages);
        format!(
            "<p class=\"source alarm\"><strong>⚠</strong> {}</p>\n{}<p class=\"wording\" {}>{}</p>\n",
            messages.but_earlier(cited(document), date(document, messages)),
            badges(&earlier.changes, messages),
            lang(&quoted.text),
            wording(&earlier.wording),
        )
    }
}

fn date(document: &CarrierDocument, messages: TraceMessages) -> String {
    escape(document.date.as_deref().unwrap_or(messages.no_date()))
}

/// Returns the title of a document and its place, or only the place if it has no title.
fn cited(document: &CarrierDocument) -> String {
    let place = format!("<code>{}</code>", escape(&place_name(&document.id, document.place)));
    if document.title.is_some() { format!("{} {place}", named(document)) } else { link(document, &place) }
}

/// Returns the language of a quotation, as an attribute.
fn lang(text: &str) -> &'static str {
    if text.contains(is_han) { "lang=\"zh\"" } else { "lang=\"en\"" }
}

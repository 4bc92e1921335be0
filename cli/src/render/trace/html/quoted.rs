//! The quotations of articles, each compared with its source, with its changes.

use std::io::{self, Write};

use ibid::is_han;
use ibid::report::{CarrierDocument, PlaceReport, Quoted, QuotedArticle, QuotedStatus};

use super::carriers::{link, named};
use super::changes::{badges, wording};
use super::{CONTENTS_COLS, END, begin, contents, list_items};
use crate::render::Language;
use crate::render::escape::escape;
use crate::render::trace::messages::TraceMessages;
use crate::render::trace::saying::{not_traced, turn_meaning};
use crate::render::wrap::shorten;

/// Writes the quotations of articles as a page.
pub(super) fn write_quotations(
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
        let number = self.number;
        let mut lines = vec![self.counts()];
        lines.extend(not_traced(self.article, self.messages));
        let lines = list_items(&lines);
        let quotations: String = self.article.quotations.iter().map(|quoted| self.quoted(quoted)).collect();
        format!(
            "<section id=\"a{number}\" aria-labelledby=\"a{number}-name\">\n\
             <h2 id=\"a{number}-name\">{}</h2>\n<ul class=\"summary\">\n{lines}</ul>\n{quotations}</section>\n",
            escape(&self.article.article),
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
        let is_turned = quoted.earlier.is_some() || turn_meaning(&quoted.changes);
        let (class, sign) = if is_turned { (" turned", "⚠ ") } else { ("", "") };
        let speaker = match &quoted.speaker {
            Some(speaker) => format!("{}{}", messages.comma(), messages.said_by(escape(speaker))),
            None => String::new(),
        };
        let status = messages.status(quoted.status);
        let place = escape(&PlaceReport::name(&self.article.article, quoted.place));
        let text = match quoted.wording.is_empty() {
            true => format!("“{}”", escape(&quoted.text)),
            false => wording(&quoted.wording),
        };
        let changes =
            if quoted.changes.is_empty() { String::new() } else { badges(&quoted.changes, messages) };
        let sources = match quoted.clauses.is_empty() {
            true => self.sources(quoted),
            false => quoted.clauses.iter().map(|clause| self.clause(clause)).collect(),
        };
        let source_speaker = match &quoted.source_speaker {
            Some(speaker) => {
                format!("<p class=\"source\">{}</p>\n", messages.source_says(escape(speaker)))
            }
            None => String::new(),
        };
        format!(
            "<div class=\"change{class}\">\n<h3><span class=\"status\">{sign}{status}</span> <code>{place}</code>{speaker}</h3>\n\
             {changes}<p class=\"wording\" {}>{text}</p>\n{sources}{source_speaker}{}</div>\n",
            lang(&quoted.text),
            self.earlier(quoted),
        )
    }

    fn sources(&self, quoted: &Quoted) -> String {
        let mut sources = String::new();
        for source in &quoted.sources {
            let found = self.messages.found_in(cited(source), date(source, self.messages), quoted.verbatim);
            sources += &format!("<p class=\"source\">{found}</p>\n");
        }
        sources
    }

    fn clause(&self, clause: &Quoted) -> String {
        let (messages, text) = (self.messages, escape(&clause.text));
        let (status, colon) = (messages.status(clause.status), messages.colon());
        let (sources, lang) = (self.sources(clause), lang(&clause.text));
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
    let place = format!("<code>{}</code>", escape(&PlaceReport::name(&document.id, document.place)));
    if document.title.is_some() { format!("{} {place}", named(document)) } else { link(document, &place) }
}

/// Returns the language of a quotation, as an attribute.
fn lang(text: &str) -> &'static str {
    if text.contains(is_han) { "lang=\"zh\"" } else { "lang=\"en\"" }
}

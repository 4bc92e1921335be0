//! Traces, or the quotations of articles -> one page of HTML that stands alone. It fetches nothing and runs nothing,
//! and its policy forbids both.
//!
//! All text of documents passes through the escaper of all pages. The same traces give the same bytes. Whatever a color
//! says, a word or a line says too. `O(n)` for the carriers; the two figures have limits of their own and name what they
//! leave out.
//!
//! - `carriers`: the table of carriers
//! - `changes`: the differences from the most likely earlier wording
//! - `tree`: carriers below the ones that they may come from, as SVG
//! - `timeline`: the numbers of carriers over time, as SVG
//! - `quoted`: the quotations of articles

mod carriers;
mod changes;
mod tree;
mod timeline;
mod quoted;

use std::io::{self, Write};

use super::TraceForm;
use super::messages::TraceMessages;
use crate::render::escape::escape;
use crate::render::wrap::shorten;
use crate::render::{Language, PlainStyle};
use ibid::report::{QuotedArticle, Trace};

const STYLE: &str = include_str!("style.css");
/// The SHA-256 of [`STYLE`], which alone may style the page: `openssl dgst -sha256 -binary style.css | base64`. The
/// test in a browser fails if it differs.
const STYLE_HASH: &str = "sha256-MYVFgWyxJ+Cvx/3P+y/0PV1STQ6B1W7W4SV8Lo3Tl0k=";
/// The most columns of a quotation that a heading shows whole.
const HEADING_COLS: usize = 160;
/// The most columns of a quotation, or of the name of an article, that the table of contents shows whole.
const CONTENTS_COLS: usize = 80;

/// A page for a browser.
pub(super) struct TracePage;

impl TraceForm for TracePage {
    fn traces(&self, traces: &[Trace], style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        write_carriers(traces, style.language, out)
    }

    fn articles(&self, articles: &[QuotedArticle], style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        quoted::write_quotations(articles, style.language, out)
    }
}

fn write_carriers(traces: &[Trace], language: Language, out: &mut dyn Write) -> io::Result<()> {
    let messages = TraceMessages(language);
    let title = match traces {
        [trace] => {
            format!("{}{}“{}”", messages.page_title(), messages.colon(), shorten(&trace.quote, CONTENTS_COLS))
        }
        _ => messages.page_title().to_owned(),
    };
    begin(&title, messages.page_title(), language, out)?;
    let sections: Vec<Section<'_>> =
        traces.iter().zip(1..).map(|(trace, number)| Section { trace, number, messages }).collect();
    if sections.len() > 1 {
        let items: String = sections.iter().map(Section::contents_item).collect();
        write!(out, "{}", contents(messages.contents(), &items))?;
    }
    writeln!(out, "<main>")?;
    for section in &sections {
        write!(out, "{}", section.html())?;
    }
    writeln!(out, "{END}")
}

/// Writes all that stands before the contents of a page.
fn begin(title: &str, heading: &str, language: Language, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{STYLE_HASH}'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"generator\" content=\"ibid\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{heading}</h1></header>\n",
        language.tag(),
        escape(title),
    )
}

const END: &str = "</main>\n</body>\n</html>";

fn contents(heading: &str, items: &str) -> String {
    format!(
        "<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">{heading}</h2>\n<ol>\n{items}</ol>\n</nav>\n"
    )
}

/// Formats lines as the items of a list.
fn list_items(lines: &[String]) -> String {
    lines.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect()
}

/// The section of one quotation. Each of the other files writes a part of it.
struct Section<'t> {
    trace: &'t Trace,
    /// Its number on the page, from 1.
    number: usize,
    messages: TraceMessages,
}

impl Section<'_> {
    fn html(&self) -> String {
        let heading = shorten(&self.trace.quote, HEADING_COLS);
        let whole = match heading == self.trace.quote {
            true => String::new(),
            false => format!("<blockquote {}>{}</blockquote>\n", self.lang(), escape(&self.trace.quote)),
        };
        let lines = self.messages.0.trace_summary(self.trace);
        let lines = list_items(&lines);
        format!(
            "<section id=\"q{0}\" aria-labelledby=\"q{0}-quote\">\n\
             <h2 id=\"q{0}-quote\" class=\"quote\" {1}>“{2}”</h2>\n{whole}<ul class=\"summary\">\n{lines}</ul>\n\
             {3}{4}{5}{6}</section>\n",
            self.number,
            self.lang(),
            escape(&heading),
            self.carriers(),
            self.changes(),
            self.tree(),
            self.timeline(),
        )
    }

    fn contents_item(&self) -> String {
        let lines = self.messages.0.trace_summary(self.trace);
        format!(
            "<li><a href=\"#q{}\" {}>“{}”</a> <span class=\"faint\">{}</span></li>\n",
            self.number,
            self.lang(),
            escape(&shorten(&self.trace.quote, CONTENTS_COLS)),
            escape(lines.first().map_or("", String::as_str))
        )
    }

    /// Returns the language of the quotation and of its carriers, as an attribute: it decides on letters and on the
    /// voice that reads them.
    fn lang(&self) -> &'static str {
        if self.trace.unit == "characters" { "lang=\"zh\"" } else { "lang=\"en\"" }
    }

    /// Returns the anchor of a carrier on the page.
    fn anchor(&self, number: u32) -> String {
        format!("q{}-c{number}", self.number)
    }

    /// Formats a part of the section, with a heading.
    fn part(&self, name: &str, heading: &str, inside: &str) -> String {
        let id = format!("q{}-{name}", self.number);
        format!("<h3 id=\"{id}\">{heading}</h3>\n{inside}")
    }

    /// Formats a part with a figure that may be wider than the window, so that it scrolls, with the keyboard too. What
    /// the figure leaves out is said behind it.
    fn figure(&self, name: &str, heading: &str, figure: &str, left_out: Option<String>) -> String {
        let number = self.number;
        let left_out = match left_out {
            Some(said) => format!("<p>{said}</p>\n"),
            None => String::new(),
        };
        let inside = format!(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"q{number}-{name}\">\n{figure}</div>\n{left_out}"
        );
        self.part(name, heading, &inside)
    }
}

#[cfg(test)]
mod tests;

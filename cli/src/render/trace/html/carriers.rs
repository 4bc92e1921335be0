//! The carriers of a quotation as a table.

use ibid::report::{Carrier, CarrierDocument, Parent, PlaceReport};

use super::Section;
use crate::render::escape::{escape, web_address};
use crate::render::trace::{dates, plain};
use crate::render::wrap::shorten;

/// The most columns of text shown on each side of a wording.
const AROUND_COLS: usize = 160;
/// The most reprints that are seen without opening the list.
const MOST_OPEN: usize = 5;

impl Section<'_> {
    pub(super) fn carriers(&self) -> String {
        if self.trace.carriers.is_empty() {
            return String::new();
        }
        let messages = self.messages;
        let columns = [
            messages.number_column(),
            messages.date_column(),
            messages.document_column(),
            messages.form_column(),
            messages.similarity_column(),
            messages.wording_column(),
        ];
        let (mut heads, mut rows) = (String::new(), String::new());
        for column in columns {
            heads += &format!("<th scope=\"col\">{column}</th>");
        }
        for (carrier, date) in self.trace.carriers.iter().zip(dates::shown(self.trace, messages)) {
            rows += &self.row(carrier, &date);
        }
        let table = format!(
            "<table class=\"carriers\">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
        );
        self.part("carriers", messages.carriers_heading(), &table)
    }

    fn row(&self, carrier: &Carrier, date: &str) -> String {
        let messages = self.messages;
        format!(
            "<tr id=\"{}\">\n<th scope=\"row\">{}</th>\n{}{}{}{}{}</tr>\n",
            self.anchor(carrier.number),
            carrier.number,
            cell(messages.date_column(), &day_and_time(date)),
            cell(messages.document_column(), &self.documents(carrier)),
            cell(messages.form_column(), &self.form(carrier)),
            cell(messages.similarity_column(), &format!("{:.2}", carrier.similarity)),
            cell(messages.wording_column(), &self.around(carrier)),
        )
    }

    fn documents(&self, carrier: &Carrier) -> String {
        let mut reprints = String::new();
        if !carrier.reprints.is_empty() {
            let open = if carrier.reprints.len() <= MOST_OPEN { " open" } else { "" };
            let summary = self.messages.reprints(carrier.reprints.len() as u64);
            reprints += &format!("\n<details{open}><summary>{summary}</summary>\n<ul>\n");
            for document in &carrier.reprints {
                reprints += &format!("<li>{}</li>\n", self.reprint(document));
            }
            reprints += "</ul></details>";
        }
        let document = &carrier.document;
        let author = match &document.author {
            Some(author) => format!("<br>{}", escape(author)),
            None => String::new(),
        };
        let (named, place) = (named(document), PlaceReport::name(&document.id, document.place));
        format!("{named}{author}<br><code>{}</code>{reprints}", escape(&place))
    }

    fn reprint(&self, document: &CarrierDocument) -> String {
        let date = dates::day_of(document, self.messages);
        let id = escape(&document.id);
        let id = link(document, &format!("<code>{id}</code>"));
        format!("{} {id}", escape(date))
    }

    fn form(&self, carrier: &Carrier) -> String {
        let marks = self.messages.marks(carrier).join(self.messages.comma());
        match &carrier.parent {
            Some(parent) => marks + &self.parent(parent),
            None => marks,
        }
    }

    fn parent(&self, parent: &Parent) -> String {
        let (anchor, from) = (self.anchor(parent.carrier), self.messages.perhaps_from(parent.carrier));
        let (colon, reasons) = (self.messages.colon(), self.messages.0.reasons(parent));
        format!("<br><span class=\"faint\"><a href=\"#{anchor}\">{from}</a>{colon}{reasons}</span>")
    }

    /// Shows the wording, marked, with the text around it in its sentence.
    fn around(&self, carrier: &Carrier) -> String {
        let before = plain::end_of(&carrier.before, AROUND_COLS);
        let after = shorten(&carrier.after, AROUND_COLS);
        let [before, text, after] = [&before, &carrier.text, &after].map(|text| escape(text));
        format!("<span {}>{before}<mark>{text}</mark>{after}</span>", self.lang())
    }
}

fn cell(label: &str, inside: &str) -> String {
    format!("<td data-label=\"{label}\">{inside}</td>\n")
}

/// Formats a date so that it breaks only between the day and the time.
fn day_and_time(date: &str) -> String {
    date.split(' ').map(|part| format!("<span>{}</span>", escape(part))).collect::<Vec<_>>().join(" ")
}

/// Returns the title of a document, or its id, as a link if its address allows it.
pub(super) fn named(document: &CarrierDocument) -> String {
    let name = document.title.as_deref().unwrap_or(&document.id);
    link(document, &format!("<cite>{}</cite>", escape(name)))
}

/// Links HTML to the address of a document, if that allows it.
pub(super) fn link(document: &CarrierDocument, inside: &str) -> String {
    match document.url.as_deref().and_then(web_address) {
        Some(url) => format!("<a href=\"{}\" rel=\"noreferrer noopener\">{inside}</a>", escape(url)),
        None => inside.to_owned(),
    }
}

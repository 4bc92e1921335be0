//! Lines about a trace and its carriers, for every form of output.
//!
//! All text of documents passes through [`sanitize`].

use std::collections::HashMap;
use std::iter;

use ibid::is_han;
use ibid::report::{Carrier, CarrierDocument, Change, Parent, Piece, Trace, place_name, sanitize};

use super::messages::TraceMessages;
use super::{Step, dates};
use crate::render::Language;
use crate::render::messages::thousands;
use crate::render::wrap::shorten;

/// The most ids in a list.
const MOST_NAMED: usize = 5;
/// The most columns of words that were changed.
const CHANGE_COLS: usize = 40;

impl Language {
    /// Sums up a trace: the number of carriers with the first and the last date or, if they are too many to list, how
    /// many are listed; the witness; and what the dates leave open.
    pub(crate) fn trace_summary(self, trace: &Trace) -> Vec<String> {
        let messages = TraceMessages(self);
        let carriers: u64 = trace.carriers.iter().map(|carrier| 1 + carrier.reprints.len() as u64).sum();
        if carriers == 0 {
            let documents = thousands(trace.documents);
            return vec![match trace.is_common {
                true => messages.too_common().to_owned(),
                false => messages.no_carrier(documents),
            }];
        }
        let count = messages.carriers_in(carriers + trace.not_listed, thousands(trace.documents));
        let about_all = match dates::span(trace) {
            _ if trace.not_listed > 0 => Some(messages.earliest_listed(thousands(carriers))),
            Some((first, last)) if first != last => Some(messages.between(sanitize(first), sanitize(last))),
            _ => None,
        };
        let first = [Some(count), about_all].into_iter().flatten().collect::<Vec<_>>().join(messages.comma());
        let witness = witness(messages, trace);
        let left = (trace.left > 0).then(|| messages.left(trace.left));
        std::iter::once(first).chain(witness).chain(left).collect()
    }

    /// Describes the wording of a carrier: its form, further marks, and the number of its reprints.
    pub(crate) fn form(self, carrier: &Carrier) -> String {
        let messages = TraceMessages(self);
        let mut said = messages.marks(carrier);
        if !carrier.reprints.is_empty() {
            said.push(messages.reprints(carrier.reprints.len() as u64));
        }
        said.join(messages.comma())
    }

    /// Returns the form of a carrier, and its further marks, to be written behind it.
    pub(crate) fn form_of_wording(self, carrier: &Carrier) -> [String; 2] {
        let messages = TraceMessages(self);
        let marks =
            messages.marks(carrier).into_iter().skip(1).map(|mark| format!("{}{mark}", messages.comma()));
        [messages.form(carrier.form).to_owned(), marks.collect()]
    }

    /// Describes a change, with the words that are gone and the words that are new.
    pub(crate) fn change(self, change: &Change) -> String {
        let name = TraceMessages(self).change(change.kind);
        let [gone, new] = [&change.gone, &change.new].map(|text| shorten(&one_line(text), CHANGE_COLS));
        match (gone.is_empty(), new.is_empty()) {
            (false, false) => format!("{name} ({gone} → {new})"),
            (false, true) => format!("{name} (−{gone})"),
            _ => format!("{name} (+{new})"),
        }
    }

    /// Names the wording that a carrier was compared with.
    pub(crate) fn compared_with(self, carrier: &Carrier) -> String {
        match &carrier.parent {
            Some(parent) => TraceMessages(self).against(parent.carrier),
            None => TraceMessages(self).against_quotation().to_owned(),
        }
    }

    /// Lists the reasons why a carrier is taken for a parent.
    pub(crate) fn reasons(self, parent: &Parent) -> String {
        let messages = TraceMessages(self);
        let reasons: Vec<String> = parent.reasons.iter().map(|&reason| messages.reason(reason)).collect();
        reasons.join(messages.comma())
    }

    /// Returns the heading of a tree.
    pub(crate) fn tree_heading(self) -> &'static str {
        TraceMessages(self).tree_heading()
    }

    /// Returns the heading of a timeline.
    pub(crate) fn timeline_heading(self, step: Step) -> &'static str {
        let messages = TraceMessages(self);
        match step {
            Step::Day => messages.by_day(),
            Step::Week => messages.by_week(),
            Step::Month => messages.by_month(),
            Step::Year => messages.by_year(),
        }
    }

    /// Returns the text that stands for a missing date.
    pub(crate) fn no_date(self) -> &'static str {
        TraceMessages(self).no_date()
    }
}

/// Returns whether a blank stands between two pieces of a wording: none stands where Chinese characters meet.
pub(crate) fn stand_apart(before: &Piece, after: &Piece) -> bool {
    !(before.text().ends_with(is_han) && after.text().starts_with(is_han))
}

/// Returns the headline of a document: its title, or without one the short name of its source.
pub(super) fn headline(document: &CarrierDocument) -> String {
    one_line(title(document).unwrap_or(source_name(document)))
}

fn title(document: &CarrierDocument) -> Option<&str> {
    document.title.as_deref().filter(|title| !title.trim().is_empty())
}

/// Returns the headline of a document, with the short name of its source and the place of a wording in it.
pub(super) fn cited(document: &CarrierDocument) -> String {
    with_source(document, &place_name(source_name(document), document.place))
}

/// Returns the headline of a document, with the short name of its source.
fn titled(document: &CarrierDocument) -> String {
    with_source(document, source_name(document))
}

fn with_source(document: &CarrierDocument, source: &str) -> String {
    match title(document) {
        Some(title) => format!("{} ({})", one_line(title), one_line(source)),
        None => one_line(source),
    }
}

/// Returns the id of a document; without its folders if it is an absolute path.
fn source_name(document: &CarrierDocument) -> &str {
    let id = &*document.id;
    let is_absolute = id.starts_with(['/', '\\']) || id.get(1..3) == Some(":\\");
    let name = id.trim_end_matches('/').rsplit(['/', '\\']).next();
    name.filter(|name| is_absolute && !name.is_empty()).unwrap_or(id)
}

/// Joins a text into one line that is harmless for a terminal.
pub(super) fn one_line(text: &str) -> String {
    sanitize(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

fn witness(messages: TraceMessages, trace: &Trace) -> Vec<String> {
    let witness = &trace.witness;
    let numbered = |number: Option<u32>| trace.carriers.iter().find(|carrier| Some(carrier.number) == number);
    let named = numbered(witness.carrier);
    let line = match named {
        Some(Carrier { document, .. }) => {
            let date = document.date.as_deref().unwrap_or("");
            messages.witness_is(titled(document), sanitize(date))
        }
        None if witness.tied.is_empty() => messages.witness_without_dates().to_owned(),
        None => {
            let more = if witness.tied.len() > MOST_NAMED { "…" } else { "" };
            let documents = trace.carriers.iter().flat_map(|c| iter::once(&c.document).chain(&c.reprints));
            let names: HashMap<&str, String> =
                documents.map(|document| (&*document.id, titled(document))).collect();
            let name = |id: &String| names.get(&**id).cloned().unwrap_or_else(|| one_line(id));
            let tied: Vec<String> = witness.tied.iter().take(MOST_NAMED).map(name).collect();
            messages.witness_tied(format!("{}{more}", tied.join(messages.comma())))
        }
    };
    let is_open = witness.undated > 0 && (named.is_some() || !witness.tied.is_empty());
    let undated = is_open.then(|| messages.undated(witness.undated));
    let similar = numbered(witness.similar_since).map(|Carrier { document, .. }| {
        messages.similar_since(titled(document), sanitize(document.date.as_deref().unwrap_or("")))
    });
    std::iter::once(line).chain(similar).chain(undated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_named_by_titles_and_without_folders() {
        for (id, title, expected) in [
            ("/home/ada/news.jsonl:12", Some("Ice on the line"), "Ice on the line (news.jsonl:12)"),
            ("/home/ada/news.jsonl:12", None, "news.jsonl:12"),
            ("C:\\news\\a.txt", None, "a.txt"),
            ("beacon/12", Some("冰消"), "冰消 (beacon/12)"),
            ("/", Some(" "), "/"),
        ] {
            let title = title.map(str::to_owned);
            let document = CarrierDocument { id: id.to_owned(), title, ..CarrierDocument::default() };
            assert_eq!(titled(&document), expected, "{id}");
        }
    }
}

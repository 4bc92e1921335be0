//! Lines about a trace and its carriers, for every form of output.
//!
//! All text of documents passes through [`sanitize`].

use std::borrow::Cow;
use std::collections::HashMap;

use ibid::is_han;
use ibid::report::{
    Carrier, CarrierDocument, Change, Parent, Piece, PlaceReport, QuotedArticle, Trace, sanitize,
};

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
        let carriers = dates::documents(trace).count() as u64;
        let documents = thousands(trace.documents);
        if carriers == 0 {
            return vec![match trace.is_common {
                true => messages.too_common().to_owned(),
                false => messages.no_carrier(documents),
            }];
        }
        let mut first = messages.carriers_in(carriers + trace.not_listed, documents);
        if trace.not_listed > 0 {
            first += messages.comma();
            first += &messages.earliest_listed(thousands(carriers));
        } else if let Some((from, to)) = dates::span(trace)
            && from != to
        {
            first += messages.comma();
            first += &messages.between(sanitize(from), sanitize(to));
        }
        let mut lines = vec![first];
        lines.extend(witness(messages, trace));
        if trace.left > 0 {
            lines.push(messages.left(trace.left));
        }
        lines
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
        let mut marks = String::new();
        for mark in messages.marks(carrier).iter().skip(1) {
            marks += messages.comma();
            marks += mark;
        }
        [messages.form(carrier.form).to_owned(), marks]
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

    /// Lists changes, each with its words.
    pub(super) fn changes(self, changes: &[Change]) -> String {
        let changes: Vec<String> = changes.iter().map(|change| self.change(change)).collect();
        changes.join(TraceMessages(self).comma())
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
    with_source(document, &PlaceReport::name(source_name(document), document.place))
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
    match id.trim_end_matches('/').rsplit(['/', '\\']).next() {
        Some(name) if is_absolute && !name.is_empty() => name,
        _ => id,
    }
}

/// Says how many quotations of an article were not looked for, and why.
pub(super) fn not_traced(article: &QuotedArticle, messages: TraceMessages) -> Vec<String> {
    let mut lines = vec![];
    if article.phrases > 0 {
        lines.push(messages.phrases(article.phrases));
    }
    if article.too_short > 0 {
        lines.push(messages.too_short(article.too_short));
    }
    if article.too_long > 0 {
        lines.push(messages.too_long_for(article.too_long));
    }
    lines
}

/// Returns the carriers whose wording was changed, by their numbers.
pub(super) fn changed_carriers(trace: &Trace) -> Vec<&Carrier> {
    let mut changed: Vec<&Carrier> =
        trace.carriers.iter().filter(|carrier| !carrier.changes.is_empty()).collect();
    changed.sort_by_key(|carrier| carrier.number);
    changed
}

/// Returns whether one of some changes turns the meaning.
pub(super) fn turn_meaning(changes: &[Change]) -> bool {
    changes.iter().any(|change| change.kind.turns_meaning())
}

/// Joins a text into one line that is harmless for a terminal.
pub(super) fn one_line(text: &str) -> String {
    sanitize(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// Describes the witness of a trace, or why there is none.
fn witness(messages: TraceMessages, trace: &Trace) -> Vec<String> {
    let witness = &trace.witness;
    let (mut lines, mut is_open) = (vec![], true);
    if let Some(document) = numbered(trace, witness.carrier) {
        lines.push(messages.witness_is(titled(document), date(document)));
    } else if witness.tied.is_empty() {
        lines.push(messages.witness_without_dates().to_owned());
        is_open = false;
    } else {
        lines.push(messages.witness_tied(tied(messages, trace)));
    }
    if let Some(document) = numbered(trace, witness.similar_since) {
        lines.push(messages.similar_since(titled(document), date(document)));
    }
    if is_open && witness.undated > 0 {
        lines.push(messages.undated(witness.undated));
    }
    lines
}

/// Names the documents of which each may be the witness.
fn tied(messages: TraceMessages, trace: &Trace) -> String {
    let mut names = HashMap::new();
    for document in dates::documents(trace) {
        names.insert(&*document.id, titled(document));
    }
    let mut tied = vec![];
    for id in trace.witness.tied.iter().take(MOST_NAMED) {
        tied.push(names.get(&**id).cloned().unwrap_or_else(|| one_line(id)));
    }
    let more = if trace.witness.tied.len() > MOST_NAMED { "…" } else { "" };
    tied.join(messages.comma()) + more
}

/// Returns the document of the carrier with a number.
pub(super) fn numbered(trace: &Trace, number: Option<u32>) -> Option<&CarrierDocument> {
    Some(&trace.carriers.iter().find(|carrier| Some(carrier.number) == number)?.document)
}

fn date(document: &CarrierDocument) -> Cow<'_, str> {
    sanitize(document.date.as_deref().unwrap_or(""))
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

//! What is said of a trace and of its carriers, a line each, for whatever shows them.
//!
//! All text of documents passes through [`sanitize`].

use super::words::Words;
use super::{Carrier, Change, Parent, Piece, Step, Trace, dates};
use crate::report::Language;
use crate::report::sanitize::sanitize;
use crate::report::words::thousands;
use crate::report::wrap::shorten;
use crate::text::is_han;

/// A list of ids names at most this many.
const MOST_NAMED: usize = 5;
/// Words that were changed have at most this many columns.
const CHANGE_COLS: usize = 40;

impl Language {
    /// How many carry a quotation, from when to when; who had it first; and what that leaves open.
    pub fn trace_summary(self, trace: &Trace) -> Vec<String> {
        let words = Words(self);
        let carriers: u64 = trace.carriers.iter().map(|carrier| 1 + carrier.reprints.len() as u64).sum();
        if carriers == 0 {
            let documents = thousands(trace.documents);
            return vec![match trace.is_common {
                true => words.too_common().to_owned(),
                false => words.no_carrier(documents),
            }];
        }
        let count = words.carriers_in(carriers, thousands(trace.documents));
        let first = match dates::span(trace) {
            Some((first, last)) if first != last => {
                format!("{count}{}{}", words.comma(), words.between(sanitize(first), sanitize(last)))
            }
            _ => count,
        };
        let witness = witness(words, trace);
        let left = (trace.left > 0).then(|| words.left(trace.left));
        std::iter::once(first).chain(witness).chain(left).collect()
    }

    /// The form of a carrier, what else is to be known of its wording, and how many reprints it has.
    pub fn form(self, carrier: &Carrier) -> String {
        let words = Words(self);
        let mut said = words.marks(carrier);
        if !carrier.reprints.is_empty() {
            said.push(words.reprints(carrier.reprints.len() as u64));
        }
        said.join(words.comma())
    }

    /// The form of a carrier, and what else is to be known of its wording, to be written behind it.
    pub fn form_of_wording(self, carrier: &Carrier) -> [String; 2] {
        let words = Words(self);
        let marks = words.marks(carrier).into_iter().skip(1).map(|mark| format!("{}{mark}", words.comma()));
        [words.form(carrier.form).to_owned(), marks.collect()]
    }

    /// What a change is about, with the words that are gone and those that are new.
    pub fn change(self, change: &Change) -> String {
        let name = Words(self).change(change.kind);
        let [gone, new] = [&change.gone, &change.new].map(|text| shorten(&one_line(text), CHANGE_COLS));
        match (gone.is_empty(), new.is_empty()) {
            (false, false) => format!("{name} ({gone} → {new})"),
            (false, true) => format!("{name} (−{gone})"),
            _ => format!("{name} (+{new})"),
        }
    }

    /// What a carrier was compared with.
    pub fn compared_with(self, carrier: &Carrier) -> String {
        match &carrier.parent {
            Some(parent) => Words(self).against(parent.carrier),
            None => Words(self).against_quotation().to_owned(),
        }
    }

    /// Why a carrier is taken for a parent.
    pub fn reasons(self, parent: &Parent) -> String {
        let words = Words(self);
        let reasons: Vec<String> = parent.reasons.iter().map(|&reason| words.reason(reason)).collect();
        reasons.join(words.comma())
    }

    /// What stands above a tree.
    pub fn tree_heading(self) -> &'static str {
        Words(self).tree_heading()
    }

    /// What stands above a timeline.
    pub fn timeline_heading(self, step: Step) -> &'static str {
        let words = Words(self);
        match step {
            Step::Day => words.by_day(),
            Step::Week => words.by_week(),
            Step::Month => words.by_month(),
            Step::Year => words.by_year(),
        }
    }

    /// What stands for a date where there is none.
    pub fn no_date(self) -> &'static str {
        Words(self).no_date()
    }
}

/// Whether a blank stands between two pieces of a wording: not where Chinese characters meet.
pub fn stand_apart(before: &Piece, after: &Piece) -> bool {
    !(before.text().ends_with(is_han) && after.text().starts_with(is_han))
}

/// A text without line breaks, harmless for a terminal.
pub(super) fn one_line(text: &str) -> String {
    sanitize(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

fn witness(words: Words, trace: &Trace) -> Vec<String> {
    let witness = &trace.witness;
    let named = trace.carriers.iter().find(|carrier| Some(carrier.number) == witness.carrier);
    let line = match named {
        Some(Carrier { document, .. }) => {
            let date = document.date.as_deref().unwrap_or("");
            words.witness_is(sanitize(&document.id), sanitize(date))
        }
        None if witness.tied.is_empty() => words.witness_without_dates().to_owned(),
        None => {
            let more = if witness.tied.len() > MOST_NAMED { "…" } else { "" };
            let tied: Vec<_> = witness.tied.iter().take(MOST_NAMED).map(|id| sanitize(id)).collect();
            words.witness_tied(format!("{}{more}", tied.join(words.comma())))
        }
    };
    let is_open = witness.undated > 0 && (named.is_some() || !witness.tied.is_empty());
    let undated = is_open.then(|| words.undated(witness.undated));
    std::iter::once(line).chain(undated).collect()
}

//! All figures of the document with their formulas, the decisions by kind and by person, the ledger and the filters.

use std::collections::{BTreeMap, BTreeSet};

use ibid::report::{Decision, DocumentReport, Ratios};

use super::PanelMessages;
use super::filter_names::named;
use crate::render::{ReportMessages, thousands};
use crate::tui::panes::Panes;
use crate::tui::review::state::State;

/// Returns the text of the panel.
pub(super) fn words(state: &State) -> String {
    let messages = PanelMessages(state.window.language);
    let Some(document) = state.document() else { return String::new() };
    let unit = messages.0.unit(&document.unit);
    let count = |words: u64| thousands(words);
    let mut lines = vec![];
    lines.extend(document.decided.as_ref().map(|_| messages.found_and_decided().to_owned()));
    lines.extend(ratios(document, messages));
    let counted = count(document.counted_words());
    lines.push(messages.words_of(count(document.matched), counted, count(document.total), unit));
    if let Some(decided) = &document.decided {
        let ratio = messages.0.percent(decided.found_copied_ratio, 1);
        lines.push(messages.found_copied(ratio, count(decided.found_copied)));
        let [all, open, disputed] = [decided.findings, decided.open, decided.disputed].map(count);
        lines.push(messages.findings(all, open, disputed));
    } else {
        let all = count(state.facts.findings as u64);
        lines.push(messages.findings(&all, &all, 0));
    }
    lines.extend(decisions(document, messages));
    let ledger = state.deciding.ledger_path();
    lines.push(ledger.map_or_else(|| messages.no_ledger().to_owned(), |path| messages.ledger(path)));
    let names = state.deciding.exclude().names();
    let names: Vec<String> = names.iter().map(|name| named(state, name)).collect();
    lines.push(match names.as_slice() {
        [] => messages.none_in_force().to_owned(),
        names => messages.in_force(names.join(state.messages().comma())),
    });
    lines.join("\n")
}

/// Returns each ratio as found and as decided, with its formula.
fn ratios(document: &DocumentReport, messages: PanelMessages) -> Vec<String> {
    let report = ReportMessages(messages.0);
    let found = shares(&document.ratios);
    let decided = document.decided.as_ref().map(|decided| shares(&decided.ratios));
    let named = [
        [report.overall(), report.overall_meaning()],
        [report.without_quotations(), report.without_quotations_meaning()],
        [report.without_own_work(), report.without_own_work_meaning()],
        [report.largest_source(), report.largest_source_meaning()],
        [report.uncredited(), report.uncredited_meaning()],
    ];
    let line = |(at, [name, meaning]): (usize, [&str; 2])| {
        let shares = std::iter::once(found[at]).chain(decided.map(|decided| decided[at]));
        let figures: Vec<String> = shares.map(|share| messages.0.percent(share, 1)).collect();
        messages.formula(name, figures.join(" → "), meaning)
    };
    named.into_iter().enumerate().map(line).collect()
}

/// Returns the ratios in the order of the panel.
fn shares(ratios: &Ratios) -> [f64; 5] {
    let Ratios { overall, without_quotations, without_own_work, largest_source, uncredited } = *ratios;
    [overall, without_quotations, without_own_work, largest_source, uncredited]
}

/// Counts the findings of each decision, and of each person who decided.
fn decisions(document: &DocumentReport, messages: PanelMessages) -> Vec<String> {
    let mut of_kind: BTreeMap<Decision, BTreeSet<u32>> = BTreeMap::new();
    let mut of_person: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for passage in document.passages.iter().filter(|passage| passage.finding > 0) {
        if let Some(decision) = &passage.decision {
            of_kind.entry(decision.decision).or_default().insert(passage.finding);
            of_person.entry(&decision.by).or_default().insert(passage.finding);
        }
    }
    if of_person.is_empty() {
        return vec![messages.nobody().to_owned()];
    }
    let kinds = of_kind
        .iter()
        .map(|(&decision, findings)| format!("{} {}", messages.0.decision(Some(decision)), findings.len()));
    let people = of_person.iter().map(|(by, findings)| format!("{by} {}", findings.len()));
    let [kinds, people] = [kinds.collect::<Vec<_>>(), people.collect()].map(|parts| parts.join(" · "));
    vec![kinds, messages.decided_by(people)]
}

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
    let mut lines = vec![];
    if document.decided.is_some() {
        lines.push(messages.found_and_decided().to_owned());
    }
    lines.extend(ratios(document, messages));
    let [matched, counted, total] =
        [document.matched, document.counted_words(), document.total].map(thousands);
    lines.push(messages.words_of(matched, counted, total, unit));
    if let Some(decided) = &document.decided {
        let ratio = messages.0.percent(decided.found_copied_ratio, 1);
        lines.push(messages.found_copied(ratio, thousands(decided.found_copied)));
        let [all, open, disputed] = [decided.findings, decided.open, decided.disputed].map(thousands);
        lines.push(messages.findings(all, open, disputed));
    } else {
        let all = thousands(state.facts.findings as u64);
        lines.push(messages.findings(&all, &all, 0));
    }
    lines.extend(decisions(document, messages));
    lines.push(match state.deciding.ledger_and_reviewer() {
        Some((path, _)) => messages.ledger(path),
        None => messages.no_ledger().to_owned(),
    });
    let names = state.deciding.exclude.names();
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
    let mut lines = vec![];
    for (at, [name, meaning]) in named.into_iter().enumerate() {
        let mut figures = messages.0.percent(found[at], 1);
        if let Some(decided) = decided {
            figures = format!("{figures} → {}", messages.0.percent(decided[at], 1));
        }
        lines.push(messages.formula(name, figures, meaning));
    }
    lines
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
    for passage in &document.passages {
        if let Some(decision) = &passage.decision
            && passage.finding > 0
        {
            of_kind.entry(decision.decision).or_default().insert(passage.finding);
            of_person.entry(&decision.by).or_default().insert(passage.finding);
        }
    }
    if of_person.is_empty() {
        return vec![messages.nobody().to_owned()];
    }
    let (mut kinds, mut people) = (vec![], vec![]);
    for (decision, findings) in of_kind {
        kinds.push(format!("{} {}", messages.0.decision(Some(decision)), findings.len()));
    }
    for (by, findings) in of_person {
        people.push(format!("{by} {}", findings.len()));
    }
    vec![kinds.join(" · "), messages.decided_by(people.join(" · "))]
}

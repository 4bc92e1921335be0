//! The reasons for the selected passage: its similarity as a sum, its information against what was needed, its rarest
//! words, its sentence pairs, and the sentences beside it.
//!
//! Reasons that the report does not hold are computed from the texts ([`Detector::explain`](ibid::Detector::explain)).
//! The panel says which ones are not known.

use ibid::report::{Kind, Passage, SentencePair};
use ibid::{Explanation, Neighbors};

use super::{DETECTOR, PanelMessages};
use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::review::state::State;

/// The most sentence pairs, and the most numbers of passages, that are listed.
const MOST_LISTED: usize = 24;

/// Returns the text of the panel.
pub(super) fn words(state: &State) -> String {
    let messages = PanelMessages(state.window.language);
    let Some(passage) = state.passage() else { return messages.no_passage().to_owned() };
    let text = state.document().and_then(|document| document.text.as_deref());
    let explained = text
        .zip(DETECTOR.as_ref())
        .and_then(|(text, detector)| detector.explain(text, passage, state.report.collection.documents));
    let mut lines = vec![similarity(state, passage, messages)];
    lines.extend(information(state, passage, explained.as_ref(), messages));
    lines.extend(passage.left_out.map(|part| messages.left_out(messages.0.part(part))));
    if let Some(explained) = explained.as_ref().filter(|explained| !explained.rarest.is_empty()) {
        lines.push(messages.rarest(explained.rarest.join(" · ")));
        lines.push(format!("  {}", messages.no_counts()));
    }
    lines.push(pairs(state, passage, messages));
    if let Some(explained) = &explained {
        let before = explained.before.map(|compared| messages.before(neighbors(state, compared, messages)));
        let after = explained.after.map(|compared| messages.after(neighbors(state, compared, messages)));
        lines.extend(after.into_iter().chain(before));
    }
    let others = state.all_passages().iter().filter(|other| other.b == passage.b && other.counts());
    let others = others.filter(|other| other.finding != passage.finding);
    let numbers: Vec<String> = others.map(|other| other.finding.to_string()).collect();
    lines.extend((!numbers.is_empty()).then(|| messages.same_source(listed(&numbers, ", "))));
    lines.join("\n")
}

/// Joins the first of some parts.
fn listed(parts: &[String], between: &str) -> String {
    let more = if parts.len() > MOST_LISTED { "…" } else { "" };
    format!("{}{more}", parts.iter().take(MOST_LISTED).map(String::as_str).collect::<Vec<_>>().join(between))
}

/// Returns the similarity as a sum. The words in order follow from it, for its value is rounded to three places only.
fn similarity(state: &State, passage: &Passage, messages: PanelMessages) -> String {
    let unit = state.document().map_or("", |document| state.messages().short_unit(&document.unit));
    let both = f64::from(passage.a_words) + f64::from(passage.b_words);
    let in_order = (passage.similarity * both / 2.0).round().max(0.0) as u64;
    let count = |words: u32| thousands(words.into());
    messages.similarity(
        messages.0.kind(passage.kind),
        format!("{:.3}", passage.similarity),
        thousands(in_order),
        unit,
        count(passage.a_words),
        count(passage.b_words),
    )
}

fn information(
    state: &State,
    passage: &Passage,
    explained: Option<&Explanation>,
    messages: PanelMessages,
) -> Vec<String> {
    let information = format!("{:.1}", passage.information);
    let documents = thousands(state.report.collection.documents);
    let needed = explained.map(|explained| explained.needed);
    let mut lines = vec![match needed {
        None => messages.not_known(&information),
        Some(None) => messages.too_few(&information),
        Some(Some(needed)) => messages.needs(&information, format!("{needed:.1}"), documents),
    }];
    // The report has one place of the information.
    let is_enough = |needed: f64| passage.information + 0.05 >= needed;
    let is_too_little = needed.is_some_and(|needed| !needed.is_some_and(is_enough));
    if passage.kind == Kind::Possible {
        lines.push(format!("  {}", messages.is_weak()));
    } else if passage.kind != Kind::CommonPhrase && is_too_little {
        lines.push(format!("  {}", messages.counts_otherwise()));
    }
    lines
}

fn pairs(state: &State, passage: &Passage, messages: PanelMessages) -> String {
    let pair = |pair: &SentencePair| {
        format!("{}–{} {:.2}", pair.a.saturating_add(1), pair.b.saturating_add(1), pair.jaccard)
    };
    let pairs: Vec<String> = passage.sentence_pairs.iter().map(pair).collect();
    let min = format!("{:.2}", state.report.parameters.min_jaccard);
    match pairs.as_slice() {
        [] => messages.no_pairs().to_owned(),
        pairs => messages.pairs(min, listed(pairs, " · ")),
    }
}

/// Says how alike two sentences beside the passage are, and that they were left out if they are too little.
fn neighbors(state: &State, compared: Neighbors, messages: PanelMessages) -> String {
    let [a, b] = compared.words;
    let told = messages.compared(format!("{:.2}", compared.jaccard), compared.equal_words, a, b);
    let parameters = &state.report.parameters;
    if DETECTOR.as_ref().is_some_and(|detector| detector.feature_name() != parameters.feature) {
        messages.other_feature(told)
    } else if compared.jaccard < parameters.min_jaccard {
        messages.left_out_below(told, format!("{:.2}", parameters.min_jaccard))
    } else {
        told
    }
}

//! The reasons for the selected passage: its similarity as a sum, its information against what was needed, its rarest
//! words, its sentence pairs, and the sentences beside it.
//!
//! Reasons that the report does not hold are computed from the texts ([`Detector::explain`](ibid::Detector::explain)).
//! The panel says which ones are not known.

use ibid::report::{Kind, Passage, SentencePair};
use ibid::{Explanation, Neighbors};

use super::{DETECTOR, PanelMessages};
use crate::render::thousands;
use crate::tui::review::state::State;

/// The most sentence pairs, and the most numbers of passages, that are listed.
const MOST_LISTED: usize = 24;

/// Returns the text of the panel.
pub(super) fn words(state: &State) -> String {
    let messages = PanelMessages(state.window.language);
    let Some(passage) = state.passage() else { return messages.no_passage().to_owned() };
    let explained = explain(state, passage);
    let mut lines = vec![similarity(state, passage, messages)];
    lines.extend(information(state, passage, explained.as_ref(), messages));
    lines.extend(passage.left_out.map(|part| messages.left_out(messages.0.part(part))));
    if let Some(explained) = &explained
        && !explained.rarest.is_empty()
    {
        lines.push(messages.rarest(explained.rarest.join(" · ")));
        lines.push(format!("  {}", messages.no_counts()));
    }
    lines.push(pairs(state, passage, messages));
    if let Some(explained) = &explained {
        if let Some(after) = explained.after {
            lines.push(messages.after(neighbors(state, after, messages)));
        }
        if let Some(before) = explained.before {
            lines.push(messages.before(neighbors(state, before, messages)));
        }
    }
    let mut numbers = vec![];
    for other in state.all_passages() {
        if other.b == passage.b && other.counts() && other.finding != passage.finding {
            numbers.push(other.finding.to_string());
        }
    }
    if !numbers.is_empty() {
        lines.push(messages.same_source(listed(&numbers, ", ")));
    }
    lines.join("\n")
}

/// Computes the reasons that the report does not hold; none without the text.
fn explain(state: &State, passage: &Passage) -> Option<Explanation> {
    let text = state.document()?.text.as_deref()?;
    DETECTOR.as_ref()?.explain(text, passage, state.report.collection.documents)
}

/// Joins the first of some parts.
fn listed(parts: &[String], between: &str) -> String {
    let more = if parts.len() > MOST_LISTED { "…" } else { "" };
    format!("{}{more}", parts.iter().take(MOST_LISTED).map(String::as_str).collect::<Vec<_>>().join(between))
}

/// Returns the similarity as a sum. The words in order follow from it, for its value is rounded to three places only.
fn similarity(state: &State, passage: &Passage, messages: PanelMessages) -> String {
    let both = f64::from(passage.a_words) + f64::from(passage.b_words);
    let in_order = (passage.similarity * both / 2.0).round().max(0.0) as u64;
    messages.similarity(
        messages.0.kind(passage.kind),
        format!("{:.3}", passage.similarity),
        thousands(in_order),
        state.unit(),
        thousands(passage.a_words.into()),
        thousands(passage.b_words.into()),
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
    let (told, is_too_little) = match explained.map(|explained| explained.needed) {
        None => (messages.not_known(&information), false),
        Some(None) => (messages.too_few(&information), true),
        Some(Some(needed)) => {
            // The report has one place of the information.
            let is_too_little = passage.information + 0.05 < needed;
            (messages.needs(&information, format!("{needed:.1}"), documents), is_too_little)
        }
    };
    let mut lines = vec![told];
    if passage.kind == Kind::Possible {
        lines.push(format!("  {}", messages.is_weak()));
    } else if passage.kind != Kind::CommonPhrase && is_too_little {
        lines.push(format!("  {}", messages.counts_otherwise()));
    }
    lines
}

fn pairs(state: &State, passage: &Passage, messages: PanelMessages) -> String {
    let mut pairs = vec![];
    for SentencePair { a, b, jaccard } in &passage.sentence_pairs {
        pairs.push(format!("{}–{} {jaccard:.2}", a.saturating_add(1), b.saturating_add(1)));
    }
    if pairs.is_empty() {
        return messages.no_pairs().to_owned();
    }
    messages.pairs(format!("{:.2}", state.report.parameters.min_jaccard), listed(&pairs, " · "))
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

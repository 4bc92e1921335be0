//! The decision on the selected passage, what is suggested, and the other places of the same words.

use ibid::report::Passage;

use super::PanelMessages;
use crate::tui::review::several::same_words::other_documents;
use crate::tui::review::state::State;

/// Returns the text of the panel.
pub(super) fn words(state: &State) -> String {
    let messages = PanelMessages(state.window.language);
    let Some(passage) = state.passage() else { return messages.no_passage().to_owned() };
    let mut lines: Vec<String> = vec![];
    if passage.decision.is_none() && passage.disputed.is_empty() {
        lines.push(messages.undecided().to_owned());
    }
    lines.extend(messages.0.decision_lines(passage));
    if let Some(note) = state.deciding.note_to_come(passage.finding) {
        lines.push(format!("{}{note}", messages.note_to_come()));
    }
    if state.report.documents.len() > 1 {
        let others = other_documents(state);
        if others > 0 {
            lines.push(messages.same_words(others as u64, state.window.keymap.signs("same-words", 1)));
        }
    }
    lines.extend([String::new(), messages.keys_of_decisions().to_owned(), String::new()]);
    lines.push(messages.also_in().to_owned());
    lines.extend(others(state, passage, messages));
    lines.join("\n")
}

/// Returns the other sources of the same words, each with its similarity.
fn others(state: &State, passage: &Passage, messages: PanelMessages) -> Vec<String> {
    let mut lines = vec![];
    for other in state.repeats_elsewhere(passage) {
        lines.push(format!("  {:.2} {}", other.similarity, state.source_name(other)));
    }
    if passage.more_documents > 0 {
        lines.push(format!("  {}", messages.more_documents(passage.more_documents.into())));
    }
    if lines.is_empty() {
        lines.push(format!("  {}", messages.in_no_other()));
    }
    lines
}

//! Two lines about the selected passage that no name cuts: its kind, similarity, words, credit and sentences; and its
//! decision.

use ibid::report::Passage;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::panes::row::{Row, cols, fit};
use crate::tui::review::state::State;
use crate::tui::review::texts::messages::TextMessages;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let Some(passage) = state.passage() else { return };
    let (look, language) = (state.look(), state.window.language);
    let mut row = Row::new(buffer, area, 0);
    row.put(" ", look.plain()).put(language.kind(passage.kind), look.kind(passage.kind));
    row.put(&words(state, passage), look.plain());
    let credit = credit(state, passage, row.left());
    row.put(&credit, look.plain());
    let [start, end] = passage.a_sentences;
    let sentences = format!(" · {}", TextMessages(language).sentences(end.saturating_sub(start).into()));
    if cols(&sentences) <= row.left() {
        row.put(&sentences, look.plain());
    }
    let mut row = Row::new(buffer, area, 1);
    row.put(" ", look.plain());
    row.put(&fit(&decision(state, passage), row.left()), look.plain());
}

/// Returns similarity and words.
fn words(state: &State, passage: &Passage) -> String {
    let (matched, all) = (thousands(passage.matched_words.into()), thousands(passage.a_words.into()));
    format!(" {:.2} · {matched}/{all} {}", passage.similarity, state.unit())
}

/// Returns the credit, in its short form if the long one has no room.
fn credit(state: &State, passage: &Passage, room: u16) -> String {
    let credit = format!(" · {}", state.window.language.credit(passage));
    if cols(&credit) <= room {
        return credit;
    }
    let counts = [passage.quoted_words, passage.cited_words, passage.uncredited_words];
    let [quoted, cited, neither] = counts.map(|count| thousands(count.into()));
    format!(" · {}", state.messages().partly_credited(quoted, cited, neither))
}

/// Returns the decision with its author, day and note; of an open passage, a suggestion or the note for the decision to
/// come. The filter that leaves the passage out comes first.
fn decision(state: &State, passage: &Passage) -> String {
    let language = state.window.language;
    let left_out = passage.left_out.map(|part| state.messages().not_counted(language.part(part)));
    let mut parts: Vec<String> = left_out.into_iter().collect();
    if passage.decision.is_none() && passage.disputed.is_empty() {
        parts.push(language.decision(None).to_owned());
    }
    parts.extend(language.decision_lines(passage));
    parts.extend(state.deciding.note_to_come(passage.finding).map(str::to_owned));
    parts.join(" · ")
}

//! Two lines about the selected passage that no name cuts: its kind, words, credit and places; and its decision.

use ibid::report::{Credit, Passage, PlaceReport};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::render::thousands;
use crate::tui::panes::Panes;
use crate::tui::panes::row::Row;
use crate::tui::review::state::State;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let Some(passage) = state.passage().filter(|_| !area.is_empty()) else { return };
    let (look, language) = (state.look(), state.messages().0);
    let mut row = Row::new(buffer, area, 0);
    row.put(" ", look.plain());
    row.put(language.kind(passage.kind), look.kind(passage.kind));
    row.put(&about(state, passage), look.plain());
    let mut row = Row::new(buffer, area, 1);
    row.put(" ", look.plain()).put(&decision(state, passage), look.plain());
}

/// Returns similarity, words and credit.
fn about(state: &State, passage: &Passage) -> String {
    let (messages, language) = (state.messages(), state.messages().0);
    let unit = state.document().map_or("", |document| messages.short_unit(&document.unit));
    let (matched, all) = (thousands(passage.matched_words.into()), thousands(passage.a_words.into()));
    let credit = match passage.left_out {
        None if passage.credit == Credit::Partly => {
            let counts = [passage.quoted_words, passage.cited_words, passage.uncredited_words];
            let [quoted, cited, neither] = counts.map(|count| thousands(count.into()));
            messages.partly_credited(quoted, cited, neither)
        }
        None => language.credit(passage),
        Some(part) => messages.not_counted(language.part(part)),
    };
    format!(" {:.2} · {matched}/{all} {unit} · {credit}", passage.similarity)
}

/// Returns the places on both sides, and the decision with its author, day and note; of an open passage, a suggestion or
/// the note for the decision to come.
fn decision(state: &State, passage: &Passage) -> String {
    let language = state.messages().0;
    let mut parts: Vec<String> = vec![];
    let places: Vec<String> = [passage.a_place, passage.b_place].into_iter().flatten().map(place).collect();
    parts.extend((!places.is_empty()).then(|| places.join(" ↔ ")));
    if passage.decision.is_none() && passage.disputed.is_empty() {
        parts.push(language.decision(None).to_owned());
    }
    parts.extend(language.decision_lines(passage));
    parts.extend(state.deciding.note_to_come(passage.finding).map(str::to_owned));
    parts.join(" · ")
}

fn place(place: PlaceReport) -> String {
    match place {
        PlaceReport::Line { line, column } => format!("{line}:{column}"),
        PlaceReport::Page { page } => format!("p. {page}"),
    }
}

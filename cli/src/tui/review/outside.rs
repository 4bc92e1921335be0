//! Work on the selected passage outside of the review: in the clipboard, and in the editor.

use ibid::report::{Passage, PlaceReport, SourceReport};

use super::layout::Pane;
use super::state::State;
use crate::render::wrap_text;
use crate::tui::action::Action;
use crate::tui::glyph::clean;
use crate::tui::outside_messages::OutsideMessages;
use crate::tui::panes::{Effect, Panes};

/// Handles an action that works outside of the review, and ignores any other.
pub(super) fn act(state: &mut State, action: &Action) -> Effect {
    match action {
        Action::Copy => copy(state),
        Action::CopyPlace => copy_place(state),
        Action::CopyQuotation => copy_quotation(state),
        Action::Editor => edit(state),
        _ => Effect::Draw,
    }
}

/// Copies both sides of the passage.
fn copy(state: &mut State) -> Effect {
    let messages = state.messages();
    let Some(passage) = state.passage() else { return state.only_tell(messages.nothing_to_copy()) };
    let text = clean(&both_sides(state, passage));
    Effect::Copy { name: OutsideMessages(messages.0).the_passage().to_owned(), text }
}

/// Copies the place of the passage in the source, if its text has the focus, else in the paper.
fn copy_place(state: &mut State) -> Effect {
    let messages = state.messages();
    let Some((passage, side)) = side_in_focus(state) else {
        return state.only_tell(messages.nothing_to_copy());
    };
    let (id, place, start, end) = match side {
        Side::There => (&passage.b, passage.b_place, passage.b_start, passage.b_end),
        Side::Here => (&passage.a, passage.a_place, passage.a_start, passage.a_end),
    };
    let name = PlaceReport::name(id, place);
    let place = clean(&if place.is_some() { name } else { messages.0.place_in(name, start, end) });
    Effect::Copy { name: place.clone(), text: place }
}

/// The most columns of a quoted line, so that a mail with it fits in 78.
const QUOTED_COLS: usize = 72;

/// Copies one side of the passage as mails quote it, with its place below: the source, if its text has the focus, or else
/// the paper.
fn copy_quotation(state: &mut State) -> Effect {
    let messages = state.messages();
    let Some((passage, side)) = side_in_focus(state) else {
        return state.only_tell(messages.nothing_to_copy());
    };
    let (name, text) = match side {
        Side::Here => (name_here(state, passage), clean(state.text_here(passage))),
        Side::There => (name_there(state, passage), clean(state.text_there(passage))),
    };
    if text.is_empty() {
        return state.only_tell(messages.no_text());
    }
    let mut quoted = String::new();
    for line in wrap_text(&text, QUOTED_COLS).lines() {
        quoted += format!("> {line}").trim_end();
        quoted.push('\n');
    }
    let name = clean(&name);
    Effect::Copy { text: format!("{quoted}— {name}\n"), name }
}

/// Returns both texts of a passage under their names and places, and its number, kind and similarity.
fn both_sides(state: &State, passage: &Passage) -> String {
    let messages = state.messages();
    let (here, there) = (name_here(state, passage), name_there(state, passage));
    let texts = [state.text_here(passage), state.text_there(passage)];
    let [a, b] = texts.map(|text| if text.is_empty() { messages.no_text() } else { text });
    let head = messages.copied_head(messages.0.kind(passage.kind), format!("{:.3}", passage.similarity));
    let number = if passage.finding > 0 { format!("{}: ", passage.finding) } else { String::new() };
    format!("{here}\n{a}\n\n{there}\n{b}\n\n{number}{head}\n")
}

/// Returns the paper's name and the place of a passage in it.
fn name_here(state: &State, passage: &Passage) -> String {
    let name = PlaceReport::name(&passage.a, passage.a_place);
    state.messages().0.place_in(name, passage.a_start, passage.a_end)
}

/// Returns the source's title and name, and the place of a passage in it.
fn name_there(state: &State, passage: &Passage) -> String {
    let name = PlaceReport::name(&passage.b, passage.b_place);
    let name = match state.source_of(passage) {
        Some(SourceReport { title: Some(title), .. }) => format!("{title} ({name})"),
        _ => name,
    };
    state.messages().0.place_in(name, passage.b_start, passage.b_end)
}

/// Opens the source, if its text has the focus, or else the paper.
fn edit(state: &State) -> Effect {
    let (id, place) = match (side_in_focus(state), state.document()) {
        (Some((passage, Side::There)), _) => (&passage.b, passage.b_place),
        (Some((passage, Side::Here)), _) => (&passage.a, passage.a_place),
        (None, Some(document)) => (&document.id, None),
        (None, None) => return Effect::Draw,
    };
    Effect::Edit { id: id.clone(), place }
}

/// A side of a passage.
enum Side {
    /// The paper.
    Here,
    /// The source.
    There,
}

/// Returns the selected passage, and the side whose text has the focus; the paper if neither has.
fn side_in_focus(state: &State) -> Option<(&Passage, Side)> {
    let side = if state.window.focus == Pane::Source { Side::There } else { Side::Here };
    Some((state.passage()?, side))
}

//! Going to a place that is named: a passage by its number, a page, a line, a share of the paper, or a document or source
//! by letters of its name.
//!
//! - [`messages`]: the messages
//! - [`target`]: the places, and the way to each
//! - [`picker`]: the documents and sources that match what is typed
//! - [`view`]: the picker above the prompt

mod messages;
mod target;
mod picker;
mod view;

use ratatui::layout::Position;

pub(in crate::tui) use self::messages::GoToMessages;
pub(super) use self::picker::Picker;
pub(super) use self::view::draw;
use super::state::State;
use crate::tui::action::Mode;
use crate::tui::panes::Panes;
use crate::tui::panes::window::Asked;

/// Opens the prompt and the picker.
pub(super) fn begin(state: &mut State) {
    state.window.ask(Asked::Place, "");
    state.picker = Picker::new(state);
}

/// Shows what matches the text typed so far.
pub(super) fn typed(state: &mut State) {
    state.picker.type_in(state.window.prompt.value());
}

/// Moves the choice.
pub(super) fn choose(state: &mut State, by: isize) {
    state.picker.list.selected = state.picker.list.moved(by);
}

/// Goes to the choice.
pub(super) fn finish(state: &mut State, typed: &str) {
    match state.picker.target(state.picker.list.selected) {
        Some(target) => target::go(state, target),
        None if typed.is_empty() => {}
        None => state.tell(GoToMessages(state.messages().0).no_match(typed)),
    }
}

/// Goes to the choice at a position of the screen. A position outside of the picker leaves it.
pub(super) fn click(state: &mut State, position: Position) {
    let target = view::choice_at(state, position).and_then(|at| state.picker.target(at));
    state.window.mode = Mode::Normal;
    if let Some(target) = target {
        target::go(state, target);
    }
}

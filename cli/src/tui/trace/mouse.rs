//! Clicks and the mouse wheel in traces.

use super::layout::Pane;
use super::state::State;
use super::update::scroll;
use crate::tui::action::Mode;
use crate::tui::layout::contains;
use crate::tui::moves::moved;

pub(super) fn click(state: &mut State, col: u16, row: u16) {
    if state.window.mode == Mode::Help {
        state.window.mode = Mode::Normal;
        return;
    }
    let layout = state.layout();
    let Some(pane) = layout.pane_at(col, row) else { return };
    state.focus = pane;
    let body = layout.body(pane);
    let at = state.carriers_top + usize::from(row.saturating_sub(body.y));
    if pane == Pane::Carriers && contains(body, col, row) && at < state.order.len() && at != state.selected {
        state.select(at);
    }
}

pub(super) fn wheel(state: &mut State, col: u16, row: u16, lines: i16) {
    match state.layout().pane_at(col, row) {
        Some(Pane::Carriers) => {
            let at = moved(state.selected, lines.signum().into(), state.order.len());
            if at != state.selected {
                state.select(at);
            }
        }
        Some(pane) => scroll(state, pane, lines.into()),
        None => {}
    }
}

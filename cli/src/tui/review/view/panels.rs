//! The panels: a row for each filter, with what it would change at the right; and the texts of the others.

use ratatui::buffer::Buffer;

use crate::tui::panes::area::draw_heading;
use crate::tui::panes::list::start_row;
use crate::tui::panes::row::{cols, fit};
use crate::tui::panes::{Entry, Panes, text};
use crate::tui::review::layout::Pane;
use crate::tui::review::panel::PanelMessages;
use crate::tui::review::panel::filter_names::{row_effect, row_name};
use crate::tui::review::state::State;

pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    draw_filters(state, buffer);
    let (messages, keymap) = (PanelMessages(state.window.language), &state.window.keymap);
    let names = [
        (Pane::Why, messages.why(keymap.signs("why", 1))),
        (Pane::Figures, messages.figures(keymap.signs("figures", 1))),
        (Pane::Decision, messages.decision().to_owned()),
    ];
    for (pane, name) in names {
        if !state.area(pane).is_empty() {
            let about = if state.has_focus(pane) { messages.closes() } else { "" };
            draw_heading(state, pane, &name, about, buffer);
            text::draw(state, pane, buffer);
        }
    }
}

fn draw_filters(state: &State, buffer: &mut Buffer) {
    if state.area(Pane::Filters).is_empty() {
        return;
    }
    let (messages, keymap) = (PanelMessages(state.window.language), &state.window.keymap);
    let name = messages.filters(keymap.signs("filters", 1));
    let about = messages.set_back(keymap.signs("no-filters", 1));
    draw_heading(state, Pane::Filters, &name, &about, buffer);
    let look = state.look();
    for at in state.filters.list.seen(state.body(Pane::Filters).height) {
        let (mut row, base) = start_row(state, Pane::Filters, at, buffer);
        let (check, name) = row_name(state, at);
        let room = row.left().saturating_sub(cols(check) + 1);
        let [full, short] = row_effect(state, at);
        // The name comes before the figure from which the change is seen.
        let effect = if cols(&name) + cols(&full) < room { full } else { short };
        let name_cols = room.saturating_sub(cols(&effect) + 1);
        row.put(check, base).put(&fit(&name, name_cols), base);
        row.skip_to(state.body(Pane::Filters).width.saturating_sub(cols(&effect) + 1));
        row.put(&effect, base.patch(if state.filters.list.selected == at { base } else { look.quiet() }));
    }
}

/// Returns the keys of the panel in focus.
pub(super) fn hints(state: &State) -> Vec<Entry> {
    let messages = PanelMessages(state.window.language);
    if state.window.focus != Pane::Filters {
        return state.hints_of(&[("back", messages.hint_close()), ("down up", messages.hint_scroll())]);
    }
    let mut hints = state.hints_of(&[
        ("back", messages.hint_close()),
        ("down up", messages.hint_rows()),
        ("open", messages.hint_switch()),
        ("left right", messages.hint_steps()),
        ("no-filters", messages.hint_set_back()),
    ]);
    hints.insert(hints.len().min(4), ("0–9".into(), messages.hint_number().into()));
    hints
}

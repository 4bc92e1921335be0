//! The list of sources: the share that each covers, its number of passages, `◆` for the writer's own work, and its
//! description.

use ratatui::buffer::Buffer;

use crate::tui::panes::Panes;
use crate::tui::panes::area::draw_heading;
use crate::tui::panes::list::{draw_nothing, start_row};
use crate::tui::panes::row::right_percent;
use crate::tui::review::layout::Pane;
use crate::tui::review::state::State;

pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    if state.area(Pane::Sources).is_empty() {
        return;
    }
    let heading = state.messages().sources(state.sources().len());
    draw_heading(state, Pane::Sources, &heading, state.messages().by_coverage(), buffer);
    if state.sources().is_empty() {
        draw_nothing(state, Pane::Sources, state.messages().no_sources(), buffer);
    }
    for at in state.source_list.seen(state.body(Pane::Sources).height) {
        let Some(source) = state.sources().get(at) else { continue };
        let (mut row, base) = start_row(state, Pane::Sources, at, buffer);
        row.put(if state.only == Some(at) { "*" } else { " " }, base);
        let ratio = right_percent(state.messages().0, source.ratio, 1);
        row.put(&format!("{ratio} {:>3}× ", source.passages), base);
        if !state.facts.own.is_empty() {
            row.put_column(if state.facts.own.contains(&source.id) { "◆" } else { "" }, 1, base);
        }
        row.put(state.list_names.sources.as_ref().map_or("", |names| names.get(&source.id)), base);
    }
}

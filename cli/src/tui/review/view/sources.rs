//! The list of sources: the share that each covers, its number of passages, and its description.

use ibid::report::SourceReport;
use ratatui::buffer::Buffer;

use crate::tui::panes::Panes;
use crate::tui::panes::area::draw_heading;
use crate::tui::panes::list::{draw_nothing, start_row};
use crate::tui::panes::row::{fit_names, right_percent};
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
    let parts: Vec<(&str, String)> =
        state.sources().iter().map(|source| (source.id.as_str(), describe(source))).collect();
    let mut names = None;
    for at in state.source_list.seen(state.body(Pane::Sources).height) {
        let Some(source) = state.sources().get(at) else { continue };
        let (mut row, base) = start_row(state, Pane::Sources, at, buffer);
        row.put(if state.only == Some(at) { "*" } else { " " }, base);
        let ratio = right_percent(state.messages().0, source.ratio, 1);
        row.put(&format!("{ratio} {:>3}× ", source.passages), base);
        let left = row.left();
        let parts = parts.iter().map(|(id, name)| (*id, name.as_str()));
        row.put(names.get_or_insert_with(|| fit_names(parts, left)).get(&source.id), base);
    }
}

/// Joins title, author, date and id, skipping what is unknown.
fn describe(source: &SourceReport) -> String {
    let known = [&source.title, &source.author, &source.date].into_iter().flatten();
    let parts: Vec<&str> = known.map(String::as_str).chain([source.id.as_str()]).collect();
    parts.join(" · ")
}

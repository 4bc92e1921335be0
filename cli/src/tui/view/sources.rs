//! The list of sources: the share that each covers, its number of passages, and its description.

use ibid::report::SourceReport;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::row::{Row, fit_names, right_percent};
use crate::tui::layout::Pane;
use crate::tui::state::State;

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let heading = state.words().sources(state.sources().len());
    super::draw_heading(state, Pane::Sources, (&heading, state.words().by_coverage()), buffer);
    let body = state.layout().body(Pane::Sources);
    if state.sources().is_empty() {
        Row::new(buffer, body, 0).put(state.words().no_sources(), state.look().quiet());
    }
    let parts: Vec<(&str, String)> =
        state.sources().iter().map(|source| (source.id.as_str(), describe(source))).collect();
    let mut names = None;
    for line in 0..body.height {
        let at = state.sources_top + usize::from(line);
        if let Some(source) = state.sources().get(at) {
            let mut row = draw_share(state, at, source, Row::new(buffer, body, line));
            let list = || fit_names(parts.iter().map(|(id, name)| (*id, name.as_str())), row.left());
            let name = names.get_or_insert_with(list).get(&source.id);
            row.put(name, base(state, at));
        }
    }
}

/// Draws the columns before the name.
fn draw_share<'b>(state: &State, at: usize, source: &SourceReport, mut row: Row<'b>) -> Row<'b> {
    let base = base(state, at);
    row.fill(base);
    row.put(if at == state.source { "▸" } else { " " }, base);
    row.put(if state.only == Some(at) { "*" } else { " " }, base);
    let ratio = right_percent(state.words().0, source.ratio, 1);
    row.put(&format!("{ratio} {:>3}× ", source.passages), base);
    row
}

fn base(state: &State, at: usize) -> Style {
    let look = state.look();
    if at == state.source { look.selected(state.focus == Pane::Sources) } else { look.plain() }
}

/// Joins title, author, date and id, skipping what is unknown.
fn describe(source: &SourceReport) -> String {
    let known = [&source.title, &source.author, &source.date].into_iter().flatten();
    let parts: Vec<&str> = known.map(String::as_str).chain([source.id.as_str()]).collect();
    parts.join(" · ")
}

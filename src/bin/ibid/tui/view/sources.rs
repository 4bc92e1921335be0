//! The list of sources: how much each covers, in how many passages, and what it is.

use ibid::report::SourceReport;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::row::{Row, fit_name, percent};
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
    for line in 0..body.height {
        let at = state.sources_top + usize::from(line);
        if let Some(source) = state.sources().get(at) {
            draw_row(state, at, source, Row::new(buffer, body, line));
        }
    }
}

fn draw_row(state: &State, at: usize, source: &SourceReport, mut row: Row<'_>) {
    let is_selected = at == state.source;
    let look = state.look();
    let base = if is_selected { look.selected(state.focus == Pane::Sources) } else { look.plain() };
    row.fill(base);
    row.put(if is_selected { "▸" } else { " " }, base);
    row.put(if state.only == Some(at) { "*" } else { " " }, base);
    row.put(&format!("{:>6} {:>3}× ", percent(source.ratio), source.passages), base);
    row.put(&fit_name(&describe(source), row.left()), base);
}

/// Title, author, date and id, as far as they are known.
fn describe(source: &SourceReport) -> String {
    let known = [&source.title, &source.author, &source.date].into_iter().flatten();
    let parts: Vec<&str> = known.map(String::as_str).chain([source.id.as_str()]).collect();
    parts.join(" · ")
}

//! Clicks and the mouse wheel.

use super::action::Mode;
use super::layout::{Pane, contains};
use super::moves::{moved, passage_at, scroll, select, select_source};
use super::state::State;

pub(super) fn click(state: &mut State, col: u16, row: u16) {
    if state.window.mode == Mode::Help {
        state.window.mode = Mode::Normal;
        return;
    }
    let layout = state.layout();
    if contains(layout.map, col, row) {
        click_map(state, col - layout.map.x, layout.map.width);
        return;
    }
    let Some(pane) = layout.pane_at(col, row) else { return };
    state.focus = pane;
    let body = layout.body(pane);
    if !contains(body, col, row) {
        return;
    }
    let line = usize::from(row - body.y);
    match pane {
        Pane::Passages if state.passages_top + line < state.shown.len() => {
            select(state, state.passages_top + line);
        }
        Pane::Sources if state.sources_top + line < state.sources().len() => {
            select_source(state, state.sources_top + line);
        }
        Pane::Query => click_text(state, col, line),
        _ => {}
    }
}

pub(super) fn wheel(state: &mut State, col: u16, row: u16, lines: i16) {
    match state.layout().pane_at(col, row) {
        Some(Pane::Passages) => {
            select(state, moved(state.selected, lines.signum().into(), state.shown.len()));
        }
        Some(Pane::Sources) => {
            select_source(state, moved(state.source, lines.signum().into(), state.sources().len()));
        }
        Some(pane) => scroll(state, pane, lines.into()),
        None => {}
    }
}

/// Selects the passage whose beginning is nearest to a column of the minimap.
fn click_map(state: &mut State, col: u16, cols: u16) {
    let at = u64::from(col) * u64::from(state.extent()) / u64::from(cols.max(1));
    let distance = |place: &usize| state.shown_passage(*place).map(|p| u64::from(p.a_start).abs_diff(at));
    if let Some(nearest) = (0..state.shown.len()).min_by_key(distance) {
        select(state, nearest);
    }
}

/// Selects the clicked passage of the query text, without scrolling the text.
fn click_text(state: &mut State, col: u16, line: usize) {
    if !state.has_whole_text() {
        return;
    }
    let area = state.text_area(Pane::Query);
    let lines = state.page(Pane::Query).lines(state.query.top, area.height);
    let Some(line) = lines.get(line) else { return };
    let mut end = area.x;
    let hit = line.glyphs.iter().find(|glyph| {
        end += glyph.cols;
        col < end
    });
    let Some(at) = hit.map(|glyph| glyph.at).and_then(|at| passage_at(state, at)) else { return };
    let top = state.query.top;
    select(state, at);
    state.query.top = top;
}

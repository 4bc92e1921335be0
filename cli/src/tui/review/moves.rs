//! Moves that take more than one pane along.

use super::layout::Pane;
use super::minimap::{byte_of, columns_of};
use super::state::{State, query_range};
use crate::tui::panes::Panes;

pub(super) fn select_passage(state: &mut State, at: usize) {
    if at != state.passage_list.selected {
        state.select_passage(at);
    }
}

/// Selects a source, and its first passage in the list.
pub(super) fn select_source(state: &mut State, at: usize) {
    let Some(source) = state.sources().get(at) else { return };
    if let Some(first) = state.first_row(|passage| passage.b == source.id) {
        state.select_passage(first);
    }
    state.source_list.selected = at;
}

/// Selects the passage at a byte of the query text, without scrolling the text.
pub(super) fn select_passage_at(state: &mut State, at: usize) {
    if let Some(place) = passage_at(state, at) {
        let top = state.query.top;
        select_passage(state, place);
        state.query.top = top;
        state.fit_texts();
    }
}

/// Selects the passage at a column of the minimap, the one that begins nearest to it. Where there is none, the text goes
/// there alone; if the report left it out, to the nearest passage.
pub(super) fn select_in_map(state: &mut State, col: u16) {
    let cols = state.layout().map.width.max(1);
    let at = byte_of(state, col, cols);
    // The distance of each passage, and its row.
    let (mut here, mut all) = (vec![], vec![]);
    for (row, passage) in state.listed() {
        let bytes = query_range(passage);
        let place = (bytes.start.abs_diff(at), row);
        if columns_of(state, bytes, cols).contains(&col.into()) {
            here.push(place);
        }
        all.push(place);
    }
    if let Some((_, row)) = here.into_iter().min() {
        select_passage(state, row);
    } else if state.has_whole_text() {
        let page = state.page(Pane::Query);
        state.query.top = page.up(at.into(), 0).min(page.bottom(state.body(Pane::Query).height));
        state.fit_texts();
    } else if let Some((_, row)) = all.into_iter().min() {
        select_passage(state, row);
    }
}

/// Returns the listed passage that holds a byte of the query text, the selected one first.
pub(super) fn passage_at(state: &State, at: usize) -> Option<usize> {
    if state.passage().is_some_and(|passage| query_range(passage).contains(&at)) {
        return Some(state.passage_list.selected);
    }
    let here: Vec<usize> = state.passages_in(at..at + 1).into_iter().map(|(passage, _)| passage).collect();
    if here.is_empty() { None } else { state.shown.iter().position(|shown| here.contains(shown)) }
}

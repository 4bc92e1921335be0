//! Moves that take more than one pane along.

use ibid::report::Passage;

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
    let is_of_source = |&place: &usize| state.shown_passage(place).is_some_and(|p| p.b == source.id);
    if let Some(first) = (0..state.shown.len()).find(is_of_source) {
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
    let is_there = |passage: &Passage| columns_of(state, query_range(passage), cols).contains(&col.into());
    let distance = |place: &usize| state.shown_passage(*place).map(|p| query_range(p).start.abs_diff(at));
    let places = 0..state.shown.len();
    let here = places.clone().filter(|&place| state.shown_passage(place).is_some_and(is_there));
    match here.min_by_key(distance) {
        Some(place) => select_passage(state, place),
        None if state.has_whole_text() => {
            let page = state.page(Pane::Query);
            state.query.top = page.up(at.into(), 0).min(page.bottom(state.body(Pane::Query).height));
            state.fit_texts();
        }
        None => _ = places.min_by_key(distance).map(|place| select_passage(state, place)),
    }
}

/// Returns the listed passage that holds a byte of the query text, the selected one first.
pub(super) fn passage_at(state: &State, at: usize) -> Option<usize> {
    let holds = |&place: &usize| state.shown_passage(place).is_some_and(|p| query_range(p).contains(&at));
    Some(state.passage_list.selected).filter(holds).or_else(|| {
        let here: Vec<usize> = state.passages_in(at..at + 1).map(|(passage, _)| passage).collect();
        if here.is_empty() { None } else { state.shown.iter().position(|shown| here.contains(shown)) }
    })
}

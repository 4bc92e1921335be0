//! The columns of the minimap: made once per change and width, not once per frame.
//!
//! A column shows the most urgent of the passages in it. `O(p + w)` for p passages and w columns.

use std::ops::Range;

use ibid::report::Passage;

use super::deciding::is_open;
use super::state::{State, query_range};
use crate::tui::panes::Panes;

/// The passages in a column, the most urgent last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MapColumn {
    /// No passage of the list.
    Nothing,
    /// Passages that are decided or do not count.
    Decided,
    /// An open passage.
    Open,
}

impl MapColumn {
    fn of(passage: &Passage) -> MapColumn {
        if is_open(passage) { MapColumn::Open } else { MapColumn::Decided }
    }
}

/// Makes the columns again if the list or the width has changed.
pub(super) fn fit(state: &mut State) {
    let cols = state.layout().map.width;
    if state.minimap.len() == usize::from(cols) {
        return;
    }
    let mut columns = vec![MapColumn::Nothing; cols.into()];
    for (_, passage) in state.listed() {
        let column = MapColumn::of(passage);
        for place in columns.get_mut(columns_of(state, query_range(passage), cols)).unwrap_or_default() {
            *place = (*place).max(column);
        }
    }
    state.minimap = columns;
}

/// Makes the columns of a passage again that was decided, by its index.
pub(super) fn take_decision(state: &mut State, passage: usize) {
    let cols = state.minimap.len() as u16;
    let Some(passage) = state.all_passages().get(passage) else { return };
    let places = columns_of(state, query_range(passage), cols);
    // A passage may reach into the column by its first or last byte alone.
    let bytes = byte_of(state, places.start as u16, cols)..byte_of(state, places.end as u16, cols) + 1;
    let mut columns = vec![MapColumn::Nothing; places.len()];
    for (_, near) in state.passages_in(bytes) {
        let of_near = columns_of(state, query_range(near), cols);
        for place in of_near.start.max(places.start)..of_near.end.min(places.end) {
            columns[place - places.start] = columns[place - places.start].max(MapColumn::of(near));
        }
    }
    if let Some(shown) = state.minimap.get_mut(places) {
        shown.copy_from_slice(&columns);
    }
}

/// Returns the columns of a range of the query document, in bytes: at least one, if there are any.
pub(super) fn columns_of(state: &State, bytes: Range<usize>, cols: u16) -> Range<usize> {
    let cols = usize::from(cols);
    let column = |byte: usize| byte.saturating_mul(cols) / state.extent_bytes;
    let first = column(bytes.start).min(cols.saturating_sub(1));
    first..(column(bytes.end.saturating_sub(1)) + 1).clamp(first + 1, cols.max(first + 1))
}

/// Returns the byte of the query document at which a column begins.
pub(super) fn byte_of(state: &State, col: u16, cols: u16) -> usize {
    usize::from(col).saturating_mul(state.extent_bytes) / usize::from(cols.max(1))
}

/// Returns the columns of the lines on the screen; none if the pane does not show the whole document.
pub(super) fn seen(state: &State, cols: u16) -> Range<usize> {
    use super::layout::Pane;
    let rows = state.body(Pane::Query).height;
    if rows == 0 || !state.has_whole_text() {
        return 0..0;
    }
    let lines = state.page(Pane::Query).lines(state.query.top, rows);
    let end = lines.last().map_or(state.query.top.at, |line| line.end);
    columns_of(state, state.query.top.at..end, cols)
}

//! The columns of the minimap: made once per change and width, not once per frame.
//!
//! A column shows the most urgent of the passages in it. `O(p + w)` for p passages and w columns.

use std::ops::Range;

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

/// The columns of a document.
#[derive(Clone, Debug, Default)]
pub(super) struct Minimap {
    pub(super) columns: Vec<MapColumn>,
    /// The number of changes of the list that the columns show.
    changes: u64,
}

/// Makes the columns again if the list or the width has changed.
pub(super) fn fit(state: &mut State) {
    let (cols, changes) = (state.layout().map.width, state.panels.changes());
    if state.minimap.columns.len() == usize::from(cols) && state.minimap.changes == changes {
        return;
    }
    let mut columns = vec![MapColumn::Nothing; cols.into()];
    for at in 0..state.shown.len() {
        let Some(passage) = state.shown_passage(at) else { continue };
        let column = if is_open(passage) { MapColumn::Open } else { MapColumn::Decided };
        for place in columns.get_mut(columns_of(state, query_range(passage), cols)).unwrap_or_default() {
            *place = (*place).max(column);
        }
    }
    state.minimap = Minimap { columns, changes };
}

/// Returns the columns of a range of the query document, in bytes: at least one, if there are any.
pub(super) fn columns_of(state: &State, bytes: Range<usize>, cols: u16) -> Range<usize> {
    let cols = usize::from(cols);
    let column = |byte: usize| byte.saturating_mul(cols) / state.extent_bytes();
    let first = column(bytes.start).min(cols.saturating_sub(1));
    first..(column(bytes.end.saturating_sub(1)) + 1).clamp(first + 1, cols.max(first + 1))
}

/// Returns the byte of the query document at which a column begins.
pub(super) fn byte_of(state: &State, col: u16, cols: u16) -> usize {
    usize::from(col).saturating_mul(state.extent_bytes()) / usize::from(cols.max(1))
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

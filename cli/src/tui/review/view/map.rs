//! The minimap: one row for the whole document. `█` is the selected passage, `▄` another passage.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::panes::Panes;
use crate::tui::panes::row::Row;
use crate::tui::review::state::State;

/// The content of a column of the minimap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Nothing,
    Passage,
    Selected,
}

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let mut columns = vec![Column::Nothing; area.width.into()];
    for at in 0..state.shown.len() {
        let Some(passage) = state.shown_passage(at) else { continue };
        let column = if at == state.passage_list.selected { Column::Selected } else { Column::Passage };
        let end = columns.len().saturating_sub(1);
        let first = column_of(state, passage.a_start, area.width).min(end);
        let last = column_of(state, passage.a_end.saturating_sub(1), area.width).clamp(first, end);
        for place in columns.get_mut(first..=last).unwrap_or_default() {
            *place = (*place).max(column);
        }
    }
    let look = state.look();
    let mut row = Row::new(buffer, area, 0);
    for column in columns {
        match column {
            Column::Nothing => row.put("─", look.quiet()),
            Column::Passage => row.put("▄", look.plain()),
            Column::Selected => row.put("█", look.gutter(true)),
        };
    }
}

/// Returns the column of a code point of the document.
fn column_of(state: &State, point: u32, cols: u16) -> usize {
    (u64::from(point) * u64::from(cols) / u64::from(state.extent())) as usize
}

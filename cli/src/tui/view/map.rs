//! The minimap: one row for the whole document. `█` is the selected passage, `▄` another passage.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::row::Row;
use crate::tui::state::State;

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
        let column = if at == state.selected { Column::Selected } else { Column::Passage };
        let scale =
            |point: u32| (u64::from(point) * u64::from(area.width) / u64::from(state.extent())) as usize;
        let first = scale(passage.a_start).min(columns.len().saturating_sub(1));
        let last = scale(passage.a_end.saturating_sub(1)).clamp(first, columns.len().saturating_sub(1));
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

//! The minimap: one row for the whole document. `█` is the selected passage, `▅` an open one, `▂` one that is decided or
//! does not count, `▁` nothing, and `═` nothing on the lines of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::panes::Panes;
use crate::tui::panes::row::Row;
use crate::tui::review::minimap::{MapColumn, columns_of, seen};
use crate::tui::review::state::{State, query_range};

pub(super) fn draw(state: &State, area: Rect, buffer: &mut Buffer) {
    let look = state.look();
    let selected = match state.passage() {
        Some(passage) => columns_of(state, query_range(passage), area.width),
        None => 0..0,
    };
    let seen = seen(state, area.width);
    let mut row = Row::new(buffer, area, 0);
    for (at, column) in state.minimap.iter().enumerate() {
        match column {
            _ if selected.contains(&at) => row.put("█", look.gutter(true)),
            MapColumn::Open => row.put("▅", look.plain()),
            MapColumn::Decided => row.put("▂", look.plain()),
            MapColumn::Nothing if seen.contains(&at) => row.put("═", look.plain()),
            MapColumn::Nothing => row.put("▁", look.quiet()),
        };
    }
}

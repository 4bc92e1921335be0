//! State -> frame. One file for each pane; nothing here changes the state.
//!
//! - [`row`]: text on one row of the screen
//! - [`style`]: what things look like
//! - [`title`]: the bar at the top
//! - [`map`]: where the passages lie in the document
//! - [`passages`], [`sources`]: the lists
//! - [`texts`]: the query text and the source
//! - [`status`]: the line at the bottom
//! - [`help`]: the keys, above everything

mod row;
mod style;
mod title;
mod map;
mod passages;
mod sources;
mod texts;
mod status;
mod help;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::row::Row;
use self::style::Look;
use super::action::Mode;
use super::layout::Pane;
use super::state::State;
use crate::words::Words;

/// Draws everything. Cells outside the buffer are left out.
pub(super) fn draw(state: &State, buffer: &mut Buffer) {
    let layout = state.layout();
    title::draw(state, layout.title, buffer);
    map::draw(state, layout.map, buffer);
    passages::draw(state, layout.passages, buffer);
    sources::draw(state, layout.sources, buffer);
    texts::draw(state, Pane::Query, buffer);
    texts::draw(state, Pane::Source, buffer);
    draw_separators(state, buffer);
    status::draw(state, layout.status, buffer);
    if state.mode == Mode::Help {
        help::draw(state, buffer);
    }
}

/// Lines between panes that stand side by side.
fn draw_separators(state: &State, buffer: &mut Buffer) {
    let layout = state.layout();
    for (left, right) in [(layout.passages, layout.query), (layout.query, layout.source)] {
        if right.is_empty() || left.is_empty() || left.right() >= right.x {
            continue;
        }
        for y in right.top()..right.bottom() {
            let place = Rect { x: left.right(), y, width: 1, height: 1 };
            Row::new(buffer, place, 0).put("│", state.look().quiet());
        }
    }
}

/// Draws the first row of a pane: what it is, and something about it at the right.
fn draw_heading(state: &State, pane: Pane, (name, about): (&str, &str), buffer: &mut Buffer) {
    let area = state.layout().area(pane);
    let style = state.look().heading(state.focus == pane);
    let mut row = Row::new(buffer, area, 0);
    row.fill(style);
    let about_cols = row::cols(about);
    // What is told about it gives way to its name.
    let about = if usize::from(about_cols) + 10 > usize::from(area.width) { "" } else { about };
    let name_cols = area.width.saturating_sub(row::cols(about) + 3);
    row.put(if state.focus == pane { "▶" } else { " " }, style);
    row.put(&row::fit_name(name, name_cols), style);
    row.skip_to(area.width.saturating_sub(row::cols(about) + 1));
    row.put(about, style);
}

impl State {
    fn look(&self) -> Look {
        Look { has_color: self.has_color }
    }

    /// What is said, in the language of the reader.
    pub(super) fn words(&self) -> Words {
        Words(self.language)
    }
}

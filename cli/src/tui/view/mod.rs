//! State to frame. Each pane has its own file, and nothing here changes the state.
//!
//! - [`row`]: text on one row of the screen
//! - [`style`]: the styles
//! - [`title`]: the bar at the top
//! - [`map`]: the minimap of passages in the document
//! - [`passages`], [`sources`]: the lists
//! - [`texts`]: the query text and the source
//! - [`status`]: the line at the bottom
//! - [`help`]: the keys, above everything else

pub(super) mod row;
pub(super) mod style;
mod title;
mod map;
mod passages;
mod sources;
mod texts;
pub(super) mod status;
pub(super) mod help;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use self::row::Row;
use self::style::Look;
use super::action::Mode;
use super::layout::Pane;
use super::state::State;
use crate::words::Words;

/// Draws everything. Cells outside the buffer are skipped.
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
    if state.window.mode == Mode::Help {
        let (keys, signs) = (state.words().keys(), state.words().signs());
        let signs = signs.each_ref().map(|(sign, what)| (sign.as_str(), what.as_str()));
        help::draw(state.look(), &keys, &signs, buffer);
    }
}

/// Draws lines between panes that stand side by side.
fn draw_separators(state: &State, buffer: &mut Buffer) {
    let layout = state.layout();
    for (left, right) in [(layout.passages, layout.query), (layout.query, layout.source)] {
        draw_separator(state.look(), left, right, buffer);
    }
}

/// Draws a line between two panes, if they stand side by side.
pub(super) fn draw_separator(look: Look, left: Rect, right: Rect, buffer: &mut Buffer) {
    if right.is_empty() || left.is_empty() || left.right() >= right.x {
        return;
    }
    for y in right.top()..right.bottom() {
        let place = Rect { x: left.right(), y, width: 1, height: 1 };
        Row::new(buffer, place, 0).put("│", look.quiet());
    }
}

/// Draws the first row of a pane: its name, and a remark at the right.
fn draw_heading(state: &State, pane: Pane, words: (&str, &str), buffer: &mut Buffer) {
    let style = state.look().heading(state.focus == pane);
    let sign = if state.focus == pane { "▶" } else { " " };
    draw_heading_in(state.layout().area(pane), (sign, style), words, buffer);
}

/// Draws a heading with a sign and a style, in an area.
pub(super) fn draw_heading_in(
    area: Rect,
    (sign, style): (&str, Style),
    (name, about): (&str, &str),
    buffer: &mut Buffer,
) {
    let mut row = Row::new(buffer, area, 0);
    row.fill(style);
    let about_cols = row::cols(about);
    // The remark gives way to the name.
    let about = if usize::from(about_cols) + 10 > usize::from(area.width) { "" } else { about };
    let name_cols = area.width.saturating_sub(row::cols(about) + 3);
    row.put(sign, style);
    row.put(&row::fit_name(name, name_cols), style);
    row.skip_to(area.width.saturating_sub(row::cols(about) + 1));
    row.put(about, style);
}

impl State {
    fn look(&self) -> Look {
        Look { has_color: self.window.has_color }
    }

    /// Returns the messages in the reader's language.
    pub(super) fn words(&self) -> Words {
        Words(self.window.language)
    }
}

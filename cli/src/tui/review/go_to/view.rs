//! The picker: a box above the prompt, with one choice per row.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::widgets::{Block, Widget};

use super::GoToMessages;
use super::target::Target;
use crate::tui::action::Mode;
use crate::tui::panes::area::above_status;
use crate::tui::panes::row::{Row, cols, fit_name};
use crate::tui::panes::window::Asked;
use crate::tui::panes::{Panes, clear};
use crate::tui::review::state::State;

/// The most columns of the box.
const MAX_COLS: u16 = 90;
/// The most choices on the screen.
const MAX_ROWS: usize = 12;

/// Draws the box, if there is something to choose and room for it.
pub(in crate::tui::review) fn draw(state: &State, buffer: &mut Buffer) {
    let area = area(state);
    if area.is_empty() {
        return;
    }
    let (look, messages) = (state.look(), GoToMessages(state.messages().0));
    clear(area, buffer);
    Block::bordered().border_style(look.plain()).render(area, buffer);
    let inner = area.inner(Margin::new(1, 1));
    let (list, top) = (&state.picker.list, top(state, inner.height));
    let labels = [messages.passage(), messages.page(), messages.line(), messages.place()];
    let labels = labels.into_iter().chain([messages.document(), messages.source()]);
    let label_cols = labels.map(cols).max().unwrap_or(0);
    for (number, at) in (0..inner.height).zip(top..list.len) {
        let Some(target) = state.picker.target(at) else { continue };
        let is_chosen = at == list.selected;
        let style = if is_chosen { look.selected(true) } else { look.plain() };
        let mut row = Row::new(buffer, inner, number);
        row.fill(style);
        row.put(if is_chosen { "▸" } else { " " }, style);
        let (label, place) = about(state, target);
        row.put_column(label, label_cols, style);
        let name = state.picker.name(at).unwrap_or(&place);
        let name = fit_name(name, row.left());
        row.put(&name, style);
    }
}

/// Returns the choice at a position of the screen.
pub(super) fn choice_at(state: &State, position: Position) -> Option<usize> {
    let inner = area(state).inner(Margin::new(1, 1));
    let row = inner.contains(position).then(|| usize::from(position.y - inner.y))?;
    Some(top(state, inner.height) + row)
}

/// Returns the area of the box; empty if it is not shown.
fn area(state: &State) -> Rect {
    let [screen, _] = above_status(state.window.size);
    let rows = state.picker.list.len.min(MAX_ROWS) as u16 + 2;
    let height = rows.min(screen.height);
    let is_open = state.window.mode == Mode::Prompt && state.window.asked == Asked::Place;
    if !is_open || rows < 3 || height < 3 {
        return Rect::ZERO;
    }
    Rect { y: screen.bottom() - height, width: screen.width.min(MAX_COLS), height, ..screen }
}

/// Returns the first choice on a screen with this many rows of choices.
fn top(state: &State, rows: u16) -> usize {
    (state.picker.list.selected + 1).saturating_sub(rows.into())
}

/// Returns the label of a target, and its name if it is a place.
fn about(state: &State, target: Target) -> (&'static str, String) {
    let messages = GoToMessages(state.messages().0);
    match target {
        Target::Passage(number) => (messages.passage(), number.to_string()),
        Target::Page(page) => (messages.page(), page.to_string()),
        Target::Line(line) => (messages.line(), line.to_string()),
        Target::Share(share) => (messages.place(), state.messages().0.percent(share, 0)),
        Target::Document(_) => (messages.document(), String::new()),
        Target::Source(_) | Target::ClassSource(_) => (messages.source(), String::new()),
    }
}

//! The parts of a pane's area: its heading, its margins, and the lines between panes.

use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Position, Rect};

use super::Panes;
use super::row::{Row, cols, fit_name};
use super::widths::Border;

/// The columns for signs left of a text, one of them blank.
pub(in crate::tui) const GUTTER_COLS: u16 = 2;
/// The least number of columns at which a text has margins.
const MIN_MARGIN_COLS: u16 = 16;

/// The columns left free beside a text.
#[derive(Clone, Copy, Debug)]
pub(in crate::tui) struct Margins {
    /// The columns on the left, for signs.
    pub(in crate::tui) left: u16,
    /// The columns on the right.
    pub(in crate::tui) right: u16,
}

/// The panes that are shown.
#[derive(Clone, Debug)]
pub(in crate::tui) struct Areas<P> {
    /// The panes with their areas.
    pub(in crate::tui) panes: Vec<(P, Rect)>,
    /// The borders between them that can be moved.
    pub(in crate::tui) borders: Vec<Border>,
}

impl<P: Copy + PartialEq> Areas<P> {
    /// Returns the area of a pane; empty if the pane is not shown.
    pub(in crate::tui) fn of(&self, pane: P) -> Rect {
        match self.panes.iter().find(|(shown, _)| *shown == pane) {
            Some((_, area)) => *area,
            None => Rect::ZERO,
        }
    }

    /// Returns the pane at a position of the screen.
    pub(super) fn pane_at(&self, position: Position) -> Option<P> {
        Some(self.panes.iter().find(|(_, area)| area.contains(position))?.0)
    }
}

/// Divides a screen of some columns and rows into the area of a review and the line at the bottom.
pub(in crate::tui) fn above_status(size: (u16, u16)) -> [Rect; 2] {
    let (cols, rows) = size;
    Layout::vertical([Fill(1), Length((rows >= 2).into())]).areas(Rect::new(0, 0, cols, rows))
}

/// Divides an area into `cols` columns on the left, a line, and the rest.
pub(in crate::tui) fn side_by_side(area: Rect, cols: u16) -> [Rect; 2] {
    Layout::horizontal([Length(cols), Fill(1)]).spacing(1).areas(area)
}

/// Returns an area without its first row.
pub(in crate::tui) fn without_heading(area: Rect) -> Rect {
    let rows = area.height.min(1);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// Returns a body without its margins. A narrow one has none.
pub(super) fn without_margins(body: Rect, margins: Margins) -> Rect {
    if body.width < MIN_MARGIN_COLS {
        return body;
    }
    Rect { x: body.x + margins.left, width: body.width - margins.left - margins.right, ..body }
}

/// Returns the number of rows by which a page is turned: one line of the old screen stays visible.
pub(super) fn rows_of_page(body: Rect) -> isize {
    (body.height as isize - 1).max(1)
}

/// Draws the first row of a pane: its name, and a remark at the right, which gives way to the name.
pub(in crate::tui) fn draw_heading<R: Panes>(
    review: &R,
    pane: R::Pane,
    name: &str,
    about: &str,
    buffer: &mut Buffer,
) {
    let area = review.area(pane);
    let style = review.look().heading(review.has_focus(pane));
    let mut row = Row::new(buffer, area, 0);
    row.fill(style);
    let about = if usize::from(cols(about)) + 10 > usize::from(area.width) { "" } else { about };
    let name_cols = area.width.saturating_sub(cols(about) + 3);
    row.put(if review.has_focus(pane) { "▶" } else { " " }, style);
    row.put(&fit_name(name, name_cols), style);
    row.skip_to(area.width.saturating_sub(cols(about) + 1));
    row.put(about, style);
}

/// Draws lines between panes that stand side by side.
pub(super) fn draw_separators<R: Panes>(review: &R, buffer: &mut Buffer) {
    let Areas { panes, .. } = review.areas();
    for (_, left) in &panes {
        for (_, right) in &panes {
            if left.right() + 1 != right.x {
                continue;
            }
            let line = Rect { x: left.right(), width: 1, ..*right };
            for number in 0..line.height {
                Row::new(buffer, line, number).put("│", review.look().quiet());
            }
        }
    }
}

#[cfg(test)]
pub(in crate::tui) mod tests {
    use super::*;

    /// Asserts that areas lie on the screen and share no cell.
    #[track_caller]
    pub(in crate::tui) fn are_apart(areas: &[Rect], screen: Rect) {
        for (number, &area) in areas.iter().enumerate() {
            assert!(area.is_empty() || area == area.intersection(screen), "{areas:?}");
            for &other in &areas[number + 1..] {
                assert!(!area.intersects(other) || area.is_empty() || other.is_empty(), "{areas:?}");
            }
        }
    }
}

//! The list pane: a selected row, and the rows on the screen around it.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::Panes;
use super::row::{Row, fit};

/// The state of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::tui) struct List {
    /// The number of rows.
    pub(in crate::tui) len: usize,
    /// The index of the selected row.
    pub(in crate::tui) selected: usize,
    /// The first row on the screen.
    pub(in crate::tui) top: usize,
}

impl List {
    /// Makes a list whose first row is selected.
    pub(in crate::tui) fn new(len: usize) -> List {
        List { len, ..List::default() }
    }

    /// Returns the row `by` rows below the selected one, or the nearest one.
    pub(in crate::tui) fn moved(&self, by: isize) -> usize {
        moved(self.selected, by, self.len)
    }

    /// Iterates over the rows behind the selected one, or before it if `by` is negative. Behind the last row comes the
    /// first; the selected row itself is the last of all.
    pub(in crate::tui) fn around(self, by: isize) -> impl Iterator<Item = usize> {
        let (from, len) = (self.selected as isize, self.len as isize);
        (1..=len).map(move |step| (from + by * step).rem_euclid(len) as usize)
    }

    /// Returns the rows on the screen.
    pub(in crate::tui) fn seen(&self, rows: u16) -> Range<usize> {
        self.top..self.len.min(self.top + usize::from(rows))
    }

    /// Keeps the selected row on the screen. Rows of the screen stay empty only if the list has no more.
    pub(super) fn settle(&mut self, rows: u16) {
        let rows = usize::from(rows).max(1);
        let top = self.top.min(self.selected).min(self.len.saturating_sub(rows));
        self.top = top.max((self.selected + 1).saturating_sub(rows));
    }
}

/// Moves an index `at` within `len` items.
pub(in crate::tui) fn moved(at: usize, by: isize, len: usize) -> usize {
    at.saturating_add_signed(by).min(len.saturating_sub(1))
}

/// Starts to draw a row of a list: fills it with its style and marks it if it is selected.
pub(in crate::tui) fn start_row<'b, R: Panes>(
    review: &R,
    pane: R::Pane,
    at: usize,
    buffer: &'b mut Buffer,
) -> (Row<'b>, Style) {
    let list = review.list(pane).copied().unwrap_or_default();
    let is_selected = at == list.selected;
    let look = review.look();
    let style = if is_selected { look.selected(review.has_focus(pane)) } else { look.plain() };
    let mut row = Row::new(buffer, review.body(pane), at.saturating_sub(list.top) as u16);
    row.fill(style);
    row.put(if is_selected { "▸" } else { " " }, style);
    (row, style)
}

/// Draws a remark in the place of a list that has no rows.
pub(in crate::tui) fn draw_nothing<R: Panes>(review: &R, pane: R::Pane, remark: &str, buffer: &mut Buffer) {
    let body = review.body(pane);
    Row::new(buffer, body, 0).put(&fit(remark, body.width), review.look().quiet());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stop_at_the_ends() {
        let list = List { selected: 3, ..List::new(5) };
        assert_eq!([-9, -1, 0, 1, 9].map(|by| list.moved(by)), [0, 2, 3, 4, 4]);
        assert_eq!(List::default().moved(3), 0);
    }

    #[test]
    fn the_selected_row_is_seen_and_no_row_is_empty_for_nothing() {
        for len in 1..9 {
            for rows in 0..9u16 {
                for selected in 0..len {
                    for top in 0..12 {
                        let mut list = List { len, selected, top };
                        list.settle(rows);
                        assert!(list.seen(rows.max(1)).contains(&selected), "{list:?} in {rows}");
                        assert_eq!(list.seen(rows.max(1)).len(), len.min(rows.max(1).into()), "{list:?}");
                    }
                }
            }
        }
    }
}

//! The borders between panes, which the reader moves for the sitting.
//!
//! A layout asks [`Widths`] where a border stands, and tells where it drew it ([`Border`]). A moved border is kept as a share
//! of the area that it divides, so that it stays in place when the size of the screen changes, and is always bounded.

use ratatui::layout::{Position, Rect};

/// A border between two parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum BorderName {
    /// The border between a list on the left and the rest.
    ListCols,
    /// The border between a list above and the rest.
    ListRows,
    /// The border between a queue of documents on the left and the rest.
    QueueCols,
    /// The border between two texts side by side.
    TextCols,
    /// The border between two texts, one above the other.
    TextRows,
}

/// A border on the screen.
#[derive(Clone, Copy, Debug)]
pub(in crate::tui) struct Border {
    /// Its name.
    pub(in crate::tui) name: BorderName,
    /// The area that it divides.
    pub(in crate::tui) area: Rect,
    /// The cells of the border: a line between panes, or the heading of the pane below.
    pub(in crate::tui) place: Rect,
}

/// The places of the borders that were moved, by their names, in thousandths of the areas that they divide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct Widths([Option<u16>; 5]);

impl BorderName {
    /// Returns whether the panes stand side by side.
    pub(in crate::tui) fn is_upright(self) -> bool {
        matches!(self, BorderName::ListCols | BorderName::QueueCols | BorderName::TextCols)
    }

    /// Returns the least number of columns or rows on both sides.
    fn least(self) -> u16 {
        if self.is_upright() { 16 } else { 2 }
    }
}

impl Widths {
    /// Returns the columns or rows before a border in `length` of them; `usual` if it was not moved.
    pub(in crate::tui) fn before(self, name: BorderName, usual: u16, length: u16) -> u16 {
        let Some(share) = self.0[name as usize] else { return usual };
        let before = (u32::from(share) * u32::from(length)).div_ceil(1000) as u16;
        let least = name.least().min(length / 2);
        before.clamp(least, length - least)
    }

    /// Moves a border to a distance from the beginning of its area.
    pub(super) fn move_to(&mut self, border: &Border, distance: u16) {
        let length = if border.name.is_upright() { border.area.width } else { border.area.height };
        let least = border.name.least().min(length / 2);
        let before = distance.clamp(least, length - least);
        let share = u32::from(before) * 1000 / u32::from(length.max(1));
        self.0[border.name as usize] = Some(share as u16);
    }
}

impl Border {
    /// Returns the border between an area's first part and its second, which follows it or leaves a line between.
    pub(in crate::tui) fn between(name: BorderName, area: Rect, second: Rect) -> Border {
        let place = match name.is_upright() {
            true => Rect { x: second.x.saturating_sub(1), width: 1, ..second },
            false => Rect { height: second.height.min(1), ..second },
        };
        Border { name, area, place }
    }

    /// Returns the distance of a position from the beginning of the area.
    pub(super) fn distance(&self, position: Position) -> u16 {
        match self.name.is_upright() {
            true => position.x.saturating_sub(self.area.x),
            false => position.y.saturating_sub(self.area.y),
        }
    }

    /// Returns the steps by which the border moves to make a pane wider: forward if the pane is before it, back if the pane
    /// is behind it; none if the pane does not touch it.
    pub(super) fn step(&self, pane: Rect) -> Option<i16> {
        let Rect { x, y, .. } = self.place;
        let step = if self.name.is_upright() { 2 } else { 1 };
        let (is_before, is_behind) = match self.name.is_upright() {
            true => (pane.right() == x, pane.x == x + 1),
            false => (pane.bottom() == y, pane.y == y),
        };
        match (is_before, is_behind) {
            (true, _) => Some(step),
            (_, true) => Some(-step),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_stays_where_it_was_moved_and_is_bounded() {
        for length in 0..300 {
            let area = Rect::new(0, 0, length, 40);
            let border = Border::between(BorderName::ListCols, area, area);
            for distance in 0..320 {
                let mut widths = Widths::default();
                assert_eq!(widths.before(border.name, 7, length), 7);
                widths.move_to(&border, distance);
                let before = widths.before(border.name, 7, length);
                if (16..length.saturating_sub(16)).contains(&distance) {
                    assert_eq!(before, distance, "of {length}");
                }
                let least = 16.min(length / 2);
                assert!((least..=length - least).contains(&before), "{before} of {length}");
            }
        }
    }
}

//! The areas of a trace's panes on a screen of a given size.
//!
//! The quotation and the facts about it stand above, a line for messages below. A wide screen has the carriers on the
//! left and the selected one beside them. A narrower one has them above it. A low one shows only the pane in focus. A
//! document that is read fills the space of the panes.

use ratatui::layout::Rect;

use crate::tui::layout::{contains, cut_bottom, cut_left, cut_top, without_heading};

/// The least number of columns at which the carriers stand on the left.
const WIDE_COLS: u16 = 100;
/// The least number of rows at which there is more than one pane.
const MIN_PANE_ROWS: u16 = 10;

/// A part of the screen that can have the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pane {
    /// The list of carriers.
    #[default]
    Carriers,
    /// The text about the selected carrier.
    Card,
    /// The document being read.
    Document,
}

/// The inputs of the layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement {
    /// The columns and rows of the screen.
    pub(super) size: (u16, u16),
    /// The pane in focus.
    pub(super) focus: Pane,
    /// The number of rows that the quotation needs.
    pub(super) quote_rows: u16,
    /// The number of rows that the facts about the quotation need.
    pub(super) summary_rows: u16,
    /// The number of carriers.
    pub(super) carriers: usize,
}

/// The area of each part of the screen. The first row of a pane is its heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// The quotation.
    pub(super) quote: Rect,
    /// The facts about the quotation.
    pub(super) summary: Rect,
    /// The list of carriers.
    pub(super) carriers: Rect,
    /// The text about the selected carrier.
    pub(super) card: Rect,
    /// The document being read.
    pub(super) document: Rect,
    /// The line at the bottom.
    pub(super) status: Rect,
}

impl Layout {
    /// Divides the screen.
    pub(super) fn new(arrangement: Arrangement) -> Layout {
        let (cols, rows) = arrangement.size;
        let mut layout = Layout::default();
        let mut main = Rect::new(0, 0, cols, rows);
        let (most_quote, most_summary) = match rows {
            0..=2 => (0, 0),
            3..=9 => (1, 0),
            10..=19 => (1, 2),
            20..=31 => (2, 3),
            _ => (4, 5),
        };
        layout.quote = cut_top(&mut main, arrangement.quote_rows.min(most_quote));
        let is_reading = arrangement.focus == Pane::Document;
        let most_summary = if is_reading { 0 } else { most_summary };
        layout.summary = cut_top(&mut main, arrangement.summary_rows.min(most_summary));
        if rows >= 2 {
            layout.status = cut_bottom(&mut main, 1);
        }
        if is_reading || main.height < MIN_PANE_ROWS {
            *layout.area_mut(arrangement.focus) = main;
            return layout;
        }
        let listed = u16::try_from(arrangement.carriers).unwrap_or(u16::MAX).saturating_add(1);
        layout.carriers = if main.width >= WIDE_COLS {
            let cols = (main.width * 2 / 5).min(64);
            cut_left(&mut main, cols)
        } else {
            let most = (main.height * 2 / 5).clamp(2, 14);
            cut_top(&mut main, listed.clamp(2, most))
        };
        layout.card = main;
        layout
    }

    /// Returns the area of a pane.
    pub(super) fn area(&self, pane: Pane) -> Rect {
        match pane {
            Pane::Carriers => self.carriers,
            Pane::Card => self.card,
            Pane::Document => self.document,
        }
    }

    fn area_mut(&mut self, pane: Pane) -> &mut Rect {
        match pane {
            Pane::Carriers => &mut self.carriers,
            Pane::Card => &mut self.card,
            Pane::Document => &mut self.document,
        }
    }

    /// Returns the area of a pane without its heading.
    pub(super) fn body(&self, pane: Pane) -> Rect {
        without_heading(self.area(pane))
    }

    /// Returns the pane at a column and a row of the screen.
    pub(super) fn pane_at(&self, col: u16, row: u16) -> Option<Pane> {
        let panes = [Pane::Carriers, Pane::Card, Pane::Document];
        panes.into_iter().find(|&pane| contains(self.area(pane), col, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::layout::tests::are_apart;

    fn layout(size: (u16, u16), focus: Pane) -> Layout {
        Layout::new(Arrangement { size, focus, quote_rows: 2, summary_rows: 2, carriers: 9 })
    }

    #[test]
    fn a_wide_screen_has_the_carriers_on_the_left() {
        let layout = layout((120, 40), Pane::Card);
        assert_eq!(layout.carriers, Rect::new(0, 4, 48, 35));
        assert_eq!(layout.card, Rect::new(49, 4, 71, 35));
    }

    #[test]
    fn a_narrower_screen_has_them_above_and_a_low_one_shows_one_pane() {
        let small = layout((80, 24), Pane::Carriers);
        assert_eq!((small.carriers, small.card), (Rect::new(0, 4, 80, 7), Rect::new(0, 11, 80, 12)));
        let low = layout((40, 12), Pane::Card);
        assert!(low.carriers.is_empty());
        assert_eq!(low.card, Rect::new(0, 3, 40, 8));
    }

    #[test]
    fn a_document_has_all_the_room() {
        let layout = layout((80, 24), Pane::Document);
        assert_eq!(layout.document, Rect::new(0, 2, 80, 21));
        assert!(layout.carriers.is_empty() && layout.card.is_empty() && layout.summary.is_empty());
    }

    #[test]
    fn areas_stay_on_the_screen_and_apart() {
        for cols in 0..130 {
            for rows in 0..45 {
                for focus in [Pane::Carriers, Pane::Card, Pane::Document] {
                    let Layout { quote, summary, carriers, card, document, status } =
                        layout((cols, rows), focus);
                    let areas = [quote, summary, carriers, card, document, status];
                    are_apart(&areas, Rect::new(0, 0, cols, rows));
                }
            }
        }
    }
}

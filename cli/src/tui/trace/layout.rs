//! The areas of a trace's panes on a screen of a given size.
//!
//! The quotation and the facts about it stand above, a line for messages below. A wide screen has the carriers on the
//! left and the selected one beside them. A narrower one has them above it. A low one shows only the pane in focus. A
//! document that is read fills the space of the panes.

use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout as Split, Rect};

use crate::tui::panes::area::{Areas, above_status, side_by_side};
use crate::tui::panes::widths::BorderName::{ListCols, ListRows};
use crate::tui::panes::widths::{Border, Widths};

/// The least number of columns at which the carriers stand on the left.
const WIDE_COLS: u16 = 100;
/// The least number of rows at which there is more than one pane.
const MIN_PANE_ROWS: u16 = 10;

/// A part of the screen that can have the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) enum Pane {
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
    /// The borders that were moved.
    pub(super) widths: Widths,
}

/// The area of each part of the screen. The first row of a pane is its heading.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The quotation.
    pub(super) quote: Rect,
    /// The facts about the quotation.
    pub(super) summary: Rect,
    /// The panes.
    pub(super) panes: Areas<Pane>,
}

impl Layout {
    /// Divides the screen.
    pub(super) fn new(arrangement: Arrangement) -> Layout {
        let [screen, _] = above_status(arrangement.size);
        let is_reading = arrangement.focus == Pane::Document;
        let (most_quote, most_summary) = match arrangement.size.1 {
            0..=2 => (0, 0),
            3..=9 => (1, 0),
            10..=19 => (1, 2),
            20..=31 => (2, 3),
            _ => (4, 5),
        };
        let most_summary = if is_reading { 0 } else { most_summary };
        let quote = Length(arrangement.quote_rows.min(most_quote));
        let summary = Length(arrangement.summary_rows.min(most_summary));
        let [quote, summary, main] = Split::vertical([quote, summary, Fill(1)]).areas(screen);
        if is_reading || main.height < MIN_PANE_ROWS {
            let panes = Areas { panes: vec![(arrangement.focus, main)], borders: vec![] };
            return Layout { quote, summary, panes };
        }
        let widths = arrangement.widths;
        let name = if main.width >= WIDE_COLS { ListCols } else { ListRows };
        let [carriers, card] = if name == ListCols {
            side_by_side(main, widths.before(name, (main.width * 2 / 5).min(64), main.width))
        } else {
            let listed = u16::try_from(arrangement.carriers).unwrap_or(u16::MAX).saturating_add(1);
            let rows = listed.clamp(2, (main.height * 2 / 5).clamp(2, 14));
            let rows = widths.before(name, rows, main.height);
            Split::vertical([Length(rows), Fill(1)]).areas(main)
        };
        let panes = vec![(Pane::Carriers, carriers), (Pane::Card, card)];
        let panes = Areas { panes, borders: vec![Border::between(name, main, card)] };
        Layout { quote, summary, panes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::area::tests::are_apart;

    fn layout(size: (u16, u16), focus: Pane) -> Layout {
        Layout::new(Arrangement {
            size,
            focus,
            quote_rows: 2,
            summary_rows: 2,
            carriers: 9,
            widths: Widths::default(),
        })
    }

    #[test]
    fn a_wide_screen_has_the_carriers_on_the_left() {
        let layout = layout((120, 40), Pane::Card);
        assert_eq!(layout.panes.of(Pane::Carriers), Rect::new(0, 4, 48, 35));
        assert_eq!(layout.panes.of(Pane::Card), Rect::new(49, 4, 71, 35));
    }

    #[test]
    fn a_narrower_screen_has_them_above_and_a_low_one_shows_one_pane() {
        let small = layout((80, 24), Pane::Carriers);
        assert_eq!(
            (small.panes.of(Pane::Carriers), small.panes.of(Pane::Card)),
            (Rect::new(0, 4, 80, 7), Rect::new(0, 11, 80, 12))
        );
        let low = layout((40, 12), Pane::Card);
        assert!(low.panes.of(Pane::Carriers).is_empty());
        assert_eq!(low.panes.of(Pane::Card), Rect::new(0, 3, 40, 8));
    }

    #[test]
    fn a_document_has_all_the_room() {
        let layout = layout((80, 24), Pane::Document);
        assert_eq!(layout.panes.of(Pane::Document), Rect::new(0, 2, 80, 21));
        assert!(
            layout.panes.of(Pane::Carriers).is_empty()
                && layout.panes.of(Pane::Card).is_empty()
                && layout.summary.is_empty()
        );
    }

    #[test]
    fn areas_stay_on_the_screen_and_apart() {
        for cols in (0..130).step_by(9).chain([98, 99, 100]) {
            for rows in (0..16).chain([19, 20, 31, 32, 44]) {
                for focus in [Pane::Carriers, Pane::Card, Pane::Document] {
                    let Layout { quote, summary, panes, .. } = layout((cols, rows), focus);
                    let panes = panes.panes.into_iter().map(|(_, area)| area);
                    let areas: Vec<Rect> = panes.chain([quote, summary]).collect();
                    are_apart(&areas, Rect::new(0, 0, cols, rows));
                }
            }
        }
    }
}

//! The areas of the panes on a screen of a given size.
//!
//! Two lines about the selected passage are above the line at the bottom, if there is room for them. A wide screen has the lists on the left and both texts beside them. A narrower one has one list above the two texts.
//! A very narrow one has the texts one above the other. A tiny one shows only the pane in focus. A pane that is not
//! shown has an empty area.

use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout as Split, Rect};

use crate::tui::panes::area::{Areas, above_status, side_by_side};

/// The least number of columns at which the lists stand on the left.
const WIDE_COLS: u16 = 100;
/// The least number of columns at which the texts stand side by side.
const SIDE_BY_SIDE_COLS: u16 = 60;
/// The least number of rows at which there is more than one pane.
const MIN_PANE_ROWS: u16 = 7;

/// The least number of rows at which there are lines about the selected passage.
const FACTS_ROWS: u16 = 12;

/// A part of the screen that can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    /// The list of passages.
    Passages,
    /// The list of sources.
    Sources,
    /// The text of the query document.
    Query,
    /// The text of the source.
    Source,
}

/// The inputs of the layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement {
    /// The columns and rows of the screen.
    pub(super) size: (u16, u16),
    /// The pane in focus.
    pub(super) focus: Pane,
    /// True if the texts fill the screen.
    pub(super) is_zoomed: bool,
    /// The number of sources.
    pub(super) sources: usize,
}

/// The area of each part of the screen. The first row of a pane is its heading.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The bar at the top.
    pub(super) title: Rect,
    /// The minimap, a line that shows where the passages are.
    pub(super) map: Rect,
    /// The panes.
    pub(super) panes: Areas<Pane>,
    /// The two lines about the selected passage.
    pub(super) facts: Rect,
}

impl Layout {
    /// Divides the screen.
    pub(super) fn new(arrangement: Arrangement) -> Layout {
        let [screen, _] = above_status(arrangement.size);
        let (_, rows) = arrangement.size;
        let facts_rows = if rows >= FACTS_ROWS { 2 } else { 0 };
        let parts = [Length((rows >= 3).into()), Length((rows >= 10).into()), Fill(1), Length(facts_rows)];
        let [title, map, main, facts] = Split::vertical(parts).areas(screen);
        let panes = if main.height < MIN_PANE_ROWS {
            vec![(arrangement.focus, main)]
        } else if arrangement.is_zoomed {
            texts(main).into()
        } else {
            panes(main, arrangement)
        };
        Layout { title, map, panes: Areas(panes), facts }
    }
}

/// Places the lists and the texts.
fn panes(main: Rect, arrangement: Arrangement) -> Vec<(Pane, Rect)> {
    let (mut panes, rest) = if main.width >= WIDE_COLS {
        let [lists, rest] = side_by_side(main, (main.width / 4).clamp(30, 44));
        let rows = u16::try_from(arrangement.sources).unwrap_or(u16::MAX).saturating_add(1);
        let rows = rows.clamp(2, (lists.height / 3).max(2));
        let [passages, sources] = Split::vertical([Fill(1), Length(rows)]).areas(lists);
        (vec![(Pane::Passages, passages), (Pane::Sources, sources)], rest)
    } else {
        let rows = (main.height / 3).clamp(2, 9);
        let [list, rest] = Split::vertical([Length(rows), Fill(1)]).areas(main);
        let pane = if arrangement.focus == Pane::Sources { Pane::Sources } else { Pane::Passages };
        (vec![(pane, list)], rest)
    };
    panes.extend(texts(rest));
    panes
}

fn texts(main: Rect) -> [(Pane, Rect); 2] {
    let [query, source] = if main.width >= SIDE_BY_SIDE_COLS {
        side_by_side(main, main.width / 2)
    } else {
        Split::vertical([Length(main.height / 2), Fill(1)]).areas(main)
    };
    [(Pane::Query, query), (Pane::Source, source)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::area::tests::are_apart;

    fn layout(size: (u16, u16), focus: Pane, is_zoomed: bool) -> Layout {
        Layout::new(Arrangement { size, focus, is_zoomed, sources: 3 })
    }

    #[test]
    fn a_wide_screen_has_the_lists_on_the_left() {
        let layout = layout((160, 50), Pane::Query, false);
        assert_eq!(layout.panes.of(Pane::Passages), Rect::new(0, 2, 40, 41));
        assert_eq!(layout.panes.of(Pane::Sources), Rect::new(0, 43, 40, 4));
        assert_eq!(layout.panes.of(Pane::Query), Rect::new(41, 2, 59, 45));
        assert_eq!(layout.panes.of(Pane::Source), Rect::new(101, 2, 59, 45));
    }

    #[test]
    fn a_narrower_screen_has_one_list_above() {
        let passages = layout((80, 24), Pane::Query, false);
        assert_eq!(passages.panes.of(Pane::Passages), Rect::new(0, 2, 80, 6));
        assert!(passages.panes.of(Pane::Sources).is_empty());
        let sources = layout((80, 24), Pane::Sources, false);
        assert_eq!(sources.panes.of(Pane::Sources), passages.panes.of(Pane::Passages));
        assert!(sources.panes.of(Pane::Passages).is_empty());
    }

    #[test]
    fn zoomed_texts_have_all_the_room() {
        let layout = layout((80, 24), Pane::Query, true);
        assert!(layout.panes.of(Pane::Passages).is_empty());
        assert_eq!(layout.panes.of(Pane::Query), Rect::new(0, 2, 40, 19));
        assert_eq!(layout.panes.of(Pane::Source), Rect::new(41, 2, 39, 19));
    }

    #[test]
    fn areas_stay_on_the_screen_and_apart() {
        for cols in (0..130).step_by(9).chain([59, 60, 98, 99, 100]) {
            for rows in (0..14).chain([24, 39]) {
                for focus in [Pane::Passages, Pane::Sources, Pane::Query, Pane::Source] {
                    for zoomed in [false, true] {
                        let layout = layout((cols, rows), focus, zoomed);
                        check_apart(&layout, Rect::new(0, 0, cols, rows));
                    }
                }
            }
        }
    }

    fn check_apart(layout: &Layout, screen: Rect) {
        let bars = [layout.title, layout.map];
        let panes = layout.panes.0.iter().map(|(_, area)| *area);
        are_apart(&panes.chain(bars).collect::<Vec<_>>(), screen);
    }
}

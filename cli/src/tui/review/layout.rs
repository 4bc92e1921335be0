//! The areas of the panes on a screen of a given size.
//!
//! Two lines about the selected passage are above the line at the bottom, if there is room for them. A wide screen has
//! the lists on the left and both texts beside them. A narrower one has one list above the two texts. A very narrow one
//! has the texts one above the other. A tiny one shows only the pane in focus. A pane that is not shown has an empty
//! area.
//!
//! A panel is shown while it has the focus: the filters below the lists, the others below the texts, and on a narrower
//! screen each of them in the place of the list. A roomy screen always has the reasons and the decision below the texts.

use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout as Split, Rect};

use crate::tui::panes::area::{Areas, above_status, side_by_side};
use crate::tui::panes::widths::BorderName::{ListCols, ListRows, TextCols, TextRows};
use crate::tui::panes::widths::{Border, Widths};

/// The least number of columns at which the lists stand on the left.
const WIDE_COLS: u16 = 100;
/// The least number of columns at which the texts stand side by side.
const SIDE_BY_SIDE_COLS: u16 = 60;
/// The least number of rows at which there is more than one pane.
const MIN_PANE_ROWS: u16 = 7;
/// The least columns and rows at which the reasons and the decision are always shown.
const ROOMY: (u16, u16) = (140, 40);
/// The least number of rows at which there are lines about the selected passage.
const FACTS_ROWS: u16 = 12;

/// A part of the screen that can have the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pane {
    /// The list of passages.
    #[default]
    Passages,
    /// The list of sources.
    Sources,
    /// The text of the query document.
    Query,
    /// The text of the source.
    Source,
    /// The filters.
    Filters,
    /// The reasons for the selected passage.
    Why,
    /// All figures.
    Figures,
    /// The decision on the selected passage.
    Decision,
    /// The queue of documents.
    Queue,
    /// The pairs of documents that share the most.
    Pairs,
    /// The sources over all documents.
    ClassSources,
}

impl Pane {
    /// Returns whether it is a panel, which is opened by a key.
    pub(super) fn is_panel(self) -> bool {
        matches!(self, Pane::Filters | Pane::Why | Pane::Figures | Pane::Decision)
    }
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
    /// The number of filters in their panel.
    pub(super) filters: usize,
    /// The borders that were moved.
    pub(super) widths: Widths,
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
        let mut borders = vec![];
        let panes = if main.height < MIN_PANE_ROWS {
            vec![(arrangement.focus, main)]
        } else if arrangement.is_zoomed {
            zoomed(main, arrangement, &mut borders)
        } else {
            panes(main, arrangement, &mut borders)
        };
        Layout { title, map, panes: Areas { panes, borders }, facts }
    }
}

/// Places the lists, the texts and the panels.
fn panes(main: Rect, arrangement: Arrangement, borders: &mut Vec<Border>) -> Vec<(Pane, Rect)> {
    let widths = arrangement.widths;
    if main.width < WIDE_COLS {
        let focus = arrangement.focus;
        let pane = if focus == Pane::Sources || focus.is_panel() { focus } else { Pane::Passages };
        let rows = match focus {
            Pane::Filters | Pane::Figures => main.height * 2 / 3,
            focus if focus.is_panel() => main.height / 2,
            _ => (main.height / 3).clamp(2, 9),
        };
        let rows = widths.before(ListRows, rows, main.height);
        let [list, rest] = Split::vertical([Length(rows), Fill(1)]).areas(main);
        borders.push(Border::between(ListRows, main, rest));
        return std::iter::once((pane, list)).chain(texts(rest, widths, borders)).collect();
    }
    let usual = (main.width / 4).clamp(34, 44);
    let [lists, rest] = side_by_side(main, widths.before(ListCols, usual, main.width));
    borders.push(Border::between(ListCols, main, rest));
    let filter_rows = match arrangement.focus {
        Pane::Filters => rows_of(arrangement.filters).min(lists.height / 2),
        _ => 0,
    };
    let [lists, filters] = Split::vertical([Fill(1), Length(filter_rows)]).areas(lists);
    let rows = rows_of(arrangement.sources).clamp(2, (lists.height / 3).max(2));
    let [passages, sources] = Split::vertical([Fill(1), Length(rows)]).areas(lists);
    let mut panes = vec![(Pane::Passages, passages), (Pane::Sources, sources), (Pane::Filters, filters)];
    let is_roomy = arrangement.size.0 >= ROOMY.0 && arrangement.size.1 >= ROOMY.1;
    let has_text_panel = arrangement.focus.is_panel() && arrangement.focus != Pane::Filters;
    let panel_rows = match arrangement.focus {
        Pane::Figures => (rest.height / 2).min(16),
        _ if is_roomy || has_text_panel => (rest.height / 3).clamp(4, 14),
        _ => 0,
    };
    let [beside, panels] = Split::vertical([Fill(1), Length(panel_rows)]).areas(rest);
    panes.extend(texts(beside, widths, borders));
    if is_roomy && arrangement.focus != Pane::Figures {
        let [why, decision] = side_by_side(panels, panels.width / 2);
        panes.extend([(Pane::Why, why), (Pane::Decision, decision)]);
    } else if has_text_panel {
        panes.push((arrangement.focus, panels));
    }
    panes
}

/// Places the texts, below the panel if one has the focus.
fn zoomed(main: Rect, arrangement: Arrangement, borders: &mut Vec<Border>) -> Vec<(Pane, Rect)> {
    let rows = if arrangement.focus.is_panel() { (main.height / 2).min(14) } else { 0 };
    let [panel, rest] = Split::vertical([Length(rows), Fill(1)]).areas(main);
    let panel = (rows > 0).then_some((arrangement.focus, panel));
    panel.into_iter().chain(texts(rest, arrangement.widths, borders)).collect()
}

/// Returns the rows of a list with its heading.
fn rows_of(len: usize) -> u16 {
    u16::try_from(len).unwrap_or(u16::MAX).saturating_add(1)
}

fn texts(main: Rect, widths: Widths, borders: &mut Vec<Border>) -> [(Pane, Rect); 2] {
    let name = if main.width >= SIDE_BY_SIDE_COLS { TextCols } else { TextRows };
    let [query, source] = match name {
        TextCols => side_by_side(main, widths.before(name, main.width / 2, main.width)),
        _ => {
            let rows = widths.before(name, main.height / 2, main.height);
            Split::vertical([Length(rows), Fill(1)]).areas(main)
        }
    };
    borders.push(Border::between(name, main, source));
    [(Pane::Query, query), (Pane::Source, source)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::area::tests::are_apart;

    const ALL: [Pane; 8] = [
        Pane::Passages,
        Pane::Sources,
        Pane::Query,
        Pane::Source,
        Pane::Filters,
        Pane::Why,
        Pane::Figures,
        Pane::Decision,
    ];

    fn layout(size: (u16, u16), focus: Pane, is_zoomed: bool) -> Layout {
        Layout::new(Arrangement {
            size,
            focus,
            is_zoomed,
            sources: 3,
            filters: 18,
            widths: Widths::default(),
        })
    }

    #[test]
    fn a_wide_screen_has_the_lists_on_the_left() {
        let layout = layout((160, 50), Pane::Query, false);
        assert_eq!(layout.panes.of(Pane::Passages), Rect::new(0, 2, 40, 41));
        assert_eq!(layout.panes.of(Pane::Sources), Rect::new(0, 43, 40, 4));
        assert_eq!(layout.panes.of(Pane::Query), Rect::new(41, 2, 59, 31));
        assert_eq!(layout.panes.of(Pane::Source), Rect::new(101, 2, 59, 31));
        assert_eq!(layout.panes.of(Pane::Why), Rect::new(41, 33, 59, 14));
        assert_eq!(layout.panes.of(Pane::Decision), Rect::new(101, 33, 59, 14));
    }

    #[test]
    fn panels_are_shown_while_they_have_the_focus() {
        for (size, zoomed) in [((160, 50), false), ((120, 30), false), ((80, 24), false), ((80, 24), true)] {
            for pane in [Pane::Filters, Pane::Why, Pane::Figures] {
                let layout = layout(size, pane, zoomed);
                assert!(layout.panes.of(pane).height >= 4, "{pane:?} at {size:?}: {layout:?}");
                assert!(!layout.panes.of(Pane::Query).is_empty());
            }
        }
        let filters = layout((120, 40), Pane::Filters, false).panes.of(Pane::Filters);
        assert_eq!(filters, Rect::new(0, 20, 34, 17));
        let figures = layout((120, 40), Pane::Figures, false).panes.of(Pane::Figures);
        assert_eq!((figures.x, figures.width), (35, 85));
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
        for cols in (0..130).step_by(9).chain([59, 60, 98, 99, 100, 140, 200]) {
            for rows in (0..14).chain([24, 39, 40]) {
                for focus in ALL {
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
        let panes = layout.panes.panes.iter().map(|(_, area)| *area);
        are_apart(&panes.chain(bars).collect::<Vec<_>>(), screen);
    }
}

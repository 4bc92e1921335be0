//! The areas of the panes on a screen of a given size.
//!
//! A wide screen has the lists on the left and both texts beside them. A narrower one has one list above the two texts.
//! A very narrow one has the texts one above the other. A tiny one shows only the pane in focus. A pane that is not
//! shown has an empty area.

use ratatui::layout::Rect;

/// The least number of columns at which the lists stand on the left.
const WIDE_COLS: u16 = 100;
/// The least number of columns at which the texts stand side by side.
const SIDE_BY_SIDE_COLS: u16 = 60;
/// The columns for signs left of a text, one of them blank.
pub(super) const GUTTER_COLS: u16 = 2;
/// The least number of columns at which a text pane has margins.
const MIN_MARGIN_COLS: u16 = 16;
/// The least number of rows at which there is more than one pane.
const MIN_PANE_ROWS: u16 = 7;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// The bar at the top.
    pub(super) title: Rect,
    /// The minimap, a line that shows where the passages are.
    pub(super) map: Rect,
    /// The list of passages.
    pub(super) passages: Rect,
    /// The list of sources.
    pub(super) sources: Rect,
    /// The query document's text.
    pub(super) query: Rect,
    /// The source's text.
    pub(super) source: Rect,
    /// The line at the bottom.
    pub(super) status: Rect,
}

impl Layout {
    /// Divides the screen.
    pub(super) fn new(arrangement: Arrangement) -> Layout {
        let (cols, rows) = arrangement.size;
        let mut layout = Layout::default();
        let mut main = Rect::new(0, 0, cols, rows);
        if rows >= 3 {
            layout.title = cut_top(&mut main, 1);
        }
        if rows >= 10 {
            layout.map = cut_top(&mut main, 1);
        }
        if rows >= 2 {
            layout.status = cut_bottom(&mut main, 1);
        }
        if main.height < MIN_PANE_ROWS {
            *layout.area_mut(arrangement.focus) = main;
            return layout;
        }
        if !arrangement.is_zoomed {
            layout.place_lists(&mut main, arrangement);
        }
        layout.place_texts(main);
        layout
    }

    fn place_lists(&mut self, main: &mut Rect, arrangement: Arrangement) {
        if main.width >= WIDE_COLS {
            let mut left = cut_left(main, (main.width / 4).clamp(30, 44));
            let rows = u16::try_from(arrangement.sources).unwrap_or(u16::MAX).saturating_add(1);
            let most = (left.height / 3).max(2);
            self.sources = cut_bottom(&mut left, rows.clamp(2, most));
            self.passages = left;
            return;
        }
        let list = cut_top(main, (main.height / 3).clamp(2, 9));
        match arrangement.focus {
            Pane::Sources => self.sources = list,
            _ => self.passages = list,
        }
    }

    fn place_texts(&mut self, mut main: Rect) {
        if main.width >= SIDE_BY_SIDE_COLS {
            let cols = main.width / 2;
            self.query = cut_left(&mut main, cols);
        } else {
            let rows = main.height / 2;
            self.query = cut_top(&mut main, rows);
        }
        self.source = main;
    }

    /// Returns the area of a pane.
    pub(super) fn area(&self, pane: Pane) -> Rect {
        match pane {
            Pane::Passages => self.passages,
            Pane::Sources => self.sources,
            Pane::Query => self.query,
            Pane::Source => self.source,
        }
    }

    fn area_mut(&mut self, pane: Pane) -> &mut Rect {
        match pane {
            Pane::Passages => &mut self.passages,
            Pane::Sources => &mut self.sources,
            Pane::Query => &mut self.query,
            Pane::Source => &mut self.source,
        }
    }

    /// Returns the area of a pane without its heading.
    pub(super) fn body(&self, pane: Pane) -> Rect {
        without_heading(self.area(pane))
    }

    /// Returns the pane at a column and a row of the screen.
    pub(super) fn pane_at(&self, col: u16, row: u16) -> Option<Pane> {
        let panes = [Pane::Passages, Pane::Sources, Pane::Query, Pane::Source];
        panes.into_iter().find(|&pane| contains(self.area(pane), col, row))
    }
}

/// Returns an area without its first row.
pub(super) fn without_heading(mut area: Rect) -> Rect {
    cut_top(&mut area, 1);
    area
}

/// Returns a pane's area without its margins, given in columns. A narrow pane has no margins.
pub(super) fn without_margins(body: Rect, (left, right): (u16, u16)) -> Rect {
    let (left, right) = if body.width < MIN_MARGIN_COLS { (0, 0) } else { (left, right) };
    Rect { x: body.x + left, width: body.width - left - right, ..body }
}

/// Returns the number of rows by which a page is turned: one line of the old screen stays visible.
pub(super) fn rows_of_page(body: Rect) -> isize {
    (body.height as isize - 1).max(1)
}

/// Returns whether a column and a row of the screen lie in an area.
pub(super) fn contains(area: Rect, col: u16, row: u16) -> bool {
    (area.left()..area.right()).contains(&col) && (area.top()..area.bottom()).contains(&row)
}

pub(super) fn cut_top(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    let cut = Rect { height: rows, ..*area };
    (area.y, area.height) = (area.y + rows, area.height - rows);
    cut
}

pub(super) fn cut_bottom(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    area.height -= rows;
    Rect { y: area.bottom(), height: rows, ..*area }
}

/// Cuts off the left part. One column between the two stays free.
pub(super) fn cut_left(area: &mut Rect, cols: u16) -> Rect {
    let cols = cols.min(area.width.saturating_sub(1));
    let cut = Rect { width: cols, ..*area };
    (area.x, area.width) = (area.x + cols + 1, area.width - cols - 1);
    cut
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn layout(size: (u16, u16), focus: Pane, is_zoomed: bool) -> Layout {
        Layout::new(Arrangement { size, focus, is_zoomed, sources: 3 })
    }

    #[test]
    fn a_wide_screen_has_the_lists_on_the_left() {
        let layout = layout((160, 50), Pane::Query, false);
        assert_eq!(layout.passages, Rect::new(0, 2, 40, 43));
        assert_eq!(layout.sources, Rect::new(0, 45, 40, 4));
        assert_eq!(layout.query, Rect::new(41, 2, 59, 47));
        assert_eq!(layout.source, Rect::new(101, 2, 59, 47));
    }

    #[test]
    fn a_narrower_screen_has_one_list_above() {
        let passages = layout((80, 24), Pane::Query, false);
        assert_eq!(passages.passages, Rect::new(0, 2, 80, 7));
        assert!(passages.sources.is_empty());
        let sources = layout((80, 24), Pane::Sources, false);
        assert_eq!(sources.sources, passages.passages);
        assert!(sources.passages.is_empty());
    }

    #[test]
    fn zoomed_texts_have_all_the_room() {
        let layout = layout((80, 24), Pane::Query, true);
        assert!(layout.passages.is_empty());
        assert_eq!(layout.query, Rect::new(0, 2, 40, 21));
        assert_eq!(layout.source, Rect::new(41, 2, 39, 21));
    }

    #[test]
    fn areas_stay_on_the_screen_and_apart() {
        for cols in 0..130 {
            for rows in 0..40 {
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
        let Layout { title, map, passages, sources, query, source, status } = *layout;
        are_apart(&[title, map, passages, sources, query, source, status], screen);
    }

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

//! Finds the reading order of a page by recursive cuts along the gutters between columns.
//!
//! A gutter is an empty strip with text on both sides over several rows. The tallest is cut first. The parts above,
//! left of, right of and below it are read in this order, each cut in turn. No line crosses a gutter.
//!
//! Time: O(r g (g² + r)) for r rows and at most g ≤ `MOST_GAPS` open strips, at each of at most `DEEPEST` levels.

use std::ops::Range;

use super::page::{count_near, row_starts};
use super::segment::{Segment, from_left, from_top};

/// The narrowest gutter, as a share of the size of the text.
const NARROWEST: f32 = 0.6;

/// The fewest rows with text on both sides of a gutter. Where a gutter is expected, one is enough.
const FEWEST_ROWS: usize = 3;

/// The narrowest column, as a share of the size of the text.
const NARROWEST_COLUMN: f32 = 8.0;

/// The least share of their column's width that lines take on average: lines of tables take less.
const FULLEST: f32 = 0.5;

/// The depth to which columns inside columns are cut.
const DEEPEST: usize = 12;

/// The most rows of a page that is cut. A page with more is a drawing.
const MOST_ROWS: usize = 2_000;

/// The most gaps that are followed at a time. A page with more is a drawing.
const MOST_GAPS: usize = 64;

/// A row of segments, with the height of its baseline.
struct Row {
    y: f32,
    segments: Vec<Segment>,
}

impl Row {
    fn is_left(&self, x: f32) -> bool {
        self.segments.iter().any(|segment| segment.x0 < x)
    }

    fn is_right(&self, x: f32) -> bool {
        self.segments.iter().any(|segment| segment.x0 >= x)
    }

    /// Returns whether a segment begins less than `apart` from a place.
    fn begins_near(&self, x: f32, apart: f32) -> bool {
        self.segments.iter().any(|segment| (segment.x0 - x).abs() < apart)
    }

    /// Returns whether a segment begins left of a place and ends right of it.
    fn crosses(&self, x: f32) -> bool {
        self.segments.iter().any(|segment| segment.x0 < x - EDGE && segment.x1 > x + EDGE)
    }
}

/// Returns the number of rows on one side of a strip that stand beside rows on the other: the smaller of the two sides'
/// counts. The rows of two columns need not be at the same heights.
fn beside(rows: &[Row], x: f32) -> usize {
    let left: Vec<f32> = rows.iter().filter(|row| row.is_left(x)).map(|row| row.y).collect();
    let right: Vec<f32> = rows.iter().filter(|row| row.is_right(x)).map(|row| row.y).collect();
    let ([top, ..], [other_top, ..]) = (&left[..], &right[..]) else { return 0 };
    let ([.., bottom], [.., other_bottom]) = (&left[..], &right[..]) else { return 0 };
    // Rows that overlap in height stand beside one another, hence half a line of slack.
    let both = top.max(*other_top) - SLACK..=bottom.min(*other_bottom) + SLACK;
    let rows_left = left.iter().filter(|y| both.contains(y)).count();
    rows_left.min(right.iter().filter(|y| both.contains(y)).count())
}

/// The distance, in points, up to which the rows of one line may be apart.
const SLACK: f32 = 6.0;

/// An empty strip, over the rows `from..to`.
#[derive(Clone, Copy, Debug)]
struct Gutter {
    x0: f32,
    x1: f32,
    from: usize,
    to: usize,
    /// The number of rows with text beside them, on the side with fewer.
    both: usize,
}

/// The gutter and the text edges of most pages of a paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    left: f32,
    /// The left edge of the gutter; its right edge is `x1`.
    x0: f32,
    pub x1: f32,
    right: f32,
    /// The number of rows with text on both sides of the gutter.
    pub rows: usize,
}

impl Grid {
    /// Returns the end of a segment for the cuts. A line that is too long for its column, such as a long URL, runs into
    /// the gutter or the next column; it does not count as text across both columns.
    fn end(&self, segment: &Segment, row: &Row, em: f32) -> f32 {
        let starts_left = segment.x0 < self.left + 3.0 * em && segment.x0 < self.x0;
        if !starts_left || segment.x1 <= self.x0 {
            return segment.x1;
        }
        let reaches_little = segment.x1 < self.x1 + 0.35 * (self.right - self.x1);
        if reaches_little || row.begins_near(self.x1, 0.3 * em) { self.x0 } else { segment.x1 }
    }
}

/// Cuts a page into regions without columns, in reading order. `em` is the size of its text; `expected` is the gutter
/// of most pages of the paper.
pub(super) fn regions(segments: Vec<Segment>, em: f32, expected: Option<Grid>) -> Vec<Vec<Segment>> {
    let mut out = Vec::new();
    cut(rows(segments, em), em, expected, 0, &mut out);
    out
}

/// Returns the gutter of a page, if it is one of the whole page.
pub(super) fn main_gutter(segments: Vec<Segment>, em: f32) -> Option<Grid> {
    let rows = rows(segments, em);
    if rows.len() > MOST_ROWS {
        return None;
    }
    match best_gutter(&rows, em, None) {
        Some(Gutter { x0, x1, from, to, both }) if both >= FEWEST_WHOLE => {
            let (left, right) = edges(rows.get(from..to).unwrap_or_default());
            Some(Grid { left, x0, x1, right, rows: both })
        }
        _ => gutter_by_edge(&rows, em),
    }
}

/// Returns the gutter left of an edge at which most lines of a right column begin, and which few lines cross. It finds
/// gutters whose empty strip is closed everywhere by lines that are too long for the left column.
fn gutter_by_edge(rows: &[Row], em: f32) -> Option<Grid> {
    let (left, right) = edges(rows);
    let (first, last) = (left + NARROWEST_COLUMN * em, right - NARROWEST_COLUMN * em);
    let starts = segments(rows).map(|s| s.x0).filter(|x0| *x0 > first && *x0 < last);
    let edge = most_shared(starts.collect(), FEWEST_WHOLE)?;
    let from = rows.iter().position(|row| row.begins_near(edge, EDGE))?;
    let to = rows.iter().rposition(|row| row.begins_near(edge, EDGE))?;
    let inside = rows.get(from..=to).unwrap_or_default();
    let ends = segments(inside).map(|s| s.x1).filter(|x1| *x1 <= edge + EDGE);
    let x0 = most_shared(ends.collect(), FEWEST_WHOLE / 3)?;
    let over = inside.iter().filter(|row| row.crosses(edge)).count();
    let [one, other] = Side::both(inside, edge - EDGE);
    let is_gutter = over * 10 <= inside.len()
        && edge - x0 >= NARROWEST * em
        && one.rows.min(other.rows) >= FEWEST_WHOLE
        && one.fullness().min(other.fullness()) >= FULLEST;
    let rows = beside(inside, edge - EDGE);
    (is_gutter && rows >= FEWEST_WHOLE).then_some(Grid { left, x0, x1: edge, right, rows })
}

fn segments(rows: &[Row]) -> impl Iterator<Item = &Segment> {
    rows.iter().flat_map(|row| &row.segments)
}

/// Returns the left and the right edge of the text of some rows.
fn edges(rows: &[Row]) -> (f32, f32) {
    let (mut left, mut right) = (f32::MAX, f32::MIN);
    for segment in segments(rows) {
        left = left.min(segment.x0);
        right = right.max(segment.x1);
    }
    (left, right)
}

/// Returns the place with the most of the given places near it, if they are at least `fewest`.
fn most_shared(mut places: Vec<f32>, fewest: usize) -> Option<f32> {
    places.sort_by(f32::total_cmp);
    let (mut best, mut most) = (None, fewest);
    for &x in &places {
        let near = count_near(&places, x, EDGE);
        if near >= most {
            (best, most) = (Some(x), near);
        }
    }
    best
}

/// The fewest rows on both sides of a gutter of a whole page.
const FEWEST_WHOLE: usize = 12;

/// The distance, in points, by which the beginnings and ends of the lines of a column may differ.
const EDGE: f32 = 1.5;

fn rows(mut segments: Vec<Segment>, em: f32) -> Vec<Row> {
    segments.sort_by(from_top);
    let starts = row_starts(&segments, 0.3 * em);
    let mut out = Vec::with_capacity(starts.len());
    for start in starts.into_iter().rev() {
        let y = segments[start].y;
        let mut segments = segments.split_off(start);
        segments.sort_by(from_left);
        out.push(Row { y, segments });
    }
    out.reverse();
    out
}

fn cut(mut rows: Vec<Row>, em: f32, expected: Option<Grid>, depth: usize, out: &mut Vec<Vec<Segment>>) {
    if rows.is_empty() {
        return;
    }
    let may_cut = depth < DEEPEST && rows.len() <= MOST_ROWS;
    let gutter = if may_cut { best_gutter(&rows, em, expected) } else { None };
    let Some(gutter) = gutter else {
        out.push(rows.into_iter().flat_map(|row| row.segments).collect());
        return;
    };
    let below = rows.split_off(gutter.to.min(rows.len()));
    let between = rows.split_off(gutter.from.min(rows.len()));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in between {
        let (a, b): (Vec<_>, Vec<_>) = row.segments.into_iter().partition(|s| s.x0 < gutter.x0);
        let y = row.y;
        left.extend((!a.is_empty()).then_some(Row { y, segments: a }));
        right.extend((!b.is_empty()).then_some(Row { y, segments: b }));
    }
    for part in [rows, left, right, below] {
        cut(part, em, expected, depth + 1, out);
    }
}

/// Returns the tallest gutter of some rows.
fn best_gutter(rows: &[Row], em: f32, expected: Option<Grid>) -> Option<Gutter> {
    let (left, right) = edges(rows);
    if right - left < 2.0 * NARROWEST_COLUMN * em {
        return None;
    }
    let mut best: Option<Gutter> = None;
    let mut open: Vec<Gutter> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let gaps = gaps(row, left..right, em, expected);
        let next = go_on(&open, &gaps, at, NARROWEST * em);
        for gutter in open {
            let goes_on =
                next.iter().any(|n| n.from == gutter.from && n.x0 >= gutter.x0 && n.x1 <= gutter.x1);
            if !goes_on {
                consider(gutter, rows, em, expected, &mut best);
            }
        }
        open = next;
    }
    for gutter in open {
        consider(gutter, rows, em, expected, &mut best);
    }
    best
}

/// Returns the empty strips of a row between the edges of its region.
fn gaps(row: &Row, region: Range<f32>, em: f32, expected: Option<Grid>) -> Vec<(f32, f32)> {
    let narrowest = NARROWEST * em;
    let mut gaps = Vec::new();
    let mut from = region.start - 1.0;
    for segment in &row.segments {
        if segment.x0 - from >= narrowest {
            gaps.push((from, segment.x0));
        }
        from = from.max(expected.map_or(segment.x1, |grid| grid.end(segment, row, em)));
    }
    if region.end + 1.0 - from >= narrowest {
        gaps.push((from, region.end + 1.0));
    }
    gaps.truncate(MOST_GAPS);
    gaps
}

/// Returns the strips that stay open in a row with these gaps, and the new strips that the gaps open.
fn go_on(open: &[Gutter], gaps: &[(f32, f32)], at: usize, narrowest: f32) -> Vec<Gutter> {
    let mut next = Vec::new();
    for gutter in open {
        for &(x0, x1) in gaps {
            let (x0, x1) = (gutter.x0.max(x0), gutter.x1.min(x1));
            if x1 - x0 >= narrowest {
                add_open(&mut next, Gutter { x0, x1, to: at + 1, ..*gutter });
            }
        }
    }
    for &(x0, x1) in gaps {
        add_open(&mut next, Gutter { x0, x1, from: at, to: at + 1, both: 0 });
    }
    next
}

/// Adds a strip, unless one that is at least as wide is open since the same row or an earlier one.
fn add_open(open: &mut Vec<Gutter>, gutter: Gutter) {
    let known = open.iter().any(|n| n.x0 <= gutter.x0 && n.x1 >= gutter.x1 && n.from <= gutter.from);
    if !known && open.len() < MOST_GAPS {
        open.push(gutter);
    }
}

/// Keeps a strip as the best if it is a gutter, and taller than the best so far.
fn consider(mut gutter: Gutter, rows: &[Row], em: f32, expected: Option<Grid>, best: &mut Option<Gutter>) {
    trim(&mut gutter, rows, em);
    let inside = rows.get(gutter.from..gutter.to).unwrap_or_default();
    let [left, right] = Side::both(inside, gutter.x0);
    gutter.both = beside(inside, gutter.x0);
    let aligned = inside.iter().filter(|row| row.is_left(gutter.x0) && row.is_right(gutter.x0)).count();
    let is_expected = expected.is_some_and(|grid| gutter.x0 - 2.0 <= grid.x1 && grid.x0 <= gutter.x1 + 2.0);
    let fewest = if is_expected { 1 } else { FEWEST_ROWS };
    let narrowest = left.width().min(right.width());
    let fewest_side = left.rows.min(right.rows);
    // Notes in a margin have line heights of their own; labels stand on the lines of the things that they name.
    let is_margin = fewest_side >= 4 && aligned * 2 < fewest_side && narrowest >= 4.0 * em;
    let are_columns = narrowest >= NARROWEST_COLUMN * em && left.fullness().min(right.fullness()) >= FULLEST;
    let good = fewest_side >= fewest && (is_expected || is_margin || are_columns);
    let better =
        best.is_none_or(|best| (gutter.both, gutter.to - gutter.from) > (best.both, best.to - best.from));
    if good && gutter.both >= fewest && better {
        *best = Some(gutter);
    }
}

/// Cuts rows with text on one side only off the top of a strip, where a space separates them from the rest: they may be
/// the end of a paragraph across both columns.
fn trim(gutter: &mut Gutter, rows: &[Row], em: f32) {
    let inside = rows.get(gutter.from..gutter.to).unwrap_or_default();
    let first_left = inside.iter().position(|row| row.is_left(gutter.x0));
    let first_right = inside.iter().position(|row| row.is_right(gutter.x0));
    let first = first_left.max(first_right).unwrap_or(0);
    let one_sided = inside.get(..=first).unwrap_or_default();
    if let Some(last) = one_sided.windows(2).rposition(|pair| pair[1].y - pair[0].y > 1.7 * em) {
        gutter.from += last + 1;
    }
}

/// The text on one side of a strip.
#[derive(Clone, Copy)]
struct Side {
    rows: usize,
    x0: f32,
    x1: f32,
    /// The sum of the widths of its segments.
    filled: f32,
}

impl Side {
    /// Returns the text left of a place and the text right of it.
    fn both(rows: &[Row], x: f32) -> [Side; 2] {
        let mut sides = [Side { rows: 0, x0: f32::MAX, x1: f32::MIN, filled: 0.0 }; 2];
        for row in rows {
            let before = sides;
            for segment in &row.segments {
                let side = &mut sides[usize::from(segment.x0 >= x)];
                side.x0 = side.x0.min(segment.x0);
                side.x1 = side.x1.max(segment.x1);
                side.filled += segment.x1 - segment.x0;
            }
            for (side, before) in sides.iter_mut().zip(before) {
                side.rows += usize::from(side.filled > before.filled);
            }
        }
        sides
    }

    fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    /// Returns the share of the width that its rows take on average.
    fn fullness(&self) -> f32 {
        self.filled / (self.width().max(1.0) * (self.rows.max(1) as f32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(x0: f32, x1: f32, y: f32, text: &str) -> Segment {
        Segment { text: text.to_owned(), x0, x1, y, size: 10.0, count: text.len(), ..Segment::default() }
    }

    fn order(segments: Vec<Segment>) -> Vec<Vec<String>> {
        let texts = |region: Vec<Segment>| region.into_iter().map(|segment| segment.text).collect();
        regions(segments, 10.0, None).into_iter().map(texts).collect()
    }

    #[test]
    fn reads_one_column_after_the_other_below_a_title() {
        let mut page = vec![segment(50.0, 450.0, 20.0, "title")];
        for row in 0..4 {
            let y = 50.0 + 12.0 * row as f32;
            page.push(segment(50.0, 240.0, y, &format!("a{row}")));
            page.push(segment(255.0, 450.0, y, &format!("b{row}")));
        }
        let expected = [vec!["title"], vec!["a0", "a1", "a2", "a3"], vec!["b0", "b1", "b2", "b3"]];
        assert_eq!(order(page), expected);
    }

    #[test]
    fn the_lines_of_columns_need_not_be_at_the_same_heights() {
        let mut page = Vec::new();
        for row in 0..5 {
            page.push(segment(50.0, 240.0, 50.0 + 12.0 * row as f32, &format!("a{row}")));
            page.push(segment(255.0, 450.0, 54.5 + 12.0 * row as f32, &format!("b{row}")));
        }
        assert_eq!(order(page).concat().join(" "), "a0 a1 a2 a3 a4 b0 b1 b2 b3 b4");
    }

    #[test]
    fn lines_that_are_too_long_for_their_column_do_not_join_it_to_the_next() {
        let mut page = Vec::new();
        for row in 0..16 {
            let y = 50.0 + 12.0 * row as f32;
            // Every third line reaches nearly up to the right column.
            page.push(segment(50.0, if row % 3 == 1 { 252.0 } else { 240.0 }, y, &format!("a{row}")));
            page.push(segment(255.0, 450.0, y, &format!("b{row}")));
        }
        let grid = main_gutter(page.clone(), 10.0).unwrap();
        assert_eq!((grid.x0, grid.x1), (240.0, 255.0));
        let texts: Vec<String> =
            regions(page, 10.0, Some(grid)).into_iter().flatten().map(|segment| segment.text).collect();
        let column = |name: &'static str| (0..16).map(move |row| format!("{name}{row}"));
        assert_eq!(texts, column("a").chain(column("b")).collect::<Vec<_>>());
    }

    #[test]
    fn a_picture_over_both_columns_divides_them() {
        let mut page = Vec::new();
        for row in 0..8 {
            let y = 50.0 + 12.0 * row as f32 + if row > 3 { 100.0 } else { 0.0 };
            page.push(segment(50.0, 240.0, y, &format!("a{row}")));
            page.push(segment(255.0, 450.0, y, &format!("b{row}")));
        }
        page.push(segment(100.0, 400.0, 140.0, "caption"));
        let read: Vec<String> = order(page).concat();
        let expected = "a0 a1 a2 a3 b0 b1 b2 b3 caption a4 a5 a6 a7 b4 b5 b6 b7";
        assert_eq!(read.join(" "), expected);
    }

    #[test]
    fn labels_and_page_numbers_make_no_columns() {
        let row = |at: usize| {
            let y = 12.0 * at as f32;
            [segment(50.0, 60.0, y, "[1]"), segment(75.0, 400.0, y, "entry"), segment(430.0, 440.0, y, "7")]
        };
        assert_eq!(order((0..6).flat_map(row).collect()).len(), 1);
    }

    #[test]
    fn a_table_makes_no_columns() {
        let row = |at: usize| {
            let y = 12.0 * at as f32;
            [0.0, 120.0, 240.0, 360.0].map(|x| segment(50.0 + x, 75.0 + x, y, "0.5"))
        };
        assert_eq!(order((0..6).flat_map(row).collect()).len(), 1);
    }
}

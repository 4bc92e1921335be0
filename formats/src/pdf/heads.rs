//! Finds what is printed at the edges of pages and is no part of the text: running heads and feet, and page numbers.
//!
//! They are known by repetition: nearly the same words at the same height near by. Where three pages have one, another
//! line at that height, apart from the text, is one as well: the head of a chapter of a single page.

use std::collections::HashMap;

use super::page::{PageText, row_starts};
use super::segment::Segment;

/// How many rows from the top and from the bottom may be heads and feet.
const ROWS: usize = 3;

/// How far away, in pages, the same head is looked for: the heads of left and right pages differ, and a page may have none.
const NEAR: usize = 4;

/// How far, in points, the same head may move.
const MOVE: f32 = 2.0;

/// A row at an edge of a page.
struct Row {
    page: usize,
    is_top: bool,
    y: f32,
    /// How far the rest of the page is from it, in points.
    gap: f32,
    /// The size of its letters.
    size: f32,
    key: String,
    is_head: bool,
}

/// On how many pages, at least, what always stands at the same place is no text: the line to bind at, a watermark.
const FEWEST_FIXED: usize = 3;

/// Fewer numbers one below the other may be a list.
const FEWEST_LINE_NUMBERS: usize = 8;

/// Numbers of lines are at one of the first edges of a page.
const MOST_EDGES: usize = 64;

/// Takes running heads and feet out of all pages, and what stands at the same place on at least half of them.
pub(super) fn remove(pages: &mut [PageText]) {
    let mut rows: Vec<Row> = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        edge_rows(at, page, &mut rows);
    }
    by_repetition(&mut rows);
    by_height(&mut rows);
    by_number(&mut rows);
    keep_notes(&mut rows);
    for row in rows.iter().filter(|row| row.is_head) {
        if let Some(page) = pages.get_mut(row.page) {
            page.segments.retain(|segment| (segment.y - row.y).abs() > MOVE || segment.angle != page.angle);
        }
    }
    remove_fixed(pages);
    pages.iter_mut().for_each(remove_line_numbers);
}

fn remove_fixed(pages: &mut [PageText]) {
    let place = |segment: &Segment| ((segment.x0 / MOVE).round() as i32, (segment.y / MOVE).round() as i32);
    let mut counts: HashMap<(&str, i32, i32), usize> = HashMap::new();
    for segment in pages.iter().flat_map(|page| &page.segments) {
        let (x, y) = place(segment);
        *counts.entry((&segment.text, x, y)).or_default() += 1;
    }
    let most = FEWEST_FIXED.max(pages.len().div_ceil(2));
    let is_fixed = |segment: &Segment| {
        let (x, y) = place(segment);
        let near = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        near.filter_map(|(x, y)| counts.get(&(segment.text.as_str(), x, y))).sum::<usize>() >= most
    };
    let fixed: Vec<bool> = pages.iter().flat_map(|page| &page.segments).map(is_fixed).collect();
    let mut fixed = fixed.into_iter();
    for page in pages {
        page.segments.retain(|_| !fixed.next().unwrap_or(false));
    }
}

/// Takes the numbers of lines out of a page: one below the other, beside the text, counting up.
fn remove_line_numbers(page: &mut PageText) {
    let number = |segment: &Segment| segment.text.parse::<u32>().ok().filter(|_| segment.angle == page.angle);
    let mut numbers: Vec<(f32, u32, f32)> =
        page.segments.iter().filter_map(|segment| Some((segment.y, number(segment)?, segment.x1))).collect();
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut edges: Vec<f32> = numbers.iter().map(|(.., x1)| *x1).collect();
    edges.sort_by(f32::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < MOVE);
    for edge in edges.into_iter().take(MOST_EDGES) {
        let column: Vec<u32> = numbers
            .iter()
            .filter(|(.., x1)| (x1 - edge).abs() < MOVE)
            .map(|(_, number, _)| *number)
            .collect();
        let counts_up = column.windows(2).filter(|pair| matches!(pair, [a, b] if *b == a + 1)).count();
        let is_beside = |segment: &Segment| (segment.x1 - edge).abs() < MOVE && number(segment).is_some();
        if column.len() >= FEWEST_LINE_NUMBERS && counts_up * 10 >= (column.len() - 1) * 9 {
            let numbered: Vec<bool> = page.segments.iter().map(is_beside).collect();
            let mut numbered = numbered.into_iter();
            page.segments.retain(|_| !numbered.next().unwrap_or(false));
            return;
        }
    }
}

fn edge_rows(at: usize, page: &PageText, out: &mut Vec<Row>) {
    let mut order: Vec<usize> = (0..page.segments.len())
        .filter(|&i| page.segments.get(i).is_some_and(|s| s.angle == page.angle && s.hidden.is_none()))
        .collect();
    let segment = |i: usize| page.segments.get(i);
    order.sort_by(|&a, &b| match (segment(a), segment(b)) {
        (Some(a), Some(b)) => a.y.total_cmp(&b.y),
        _ => std::cmp::Ordering::Equal,
    });
    let ys: Vec<f32> = order.iter().filter_map(|&i| segment(i).map(|s| s.y)).collect();
    let starts = row_starts(&ys, MOVE);
    let count = starts.len();
    let y_of = |row: usize| starts.get(row).and_then(|&start| ys.get(start)).copied();
    for row in (0..count).filter(|&row| row < ROWS || row + ROWS >= count) {
        let end = starts.get(row + 1).copied().unwrap_or(order.len());
        let Some(start) = starts.get(row).copied() else { continue };
        let mut parts: Vec<_> =
            order.get(start..end).unwrap_or_default().iter().filter_map(|&i| segment(i)).collect();
        parts.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        let key = key(&parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" "));
        let Some(y) = y_of(row) else { continue };
        let is_top = row < ROWS && row * 2 < count;
        let next = if is_top { y_of(row + 1) } else { row.checked_sub(1).and_then(y_of) };
        let gap = next.map_or(f32::MAX, |next| (next - y).abs());
        let size = parts.first().map_or(0.0, |part| part.size);
        out.push(Row { page: at, is_top, y, gap, size, key, is_head: false });
    }
}

/// The row without what differs from page to page: blanks and numbers.
fn key(text: &str) -> String {
    let roman = |word: &str| {
        !word.is_empty() && word.chars().all(|c| matches!(c, 'i' | 'v' | 'x' | 'l' | 'I' | 'V' | 'X'))
    };
    let mut key = String::new();
    for word in text.split_whitespace() {
        if roman(word) {
            key.push('#');
            continue;
        }
        for c in word.chars() {
            let c = if c.is_numeric() { '#' } else { c };
            if c != '#' || !key.ends_with('#') {
                key.push(c);
            }
        }
    }
    key
}

fn by_repetition(rows: &mut [Row]) {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| match (rows.get(a), rows.get(b)) {
        (Some(a), Some(b)) => {
            (&a.key, a.is_top, a.page).cmp(&(&b.key, b.is_top, b.page)).then(a.y.total_cmp(&b.y))
        }
        _ => std::cmp::Ordering::Equal,
    });
    // Equal keys stand together, in the order of their pages: those near by are a few places away.
    for (at, &i) in order.iter().enumerate() {
        for &j in order.iter().skip(at + 1).take(2 * NEAR) {
            let (Some(a), Some(b)) = (rows.get(i), rows.get(j)) else { continue };
            let same = a.key == b.key && a.is_top == b.is_top && a.page != b.page;
            if !same || a.page.abs_diff(b.page) > NEAR {
                break;
            }
            if (a.y - b.y).abs() <= MOVE {
                for at in [i, j] {
                    if let Some(row) = rows.get_mut(at) {
                        row.is_head = true;
                    }
                }
            }
        }
    }
}

fn by_height(rows: &mut [Row]) {
    let mut heights: Vec<(bool, f32)> =
        rows.iter().filter(|row| row.is_head).map(|row| (row.is_top, row.y)).collect();
    heights.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    for row in rows.iter_mut().filter(|row| !row.is_head && row.gap > 18.0) {
        let low = heights.partition_point(|&(is_top, y)| (is_top, y) < (row.is_top, row.y - 1.5));
        let high = heights.partition_point(|&(is_top, y)| (is_top, y) <= (row.is_top, row.y + 1.5));
        row.is_head = high - low >= 3;
    }
}

/// A number alone at the very edge of a page, apart from its text, is that of the page.
fn by_number(rows: &mut [Row]) {
    let pages: Vec<usize> = rows.iter().map(|row| row.page).collect();
    for (at, row) in rows.iter_mut().enumerate() {
        let outer = if row.is_top { at.checked_sub(1) } else { Some(at + 1) };
        let is_outermost = outer.and_then(|outer| pages.get(outer)) != Some(&row.page);
        let is_apart = row.gap > 1.8 * row.size && row.gap < f32::MAX;
        row.is_head |= is_outermost && is_apart && row.key == "#";
    }
}

/// Keeps what looks like a foot and stands right below the text: notes that say the same, such as `Ibid.` Rows come page
/// by page from top to bottom, so a foot's inner neighbor comes before it.
fn keep_notes(rows: &mut [Row]) {
    let mut last: Option<(usize, bool)> = None;
    for row in rows.iter_mut().filter(|row| !row.is_top) {
        let below_foot = last == Some((row.page, true));
        let has_words = row.key.chars().filter(|c| c.is_alphabetic()).count() > 3;
        row.is_head &= !has_words || below_foot || row.gap > 1.5 * row.size;
        last = Some((row.page, row.is_head));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(number: u32, rows: &[(f32, &str)]) -> PageText {
        let segment = |&(y, text): &(f32, &str)| Segment {
            text: text.to_owned(),
            x1: 100.0,
            y,
            size: 10.0,
            count: text.len(),
            ..Segment::default()
        };
        PageText { number, segments: rows.iter().map(segment).collect(), ..PageText::default() }
    }

    #[test]
    fn removes_heads_and_numbers_that_come_again_and_leaves_the_text() {
        let mut pages = vec![
            page(
                1,
                &[(30.0, "A. Author"), (80.0, "first"), (92.0, "second"), (104.0, "third"), (700.0, "1")],
            ),
            page(
                2,
                &[(30.0, "A. Author"), (80.0, "fourth"), (92.0, "fifth"), (104.0, "sixth"), (700.0, "2")],
            ),
            page(3, &[(30.0, "A. Author"), (80.0, "seventh"), (700.0, "3")]),
        ];
        remove(&mut pages);
        let text: Vec<Vec<&str>> =
            pages.iter().map(|page| page.segments.iter().map(|s| s.text.as_str()).collect()).collect();
        assert_eq!(
            text,
            [vec!["first", "second", "third"], vec!["fourth", "fifth", "sixth"], vec!["seventh"]]
        );
    }

    #[test]
    fn the_head_of_a_chapter_of_one_page_is_known_by_its_height() {
        let pages = [
            ("第一章", "甲", "乙"),
            ("第一章", "丙", "丁"),
            ("第一章", "戊", "己"),
            ("第二章 结论", "庚", "辛"),
        ];
        let mut pages: Vec<PageText> = pages
            .iter()
            .map(|(head, first, second)| page(1, &[(30.0, head), (80.0, first), (92.0, second)]))
            .collect();
        remove(&mut pages);
        assert!(pages.iter().all(|page| page.segments.iter().all(|s| s.y > 30.0)));
    }

    #[test]
    fn notes_that_say_the_same_are_kept() {
        let rows = |text, number| {
            [(80.0, text), (680.0, "the last line of it"), (692.0, "Ibid., p. 12."), (720.0, number)]
        };
        let mut pages: Vec<PageText> = [("first", "1"), ("second", "2")]
            .iter()
            .map(|(text, number)| page(1, &rows(text, number)))
            .collect();
        remove(&mut pages);
        assert!(pages.iter().all(|page| page.segments.iter().any(|s| s.text.starts_with("Ibid."))));
        assert!(pages.iter().all(|page| page.segments.iter().all(|s| s.y < 720.0)));
    }

    #[test]
    fn numbers_of_lines_are_no_text() {
        let mut segments = Vec::new();
        for line in 1..=10 {
            let y = 12.0 * line as f32;
            let new = |text: String, x0, x1| Segment {
                text,
                x0,
                x1,
                y,
                size: 10.0,
                count: 4,
                ..Segment::default()
            };
            segments.push(new(line.to_string(), 30.0, 40.0));
            segments.push(new(format!("text {line}"), 60.0, 300.0));
        }
        let mut page = PageText::new(1, segments);
        remove_line_numbers(&mut page);
        assert!(page.segments.iter().all(|segment| segment.text.starts_with("text")));
        assert_eq!(page.segments.len(), 10);
    }

    #[test]
    fn one_page_has_no_repeated_head() {
        let mut pages = vec![page(1, &[(30.0, "A letter"), (80.0, "Dear all,")])];
        remove(&mut pages);
        assert_eq!(pages[0].segments.len(), 2);
    }
}

//! Removes the furniture of pages from the text: running heads and feet, and page numbers.
//!
//! Heads are found by repetition: nearly the same words at the same height on nearby pages. Where three pages have a
//! head at one height, any other line at that height, apart from the text, is a head too, such as that of a chapter of
//! a single page. So is a line above the text that repeats a heading in smaller letters.

use std::collections::HashMap;

use super::page::{PageText, count_near, row_starts, usual_size};
use super::segment::{Segment, from_left, from_top};

/// The number of rows at the top and at the bottom that may be heads and feet.
const ROWS: usize = 3;

/// The distance, in pages, within which a head must repeat: left and right pages have different heads, and a page may
/// have none.
const NEAR: usize = 4;

/// The distance, in points, that a head may move.
const MOVE: f32 = 2.0;

/// A row near an edge of a page.
struct Row {
    page: usize,
    is_top: bool,
    /// True if it is the first or the last row of its page.
    is_outermost: bool,
    y: f32,
    /// The distance to the rest of the page, in points.
    gap: f32,
    /// The size of its largest letters.
    size: f32,
    key: String,
    is_head: bool,
}

/// The fewest pages on which text at a fixed place is furniture, such as the binding line or a watermark.
const FEWEST_FIXED: usize = 3;

/// The fewest numbers in a column of line numbers. Fewer may be a list.
const FEWEST_LINE_NUMBERS: usize = 8;

/// The most edges of a page, from the left, that are searched for line numbers.
const MOST_EDGES: usize = 64;

/// Removes running heads and feet from all pages, and any text at the same place on at least half of them.
pub(super) fn remove(pages: &mut [PageText]) {
    let mut rows: Vec<Row> = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        edge_rows(at, page, &mut rows);
    }
    join_marks(&mut rows);
    by_repetition(&mut rows);
    by_height(&mut rows);
    by_edge(&mut rows, &headings(pages));
    keep_notes(&mut rows);
    for row in rows.iter().filter(|row| row.is_head) {
        if let Some(page) = pages.get_mut(row.page) {
            page.segments.retain(|segment| (segment.y - row.y).abs() > MOVE || segment.angle != page.angle);
        }
    }
    remove_fixed(pages);
    pages.iter_mut().for_each(remove_line_numbers);
}

/// Removes the texts that stand at the same place on at least half of the pages.
fn remove_fixed(pages: &mut [PageText]) {
    let mut counts: HashMap<(&str, i32, i32), usize> = HashMap::new();
    for segment in pages.iter().flat_map(|page| &page.segments) {
        let (x, y) = rounded_place(segment);
        *counts.entry((&segment.text, x, y)).or_default() += 1;
    }
    let most = FEWEST_FIXED.max(pages.len().div_ceil(2));
    let mut fixed: Vec<bool> = Vec::new();
    for segment in pages.iter().flat_map(|page| &page.segments) {
        let (x, y) = rounded_place(segment);
        let mut near = 0;
        for x in x - 1..=x + 1 {
            for y in y - 1..=y + 1 {
                near += counts.get(&(segment.text.as_str(), x, y)).copied().unwrap_or(0);
            }
        }
        fixed.push(near >= most);
    }
    let mut fixed = fixed.into_iter();
    for page in pages {
        remove_marked(&mut page.segments, &mut fixed);
    }
}

/// Returns the place of a segment in steps of [`MOVE`].
fn rounded_place(segment: &Segment) -> (i32, i32) {
    ((segment.x0 / MOVE).round() as i32, (segment.y / MOVE).round() as i32)
}

/// Removes each segment whose mark is true, and takes one mark for each segment.
fn remove_marked(segments: &mut Vec<Segment>, marks: &mut impl Iterator<Item = bool>) {
    segments.retain(|_| marks.next() != Some(true));
}

/// A number alone in its segment.
struct LineNumber {
    /// The place of the segment on the page.
    at: usize,
    value: u32,
    y: f32,
    x1: f32,
}

/// Removes the line numbers of a page: numbers in a column that counts up.
fn remove_line_numbers(page: &mut PageText) {
    let (mut numbers, mut edges) = (Vec::new(), Vec::new());
    for (at, segment) in page.segments.iter().enumerate() {
        if segment.angle == page.angle
            && let Ok(value) = segment.text.parse()
        {
            numbers.push(LineNumber { at, value, y: segment.y, x1: segment.x1 });
            edges.push(segment.x1);
        }
    }
    numbers.sort_by(|a, b| a.y.total_cmp(&b.y));
    edges.sort_by(f32::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < MOVE);
    for edge in edges.into_iter().take(MOST_EDGES) {
        let column: Vec<&LineNumber> =
            numbers.iter().filter(|number| (number.x1 - edge).abs() < MOVE).collect();
        if counts_up(&column) {
            let mut marks = vec![false; page.segments.len()];
            for number in column {
                marks[number.at] = true;
            }
            remove_marked(&mut page.segments, &mut marks.into_iter());
            return;
        }
    }
}

/// Returns whether nine of ten numbers of a column follow the number above them.
fn counts_up(column: &[&LineNumber]) -> bool {
    let steps = column.windows(2).filter(|pair| pair[1].value.wrapping_sub(pair[0].value) == 1).count();
    column.len() >= FEWEST_LINE_NUMBERS && steps * 10 >= (column.len() - 1) * 9
}

/// Adds the rows at the top and at the bottom of a page.
fn edge_rows(at: usize, page: &PageText, out: &mut Vec<Row>) {
    let mut shown: Vec<&Segment> = page.shown().collect();
    shown.sort_by(from_top);
    let starts = row_starts(&shown, MOVE);
    let heights: Vec<f32> = starts.iter().map(|&start| shown[start].y).collect();
    for (row, &y) in heights.iter().enumerate() {
        if row >= ROWS && row + ROWS < heights.len() {
            continue;
        }
        let end = starts.get(row + 1).copied().unwrap_or(shown.len());
        let parts = &mut shown[starts[row]..end];
        parts.sort_by(from_left);
        let is_top = row < ROWS && row * 2 < heights.len();
        let is_outermost = row == if is_top { 0 } else { heights.len() - 1 };
        let next = if is_top { heights.get(row + 1) } else { heights[..row].last() };
        let gap = next.map_or(f32::MAX, |next| (next - y).abs());
        let size = parts.iter().map(|part| part.size).fold(0.0, f32::max);
        out.push(Row { page: at, is_top, is_outermost, y, gap, size, key: key(parts), is_head: false });
    }
}

/// Returns the text of a row without what changes from page to page: blanks and numbers.
fn key(row: &[&Segment]) -> String {
    let mut key = String::new();
    for word in row.iter().flat_map(|part| part.text.split_whitespace()) {
        if word.trim_start_matches(['i', 'v', 'x', 'l', 'I', 'V', 'X']).is_empty() {
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

/// Returns a key without the numbers of section and page.
fn without_number(key: &str) -> &str {
    key.trim_matches(['#', '.'])
}

/// Joins the mark of a note, which stands above its line, with the line.
fn join_marks(rows: &mut [Row]) {
    for at in 1..rows.len() {
        if let [mark, line] = &mut rows[at - 1..=at]
            && mark.page == line.page
            && mark.key == "#"
            && mark.size < line.size
            && line.y - mark.y < 0.7 * line.size
        {
            mark.key = format!("#{}", line.key);
        }
    }
}

/// Marks rows that say the same at the same height on nearby pages. A row without words, as at the axes of drawings,
/// must look like a page number and be the first or the last of its page.
fn by_repetition(rows: &mut [Row]) {
    let mut candidates: Vec<&mut Row> = Vec::new();
    for row in rows {
        let is_number = row.key.trim_matches(['-', '–', '—', '·', '|', ' ']) == "#";
        if row.key.contains(char::is_alphabetic) || (row.is_outermost && is_number) {
            candidates.push(row);
        }
    }
    candidates.sort_by(|a, b| {
        (&a.key, a.is_top, a.page).cmp(&(&b.key, b.is_top, b.page)).then(a.y.total_cmp(&b.y))
    });
    for mut same in candidates.chunk_by_mut(|a, b| a.key == b.key && a.is_top == b.is_top) {
        // They stand in page order, so nearby pages are a few places away.
        while let [row, later @ ..] = same {
            for other in later.iter_mut().take(2 * NEAR) {
                if other.page - row.page > NEAR {
                    break;
                }
                // The title of a paper may stand below a head with the same words.
                if other.page != row.page && (other.y - row.y).abs() <= MOVE {
                    row.is_head = true;
                    other.is_head = true;
                }
            }
            same = later;
        }
    }
}

/// Marks rows apart from the text at the height of at least three heads.
fn by_height(rows: &mut [Row]) {
    for is_top in [true, false] {
        let heads = rows.iter().filter(|row| row.is_head && row.is_top == is_top);
        let mut heights: Vec<f32> = heads.map(|row| row.y).collect();
        heights.sort_by(f32::total_cmp);
        for row in &mut *rows {
            if row.is_top == is_top && !row.is_head && row.gap > 18.0 {
                row.is_head = count_near(&heights, row.y, 1.5) >= 3;
            }
        }
    }
}

/// Marks the rows at the very edges of pages, apart from their text, that are a number alone, or repeat a heading in
/// smaller letters: the title of the paper or of a section. Unlike a running head, it may occur on one page only.
fn by_edge(rows: &mut [Row], headings: &HashMap<String, f32>) {
    for row in rows {
        if row.is_outermost && row.gap > 1.8 * row.size && row.gap < f32::MAX {
            let heading = headings.get(without_number(&row.key)).copied().unwrap_or(0.0);
            row.is_head |= row.key == "#" || (row.is_top && row.size < 0.95 * heading);
        }
    }
}

/// Returns the keys of the lines that are set larger than most, each with its largest size. A title may take two lines.
fn headings(pages: &[PageText]) -> HashMap<String, f32> {
    let mut headings = HashMap::new();
    let Some(usual) = usual_size(pages.iter().flat_map(|page| &page.segments)) else { return headings };
    for page in pages {
        let mut large: Vec<&Segment> = page.shown().filter(|segment| segment.size > 1.1 * usual).collect();
        large.sort_by(from_top);
        let mut above: Option<(String, f32, f32)> = None;
        for line in large.chunk_by(|a, b| b.y - a.y <= MOVE) {
            let (key, size, y) = (key(line), line[0].size, line[0].y);
            note_heading(&mut headings, &key, size);
            if let Some((before, other, high)) = &above
                && (other - size).abs() < 0.5
                && y - high < 2.0 * size
            {
                note_heading(&mut headings, &format!("{before}{key}"), size);
            }
            above = Some((key, size, y));
        }
    }
    headings
}

/// Notes the size of a heading, if it is the largest with this key.
fn note_heading(headings: &mut HashMap<String, f32>, key: &str, size: f32) {
    let bare = without_number(key);
    if !bare.is_empty() {
        let largest = headings.entry(bare.to_owned()).or_insert(size);
        *largest = size.max(*largest);
    }
}

/// Keeps rows that look like feet but stand right below the text: notes that repeat, such as `Ibid.` Rows come page by
/// page from top to bottom, so a foot's inner neighbor comes before it.
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
    fn the_largest_number_may_stand_in_a_column() {
        let mut pages = [page(1, &[(80.0, "4294967295"), (92.0, "1"), (104.0, "text")])];
        remove_line_numbers(&mut pages[0]);
        assert_eq!(pages[0].segments.len(), 3);
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
    fn a_head_that_says_the_title_is_known_on_two_pages() {
        let mut pages = vec![
            page(1, &[(30.0, "Tidal Mills"), (60.0, "Tidal Mills"), (90.0, "Long ago")]),
            page(2, &[(30.0, "Tidal Mills"), (60.0, "and so on")]),
        ];
        remove(&mut pages);
        let texts: Vec<&str> = pages.iter().flat_map(|p| &p.segments).map(|s| s.text.as_str()).collect();
        assert_eq!(texts, ["Tidal Mills", "Long ago", "and so on"]);
    }

    #[test]
    fn the_title_in_smaller_letters_at_the_top_of_a_later_page_is_its_head() {
        let mut pages = vec![
            page(1, &[(50.0, "Tidal"), (66.0, "Mills"), (90.0, "Long ago")]),
            page(2, &[(30.0, "Tidal Mills 2"), (60.0, "and so on"), (72.0, "Tidal Mills")]),
            page(3, &[(30.0, "3 The Sea"), (60.0, "1.2 The Sea"), (80.0, "it ends")]),
        ];
        let mut large = |page: usize, row: usize| pages[page].segments[row].size = 16.0;
        large(0, 0);
        large(0, 1);
        large(2, 1);
        remove(&mut pages);
        let texts: Vec<&str> = pages.iter().flat_map(|p| &p.segments).map(|s| s.text.as_str()).collect();
        let expected = ["Tidal", "Mills", "Long ago", "and so on", "Tidal Mills", "1.2 The Sea", "it ends"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn the_marks_of_notes_are_no_numbers_of_pages() {
        let rows = |number: &'static str, note: &'static str| {
            [
                (100.0 + note.len() as f32, note),
                (130.0, note),
                (696.5, number),
                (700.0, note),
                (760.0, number),
            ]
        };
        let mut pages: Vec<PageText> = [("1", "At www.a.org."), ("2", "At www.b.org."), ("3", "In a book.")]
            .iter()
            .map(|(number, note)| page(1, &rows(number, note)))
            .collect();
        pages.iter_mut().for_each(|page| page.segments[2].size = 6.0);
        remove(&mut pages);
        for page in pages {
            let heights: Vec<f32> = page.segments.iter().map(|segment| segment.y).skip(1).collect();
            assert_eq!(heights, [130.0, 696.5, 700.0]);
        }
    }

    #[test]
    fn one_page_has_no_repeated_head() {
        let mut pages = vec![page(1, &[(30.0, "A letter"), (80.0, "Dear all,")])];
        remove(&mut pages);
        assert_eq!(pages[0].segments.len(), 2);
    }
}

//! Text -> lines of limited width.
//!
//! Widths are those of `unicode-width`; a character of two columns is never cut. Lines break where UAX #14 lets them, but
//! not within flags and paths. A word is broken only if it is longer than a line. `O(n)`.

use std::ops::Range;

pub(crate) use ibid::report::shorten;
use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthChar;

/// Returns the columns that a character takes.
pub(crate) fn width_cols(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Returns the columns that a text takes.
pub(crate) fn text_cols(text: &str) -> usize {
    text.chars().map(width_cols).sum()
}

/// Returns the numbers of the cells that begin a line of at most `cols` columns. A cell is never cut; it is given as its
/// first byte in `text` and its columns. Blanks at the end of a line take no room.
pub(crate) fn line_starts(
    text: &str,
    cells: impl Iterator<Item = (usize, usize)>,
    cols: usize,
) -> Vec<usize> {
    let text = breakable(text);
    let mut breaks = linebreaks(&text).map(|(at, _)| at).peekable();
    let mut starts = vec![0];
    let (mut used, mut last_break) = (0, None);
    for (number, (at, cell_cols)) in cells.enumerate() {
        while breaks.next_if(|&place| place < at).is_some() {}
        if breaks.peek() == Some(&at) {
            last_break = Some((number, used));
        }
        while used > 0 && used + cell_cols > cols && text.as_bytes().get(at) != Some(&b' ') {
            let (start, cols_before) = last_break.take().unwrap_or((number, used));
            starts.push(start);
            used -= cols_before;
        }
        used += cell_cols;
    }
    starts
}

/// Replaces characters that UAX #14 breaks at in a way that reads badly by others of the same length. A flag, a date, a
/// path and a list of choices are words. Quotation marks, which it glues to both of their neighbors, become brackets:
/// in Chinese text they have no blanks around them.
fn breakable(text: &str) -> String {
    text.replace(['-', '/', '|'], "x").replace('“', "「").replace('”', "」")
}

/// Wraps a text to lines of at most `cols` columns: at spaces, between Chinese characters, and at its own line breaks.
/// A word that is longer than a line is cut.
pub(crate) fn wrap_text(text: &str, cols: usize) -> String {
    let mut lines = vec![];
    for line in text.split('\n') {
        let of_line = wrapped(line, cols);
        lines.extend(of_line.is_empty().then(String::new));
        lines.extend(of_line);
    }
    lines.join("\n")
}

/// Wraps a text without line breaks into lines.
pub(crate) fn wrapped(text: &str, cols: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    wrap(&chars, cols).into_iter().map(|line| chars[line].iter().collect()).collect()
}

/// Returns the columns of the widest of some texts.
pub(crate) fn widest<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
    texts.into_iter().map(text_cols).max().unwrap_or(0)
}

/// Pads a text with spaces at its end, up to `cols` columns.
pub(crate) fn pad_end(text: &str, cols: usize) -> String {
    format!("{text}{:1$}", "", cols.saturating_sub(text_cols(text)))
}

/// Pads a text with spaces at its beginning, up to `cols` columns.
pub(crate) fn pad_start(text: &str, cols: usize) -> String {
    format!("{:1$}{text}", "", cols.saturating_sub(text_cols(text)))
}

/// Wraps a text into lines, as ranges of its characters without the spaces at their ends. `cols` below 2 counts as 2.
pub(crate) fn wrap(chars: &[char], cols: usize) -> Vec<Range<usize>> {
    let first = chars.iter().take_while(|&&c| c == ' ').count();
    let text: String = chars[first..].iter().collect();
    let cells = text.char_indices().map(|(at, c)| (at, width_cols(c)));
    let mut starts = line_starts(&text, cells, cols.max(2));
    let mut end = chars.len();
    let mut lines = vec![];
    while end > first
        && let Some(start) = starts.pop()
    {
        let blank = chars[first + start..end].iter().rev().take_while(|&&c| c == ' ').count();
        lines.push(first + start..end - blank);
        end = first + start;
    }
    lines.reverse();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, cols: usize, expected: &[&str]) {
        assert_eq!(wrapped(text, cols), expected, "{text} in {cols}");
    }

    #[test]
    fn breaks_at_spaces_and_between_chinese_characters() {
        check("", 10, &[]);
        check("   ", 10, &[]);
        check("one two three", 7, &["one two", "three"]);
        check("one  two", 4, &["one", "two"]);
        check("廊桥的桥面上", 5, &["廊桥", "的桥", "面上"]);
        check("用Rust写的程序", 8, &["用Rust写", "的程序"]);
    }

    #[test]
    fn punctuation_stays_with_its_word() {
        check("廊桥。木拱", 4, &["廊", "桥。", "木拱"]);
        check("他说《桥》", 6, &["他说", "《桥》"]);
        check("涨了三成％", 8, &["涨了三", "成％"]);
        check("人々が", 4, &["人々", "が"]);
        check("旧桥“已塌”了", 5, &["旧桥", "“已", "塌”了"]);
        check("旧桥，2026-05-04", 14, &["旧桥，", "2026-05-04"]);
    }

    #[test]
    fn a_long_word_is_cut_and_a_wide_character_is_not() {
        check("abcdefgh", 3, &["abc", "def", "gh"]);
        check("one --only-over", 8, &["one", "--only-o", "ver"]);
        check("桥", 1, &["桥"]);
        check("e\u{301}e\u{301}e\u{301}", 2, &["e\u{301}e\u{301}", "e\u{301}"]);
    }

    #[test]
    fn no_line_is_too_wide() {
        let text =
            "The old 木拱廊桥 stood (half-broken, “so to speak”) above the river；水流很急，没有人敢过。";
        for cols in 4..60 {
            for line in wrapped(text, cols) {
                assert!(text_cols(&line) <= cols, "{line:?} in {cols}");
            }
        }
    }

    #[test]
    fn paragraphs_stay_apart_and_columns_are_filled() {
        assert_eq!(wrap_text("one two\n\n廊桥的桥面上", 6), "one\ntwo\n\n廊桥的\n桥面上");
        assert_eq!(
            (pad_end("廊桥", 6), pad_start("廊桥", 6), pad_end("long", 2)),
            ("廊桥  ".into(), "  廊桥".into(), "long".into())
        );
    }

    #[test]
    fn shortens_by_columns() {
        for (text, cols, expected) in
            [("short", 5, "short"), ("longer", 5, "long…"), ("廊桥的木头", 6, "廊桥…"), ("x", 0, "…")]
        {
            assert_eq!(shorten(text, cols), expected);
        }
    }
}

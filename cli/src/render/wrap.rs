//! Text -> lines of limited width.
//!
//! Widths are those of `unicode-width`; a character of two columns is never cut. Lines break at spaces and between two
//! Chinese characters, not before closing and not after opening punctuation ([`begins_no_line`], [`ends_no_line`]). A
//! word is broken only if it is longer than a line. `O(n)`.

use std::ops::Range;

pub(crate) use ibid::report::{shorten, text_cols, width_cols};

/// The marks that do not begin a line.
const CLOSING: &str = "，。、；：？！）》」』】〕〉”’…—～·．％‰℃〞﹂﹄､｡｣,.;:!?)]}%»›ー々〗〙〛｝］";
/// The marks that do not end a line.
const OPENING: &str = "（《「『【〔〈“‘([{«‹〖〘〚｛［＄￥〝﹁﹃｢";

/// Returns whether a character stays with the one before it: closing punctuation and the like.
pub(crate) fn begins_no_line(c: char) -> bool {
    CLOSING.contains(c)
}

/// Returns whether a character stays with the one behind it: opening punctuation and the like.
pub(crate) fn ends_no_line(c: char) -> bool {
    OPENING.contains(c)
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
    let cols = cols.max(2);
    let mut lines = vec![];
    let mut start = 0;
    while let Some(skipped) = chars[start..].iter().position(|&c| c != ' ') {
        start += skipped;
        let end = line_end(&chars[start..], cols) + start;
        let blank = chars[start..end].iter().rev().take_while(|&&c| c == ' ').count();
        lines.push(start..end - blank);
        start = end;
    }
    lines
}

/// Returns the length of the line that begins with the first of these characters: at least 1.
fn line_end(chars: &[char], cols: usize) -> usize {
    let (mut used, mut last_break) = (0, 0);
    for (at, &c) in chars.iter().enumerate() {
        if at > 0 && can_break(chars[at - 1], c) {
            last_break = at;
        }
        used += width_cols(c);
        // A space may hang over the end.
        if used > cols && c != ' ' {
            return if last_break > 0 { last_break } else { at.max(1) };
        }
    }
    chars.len()
}

fn can_break(before: char, after: char) -> bool {
    if after == ' ' || width_cols(after) == 0 {
        return false;
    }
    let is_wide = width_cols(before) == 2 || width_cols(after) == 2;
    before == ' ' || (is_wide && !ends_no_line(before) && !begins_no_line(after))
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
    }

    #[test]
    fn a_long_word_is_cut_and_a_wide_character_is_not() {
        check("abcdefgh", 3, &["abc", "def", "gh"]);
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

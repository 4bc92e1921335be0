//! Text of documents -> pieces of a page: lines, and words with marks.

use ibid::report::sanitize_char;

use crate::render::marks::Mark;
use crate::render::wrap::text_cols;

/// The columns of lines that a program broke.
const BROKEN_COLS: std::ops::RangeInclusive<usize> = 45..=110;

/// A piece of text with one mark, or the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The element around it; empty for words without a mark, `br` for the end of a line.
    pub(super) tag: &'static str,
    pub(super) text: String,
}

/// Returns the element of words with a mark. Its name is short, since there are many.
pub(super) fn tag(mark: Mark) -> &'static str {
    match mark {
        Mark::Changed => "b",
        Mark::Moved => "u",
        Mark::Own => "i",
    }
}

/// Returns whether the lines of a text were broken at some width, so that their ends mean nothing.
pub(super) fn is_hard_wrapped(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    // Only lines in the middle of a paragraph tell.
    let inner = lines.windows(2).filter(|two| !two[0].is_empty() && !two[1].is_empty());
    let (mut all, mut broken) = (0, 0);
    for two in inner {
        all += 1;
        broken += usize::from(BROKEN_COLS.contains(&text_cols(two[0])));
    }
    broken * 2 > all
}

/// Appends a character with its mark to pieces of text. A line that ends is a piece of its own, unless lines were broken
/// at some width.
pub(super) fn push_char(pieces: &mut Vec<Piece>, c: char, tag: &'static str, keeps_lines: bool) {
    if c == '\n' && keeps_lines {
        // Of blank lines, none is left.
        if pieces.last().is_none_or(|last| last.tag != "br") {
            pieces.push(Piece { tag: "br", text: String::new() });
        }
        return;
    }
    let c = sanitize_char(c);
    match pieces.last_mut() {
        Some(last) if last.tag == tag => last.text.push(c),
        _ => pieces.push(Piece { tag, text: c.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_the_writer_ended_them() {
        let broken = "It was the road of salt and of the carts that brought it over\n\
                      the pass, in all the years before the railway came and took\nthem away.";
        assert!(is_hard_wrapped(broken));
        assert!(!is_hard_wrapped("Salt\nLight\nTide"));
        assert!(!is_hard_wrapped("盐路穿过山口。\n灯塔照着海港。\n"));
        assert!(!is_hard_wrapped(""));
    }

    #[test]
    fn pieces_join_what_has_one_mark() {
        let mut pieces = vec![];
        for (c, mark) in [('a', ""), ('b', ""), ('\n', ""), ('\n', ""), ('c', "b"), ('\u{202E}', "b")] {
            push_char(&mut pieces, c, mark, true);
        }
        let piece = |tag, text: &str| Piece { tag, text: text.into() };
        assert_eq!(pieces, [piece("", "ab"), piece("br", ""), piece("b", "c\u{FFFD}")]);
        let mut pieces = vec![];
        push_char(&mut pieces, '\n', "", false);
        assert_eq!(pieces, [piece("", " ")]);
    }
}

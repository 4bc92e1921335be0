//! Wrapping of a text into lines of glyphs that fit a width.
//!
//! Lines break as those of reports do ([`line_starts`]). A wide character is never cut: if there is only one column, a
//! dot stands for it. Blanks at the end of a line take no room. Brackets can be inserted into the text ([`Bracket`]).
//! `O(n)`, for n bytes. Ratatui's own wrapping is not used: it panics on wide glyphs in narrow panes, and it has no rule
//! for punctuation.

use super::glyph::{Class, Glyph, glyphs};
use crate::render::line_starts;

/// A line of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line<'t> {
    /// The byte at which its text begins.
    pub(super) start: usize,
    /// The byte at which its text ends and the next line begins.
    pub(super) end: usize,
    /// The glyphs of the line.
    pub(super) glyphs: Vec<Glyph<'t>>,
}

/// A sign that is inserted into the text before the byte `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bracket {
    /// The byte before which it stands.
    pub(super) at: usize,
    /// The sign, in ASCII.
    pub(super) sign: &'static str,
    /// True for a closing bracket, which follows its words.
    pub(super) closes: bool,
}

impl Bracket {
    /// Returns whether it stands before a byte, or closes there: then it is drawn with the words before.
    fn is_drawn_before(&self, at: usize) -> bool {
        self.at < at || (self.at == at && self.closes)
    }
}

/// Wraps `text`, which begins at byte `offset` of the whole text, and returns at least one line. No line has more than
/// `cols` columns, unless `cols` is 0. `brackets` must be in order.
pub(super) fn wrap<'t>(text: &'t str, offset: usize, cols: u16, brackets: &[Bracket]) -> Vec<Line<'t>> {
    let cols = cols.max(1);
    let mut glyphs = shown_glyphs(text, offset, cols, brackets);
    let mut shown = String::new();
    let mut cells = vec![];
    for glyph in &glyphs {
        cells.push((shown.len(), usize::from(glyph.cols)));
        shown.push_str(&glyph.symbol);
    }
    let mut lines = vec![];
    let mut end = offset + text.len();
    for first in line_starts(&shown, cells.into_iter(), cols.into()).into_iter().rev() {
        let mut line = glyphs.split_off(first);
        let start = if first == 0 { offset } else { line.first().map_or(end, |glyph| glyph.at) };
        let mut used: u16 = line.iter().map(|glyph| glyph.cols).sum();
        while used > cols {
            used -= line.pop().map_or(used, |blank| blank.cols);
        }
        lines.push(Line { start, end, glyphs: line });
        end = start;
    }
    lines.reverse();
    lines
}

/// Returns the glyphs of a block with its brackets. A line break inside a block comes from wrapping: it becomes a blank,
/// or nothing after a wide character.
fn shown_glyphs<'t>(text: &'t str, offset: usize, cols: u16, brackets: &[Bracket]) -> Vec<Glyph<'t>> {
    // A closing bracket at the very beginning was drawn at the end of the block before, and an opening one after the last
    // glyph is drawn in the next block.
    let end = offset + text.len();
    let first = brackets.partition_point(|b| b.is_drawn_before(offset));
    let mut brackets = brackets[first..].iter().take_while(|b| b.is_drawn_before(end)).peekable();
    let mut shown: Vec<Glyph<'t>> = vec![];
    for mut glyph in glyphs(text) {
        glyph.at += offset;
        while let Some(bracket) = brackets.next_if(|bracket| bracket.at <= glyph.at) {
            shown.push(sign(bracket));
        }
        if glyph.class == Class::Newline {
            if shown.last().is_none_or(|last| last.class == Class::Wide) {
                continue;
            }
            glyph.class = Class::Space;
        }
        if glyph.cols > cols {
            glyph.cols = 1;
            glyph.symbol = if glyph.class == Class::Space { " ".into() } else { ".".into() };
        }
        shown.push(glyph);
    }
    for bracket in brackets {
        shown.push(sign(bracket));
    }
    shown
}

fn sign(bracket: &Bracket) -> Glyph<'static> {
    Glyph {
        at: bracket.at,
        symbol: bracket.sign.into(),
        cols: bracket.sign.len() as u16,
        class: Class::Narrow,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str, cols: u16, brackets: &[Bracket]) -> Vec<String> {
        let show = |line: &Line<'_>| line.glyphs.iter().map(|glyph| &*glyph.symbol).collect::<String>();
        wrap(text, 0, cols, brackets).iter().map(|line| show(line).trim_end().to_owned()).collect()
    }

    fn check(text: &str, cols: u16, expected: &[&str]) {
        assert_eq!(lines(text, cols, &[]), expected, "{text:?} in {cols}");
    }

    #[test]
    fn breaks_latin_at_spaces() {
        check("", 10, &[""]);
        check("one two three", 20, &["one two three"]);
        check("one two three", 7, &["one two", "three"]);
        check("one two three", 8, &["one two", "three"]);
        check("one    two", 4, &["one", "two"]);
        check("a well-known", 10, &["a", "well-known"]);
    }

    #[test]
    fn breaks_long_words() {
        check("abcdefghij", 4, &["abcd", "efgh", "ij"]);
        check("a bcdefghij", 4, &["a", "bcde", "fghi", "j"]);
    }

    #[test]
    fn breaks_chinese_anywhere() {
        check("盐路穿过山口", 4, &["盐路", "穿过", "山口"]);
        check("盐路穿过山口", 5, &["盐路", "穿过", "山口"]);
        check("用Rust写", 6, &["用Rust", "写"]);
    }

    #[test]
    fn keeps_closing_punctuation_with_its_word() {
        check("盐路穿过，山口", 8, &["盐路穿", "过，山口"]);
        check("他说：“好。”", 8, &["他说：", "“好。”"]);
        check("见《山经》", 4, &["见", "《山", "经》"]);
    }

    #[test]
    fn never_cuts_a_wide_character() {
        check("盐a", 1, &[".", "a"]);
        check("a盐", 2, &["a", "盐"]);
    }

    #[test]
    fn joins_lines_that_were_wrapped() {
        check("one\ntwo", 20, &["one two"]);
        check("盐路\n穿过", 20, &["盐路穿过"]);
    }

    #[test]
    fn sets_brackets_into_the_text() {
        let brackets =
            [(4, "[", false), (7, "]", true)].map(|(at, sign, closes)| Bracket { at, sign, closes });
        assert_eq!(lines("one two three", 20, &brackets), ["one [two] three"]);
        assert_eq!(lines("one two", 20, &brackets), ["one [two]"]);
    }

    proptest! {
        #[test]
        fn fits_and_loses_nothing(text in "(\\PC|[ \n盐路，。“a]){0,80}", cols in 1u16..20) {
            let lines = wrap(&text, 0, cols, &[]);
            prop_assert_eq!(lines[0].start, 0);
            prop_assert_eq!(lines[lines.len() - 1].end, text.len());
            for pair in lines.windows(2) {
                prop_assert_eq!(pair[0].end, pair[1].start);
                prop_assert!(pair[0].start < pair[0].end);
            }
            for line in &lines {
                let used: u16 = line.glyphs.iter().map(|glyph| glyph.cols).sum();
                prop_assert!(used <= cols);
            }
        }
    }
}

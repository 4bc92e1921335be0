//! Document text to symbols for the cells of the screen.
//!
//! In: any text. Out: glyphs, each with a symbol that moves no cursor and has a width of 1 or 2 columns on which
//! terminals agree. Only this module turns text into symbols. Control characters, escape sequences, bidirectional
//! controls and invisible characters become stand-ins, a tab becomes spaces, and joined emoji become their first
//! picture. `O(n)`.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The stand-in for a character that must not be sent.
const STAND_IN: &str = "\u{FFFD}";
/// The most marks on one letter; more are a trick.
const MAX_MARKS: usize = 3;

/// Characters that steer the text around them, are invisible, or have a width on which no two terminals agree.
const HIDDEN: &[(char, char)] = &[
    ('\u{34F}', '\u{34F}'),
    ('\u{600}', '\u{605}'),
    ('\u{61C}', '\u{61C}'),
    ('\u{6DD}', '\u{6DD}'),
    ('\u{70F}', '\u{70F}'),
    ('\u{890}', '\u{891}'),
    ('\u{8E2}', '\u{8E2}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{180E}', '\u{180E}'),
    ('\u{200B}', '\u{200F}'),
    ('\u{202A}', '\u{202E}'),
    ('\u{2060}', '\u{206F}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{FEFF}', '\u{FEFF}'),
    ('\u{FF9E}', '\u{FFA0}'),
    ('\u{FFF9}', '\u{FFFB}'),
    ('\u{1D173}', '\u{1D17A}'),
    ('\u{E0000}', '\u{E0FFF}'),
];

/// The content of one cell, or of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Glyph<'t> {
    /// The byte of the text at which it begins.
    pub(super) at: usize,
    /// The symbol that is sent to the terminal.
    pub(super) symbol: Cow<'t, str>,
    /// Its width in columns, 1 or 2.
    pub(super) cols: u16,
    /// Its class for breaking lines.
    pub(super) class: Class,
}

/// The class of a glyph for breaking lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A blank: lines break after it.
    Space,
    /// A line break of the text.
    Newline,
    /// A wide character: lines may break on both sides.
    Wide,
    /// Anything else.
    Narrow,
}

/// Returns the glyphs of a text in order.
pub(super) fn glyphs(text: &str) -> impl Iterator<Item = Glyph<'_>> {
    text.grapheme_indices(true).filter_map(|(at, grapheme)| {
        let (symbol, cols, class) = cell(grapheme)?;
        Some(Glyph { at, symbol, cols, class })
    })
}

/// Returns a text that can be pasted anywhere: line breaks and tabs stay, other controls are removed.
pub(super) fn clean(text: &str) -> String {
    text.chars().filter(|&c| matches!(c, '\n' | '\t') || !(c.is_control() || is_hidden(c))).collect()
}

/// Returns the byte at which a character of a text begins, by its number; the end of the text behind the last one.
pub(super) fn byte_of_char(text: &str, number: usize) -> usize {
    text.char_indices().nth(number).map_or(text.len(), |(at, _)| at)
}

/// Returns whether a character ends a line.
pub(super) fn is_newline(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn cell(grapheme: &str) -> Option<(Cow<'_, str>, u16, Class)> {
    let mut chars = grapheme.chars();
    let first = chars.next()?;
    let is_single = chars.next().is_none();
    if first.is_ascii_graphic() && is_single {
        return Some((grapheme.into(), 1, Class::Narrow));
    }
    match first {
        '\t' => Some(("  ".into(), 2, Class::Space)),
        // A soft hyphen marks a possible break and is not shown.
        '\u{AD}' if is_single => None,
        c if is_newline(c) => Some((" ".into(), 1, Class::Newline)),
        c if c.is_whitespace() && c != '\u{3000}' => Some((" ".into(), 1, Class::Space)),
        '\u{3000}' => Some(("  ".into(), 2, Class::Space)),
        '\0'..='\u{1F}' => Some((picture(first), 1, Class::Narrow)),
        c if c.is_control() || is_hidden(c) => Some((STAND_IN.into(), 1, Class::Narrow)),
        _ => Some(shown(grapheme, first)),
    }
}

/// Returns Unicode's symbol for a control character.
fn picture(control: char) -> Cow<'static, str> {
    char::from_u32(0x2400 + control as u32).map_or(STAND_IN.into(), |c| c.to_string().into())
}

fn is_hidden(c: char) -> bool {
    HIDDEN.iter().any(|&(first, last)| (first..=last).contains(&c))
}

/// Returns a visible grapheme. Terminals differ in the width of joined and selected forms. Such a grapheme is cut to
/// its first character with its marks, on whose width they agree.
fn shown(grapheme: &str, first: char) -> (Cow<'_, str>, u16, Class) {
    let whole = grapheme.width();
    // If only the first character has a width, and nothing selects a form, terminals agree.
    let is_plain = grapheme.chars().skip(1).all(|c| width(c) == 0 && !is_hidden(c) && !is_selector(c));
    let marks = grapheme.chars().count() - 1;
    if is_plain && marks <= MAX_MARKS && whole == width(first) && matches!(whole, 1 | 2) {
        return (grapheme.into(), whole as u16, class(whole));
    }
    if let Some(letters) = flag_letters(grapheme) {
        return (letters.into(), 2, Class::Wide);
    }
    let mut symbol = String::new();
    // A mark without a letter gets a circle to stand on.
    symbol.push(if width(first) == 0 { '\u{25CC}' } else { first });
    let marks = grapheme.chars().filter(|&c| width(c) == 0 && !is_selector(c));
    symbol.extend(marks.take_while(|&c| !is_hidden(c)).take(MAX_MARKS));
    match symbol.width() {
        cols @ (1 | 2) => (symbol.into(), cols as u16, class(cols)),
        _ => (STAND_IN.into(), 1, Class::Narrow),
    }
}

/// Returns the columns of a character.
fn width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Returns the two letters of a flag. Terminals draw flags in one to four columns.
fn flag_letters(grapheme: &str) -> Option<String> {
    let mut letters = String::new();
    for c in grapheme.chars() {
        let '\u{1F1E6}'..='\u{1F1FF}' = c else { return None };
        letters.push(char::from(b'A' + (c as u32 - 0x1F1E6) as u8));
    }
    (letters.len() == 2).then_some(letters)
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}')
}

fn class(cols: usize) -> Class {
    if cols == 2 { Class::Wide } else { Class::Narrow }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, u16)]) {
        let found: Vec<_> = glyphs(text).map(|glyph| (glyph.symbol.into_owned(), glyph.cols)).collect();
        let found: Vec<_> = found.iter().map(|(symbol, cols)| (symbol.as_str(), *cols)).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn letters_stay_as_they_are() {
        check("aé", &[("a", 1), ("é", 1)]);
        check("e\u{301}", &[("e\u{301}", 1)]);
        check("中，", &[("中", 2), ("，", 2)]);
        check("한", &[("한", 2)]);
    }

    #[test]
    fn controls_become_stand_ins() {
        check("\u{1b}[2J", &[("␛", 1), ("[", 1), ("2", 1), ("J", 1)]);
        check("\0\u{7f}\u{9b}", &[("␀", 1), ("\u{FFFD}", 1), ("\u{FFFD}", 1)]);
        check("a\u{202e}b", &[("a", 1), ("\u{FFFD}", 1), ("b", 1)]);
        check("\u{200b}", &[("\u{FFFD}", 1)]);
    }

    #[test]
    fn blanks_become_spaces() {
        check("\t", &[("  ", 2)]);
        check("\r\n", &[(" ", 1)]);
        check("\u{3000}", &[("  ", 2)]);
        check("\u{ad}", &[]);
    }

    #[test]
    fn joined_emoji_become_their_first_picture() {
        check("👨‍👩‍👧", &[("👨", 2)]);
        check("👍🏽", &[("👍", 2)]);
        check("❤\u{fe0f}", &[("❤", 1)]);
        check("🇩🇪ｶ\u{ff9e}", &[("DE", 2), ("ｶ", 1)]);
        check("1\u{fe0f}\u{20e3}", &[("1\u{20e3}", 1)]);
    }

    #[test]
    fn marks_are_kept_in_bounds() {
        check("\u{301}", &[("\u{25CC}\u{301}", 1)]);
        let many = format!("a{}", "\u{301}".repeat(40));
        check(&many, &[("a\u{301}\u{301}\u{301}", 1)]);
    }

    #[test]
    fn copied_text_has_no_escapes() {
        assert_eq!(clean("a\u{1b}]52;c;\u{7}\r\n\tb\u{202e}"), "a]52;c;\n\tb");
    }
}

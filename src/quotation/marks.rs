//! The characters that are quotation marks, and the effect of each in its place.

use crate::text::lookup::{is_ascii_alphanumeric, is_digit, is_number, is_of_word, is_one_of, is_separator};

/// A family of marks that pair with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// “ ” „ ‟
    Curly,
    /// ‘ ’ ‚ ‛
    SingleCurly,
    /// "
    Straight,
    /// '
    SingleStraight,
    /// « »
    Guillemet,
    /// ‹ ›
    SingleGuillemet,
    /// 「 」 ﹁ ﹂ ｢ ｣
    Corner,
    /// 『 』 ﹃ ﹄
    WhiteCorner,
    /// ＂
    FullWidth,
    /// 〝 〞 〟
    Prime,
    /// 《 》
    Title,
    /// 〈 〉
    SingleTitle,
}

pub(super) const FAMILIES: usize = 12;

impl Family {
    /// Returns its number, below [`FAMILIES`].
    pub(super) fn number(self) -> usize {
        self as usize
    }

    pub(super) fn is_title(self) -> bool {
        matches!(self, Family::Title | Family::SingleTitle)
    }

    /// Returns whether its closing mark is also an apostrophe.
    pub(super) fn is_apostrophe(self) -> bool {
        matches!(self, Family::SingleCurly | Family::SingleStraight)
    }

    /// Returns whether a paragraph that opens with such a mark may continue a quotation of the one before.
    pub(super) fn spans_paragraphs(self) -> bool {
        use Family::*;
        matches!(self, Curly | Straight | Corner | WhiteCorner | Guillemet | FullWidth)
    }
}

/// The effect of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Open(Family),
    Close(Family),
}

/// The text around a mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'t> {
    /// The text before it in the paragraph.
    pub(super) before: &'t str,
    /// The text behind it in the paragraph.
    pub(super) behind: &'t str,
}

/// Words that begin with an apostrophe.
const ELISIONS: [&str; 10] = ["em", "tis", "til", "twas", "cause", "bout", "n", "round", "twill", "er"];

/// Returns whether a text begins with a mark that opens, or may open, a quotation.
pub(super) fn begins_quotation(text: &str) -> bool {
    text.starts_with(['“', '"', '「', '『', '«', '＂', '〝'])
}

/// Returns the effect of a character as a mark; `None` if it is no mark, an apostrophe, or a mark of feet and inches.
///
/// `is_open` tells whether a mark of a family is open; `is_low` tells whether the last open curly one is „.
pub(super) fn act(
    c: char,
    around: Around,
    is_open: impl Fn(Family) -> bool,
    is_low: impl Fn() -> bool,
) -> Option<Act> {
    use Family::*;
    Some(match c {
        '“' if is_open(Curly) && is_low() => Act::Close(Curly),
        '“' | '„' | '‟' => Act::Open(Curly),
        '”' => Act::Close(Curly),
        '‘' | '‚' | '‛' if !around.is_apostrophe() => Act::Open(SingleCurly),
        '’' if is_open(SingleCurly) && !around.is_inside_word() => Act::Close(SingleCurly),
        '"' => return straight(around, is_open(Straight)),
        '\'' => return single_straight(around, is_open(SingleStraight)),
        '＂' if is_open(FullWidth) => Act::Close(FullWidth),
        '＂' => Act::Open(FullWidth),
        '«' | '»' => return Some(guillemet(c, Guillemet, around, is_open(Guillemet))),
        '‹' | '›' => return Some(guillemet(c, SingleGuillemet, around, is_open(SingleGuillemet))),
        '「' | '﹁' | '｢' => Act::Open(Corner),
        '」' | '﹂' | '｣' => Act::Close(Corner),
        '『' | '﹃' => Act::Open(WhiteCorner),
        '』' | '﹄' => Act::Close(WhiteCorner),
        '〝' => Act::Open(Prime),
        '〞' | '〟' => Act::Close(Prime),
        '《' => Act::Open(Title),
        '》' => Act::Close(Title),
        '〈' => Act::Open(SingleTitle),
        '〉' => Act::Close(SingleTitle),
        _ => return None,
    })
}

/// Returns the effect of a mark that points inward in most languages, «…», and outward in others, »…«.
fn guillemet(c: char, family: Family, around: Around, is_open: bool) -> Act {
    let follows_text = !around.last().is_none_or(char::is_whitespace);
    let precedes_letter = around.first().is_some_and(char::is_alphanumeric);
    let is_outward = match c {
        '«' | '‹' => is_open && follows_text && !precedes_letter,
        _ => !is_open && precedes_letter && !around.last().is_some_and(char::is_alphanumeric),
    };
    if matches!(c, '«' | '‹') != is_outward { Act::Open(family) } else { Act::Close(family) }
}

fn straight(around: Around, is_open: bool) -> Option<Act> {
    let (before, behind) = (around.last(), around.first());
    let is_spaced_before = before.is_none_or(char::is_whitespace);
    let is_spaced_behind = behind.is_none_or(char::is_whitespace);
    match is_open {
        // A mark that opens like this leaves the one before unclosed.
        true if is_spaced_before && behind.is_some_and(char::is_alphanumeric) => {
            Some(Act::Open(Family::Straight))
        }
        true if around.is_of_inches() => None,
        true => Some(Act::Close(Family::Straight)),
        false if is_spaced_behind || before.is_some_and(is_ascii_alphanumeric) => None,
        false => Some(Act::Open(Family::Straight)),
    }
}

fn single_straight(around: Around, is_open: bool) -> Option<Act> {
    let (before, behind) = (around.last(), around.first());
    let precedes_word = behind.is_some_and(char::is_alphanumeric);
    if is_open && !before.is_none_or(char::is_whitespace) && !precedes_word {
        return Some(Act::Close(Family::SingleStraight));
    }
    let opens =
        before.is_none_or(is_separator) && (precedes_word || behind == Some('"')) && !around.is_apostrophe();
    opens.then_some(Act::Open(Family::SingleStraight))
}

impl Around<'_> {
    fn last(self) -> Option<char> {
        self.before.chars().next_back()
    }

    fn first(self) -> Option<char> {
        self.behind.chars().next()
    }

    /// Returns whether the mark stands between two letters: `don’t`. Chinese has no apostrophes.
    fn is_inside_word(self) -> bool {
        self.before.ends_with(is_of_word) && self.behind.starts_with(is_of_word)
    }

    /// Returns whether the mark stands before a decade (`'90s`) or a word with its beginning left out (`'em`), or
    /// inside a word.
    fn is_apostrophe(self) -> bool {
        let word = self.behind.split(is_separator).next().unwrap_or("");
        let is_decade = is_number(word.trim_end_matches('s'), 2..=2);
        self.is_inside_word() || is_decade || is_one_of(word, &ELISIONS)
    }

    /// Returns whether the mark stands behind feet and inches: `5'10`.
    fn is_of_inches(self) -> bool {
        let rest = self.before.trim_end_matches(is_digit);
        rest.len() < self.before.len() && rest.ends_with(['\'', '’', '′'])
    }

    /// Returns whether the mark opens a string of a program: `x = "…"`, `f("…")`, `{"…`.
    pub(super) fn is_of_code(self) -> bool {
        if self.before.trim_end_matches(' ').ends_with(['=', '{', '\\']) {
            return true;
        }
        let Some(called) = self.before.strip_suffix(['(', '[']) else { return false };
        called.ends_with('_') || called.ends_with(is_ascii_alphanumeric)
    }
}

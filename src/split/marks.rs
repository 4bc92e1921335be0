//! The characters that end, open, close and continue a sentence.

use crate::text::is_han;

/// Returns whether a character ends a sentence if its surroundings allow it.
pub(super) fn is_terminator(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '⋯' | '؟' | '۔' | '।' | '॥') || is_cjk_terminator(c)
}

/// Returns whether this is a terminator that needs no space behind it.
pub(super) fn is_cjk_terminator(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '｡')
}

/// Returns whether this is a quotation mark that may open a sentence.
pub(super) fn is_opening_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '‘' | '„' | '«' | '‹' | '「' | '『' | '〝')
}

/// Returns whether this is a quotation mark that belongs to the sentence before it when it follows a terminator.
pub(super) fn is_closing_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | '›' | '」' | '』' | '〞' | '〟')
}

/// Returns the opening bracket that this one closes.
pub(super) fn opener_of(c: char) -> Option<char> {
    Some(match c {
        ')' => '(',
        '）' => '（',
        '》' => '《',
        '〉' => '〈',
        '】' => '【',
        '〕' => '〔',
        '］' => '［',
        '｝' => '｛',
        ']' => '[',
        '}' => '{',
        _ => return None,
    })
}

/// Returns whether this opens a bracket in which a short text is kept in one piece.
pub(super) fn is_opening_bracket(c: char) -> bool {
    matches!(c, '(' | '（' | '《' | '〈' | '【' | '〔' | '［' | '｛')
}

/// Returns whether this is Han, Kana, or the punctuation among them, where a sentence ends without a space.
pub(super) fn is_cjk(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3001}'..='\u{303F}' | '\u{3040}'..='\u{30FF}' | '\u{FF01}'..='\u{FF9F}')
}

/// Returns whether a sentence always continues after this punctuation mark.
pub(super) fn goes_on(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '，' | '、' | '；' | '：')
}

/// Returns whether this closes a quotation or a bracket.
pub(super) fn closes(c: char) -> bool {
    is_closing_quote(c) || opener_of(c).is_some()
}

/// Returns whether the text behind a mark stands apart from it: white space, anything but ASCII, or nothing.
pub(super) fn is_spaced(behind: &str) -> bool {
    behind.chars().next().is_none_or(|c| c.is_whitespace() || !c.is_ascii())
}

/// Returns whether this is a Roman numeral of at most five letters; an empty text is one too.
pub(super) fn is_roman(text: &str) -> bool {
    text.len() <= 5 && text.bytes().all(|byte| b"IVXLCivxlc".contains(&byte))
}

/// Returns whether `text` has at least `least` characters that are not white space. Stops as soon as they are found.
pub(super) fn has_chars(text: &str, least: usize) -> bool {
    text.chars().filter(|c| !c.is_whitespace()).nth(least.saturating_sub(1)).is_some()
}

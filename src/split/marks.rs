//! Which characters end, open, close and continue a sentence, and small lookups around a position.

use crate::text::is_han;

/// A character that ends a sentence where its surroundings allow it.
pub(super) fn is_terminator(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '⋯' | '؟' | '۔' | '।' | '॥') || is_cjk_terminator(c)
}

/// A terminator that needs no space behind it.
pub(super) fn is_cjk_terminator(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '｡')
}

/// A bracket or quotation mark that may open a sentence.
pub(super) fn is_opening_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '‘' | '„' | '«' | '‹' | '「' | '『' | '〝')
}

/// A quotation mark that belongs to the sentence before it when it follows a terminator.
pub(super) fn is_closing_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | '›' | '」' | '』' | '〞' | '〟')
}

/// The opening bracket that this one closes.
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

/// A bracket in which a short text is kept in one piece.
pub(super) fn is_opening_bracket(c: char) -> bool {
    matches!(c, '(' | '（' | '《' | '〈' | '【' | '〔' | '［' | '｛')
}

/// Han, Kana, and the punctuation that stands among them: a sentence there is not ended by a space.
pub(super) fn is_cjk(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3001}'..='\u{303F}' | '\u{3040}'..='\u{30FF}' | '\u{FF01}'..='\u{FF9F}')
}

/// Punctuation after which a sentence always continues.
pub(super) fn goes_on(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '，' | '、' | '；' | '：')
}

/// The character that begins at `at`.
pub(super) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The character that ends at `at`.
pub(super) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// Whether `text` has at least `least` characters that are not white space. Stops as soon as it is known.
pub(super) fn has_chars(text: &str, least: usize) -> bool {
    text.chars().filter(|c| !c.is_whitespace()).nth(least.saturating_sub(1)).is_some()
}

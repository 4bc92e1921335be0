//! The text of a document -> the same text without anything that a terminal would obey.
//!
//! Each character is replaced by exactly one other, so that positions in code points stay valid. `O(n)`; text
//! without such characters is not copied.
//!
//! ```
//! use ibid::report::sanitize;
//!
//! assert_eq!(sanitize("a\tb\n\u{1b}[31mred\u{202E}"), "a b ␛[31mred\u{FFFD}");
//! assert_eq!(sanitize("浮桥, naïve"), "浮桥, naïve");
//! ```

use std::borrow::Cow;

/// Replaces white space that moves the cursor with spaces, control characters with their pictures (`␛` for ESC), and
/// the C1 and bidirectional controls with U+FFFD.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| sanitize_char(c) == c) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(sanitize_char).collect())
}

/// Replaces one character as [`sanitize`] does.
pub fn sanitize_char(c: char) -> char {
    match c {
        ' '..='~' => c,
        '\t' | '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        '\0'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}'),
        '\u{7F}' => '\u{2421}',
        c if is_hostile(c) => '\u{FFFD}',
        c => c,
    }
}

/// Returns whether a character controls a terminal or the order of text.
pub(super) fn is_hostile(c: char) -> bool {
    matches!(u32::from(c),
        0x00..=0x1F | 0x7F..=0x9F | 0x061C | 0x200E | 0x200F | 0x2028..=0x202E | 0x2066..=0x2069 | 0xFFF9..=0xFFFB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        for c in '\0'..='\u{FFFF}' {
            let shown = sanitize_char(c);
            assert!(!shown.is_control() && !is_hostile(shown), "{c:?} became {shown:?}");
        }
    }

    #[test]
    fn positions_stay_true() {
        let text = "a\u{1b}]8;;x\u{7}\r\n中\u{9b}2J\u{2066}\u{7f}";
        assert_eq!(sanitize(text).chars().count(), text.chars().count());
        assert_eq!(sanitize(text), "a␛]8;;x␇  中\u{FFFD}2J\u{FFFD}␡");
    }

    #[test]
    fn letters_of_all_scripts_are_kept() {
        for text in ["", "naïve café", "中文，标点。", "עברית العربية", "e\u{301} 👩‍👩‍👧"]
        {
            assert!(matches!(sanitize(text), Cow::Borrowed(_)), "{text}");
        }
    }
}

//! Words by the rules of UAX #29, through `unicode-segmentation`.
//!
//! ASCII text follows the same rules in a loop over bytes, which is some five times as fast. Tests hold the two
//! equal.

use unicode_segmentation::UnicodeSegmentation;

use super::eight::Eight;
use super::{Token, fold};
use crate::text::Span;

/// Appends the words of `text`, which begins at `offset`.
pub(super) fn cut(text: &str, offset: u32, out: &mut Vec<Token>) {
    let mut push = |start: usize, word: &str, hash: u64| {
        let span = Span::new(offset + start as u32, offset + (start + word.len()) as u32);
        out.push(Token { span, word: hash });
    };
    if text.is_ascii() {
        for_each_ascii_word(text, |start, word, first| push(start, word, fold::hash_ascii_word(word, first)));
    } else if !text.chars().all(is_mark) {
        for (start, word) in text.unicode_word_indices() {
            push(start, word, fold::hash_word(word));
        }
    }
}

/// Returns whether a character is punctuation or a space between Chinese words. Most of the text between Han is made of
/// these, and the word rules take some time to find no word in it.
fn is_mark(c: char) -> bool {
    match c {
        '\u{2010}'..='\u{2027}'
        | '\u{3000}'..='\u{3002}'
        | '\u{3008}'..='\u{3011}'
        | '\u{3014}'..='\u{301F}' => true,
        '！' | '（' | '）' | '，' | '：' | '；' | '？' => true,
        _ => c.is_ascii() && !c.is_ascii_alphanumeric(),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Letter,
    Digit,
    Underscore,
    /// A mark that joins letters.
    MidLetter,
    /// A mark that joins digits.
    MidDigit,
    /// A mark that joins both.
    Mid,
    Other,
}

const CLASSES: [Class; 128] = {
    let mut classes = [Class::Other; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'_' => Class::Underscore,
            b':' => Class::MidLetter,
            b',' | b';' => Class::MidDigit,
            b'.' | b'\'' => Class::Mid,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// Returns the class of the byte at `at`; behind the end there is no word.
#[inline]
fn class(bytes: &[u8], at: usize) -> Class {
    match bytes.get(at) {
        Some(&byte) => CLASSES[usize::from(byte & 127)],
        None => Class::Other,
    }
}

/// Calls `push` for each word with its first byte, its text, and the eight bytes from there on.
fn for_each_ascii_word(text: &str, mut push: impl FnMut(usize, &str, Eight)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let first = Eight::at(bytes, at);
        let letters = count_letters(first, bytes, at);
        let (here, next) = (class(bytes, at + letters), class(bytes, at + letters + 1));
        let goes_on = matches!(here, Class::Letter | Class::Digit | Class::Underscore)
            || letters > 0 && matches!(here, Class::Mid | Class::MidLetter) && next == Class::Letter;
        // Nearly all words are letters only.
        if !goes_on {
            if letters > 0 {
                push(at, text.get(at..at + letters).unwrap_or(""), first);
            }
            at += letters + 1;
            continue;
        }
        let start = at;
        let (mut last, mut is_word) = (Class::Other, false);
        loop {
            let here = class(bytes, at);
            match here {
                Class::Letter | Class::Digit => is_word = true,
                Class::Underscore => {}
                Class::Mid if last == Class::Letter && class(bytes, at + 1) == Class::Letter => {}
                Class::Mid if last == Class::Digit && class(bytes, at + 1) == Class::Digit => {}
                Class::MidLetter if last == Class::Letter && class(bytes, at + 1) == Class::Letter => {}
                Class::MidDigit if last == Class::Digit && class(bytes, at + 1) == Class::Digit => {}
                _ => break,
            }
            last = here;
            at += 1;
        }
        if is_word {
            push(start, text.get(start..at).unwrap_or(""), first);
        }
        if at == start {
            at += 1;
        }
    }
}

/// Counts the letters from `at` on; `first` are the eight bytes there.
fn count_letters(first: Eight, bytes: &[u8], at: usize) -> usize {
    let (mut more, mut count) = (first.letters(), first.letters());
    while more == Eight::LEN {
        more = Eight::at(bytes, at + count).letters();
        count += more;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_words() {
        for c in ('\0'..='\u{FFFF}').filter(|&c| is_mark(c)) {
            assert_eq!(c.to_string().unicode_words().count(), 0, "{c:?}");
        }
        assert_eq!("，——“（_".unicode_words().count(), 0);
    }

    #[test]
    fn ascii_words_equal_the_library() {
        let alphabet = b"aZ09_.,;:' -\n!\"/@";
        let mut state = 1_u64;
        for length in 0..4000 {
            let text: String = (0..length % 40)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    char::from(alphabet[(state >> 33) as usize % alphabet.len()])
                })
                .collect();
            let mut found = vec![];
            for_each_ascii_word(&text, |start, word, _| found.push((start, word.to_owned())));
            let expected: Vec<_> =
                text.unicode_word_indices().map(|(at, word)| (at, word.to_owned())).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}

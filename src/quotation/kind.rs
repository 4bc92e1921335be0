//! The kind of text between marks: a statement, some words of one, a phrase, or a title.

use super::speaker::{backward, forward};
use super::{Draft, QuotationForm, QuotationKind};
use crate::text::lookup::{is_of_word, is_one_of, is_separator};
use crate::text::{Span, is_han};

/// The fewest words that are more than a phrase.
const LEAST_WORDS: usize = 3;
/// The fewest Han characters that are more than a phrase: slogans have up to eight.
const LEAST_HAN: usize = 9;
/// The fewest Han characters of a whole sentence, which may be shorter.
const LEAST_HAN_OF_SENTENCE: usize = 4;

/// The most bytes of a part that are looked at, from either end. In nested quotations, each outer one has the marks of
/// all inner ones before its first word.
const WORDING_BYTES: u32 = 256;

/// Words for works, as they stand before a title.
#[rustfmt::skip]
const WORKS: [&str; 24] = [
    "book", "novel", "film", "movie", "song", "album", "play", "poem", "series", "show", "documentary",
    "article", "essay", "titled", "entitled", "hymn", "magazine", "newspaper", "musical", "opera",
    "painting", "story", "anthem", "comedy",
];

/// The verb of saying that goes with a quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Introduced {
    /// A verb with only marks and an attribution between it and the quotation: `he said: "…"`.
    Directly,
    /// A verb elsewhere in the sentence.
    InSentence,
    /// None.
    Not,
}

impl Draft {
    /// Returns the beginning of its wording, as much of it as is looked at.
    pub(super) fn first_words<'t>(&self, text: &'t str) -> &'t str {
        let Some(&part) = self.parts.first() else { return "" };
        forward(text, part, WORDING_BYTES).of(text).trim()
    }

    /// Returns the end of its wording, as much of it as is looked at.
    pub(super) fn last_words<'t>(&self, text: &'t str) -> &'t str {
        let Some(&part) = self.parts.last() else { return "" };
        backward(text, part, WORDING_BYTES).of(text).trim()
    }
}

/// Returns the kind of a quotation.
pub(super) fn kind(text: &str, draft: &Draft, introduced: Introduced) -> QuotationKind {
    if draft.is_title {
        return QuotationKind::Title;
    }
    let size = Size::of(text, &draft.parts);
    let ends = draft.last_words(text).ends_with(['.', '!', '?', '。', '！', '？', '…', '；']);
    if introduced == Introduced::Directly || (draft.form == QuotationForm::Block && size.is_fragment()) {
        return QuotationKind::Statement;
    }
    if ends && size.is_sentence() && begins_sentence(draft.first_words(text)) {
        return QuotationKind::Statement;
    }
    match () {
        () if is_named_work(text, draft) => QuotationKind::Title,
        () if size.is_fragment() => QuotationKind::Fragment,
        () => QuotationKind::Phrase,
    }
}

/// Returns whether a wording begins as sentences do: not with a small letter.
pub(super) fn begins_sentence(wording: &str) -> bool {
    let bare = wording.trim_start_matches(is_separator);
    !bare.is_empty() && !bare.starts_with(char::is_lowercase)
}

/// Returns whether all its longer words have capitals and a word for works stands before it.
fn is_named_work(text: &str, draft: &Draft) -> bool {
    let [part] = draft.parts[..] else { return false };
    let before = backward(text, Span::new(0, draft.span.start), 24).of(text).trim_end_matches([' ', ',']);
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let mut words = part.of(text).split_whitespace();
    is_one_of(word, &WORKS)
        && words.all(|word| word.chars().count() < 4 || !word.starts_with(char::is_lowercase))
}

/// The numbers of words and Han characters, counted until more of them change nothing.
#[derive(Default)]
struct Size {
    words: usize,
    han: usize,
}

impl Size {
    fn of(text: &str, parts: &[Span]) -> Size {
        let mut size = Size::default();
        for &part in parts {
            let mut is_inside = false;
            for c in forward(text, part, WORDING_BYTES).of(text).chars() {
                let is_letter = is_of_word(c);
                size.han += usize::from(is_han(c));
                size.words += usize::from(is_letter && !is_inside);
                is_inside = is_letter || (is_inside && matches!(c, '\'' | '’' | '-' | '.'));
                if size.is_enough() {
                    return size;
                }
            }
        }
        size
    }

    /// Returns whether it is a fragment and a sentence, whatever follows.
    fn is_enough(&self) -> bool {
        self.han >= LEAST_HAN || self.words >= LEAST_WORDS.max(LEAST_HAN.div_ceil(2))
    }

    fn is_fragment(&self) -> bool {
        self.words >= LEAST_WORDS && self.han == 0 || self.han + 2 * self.words >= LEAST_HAN && self.han > 0
    }

    fn is_sentence(&self) -> bool {
        self.words >= LEAST_WORDS || self.han >= LEAST_HAN_OF_SENTENCE
    }
}

//! Whether what stands between marks is a statement, some words of one, a phrase, or a title.

use super::speaker::{backward, forward};
use super::{Draft, Form, Kind};
use crate::text::{Span, is_han};

/// Fewer words are a phrase.
const LEAST_WORDS: usize = 3;
/// Fewer Han characters are one: slogans have up to eight.
const LEAST_HAN: usize = 9;
/// A whole sentence may be shorter.
const LEAST_HAN_OF_SENTENCE: usize = 4;

/// At most this many bytes of a part are looked at, from either end: of quotations in quotations, each outer one has all the
/// marks of those in it before its first word.
pub(super) const WORDING_BYTES: u32 = 256;

/// Words for works, before a title.
const WORKS: [&str; 24] = [
    "book",
    "novel",
    "film",
    "movie",
    "song",
    "album",
    "play",
    "poem",
    "series",
    "show",
    "documentary",
    "article",
    "essay",
    "titled",
    "entitled",
    "hymn",
    "magazine",
    "newspaper",
    "musical",
    "opera",
    "painting",
    "story",
    "anthem",
    "comedy",
];

/// Whether a verb of saying goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Introduced {
    /// It does, and only marks and an attribution stand between the two: `he said: "…"`.
    Directly,
    /// It does, somewhere in the sentence.
    InSentence,
    /// It does not.
    Not,
}

/// The kind of a quotation.
pub(super) fn kind(text: &str, draft: &Draft, introduced: Introduced) -> Kind {
    if draft.is_title {
        return Kind::Title;
    }
    let size = Size::of(text, &draft.parts);
    let last = draft.parts.last().map_or("", |&part| backward(text, part, WORDING_BYTES).of(text).trim_end());
    let ends = last.ends_with(['.', '!', '?', '。', '！', '？', '…', '；']);
    if introduced == Introduced::Directly || (draft.form == Form::Block && size.is_fragment()) {
        return Kind::Statement;
    }
    if ends && size.is_sentence() && begins_sentence(text, draft) {
        return Kind::Statement;
    }
    match () {
        () if is_named_work(text, draft) => Kind::Title,
        () if size.is_fragment() => Kind::Fragment,
        () => Kind::Phrase,
    }
}

/// Whether it begins as sentences do: with a capital letter, or in Chinese.
fn begins_sentence(text: &str, draft: &Draft) -> bool {
    let first = draft.parts.first().map_or("", |&part| forward(text, part, WORDING_BYTES).of(text));
    let first = first.chars().find(|c| c.is_alphanumeric());
    first.is_some_and(|c| !c.is_lowercase())
}

/// Whether all its longer words have capitals and a word for works stands before it.
fn is_named_work(text: &str, draft: &Draft) -> bool {
    let [part] = draft.parts[..] else { return false };
    let before = Span::new(draft.span.start.saturating_sub(24), draft.span.start);
    let before = (0..4).find_map(|skip| text.get(before.start as usize + skip..before.end as usize));
    let before = before.unwrap_or("").trim_end_matches([' ', ',']);
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let is_capital = |word: &str| word.chars().count() < 4 || !word.starts_with(char::is_lowercase);
    WORKS.iter().any(|work| word.eq_ignore_ascii_case(work))
        && part.of(text).split_whitespace().all(is_capital)
}

/// How many words and Han characters there are, counted until more of them change nothing.
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
                let is_letter = c.is_alphanumeric() && !is_han(c);
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

    /// Whether it is a fragment and a sentence, whatever else it has.
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

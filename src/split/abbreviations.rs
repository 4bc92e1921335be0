//! Whether a full stop in Latin text ends its sentence, or belongs to an abbreviation.
//!
//! In: the text of a paragraph, the place of a full stop that white space follows, and what comes next. Out: a yes or
//! no. Abbreviations fall into kinds by what may follow them; those that may end a sentence do so only before a word
//! that is far more often the first of a sentence than a name ([`STARTERS`]). `O(1)`: no word longer than
//! [`MAX_WORD`] is read.

use super::marks::{char_at, char_before};

/// What follows a full stop.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Next {
    /// The first letter or digit, and where it stands.
    pub(super) first: Option<(usize, char)>,
    /// An opening quote stands before it.
    pub(super) quoted: bool,
    /// An opening bracket stands before it.
    pub(super) bracketed: bool,
}

/// The longest abbreviation, in bytes.
const MAX_WORD: usize = 10;

/// Before names; they never end a sentence. In lower case only those that are no other words.
const TITLES: &[&str] = &[
    "adm", "brig", "capt", "cmdr", "col", "cpl", "dr", "fr", "gen", "gov", "hon", "lt", "maj", "messrs",
    "mgr", "mlle", "mme", "mr", "mrs", "ms", "mt", "mx", "pres", "prof", "pvt", "rep", "rev", "revd", "sen",
    "sgt", "ste", "supt",
];
/// Titles that are no words when written small.
const SMALL_TITLES: &[&str] = &["capt", "dr", "messrs", "mlle", "mme", "mr", "mrs", "prof", "sgt"];

/// Always followed by something.
const NEVER: &[&str] = &[
    "a.k.a", "abbr", "approx", "assn", "cf", "dept", "e.g", "eg", "esp", "i.a", "i.e", "ie", "incl", "q.v",
    "resp", "s.v", "transl", "univ", "v", "viz", "vs",
];

/// Followed by a number, a letter or a numeral; words of their own otherwise.
const NUMBERED: &[&str] = &[
    "app", "apr", "art", "arts", "aug", "bd", "bk", "bks", "c", "ca", "cap", "ch", "chap", "chaps", "col",
    "cor", "dec", "def", "eq", "eqn", "eqs", "ex", "feb", "fig", "figs", "fn", "fol", "jan", "jul", "jun",
    "l", "lem", "ll", "mar", "n", "nn", "no", "nos", "nov", "nr", "oct", "op", "p", "para", "paras", "pl",
    "pls", "pp", "prop", "pt", "pts", "ref", "refs", "sec", "secs", "sect", "sep", "sept", "tab", "tbl",
    "thm", "v", "ver", "vol", "vols",
];

/// May end a sentence or not. Letters with dots between them (`U.S.`, `p.m.`) belong here too.
const EITHER: &[&str] = &[
    "al", "ave", "b.sc", "bart", "blvd", "bros", "co", "corp", "ed", "eds", "esq", "etc", "gmbh", "inc",
    "jnr", "jr", "llc", "ltd", "m.sc", "mfg", "ph.d", "plc", "rd", "snr", "sq", "sr", "st",
];

/// Words that begin sentences far more often than names.
const STARTERS: &[&str] = &[
    "a",
    "about",
    "according",
    "after",
    "all",
    "also",
    "although",
    "among",
    "an",
    "and",
    "another",
    "any",
    "are",
    "as",
    "at",
    "because",
    "before",
    "both",
    "but",
    "by",
    "can",
    "consequently",
    "consider",
    "despite",
    "did",
    "do",
    "does",
    "during",
    "each",
    "even",
    "every",
    "few",
    "finally",
    "first",
    "following",
    "for",
    "from",
    "further",
    "furthermore",
    "given",
    "had",
    "has",
    "have",
    "he",
    "hence",
    "her",
    "here",
    "his",
    "how",
    "however",
    "i",
    "if",
    "in",
    "indeed",
    "instead",
    "is",
    "it",
    "its",
    "last",
    "later",
    "let",
    "many",
    "meanwhile",
    "moreover",
    "most",
    "my",
    "nevertheless",
    "no",
    "nor",
    "not",
    "note",
    "nothing",
    "now",
    "of",
    "often",
    "on",
    "once",
    "one",
    "only",
    "or",
    "other",
    "others",
    "our",
    "over",
    "perhaps",
    "several",
    "she",
    "should",
    "similarly",
    "since",
    "so",
    "some",
    "sometimes",
    "soon",
    "still",
    "such",
    "suppose",
    "that",
    "the",
    "their",
    "then",
    "there",
    "therefore",
    "these",
    "they",
    "this",
    "those",
    "though",
    "through",
    "thus",
    "to",
    "today",
    "two",
    "under",
    "unless",
    "unlike",
    "until",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "whereas",
    "whether",
    "which",
    "while",
    "who",
    "why",
    "will",
    "with",
    "within",
    "without",
    "would",
    "yes",
    "yet",
    "you",
    "your",
];

/// Whether the full stop at `at` ends a sentence, white space and `next` (not in lower case) following.
pub(super) fn ends_sentence(text: &str, at: usize, next: &Next) -> bool {
    let starter = || next.quoted || next.first.is_some_and(|(place, _)| is_starter(text, place));
    let numbered = || next.bracketed || next.first.is_some_and(|(place, c)| is_number(text, place, c));
    if let Some(letter) = single_letter(text, at) {
        return match letter {
            'a'..='z' if is_in(NEVER, letter.encode_utf8(&mut [0; 4])) => false,
            'a'..='z' => !numbered(),
            // "Than I. The next" against "I. Newton", "Plan B. The next" against "B. Russell".
            _ => !next.bracketed && starter(),
        };
    }
    let mut buffer = [0; MAX_WORD];
    let Some((word, capital)) = word_before(text, at, &mut buffer) else { return true };
    if is_in(SMALL_TITLES, word) || capital && is_in(TITLES, word) && !numbered() || is_in(NEVER, word) {
        return false;
    }
    if is_in(NUMBERED, word) {
        return !numbered();
    }
    if is_in(EITHER, word) || is_dotted(word) {
        return !next.bracketed && (starter() || next.first.is_some_and(|(_, c)| crate::text::is_han(c)));
    }
    true
}

/// Whether `word.12` is a reference such as `p.12`, rather than a sentence's end with a footnote mark.
pub(super) fn takes_number(text: &str, at: usize) -> bool {
    let mut buffer = [0; MAX_WORD];
    single_letter(text, at).is_some()
        || word_before(text, at, &mut buffer)
            .is_some_and(|(word, _)| is_in(NUMBERED, word) || is_in(NEVER, word))
}

/// The letter before `at`, if it is a word of one letter.
fn single_letter(text: &str, at: usize) -> Option<char> {
    let letter = char_before(text, at).filter(|c| c.is_lowercase() || c.is_uppercase())?;
    let start = at - letter.len_utf8();
    match char_before(text, start) {
        None => Some(letter),
        Some('\'' | '’') => {
            char_before(text, start - 1).is_none_or(|c| !c.is_alphanumeric()).then_some(letter)
        }
        Some('.') => None,
        Some(c) => (!c.is_alphanumeric() || crate::text::is_han(c)).then_some(letter),
    }
}

/// The word of letters and inner full stops before `at` in lower case, and whether it begins with a capital. Nothing
/// for longer words, and for words with other letters or digits.
fn word_before<'b>(text: &str, at: usize, buffer: &'b mut [u8; MAX_WORD]) -> Option<(&'b str, bool)> {
    let bytes = text.as_bytes().get(..at)?;
    let len =
        bytes.iter().rev().take(MAX_WORD + 1).take_while(|b| b.is_ascii_alphabetic() || **b == b'.').count();
    let word = bytes.get(bytes.len() - len..)?;
    let before = char_before(text, at - len);
    if word.is_empty() || before.is_some_and(|c| c.is_alphanumeric() && !crate::text::is_han(c)) {
        return None;
    }
    let apostrophe = matches!(before, Some('\'' | '’'));
    if apostrophe && char_before(text, at - len - 1).is_some_and(char::is_alphanumeric) {
        return None;
    }
    let lower = buffer.get_mut(..len)?;
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    Some((std::str::from_utf8(lower).ok()?, word.first().is_some_and(u8::is_ascii_uppercase)))
}

/// `u.s`, `p.m`, `j.k`: single letters with full stops between them.
fn is_dotted(word: &str) -> bool {
    word.len() >= 3 && word.split('.').all(|part| part.len() == 1)
}

/// Whether the word at `place` is one that begins sentences, and no initial.
fn is_starter(text: &str, place: usize) -> bool {
    let rest = text.as_bytes().get(place..).unwrap_or(&[]);
    let len = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let mut buffer = [0; 16];
    let (Some(lower), Some(word)) = (buffer.get_mut(..len), rest.get(..len)) else { return false };
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    let is_word = !matches!(char_at(text, place + len), Some('.' | '-')) || len > 1;
    is_word && std::str::from_utf8(lower).is_ok_and(|word| is_in(STARTERS, word))
}

/// A digit, or a capital or Roman numeral that stands alone.
fn is_number(text: &str, place: usize, first: char) -> bool {
    if first.is_numeric() {
        return true;
    }
    let rest = text.as_bytes().get(place..).unwrap_or(&[]);
    let len = rest.iter().take(8).take_while(|b| b"IVXLCDM".contains(b)).count().max(1);
    let alone = !char_at(text, place + len).is_some_and(|c| c.is_alphanumeric() || c == '\'' || c == '’');
    first.is_ascii_uppercase() && alone && !(len == 1 && matches!(first, 'I' | 'A'))
}

fn is_in(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_short_enough() {
        for list in [TITLES, SMALL_TITLES, NEVER, NUMBERED, EITHER, STARTERS] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
            assert!(list.iter().all(|word| word.len() <= 16));
        }
        for list in [TITLES, SMALL_TITLES, NEVER, NUMBERED, EITHER] {
            assert!(list.iter().all(|word| word.len() <= MAX_WORD));
        }
    }
}

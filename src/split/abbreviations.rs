//! The decision whether a full stop in Latin text ends its sentence or belongs to an abbreviation.
//!
//! In: the text of a paragraph, the position of a full stop before white space, and what comes next. Out: yes or no.
//! Abbreviations are grouped by what may follow them. If one may end a sentence, it does so only before a word that
//! begins a sentence far more often than a name ([`STARTERS`]). `O(1)`: no word longer than [`MAX_WORD`] is read.

use crate::text::lookup::{char_at, char_before, is_of_word, is_separator, until};

/// The text that follows a full stop.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Next {
    /// The first letter or digit, and its position.
    pub(super) first: Option<(usize, char)>,
    /// True if an opening quote stands before it.
    pub(super) quoted: bool,
    /// True if an opening bracket stands before it.
    pub(super) bracketed: bool,
}

impl Next {
    /// Returns whether a sentence is likely to begin: with a quote, or with a word that begins sentences.
    fn starts_sentence(&self, text: &str) -> bool {
        self.quoted || matches!(self.first, Some((place, _)) if is_starter(text, place))
    }

    /// Returns whether a bracket or a number follows.
    fn is_number(&self, text: &str) -> bool {
        self.bracketed || matches!(self.first, Some((place, c)) if is_number(text, place, c))
    }
}

/// The longest abbreviation, in bytes.
const MAX_WORD: usize = 10;

/// Titles before names, which do not end a sentence. They count with a capital only, and not before a number.
static TITLES: [Packed; 32] = packed([
    "adm", "brig", "capt", "cmdr", "col", "cpl", "dr", "fr", "gen", "gov", "hon", "lt", "maj", "messrs",
    "mgr", "mlle", "mme", "mr", "mrs", "ms", "mt", "mx", "pres", "prof", "pvt", "rep", "rev", "revd", "sen",
    "sgt", "ste", "supt",
]);
/// Titles that count in small letters too, because they are no words then.
static SMALL_TITLES: [Packed; 9] =
    packed(["capt", "dr", "messrs", "mlle", "mme", "mr", "mrs", "prof", "sgt"]);

/// Abbreviations that never end a sentence.
static NEVER: [Packed; 21] = packed([
    "a.k.a", "abbr", "approx", "assn", "cf", "dept", "e.g", "eg", "esp", "i.a", "i.e", "ie", "incl", "q.v",
    "resp", "s.v", "transl", "univ", "v", "viz", "vs",
]);

/// Abbreviations before a number, a letter or a numeral; ordinary words otherwise.
static NUMBERED: [Packed; 65] = packed([
    "app", "apr", "art", "arts", "aug", "bd", "bk", "bks", "c", "ca", "cap", "ch", "chap", "chaps", "col",
    "cor", "dec", "def", "eq", "eqn", "eqs", "ex", "feb", "fig", "figs", "fn", "fol", "jan", "jul", "jun",
    "l", "lem", "ll", "mar", "n", "nn", "no", "nos", "nov", "nr", "oct", "op", "p", "para", "paras", "pl",
    "pls", "pp", "prop", "pt", "pts", "ref", "refs", "sec", "secs", "sect", "sep", "sept", "tab", "tbl",
    "thm", "v", "ver", "vol", "vols",
]);

/// The one that is more often a word: the answer "no".
const NO: Packed = packed(["no"])[0];

/// Abbreviations that may end a sentence. Letters with dots between them (`U.S.`, `p.m.`) belong here too.
static EITHER: [Packed; 27] = packed([
    "al", "ave", "b.sc", "bart", "blvd", "bros", "co", "corp", "ed", "eds", "esq", "etc", "gmbh", "inc",
    "jnr", "jr", "llc", "ltd", "m.sc", "mfg", "ph.d", "plc", "rd", "snr", "sq", "sr", "st",
]);

/// Words that begin sentences far more often than names.
#[rustfmt::skip]
static STARTERS: [Packed; 136] = packed([
    "a", "about", "according", "after", "all", "also", "although", "among", "an", "and", "another",
    "any", "are", "as", "at", "because", "before", "both", "but", "by", "can", "consequently",
    "consider", "despite", "did", "do", "does", "during", "each", "even", "every", "few", "finally",
    "first", "following", "for", "from", "further", "furthermore", "given", "had", "has", "have", "he",
    "hence", "her", "here", "his", "how", "however", "i", "if", "in", "indeed", "instead", "is", "it",
    "its", "last", "later", "let", "many", "meanwhile", "moreover", "most", "my", "nevertheless", "no",
    "nor", "not", "note", "nothing", "now", "of", "often", "on", "once", "only", "or", "other",
    "others", "our", "over", "perhaps", "several", "she", "should", "similarly", "since", "so", "some",
    "sometimes", "soon", "still", "such", "suppose", "that", "the", "their", "then", "there",
    "therefore", "these", "they", "this", "those", "though", "through", "thus", "to", "today", "under",
    "unless", "unlike", "until", "was", "we", "were", "what", "when", "where", "whereas", "whether",
    "which", "while", "who", "why", "will", "with", "within", "without", "would", "yes", "yet", "you",
    "your",
]);

/// A word of at most 16 bytes in lower case as one number, so that a list is searched without following pointers.
type Packed = u128;

/// Packs the words of a list and sorts them.
const fn packed<const N: usize>(words: [&str; N]) -> [Packed; N] {
    let mut list = [0; N];
    let mut done = 0;
    while done < N {
        let mut word: Packed = 0;
        let mut byte = 0;
        while byte < words[done].len() {
            word = word << 8 | words[done].as_bytes()[byte] as Packed;
            byte += 1;
        }
        let mut place = done;
        while place > 0 && list[place - 1] > word {
            list[place] = list[place - 1];
            place -= 1;
        }
        list[place] = word;
        done += 1;
    }
    list
}

/// Returns whether the full stop at `at` ends a sentence, if white space and `next`, not in lower case, follow.
pub(super) fn ends_sentence(text: &str, at: usize, next: &Next) -> bool {
    if let Some(letter) = single_letter(text, at) {
        return match letter {
            'v' => false,
            letter if letter.is_lowercase() => !next.is_number(text),
            // "Than I. The next" against "I. Newton", "Plan B. The next" against "B. Russell".
            _ => !next.bracketed && next.starts_sentence(text),
        };
    }
    let Some(word) = word_before(text, at) else { return true };
    if word.is_in(&SMALL_TITLES)
        || word.capital && word.is_in(&TITLES) && !next.is_number(text)
        || word.is_in(&NEVER)
    {
        return false;
    }
    if word.is_in(&NUMBERED) {
        // "At No. One, High Street": a capital inside a sentence shows that it is not the answer.
        let is_inside = word.packed == NO && word.capital && goes_on_before(until(text, word.start));
        return !next.is_number(text) && (!is_inside || next.starts_sentence(text));
    }
    if word.dotted || word.is_in(&EITHER) {
        return !next.bracketed && next.starts_sentence(text);
    }
    true
}

/// Returns whether `word.12` is a reference such as `p.12`, rather than the end of a sentence with a footnote mark.
pub(super) fn takes_number(text: &str, at: usize) -> bool {
    if single_letter(text, at).is_some() {
        return true;
    }
    let Some(word) = word_before(text, at) else { return false };
    word.is_in(&NUMBERED) || word.is_in(&NEVER) || word.capital && word.is_in(&TITLES)
}

/// The word before a full stop.
#[derive(Clone, Copy, Debug)]
struct Word {
    packed: Packed,
    start: usize,
    /// True if it begins with a capital.
    capital: bool,
    /// True for single letters with full stops between them: `u.s`, `p.m`, `j.k`.
    dotted: bool,
}

impl Word {
    fn is_in(&self, list: &[Packed]) -> bool {
        list.binary_search(&self.packed).is_ok()
    }
}

/// Returns the word of ASCII letters and inner full stops before `at`; `None` if it is longer than [`MAX_WORD`] or has
/// other letters or digits.
fn word_before(text: &str, at: usize) -> Option<Word> {
    let bytes = text.as_bytes().get(..at)?;
    let mut word = Word { packed: 0, start: at, capital: false, dotted: true };
    for (place, &byte) in bytes.iter().rev().take(MAX_WORD + 1).enumerate() {
        if !byte.is_ascii_alphabetic() && byte != b'.' {
            break;
        }
        if place == MAX_WORD {
            return None;
        }
        word.packed |= Packed::from(byte.to_ascii_lowercase()) << (8 * place);
        word.start = at - place - 1;
        word.capital = byte.is_ascii_uppercase();
        word.dotted &= (byte == b'.') == (place % 2 == 1);
    }
    word.dotted &= at - word.start >= 3;
    let before = char_before(text, word.start);
    let inside = match before {
        Some('\'' | '’') => char_before(text, word.start - 1).is_some_and(char::is_alphanumeric),
        _ => before.is_some_and(is_of_word),
    };
    (word.start < at && !inside).then_some(word)
}

/// Returns whether this text continues with the word after it: it ends with a letter, a digit or a comma, and white
/// space.
fn goes_on_before(text: &str) -> bool {
    let last = text.trim_end();
    last.len() < text.len() && (last.ends_with(char::is_alphanumeric) || last.ends_with(','))
}

/// Returns whether the word at `place` is a starter, and not an initial.
fn is_starter(text: &str, place: usize) -> bool {
    let rest = text.as_bytes().get(place..).unwrap_or(&[]);
    let (mut word, mut len): (Packed, usize) = (0, 0);
    for byte in rest.iter().take(17) {
        if !byte.is_ascii_alphabetic() {
            break;
        }
        word = word << 8 | Packed::from(byte.to_ascii_lowercase());
        len += 1;
    }
    let is_word = len > 1 || !matches!(char_at(text, place + len), Some('.' | '-'));
    len <= 16 && is_word && STARTERS.binary_search(&word).is_ok()
}

/// Returns the letter before `at` if it is a word of one letter.
fn single_letter(text: &str, at: usize) -> Option<char> {
    let letter = char_before(text, at).filter(|c| c.is_lowercase() || c.is_uppercase())?;
    let start = at - letter.len_utf8();
    match char_before(text, start) {
        None => Some(letter),
        Some('\'' | '’') => char_before(text, start - 1).is_none_or(is_separator).then_some(letter),
        Some('.') => None,
        Some(c) => (!is_of_word(c)).then_some(letter),
    }
}

/// Returns whether a number follows: a digit, or a capital or Roman numeral that stands alone and is no `I` or `A`
/// before white space.
fn is_number(text: &str, place: usize, first: char) -> bool {
    if first.is_numeric() {
        return true;
    }
    let rest = text.as_bytes().get(place..).unwrap_or(&[]);
    let len = rest.iter().take(8).take_while(|b| b"IVXLCDM".contains(b)).count().max(1);
    let behind = char_at(text, place + len);
    let alone = !behind.is_some_and(|c| c.is_alphanumeric() || c == '\'' || c == '’');
    let article = len == 1 && matches!(first, 'I' | 'A') && behind.is_some_and(char::is_whitespace);
    first.is_ascii_uppercase() && alone && !article
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_their_lists() {
        let word = |text: &str| word_before(text, text.len()).unwrap();
        assert!(word("see etc").is_in(&EITHER) && word("Ph.D").is_in(&EITHER) && word("(Mr").is_in(&TITLES));
        assert!(word("the U.S").dotted && !word("the U.SA").dotted && !word("etc").dotted);
        assert!(word_before("it's", 4).is_none() && word_before("5th", 3).is_none());
        assert!(word_before("Müll", 5).is_none() && word_before("abcdefghijk", 11).is_none());
        assert!(is_starter("However, it", 0) && is_starter("A man", 0) && !is_starter("A. Man", 0));
        assert_eq!(word("no").packed, NO);
        for list in [&TITLES[..], &SMALL_TITLES, &NEVER, &NUMBERED, &EITHER, &STARTERS] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}

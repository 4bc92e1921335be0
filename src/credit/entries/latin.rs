//! The look of entries and notes in English and other languages with Latin letters.
//!
//! An entry is cut into pieces at its marks. Most pieces of an entry are names, figures or titles; a sentence is one long
//! piece in small letters.

use super::{has_address, has_year, is_year};
use crate::text::lookup::{
    behind, char_at, contains_any, first_chars, is_ascii_letter, is_digit, is_number, is_separator, until,
};

/// Words between and before names, in lower case.
const SMALL: [&str; 38] = [
    "and", "&", "und", "et", "y", "e", "i", "al", "van", "von", "de", "der", "den", "la", "le", "du", "da",
    "di", "dos", "del", "las", "los", "el", "ten", "ter", "zu", "zur", "af", "av", "bin", "of", "for", "the",
    "on", "des", "für", "mit", "with",
];
/// Words with which sentences begin and names do not, in lower case.
const NO_NAMES: [&str; 42] = [
    "the", "a", "an", "in", "on", "at", "by", "for", "from", "when", "while", "after", "before", "since",
    "until", "it", "he", "she", "they", "we", "this", "that", "these", "those", "there", "if", "as", "but",
    "and", "or", "so", "all", "most", "some", "no", "nobody", "every", "each", "during", "because",
    "although", "however",
];
/// Words of sentences that titles do not have, in lower case.
const OF_SENTENCES: [&str; 22] = [
    "was", "were", "had", "has", "have", "been", "wrote", "said", "that", "which", "who", "did", "does",
    "could", "would", "should", "will", "fell", "came", "went", "made", "because",
];
/// Words that stand in a short piece of their own for a volume or a number, in lower case.
const VOLUMES: [&str; 24] = [
    "vol", "vols", "volume", "no", "nos", "nr", "bd", "band", "heft", "issue", "iss", "jg", "núm", "n°",
    "nº", "art", "article", "ch", "chap", "ser", "ed", "edn", "edition", "aufl",
];
/// Words before the number of a page, in lower case.
const PAGES: [&str; 10] = ["p", "pp", "s", "pág", "págs", "pag", "fol", "f", "para", "rn"];
/// Words of publishers, journals and the like, in lower case.
#[rustfmt::skip]
const PUBLISHERS: [&str; 84] = [
    "press", "verlag", "publisher", "publishers", "publishing", "publications", "books", "university",
    "universität", "universidad", "université", "institute", "institut", "college", "penguin",
    "springer", "elsevier", "routledge", "wiley", "sage", "oxford", "cambridge", "macmillan",
    "editorial", "ediciones", "éditions", "edizioni", "puf", "gallimard", "suhrkamp", "reclam",
    "journal", "j", "review", "proceedings", "proc", "transactions", "trans", "annals", "quarterly",
    "letters", "lett", "bulletin", "bull", "conference", "conf", "symposium", "workshop", "zeitschrift",
    "revista", "revue", "annales", "archiv", "archives", "jahrbuch", "studies", "times", "post",
    "guardian", "magazine", "news", "gazette", "herald", "dissertation", "thesis", "diss", "report",
    "dataset", "zenodo", "figshare", "dryad", "retrieved", "accessed", "available", "abgerufen",
    "zugriff", "consulté", "consultado", "recuperado", "cited", "preprint", "unpublished", "handbook",
    "encyclopedia",
];
/// Bodies whose standards begin with their name.
const STANDARDS: [&str; 16] = [
    "ISO", "ISO/IEC", "IEC", "IEEE", "DIN", "ASTM", "RFC", "EN", "BS", "ANSI", "NIST", "GB", "GB/T", "ITU-T",
    "ETSI", "W3C",
];
/// Signs that a work has no year.
const UNDATED: [&str; 8] = ["n.d.", "in press", "forthcoming", "o. J.", "o.J.", "s.f.", "s.d.", "no date"];
/// Forms that stand for the work named before, in lower case.
const AGAIN: [&str; 14] = [
    "ibid", "ebd", "ebenda", "id.", "idem", "op. cit", "loc. cit", "a.a.o", "a. a. o", "supra", "ibídem",
    "ibidem", "art. cit", "infra",
];
/// Reporters of courts, and codes of laws.
const REPORTERS: [&str; 22] = [
    "U.S.", "S. Ct.", "F.2d", "F.3d", "F.4th", "F. Supp", "L. Ed", "U.S.C", "C.F.R", "Cal.", "N.Y.", "N.E.",
    "A.C.", "All ER", "WLR", "EWCA", "UKSC", "UKHL", "BGH", "BVerfG", "NJW", "ECLI",
];
/// The most words of a piece that tells a year, a page or a publisher.
const MAX_WORDS: usize = 6;

/// A stretch of an entry between two marks.
struct Piece<'t> {
    /// At least one.
    words: Vec<&'t str>,
    /// The mark behind it; a blank at the end.
    mark: char,
}

impl Piece<'_> {
    fn is_short(&self) -> bool {
        self.words.len() <= MAX_WORDS
    }

    fn begins_with_figures(&self) -> bool {
        self.words.first().copied().is_some_and(is_figures)
    }

    fn is_of_year(&self) -> bool {
        self.words.len() < MAX_WORDS && self.words.iter().copied().any(has_year)
    }

    /// Returns whether it has only names, initials and small words between them.
    fn is_name(&self) -> bool {
        (1..=8).contains(&self.words.len())
            && self.words.iter().copied().all(is_of_names)
            && self.words.iter().copied().any(is_capital)
    }
}

/// Returns whether this is an entry, without its number.
pub(super) fn is_entry(entry: &str) -> bool {
    let sentences = sentences(entry);
    if sentences > 1 || entry.trim().is_empty() {
        return false;
    }
    let pieces = pieces(entry);
    let (name, places) = (begins_with_name(&pieces), places(entry, &pieces));
    let is_dated = is_dated(entry, &pieces);
    let is_clean = !has_sentence(&pieces);
    let is_title_first = entry.starts_with(['“', '"', '«', '„', '‘', '\'', '*', '_']);
    let is_of_title = name != Name::No || starts_capital(&pieces);
    match name {
        Name::Inverted => is_dated || places > 0,
        _ if is_standard(entry) => is_dated || places > 0,
        _ if is_again(entry) || is_law(entry) => true,
        Name::Plain => is_clean && (is_dated && places > 0 || places > 1),
        Name::No => is_clean && is_dated && (places > 1 || is_title_first && places > 0) && is_of_title,
    }
}

/// Returns whether a note names a source.
pub(super) fn names_source(note: &str) -> bool {
    if is_entry(note) || is_again(note) || is_law(note) {
        return true;
    }
    let pieces = pieces(note);
    has_name(&pieces) && (is_dated(note, &pieces) || places(note, &pieces) > 0)
}

/// Returns whether a word with a capital may be a name.
fn has_name(pieces: &[Piece<'_>]) -> bool {
    for piece in pieces {
        for word in &piece.words {
            if is_capital(word) && !is_no_name(word) {
                return true;
            }
        }
    }
    false
}

/// Returns whether a line begins with a name in the order of lists: `Holm, A.`, `HOLM A`.
pub(super) fn begins_with_inverted_name(line: &str) -> bool {
    begins_with_name(&pieces(first_chars(line, 120))) == Name::Inverted
}

/// Cuts an entry at its marks.
fn pieces(entry: &str) -> Vec<Piece<'_>> {
    let mut pieces = vec![];
    let mut start = 0;
    for (at, c) in entry.char_indices() {
        let end = at + c.len_utf8();
        let is_mark = match c {
            '.' | '?' | '!' => char_at(entry, end).is_none_or(char::is_whitespace),
            ':' => char_at(entry, end) != Some('/'),
            _ => matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '“' | '”' | '„' | '«' | '»' | '"' | '|'),
        };
        if is_mark {
            pieces.extend(piece(entry.get(start..at).unwrap_or(""), c));
            start = end;
        }
    }
    pieces.extend(piece(behind(entry, start), ' '));
    pieces
}

fn piece(text: &str, mark: char) -> Option<Piece<'_>> {
    let mut words = vec![];
    for word in text.split_whitespace() {
        let word = word.trim_matches(is_edge);
        if !word.is_empty() {
            words.push(word);
        }
    }
    (!words.is_empty()).then_some(Piece { words, mark })
}

/// Returns whether a character at the end of a word is no part of it.
fn is_edge(c: char) -> bool {
    is_separator(c) && !matches!(c, '&' | '§' | '°' | 'º' | '–' | '-' | '.')
}

/// The way in which an entry begins with names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    /// `Holm, A.`, `Holm A, Poe B`, `A. Holm`, `Holm et al.`
    Inverted,
    /// `Anna Holm`, `Harbour Office`, `UNESCO`: other text may begin so.
    Plain,
    No,
}

fn begins_with_name(pieces: &[Piece<'_>]) -> Name {
    let [first, rest @ ..] = pieces else { return Name::No };
    let words = &first.words;
    let (Some(&begin), Some(&last)) = (words.first(), words.last()) else { return Name::No };
    // An `A` before a full stop is no article.
    if is_no_name(begin) && !(words.len() == 1 && first.mark == '.' && is_initials(begin)) {
        return Name::No;
    }
    let has_others = words.windows(2).any(|two| two == ["et", "al"]);
    let is_inverted = if !first.is_name() {
        has_others
    } else if is_initials(begin) {
        words.iter().copied().any(is_surname) || first.mark == '.' && has_surname_behind_initials(rest)
    } else {
        words.len() > 1 && is_initials(last)
            || first.mark == ',' && rest.first().is_some_and(Piece::is_name)
            || has_others
    };
    if is_inverted {
        return Name::Inverted;
    }
    if !first.is_name() || is_initials(begin) {
        return Name::No;
    }
    let is_office = words.iter().all(|word| word.chars().all(char::is_uppercase));
    if words.len() > 1 || is_office || matches!(first.mark, '(' | '.') { Name::Plain } else { Name::No }
}

/// Returns whether a surname comes next but for further initials: the rest of `A. B. Holm`.
fn has_surname_behind_initials(pieces: &[Piece<'_>]) -> bool {
    for piece in pieces.iter().take(4) {
        if piece.words.iter().copied().all(is_initials) {
            continue;
        }
        return piece.is_name() && (is_surname(piece.words[0]) || is_small(piece.words[0]));
    }
    false
}

/// Returns whether a word may stand in a name, or between names.
fn is_of_names(word: &str) -> bool {
    is_capital(word) || is_small(word)
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && !word.contains(is_digit)
}

fn is_small(word: &str) -> bool {
    SMALL.contains(&&*word.to_lowercase())
}

fn is_no_name(word: &str) -> bool {
    NO_NAMES.contains(&&*word.to_lowercase())
}

/// Returns whether a word is a name with more than initials.
fn is_surname(word: &str) -> bool {
    is_capital(word) && !is_initials(word) && !is_small(word)
}

/// Returns whether a word is the initials of a person: `A`, `A.B.`, `J.-P`, `AB`.
fn is_initials(word: &str) -> bool {
    let mut letters = 0;
    for c in word.chars() {
        match c {
            '.' | '-' | '–' => {}
            _ if c.is_uppercase() => letters += 1,
            _ => return false,
        }
    }
    (1..=3).contains(&letters) && word.starts_with(char::is_uppercase)
}

fn starts_capital(pieces: &[Piece<'_>]) -> bool {
    let Some(first) = pieces.first() else { return false };
    first.words[0].starts_with(char::is_uppercase) || first.words[0].starts_with(is_digit)
}

/// Returns whether a short piece has a year, or there is a sign that there is none.
fn is_dated(entry: &str, pieces: &[Piece<'_>]) -> bool {
    pieces.iter().any(Piece::is_of_year) || contains_any(entry, &UNDATED)
}

/// Counts the signs of a place: pages, a volume, a publisher or a journal, a town before a publisher; an address counts
/// twice.
fn places(entry: &str, pieces: &[Piece<'_>]) -> usize {
    let (mut pages, mut volume, mut publisher, mut town) = (false, false, false, false);
    for (at, piece) in pieces.iter().enumerate() {
        let next = pieces.get(at + 1);
        let lower: Vec<String> =
            piece.words.iter().map(|word| word.trim_matches('.').to_lowercase()).collect();
        pages |= has_pages(piece, &lower, next);
        volume |= has_volume(piece, &lower, next);
        publisher |= is_publisher(piece, &lower);
        town |= at > 0
            && piece.mark == ':'
            && piece.words.len() <= 4
            && piece.is_name()
            && next.is_some_and(|next| next.words.len() <= 6 && next.is_name());
    }
    [pages, volume, publisher, town].map(usize::from).iter().sum::<usize>()
        + 2 * usize::from(has_address(entry))
}

/// Returns whether a piece has a range of pages, or figures behind a word such as `pp`, here or in the next piece.
fn has_pages(piece: &Piece<'_>, lower: &[String], next: Option<&Piece<'_>>) -> bool {
    if piece.is_short() && piece.words.iter().copied().any(is_range) {
        return true;
    }
    for (at, word) in lower.iter().enumerate() {
        let is_before_figures = match lower.get(at + 1) {
            Some(behind) => is_figures(behind),
            None => next.is_some_and(Piece::begins_with_figures),
        };
        if is_before_figures && PAGES.contains(&&**word) {
            return true;
        }
    }
    false
}

/// Returns whether a short piece ends with a number that is no year, or has one with a word such as `vol`, here or at
/// the beginning of the next piece.
fn has_volume(piece: &Piece<'_>, lower: &[String], next: Option<&Piece<'_>>) -> bool {
    if !piece.is_short() {
        return false;
    }
    let last = piece.words.last().copied().unwrap_or("");
    is_figures(last) && !is_year(last)
        || has_one_of(lower, &VOLUMES)
            && (next.is_some_and(Piece::begins_with_figures)
                || lower.iter().map(String::as_str).any(is_figures))
}

/// Returns whether a piece has a word of publishers or journals, and is short or for the most part of names.
fn is_publisher(piece: &Piece<'_>, lower: &[String]) -> bool {
    if piece.words.len() > 10 || !has_one_of(lower, &PUBLISHERS) {
        return false;
    }
    let names = piece.words.iter().filter(|word| is_of_names(word)).count();
    piece.is_short() || names * 2 >= piece.words.len()
}

fn has_one_of(words: &[impl AsRef<str>], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(&word.as_ref()))
}

/// Returns whether this is a number, perhaps with a letter: `12`, `12a`, `e1023`.
fn is_figures(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    digits > 0 && digits <= 6 && word.len() - digits <= 2 || is_range(word)
}

/// Returns whether this is a range of pages: `4-19`, `4–19`, `S12–S19`.
fn is_range(word: &str) -> bool {
    let Some((first, last)) = word.split_once(['-', '–', '—', '‐', '−']) else { return false };
    is_page(first) && is_page(last)
}

/// Returns whether this is the number of a page, with a letter before it or not.
fn is_page(text: &str) -> bool {
    is_number(text.strip_prefix(is_ascii_letter).unwrap_or(text), 1..=6)
}

fn is_standard(entry: &str) -> bool {
    let first = entry.split_whitespace().next().unwrap_or("");
    let name = first.trim_end_matches(|c: char| is_digit(c) || c == ':' || c == '-');
    STANDARDS.contains(&name) && first_chars(entry, 24).contains(is_digit)
}

/// Returns whether this stands for a work named before: `Ibid., 34.`, `Holm, op. cit., p. 3.`
fn is_again(entry: &str) -> bool {
    if entry.len() >= 120 {
        return false;
    }
    let lower = entry.to_lowercase();
    for form in AGAIN {
        for (at, _) in lower.match_indices(form) {
            if !until(&lower, at).ends_with(char::is_alphabetic) {
                return true;
            }
        }
    }
    false
}

/// Returns whether this names a case or a law: `Holm v. Poe, 410 U.S. 113 (1973)`, `§ 12 Abs. 3 HGB`.
fn is_law(entry: &str) -> bool {
    entry.len() < 400
        && entry.contains(is_digit)
        && (entry.contains('§') || contains_any(entry, &REPORTERS) || is_case(entry))
}

/// Returns whether two names stand against each other.
fn is_case(entry: &str) -> bool {
    for against in [" v. ", " v ", " vs. "] {
        for (at, _) in entry.match_indices(against) {
            let plaintiff = until(entry, at).rsplit(' ').next().unwrap_or("");
            let is_against_name = behind(entry, at + against.len()).starts_with(char::is_uppercase);
            if is_against_name && is_capital(plaintiff) {
                return true;
            }
        }
    }
    false
}

/// Returns whether a long piece has a word that sentences have and titles do not.
fn has_sentence(pieces: &[Piece<'_>]) -> bool {
    pieces.iter().any(|piece| piece.words.len() >= MAX_WORDS && has_one_of(&piece.words, &OF_SENTENCES))
}

/// Counts the long sentences in small letters.
fn sentences(entry: &str) -> usize {
    let mut count = 0;
    let mut words: Vec<&str> = vec![];
    for word in entry.split_whitespace() {
        words.push(word.trim_matches(is_separator));
        let bare = word.trim_end_matches(['”', '"', ')', '’', '»']);
        if bare.ends_with(['.', '?', '!']) {
            count += sentence(&words);
            words.clear();
        }
    }
    count + sentence(&words)
}

/// Returns how many sentences of prose these words count for.
fn sentence(words: &[&str]) -> usize {
    let small = words.iter().filter(|word| word.starts_with(char::is_lowercase)).count();
    match words.len() {
        _ if small * 10 < words.len() * 6 => 0,
        0..=8 => 0,
        9..=45 => 1,
        _ => 2,
    }
}

//! The look of entries and notes in English and other languages with Latin letters.
//!
//! An entry is cut into pieces at its marks. Most pieces of an entry are names, figures or titles; a sentence is one long
//! piece in small letters.

use super::{has_address, has_year, is_year};

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
const PUBLISHERS: [&str; 84] = [
    "press",
    "verlag",
    "publisher",
    "publishers",
    "publishing",
    "publications",
    "books",
    "university",
    "universität",
    "universidad",
    "université",
    "institute",
    "institut",
    "college",
    "penguin",
    "springer",
    "elsevier",
    "routledge",
    "wiley",
    "sage",
    "oxford",
    "cambridge",
    "macmillan",
    "editorial",
    "ediciones",
    "éditions",
    "edizioni",
    "puf",
    "gallimard",
    "suhrkamp",
    "reclam",
    "journal",
    "j",
    "review",
    "proceedings",
    "proc",
    "transactions",
    "trans",
    "annals",
    "quarterly",
    "letters",
    "lett",
    "bulletin",
    "bull",
    "conference",
    "conf",
    "symposium",
    "workshop",
    "zeitschrift",
    "revista",
    "revue",
    "annales",
    "archiv",
    "archives",
    "jahrbuch",
    "studies",
    "times",
    "post",
    "guardian",
    "magazine",
    "news",
    "gazette",
    "herald",
    "dissertation",
    "thesis",
    "diss",
    "report",
    "dataset",
    "zenodo",
    "figshare",
    "dryad",
    "retrieved",
    "accessed",
    "available",
    "abgerufen",
    "zugriff",
    "consulté",
    "consultado",
    "recuperado",
    "cited",
    "preprint",
    "unpublished",
    "handbook",
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
    words: Vec<&'t str>,
    /// The mark behind it; a blank at the end.
    mark: char,
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
    let pieces = pieces(note);
    let has_name =
        pieces.iter().any(|piece| piece.words.iter().any(|word| is_capital(word) && !is_no_name(word)));
    is_entry(note)
        || is_again(note)
        || is_law(note)
        || has_name && (is_dated(note, &pieces) || places(note, &pieces) > 0)
}

/// Returns whether a line begins with a name in the order of lists: `Holm, A.`, `HOLM A`.
pub(super) fn begins_with_inverted_name(line: &str) -> bool {
    let head = line.char_indices().nth(120).map_or(line, |(end, _)| line.get(..end).unwrap_or(line));
    begins_with_name(&pieces(head)) == Name::Inverted
}

/// Cuts an entry at its marks.
fn pieces(entry: &str) -> Vec<Piece<'_>> {
    let mut pieces = vec![];
    let mut start = 0;
    let mut chars = entry.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        let is_mark = match c {
            '.' | '?' | '!' => next.is_none_or(char::is_whitespace),
            ':' => next != Some('/'),
            _ => matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '“' | '”' | '„' | '«' | '»' | '"' | '|'),
        };
        if is_mark {
            pieces.push(piece(entry.get(start..at).unwrap_or(""), c));
            start = at + c.len_utf8();
        }
    }
    pieces.push(piece(entry.get(start..).unwrap_or(""), ' '));
    pieces.retain(|piece| !piece.words.is_empty());
    pieces
}

fn piece(text: &str, mark: char) -> Piece<'_> {
    let is_edge = |c: char| !c.is_alphanumeric() && !matches!(c, '&' | '§' | '°' | 'º' | '–' | '-' | '.');
    let words = text.split_whitespace().map(|word| word.trim_matches(is_edge));
    Piece { words: words.filter(|word| !word.is_empty()).collect(), mark }
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
    // An `A` before a full stop is no article.
    let is_lone = first.words.len() == 1 && first.mark == '.';
    let is_start = first.words.first().is_some_and(|word| !is_no_name(word) || is_lone && is_initials(word));
    let words = &first.words;
    if !is_start || !is_name(first) {
        return if words.windows(2).any(|two| two == ["et", "al"]) && is_start {
            Name::Inverted
        } else {
            Name::No
        };
    }
    let second = rest.first().filter(|second| is_name(second));
    let last = words.last().copied().unwrap_or("");
    let begins_with_initials = words.first().is_some_and(|word| is_initials(word));
    let has_surname = words.iter().any(|word| is_surname(word));
    if begins_with_initials {
        let is_of_surname = has_surname
            || first.mark == '.'
                && rest
                    .iter()
                    .take(4)
                    .find(|piece| !piece.words.iter().all(|word| is_initials(word)))
                    .is_some_and(|piece| {
                        is_name(piece)
                            && piece.words.first().is_some_and(|word| is_surname(word) || is_small(word))
                    });
        return if is_of_surname { Name::Inverted } else { Name::No };
    }
    let is_inverted = words.len() > 1 && is_initials(last)
        || first.mark == ',' && second.is_some()
        || words.windows(2).any(|two| two == ["et", "al"]);
    let is_office = words.iter().all(|word| word.chars().all(char::is_uppercase));
    match is_inverted {
        true => Name::Inverted,
        false if words.len() > 1 || is_office || matches!(first.mark, '(' | '.') => Name::Plain,
        false => Name::No,
    }
}

/// Returns whether a piece has only names, initials and small words between them.
fn is_name(piece: &Piece<'_>) -> bool {
    (1..=8).contains(&piece.words.len())
        && piece.words.iter().all(|word| is_capital(word) || is_small(word))
        && piece.words.iter().any(|word| is_capital(word))
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && !word.contains(|c: char| c.is_ascii_digit())
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
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    (1..=3).contains(&letters)
        && word.chars().all(|c| c.is_uppercase() || matches!(c, '.' | '-' | '–'))
        && word.starts_with(char::is_uppercase)
}

fn starts_capital(pieces: &[Piece<'_>]) -> bool {
    let first = pieces.first().and_then(|piece| piece.words.first());
    first.is_some_and(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()))
}

/// Returns whether a short piece has a year, or there is a sign that there is none.
fn is_dated(entry: &str, pieces: &[Piece<'_>]) -> bool {
    let is_of_year =
        |piece: &Piece<'_>| piece.words.len() < MAX_WORDS && piece.words.iter().any(|word| has_year(word));
    pieces.iter().any(is_of_year) || UNDATED.iter().any(|sign| entry.contains(sign))
}

/// Counts the signs of a place: an address, pages, a volume, a publisher or a journal, a town before a publisher.
fn places(entry: &str, pieces: &[Piece<'_>]) -> usize {
    let mut signs = [false; 5];
    for (at, piece) in pieces.iter().enumerate() {
        let next = pieces.get(at + 1);
        let lower: Vec<String> =
            piece.words.iter().map(|word| word.trim_matches('.').to_lowercase()).collect();
        let has_word = |words: &[&str]| lower.iter().any(|word| words.contains(&&**word));
        let is_short = piece.words.len() <= MAX_WORDS;
        let capitals = piece.words.iter().filter(|word| is_capital(word) || is_small(word)).count();
        let is_of_figures = |piece: &Piece<'_>| piece.words.first().is_some_and(|word| is_figures(word));
        signs[0] |= is_short && piece.words.iter().any(|word| is_range(word));
        signs[0] |=
            lower.last().is_some_and(|word| PAGES.contains(&&**word)) && next.is_some_and(is_of_figures);
        signs[0] |= lower.windows(2).any(|two| PAGES.contains(&&*two[0]) && is_figures(&two[1]));
        signs[1] |= is_short
            && has_word(&VOLUMES)
            && (next.is_some_and(is_of_figures) || lower.iter().any(|word| is_figures(word)));
        signs[1] |= piece.words.last().is_some_and(|word| is_figures(word) && !is_year(word))
            && piece.words.len() <= MAX_WORDS;
        signs[2] |= piece.words.len() <= 10
            && has_word(&PUBLISHERS)
            && (capitals * 2 >= piece.words.len() || is_short);
        signs[3] |= piece.mark == ':'
            && is_name(piece)
            && at > 0
            && piece.words.len() <= 4
            && next.is_some_and(|next| is_name(next) && next.words.len() <= 6);
    }
    signs[4] = has_address(entry);
    signs.into_iter().map(usize::from).sum::<usize>() + usize::from(signs[4])
}

/// Returns whether this is a number, perhaps with a letter: `12`, `12a`, `e1023`.
fn is_figures(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    digits > 0 && digits <= 6 && word.len() - digits <= 2 || is_range(word)
}

/// Returns whether this is a range of pages: `4-19`, `4–19`, `S12–S19`.
fn is_range(word: &str) -> bool {
    let mut ends = word.split(['-', '–', '—', '‐', '−']);
    let is_end = |end: &str| {
        let figures = end.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        end.len() - figures.len() <= 1
            && (1..=6).contains(&figures.len())
            && figures.bytes().all(|byte| byte.is_ascii_digit())
    };
    ends.clone().count() == 2 && ends.all(is_end)
}

fn is_standard(entry: &str) -> bool {
    let first = entry.split_whitespace().next().unwrap_or("");
    let name = first.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':' || c == '-');
    STANDARDS.contains(&name) && entry.chars().take(24).any(|c| c.is_ascii_digit())
}

/// Returns whether this stands for a work named before: `Ibid., 34.`, `Holm, op. cit., p. 3.`
fn is_again(entry: &str) -> bool {
    let lower = entry.to_lowercase();
    entry.len() < 120
        && AGAIN.iter().any(|form| {
            lower
                .match_indices(form)
                .any(|(at, _)| !lower.get(..at).unwrap_or("").ends_with(char::is_alphabetic))
        })
}

/// Returns whether this names a case or a law: `Holm v. Poe, 410 U.S. 113 (1973)`, `§ 12 Abs. 3 HGB`.
fn is_law(entry: &str) -> bool {
    let has_figures = entry.contains(|c: char| c.is_ascii_digit());
    let is_case = [" v. ", " v ", " vs. "].iter().any(|against| {
        entry.match_indices(against).any(|(at, _)| {
            let (before, behind) =
                (entry.get(..at).unwrap_or(""), entry.get(at + against.len()..).unwrap_or(""));
            before.rsplit(' ').next().is_some_and(is_capital) && behind.starts_with(char::is_uppercase)
        })
    });
    let is_reported = REPORTERS.iter().any(|reporter| entry.contains(reporter));
    has_figures && entry.len() < 400 && (is_case || is_reported || entry.contains('§'))
}

/// Returns whether a long piece has a word that sentences have and titles do not.
fn has_sentence(pieces: &[Piece<'_>]) -> bool {
    pieces.iter().any(|piece| {
        let has_verb = piece.words.iter().any(|word| OF_SENTENCES.contains(word));
        has_verb && piece.words.len() >= MAX_WORDS
    })
}

/// Counts the long sentences in small letters.
fn sentences(entry: &str) -> usize {
    let mut count = 0;
    let mut words: Vec<&str> = vec![];
    for word in entry.split_whitespace() {
        words.push(word.trim_matches(|c: char| !c.is_alphanumeric()));
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

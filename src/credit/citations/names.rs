//! Names with a year.

use super::super::references::List;
use super::pages;
use crate::calendar::is_month;
use crate::text::is_han;
use crate::text::lookup::{behind, char_at, is_ascii_alphanumeric, is_digit, is_of_word, strip_any, until};

/// Words before a name, in lower case.
#[rustfmt::skip]
const LEADS: [&str; 54] = [
    "vgl.", "vgl", "siehe", "s.", "z.", "b.", "z.b.", "dazu", "auch", "etwa", "so", "ähnlich", "zit.",
    "zitiert", "nach", "bei", "aus", "cfr.", "véase", "ver", "en", "por", "citado", "apud", "voir",
    "cité", "dans", "selon", "d’après", "par", "e.g.,", "contra", "see", "also", "e.g.", "e.g", "eg",
    "cf.", "cf", "i.e.", "for", "example", "instance", "as", "cited", "quoted", "in", "by", "but",
    "compare", "following", "from", "adapted", "especially",
];
/// Small words inside and between names, in lower case.
const SMALL: [&str; 30] = [
    "und", "u.", "y", "e", "et.", "zu", "and", "&", "et", "al.", "al", "with", "of", "the", "for", "on",
    "de", "la", "le", "van", "von", "der", "den", "di", "da", "du", "del", "dos", "bin", "others",
];
/// Capitalized words before a year that are no names, in lower case, besides months.
const NO_NAMES: [&str; 28] = [
    "spring", "summer", "autumn", "fall", "winter", "figure", "fig", "table", "section", "chapter",
    "equation", "eq", "appendix", "since", "until", "after", "before", "about", "circa", "born", "version",
    "year", "in", "by", "from", "the", "during", "around",
];
/// Words and letters beside pages, in lower case.
#[rustfmt::skip]
const OF_PAGES: [&str; 57] = [
    "p", "pp", "ch", "chap", "chapter", "sec", "section", "vol", "note", "n", "f", "ff", "s", "abs",
    "abb", "anm", "fn", "kap", "bd", "rn", "pág", "págs", "cap", "art", "para", "paras", "line",
    "lines", "passim", "et", "seq", "hier", "esp", "at", "ed", "trans", "table", "figure", "fig", "a",
    "b", "c", "d", "e", "and", "第", "页", "第页", "press", "in", "emphasis", "added", "original", "my",
    "our", "translation", "italics",
];
/// Words before the names in a Chinese text.
const HAN_LEADS: [&str; 7] = ["见", "参见", "参阅", "转引自", "例如", "如", "引自"];
/// Words between names, or behind the first of several, in lower case.
const JOINTS: [&str; 12] =
    ["and", "&", "et", "al.", "al", "colleagues", "others", "van", "von", "de", "der", "la"];
/// Words behind the names of several writers, or of scholars.
const BEHIND_HAN: [&str; 9] = ["等人", "等学者", "等", "教授", "学者", "博士", "先生", "的研究", "一文"];
/// The longest Chinese name.
const MAX_HAN: usize = 4;

/// Returns whether a word in lower case is no name, though it has a capital before a year.
fn is_no_name(word: &str) -> bool {
    is_month(word) || NO_NAMES.contains(&word)
}

/// Returns whether these are works with names and years: `Holm, 2010`, `see Holm & Poe 2010a, p. 3; Reed et al., 2001`.
pub(super) fn are_works(inside: &str, list: &List) -> bool {
    for (number, work) in inside.split([';', '；']).enumerate() {
        // Behind the first, years may stand for another work of the same names.
        if !is_work(work, list) && (number == 0 || !years(work)) {
            return false;
        }
    }
    true
}

/// Returns how many bytes before a bracket with nothing but years are the name: `Holm et al. (2010)`, `张三等（2010）`.
pub(super) fn name_before(inside: &str, before: &str, list: &List) -> Option<usize> {
    if !years(inside) {
        return None;
    }
    let name = without_behind(before.trim_end());
    let years = figures(inside);
    let len =
        if name.ends_with(is_han) { han_name(name, &years, list)? } else { latin_name(name, &years, list)? };
    Some(before.len() - (name.len() - len))
}

/// Returns a name without the word for several writers or for scholars behind it.
fn without_behind(name: &str) -> &str {
    BEHIND_HAN.iter().find_map(|word| name.strip_suffix(word)).unwrap_or(name)
}

fn is_work(work: &str, list: &List) -> bool {
    let work = without_leads(work.trim());
    match at_year(work) {
        Some((names, years_of)) if years(years_of) && are_names(names, &figures(years_of), list) => true,
        _ => pages::is_work(work, list),
    }
}

/// Returns a work without the words before its names: `vgl.`, `see also`.
fn without_leads(mut work: &str) -> &str {
    while let Some((word, rest)) = work.split_once([' ', '\u{a0}', '\n'])
        && LEADS.contains(&word.trim_end_matches(',').to_lowercase().as_str())
    {
        work = rest.trim_start();
    }
    work
}

/// Returns the years of a work, without letters.
fn figures(years_of: &str) -> Vec<&str> {
    years_of.split(|c| !is_digit(c)).filter(|figures| figures.len() == 4).collect()
}

/// Splits a work before its first year.
fn at_year(work: &str) -> Option<(&str, &str)> {
    for (at, _) in work.char_indices() {
        let (before, years_of) = (until(work, at), behind(work, at));
        if year(years_of).is_some() && !before.ends_with(is_of_word) {
            return Some((before.trim_end_matches([' ', ',', '，', '、', '(', '[', '（']), years_of));
        }
    }
    None
}

/// Returns the length of a year with its letter: `2010a`, `n.d.`, `in press`.
fn year(text: &str) -> Option<usize> {
    if let Some(rest) = strip_any(text, &["n.d.", "in press", "forthcoming"]) {
        return Some(text.len() - rest.len());
    }
    let figures = text.get(..4)?;
    let is_year = figures.starts_with(['1', '2']) && matches!(figures.parse(), Ok(1500..=2099));
    let letter = usize::from(matches!(char_at(text, 4), Some('a'..='h')));
    let goes_on = char_at(text, 4 + letter).is_some_and(is_ascii_alphanumeric);
    (is_year && !goes_on).then_some(4 + letter)
}

/// Returns whether these are years, with pages or not: `2010`, `2010a, 2011`, `2010: 45`, `2010, p. 5`, `2010年`.
fn years(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['[', '［']).trim_end_matches([']', '］']);
    let Some(len) = year(text) else { return false };
    let rest = behind(text, len).trim_start_matches([' ', '年']);
    rest.is_empty()
        || rest.starts_with([',', '，', ':', '：', '/', '、', '-', '–', '(', '[', ']'])
            && rest.len() < 60
            && !has_long_word(rest)
}

/// Returns whether there is more than pages: a word of the sentence.
fn has_long_word(text: &str) -> bool {
    for word in text.split(|c: char| !c.is_alphabetic()) {
        if !word.is_empty() && !OF_PAGES.contains(&&*word.to_lowercase()) {
            return true;
        }
    }
    false
}

/// Returns whether these are names of writers, as they stand before a year.
fn are_names(names: &str, years: &[&str], list: &List) -> bool {
    let (mut is_lead, mut is_known) = (true, false);
    for word in names.split([' ', ',', '，', '、', '/', '\n', '\u{a0}', '\u{3000}']) {
        let lower = word.to_lowercase();
        if word.is_empty() || is_lead && (LEADS.contains(&&*lower) || HAN_LEADS.contains(&word)) {
            continue;
        }
        is_lead = false;
        if SMALL.contains(&&*lower) {
            continue;
        }
        if is_no_name(lower.trim_end_matches('.')) && !list.has_name(&lower) {
            return false;
        }
        let Some(name) = one_name(word) else { return false };
        is_known |= name.chars().count() > 1 && list.has_work(name, years);
    }
    is_known
}

/// Reads a word as a name: with a capital, or two to four Han characters. Leaves out everything behind the first
/// Chinese name.
fn one_name(word: &str) -> Option<&str> {
    let word = word.trim_matches(['(', ')', '[', ']', '.', '“', '”', '"', ':']);
    let word = word.strip_suffix("’s").or(word.strip_suffix("'s")).unwrap_or(word);
    let first = word.chars().next()?;
    if is_han(first) {
        let name = without_behind(strip_any(word, &["转引自", "参见", "见"]).unwrap_or(word));
        let name = name.split(['和', '与']).next().unwrap_or(name);
        let is_short =
            (2..=MAX_HAN).contains(&name.chars().count()) && name.chars().all(|c| is_han(c) || c == '·');
        return is_short.then_some(name);
    }
    let is_name = first.is_uppercase()
        && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '’' | '\'' | '.' | '‐' | '–' | '&'));
    is_name.then_some(word)
}

/// Returns the length of the names that a text ends with: `Holm`, `Holm and Poe`, `Holm et al.`
fn latin_name(before: &str, years: &[&str], list: &List) -> Option<usize> {
    let (mut start, mut is_name, mut is_known) = (before.len(), false, false);
    // The word before a name belongs to the names only across "and", a comma, or a particle such as "van".
    let mut is_behind_name = false;
    for word in before.split([' ', '\n', '\u{a0}']).rev().take(8) {
        let lower = word.to_lowercase();
        if is_behind_name
            && !(lower.ends_with(',') || matches!(&*lower, "and" | "&" | "van" | "von" | "de" | "der"))
        {
            break;
        }
        // Chinese text has no blanks before a name.
        let mut clauses =
            word.rsplit(|c| is_han(c) || matches!(c, '，' | '。' | '；' | '：' | '、' | '（' | '“'));
        let name = clauses.next().unwrap_or(word);
        let bare = one_name(name.trim_end_matches(','));
        is_behind_name = bare.is_some()
            && name.starts_with(char::is_uppercase)
            && (!is_no_name(&lower) || list.has_name(&lower))
            && (!is_name || word.starts_with(char::is_alphabetic));
        if let Some(bare) = bare
            && is_behind_name
        {
            if bare.chars().count() > 1 {
                is_name = true;
                is_known |= list.has_work(bare, years);
            }
            start = name.as_ptr().addr() - before.as_ptr().addr();
            if name.len() < word.len() {
                break;
            }
        } else if !JOINTS.contains(&&*lower) {
            break;
        }
    }
    is_known.then_some(before.len() - start)
}

/// Returns the length of the Chinese name that a text ends with.
fn han_name(before: &str, years: &[&str], list: &List) -> Option<usize> {
    // A name begins at one of the last characters.
    let mut longest = None;
    for (at, c) in before.char_indices().rev().take(MAX_HAN) {
        let name = behind(before, at);
        if !is_han(c) {
            break;
        }
        if name.len() > c.len_utf8() && list.has_work(name, years) {
            longest = Some(name.len());
        }
    }
    longest
}

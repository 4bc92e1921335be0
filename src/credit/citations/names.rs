//! Names with a year.

use super::super::references::List;
use super::super::{behind, until};
use super::pages;
use crate::calendar::is_month;
use crate::text::is_han;

/// Words before a name, in lower case.
const LEADS: [&str; 54] = [
    "vgl.",
    "vgl",
    "siehe",
    "s.",
    "z.",
    "b.",
    "z.b.",
    "dazu",
    "auch",
    "etwa",
    "so",
    "ähnlich",
    "zit.",
    "zitiert",
    "nach",
    "bei",
    "aus",
    "cfr.",
    "véase",
    "ver",
    "en",
    "por",
    "citado",
    "apud",
    "voir",
    "cité",
    "dans",
    "selon",
    "d’après",
    "par",
    "e.g.,",
    "contra",
    "see",
    "also",
    "e.g.",
    "e.g",
    "eg",
    "cf.",
    "cf",
    "i.e.",
    "for",
    "example",
    "instance",
    "as",
    "cited",
    "quoted",
    "in",
    "by",
    "but",
    "compare",
    "following",
    "from",
    "adapted",
    "especially",
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
    let mut works = inside.split([';', '；']);
    let first = works.next().is_some_and(|work| is_work(work, list));
    first && works.all(|work| is_work(work, list) || years(work))
}

/// Returns how many bytes before a bracket with nothing but years are the name: `Holm et al. (2010)`, `张三等（2010）`.
pub(super) fn name_before(inside: &str, before: &str, list: &List) -> Option<usize> {
    if !years(inside) {
        return None;
    }
    let bare = before.trim_end();
    let behind = BEHIND_HAN.iter().find(|word| bare.ends_with(**word)).map_or(0, |word| word.len());
    let name_end = bare.len() - behind;
    let name = until(bare, name_end);
    let len = match name.chars().next_back().filter(|c| is_han(*c)) {
        Some(_) => han_name(name, &figures(inside), list)?,
        None => latin_name(name, &figures(inside), list)?,
    };
    Some(before.len() - (name_end - len))
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
    let figures = years_of.split(|c: char| !c.is_ascii_digit());
    figures.filter(|figures| figures.len() == 4).collect()
}

/// Splits a work before its first year.
fn at_year(work: &str) -> Option<(&str, &str)> {
    let starts = work.char_indices().map(|(at, _)| at);
    let mut years = starts.filter(|&at| {
        let before = until(work, at).chars().next_back();
        year(behind(work, at)).is_some() && before.is_none_or(|c| !c.is_alphanumeric() || is_han(c))
    });
    let at = years.next()?;
    Some((until(work, at).trim_end_matches([' ', ',', '，', '、', '(', '[', '（']), behind(work, at)))
}

/// Returns the length of a year with its letter: `2010a`, `n.d.`, `in press`.
fn year(text: &str) -> Option<usize> {
    if let Some(word) = ["n.d.", "in press", "forthcoming"].iter().find(|word| text.starts_with(**word)) {
        return Some(word.len());
    }
    let figures = text.get(..4)?;
    let is_year = figures.starts_with(['1', '2']) && matches!(figures.parse(), Ok(1500..=2099));
    let rest = behind(text, 4);
    let letter = usize::from(rest.starts_with(|c| matches!(c, 'a'..='h')));
    let ends = !behind(rest, letter).starts_with(|c: char| c.is_ascii_alphanumeric());
    (is_year && ends).then_some(4 + letter)
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
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| {
        let lower = word.to_lowercase();
        !matches!(
            &*lower,
            "p" | "pp"
                | "ch"
                | "chap"
                | "chapter"
                | "sec"
                | "section"
                | "vol"
                | "note"
                | "n"
                | "f"
                | "ff"
                | "s"
                | "abs"
                | "abb"
                | "anm"
                | "fn"
                | "kap"
                | "bd"
                | "rn"
                | "pág"
                | "págs"
                | "cap"
                | "art"
                | "para"
                | "paras"
                | "line"
                | "lines"
                | "passim"
                | "et"
                | "seq"
                | "hier"
                | "esp"
                | "at"
                | "ed"
                | "trans"
                | "table"
                | "figure"
                | "fig"
                | "a"
                | "b"
                | "c"
                | "d"
                | "e"
                | "and"
                | "第"
                | "页"
                | "第页"
                | "press"
                | "in"
                | "emphasis"
                | "added"
                | "original"
                | "my"
                | "our"
                | "translation"
                | "italics"
        )
    })
}

/// Returns whether these are names of writers, as they stand before a year.
fn are_names(names: &str, years: &[&str], list: &List) -> bool {
    let words =
        names.split([' ', ',', '，', '、', '/', '\n', '\u{a0}', '\u{3000}']).filter(|word| !word.is_empty());
    let (mut is_lead, mut is_known) = (true, false);
    for word in words {
        let lower = word.to_lowercase();
        if is_lead && LEADS.contains(&&*lower) {
            continue;
        }
        if is_lead && matches!(word, "见" | "参见" | "参阅" | "转引自" | "例如" | "如" | "引自")
        {
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
    let word = word.strip_suffix("’s").or_else(|| word.strip_suffix("'s")).unwrap_or(word);
    let first = word.chars().next()?;
    if is_han(first) {
        let name = ["转引自", "参见", "见"].iter().find_map(|lead| word.strip_prefix(lead)).unwrap_or(word);
        let name = BEHIND_HAN.iter().find_map(|behind| name.strip_suffix(behind)).unwrap_or(name);
        let name = name.split(['和', '与']).next().unwrap_or(name);
        let is_short =
            (2..=MAX_HAN).contains(&name.chars().count()) && name.chars().all(|c| is_han(c) || c == '·');
        return is_short.then_some(name);
    }
    let letters = |c: char| c.is_alphabetic() || matches!(c, '-' | '’' | '\'' | '.' | '‐' | '–' | '&');
    (first.is_uppercase() && word.chars().all(letters)).then_some(word)
}

/// Returns the length of the names that a text ends with: `Holm`, `Holm and Poe`, `Holm et al.`
fn latin_name(before: &str, years: &[&str], list: &List) -> Option<usize> {
    let mut words = before.split([' ', '\n', '\u{a0}']).rev().take(8).peekable();
    let (mut start, mut is_name, mut is_known) = (before.len(), false, false);
    while let Some(word) = words.next() {
        let lower = word.to_lowercase();
        let is_joint = matches!(
            &*lower,
            "and" | "&" | "et" | "al." | "al" | "colleagues" | "others" | "van" | "von" | "de" | "der" | "la"
        );
        let word_start = word.as_ptr().addr() - before.as_ptr().addr();
        // Chinese text has no blanks before a name.
        let name = word
            .rsplit(|c: char| is_han(c) || matches!(c, '，' | '。' | '；' | '：' | '、' | '（' | '“'))
            .next()
            .unwrap_or(word);
        let ends_here = name.len() < word.len();
        let is_capital =
            name.starts_with(char::is_uppercase) && one_name(name.trim_end_matches(',')).is_some();
        if is_capital
            && (!is_no_name(&lower) || list.has_name(&lower))
            && !(is_name && behind(before, word_start).starts_with(|c: char| !c.is_alphabetic()))
        {
            let bare = one_name(name.trim_end_matches(','))?;
            if bare.chars().count() > 1 {
                is_name = true;
                is_known |= list.has_work(bare, years);
            }
            start = word_start + word.len() - name.len();
            // The word before belongs to the names only across "and", a comma, or a particle such as "van".
            let next = words.peek().map_or_else(String::new, |next| next.to_lowercase());
            let goes_on = next.ends_with(',') || matches!(&*next, "and" | "&" | "van" | "von" | "de" | "der");
            if ends_here || !goes_on {
                break;
            }
        } else if is_joint {
            continue;
        } else {
            break;
        }
    }
    is_known.then_some(before.len() - start)
}

/// Returns the length of the Chinese name that a text ends with.
fn han_name(before: &str, years: &[&str], list: &List) -> Option<usize> {
    // The longest name first: each begins at one of the last characters.
    let starts: Vec<(usize, char)> = before.char_indices().rev().take(MAX_HAN).collect();
    let length = starts.iter().take_while(|(_, c)| is_han(*c)).count();
    (2..=length)
        .rev()
        .map(|count| behind(before, starts[count - 1].0))
        .find(|name| list.has_work(name, years))
        .map(str::len)
}

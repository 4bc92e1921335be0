//! A text -> the sentences on which decisions are made, and a hash of what each one says.
//!
//! This is not the splitter, which improves: the rule here is frozen as version 1. A ledger keeps its hashes for years,
//! so a sentence has to be cut and hashed as it was when somebody decided it. `fixtures/said.jsonl` holds its vectors,
//! and `docs/decisions.md` its words. It need not be right about abbreviations and decimal points, only the same wherever
//! a paragraph stands and however its lines are broken: a cut depends on one mark and on what follows it. `O(n)`.

use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_64;

use crate::text::{Layout, Span, is_han};

/// Returns the ends of the sentences of a text, in bytes and in order. The last is the end of the text.
pub(crate) fn sentence_ends(text: &str, layout: Layout) -> Vec<u32> {
    let mut ends = vec![];
    let mut at = 0;
    while let Some(found) = text.bytes().skip(at).position(may_end) {
        let (end, is_end) = mark_at(text, at + found, layout);
        if is_end {
            ends.push(end as u32);
        }
        at = end;
    }
    if ends.last().is_none_or(|&end| (end as usize) < text.len()) {
        ends.push(text.len() as u32);
    }
    ends
}

/// Returns the hash of what a sentence says: of its letters and digits, without regard to case and to the form of
/// characters (NFKC), and without citations by number, which change with every source that is added. None if nothing is
/// left.
pub(crate) fn said_hash(sentence: &str) -> Option<u64> {
    let mut said = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(at) = rest.find(['[', '［']) {
        let (before, bracket) = rest.split_at(at);
        push_said(before, &mut said);
        let behind = bracket.trim_start_matches(['[', '［']);
        rest = after_citation(bracket).unwrap_or(behind);
    }
    push_said(rest, &mut said);
    if said.is_empty() { None } else { Some(xxh3_64(said.as_bytes())) }
}

/// Appends the letters and digits of a text, folded.
fn push_said(text: &str, said: &mut String) {
    match text.is_ascii() {
        true => said.extend(text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase())),
        false => said.extend(text.nfkc().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric())),
    }
}

/// Returns whether a byte begins a mark at which a sentence may end: `.`, `!`, `?`, a line end, or one of `…。！？`.
fn may_end(byte: u8) -> bool {
    matches!(byte, b'.' | b'!' | b'?' | b'\n' | 0xE2 | 0xE3 | 0xEF)
}

/// Returns the end of the marks that begin at a byte, and whether a sentence ends there. `.` and `…` end one only before
/// white space or a Han character: others stand in numbers, addresses and pauses.
fn mark_at(text: &str, at: usize, layout: Layout) -> (usize, bool) {
    let rest = Span::new(at as u32, text.len() as u32).of(text);
    let mut behind = rest.chars();
    let mut ends_anyway = false;
    match behind.next() {
        Some('\n') => return (at + 1, ends_paragraph(rest, layout)),
        Some('.' | '…') => {}
        Some('!' | '?' | '。' | '！' | '？') => ends_anyway = true,
        other => return (at + other.map_or(1, char::len_utf8), false),
    }
    loop {
        let left = behind.as_str();
        if let Some(after) = after_citation(left) {
            behind = after.chars();
            continue;
        }
        match behind.next() {
            Some('.' | '…') => {}
            Some('!' | '?' | '。' | '！' | '？') => ends_anyway = true,
            Some(c) if closes(c) => {}
            next => {
                let is_end = ends_anyway || next.is_none_or(|c| c.is_whitespace() || is_han(c));
                return (text.len() - left.len(), is_end);
            }
        }
    }
}

/// Returns the text behind a citation by number, such as `[12, 14]`, if one stands at the start.
fn after_citation(text: &str) -> Option<&str> {
    let numbers = text.strip_prefix(['[', '［'])?;
    let after = numbers.trim_start_matches(|c: char| c.is_ascii_digit() || ",-–，、 ".contains(c));
    after.strip_prefix([']', '］']).filter(|_| numbers.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns whether the line end at the start of a text ends a paragraph: each one does where lines are paragraphs,
/// otherwise the one before an empty line or an ideographic space.
fn ends_paragraph(rest: &str, layout: Layout) -> bool {
    let mut behind = rest.chars().skip(1);
    match (layout, behind.next()) {
        (Layout::Flowing, _) | (_, None | Some('\n' | '\u{3000}')) => true,
        (_, Some(c)) if c.is_whitespace() => behind.find(|&c| c == '\n' || !c.is_whitespace()) == Some('\n'),
        _ => false,
    }
}

/// Returns whether a character behind the end of a sentence still belongs to it: a closing quote or bracket, or the end
/// of an emphasis.
fn closes(c: char) -> bool {
    "\"'”’)]}）］】」』》〉»›*_`".contains(c)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// Returns the sentences that say something.
    fn sentences(text: &str, layout: Layout) -> Vec<&str> {
        let (mut start, mut found) = (0, vec![]);
        for end in sentence_ends(text, layout) {
            let sentence = Span::new(start, end).of(text);
            found.extend(said_hash(sentence).map(|_| sentence.trim()));
            start = end;
        }
        found
    }

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(sentences(text, Layout::Wrapped), expected, "{text:?}");
    }

    #[test]
    fn sentences_end_at_marks_before_white_space() {
        check("It rained. It was late! Why? Nobody…", &["It rained.", "It was late!", "Why?", "Nobody…"]);
        check("“It rained.” (It was late!) *Why?* No.", &["“It rained.”", "(It was late!)", "*Why?*", "No."]);
        check("At 3.5 m, ibid.rs and a.m.; no end", &["At 3.5 m, ibid.rs and a.m.; no end"]);
        check("Mr. Vale left", &["Mr.", "Vale left"]);
        check(
            "It rained.[12] It was late. [3] Why?[4, 5–7] [x] No.[x] No",
            &["It rained.[12]", "It was late.", "[3] Why?[4, 5–7]", "[x] No.[x] No"],
        );
        check("...  ?! \n\n .", &[]);
        check("", &[]);
    }

    #[test]
    fn chinese_sentences_need_no_space() {
        check(
            "雨下了一夜。桥还在！“谁修的？”没人知道……",
            &["雨下了一夜。", "桥还在！", "“谁修的？”", "没人知道……"],
        );
        check("他说：“走吧。”（那是冬天。）雪停了", &["他说：“走吧。”", "（那是冬天。）", "雪停了"]);
    }

    #[test]
    fn marks_of_ascii_end_chinese_sentences_too() {
        check(
            "桥还在?谁修的!没人知道.后来……有人来了。［1］他说",
            &["桥还在?", "谁修的!", "没人知道.", "后来……", "有人来了。［1］", "他说"],
        );
    }

    #[test]
    fn paragraphs_end_at_empty_lines() {
        check("A heading\n\nIt rained\nall day", &["A heading", "It rained\nall day"]);
        check("A heading\r\n \t\r\nIt rained", &["A heading", "It rained"]);
        check("第一章\n　　雨下了一夜", &["第一章", "雨下了一夜"]);
        assert_eq!(sentences("A heading\nIt rained", Layout::Flowing), ["A heading", "It rained"]);
    }

    #[test]
    fn only_letters_and_digits_count() {
        let same = |texts: &[&str]| {
            let hashes: Vec<Option<u64>> = texts.iter().map(|text| said_hash(text)).collect();
            assert!(hashes.iter().all(|hash| hash.is_some() && *hash == hashes[0]), "{texts:?}");
        };
        same(&["It rained for 3.5 days.", "“it RAINED,\r\nfor *35* days”", "ｉｔ rained for ３5 days"]);
        same(&["exam-\nple Café", "EXAMPLE cafe\u{301}", "\u{feff}exam\u{ad}ple café"]);
        same(&["It rained [3, 4].", "It rained.[12]", "[1]It rained"]);
        same(&["雨下了［1］一夜。", "雨下了一夜。［12］", "雨下了一夜"]);
        same(&["雨下了 一夜。", "「雨下了，一夜」"]);
        assert_ne!(said_hash("It rained."), said_hash("It rains."));
        assert_ne!(said_hash("It rained [2x]."), said_hash("It rained."));
        assert_eq!(said_hash("［1］[2]"), None);
    }

    /// The marks around a cut decide it, and nothing before them: a text can be cut from any letter on.
    #[test]
    fn cuts_do_not_depend_on_the_text_before() {
        let text = "It rained. “All day?!” he said…  雨。”桥（在。）\n\nNo end\n here. (So. )";
        for layout in [Layout::Wrapped, Layout::Flowing] {
            let all = sentence_ends(text, layout);
            for (at, _) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
                let rest = sentence_ends(text.get(at..).unwrap(), layout);
                let expected: Vec<u32> = all.iter().copied().filter(|&end| end > at as u32).collect();
                assert_eq!(rest.iter().map(|end| end + at as u32).collect::<Vec<_>>(), expected);
            }
        }
    }

    #[derive(Deserialize)]
    struct Vector {
        text: String,
        layout: String,
        said: Vec<(String, String)>,
    }

    /// A change of these vectors would open the decisions of everybody.
    #[test]
    fn the_rule_is_frozen() {
        let vectors = include_str!("../fixtures/said.jsonl");
        for vector in vectors.lines().map(|line| serde_json::from_str::<Vector>(line).unwrap()) {
            let layout = if vector.layout == "flowing" { Layout::Flowing } else { Layout::Wrapped };
            let hash = |sentence: &str| format!("{:016x}", said_hash(sentence).unwrap());
            let said: Vec<(String, String)> = sentences(&vector.text, layout)
                .into_iter()
                .map(|said| (said.to_owned(), hash(said)))
                .collect();
            assert_eq!(said, vector.said, "{}", serde_json::to_string(&said).unwrap());
        }
    }
}

//! A text into paragraphs.
//!
//! In: a text and how its line breaks are meant. Out: spans, each to be split on its own. In a flowing text every line
//! is a paragraph. In a wrapped one a blank line ends a block, and a block is one paragraph unless its lines tell
//! otherwise: list items, headings, rows, rules, lines too short or too long to have been wrapped. All of that is
//! decided inside the block. `O(n)`; 8 bytes for each line of the longest block.

use super::marks::{char_at, char_before, goes_on, is_closing_quote, is_terminator, opener_of};
use crate::text::{Layout, Span};

/// A block of fewer lines does not show how long its lines usually are.
const MIN_LINES: usize = 5;
/// Longer lines, in bytes, were not wrapped by anyone.
const MAX_WRAPPED_BYTES: usize = 400;

/// Calls `paragraph` for each paragraph in order, with its trimmed text and where that begins.
pub(super) fn for_each_paragraph(text: &str, layout: Layout, mut paragraph: impl FnMut(&str, usize)) {
    let mut block = Vec::new();
    let mut lengths = Vec::new();
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    for end in ends {
        let line = trimmed(text, start, end);
        start = end + 1;
        match layout {
            Layout::Flowing => paragraph(line.of(text), line.start as usize),
            Layout::Wrapped if !line.is_empty() => block.push(line),
            Layout::Wrapped => {
                for_each_of_block(text, &block, &mut lengths, &mut paragraph);
                block.clear();
            }
        }
    }
    for_each_of_block(text, &block, &mut lengths, &mut paragraph);
}

fn trimmed(text: &str, start: usize, end: usize) -> Span {
    let line = text.get(start..end).unwrap_or("");
    let start = start + (line.len() - line.trim_start().len());
    Span::new(start as u32, (start + line.trim().len()) as u32)
}

fn for_each_of_block(
    text: &str,
    lines: &[Span],
    lengths: &mut Vec<usize>,
    paragraph: &mut impl FnMut(&str, usize),
) {
    let Some(first) = lines.first() else { return };
    let usual = usual_length(lines, lengths);
    let mut start = first.start;
    let mut list = List::default();
    if let Some(mark) = marker(first.of(text)) {
        list.add(mark);
    }
    for (number, pair) in lines.windows(2).enumerate() {
        let (before, line) = (pair[0].of(text), pair[1].of(text));
        let mark = marker(line);
        let begins_item = mark.is_some_and(|mark| {
            let repeated = || lines.get(number + 2).is_some_and(|next| marker(next.of(text)) == Some(mark));
            mark == Marker::Sign
                || list.goes_on_with(mark)
                || has_ended(before)
                || mark.is_bullet() && repeated()
        });
        if begins_item || ends_paragraph(before, line, usual) || stands_alone(before) || stands_alone(line) {
            let whole = Span::new(start, pair[0].end);
            paragraph(whole.of(text), start as usize);
            start = pair[1].start;
        }
        if let Some(mark) = mark.filter(|_| begins_item) {
            list.add(mark);
        }
    }
    let whole = Span::new(start, lines.last().map_or(start, |line| line.end));
    paragraph(whole.of(text), start as usize);
}

/// The median length of the lines in bytes; 0 where they are too few.
fn usual_length(lines: &[Span], lengths: &mut Vec<usize>) -> usize {
    if lines.len() < MIN_LINES {
        return 0;
    }
    lengths.clear();
    lengths.extend(lines.iter().map(|line| line.len()));
    let middle = lengths.len() / 2;
    *lengths.select_nth_unstable(middle).1
}

/// Whether a paragraph ends with the line `before`: it is a heading, being much shorter than the lines around it, or
/// so long that lines are not wrapped here.
fn ends_paragraph(before: &str, line: &str, usual: usize) -> bool {
    let short = before.len() * 10 < usual * 6;
    if !short && before.len() <= MAX_WRAPPED_BYTES {
        return false;
    }
    let last = char_before(before, before.len());
    let stops = last.is_some_and(|c| is_terminator(c) || goes_on(c) || matches!(c, '-' | '—'));
    !stops && !char_at(line, 0).is_some_and(char::is_lowercase)
}

/// Whether a sentence, or what introduces a list, ends with this line.
fn has_ended(line: &str) -> bool {
    let last = line.chars().rev().find(|&c| !is_closing_quote(c) && opener_of(c).is_none());
    last.is_some_and(|c| is_terminator(c) || matches!(c, ':' | ';' | '：' | '；'))
}

/// Headings, table rows and rules of signs: lines that are joined with no other.
fn stands_alone(line: &str) -> bool {
    match line.as_bytes() {
        [b'`', b'`', b'`', ..] | [b'>'] => true,
        [b'#', ..] => line.trim_start_matches('#').starts_with(' ') && !line.starts_with("#######"),
        [b'|', ..] => true,
        [b'=' | b'-' | b'_' | b'*' | b'~' | b'+', _, _, ..] => {
            line.bytes().all(|b| matches!(b, b'=' | b'-' | b'_' | b'*' | b'~' | b'+' | b'|' | b' '))
        }
        _ => false,
    }
}

/// What a list item begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    /// A sign that nothing but an item begins with.
    Sign,
    /// `-`, `*` or `+`, which also stand in wrapped text.
    Bullet(u8),
    /// A number or letter and the mark behind it; letters count from 1 too.
    Number { number: u32, mark: char },
    /// A numeral in other digits, a Chinese section number.
    Other,
}

impl Marker {
    fn is_bullet(self) -> bool {
        matches!(self, Marker::Bullet(_))
    }
}

/// The list items of a block so far.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    last: Option<Marker>,
    /// The last numbered item, over bullets that came since.
    last_number: Option<Marker>,
}

impl List {
    fn add(&mut self, mark: Marker) {
        self.last = Some(mark);
        if !mark.is_bullet() {
            self.last_number = Some(mark);
        }
    }

    /// Whether a line that begins with `mark` is surely the next item, whatever the line before it ends with.
    fn goes_on_with(self, mark: Marker) -> bool {
        match (mark, self.last_number) {
            (Marker::Bullet(_), _) => self.last.is_some(),
            (Marker::Number { number, mark }, Some(Marker::Number { number: last, mark: last_mark })) => {
                mark == last_mark && number == last + 1
            }
            (Marker::Number { number: 1, .. }, None) => self.last.is_some(),
            (Marker::Other, Some(Marker::Other)) => true,
            _ => false,
        }
    }
}

fn marker(line: &str) -> Option<Marker> {
    let mut chars = line.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    match first {
        '•' | '●' | '○' | '■' | '□' | '◆' | '◇' | '▪' | '▫' | '▶' | '►' | '‣' | '⁃' | '※' | '★' | '☆' => {
            Some(Marker::Sign)
        }
        '-' | '*' | '+' if rest.starts_with(' ') => Some(Marker::Bullet(first as u8)),
        '(' | '[' | '（' | '【' => numbered(rest, Some(first)),
        '第' => chinese_section(rest),
        '0'..='9' | 'a'..='z' | 'A'..='Z' => {
            // Most lines begin with a word.
            let short = line.bytes().take(6).any(|b| matches!(b, b'.' | b')') || b >= 0x80);
            short.then(|| numbered(line, None)).flatten()
        }
        c if is_han_number(c) => {
            let mark = line.trim_start_matches(is_han_number).chars().next()?;
            matches!(mark, '、' | '.' | '．').then_some(Marker::Other)
        }
        _ => None,
    }
}

/// `1.`, `a)`, `(iv)`, `[12]`, `（一）`, `1、`, `2.1`, with the opening bracket, if any, already read.
fn numbered(rest: &str, opener: Option<char>) -> Option<Marker> {
    let number = rest.split(|c: char| !c.is_ascii_alphanumeric() && !is_han_number(c)).next().unwrap_or("");
    let mut behind = rest.get(number.len()..)?.chars();
    let mark = behind.next()?;
    let spaced = behind.next().is_none_or(|c| c.is_whitespace() || !c.is_ascii());
    let fits = match opener {
        Some(opener) => opener_of(mark) == Some(opener),
        None => matches!(mark, '.' | ')' | '）' | '、') && spaced,
    };
    let value = match number.as_bytes() {
        [_, ..] if number.len() <= 3 && number.bytes().all(|b| b.is_ascii_digit()) => number.parse().ok(),
        [letter] if letter.is_ascii_alphabetic() => Some(u32::from(letter.to_ascii_lowercase() - b'a') + 1),
        _ => None,
    };
    let roman = number.len() <= 5 && number.bytes().all(|b| b"IVXLCivxlc".contains(&b));
    let han = number.chars().all(is_han_number);
    match value {
        Some(number) if fits => Some(Marker::Number { number, mark }),
        _ if fits && !number.is_empty() && (roman || han) => Some(Marker::Other),
        _ if opener.is_none() => section(rest),
        _ => None,
    }
}

/// `2.1 Title`, `3.2.1. Title`.
fn section(line: &str) -> Option<Marker> {
    let number = line.split(' ').next()?;
    let parts = number.strip_suffix('.').unwrap_or(number).split('.');
    let numeric =
        parts.clone().all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()));
    (numeric && parts.count() >= 2 && number.len() < line.len()).then_some(Marker::Other)
}

/// `第三章`, `第12条`, with the first character already read.
fn chinese_section(rest: &str) -> Option<Marker> {
    let unit = rest.trim_start_matches(|c: char| is_han_number(c) || c.is_ascii_digit());
    let unit_starts =
        unit.starts_with(['章', '节', '節', '条', '條', '回', '卷', '部', '篇', '编', '款', '讲', '集']);
    (unit.len() < rest.len() && unit_starts).then_some(Marker::Other)
}

fn is_han_number(c: char) -> bool {
    matches!(
        c,
        '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '十' | '百' | '千' | '〇' | '零'
    )
}

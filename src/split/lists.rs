//! The lines of a block that begin a list item.
//!
//! In: the lines one after another. Out: for each, whether it begins an item. A bullet such as `•` always does. Dashes,
//! numbers and letters can also come to the start of a line by wrapping. They begin an item only if a list continues or
//! the line before has ended, so that a text has the same sentences however it is wrapped. `O(1)` per line.

use super::abbreviations;
use super::marks::{closes, is_roman, is_spaced, is_terminator, opener_of};
use crate::text::lookup::{is_digit, is_number, is_separator};

/// The beginning of a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    /// A sign that begins nothing but items.
    Sign,
    /// `-`, `*` or `+`.
    Bullet(u8),
    /// `1.`, `1)`, `(1)`, `[1]`: the number and the mark behind it.
    Number(u32, char),
    /// `a.`, `a)`, `(a)`: the letter's number and the mark behind it.
    Letter(u32, char),
    /// `iv.`, `(IV)`.
    Roman,
    /// `2.1`, `第三条`.
    Section,
    /// `一、`, `（一）`.
    Han,
}

/// The list items of a block so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    /// True once there was an item.
    begun: bool,
    /// The last item that did not begin with a bullet.
    last: Option<Marker>,
}

impl List {
    /// Returns whether `line` begins an item. `before` is the line before it, or `None` for the first; `next` are the
    /// lines behind it.
    pub(super) fn begins_item(&mut self, before: Option<&str>, line: &str, next: [&str; 2]) -> bool {
        let Some(mark) = marker(line) else { return false };
        let Some(before) = before else {
            self.add(mark);
            return true;
        };
        let sure = match mark {
            Marker::Sign => true,
            Marker::Bullet(_) => {
                self.begun
                    || before.ends_with([':', '：'])
                    || next.iter().all(|line| marker(line) == Some(mark))
            }
            _ => self.goes_on_with(mark) || self.may_begin_with(mark) && has_ended(before),
        };
        if sure {
            self.add(mark);
        }
        sure || matches!(mark, Marker::Bullet(_)) && takes_bullet(before, mark, line)
    }

    fn add(&mut self, mark: Marker) {
        self.begun = true;
        if !matches!(mark, Marker::Bullet(_) | Marker::Sign) {
            self.last = Some(mark);
        }
    }

    /// Returns whether `mark` is certainly the next item, whatever the line before it ends with.
    fn goes_on_with(self, mark: Marker) -> bool {
        match (self.last, mark) {
            (Some(Marker::Number(last, last_mark)), Marker::Number(number, mark))
            | (Some(Marker::Letter(last, last_mark)), Marker::Letter(number, mark)) => {
                mark == last_mark && number == last + 1
            }
            (None, Marker::Number(1, _) | Marker::Letter(1, _)) => self.begun,
            (last, Marker::Section | Marker::Han) => last == Some(mark),
            _ => false,
        }
    }

    /// Returns whether `mark` can begin a list, or what is left of one.
    fn may_begin_with(self, mark: Marker) -> bool {
        !matches!(mark, Marker::Letter(2.., '.'))
    }
}

/// Returns whether a line with a bullet may begin an item although no list is known. In wrapped text a dash is mostly
/// followed by a small letter.
fn takes_bullet(before: &str, mark: Marker, line: &str) -> bool {
    let small = line.trim_start_matches(is_separator).starts_with(char::is_lowercase);
    !small && (has_ended(before) || marker(before) == Some(mark))
}

/// Returns whether a sentence, or the introduction of a list, ends with this line.
fn has_ended(line: &str) -> bool {
    let open = line.trim_end_matches(closes);
    let ends = open.ends_with(is_terminator) || open.ends_with([':', ';', '：', '；']);
    ends && !(open.ends_with('.') && abbreviations::takes_number(line, open.len() - 1))
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
            if short { numbered(line, None) } else { None }
        }
        c if is_han_number(c) => {
            let mark = line.trim_start_matches(is_han_number).chars().next()?;
            matches!(mark, '、' | '.' | '．').then_some(Marker::Han)
        }
        _ => None,
    }
}

/// Parses `1.`, `a)`, `(iv)`, `[12]`, `（一）`, `1、` or `2.1`, with the opening bracket, if any, already read.
fn numbered(rest: &str, opener: Option<char>) -> Option<Marker> {
    let number = rest.split(|c: char| !c.is_ascii_alphanumeric() && !is_han_number(c)).next().unwrap_or("");
    let mut behind = rest.get(number.len()..)?.chars();
    let mark = behind.next()?;
    let spaced = is_spaced(behind.as_str());
    let fits = match opener {
        Some(opener) => opener_of(mark) == Some(opener),
        None => matches!(mark, '.' | ')' | '）' | '、') && spaced,
    };
    if !fits {
        return if opener.is_none() { section(rest) } else { None };
    }
    match number.as_bytes() {
        [] => None,
        digits if digits.len() <= 3 && digits.iter().all(u8::is_ascii_digit) => {
            Some(Marker::Number(number.parse().ok()?, mark))
        }
        [letter] if letter.is_ascii_alphabetic() => {
            Some(Marker::Letter(u32::from(letter.to_ascii_lowercase() - b'a') + 1, mark))
        }
        _ if is_roman(number) => Some(Marker::Roman),
        _ if number.chars().all(is_han_number) => Some(Marker::Han),
        _ if opener.is_none() => section(rest),
        _ => None,
    }
}

/// Parses `2.1 Title`, `3.2.1. Title`.
fn section(line: &str) -> Option<Marker> {
    let number = line.split(' ').next()?;
    let parts = number.strip_suffix('.').unwrap_or(number).split('.');
    let numeric = parts.clone().all(|part| is_number(part, 1..=2));
    (numeric && parts.count() >= 2 && number.len() < line.len()).then_some(Marker::Section)
}

/// Parses `第三章`, `第12条`, with the first character already read.
fn chinese_section(rest: &str) -> Option<Marker> {
    let unit = rest.trim_start_matches(|c| is_han_number(c) || is_digit(c));
    let unit_starts =
        unit.starts_with(['章', '节', '節', '条', '條', '回', '卷', '部', '篇', '编', '款', '讲', '集']);
    (unit.len() < rest.len() && unit_starts).then_some(Marker::Section)
}

fn is_han_number(c: char) -> bool {
    matches!(
        c,
        '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '十' | '百' | '千' | '〇' | '零'
    )
}

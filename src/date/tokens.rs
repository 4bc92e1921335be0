//! Splits a written date into numbers, months, words and marks.
//!
//! White space, weekdays, commas, ordinal endings and words without meaning (`the 21st of`) are dropped. Chinese
//! numerals are numbers, and every other Han character is a mark.

use crate::calendar::{MONTHS, WEEKDAYS};

/// A part of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Number(Number),
    /// The number of a month, from 1.
    Month(i8),
    /// Other Latin letters, in lower case.
    Word(&'t str),
    Mark(char),
}

/// A number of at most 18 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: i64,
    pub(super) digits: usize,
}

impl Number {
    /// Returns the value as a part of a date or a time, of one or two digits.
    pub(super) fn small(self) -> Option<i8> {
        (self.digits <= 2).then(|| i8::try_from(self.value).ok()).flatten()
    }

    /// Returns the value as a year of four digits.
    pub(super) fn year(self) -> Option<i16> {
        (self.digits == 4 && self.value >= 1000).then(|| i16::try_from(self.value).ok()).flatten()
    }
}

/// The words before the number of a Chinese weekday.
const WEEKS: [&str; 3] = ["星期", "礼拜", "周"];
const NUMERALS: &str = "〇○零一二三四五六七八九十廿卅";

/// Folds full-width characters to ASCII, and the characters in words of dates to simplified ones.
pub(super) fn fold(text: &str) -> String {
    let fold = |c: char| match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' | '\u{A0}' | '\u{202F}' | '\u{2009}' => ' ',
        '−' | '–' | '—' => '-',
        '時' => '时',
        '點' => '点',
        '號' => '号',
        '間' => '间',
        '週' => '周',
        '禮' => '礼',
        '當' => '当',
        _ => c,
    };
    text.chars().map(fold).collect()
}

/// Splits a folded text in lower case into tokens. `None` if a number is too long for any date.
pub(super) fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens: Vec<Token> = vec![];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_same = |other: char| match c {
            _ if c.is_ascii_digit() => other.is_ascii_digit(),
            _ if c.is_ascii_alphabetic() => other.is_ascii_alphabetic(),
            _ if NUMERALS.contains(c) => NUMERALS.contains(other),
            _ => false,
        };
        let (part, behind) = match rest.find(|other| !is_same(other)) {
            Some(0) => rest.split_at(c.len_utf8()),
            Some(end) => rest.split_at(end),
            None => (rest, ""),
        };
        if let Some(behind) = skip_weekday(rest) {
            rest = behind;
            continue;
        }
        rest = behind;
        match c {
            _ if c.is_whitespace() || c == ',' => {}
            _ if c.is_ascii_digit() => {
                let value = part.parse().ok().filter(|_| part.len() <= 18)?;
                tokens.push(Token::Number(Number { value, digits: part.len() }));
            }
            _ if NUMERALS.contains(c) => tokens.push(Token::Number(of_numerals(part)?)),
            _ if c.is_ascii_alphabetic() => tokens.extend(of_word(part, tokens.last())),
            _ => tokens.push(Token::Mark(c)),
        }
    }
    Some(tokens)
}

/// Returns the text behind a Chinese weekday.
fn skip_weekday(text: &str) -> Option<&str> {
    let behind = WEEKS.iter().find_map(|week| text.strip_prefix(week))?;
    behind.strip_prefix(['一', '二', '三', '四', '五', '六', '日', '天'])
}

fn of_word<'t>(word: &'t str, before: Option<&Token>) -> Option<Token<'t>> {
    let begins = |name: &str| word.len() >= 3 && name.starts_with(word);
    let is_ending = matches!(before, Some(Token::Number(_))) && matches!(word, "st" | "nd" | "rd" | "th");
    if is_ending || matches!(word, "at" | "of" | "the" | "on") || WEEKDAYS.iter().any(|name| begins(name)) {
        return None;
    }
    for (name, month) in MONTHS.iter().zip(1..) {
        if begins(name) {
            return Some(Token::Month(month));
        }
    }
    Some(Token::Word(word))
}

/// Parses a Chinese number: digit by digit (二〇二六), or with tens (二十二).
fn of_numerals(text: &str) -> Option<Number> {
    let text = text.replace(['○', '零'], "〇").replace('廿', "二十").replace('卅', "三十");
    let value = match text.split_once('十') {
        Some((tens, ones)) => {
            let one = |text: &str, if_none: i64| match text.chars().next() {
                None => Some(if_none),
                Some(c) => figure(c).filter(|_| text.chars().count() == 1),
            };
            return Some(Number { value: one(tens, 1)? * 10 + one(ones, 0)?, digits: 2 });
        }
        None if text.chars().count() > 4 => return None,
        None => text.chars().try_fold(0, |value, c| Some(value * 10 + figure(c)?))?,
    };
    Some(Number { value, digits: text.chars().count() })
}

/// Returns the value of a Chinese figure.
fn figure(c: char) -> Option<i64> {
    "〇一二三四五六七八九".chars().position(|figure| figure == c).map(|value| value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_numerals_are_numbers() {
        for (text, expected) in
            [("二〇二六", 2026), ("二零二六", 2026), ("十", 10), ("二十二", 22), ("十一", 11), ("廿一", 21)]
        {
            assert_eq!(of_numerals(text).map(|number| number.value), Some(expected), "{text}");
        }
        for text in ["二十二十", "二〇二六〇", "十十"] {
            assert_eq!(of_numerals(text), None, "{text}");
        }
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        assert_eq!(tokens("saturday, the 2nd of may"), tokens("2 may"));
        assert_eq!(tokens("5日星期六"), tokens("5日"));
    }
}

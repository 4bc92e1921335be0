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
        if self.digits <= 2 { i8::try_from(self.value).ok() } else { None }
    }

    /// Returns the value as a year of four digits.
    pub(super) fn year(self) -> Option<i16> {
        if self.digits == 4 && self.value >= 1000 { i16::try_from(self.value).ok() } else { None }
    }
}

/// The words before the number of a Chinese weekday.
const WEEKS: [&str; 3] = ["星期", "礼拜", "周"];
const NUMERALS: &str = "〇○零一二三四五六七八九十廿卅";

/// Folds full-width characters to ASCII, and the characters in words of dates to simplified ones.
pub(super) fn fold(text: &str) -> String {
    text.chars().map(fold_char).collect()
}

fn fold_char(c: char) -> char {
    match c {
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
    }
}

/// The kinds of characters that tokens are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digit,
    Letter,
    Numeral,
    /// Any other character, which is a token or a blank by itself.
    Other,
}

impl Kind {
    fn of(c: char) -> Kind {
        match c {
            '0'..='9' => Kind::Digit,
            'a'..='z' | 'A'..='Z' => Kind::Letter,
            _ if NUMERALS.contains(c) => Kind::Numeral,
            _ => Kind::Other,
        }
    }
}

/// Splits a folded text in lower case into tokens. `None` if a number is too long for any date.
pub(super) fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens: Vec<Token> = vec![];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(behind) = skip_weekday(rest) {
            rest = behind;
            continue;
        }
        let kind = Kind::of(c);
        let end = match kind {
            Kind::Other => c.len_utf8(),
            _ => rest.find(|other| Kind::of(other) != kind).unwrap_or(rest.len()),
        };
        let (part, behind) = rest.split_at(end);
        rest = behind;
        match kind {
            Kind::Digit if part.len() > 18 => return None,
            Kind::Digit => {
                tokens.push(Token::Number(Number { value: part.parse().ok()?, digits: part.len() }))
            }
            Kind::Letter => tokens.extend(of_word(part, tokens.last())),
            Kind::Numeral => tokens.push(Token::Number(of_numerals(part)?)),
            Kind::Other if c.is_whitespace() || c == ',' => {}
            Kind::Other => tokens.push(Token::Mark(c)),
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
    let is_ending = matches!(before, Some(Token::Number(_))) && matches!(word, "st" | "nd" | "rd" | "th");
    let may_be_short = word.len() >= 3;
    if is_ending
        || matches!(word, "at" | "of" | "the" | "on")
        || may_be_short && WEEKDAYS.iter().any(|name| name.starts_with(word))
    {
        return None;
    }
    for (name, month) in MONTHS.iter().zip(1..) {
        if may_be_short && name.starts_with(word) {
            return Some(Token::Month(month));
        }
    }
    Some(Token::Word(word))
}

/// Parses a Chinese number: digit by digit (二〇二六), or with tens (二十二).
fn of_numerals(text: &str) -> Option<Number> {
    let text = text.replace(['○', '零'], "〇").replace('廿', "二十").replace('卅', "三十");
    if let Some((tens, ones)) = text.split_once('十') {
        let tens = if tens.is_empty() { 1 } else { only_figure(tens)? };
        let ones = if ones.is_empty() { 0 } else { only_figure(ones)? };
        return Some(Number { value: tens * 10 + ones, digits: 2 });
    }
    let digits = text.chars().count();
    if digits > 4 {
        return None;
    }
    let mut value = 0;
    for c in text.chars() {
        value = value * 10 + figure(c)?;
    }
    Some(Number { value, digits })
}

/// Returns the value of a text of one Chinese figure.
fn only_figure(text: &str) -> Option<i64> {
    let mut chars = text.chars();
    let value = figure(chars.next()?)?;
    chars.next().is_none().then_some(value)
}

/// Returns the value of a Chinese figure.
fn figure(c: char) -> Option<i64> {
    Some("〇一二三四五六七八九".chars().position(|figure| figure == c)? as i64)
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

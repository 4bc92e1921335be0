//! Numbers at a place of a text: shares, fractions, times of day, and plain numbers.

use super::chinese::{self, Numeral};
use super::decimal::Decimal;
use super::pieces::{Piece, Pieces};
use super::{ReadFact, english};

/// Reads the number at a place.
pub(super) fn read(pieces: &Pieces, start: usize) -> Option<ReadFact> {
    let read = |(value, end)| Some(ReadFact { start, end, value });
    match pieces.get(start)? {
        Piece::Digits { text, .. } => {
            read(of_digits(pieces, start).unwrap_or_else(|| (text.clone(), start + 1)))
        }
        Piece::Word { .. } => read(of_words(pieces, start)?),
        Piece::Han(_) => read(of_han(pieces, start)?),
        _ => None,
    }
}

fn of_digits(pieces: &Pieces, start: usize) -> Option<(String, usize)> {
    let digits = pieces.digits(start)?;
    let next = |mark: char| pieces.digits(start + 2).filter(|_| pieces.is_mark(start + 1, mark));
    if let Some(minutes) = next(':').filter(|minutes| minutes.len() == 2) {
        return Some((format!("{digits}:{minutes}"), start + 3));
    }
    if let Some(denominator) = next('/') {
        return Some((format!("{digits}/{denominator}"), start + 3));
    }
    if let Some(fraction) = han_fraction(pieces, start) {
        return Some(fraction);
    }
    let Numeral { end, value, is_least } = chinese::read_any(pieces, start)?;
    let sign = if is_negative(pieces, start) { "-" } else { "" };
    if is_percent(pieces, end).is_none()
        && let Some(scaled) = scaled(pieces, start, end, value)
    {
        return Some((format!("{sign}{}", scaled.0), scaled.1));
    }
    let is_ordinal = pieces.word(end).is_some_and(|word| matches!(word, "st" | "nd" | "rd" | "th"));
    let end = end + usize::from(is_ordinal);
    Some(with_percent(pieces, end, format!("{sign}{}", written(value, is_least))))
}

/// Reads the scale behind a number in digits: 5.2 million, $3bn, $3m.
fn scaled(pieces: &Pieces, start: usize, end: usize, value: Decimal) -> Option<(Decimal, usize)> {
    let is_money =
        start > 0 && ['$', '£', '€', '¥', '￡', '￥'].iter().any(|&sign| pieces.is_mark(start - 1, sign));
    let letter = pieces.word(end).filter(|_| is_money);
    let power = letter.and_then(|letter| match letter {
        "k" => Some(3),
        "m" => Some(6),
        "b" => Some(9),
        _ => None,
    });
    if let Some(power) = power {
        return Some((value.shifted(power)?, end + 1));
    }
    let at = match pieces.get(end)? {
        Piece::Space | Piece::Mark('-') => end + 1,
        _ => end,
    };
    let is_scale =
        matches!(english::numeral_word(pieces.word(at)?), Some(english::NumeralWord::Scale { .. }));
    let scaled = is_scale.then(|| english::read(pieces, at, Some(value))).flatten()?;
    Some((scaled.value, scaled.end))
}

fn is_negative(pieces: &Pieces, start: usize) -> bool {
    let before = |back: usize| start.checked_sub(back).and_then(|at| pieces.get(at));
    let is_minus = matches!(before(1), Some(Piece::Mark('-' | '−')));
    let is_apart = matches!(before(2), None | Some(Piece::Space | Piece::Han(_) | Piece::Mark('(')));
    (is_minus && is_apart) || (before(1) == Some(&Piece::Han('下')) && before(2) == Some(&Piece::Han('零')))
}

fn of_words(pieces: &Pieces, start: usize) -> Option<(String, usize)> {
    let word = pieces.word(start)?;
    if let Some(times) = english::times(word) {
        return Some((times.to_string(), start + 1));
    }
    if word == "half" {
        return Some(("1/2".into(), start + 1));
    }
    if word == "a" {
        let (value, _) = pieces.word(start + 2).and_then(english::denominator)?;
        let is_share = pieces.word(start + 4) == Some("of");
        return is_share.then(|| (format!("1/{value}"), start + 3));
    }
    if word == "one" && !is_counting(pieces, start) {
        return None;
    }
    let numeral = english::read(pieces, start, None)?;
    let behind = numeral.end + 1;
    let is_joined = pieces.is_mark(numeral.end, '-');
    if let Some((value, is_plural)) = pieces.word(behind).and_then(english::denominator)
        && (is_joined || is_plural)
    {
        return Some((format!("{}/{value}", numeral.value), behind + 1));
    }
    Some(with_percent(pieces, numeral.end, written(numeral.value, numeral.is_least)))
}

/// Returns whether "one" counts, and is no pronoun as in "no one" and "one another".
fn is_counting(pieces: &Pieces, at: usize) -> bool {
    let is_no = at > 1 && matches!(pieces.word(at - 2), Some("no" | "any" | "every" | "some"));
    !is_no && pieces.word(at + 2) != Some("another")
}

fn of_han(pieces: &Pieces, start: usize) -> Option<(String, usize)> {
    if let Some(share) = han_fraction(pieces, start) {
        return Some(share);
    }
    if pieces.has_han(start, "一半") {
        return Some(("1/2".into(), start + 2));
    }
    let is_half = pieces.han(start) == Some('半')
        && pieces.han(start + 1).is_some_and(|c| "年月天日数小个".contains(c));
    if is_half {
        return Some(("1/2".into(), start + 1));
    }
    if pieces.has_han(start, "零下") {
        return None;
    }
    let numeral = chinese::read(pieces, start)?;
    let sign = if is_negative(pieces, start) { "-" } else { "" };
    let value = format!("{sign}{}", written(numeral.value, numeral.is_least));
    Some(with_percent(pieces, numeral.end, value))
}

/// Reads a Chinese fraction: 百分之五, 三分之二.
fn han_fraction(pieces: &Pieces, start: usize) -> Option<(String, usize)> {
    let below = chinese::read_any(pieces, start)?;
    let at = below.end + 2;
    let above = pieces.has_han(below.end, "分之").then(|| chinese::read_any(pieces, at)).flatten()?;
    let value = written(above.value, above.is_least);
    let value = if below.value == Decimal::whole(100) {
        format!("{value}%")
    } else {
        format!("{value}/{}", below.value)
    };
    Some((value, above.end))
}

fn written(value: Decimal, is_least: bool) -> String {
    format!("{value}{}", if is_least { "+" } else { "" })
}

fn with_percent(pieces: &Pieces, end: usize, value: String) -> (String, usize) {
    match is_percent(pieces, end) {
        Some(behind) => (format!("{value}%"), behind),
        None => (value, end),
    }
}

/// Returns the place behind a sign or a word for percent.
fn is_percent(pieces: &Pieces, end: usize) -> Option<usize> {
    if pieces.is_mark(end, '%') {
        return Some(end + 1);
    }
    let at = match pieces.get(end)? {
        Piece::Space | Piece::Mark('-') => end + 1,
        _ => end,
    };
    match pieces.word(at)? {
        "pct" | "percent" => Some(at + 1),
        "per" if pieces.word(at + 2) == Some("cent") => Some(at + 3),
        _ => None,
    }
}

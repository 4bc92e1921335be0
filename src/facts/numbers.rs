//! Numbers at a place of a text: shares, fractions, times of day, and plain numbers.

use super::chinese::{self, Numeral};
use super::decimal::Decimal;
use super::pieces::{Piece, Pieces};
use super::{ReadFact, english};

/// Reads the number at a place.
pub(super) fn read(pieces: &Pieces, start: usize) -> Option<ReadFact> {
    match pieces.get(start)? {
        Piece::Digits { text, .. } => {
            Some(of_digits(pieces, start).unwrap_or(ReadFact { value: text.clone(), end: start + 1 }))
        }
        Piece::Word { .. } => of_words(pieces, start),
        Piece::Han(_) => of_han(pieces, start),
        _ => None,
    }
}

fn of_digits(pieces: &Pieces, start: usize) -> Option<ReadFact> {
    let digits = pieces.digits(start)?;
    if let Some(next) = pieces.digits(start + 2) {
        let end = start + 3;
        if pieces.is_mark(start + 1, ':') && next.len() == 2 {
            return Some(ReadFact { value: format!("{digits}:{next}"), end });
        }
        if pieces.is_mark(start + 1, '/') {
            return Some(ReadFact { value: format!("{digits}/{next}"), end });
        }
    }
    if let Some(fraction) = han_fraction(pieces, start) {
        return Some(fraction);
    }
    let Numeral { end, value, is_least } = chinese::read_any(pieces, start)?;
    let sign = if is_negative(pieces, start) { "-" } else { "" };
    if is_percent(pieces, end).is_none()
        && let Some((scaled, end)) = scaled(pieces, start, end, value)
    {
        return Some(ReadFact { value: format!("{sign}{scaled}"), end });
    }
    let is_ordinal = matches!(pieces.word(end), Some("st" | "nd" | "rd" | "th"));
    let end = end + usize::from(is_ordinal);
    Some(with_percent(pieces, end, format!("{sign}{}", written(value, is_least))))
}

/// Reads the scale behind a number in digits: 5.2 million, $3bn, $3m.
fn scaled(pieces: &Pieces, start: usize, end: usize, value: Decimal) -> Option<(Decimal, usize)> {
    let is_money = matches!(pieces.before(start), Some(Piece::Mark('$' | '£' | '€' | '¥' | '￡' | '￥')));
    let power = match pieces.word(end) {
        Some("k") if is_money => 3,
        Some("m") if is_money => 6,
        Some("b") if is_money => 9,
        _ => 0,
    };
    if power > 0 {
        return Some((value.shifted(power)?, end + 1));
    }
    let at = match pieces.get(end)? {
        Piece::Space | Piece::Mark('-') => end + 1,
        _ => end,
    };
    let english::NumeralWord::Scale { .. } = english::numeral_word(pieces.word(at)?)? else { return None };
    let scaled = english::read(pieces, at, Some(value))?;
    Some((scaled.value, scaled.end))
}

fn is_negative(pieces: &Pieces, start: usize) -> bool {
    let apart = start.checked_sub(2).and_then(|at| pieces.get(at));
    match pieces.before(start) {
        Some(Piece::Mark('-' | '−')) => {
            matches!(apart, None | Some(Piece::Space | Piece::Han(_) | Piece::Mark('(')))
        }
        Some(Piece::Han('下')) => apart == Some(&Piece::Han('零')),
        _ => false,
    }
}

fn of_words(pieces: &Pieces, start: usize) -> Option<ReadFact> {
    let word = pieces.word(start)?;
    if let Some(times) = english::times(word) {
        return Some(ReadFact { value: times.to_string(), end: start + 1 });
    }
    if word == "half" {
        return Some(ReadFact { value: "1/2".into(), end: start + 1 });
    }
    if word == "a" {
        let (value, _) = pieces.word(start + 2).and_then(english::denominator)?;
        let is_share = pieces.word(start + 4) == Some("of");
        return is_share.then(|| ReadFact { value: format!("1/{value}"), end: start + 3 });
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
        return Some(ReadFact { value: format!("{}/{value}", numeral.value), end: behind + 1 });
    }
    Some(with_percent(pieces, numeral.end, written(numeral.value, numeral.is_least)))
}

/// Returns whether "one" counts, and is no pronoun as in "no one" and "one another".
fn is_counting(pieces: &Pieces, at: usize) -> bool {
    let is_no = at > 1 && matches!(pieces.word(at - 2), Some("no" | "any" | "every" | "some"));
    !is_no && pieces.word(at + 2) != Some("another")
}

fn of_han(pieces: &Pieces, start: usize) -> Option<ReadFact> {
    if let Some(share) = han_fraction(pieces, start) {
        return Some(share);
    }
    if pieces.has_han(start, "一半") {
        return Some(ReadFact { value: "1/2".into(), end: start + 2 });
    }
    if pieces.han(start) == Some('半') && pieces.is_han_of(start + 1, "年月天日数小个") {
        return Some(ReadFact { value: "1/2".into(), end: start + 1 });
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
fn han_fraction(pieces: &Pieces, start: usize) -> Option<ReadFact> {
    let below = chinese::read_any(pieces, start)?;
    if !pieces.has_han(below.end, "分之") {
        return None;
    }
    let above = chinese::read_any(pieces, below.end + 2)?;
    let value = written(above.value, above.is_least);
    let value = if below.value == Decimal::whole(100) {
        format!("{value}%")
    } else {
        format!("{value}/{}", below.value)
    };
    Some(ReadFact { value, end: above.end })
}

fn written(value: Decimal, is_least: bool) -> String {
    format!("{value}{}", if is_least { "+" } else { "" })
}

fn with_percent(pieces: &Pieces, end: usize, value: String) -> ReadFact {
    match is_percent(pieces, end) {
        Some(end) => ReadFact { value: format!("{value}%"), end },
        None => ReadFact { value, end },
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

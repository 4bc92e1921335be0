//! Dates at a place of a text.

use super::ReadFact;
use super::chinese::{self, Numeral};
use super::decimal::Decimal;
use super::pieces::{Piece, Pieces};
use crate::calendar::{MONTHS, WEEKDAYS};

/// Days and years that are named relative to today.
const RELATIVE: &[(&str, &str)] = &[
    ("今天", "today"),
    ("今日", "today"),
    ("昨天", "yesterday"),
    ("昨日", "yesterday"),
    ("明天", "tomorrow"),
    ("明日", "tomorrow"),
    ("前天", "before-yesterday"),
    ("后天", "after-tomorrow"),
    ("今年", "this-year"),
    ("去年", "last-year"),
    ("明年", "next-year"),
    ("前年", "before-last-year"),
    ("后年", "after-next-year"),
    ("本月", "this-month"),
    ("上月", "last-month"),
    ("上个月", "last-month"),
    ("下月", "next-month"),
    ("下个月", "next-month"),
    ("本周", "this-week"),
    ("上周", "last-week"),
    ("下周", "next-week"),
    ("年初", "start-of-year"),
    ("年底", "end-of-year"),
    ("年末", "end-of-year"),
    ("月初", "start-of-month"),
    ("月底", "end-of-month"),
];

/// Reads the date at a place.
pub(super) fn read(pieces: &Pieces, start: usize) -> Option<ReadFact> {
    match pieces.get(start)? {
        Piece::Digits { .. } => numeric(pieces, start)
            .or_else(|| chinese_day(pieces, start))
            .or_else(|| day_before_month(pieces, start))
            .or_else(|| lone_year(pieces, start)),
        Piece::Word { .. } => english(pieces, start),
        Piece::Han(_) => chinese_day(pieces, start).or_else(|| named_in_chinese(pieces, start)),
        _ => None,
    }
}

/// The parts of a date that are known.
#[derive(Clone, Copy, Debug, Default)]
struct Day {
    year: Option<u32>,
    month: Option<u32>,
    day: Option<u32>,
}

impl Day {
    fn fact(self, end: usize) -> ReadFact {
        let year = match self.year {
            Some(year) => year.to_string(),
            None => "-".to_owned(),
        };
        let value = match (self.month, self.day) {
            (None, None) => year,
            (Some(month), None) => format!("{year}-{month:02}"),
            (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
            (None, Some(day)) => format!("---{day:02}"),
        };
        ReadFact { value, end }
    }
}

/// Returns the number that digits make, from 1 to `most`.
fn digits_to(pieces: &Pieces, at: usize, most: u32) -> Option<u32> {
    let number = pieces.digits(at)?.parse().ok()?;
    (1..=most).contains(&number).then_some(number)
}

/// Returns the year that four digits without a comma make.
fn year_at(pieces: &Pieces, at: usize) -> Option<u32> {
    let Piece::Digits { text, grouped: false } = pieces.get(at)? else { return None };
    let year = text.parse().ok()?;
    (text.len() == 4 && (1900..2100).contains(&year)).then_some(year)
}

/// Reads 1987-03-05, 1987/3/5 or 1987.3.5.
fn numeric(pieces: &Pieces, at: usize) -> Option<ReadFact> {
    let year = year_at(pieces, at)?;
    let mark @ Piece::Mark('-' | '/' | '.') = pieces.get(at + 1)? else { return None };
    if pieces.get(at + 3)? != mark {
        return None;
    }
    let (month, day) = (digits_to(pieces, at + 2, 12)?, digits_to(pieces, at + 4, 31)?);
    Some(Day { year: Some(year), month: Some(month), day: Some(day) }.fact(at + 5))
}

/// Reads 2026年3月5日 and parts of it.
fn chinese_day(pieces: &Pieces, start: usize) -> Option<ReadFact> {
    let (mut day, mut at) = (Day::default(), start);
    if let Some((year @ 1000.., end)) = chinese_unit(pieces, at, "年", 2999) {
        (day.year, at) = (Some(year), end);
    }
    if let Some((month, end)) = chinese_unit(pieces, at, "月", 12) {
        day.month = Some(month);
        at = end + usize::from(pieces.han(end) == Some('份'));
    }
    let units = if day.month.is_some() { "日号" } else { "日" };
    if (day.month.is_some() || day.year.is_none())
        && let Some((number, end)) = chinese_unit(pieces, at, units, 31)
    {
        (day.day, at) = (Some(number), end);
    }
    (at > start).then(|| day.fact(at))
}

/// Reads a number from 1 to `most` with one of these units behind it. Returns it with the place behind the unit.
fn chinese_unit(pieces: &Pieces, at: usize, units: &str, most: u32) -> Option<(u32, usize)> {
    let Numeral { end, value, is_least: false } = chinese::read_any(pieces, at)? else { return None };
    let value = value.at_most(most)?;
    (value > 0 && pieces.is_han_of(end, units)).then_some((value, end + 1))
}

/// Reads weekdays and days named relative to today.
fn named_in_chinese(pieces: &Pieces, at: usize) -> Option<ReadFact> {
    for (name, value) in RELATIVE {
        if pieces.has_han(at, name) {
            return Some(ReadFact { value: (*value).into(), end: at + name.chars().count() });
        }
    }
    if matches!(pieces.before(at), Some(Piece::Han(c)) if chinese::is_numeral(*c)) {
        return None;
    }
    let prefix = ["星期", "礼拜", "周"].into_iter().find(|prefix| pieces.has_han(at, prefix))?;
    let place = at + prefix.chars().count();
    let day = match pieces.han(place)? {
        '天' if prefix != "周" => 6,
        day => "一二三四五六日".chars().position(|listed| listed == day)?,
    };
    Some(weekday(day, place + 1))
}

/// Returns a weekday, counted from 0 for Monday.
fn weekday(day: usize, end: usize) -> ReadFact {
    ReadFact { value: format!("w{}", day + 1), end }
}

/// Reads English dates that begin with a word.
fn english(pieces: &Pieces, at: usize) -> Option<ReadFact> {
    let word = pieces.word(at)?;
    if matches!(word, "today" | "yesterday" | "tomorrow" | "tonight") {
        return Some(ReadFact { value: word.into(), end: at + 1 });
    }
    if let Some(day) = WEEKDAYS.iter().position(|&day| day == word) {
        return Some(weekday(day, at + 1));
    }
    if matches!(word, "last" | "this" | "next")
        && let Some(unit @ ("year" | "month" | "week")) = pieces.word(at + 2)
    {
        return Some(ReadFact { value: format!("{word}-{unit}"), end: at + 3 });
    }
    let (month, mut end) = month_at(pieces, at)?;
    let mut day = Day { month: Some(month), ..Day::default() };
    let place = pieces.behind_space(end);
    if place > end
        && let Some(number) = digits_to(pieces, place, 31)
    {
        (day.day, end) = (Some(number), behind_ordinal(pieces, place + 1));
    }
    if let Some((year, behind)) = year_behind(pieces, end) {
        (day.year, end) = (Some(year), behind);
    }
    Some(day.fact(end))
}

/// Reads 5 March 1987 and 5th of March.
fn day_before_month(pieces: &Pieces, at: usize) -> Option<ReadFact> {
    let day = digits_to(pieces, at, 31)?;
    let mut place = pieces.behind_space(behind_ordinal(pieces, at + 1));
    if pieces.word(place) == Some("of") {
        place = pieces.behind_space(place + 1);
    }
    let (month, mut end) = month_at(pieces, place)?;
    let mut day = Day { year: None, month: Some(month), day: Some(day) };
    if let Some((year, behind)) = year_behind(pieces, end) {
        (day.year, end) = (Some(year), behind);
    }
    Some(day.fact(end))
}

fn behind_ordinal(pieces: &Pieces, at: usize) -> usize {
    at + usize::from(matches!(pieces.word(at), Some("st" | "nd" | "rd" | "th")))
}

/// Reads the name of a month. Names that are other words too need a capital, and short ones may have a dot.
fn month_at(pieces: &Pieces, at: usize) -> Option<(u32, usize)> {
    let Piece::Word { text, capital } = pieces.get(at)? else { return None };
    let is_short = *capital && (text.len() == 3 || text == "sept");
    for (month, name) in (1..).zip(MONTHS) {
        if text == name {
            let is_word = matches!(name, "may" | "march") && !capital;
            return (!is_word).then_some((month, at + 1));
        }
        if is_short && name.starts_with(text) {
            return Some((month, at + 1 + usize::from(pieces.is_mark(at + 1, '.'))));
        }
    }
    None
}

/// Reads the year behind a month or a day, with or without a comma between.
fn year_behind(pieces: &Pieces, end: usize) -> Option<(u32, usize)> {
    let place = pieces.behind_space(end + usize::from(pieces.is_mark(end, ',')));
    if place > end { Some((year_at(pieces, place)?, place + 1)) } else { None }
}

/// Reads a year or a decade that stands alone.
fn lone_year(pieces: &Pieces, at: usize) -> Option<ReadFact> {
    let year = year_at(pieces, at)?;
    if pieces.word(at + 1) == Some("s") && year % 10 == 0 {
        return Some(ReadFact { value: format!("{year}s"), end: at + 2 });
    }
    let is_alone = match pieces.get(at + 1) {
        Some(&Piece::Han(c)) => "年至到和与、".contains(c),
        Some(Piece::Mark('%')) => false,
        _ => true,
    };
    let is_amount = matches!(pieces.before(at), Some(Piece::Mark('$' | '£' | '€' | '¥' | '.' | '￥' | '￡')))
        || chinese::decimal(pieces, at).is_some_and(|(_, end)| end > at + 1)
        || chinese::read_any(pieces, at).is_some_and(|numeral| numeral.value != Decimal::whole(year.into()));
    (is_alone && !is_amount).then(|| ReadFact { value: year.to_string(), end: at + 1 })
}

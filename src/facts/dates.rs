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
    let found = match pieces.get(start)? {
        Piece::Digits { .. } => numeric(pieces, start)
            .or_else(|| chinese_day(pieces, start))
            .or_else(|| day_before_month(pieces, start))
            .or_else(|| lone_year(pieces, start)),
        Piece::Word { .. } => english(pieces, start),
        Piece::Han(_) => chinese_day(pieces, start).or_else(|| named_in_chinese(pieces, start)),
        _ => None,
    };
    found.map(|(value, end)| ReadFact { start, end, value })
}

/// The parts of a date that are known.
#[derive(Clone, Copy, Debug, Default)]
struct Day {
    year: Option<u32>,
    month: Option<u32>,
    day: Option<u32>,
}

impl Day {
    fn value(self) -> String {
        let year = self.year.map_or("-".into(), |year| year.to_string());
        match (self.month, self.day) {
            (None, None) => year,
            (Some(month), None) => format!("{year}-{month:02}"),
            (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
            (None, Some(day)) => format!("---{day:02}"),
        }
    }
}

fn is_year(year: u32) -> bool {
    (1900..2100).contains(&year)
}

/// Returns the number that digits make, from 1 to `most`.
fn digits_to(pieces: &Pieces, at: usize, most: u32) -> Option<u32> {
    pieces.digits(at)?.parse().ok().filter(|number| (1..=most).contains(number))
}

/// Returns the year that four digits without a comma make.
fn year_at(pieces: &Pieces, at: usize) -> Option<u32> {
    let Piece::Digits { text, grouped: false } = pieces.get(at)? else { return None };
    text.parse().ok().filter(|&year| text.len() == 4 && is_year(year))
}

/// Reads 1987-03-05, 1987/3/5 or 1987.3.5.
fn numeric(pieces: &Pieces, at: usize) -> Option<(String, usize)> {
    let year = year_at(pieces, at)?;
    let is_mark = |mark| pieces.is_mark(at + 1, mark) && pieces.is_mark(at + 3, mark);
    ['-', '/', '.'].into_iter().any(is_mark).then_some(())?;
    let (month, day) = (digits_to(pieces, at + 2, 12), digits_to(pieces, at + 4, 31));
    let day = Day { year: Some(year), month: Some(month?), day: Some(day?) };
    Some((day.value(), at + 5))
}

/// Reads 2026年3月5日 and parts of it.
fn chinese_day(pieces: &Pieces, start: usize) -> Option<(String, usize)> {
    let unit = |at: usize, units: &str, most: u32| {
        let Numeral { end, value, is_least } = chinese::read_any(pieces, at)?;
        let is_unit = !is_least && pieces.han(end).is_some_and(|c| units.contains(c));
        let value = value.at_most(most).filter(|&value| is_unit && value > 0)?;
        Some((value, end + 1))
    };
    let (mut day, mut at) = (Day::default(), start);
    if let Some((year, end)) = unit(at, "年", 2999).filter(|&(year, _)| year >= 1000) {
        (day.year, at) = (Some(year), end);
    }
    if let Some((month, end)) = unit(at, "月", 12) {
        (day.month, at) = (Some(month), end);
        at += usize::from(pieces.han(at) == Some('份'));
    }
    let units = if day.month.is_some() { "日号" } else { "日" };
    let is_day = day.month.is_some() || day.year.is_none();
    if let Some((number, end)) = unit(at, units, 31).filter(|_| is_day) {
        (day.day, at) = (Some(number), end);
    }
    (at > start).then(|| (day.value(), at))
}

/// Reads weekdays and days named relative to today.
fn named_in_chinese(pieces: &Pieces, at: usize) -> Option<(String, usize)> {
    for (name, value) in RELATIVE {
        if pieces.has_han(at, name) {
            return Some(((*value).into(), at + name.chars().count()));
        }
    }
    let is_counted =
        pieces.before(at).is_some_and(|piece| matches!(piece, Piece::Han(c) if chinese::is_numeral(*c)));
    let prefix = ["星期", "礼拜", "周"].into_iter().find(|prefix| pieces.has_han(at, prefix))?;
    let place = at + prefix.chars().count();
    let day = "一二三四五六日".chars().position(|day| pieces.han(place) == Some(day));
    let day = day.or_else(|| (pieces.han(place) == Some('天') && prefix != "周").then_some(6))?;
    (!is_counted).then(|| (format!("w{}", day + 1), place + 1))
}

/// Reads English dates that begin with a word.
fn english(pieces: &Pieces, at: usize) -> Option<(String, usize)> {
    let word = pieces.word(at)?;
    if matches!(word, "today" | "yesterday" | "tomorrow" | "tonight") {
        return Some((word.into(), at + 1));
    }
    if let Some(day) = WEEKDAYS.iter().position(|&day| day == word) {
        return Some((format!("w{}", day + 1), at + 1));
    }
    if matches!(word, "last" | "this" | "next")
        && let Some(unit @ ("year" | "month" | "week")) = pieces.word(at + 2)
    {
        return Some((format!("{word}-{unit}"), at + 3));
    }
    let (month, mut end) = month_at(pieces, at)?;
    let mut day = Day { month: Some(month), ..Day::default() };
    let place = pieces.behind_space(end);
    if let Some(number) = digits_to(pieces, place, 31).filter(|_| place > end) {
        (day.day, end) = (Some(number), behind_ordinal(pieces, place + 1));
    }
    if let Some((year, behind)) = year_behind(pieces, end) {
        (day.year, end) = (Some(year), behind);
    }
    Some((day.value(), end))
}

/// Reads 5 March 1987 and 5th of March.
fn day_before_month(pieces: &Pieces, at: usize) -> Option<(String, usize)> {
    let day = digits_to(pieces, at, 31)?;
    let mut place = pieces.behind_space(behind_ordinal(pieces, at + 1));
    if pieces.word(place) == Some("of") {
        place = pieces.behind_space(place + 1);
    }
    let (month, end) = month_at(pieces, place)?;
    let (year, end) = year_behind(pieces, end).map_or((None, end), |(year, end)| (Some(year), end));
    Some((Day { year, month: Some(month), day: Some(day) }.value(), end))
}

fn behind_ordinal(pieces: &Pieces, at: usize) -> usize {
    at + usize::from(matches!(pieces.word(at), Some("st" | "nd" | "rd" | "th")))
}

/// Reads the name of a month. Names that are other words too need a capital, and short ones may have a dot.
fn month_at(pieces: &Pieces, at: usize) -> Option<(u32, usize)> {
    let Piece::Word { text, capital } = pieces.get(at)? else { return None };
    if let Some(month) = MONTHS.iter().position(|&month| month == text) {
        let is_word = matches!(text.as_str(), "may" | "march") && !capital;
        return (!is_word).then_some((month as u32 + 1, at + 1));
    }
    let is_short = *capital && (text.len() == 3 || text == "sept");
    let month = MONTHS.iter().position(|month| is_short && month.starts_with(text.as_str()))?;
    Some((month as u32 + 1, at + 1 + usize::from(pieces.is_mark(at + 1, '.'))))
}

/// Reads the year behind a month or a day, with or without a comma between.
fn year_behind(pieces: &Pieces, end: usize) -> Option<(u32, usize)> {
    let place = pieces.behind_space(end + usize::from(pieces.is_mark(end, ',')));
    Some((year_at(pieces, place).filter(|_| place > end)?, place + 1))
}

/// Reads a year or a decade that stands alone.
fn lone_year(pieces: &Pieces, at: usize) -> Option<(String, usize)> {
    let year = year_at(pieces, at)?;
    if pieces.word(at + 1) == Some("s") && year % 10 == 0 {
        return Some((format!("{year}s"), at + 2));
    }
    let is_amount = matches!(pieces.before(at), Some(Piece::Mark('$' | '£' | '€' | '¥' | '.' | '￥' | '￡')))
        || pieces.is_mark(at + 1, '%')
        || chinese::decimal(pieces, at).is_some_and(|(_, end)| end > at + 1)
        || chinese::read_any(pieces, at).is_some_and(|numeral| numeral.value != Decimal::whole(year.into()))
        || pieces.han(at + 1).is_some_and(|c| c != '年' && !"至到和与、".contains(c));
    (!is_amount).then(|| (year.to_string(), at + 1))
}

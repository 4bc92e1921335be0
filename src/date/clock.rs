//! The time of day among the tokens of a date.

use super::tokens::{Number, Token};
use Token::{Mark, Number as N, Word};
use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Time};
use std::ops::Range;

/// A time of day. The hour may be 24, the end of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    hour: i8,
    minute: i8,
    second: i8,
    nanosecond: i32,
}

impl Clock {
    /// Returns this time on a day.
    pub(super) fn on(self, date: Date) -> Option<DateTime> {
        if self.hour == 24 {
            let is_midnight = (self.minute, self.second, self.nanosecond) == (0, 0, 0);
            let next = date.checked_add(1.day()).ok()?;
            return is_midnight.then_some(DateTime::from(next));
        }
        // Not every program knows leap seconds.
        let second = if self.second == 60 { 59 } else { self.second };
        let time = Time::new(self.hour, self.minute, second, self.nanosecond).ok()?;
        Some(date.to_datetime(time))
    }
}

/// Returns the first time of day, and the range of its tokens.
pub(super) fn find(tokens: &[Token]) -> Option<(Clock, Range<usize>)> {
    for start in 0..tokens.len() {
        let rest = &tokens[start..];
        // The month and the day of `2026.11.21` are no time.
        let is_inner = start > 0 && tokens[start - 1] == Mark('.');
        if is_inner && rest.get(1) == Some(&Mark('.')) {
            continue;
        }
        if let Some((clock, used)) = chinese(rest).or_else(|| western(rest)) {
            return Some((clock, start..start + used));
        }
    }
    None
}

/// Parses `20:15`, `20:15:09.5`, `8:15 p.m.` and `8 pm`, and `20.15` at the end.
fn western(tokens: &[Token]) -> Option<(Clock, usize)> {
    let (hour, minute, second, nanosecond, used) = match *tokens {
        [N(hour), Mark(':'), N(minute), Mark(':'), N(second), Mark('.'), N(part), ..] => {
            (hour, minute, second.small()?, fraction(part)?, 7)
        }
        [N(hour), Mark(':'), N(minute), Mark(':'), N(second), ..] => (hour, minute, second.small()?, 0, 5),
        [N(hour), Mark(':' | '.'), N(minute), ..] if is_minute(tokens, minute) => (hour, minute, 0, 0, 3),
        [N(hour), ..] => {
            let (half, used) = half_of_day(tokens.get(1..)?)?;
            let clock = Clock { hour: half.hour(hour.small()?)?, minute: 0, second: 0, nanosecond: 0 };
            return Some((clock, 1 + used));
        }
        _ => return None,
    };
    if minute.digits != 2 {
        return None;
    }
    let (hour, minute) = (hour.small()?, minute.small()?);
    Some(match tokens.get(used..).and_then(half_of_day) {
        Some((half, more)) => (Clock { hour: half.hour(hour)?, minute, second, nanosecond }, used + more),
        None => (Clock { hour, minute, second, nanosecond }, used),
    })
}

/// Returns whether the third token is the minute. Behind a dot it is one only if nothing but am or pm follows:
/// `21.11.2026` has no time.
fn is_minute(tokens: &[Token], minute: Number) -> bool {
    let is_end = tokens.len() == 3 || tokens.get(3..).and_then(half_of_day).is_some();
    minute.digits == 2 && (tokens.get(1) == Some(&Mark(':')) || is_end)
}

fn fraction(part: Number) -> Option<i32> {
    let places = 9_u32.checked_sub(u32::try_from(part.digits).ok()?)?;
    i32::try_from(part.value * 10_i64.pow(places)).ok()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Morning,
    Afternoon,
    /// Around twelve o'clock: hours after it are in the afternoon.
    Noon,
}

impl Half {
    /// Converts an hour of the 12-hour clock to one of the 24-hour clock.
    fn hour(self, hour: i8) -> Option<i8> {
        match (self, hour) {
            (Half::Morning, 12) => Some(0),
            (Half::Afternoon, 12) => Some(12),
            (Half::Noon, 10..=12) => Some(hour),
            (Half::Morning, 0..=11) => Some(hour),
            (Half::Afternoon | Half::Noon, 0..=11) => Some(hour + 12),
            _ => None,
        }
    }
}

/// Parses `am` and `p.m.`
fn half_of_day(tokens: &[Token]) -> Option<(Half, usize)> {
    let (letter, used) = match *tokens {
        [Word("am"), ..] => ("a", 1),
        [Word("pm"), ..] => ("p", 1),
        [Word(letter @ ("a" | "p")), Mark('.'), Word("m"), Mark('.'), ..] => (letter, 4),
        [Word(letter @ ("a" | "p")), Mark('.'), Word("m"), ..] => (letter, 3),
        _ => return None,
    };
    Some((if letter == "a" { Half::Morning } else { Half::Afternoon }, used))
}

/// Parses `下午8时15分9秒`, `20点整` and `8点半`.
fn chinese(tokens: &[Token]) -> Option<(Clock, usize)> {
    let (half, start) = match *tokens {
        [Mark('上'), Mark('午'), ..] | [Mark('早'), Mark('上' | '晨'), ..] => (Some(Half::Morning), 2),
        [Mark('凌'), Mark('晨'), ..] | [Mark('清'), Mark('晨'), ..] => (Some(Half::Morning), 2),
        [Mark('下'), Mark('午'), ..] | [Mark('傍'), Mark('晚'), ..] => (Some(Half::Afternoon), 2),
        [Mark('中'), Mark('午'), ..] => (Some(Half::Noon), 2),
        [Mark('晚'), Mark('上' | '间'), ..] => (Some(Half::Afternoon), 2),
        [Mark('早'), ..] => (Some(Half::Morning), 1),
        [Mark('晚'), ..] => (Some(Half::Afternoon), 1),
        _ => (None, 0),
    };
    let behind = tokens.get(start..)?;
    let (clock, used) = match behind {
        [N(hour), Mark('时' | '点'), ..] => hours(hour.small()?, behind)?,
        // A part of the day may precede digits, as in `下午8:15`.
        [N(_), Mark(':'), ..] if half.is_some() => western(behind)?,
        _ => return None,
    };
    // An hour after twelve needs no part of the day.
    let hour = match half {
        Some(Half::Afternoon) if clock.hour == 12 && is_night(tokens) => 24,
        Some(half) if clock.hour <= 12 => half.hour(clock.hour)?,
        _ => clock.hour,
    };
    Some((Clock { hour, ..clock }, start + used))
}

fn is_night(tokens: &[Token]) -> bool {
    tokens.first() == Some(&Mark('晚'))
}

fn hours(hour: i8, tokens: &[Token]) -> Option<(Clock, usize)> {
    let (minute, second, used) = match *tokens.get(2..)? {
        [N(minute), Mark('分'), N(second), Mark('秒'), ..] => (minute.small()?, second.small()?, 6),
        [N(minute), Mark('分'), ..] => (minute.small()?, 0, 4),
        [Mark('半'), ..] => (30, 0, 3),
        [Mark('整' | '钟' | '许'), ..] => (0, 0, 3),
        [N(minute)] => (minute.small()?, 0, 3),
        _ => (0, 0, 2),
    };
    Some((Clock { hour, minute, second, nanosecond: 0 }, used))
}

#[cfg(test)]
mod tests {
    use super::super::tokens::{fold, tokens};
    use super::*;

    fn check(text: &str, expected: &str) {
        let text = fold(text).to_lowercase();
        let clock =
            find(&tokens(&text).unwrap()).and_then(|(clock, _)| clock.on(Date::constant(2026, 8, 22)));
        let found = clock.map_or("none".to_owned(), |time| time.time().to_string());
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn reads_times_of_day() {
        check("20:15", "20:15:00");
        check("8:15 p.m.", "20:15:00");
        check("8.15pm", "20:15:00");
        check("8 PM", "20:00:00");
        check("12 a.m.", "00:00:00");
        check("12:30 pm", "12:30:00");
        check("20:15:60", "20:15:59");
        check("20:15:09.123456789", "20:15:09.123456789");
        check("下午八时", "20:00:00");
        check("下午8:15", "20:15:00");
        check("晚20时05分", "20:05:00");
        check("凌晨12点半", "00:30:00");
        check("中午12时", "12:00:00");
        check("中午1点", "13:00:00");
        check("晚上12点", "00:00:00");
        check("早8点", "08:00:00");
        check("20点15", "20:15:00");
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in ["2026-08-22", "21.11.2026", "13 pm", "25:00", "8:5", "24:30", "8", "下午", "20:15:99"]
        {
            check(text, "none");
        }
    }
}

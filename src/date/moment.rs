//! A date in ISO 8601 -> the range of time that it leaves open.
//!
//! `2026-11` may be any moment of that month, and `2026-11-21` any of that day. One date is before another only if its
//! whole range is: two articles of one day have no order, whatever a sort makes of them. Times without an offset are
//! taken as UTC.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// The time of a publication as far as its date tells, a half-open range in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The first second of the range.
    pub start: i64,
    /// One past the last second of the range; more than `start`.
    pub end: i64,
}

impl Moment {
    /// Parses a date of [`Metadata`](crate::Metadata): a year, a month, a day, or a time with or without an offset.
    /// Returns `None` for anything else.
    pub fn of_iso(date: &str) -> Option<Moment> {
        if let Ok(point) = date.parse::<Timestamp>() {
            return Some(Moment::at(point.as_second()));
        }
        match (date.len(), date.split_once('-')) {
            (4, None) => {
                let year = number(date)?;
                Moment::of_days(Date::new(year, 1, 1).ok()?, Date::new(year, 12, 31).ok()?)
            }
            (7, Some((year, month))) => {
                let first = Date::new(number(year)?, i8::try_from(number(month)?).ok()?, 1).ok()?;
                Moment::of_days(first, first.last_of_month())
            }
            _ if date.contains(['T', ' ', ':']) => Some(Moment::at(seconds(date.parse::<DateTime>().ok()?)?)),
            _ => {
                let day = date.parse::<Date>().ok()?;
                Moment::of_days(day, day)
            }
        }
    }

    fn of_days(first: Date, last: Date) -> Option<Moment> {
        let end = last.checked_add(1.day()).ok()?;
        Some(Moment { start: seconds(first.into())?, end: seconds(end.into())? })
    }

    fn at(second: i64) -> Moment {
        Moment { start: second, end: second.saturating_add(1) }
    }

    /// Returns whether the whole range lies before the whole of another.
    pub fn is_before(self, other: Moment) -> bool {
        self.end <= other.start
    }
}

/// Parses a number of digits alone.
fn number(text: &str) -> Option<i16> {
    if text.starts_with(['+', '-']) { None } else { text.parse().ok() }
}

fn seconds(time: DateTime) -> Option<i64> {
    Some(TimeZone::UTC.to_timestamp(time).ok()?.as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * 60;

    #[test]
    fn a_date_leaves_open_what_it_does_not_say() {
        let length = |date: &str| Moment::of_iso(date).map(|moment| moment.end - moment.start);
        for (date, expected) in [
            ("2026", 365 * DAY),
            ("2024", 366 * DAY),
            ("2026-02", 28 * DAY),
            ("2026-11-21", DAY),
            ("2026-11-21T08:00:00", 1),
            ("2026-11-21T08:00:00Z", 1),
            ("2026-11-21T08:00:00.5Z", 1),
        ] {
            assert_eq!(length(date), Some(expected), "{date}");
        }
        for date in
            ["", "soon", "2026-13", "2026-02-30", "26", "2026-1", "+202", "-999", "99999", "9999-12-31-"]
        {
            assert_eq!(length(date), None, "{date}");
        }
    }

    #[test]
    fn only_what_is_over_is_before() {
        let is_before = |x: &str, y: &str| Moment::of_iso(x).unwrap().is_before(Moment::of_iso(y).unwrap());
        assert!(
            is_before("2026-11-20", "2026-11-21")
                && is_before("2026-11-21T23:00:00+08:00", "2026-11-21T16:00:00Z")
        );
        assert!(is_before("2025", "2026-01") && is_before("1969-12-31", "1970"));
        for (x, y) in [("2026-11-21", "2026-11-21T23:00:00Z"), ("2026-11", "2026-11-21"), ("2026", "2026")] {
            assert!(!is_before(x, y) && !is_before(y, x), "{x} {y}");
        }
    }
}

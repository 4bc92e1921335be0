//! Converts dates as people and programs write them to ISO 8601.
//!
//! A date stays a date, a time with an offset becomes UTC, and a time without an offset stays without one. Ambiguous
//! forms are not guessed: a date that different countries read differently (`03/04/2026`), or a zone name with several
//! meanings (`CST`). A date that cannot be read is left out: a document without a date is better than an error.
//!
//! A form other than ISO 8601 is cut into tokens. The time of day and its zone are removed wherever they stand, and the
//! remaining tokens must form a date as a whole. `O(n)` for a text of n bytes, at most 80.
//!
//! - `tokens`: numbers, months, words and marks, in both languages
//! - `day`: the calendar date
//! - `clock`: the time of day
//! - `zone`: the offset from UTC
//! - `names`: dates in the names of files and folders

mod clock;
mod day;
mod moment;
mod names;
mod tokens;
mod zone;

pub use self::moment::Moment;
pub(crate) use self::names::of_path;

use self::day::Day;
use self::tokens::{Token, tokens};
use jiff::Timestamp;
use jiff::civil::DateTime;

/// The longest text that is parsed; no date is longer.
const MOST_BYTES: usize = 80;

/// Parses a date into ISO 8601: `2026-11-21`, `2026-11-21T08:00:00`, `2026-11-21T08:00:00Z`, or `2026-11` or `2026` if
/// no more is known. `None` if the text is no date, or different countries read it differently.
pub fn parse_date(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > MOST_BYTES {
        return None;
    }
    let text = tokens::fold(text);
    if let Some(date) = parse_iso(&text).or_else(|| parse_written(&text)) {
        return Some(date);
    }
    if (9..=13).contains(&text.len()) { of_number(text.parse().ok()?) } else { None }
}

/// Converts a number to a date: from 1000 to 9999 it is a year, from 10¹¹ milliseconds since 1970, otherwise seconds.
pub fn of_number(number: i64) -> Option<String> {
    match number {
        1000..=9999 => Some(number.to_string()),
        100_000_000_000.. => Some(Timestamp::from_millisecond(number).ok()?.to_string()),
        _ => Some(Timestamp::from_second(number).ok()?.to_string()),
    }
}

fn parse_iso(text: &str) -> Option<String> {
    if let Ok(point) = text.parse::<Timestamp>() {
        return Some(point.to_string());
    }
    let time = text.parse::<DateTime>().ok()?;
    Some(if text.contains(':') { time.to_string() } else { time.date().to_string() })
}

fn parse_written(text: &str) -> Option<String> {
    let (text, zone) = zone::cut_named(text);
    let mut tokens = tokens(&text)?;
    let Some((clock, range)) = clock::find(&tokens) else {
        return match day::read(&tokens)? {
            Day::Whole(date) => Some(date.to_string()),
            Day::Month(year, month) => Some(format!("{year}-{month:02}")),
            Day::Year(year) => Some(year.to_string()),
            Day::ShortYear(_) => None,
        };
    };
    let behind = tokens.get(range.end..).unwrap_or_default();
    let (offset, used) = zone::read(behind);
    // This is the `T` of `2026-08-22T20:15`.
    let start = match tokens.get(..range.start) {
        Some([before @ .., Token::Word("t")]) => before.len(),
        _ => range.start,
    };
    tokens.drain(start..range.end + used);
    let date = match day::read(&tokens)? {
        // Only mail writes years with two digits, and there a time follows.
        Day::Whole(date) | Day::ShortYear(date) => date,
        Day::Month(..) | Day::Year(_) => return None,
    };
    let time = clock.on(date)?;
    match offset.or(zone) {
        Some(offset) => Some(offset.to_timestamp(time).ok()?.to_string()),
        None => Some(time.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(parse_date(text).as_deref().unwrap_or("none"), expected, "{text}");
    }

    #[test]
    fn reads_dates() {
        for text in [
            "2026-11-21",
            "20261121",
            "2026/11/21",
            "2026.11.21",
            "21 November 2026",
            "21 Nov 2026",
            "Nov 21, 2026",
            "November 21, 2026",
            "Nov. 21, 2026",
            "Saturday, 21 November 2026",
            "Sat, Nov 21, 2026",
            "21st November 2026",
            "the 21st of November, 2026",
            "21-Nov-2026",
            "21-NOV-2026",
            "21.11.2026",
            "2026 November 21",
            "2026年11月21日",
            "2026 年 11 月 21 日",
            "2026年11月21日 星期六",
            "2026年11月21日（星期六）",
            "2026年11月21日周六",
            "2026年11月21号",
            "２０２６年１１月２１日",
            "二〇二六年十一月二十一日",
            "二○二六年十一月二十一日",
            "二零二六年十一月廿一日",
            "北京时间2026年11月21日",
            "发布时间：2026-11-21",
            "  2026-11-21\n",
        ] {
            check(text, "2026-11-21");
        }
        check("2026年1月2日", "2026-01-02");
        check("二〇二六年十月十日", "2026-10-10");
        check("二〇二六年八月二十二日", "2026-08-22");
        check("二〇〇三年三月二十日", "2003-03-20");
        check("3 Sept 2026", "2026-09-03");
    }

    #[test]
    fn reads_points_in_time() {
        check("2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z");
        check("2026-11-21T16:00:00+08:00", "2026-11-21T08:00:00Z");
        check("2026-08-22T20:15+08:00", "2026-08-22T12:15:00Z");
        check("2026-11-21 08:00:00", "2026-11-21T08:00:00");
        check("Sat, 21 Nov 2026 09:00:00 +0100", "2026-11-21T08:00:00Z");
        check("1795248000", "2026-11-21T08:00:00Z");
        assert_eq!(of_number(1_795_248_000_000).as_deref(), Some("2026-11-21T08:00:00Z"));
        assert_eq!(of_number(0).as_deref(), Some("1970-01-01T00:00:00Z"));
    }

    #[test]
    fn reads_what_news_writes() {
        for text in [
            "Nov 21, 2026 8:30 PM",
            "Nov. 21, 2026, 8:30 p.m.",
            "21 November 2026 20:30",
            "21 November 2026 at 20.30",
            "20:30, 21 November 2026",
            "2026年11月21日 20:30",
            "2026年11月21日20时30分",
            "2026年11月21日 星期六 20:30",
            "2026年11月21日下午8时30分",
            "2026年11月21日晚上8点半",
            "二〇二六年十一月二十一日二十时三十分",
            "當地時間2026年11月21日20時30分",
            "2026/11/21 20:30",
            "2026.11.21 20:30",
        ] {
            check(text, "2026-11-21T20:30:00");
        }
        check("26-FEB-1987 15:01:01.79", "1987-02-26T15:01:01.79");
        check(" 1-MAR-1987 05:02:11.08", "1987-03-01T05:02:11.08");
        check("2026年8月22日 20:15:09", "2026-08-22T20:15:09");
        check("2026年08月22日 星期六 20:15", "2026-08-22T20:15:00");
        check("２０２６－０８－２２　２０：１５", "2026-08-22T20:15:00");
        check("2026年8月22日24时", "2026-08-23T00:00:00");
        check("August 22, 2026 12:05 a.m.", "2026-08-22T00:05:00");
        check("August 22, 2026 noon", "none");
    }

    #[test]
    fn a_time_with_a_zone_becomes_utc() {
        for text in [
            "Sat, 22 Aug 2026 12:15:09 GMT",
            "Sat, 22 Aug 2026 12:15:09 UT",
            "Sat, 22 Aug 2026 12:15:09 Z",
            "22 Aug 26 12:15:09 GMT",
            "Sat, 22 Aug 2026 20:15:09 +0800",
            "Sat, 22 Aug 2026 20:15:09 +0800 (CST)",
            "Sat, 22 Aug 2026 07:15:09 EST",
            "Sat, 22 Aug 2026 08:15:09 EDT",
            "Sat, 22 Aug 2026 05:15:09 PDT",
            "Sat Aug 22 2026 20:15:09 GMT+0800",
            "Sat Aug 22 2026 20:15:09 GMT+0800 (China Standard Time)",
            "Sat Aug 22 12:15:09 +0000 2026",
            "Sat Aug 22 08:15:09 EDT 2026",
            "2026-08-22 20:15:09 +08:00",
            "2026-08-22 20:15:09 UTC+8",
            "2026-08-22 20:15:09 (UTC+8)",
            "北京时间2026年8月22日20时15分09秒",
            "2026年8月22日20时15分9秒（北京时间）",
            "22 August 2026, 20:15:09 Beijing time",
            "Aug. 22, 2026, 8:15:09 a.m. EDT",
        ] {
            check(text, "2026-08-22T12:15:09Z");
        }
        check("Sat,  2 Aug 2026 12:15:09 GMT", "2026-08-02T12:15:09Z");
        check("Sun, 6 Nov 94 08:49:37 GMT", "1994-11-06T08:49:37Z");
        check("22 August 2026 20:15 BST", "2026-08-22T19:15:00Z");
        check("北京时间2026年8月22日20时15分", "2026-08-22T12:15:00Z");
        check("2026-08-22 05:30 IST", "2026-08-22T05:30:00");
        check("Sat, 22 Aug 2026 20:15:09 CST", "2026-08-22T20:15:09");
        check("Aug. 22, 2026, 8:15 p.m. ET", "2026-08-22T20:15:00");
        check("20:15 on 2 August 2026", "2026-08-02T20:15:00");
        check("20:15 - 2 August 2026", "2026-08-02T20:15:00");
    }

    #[test]
    fn says_no_more_than_was_said() {
        check("2026", "2026");
        check("2026-11", "2026-11");
        check("2026/11", "2026-11");
        check("2026年11月", "2026-11");
        check("二〇二六年十一月", "2026-11");
        check("November 2026", "2026-11");
        check("2026年", "2026");
        assert_eq!(of_number(2026).as_deref(), Some("2026"));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "soon",
            "03/04/2026",
            "03-04-2026",
            "22 Aug 26",
            "2026-13-01",
            "20261345",
            "32 November 2026",
            "29 Feb 2026",
            "2026-99",
            "2026-08-22 25:15",
            "2026-08-22 20:61",
            "20:15",
            "8月22日",
            "十一月",
            "二〇二六年十三月一日",
            "时间",
            "星期",
            "-",
            "(",
            "0",
            &"9".repeat(80),
            &"9".repeat(100),
        ] {
            check(text, "none");
        }
        assert_eq!(of_number(i64::MAX), None);
        assert_eq!(of_number(i64::MIN), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_a_date_or_none(text in "[0-9年月日时分:+ .apm一十廿〇GMT()/-]{0,30}|.{0,30}") {
            let _ = parse_date(&text);
        }
    }
}

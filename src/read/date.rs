//! Dates as people and programs write them -> ISO 8601.
//!
//! A date stays a date, a time with an offset becomes UTC, a time without one stays without. A form that is read
//! differently in different countries (`03/04/2026`) is not guessed. A date that cannot be read is left out: a
//! document without a date is better than an error.

use jiff::civil::{Date, DateTime};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::{Timestamp, fmt::rfc2822};

/// How dates are written besides ISO 8601 and mail. A time of day may follow.
const DATE_FORMS: &[&str] = &[
    "%d %B %Y",
    "%d %b %Y",
    "%B %d %Y",
    "%b %d %Y",
    "%Y %B %d",
    "%Y %b %d",
    "%d-%b-%Y",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y-%m-%d",
    "%Y年%m月%d日",
    "%d.%m.%Y",
    "%Y%m%d",
];
const TIME_FORMS: &[&str] = &["", " %H:%M", " %H:%M:%S", " %I:%M %p", " %H时%M分"];
const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/// Longer than any date; what is longer is not looked at.
const MOST_BYTES: usize = 80;

/// The date in ISO 8601: `2026-11-21`, `2026-11-21T08:00:00`, `2026-11-21T08:00:00Z`, or `2026-11` or `2026` where
/// only that is known.
pub(super) fn parse(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > MOST_BYTES {
        return None;
    }
    parse_month(text).or_else(|| parse_iso(text)).or_else(|| parse_form(text)).or_else(|| {
        let number = text.parse::<i64>().ok().filter(|_| (9..=13).contains(&text.len()))?;
        of_number(number)
    })
}

/// Seconds or milliseconds since 1970; a number below 10,000 is a year.
pub(super) fn of_number(number: i64) -> Option<String> {
    match number {
        1000..=9999 => Some(number.to_string()),
        100_000_000_000.. => Some(Timestamp::from_millisecond(number).ok()?.to_string()),
        _ => Some(Timestamp::from_second(number).ok()?.to_string()),
    }
}

/// A year, or a year and a month.
fn parse_month(text: &str) -> Option<String> {
    let text = text.strip_suffix(['年', '月']).unwrap_or(text).replace(['年', '/'], "-");
    let (year, month) =
        text.split_once('-').map_or((text.as_str(), None), |(year, month)| (year, Some(month)));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let year = Some(year).filter(|year| year.len() == 4 && is_number(year) && !year.starts_with('0'))?;
    let Some(month) = month else { return Some(year.to_owned()) };
    let month: u8 = Some(month).filter(|month| month.len() <= 2 && is_number(month))?.parse().ok()?;
    (1..=12).contains(&month).then(|| format!("{year}-{month:02}"))
}

fn parse_iso(text: &str) -> Option<String> {
    if let Ok(point) = text.parse::<Timestamp>() {
        return Some(point.to_string());
    }
    if let Ok(point) = rfc2822::parse(text) {
        return Some(point.timestamp().to_string());
    }
    if let Ok(time) = text.parse::<DateTime>() {
        let has_time = text.contains(':');
        return Some(if has_time { time.to_string() } else { time.date().to_string() });
    }
    None
}

fn parse_form(text: &str) -> Option<String> {
    let text = plain_form(text);
    for date_form in DATE_FORMS {
        for time_form in TIME_FORMS {
            let Ok(parsed) = BrokenDownTime::parse(format!("{date_form}{time_form}"), &text) else {
                continue;
            };
            let found = match time_form.is_empty() {
                true => parsed.to_date().ok().map(|date: Date| date.to_string()),
                false => parsed.to_datetime().ok().map(|time| time.to_string()),
            };
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Without weekdays, commas, the dots of abbreviations, `at`, `of` and the endings of ordinals; single spaces.
fn plain_form(text: &str) -> String {
    let text =
        text.replace('号', "日").replace("日 ", "日").replace('日', "日 ").replace(',', " ").to_lowercase();
    let words = text.split_whitespace().filter(|word| {
        let is_weekday = word.is_ascii() && WEEKDAYS.iter().any(|day| word.starts_with(day));
        let is_chinese_weekday = word.starts_with("星期") || word.starts_with("周");
        !is_weekday && !is_chinese_weekday && !matches!(*word, "at" | "of" | "the")
    });
    words.map(plain_word).collect::<Vec<_>>().join(" ")
}

fn plain_word(word: &str) -> &str {
    let word = word.strip_suffix('.').unwrap_or(word);
    let number = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending));
    match (word, number) {
        ("sept", _) => "sep",
        (_, Some(number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => number,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(parse(text).as_deref().unwrap_or("none"), expected, "{text}");
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
            "21.11.2026",
            "2026年11月21日",
            "2026年11月21日 星期六",
            "2026年11月21号",
            "  2026-11-21\n",
        ] {
            check(text, "2026-11-21");
        }
        check("2026年1月2日", "2026-01-02");
        check("3 Sept 2026", "2026-09-03");
    }

    #[test]
    fn reads_points_in_time() {
        check("2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z");
        check("2026-11-21T16:00:00+08:00", "2026-11-21T08:00:00Z");
        check("2026-11-21 08:00:00", "2026-11-21T08:00:00");
        check("Sat, 21 Nov 2026 09:00:00 +0100", "2026-11-21T08:00:00Z");
        check("Nov 21, 2026 8:30 PM", "2026-11-21T20:30:00");
        check("2026年11月21日 08:30", "2026-11-21T08:30:00");
        check("2026/11/21 08:30", "2026-11-21T08:30:00");
        check("1795248000", "2026-11-21T08:00:00Z");
        assert_eq!(of_number(1_795_248_000_000).as_deref(), Some("2026-11-21T08:00:00Z"));
        assert_eq!(of_number(0).as_deref(), Some("1970-01-01T00:00:00Z"));
    }

    #[test]
    fn says_no_more_than_was_said() {
        check("2026", "2026");
        check("2026-11", "2026-11");
        check("2026年11月", "2026-11");
        check("2026年", "2026");
        assert_eq!(of_number(2026).as_deref(), Some("2026"));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "soon",
            "03/04/2026",
            "2026-13-01",
            "32 November 2026",
            "2026-99",
            "十一月",
            "0",
            &"9".repeat(100),
        ] {
            check(text, "none");
        }
        assert_eq!(of_number(i64::MAX), None);
        assert_eq!(of_number(i64::MIN), None);
    }
}

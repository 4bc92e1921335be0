//! The offset from UTC beside a time.

use super::tokens::{Number, Token};
use Token::{Mark, Month, Number as N, Word};
use jiff::tz::Offset;

/// Zone names that mean one offset, in quarters of an hour. Ambiguous names are left out: CST is China and Chicago; IST
/// is India, Ireland and Israel; MST is Denver and Malaysia; CDT is Chicago and Havana; ET has two offsets a year. The
/// names used in mail have the offsets of its standard.
const NAMES: &[(&str, i32)] = &[
    ("z", 0),
    ("ut", 0),
    ("utc", 0),
    ("gmt", 0),
    ("wet", 0),
    ("bst", 4),
    ("cet", 4),
    ("west", 4),
    ("cest", 8),
    ("eet", 8),
    ("eest", 12),
    ("msk", 12),
    ("pkt", 20),
    ("npt", 23),
    ("wib", 28),
    ("hkt", 32),
    ("sgt", 32),
    ("myt", 32),
    ("awst", 32),
    ("jst", 36),
    ("kst", 36),
    ("acst", 38),
    ("aest", 40),
    ("acdt", 42),
    ("aedt", 44),
    ("nzst", 48),
    ("nzdt", 52),
    ("nst", -14),
    ("edt", -16),
    ("est", -20),
    ("mdt", -24),
    ("pdt", -28),
    ("pst", -32),
    ("akdt", -32),
    ("akst", -36),
    ("hst", -40),
];
/// Places whose time has one offset all year, in quarters of an hour. "Local time" has no known offset.
const PLACES: &[(&str, i32)] = &[
    ("北京时间", 32),
    ("香港时间", 32),
    ("台北时间", 32),
    ("东京时间", 36),
    ("莫斯科时间", 12),
    ("格林尼治时间", 0),
    ("世界时间", 0),
    ("beijing time", 32),
    ("hong kong time", 32),
    ("tokyo time", 36),
    ("moscow time", 12),
    ("local time", i32::MAX),
];

/// Returns the text in lower case, without the name of a time zone (`北京时间`) or a label of the time (`发布时间：`), and the
/// offset of that zone, if it has one.
pub(super) fn cut_named(text: &str) -> (String, Option<Offset>) {
    let text = text.to_lowercase();
    for (place, quarters) in PLACES {
        if let Some((before, behind)) = text.split_once(place) {
            return (format!("{before} {}", behind.trim_start_matches(':')), of_quarters(*quarters));
        }
    }
    let Some((before, behind)) = text.split_once("时间") else { return (text, None) };
    let is_of_place = |c: char| c.is_alphabetic() && !c.is_ascii() && !"年月日号时点分秒".contains(c);
    let before = before.trim_end_matches(is_of_place);
    (format!("{before} {}", behind.trim_start_matches(':')), None)
}

/// Returns the offset directly behind a time, and the number of its tokens. The offset is `None` if the name is unknown
/// or ambiguous.
pub(super) fn read(tokens: &[Token]) -> (Option<Offset>, usize) {
    let opened = usize::from(matches!(tokens.first(), Some(Mark('('))));
    let inside = tokens.get(opened..).unwrap_or_default();
    let (offset, used) = match *inside {
        [Word("utc" | "gmt"), Mark(sign @ ('+' | '-')), N(hours), Mark(':'), N(minutes), ..] => {
            (of_figures(sign, hours, Some(minutes)), 5)
        }
        [Word("utc" | "gmt"), Mark(sign @ ('+' | '-')), N(hours), ..] => (of_figures(sign, hours, None), 3),
        [Mark(sign @ ('+' | '-')), N(hours), Mark(':'), N(minutes), ..] => {
            (of_figures(sign, hours, Some(minutes)), 4)
        }
        [Mark('-'), N(_), Month(_), ..] => (None, 0),
        [Mark(sign @ ('+' | '-')), N(hours), ..] if hours.digits != 1 => {
            let offset = of_figures(sign, hours, None);
            (offset, if offset.is_some() { 2 } else { 0 })
        }
        [Word(name), ..] if name.len() <= 5 => (of_name(name), 1),
        _ => (None, 0),
    };
    if used == 0 {
        return (None, 0);
    }
    // Behind it may stand the zone's name in brackets, or the end of the brackets around both.
    let behind = tokens.get(opened + used..).unwrap_or_default();
    let more = match (opened, behind.first()) {
        (1, _) | (_, Some(Mark('('))) => {
            behind.iter().position(|token| *token == Mark(')')).map_or(0, |at| at + 1)
        }
        _ => 0,
    };
    (offset, opened + used + more)
}

fn of_name(name: &str) -> Option<Offset> {
    let (_, quarters) = NAMES.iter().find(|(known, _)| *known == name)?;
    of_quarters(*quarters)
}

/// Parses `8`, `08`, `0800` and `8:30`.
fn of_figures(sign: char, hours: Number, minutes: Option<Number>) -> Option<Offset> {
    let (hours, minutes) = match (hours.digits, minutes) {
        (1 | 2, None) => (hours.value, 0),
        (1 | 2, Some(minutes)) if minutes.digits == 2 => (hours.value, minutes.value),
        (4, None) => (hours.value / 100, hours.value % 100),
        _ => return None,
    };
    if hours > 14 || minutes > 59 {
        return None;
    }
    let seconds = i32::try_from((hours * 60 + minutes) * 60).ok()?;
    Offset::from_seconds(if sign == '-' { -seconds } else { seconds }).ok()
}

fn of_quarters(quarters: i32) -> Option<Offset> {
    Offset::from_seconds(quarters.checked_mul(900)?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    fn check(text: &str, seconds: Option<i32>, used: usize) {
        let found = read(&tokens(text).unwrap());
        assert_eq!((found.0.map(Offset::seconds), found.1), (seconds, used), "{text}");
    }

    #[test]
    fn reads_offsets_and_names_that_mean_one() {
        check("+0800", Some(28_800), 2);
        check("+08:00", Some(28_800), 4);
        check("-0330", Some(-12_600), 2);
        check("utc+8", Some(28_800), 3);
        check("gmt-5:30", Some(-19_800), 5);
        check("gmt", Some(0), 1);
        check("edt 2026", Some(-14_400), 1);
        check("(pst)", Some(-28_800), 3);
        check("+0800 (cst)", Some(28_800), 5);
        check("hst", Some(-36_000), 1);
    }

    #[test]
    fn what_means_several_offsets_is_none() {
        check("cst", None, 1);
        check("ist", None, 1);
        check("et", None, 1);
        check("- 2 august", None, 0);
        check("-2026-08-22", None, 0);
        check("", None, 0);
    }
}

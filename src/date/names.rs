//! The date in the name of a file, or in the names of its folders.
//!
//! Only a whole date counts, with a four-digit year that is plausible for a file: an article of 1863 is possible, but
//! eight digits that begin with 1010 are an id. The name of the file comes first, then those of the folders from the
//! nearest outward, then three names that are a year, a month and a day. A name with two different dates has none.
//! `O(n)`.

use super::day;
use super::tokens::{Token, fold, tokens};
use jiff::civil::Date;
use std::ops::RangeInclusive;

const YEARS: RangeInclusive<i16> = 1700..=2199;
/// The longest path that is searched, in bytes.
const MOST_BYTES: usize = 4096;

/// Returns the date that a path names, as `2026-08-22`. The separator of the path is `/`.
pub(crate) fn of_path(path: &str) -> Option<String> {
    if path.len() > MOST_BYTES {
        return None;
    }
    let path = fold(path).to_lowercase();
    let parts: Vec<&str> = path.split('/').collect();
    let named = parts.iter().rev().copied().find_map(of_name);
    Some(named.or_else(|| of_folders(&parts))?.to_string())
}

fn of_name(name: &str) -> Option<Date> {
    let tokens = tokens(name)?;
    let mut found: Option<Date> = None;
    let mut at = 0;
    while at < tokens.len() {
        match day::at(&tokens[at..]) {
            Some((date, used)) if YEARS.contains(&date.year()) => {
                if found.is_some() && found != Some(date) {
                    return None;
                }
                found = Some(date);
                at += used;
            }
            _ => at += 1,
        }
    }
    found
}

/// Parses `2026/08/22`, as three folders, or as two and the file.
fn of_folders(parts: &[&str]) -> Option<Date> {
    let bare: Vec<&str> = parts.iter().map(|part| part.split('.').next().unwrap_or(part)).collect();
    for three in bare.windows(3).rev() {
        let folders = three.join("/");
        let tokens = tokens(&folders).unwrap_or_default();
        if matches!(tokens[..], [Token::Number(_), _, Token::Number(_), _, Token::Number(_)])
            && let Some((date, _)) = day::at(&tokens)
            && YEARS.contains(&date.year())
        {
            return Some(date);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: &str) {
        assert_eq!(of_path(path).as_deref().unwrap_or("none"), expected, "{path}");
    }

    #[test]
    fn reads_the_date_of_a_name() {
        for path in [
            "2026-08-22-speech.md",
            "a/speech_2026-08-22.txt.gz",
            "20260822_x.txt",
            "xwlb-20260822.txt",
            "xwlb20260822.txt",
            "speech 2026年8月22日.txt",
            "讲话２０２６年８月２２日.txt",
            "二〇二六年八月二十二日讲话.txt",
            "2026_08_22.jsonl",
            "2026.08.22.txt",
            "speech-22-aug-2026.html",
            "2026/08/22/speech.txt",
            "news/2026/8/22.txt",
            "2026-08-22/a.txt",
            "news/20260822/part-2.txt",
            "2025-01-01/2026-08-22.txt",
        ] {
            check(path, "2026-08-22");
        }
    }

    #[test]
    fn what_is_no_date_of_the_calendar_is_none() {
        for path in [
            "20261345.txt",
            "a-2026-13-01.txt",
            "2026-02-30.txt",
            "10101010.txt",
            "120260822.txt",
            "20260822201509.txt",
            "08-22-2026.txt",
            "2026-08.txt",
            "2026/08/speech.txt",
            "2026/08/22-things.txt",
            "2026-08-01--2026-08-22.txt",
            "-",
            "",
            "/",
        ] {
            check(path, "none");
        }
        check(&"9".repeat(40), "none");
        check(&"2026-08-22/".repeat(900), "none");
    }
}

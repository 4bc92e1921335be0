//! A text -> its facts: the numbers, dates and names in it, in order, each with a normalized value.
//!
//! In: a text. Out: [`Fact`]s with their places. Equal values mean the same fact, however it is written: `三千万`,
//! `30 million` and `30,000,000` are all `30000000`, `百分之五` and `5 pct` are `5%`, `3月5日` and `March 5` are `--03-05`.
//! Numbers and dates are read character by character, so no dictionary decides where a numeral ends. Names need
//! one ([`NameFinder`]). `O(n)` for n bytes.
//!
//! Useful for telling whether two texts that share most of their words say the same. Not useful for arithmetic: units
//! are not read, and a value is text.
//!
//! - `pieces`: a text as digits, words, Han characters and marks
//! - `decimal`: exact decimal numbers
//! - `chinese`, `english`: numerals of either language
//! - `numbers`: percentages, fractions, times of day
//! - `dates`: days, months, years, weekdays
//! - `names`: names of people, places and bodies
//!
//! ```
//! use ibid::facts::Fact;
//!
//! let values = |text: &str| Fact::all_in(text).into_iter().map(|fact| fact.value).collect::<Vec<_>>();
//! assert_eq!(values("三千万人，占百分之五"), ["30000000", "5%"]);
//! assert_eq!(values("$3bn on March 5, 1987"), ["3000000000", "1987-03-05"]);
//! assert_eq!(values("the first five months"), values("前第1个5个月"));
//! let third = &Fact::all_in("第三季度")[0];
//! assert_eq!(third.value, "3");
//! assert_eq!((third.span.start, third.span.end), (3, 6));
//! ```

mod pieces;
mod decimal;
mod chinese;
mod english;
mod numbers;
mod dates;
mod names;

pub use names::NameFinder;
pub(crate) use names::is_name;

use pieces::{Piece, Pieces};

use crate::text::Span;

/// The subject of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// A number: a cardinal, an ordinal, a share or a time of day.
    Number,
    /// A date: a day, a month, a year, a weekday, or a day named relative to today.
    Date,
    /// A word of the name of a person, a place or a body.
    Name,
}

/// A number, a date or a name of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its subject.
    pub kind: FactKind,
    /// Its place, in bytes.
    pub span: Span,
    /// The normalized form. A number is decimal, with `%` for shares of a hundred, as `2/3` for fractions, and with `+`
    /// where only its least value is said (`十几` is `10+`). A date is written as in ISO 8601, with `-` for an unknown
    /// year or month (`--03-05`); weekdays are `w1` to `w7`. A name is folded.
    pub value: String,
}

impl Fact {
    /// Returns the numbers and dates of a text, in order. Those inside addresses are skipped.
    pub fn all_in(text: &str) -> Vec<Fact> {
        let pieces = Pieces::of(text);
        let (mut found, mut at) = (vec![], 0);
        while at < pieces.len() {
            let (kind, read) = if let Some(date) = dates::read(&pieces, at) {
                (FactKind::Date, date)
            } else if let Some(number) = numbers::read(&pieces, at) {
                (FactKind::Number, number)
            } else {
                at += chinese::other_word(&pieces, at).max(1);
                continue;
            };
            found.push(Fact { kind, span: pieces.span(at, read.end), value: read.value });
            at = read.end;
        }
        found
    }
}

/// Returns whether a word, or a Chinese character, may be a part of a numeral.
pub(crate) fn is_numeral(word: &str) -> bool {
    let pieces = Pieces::of(word);
    match pieces.get(0) {
        Some(&Piece::Han(c)) => chinese::is_numeral(c),
        Some(_) => dates::read(&pieces, 0).is_none() && numbers::read(&pieces, 0).is_some(),
        None => false,
    }
}

/// A number or a date that was read from some pieces.
#[derive(Debug)]
struct ReadFact {
    value: String,
    /// The place behind its last piece.
    end: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the values of a text, written with spaces between.
    fn check(text: &str, expected: &str) {
        let values: Vec<String> = Fact::all_in(text).into_iter().map(|fact| fact.value).collect();
        assert_eq!(values.join(" "), expected, "{text}");
    }

    #[test]
    fn chinese_numerals_have_their_values() {
        for (text, expected) in [
            ("两种办法", "2"),
            ("三十二岁", "32"),
            ("三千万人", "30000000"),
            ("三千亿元", "300000000000"),
            ("5.2万亿元", "5200000000000"),
            ("１２００万", "12000000"),
            ("1亿5000万", "150000000"),
            ("一万零五百", "10500"),
            ("两万五", "25000"),
            ("百分之五点三", "5.3%"),
            ("三分之二的人", "2/3"),
            ("一半的人", "1/2"),
            ("增长两倍", "2"),
            ("第三季度", "3"),
            ("第十四届", "14"),
            ("十几人", "10+"),
            ("三十多万人", "300000+"),
            ("数百名", "100+"),
            ("七八个", "7+"),
            ("二三十人", "20+"),
            ("三萬兩千", "32000"),
            ("三點五", "3.5"),
            ("零下5度", "-5"),
            ("一个人", "1"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn english_numerals_have_their_values() {
        for (text, expected) in [
            ("1,200 and 41.9%", "1200 41.9%"),
            ("5.2 million", "5200000"),
            ("22.5 mln dlrs", "22500000"),
            ("$3bn", "3000000000"),
            ("two-thirds of it", "2/3"),
            ("one-third", "1/3"),
            ("a third of them, three quarters of us", "1/3 3/4"),
            ("the third man", "3"),
            ("the twenty-first of 21st", "21 21"),
            ("two hundred and fifty", "250"),
            ("three thousand two hundred", "3200"),
            ("half a million", "1/2 1000000"),
            ("dozens of them", "12+"),
            ("five pct", "5%"),
            ("5 per cent", "5%"),
            ("1/2 of 3-1/4", "1/2 3 1/4"),
            ("at 10:30", "10:30"),
            ("-5 or 3-5", "-5 3 5"),
            ("no one told one another", ""),
            ("0.50 and 0.5", "0.5 0.5"),
            ("one two", "1 2"),
            ("1.2.3", "1 2 3"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn dates_have_their_values() {
        for (text, expected) in [
            ("二〇二六年", "2026"),
            ("2026年3月5日", "2026-03-05"),
            ("三月五号", "--03-05"),
            ("12月", "--12"),
            ("十二日", "---12"),
            ("三年", "3"),
            ("三个月", "3"),
            ("1987-03-05 1987/3/5", "1987-03-05 1987-03-05"),
            ("March 5, 1987", "1987-03-05"),
            ("5 March 1987", "1987-03-05"),
            ("the 5th of March", "--03-05"),
            ("Mar. 5", "--03-05"),
            ("In May 1987 they may march", "1987-05"),
            ("In 1987, or in the 1980s", "1987 1980s"),
            ("1987 people paid $2000", "1987 2000"),
            ("Monday", "w1"),
            ("星期天和周一", "w7 w1"),
            ("昨天 yesterday", "yesterday yesterday"),
            ("去年 last year", "last-year last-year"),
            ("3至5月", "3 --05"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn words_that_only_hold_a_numeral_are_no_numbers() {
        for text in [
            "一些 一样 统一 十分 四川 百姓 千万别 万一",
            "进一步统一思想，某一个",
            "http://a.org/12/3 a1@b.org",
        ] {
            check(text, "");
        }
    }

    #[test]
    fn spans_cover_the_numeral_with_its_scale() {
        for (text, expected) in [
            ("约5.2 million个", "5.2 million"),
            ("共三千亿元", "三千亿"),
            ("占41.9 pct.", "41.9 pct"),
            ("on March 5, 1987.", "March 5, 1987"),
        ] {
            let found = Fact::all_in(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].span.of(text), expected);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_spans_in_order(text in "[0-9０-９一二十百千万亿几多点分之第年月日周 a-zA-Z.,:/%-]{0,40}|\\PC{0,40}") {
            let found = Fact::all_in(&text);
            proptest::prop_assert!(found.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
            for fact in found {
                proptest::prop_assert!(!fact.span.of(&text).is_empty() && !fact.value.is_empty());
            }
        }
    }
}

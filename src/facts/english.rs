//! English numerals in words -> their values.

use super::decimal::Decimal;
use super::pieces::{Piece, Pieces};

/// A word of a numeral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumeralWord {
    /// A number below 100; an ordinal ends its numeral.
    Small { value: u64, is_ordinal: bool },
    /// A factor, such as hundred. A plural such as hundreds is a least value.
    Scale { factor: u64, is_plural: bool },
}

const UNITS: &str = "\
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen";
const TENS: &str = "\
    twenty thirty forty fifty sixty seventy eighty ninety";
const ORDINALS: &str = "\
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth \
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth";
const TENTHS: &str = "\
    twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth";
const SCALES: &[(&str, u64)] = &[
    ("dozen", 12),
    ("hundred", 100),
    ("thousand", 1_000),
    ("million", 1_000_000),
    ("mln", 1_000_000),
    ("mn", 1_000_000),
    ("billion", 1_000_000_000),
    ("bln", 1_000_000_000),
    ("bn", 1_000_000_000),
    ("trillion", 1_000_000_000_000),
    ("trln", 1_000_000_000_000),
    ("tn", 1_000_000_000_000),
];
/// Words that stand for a number of times.
const TIMES: &[(&str, u64)] = &[("twice", 2), ("double", 2), ("doubled", 2), ("triple", 3), ("tripled", 3)];

pub(super) fn numeral_word(word: &str) -> Option<NumeralWord> {
    // Each list with the value of its first word, and the step from one to the next.
    let lists = [(UNITS, 0, 1, false), (TENS, 20, 10, false), (ORDINALS, 1, 1, true), (TENTHS, 20, 10, true)];
    for (list, first, step, is_ordinal) in lists {
        if let Some(place) = list.split(' ').position(|listed| listed == word) {
            return Some(NumeralWord::Small { value: first + step * place as u64, is_ordinal });
        }
    }
    if let Some(factor) = named(SCALES, word) {
        return Some(NumeralWord::Scale { factor, is_plural: false });
    }
    let factor = named(SCALES, word.strip_suffix('s')?)?;
    (word.len() > 4).then_some(NumeralWord::Scale { factor, is_plural: true })
}

/// Returns the number that a word stands for in a table.
fn named(table: &[(&str, u64)], word: &str) -> Option<u64> {
    Some(table.iter().find(|(name, _)| *name == word)?.1)
}

/// A numeral in words.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordNumeral {
    pub(super) end: usize,
    pub(super) value: Decimal,
    pub(super) is_least: bool,
}

/// Reads the numeral in words at a place, or the words that follow the number `first` there.
pub(super) fn read(pieces: &Pieces, start: usize, first: Option<Decimal>) -> Option<WordNumeral> {
    let (mut total, mut section) = (Decimal::ZERO, first);
    // A number that comes next has to be smaller than this.
    let (mut room, mut is_least) = (if first.is_some() { 0 } else { 100 }, false);
    let (mut at, mut end) = (start, start);
    while let Some(word) = pieces.word(at)
        && let Some(word) = numeral_word(word)
    {
        match word {
            NumeralWord::Small { value, is_ordinal } => {
                if value >= room || (value == 0 && end > start) {
                    break;
                }
                section = Some(section.unwrap_or(Decimal::ZERO).plus(Decimal::whole(value))?);
                room = if value >= 20 && value % 10 == 0 { 10 } else { 0 };
                if is_ordinal {
                    end = at + 1;
                    break;
                }
            }
            NumeralWord::Scale { factor, is_plural } => {
                is_least |= is_plural && section.is_none();
                let scaled = section.unwrap_or(Decimal::whole(1)).times(factor)?;
                (total, section) = match factor < 1_000 {
                    true => (total, Some(scaled)),
                    false => (total.plus(scaled)?, None),
                };
                room = 100;
            }
        }
        end = at + 1;
        at = behind_joint(pieces, end);
    }
    (end > start).then_some(())?;
    Some(WordNumeral { end, value: total.plus(section.unwrap_or(Decimal::ZERO))?, is_least })
}

/// Returns the place of the next word of a numeral: behind a space, a hyphen, or "and".
fn behind_joint(pieces: &Pieces, at: usize) -> usize {
    match pieces.get(at) {
        Some(Piece::Space) if pieces.word(at + 1) == Some("and") => pieces.behind_space(at + 2),
        Some(Piece::Space | Piece::Mark('-')) => at + 1,
        _ => at,
    }
}

/// Returns the value of a word such as twice.
pub(super) fn times(word: &str) -> Option<u64> {
    named(TIMES, word)
}

/// Returns the denominator that a word names, and whether it is a plural: thirds, quarter.
pub(super) fn denominator(word: &str) -> Option<(u64, bool)> {
    let (one, is_plural) = match word {
        "halves" => ("half", true),
        _ => match word.strip_suffix('s') {
            Some(one) => (one, true),
            None => (word, false),
        },
    };
    let value = match one {
        "half" => 2,
        "quarter" => 4,
        _ => match numeral_word(one)? {
            NumeralWord::Small { value, is_ordinal: true } if value > 2 => value,
            _ => return None,
        },
    };
    Some((value, is_plural))
}

//! The calendar date among the tokens of a text.

use super::tokens::{Number, Token};
use jiff::civil::Date;

/// A date, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Day {
    Whole(Date),
    /// A date whose year has two digits and means 1950 to 2049, as in mail.
    ShortYear(Date),
    Month(i16, i8),
    Year(i16),
}

/// Parses tokens that form a date as a whole, except for marks around it.
pub(super) fn read(tokens: &[Token]) -> Option<Day> {
    let mut tokens = tokens;
    while let [Token::Mark('-' | '(' | ')' | ':' | '.' | '/' | '|'), rest @ ..] = tokens {
        tokens = rest;
    }
    while let [rest @ .., Token::Mark('-' | '(' | ')' | ':' | '.' | '/' | '|')] = tokens {
        tokens = rest;
    }
    match at(tokens) {
        Some((date, used)) => (used == tokens.len()).then_some(Day::Whole(date)),
        None => month_or_year(tokens).or_else(|| short_year(tokens)),
    }
}

/// Returns the date at the beginning of the tokens, and the number of its tokens.
pub(super) fn at(tokens: &[Token]) -> Option<(Date, usize)> {
    use Token::{Mark, Number as N};
    let (year, month, day, used) = match *tokens {
        [N(year), Mark('年'), N(month), Mark('月'), N(day), Mark('日' | '号'), ..] => {
            (year, month, day, 6)
        }
        [N(year), Mark('年'), N(month), Mark('月'), N(day), ..] => (year, month, day, 5),
        [N(year), Mark(one), N(month), Mark(other), N(day), ..] if is_between(one) && one == other => {
            // Between dots, some countries write the day first. None writes the month first.
            let (year, day) = if one == '.' && year.digits <= 2 { (day, year) } else { (year, day) };
            (year, month, day, 5)
        }
        [N(whole), ..] if whole.digits == 8 => return Some((of_eight(whole)?, 1)),
        _ => return named(tokens),
    };
    Some((Date::new(year.year()?, month.small()?, day.small()?).ok()?, used))
}

fn is_between(mark: char) -> bool {
    matches!(mark, '-' | '/' | '.' | '_')
}

fn of_eight(number: Number) -> Option<Date> {
    let value = i32::try_from(number.value).ok()?;
    let (year, month, day) = (value / 10_000, value / 100 % 100, value % 100);
    if year < 1000 {
        return None;
    }
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()
}

/// Parses a date with the name of its month.
fn named(tokens: &[Token]) -> Option<(Date, usize)> {
    let (parts, used) = three_parts(tokens)?;
    let (year, month, day) = match parts {
        [Token::Number(day), Token::Month(month), Token::Number(year)] if year.digits == 4 => {
            (year, month, day)
        }
        [Token::Month(month), Token::Number(day), Token::Number(year)] => (year, month, day),
        [Token::Number(year), Token::Month(month), Token::Number(day)] => (year, month, day),
        _ => return None,
    };
    Some((Date::new(year.year()?, month, day.small()?).ok()?, used))
}

/// Returns three tokens, skipping at most one mark behind each of the first two, and the number of tokens used.
fn three_parts<'t>(tokens: &[Token<'t>]) -> Option<([Token<'t>; 3], usize)> {
    let mut parts = [Token::Mark(' '); 3];
    let mut at = 0;
    for (number, part) in parts.iter_mut().enumerate() {
        let skips = number > 0 && matches!(tokens.get(at), Some(Token::Mark(mark)) if is_between(*mark));
        at += usize::from(skips);
        *part = *tokens.get(at)?;
        at += 1;
    }
    Some((parts, at))
}

fn short_year(tokens: &[Token]) -> Option<Day> {
    let ([Token::Number(day), Token::Month(month), Token::Number(year)], used) = three_parts(tokens)? else {
        return None;
    };
    if year.digits != 2 || used != tokens.len() {
        return None;
    }
    let century = if year.value < 50 { 2000 } else { 1900 };
    let year = century + i16::from(year.small()?);
    Date::new(year, month, day.small()?).ok().map(Day::ShortYear)
}

fn month_or_year(tokens: &[Token]) -> Option<Day> {
    use Token::{Mark, Month, Number as N};
    let (year, month) = match *tokens {
        [N(year)] | [N(year), Mark('年')] => return Some(Day::Year(year.year()?)),
        [N(year), Mark('年'), N(month), Mark('月')] | [N(year), Mark('-' | '/' | '年'), N(month)] => {
            (year, month.small()?)
        }
        [Month(month), N(year)] => (year, month),
        _ => return None,
    };
    (1..=12).contains(&month).then_some(Day::Month(year.year()?, month))
}

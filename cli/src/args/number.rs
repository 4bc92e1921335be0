//! The parsers of numbers on the command line. An error names the allowed numbers.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Parses a whole number.
pub(super) fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "must be a whole number".to_owned())
}

/// Parses a number, whole or not.
pub(super) fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "must be a number".to_owned())
}

/// Parses a whole number above 0.
pub(super) fn positive(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "must be a whole number, 1 or more".to_owned())
}

/// Returns a parser of whole numbers in a range.
pub(super) fn within(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| match (text.parse(), range.start(), range.end()) {
        (Ok(number), ..) if range.contains(&number) => Ok(number),
        (_, least, &u32::MAX) => Err(format!("must be a whole number, {least} or more")),
        (_, least, most) => Err(format!("must be a whole number from {least} to {most}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_or_out_of_range_is_refused_in_words() {
        assert_eq!(whole::<u64>("12"), Ok(12));
        assert_eq!(whole::<usize>("-1"), Err("must be a whole number".to_owned()));
        assert_eq!(number(".5"), Ok(0.5));
        assert_eq!(number("half"), Err("must be a number".to_owned()));
        assert_eq!(positive("7").map(NonZeroU32::get), Ok(7));
        assert_eq!(positive("0"), Err("must be a whole number, 1 or more".to_owned()));
        assert_eq!(within(1..=9)("9"), Ok(9));
        assert_eq!(within(1..=9)("10"), Err("must be a whole number from 1 to 9".to_owned()));
        assert_eq!(within(1..=u32::MAX)("many"), Err("must be a whole number, 1 or more".to_owned()));
    }
}

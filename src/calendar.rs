//! The English names of months and days.

/// The months, in small letters.
pub(crate) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// How months are shortened, without the dot. May is not.
const SHORT_MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"];
/// The days of the week, in small letters.
pub(crate) const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Whether a word in small letters is a month, as it is or shortened.
pub(crate) fn is_month(word: &str) -> bool {
    MONTHS.contains(&word) || SHORT_MONTHS.contains(&word)
}

/// Whether a word in small letters is a day of the week.
pub(crate) fn is_weekday(word: &str) -> bool {
    WEEKDAYS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_days_are_known_as_they_are_and_shortened() {
        for word in ["march", "may", "sep", "sept", "dec"] {
            assert!(is_month(word) && !is_weekday(word), "{word}");
        }
        assert!(is_weekday("sunday") && !is_month("sunday"));
        assert!(!is_month("") && !is_month("marc"), "no other part of a name");
    }
}

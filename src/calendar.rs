//! The English names of months and days.

/// The months, in lower case.
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
/// The abbreviations of the months, without the dot. May has none.
const SHORT_MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"];
/// The days of the week, in lower case.
pub(crate) const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Returns whether a lower-case word is a month, in full or abbreviated.
pub(crate) fn is_month(word: &str) -> bool {
    MONTHS.contains(&word) || SHORT_MONTHS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_days_are_known_as_they_are_and_shortened() {
        for word in ["march", "may", "sep", "sept", "dec"] {
            assert!(is_month(word), "{word}");
        }
        assert!(!is_month("sunday") && !is_month("") && !is_month("marc"), "no other part of a name");
    }
}

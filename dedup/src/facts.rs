//! The facts of a text by which near documents are kept apart: a report on another day is no duplicate.
//!
//! In: a text, and which of its facts count ([`KeepDifferent`]). Out: a [`FactsKey`], a hash of these facts in their
//! order. Two texts whose keys differ are not near, whatever a method says. Facts are those of [`ibid::facts`], so equal
//! numbers are equal however they are written.

use std::str::FromStr;

use ibid::facts::{Fact, FactKind, NameFinder};
use ibid::tokenize::Tokenizer;
use ibid::{Error, Result, Span, is_han};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The length from which a text counts as long: sixty words or 120 Han characters, in half words. In longer texts an
/// added sentence or a corrected figure makes another version more often than another event.
const LONG: usize = 120;
/// The most bytes of a text whose words are counted. A longer one is long.
const COUNTED_BYTES: usize = 4096;

/// The facts in which near documents must not differ.
#[derive(Debug)]
pub struct KeepDifferent {
    kinds: Vec<FactKind>,
    /// True if facts count in long texts too.
    of_long: bool,
    names: Option<NameFinder>,
}

impl Default for KeepDifferent {
    /// Numbers and dates, in short texts.
    fn default() -> KeepDifferent {
        KeepDifferent { kinds: vec![FactKind::Number, FactKind::Date], of_long: false, names: None }
    }
}

impl FromStr for KeepDifferent {
    type Err = Error;

    /// Parses `none`, or some of `numbers`, `dates` and `names` with commas between. They count in texts of any length.
    fn from_str(text: &str) -> Result<KeepDifferent> {
        let mut kinds = vec![];
        if text == "none" {
            return Ok(KeepDifferent { kinds, of_long: true, names: None });
        }
        for name in text.split(',').map(str::trim) {
            kinds.push(match name {
                "numbers" => FactKind::Number,
                "dates" => FactKind::Date,
                "names" => FactKind::Name,
                _ => {
                    return Err(Error::Request(format!(
                        "what keeps texts apart must be none, or numbers, dates or names with commas between, got \
                         \"{text}\""
                    )));
                }
            });
        }
        kinds.sort_unstable();
        kinds.dedup();
        let names = kinds.contains(&FactKind::Name).then(NameFinder::default);
        Ok(KeepDifferent { kinds, of_long: true, names })
    }
}

impl KeepDifferent {
    /// Returns the setting as a user writes it, with the limit of length if there is one.
    pub fn name(&self) -> String {
        let mut names = Vec::with_capacity(self.kinds.len());
        for kind in &self.kinds {
            names.push(match kind {
                FactKind::Number => "numbers",
                FactKind::Date => "dates",
                FactKind::Name => "names",
            });
        }
        match (names.is_empty(), self.of_long) {
            (true, _) => "none".to_owned(),
            (false, true) => names.join(","),
            (false, false) => format!("{} in texts under {} words", names.join(","), LONG / 2),
        }
    }

    /// Returns the key of a text; none if its facts do not count.
    pub fn key(&self, text: &str) -> Option<FactsKey> {
        let is_countable = text.len() <= COUNTED_BYTES;
        if self.kinds.is_empty() || !(self.of_long || is_countable) {
            return None;
        }
        let mut found = if self.kinds != [FactKind::Name] { Fact::all_in(text) } else { vec![] };
        if let Some(names) = &self.names {
            found.extend(names.names(text));
            found.sort_by_key(|fact| fact.span.start);
        }
        let mut written = String::new();
        for fact in found {
            if self.kinds.contains(&fact.kind) {
                written += &format!("{:?} {}\n", fact.kind, fact.value);
            }
        }
        let is_strict = self.of_long || half_words(text) < LONG;
        Some(FactsKey { hash: xxh3_64(written.as_bytes()), is_strict })
    }
}

/// Counts two for a word and one for a Han character.
fn half_words(text: &str) -> usize {
    let mut tokens = vec![];
    Tokenizer::characters(text, Span::new(0, text.len() as u32), &mut tokens);
    let mut half_words = 0;
    for token in tokens {
        half_words += if token.span.of(text).contains(is_han) { 1 } else { 2 };
    }
    half_words
}

/// The facts of a text as a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactsKey {
    /// The hash of the values, in order.
    pub(crate) hash: u64,
    /// True if all texts near this one must have the same facts; else only those that say so themselves.
    pub(crate) is_strict: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks whether two texts have the same facts, for a setting.
    fn check(setting: &KeepDifferent, a: &str, b: &str, are_equal: bool) {
        assert_eq!(setting.key(a) == setting.key(b), are_equal, "{a} | {b}, {}", setting.name());
    }

    #[test]
    fn numbers_and_dates_keep_texts_apart() {
        let default = KeepDifferent::default();
        for (a, b, are_equal) in [
            ("It fell 41.9 pct.", "It fell 41 pct.", false),
            ("It fell 41 pct.", "It dropped 41%!", true),
            ("in the first five months", "in the first four months", false),
            ("Decree of March 5, 2026", "Decree of March 5, 2024", false),
            ("三千万人", "三千亿人", false),
            ("三千万人", "3000万 人", true),
            ("Carrow won 2-1", "Carrow won 1-2", false),
            ("Halden rose.", "Lowell rose.", true),
        ] {
            check(&default, a, b, are_equal);
        }
        let names: KeepDifferent = "names".parse().unwrap();
        check(&names, "The shares of Halden rose 5 pct.", "The shares of Lowell rose 5 pct.", false);
        check(&names, "The shares of Halden rose 5 pct.", "The shares of Halden rose 6 pct.", true);
        let none: KeepDifferent = "none".parse().unwrap();
        assert_eq!(none.key("5"), None);
    }

    #[test]
    fn long_texts_are_asked_only_when_told_to() {
        let words = |count: usize| "tide ".repeat(count) + "5";
        let strict = |setting: &KeepDifferent, text: &str| setting.key(text).is_some_and(|key| key.is_strict);
        let (default, told) = (KeepDifferent::default(), "numbers".parse::<KeepDifferent>().unwrap());
        for (text, by_default) in [
            (words(58), true),
            (words(59), false),
            ("潮".repeat(117) + "5", true),
            ("潮".repeat(119) + "5", false),
            (words(2000), false),
        ] {
            assert_eq!(strict(&default, &text), by_default, "{}", text.len());
            assert!(strict(&told, &text));
        }
        assert_eq!(default.key(&words(2000)), None);
    }

    #[test]
    fn settings_are_named() {
        for (text, name) in [("none", "none"), ("dates,numbers", "numbers,dates"), ("names, names", "names")]
        {
            assert_eq!(text.parse::<KeepDifferent>().unwrap().name(), name);
        }
        assert_eq!(KeepDifferent::default().name(), "numbers,dates in texts under 60 words");
        let refused = "places".parse::<KeepDifferent>().unwrap_err().to_string();
        assert!(refused.contains("\"places\""), "{refused}");
    }
}

//! Words that may replace each other: a list of groups, its parser, and the built-in list.

use std::collections::HashMap;
use std::sync::LazyLock;

use ibid::{Error, Result};

use super::Dice;
use super::cut::capitalized;

/// A table of words that may replace each other.
#[derive(Clone, Debug, Default)]
pub struct Synonyms {
    /// The other words, by the word in lower case.
    others: HashMap<String, Vec<String>>,
}

impl Synonyms {
    /// Parses a list with one group of words per line, with commas or tabs between them, else with spaces. Empty lines
    /// and lines that begin with `#` are skipped. A word of several groups may become any other word of these. Only
    /// single words are replaced, but the replacement may be several words if the group has commas or tabs.
    ///
    /// # Errors
    /// [`Error::Request`] that names the line, counted from 1, with fewer than two different words.
    pub fn parse(list: &str) -> Result<Synonyms> {
        let mut synonyms = Synonyms::default();
        let list = list.strip_prefix('\u{FEFF}').unwrap_or(list);
        for (number, line) in list.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let marks = [',', '\t', '，', '、'];
            let by_marks = line.contains(marks);
            let members = line.split(|c: char| if by_marks { marks.contains(&c) } else { c.is_whitespace() });
            let mut group: Vec<String> = vec![];
            for member in members.map(str::trim) {
                if member.is_empty() {
                    continue;
                }
                let member = member.to_lowercase();
                if !group.contains(&member) {
                    group.push(member);
                }
            }
            if group.len() < 2 {
                return Err(Error::Request(format!(
                    "line {}: a group needs two different words or more with commas, tabs or spaces between them, got \"{line}\"",
                    number + 1
                )));
            }
            synonyms.add(&group);
        }
        Ok(synonyms)
    }

    /// Returns some hundreds of groups of common English and Chinese words. An inflected form stands in a group of its
    /// own.
    pub fn built_in() -> &'static Synonyms {
        static BUILT_IN: LazyLock<Synonyms> = LazyLock::new(|| {
            let list = concat!(include_str!("synonyms-en.txt"), include_str!("synonyms-zh.txt"));
            Synonyms::parse(list).expect("the built-in list was tested")
        });
        &BUILT_IN
    }

    fn add(&mut self, group: &[String]) {
        for word in group {
            let others = self.others.entry(word.clone()).or_default();
            for other in group {
                if other != word && !others.contains(other) {
                    others.push(other.clone());
                }
            }
        }
    }

    /// Returns another word for this one, with a capital if this has one.
    pub(super) fn other(&self, word: &str, dice: &mut Dice) -> Option<String> {
        let others = self.others.get(&word.to_lowercase())?;
        let other = others.get(dice.below(others.len()))?;
        let is_capital = word.chars().next().is_some_and(char::is_uppercase);
        Some(if is_capital { capitalized(other) } else { other.clone() })
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.others.contains_key(&word.to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_synonyms_is_checked() {
        for (list, line) in [("a b\nalone\n", "line 2"), ("same, Same", "line 1"), ("\n\n,,\n", "line 3")] {
            let error = Synonyms::parse(list).unwrap_err().to_string();
            assert!(error.starts_with(line) && error.contains("two different words"), "{error}");
        }
        assert!(Synonyms::built_in().others.len() > 1500);
        let mut seen = std::collections::HashSet::new();
        for line in include_str!("synonyms-en.txt").lines().chain(include_str!("synonyms-zh.txt").lines()) {
            assert!(seen.insert(line), "{line} stands there twice");
        }
    }
}

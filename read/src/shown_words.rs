//! Compares a text with the text that a reader is shown.

use std::collections::HashSet;

use ibid::is_han;

/// The fewest unseen words that count.
const LEAST: usize = 20;

/// The words of the shown text.
pub(super) struct ShownWords(HashSet<String>);

impl ShownWords {
    pub(super) fn of(text: &str) -> ShownWords {
        ShownWords(words(text).collect())
    }

    /// Returns whether at least twenty words of a text, and half of them, are not in the shown text.
    pub(super) fn lacks(&self, text: &str) -> bool {
        let unseen = words(text).filter(|word| !self.0.contains(word)).count();
        unseen >= LEAST && unseen * 2 >= words(text).count()
    }
}

/// Returns the words of a text in lower case, and its ideographs one by one.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).flat_map(|word| {
        let first = if word.contains(is_han) { 0 } else { word.len() };
        let (whole, ideographs) = word.split_at_checked(first).unwrap_or((word, ""));
        let whole = (!whole.is_empty()).then_some(whole.to_lowercase());
        whole.into_iter().chain(ideographs.chars().map(String::from))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_words_that_are_not_shown_are_missed() {
        let text = "the number of boats falls before a storm in thirty one of forty cases";
        let other = "nobody asked why nine ships lay wrecked upon those sands last year although everybody else seemed quite certain";
        let shown = ShownWords::of(text);
        assert!(shown.lacks(&format!("{other} or nearly so")));
        assert!(!shown.lacks(other));
        assert!(!shown.lacks(&text.repeat(9)));
        assert!(shown.lacks("委员会于星期二开会经过几个小时的辩论决定"));
    }
}

//! A sentence as words and the text between them.

use ibid::is_han;

/// A sentence cut into words.
#[derive(Debug)]
pub(super) struct Cut<'t> {
    /// The text before the first word.
    pub(super) lead: &'t str,
    /// The words, each with the text behind it.
    pub(super) words: Vec<(&'t str, String)>,
    /// New spellings of words, by their places.
    pub(super) replaced: Vec<(usize, String)>,
    /// Words to be inserted behind the words at these places.
    pub(super) inserted: Vec<(usize, String)>,
}

impl Cut<'_> {
    /// Removes a word with the space beside it; punctuation stays. The last word of a sentence stays.
    pub(super) fn drop(&mut self, at: usize) -> bool {
        if self.words.len() < 2 {
            return false;
        }
        let (_, gap) = self.words.remove(at);
        if at > 0 && !gap.trim().is_empty() {
            let before = &mut self.words[at - 1].1;
            before.truncate(before.trim_end().len());
            before.push_str(&gap);
        } else if at > 0 && at == self.words.len() {
            self.words[at - 1].1 = gap;
        }
        true
    }

    pub(super) fn joined(&self) -> String {
        let mut text = self.lead.to_owned();
        for (at, (word, gap)) in self.words.iter().enumerate() {
            let replaced = self.replaced.iter().find(|(place, _)| *place == at);
            text.push_str(match replaced {
                Some((_, other)) => other,
                None => word,
            });
            for (place, new) in &self.inserted {
                if *place != at {
                    continue;
                }
                text.push_str(if is_han_word(new) { "" } else { " " });
                text.push_str(new);
            }
            text.push_str(gap);
        }
        text
    }

    /// Returns the words `start..end` without the text around them.
    pub(super) fn part(&self, start: usize, end: usize) -> String {
        let mut text = String::new();
        for (at, (word, gap)) in self.words.iter().enumerate().take(end).skip(start) {
            text.push_str(word);
            text.push_str(if at + 1 < end { gap } else { "" });
        }
        text
    }

    /// Returns the words from `start` on, with the text behind the last.
    pub(super) fn tail(&self, start: usize) -> String {
        let Some((_, last)) = self.words.last() else { return String::new() };
        self.part(start, self.words.len()) + last
    }

    /// Returns the places of the words behind which a comma or the like stands.
    pub(super) fn clause_ends(&self) -> impl Iterator<Item = usize> {
        let marks = [',', ';', ':', '，', '；', '：', '、'];
        (0..self.words.len()).filter(move |&at| self.words[at].1.contains(marks))
    }
}

pub(super) fn is_han_word(word: &str) -> bool {
    word.chars().next().is_some_and(is_han)
}

pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(char::to_uppercase).into_iter().flatten().chain(chars).collect()
}

/// Lowers the first letter, but not in "I" and not in a word of capitals.
pub(super) fn uncapitalized(text: &str) -> String {
    let mut chars = text.chars();
    let (first, second) = (chars.next(), chars.clone().next());
    match (first, second) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_lowercase() => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

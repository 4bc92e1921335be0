//! The words of a whole text, for the near methods that compare words.
//!
//! In: a text. Out: the hash of each of its words, in order: normalized, cut line by line, folded, without stop words.
//! `O(n)` for n bytes.

use std::collections::HashSet;

use ibid::Span;
use ibid::feature::Ranking;
use ibid::normalize::normalize;
use ibid::tokenize::{Dictionary, Han, Token, Tokenizer, WordHash};

/// The most stop words per language that can be asked for.
pub(crate) const MOST_STOP_WORDS: u32 = 10_000;

/// The hash of a word, or of a single Han character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HashedWord {
    pub(crate) hash: u64,
    pub(crate) is_han: bool,
}

/// A tokenizer that cuts texts into words. Shared between threads.
#[derive(Debug)]
pub(crate) struct Words {
    tokenizer: Tokenizer,
    dictionary: String,
    stop_words: HashSet<u64, WordHash>,
}

impl Words {
    /// Makes a tokenizer that leaves out this number of the most common words of each built-in ranking.
    pub(crate) fn new(stop_words: u32, dictionary: Dictionary) -> Words {
        let mut stop = HashSet::default();
        if stop_words > 0 {
            for ranking in rankings() {
                stop.extend(ranking.words().iter().take(stop_words as usize));
            }
        }
        Words {
            dictionary: dictionary.version(),
            tokenizer: Tokenizer::new(Han::Words, dictionary),
            stop_words: stop,
        }
    }

    /// Returns the version of the dictionary.
    pub(crate) fn dictionary(&self) -> &str {
        &self.dictionary
    }

    /// Returns the words of a text of less than 4 GiB, in order.
    pub(crate) fn of(&self, text: &str) -> Vec<u64> {
        let mut words = vec![];
        self.for_each(&normalize(text).text, |token| words.push(token.word));
        words
    }

    /// Calls `word` with each word of a normalized text, in order.
    pub(crate) fn for_each(&self, text: &str, mut word: impl FnMut(&Token)) {
        let mut tokens = vec![];
        let mut start = 0;
        // No word crosses the end of a line.
        for line in text.split_inclusive('\n') {
            let end = start + line.len() as u32;
            tokens.clear();
            self.tokenizer.words(text, Span::new(start, end), &mut tokens);
            start = end;
            for token in &tokens {
                if !self.stop_words.contains(&token.word) {
                    word(token);
                }
            }
        }
    }
}

/// Returns the built-in rankings of words.
pub(crate) fn rankings() -> [Ranking; 2] {
    [Ranking::english(), Ranking::chinese_words()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_and_marks_are_left_out() {
        let words = Words::new(100, Dictionary::default());
        assert_eq!(words.of("The HARBOUR, and\nthe mill."), words.of("harbour mill"));
        assert_eq!(words.of("harbour mill").len(), 2);
        assert_eq!(words.of("磨坊的水車"), words.of("磨坊水车"));
        for nothing in ["", " \n", "……!", "the of and", "的 了 是"] {
            assert!(words.of(nothing).is_empty(), "{nothing:?}");
        }
    }
}

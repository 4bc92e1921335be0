//! Names of people, places and bodies.

use super::{Fact, FactKind, dates, english, pieces::Pieces};
use crate::lexicon::{Rarity, Sense, sense};
use crate::text::{Span, is_han};
use crate::tokenize::{Token, Tokenizer, folded};

/// A finder of names. Costly to make: it loads the ranked words, and with the first Chinese text the dictionary.
#[derive(Debug, Default)]
pub struct NameFinder {
    tokenizer: Tokenizer,
    rarity: Rarity,
}

impl NameFinder {
    /// Returns the words of the names in a text, in order. A name of several words is several facts. In English, a word
    /// with a capital is one unless it opens a sentence and is common; in Chinese, the dictionary says so.
    pub fn names(&self, text: &str) -> Vec<Fact> {
        let mut tokens = vec![];
        self.tokenizer.words(text, Span::new(0, text.len() as u32), &mut tokens);
        tokens.retain(|token| self.is_name(text, token));
        let mut names = vec![];
        for Token { span, .. } in tokens {
            names.push(Fact { kind: FactKind::Name, span, value: folded(span.of(text)) });
        }
        names
    }

    /// Returns whether a word of a text, as a tokenizer cuts Han text into words, is part of a name.
    pub fn is_name(&self, text: &str, token: &Token) -> bool {
        is_name(&self.tokenizer, &self.rarity, text, token)
    }
}

/// Returns whether a word of a text is part of a name.
pub(crate) fn is_name(tokenizer: &Tokenizer, rarity: &Rarity, text: &str, token: &Token) -> bool {
    let word = token.span.of(text);
    if word.contains(is_han) {
        return word.chars().count() > 1 && tokenizer.is_name(word);
    }
    let is_capital = word.starts_with(char::is_uppercase) && word.chars().count() > 1;
    if !is_capital
        || matches!(sense(word), Some(Sense::Negation | Sense::Hedge | Sense::Saying))
        || is_fact(word)
    {
        return false;
    }
    // The first word of a sentence has a capital letter whatever it is.
    let before = Span::new(0, token.span.start).of(text);
    !opens_sentence(before) || rarity.is_unknown(token.word)
}

/// Returns whether a word is a numeral, a month or a weekday.
fn is_fact(word: &str) -> bool {
    let pieces = Pieces::of(word);
    pieces.word(0).and_then(english::numeral_word).is_some() || dates::read(&pieces, 0).is_some()
}

fn opens_sentence(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\n', '\r', '\t', '"', '“', '‘', '\'', '(']);
    before.is_empty() || before.ends_with(['.', '!', '?', ':', ';', '。', '！', '？'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_both_languages() {
        let finder = NameFinder::default();
        let names =
            |text: &str| finder.names(text).into_iter().map(|fact| fact.value).collect::<Vec<_>>().join(" ");
        assert_eq!(
            names("The board of Halden Corp met in Carrow on Monday. It paid Two."),
            "halden corp carrow"
        );
        assert_eq!(names("Wexcombe slept. Not Carrow, but May."), "wexcombe carrow");
        assert_eq!(names("他从北京去了上海"), "北京 上海");
    }
}

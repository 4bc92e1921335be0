//! Han text: words by `jieba-rs`, or single characters.
//!
//! Traditional characters are cut and compared as simplified ones.

use std::fmt;
use std::sync::{Arc, OnceLock};

use jieba_rs::Jieba;

use super::{Token, fold};
use crate::error::{Error, Result};
use crate::text::Span;

/// The Chinese dictionary: the built-in one, loaded when it is first needed, with the user's words added.
#[derive(Clone, Default)]
pub struct Dictionary {
    user_words: Option<Arc<str>>,
    jieba: Arc<OnceLock<Jieba>>,
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loaded = self.jieba.get().is_some();
        f.debug_struct("Dictionary").field("user_words", &self.user_words).field("loaded", &loaded).finish()
    }
}

impl Dictionary {
    /// Adds words to the built-in dictionary, one per line: `word [frequency [tag]]`, as in jieba's own lists.
    ///
    /// # Errors
    /// [`Error::Request`] with the line whose frequency is not a whole number.
    pub fn with_words(words: &str) -> Result<Dictionary> {
        for (number, line) in words.lines().enumerate() {
            let mut fields = line.split_whitespace();
            if let Some(value) = fields.nth(1)
                && value.parse::<u32>().is_err()
            {
                let line = number + 1;
                return Err(Error::Request(format!(
                    "line {line} of the word list: the frequency must be a whole number, got \"{value}\"; \
                     write a line as: word [frequency [tag]]"
                )));
            }
        }
        Ok(Dictionary { user_words: Some(words.into()), jieba: Arc::default() })
    }

    /// Returns the name of the dictionary in an index: the version of the built-in one, and a hash of the added words.
    pub fn version(&self) -> String {
        match &self.user_words {
            None => "jieba-0.11".to_owned(),
            Some(words) => format!("jieba-0.11+{:016x}", fold::hash(words)),
        }
    }

    fn jieba(&self) -> &Jieba {
        self.jieba.get_or_init(|| {
            let mut jieba = Jieba::new();
            for line in self.user_words.as_deref().unwrap_or("").lines() {
                let mut fields = line.split_whitespace();
                if let Some(word) = fields.next() {
                    let word: String = word.chars().map(fold::simplified).collect();
                    jieba.add_word(&word, fields.next().and_then(|freq| freq.parse().ok()), fields.next());
                }
            }
            jieba
        })
    }

    /// Returns whether the dictionary has this word as the name of a person, a place or a body.
    pub(super) fn is_name(&self, word: &str) -> bool {
        let word: String = word.chars().map(fold::simplified).collect();
        let tags = self.jieba().tag(&word, false);
        matches!(*tags, [ref tag] if matches!(tag.tag.get(..2), Some("nr" | "ns" | "nt")))
    }

    /// Appends the words of a run of Han text that begins at `offset`.
    pub(super) fn cut(&self, run: &str, offset: u32, out: &mut Vec<Token>) {
        if run.chars().all(|c| fold::simplified(c) == c) {
            for token in self.jieba().cut(run, false) {
                let span = Span::new(offset + token.byte_start as u32, offset + token.byte_end as u32);
                out.push(Token { span, word: fold::hash(token.word) });
            }
            return;
        }
        // A character and its simplified form may differ in length: count characters, and map back.
        let folded: String = run.chars().map(fold::simplified).collect();
        let mut places = run.char_indices().map(|(at, _)| at).chain([run.len()]);
        let mut start = places.next().unwrap_or(0);
        for token in self.jieba().cut(&folded, false) {
            let end = places.nth(token.end - token.start - 1).unwrap_or(run.len());
            out.push(Token {
                span: Span::new(offset + start as u32, offset + end as u32),
                word: fold::hash(token.word),
            });
            start = end;
        }
    }
}

/// Appends the characters of a run of Han text that begins at `offset`, each as a word.
pub(super) fn cut_characters(run: &str, offset: u32, out: &mut Vec<Token>) {
    for (at, c) in run.char_indices() {
        let start = offset + at as u32;
        let span = Span::new(start, start + c.len_utf8() as u32);
        out.push(Token { span, word: fold::hash_character(c) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(dictionary: &Dictionary, run: &str) -> Vec<String> {
        let mut out = vec![];
        dictionary.cut(run, 0, &mut out);
        out.iter().map(|token| token.span.of(run).to_owned()).collect()
    }

    #[test]
    fn characters_beyond_the_basic_plane_keep_their_places() {
        let run = "㑮人𫒡說";
        assert_eq!(cut(&Dictionary::default(), run).concat(), run);
    }

    #[test]
    fn words_can_be_added() {
        let plain = Dictionary::default();
        let added = Dictionary::with_words("抄襲檢測器 1000 n\n").unwrap();
        assert_eq!(cut(&added, "抄袭检测器"), ["抄袭检测器"]);
        assert_ne!(cut(&plain, "抄袭检测器"), ["抄袭检测器"]);
        assert_ne!(plain.version(), added.version());
        let error = Dictionary::with_words("好\n坏 many\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2 of the word list"), "{error}");
    }
}

//! A sentence -> [`Token`]s.
//!
//! In: a sentence of normalized text. Out: its words with their positions, each with a hash of its folded form.
//! Equal hashes mean the same word. `jieba-rs` cuts Han text into words, without its hidden Markov model, which
//! invents different words in different texts. Han text can also be cut into single characters. Everything else
//! follows the word rules of UAX #29. A URL or an e-mail address is one word. `O(n)` for n bytes. The Chinese
//! dictionary (35 MB, some 0.1 s) is loaded with the first Chinese text.
//!
//! - `eight`: eight bytes of ASCII at a time
//! - `word`: UAX #29 words, with a fast path for ASCII
//! - `chinese`: Han text
//! - `fold`: case, accents and traditional characters
//!
//! ```
//! use ibid::Span;
//! use ibid::tokenize::Tokenizer;
//!
//! let sentence = "Déjà vu, deja vu.";
//! let mut tokens = Vec::new();
//! Tokenizer::default().words(sentence, Span { start: 0, end: sentence.len() as u32 }, &mut tokens);
//! let words: Vec<&str> = tokens.iter().map(|token| token.span.of(sentence)).collect();
//! assert_eq!(words, ["Déjà", "vu", "deja", "vu"]);
//! assert_eq!(tokens[0].word, tokens[2].word);
//! ```

mod eight;
pub(crate) mod fold;
mod word;
mod chinese;

pub use chinese::Dictionary;
pub use fold::{WordHash, folded, simplified};

use crate::text::{Span, is_han};

/// The version of the word rules and of the built-in dictionary. Indexes of different versions are not mixed.
pub(crate) const TOKENIZER_VERSION: u32 = 2;

/// A word with its place in the normalized text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its place, in bytes.
    pub span: Span,
    /// A hash of the folded word. Equal for equal words.
    pub word: u64,
}

impl Token {
    /// Returns whether a folded word is the one whose hash is kept.
    pub fn has_form(&self, folded: &str) -> bool {
        fold::hash(folded) == self.word
    }
}

/// The unit of words in Han text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Han {
    /// Words, as the dictionary cuts them.
    #[default]
    Words,
    /// Each character on its own. Needs no dictionary.
    Characters,
}

/// A tokenizer that cuts sentences into words. Cheap to make; shared between threads.
#[derive(Debug, Default)]
pub struct Tokenizer {
    han: Han,
    dictionary: Dictionary,
}

impl Tokenizer {
    /// Makes a tokenizer that cuts Han text into these units.
    pub fn new(han: Han, dictionary: Dictionary) -> Tokenizer {
        Tokenizer { han, dictionary }
    }

    /// Appends the tokens of `sentence`, a span of `text`, to `out`, in order.
    pub fn words(&self, text: &str, sentence: Span, out: &mut Vec<Token>) {
        let part = sentence.of(text);
        if part.is_ascii() {
            return Segments::new(part, sentence.start).cut(out);
        }
        let han = if is_japanese(part) { Han::Characters } else { self.han };
        for_each_script_run(part, |start, run, is_han| {
            let offset = sentence.start + start;
            match (is_han, han) {
                (false, _) => Segments::new(run, offset).cut(out),
                (true, Han::Words) => self.dictionary.cut(run, offset, out),
                (true, Han::Characters) => chinese::cut_characters(run, offset, out),
            }
        });
    }

    /// Returns whether a word of Han text is the name of a person, a place or a body in the dictionary.
    pub(crate) fn is_name(&self, word: &str) -> bool {
        self.dictionary.is_name(word)
    }

    /// Does the same as [`Tokenizer::words`], but cuts Han text into single characters, the units in which equal text
    /// is searched.
    pub fn characters(text: &str, sentence: Span, out: &mut Vec<Token>) {
        let part = sentence.of(text);
        if part.is_ascii() {
            return Segments::new(part, sentence.start).cut(out);
        }
        for_each_script_run(part, |start, run, is_han| {
            let offset = sentence.start + start;
            if is_han {
                chinese::cut_characters(run, offset, out)
            } else {
                Segments::new(run, offset).cut(out)
            }
        });
    }
}

/// Calls `run(start, text, is_han)` for each maximal stretch of Han and of other text.
fn for_each_script_run(text: &str, mut run: impl FnMut(u32, &str, bool)) {
    let mut start = 0;
    let mut in_han = false;
    for (at, c) in text.char_indices() {
        if is_han(c) != in_han {
            if at > start {
                run(start as u32, text.get(start..at).unwrap_or(""), in_han);
            }
            (start, in_han) = (at, !in_han);
        }
    }
    if start < text.len() {
        run(start as u32, text.get(start..).unwrap_or(""), in_han);
    }
}

/// Returns whether a sentence is Japanese: at least a tenth of its Han and kana are kana.
fn is_japanese(text: &str) -> bool {
    let (mut han, mut kana) = (0_usize, 0_usize);
    for c in text.chars() {
        han += usize::from(is_han(c));
        kana += usize::from(matches!(c, '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}'));
    }
    kana > 0 && kana * 9 >= han
}

/// Text without Han, in which addresses are separated from words.
struct Segments<'t> {
    text: &'t str,
    offset: u32,
}

impl<'t> Segments<'t> {
    fn new(text: &'t str, offset: u32) -> Segments<'t> {
        Segments { text, offset }
    }

    fn cut(&self, out: &mut Vec<Token>) {
        let mut from = 0;
        while let Some((start, end)) = next_address(self.text, from) {
            self.words(from, start, out);
            let span = Span::new(self.offset + start as u32, self.offset + end as u32);
            let address = self.text.get(start..end).unwrap_or_default();
            out.push(Token { span, word: fold::hash_word(address.trim_end_matches('/')) });
            from = end;
        }
        self.words(from, self.text.len(), out);
    }

    fn words(&self, start: usize, end: usize, out: &mut Vec<Token>) {
        if let Some(part) = self.text.get(start..end) {
            word::cut(part, self.offset + start as u32, out);
        }
    }
}

/// Finds the next URL or e-mail address at or after `from`: `scheme://…`, `www.…` or `name@host.…`, up to white space
/// or a closing mark.
pub(crate) fn next_address(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut search = from;
    loop {
        let hit = search + memchr::memchr2(b':', b'@', bytes.get(search..)?)?;
        search = hit + 1;
        let is_url = bytes[hit..].starts_with(b"://");
        let is_mail = bytes[hit] == b'@'
            && hit > from
            && bytes[hit - 1].is_ascii_alphanumeric()
            && bytes.get(hit + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !is_url && !is_mail {
            continue;
        }
        let mut start = hit;
        while start > from
            && (bytes[start - 1].is_ascii_alphanumeric() || (is_mail && b"._%+-".contains(&bytes[start - 1])))
        {
            start -= 1;
        }
        let tail = &bytes[hit + if is_url { 3 } else { 1 }..];
        let mut length = tail.iter().position(ends_address).unwrap_or(tail.len());
        while length > 0 && b".,;:!?".contains(&tail[length - 1]) {
            length -= 1;
        }
        let end = bytes.len() - tail.len() + length;
        if length > 0 && start < hit && (is_url || tail[..length].contains(&b'.')) {
            return Some((start, end));
        }
    }
}

/// Returns whether a byte stands in no address.
fn ends_address(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || !byte.is_ascii() || b"\"'<>()[]{}|".contains(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let mut out = vec![];
        Tokenizer::default().words(text, Span::new(0, text.len() as u32), &mut out);
        out.iter().map(|token| token.span.of(text)).collect()
    }

    #[test]
    fn english_words_by_the_rules_of_unicode() {
        assert_eq!(words("The U.S. don't pay $3.14!"), ["The", "U.S", "don't", "pay", "3.14"]);
        assert_eq!(words("café naïve — \u{201C}quoted\u{201D}"), ["café", "naïve", "quoted"]);
    }

    #[test]
    fn chinese_words_and_mixed_text() {
        assert_eq!(
            words("我们使用Python3.8处理自然语言。"),
            ["我们", "使用", "Python3.8", "处理", "自然语言"]
        );
        assert_eq!(words("我們學習資料庫"), words("我們學習資料庫").to_vec());
    }

    #[test]
    fn traditional_characters_are_the_same_words() {
        let cut = |text: &str| {
            let mut out = vec![];
            Tokenizer::default().words(text, Span::new(0, text.len() as u32), &mut out);
            out.iter().map(|token| token.word).collect::<Vec<_>>()
        };
        assert_eq!(cut("這個問題很複雜"), cut("这个问题很复杂"));
    }

    #[test]
    fn japanese_is_not_cut_as_chinese() {
        let cut = words("日本語の文章です");
        assert!(cut.starts_with(&["日", "本", "語"]), "{cut:?}");
        assert_eq!(words("한국어 문장"), ["한국어", "문장"]);
    }

    #[test]
    fn addresses_are_words_of_their_own() {
        let words = |text: &str| {
            let mut out = vec![];
            Tokenizer::characters(text, Span::new(0, text.len() as u32), &mut out);
            out.iter().map(|token| token.word).collect::<Vec<_>>()
        };
        assert_eq!(words("http://Example.org/a/"), words("http://example.org/a"));
        assert_ne!(words("http://example.org/a"), words("http://example.org/b"));
    }

    #[test]
    fn an_address_is_one_word() {
        let text = "See https://example.org/a?b=c, or write to a.b@example.com (www).";
        assert_eq!(
            words(text),
            ["See", "https://example.org/a?b=c", "or", "write", "to", "a.b@example.com", "www"]
        );
        assert_eq!(words("10:30 a@b @c d:// e"), ["10", "30", "a", "b", "c", "d", "e"]);
        assert_eq!(words("见https://example.org/页面。"), ["见", "https://example.org/", "页面"]);
    }

    #[test]
    fn single_characters_need_no_dictionary() {
        let text = "用Rust写程序";
        let mut out = vec![];
        Tokenizer::characters(text, Span::new(0, text.len() as u32), &mut out);
        assert_eq!(out.iter().map(|t| t.span.of(text)).collect::<Vec<_>>(), ["用", "Rust", "写", "程", "序"]);
    }
}

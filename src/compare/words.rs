//! A document as the sequence of words that is compared: each Han character is a word here.
//!
//! Lengths and distances are measured in *half words*: a Han character is one, any other word two, so that one
//! threshold serves both languages and mixed text.

use std::sync::OnceLock;

use crate::text::{Lang, Span, is_han};
use crate::tokenize::Token;

/// Half words in a Han character.
const HAN: u32 = 1;
/// Half words in any other word.
const WORD: u32 = 2;

/// The shortest run that is looked for, in half words: three words, or six Han characters.
pub(super) const SEED: u32 = 6;

/// The stretches of a document, to be looked up by their hashes.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    sorted: Vec<(u32, u32)>,
    /// A bit for each hash that may be there.
    filter: Vec<u64>,
    shift: u32,
}

impl Seeds {
    /// Hash and first word of each stretch, sorted.
    pub(crate) fn sorted(&self) -> &[(u32, u32)] {
        &self.sorted
    }

    /// Whether a stretch of this hash may be there; `false` is certain.
    pub(crate) fn may_hold(&self, hash: u32) -> bool {
        let bit = self.bit(hash);
        self.filter[bit / 64] & (1 << (bit % 64)) != 0
    }

    fn bit(&self, hash: u32) -> usize {
        hash.checked_shr(self.shift).unwrap_or(0) as usize
    }
}

/// The words of one document in order, with their places in the text as stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    hashes: Vec<u64>,
    spans: Vec<Span>,
    /// Half words before each word, and behind the last.
    before: Vec<u32>,
    /// See [`Words::stretches`]: a hash for each word but the last few.
    stretches: OnceLock<Vec<u32>>,
    /// See [`Words::seeds`].
    seeds: OnceLock<Seeds>,
    /// The number of the first word of each sentence, and of the end.
    sentences: Vec<u32>,
}

impl Words {
    /// No words yet.
    pub(crate) fn new() -> Words {
        Words { before: vec![0], sentences: vec![0], ..Words::default() }
    }

    /// Adds a sentence. `text` is what the tokens' spans lie in, `original` maps them to the text as stored.
    pub(crate) fn push_sentence(
        &mut self,
        text: &str,
        tokens: &[Token],
        mut original: impl FnMut(Span) -> Span,
    ) {
        for token in tokens {
            let first = token.span.of(text).chars().next();
            let length = if first.is_some_and(is_han) { HAN } else { WORD };
            self.before.push(self.before.last().copied().unwrap_or(0) + length);
            self.hashes.push(token.word);
            self.spans.push(original(token.span));
        }
        self.sentences.push(self.hashes.len() as u32);
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The hashes of all words.
    pub(crate) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Half words from word `start` to before word `end`; 0 where `end` is not behind `start`.
    pub(crate) fn half_words(&self, start: u32, end: u32) -> u32 {
        self.before[end as usize].saturating_sub(self.before[start as usize])
    }

    /// The place of a word in the text as stored.
    pub(crate) fn span(&self, word: u32) -> Span {
        self.spans[word as usize]
    }

    /// The sentences that hold the words `start..end`, half open.
    pub(crate) fn sentences(&self, start: u32, end: u32) -> (u32, u32) {
        let first = self.sentences.partition_point(|&begin| begin <= start).saturating_sub(1);
        let last = self.sentences.partition_point(|&begin| begin < end).max(first + 1);
        (first as u32, last as u32)
    }

    /// The words of a sentence, half open.
    pub(crate) fn of_sentence(&self, sentence: u32) -> (u32, u32) {
        let at = |number: usize| self.sentences.get(number).copied().unwrap_or(self.hashes.len() as u32);
        (at(sentence as usize), at(sentence as usize + 1))
    }

    /// Its stretches, sorted. Made once.
    pub(crate) fn seeds(&self) -> &Seeds {
        self.seeds.get_or_init(|| {
            let mut sorted: Vec<(u32, u32)> = self.stretches().collect();
            sorted.sort_unstable();
            let bits = (sorted.len() * 8).next_power_of_two().max(64);
            let mut seeds =
                Seeds { sorted: vec![], filter: vec![0; bits / 64], shift: 32 - bits.ilog2().min(32) };
            for &(hash, _) in &sorted {
                let bit = seeds.bit(hash);
                seeds.filter[bit / 64] |= 1 << (bit % 64);
            }
            seeds.sorted = sorted;
            seeds
        })
    }

    /// The stretches of at least [`SEED`] half words that begin at each word, as short as they can be: a hash and the
    /// first word. Equal words give equal hashes, whatever stands around them.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = (u32, u32)> {
        let hashes =
            self.stretches.get_or_init(|| (0..self.len() as u32).map_while(|at| self.stretch(at)).collect());
        hashes.iter().copied().zip(0..)
    }

    fn stretch(&self, start: u32) -> Option<u32> {
        let mut end = start as usize;
        let until = self.before[end] + SEED;
        let mut hash = 0_u64;
        while *self.before.get(end)? < until {
            let word = self.hashes.get(end)?;
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            end += 1;
        }
        Some((hash >> 32) as u32)
    }

    /// The units in which the document is counted.
    pub(crate) fn lang(&self) -> Lang {
        let half_words = self.before.last().copied().unwrap_or(0) as usize;
        // len = han + other, half_words = han + 2 other.
        let other = half_words - self.len();
        if self.len() > 0 && other <= self.len() - other { Lang::Chinese } else { Lang::Words }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tokenize::Tokenizer;

    /// The words of a text whose sentences end with ". " or "。".
    pub(in crate::compare) fn words(text: &str) -> Words {
        let mut words = Words::new();
        let mut start = 0;
        for part in text.split_inclusive(['.', '。']) {
            let span = Span::new(start, start + part.len() as u32);
            start = span.end;
            let mut tokens = vec![];
            Tokenizer::characters(text, span, &mut tokens);
            words.push_sentence(text, &tokens, |span| span);
        }
        words
    }

    #[test]
    fn counts_half_words_and_sentences() {
        let words = words("One two. 中文字 three.");
        assert_eq!((words.len(), words.half_words(0, 6)), (6, 2 + 2 + 3 + 2));
        assert_eq!(words.sentences(0, 2), (0, 1));
        assert_eq!(words.sentences(1, 3), (0, 2));
        assert_eq!(words.of_sentence(1), (2, 6));
    }

    #[test]
    fn a_text_is_chinese_when_half_of_it_is() {
        assert_eq!(words("中文 two words").lang(), Lang::Chinese);
        assert_eq!(words("中 two words").lang(), Lang::Words);
        assert_eq!(words("").lang(), Lang::Words);
    }

    #[test]
    fn stretches_depend_on_their_words_only() {
        let (a, b) = (words("x y one two three"), words("one two three 中"));
        let of = |words: &Words| words.stretches().map(|stretch| stretch.0).collect::<Vec<_>>();
        assert_eq!(of(&a).last(), of(&b).first());
        assert!(a.seeds().may_hold(of(&b)[0]));
        assert!(of(&words("one two")).is_empty());
    }
}

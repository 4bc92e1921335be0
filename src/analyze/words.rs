//! A document as the sequence of words that is aligned. Here each Han character is a word.
//!
//! Lengths and distances are measured in *half words*: a Han character is one, any other word two. One threshold
//! then serves both languages and mixed text.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::seeds::{FOUNDING, Seeds};
use crate::text::{Lang, SentenceRange, Span, WordRange, is_han};
use crate::tokenize::Token;
use crate::word_set::WordSet;

/// The half words of a Han character.
const HAN: u32 = 1;
/// The half words of any other word.
const WORD: u32 = 2;

/// The words of one document in order, with their places in the text as stored.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(super) hashes: Vec<u64>,
    places: Places,
    /// A bit for each word: set for a Han character.
    han: BitVector,
    /// A cache of its seeds; see [`Words::kept_seeds`].
    seeds: OnceLock<Box<Seeds>>,
    was_asked: AtomicBool,
    /// The first word of each sentence, and the end.
    sentences: Vec<u32>,
    /// The words that are left out.
    pub(super) left_out: WordSet,
}

impl Words {
    /// Makes an empty sequence with room for a text of this many bytes and sentences; see [`Words::shrink`].
    pub(crate) fn with_room(text_bytes: usize, sentences: usize) -> Words {
        let words = text_bytes / 3;
        let mut made = Words { hashes: Vec::with_capacity(words), ..Words::default() };
        made.places.reserve(words);
        made.sentences.reserve_exact(sentences + 1);
        made.sentences.push(0);
        made
    }

    /// Frees the unused room.
    pub(crate) fn shrink(&mut self) {
        self.hashes.shrink_to_fit();
        self.places.shrink();
        self.sentences.shrink_to_fit();
    }

    /// Appends a sentence. The spans of the tokens are in `text`; `original` maps them to the text as stored.
    pub(crate) fn push_sentence(
        &mut self,
        text: &str,
        tokens: &[Token],
        mut original: impl FnMut(Span) -> Span,
    ) {
        self.make_room(tokens.len());
        for token in tokens {
            let may_be_han = !text.as_bytes().get(token.span.start as usize).is_none_or(u8::is_ascii);
            self.han.push(may_be_han && token.span.of(text).starts_with(is_han));
            self.hashes.push(token.word);
            self.places.push(original(token.span));
        }
        self.sentences.push(self.hashes.len() as u32);
    }

    /// Makes room for more words: at least a quarter more, since twice as many may not fit into memory.
    fn make_room(&mut self, words: usize) {
        if self.hashes.capacity() - self.hashes.len() < words {
            let more = words.max(self.hashes.len() / 4);
            self.hashes.reserve_exact(more);
            self.places.reserve(more);
        }
    }

    /// Returns the set of the words that begin in some stretches of the text as stored, given in order.
    pub(crate) fn set_of(&self, spans: &[Span]) -> WordSet {
        let mut ranges = Vec::with_capacity(spans.len());
        for &span in spans {
            ranges.push(self.in_span(span));
        }
        WordSet::new(ranges)
    }

    /// Returns the words that begin in a stretch of the text as stored.
    pub(crate) fn in_span(&self, span: Span) -> WordRange {
        WordRange::new(self.first_from(span.start), self.first_from(span.end))
    }

    /// Returns the number of words.
    pub(crate) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Returns the hashes of all words.
    pub(crate) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Returns the range of all words.
    pub(crate) fn all(&self) -> WordRange {
        WordRange::new(0, self.len() as u32)
    }

    /// Returns the hashes of some words.
    pub(crate) fn hashes_of(&self, words: WordRange) -> &[u64] {
        &self.hashes[words.start as usize..words.end as usize]
    }

    /// Returns the length of some words in half words.
    pub(crate) fn half_words(&self, words: WordRange) -> u32 {
        if words.is_empty() {
            return 0;
        }
        WORD * words.len() - (WORD - HAN) * (self.han.before(words.end) - self.han.before(words.start))
    }

    fn length(&self, word: u32) -> u32 {
        if self.han.has(word) { HAN } else { WORD }
    }

    /// Extends a range by the words within `reach` half words before and behind it.
    pub(crate) fn around(&self, WordRange { start, end, .. }: WordRange, reach: u32) -> WordRange {
        let before = self.near((0..start).rev(), reach);
        let behind = self.near(end..self.len() as u32, reach);
        WordRange::new(start - before, end + behind)
    }

    /// Counts the words that come first and have at most `reach` half words together.
    fn near(&self, words: impl Iterator<Item = u32>, reach: u32) -> u32 {
        let (mut count, mut far) = (0, 0);
        for word in words {
            far += self.length(word);
            if far > reach {
                break;
            }
            count += 1;
        }
        count
    }

    /// Returns the place of a word in the text as stored.
    pub(crate) fn span(&self, word: u32) -> Span {
        self.places.get(word)
    }

    /// Returns the first word that begins at or behind a place in the text as stored.
    pub(crate) fn first_from(&self, byte: u32) -> u32 {
        let (mut low, mut high) = (0, self.len() as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.span(middle).start < byte {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    /// Returns the sentences that hold some words.
    pub(crate) fn sentences(&self, words: WordRange) -> SentenceRange {
        let first = self.sentence_of(words.start);
        let last = self.sentences.partition_point(|&begin| begin < words.end) as u32;
        SentenceRange::new(first, last.max(first + 1))
    }

    /// Returns the sentence that holds a word.
    pub(crate) fn sentence_of(&self, word: u32) -> u32 {
        self.sentences.partition_point(|&begin| begin <= word).saturating_sub(1) as u32
    }

    /// Returns the number of sentences.
    pub(crate) fn sentence_count(&self) -> u32 {
        self.sentences.len().saturating_sub(1) as u32
    }

    /// Returns the first byte of each sentence's first word in the text as stored.
    pub(crate) fn sentence_starts(&self) -> impl Iterator<Item = u32> + '_ {
        let mut last = 0;
        (0..self.sentence_count()).map(move |sentence| {
            let words = self.of_sentence(sentence);
            if !words.is_empty() {
                last = self.span(words.start).start.max(last);
            }
            last
        })
    }

    /// Returns the range of all sentences.
    pub(crate) fn all_sentences(&self) -> SentenceRange {
        SentenceRange::new(0, self.sentence_count())
    }

    /// Returns whether a word is a Han character.
    pub(crate) fn is_han(&self, word: u32) -> bool {
        self.han.has(word)
    }

    /// Returns whether a word and the one before it are Han characters with nothing between.
    pub(super) fn is_joined_han(&self, word: u32) -> bool {
        self.is_han(word - 1) && self.is_han(word) && self.span(word - 1).end == self.span(word).start
    }

    /// Returns the words of a sentence.
    pub(crate) fn of_sentence(&self, sentence: u32) -> WordRange {
        WordRange::new(self.begin_of(sentence as usize), self.begin_of(sentence as usize + 1))
    }

    /// Returns the first word of a sentence, or the end of the document.
    fn begin_of(&self, sentence: usize) -> u32 {
        match self.sentences.get(sentence) {
            Some(&begin) => begin,
            None => self.hashes.len() as u32,
        }
    }

    /// Hashes each stretch of [`FOUNDING`] half words, in the order of the first words.
    pub(crate) fn founding(&self) -> impl Iterator<Item = u32> + '_ {
        self.stretches(FOUNDING, self.all()).map(|stretch| stretch.0)
    }

    /// Returns a cache of its seeds, for long documents that many others are aligned with. The first call returns
    /// `None`, the second makes them.
    pub(crate) fn kept_seeds(&self) -> Option<&Seeds> {
        let is_first = !self.was_asked.swap(true, Ordering::Relaxed);
        if is_first { None } else { Some(self.seeds.get_or_init(|| Box::new(Seeds::new(self)))) }
    }

    /// Hashes the shortest stretches of at least `length` half words that begin at these words; returns each hash with
    /// the first word. Equal words give equal hashes, whatever stands around them. Ends at the first word behind which
    /// the document is too short.
    pub(crate) fn stretches(&self, length: u32, words: WordRange) -> impl Iterator<Item = (u32, u32)> + '_ {
        // Without Han characters all stretches have the same number of words.
        let count = (self.han.before(self.len() as u32) == 0).then_some(length.div_ceil(WORD));
        let (mut end, mut half_words) = (words.start, 0);
        words.numbers().map_while(move |first| {
            match count {
                Some(count) => end = first + count,
                None => {
                    while half_words < length {
                        if end as usize >= self.len() {
                            return None;
                        }
                        half_words += self.length(end);
                        end += 1;
                    }
                    half_words -= self.length(first);
                }
            }
            let mut hash = 0;
            for &word in self.hashes.get(first as usize..end as usize)? {
                hash = followed_by(hash, word);
            }
            Some(((hash >> 32) as u32, first))
        })
    }

    /// Returns the end of the stretch of at least `length` half words that begins at a word, or the end of the
    /// document.
    pub(crate) fn stretch_end(&self, start: u32, length: u32) -> u32 {
        let (mut end, mut so_far) = (start, 0);
        while so_far < length && (end as usize) < self.len() {
            so_far += self.length(end);
            end += 1;
        }
        end
    }

    /// Returns the hash of the stretch of at least `length` half words that begins at a word; `None` if the document is
    /// too short.
    pub(crate) fn stretch(&self, start: u32, length: u32) -> Option<u32> {
        let (hash, _) = self.stretches(length, WordRange::new(start, start + 1)).next()?;
        Some(hash)
    }

    /// Returns the unit in which the document is counted.
    pub(crate) fn lang(&self) -> Lang {
        let han = self.han.before(self.len() as u32) as usize;
        let other = self.len() - han;
        if self.len() > 0 && other <= han { Lang::Chinese } else { Lang::Words }
    }
}

/// Extends the hash of some words by one more word behind them.
pub(crate) fn followed_by(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A compact list of spans in order, most of which are short: a short one takes three bytes and an eighth.
#[derive(Clone, Debug, Default)]
struct Places {
    /// The beginning of the first span of each block.
    blocks: Vec<u32>,
    /// The distance of each span's beginning from that of its block.
    offsets: Vec<u16>,
    /// The length of each span in bytes; [`LONG`] for a span whose numbers do not fit.
    lengths: Vec<u8>,
    /// The spans whose numbers do not fit, each with its number, in order.
    long: Vec<(u32, Span)>,
}

/// The number of spans in a block.
const BLOCK: usize = 32;

/// The length that marks a span in [`Places::long`].
const LONG: u8 = u8::MAX;

impl Places {
    fn reserve(&mut self, spans: usize) {
        self.blocks.reserve_exact(spans / BLOCK + 1);
        self.offsets.reserve_exact(spans);
        self.lengths.reserve_exact(spans);
    }

    fn shrink(&mut self) {
        self.blocks.shrink_to_fit();
        self.offsets.shrink_to_fit();
        self.lengths.shrink_to_fit();
    }

    fn push(&mut self, span: Span) {
        let number = self.offsets.len();
        if number.is_multiple_of(BLOCK) {
            self.blocks.push(span.start);
        }
        let offset = span.start.checked_sub(self.blocks[number / BLOCK]).map(u16::try_from);
        let length = u8::try_from(span.end - span.start).unwrap_or(LONG);
        let (offset, length) = match offset {
            Some(Ok(offset)) if length != LONG => (offset, length),
            _ => {
                self.long.push((number as u32, span));
                (0, LONG)
            }
        };
        self.offsets.push(offset);
        self.lengths.push(length);
    }

    fn get(&self, number: u32) -> Span {
        let at = number as usize;
        match self.lengths[at] {
            LONG => self.long[self.long.partition_point(|long| long.0 < number)].1,
            length => {
                let start = self.blocks[at / BLOCK] + u32::from(self.offsets[at]);
                Span::new(start, start + u32::from(length))
            }
        }
    }
}

/// A bit vector whose set bits are counted fast; it takes one and a half bits for each.
#[derive(Clone, Debug, Default)]
pub(super) struct BitVector {
    bits: Vec<u64>,
    /// The number of set bits before each of `bits`.
    before: Vec<u32>,
    len: u32,
}

impl BitVector {
    pub(super) fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(64) {
            self.before.push(self.before(self.len));
            self.bits.push(0);
        }
        if let Some(last) = self.bits.last_mut() {
            *last |= u64::from(bit) << (self.len % 64);
        }
        self.len += 1;
    }

    pub(super) fn has(&self, at: u32) -> bool {
        self.bits[at as usize / 64] >> (at % 64) & 1 != 0
    }

    /// Counts the set bits before `at`, which is at most the number of bits.
    pub(super) fn before(&self, at: u32) -> u32 {
        let block = at as usize / 64;
        match (self.bits.get(block), self.bits.last()) {
            (Some(bits), _) => self.before[block] + (bits & ((1 << (at % 64)) - 1)).count_ones(),
            (None, Some(last)) => self.before[block - 1] + last.count_ones(),
            (None, None) => 0,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tokenize::Tokenizer;

    /// Returns the words of a text whose sentences end with ". " or "。".
    pub(crate) fn words(text: &str) -> Words {
        let mut words = Words::with_room(text.len(), 1);
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
        assert_eq!((words.len(), words.half_words(words.all())), (6, 2 + 2 + 3 + 2));
        assert_eq!(words.sentences(WordRange::new(0, 2)), SentenceRange::new(0, 1));
        assert_eq!(words.sentences(WordRange::new(1, 3)), SentenceRange::new(0, 2));
        assert_eq!(words.of_sentence(1), WordRange::new(2, 6));
    }

    #[test]
    fn a_text_is_chinese_when_half_of_it_is() {
        assert_eq!(words("中文 two words").lang(), Lang::Chinese);
        assert_eq!(words("中 two words").lang(), Lang::Words);
        assert_eq!(words("").lang(), Lang::Words);
    }

    #[test]
    fn long_and_distant_words_keep_their_places() {
        let mut spans: Vec<Span> = [(0, 3), (4, 258), (300, 555), (600, 856), (900, 900), (1000, 5000)]
            .map(|(start, end)| Span::new(start, end))
            .into();
        // Distances within one block, across blocks, and before the first span of a block.
        let distant = (0..100).map(|number| 5000 + number * 3000);
        spans.extend(distant.chain([200_000, 500_000, 499_999]).map(|start| Span::new(start, start + 2)));
        spans.extend((0..BLOCK as u32).map(|number| Span::new(600_000 - number, 600_001)));
        let mut places = Places::default();
        spans.iter().for_each(|&span| places.push(span));
        assert_eq!((0..spans.len() as u32).map(|number| places.get(number)).collect::<Vec<_>>(), spans);
        assert!(places.long.len() > 4 && places.long.len() < 80, "{}", places.long.len());
    }

    #[test]
    fn bits_are_counted() {
        let mut bits = BitVector::default();
        assert_eq!(bits.before(0), 0);
        for at in 0..200 {
            bits.push(at % 3 == 0);
            assert_eq!(bits.before(at + 1), at / 3 + 1);
            assert_eq!(bits.has(at), at % 3 == 0);
        }
        assert_eq!([0, 1, 63, 64, 128, 200].map(|at| bits.before(at)), [0, 1, 21, 22, 43, 67]);
    }

    #[test]
    fn what_is_near_is_measured_in_half_words() {
        let words = words("中文 one two 中 three 文字");
        let around = |start, end, reach| words.around(WordRange::new(start, end), reach);
        assert_eq!(around(3, 4, 2), WordRange::new(2, 5));
        assert_eq!(around(3, 4, 4), WordRange::new(0, 7));
        assert_eq!(around(0, 8, 9), WordRange::new(0, 8));
    }

    #[test]
    fn stretches_depend_on_their_words_only() {
        let (a, b) = (words("x y one two three"), words("one two three 中"));
        let of = |words: &Words| words.stretches(6, words.all()).map(|stretch| stretch.0).collect::<Vec<_>>();
        assert_eq!(of(&a).last(), of(&b).first());
        assert!(of(&words("one two")).is_empty());
    }

    #[test]
    fn a_stretch_is_the_fewest_words_that_are_long_enough() {
        for text in [
            "one two three four five six seven",
            "中文字人大小多少上下左右",
            "one 中文 two 字 three 人大 four",
        ] {
            let words = words(text);
            for (length, from) in (1..14).flat_map(|length| (0..4).map(move |from| (length, from))) {
                let naive = |first: u32| {
                    let is_long = |end: &u32| words.half_words(WordRange::new(first, *end)) >= length;
                    let end = (first + 1..=words.len() as u32).find(is_long)?;
                    let all = words.hashes_of(WordRange::new(first, end)).iter();
                    Some(((all.fold(0, |hash, &word| followed_by(hash, word)) >> 32) as u32, first))
                };
                let expected: Vec<_> = (from..words.len() as u32).map_while(naive).collect();
                let range = WordRange::new(from, words.len() as u32);
                assert_eq!(words.stretches(length, range).collect::<Vec<_>>(), expected, "{text} {length}");
                assert_eq!(words.stretch(from, length), expected.first().map(|stretch| stretch.0));
            }
        }
    }

    #[test]
    fn words_belong_to_the_stretch_that_they_begin_in() {
        let text = "The lamp failed. 灯灭了。";
        let some = words(text);
        let at = |piece: &str| text.find(piece).unwrap() as u32;
        let spans = [Span::new(at("lamp"), at("failed")), Span::new(at("灭"), at("。"))];
        assert_eq!(some.set_of(&spans), WordSet::of_numbers(&[[1, 2], [4, 6]]));
        assert_eq!(some.set_of(&[Span::new(0, text.len() as u32)]).len(), some.len());
    }
}

//! The sentences of one document as bags of terms, for passages whose words were replaced or moved.
//!
//! A term is the stem of a word, or two consecutive Han characters. Words of one or two letters are left out: they
//! carry little information and are replaced most. A sentence of fewer than [`MIN_TERMS`] terms is joined with the next
//! one. `O(n log n)` for n words, once per document; some 12 bytes per word, and 12 per distinct term.

use super::words::{BitVector, followed_by};
use super::{Analyzed, Words};
use crate::feature::KEY_BITS;
use crate::lexicon::{Rarity, stem};
use crate::normalize::normalize;
use crate::text::{SentenceRange, Span, WordRange};
use crate::tokenize::Tokenizer;

/// The fewest terms of a sentence that is not joined with the next one.
const MIN_TERMS: usize = 3;
/// The most bytes of a word that is no term.
const SHORT_BYTES: usize = 2;
/// The number of hashes that are sorted at once.
const PART_HASHES: usize = 1 << 20;

/// The version of [`INDEXED`]. Terms of another version are not found in an index of this one.
pub(crate) const TERMS_VERSION: u32 = 3;

/// The choice of terms that are rare enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rare {
    /// The least rarity of a word.
    word: f32,
    /// Choices of pairs of Han characters: the least sum of their rarities, and a number below which the upper half of
    /// the hash must be, so that all documents keep the same pairs. The highest sum comes first, and the first that a
    /// pair reaches decides.
    pairs: &'static [(f32, u64)],
}

/// The subject of a document, for checks: words that are not among the first 1,500 of the language, and half of the
/// rare pairs, since each character begins one.
pub(crate) const SUBJECT: Rare = Rare { word: 2.22, pairs: &[(1.2, 1 << 31)] };

/// The terms that an index holds, so that a quotation of a few words is found: the terms of [`SUBJECT`], words beyond
/// the first 480, all rare pairs, and a fourth of the less rare ones, which are many and tell less. Of the planted
/// carriers of Chinese quotations of 6 to 12 characters, .951 and .945 are found with these (seeds 1 and 2), in an
/// index of news that is 20 % larger than with [`SUBJECT`] alone; with all pairs from .6 on, .953 and .954, in one that
/// is 37 % larger. English indexes of news grow by 6 %.
pub(crate) const INDEXED: Rare = Rare { word: 1.2, pairs: &[(1.2, 1 << 32), (0.6, 1 << 30)] };

/// The seed that tells the stem of a common word from the same stem of a rare one.
const COMMON: u64 = 0x636F_6D6D_6F6E_2077;

impl Rare {
    /// Returns whether a pair of Han characters with this hash is taken; `rarity` is the sum of their rarities.
    fn has_pair(&self, hash: u64, rarity: f32) -> bool {
        for &(least, kept) in self.pairs {
            if rarity >= least {
                return hash >> 32 < kept;
            }
        }
        false
    }
}

/// The terms of one document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// The distinct terms, sorted.
    pub(crate) terms: Vec<u64>,
    /// The number of sentences in which each term stands.
    pub(crate) sentence_freqs: Vec<u32>,
    /// The first word of each sentence, and the end.
    starts: Vec<u32>,
    /// The beginning of each sentence in `entries`, and the end.
    bounds: Vec<u32>,
    /// The number and the count of each distinct term of each sentence, ordered by the number.
    entries: Vec<(u32, u32)>,
    places: Places,
}

/// The words that begin a term, with the terms.
#[derive(Clone, Debug, Default)]
struct Places {
    /// The first word.
    first: u32,
    /// A bit for each word from there on: set if it begins a term.
    begins: BitVector,
    /// The numbers of the terms, one for each of these words.
    numbers: Vec<u32>,
}

impl Places {
    /// Counts the words before this one that begin a term.
    fn before(&self, word: u32) -> usize {
        self.begins.before(word - self.first) as usize
    }
}

impl Terms {
    /// Makes the terms of a document with this text as stored.
    pub(crate) fn new(words: &Words, text: &str) -> Terms {
        Terms::of_range(words, text, words.all_sentences())
    }

    /// Makes the terms of some sentences of a document with this text as stored.
    pub(crate) fn of_range(words: &Words, text: &str, sentences: SentenceRange) -> Terms {
        let first = words.of_sentence(sentences.start).start;
        let (hashes, begins) = hashes(words, text, sentences);
        let terms = distinct(&hashes);
        let places = Places { first, begins, numbers: numbers(hashes, &terms) };
        let mut made = Terms { sentence_freqs: vec![0; terms.len()], terms, places, ..Terms::default() };
        let (mut start, mut at) = (first, 0);
        let mut numbers: Vec<u32> = vec![];
        for sentence in sentences.numbers() {
            let end = words.of_sentence(sentence).end;
            let stop = made.places.before(end);
            let is_last = sentence + 1 == sentences.end;
            if end == start || (stop - at < MIN_TERMS && !is_last) {
                continue;
            }
            numbers.extend(&made.places.numbers[at..stop]);
            numbers.sort_unstable();
            made.starts.push(start);
            made.bounds.push(made.entries.len() as u32);
            for same in numbers.chunk_by(u32::eq) {
                made.sentence_freqs[same[0] as usize] += 1;
                made.entries.push((same[0], same.len() as u32));
            }
            numbers.clear();
            (start, at) = (end, stop);
        }
        made.starts.push(start);
        made.bounds.push(made.entries.len() as u32);
        made
    }

    /// Returns the distinct terms, sorted.
    pub(crate) fn distinct(&self) -> &[u64] {
        &self.terms
    }

    /// Returns the number of sentences.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the words of a sentence.
    pub(crate) fn words_of(&self, sentence: u32) -> WordRange {
        WordRange::new(self.starts[sentence as usize], self.starts[sentence as usize + 1])
    }

    /// Returns the number and the count of each distinct term of a sentence, ordered by the number.
    pub(crate) fn of(&self, sentence: usize) -> &[(u32, u32)] {
        &self.entries[self.bounds[sentence] as usize..self.bounds[sentence + 1] as usize]
    }

    /// Returns the same as [`Terms::of`] for some sentences, one after the other.
    pub(crate) fn of_all(&self, SentenceRange { start, end, .. }: SentenceRange) -> &[(u32, u32)] {
        &self.entries[self.bounds[start as usize] as usize..self.bounds[end as usize] as usize]
    }

    /// Returns the numbers of the terms that begin at some words, each with its word.
    pub(crate) fn places_in(&self, words: WordRange) -> impl Iterator<Item = (u32, u32)> + '_ {
        let Places { first, begins, numbers } = &self.places;
        let begins = words.numbers().filter(move |word| begins.has(word - first));
        numbers[self.places.before(words.start)..].iter().copied().zip(begins)
    }
}

/// Returns the distinct hashes, sorted. They are sorted a part at a time, so that there is never a copy of all.
fn distinct(hashes: &[u64]) -> Vec<u64> {
    let mut distinct = vec![];
    for part in hashes.chunks(PART_HASHES) {
        let before = distinct.len();
        add_sorted(part, &mut distinct);
        if before > 0 {
            // Merges two sorted runs.
            distinct.sort();
        }
        distinct.dedup();
    }
    distinct.shrink_to_fit();
    distinct
}

/// Appends these hashes, sorted.
fn add_sorted(hashes: &[u64], out: &mut Vec<u64>) {
    let slots = Slots::new(hashes);
    let before = out.len();
    out.resize(before + hashes.len(), 0);
    let sorted = &mut out[before..];
    let mut next = slots.starts.clone();
    for &hash in hashes {
        let next = &mut next[slots.of(hash)];
        sorted[*next as usize] = hash;
        *next += 1;
    }
    for slot in slots.starts.windows(2) {
        sorted[slot[0] as usize..slot[1] as usize].sort_unstable();
    }
}

/// Returns the number of each of these hashes among the terms, which hold all of them.
fn numbers(hashes: Vec<u64>, terms: &[u64]) -> Vec<u32> {
    let slots = Slots::new(terms);
    let number = |hash: u64| {
        let slot = slots.of(hash);
        let (start, end) = (slots.starts[slot], slots.starts[slot + 1]);
        start + terms[start as usize..end as usize].partition_point(|&term| term < hash) as u32
    };
    // The numbers take the place of the hashes in memory.
    let mut numbers: Vec<u32> = hashes.into_iter().map(number).collect();
    numbers.shrink_to_fit();
    numbers
}

/// The places of sorted hashes by their leading bits. Hashes are spread evenly, so that a slot has one or two distinct
/// ones.
struct Slots {
    /// The number of bits of a hash behind its slot.
    shift: u32,
    /// The beginning of each slot, and the end.
    starts: Vec<u32>,
}

impl Slots {
    fn new(hashes: &[u64]) -> Slots {
        let count = (hashes.len() / 2).next_power_of_two().max(2);
        let mut slots = Slots { shift: 64 - count.ilog2(), starts: vec![0; count + 1] };
        for &hash in hashes {
            let slot = slots.of(hash);
            slots.starts[slot + 1] += 1;
        }
        for at in 1..slots.starts.len() {
            slots.starts[at] += slots.starts[at - 1];
        }
        slots
    }

    fn of(&self, hash: u64) -> usize {
        (hash >> self.shift) as usize
    }
}

/// Passes to `take` the terms of each sentence that are rare enough, each once. `O(n)` for n words.
pub(crate) fn rare_terms(
    words: &Words,
    text: &str,
    rarity: &Rarity,
    rare: Rare,
    mut take: impl FnMut(&mut Vec<u64>),
) {
    let mut terms = vec![];
    for sentence in 0..words.sentence_count() {
        let WordRange { start, end, .. } = words.of_sentence(sentence);
        for word in start..end {
            if words.left_out().contains(word) {
                continue;
            }
            let hash = words.hashes()[word as usize];
            if !words.is_han(word) {
                let span = words.span(word);
                let rarity = rarity.of(hash);
                if span.len() > SHORT_BYTES && rarity >= rare.word {
                    let stem = stem(hash, span.of(text));
                    // A rare word may have the stem of a common one, and checks look up the rare one alone.
                    let term = if rarity >= SUBJECT.word { stem } else { followed_by(COMMON, stem) };
                    terms.push(term & KEY_BITS);
                }
            } else if word + 1 < end && words.is_han(word + 1) {
                let next = words.hashes()[word as usize + 1];
                let term = followed_by(hash, next);
                if rare.has_pair(term, rarity.of(hash) + rarity.of(next)) {
                    terms.push(term & KEY_BITS);
                }
            }
        }
        terms.sort_unstable();
        terms.dedup();
        take(&mut terms);
        terms.clear();
    }
}

/// Returns the terms of some sentences in the order of the words at which they begin, and a bit for each word: set if
/// it begins one.
fn hashes(words: &Words, text: &str, sentences: SentenceRange) -> (Vec<u64>, BitVector) {
    let (mut hashes, mut begins) = (vec![], BitVector::default());
    for sentence in sentences.numbers() {
        let WordRange { start, end, .. } = words.of_sentence(sentence);
        for word in start..end {
            let term = term_at(words, text, word, end);
            begins.push(term.is_some());
            hashes.extend(term);
        }
    }
    (hashes, begins)
}

/// Returns the term that begins at a word of a sentence with this end.
fn term_at(words: &Words, text: &str, word: u32, end: u32) -> Option<u64> {
    if words.left_out().contains(word) {
        return None;
    }
    let hash = words.hashes()[word as usize];
    if !words.is_han(word) {
        let span = words.span(word);
        return if span.len() > SHORT_BYTES { Some(stem(hash, span.of(text))) } else { None };
    }
    let is_pair = word + 1 < end && words.is_han(word + 1);
    if is_pair { Some(followed_by(hash, words.hashes()[word as usize + 1])) } else { None }
}

impl Analyzed<'_> {
    /// Returns the distinct terms of a sentence that stands alone, in ascending order.
    ///
    /// ```
    /// use ibid::Analyzed;
    ///
    /// let terms = Analyzed::distinct_terms("The mills turned.");
    /// assert_eq!(terms, Analyzed::distinct_terms("The mill is turning!"));
    /// ```
    pub fn distinct_terms(sentence: &str) -> Vec<u64> {
        let text = normalize(sentence).text;
        let (mut tokens, mut words) = (vec![], Words::with_room(text.len(), 1));
        Tokenizer::characters(&text, Span::new(0, text.len() as u32), &mut tokens);
        words.push_sentence(&text, &tokens, |span| span);
        Terms::new(&words, &text).distinct().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::words::tests::words;

    fn terms(text: &str) -> Terms {
        Terms::new(&words(text), text)
    }

    #[test]
    fn terms_are_stems_and_pairs_of_characters() {
        assert_eq!(
            terms("Copied sentences of the text.").terms,
            terms("the copying; a sentence, texts.").terms
        );
        assert_eq!(terms("中文字。").terms.len(), 2);
        assert!(terms("").terms.is_empty() && terms("a to 中").terms.is_empty());
    }

    #[test]
    fn terms_are_numbered_in_their_order_however_their_bits_are_spread() {
        let spread = |seed: u64| seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let lists: [Vec<u64>; 5] = [
            vec![],
            vec![7],
            (0..500).map(|number| spread(number % 90)).collect(),
            (0..500).map(|number| (500 - number) % 70).collect(),
            (0..500).map(|number| u64::MAX - spread(number % 3)).collect(),
        ];
        for hashes in lists {
            let mut expected = hashes.clone();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(distinct(&hashes), expected);
            let back: Vec<u64> = numbers(hashes.clone(), &expected)
                .into_iter()
                .map(|number| expected[number as usize])
                .collect();
            assert_eq!(back, hashes);
        }
    }

    #[test]
    fn the_subject_is_among_what_is_indexed() {
        let rarity = Rarity::default();
        let of = |text: &str, rare: Rare| {
            let mut bags: Vec<Vec<u64>> = vec![];
            rare_terms(&words(text), text, &rarity, rare, |terms| bags.push(terms.clone()));
            bags
        };
        for text in [
            "Values dropped in the harbor. The ferry to Quandix island will not run.",
            "属于高山区域。还可以观赏高山雾凇景观，北京市优化143条公交线路。",
            "",
        ] {
            let (subject, indexed) = (of(text, SUBJECT), of(text, INDEXED));
            assert_eq!(subject.len(), indexed.len());
            for (some, all) in subject.iter().zip(&indexed) {
                assert!(all.is_sorted() && some.iter().all(|term| all.contains(term)), "{text}");
            }
        }
        let counts = |rare: Rare| of("Values dropped", rare)[0].len();
        assert_eq!((counts(SUBJECT), counts(INDEXED)), (1, 2));
    }

    #[test]
    fn common_words_are_not_met_by_rare_ones_of_their_stem() {
        let rarity = Rarity::default();
        let of = |text: &str, rare: Rare| {
            let mut all: Vec<u64> = vec![];
            rare_terms(&words(text), text, &rarity, rare, |terms| all.append(terms));
            all
        };
        for (common, rare) in [("letter", "letters"), ("walk", "walks"), ("dropped", "droppings")] {
            let (subject, met) = (of(common, SUBJECT), of(rare, SUBJECT));
            let more: Vec<u64> =
                of(common, INDEXED).into_iter().filter(|term| !subject.contains(term)).collect();
            assert!(more.iter().all(|term| !met.contains(term)), "{common} {rare}");
        }
        assert_eq!((of("letter", SUBJECT).len(), of("letter", INDEXED).len()), (0, 1), "a common word");
        assert_eq!(terms("letter").terms, terms("letters").terms, "of one stem");
    }

    #[test]
    fn pairs_are_kept_by_their_rarity() {
        for (hash, rarity, expected) in [
            (u64::MAX, 1.2, true),
            (u64::MAX, 1.1, false),
            (1 << 61, 1.1, true),
            (1 << 62, 1.1, false),
            (0, 0.5, false),
        ] {
            assert_eq!(INDEXED.has_pair(hash, rarity), expected, "{hash:x} {rarity}");
        }
        assert!(SUBJECT.has_pair(1 << 62, 1.2) && !SUBJECT.has_pair(1 << 63, 1.2));
    }

    #[test]
    fn short_sentences_belong_to_the_next() {
        let terms = terms("Yes. The lamp had failed. The ship was gone. Oh.");
        let ranges: Vec<_> = (0..terms.len() as u32).map(|sentence| terms.words_of(sentence)).collect();
        assert_eq!(ranges, [(0, 5), (5, 9), (9, 10)].map(|(start, end)| WordRange::new(start, end)));
        assert_eq!(terms.of(0).len(), 5);
    }

    #[test]
    fn sentences_are_counted_once_for_a_term() {
        let terms = terms("The lamp, the lamp and the ship. The ship was gone.");
        assert_eq!(terms.sentence_freqs.iter().sum::<u32>() as usize, terms.of(0).len() + terms.of(1).len());
        assert_eq!(terms.sentence_freqs.iter().max(), Some(&2));
    }
}

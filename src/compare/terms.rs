//! The sentences of one document as bags of terms, for passages whose words were replaced or moved.
//!
//! A term is the stem of a word, or two Han characters that follow each other. Words of one or two letters are left out: they say
//! little and are replaced most. A sentence of fewer than [`MIN_TERMS`] terms belongs to the next one. `O(n log n)` for n
//! words, once a document; some 16 bytes a word.

use std::collections::HashMap;

use super::Words;
use super::words::followed_by;
use crate::tokenize::{WordHash, hash_stem};

/// A sentence of fewer terms is taken together with the next one.
const MIN_TERMS: usize = 3;
/// A word of at most so many bytes is no term.
const SHORT_BYTES: usize = 2;

/// The terms of one document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// The distinct terms, sorted.
    pub(super) terms: Vec<u64>,
    /// In how many sentences each stands.
    pub(super) sentence_freqs: Vec<u32>,
    /// The first word of each sentence, and of the end.
    starts: Vec<u32>,
    /// Where in `entries` each sentence begins, and the end.
    bounds: Vec<u32>,
    /// Number and count of each distinct term of each sentence, by its number.
    entries: Vec<(u32, u32)>,
    /// Terms with the words at which they begin, in order.
    places: Vec<(u64, u32)>,
}

impl Terms {
    /// The terms of a document with this text as stored.
    pub(crate) fn new(words: &Words, text: &str) -> Terms {
        let places = places(words, text);
        let mut terms: Vec<u64> = places.iter().map(|place| place.0).collect();
        terms.sort_unstable();
        terms.dedup();
        let mut made = Terms { sentence_freqs: vec![0; terms.len()], terms, places, ..Terms::default() };
        let (mut start, mut at) = (0, 0);
        let mut numbers: Vec<u32> = vec![];
        for sentence in 0..words.sentence_count() {
            let (_, end) = words.of_sentence(sentence);
            let stop = at + made.places[at..].iter().take_while(|place| place.1 < end).count();
            let is_last = sentence + 1 == words.sentence_count();
            if end == start || (stop - at < MIN_TERMS && !is_last) {
                continue;
            }
            let number = |place: &(u64, u32)| made.terms.partition_point(|&term| term < place.0) as u32;
            numbers.extend(made.places[at..stop].iter().map(number));
            numbers.sort_unstable();
            made.starts.push(start);
            made.bounds.push(made.entries.len() as u32);
            for same in numbers.chunk_by(|x, y| x == y) {
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

    /// The distinct terms, sorted.
    pub(crate) fn distinct(&self) -> &[u64] {
        &self.terms
    }

    /// How many sentences.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The words of a sentence, half open.
    pub(super) fn words_of(&self, sentence: usize) -> (u32, u32) {
        (self.starts[sentence], self.starts[sentence + 1])
    }

    /// Number and count of each distinct term of a sentence, by its number.
    pub(super) fn of(&self, sentence: usize) -> &[(u32, u32)] {
        &self.entries[self.bounds[sentence] as usize..self.bounds[sentence + 1] as usize]
    }

    /// The terms that begin at the words `start..end`, with these words.
    pub(super) fn places_in(&self, (start, end): (u32, u32)) -> &[(u64, u32)] {
        let first = self.places.partition_point(|place| place.1 < start);
        let last = self.places.partition_point(|place| place.1 < end);
        &self.places[first..last]
    }
}

/// The terms of a document with the words at which they begin.
fn places(words: &Words, text: &str) -> Vec<(u64, u32)> {
    let mut places = vec![];
    let mut stems: HashMap<u64, u64, WordHash> = HashMap::default();
    for sentence in 0..words.sentence_count() {
        let (start, end) = words.of_sentence(sentence);
        for word in start..end {
            let hash = words.hashes()[word as usize];
            if !words.is_han(word) {
                let span = words.span(word);
                if span.len() > SHORT_BYTES {
                    let stem = || hash_stem(span.of(text)).unwrap_or(hash);
                    places.push((*stems.entry(hash).or_insert_with(stem), word));
                }
            } else if word + 1 < end && words.is_han(word + 1) {
                let next = words.hashes()[word as usize + 1];
                places.push((followed_by(hash, next), word));
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::words::tests::words;

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
    fn short_sentences_belong_to_the_next() {
        let terms = terms("Yes. The lamp had failed. The ship was gone. Oh.");
        let ranges: Vec<_> = (0..terms.len()).map(|sentence| terms.words_of(sentence)).collect();
        assert_eq!(ranges, [(0, 5), (5, 9), (9, 10)]);
        assert_eq!(terms.of(0).len(), 5);
    }

    #[test]
    fn sentences_are_counted_once_for_a_term() {
        let terms = terms("The lamp, the lamp and the ship. The ship was gone.");
        assert_eq!(terms.sentence_freqs.iter().sum::<u32>() as usize, terms.of(0).len() + terms.of(1).len());
        assert_eq!(terms.sentence_freqs.iter().max(), Some(&2));
    }
}

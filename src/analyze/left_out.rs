//! Words that are left out: they stay in the document, and match nothing.
//!
//! In: an analyzed document, and ranges of its words. Out: the same document, in which each of these words differs from
//! every other word and stands in no term. A sentence of such words alone has no keys. Places, sentences and counts
//! stay. `O(n)` for n words.

use std::sync::{Arc, OnceLock};

use ibid_index::Bags;

use super::words::followed_by;
use super::{Analyzed, Analyzer, DocumentRef, Words};
use crate::text::{Document, WordRange};
use crate::word_set::WordSet;

/// The seed of the numbers that stand for words left out.
const NO_WORD: u64 = 0x6C65_6674_206F_7574;

impl Words {
    /// Leaves out some words, given as ranges in order, apart from each other.
    fn leave_out(&mut self, ranges: Vec<WordRange>) {
        for range in &ranges {
            for word in range.numbers() {
                self.hashes[word as usize] = followed_by(NO_WORD, u64::from(word));
            }
        }
        self.left_out = WordSet::new(ranges);
    }

    /// Returns the words that are left out.
    pub(crate) fn left_out(&self) -> &WordSet {
        &self.left_out
    }
}

impl<'d> Analyzed<'d> {
    /// Analyzes a document without some of its words, given as ranges in order, apart from each other.
    pub(crate) fn without(
        analyzer: &Arc<Analyzer>,
        document: &'d Document,
        ranges: Vec<WordRange>,
    ) -> Analyzed<'d> {
        let mut analyzed = Analyzed::with_bags(analyzer, DocumentRef::Borrowed(document));
        analyzed.words.leave_out(ranges);
        let words = &analyzed.words;
        let mut bags = Bags::new();
        for (sentence, bag) in (0..).zip(analyzed.bags().iter()) {
            let of_sentence = words.of_sentence(sentence);
            let is_all = words.left_out().count_in(of_sentence) == of_sentence.len();
            // Repeated keys in a bag were numbered, so that none stands twice; pushed again, all stay as they are.
            bags.push(&mut if is_all { vec![] } else { bag.to_vec() });
        }
        bags.shrink();
        analyzed.bags = OnceLock::from(Arc::new(bags));
        analyzed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::words::tests::words;

    #[test]
    fn words_left_out_differ_from_all_others() {
        let mut some = words("The lamp failed. The lamp failed. The ship was gone.");
        let before = some.hashes().to_vec();
        some.leave_out(vec![WordRange::new(0, 2), WordRange::new(5, 7)]);
        assert_eq!((some.left_out().len(), some.left_out().count_in(WordRange::new(1, 6))), (4, 2));
        let left_out: Vec<u32> =
            some.all().numbers().filter(|&word| some.left_out().contains(word)).collect();
        assert_eq!(left_out, [0, 1, 5, 6]);
        let mut hashes = some.hashes().to_vec();
        assert_eq!((hashes[2], hashes[9]), (before[2], before[9]));
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), some.len(), "no word stands twice now");
    }
}

//! A set of words of a document.

use crate::text::WordRange;

/// A set of words of a document: ranges in order, apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WordSet(Vec<WordRange>);

impl WordSet {
    /// Makes the set of the words of these ranges, which may come in any order and overlap.
    pub(crate) fn new(mut ranges: Vec<WordRange>) -> WordSet {
        ranges.retain(|range| !range.is_empty());
        ranges.sort_unstable();
        let mut set: Vec<WordRange> = vec![];
        for range in ranges {
            match set.last_mut() {
                Some(last) if range.start <= last.end => *last = last.union(range),
                _ => set.push(range),
            }
        }
        WordSet(set)
    }

    /// Makes the set of the words of these ranges, as reports have them.
    pub(crate) fn of_numbers<'r>(ranges: impl IntoIterator<Item = &'r [u32; 2]>) -> WordSet {
        WordSet::new(ranges.into_iter().map(|&[start, end]| WordRange::new(start, end)).collect())
    }

    /// Returns its ranges, as reports have them.
    pub(crate) fn numbers(&self) -> Vec<[u32; 2]> {
        self.0.iter().map(|range| [range.start, range.end]).collect()
    }

    /// Returns all words of these sets.
    pub(crate) fn union<'s>(sets: impl IntoIterator<Item = &'s WordSet>) -> WordSet {
        let mut ranges = vec![];
        for set in sets {
            ranges.extend_from_slice(&set.0);
        }
        WordSet::new(ranges)
    }

    /// Returns the set without the words of another one.
    pub(crate) fn without(&self, other: &WordSet) -> WordSet {
        let mut left = vec![];
        for &range in &self.0 {
            let first = other.0.partition_point(|out| out.end <= range.start);
            let mut start = range.start;
            for out in &other.0[first..] {
                if out.start >= range.end {
                    break;
                }
                left.push(WordRange::new(start, out.start));
                start = out.end;
            }
            left.push(WordRange::new(start, range.end));
        }
        WordSet::new(left)
    }

    /// Counts the words that another set holds too.
    pub(crate) fn shared(&self, other: &WordSet) -> usize {
        self.0.iter().map(|&range| other.count_in(range) as usize).sum()
    }

    /// Returns its ranges, in order and apart.
    pub(crate) fn ranges(&self) -> &[WordRange] {
        &self.0
    }

    /// Returns the number of its words.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|range| range.len() as usize).sum()
    }

    /// Counts the words of a range that are in the set.
    pub(crate) fn count_in(&self, words: WordRange) -> u32 {
        let first = self.0.partition_point(|range| range.end <= words.start);
        let mut count = 0;
        for range in &self.0[first..] {
            if range.start >= words.end {
                break;
            }
            count += range.shared(words);
        }
        count
    }

    /// Returns whether a word is in the set.
    pub(crate) fn contains(&self, word: u32) -> bool {
        self.count_in(WordRange::new(word, word + 1)) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ranges: &[(u32, u32)]) -> WordSet {
        WordSet::new(ranges.iter().map(|&(start, end)| WordRange::new(start, end)).collect())
    }

    #[test]
    fn counts_each_word_once() {
        let some = set(&[(5, 7), (0, 2), (1, 3), (9, 9)]);
        assert_eq!(some, set(&[(0, 3), (5, 7)]));
        assert_eq!((some.len(), some.count_in(WordRange::new(2, 6))), (5, 2));
        let inside: Vec<u32> = (0..9).filter(|&word| some.contains(word)).collect();
        assert_eq!(inside, [0, 1, 2, 5, 6]);
        assert_eq!(WordSet::union([&some, &set(&[(3, 4)])]), set(&[(0, 4), (5, 7)]));
        assert_eq!(some.without(&set(&[(1, 2), (4, 6), (8, 9)])), set(&[(0, 1), (2, 3), (6, 7)]));
        assert_eq!(some.without(&set(&[])), some);
    }
}

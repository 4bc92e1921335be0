//! A set of ranges of words that is searched for the ranges over a word, or over another range.
//!
//! Useful if few of many ranges meet. Each range is listed in every stretch of [`STRETCH`] words that it touches.

use std::collections::HashMap;

use crate::text::WordRange;

/// The number of words in a stretch.
const STRETCH: u32 = 64;

/// Ranges, numbered from 0 in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covered {
    ranges: Vec<WordRange>,
    /// The numbers of the ranges that touch each stretch.
    stretches: HashMap<u32, Vec<u32>>,
}

impl Covered {
    /// Adds a range, which must not be empty.
    pub(crate) fn push(&mut self, range: WordRange) {
        let number = self.ranges.len() as u32;
        self.ranges.push(range);
        for stretch in touched(range) {
            self.stretches.entry(stretch).or_default().push(number);
        }
    }

    /// Returns the numbers of the ranges that hold a word, ascending.
    pub(crate) fn over_word(&self, word: u32) -> impl Iterator<Item = usize> + '_ {
        let stretch = self.stretches.get(&(word / STRETCH)).into_iter().flatten();
        let holds = move |number: &usize| self.ranges[*number].contains(word);
        stretch.map(|&number| number as usize).filter(holds)
    }

    /// Returns the numbers of the ranges that share a word with `range`, ascending. `range` must not be empty.
    pub(crate) fn over(&self, range: WordRange) -> Vec<usize> {
        let mut numbers = vec![];
        for stretch in touched(range) {
            for &number in self.stretches.get(&stretch).into_iter().flatten() {
                if self.ranges[number as usize].meets(range) {
                    numbers.push(number as usize);
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// Returns the numbers of the stretches that a range touches. The range must not be empty.
fn touched(range: WordRange) -> std::ops::RangeInclusive<u32> {
    range.start / STRETCH..=(range.end - 1) / STRETCH
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranges_are_found_as_by_looking_at_all(
            ranges in prop::collection::vec((0_u32..400, 1_u32..200), 0..20),
            (start, len) in (0_u32..500, 1_u32..150),
        ) {
            let range = |(start, len): (u32, u32)| WordRange::new(start, start + len);
            let ranges: Vec<WordRange> = ranges.into_iter().map(range).collect();
            let mut covered = Covered::default();
            ranges.iter().for_each(|&range| covered.push(range));
            let all = |meets: &dyn Fn(WordRange) -> bool| -> Vec<usize> {
                (0..ranges.len()).filter(|&number| meets(ranges[number])).collect()
            };
            prop_assert_eq!(covered.over(range((start, len))), all(&|r| r.start < start + len && start < r.end));
            let over_word: Vec<usize> = covered.over_word(start).collect();
            prop_assert_eq!(over_word, all(&|r| r.start <= start && start < r.end));
        }
    }
}

//! Ranges of words by their places: which of those that were added lie over a word or a range.
//!
//! Useful where few of many ranges meet. A range is kept in each stretch of [`STRETCH`] words that it touches.

use std::collections::HashMap;

/// Words in a stretch.
const STRETCH: u32 = 64;

/// Ranges with their numbers, which count from 0 in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covered {
    ranges: Vec<(u32, u32)>,
    /// By the number of the stretch.
    stretches: HashMap<u32, Vec<u32>>,
}

impl Covered {
    /// Adds a range that is not empty.
    pub(crate) fn push(&mut self, range: (u32, u32)) {
        let number = self.ranges.len() as u32;
        self.ranges.push(range);
        for stretch in range.0 / STRETCH..=(range.1 - 1) / STRETCH {
            self.stretches.entry(stretch).or_default().push(number);
        }
    }

    /// The numbers of the ranges that hold a word, ascending.
    pub(crate) fn over_word(&self, word: u32) -> impl Iterator<Item = usize> + '_ {
        let stretch = self.stretches.get(&(word / STRETCH)).into_iter().flatten();
        let holds = move |number: &usize| (self.ranges[*number].0..self.ranges[*number].1).contains(&word);
        stretch.map(|&number| number as usize).filter(holds)
    }

    /// The numbers of the ranges that share a word with one that is not empty, ascending.
    pub(crate) fn over(&self, range: (u32, u32)) -> Vec<usize> {
        let touched = range.0 / STRETCH..=(range.1 - 1) / STRETCH;
        let stretches = touched.filter_map(|stretch| self.stretches.get(&stretch)).flatten();
        let meets = |number: &usize| self.ranges[*number].0 < range.1 && range.0 < self.ranges[*number].1;
        let mut numbers: Vec<usize> = stretches.map(|&number| number as usize).filter(meets).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
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
            let ranges: Vec<(u32, u32)> = ranges.into_iter().map(|(start, len)| (start, start + len)).collect();
            let mut covered = Covered::default();
            ranges.iter().for_each(|&range| covered.push(range));
            let all = |meets: &dyn Fn((u32, u32)) -> bool| -> Vec<usize> {
                (0..ranges.len()).filter(|&number| meets(ranges[number])).collect()
            };
            prop_assert_eq!(covered.over((start, start + len)), all(&|r| r.0 < start + len && start < r.1));
            prop_assert_eq!(covered.over_word(start).collect::<Vec<_>>(), all(&|r| r.0 <= start && start < r.1));
        }
    }
}

//! The stretches of a query document that can found a passage, to be looked up by their hashes.
//!
//! In: words. Out: where a stretch of equal words may begin. A filter of two bits a stretch answers nearly all of what is
//! not there with one access to memory; 17 to 21 bytes a stretch.

use super::Words;

/// A run of this many half words can found a passage: five words, or ten Han characters. Of planted passages with 20 % of
/// the words edited, each holds one.
pub(super) const FOUNDING: u32 = 10;

/// Where the stretches of one document begin, by their hashes.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    /// Hash and first word of each, sorted.
    sorted: Vec<(u32, u32)>,
    /// Where in `sorted` the hashes begin that share their leading bits; one more for the end.
    first: Vec<u32>,
    /// Two bits for each hash, in a word that its leading bits choose.
    filter: Vec<u64>,
    /// Bits of a hash that choose neither.
    shift: u32,
}

impl Seeds {
    /// The stretches of a document. `O(n)` for n words: each slot has some four.
    pub(crate) fn new(words: &Words) -> Seeds {
        let hashes = words.founding();
        let slots = (hashes.len() / 4).next_power_of_two().max(2);
        let shift = 32 - slots.ilog2();
        let mut seeds = Seeds {
            first: vec![0; slots + 1],
            filter: vec![0; slots],
            sorted: vec![(0, 0); hashes.len()],
            shift,
        };
        for &hash in hashes {
            let slot = seeds.slot(hash);
            seeds.first[slot + 1] += 1;
            seeds.filter[slot] |= bits(hash);
        }
        let mut sum = 0;
        for first in &mut seeds.first {
            sum += *first;
            *first = sum;
        }
        let mut next = seeds.first.clone();
        for (&hash, at) in hashes.iter().zip(0..) {
            let next = &mut next[seeds.slot(hash)];
            seeds.sorted[*next as usize] = (hash, at);
            *next += 1;
        }
        for slot in seeds.first.windows(2) {
            seeds.sorted[slot[0] as usize..slot[1] as usize].sort_unstable();
        }
        seeds
    }

    /// The stretches of this hash, by their place.
    pub(super) fn of(&self, hash: u32) -> &[(u32, u32)] {
        let slot = self.slot(hash);
        if self.filter[slot] & bits(hash) != bits(hash) {
            return &[];
        }
        let slot = &self.sorted[self.first[slot] as usize..self.first[slot + 1] as usize];
        let start = count_while(slot, |seed| seed.0 < hash);
        let same = count_while(&slot[start..], |seed| seed.0 == hash);
        &slot[start..start + same]
    }

    fn slot(&self, hash: u32) -> usize {
        (hash >> self.shift) as usize
    }
}

/// How many at the beginning are so, of seeds none of which is behind the first that is not. Most slots are short.
fn count_while(seeds: &[(u32, u32)], is_so: impl Fn(&(u32, u32)) -> bool) -> usize {
    const SHORT: usize = 16;
    match seeds.len() {
        ..=SHORT => seeds.iter().take_while(|seed| is_so(seed)).count(),
        _ => seeds.partition_point(is_so),
    }
}

fn bits(hash: u32) -> u64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::words::tests::words;

    #[test]
    fn every_stretch_is_found_by_its_hash() {
        for text in ["", "one", "one two three four five", "a b c d e f a b c d e f 中文中文中文中文中文中文"]
        {
            let words = words(text);
            let seeds = Seeds::new(&words);
            for (&hash, at) in words.founding().iter().zip(0..) {
                assert!(seeds.of(hash).contains(&(hash, at)), "{text}");
                assert!(seeds.of(hash).is_sorted());
            }
            assert_eq!(seeds.of(12_345), []);
        }
    }
}

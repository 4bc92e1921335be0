//! The word stretches of a query document that can start a passage, for lookup by hash.
//!
//! In: words. Out: the places where a sequence of equal words may begin. A filter of two bits per stretch rejects
//! nearly all absent hashes with one memory access. A stretch takes 7 to 12 bytes. Its hash is not kept: it is computed
//! again for each comparison, of which there are few.

use super::Words;

/// The fewest half words of an exact match that can start a passage: five words, or ten Han characters. Nearly all
/// planted passages with 20 % of the words edited hold one (`lab/record/tried.md`, 2026-11-21).
pub(crate) const FOUNDING: u32 = 10;

/// The places of the stretches of one document, by their hashes.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    /// The first word of each stretch, sorted by the hash, then by the word.
    sorted: Vec<u32>,
    /// The beginning in `sorted` of each slot (the hashes that share their leading bits), and the end of the last.
    first: Vec<u32>,
    /// Two bits for each hash, by slot.
    filter: Vec<u64>,
    /// The number of bits of a hash behind its slot.
    shift: u32,
}

/// The stretches of one hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Group {
    /// The number of the first stretch, by which the group is known.
    pub(crate) first: u32,
    /// Their number.
    pub(crate) len: u32,
}

impl Seeds {
    /// Makes the seeds of a document. `O(n)` for n words: a slot has some four.
    pub(crate) fn new(words: &Words) -> Seeds {
        let hashes: Vec<u32> = words.founding().collect();
        let slots = (hashes.len() / 4).next_power_of_two().max(2);
        let shift = 32 - slots.ilog2();
        let sorted = vec![0; hashes.len()];
        let mut seeds = Seeds { first: vec![0; slots + 1], filter: vec![0; slots], sorted, shift };
        for &hash in &hashes {
            let slot = seeds.slot(hash);
            seeds.first[slot + 1] += 1;
            seeds.filter[slot] |= bits(hash);
        }
        let mut sum = 0;
        for first in &mut seeds.first {
            sum += *first;
            *first = sum;
        }
        // Fills each slot from its beginning, so that `first` becomes the end of each slot.
        for (&hash, at) in hashes.iter().zip(0..) {
            let slot = seeds.slot(hash);
            seeds.sorted[seeds.first[slot] as usize] = at;
            seeds.first[slot] += 1;
        }
        seeds.first.rotate_right(1);
        seeds.first[0] = 0;
        for slot in seeds.first.windows(2) {
            let slot = &mut seeds.sorted[slot[0] as usize..slot[1] as usize];
            slot.sort_unstable_by_key(|&at| (hashes[at as usize], at));
        }
        seeds
    }

    /// Returns the number of stretches.
    pub(crate) fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Returns the group of the stretches of this hash, if there are any. `words` are the ones that the seeds were made
    /// from.
    pub(crate) fn group(&self, words: &Words, hash: u32) -> Option<Group> {
        let number = self.slot(hash);
        if self.filter[number] & bits(hash) != bits(hash) {
            return None;
        }
        let start = self.first[number];
        let slot = &self.sorted[start as usize..self.first[number + 1] as usize];
        let before = count_while(slot, |&at| words.stretch(at, FOUNDING) < Some(hash));
        let len = count_while(&slot[before..], |&at| words.stretch(at, FOUNDING) == Some(hash));
        (len > 0).then_some(Group { first: start + before as u32, len: len as u32 })
    }

    /// Returns the first words of the stretches of a group, ascending.
    pub(crate) fn places(&self, group: Group) -> &[u32] {
        &self.sorted[group.first as usize..][..group.len as usize]
    }

    fn slot(&self, hash: u32) -> usize {
        (hash >> self.shift) as usize
    }
}

/// Counts the seeds at the beginning that satisfy a condition. Most slots are short.
fn count_while(seeds: &[u32], is_so: impl Fn(&u32) -> bool) -> usize {
    const SHORT: usize = 16;
    if seeds.len() > SHORT {
        return seeds.partition_point(is_so);
    }
    let mut count = 0;
    while count < seeds.len() && is_so(&seeds[count]) {
        count += 1;
    }
    count
}

fn bits(hash: u32) -> u64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::words::tests::words;

    #[test]
    fn every_stretch_is_found_by_its_hash() {
        for text in ["", "one", "one two three four five", "a b c d e f a b c d e f 中文中文中文中文中文中文"]
        {
            let words = words(text);
            let seeds = Seeds::new(&words);
            let hashes: Vec<u32> = words.founding().collect();
            for &hash in &hashes {
                let places = seeds.places(seeds.group(&words, hash).unwrap());
                let all = (0..hashes.len() as u32).filter(|&at| hashes[at as usize] == hash);
                assert_eq!(places, all.collect::<Vec<_>>(), "{text}");
            }
            assert_eq!(seeds.len(), hashes.len());
            assert_eq!(seeds.group(&words, 12_345), None);
        }
    }
}

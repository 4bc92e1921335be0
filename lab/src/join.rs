//! All pairs of a set's bags that are alike, in two ways: by plain counting, and by an exact join with a prefix filter.
//!
//! In: the bags of all sentences. [`KeyIndex`] numbers their keys, the rarest first, and lists the sentences of each.
//! [`KeyIndex::count_plainly`] reads every list of a sentence's keys whole and counts: a key of n sentences costs n²
//! steps, `O(Σ n²)` in all. [`KeyIndex::join`] finds the same pairs (a property test compares it with all pairs, one by
//! one). Equal bags are one group. A group is compared only with groups whose size allows the ratio and that share one
//! of its rarest keys; without one of these, the other keys could not make up for them (Chaudhuri, Ganti, Kaushik 2006;
//! Bayardo, Ma, Srikant 2007; the place of the key in both bags as in Xiao, Wang, Lin, Yu 2008). `O(keys +
//! candidates)`, with hardly more candidates than results if keys are rare. Every decision is made in integers. 4 bytes
//! per key, and 8 for each key that is looked up.
//!
//! Useful for all pairs of one set on one thread. For sentences against an index that stays, search the index.

use ibid_index::{Bags, Ratio};

/// The keys of all sentences, by number, and the sentences of each key.
#[derive(Clone, Debug, Default)]
pub struct KeyIndex {
    /// The numbers of the keys of each sentence, ascending; a smaller number is a rarer key.
    keys: Lists,
    /// The sentences of each key, ascending.
    sentences: Lists,
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    numbers: Vec<u32>,
    /// The place at which each list begins, and the end of the last one.
    starts: Vec<u32>,
}

impl Lists {
    fn get(&self, at: usize) -> &[u32] {
        &self.numbers[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// A set of sentence pairs whose bags are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The number of sentence pairs; more than one if equal bags stand for each other.
    pub pairs: u64,
    /// The number of keys that the bags share.
    pub overlap: usize,
    /// The sizes of both bags.
    pub sizes: (usize, usize),
}

impl KeyIndex {
    /// Numbers the keys and lists their sentences. `O(n log n)` for n keys.
    pub fn new(bags: &Bags) -> KeyIndex {
        let mut pairs: Vec<(u64, u32)> = Vec::with_capacity(bags.key_count());
        for (sentence, bag) in bags.iter().enumerate() {
            pairs.extend(bag.iter().map(|&key| (key, sentence as u32)));
        }
        pairs.sort_unstable();
        let mut lists: Vec<&[(u64, u32)]> = pairs.chunk_by(|a, b| a.0 == b.0).collect();
        // Stable, so that equally rare keys are in the order of their hashes.
        lists.sort_by_key(|list| list.len());
        let mut sentences = Lists { numbers: Vec::with_capacity(pairs.len()), starts: vec![0] };
        let mut keys = Lists { numbers: vec![0; pairs.len()], starts: vec![0] };
        let mut ends: Vec<u32> = vec![];
        for bag in bags.iter() {
            let start = keys.starts.last().copied().unwrap_or(0);
            ends.push(start);
            keys.starts.push(start + bag.len() as u32);
        }
        // Numbers are given out in ascending order, so that each sentence gets its numbers in ascending order.
        for (number, list) in lists.into_iter().enumerate() {
            for &(_, sentence) in list {
                sentences.numbers.push(sentence);
                let end = &mut ends[sentence as usize];
                keys.numbers[*end as usize] = number as u32;
                *end += 1;
            }
            sentences.starts.push(sentences.numbers.len() as u32);
        }
        KeyIndex { keys, sentences }
    }

    /// Returns the bytes of an index of these features: 12 for each different key and the place of its list, 4 for each
    /// sentence in a list.
    pub fn bytes(&self) -> usize {
        12 * self.sentences.len() + 4 * self.sentences.numbers.len()
    }

    /// Returns the number of all keys of all sentences.
    pub fn key_count(&self) -> usize {
        self.keys.numbers.len()
    }

    /// Returns the overlap of the bags of two sentences, and both sizes.
    pub fn overlap(&self, a: u32, b: u32) -> (usize, usize, usize) {
        let (a, b) = (self.keys.get(a as usize), self.keys.get(b as usize));
        (overlap(a, b), a.len(), b.len())
    }

    /// Counts the sentence pairs that reach the ratio, by reading every list whole.
    pub fn count_plainly(&self, min: Ratio) -> u64 {
        let mut counts = vec![0_u32; self.keys.len()];
        let mut touched = vec![];
        let mut found = 0;
        for sentence in 0..self.keys.len() {
            let bag = self.keys.get(sentence);
            for &key in bag {
                for &other in
                    self.sentences.get(key as usize).iter().take_while(|&&other| other < sentence as u32)
                {
                    let count = &mut counts[other as usize];
                    if *count == 0 {
                        touched.push(other);
                    }
                    *count += 1;
                }
            }
            for other in touched.drain(..) {
                let shared = std::mem::take(&mut counts[other as usize]) as usize;
                found += u64::from(min.reached(shared, bag.len(), self.keys.get(other as usize).len()));
            }
        }
        found
    }

    /// Calls `found` for all pairs of sentences that reach the ratio; pairs with equal bags are passed together.
    pub fn join(&self, min: Ratio, mut found: impl FnMut(Alike)) {
        let groups = self.groups();
        let bag = |group: usize| self.keys.get(groups[group].0 as usize);
        let mut lists = PrefixLists::new(
            self.sentences.len(),
            (0..groups.len()).map(|group| {
                let bag = bag(group);
                &bag[..indexed_prefix(min, bag.len())]
            }),
        );
        // For each group, while one is looked up: the number of keys shared so far, or that it is out.
        let mut counts = vec![0_u32; groups.len()];
        let mut touched = vec![];
        const OUT: u32 = u32::MAX;
        for (group, &(_, members)) in groups.iter().enumerate() {
            let keys = bag(group);
            if members > 1 {
                let pairs = u64::from(members) * u64::from(members - 1) / 2;
                found(Alike { pairs, overlap: keys.len(), sizes: (keys.len(), keys.len()) });
            }
            let least_size = min.sizes(keys.len()).0;
            for (at, &key) in keys[..min.prefix(keys.len())].iter().enumerate() {
                for &(other, other_at) in lists.of(key, |other| bag(other as usize).len() < least_size) {
                    let count = &mut counts[other as usize];
                    if *count == 0 {
                        touched.push(other);
                    }
                    if *count == OUT {
                        continue;
                    }
                    let other_len = bag(other as usize).len();
                    let left = (keys.len() - at).min(other_len - other_at as usize);
                    let may_reach = *count as usize + left >= min.least_overlap(keys.len(), other_len);
                    *count = if may_reach { *count + 1 } else { OUT };
                }
            }
            for other in touched.drain(..) {
                if std::mem::take(&mut counts[other as usize]) == OUT {
                    continue;
                }
                let other_keys = bag(other as usize);
                let shared = overlap(keys, other_keys);
                if min.reached(shared, keys.len(), other_keys.len()) {
                    let pairs = u64::from(members) * u64::from(groups[other as usize].1);
                    found(Alike { pairs, overlap: shared, sizes: (other_keys.len(), keys.len()) });
                }
            }
            lists.push(group as u32, &keys[..indexed_prefix(min, keys.len())]);
        }
    }

    /// Returns a sentence of each bag and the number of sentences that have it, the smallest bags first. Sentences
    /// without keys are left out.
    fn groups(&self) -> Vec<(u32, u32)> {
        let hash = |keys: &[u32]| {
            keys.iter().fold(0_u64, |hash, &key| {
                (hash ^ u64::from(key)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
            })
        };
        let mut order: Vec<(u32, u64, u32)> = (0..self.keys.len())
            .map(|sentence| (self.keys.get(sentence), sentence as u32))
            .filter(|(keys, _)| !keys.is_empty())
            .map(|(keys, sentence)| (keys.len() as u32, hash(keys), sentence))
            .collect();
        order.sort_unstable();
        // If two bags have one hash, each may stand as several groups, which are then found to be alike.
        let same = |a: &(u32, u64, u32), b: &(u32, u64, u32)| {
            (a.0, a.1) == (b.0, b.1) && self.keys.get(a.2 as usize) == self.keys.get(b.2 as usize)
        };
        order.chunk_by(same).map(|group| (group[0].2, group.len() as u32)).collect()
    }
}

/// Returns the number of a bag's rarest keys that are listed for larger bags to find: `n − ⌈2τ / (1 + τ) · n⌉ + 1`.
fn indexed_prefix(min: Ratio, len: usize) -> usize {
    len - min.least_overlap(len, len) + 1
}

/// Returns the number of numbers that two ascending lists share.
fn overlap(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        shared += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    shared
}

/// The groups in whose prefix each key stands, and its place there; filled as the join goes on.
struct PrefixLists {
    /// (group, place of the key in its bag), with room for all.
    entries: Vec<(u32, u32)>,
    /// The places in `entries` at which the entries of each key that are still of use begin and end.
    ranges: Vec<(u32, u32)>,
}

impl PrefixLists {
    /// Makes empty lists with room for these prefixes.
    fn new<'k>(key_count: usize, prefixes: impl Iterator<Item = &'k [u32]>) -> PrefixLists {
        let mut ranges = vec![(0, 0); key_count];
        let mut all = 0;
        for &key in prefixes.flatten() {
            ranges[key as usize].1 += 1;
            all += 1;
        }
        let mut sum = 0;
        for range in &mut ranges {
            let room = range.1;
            *range = (sum, sum);
            sum += room;
        }
        PrefixLists { entries: vec![(0, 0); all], ranges }
    }

    fn push(&mut self, group: u32, prefix: &[u32]) {
        for (at, &key) in prefix.iter().enumerate() {
            let end = &mut self.ranges[key as usize].1;
            self.entries[*end as usize] = (group, at as u32);
            *end += 1;
        }
    }

    /// Returns the entries of a key. Entries at the beginning that are too small are of no use any more, since the bags
    /// that are looked up grow.
    fn of(&mut self, key: u32, is_too_small: impl Fn(u32) -> bool) -> &[(u32, u32)] {
        let (start, end) = &mut self.ranges[key as usize];
        while start < end && is_too_small(self.entries[*start as usize].0) {
            *start += 1;
        }
        &self.entries[*start as usize..*end as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bags(sentences: &[Vec<u64>]) -> Bags {
        let mut bags = Bags::new();
        for sentence in sentences {
            bags.push(&mut sentence.clone());
        }
        bags
    }

    /// Returns every pair that reaches the ratio, compared one by one: (overlap, smaller size, larger size).
    fn all_pairs(bags: &Bags, min: Ratio) -> Vec<(usize, usize, usize)> {
        let mut found = vec![];
        for (at, a) in bags.iter().enumerate() {
            for b in bags.iter().skip(at + 1) {
                let shared = ibid_index::bag::overlap(a, b);
                if shared > 0 && min.reached(shared, a.len(), b.len()) {
                    found.push((shared, a.len().min(b.len()), a.len().max(b.len())));
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn joined(index: &KeyIndex, min: Ratio) -> Vec<(usize, usize, usize)> {
        let mut found = vec![];
        index.join(min, |alike| {
            let (a, b) = alike.sizes;
            found.extend((0..alike.pairs).map(|_| (alike.overlap, a, b)));
        });
        found.sort_unstable();
        found
    }

    proptest! {
        /// Takes few different keys, so that bags are often alike, equal, or hold a key twice.
        #[test]
        fn both_ways_find_what_comparing_all_pairs_finds(
            sentences in prop::collection::vec(prop::collection::vec(0_u64..12, 0..9), 0..40),
        ) {
            let bags = bags(&sentences);
            let index = KeyIndex::new(&bags);
            for (p, q) in [(1, 1_000_000), (3, 10), (1, 2), (3, 5), (7, 10), (4, 5), (1, 1)] {
                let min = Ratio::new(p, q).unwrap();
                let expected = all_pairs(&bags, min);
                prop_assert_eq!(index.count_plainly(min), expected.len() as u64);
                prop_assert_eq!(joined(&index, min), expected);
            }
        }
    }

    #[test]
    fn equal_bags_are_found_together() {
        let index = KeyIndex::new(&bags(&[vec![1, 1], vec![1], vec![1, 1], vec![], vec![1, 1], vec![]]));
        let mut found = vec![];
        index.join(Ratio::new(1, 2).unwrap(), |alike| found.push((alike.pairs, alike.overlap, alike.sizes)));
        assert_eq!(found, [(3, 2, (2, 2)), (3, 1, (1, 2))]);
        assert_eq!((index.key_count(), index.bytes()), (7, 2 * 12 + 7 * 4));
        assert_eq!(index.overlap(0, 1), (1, 2, 1));
    }
}

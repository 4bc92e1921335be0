//! DSC and DSC-SS: a sample of the shingles, and super-shingles of the sample.
//!
//! Broder, Glassman, Manasse, Zweig ("Syntactic clustering of the web", 1997). Of all k-shingles those are kept whose
//! hash is divisible by 25, whatever the text; so two texts keep the same ones of the shingles that they share. DSC-SS
//! sorts the sample, hashes groups of it to super-shingles, and takes two texts with an equal one for copies. `O(words
//! · k)`, a twenty-fifth of the keys of k-Shingle. Made for web pages: a sentence of 17 words has .6 keys on average;
//! many sentences have none, and are never found. For comparison with other work only.

use ibid::feature::{Feature, Shingle, key};

/// Shingles with a hash divisible by a number. May give no key.
#[derive(Clone, Copy, Debug)]
pub struct Dsc {
    shingle: Shingle,
    k: usize,
    every: u64,
}

impl Dsc {
    /// Makes a sample of one in `every` shingles of `k` words; both at least 1.
    pub fn new(k: usize, every: u64) -> Dsc {
        Dsc { shingle: Shingle::new(k), k: k.max(1), every: every.max(1) }
    }
}

impl Feature for Dsc {
    fn name(&self) -> String {
        format!("dsc(k={},every={})", self.k, self.every)
    }

    fn keys(&self, words: &[u64], out: &mut Vec<u64>) {
        let before = out.len();
        self.shingle.keys(words, out);
        let mut number = 0;
        out.retain(|key| {
            number += 1;
            number <= before || key.is_multiple_of(self.every)
        });
    }
}

/// Super-shingles of [`Dsc`]. May give no key.
#[derive(Clone, Copy, Debug)]
pub struct DscSs {
    sample: Dsc,
    group: usize,
}

impl DscSs {
    /// Makes super-shingles of `group` sampled shingles each, the last one of the rest; `group` is at least 1.
    pub fn new(k: usize, every: u64, group: usize) -> DscSs {
        DscSs { sample: Dsc::new(k, every), group: group.max(1) }
    }
}

impl Feature for DscSs {
    fn name(&self) -> String {
        format!("dsc-ss(k={},every={},group={})", self.sample.k, self.sample.every, self.group)
    }

    fn keys(&self, words: &[u64], out: &mut Vec<u64>) {
        let mut sampled = vec![];
        self.sample.keys(words, &mut sampled);
        sampled.sort_unstable();
        sampled.dedup();
        out.extend(sampled.chunks(self.group).map(|group| key(group.iter().copied())));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::keys;
    use super::*;

    #[test]
    fn keeps_the_same_one_in_twenty_five_everywhere() {
        let words: Vec<u64> = (0..10_000).map(|n| key([n])).collect();
        let (all, some) = (keys(&Shingle::new(3), &words), keys(&Dsc::new(3, 25), &words));
        assert!((350..450).contains(&some.len()), "{}", some.len());
        assert!(some.iter().all(|key| key % 25 == 0 && all.contains(key)));
        assert_eq!(keys(&Dsc::new(3, 1), &words), all);
    }

    #[test]
    fn super_shingles_are_of_groups_in_the_order_of_hashes() {
        let words: Vec<u64> = (0..10).map(|n| key([n])).collect();
        let mut sorted = keys(&Shingle::new(3), &words);
        sorted.sort_unstable();
        let expected: Vec<u64> = sorted.chunks(3).map(|group| key(group.iter().copied())).collect();
        assert_eq!(keys(&DscSs::new(3, 1, 3), &words), expected);
        assert_eq!(expected.len(), 3, "eight shingles");
    }
}

//! MinHash with bands: keys that two sentences share with a probability that grows with their resemblance.
//!
//! Broder (1997); bands after Indyk and Motwani (1998). For each of b · r fixed hash functions the least hash over all
//! k-shingles is kept: two texts have the same one with the probability of their Jaccard J. r of them in a row make a
//! key, b keys per sentence. Two sentences with one equal key are taken for copies; they are found with the probability
//! `1 − (1 − J^r)^b`, which is .80 at J = .6 and .05 at J = .3 for b = 20 and r = 5. With r = 1 there are no bands: the
//! share of equal keys is an estimate of J, to be judged by a ratio (two bags of b keys with the estimate e have the
//! bag Jaccard `e / (2 − e)`). `O(words · b · r)`. Useful for long documents, which have many more shingles than b · r.
//! A sentence has fewer: its sketch is larger than itself, and an exact join is faster, too. For comparison.

use ibid::feature::{Feature, Shingle, key};

/// MinHash with its settings.
#[derive(Clone, Debug)]
pub struct MinHash {
    shingle: Shingle,
    k: usize,
    rows: usize,
    /// A seed for each hash function.
    seeds: Vec<u64>,
}

impl MinHash {
    /// Makes `bands` keys of `rows` least hashes each, over shingles of `k` words; all at least 1.
    pub fn new(bands: usize, rows: usize, k: usize) -> MinHash {
        let functions = bands.max(1) * rows.max(1);
        // Odd, so that the multiplication below loses nothing; any fixed numbers do.
        let seeds = (0..functions as u64).map(|number| key([number]) | 1).collect();
        MinHash { shingle: Shingle::new(k), k: k.max(1), rows: rows.max(1), seeds }
    }
}

impl Feature for MinHash {
    fn name(&self) -> String {
        format!("min-hash(bands={},rows={},k={})", self.seeds.len() / self.rows, self.rows, self.k)
    }

    fn keys(&self, words: &[u64], out: &mut Vec<u64>) {
        let mut shingles = vec![];
        self.shingle.keys(words, &mut shingles);
        if shingles.is_empty() {
            return;
        }
        for (band, seeds) in self.seeds.chunks(self.rows).enumerate() {
            let least = seeds.iter().map(|seed| {
                let hashes = shingles.iter().map(|shingle| mixed(shingle ^ seed, *seed));
                hashes.min().unwrap_or(0)
            });
            // The number of the band is part of the key: only the same hash functions are compared.
            out.push(key([band as u64].into_iter().chain(least)));
        }
    }
}

/// Returns the value of one of the hash functions.
fn mixed(value: u64, seed: u64) -> u64 {
    let value = value.wrapping_mul(seed);
    (value ^ (value >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::super::tests::keys;
    use super::*;

    /// Returns a text and one that shares the first `shared` of its 90 shingles of one word.
    fn pair(seed: u64, shared: u64) -> (Vec<u64>, Vec<u64>) {
        let word = |number: u64| key([seed, number]);
        ((0..90).map(word).collect(), (0..shared).chain(1000..1090 - shared).map(word).collect())
    }

    #[test]
    fn the_share_of_equal_keys_estimates_the_jaccard() {
        let feature = MinHash::new(1000, 1, 1);
        for shared in [0, 30, 60, 90] {
            let (a, b) = pair(7, shared);
            let (a, b) = (keys(&feature, &a), keys(&feature, &b));
            let equal = a.iter().zip(&b).filter(|(a, b)| a == b).count() as f64 / 1000.0;
            let jaccard = shared as f64 / (180 - shared) as f64;
            assert!((equal - jaccard).abs() < 0.05, "{shared}: {equal} {jaccard}");
        }
    }

    #[test]
    fn bands_find_as_many_as_the_formula_says() {
        let feature = MinHash::new(20, 5, 1);
        let found = (0..500).filter(|&seed| {
            let (a, b) = pair(seed, 60); // A Jaccard of 60/120.
            let (a, b) = (keys(&feature, &a), keys(&feature, &b));
            a.iter().any(|key| b.contains(key))
        });
        let (found, expected) = (found.count() as f64 / 500.0, 1.0 - (1.0 - 0.5_f64.powi(5)).powi(20));
        assert!((found - expected).abs() < 0.06, "{found} {expected}");
    }
}

//! Bags of keys: `u64` multisets, stored as sorted sets of numbered keys.
//!
//! In: the keys of one unit, repeats included. Out: a sorted slice without repeats, in which the k-th occurrence of a
//! key is a key of its own ([`numbered`]), so that the multiset intersection becomes a set intersection: `Σ min = |A ∩
//! B|` and `Σ max = |A ∪ B|` (`O(n log n)` for n keys; 8 bytes per key). All decisions about a threshold are made in
//! integers ([`Ratio`]), so that no rounding ever decides whether a pair is reported.

use std::fmt;

/// The most zero bits that [`numbered`] keeps.
const MAX_ZEROS: u32 = 22;

/// Returns the key that stands for occurrence number `occurrence` (0 is the first) of `key` inside one bag.
///
/// The first occurrence is the key itself, so that a key that is not repeated is posted and looked up unchanged. Up to
/// 22 low bits that are zero stay zero: keys of fewer bits take less room in an index.
pub fn numbered(key: u64, occurrence: u32) -> u64 {
    let zeros = key.trailing_zeros().min(MAX_ZEROS);
    key ^ u64::from(occurrence).wrapping_mul(0x9E37_79B9_7F4A_7C15) << zeros
}

/// A fraction `p/q` with `0 < p <= q`, compared with Jaccard values without rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    p: u32,
    q: u32,
}

impl Ratio {
    /// Returns `p/q`, or `None` unless `0 < p <= q <= 1_000_000`.
    pub const fn new(p: u32, q: u32) -> Option<Ratio> {
        if 0 < p && p <= q && q <= 1_000_000 { Some(Ratio { p, q }) } else { None }
    }

    /// Rounds a value to the nearest thousandth; `None` unless that lies in `(0, 1]`.
    pub fn from_f64(value: f64) -> Option<Ratio> {
        let thousandths = (value * 1000.0).round();
        (1.0..=1000.0).contains(&thousandths).then_some(Ratio { p: thousandths as u32, q: 1000 })
    }

    /// Returns the value as a float, for display.
    pub fn to_f64(self) -> f64 {
        f64::from(self.p) / f64::from(self.q)
    }

    /// Returns whether two bags of `a` and `b` keys that share `overlap` have a Jaccard of at least this: `overlap / (a
    /// + b - overlap) >= p/q`, in integers.
    pub fn reached(self, overlap: usize, a: usize, b: usize) -> bool {
        overlap as u64 * (u64::from(self.p) + u64::from(self.q)) >= u64::from(self.p) * (a + b) as u64
    }

    /// Returns the smallest overlap with which bags of `a` and `b` keys reach this Jaccard.
    pub fn least_overlap(self, a: usize, b: usize) -> usize {
        (u64::from(self.p) * (a + b) as u64).div_ceil(u64::from(self.p) + u64::from(self.q)) as usize
    }

    /// Returns the sizes `min..=max` that a bag may have to reach this Jaccard with a bag of `a` keys.
    pub fn sizes(self, a: usize) -> (usize, usize) {
        let (p, q, a) = (u64::from(self.p), u64::from(self.q), a as u64);
        ((p * a).div_ceil(q) as usize, (q * a / p) as usize)
    }

    /// Returns the largest bag that can reach this Jaccard with a bag of `a` keys while they share at most `overlap`.
    pub fn longest_with(self, a: usize, overlap: usize) -> usize {
        let (p, q) = (u64::from(self.p), u64::from(self.q));
        ((overlap as u64 * (p + q)) / p).saturating_sub(a as u64) as usize
    }

    /// Returns how many of a bag's `a` keys, in any fixed order, are enough: each bag that reaches this Jaccard with it
    /// holds one of them. `a - ceil(p/q * a) + 1`.
    pub fn prefix(self, a: usize) -> usize {
        if a == 0 { 0 } else { a - self.sizes(a).0 + 1 }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_f64())
    }
}

/// The least number of keys that memory is reserved for.
const LEAST_ROOM: usize = 64;

/// The bags of one record's units, one after the other in one allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bags {
    keys: Vec<u64>,
    ends: Vec<u32>,
}

impl Bags {
    /// Makes an empty list of bags.
    pub fn new() -> Bags {
        Bags::default()
    }

    /// Makes an empty list with room for this many bags and keys; see [`Bags::shrink`].
    pub fn with_room(bags: usize, keys: usize) -> Bags {
        Bags { keys: Vec::with_capacity(keys), ends: Vec::with_capacity(bags) }
    }

    /// Adds the next unit's bag. `keys` may come in any order and with repeats; it is left empty, to be reused. A bag
    /// may be empty: its unit is counted, and never found.
    pub fn push(&mut self, keys: &mut Vec<u64>) {
        keys.sort_unstable();
        let start = self.keys.len();
        if self.keys.capacity() - start < keys.len() {
            // A quarter more, since twice as many may not fit into memory.
            self.keys.reserve_exact(keys.len().max(start / 4).max(LEAST_ROOM));
        }
        let mut previous = None;
        let mut occurrence = 0;
        for &key in keys.iter() {
            occurrence = if previous == Some(key) { occurrence + 1 } else { 0 };
            previous = Some(key);
            self.keys.push(numbered(key, occurrence));
        }
        keys.clear();
        if let Some(bag) = self.keys.get_mut(start..) {
            bag.sort_unstable();
        }
        self.ends.push(u32::try_from(self.keys.len()).expect("a record holds fewer than 2^32 keys"));
    }

    /// Frees the memory reserved for further bags.
    pub fn shrink(&mut self) {
        self.keys.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Returns the number of units.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no unit.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the bag of a unit: sorted keys without repeats. Empty for a unit that does not exist.
    pub fn get(&self, unit: usize) -> &[u64] {
        let Some(&end) = self.ends.get(unit) else { return &[] };
        let start = unit.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        &self.keys[start as usize..end as usize]
    }

    /// Returns the bags of the units `first..last`; the first of them becomes unit 0.
    pub fn slice(&self, first: usize, last: usize) -> Bags {
        let mut bags = Bags::new();
        for bag in (first..last.min(self.len())).map(|unit| self.get(unit)) {
            bags.keys.extend_from_slice(bag);
            bags.ends.push(bags.keys.len() as u32);
        }
        bags
    }

    /// Iterates over all bags in the order of their units.
    pub fn iter(&self) -> impl Iterator<Item = &[u64]> {
        (0..self.len()).map(|unit| self.get(unit))
    }

    /// Returns the number of keys in all bags together.
    pub fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// Returns the keys of all bags, one bag after the other.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }
}

/// Returns the Jaccard of two bags of `a` and `b` keys that share `overlap`, 0 for two empty ones. To compare it with a
/// limit, use [`Ratio::reached`], which does not round.
pub fn jaccard(overlap: usize, a: usize, b: usize) -> f64 {
    overlap as f64 / (a + b - overlap).max(1) as f64
}

/// Counts the keys that two bags share. Both are sorted, as [`Bags::get`] returns them. `O(|a| + |b|)`.
pub fn overlap<K: Ord>(a: &[K], b: &[K]) -> usize {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                (i, j, shared) = (i + 1, j + 1, shared + 1);
            }
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(keys: &[u64]) -> Vec<u64> {
        let mut bags = Bags::new();
        bags.push(&mut keys.to_vec());
        bags.get(0).to_vec()
    }

    #[test]
    fn repeats_count_as_often_as_they_stand() {
        let (a, b) = (bag(&[7, 7, 7, 9]), bag(&[9, 7, 7]));
        assert_eq!(overlap(&a, &b), 3);
        assert_eq!((a.len(), b.len()), (4, 3));
    }

    #[test]
    fn the_jaccard_is_of_keys_in_both_over_keys_in_either() {
        assert_eq!((jaccard(3, 4, 4), jaccard(0, 4, 0), jaccard(0, 0, 0)), (0.6, 0.0, 0.0));
    }

    #[test]
    fn decides_without_rounding() {
        let ratio = Ratio::new(3, 5).unwrap();
        assert!(ratio.reached(3, 4, 4)); // 3/5 exactly
        assert!(!ratio.reached(2, 4, 4));
        assert_eq!(Ratio::from_f64(0.6).unwrap().to_f64(), 0.6);
        assert!(
            Ratio::from_f64(0.0).is_none()
                && Ratio::from_f64(1.1).is_none()
                && Ratio::from_f64(f64::NAN).is_none()
        );
    }

    #[test]
    fn bounds_agree_with_the_decision() {
        for (p, q) in [(1, 2), (2, 5), (3, 5), (9, 10), (1, 1)] {
            let ratio = Ratio::new(p, q).unwrap();
            for a in 1..30 {
                for b in 1..60 {
                    let least = (0..=a.min(b)).find(|&o| ratio.reached(o, a, b));
                    let (low, high) = ratio.sizes(a);
                    assert_eq!(least.is_some(), (low..=high).contains(&b), "{p}/{q} {a} {b}");
                    if let Some(least) = least {
                        assert_eq!(ratio.least_overlap(a, b), least);
                        assert!(least > a - ratio.prefix(a), "{p}/{q} {a} {b}");
                        assert!(ratio.longest_with(a, least) >= b && ratio.longest_with(a, least - 1) < b);
                    }
                }
            }
        }
    }

    #[test]
    fn units_without_keys_are_counted() {
        let mut bags = Bags::new();
        bags.push(&mut vec![]);
        bags.push(&mut vec![1]);
        assert_eq!((bags.len(), bags.get(0).len(), bags.get(1), bags.get(2).len()), (2, 0, &[1][..], 0));
    }
}

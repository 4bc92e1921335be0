//! Equal texts, found by 128 bits of hash.
//!
//! In: texts. Out: which of them were there before. The default of the exact stage: in practice no text is ever taken
//! for another (among 10⁹ texts, two different ones share a key with a probability below 10⁻²⁰), and 20 to 40 bytes per
//! text are less than all else that is kept of it. `O(n)` for n bytes of text. For sets that do not fit into memory,
//! see [`BloomFilter`](crate::BloomFilter).

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use ibid::tokenize::WordHash;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::Membership;

/// The key by which equal texts are found: 128 bits of xxh3 over the bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ExactKey(u128);

impl ExactKey {
    /// Returns the key of a text as it stands: with one more space it is another text.
    pub fn of(text: &str) -> ExactKey {
        ExactKey(xxh3_128(text.as_bytes()))
    }

    /// Returns both halves of the hash, the lower one first.
    pub(crate) fn halves(self) -> (u64, u64) {
        (self.0 as u64, (self.0 >> 64) as u64)
    }
}

impl Hash for ExactKey {
    /// Writes half of the key, which is a hash already.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0 as u64);
    }
}

/// A hash map's hasher for [`ExactKey`].
pub(crate) type ExactKeyHash = WordHash;

/// All texts so far, as 128 bits each.
#[derive(Clone, Debug, Default)]
pub struct ExactSet {
    keys: HashSet<ExactKey, ExactKeyHash>,
}

impl ExactSet {
    /// Makes an empty set.
    pub fn new() -> ExactSet {
        ExactSet::default()
    }

    /// Returns the number of different texts.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

impl Membership for ExactSet {
    fn name(&self) -> String {
        "exact(xxh3-128)".to_owned()
    }

    fn insert(&mut self, text: &str) -> bool {
        !self.keys.insert(ExactKey::of(text))
    }

    fn contains(&self, text: &str) -> bool {
        self.keys.contains(&ExactKey::of(text))
    }

    /// Returns the size of the standard library's table, which has a byte beside each place for a key, and keeps one
    /// place of eight free.
    fn size_bytes(&self) -> usize {
        let capacity = self.keys.capacity();
        let places = if capacity < 8 { capacity + capacity.min(1) } else { capacity / 7 * 8 };
        places * (size_of::<ExactKey>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_equal_texts_are_equal() {
        let mut set = ExactSet::new();
        for text in ["", "a", "a ", "A", "去重", "去重。"] {
            assert!(!set.insert(text), "{text}");
            assert!(set.insert(text), "{text}");
        }
        assert_eq!(set.len(), 6);
        (0..10_000).for_each(|number| _ = set.insert(&number.to_string()));
        assert_eq!(set.size_bytes(), 17 << 14, "a power of two of places");
    }
}

//! The hashes of a text that I-Match compares, one for each lexicon.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// The hashes of a text, one for each lexicon in which enough of its words are left. A nearly equal text has one in
/// common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LexiconHashes(pub(crate) Box<[LexiconHash]>);

/// 128 bits of hash over words and the number of their lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LexiconHash(pub(crate) u128);

impl LexiconHash {
    /// Hashes words in ascending order, and the lexicon's number, so that two lexicons never agree by leaving out the
    /// same words.
    pub(crate) fn of(lexicon: u32, words: &[u64]) -> LexiconHash {
        let mut hash = Xxh3::new();
        hash.update(&lexicon.to_le_bytes());
        words.iter().for_each(|word| hash.update(&word.to_le_bytes()));
        LexiconHash(hash.digest128())
    }
}

impl Hash for LexiconHash {
    /// Writes half of the hash, which is a hash already.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0 as u64);
    }
}

impl LexiconHashes {
    /// Returns the number of hashes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is no hash.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of hashes that two texts have in common.
    pub fn in_common(&self, other: &LexiconHashes) -> usize {
        self.0.iter().filter(|hash| other.0.contains(hash)).count()
    }
}

//! k-Shingle: every k consecutive words.
//!
//! Broder (1997). A sentence of L words has L − k + 1 keys, or one key of all its words if it is shorter than k.
//! The most accurate of the compared features, with three times the keys of Low-IDF-Sig. `O(words · k)`.

use super::{Feature, key};

/// k-Shingle with its width.
#[derive(Clone, Copy, Debug)]
pub struct Shingle {
    width: usize,
}

impl Shingle {
    /// Makes shingles of `k` words, at least 1.
    pub fn new(k: usize) -> Shingle {
        Shingle { width: k.max(1) }
    }
}

impl Feature for Shingle {
    fn name(&self) -> String {
        format!("shingle(k={})", self.width)
    }

    fn keys(&self, words: &[u64], out: &mut Vec<u64>) {
        if !words.is_empty() {
            out.extend(words.windows(self.width.min(words.len())).map(|words| key(words.iter().copied())));
        }
    }
}

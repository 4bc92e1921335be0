//! English words -> their stems: "copies" and "copying" are one word when reworded passages are looked for.

use std::cell::RefCell;
use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};
use xxhash_rust::xxh3::xxh3_64;

use crate::tokenize::{WordHash, fold};

/// How many stems a thread caches, at some 20 bytes each: the words of a few hundred books.
const MOST_REMEMBERED: usize = 1 << 18;

thread_local! {
    /// Stems by the hashes of their words as they are written. Only time depends on what is in it.
    static STEMS: RefCell<HashMap<u64, u64, WordHash>> = RefCell::default();
}

/// The hash of a word's stem by the Snowball rules for English; `None` for a word that is not ASCII, which has none.
pub(crate) fn hash_stem(word: &str) -> Option<u64> {
    if !word.is_ascii() {
        return None;
    }
    let stem = || {
        let lower = word.to_ascii_lowercase();
        fold::hash(&Stemmer::create(Algorithm::English).stem(&lower))
    };
    Some(STEMS.with_borrow_mut(|stems| {
        if stems.len() >= MOST_REMEMBERED {
            stems.clear();
        }
        *stems.entry(xxh3_64(word.as_bytes())).or_insert_with(stem)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (x, y) in [("copies", "copying"), ("Translated", "translate"), ("keeper's", "keeper")] {
            assert_eq!(hash_stem(x), hash_stem(y), "{x} {y}");
        }
        assert_ne!(hash_stem("keeper"), hash_stem("wick"));
        assert_eq!(hash_stem("中文"), None);
        // What is remembered is what is made.
        assert_eq!(hash_stem("copies"), Some(fold::hash("copi")));
        assert_eq!(hash_stem("copies"), Some(fold::hash("copi")));
    }
}

//! English words -> their stems: "copies" and "copying" are one word when reworded passages are looked for.

use std::cell::RefCell;
use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};

use crate::normalize::normalize;
use crate::tokenize::{WordHash, fold};

/// How many stems a thread caches, at some 20 bytes each: the words of a few hundred books.
const MOST_CACHED: usize = 1 << 18;

thread_local! {
    /// Stems by the hashes of their words. Only time depends on what is in it.
    static STEMS: RefCell<HashMap<u64, u64, WordHash>> = RefCell::default();
}

/// The hash of a word's stem by the Snowball rules for English. `hash` is that of the word as it is matched, `written` the
/// word as it is stored. A word that is not ASCII as it is matched is its own stem.
pub(crate) fn stem(hash: u64, written: &str) -> u64 {
    STEMS.with_borrow_mut(|stems| match stems.get(&hash) {
        Some(&stem) => stem,
        None => {
            let word = fold::fold(&normalize(written).text);
            // A word by itself may be normalized otherwise than among others: then it is not known what was matched.
            if fold::hash(&word) != hash {
                return hash;
            }
            if stems.len() >= MOST_CACHED {
                stems.clear();
            }
            let stemmed = || fold::hash(&Stemmer::create(Algorithm::English).stem(&word));
            let stem = if word.is_ascii() { stemmed() } else { hash };
            stems.insert(hash, stem);
            stem
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem_of(word: &str) -> u64 {
        stem(fold::hash_word(&normalize(word).text), word)
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (x, y) in [
            ("copies", "copying"),
            ("Translated", "translate"),
            ("keeper's", "keeper"),
            ("keeper’s", "keepers"),
            ("Cafés", "cafe"),
            ("exam-\nples", "example"),
        ] {
            assert_eq!(stem_of(x), stem_of(y), "{x} {y}");
        }
        assert_ne!(stem_of("keeper"), stem_of("wick"));
        // What is cached is what is made.
        assert_eq!(stem_of("copies"), fold::hash("copi"));
        assert_eq!(stem_of("copies"), fold::hash("copi"));
    }

    #[test]
    fn a_word_that_has_no_stem_is_its_own() {
        assert_eq!(stem_of("книги"), fold::hash("книги"));
        assert_eq!(stem(7, "matched otherwise"), 7);
    }
}

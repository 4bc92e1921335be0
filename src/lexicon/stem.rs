//! English words -> their stems: "copies" and "copying" are one word when reworded passages are looked for.

use std::cell::RefCell;

use rust_stemmers::{Algorithm, Stemmer};

use crate::normalize::normalize;
use crate::tokenize::fold;

/// The number of stems that a thread caches, at 16 bytes each: the words of a few hundred books.
const CACHED: usize = 1 << 18;

thread_local! {
    /// A cache of stems: hashes of words with the hashes of their stems, each word in the one slot that its hash names.
    /// Its contents affect nothing but time.
    static STEMS: RefCell<Vec<(u64, u64)>> = RefCell::default();
}

/// Returns the hash of a word's stem by the Snowball rules for English. `hash` is the hash of the word as it is
/// matched, `written` the word as it is stored. A word that is not ASCII as it is matched is its own stem.
pub(crate) fn stem(hash: u64, written: &str) -> u64 {
    STEMS.with_borrow_mut(|stems| {
        if stems.is_empty() {
            *stems = vec![(0, 0); CACHED];
        }
        let cached = &mut stems[hash as usize % CACHED];
        if cached.0 != hash || hash == 0 {
            let word = folded(written);
            // A word by itself may be normalized otherwise than in its text. Then the matched word is unknown, and is
            // its own stem.
            if fold::hash(&word) != hash {
                return hash;
            }
            let stem = match word.is_ascii() {
                true => fold::hash(&Stemmer::create(Algorithm::English).stem(&word)),
                false => hash,
            };
            *cached = (hash, stem);
        }
        cached.1
    })
}

/// Folds a word as it is matched. Normalizing changes nothing in a word of letters alone.
fn folded(written: &str) -> String {
    match written.as_bytes().iter().all(u8::is_ascii_alphabetic) {
        true => written.to_ascii_lowercase(),
        false => fold::fold(&normalize(written).text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem_of(word: &str) -> u64 {
        stem(fold::hash_word(&normalize(word).text), word)
    }

    #[test]
    fn words_of_letters_are_folded_as_others_are() {
        for written in ["a", "Keeper", "RESTLESS", "McDonald", "Il", "lI", "rn"] {
            assert_eq!(folded(written), fold::fold(&normalize(written).text), "{written}");
        }
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
        // The cached stem equals the computed one.
        assert_eq!(stem_of("copies"), fold::hash("copi"));
        assert_eq!(stem_of("copies"), fold::hash("copi"));
    }

    #[test]
    fn a_word_that_has_no_stem_is_its_own() {
        assert_eq!(stem_of("книги"), fold::hash("книги"));
        assert_eq!(stem(7, "matched otherwise"), 7);
    }
}

//! English words -> their stems: "copies" and "copying" are one word where passages in other words are looked for.

use rust_stemmers::{Algorithm, Stemmer};

use crate::tokenize::fold;

/// The hash of a word's stem by the Snowball rules for English; `None` for a word that is not ASCII, which has none.
pub(crate) fn hash_stem(word: &str) -> Option<u64> {
    if !word.is_ascii() {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    Some(fold::hash(&Stemmer::create(Algorithm::English).stem(&lower)))
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
    }
}

//! The folding that makes spellings one word: case, accents on Latin letters, compatibility forms, traditional
//! characters.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_64;

use super::eight::Eight;
use crate::text::is_han;

/// Returns the hash of a word that is already folded.
pub(crate) fn hash(folded: &str) -> u64 {
    xxh3_64(folded.as_bytes())
}

/// Returns the hash of a word's folded form.
pub(crate) fn hash_word(word: &str) -> u64 {
    match word.is_ascii() {
        true => hash_ascii_word(word, Eight::at(word.as_bytes(), 0)),
        false => hash(&fold(word)),
    }
}

/// Does the same for an ASCII word that begins with these eight bytes. Most have no more, and no capitals.
pub(super) fn hash_ascii_word(word: &str, first: Eight) -> u64 {
    if let Some(lower) = first.lower_case().get(..word.len()) {
        return xxh3_64(lower);
    }
    match word.as_bytes().iter().any(u8::is_ascii_uppercase) {
        true => hash(&word.to_ascii_lowercase()),
        false => hash(word),
    }
}

/// Folds a word: decomposes compatibility forms, lowers the case, and takes the accents off Latin letters.
pub(crate) fn fold(word: &str) -> String {
    let mut after_latin = false;
    let folded = word.nfkd().flat_map(char::to_lowercase).filter(|&c| {
        let accent = matches!(c, '\u{300}'..='\u{36F}');
        let keep = !(accent && after_latin);
        if !accent {
            after_latin = c.is_ascii_alphabetic();
        }
        keep
    });
    folded.nfc().collect()
}

/// Folds a word, and simplifies its Han characters.
pub fn folded(word: &str) -> String {
    fold(word).chars().map(simplified).collect()
}

/// Returns the simplified form of a Han character, or the character itself if it has none.
///
/// Each character becomes one, by its first reading: 后 stands for both 後 and 后, so that words, not characters, decide.
#[inline]
pub fn simplified(c: char) -> char {
    match common(c) {
        Some((form, _)) => form,
        None if is_han(c) => match FORMS.rare.binary_search_by_key(&c, |pair| pair.0) {
            Ok(at) => FORMS.rare[at].1,
            Err(_) => c,
        },
        None => c,
    }
}

/// Returns the hash of a Han character's simplified form, as a word.
pub(crate) fn hash_character(c: char) -> u64 {
    match common(c) {
        Some((_, hash)) => hash,
        None => hash(simplified(c).encode_utf8(&mut [0; 4])),
    }
}

/// The simplified forms: of U+3400 to U+9FFF one after the other, with their hashes, and of the other characters that
/// have one, in order.
struct Forms {
    common: Vec<(char, u64)>,
    rare: Vec<(char, char)>,
}

const FIRST: u32 = 0x3400;

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Forms { common: ('\u{3400}'..='\u{9FFF}').map(|c| (c, 0)).collect(), rare: vec![] };
    for line in include_str!("simplified.txt").lines() {
        let mut chars = line.chars();
        if let (Some(from), Some(to)) = (chars.next(), chars.next()) {
            if let Some(at) = u32::from(from).checked_sub(FIRST)
                && let Some(form) = forms.common.get_mut(at as usize)
            {
                form.0 = to;
            } else {
                forms.rare.push((from, to));
            }
        }
    }
    for (form, as_word) in &mut forms.common {
        *as_word = hash(form.encode_utf8(&mut [0; 4]));
    }
    forms
});

/// Returns the simplified form of a Han character from U+3400 to U+9FFF, and its hash.
fn common(c: char) -> Option<(char, u64)> {
    let at = u32::from(c).checked_sub(FIRST)?;
    let form = *FORMS.common.get(at as usize)?;
    is_han(c).then_some(form)
}

/// A hasher for maps keyed by words: a word is a hash already, and stands for itself.
pub type WordHash = std::hash::BuildHasherDefault<WordHasher>;

/// The hasher of [`WordHash`].
#[derive(Clone, Copy, Debug, Default)]
pub struct WordHasher(u64);

impl std::hash::Hasher for WordHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_are_equal() {
        for (a, b) in [
            ("Café", "cafe"),
            ("ＷＩＤＥ", "wide"),
            ("İstanbul", "istanbul"),
            ("ÉCOLE", "école"),
            ("ﬁn", "fin"),
        ] {
            assert_eq!(hash_word(a), hash_word(b), "{a} {b}");
        }
        assert_ne!(hash_word("й"), hash_word("и"), "an accent counts outside Latin");
        assert_eq!(hash_word(&"X".repeat(70)), hash_word(&"x".repeat(70)));
    }

    #[test]
    fn the_table_of_simplified_characters_is_sorted() {
        let lines: Vec<&str> = include_str!("simplified.txt").lines().collect();
        assert!(lines.len() > 4000 && lines.is_sorted_by_key(|line| line.chars().next()));
        for c in ['萬', '中', '㑮', '𫒡', '𠀀'] {
            assert_eq!(hash_character(c), hash(&simplified(c).to_string()), "{c}");
        }
        assert_eq!(['萬', '發', '中', 'a', '㑮', '𫒡'].map(simplified), ['万', '发', '中', 'a', '𫝈', '𫓷']);
    }
}

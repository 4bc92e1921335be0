//! Bytes of a text -> its code points.
//!
//! In: a text. Out: how many characters begin before a byte ([`CharIndex`]), or between two ([`Between`]).

use std::sync::{Arc, OnceLock};

/// Converts byte positions of one text into code points. `O(n)` to make, 4 bytes per KiB of text, `O(1)` a question.
#[derive(Clone, Debug)]
pub struct CharIndex<'t> {
    text: &'t str,
    chars_before: Arc<[u32]>,
}

const BLOCK_BYTES: usize = 1024;

impl<'t> CharIndex<'t> {
    /// Reads the text once.
    pub fn new(text: &'t str) -> CharIndex<'t> {
        let mut chars_before = Vec::with_capacity(text.len() / BLOCK_BYTES + 1);
        let mut chars = 0;
        for block in text.as_bytes().chunks(BLOCK_BYTES) {
            chars_before.push(chars);
            chars += count_chars(block);
        }
        CharIndex { text, chars_before: chars_before.into() }
    }

    /// What [`CharIndex::with`] takes: the figures without the text.
    pub(crate) fn figures(&self) -> Arc<[u32]> {
        Arc::clone(&self.chars_before)
    }

    /// An index with the figures of an earlier one of this text.
    pub(crate) fn with(text: &'t str, chars_before: Arc<[u32]>) -> CharIndex<'t> {
        CharIndex { text, chars_before }
    }

    /// How many characters begin before this byte.
    pub fn chars(&self, byte: u32) -> u32 {
        let byte = (byte as usize).min(self.text.len());
        let block = byte / BLOCK_BYTES;
        let Some(&before) = self.chars_before.get(block) else {
            return self.chars_before.last().copied().unwrap_or(0)
                + self
                    .chars_before
                    .len()
                    .checked_sub(1)
                    .map_or(0, |last| self.count(last * BLOCK_BYTES, byte));
        };
        before + self.count(block * BLOCK_BYTES, byte)
    }

    fn count(&self, from: usize, to: usize) -> u32 {
        self.text.as_bytes().get(from..to).map_or(0, count_chars)
    }
}

/// The number of characters that begin in these bytes of UTF-8.
fn count_chars(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32
}

/// The characters between two places of one text. What lies far apart is counted by an index, made when it is first needed.
#[derive(Debug)]
pub(crate) struct Between<'t> {
    text: &'t str,
    /// The figures of the index.
    index: OnceLock<Arc<[u32]>>,
}

impl<'t> Between<'t> {
    pub(crate) fn of(text: &'t str) -> Between<'t> {
        Between::with(text, OnceLock::new())
    }

    /// Takes the figures of an index of this text that was made before, if there is one.
    pub(crate) fn with(text: &'t str, index: OnceLock<Arc<[u32]>>) -> Between<'t> {
        Between { text, index }
    }

    /// The text.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// How many characters begin from one byte on, and before another; none where that does not lie behind.
    pub(crate) fn count(&self, from: u32, to: u32) -> u32 {
        let near =
            self.text.as_bytes().get(from as usize..to as usize).filter(|near| near.len() <= BLOCK_BYTES);
        match near {
            Some(near) => count_chars(near),
            None => {
                let figures = self.index.get_or_init(|| CharIndex::new(self.text).figures());
                let index = CharIndex::with(self.text, Arc::clone(figures));
                index.chars(to).saturating_sub(index.chars(from))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_characters_before_a_byte() {
        let text = "añ中𝄞b".repeat(700);
        let index = CharIndex::new(&text);
        for (chars, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!(index.chars(byte as u32), chars as u32);
        }
        assert_eq!(index.chars(text.len() as u32), 3500);
        assert_eq!(CharIndex::new("").chars(0), 0);
    }

    #[test]
    fn counts_characters_between_two_bytes_near_and_far() {
        let text = "añ中𝄞b".repeat(700);
        let between = Between::of(&text);
        for (from, to, expected) in [
            (0, 3, 2),
            (0, 11, 5),
            (11, 11, 0),
            (11, 5, 0),
            (0, 7700, 3500),
            (11, 7700, 3495),
            (7690, 9999, 4),
        ] {
            assert_eq!(between.count(from, to), expected, "{from} {to}");
        }
    }
}

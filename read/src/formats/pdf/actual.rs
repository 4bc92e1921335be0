//! The text that marked content gives for its glyphs (`/ActualText`).
//!
//! It is believed only where it can hide nothing: for glyphs whose font gives them no meaning, and for blanks that are
//! soft hyphens, which browsers paint where a word may be divided. Elsewhere the painted text counts: a reader of the
//! page sees the glyphs, and never this text.

use super::letter::{Letter, spread};
use super::letters;

/// Open marked content with a text of its own.
#[derive(Debug)]
pub(super) struct Actual {
    text: String,
    /// The depth of the marked content.
    pub depth: usize,
    /// The number of letters painted before it.
    start: usize,
    /// The place from its first glyph to its last. `None` if it has no glyphs.
    place: Option<Letter>,
    /// True if the font of a glyph gives the glyph a meaning.
    has_meaning: bool,
}

/// The most characters that the text may put in place of glyphs.
const LONGEST: usize = 64;

impl Actual {
    pub(super) fn new(text: String, depth: usize, start: usize) -> Self {
        Actual { text, depth, start, place: None, has_meaning: false }
    }

    /// Notes a glyph, and whether its font gives it a meaning.
    pub(super) fn glyph(&mut self, base: &Letter, has_meaning: bool) {
        self.has_meaning |= has_meaning;
        match &mut self.place {
            Some(place) => place.x1 = place.x1.max(base.x1),
            None => self.place = Some(base.clone()),
        }
    }

    /// Puts the text in place of its glyphs, where it is believed.
    pub(super) fn put(self, letters: &mut Vec<Letter>) {
        if self.has_meaning {
            let painted = letters.get(self.start..).unwrap_or_default();
            let is_soft = !self.text.is_empty() && self.text.chars().all(|c| c == '\u{AD}');
            if is_soft && painted.iter().all(|letter| letter.c == ' ') {
                letters.truncate(self.start);
            }
        } else if let Some(place) = self.place {
            let mut push = |c| letters.push(Letter { c, ..place.clone() });
            for c in self.text.chars().take(LONGEST) {
                letters::clean(c, &mut push);
            }
            spread(letters.get_mut(self.start..).unwrap_or_default(), &place);
        }
    }
}

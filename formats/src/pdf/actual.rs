//! What marked content says that its glyphs mean (`/ActualText`).
//!
//! It is believed only where it can hide nothing: for glyphs whose font does not tell what they mean, and of blanks that are
//! soft hyphens, as browsers paint them where a word might have been divided. Elsewhere what is painted counts, since a
//! reader of the page sees it and never sees this text.

use super::letter::{Letter, spread};
use super::letters;

/// Marked content that says what it means, while it is open.
#[derive(Debug)]
pub(super) struct Actual {
    text: String,
    /// How deep in marked content it stands.
    pub depth: usize,
    /// How many letters were painted before it.
    start: usize,
    /// From its first glyph to its last; nothing when there are none.
    place: Option<Letter>,
    /// Whether the font of one of them tells what it means.
    has_meaning: bool,
}

/// Glyphs stand for no more characters than this.
const LONGEST: usize = 64;

impl Actual {
    pub(super) fn new(text: String, depth: usize, start: usize) -> Self {
        Actual { text, depth, start, place: None, has_meaning: false }
    }

    /// Notes a glyph.
    pub(super) fn glyph(&mut self, base: &Letter, has_meaning: bool) {
        self.has_meaning |= has_meaning;
        match &mut self.place {
            Some(place) => place.x1 = place.x1.max(base.x1),
            None => self.place = Some(base.clone()),
        }
    }

    /// Puts its text into the place of the letters that it is believed for.
    pub(super) fn put(self, letters: &mut Vec<Letter>) {
        if self.has_meaning {
            let painted = letters.get(self.start..).unwrap_or_default();
            let is_soft = !self.text.is_empty() && self.text.chars().all(|c| c == '\u{AD}');
            if is_soft && painted.iter().all(|letter| letter.c == ' ') {
                letters.truncate(self.start);
            }
        } else if let Some(place) = self.place {
            let mut push = |c| letters.push(Letter { c, ..place.clone() });
            self.text.chars().take(LONGEST).for_each(|c| letters::clean(c, &mut push));
            spread(letters.get_mut(self.start..).unwrap_or_default(), &place);
        }
    }
}

//! The disguises that were undone: how many, and the first places.

use crate::text::Span;

/// The number of places that are kept for each kind; the others are only counted.
const MOST_PLACES: usize = 20;

/// The disguises of one kind that were undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Undone {
    /// Their number.
    pub(crate) count: u32,
    /// The first places, at most twenty, in the order of the text.
    pub(crate) places: Vec<Span>,
}

impl Undone {
    pub(super) fn add(&mut self, place: Span) {
        self.count += 1;
        if self.places.len() < MOST_PLACES {
            self.places.push(place);
        }
    }
}

/// The disguises that were undone, by kind. Large counts are a sign that a text was disguised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Obfuscation {
    /// Invisible characters taken out, not counting direction marks, soft hyphens and emoji styles.
    pub(crate) zero_width: Undone,
    /// Words in which letters of another script stood for Latin ones.
    pub(crate) look_alikes: Undone,
    /// Words with Latin and other letters that were left unchanged, because one of the other letters looks like no
    /// Latin one.
    pub(crate) mixed_script: Undone,
    /// Words written with a space between their letters.
    pub(crate) letter_spaced: Undone,
    /// Marks of writing direction taken out.
    pub(crate) bidi: Undone,
}

impl Obfuscation {
    fn kinds(&mut self) -> [&mut Undone; 5] {
        [
            &mut self.zero_width,
            &mut self.look_alikes,
            &mut self.mixed_script,
            &mut self.letter_spaced,
            &mut self.bidi,
        ]
    }

    /// Rewrites all places.
    pub(super) fn each_place(&mut self, rewrite: impl Fn(Span) -> Span) {
        for undone in self.kinds() {
            for place in &mut undone.places {
                *place = rewrite(*place);
            }
        }
    }

    /// Adds the disguises that a later step has undone.
    pub(super) fn add(&mut self, mut later: Obfuscation) {
        for (undone, later) in self.kinds().into_iter().zip(later.kinds()) {
            undone.count += later.count;
            undone.places.append(&mut later.places);
            undone.places.sort_unstable();
            undone.places.truncate(MOST_PLACES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_places_of_all_steps_are_kept() {
        let mut all = Obfuscation::default();
        for from in [100, 0] {
            let mut step = Obfuscation::default();
            (from..from + 15).for_each(|start| step.bidi.add(Span::new(start, start + 1)));
            all.add(step);
        }
        assert_eq!((all.bidi.count, all.bidi.places.len()), (30, MOST_PLACES));
        assert_eq!((all.bidi.places[0].start, all.bidi.places[19].start), (0, 104));
    }
}

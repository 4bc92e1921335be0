//! Recognizes monospaced type, in which code is set, by the widths of the letters alone, without the names of fonts.

/// The widths of the Latin letters of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Widths {
    /// The narrowest width, as a share of the size.
    narrowest: f32,
    widest: f32,
    /// The letters that occur, one bit per letter.
    seen: u32,
}

impl Default for Widths {
    fn default() -> Self {
        Widths { narrowest: f32::MAX, widest: 0.0, seen: 0 }
    }
}

/// The face of a line, by its letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Face {
    /// Too few letters to tell.
    #[default]
    Unknown,
    /// All letters are of one width.
    Mono,
    /// Letters are of different widths.
    Proportional,
}

/// The fewest different letters whose equal width is no accident.
const FEWEST: u32 = 4;

/// The relative difference up to which widths count as equal: programs round them.
const ROUNDED: f32 = 0.02;

impl Widths {
    /// Notes the width of a Latin letter. Other characters are skipped, since they have one width in many fonts.
    pub(super) fn add(&mut self, c: char, width: f32) {
        if c.is_ascii_alphabetic() {
            self.narrowest = self.narrowest.min(width);
            self.widest = self.widest.max(width);
            self.seen |= 1 << (c.to_ascii_lowercase() as u32 - u32::from(b'a'));
        }
    }

    /// Returns the widths of two pieces together.
    pub(super) fn with(self, other: Widths) -> Widths {
        Widths {
            narrowest: self.narrowest.min(other.narrowest),
            widest: self.widest.max(other.widest),
            seen: self.seen | other.seen,
        }
    }

    pub(super) fn face(self) -> Face {
        if self.seen != 0 && self.widest - self.narrowest > ROUNDED * self.widest {
            Face::Proportional
        } else if self.seen.count_ones() >= FEWEST {
            Face::Mono
        } else {
            Face::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_one_width_tell_the_face() {
        let check = |letters: &[(char, f32)], face: Face| {
            let mut widths = Widths::default();
            letters.iter().for_each(|&(c, width)| widths.add(c, width));
            assert_eq!(widths.face(), face, "{letters:?}");
        };
        check(&[('i', 0.6), ('w', 0.6), ('m', 0.6), ('e', 0.601)], Face::Mono);
        check(&[('i', 0.28), ('w', 0.72)], Face::Proportional);
        check(&[('i', 0.6), ('i', 0.6), ('m', 0.6)], Face::Unknown);
        check(&[('1', 0.5), ('2', 0.5), ('3', 0.5), ('4', 0.5)], Face::Unknown);
        check(&[], Face::Unknown);
    }
}

//! A character on a page, with its place and how it is painted.

/// A character on a page. Its place is in a frame that is turned so that its line runs to the right: `x` grows along the
/// line, `y` from line to line.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub c: char,
    pub x0: f32,
    pub x1: f32,
    /// The baseline.
    pub y: f32,
    /// The height of the font, in points.
    pub size: f32,
    /// How the line runs on the page, in degrees, clockwise from the right.
    pub angle: i16,
    /// Where its middle is on the page, not turned.
    pub middle: (f32, f32),
    /// The number of the painting operation.
    pub order: u32,
    pub ink: Ink,
    /// True if clips leave nothing of it.
    pub is_clipped: bool,
    pub mark: Mark,
}

/// What marked content a character is part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    #[default]
    None,
    /// What only the page needs.
    Artifact,
    /// The content of this number on its page.
    Content(i32),
}

/// How a character is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    /// In this color: red, green, blue from 0 to 1.
    Color([f32; 3]),
    /// In a pattern, or a color that cannot be told.
    Unknown,
    /// Told not to be painted, or painted without any opacity.
    None,
}

/// Colors nearer to each other than this, in each of red, green and blue, are not told apart.
const SAME_COLOR: f32 = 0.1;

/// Returns whether two inks are colors that are not told apart.
pub(super) fn is_same(a: Ink, b: Ink) -> bool {
    match (a, b) {
        (Ink::Color(a), Ink::Color(b)) => a.iter().zip(b).all(|(a, b)| (a - b).abs() < SAME_COLOR),
        _ => false,
    }
}

/// Puts letters side by side within the width of what they stand for.
pub(super) fn spread(letters: &mut [Letter], base: &Letter) {
    let step = (base.x1 - base.x0) / (letters.len() as f32).max(1.0);
    for (at, letter) in letters.iter_mut().enumerate() {
        letter.x0 = base.x0 + step * at as f32;
        letter.x1 = letter.x0 + step;
    }
}

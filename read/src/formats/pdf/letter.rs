//! A character on a page, with its place and its ink.

/// A character on a page. Its place is in a frame turned so that its line runs to the right: `x` grows along the line,
/// `y` from line to line.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub c: char,
    pub x0: f32,
    pub x1: f32,
    /// The baseline.
    pub y: f32,
    /// The height of the font, in points.
    pub size: f32,
    /// The direction of the line on the page, in degrees, clockwise from the right.
    pub angle: i16,
    /// The middle of the character on the page, in the unturned frame.
    pub middle: (f32, f32),
    /// The number of the painting operation.
    pub order: u32,
    pub ink: Ink,
    /// True if clips leave nothing of the character.
    pub is_clipped: bool,
    pub mark: Mark,
}

impl Letter {
    /// Returns whether a letter is painted right over the same letter.
    pub(super) fn is_over(&self, other: &Letter) -> bool {
        let near = 0.12 * other.size;
        self.c == other.c
            && (self.x0 - other.x0).abs() < near
            && (self.y - other.y).abs() < near
            && self.angle == other.angle
    }
}

/// The marked content that a character belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    #[default]
    None,
    /// Furniture of the page, such as heads and page numbers.
    Artifact,
    /// The content of this number on its page.
    Content(i32),
}

/// The ink of a character or an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    /// A color: red, green and blue from 0 to 1.
    Color([f32; 3]),
    /// A pattern, or an undetermined color.
    Unknown,
    /// Nothing: marked as not painted, or painted without opacity.
    None,
}

/// The difference, in each of red, green and blue, below which colors look the same.
const SAME_COLOR: f32 = 0.1;

/// Returns whether two inks are colors that look the same.
pub(super) fn is_same(a: Ink, b: Ink) -> bool {
    match (a, b) {
        (Ink::Color(a), Ink::Color(b)) => a.iter().zip(b).all(|(a, b)| (a - b).abs() < SAME_COLOR),
        _ => false,
    }
}

/// Spreads letters side by side across the width of the glyph that they stand for.
pub(super) fn spread(letters: &mut [Letter], base: &Letter) {
    let step = (base.x1 - base.x0) / (letters.len() as f32).max(1.0);
    for (at, letter) in letters.iter_mut().enumerate() {
        letter.x0 = base.x0 + step * at as f32;
        letter.x1 = letter.x0 + step;
    }
}

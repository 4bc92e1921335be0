//! Compares the outlines of letters with what the file says they are.
//!
//! A map to Unicode may say anything; the outlines are what a reader sees. Only coarse features are looked at, which the
//! letters of all common faces have: an `o` has a hole, an `n` has none, and nothing of an `a` is below the line. Small
//! capitals have the features of capitals. One outline that stands for two letters is told, too.
//! Time: each glyph of a font is looked at once.

use std::collections::HashMap;

use hayro_interpret::font::{Glyph, OutlineGlyph};
use hayro_interpret::kurbo::{BezPath, PathEl, Shape};

use super::letters::is_wide;

/// The glyphs of a file, and the letters they are said to be.
#[derive(Default)]
pub(super) struct Shapes {
    glyphs: HashMap<(u128, char), Seen>,
    /// The first letter that each outline is said to be.
    meanings: HashMap<u64, char>,
}

/// A glyph that is said to be a letter.
struct Seen {
    /// The font, as far as it can be told.
    font: u128,
    /// How often it is painted.
    count: usize,
    claim: Claim,
    /// Whether its outline stands for another letter, too.
    is_shared: bool,
}

/// What an outline says of the letter it is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Untested,
    Agrees,
    Disagrees,
}

/// In a font with fewer letters than this nothing is told: those of formulas are drawn in many ways.
const LEAST_LETTERS: usize = 40;

/// So many letters of a font have to look like others.
const LEAST_DISTINCT: usize = 3;

/// At least one of so many painted letters has to.
const ONE_OF: usize = 12;

/// So far below the line, in thousandths of the font's size, reaches no letter that stands on it.
const BELOW: f64 = -120.0;

/// Simpler outlines are those of more than one letter, such as a bar.
const LEAST_ELEMENTS: usize = 12;

impl Shapes {
    /// Notes a painted glyph and the letter it is said to be.
    pub(super) fn add(&mut self, glyph: &Glyph<'_>, said: char) {
        let Glyph::Outline(outline) = glyph else { return };
        if !said.is_ascii_alphabetic() && !is_wide(said) {
            return;
        }
        let key = outline.identifier().cache_key();
        if let Some(seen) = self.glyphs.get_mut(&(key, said)) {
            seen.count += 1;
            return;
        }
        let seen = self.look(outline, said);
        self.glyphs.insert((key, said), seen);
    }

    fn look(&mut self, outline: &OutlineGlyph, said: char) -> Seen {
        let font = outline.font_data().map_or(0, |data| data.cache_key);
        let path = outline.outline();
        let is_shared = path.elements().len() >= LEAST_ELEMENTS && self.means_another(&path, said);
        Seen { font, count: 1, claim: claim(said, &path), is_shared }
    }

    fn means_another(&mut self, path: &BezPath, said: char) -> bool {
        let said = said.to_ascii_lowercase();
        let first = *self.meanings.entry(hash(path)).or_insert(said);
        first != said && first.is_ascii_alphabetic() == said.is_ascii_alphabetic()
    }

    /// Returns how many of the painted letters may look like others.
    pub(super) fn doubtful(&self) -> usize {
        let mut fonts: HashMap<u128, (usize, usize, usize)> = HashMap::new();
        for seen in self.glyphs.values().filter(|seen| seen.claim != Claim::Untested) {
            let (tested, wrong, distinct) = fonts.entry(seen.font).or_default();
            *tested += seen.count;
            if seen.claim == Claim::Disagrees {
                *wrong += seen.count;
                *distinct += 1;
            }
        }
        let lie = |&&(tested, wrong, distinct): &&(usize, usize, usize)| {
            tested >= LEAST_LETTERS && distinct >= LEAST_DISTINCT && wrong * ONE_OF >= tested
        };
        let unlike: usize = fonts.values().filter(lie).map(|(_, wrong, _)| wrong).sum();
        let shared: Vec<usize> =
            self.glyphs.values().filter(|seen| seen.is_shared).map(|seen| seen.count).collect();
        let shared = if shared.len() >= LEAST_DISTINCT { shared.iter().sum() } else { 0 };
        unlike.max(shared)
    }
}

/// Compares an outline with the letter it is said to be.
fn claim(said: char, path: &BezPath) -> Claim {
    if path.elements().len() < 3 || !said.is_ascii_alphabetic() {
        return Claim::Untested;
    }
    let has_hole = has_hole(path);
    let is_below = path.bounding_box().y0 < BELOW;
    let wrong = match said {
        'a' | 'b' | 'd' | 'o' | 'A' | 'B' | 'D' | 'O' | 'P' | 'R' => !has_hole || is_below,
        'p' | 'q' | 'g' => !has_hole,
        'c' | 'h' | 'i' | 'k' | 'l' | 'm' | 'n' | 's' | 't' | 'u' | 'v' | 'w' | 'x' => has_hole || is_below,
        'C' | 'E' | 'F' | 'H' | 'I' | 'K' | 'L' | 'M' | 'N' | 'S' | 'T' | 'U' | 'V' | 'W' | 'X' => {
            has_hole || is_below
        }
        'e' | 'r' => is_below,
        'f' | 'j' | 'y' | 'z' => has_hole,
        _ => return Claim::Untested,
    };
    if wrong { Claim::Disagrees } else { Claim::Agrees }
}

/// Returns whether a part of an outline runs against the largest one: that is a hole.
fn has_hole(path: &BezPath) -> bool {
    let areas: Vec<f64> = parts(path).iter().map(Shape::area).collect();
    let largest = areas.iter().copied().fold(0.0_f64, |a, b| if b.abs() > a.abs() { b } else { a });
    areas.iter().any(|area| area * largest < 0.0 && area.abs() > 0.01 * largest.abs())
}

fn parts(path: &BezPath) -> Vec<BezPath> {
    let mut parts: Vec<BezPath> = Vec::new();
    for &element in path.elements() {
        if matches!(element, PathEl::MoveTo(_)) || parts.is_empty() {
            parts.push(BezPath::new());
        }
        if let Some(part) = parts.last_mut()
            && (matches!(element, PathEl::MoveTo(_)) || !part.elements().is_empty())
        {
            part.push(element);
        }
    }
    parts
}

/// A hash of an outline whose points are rounded (FNV-1a).
fn hash(path: &BezPath) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |value: i64| {
        hash = value
            .to_le_bytes()
            .iter()
            .fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    };
    for segment in path.segments() {
        let end = segment.as_path_el().end_point().unwrap_or_default();
        add(end.x.round() as i64);
        add(end.y.round() as i64);
    }
    hash
}

#[cfg(test)]
mod tests {
    use hayro_interpret::kurbo::{Circle, Rect};

    use super::*;

    fn ring() -> BezPath {
        let mut path = Circle::new((250.0, 250.0), 250.0).to_path(0.1);
        path.extend(Circle::new((250.0, 250.0), 150.0).to_path(0.1).reverse_subpaths());
        path
    }

    #[test]
    fn outlines_are_compared_with_what_is_said() {
        let bar = Rect::new(0.0, 0.0, 80.0, 700.0).to_path(0.1);
        let low = Rect::new(0.0, -200.0, 80.0, 500.0).to_path(0.1);
        for (said, path, expected) in [
            ('o', &ring(), Claim::Agrees),
            ('n', &ring(), Claim::Disagrees),
            ('l', &bar, Claim::Agrees),
            ('o', &bar, Claim::Disagrees),
            ('j', &low, Claim::Agrees),
            ('u', &low, Claim::Disagrees),
            ('中', &bar, Claim::Untested),
        ] {
            assert_eq!(claim(said, path), expected, "{said}");
        }
    }

    #[test]
    fn one_outline_for_two_letters_is_told() {
        let mut shapes = Shapes::default();
        assert!(!shapes.means_another(&ring(), 'o'));
        assert!(!shapes.means_another(&ring(), 'O') && !shapes.means_another(&ring(), '〇'));
        assert!(shapes.means_another(&ring(), 'x'));
    }

    #[test]
    fn a_font_of_which_many_letters_look_like_others_is_doubtful() {
        let mut shapes = Shapes::default();
        let mut put = |font, said, count, claim| {
            shapes.glyphs.insert((font, said), Seen { font, count, claim, is_shared: false });
        };
        put(1, 'a', 50, Claim::Disagrees);
        put(1, 'b', 50, Claim::Disagrees);
        put(2, 'c', 500, Claim::Agrees);
        for said in ['d', 'e', 'f'] {
            put(2, said, 10, Claim::Disagrees);
        }
        for said in ['x', 'y', 'z'] {
            put(3, said, 20, Claim::Disagrees);
        }
        assert_eq!(shapes.doubtful(), 60);
    }
}

//! Compares the outlines of letters with what the file says they are.
//!
//! A map to Unicode may say anything; the outlines are what a reader sees. First come coarse features that the letters
//! of all common faces have: an `o` has a hole, an `n` has none, and nothing of an `a` is below the line. Then the
//! outline is compared with the looks of letters, digits and Chinese characters in common faces (`looks`). Small
//! capitals have the features of capitals. Also detected are outlines that stand for two letters, and letters without
//! any meaning.
//!
//! Time: each glyph of a font is examined once.

use std::collections::HashMap;

use hayro_interpret::CacheKey;
use hayro_interpret::font::{Glyph, OutlineGlyph};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{BezPath, PathEl, Shape};

use super::drawing;
use super::grid::Grid;
use super::letters::{self, is_wide};
use super::looks;
use crate::formats::limits::Watch;

/// The glyphs of a file, and the letters that the file says they are.
#[derive(Default)]
pub(super) struct Shapes {
    glyphs: HashMap<(u128, GlyphMeaning), GlyphUse>,
    /// The first letter that each outline stands for.
    meanings: HashMap<u64, char>,
    /// The number of painted glyphs.
    painted: usize,
}

/// The meaning that a file gives to a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum GlyphMeaning {
    /// A letter or digit of ASCII.
    Latin(char),
    Han(char),
    /// Several letters that no common face draws as one glyph.
    Several,
    /// Nothing, but its code in the fonts of TeX is that of this letter.
    Guessed(char),
    /// Nothing.
    Unread,
}

/// The kinds of glyphs, each with a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Script {
    Latin,
    Han,
    Unread,
}

/// A glyph as examined.
struct GlyphUse {
    /// The key of its font, 0 if the font is unknown.
    font: u128,
    /// The number of times that it is painted.
    count: usize,
    claim: Claim,
    /// True if its outline also stands for another letter.
    is_shared: bool,
}

/// The result of comparing an outline with the letter that the file says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Untested,
    Agrees,
    Disagrees,
}

/// The counts of the painted letters of a font.
#[derive(Default)]
struct Tally {
    tested: usize,
    wrong: usize,
    /// The number of different letters that look like others.
    distinct: usize,
}

/// The limits above which the letters of a font are doubtful.
struct Rule {
    /// The fewest painted letters of a font that is judged: the letters of formulas are drawn in many ways.
    least_letters: usize,
    /// The fewest different letters of the font that must look like others.
    least_distinct: usize,
    /// At least one in this many painted letters must look like another.
    one_of: usize,
}

const OF_LATIN: Rule = Rule { least_letters: 40, least_distinct: 3, one_of: 12 };

/// The limits for Chinese characters. Brush scripts draw some of them unlike printed ones.
const OF_HAN: Rule = Rule { least_letters: 20, least_distinct: 8, one_of: 6 };

/// The limits for letters without a meaning, which the fonts of formulas have.
const OF_UNREAD: Rule = Rule { least_letters: 40, least_distinct: 10, one_of: 3 };

/// At least one in this many painted letters of a file must be unread.
const UNREAD_OF_ALL: usize = 10;

/// The amount by which an outline must resemble another letter more than its own.
const MARGIN: f32 = 0.2;

/// The likeness below which an outline is not the Chinese character that the file says it is.
const UNLIKE: f32 = 0.15;

/// The likeness above which an outline is a letter.
const LIKE: f32 = 0.8;

/// The depth below the line, in thousandths of the font's size, that no letter on the line reaches.
const BELOW: f64 = -120.0;

/// The fewest elements of an outline that can be called shared. A simpler one, such as a bar, fits several letters.
const LEAST_ELEMENTS: usize = 12;

/// The font key of all letters that are drawn by operations, which count as one font.
const DRAWN: u128 = u128::MAX;

/// Letters that common faces draw as one glyph.
const LIGATURES: &[&str] = &[
    "ff", "fi", "fl", "ffi", "ffl", "fj", "ffj", "ft", "fft", "fb", "ffb", "fh", "ffh", "fk", "ffk", "tt",
    "ti", "tf", "tti", "ct", "st", "sp", "Th", "Qu", "ij", "IJ", "ae", "AE", "oe", "OE", "ss", "lj", "nj",
    "dz", "LJ", "NJ", "DZ", "TM", "SM", "No", "kg", "km", "cm", "mm", "mg", "Hz",
];

impl GlyphMeaning {
    /// Classifies a meaning. `None` for characters that are not compared.
    fn of(meaning: Option<&BfString>) -> Option<GlyphMeaning> {
        let mut cleaned = String::new();
        let mut push = |c| cleaned.push(c);
        match meaning {
            Some(BfString::Char(' ' | '\u{A0}')) => return None,
            Some(BfString::Char(c)) => letters::clean(*c, &mut push),
            Some(BfString::String(text)) => letters::clean_all(text, &mut push),
            None => {}
        }
        let mut chars = cleaned.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Some(GlyphMeaning::Unread),
            (Some(c), None) if c.is_ascii_alphanumeric() => Some(GlyphMeaning::Latin(c)),
            (Some(c), None) if is_wide(c) => Some(GlyphMeaning::Han(c)),
            (Some(_), None) => None,
            _ if LIGATURES.contains(&cleaned.as_str()) => None,
            _ => cleaned.bytes().all(|byte| byte.is_ascii_alphabetic()).then_some(GlyphMeaning::Several),
        }
    }

    fn script(self) -> Script {
        match self {
            GlyphMeaning::Latin(_) | GlyphMeaning::Several => Script::Latin,
            GlyphMeaning::Han(_) => Script::Han,
            GlyphMeaning::Guessed(_) | GlyphMeaning::Unread => Script::Unread,
        }
    }
}

impl Script {
    fn rule(self) -> &'static Rule {
        match self {
            Script::Latin => &OF_LATIN,
            Script::Han => &OF_HAN,
            Script::Unread => &OF_UNREAD,
        }
    }
}

impl Rule {
    fn is_broken(&self, tally: &Tally) -> bool {
        tally.tested >= self.least_letters
            && tally.distinct >= self.least_distinct
            && tally.wrong * self.one_of >= tally.tested
    }
}

impl Shapes {
    /// Notes a painted glyph and the meaning that the file gives it.
    pub(super) fn add(&mut self, glyph: &Glyph<'_>, meaning: Option<&BfString>, watch: &Watch) {
        self.painted += 1;
        let Some(said) = GlyphMeaning::of(meaning) else { return };
        let said = match (said, glyph) {
            (GlyphMeaning::Latin(c), Glyph::Type3(drawn)) if drawn.as_unicode().is_none() => {
                GlyphMeaning::Guessed(c)
            }
            (said, _) => said,
        };
        let key = match glyph {
            Glyph::Outline(outline) => outline.identifier().cache_key(),
            Glyph::Type3(drawn) => drawn.cache_key(),
        };
        if let Some(seen) = self.glyphs.get_mut(&(key, said)) {
            seen.count += 1;
            return;
        }
        let seen = match glyph {
            Glyph::Outline(outline) => self.look(outline, said),
            Glyph::Type3(drawn) => {
                let path = drawing::outline(drawn, watch);
                let claim = path.map_or(Claim::Untested, |path| by_look(said, &path));
                GlyphUse { font: DRAWN, count: 1, claim, is_shared: false }
            }
        };
        self.glyphs.insert((key, said), seen);
    }

    fn look(&mut self, outline: &OutlineGlyph, said: GlyphMeaning) -> GlyphUse {
        let font = outline.font_data().map_or(0, |data| data.cache_key);
        let path = outline.outline();
        let (claim, is_shared) = match said {
            GlyphMeaning::Latin(c) | GlyphMeaning::Han(c) => {
                let is_shared = path.elements().len() >= LEAST_ELEMENTS && self.means_another(&path, c);
                (by_features(c, &path), is_shared)
            }
            GlyphMeaning::Several | GlyphMeaning::Guessed(_) | GlyphMeaning::Unread => {
                (Claim::Untested, false)
            }
        };
        let claim = if claim == Claim::Disagrees { claim } else { by_look(said, &path) };
        GlyphUse { font, count: 1, claim, is_shared }
    }

    fn means_another(&mut self, path: &BezPath, said: char) -> bool {
        let said = said.to_ascii_lowercase();
        let first = *self.meanings.entry(hash(path)).or_insert(said);
        first != said && first.is_ascii_alphabetic() == said.is_ascii_alphabetic()
    }

    /// Returns the number of painted letters that a reader may see as others.
    pub(super) fn doubtful(&self) -> usize {
        let mut fonts: HashMap<(u128, Script), Tally> = HashMap::new();
        for ((_, said), seen) in self.glyphs.iter().filter(|(_, seen)| seen.claim != Claim::Untested) {
            let tally = fonts.entry((seen.font, said.script())).or_default();
            tally.tested += seen.count;
            if seen.claim == Claim::Disagrees {
                tally.wrong += seen.count;
                tally.distinct += 1;
            }
        }
        let (mut unlike, mut unread, mut shared, mut shared_glyphs) = (0, 0, 0, 0);
        for ((_, script), tally) in fonts.iter().filter(|((_, script), tally)| script.rule().is_broken(tally))
        {
            match script {
                Script::Latin | Script::Han => unlike += tally.wrong,
                Script::Unread => unread += tally.wrong,
            }
        }
        if unread * UNREAD_OF_ALL < self.painted {
            unread = 0;
        }
        for seen in self.glyphs.values().filter(|seen| seen.is_shared) {
            shared += seen.count;
            shared_glyphs += 1;
        }
        if shared_glyphs < OF_LATIN.least_distinct {
            shared = 0;
        }
        shared.max(unlike + unread)
    }
}

/// Compares an outline with the looks of its letter in common faces.
fn by_look(said: GlyphMeaning, path: &BezPath) -> Claim {
    if path.elements().len() < 3 {
        return Claim::Untested;
    }
    let Some(grid) = Grid::of(path) else { return Claim::Untested };
    let is_wrong = match said {
        GlyphMeaning::Latin(c) | GlyphMeaning::Guessed(c) => {
            let like = looks::latin(c, &grid);
            like.other - like.said > MARGIN
        }
        GlyphMeaning::Han(c) => {
            let (own, letter) = (looks::han(c, &grid), looks::latin(' ', &grid).other);
            match own {
                Some(own) => own < UNLIKE || letter > LIKE.max(own + 2.0 * MARGIN),
                None if letter > LIKE => true,
                None => return Claim::Untested,
            }
        }
        GlyphMeaning::Several => looks::latin(' ', &grid).other > LIKE,
        GlyphMeaning::Unread => true,
    };
    if is_wrong { Claim::Disagrees } else { Claim::Agrees }
}

/// Compares the features of an outline with the features of the letter that the file says it is.
fn by_features(said: char, path: &BezPath) -> Claim {
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

/// Returns whether an outline has a hole: a part that runs against the largest one.
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

/// Returns a hash (FNV-1a) of an outline with rounded points.
fn hash(path: &BezPath) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for segment in path.segments() {
        let end = segment.as_path_el().end_point().unwrap_or_default();
        for value in [end.x, end.y] {
            for byte in (value.round() as i64).to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
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
            assert_eq!(by_features(said, path), expected, "{said}");
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
            let key = (u128::from(u32::from(said)), GlyphMeaning::Latin(said));
            shapes.glyphs.insert(key, GlyphUse { font, count, claim, is_shared: false });
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

    #[test]
    fn outlines_are_compared_with_common_faces() {
        let bar = Rect::new(0.0, 0.0, 700.0, 80.0).to_path(0.1);
        for (said, path, expected) in [
            (GlyphMeaning::Latin('o'), &ring(), Claim::Agrees),
            (GlyphMeaning::Latin('0'), &ring(), Claim::Agrees),
            (GlyphMeaning::Latin('d'), &ring(), Claim::Disagrees),
            (GlyphMeaning::Latin('7'), &ring(), Claim::Disagrees),
            (GlyphMeaning::Han('一'), &bar, Claim::Agrees),
            (GlyphMeaning::Han('川'), &bar, Claim::Disagrees),
            (GlyphMeaning::Han('䶵'), &bar, Claim::Untested),
            (GlyphMeaning::Several, &ring(), Claim::Disagrees),
            (GlyphMeaning::Unread, &ring(), Claim::Disagrees),
            (GlyphMeaning::Unread, &BezPath::new(), Claim::Untested),
        ] {
            assert_eq!(by_look(said, path), expected, "{said:?}");
        }
    }

    #[test]
    fn what_is_said_of_a_glyph_is_told_apart() {
        let check = |text: &str, said: Option<GlyphMeaning>| {
            let meaning = BfString::String(text.to_owned());
            assert_eq!(GlyphMeaning::of(Some(&meaning)), said, "{text}");
        };
        check("a\u{200B}", Some(GlyphMeaning::Latin('a')));
        check("fi", None);
        check("ab", Some(GlyphMeaning::Several));
        check("\u{200B}\u{E000}", Some(GlyphMeaning::Unread));
        check("中", Some(GlyphMeaning::Han('中')));
        assert_eq!(GlyphMeaning::of(Some(&BfString::Char(' '))), None);
        assert_eq!(GlyphMeaning::of(None), Some(GlyphMeaning::Unread));
    }

    #[test]
    fn letters_that_say_nothing_are_doubtful_where_they_are_many() {
        let mut shapes = Shapes { painted: 1_000, ..Shapes::default() };
        for key in 0..20 {
            let seen = GlyphUse { font: 1, count: 10, claim: Claim::Disagrees, is_shared: false };
            shapes.glyphs.insert((key, GlyphMeaning::Unread), seen);
        }
        assert_eq!(shapes.doubtful(), 200);
        shapes.painted = 10_000;
        assert_eq!(shapes.doubtful(), 0);
    }
}

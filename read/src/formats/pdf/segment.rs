//! Builds segments from characters: pieces of one line, in the order of the file, with blanks for gaps.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::face::Widths;
use super::letter::{Letter, Mark};
use super::letters::{accented, is_raised, is_wide, is_word_end};
use ibid::structure::HiddenWhy;

/// A piece of a line. Its place is in the frame of its characters: see [`Letter`].
#[derive(Clone, Debug, Default)]
pub(super) struct Segment {
    pub text: String,
    pub x0: f32,
    pub x1: f32,
    /// The baseline.
    pub y: f32,
    pub size: f32,
    pub angle: i16,
    /// The number of its visible characters.
    pub count: usize,
    pub hidden: Option<HiddenWhy>,
    pub mark: Mark,
    pub widths: Widths,
}

impl Segment {
    /// Returns the upper edge of its letters.
    pub(super) fn top(&self) -> f32 {
        self.y - 0.75 * self.size
    }

    /// Returns the lower edge of its letters.
    pub(super) fn bottom(&self) -> f32 {
        self.y + 0.2 * self.size
    }
}

/// Orders segments from left to right.
pub(super) fn from_left<S: Borrow<Segment>>(a: &S, b: &S) -> Ordering {
    a.borrow().x0.total_cmp(&b.borrow().x0)
}

/// Orders segments from top to bottom, and those of one height from left to right.
pub(super) fn from_top<S: Borrow<Segment>>(a: &S, b: &S) -> Ordering {
    a.borrow().y.total_cmp(&b.borrow().y).then(from_left(a, b))
}

/// The gap, as a share of the font's size, above which there is a blank. Kerning and letter-spacing make smaller gaps,
/// and the blanks of tightly justified lines are wider.
pub(super) const BLANK: f32 = 0.13;

/// The width, as a share of the font's size, up to which a blank of the file is not seen, since the next letter is
/// pulled back.
const UNSEEN: f32 = 0.05;

/// The gap, as a share of the font's size, from which it may separate columns or cells.
const BREAK: f32 = 1.0;

/// The distance, as a share of the font's size, that the baseline may move inside a segment.
const SHIFT: f32 = 0.1;

/// The distance, as a share of the font's size, by which the next letter may begin before the last one.
const BACK: f32 = 0.35;

/// Builds segments from letters, in their order. `why` returns the reason why a letter is not seen.
pub(super) fn segments(
    letters: &[Letter],
    mut why: impl FnMut(&Letter) -> Option<HiddenWhy>,
) -> Vec<Segment> {
    let mut out: Vec<Segment> = Vec::new();
    let mut line = Line::default();
    for letter in letters {
        let hidden = why(letter);
        if letter.c == ' ' {
            line.blank = true;
            continue;
        }
        let follows = out.last().is_some_and(|open| line.follows(open, letter, hidden));
        if !follows {
            line = Line::default();
            out.push(Segment {
                x0: letter.x0,
                y: letter.y,
                size: letter.size,
                angle: letter.angle,
                hidden,
                mark: letter.mark,
                ..Segment::default()
            });
        }
        if let Some(open) = out.last_mut() {
            line.push(open, letter);
        }
    }
    out
}

/// The state at the end of the open segment.
#[derive(Default)]
struct Line {
    last: Option<Letter>,
    /// True if the file has a blank after the last letter.
    blank: bool,
}

impl Line {
    fn follows(&self, open: &Segment, letter: &Letter, hidden: Option<HiddenWhy>) -> bool {
        let Some(last) = &self.last else { return false };
        let size = open.size.max(letter.size);
        let gap = letter.x0 - last.x1;
        letter.angle == open.angle
            && hidden == open.hidden
            && letter.mark == open.mark
            && (letter.y - open.y).abs() <= SHIFT * size
            && (letter.size - open.size).abs() <= 0.25 * size
            && gap < BREAK * size
            && letter.x0 >= last.x0 - BACK * size
    }

    fn push(&mut self, open: &mut Segment, letter: &Letter) {
        if let Some(last) = &self.last {
            let gap = letter.x0 - last.x1;
            let over = letter.x0 < last.x0 + 0.5 * (last.x1 - last.x0);
            if over && let Some(joined) = accented(last.c, letter.c).or_else(|| accented(letter.c, last.c)) {
                open.text.pop();
                open.text.push(joined);
                open.x1 = open.x1.max(letter.x1);
                self.last = Some(Letter { c: joined, x1: last.x1.max(letter.x1), ..letter.clone() });
                return;
            }
            let wide = is_set_tight(last.c) && is_set_tight(letter.c);
            // A superscript digit right behind a word is set apart, as digits raised by their place are.
            let is_mark = is_raised(letter.c) && !is_raised(last.c) && is_word_end(&open.text);
            if is_mark
                || (self.blank && !wide && gap > UNSEEN * open.size)
                || (gap > BLANK * open.size && !(wide && gap < 0.7 * open.size))
            {
                open.text.push(' ');
            }
        }
        self.blank = false;
        open.text.push(letter.c);
        open.widths.add(letter.c, (letter.x1 - letter.x0) / letter.size.max(0.1));
        open.count += 1;
        open.x1 = open.x1.max(letter.x1);
        self.last = Some(letter.clone());
    }
}

/// Returns whether a character is written without blanks around it. Wide forms of Latin letters and digits make words,
/// and are not.
fn is_set_tight(c: char) -> bool {
    is_wide(c) && !matches!(c, '\u{FF10}'..='\u{FF19}' | '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}')
}

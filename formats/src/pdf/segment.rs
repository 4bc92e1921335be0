//! Characters to segments: pieces of one line, as they follow one another in the file, with blanks where there are gaps.

use super::face::Widths;
use super::letter::{Letter, Mark};
use super::letters::{accented, is_raised, is_wide, is_word_end};
use crate::Why;

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
    /// How many visible characters it has.
    pub count: usize,
    pub hidden: Option<Why>,
    pub mark: Mark,
    pub widths: Widths,
}

impl Segment {
    /// The upper edge of its letters.
    pub(super) fn top(&self) -> f32 {
        self.y - 0.75 * self.size
    }

    /// The lower edge of its letters.
    pub(super) fn bottom(&self) -> f32 {
        self.y + 0.2 * self.size
    }
}

/// Gaps from this share of the font's size are blanks. Letters are kerned and set apart by less, and the blanks of tightly
/// justified lines are wider.
pub(super) const BLANK: f32 = 0.13;

/// A blank of the file that is narrower than this share of the font's size is not seen: it is pulled back.
const UNSEEN: f32 = 0.05;

/// Gaps from this share of the font's size may be the space between columns or cells.
const BREAK: f32 = 1.0;

/// How far, in shares of the font's size, the baseline may move inside a segment.
const SHIFT: f32 = 0.1;

/// How far back, in shares of the font's size, the next letter may begin.
const BACK: f32 = 0.35;

/// Makes segments of letters, in their order. `why` tells what hides a letter.
pub(super) fn segments(letters: &[Letter], mut why: impl FnMut(&Letter) -> Option<Why>) -> Vec<Segment> {
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

/// What is known of the end of the segment that is open.
#[derive(Default)]
struct Line {
    last: Option<Letter>,
    /// Whether the file has a blank after the last letter.
    blank: bool,
}

impl Line {
    fn follows(&self, open: &Segment, letter: &Letter, hidden: Option<Why>) -> bool {
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
            // A mark right behind a word is set apart, as those are that are raised by their place.
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

/// Returns whether a character is written without blanks around it. Wide forms of Latin letters and digits make words.
fn is_set_tight(c: char) -> bool {
    is_wide(c) && !matches!(c, '\u{FF10}'..='\u{FF19}' | '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}')
}

//! Puts marks that a file paints apart from their line where they stand.
//!
//! Programs that set quotation marks and brackets in another font paint them behind the character that they precede,
//! behind their line, or behind the page. In the order of the file such a mark would follow the wrong word. Only pieces
//! of marks alone are moved, and only to a letter on their baseline that they touch: the order of the file distinguishes
//! columns and notes. `O(n log n)` for n letters.

use std::collections::HashMap;
use std::ops::Range;

use super::letter::Letter;

/// The most marks of a piece that is moved, such as `。”`.
const MOST: usize = 3;

/// The gap, as a share of the font's size, up to which letters touch.
const GAP: f32 = 0.35;

/// The overlap, as a share of the font's size, up to which letters touch: full-width marks are set tight.
const OVERLAP: f32 = 0.55;

/// The height, in points, of the rows by which letters are found.
const ROW: f32 = 4.0;

/// The number of letters of a row that are looked at for a baseline.
const NEAR: usize = 8;

/// Moves stray marks to the letters that they touch.
pub(super) fn place(letters: &mut Vec<Letter>) {
    let (mut homes, mut strays, mut start) = (Homes { letters, rows: HashMap::new() }, vec![], 0);
    for piece in letters.chunk_by(touch) {
        let places = start..start + piece.len();
        start = places.end;
        match is_stray(piece) {
            true => strays.push(places),
            false => homes.add(places),
        }
    }
    if strays.is_empty() {
        return;
    }
    homes.sort();
    // Each letter is behind itself; a mark that is moved is in front of its new neighbor, or behind it.
    let mut order: Vec<((usize, Side), usize)> = (0..letters.len()).map(|at| ((at, Side::At), at)).collect();
    for stray in strays {
        if let Some(new) = homes.place_of(&letters[stray.clone()]) {
            for (place, _) in &mut order[stray] {
                *place = new;
            }
        }
    }
    order.sort_by(|(a, one), (b, other)| a.cmp(b).then(letters[*one].x0.total_cmp(&letters[*other].x0)));
    *letters = order.into_iter().map(|(_, at)| letters[at].clone()).collect();
}

/// The side of a letter that a mark stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Before,
    At,
    Behind,
}

/// The letters that marks may stand beside.
struct Homes<'l> {
    letters: &'l [Letter],
    /// The places of the letters by the rows of the page, each row from left to right.
    rows: HashMap<(i16, i32), Vec<usize>>,
}

impl Homes<'_> {
    fn add(&mut self, places: Range<usize>) {
        for at in places {
            let letter = &self.letters[at];
            self.rows.entry((letter.angle, row(letter.y))).or_default().push(at);
        }
    }

    fn sort(&mut self) {
        let rows = self.rows.values_mut();
        rows.for_each(|row| row.sort_by(|&a, &b| self.letters[a].x0.total_cmp(&self.letters[b].x0)));
    }

    /// Returns the letter that a piece stands behind, else the one that it stands before.
    fn place_of(&self, piece: &[Letter]) -> Option<(usize, Side)> {
        let (first, last) = (piece.first()?, piece.last()?);
        let mut before = None;
        for step in -1..=1 {
            let Some(row) = self.rows.get(&(first.angle, row(first.y) + step)) else { continue };
            let (left, right) = row.split_at(row.partition_point(|&at| self.letters[at].x0 <= first.x0));
            for &home in left.iter().rev().take(NEAR) {
                if touch(&self.letters[home], first) {
                    return Some((home, Side::Behind));
                }
            }
            before = before.or(right.iter().take(NEAR).find(|&&at| touch(last, &self.letters[at])));
        }
        Some((*before?, Side::Before))
    }
}

fn row(y: f32) -> i32 {
    (y / ROW).floor() as i32
}

/// Returns whether a letter stands right behind another one on its baseline.
fn touch(a: &Letter, b: &Letter) -> bool {
    let (size, gap) = (a.size.max(b.size), b.x0 - a.x1);
    a.angle == b.angle
        && a.mark == b.mark
        && (a.y - b.y).abs() <= 0.1 * size
        && (a.size - b.size).abs() <= 0.25 * size
        && b.x0 >= a.x0
        && (-OVERLAP * size..=GAP * size).contains(&gap)
}

fn is_stray(piece: &[Letter]) -> bool {
    piece.len() <= MOST && piece.iter().all(|letter| is_mark(letter.c))
}

/// Returns whether a character is a quotation mark, a bracket, or punctuation that other fonts are used for.
fn is_mark(c: char) -> bool {
    matches!(c, '"' | '\'' | '(' | ')' | '[' | ']' | '\u{2018}'..='\u{201F}' | '«' | '»' | '‹' | '›')
        || matches!(c, '，' | '：' | '；' | '？' | '！' | '（' | '）' | '［' | '］' | '\u{3001}'..='\u{3002}')
        || matches!(c, '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{3015}' | '—' | '…' | '·')
}

#[cfg(test)]
mod tests {
    use super::super::letter::{Ink, Mark};
    use super::*;

    /// Returns letters of ten points, each with its place; marks are a third of that wide.
    fn placed(letters: &[(char, f32, f32)]) -> String {
        let letter = |&(c, x0, y): &(char, f32, f32)| Letter {
            c,
            x0,
            x1: x0 + if is_mark(c) { 3.3 } else { 10.0 },
            y,
            size: 10.0,
            angle: 0,
            middle: (x0, y),
            order: 0,
            ink: Ink::Unknown,
            is_clipped: false,
            mark: Mark::None,
        };
        let mut letters: Vec<Letter> = letters.iter().map(letter).collect();
        place(&mut letters);
        letters.iter().map(|letter| letter.c).collect()
    }

    #[test]
    fn a_mark_stands_before_the_character_that_it_was_painted_behind() {
        let line = [('悲', 10.0, 0.0), ('“', 6.7, 0.0), ('白', 20.0, 0.0), ('发', 30.0, 0.0)];
        assert_eq!(placed(&line), "“悲白发");
    }

    #[test]
    fn marks_painted_behind_their_lines_are_set_into_them() {
        let mut page = vec![];
        for y in [0.0, 15.0] {
            page.extend([('他', 0.0, y), ('说', 10.0, y), ('是', 23.3, y), ('的', 33.3, y), ('了', 46.6, y)]);
        }
        for y in [0.0, 15.0] {
            page.extend([('”', 43.3, y), ('“', 20.0, y)]);
        }
        assert_eq!(placed(&page), "他说“是的”了".repeat(2));
    }

    #[test]
    fn marks_in_their_place_and_marks_of_nothing_stay() {
        let line = [('“', 0.0, 0.0), ('白', 3.3, 0.0), ('”', 13.3, 0.0), ('“', 60.0, 0.0), ('发', 20.0, 0.0)];
        assert_eq!(placed(&line), "“白”“发");
        let formula = [('x', 0.0, 0.0), ('y', 30.0, 0.0), ('=', 12.0, 0.0)];
        assert_eq!(placed(&formula), "xy=");
    }
}

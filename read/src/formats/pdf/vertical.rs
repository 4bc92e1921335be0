//! Chinese text that runs from top to bottom, painted letter by letter in a font for horizontal text.
//!
//! Fonts for vertical text are marked as such, and their letters come turned. Browsers instead paint upright letters
//! one below the other. Four such letters in a row form a vertical line, and are turned here like the others.

use super::letter::Letter;
use super::letters::is_wide;

/// The fewest letters one below the other that are no accident.
const FEWEST: usize = 4;

/// Turns the letters of vertical lines.
pub(super) fn turn(letters: &mut [Letter]) {
    let mut columns: Vec<Column> = Vec::new();
    for line in letters.chunk_by_mut(is_below) {
        if line.len() >= FEWEST
            && let [first, .., last] = &*line
        {
            let slack = 4.0 * first.size;
            let column = Column { x: first.x0, top: first.y - slack, bottom: last.y + slack };
            for letter in line {
                turn_one(letter, &column);
            }
            columns.push(column);
        }
    }
    columns.truncate(MOST_COLUMNS);
    // Marks and other separately painted letters belong to the line around them.
    for letter in letters {
        if letter.angle == 0
            && is_wide(letter.c)
            && let Some(column) = columns.iter().find(|column| column.is_around(letter))
        {
            turn_one(letter, column);
        }
    }
}

/// A vertical line.
struct Column {
    x: f32,
    top: f32,
    bottom: f32,
}

impl Column {
    fn is_around(&self, letter: &Letter) -> bool {
        (letter.x0 - self.x).abs() < 0.7 * letter.size && (self.top..self.bottom).contains(&letter.y)
    }
}

/// The most vertical lines of a page.
const MOST_COLUMNS: usize = 500;

fn is_below(a: &Letter, b: &Letter) -> bool {
    let upright = a.angle == 0 && b.angle == 0 && is_wide(a.c) && is_wide(b.c);
    upright && (a.x0 - b.x0).abs() < 0.2 * a.size && (0.7 * a.size..1.7 * a.size).contains(&(b.y - a.y))
}

fn turn_one(letter: &mut Letter, column: &Column) {
    let top = letter.y - 0.85 * letter.size;
    letter.y = -column.x;
    (letter.x0, letter.x1) = (top, top + letter.size);
    letter.angle = 90;
}

#[cfg(test)]
mod tests {
    use super::super::letter::{Ink, Mark};
    use super::*;

    fn letters(places: &[(char, f32, f32)]) -> Vec<Letter> {
        let new = |&(c, x0, y): &(char, f32, f32)| Letter {
            c,
            x0,
            x1: x0 + 10.0,
            y,
            size: 10.0,
            angle: 0,
            middle: (x0, y),
            order: 0,
            ink: Ink::Unknown,
            is_clipped: false,
            mark: Mark::None,
        };
        places.iter().map(new).collect()
    }

    #[test]
    fn letters_one_below_the_other_are_a_vertical_line() {
        let mut line = letters(&[
            ('看', 90.0, 20.0),
            ('守', 90.0, 32.0),
            ('人', 90.0, 44.0),
            ('数', 90.0, 56.0),
            ('船', 70.0, 20.0),
        ]);
        turn(&mut line);
        assert_eq!(line.iter().map(|letter| letter.angle).collect::<Vec<_>>(), [90, 90, 90, 90, 0]);
        assert!(line[0].x0 < line[1].x0 && line[0].y == line[1].y);
    }

    #[test]
    fn lines_that_run_to_the_right_are_not_turned() {
        let mut line =
            letters(&[('看', 90.0, 20.0), ('守', 100.0, 20.0), ('人', 110.0, 20.0), ('数', 120.0, 20.0)]);
        turn(&mut line);
        assert!(line.iter().all(|letter| letter.angle == 0));
        let mut short = letters(&[('一', 90.0, 20.0), ('二', 90.0, 32.0), ('三', 90.0, 44.0)]);
        turn(&mut short);
        assert!(short.iter().all(|letter| letter.angle == 0));
    }
}

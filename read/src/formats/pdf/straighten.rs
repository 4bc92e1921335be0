//! Sorts the letters of a line by their places where a file paints them in another order.
//!
//! Most files paint a line from its beginning to its end, and their order is kept, since it distinguishes columns and
//! notes. Where many letters of one baseline step back, the order of the file means nothing to a reader.

use super::letter::Letter;

/// The distance, as a share of the font's size, by which a letter must begin before the last one to step back.
const BACK: f32 = 0.2;

/// The overlap, as a share of the font's size, that two adjacent letters may have.
const OVERLAP: f32 = 0.35;

/// The fewest steps back in a mixed line. Fewer are usual between the pieces of a line.
const LEAST: usize = 3;

/// At least one in this many steps goes back in a mixed line.
const ONE_OF: usize = 3;

/// Sorts the letters of lines that are painted in another order than they stand.
pub(super) fn straighten(letters: &mut [Letter]) {
    for line in letters.chunk_by_mut(are_of_one_line) {
        if is_mixed(line) {
            sort(line);
        }
    }
}

fn are_of_one_line(a: &Letter, b: &Letter) -> bool {
    a.angle == b.angle && a.mark == b.mark && (a.y - b.y).abs() <= 0.1 * a.size.max(b.size)
}

fn is_mixed(run: &[Letter]) -> bool {
    let steps = run.len().saturating_sub(1);
    let backs = run.windows(2).filter(|pair| pair[1].x0 < pair[0].x0 - BACK * pair[0].size).count();
    backs >= LEAST && backs * ONE_OF >= steps && !run.iter().any(|letter| runs_left(letter.c))
}

/// Sorts a run, unless letters come to overlap: then it is painted more than once.
fn sort(run: &mut [Letter]) {
    let mut sorted = run.to_vec();
    sorted.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let shown: Vec<&Letter> = sorted.iter().filter(|letter| letter.c != ' ').collect();
    if shown.windows(2).all(|pair| pair[1].x0 >= pair[0].x1 - OVERLAP * pair[0].size) {
        run.clone_from_slice(&sorted);
    }
}

/// Returns whether a letter belongs to a script that is written from right to left.
fn runs_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

#[cfg(test)]
mod tests {
    use super::super::letter::{Ink, Mark};
    use super::*;

    fn line(places: &[(char, f32)]) -> Vec<Letter> {
        let letter = |&(c, x0): &(char, f32)| Letter {
            c,
            x0,
            x1: x0 + 5.0,
            y: 100.0,
            size: 10.0,
            angle: 0,
            middle: (x0, 100.0),
            order: 0,
            ink: Ink::Unknown,
            is_clipped: false,
            mark: Mark::None,
        };
        places.iter().map(letter).collect()
    }

    fn straightened(places: &[(char, f32)]) -> String {
        let mut letters = line(places);
        straighten(&mut letters);
        letters.iter().map(|letter| letter.c).collect()
    }

    #[test]
    fn letters_painted_backwards_or_mixed_are_put_in_order() {
        let placed = |text: &str| -> Vec<(char, f32)> {
            text.chars().enumerate().map(|(at, c)| (c, at as f32 * 5.0)).collect()
        };
        let mut backwards = placed("ferry late");
        backwards.reverse();
        assert_eq!(straightened(&backwards), "ferry late");
        let all = placed("abcdefgh");
        let mixed: Vec<(char, f32)> = [6, 1, 4, 0, 7, 2, 5, 3].map(|at: usize| all[at]).to_vec();
        assert_eq!(straightened(&mixed), "abcdefgh");
    }

    #[test]
    fn other_orders_are_kept() {
        let two_pieces: Vec<(char, f32)> = "second first"
            .chars()
            .zip([60, 65, 70, 75, 80, 85, 90, 0, 5, 10, 15, 20].map(|x| x as f32))
            .collect();
        assert_eq!(straightened(&two_pieces), "second first");
        let twice: Vec<(char, f32)> = "dcbadcba".chars().zip([15., 10., 5., 0., 15., 10., 5., 0.]).collect();
        assert_eq!(straightened(&twice), "dcbadcba");
        let hebrew: Vec<(char, f32)> = "שלום".chars().zip([15., 10., 5., 0.]).collect();
        assert_eq!(straightened(&hebrew), "שלום");
    }
}

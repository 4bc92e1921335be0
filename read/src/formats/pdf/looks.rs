//! The looks of letters, digits and Chinese characters in common faces, to compare outlines with.
//!
//! The tables were measured by `lab/scripts/letter_shapes.py`. A record has ten bytes: a character, and the cells of
//! its grid that have more ink than the mean. A letter has one record for each of sixteen faces, each of 9,000 Chinese
//! characters one record from one of four faces.

use super::grid::Grid;

const LATIN: &[u8] = include_bytes!("shapes/latin.bin");
const HAN: &[u8] = include_bytes!("shapes/han.bin");

/// The length of a record, in bytes.
const RECORD: usize = 10;

/// The likeness of an outline to the letter that the file says it is, and to the other letter that it resembles most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Likeness {
    pub said: f32,
    pub other: f32,
}

/// Compares a grid with all letters and digits. Small and capital letters are not distinguished.
pub(super) fn latin(said: char, grid: &Grid) -> Likeness {
    let mut found = Likeness { said: -1.0, other: -1.0 };
    for (letter, bits) in LATIN.chunks_exact(RECORD).filter_map(record) {
        let like = grid.likeness(bits);
        let best = if kin(letter) == kin(said) { &mut found.said } else { &mut found.other };
        *best = best.max(like);
    }
    found
}

/// Compares a grid with a Chinese character. `None` if the character is not in the table.
pub(super) fn han(said: char, grid: &Grid) -> Option<f32> {
    let (mut low, mut high) = (0, HAN.len() / RECORD);
    while low < high {
        let middle = low.midpoint(high);
        let (sign, bits) = HAN.get(middle * RECORD..).and_then(record)?;
        match sign.cmp(&said) {
            std::cmp::Ordering::Equal => return Some(grid.likeness(bits)),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

/// Returns the character and the grid of a record.
fn record(bytes: &[u8]) -> Option<(char, u64)> {
    let (code, bits) = bytes.get(..RECORD)?.split_first_chunk::<2>()?;
    Some((char::from_u32(u32::from(u16::from_be_bytes(*code)))?, u64::from_be_bytes(*bits.first_chunk()?)))
}

/// Returns the letter that stands for all letters and digits that look like it.
fn kin(c: char) -> char {
    match c.to_ascii_lowercase() {
        'l' | '1' => 'i',
        '0' => 'o',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use hayro_interpret::kurbo::{BezPath, Circle, Rect, Shape};

    use super::*;

    fn ring() -> BezPath {
        let mut path = Circle::new((250.0, 250.0), 250.0).to_path(0.1);
        path.extend(Circle::new((250.0, 250.0), 170.0).to_path(0.1).reverse_subpaths());
        path
    }

    #[test]
    fn an_outline_is_like_its_own_letter() {
        let ring = Grid::of(&ring()).unwrap();
        for (said, is_like) in
            [('o', true), ('O', true), ('0', true), ('x', false), ('t', false), ('7', false)]
        {
            let found = latin(said, &ring);
            assert_eq!(found.said > found.other - 0.1, is_like, "{said}: {found:?}");
        }
    }

    #[test]
    fn chinese_characters_are_found_in_the_table() {
        let bar = Grid::of(&Rect::new(0.0, 0.0, 900.0, 90.0).to_path(0.1)).unwrap();
        assert!(han('一', &bar).unwrap() > 0.8);
        assert!(han('十', &bar).unwrap() < han('一', &bar).unwrap());
        assert!(han('中', &bar).is_some() && han('龍', &bar).is_some() && han('龜', &bar).is_some());
        assert_eq!(han('䶵', &bar), None);
    }

    #[test]
    fn the_tables_are_whole() {
        assert_eq!((LATIN.len() % RECORD, HAN.len() % RECORD), (0, 0));
        let signs: Vec<char> = HAN.chunks_exact(RECORD).filter_map(record).map(|(sign, _)| sign).collect();
        assert!(signs.len() > 8_000 && signs.is_sorted());
    }
}

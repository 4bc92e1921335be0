//! The similarity of two sentences, as calibration and labelled sets measure it.
//!
//! In: two sentences as sequences of units: words, or in Chinese characters. Out: their similarity, 1 - Levenshtein
//! distance / the length of the longer one. Myers' bit vectors (Journal of the ACM 46, 1999) compute the exact distance
//! in one step per unit. Useful for sentences of up to 128 units. Not useful for longer texts.
//!
//! ```
//! use ibid_calibrate::similarity::distance;
//!
//! // "a b c" and "a x c": the places of a, x and c in the first one, as bits.
//! assert_eq!(distance(3, [0b001, 0b000, 0b100].into_iter()), 1);
//! ```

/// The least and the most units of a sentence that is edited or labelled.
pub const UNITS: (usize, usize) = (8, 80);
/// The least similarity of two versions of a sentence that are copies of each other.
pub const MIN_COPY: f64 = 0.6;

/// Computes the Levenshtein distance between a sentence of `len` units, 1 to 128, and another one. `equal` has, for
/// each unit of the other one, its places in the sentence as bits. Each unit takes one step of bit vectors, which hold
/// a column of the table as differences from cell to cell.
pub fn distance(len: usize, equal: impl Iterator<Item = u128>) -> usize {
    let last = 1_u128 << (len - 1);
    let (mut up, mut down, mut distance) = (u128::MAX, 0, len);
    for equal in equal {
        let diagonal = ((equal & up).wrapping_add(up) ^ up) | equal | down;
        let (more, less) = (down | !(diagonal | up), up & diagonal);
        distance += usize::from(more & last != 0);
        distance -= usize::from(less & last != 0);
        let (more, less) = (more << 1 | 1, less << 1);
        (up, down) = (less | !(diagonal | more), more & diagonal);
    }
    distance
}

//! The words that differ between two texts, by an alignment.
//!
//! In: the words of two texts in order. Out: the stretches between aligned words. The alignment is a longest common
//! subsequence (Myers 1986, "An O(ND) Difference Algorithm"), and it stops if too much differs: `O((n + m) d)` for n and
//! m words, d of which differ; `O(d²)` memory while it runs.

use std::ops::Range;

/// A stretch between aligned words, in the one text and in the other. One of the two may be empty.
pub type Stretch = (Range<usize>, Range<usize>);

/// The differences between two rows of words.
#[derive(Debug, PartialEq)]
pub struct Differences<'w, W> {
    // Invariant: all words, or up to the place where one text was cut off.
    a: &'w [W],
    b: &'w [W],
    // Invariant: within `a` and `b`, in order, with aligned words between them.
    stretches: Vec<Stretch>,
}

impl<'w, W: PartialEq> Differences<'w, W> {
    /// Finds the alignment of all words with the fewest that differ; none if more than `most` do.
    pub fn of(a: &'w [W], b: &'w [W], most: usize) -> Option<Differences<'w, W>> {
        Differences::find(a, b, most, false)
    }

    /// Finds an alignment with the fewest words that differ, if they are at most `most`. With `ends_early`, the words of
    /// one text behind the end of the other do not count.
    pub(crate) fn find(a: &'w [W], b: &'w [W], most: usize, ends_early: bool) -> Option<Differences<'w, W>> {
        let mut ways = Ways::default();
        for differ in 0..=most {
            for place in 0..=differ {
                let x = if differ == 0 { 0 } else { ways.step(differ, place).0 };
                let y = across(differ, place, x);
                // Beyond an end nothing is aligned, and no way leads back.
                let rest = a.get(x..).unwrap_or(&[]).iter().zip(b.get(y..).unwrap_or(&[]));
                let same = rest.take_while(|(a, b)| a == b).count();
                let (x, y) = (x + same, y + same);
                ways.reached.push(x as u32);
                let (ends_a, ends_b) = (x == a.len(), y == b.len());
                let is_within = x <= a.len() && y <= b.len();
                if ends_a && ends_b || ends_early && is_within && (ends_a || ends_b) {
                    let stretches = ways.stretches(differ, place, (x, y));
                    return Some(Differences { a: a.get(..x)?, b: b.get(..y)?, stretches });
                }
            }
        }
        None
    }

    /// Returns the stretches that differ, in order.
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// Returns the words of the stretches, of the one text and of the other.
    pub(crate) fn sides(&self) -> impl Iterator<Item = &[W]> {
        self.stretches.iter().flat_map(|(a, b)| [&self.a[a.clone()], &self.b[b.clone()]])
    }

    /// Counts the words that differ, of both texts.
    pub(crate) fn differ(&self) -> usize {
        self.sides().map(<[W]>::len).sum()
    }

    /// Counts the aligned words.
    pub fn aligned(&self) -> usize {
        (self.a.len() + self.b.len() - self.differ()) / 2
    }

    /// Returns the share of aligned words among the words of either text.
    pub(crate) fn aligned_share(&self) -> f64 {
        let (all, differ) = (self.a.len() + self.b.len(), self.differ());
        (all - differ) as f64 / (all + differ).max(1) as f64
    }
}

/// The farthest place in the first text that is reached with each number of differing words, on each diagonal. A number
/// d has the diagonals 0 to d; on diagonal i one is `2 i - d` words farther in the first text than in the second.
#[derive(Default)]
struct Ways {
    reached: Vec<u32>,
}

/// Returns the place in the second text that belongs to place `x` of the first.
fn across(differ: usize, place: usize, x: usize) -> usize {
    (x + differ).saturating_sub(2 * place)
}

impl Ways {
    fn reached(&self, differ: usize, place: usize) -> usize {
        self.reached.get(differ * (differ + 1) / 2 + place).copied().unwrap_or(0) as usize
    }

    /// Returns the place in the first text that one more differing word leads to, before anything else is aligned, and
    /// the diagonal that it was reached from: on the left with a word of the first text, on the right with a word of
    /// the second, whichever leads farther.
    fn step(&self, differ: usize, place: usize) -> (usize, usize) {
        // Nothing leads to the last diagonal from the right, nor to the first one from the left.
        let right = if place < differ { self.reached(differ - 1, place) } else { 0 };
        if place > 0 {
            let left = self.reached(differ - 1, place - 1) + 1;
            if left > right {
                return (left, place - 1);
            }
        }
        (right, place)
    }

    /// Returns the stretches that differ between the aligned words on the way to an end.
    fn stretches(&self, differ: usize, mut place: usize, mut end: (usize, usize)) -> Vec<Stretch> {
        let mut found: Vec<Stretch> = vec![];
        for differ in (1..=differ).rev() {
            let (x, before) = self.step(differ, place);
            let begin = (x, across(differ, place, x));
            let origin = self.reached(differ - 1, before);
            let origin = (origin, across(differ - 1, before, origin));
            match found.last_mut() {
                // Nothing is aligned in between.
                Some((a, b)) if begin == end => (a.start, b.start) = origin,
                _ => found.push((origin.0..begin.0, origin.1..begin.1)),
            }
            (place, end) = (before, origin);
        }
        found.reverse();
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the length of a longest common subsequence of each beginning of one text with each of the other.
    fn common(a: &[u32], b: &[u32]) -> Vec<Vec<usize>> {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                table[i + 1][j + 1] =
                    if x == y { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
            }
        }
        table
    }

    fn words() -> impl Strategy<Value = Vec<u32>> {
        prop::collection::vec(0_u32..5, 0..24)
    }

    proptest! {
        #[test]
        fn the_fewest_words_differ(a in words(), b in words(), most in 0_usize..50, ends_early: bool) {
            let table = common(&a, &b);
            let differ = |x: usize, y: usize| x + y - 2 * table[x][y];
            let ends = (0..=a.len()).flat_map(|x| (0..=b.len()).map(move |y| (x, y)));
            let is_end = |&(x, y): &(usize, usize)| {
                if ends_early { x == a.len() || y == b.len() } else { x == a.len() && y == b.len() }
            };
            let fewest = ends.filter(is_end).map(|(x, y)| differ(x, y)).min().unwrap_or(0);
            let found = Differences::find(&a, &b, most, ends_early);
            prop_assert_eq!(found.is_some(), fewest <= most);
            if let Some(found) = found {
                let total: usize = found.stretches.iter().map(|(a, b)| a.len() + b.len()).sum();
                prop_assert_eq!(total, fewest);
                prop_assert_eq!(found.aligned() * 2 + total, found.a.len() + found.b.len());
                prop_assert!(is_end(&(found.a.len(), found.b.len())));
                // The words between the stretches are equal.
                let (mut x, mut y) = (0, 0);
                for (of_a, of_b) in found.stretches.iter().chain([&(found.a.len()..0, found.b.len()..0)]) {
                    prop_assert_eq!(&a[x..of_a.start], &b[y..of_b.start]);
                    (x, y) = (of_a.end, of_b.end);
                }
                let touch = found.stretches.windows(2).any(|pair| pair[0].0.end == pair[1].0.start);
                prop_assert!(!touch, "{:?}", found.stretches);
            }
        }
    }
}

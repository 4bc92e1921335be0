//! The entries of a list that stand in another order than before.

/// Returns, for each place, whether it lies outside of the longest subsequence that does not fall. Of several that are
/// equally long, the one with the smallest last values is taken. `O(n log n)`.
pub(super) fn moved(places: &[u32]) -> Vec<bool> {
    // The entries that end the best subsequence of each length, and the predecessor of each entry.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (vec![], vec![]);
    for (at, place) in places.iter().enumerate() {
        let length = ends.partition_point(|&end: &usize| places[end] <= *place);
        before.push(ends[..length].last().copied());
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut moved = vec![true; places.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        moved[at] = false;
        next = before[at];
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(places: &[u32], expected: &[u32]) {
        let moved = moved(places);
        let found: Vec<u32> =
            places.iter().zip(&moved).filter(|(_, moved)| **moved).map(|(&place, _)| place).collect();
        assert_eq!(found, expected, "{places:?}");
    }

    #[test]
    fn the_fewest_entries_have_moved() {
        check(&[], &[]);
        check(&[1, 2, 3], &[]);
        check(&[1, 1, 2], &[]);
        check(&[9, 1, 2, 3], &[9]);
        check(&[1, 2, 3, 0], &[0]);
        check(&[4, 5, 1, 2, 3], &[4, 5]);
        check(&[1, 7, 3, 4, 2, 5], &[7, 2]);
    }
}

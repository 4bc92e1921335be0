//! Groups of items that stand close together on both sides.

use crate::text::NumberRange;

/// Splits items at large gaps on one side, then on the other, until no group has one. `ranges` returns the place of an
/// item on either side; `is_large` judges a gap on side 0 or 1. `O(g · n log n)` for n items and g rounds.
pub(super) fn split_at_gaps<T, Unit: Copy + Ord>(
    items: Vec<T>,
    ranges: &impl Fn(&T) -> [NumberRange<Unit>; 2],
    is_large: &impl Fn(usize, NumberRange<Unit>) -> bool,
    out: &mut Vec<Vec<T>>,
) {
    let count = items.len();
    for group in split_side(items, 0, ranges, is_large) {
        for group in split_side(group, 1, ranges, is_large) {
            if group.len() == count { out.push(group) } else { split_at_gaps(group, ranges, is_large, out) }
        }
    }
}

fn split_side<T, Unit: Copy + Ord>(
    mut items: Vec<T>,
    side: usize,
    ranges: &impl Fn(&T) -> [NumberRange<Unit>; 2],
    is_large: &impl Fn(usize, NumberRange<Unit>) -> bool,
) -> Vec<Vec<T>> {
    items.sort_by_key(|item| (ranges(item)[side], ranges(item)[1 - side]));
    let mut groups: Vec<Vec<T>> = vec![];
    let mut end = 0;
    for item in items {
        let range = ranges(&item)[side];
        match groups.last_mut() {
            Some(group) if !is_large(side, NumberRange::new(end, range.start)) => group.push(item),
            _ => groups.push(vec![item]),
        }
        end = end.max(range.end);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::WordRange;

    #[test]
    fn a_gap_that_shows_once_others_are_split_off_splits_too() {
        // Without the second item, the first and the third are far apart.
        let items = vec![(0, 0), (4, 9), (8, 1), (9, 2)];
        let range = |at| WordRange::new(at, at + 1);
        let mut groups = vec![];
        split_at_gaps(items, &|&(a, b)| [range(a), range(b)], &|_, gap| gap.len() > 3, &mut groups);
        assert_eq!(groups, [vec![(0, 0)], vec![(8, 1), (9, 2)], vec![(4, 9)]]);
    }
}

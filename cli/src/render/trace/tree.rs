//! Carriers -> a tree, each below the carrier that it may come from.
//!
//! A carrier stands below another one only if that has a lower number, so that any trace read from a file makes a tree.
//! `O(n log n)` for n carriers.

use std::collections::BTreeMap;

use ibid::report::{Carrier, Trace};

/// The most levels for which lines are drawn before a row; deeper rows stand no further to the right.
const MOST_DEEP: usize = 24;

/// A tree with each carrier once, below its most likely parent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tree<'t> {
    /// The rows from above: a parent stands before its children, and these stand in the order of their numbers.
    pub(crate) rows: Vec<TreeRow<'t>>,
}

/// A carrier in a tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TreeRow<'t> {
    /// The carrier.
    pub(crate) carrier: &'t Carrier,
    /// The number of carriers above it, up to the root.
    pub(crate) depth: usize,
    /// The row of its parent.
    pub(crate) parent: Option<usize>,
    /// The lines before it in a drawing made of characters: `│  └─ `.
    pub(crate) lines: String,
}

impl<'t> Tree<'t> {
    /// Makes the tree of a trace; `None` if no carrier has a parent.
    pub(crate) fn of(trace: &'t Trace) -> Option<Tree<'t>> {
        let mut carriers: Vec<&Carrier> = trace.carriers.iter().collect();
        carriers.sort_by_key(|carrier| carrier.number);
        let mut places: BTreeMap<u32, usize> = BTreeMap::new();
        let mut children: Vec<Vec<usize>> = vec![vec![]; carriers.len()];
        let mut roots = vec![];
        for (at, carrier) in carriers.iter().enumerate() {
            let parent = match &carrier.parent {
                Some(parent) if parent.carrier < carrier.number => places.get(&parent.carrier),
                _ => None,
            };
            match parent {
                Some(&parent) => children[parent].push(at),
                None => roots.push(at),
            }
            places.entry(carrier.number).or_insert(at);
        }
        if roots.len() == carriers.len() {
            return None;
        }
        let mut rows: Vec<TreeRow<'t>> = vec![];
        // A root has no lines before it, and its children have none for it.
        let mut waiting = vec![];
        for at in roots.into_iter().rev() {
            waiting.push(Waiting { at, parent: None, is_last: true });
        }
        // For each depth, whether the row above was the last child of its parent.
        let mut last: Vec<bool> = vec![];
        while let Some(Waiting { at, parent, is_last }) = waiting.pop() {
            let depth = match parent {
                Some(parent) => rows[parent].depth + 1,
                None => 0,
            };
            last.truncate(depth);
            last.push(is_last);
            for (from_end, &at) in children[at].iter().rev().enumerate() {
                waiting.push(Waiting { at, parent: Some(rows.len()), is_last: from_end == 0 });
            }
            rows.push(TreeRow { carrier: carriers[at], depth, parent, lines: lines(&last) });
        }
        Some(Tree { rows })
    }
}

/// A carrier whose row is still to come.
struct Waiting {
    at: usize,
    parent: Option<usize>,
    is_last: bool,
}

/// Draws the lines before a row. `last` says of each carrier from the root to the row whether it is the last child of
/// its parent.
fn lines(last: &[bool]) -> String {
    let [_, above @ .., is_last] = last else { return String::new() };
    let mut lines = String::new();
    for &is_last in above.iter().take(MOST_DEEP - 1) {
        lines += if is_last { "   " } else { "│  " };
    }
    lines + if *is_last { "└─ " } else { "├─ " }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ibid::report::Parent;

    /// Draws the tree of carriers with these numbers and parents, one row per line.
    fn drawn(carriers: &[(u32, u32)]) -> Vec<String> {
        let carrier = |&(number, parent): &(u32, u32)| Carrier {
            number,
            parent: (parent > 0).then(|| Parent { carrier: parent, ..Parent::default() }),
            ..Carrier::default()
        };
        let trace = Trace { carriers: carriers.iter().map(carrier).collect(), ..Trace::default() };
        let tree = Tree::of(&trace);
        let row = |row: &TreeRow<'_>| format!("{}{}", row.lines, row.carrier.number);
        tree.map_or(vec![], |tree| tree.rows.iter().map(row).collect())
    }

    #[test]
    fn children_stand_below_their_parents() {
        assert_eq!(drawn(&[(1, 0), (2, 0)]), [""; 0]);
        let expected = ["1", "├─ 2", "│  └─ 4", "│     └─ 5", "└─ 3", "6"];
        assert_eq!(drawn(&[(4, 2), (1, 0), (2, 1), (3, 1), (5, 4), (6, 0)]), expected);
    }

    #[test]
    fn each_carrier_has_one_row_whatever_is_said_of_parents() {
        // One carrier is its own parent, two are parents of each other, one parent is missing, and numbers come twice.
        assert_eq!(drawn(&[(1, 1), (2, 3), (3, 2), (4, 9)]), ["1", "2", "└─ 3", "4"]);
        assert_eq!(drawn(&[(1, 0), (1, 1)]), [""; 0]);
        assert_eq!(drawn(&[(1, 0), (1, 0), (2, 1), (2, 1)]), ["1", "├─ 2", "└─ 2", "1"]);
    }

    #[test]
    fn a_long_chain_is_drawn_in_little_room() {
        let chain: Vec<(u32, u32)> = (1..=20_000).map(|number| (number, number - 1)).collect();
        let drawn = drawn(&chain);
        assert_eq!(drawn.len(), 20_000);
        assert!(drawn.iter().all(|row| row.chars().count() <= 3 * MOST_DEEP + 5));
    }
}

//! Carriers -> the tree of who may have taken it from whom.

use std::collections::BTreeMap;

use super::{Carrier, Trace};

/// Carriers below their parents, each list in the order of numbers.
pub(super) struct Tree<'t> {
    /// Those without a parent.
    pub(super) roots: Vec<&'t Carrier>,
    children: BTreeMap<u32, Vec<&'t Carrier>>,
}

impl<'t> Tree<'t> {
    /// The tree of a trace; none where no carrier has a parent.
    pub(super) fn of(trace: &'t Trace) -> Option<Tree<'t>> {
        let mut tree = Tree { roots: vec![], children: BTreeMap::new() };
        let mut by_number: Vec<&Carrier> = trace.carriers.iter().collect();
        by_number.sort_by_key(|carrier| carrier.number);
        for carrier in by_number {
            match &carrier.parent {
                Some(parent) => tree.children.entry(parent.carrier).or_default().push(carrier),
                None => tree.roots.push(carrier),
            }
        }
        (!tree.children.is_empty()).then_some(tree)
    }

    /// The carriers that were likeliest taken from this one.
    pub(super) fn children(&self, carrier: &Carrier) -> &[&'t Carrier] {
        self.children.get(&carrier.number).map_or(&[], Vec::as_slice)
    }
}

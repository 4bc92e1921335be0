//! Single-Pass clustering, one for all near methods (Li, Mao and Chen 2013).
//!
//! In: items in the order of the documents, and a [`LeaderFinder`], which knows when two items are near. Out: for each
//! item its cluster ([`Assignment`]). An item joins the nearest leader that is near enough; of several at the same
//! distance, the oldest. An item without such a leader becomes the leader of a new cluster, and stays it.
//!
//! The order of the items matters: clusters lie around the items that came first, and two items of one cluster may be
//! twice as far apart as each is from the leader. The paper compares with each leader, `O(n · clusters)`
//! ([`linear_single_pass`]). [`SinglePass`] leaves the search to the finder and works in batches: the leaders from
//! before a batch are searched on all threads, the leaders that the batch adds are searched in order, on one. The
//! clusters are the same for any number of threads. They are the same for any batches if the finder misses nothing.
//!
//! ```
//! use ibid_dedup::{Fingerprint, HammingLeaders, SinglePass};
//!
//! let mut clusters = SinglePass::new(HammingLeaders::new(3)?);
//! let joined = clusters.push_all(&[0b0000, 0b1111_0000, 0b0111].map(Fingerprint), 1);
//! assert_eq!(joined.iter().map(|joined| joined.cluster).collect::<Vec<_>>(), [0, 1, 0]);
//! assert_eq!(joined[2].distance, Some(3));
//! # Ok::<(), ibid::Error>(())
//! ```

use std::cell::RefCell;

use crate::threads::on_threads;

/// The fewest items that are worth a thread.
const LEAST_PART: usize = 64;

/// Leaders, and a way to find the one that is nearest to an item.
///
/// Leaders are numbered from 0 in the order in which they were added. An implementation finds exactly the leader that
/// [`linear_single_pass`] finds, or its documentation says where it may miss that one.
pub trait LeaderFinder: Sized + Sync {
    /// The type of the clustered items: a small value, or a reference.
    type Item: Copy + Sync;
    /// The distance between two items; less is nearer.
    type Distance: Copy + Ord + Send;
    /// The keys by which an item is looked up, made once for all look-ups of the item.
    type Keys: Send;

    /// The least distance: an item at this distance is not looked up again.
    const NEAREST: Self::Distance;
    /// The number of items that are looked up before their leaders are added.
    const BATCH: usize;

    /// Returns the number of leaders.
    fn count(&self) -> usize;

    /// Clusters all items at once and adds their leaders, if that is faster than to look up each; else prepares for
    /// looking them up, and returns none. [`SinglePass`] calls it first.
    fn join_all(
        &mut self,
        _items: &[Self::Item],
        _threads: usize,
    ) -> Option<Vec<Assignment<Self::Distance>>> {
        None
    }

    /// Finds the nearest leader of each item, and returns it with the keys of the item. Called on several threads at
    /// once.
    fn look_up(&self, items: &[Self::Item]) -> Vec<(Self::Keys, Nearest<Self>)>;

    /// Finds the nearest leader of one item, by the keys that [`look_up`](LeaderFinder::look_up) made.
    fn nearest(&mut self, item: Self::Item, keys: &Self::Keys) -> Nearest<Self>;

    /// Adds a leader.
    fn push(&mut self, item: Self::Item, keys: &Self::Keys);

    /// Returns a finder with the same settings and without leaders, for at most this number of leaders.
    fn empty(&self, room: usize) -> Self;

    /// Adds the leaders of another finder behind its own.
    fn append(&mut self, new: Self, threads: usize);
}

/// The nearest leader of an item, if one is near enough.
pub type Nearest<F> = Option<Neighbor<<F as LeaderFinder>::Distance>>;

/// A leader that is near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Neighbor<D = u32> {
    // Before the number: of several neighbors the least is the nearest one, then the oldest.
    /// The distance; of fingerprints, the number of bits that differ.
    pub distance: D,
    /// Its number in the order of insertion.
    pub number: u32,
}

/// The cluster that an item belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment<D = u32> {
    /// The number of the cluster, counted from 0 in the order of the leaders.
    pub cluster: u32,
    /// The distance from the leader; none for the leader itself.
    pub distance: Option<D>,
}

impl<D> Assignment<D> {
    /// Returns the value for the leader of this cluster.
    pub(crate) fn leader(cluster: u32) -> Assignment<D> {
        Assignment { cluster, distance: None }
    }

    /// Returns whether the item is the leader of its cluster.
    pub fn is_leader(&self) -> bool {
        self.distance.is_none()
    }
}

impl<D> From<Neighbor<D>> for Assignment<D> {
    fn from(leader: Neighbor<D>) -> Assignment<D> {
        Assignment { cluster: leader.number, distance: Some(leader.distance) }
    }
}

/// The clusters so far.
#[derive(Clone, Debug)]
pub struct SinglePass<F> {
    finder: F,
}

impl<F: LeaderFinder> SinglePass<F> {
    /// Makes the clusters of the leaders that the finder has, mostly none.
    pub fn new(finder: F) -> SinglePass<F> {
        SinglePass { finder }
    }

    /// Returns the number of clusters.
    pub fn len(&self) -> usize {
        self.finder.count()
    }

    /// Returns whether there is no cluster.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Clusters the next items. Several calls give the same as one call with all items, if the finder misses nothing.
    pub fn push_all(&mut self, items: &[F::Item], threads: usize) -> Vec<Assignment<F::Distance>> {
        if let Some(joined) = self.finder.join_all(items, threads) {
            return joined;
        }
        let mut all = Vec::with_capacity(items.len());
        for batch in items.chunks(F::BATCH) {
            self.push_batch(batch, threads, &mut all);
        }
        all
    }

    fn push_batch(&mut self, batch: &[F::Item], threads: usize, all: &mut Vec<Assignment<F::Distance>>) {
        let part = batch.len().div_ceil(threads.max(1)).max(LEAST_PART);
        let finder = &self.finder;
        let found = on_threads(batch.chunks(part), |items| finder.look_up(items));
        let before = finder.count() as u32;
        let mut new = finder.empty(batch.len());
        for (&item, (keys, old)) in batch.iter().zip(found.into_iter().flatten()) {
            let mut of_batch = match old {
                Some(old) if old.distance == F::NEAREST => None,
                _ => new.nearest(item, &keys),
            };
            if let Some(near) = &mut of_batch {
                near.number += before;
            }
            all.push(match old.into_iter().chain(of_batch).min() {
                Some(leader) => Assignment::from(leader),
                None => {
                    new.push(item, &keys);
                    Assignment::leader(before + new.count() as u32 - 1)
                }
            });
        }
        self.finder.append(new, threads);
    }
}

/// Returns for each item the place of its leader among the items; a leader is its own.
pub(crate) fn leaders<F: LeaderFinder>(finder: F, items: &[F::Item], threads: usize) -> Vec<u32> {
    let (mut leaders, mut of_items) = (vec![], Vec::with_capacity(items.len()));
    for (place, joined) in (0..).zip(SinglePass::new(finder).push_all(items, threads)) {
        if joined.is_leader() {
            leaders.push(place);
        }
        of_items.push(leaders[joined.cluster as usize]);
    }
    of_items
}

/// Returns for each item the place of the first of its cluster. Items belong together if a chain of near ones links
/// them.
///
/// `near` is called for each item in order. It adds the places of earlier items that are near, and keeps the item for
/// later ones. Items that its second argument refuses are in one cluster with the item already, and need not be
/// compared.
pub(crate) fn links<I>(
    items: &[I],
    mut near: impl FnMut(&I, &dyn Fn(u32) -> bool, &mut Vec<u32>),
) -> Vec<u32> {
    let firsts = RefCell::new(Vec::with_capacity(items.len()));
    let mut found = vec![];
    for (item, place) in items.iter().zip(0_u32..) {
        firsts.borrow_mut().push(place);
        let is_new = |other: u32| {
            let mut firsts = firsts.borrow_mut();
            first(&mut firsts, other) != first(&mut firsts, place)
        };
        near(item, &is_new, &mut found);
        let mut firsts = firsts.borrow_mut();
        for other in found.drain(..) {
            let (x, y) = (first(&mut firsts, other), first(&mut firsts, place));
            firsts[x.max(y) as usize] = x.min(y);
        }
    }
    let mut firsts = firsts.into_inner();
    (0..items.len() as u32).map(|place| first(&mut firsts, place)).collect()
}

/// Returns the first item of an item's cluster, and shortens the way there.
fn first(firsts: &mut [u32], mut place: u32) -> u32 {
    while firsts[place as usize] != place {
        firsts[place as usize] = firsts[firsts[place as usize] as usize];
        place = firsts[place as usize];
    }
    place
}

/// Clusters items as a [`SinglePass`] does, by comparing each item with each leader, as in the paper: `O(n ·
/// clusters)`. `distance` gives the distance of two items, or none if they are not near enough.
pub fn linear_single_pass<I: Copy, D: Ord>(
    items: &[I],
    distance: impl Fn(I, I) -> Option<D>,
) -> Vec<Assignment<D>> {
    let (mut leaders, mut all) = (Vec::<I>::new(), Vec::with_capacity(items.len()));
    for &item in items {
        let near = |(number, &leader)| Some(Neighbor { distance: distance(leader, item)?, number });
        all.push(match (0..).zip(&leaders).filter_map(near).min() {
            Some(leader) => Assignment::from(leader),
            None => {
                leaders.push(item);
                Assignment::leader(leaders.len() as u32 - 1)
            }
        });
    }
    all
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fmt::Debug;

    use super::*;

    /// Checks a finder against the linear scan: for items one at a time, in two parts, and all at once.
    pub(crate) fn check<F: LeaderFinder<Distance: Debug, Item: Debug>>(
        finder: impl Fn() -> F,
        items: &[F::Item],
        distance: impl Fn(F::Item, F::Item) -> Option<F::Distance>,
    ) {
        let expected = linear_single_pass(items, distance);
        for (threads, part) in [(1, 1), (1, items.len()), (3, items.len()), (3, items.len() / 3 * 2)] {
            let mut clusters = SinglePass::new(finder());
            let parts = items.chunks(part.max(1));
            let joined: Vec<_> = parts.flat_map(|items| clusters.push_all(items, threads)).collect();
            assert_eq!(joined, expected, "{part} of {items:?} at a time, {threads} threads");
            assert_eq!(clusters.len(), expected.iter().filter(|joined| joined.is_leader()).count());
        }
    }

    #[test]
    fn leaders_are_named_by_their_places() {
        use crate::{Fingerprint, HammingLeaders};
        let prints = [0b1111_0000, 0, 0b1110_0000, 0b1].map(Fingerprint);
        assert_eq!(leaders(HammingLeaders::new(1).unwrap(), &prints, 2), [0, 1, 0, 1]);
    }
}

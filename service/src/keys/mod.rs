//! The keys by which a repeat is found: its url, and the fingerprints of its title and content within three bits, and for
//! short contents the words.
//!
//! Only the one thread that gives ids has them, so that no two articles are decided at once.

mod memory;

pub(crate) use memory::MemoryKeys;

use serde::{Deserialize, Serialize};

use crate::docid::DocId;
use crate::store::Fault;

/// What an article is found by, beside its url.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marks {
    /// The fingerprint of its title, where that may decide.
    pub(crate) title: Option<u64>,
    /// The fingerprint of its content.
    pub(crate) content: Option<u64>,
    /// The words of a short content, the rarest first; empty for others.
    pub(crate) bag: Vec<u32>,
}

/// Which fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Title,
    Content,
}

/// An article found by words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Alike {
    pub(crate) doc: DocId,
    /// The bag Jaccard of the words, from [`LEAST_ALIKE`] to 1.
    pub(crate) similarity: f64,
    /// The bits in which the fingerprints differ, where both have one.
    pub(crate) distance: Option<u32>,
}

/// Short contents whose words resemble each other at least so much are the same.
pub(crate) const LEAST_ALIKE: f64 = 0.7;

/// Finds the `docId` of a repeat. What is inserted is found at once; it lasts from [`Keys::end`] on.
pub(crate) trait Keys: Send {
    /// These urls and marks come next: what is asked of them is fetched at once.
    fn begin(&mut self, urls: &[u128], marks: &[&Marks]) -> Result<(), Fault>;

    /// The `docId` of the articles at a url.
    fn url(&self, url: u128) -> Option<DocId>;

    /// The `docId` of the nearest fingerprint within three bits, and the distance; of several the oldest.
    fn near(&self, field: Field, fingerprint: u64) -> Option<(DocId, u32)>;

    /// The `docId` of the short content whose words are most alike; of several the oldest.
    fn alike(&self, marks: &Marks) -> Option<Alike>;

    /// One more article of this `docId` stands at the url. A url stays with the `docId` that it had first.
    fn insert_url(&mut self, url: u128, doc: DocId);

    /// One article less of this `docId` stands at the url.
    fn remove_url(&mut self, url: u128, doc: DocId);

    /// Inserts what is not there yet: a fingerprint stays with the `docId` that it had first.
    fn insert(&mut self, marks: &Marks, doc: DocId);

    /// Removes what was inserted for this `docId`; other marks stay.
    fn remove(&mut self, marks: &Marks, doc: DocId);

    /// Makes what was inserted and removed last, where the keys outlive the process.
    fn end(&mut self) -> Result<(), Fault>;
}

/// The number of the words of a bag, from the rarest on, of which another bag that is alike has at least one: for n words
/// n − ⌈0.7 n⌉ + 1, since the two share at least 0.7 n.
pub(crate) fn prefix(bag: &[u32]) -> &[u32] {
    let n = bag.len();
    let shared = (LEAST_ALIKE * n as f64).ceil() as usize;
    bag.get(..(n - shared + 1).min(n)).unwrap_or(bag)
}

/// The bag Jaccard of two bags, in which each number stands once. `O(n log n)` for n words.
pub(crate) fn bag_jaccard(a: &[u32], b: &[u32]) -> f64 {
    let sorted = |bag: &[u32]| {
        let mut bag = bag.to_vec();
        bag.sort_unstable();
        bag
    };
    let (a, b) = (sorted(a), sorted(b));
    let shared = a.iter().filter(|word| b.binary_search(word).is_ok()).count();
    let all = a.len() + b.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

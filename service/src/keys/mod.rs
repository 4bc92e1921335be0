//! The keys by which a repeat is found: its url, and the fingerprints of its title and content within three bits, and for
//! short contents the words.
//!
//! Only the one thread that gives ids has them, so that no two articles are decided at once. They can be made anew from
//! the map at any time: in memory at every start ([`MemoryKeys`]), in a store when it lost them ([`StoredKeys`]). Both find
//! the same.

mod lists;
mod memory;
mod stored;

pub(crate) use memory::MemoryKeys;
pub(crate) use stored::{StoredKeys, forget_stored};

use ibid::dedup::Fingerprint;
use ibid_index::Ratio;
use ibid_index::bag::{jaccard, overlap};
use serde::{Deserialize, Serialize};

use crate::docid::DocId;
use crate::signature::Signature;
use crate::store::embedded::Table;
use crate::store::{Change, Fault};

/// A title of fewer words never decides alone.
const FEWEST_TITLE_WORDS: u32 = 5;

/// What an article is found by, beside its url.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArticleKeys {
    /// The fingerprint of its title, where that may decide.
    pub(crate) title: Option<u64>,
    /// The fingerprint of its content.
    pub(crate) content: Option<u64>,
    /// The words of a short content, the rarest first; empty for others.
    pub(crate) bag: Vec<u32>,
}

impl ArticleKeys {
    /// Makes the keys of an article with these signatures.
    pub(crate) fn of(title: &Signature, content: &Signature) -> ArticleKeys {
        let deciding = title.fingerprint.filter(|_| title.words >= FEWEST_TITLE_WORDS);
        let bits = |print: Option<Fingerprint>| print.map(|print| print.0);
        ArticleKeys { title: bits(deciding), content: bits(content.fingerprint), bag: content.bag.clone() }
    }

    /// The fingerprints that are there.
    pub(crate) fn prints(&self) -> impl Iterator<Item = (Field, u64)> {
        let title = self.title.map(|print| (Field::Title, print));
        title.into_iter().chain(self.content.map(|print| (Field::Content, print)))
    }
}

/// Which fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    Title,
    Content,
}

/// Whom a key leads to. They are in the order of age: of several, the oldest is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Owner {
    /// The number of the group of articles.
    pub(crate) number: u64,
    pub(crate) doc: DocId,
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

/// The least bag Jaccard of the words of short contents that are the same.
const LEAST_ALIKE: Ratio = Ratio::new(7, 10).expect("a fraction below 1");

/// Finds the `docId` of a repeat. What is inserted is found at once, and lasts from [`Keys::settle`] on.
pub(crate) trait Keys: Send {
    /// Whether they are those of the map; else they are made anew: [`Keys::clear`], every key inserted, [`Keys::complete`].
    fn are_whole(&self) -> Result<bool, Fault>;

    /// These urls and keys of articles are asked for next. It saves time, and changes nothing that is found.
    fn fetch(&mut self, urls: &[u128], article_keys: &[&ArticleKeys]) -> Result<(), Fault>;

    /// The `docId` of the articles at a url; of several the oldest.
    fn url(&mut self, url: u128) -> Result<Option<DocId>, Fault>;

    /// The `docId` of the nearest fingerprint within three bits, and the distance; of several the oldest.
    fn near(&mut self, field: Field, fingerprint: u64) -> Result<Option<(DocId, u32)>, Fault>;

    /// The `docId` of the short content whose words are most alike; of several the oldest.
    fn alike(&mut self, article_keys: &ArticleKeys) -> Result<Option<Alike>, Fault>;

    /// One more article stands at the url.
    fn insert_url(&mut self, url: u128, owner: Owner) -> Result<(), Fault>;

    /// One article less stands at the url.
    fn remove_url(&mut self, url: u128, owner: Owner) -> Result<(), Fault>;

    /// Inserts what is not there yet: an equal fingerprint stays with whom it had first.
    fn insert(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault>;

    /// Removes what was inserted for this owner; other keys stay.
    fn remove(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault>;

    /// What is to be committed with the articles.
    fn to_commit(&mut self) -> Result<Vec<(Table, Change)>, Fault>;

    /// What was inserted and removed lately was committed, or else is undone.
    fn settle(&mut self, is_committed: bool);

    /// Removes all.
    fn clear(&mut self) -> Result<(), Fault>;

    /// All keys of the map were inserted.
    fn complete(&mut self) -> Result<(), Fault>;
}

/// Returns the rarest words of a bag, of which every bag that is alike has at least one.
fn prefix(bag: &[u32]) -> &[u32] {
    &bag[..LEAST_ALIKE.prefix(bag.len())]
}

/// A short content that was inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Bag {
    owner: Owner,
    content: Option<u64>,
    words: Box<[u32]>,
}

impl Bag {
    /// None where there are no words.
    fn of(article_keys: &ArticleKeys, owner: Owner) -> Option<Bag> {
        let words = article_keys.bag.clone().into();
        (!article_keys.bag.is_empty()).then_some(Bag { owner, content: article_keys.content, words })
    }
}

/// Returns the bag whose words are most alike; of several the oldest.
fn most_alike<'b>(article_keys: &ArticleKeys, bags: impl Iterator<Item = &'b Bag>) -> Option<Alike> {
    let words = sorted(&article_keys.bag);
    let alike = bags.filter_map(|bag| Some((similarity(&words, &sorted(&bag.words))?, bag)));
    let age = |bag: &Bag| (bag.owner, bag.content);
    let best = alike.max_by(|(a, one), (b, other)| a.total_cmp(b).then(age(other).cmp(&age(one))));
    best.map(|(similarity, bag)| {
        let distance = article_keys.content.zip(bag.content).map(|(a, b)| (a ^ b).count_ones());
        Alike { doc: bag.owner.doc, similarity, distance }
    })
}

fn sorted(bag: &[u32]) -> Vec<u32> {
    let mut bag = bag.to_vec();
    bag.sort_unstable();
    bag
}

/// Returns the bag Jaccard of two sorted bags, if it is at least [`LEAST_ALIKE`].
fn similarity(a: &[u32], b: &[u32]) -> Option<f64> {
    let shared = overlap(a, b);
    LEAST_ALIKE.reached(shared, a.len(), b.len()).then(|| jaccard(shared, a.len(), b.len()))
}

#[cfg(test)]
mod tests;

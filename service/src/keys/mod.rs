//! The keys by which a repeat is found. Under both rules the url; under [`Rule::Paper`](crate::Rule::Paper) the fingerprints of title and
//! content within three bits, and the words of short contents; under [`Rule::Facts`](crate::Rule::Facts) the equal title, the equal content,
//! and the word pairs of near contents, all of which only propose.
//!
//! Only the one thread that gives ids uses them, so that no two articles are decided at once. They can be rebuilt from
//! the map at any time: in memory at every start ([`MemoryKeys`]), in a store after it lost them ([`StoredKeys`]). Both
//! find the same.

mod lists;
mod memory;
mod stored;

pub(crate) use memory::MemoryKeys;
pub(crate) use stored::{StoredKeys, forget_stored};

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ibid_index::Ratio;
use ibid_index::bag::{jaccard, overlap};
use serde::{Deserialize, Serialize};

use crate::docid::DocId;
use crate::signature::ContentSignature;
use crate::store::embedded::Table;
use crate::store::{Change, Fault};

/// The keys of an article, besides its url.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArticleKeys {
    /// The fingerprint of its title, or under [`Rule::Facts`](crate::Rule::Facts) a hash of the title's words, if the title may decide.
    pub(crate) title: Option<u64>,
    /// The fingerprint of its content, or under [`Rule::Facts`](crate::Rule::Facts) a hash of all words.
    pub(crate) content: Option<u64>,
    /// The words of a short content, the rarest first, and none of others; under [`Rule::Facts`](crate::Rule::Facts) some word pairs of any
    /// content.
    pub(crate) bag: Vec<u32>,
}

impl ArticleKeys {
    /// Makes the keys of an article with this key of the title and this signature of the content.
    pub(crate) fn of(title: Option<u64>, content: &ContentSignature) -> ArticleKeys {
        ArticleKeys { title, content: content.key, bag: content.bag.clone() }
    }

    /// Returns the fingerprints that exist.
    pub(crate) fn prints(&self) -> impl Iterator<Item = (Field, u64)> {
        let fields = [(Field::Title, self.title), (Field::Content, self.content)];
        fields.into_iter().filter_map(|(field, print)| Some((field, print?)))
    }
}

/// The key of a list of owners under [`Rule::Facts`](crate::Rule::Facts). Different titles, contents and word pairs may share one: what is
/// found is only proposed.
pub(crate) type ProposalKey = u32;

/// The most owners in a list. Many articles of one form share a word pair; of an article that is found by none but full
/// lists, later repeats are not found.
const MOST_LISTED: usize = 64;
/// The fewest word pairs that a proposed article shares, if there are as many. One is shared by chance too often.
const FEWEST_SHARED: u32 = 2;
/// The number of word pairs that an equal title, and an equal content, are worth.
const TITLE_WORTH: u32 = 3;
const CONTENT_WORTH: u32 = 100;
/// The most articles that are proposed.
const MOST_PROPOSED: usize = 8;

/// The keys of the lists that propose an article, with the number of word pairs that each is worth.
fn proposal_keys(article_keys: &ArticleKeys) -> Vec<(ProposalKey, u32)> {
    let mut keys = Vec::with_capacity(2 + article_keys.bag.len());
    // Different bits of the hashes, so that a title that is a content too has another key.
    if let Some(title) = article_keys.title {
        keys.push(((title >> 32) as ProposalKey, TITLE_WORTH));
    }
    if let Some(content) = article_keys.content {
        keys.push((content as ProposalKey, CONTENT_WORTH));
    }
    keys.extend(article_keys.bag.iter().map(|&pair| (pair, 1)));
    keys
}

/// Returns the proposed owners of those listed, each with the worth of its list: those that share most, then the oldest.
fn proposed(article_keys: &ArticleKeys, listed: Vec<(Owner, u32)>) -> Vec<Owner> {
    let mut shared: BTreeMap<Owner, u32> = BTreeMap::new();
    for (owner, worth) in listed {
        *shared.entry(owner).or_default() += worth;
    }
    let fewest = FEWEST_SHARED.min(article_keys.bag.len() as u32);
    shared.retain(|_, shared| *shared >= fewest);
    // Of equals, the oldest stay in front.
    let mut owners: Vec<Owner> = shared.keys().copied().collect();
    owners.sort_by_key(|owner| Reverse(shared[owner]));
    owners.truncate(MOST_PROPOSED);
    owners
}

/// The field of an article that has a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    Title,
    Content,
}

/// The owner that a key leads to. Owners are ordered by age: of several, the oldest is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Owner {
    /// The number of the group of articles.
    pub(crate) number: u64,
    pub(crate) doc: DocId,
}

/// An article found by its words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Alike {
    pub(crate) doc: DocId,
    /// The bag Jaccard of the words, from [`LEAST_ALIKE`] to 1.
    pub(crate) similarity: f64,
    /// The bits in which the fingerprints differ, if both articles have one.
    pub(crate) distance: Option<u32>,
}

/// The least bag Jaccard of short contents that count as the same.
const LEAST_ALIKE: Ratio = Ratio::new(7, 10).expect("a fraction below 1");

/// The keys by which the `docId` of a repeat is found. An inserted key is found at once, and lasts from
/// [`Keys::settle`] on.
pub(crate) trait Keys: Send {
    /// Returns whether the keys match the map. If not, they must be rebuilt: [`Keys::clear`], an insert of every key,
    /// [`Keys::complete`].
    fn are_whole(&self) -> Result<bool, Fault>;

    /// Prefetches the keys that are looked up next. This saves time, and does not change results.
    fn fetch(&mut self, urls: &[u128], article_keys: &[&ArticleKeys]) -> Result<(), Fault>;

    /// Returns the `docId` of the articles at a url; of several the oldest.
    fn url(&mut self, url: u128) -> Result<Option<DocId>, Fault>;

    /// Returns the `docId` of the nearest fingerprint within three bits, and the distance; of several the oldest.
    fn near(&mut self, field: Field, fingerprint: u64) -> Result<Option<(DocId, u32)>, Fault>;

    /// Returns the `docId` of the short content whose words are most alike; of several the oldest.
    fn alike(&mut self, article_keys: &ArticleKeys) -> Result<Option<Alike>, Fault>;

    /// Returns the articles that may be the same under [`Rule::Facts`](crate::Rule::Facts), the likeliest first.
    fn proposed(&mut self, article_keys: &ArticleKeys) -> Result<Vec<Owner>, Fault>;

    /// Counts one more article at the url.
    fn insert_url(&mut self, url: u128, owner: Owner) -> Result<(), Fault>;

    /// Counts one article less at the url.
    fn remove_url(&mut self, url: u128, owner: Owner) -> Result<(), Fault>;

    /// Inserts the keys that are new. An equal fingerprint keeps its first owner.
    fn insert(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault>;

    /// Removes the keys that were inserted for this owner; other keys stay.
    fn remove(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault>;

    /// Returns the changes to commit with the articles.
    fn to_commit(&mut self) -> Result<Vec<(Table, Change)>, Fault>;

    /// Keeps the changes since the last call if they were committed; otherwise undoes them.
    fn settle(&mut self, is_committed: bool);

    /// Removes all keys.
    fn clear(&mut self) -> Result<(), Fault>;

    /// Ends a rebuild, in which all keys of the map were inserted.
    fn complete(&mut self) -> Result<(), Fault>;
}

/// Returns the rarest words of a bag. Every bag that is alike has at least one of them.
fn prefix(bag: &[u32]) -> &[u32] {
    &bag[..LEAST_ALIKE.prefix(bag.len())]
}

/// A short content that was inserted, with its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Bag {
    owner: Owner,
    content: Option<u64>,
    words: Box<[u32]>,
}

impl Bag {
    /// Makes the bag of an article's words; none if there are no words.
    fn of(article_keys: &ArticleKeys, owner: Owner) -> Option<Bag> {
        let words = article_keys.bag.clone().into();
        (!article_keys.bag.is_empty()).then_some(Bag { owner, content: article_keys.content, words })
    }

    /// Returns the age: less for an older bag.
    fn age(&self) -> (Owner, Option<u64>) {
        (self.owner, self.content)
    }
}

/// Returns the article whose words are most alike; of several the oldest.
fn most_alike<'b>(article_keys: &ArticleKeys, bags: impl Iterator<Item = &'b Bag>) -> Option<Alike> {
    let words = sorted(&article_keys.bag);
    let mut best: Option<(f64, &Bag)> = None;
    for bag in bags {
        let Some(similarity) = similarity(&words, &sorted(&bag.words)) else { continue };
        let is_better = match best {
            None => true,
            Some((most, known)) => similarity > most || similarity == most && bag.age() < known.age(),
        };
        if is_better {
            best = Some((similarity, bag));
        }
    }
    let (similarity, bag) = best?;
    let distance = match (article_keys.content, bag.content) {
        (Some(a), Some(b)) => Some((a ^ b).count_ones()),
        _ => None,
    };
    Some(Alike { doc: bag.owner.doc, similarity, distance })
}

fn sorted(bag: &[u32]) -> Vec<u32> {
    let mut bag = bag.to_vec();
    bag.sort_unstable();
    bag
}

/// Returns the bag Jaccard of two sorted bags, if it is at least [`LEAST_ALIKE`].
fn similarity(a: &[u32], b: &[u32]) -> Option<f64> {
    let shared = overlap(a, b);
    let is_alike = LEAST_ALIKE.reached(shared, a.len(), b.len());
    is_alike.then_some(jaccard(shared, a.len(), b.len()))
}

#[cfg(test)]
mod tests;

//! The keys in memory, made from the map when the service starts.
//!
//! They take some 250 bytes per article with url, title and content, under both rules.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hasher};

use ibid_dedup::{Fingerprint, HammingIndex, Neighbor};

use super::{
    Alike, ArticleKeys, Bag, Field, Keys, MOST_LISTED, Owner, ProposalKey, most_alike, prefix, proposal_keys,
    proposed,
};
use crate::docid::DocId;
use crate::signature::{DISTANCE, Rule};
use crate::store::embedded::Table;
use crate::store::{Change, Fault};

/// Keys in memory.
pub(crate) struct MemoryKeys {
    rule: Rule,
    tables: KeyTables,
    /// The operations that undo everything since the last commit.
    undo: Vec<Undo>,
    is_whole: bool,
}

/// The tables that are searched.
struct KeyTables {
    /// The owners by url and number of the group, with the number of articles there.
    urls: BTreeMap<([u8; 16], u64), (DocId, u32)>,
    titles: Prints,
    contents: Prints,
    words: ShortContents,
    proposals: Proposals,
}

enum Undo {
    Insert(OwnedKeys),
    InsertUrl(u128, Owner),
    Remove(OwnedKeys),
    RemoveUrl(u128, Owner),
}

/// Fingerprints, each with its owner.
struct Prints {
    nearby: HammingIndex,
    /// The owners by the number of the fingerprint; none for a removed one.
    owners: Vec<Option<Owner>>,
}

/// Short contents, found by their words.
#[derive(Default)]
struct ShortContents {
    /// The contents; none for a removed one.
    bags: Vec<Option<Bag>>,
    /// The numbers of the bags that have a word among their rarest.
    lists: HashMap<u32, Vec<u32>>,
}

/// Lists of owners by proposal key. Most have one owner.
#[derive(Default)]
struct Proposals {
    /// The number of the first owner in each list.
    firsts: HashMap<ProposalKey, u32, SpreadKeys>,
    /// The numbers of the others.
    others: HashMap<ProposalKey, Vec<u32>, SpreadKeys>,
    /// The `docId`s of the owners, by number.
    docs: Vec<Option<DocId>>,
}

impl MemoryKeys {
    /// Makes an empty set of keys, which counts as not whole.
    pub(crate) fn new(rule: Rule) -> MemoryKeys {
        MemoryKeys { rule, tables: KeyTables::new(), undo: vec![], is_whole: false }
    }

    /// Returns the keys of an article one by one, as this rule has them.
    fn owned(&self, article_keys: &ArticleKeys, owner: Owner) -> OwnedKeys {
        match self.rule {
            Rule::Paper => OwnedKeys {
                owner,
                prints: article_keys.prints().collect(),
                bag: Bag::of(article_keys, owner),
                proposals: vec![],
            },
            Rule::Facts => OwnedKeys {
                owner,
                prints: vec![],
                bag: None,
                proposals: proposal_keys(article_keys).into_iter().map(|(key, _)| key).collect(),
            },
        }
    }
}

impl KeyTables {
    fn new() -> KeyTables {
        let (titles, contents) = (Prints::new(), Prints::new());
        let (words, proposals) = (ShortContents::default(), Proposals::default());
        KeyTables { urls: BTreeMap::new(), titles, contents, words, proposals }
    }

    fn prints(&mut self, field: Field) -> &mut Prints {
        match field {
            Field::Title => &mut self.titles,
            Field::Content => &mut self.contents,
        }
    }

    fn insert_url(&mut self, url: u128, owner: Owner) {
        self.urls.entry((url.to_be_bytes(), owner.number)).or_insert((owner.doc, 0)).1 += 1;
    }

    /// Removes an article at a url. Returns whether there was one.
    fn remove_url(&mut self, url: u128, owner: Owner) -> bool {
        let Entry::Occupied(mut place) = self.urls.entry((url.to_be_bytes(), owner.number)) else {
            return false;
        };
        place.get_mut().1 -= 1;
        if place.get().1 == 0 {
            place.remove();
        }
        true
    }

    /// Inserts the keys that are new, and returns those.
    fn insert(&mut self, keys: OwnedKeys) -> OwnedKeys {
        let OwnedKeys { owner, mut prints, bag, mut proposals } = keys;
        prints.retain(|&(field, print)| self.prints(field).insert(print, owner));
        proposals.retain(|&key| self.proposals.insert(key, owner));
        OwnedKeys { owner, prints, bag: bag.filter(|bag| self.words.insert(bag)), proposals }
    }

    /// Removes the keys that exist, and returns those.
    fn remove(&mut self, keys: OwnedKeys) -> OwnedKeys {
        let OwnedKeys { owner, mut prints, bag, mut proposals } = keys;
        prints.retain(|&(field, print)| self.prints(field).remove(print, owner));
        proposals.retain(|&key| self.proposals.remove(key, owner));
        OwnedKeys { owner, prints, bag: bag.filter(|bag| self.words.remove(bag)), proposals }
    }
}

/// The keys of an article one by one, with their owner.
struct OwnedKeys {
    owner: Owner,
    prints: Vec<(Field, u64)>,
    bag: Option<Bag>,
    proposals: Vec<ProposalKey>,
}

/// A hash of proposal keys, which are hashes already: spreads them over a table.
#[derive(Clone, Copy, Default)]
struct SpreadKeys;

/// The state of [`SpreadKeys`].
#[derive(Default)]
struct SpreadKey(u64);

impl BuildHasher for SpreadKeys {
    type Hasher = SpreadKey;

    fn build_hasher(&self) -> SpreadKey {
        SpreadKey::default()
    }
}

impl Hasher for SpreadKey {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(self.0 as u32 ^ u32::from(byte));
        }
    }

    fn write_u32(&mut self, key: u32) {
        self.0 = u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Proposals {
    /// Returns the numbers of the owners in a list.
    fn numbers(&self, key: ProposalKey) -> impl Iterator<Item = u32> {
        let others = self.others.get(&key).into_iter().flatten();
        self.firsts.get(&key).into_iter().chain(others).copied()
    }

    fn owners(&self, key: ProposalKey) -> impl Iterator<Item = Owner> {
        self.numbers(key).filter_map(|number| {
            Some(Owner { number: number.into(), doc: self.docs.get(number as usize).copied()?? })
        })
    }

    /// Adds an owner to a list. Returns whether the owner is new and the list has room.
    fn insert(&mut self, key: ProposalKey, owner: Owner) -> bool {
        let Ok(number) = u32::try_from(owner.number) else { return false };
        if self.numbers(key).any(|known| known == number) || self.numbers(key).count() >= MOST_LISTED {
            return false;
        }
        let place = number as usize;
        if self.docs.len() <= place {
            self.docs.resize(place + 1, None);
        }
        self.docs[place] = Some(owner.doc);
        if *self.firsts.entry(key).or_insert(number) != number {
            self.others.entry(key).or_default().push(number);
        }
        true
    }

    /// Removes an owner from a list. Returns whether it was there.
    fn remove(&mut self, key: ProposalKey, owner: Owner) -> bool {
        let mut rest: Vec<u32> = self.numbers(key).collect();
        let before = rest.len();
        rest.retain(|&number| u64::from(number) != owner.number);
        if rest.len() == before {
            return false;
        }
        self.firsts.remove(&key);
        self.others.remove(&key);
        if let Some((&first, others)) = rest.split_first() {
            self.firsts.insert(key, first);
            if !others.is_empty() {
                self.others.insert(key, others.to_vec());
            }
        }
        true
    }
}

impl Prints {
    fn new() -> Prints {
        let nearby = HammingIndex::new(DISTANCE).expect("three bits are within what the index searches");
        Prints { nearby, owners: vec![] }
    }

    fn near(&self, fingerprint: u64) -> Option<(DocId, u32)> {
        let mut found = vec![];
        self.nearby.within(Fingerprint(fingerprint), &mut found);
        let owners =
            found.iter().filter_map(|near| Some((near.distance, self.owners[near.number as usize]?)));
        let (distance, owner) = owners.min()?;
        Some((owner.doc, distance))
    }

    /// Inserts a fingerprint. Returns whether it is new.
    fn insert(&mut self, fingerprint: u64, owner: Owner) -> bool {
        let number = self.nearby.insert(Fingerprint(fingerprint)) as usize;
        if number == self.owners.len() {
            self.owners.push(None);
        }
        let place = &mut self.owners[number];
        let is_new = place.is_none();
        place.get_or_insert(owner);
        is_new
    }

    /// Removes a fingerprint of this owner. Returns whether it was there.
    fn remove(&mut self, fingerprint: u64, owner: Owner) -> bool {
        let Some(Neighbor { distance: 0, number }) = self.nearby.nearest(Fingerprint(fingerprint)) else {
            return false;
        };
        let place = &mut self.owners[number as usize];
        let is_there = *place == Some(owner);
        if is_there {
            *place = None;
        }
        is_there
    }
}

impl ShortContents {
    fn alike(&self, article_keys: &ArticleKeys) -> Option<Alike> {
        let mut found: Vec<u32> = vec![];
        for word in prefix(&article_keys.bag) {
            found.extend(self.lists.get(word).into_iter().flatten());
        }
        found.sort_unstable();
        found.dedup();
        most_alike(article_keys, found.into_iter().filter_map(|number| self.bags[number as usize].as_ref()))
    }

    /// Inserts a content. Returns whether it is new.
    fn insert(&mut self, bag: &Bag) -> bool {
        if let Some(rarest) = bag.words.first()
            && let Some(listed) = self.lists.get(rarest)
            && listed.iter().any(|&number| self.bags[number as usize].as_ref() == Some(bag))
        {
            return false;
        }
        let number = self.bags.len() as u32;
        for &word in prefix(&bag.words) {
            self.lists.entry(word).or_default().push(number);
        }
        self.bags.push(Some(bag.clone()));
        true
    }

    /// Removes a content. Returns whether it was there.
    fn remove(&mut self, bag: &Bag) -> bool {
        let mut is_there = false;
        for word in prefix(&bag.words) {
            let Some(list) = self.lists.get_mut(word) else { continue };
            list.retain(|&number| {
                let place = &mut self.bags[number as usize];
                if place.as_ref() == Some(bag) {
                    *place = None;
                    is_there = true;
                }
                place.is_some()
            });
        }
        is_there
    }
}

impl Keys for MemoryKeys {
    fn are_whole(&self) -> Result<bool, Fault> {
        Ok(self.is_whole)
    }

    fn fetch(&mut self, _: &[u128], _: &[&ArticleKeys]) -> Result<(), Fault> {
        Ok(())
    }

    fn url(&mut self, url: u128) -> Result<Option<DocId>, Fault> {
        let url = url.to_be_bytes();
        Ok(self.tables.urls.range((url, 0)..=(url, u64::MAX)).next().map(|(_, (doc, _))| *doc))
    }

    fn near(&mut self, field: Field, fingerprint: u64) -> Result<Option<(DocId, u32)>, Fault> {
        Ok(self.tables.prints(field).near(fingerprint))
    }

    fn alike(&mut self, article_keys: &ArticleKeys) -> Result<Option<Alike>, Fault> {
        Ok(self.tables.words.alike(article_keys))
    }

    fn proposed(&mut self, article_keys: &ArticleKeys) -> Result<Vec<Owner>, Fault> {
        let mut found = vec![];
        for (key, worth) in proposal_keys(article_keys) {
            for owner in self.tables.proposals.owners(key) {
                found.push((owner, worth));
            }
        }
        Ok(proposed(article_keys, found))
    }

    fn insert_url(&mut self, url: u128, owner: Owner) -> Result<(), Fault> {
        self.tables.insert_url(url, owner);
        self.undo.push(Undo::InsertUrl(url, owner));
        Ok(())
    }

    fn remove_url(&mut self, url: u128, owner: Owner) -> Result<(), Fault> {
        if self.tables.remove_url(url, owner) {
            self.undo.push(Undo::RemoveUrl(url, owner));
        }
        Ok(())
    }

    fn insert(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault> {
        let new = self.tables.insert(self.owned(article_keys, owner));
        self.undo.push(Undo::Insert(new));
        Ok(())
    }

    fn remove(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault> {
        let gone = self.tables.remove(self.owned(article_keys, owner));
        self.undo.push(Undo::Remove(gone));
        Ok(())
    }

    fn to_commit(&mut self) -> Result<Vec<(Table, Change)>, Fault> {
        Ok(vec![])
    }

    fn settle(&mut self, is_committed: bool) {
        let undo = std::mem::take(&mut self.undo);
        if is_committed {
            return;
        }
        for undo in undo.into_iter().rev() {
            match undo {
                Undo::Insert(keys) => _ = self.tables.remove(keys),
                Undo::InsertUrl(url, owner) => _ = self.tables.remove_url(url, owner),
                Undo::Remove(keys) => _ = self.tables.insert(keys),
                Undo::RemoveUrl(url, owner) => self.tables.insert_url(url, owner),
            }
        }
    }

    fn clear(&mut self) -> Result<(), Fault> {
        self.tables = KeyTables::new();
        self.undo = vec![];
        self.is_whole = false;
        Ok(())
    }

    fn complete(&mut self) -> Result<(), Fault> {
        self.is_whole = true;
        Ok(())
    }
}

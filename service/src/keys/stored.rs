//! The keys in a store, so that neither the memory nor the start time of the service grows with the articles.
//!
//! The rows: `u` and the hash of a url lead to its owners. `t` or `c`, the number of a block of sixteen bits, and the
//! block lead to a list of the fingerprints of titles or contents with that block; two within three bits share one of
//! four blocks. `w` and a word lead to a list of the short contents that have the word among their rarest. `b` and a
//! hash lead to such a content. `p` and a proposal key lead to a list of owners.
//!
//! The rows for a batch of articles are read at once, and their changes are committed with the articles; rows read
//! lately are cached. A list is scanned as a whole. It has `n / 65536` fingerprints on average for n articles, but some
//! bits of texts are mostly alike, and some lists are much longer. A list of more than 256 is therefore given up for
//! lists of finer keys: `T` or `C`, the block as before, and one of the four blocks of twelve bits in the other 48
//! bits. Two fingerprints within three bits that agree in the first block share one of these too.
//!
//! A store may lose data, for it need not keep keys as carefully as the map. It therefore has a stamp with the number
//! of the last batch (`s`), and a mark that is written once, when the keys were made (`e`). The embedded store has both
//! too. If they differ, the keys are rebuilt.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::lists::Lists;
use super::{
    Alike, ArticleKeys, Bag, Field, Keys, MOST_LISTED, Owner, ProposalKey, most_alike, prefix, proposal_keys,
    proposed,
};
use crate::docid::DocId;
use crate::signature::{DISTANCE, Rule};
use crate::store::embedded::Table;
use crate::store::rows::{self, Key, Rows};
use crate::store::tier::Tier;
use crate::store::{Change, Embedded, Fault, Store};

/// The fact in the embedded store with the stamp that the store of the keys should have.
const FACT: &[u8] = b"keys";
/// The key of the mark, with the version of the keys: those of another version are not found, and are rebuilt.
const EPOCH: &[u8] = b"e2";
const STAMP: &[u8] = b"s";
/// The most rows of each kind in the cache, of at most some 1 kB each.
const REMEMBERED: usize = 1 << 17;
/// The number of blocks of a fingerprint; two within three bits share at least one.
const BLOCKS: u32 = DISTANCE + 1;
/// The number of fingerprints above which a list is given up for finer ones.
const LONGEST: usize = 256;

/// Keys in a store.
pub(crate) struct StoredKeys {
    rule: Rule,
    tier: Arc<Tier>,
    embedded: Embedded,
    remembered: Remembered,
    /// The changes to commit with the batch.
    pending: Vec<Change>,
    /// The stamp of the last commit; none while the keys are rebuilt.
    stamp: Option<Stamp>,
    /// [`LONGEST`], except in tests.
    pub(super) longest: usize,
}

/// A cache of what was read or changed.
#[derive(Default)]
struct Remembered {
    urls: Rows<Place, Vec<(Owner, u32)>>,
    prints: Lists<Place, Print>,
    words: Lists<Place, u128>,
    bags: Rows<Place, Bag>,
    proposals: Lists<Place, Owner>,
}

/// A fingerprint, and the owner that it leads to.
type Print = (u64, Owner);

/// The identification of the last batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    /// A random number, the same for keys that were made together.
    epoch: u128,
    batch: u64,
}

/// The key of a row or list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Url(u128),
    Block(Field, u8, u16),
    /// A block, then the number and the bits of a finer block among the other bits.
    Finer(Field, u8, u16, u8, u16),
    Word(u32),
    Bag(u128),
    Proposal(ProposalKey),
}

impl Key for Place {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Place::Url(url) => [b"u", &url.to_be_bytes()[..]].concat(),
            Place::Block(Field::Title, number, block) => {
                [b"t", &[*number][..], &block.to_be_bytes()].concat()
            }
            Place::Block(Field::Content, number, block) => {
                [b"c", &[*number][..], &block.to_be_bytes()].concat()
            }
            Place::Finer(field, number, block, finer, bits) => {
                let kind = if *field == Field::Title { b"T" } else { b"C" };
                [kind, &[*number][..], &block.to_be_bytes(), &[*finer], &bits.to_be_bytes()].concat()
            }
            Place::Word(word) => [b"w", &word.to_be_bytes()[..]].concat(),
            Place::Bag(bag) => [b"b", &bag.to_be_bytes()[..]].concat(),
            Place::Proposal(key) => [b"p", &key.to_be_bytes()[..]].concat(),
        }
    }
}

/// Returns the blocks of a fingerprint.
fn blocks(field: Field, print: u64) -> impl Iterator<Item = Place> {
    (0..BLOCKS).map(move |number| Place::Block(field, number as u8, (print >> (16 * number)) as u16))
}

/// Returns the finer blocks of a fingerprint that has a block: those of its other 48 bits.
fn finer(block: Place, print: u64) -> Vec<Place> {
    let Place::Block(field, number, bits) = block else { return vec![] };
    // The other bits, with those above the block moved down to its place.
    let below = (1_u64 << (16 * number)) - 1;
    let others = (print & below) | ((print >> 16) & !below);
    let mut places = Vec::with_capacity(BLOCKS as usize);
    for finer in 0..BLOCKS {
        let finer_bits = (others >> (12 * finer) & 0xfff) as u16;
        places.push(Place::Finer(field, number, bits, finer as u8, finer_bits));
    }
    places
}

impl Remembered {
    /// Returns the lists that hold a fingerprint.
    fn lists(&mut self, tier: &Tier, field: Field, print: u64) -> Result<Vec<Place>, Fault> {
        let mut lists = vec![];
        for block in blocks(field, print) {
            if self.prints.is_given_up(tier, block)? {
                lists.extend(finer(block, print));
            } else {
                lists.push(block);
            }
        }
        Ok(lists)
    }

    /// Reads the lists of these fingerprints at once.
    fn fetch_prints(&mut self, tier: &Tier, prints: &[(Field, u64)]) -> Result<(), Fault> {
        let mut coarse = vec![];
        for &(field, print) in prints {
            coarse.extend(blocks(field, print));
        }
        self.prints.fetch(tier, &coarse)?;
        let mut all = vec![];
        for &(field, print) in prints {
            all.extend(self.lists(tier, field, print)?);
        }
        self.prints.fetch(tier, &all)
    }

    /// Reads the rows of these keys under [`Rule::Paper`] at once.
    fn fetch_paper(&mut self, tier: &Tier, article_keys: &[&ArticleKeys]) -> Result<(), Fault> {
        let (mut prints, mut words) = (vec![], vec![]);
        for article_keys in article_keys {
            prints.extend(article_keys.prints());
            words.extend(prefix(&article_keys.bag).iter().copied().map(Place::Word));
        }
        self.fetch_prints(tier, &prints)?;
        self.words.fetch(tier, &words)?;
        let mut bags = vec![];
        for word in words {
            bags.extend(self.words.entries(tier, word)?.into_iter().map(Place::Bag));
        }
        self.bags.fetch(tier, bags)
    }

    /// Adds a fingerprint to a list. A list that has become long is given up for finer ones.
    fn push_print(&mut self, tier: &Tier, list: Place, print: Print, longest: usize) -> Result<(), Fault> {
        if !matches!(list, Place::Block(..)) || self.prints.most_entries(tier, list)? < longest {
            return self.prints.push(tier, list, print);
        }
        let mut prints = self.prints.give_up(tier, list)?;
        prints.push(print);
        for print in prints {
            for list in finer(list, print.0) {
                self.prints.push(tier, list, print)?;
            }
        }
        Ok(())
    }
}

/// The state of the stored keys.
enum State {
    Whole,
    Lost,
    /// Keys that another service has written.
    Foreign,
}

impl StoredKeys {
    /// Opens the keys in a store. They are not whole if the store is not the one that the embedded store knows.
    pub(crate) fn open(rule: Rule, tier: Arc<Tier>, embedded: &Embedded) -> Result<StoredKeys, Fault> {
        let stamp = rows::read_some(embedded.store(Table::Facts).get_one(FACT)?)?;
        let embedded = embedded.clone();
        let (remembered, pending, longest) = (Remembered::default(), vec![], LONGEST);
        let mut keys = StoredKeys { rule, tier, embedded, remembered, pending, stamp, longest };
        if !matches!(keys.state()?, State::Whole) {
            keys.stamp = None;
        }
        Ok(keys)
    }

    fn state(&self) -> Result<State, Fault> {
        let Some(stamp) = self.stamp else { return Ok(State::Lost) };
        let (epoch, last) = (self.tier.get_one(EPOCH)?, self.tier.get_one(STAMP)?);
        Ok(match epoch.as_deref().map(rows::read::<u128>) {
            None => State::Lost,
            Some(epoch) if epoch != Ok(stamp.epoch) => State::Foreign,
            Some(_) if last.as_deref().map(rows::read) == Some(Ok(stamp)) => State::Whole,
            Some(_) => State::Lost,
        })
    }

    /// Returns the changes to commit to the embedded store, with the new stamp as a fact.
    fn entries(&self, changes: &[Change], stamp: Stamp) -> Result<Vec<(Table, Change)>, Fault> {
        let mut all = self.tier.to_commit(changes)?;
        all.push((Table::Facts, Change { key: FACT.to_vec(), value: Some(rows::write(&stamp)?) }));
        Ok(all)
    }
}

/// Marks the keys in a store as outdated, for a service that keeps its keys in memory.
pub(crate) fn forget_stored(embedded: &Embedded) -> Result<(), Fault> {
    Tier::forget_waiting(embedded, Table::Keys)?;
    embedded.commit([(Table::Facts, Change { key: FACT.to_vec(), value: None })])
}

impl StoredKeys {
    fn insert_paper(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault> {
        for (field, print) in article_keys.prints() {
            for list in self.remembered.lists(&self.tier, field, print)? {
                let prints = self.remembered.prints.entries(&self.tier, list)?;
                if !prints.iter().any(|(known, _)| *known == print) {
                    self.remembered.push_print(&self.tier, list, (print, owner), self.longest)?;
                }
            }
        }
        let Remembered { words, bags, .. } = &mut self.remembered;
        if let Some(bag) = Bag::of(article_keys, owner) {
            let place = Place::Bag(id(&bag)?);
            if bags.get(&self.tier, &place)?.is_none() {
                for &word in prefix(&bag.words) {
                    words.push(&self.tier, Place::Word(word), id(&bag)?)?;
                }
                bags.set(place, Some(bag));
            }
        }
        Ok(())
    }

    fn remove_paper(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault> {
        for (field, print) in article_keys.prints() {
            for list in self.remembered.lists(&self.tier, field, print)? {
                self.remembered.prints.retain(&self.tier, list, |known| *known != (print, owner))?;
            }
        }
        let Remembered { words, bags, .. } = &mut self.remembered;
        if let Some(bag) = Bag::of(article_keys, owner) {
            let id = id(&bag)?;
            for &word in prefix(&bag.words) {
                words.retain(&self.tier, Place::Word(word), |known| *known != id)?;
            }
            bags.set(Place::Bag(id), None);
        }
        Ok(())
    }
}

impl Keys for StoredKeys {
    fn are_whole(&self) -> Result<bool, Fault> {
        match self.state()? {
            State::Whole => Ok(true),
            State::Lost => Ok(false),
            State::Foreign => Err(Fault::unreadable(
                "the store of the keys",
                "another service writes its keys there; give each service a database of its own, and start this one again",
            )),
        }
    }

    fn fetch(&mut self, urls: &[u128], article_keys: &[&ArticleKeys]) -> Result<(), Fault> {
        if self.stamp.is_none() {
            // The keys are being rebuilt, which is faster than they are written.
            self.tier.wait_until_written()?;
        }
        let (tier, known) = (&self.tier, &mut self.remembered);
        known.urls.fetch(tier, urls.iter().copied().map(Place::Url))?;
        if self.rule == Rule::Paper {
            return known.fetch_paper(tier, article_keys);
        }
        let mut lists = vec![];
        for article_keys in article_keys {
            for (key, _) in proposal_keys(article_keys) {
                lists.push(Place::Proposal(key));
            }
        }
        known.proposals.fetch(tier, &lists)
    }

    fn url(&mut self, url: u128) -> Result<Option<DocId>, Fault> {
        let owners = self.remembered.urls.get(&self.tier, &Place::Url(url))?;
        Ok(owners.into_iter().flatten().min().map(|(owner, _)| owner.doc))
    }

    fn near(&mut self, field: Field, fingerprint: u64) -> Result<Option<(DocId, u32)>, Fault> {
        let mut nearest: Option<(u32, Owner)> = None;
        for list in self.remembered.lists(&self.tier, field, fingerprint)? {
            for (print, owner) in self.remembered.prints.entries(&self.tier, list)? {
                let distance = (print ^ fingerprint).count_ones();
                if distance <= DISTANCE && nearest.is_none_or(|nearest| (distance, owner) < nearest) {
                    nearest = Some((distance, owner));
                }
            }
        }
        Ok(nearest.map(|(distance, owner)| (owner.doc, distance)))
    }

    fn alike(&mut self, article_keys: &ArticleKeys) -> Result<Option<Alike>, Fault> {
        let mut ids = BTreeSet::new();
        for &word in prefix(&article_keys.bag) {
            ids.extend(self.remembered.words.entries(&self.tier, Place::Word(word))?);
        }
        let mut bags = vec![];
        for id in ids {
            bags.extend(self.remembered.bags.get(&self.tier, &Place::Bag(id))?.cloned());
        }
        Ok(most_alike(article_keys, bags.iter()))
    }

    fn proposed(&mut self, article_keys: &ArticleKeys) -> Result<Vec<Owner>, Fault> {
        let mut found = vec![];
        for (key, worth) in proposal_keys(article_keys) {
            for owner in self.remembered.proposals.entries(&self.tier, Place::Proposal(key))? {
                found.push((owner, worth));
            }
        }
        Ok(proposed(article_keys, found))
    }

    fn insert_url(&mut self, url: u128, owner: Owner) -> Result<(), Fault> {
        let owners = self.remembered.urls.edit(&self.tier, &Place::Url(url))?;
        match owners.iter_mut().find(|(at, _)| *at == owner) {
            Some((_, count)) => *count += 1,
            None => owners.push((owner, 1)),
        }
        Ok(())
    }

    fn remove_url(&mut self, url: u128, owner: Owner) -> Result<(), Fault> {
        let place = Place::Url(url);
        let mut owners = self.remembered.urls.get(&self.tier, &place)?.cloned().unwrap_or_default();
        if let Some((_, count)) = owners.iter_mut().find(|(at, _)| *at == owner) {
            *count -= 1;
        }
        owners.retain(|(_, count)| *count > 0);
        self.remembered.urls.set(place, (!owners.is_empty()).then_some(owners));
        Ok(())
    }

    fn insert(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault> {
        if self.rule == Rule::Paper {
            return self.insert_paper(article_keys, owner);
        }
        let proposals = &mut self.remembered.proposals;
        for (key, _) in proposal_keys(article_keys) {
            let listed = proposals.entries(&self.tier, Place::Proposal(key))?;
            if !listed.contains(&owner) && listed.len() < MOST_LISTED {
                proposals.push(&self.tier, Place::Proposal(key), owner)?;
            }
        }
        Ok(())
    }

    fn remove(&mut self, article_keys: &ArticleKeys, owner: Owner) -> Result<(), Fault> {
        if self.rule == Rule::Paper {
            return self.remove_paper(article_keys, owner);
        }
        for (key, _) in proposal_keys(article_keys) {
            self.remembered.proposals.retain(&self.tier, Place::Proposal(key), |known| *known != owner)?;
        }
        Ok(())
    }

    fn to_commit(&mut self) -> Result<Vec<(Table, Change)>, Fault> {
        let Remembered { urls, prints, words, bags, proposals } = &self.remembered;
        let mut changes = urls.changes()?;
        changes.extend(proposals.changes()?);
        changes.extend(prints.changes()?);
        changes.extend(words.changes()?);
        changes.extend(bags.changes()?);
        self.pending = changes;
        match self.stamp {
            _ if self.pending.is_empty() => Ok(vec![]),
            None => self.tier.to_commit(&self.pending),
            Some(Stamp { epoch, batch }) => {
                let stamp = Stamp { epoch, batch: batch + 1 };
                self.pending.push(Change { key: STAMP.to_vec(), value: Some(rows::write(&stamp)?) });
                self.entries(&self.pending, stamp)
            }
        }
    }

    fn settle(&mut self, is_committed: bool) {
        let pending = std::mem::take(&mut self.pending);
        if !is_committed {
            self.remembered = Remembered::default();
            return;
        }
        let Remembered { urls, prints, words, bags, proposals } = &mut self.remembered;
        urls.written(REMEMBERED);
        proposals.written(REMEMBERED);
        prints.written(REMEMBERED);
        words.written(REMEMBERED);
        bags.written(REMEMBERED);
        if !pending.is_empty() {
            if let Some(stamp) = &mut self.stamp {
                stamp.batch += 1;
            }
            self.tier.committed(pending);
        }
    }

    fn clear(&mut self) -> Result<(), Fault> {
        self.settle(false);
        self.stamp = None;
        self.embedded.commit([(Table::Facts, Change { key: FACT.to_vec(), value: None })])?;
        self.tier.clear()
    }

    fn complete(&mut self) -> Result<(), Fault> {
        let stamp = Stamp { epoch: uuid::Uuid::new_v4().as_u128(), batch: 0 };
        let changes = vec![
            Change { key: EPOCH.to_vec(), value: Some(rows::write(&stamp.epoch)?) },
            Change { key: STAMP.to_vec(), value: Some(rows::write(&stamp)?) },
        ];
        self.embedded.commit(self.entries(&changes, stamp)?)?;
        self.tier.committed(changes);
        self.stamp = Some(stamp);
        self.tier.wait_until_written()
    }
}

/// Returns the name of the row of a short content.
fn id(bag: &Bag) -> Result<u128, Fault> {
    Ok(xxh3_128(&rows::write(bag)?))
}

//! Leaders of which a text is an edited copy, found by their rarest words.
//!
//! In: of each text the sketch of its bag of words, and its first words in order. Out: the leaders that share some of
//! their rarest words with the text, and about half of all words. Most words of such a leader stand in the text in the
//! same order, and the edits are spread ([`is_dispersed`]).
//!
//! A prefix of the bag that misses no near one (see `rarity`) would be a third of all words, common ones among them,
//! and cost five times as much as all else on short stories. A copy with one word in five edited keeps four in five of
//! the rare words, too, and three are enough. Words that no other text has are skipped, since edits put in many of
//! them. So are words of hundreds of texts: otherwise each page of a template would be aligned with all others. If
//! there are many leaders, only those that share most are compared and aligned ([`LIMITS`]), so that the cost of a text
//! is bounded. `O(k (n + l))` for a text of n words, of which k are looked up, each in lists of l leaders.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::cluster::Neighbor;
use crate::dispersion::{WordPrefix, is_dispersed};
use crate::postings::{Posted, Postings};
use crate::rarity::{Keys, Rarity};
use crate::sketch::{Least, coarsest_level, common};
use crate::{Resemblance, Sketch};

/// The words of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextWords<'s> {
    pub(crate) bag: &'s Sketch,
    /// The first words, in order.
    pub(crate) prefix: &'s WordPrefix,
}

/// The bounds of look-up and alignment. Chosen on stories with planted edits and on news of seed 1 in English and
/// Chinese; 2026-11-24.
pub(crate) struct EditLimits {
    /// The number of rarest words that each text is looked up by.
    rarest: usize,
    /// The number of words for which one more is looked up: in Chinese an edit makes two or three new pairs of
    /// characters, which are often rare.
    words_for_one_more: usize,
    /// The fewest of the looked-up words that must be common: one or two may be so by chance; with one, stories take
    /// five times as long.
    pub(crate) shared: usize,
    /// The share of common words from which on texts are aligned: a word that is exchanged is two in the union, and a
    /// Han character that is exchanged is four pairs in it.
    pub(crate) bag: f64,
    /// The most texts whose bags are compared with the bag of one, beginning with the text that shares most looked-up
    /// words.
    compared: usize,
    /// The most texts that one is aligned with, beginning with the text that has most common words.
    aligned: usize,
}

pub(crate) const LIMITS: EditLimits =
    EditLimits { rarest: 4, words_for_one_more: 16, shared: 3, bag: 0.55, compared: 64, aligned: 16 };

/// A finder of leaders among texts, by their rarest words.
#[derive(Clone, Debug)]
pub(crate) struct EditedLeaders<'s> {
    aligned: f64,
    rarity: Arc<Rarity>,
    coarsest: u8,
    leaders: Vec<TextWords<'s>>,
    // Invariant: each leader stands under each of its keys.
    postings: Postings,
}

impl<'s> EditedLeaders<'s> {
    /// Makes a finder without leaders; copies have at least the share `aligned` of aligned words. All texts that are
    /// looked up must be among `texts`.
    pub(crate) fn new(aligned: f64, texts: &[TextWords<'s>]) -> EditedLeaders<'s> {
        let bags: Vec<&Sketch> = texts.iter().map(|text| text.bag).collect();
        EditedLeaders {
            aligned,
            rarity: Arc::new(Rarity::of(&bags)),
            coarsest: coarsest_level(&bags),
            leaders: vec![],
            postings: Postings::default(),
        }
    }

    /// Returns the hashes by which a text is looked up; none for a text too short for spread edits.
    pub(crate) fn keys(&self, text: TextWords<'s>) -> Box<[u32]> {
        let mut out = vec![];
        if text.prefix.is_long_enough() {
            let wanted = |count: usize| LIMITS.rarest + count / LIMITS.words_for_one_more;
            self.rarity.rarest_shared(text.bag, self.coarsest, wanted, &mut Keys::default(), &mut out);
        }
        out.into()
    }

    /// Returns the leader that a text is an edited copy of; of several, the one with most common words, then the
    /// oldest.
    pub(crate) fn nearest(
        &self,
        text: TextWords<'s>,
        keys: &[u32],
    ) -> Option<Neighbor<Reverse<Resemblance>>> {
        self.alike(text, keys, &|_| true).into_iter().find(|near| self.is_copy(text, near.number))
    }

    /// Adds the numbers of all wanted leaders that a text is an edited copy of.
    pub(crate) fn all_near(
        &self,
        text: TextWords<'s>,
        keys: &[u32],
        is_wanted: &dyn Fn(u32) -> bool,
        found: &mut Vec<u32>,
    ) {
        for near in self.alike(text, keys, is_wanted) {
            if self.is_copy(text, near.number) {
                found.push(near.number);
            }
        }
    }

    /// Returns the wanted leaders with enough common words to be aligned, the nearest first, since aligning takes
    /// longest.
    fn alike(
        &self,
        text: TextWords<'s>,
        keys: &[u32],
        is_wanted: &dyn Fn(u32) -> bool,
    ) -> Vec<Neighbor<Reverse<Resemblance>>> {
        let mut alike = vec![];
        for number in self.met(keys, is_wanted) {
            if let Some(common) = self.common(text, number) {
                alike.push(Neighbor { distance: Reverse(common), number });
            }
        }
        alike.sort_unstable();
        alike.truncate(LIMITS.aligned);
        alike
    }

    /// Moves the texts that were pushed one by one to the array, if there are many.
    pub(crate) fn settle(&mut self) {
        self.postings.settle_many();
    }

    pub(crate) fn push(&mut self, text: TextWords<'s>, keys: &[u32]) {
        let posted = Posted { number: self.leaders.len() as u32, shape: 0 };
        for &hash in keys {
            self.postings.insert(hash, posted);
        }
        self.leaders.push(text);
    }

    /// Returns a finder with the same settings and without leaders.
    pub(crate) fn empty(&self) -> EditedLeaders<'s> {
        let (rarity, postings) = (Arc::clone(&self.rarity), Postings::default());
        EditedLeaders { rarity, postings, leaders: vec![], ..*self }
    }

    pub(crate) fn append(&mut self, new: EditedLeaders<'s>) {
        self.postings.append(&new.postings, self.leaders.len() as u32);
        self.leaders.extend(new.leaders);
    }

    /// Returns the wanted leaders that share enough keys; of many, those that share most.
    fn met(&self, keys: &[u32], is_wanted: &dyn Fn(u32) -> bool) -> Vec<u32> {
        let mut met = vec![];
        for &hash in keys {
            self.postings.for_each(hash, |leader| met.push(leader.number));
        }
        met.sort_unstable();
        let mut shared = vec![];
        for same in met.chunk_by(u32::eq) {
            if same.len() >= LIMITS.shared && is_wanted(same[0]) {
                shared.push((Reverse(same.len()), same[0]));
            }
        }
        if shared.len() > LIMITS.compared {
            shared.select_nth_unstable(LIMITS.compared);
            shared.truncate(LIMITS.compared);
        }
        shared.into_iter().map(|(_, number)| number).collect()
    }

    /// Returns the resemblance of the words of a text and a leader, if they have enough in common to be aligned.
    fn common(&self, text: TextWords<'s>, leader: u32) -> Option<Resemblance> {
        let (a, b) = text.bag.comparable(self.leaders[leader as usize].bag);
        let common = common(a, b, Least::of(LIMITS.bag).common(a.len(), b.len()))?;
        Some(Resemblance::of(a.len(), b.len(), common))
    }

    fn is_copy(&self, text: TextWords<'s>, leader: u32) -> bool {
        is_dispersed(self.leaders[leader as usize].prefix, text.prefix, self.aligned)
    }
}

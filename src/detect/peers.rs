//! Documents that are checked among each other. They are mostly about one subject, and its words are no evidence that
//! one was copied from another.
//!
//! In: the ids of such documents. Out: which of the sources they are, a rarity in which a word that many of them hold
//! weighs nothing, and how many of them hold each key: that all of them copied from one source is no reason to think
//! that its words are common. `O(n)` time and space for the n words of these documents, once for all checks.

use std::collections::{HashMap, HashSet};

use ibid_index::RecordNo;
use rayon::prelude::*;

use crate::error::Result;
use crate::interrupt;
use crate::lexicon::Rarity;
use crate::retrieve::AnalyzedSources;
use crate::tokenize::WordHash;

/// The fewest documents that make a word one of their subject.
const LEAST: usize = 10;
/// The least share of the documents that hold such a word is one of this many.
const ONE_OF: usize = 10;
/// The number of documents that are analyzed side by side.
const AT_ONCE: usize = 64;

/// Numbers of documents, by the hash that they hold.
type Counts = HashMap<u64, u32, WordHash>;

/// Documents that are checked among each other.
pub(super) struct Peers {
    pub(super) ids: HashSet<String>,
    records: HashSet<RecordNo>,
    /// The number of them that hold each key.
    keys: Counts,
    /// The rarity of words as evidence of a copy between two of them.
    pub(super) rarity: Rarity,
}

impl Peers {
    /// Finds the sources with these ids and the words of their subject.
    pub(super) fn new(sources: &AnalyzedSources<'_>, ids: HashSet<String>, rarity: &Rarity) -> Result<Peers> {
        let found: Vec<Option<RecordNo>> =
            ids.iter().map(|id| sources.index().find(id)).collect::<std::result::Result<_, _>>()?;
        let mut records: Vec<RecordNo> = found.into_iter().flatten().collect();
        records.sort_unstable();
        let (mut words, mut keys) = (Counts::default(), Counts::default());
        for some in records.chunks(AT_ONCE) {
            interrupt::check()?;
            let held: Vec<Result<(Vec<u64>, Vec<u64>)>> =
                some.par_iter().map(|&record| held(sources, record)).collect();
            for held in held {
                let (held_words, held_keys) = held?;
                add(&mut words, held_words);
                add(&mut keys, held_keys);
            }
        }
        let least = LEAST.max(records.len() / ONE_OF) as u32;
        let common = words.into_iter().filter_map(|(word, count)| (count >= least).then_some(word));
        Ok(Peers { ids, rarity: rarity.without(common), records: records.into_iter().collect(), keys })
    }

    /// Takes these documents out of the numbers of documents, `freqs`, that hold some keys of the query document, whose
    /// id this is. The query document itself is not counted in `freqs`.
    pub(super) fn out_of(&self, mut freqs: Vec<u32>, keys: &[u64], query: &str) -> Vec<u32> {
        let own = u32::from(self.ids.contains(query));
        for (freq, key) in freqs.iter_mut().zip(keys) {
            if let Some(count) = self.keys.get(key) {
                *freq = freq.saturating_sub(count - own);
            }
        }
        freqs
    }

    /// Returns whether a source is one of them.
    pub(super) fn has(&self, record: RecordNo) -> bool {
        self.records.contains(&record)
    }
}

/// Returns the distinct words and the distinct keys of a document.
fn held(sources: &AnalyzedSources<'_>, record: RecordNo) -> Result<(Vec<u64>, Vec<u64>)> {
    let document = sources.get(record)?;
    let keys = document.bags().iter().flatten().copied().collect();
    Ok((distinct(document.words().hashes().to_vec()), distinct(keys)))
}

fn distinct(mut hashes: Vec<u64>) -> Vec<u64> {
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

fn add(counts: &mut Counts, hashes: Vec<u64>) {
    for hash in hashes {
        *counts.entry(hash).or_default() += 1;
    }
}

//! Keys + index -> the documents worth comparing.
//!
//! Two ways lead to a document: a sentence of it resembles one of the query's (bag Jaccard of at least
//! `min`), or it holds several of the query's rare keys close together, whatever the sentence
//! boundaries.

use std::collections::BTreeSet;

use ibid_index::{Bags, Containment, Hit, Questions, Ratio, RecordNo, Search};

use crate::compare::Words;
use crate::compare::rarity::Rarity;
use crate::error::Result;
use crate::filter::commonplace;

/// A sentence of fewer keys leads nowhere.
const MIN_KEYS: usize = 2;
/// Keys that more documents hold than this are not rare.
const RARE: u32 = 10;
/// A sentence that resembles more sentences than this, and than there are hundreds of documents, leads nowhere by
/// itself. A page that stands in dozens of releases of a manual is still found.
const BOILERPLATE: usize = 20;
/// What resembles a sentence is asked for when its words' rarity is at least this,
const MIN_RARITY: f32 = 3.0;
/// and leads to a document when all that the sentence says, times the Jaccard, is at least this.
const MIN_SAYS: f32 = 8.0;
/// Documents that hold a key are counted up to here.
const MAX_FREQ: u32 = 1000;
/// Rare keys that have to come together: this many,
const RARE_TOGETHER: u32 = 3;
/// or this many in one sentence of each document, where they are half of the source's: short sentences have few keys.
/// Two anywhere would find a few more quotations, and bring three times as many long documents together by chance.
const RARE_IN_SHORT: u32 = 2;
/// Sentences over which they may be spread, on either side.
const SPREAD: u32 = 2;

/// The records worth comparing but `own`, in their order. `min` is the least bag Jaccard of a copied sentence pair.
pub(super) fn collect(
    words: &Words,
    bags: &Bags,
    index: &dyn Search,
    rarity: &Rarity,
    min: Ratio,
    own: Option<RecordNo>,
) -> Result<BTreeSet<RecordNo>> {
    let want = Containment { rarest: usize::MAX, least: 1, max_record_freq: RARE };
    let mut found: BTreeSet<RecordNo> = BTreeSet::new();
    let mut containing: Vec<(Hit, u32)> = vec![];
    let (mut alike, mut rare) = (vec![], vec![]);
    for (sentence, bag) in bags.iter().enumerate() {
        let sentence = sentence as u32;
        let (start, end) = words.of_sentence(sentence);
        let leads = bag.len() >= MIN_KEYS && rarity.reaches(MIN_RARITY, words, start..end);
        let resembling = leads.then_some(min);
        index.ask(
            bag,
            Questions { resembling, containing: Some(want), except: own },
            &mut alike,
            &mut rare,
        )?;
        containing.extend(rare.drain(..).map(|hit| (hit, sentence)));
        if !alike.is_empty() {
            let says = commonplace::says(
                rarity.sum(words, start..end),
                words.half_words(start, end),
                &freqs(bag, index, own)?,
                index.record_count(),
            );
            alike.retain(|hit: &Hit| {
                let jaccard = hit.overlap as f32 / (bag.len() as u32 + hit.size - hit.overlap) as f32;
                says * jaccard >= MIN_SAYS
            });
        }
        if alike.len() <= BOILERPLATE.max(index.record_count() as usize / 100) {
            found.extend(alike.iter().map(|hit| hit.record));
        }
        alike.clear();
    }
    containing.sort_unstable_by_key(|&(hit, sentence)| (hit.record, sentence, hit.unit));
    let of_one = containing.chunk_by(|a, b| a.0.record == b.0.record);
    let together = of_one.filter(|hits| close_together(hits)).map(|hits| hits[0].0.record);
    found.extend(together);
    Ok(found)
}

/// How many documents other than `own` hold each key that others hold.
fn freqs(bag: &[u64], index: &dyn Search, own: Option<RecordNo>) -> Result<Vec<u32>> {
    let own = u32::from(own.is_some());
    let mut freqs = vec![];
    for &key in bag {
        let freq = index.record_freq(key, MAX_FREQ)?.saturating_sub(own);
        if freq > 0 {
            freqs.push(freq);
        }
    }
    Ok(freqs)
}

/// Whether enough rare keys stand within a few sentences on both sides. Hits are in the order of the query.
fn close_together(hits: &[(Hit, u32)]) -> bool {
    hits.iter().enumerate().any(|(at, &(hit, sentence))| {
        let near = hits[at..].iter().take_while(|(_, other)| *other <= sentence + SPREAD);
        let near = near.filter(|(other, _)| other.unit.abs_diff(hit.unit) <= SPREAD);
        let is_half = hit.overlap >= RARE_IN_SHORT && hit.overlap * 2 >= hit.size;
        is_half || near.map(|(other, _)| other.overlap).sum::<u32>() >= RARE_TOGETHER
    })
}

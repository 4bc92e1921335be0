//! Keys + index -> the documents worth comparing.
//!
//! Two ways lead to a document: a sentence of it resembles one of the query's (bag Jaccard of at least
//! [`FOUNDING_JACCARD`]), or it holds several of the query's rare keys close together, whatever the sentence
//! boundaries.

use std::collections::{BTreeSet, HashMap};

use ibid_index::{Bags, Containment, Hit, Ratio, RecordNo, Search};

use crate::compare::Words;
use crate::compare::rarity::Rarity;
use crate::error::Result;

/// Numerator and denominator of the Jaccard at which a sentence leads to a document.
const FOUNDING_JACCARD: (u32, u32) = (2, 5);
/// A sentence of fewer keys leads nowhere.
const MIN_KEYS: usize = 3;
/// Keys that more documents hold than this are not rare.
const RARE: u32 = 10;
/// A sentence whose rarest shared key is in more documents than this leads nowhere by itself.
const BOILERPLATE: u32 = 20;
/// A resembling sentence leads to a document when its rarity, times the Jaccard, is at least this.
const MIN_RARITY: f32 = 4.0;
/// Rare keys that have to come together.
const RARE_TOGETHER: u32 = 3;
/// Sentences over which they may be spread, on either side.
const SPREAD: u32 = 2;

/// A document worth comparing.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) record: RecordNo,
}

/// All candidates but `own`.
pub(super) fn collect(
    words: &Words,
    bags: &Bags,
    index: &dyn Search,
    rarity: &Rarity,
    own: Option<RecordNo>,
) -> Result<Vec<Candidate>> {
    let min = Ratio::new(FOUNDING_JACCARD.0, FOUNDING_JACCARD.1).expect("a constant in range");
    let want = Containment { rarest: usize::MAX, least: 1, max_record_freq: RARE };
    let mut resembling: BTreeSet<RecordNo> = BTreeSet::new();
    let mut containing: HashMap<RecordNo, Vec<(u32, Hit)>> = HashMap::new();
    let mut hits = vec![];
    for (sentence, bag) in bags.iter().enumerate() {
        let sentence = sentence as u32;
        index.containing(bag, want, &mut hits)?;
        for hit in hits.drain(..).filter(|hit| Some(hit.record) != own) {
            containing.entry(hit.record).or_default().push((sentence, hit));
        }
        if bag.len() < MIN_KEYS {
            continue;
        }
        let (start, end) = words.of_sentence(sentence);
        let says = rarity.sum(words, start..end);
        if says < MIN_RARITY {
            continue;
        }
        index.resembling(bag, min, &mut hits)?;
        let enough = |hit: &Hit| {
            let jaccard = hit.overlap as f32 / (bag.len() as u32 + hit.size - hit.overlap) as f32;
            says * jaccard >= MIN_RARITY && Some(hit.record) != own
        };
        hits.retain(enough);
        if hits.len() > BOILERPLATE as usize {
            hits.clear();
        }
        resembling.extend(hits.drain(..).map(|hit| hit.record));
    }
    let together = containing.iter().filter(|(_, hits)| close_together(hits)).map(|(&record, _)| record);
    let found: BTreeSet<RecordNo> = resembling.into_iter().chain(together).collect();
    Ok(found.into_iter().map(|record| Candidate { record }).collect())
}

/// Whether enough rare keys stand within a few sentences on both sides. Hits are in the order of the query.
fn close_together(hits: &[(u32, Hit)]) -> bool {
    hits.iter().enumerate().any(|(at, &(sentence, hit))| {
        let near = hits[at..].iter().take_while(|(other, _)| *other <= sentence + SPREAD);
        near.filter(|(_, other)| other.unit.abs_diff(hit.unit) <= SPREAD)
            .map(|(_, other)| other.overlap)
            .sum::<u32>()
            >= RARE_TOGETHER
    })
}

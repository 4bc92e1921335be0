//! Keys + index -> the documents that may share sentences.
//!
//! Two ways lead to a document: a sentence of it resembles one of the query's (bag Jaccard of at least
//! `min`), or it holds several of the query's rare keys close together, whatever the sentence
//! boundaries.

use std::collections::{BTreeSet, HashMap, HashSet};

use ibid_index::{Containment, Hit, Questions, Ratio, RecordNo};

use super::Others;
use crate::analyze::Analyzed;
use crate::error::Result;
use crate::lexicon::information::information;

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
const MIN_INFORMATION: f32 = 8.0;
/// Rare keys that have to come together: this many,
const RARE_TOGETHER: u32 = 3;
/// or this many in one sentence of each document, where they are half of the source's: short sentences have few keys.
/// Two anywhere would find a few more quotations, and bring three times as many long documents together by chance.
const RARE_IN_SHORT: u32 = 2;
/// Sentences over which they may be spread, on either side.
const SPREAD: u32 = 2;

/// The records of others that may share sentences. `min` is the least bag Jaccard of a copied sentence pair.
///
/// A bag that several sentences have is asked for once, and what stands in a row several times is looked at once, so that
/// a sentence that is repeated costs no more than one.
pub(super) fn find(query: &Analyzed<'_>, others: Others<'_>, min: Ratio) -> Result<BTreeSet<RecordNo>> {
    let (words, bags, rarity) = (query.words(), query.bags(), query.rarity());
    let Others { index, own } = others;
    let want = Containment { rarest: usize::MAX, least: 1, max_record_freq: RARE };
    let mut found: BTreeSet<RecordNo> = BTreeSet::new();
    let all_others = index.record_count() as usize - usize::from(own.is_some());
    // The distinct bag of each sentence, and which sentences' rare keys each distinct bag meets.
    let mut numbers: HashMap<&[u64], u32> = HashMap::new();
    let mut distinct: Vec<u32> = Vec::with_capacity(bags.len());
    let mut rare: Vec<Vec<Hit>> = vec![];
    let mut alike = vec![];
    for (sentence, bag) in bags.iter().enumerate() {
        let next = rare.len() as u32;
        let number = *numbers.entry(bag).or_insert(next);
        distinct.push(number);
        if number != next {
            continue;
        }
        if found.len() >= all_others {
            return Ok(found);
        }
        let (start, end) = words.of_sentence(sentence as u32);
        let leads = bag.len() >= MIN_KEYS && rarity.reaches(MIN_RARITY, words.range(start, end));
        let resembling = leads.then_some(min);
        let mut containing = vec![];
        index.ask(
            bag,
            Questions { resembling, containing: Some(want), except: own },
            &mut alike,
            &mut containing,
        )?;
        found.extend(containing.iter().filter(|hit| is_half(hit)).map(|hit| hit.record));
        containing.retain(|hit| !found.contains(&hit.record));
        rare.push(containing);
        if !alike.is_empty() {
            let information = information(
                rarity.sum(words.range(start, end)),
                words.half_words(start, end),
                &freqs(bag, others)?,
                index.record_count(),
            );
            alike.retain(|hit: &Hit| {
                let jaccard = hit.overlap as f32 / (bag.len() as u32 + hit.size - hit.overlap) as f32;
                information * jaccard >= MIN_INFORMATION
            });
        }
        if alike.len() <= BOILERPLATE.max(index.record_count() as usize / 100) {
            found.extend(alike.iter().map(|hit| hit.record));
        }
        alike.clear();
    }
    let mut seen: HashSet<[u32; SPREAD as usize + 1]> = HashSet::new();
    let mut near = vec![];
    for sentence in 0..distinct.len() {
        let in_a_row: [u32; SPREAD as usize + 1] =
            std::array::from_fn(|at| distinct.get(sentence + at).copied().unwrap_or(u32::MAX));
        if rare[in_a_row[0] as usize].is_empty() || !seen.insert(in_a_row) {
            continue;
        }
        for (&number, behind) in in_a_row.iter().zip(0..) {
            let hits = rare.get(number as usize).into_iter().flatten();
            near.extend(hits.filter(|hit| !found.contains(&hit.record)).map(|&hit| (hit, behind)));
        }
        near.sort_unstable_by_key(|&(hit, behind)| (hit.record, behind, hit.unit));
        let of_one = near.chunk_by(|a, b| a.0.record == b.0.record);
        found.extend(of_one.filter(|hits| close_together(hits)).map(|hits| hits[0].0.record));
        near.clear();
    }
    Ok(found)
}

/// How many other documents hold each key that others hold.
fn freqs(bag: &[u64], others: Others<'_>) -> Result<Vec<u32>> {
    let mut freqs = bag.iter().map(|&key| others.freq(key)).collect::<Result<Vec<u32>>>()?;
    freqs.retain(|&freq| freq > 0);
    Ok(freqs)
}

/// Whether a sentence holds enough rare keys by itself.
fn is_half(hit: &Hit) -> bool {
    hit.overlap >= RARE_IN_SHORT && hit.overlap * 2 >= hit.size
}

/// Whether enough rare keys stand within a few sentences on both sides. Hits are those of a sentence of the query and of
/// the next ones, by how far behind it these stand.
fn close_together(hits: &[(Hit, u32)]) -> bool {
    let of_first = hits.iter().take_while(|(_, behind)| *behind == 0).enumerate();
    of_first.into_iter().any(|(at, (hit, _))| overlap_near(&hits[at..], hit.unit) >= RARE_TOGETHER)
}

/// How many rare keys stand within a few sentences of a unit. Hits are sorted by how far behind they stand, then by unit.
fn overlap_near(hits: &[(Hit, u32)], unit: u32) -> u32 {
    let of_one = hits.chunk_by(|x, y| x.1 == y.1);
    let near = of_one.flat_map(|hits| {
        let first = hits.partition_point(|(other, _)| other.unit + SPREAD < unit);
        hits[first..].iter().take_while(|(other, _)| other.unit <= unit + SPREAD)
    });
    near.map(|(other, _)| other.overlap).sum()
}

//! Rare words + index -> paraphrase candidates: regions of documents that may reword a part of the query document.
//!
//! In: the rare terms of the query document, by its sentences, and an index of the rare terms of other documents. Out:
//! regions of both in which enough shared terms stand close together. The weight of a term is its inverse frequency in
//! the collection, less the logarithm of the number of its meetings in the one document. The weights of the distinct
//! terms that meet within a few sentences on both sides are summed; terms that chance brings together among `n`
//! sentences weigh about `2 ln n`. Only regions are aligned: a reworded paragraph of a novel is found at the cost of a
//! paragraph.
//!
//! Most places of terms have too few other terms near them, and most of the rest have these near them in the other
//! document only. Sums over blocks of sentences rule both out before anything is sorted.
//!
//! Two sentences whose shared terms weigh enough by themselves are a candidate pair: one may be an edited copy of the
//! other.
//!
//! `O(p + m log m)` for p places of terms in other documents, m of them where enough terms meet. Terms with many places
//! are not looked up.

use std::collections::BTreeMap;

use ibid_index::{Bags, LookUp, Place, RecordNo};

use super::blocks::{Blocks, Cells, Meeting, SPREAD};
use super::{CandidatePair, IndexView, KEYS_AT_ONCE};
use crate::error::Result;
use crate::interrupt;
use crate::lexicon::inverse_frequency;
use crate::text::{Lang, SentenceRange};

/// The limits for paraphrase candidates; see [`LIMITS`].
struct Limits {
    /// The most sentences of other documents that hold a term; a more frequent term is skipped. The limit does not
    /// depend on the size of the collection, so that the cost of a query document does not either. With 20 to 30 for
    /// English, among 3,200 source documents, the recall of randomly obfuscated passages was .60; with 60 it is .71,
    /// with 140 .76, with 300 .78 (PAN-13, odd lines).
    places_of_words: u32,
    /// The same limit for Chinese, where 140 and 300 find no more than 60, and cost more.
    places_of_han: u32,
    /// The least number of sentences that a collection counts as having: in a smaller one no term is rare.
    min_sentences: u64,
    /// The most sentences of the query document that hold a term; a more frequent term tells little and is skipped.
    max_sentences: usize,
    /// The distance within which terms meet, on both sides; see [`SPREAD`].
    spread: u32,
    /// The number of sentences before and behind a region that are compared too.
    margin: u32,
    /// The least weight of terms that meet, as a multiple of the logarithm of the number of sentences.
    least_of_words: f32,
    /// The same in Chinese: more, because pairs of characters overlap.
    least_of_han: f32,
    /// The share of that weight that two sentences must reach by themselves to be a candidate pair. With .6 instead of
    /// 1, .68 of the planted English sentences of 8 to 12 words with a fifth of their words edited are found instead of
    /// .64, and .87 instead of .81 of those of 13 to 18 words (seeds 1 to 3), in the same time.
    pair_share_of_words: f32,
    /// The same share in Chinese: .6 finds as many as 1, and precision on the planted collections falls.
    pair_share_of_han: f32,
    /// The least weight of terms that meet in a rich Chinese region, as a multiple of that logarithm: sentences that are
    /// only faintly alike are looked for there. With less than 7.5, the same 8 of 10 paragraphs whose clauses were moved are
    /// found and checks take longer; with 9.5 they are 7 (histories, 2026-11-26).
    rich_of_han: f32,
    /// The most documents that are compared for one query document: bounds the cost.
    max_documents: usize,
    /// The most regions of one such document that are compared: bounds the cost.
    max_regions: usize,
}

/// The limits, chosen on 2026-11-21, the numbers of places on 2026-11-22, on the first seeds of the planted corpora and
/// the odd lines of the PAN-13 text-alignment training corpus (`lab/record/tried.md`).
const LIMITS: Limits = Limits {
    places_of_words: 100,
    places_of_han: 60,
    min_sentences: 500,
    max_sentences: 12,
    spread: SPREAD,
    margin: 20,
    least_of_words: 2.0,
    least_of_han: 2.5,
    pair_share_of_words: 0.6,
    pair_share_of_han: 1.0,
    rich_of_han: 7.5,
    max_documents: 50,
    max_regions: 16,
};

/// The best candidates, at most [`Limits::max_documents`], and the number of the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Paraphrases {
    pub(super) best: BTreeMap<RecordNo, Alike>,
    pub(super) left: u64,
}

/// The regions and pairs of sentences that one document has in common with the query document.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Alike {
    /// The weight of the best region, or of the best pair if there is no region.
    score: f32,
    /// The regions, the best first.
    pub(super) regions: Vec<Region>,
    pub(super) pairs: Vec<CandidatePair>,
}

/// Sentences of the query document and of another one that share rare terms. They may reach beyond the end of either
/// document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Region {
    pub(crate) a: SentenceRange,
    pub(crate) b: SentenceRange,
    /// The greatest weight of terms that meet within the region.
    score: f32,
    /// True if sentences that are only faintly alike may be looked for.
    pub(crate) is_rich: bool,
}

/// Finds the regions of other documents in which rare terms of the query document stand close together. `terms` are the
/// terms of each of its sentences.
pub(super) fn find(
    terms: &Bags,
    lang: Lang,
    others: IndexView<'_>,
    lists: Option<&dyn LookUp>,
) -> Result<Paraphrases> {
    let all = others.index.unit_count().max(LIMITS.min_sentences);
    let chance = (all as f32).ln();
    let (places, least) = match lang {
        Lang::Words => {
            let of_region = LIMITS.least_of_words * chance;
            let of_pair = of_region * LIMITS.pair_share_of_words;
            (LIMITS.places_of_words, Least { of_region, of_pair, of_rich: f32::INFINITY })
        }
        Lang::Chinese => {
            let of_region = LIMITS.least_of_han * chance;
            let of_pair = of_region * LIMITS.pair_share_of_han;
            (LIMITS.places_of_han, Least { of_region, of_pair, of_rich: LIMITS.rich_of_han * chance })
        }
    };
    let shared = Shared::find(terms, others, lists, places, KEYS_AT_ONCE)?;
    let meetings = shared.meet(all, least.of_region.min(least.of_pair));
    let (mut near, mut found) = (vec![], vec![]);
    for of_one in meetings.chunk_by(|x, y| x.place.record == y.place.record) {
        interrupt::check()?;
        let alike = Alike::of(of_one, least, &mut near);
        if alike.score > 0.0 {
            found.push((of_one[0].place.record, alike));
        }
    }
    let left = found.len().saturating_sub(LIMITS.max_documents);
    if left > 0 {
        let mut named = vec![];
        for (record, alike) in found.drain(..) {
            named.push((others.index.id(record)?, record, alike));
        }
        named.sort_by(|x, y| y.2.score.total_cmp(&x.2.score).then(x.0.cmp(&y.0)));
        for (_, record, alike) in named.into_iter().take(LIMITS.max_documents) {
            found.push((record, alike));
        }
    }
    Ok(Paraphrases { best: found.into_iter().collect(), left: left as u64 })
}

/// The terms of the query document that stand in other documents too, in order.
#[derive(Debug, Default, PartialEq)]
struct Shared {
    /// The sentences of each term, one term after the other.
    sentences: Vec<u32>,
    /// The places of each term in other documents.
    places: Vec<Place>,
    /// The ends of each term in `sentences` and in `places`.
    ends: Vec<(u32, u32)>,
}

impl Shared {
    /// Finds the places of the terms of a document, about `at_a_time` of them together, so that terms found in no other
    /// document take little memory. Skips terms with more than `most` places. Without `lists` they are looked up.
    fn find(
        terms: &Bags,
        IndexView { index, except }: IndexView<'_>,
        lists: Option<&dyn LookUp>,
        most: u32,
        at_a_time: usize,
    ) -> Result<Shared> {
        let mut shared = Shared::default();
        let parts = (terms.key_count() / at_a_time) as u64 + 1;
        let own = except.map(|except| except.record);
        let (mut by_term, mut asked) = (vec![], vec![]);
        for part in 0..parts {
            interrupt::check()?;
            by_term.clear();
            for (sentence, bag) in terms.iter().enumerate() {
                let first = bag.partition_point(|&term| part_of(term, parts) < part);
                for &term in &bag[first..] {
                    if part_of(term, parts) != part {
                        break;
                    }
                    by_term.push((term, sentence as u32));
                }
            }
            by_term.sort_unstable();
            let of_query = rare_terms(&by_term);
            asked.clear();
            for same in of_query.clone() {
                asked.push(same[0].0);
            }
            let of_part = match lists {
                None => Some(index.look_up(&[], &[&asked])?),
                Some(_) => None,
            };
            let Some(of_part) = lists.or(of_part.as_deref()) else { continue };
            let places = of_part.places(&asked, most, own)?;
            for (of_query, of_others) in of_query.zip(places.iter()) {
                if of_others.is_empty() {
                    continue;
                }
                for &(_, sentence) in of_query {
                    shared.sentences.push(sentence);
                }
                shared.places.extend(of_others);
                shared.ends.push((shared.sentences.len() as u32, shared.places.len() as u32));
            }
        }
        Ok(shared)
    }

    /// Returns the meetings of the terms in other documents, in order. Skips places around which the terms cannot weigh
    /// `least`, and documents in which they cannot anywhere. There are `all` sentences.
    fn meet(&self, all: u64, least: f32) -> Vec<Meeting> {
        let all = all as f32;
        let mut blocks = Blocks::with_room(self.places.len());
        for (_, of_others) in self.iter() {
            blocks.add(of_others, inverse_frequency(all, of_others.len() as u32));
        }
        let mut meetings = vec![];
        for ((of_query, of_others), term) in self.iter().zip(0..) {
            if interrupt::is_set() {
                break;
            }
            for of_one in of_others.chunk_by(|x, y| x.record == y.record) {
                let count = of_one.len() * of_query.len();
                let mut near = of_one.iter().filter(|&&place| blocks.reach_near(place, least)).peekable();
                if near.peek().is_none() {
                    continue;
                }
                let rarity = inverse_frequency(all, of_others.len() as u32);
                let weight = (rarity - (count as f32).ln()).max(0.0);
                for &place in near {
                    for &sentence in of_query {
                        meetings.push(Meeting { place, sentence, term, weight });
                    }
                }
            }
        }
        Cells::of(&meetings).leave_records(&mut meetings, least);
        meetings.sort_unstable_by_key(Meeting::as_number);
        meetings
    }

    /// Iterates over the sentences of each term and its places.
    fn iter(&self) -> impl Iterator<Item = (&[u32], &[Place])> {
        let mut start = (0, 0);
        self.ends.iter().map(move |&end| {
            let from = std::mem::replace(&mut start, end);
            (&self.sentences[from.0 as usize..end.0 as usize], &self.places[from.1 as usize..end.1 as usize])
        })
    }
}

/// Returns the part that a term lies in, of so many parts of all terms.
fn part_of(term: u64, parts: u64) -> u64 {
    ((u128::from(term) * u128::from(parts)) >> 64) as u64
}

/// Iterates over the sentences of each term that few sentences hold. `by_term` is sorted.
fn rare_terms(by_term: &[(u64, u32)]) -> impl Iterator<Item = &[(u64, u32)]> + Clone {
    by_term.chunk_by(|x, y| x.0 == y.0).filter(|same| same.len() <= LIMITS.max_sentences)
}

/// The least weight of terms that meet.
#[derive(Clone, Copy)]
struct Least {
    of_region: f32,
    of_pair: f32,
    of_rich: f32,
}

impl Alike {
    /// Finds the regions and the pairs of sentences of one document in which terms weigh enough. `near` is a buffer.
    fn of(meetings: &[Meeting], least: Least, near: &mut Vec<(u32, f32)>) -> Alike {
        let mut alike = Alike::default();
        alike.add_pairs(meetings, least.of_pair);
        alike.regions = regions(meetings, least, near);
        if let Some(best) = alike.regions.first() {
            alike.score = best.score;
        }
        alike
    }

    fn add_pairs(&mut self, meetings: &[Meeting], least: f32) {
        for of_pair in meetings.chunk_by(Meeting::is_beside) {
            let mut weight = 0.0;
            for meeting in of_pair {
                weight += meeting.weight;
            }
            if weight >= least {
                self.score = self.score.max(weight);
                self.pairs.push(CandidatePair { a: of_pair[0].sentence, b: of_pair[0].place.unit });
            }
        }
    }
}

/// Finds the regions of one document, the best first. `terms` is a buffer.
fn regions(meetings: &[Meeting], least: Least, terms: &mut Vec<(u32, f32)>) -> Vec<Region> {
    let mut regions: Vec<Region> = vec![];
    for (at, first) in meetings.iter().enumerate() {
        if interrupt::is_set() {
            break;
        }
        // Meetings of the same two sentences are near the same others, and fewer of these are behind a later one than
        // behind the first.
        if at > 0 && meetings[at - 1].is_beside(first) {
            continue;
        }
        let last =
            meetings[at..].partition_point(|other| other.place.unit <= first.place.unit + LIMITS.spread);
        let (mut low, mut high) = (first.sentence, first.sentence);
        terms.clear();
        for other in &meetings[at..at + last] {
            if other.sentence.abs_diff(first.sentence) <= LIMITS.spread {
                (low, high) = (low.min(other.sentence), high.max(other.sentence));
                terms.push((other.term, other.weight));
            }
        }
        let score = weight_of_distinct(terms);
        if score >= least.of_region {
            let end = meetings[at + last - 1].place.unit + 1;
            let (a, b) = (with_margin(low, high + 1), with_margin(first.place.unit, end));
            add(&mut regions, Region { a, b, score, is_rich: score >= least.of_rich });
        }
    }
    regions.sort_by(|x, y| y.score.total_cmp(&x.score).then((x.a, x.b).cmp(&(y.a, y.b))));
    regions.truncate(LIMITS.max_regions);
    regions
}

/// Sorts terms, drops those that come again, and sums the weights of the others.
fn weight_of_distinct(terms: &mut Vec<(u32, f32)>) -> f32 {
    terms.sort_unstable_by_key(|term| term.0);
    terms.dedup_by_key(|term| term.0);
    let mut sum = 0.0;
    for (_, weight) in terms {
        sum += *weight;
    }
    sum
}

/// Returns a range of sentences with those before and behind it that are compared too.
fn with_margin(start: u32, end: u32) -> SentenceRange {
    SentenceRange::new(start.saturating_sub(LIMITS.margin), end + LIMITS.margin)
}

/// Adds a region, or widens one that it overlaps on both sides.
fn add(regions: &mut Vec<Region>, region: Region) {
    for other in regions.iter_mut().rev() {
        if other.a.meets(region.a) && other.b.meets(region.b) {
            *other = Region {
                a: other.a.union(region.a),
                b: other.b.union(region.b),
                score: other.score.max(region.score),
                is_rich: other.is_rich || region.is_rich,
            };
            return;
        }
    }
    regions.push(region);
}

#[cfg(test)]
mod tests {
    use ibid_index::{ExcludedRecord, MemoryIndex, Record, Search};
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn bags(units: &[&[u64]]) -> Bags {
        let mut bags = Bags::new();
        units.iter().for_each(|unit| bags.push(&mut unit.to_vec()));
        bags
    }

    /// Returns a document with these terms, far from each other and from its ends.
    fn around(parts: &[&[&[u64]]]) -> Bags {
        let empty: &[u64] = &[];
        let mut units = vec![empty; 60];
        for part in parts {
            units.extend(*part);
            units.extend([empty; 60]);
        }
        bags(&units)
    }

    fn index(documents: &[(&str, Bags)]) -> MemoryIndex {
        let record = |(id, terms): &(&str, Bags)| Record {
            id: (*id).to_owned(),
            bags: terms.clone().into(),
            terms: terms.clone().into(),
            ..Record::default()
        };
        MemoryIndex::from_records(documents.iter().map(record)).unwrap()
    }

    fn found(query: &Bags, index: &MemoryIndex, own: Option<&str>) -> Vec<(String, Alike)> {
        let except = own.map(|id| ExcludedRecord { record: index.find(id).unwrap().unwrap(), holds: false });
        let candidates = find(query, Lang::Words, IndexView { index, except }, None).unwrap();
        candidates.best.into_iter().map(|(record, alike)| (index.id(record).unwrap(), alike)).collect()
    }

    #[test]
    fn terms_are_the_same_however_many_are_looked_up_at_a_time() {
        // Spread over all bits, as terms are; some stand in one document only.
        let term = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let of = |first: u64| -> Vec<Vec<u64>> {
            (0..40).map(|unit| (0..9).map(|at| term(first + (unit * 7 + at) % 60)).collect()).collect()
        };
        let bags = |units: &[Vec<u64>]| bags(&units.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let index = index(&[("a", bags(&of(0))), ("b", bags(&of(70)))]);
        let find = |at_a_time| {
            Shared::find(&bags(&of(15)), IndexView { index: &index, except: None }, None, 20, at_a_time)
                .unwrap()
        };
        let all = find(usize::MAX);
        assert!(all.ends.len() > 40 && all.ends.len() < 60, "{}", all.ends.len());
        for at_a_time in [1, 7, 100] {
            assert_eq!(find(at_a_time), all);
        }
    }

    proptest! {
        /// Checks that with a least weight of 0, no meeting is dropped before sorting.
        #[test]
        fn nothing_that_counts_is_left_out_by_blocks(
            source in vec((0_usize..4, 0_usize..30, 0_u64..60), 0..120),
            query in vec((0_usize..30, 0_u64..60), 0..80),
            least in 4.0_f32..14.0,
        ) {
            let bags_of = |places: Vec<(usize, u64)>| {
                let mut units = std::vec![std::vec![]; 30];
                places.into_iter().for_each(|(unit, term)| units[unit].push(term << 58));
                units.iter_mut().for_each(|unit| unit.dedup());
                bags(&units.iter().map(Vec::as_slice).collect::<Vec<_>>())
            };
            let names = ["a", "b", "c", "d"];
            let of = |number| source.iter().filter(|place| place.0 == number).map(|place| (place.1, place.2)).collect();
            let documents: Vec<(&str, Bags)> = (0..4).map(|number| (names[number], bags_of(of(number)))).collect();
            let (index, query) = (index(&documents), bags_of(query));
            let others = IndexView { index: &index, except: None };
            let alike = |reach: f32| -> Vec<(RecordNo, Alike)> {
                let meetings = Shared::find(&query, others, None, 100, KEYS_AT_ONCE).unwrap().meet(500, reach);
                let of_records = meetings.chunk_by(|x, y| x.place.record == y.place.record);
                let limits = Least { of_region: least, of_pair: least, of_rich: least };
                let all = of_records.map(|of_one| (of_one[0].place.record, Alike::of(of_one, limits, &mut std::vec![])));
                all.filter(|(_, alike)| alike.score > 0.0).collect()
            };
            prop_assert_eq!(alike(least), alike(0.0));
        }
    }

    #[test]
    fn rare_terms_close_together_make_a_document_a_candidate() {
        let source = around(&[&[&[1, 2], &[3]]]);
        let index = index(&[("near", source), ("far", around(&[&[&[1]], &[&[2]], &[&[3]]]))]);
        let query = around(&[&[&[9]], &[&[3, 7], &[2], &[1]]]);
        let candidates = found(&query, &index, None);
        assert_eq!(candidates.len(), 1);
        let (id, Alike { regions, pairs, .. }) = &candidates[0];
        assert_eq!((id.as_str(), regions.len()), ("near", 1));
        let has = |range: SentenceRange, first: u32, last: u32| range.contains(first) && range.contains(last);
        assert!(has(regions[0].a, 121, 123) && has(regions[0].b, 60, 61), "{regions:?}");
        assert_eq!(pairs, &[], "no sentence shares enough by itself");
    }

    #[test]
    fn a_document_is_no_candidate_of_its_own() {
        let terms = around(&[&[&[1, 2, 3, 4]]]);
        let index = index(&[("a", terms.clone()), ("b", terms.clone())]);
        let ids = |own| found(&terms, &index, own).into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        assert_eq!(ids(Some("a")), ["b"]);
        assert_eq!(ids(None), ["a", "b"]);
    }

    #[test]
    fn sentences_that_share_enough_terms_are_a_pair() {
        let source = around(&[&[&[1, 2, 3], &[4]], &[&[1]]]);
        let index = index(&[("a", source)]);
        let pairs = |query: &Bags| -> Vec<CandidatePair> {
            found(query, &index, None).into_iter().flat_map(|(_, alike)| alike.pairs).collect()
        };
        assert_eq!(pairs(&around(&[&[&[9]], &[&[3, 1, 7, 2], &[4]]])), [CandidatePair { a: 121, b: 60 }]);
        let alone = found(&around(&[&[&[9]], &[&[8, 1, 7, 2]]]), &index, None);
        let (_, Alike { score, regions, pairs }) = &alone[0];
        assert_eq!((regions.len(), pairs.len()), (0, 1), "too little for a region");
        assert!(*score > 0.0);
    }

    #[test]
    fn two_places_are_two_regions() {
        let terms = around(&[&[&[1, 2, 3, 4]], &[&[5, 6, 7, 8, 9]]]);
        let candidates = found(&terms, &index(&[("a", terms.clone())]), None);
        let regions = &candidates[0].1.regions;
        assert_eq!(regions.len(), 2);
        assert!(regions[0].score > regions[1].score, "the best first");
    }

    #[test]
    fn terms_that_meet_everywhere_weigh_little() {
        let names: &[u64] = &[1, 2, 3];
        let chapter = bags(&[names; 12]);
        assert!(found(&chapter, &index(&[("a", chapter.clone())]), None).is_empty());
    }

    #[test]
    fn the_best_are_kept_and_the_rest_counted() {
        let names: Vec<String> =
            (0..LIMITS.max_documents + 7).map(|number| format!("d{number:03}")).collect();
        // Each later document has one more term in common with the query document.
        let terms = |number: usize| {
            let first = 100 + 4 * number as u64;
            let shared: Vec<u64> = (first..first + if number < 10 { 3 } else { 4 }).collect();
            around(&[&[&shared]])
        };
        let documents: Vec<(&str, Bags)> =
            names.iter().enumerate().map(|(number, name)| (name.as_str(), terms(number))).collect();
        let index = index(&documents);
        let all: Vec<u64> = (100..100 + 4 * names.len() as u64).collect();
        let query: Vec<&[u64]> = all.chunks(4).flat_map(|chunk| [chunk, &[], &[], &[], &[], &[]]).collect();
        let candidates =
            find(&bags(&query), Lang::Words, IndexView { index: &index, except: None }, None).unwrap();
        assert_eq!((candidates.best.len(), candidates.left), (LIMITS.max_documents, 7));
        let ids: Vec<String> = candidates.best.keys().map(|&record| index.id(record).unwrap()).collect();
        assert_eq!(ids, [&names[..3], &names[10..]].concat());
    }

    #[test]
    fn the_best_regions_of_a_document_are_kept() {
        // Each part has four terms. The terms of the first three parts weigh less, since they stand in two documents.
        let terms = |part: u64| -> Vec<u64> { (4 * part..4 * part + 4).collect() };
        let parts: Vec<Vec<u64>> = (0..LIMITS.max_regions as u64 + 3).map(terms).collect();
        let of = |parts: &[Vec<u64>]| -> Bags {
            let units: Vec<[&[u64]; 1]> = parts.iter().map(|terms| [terms.as_slice()]).collect();
            around(&units.iter().map(<[&[u64]; 1]>::as_slice).collect::<Vec<_>>())
        };
        let index = index(&[("all", of(&parts)), ("first", of(&parts[..3]))]);
        let candidates = found(&of(&parts), &index, None);
        let places: Vec<u32> = candidates[0].1.regions.iter().map(|region| region.a.start).collect();
        // The first sentence of each part, and its margin.
        let expected: Vec<u32> = (3..parts.len() as u32).map(|part| 60 + 61 * part - LIMITS.margin).collect();
        assert_eq!((candidates[0].0.as_str(), places), ("all", expected));
        assert_eq!(candidates[1].1.regions.len(), 3);
    }
}

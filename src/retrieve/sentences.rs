//! Keys + index -> the documents that may share sentences.
//!
//! A document becomes a candidate in two ways. Either one of its sentences resembles one of the query document (the
//! Jaccard of their bags is high enough), or it holds several of the query document's rare keys close together,
//! whatever the borders of sentences. A sentence that many documents have makes only some of them candidates
//! ([`super::frequent`]). The sentences that share keys in one of these ways are candidate pairs, which are aligned
//! word by word. If sentences of one form are met too often in one document, only a few of them are looked up
//! ([`super::repetitive`]).

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use ibid_index::bag::jaccard;
use ibid_index::{Bags, Containment, Hit, LookUp, Questions, Ratio, RecordNo};

use super::frequent::{Frequent, FrequentSentence, Stretch};
use super::repetitive::Repetitive;
use super::{CandidatePair, IndexView, MAX_FREQ, PartLists};
use crate::analyze::Words;
use crate::error::Result;
use crate::interrupt;
use crate::lexicon::Rarity;
use crate::lexicon::information::information;

/// The limits by which a sentence makes a document a candidate; see [`LIMITS`].
struct Limits {
    /// The least number of keys of a sentence that is searched for by resemblance.
    min_keys: usize,
    /// The least rarity of the words of such a sentence: most sentences reach it with their first few words.
    min_rarity: f32,
    /// The least information of a sentence, times its Jaccard with one that resembles it, that makes a document a
    /// candidate.
    min_information: f32,
    /// The number of documents, or a hundredth of all if that is more, above which a sentence that resembles their
    /// sentences is frequent: only some of them become candidates.
    frequent: usize,
    /// The most documents that hold a rare key.
    rare: u32,
    /// The most sentences that hold a rare key, if enough other keys remain: in a single long document, document
    /// frequency alone cannot tell keys apart. Without this, 20 MB of novels against themselves took 6.7 s instead of
    /// 5.3; the scores of planted passages and sentences were the same (2026-11-24).
    rare_sentences: u32,
    /// The number of rare keys that must come together within a few sentences.
    rare_together: u32,
    /// The number of rare keys that is enough in one sentence of each document, if they are half of the source's keys:
    /// short sentences have few keys. With this, sentences of two keys, and shared keys that count .6 beside words,
    /// .974 of the Chinese quotations of seed 1 were found instead of .936. Two rare keys anywhere would find a few
    /// more, and bring three times as many long documents together by chance.
    rare_in_short: u32,
    /// The distance in sentences over which rare keys may be spread, on either side.
    spread: u32,
    /// The most places at which a sentence is searched for in one document; the places that share most of its rare keys
    /// are taken. Text that repeats on both sides has quadratically many pairs, and in one long document every key is
    /// rare. With 64 places, fifty sentences shuffled anew, 20,000 in all, took 19 s instead of 4, and planted passages
    /// and sentences were the same (2026-11-24).
    most_places: usize,
}

/// The limits, chosen on 2026-11-21 on the planted corpora, most on the first seeds (`lab/record/tried.md`).
const LIMITS: Limits = Limits {
    min_keys: 2,
    min_rarity: 3.0,
    min_information: 8.0,
    frequent: 20,
    rare: 10,
    rare_sentences: 64,
    rare_together: 3,
    rare_in_short: 2,
    spread: 2,
    most_places: 16,
};

/// The number of consecutive sentences over which rare keys may be spread.
const ROW: usize = LIMITS.spread as usize + 1;

/// Records, each with the candidate pairs that lead to it.
type Found = BTreeMap<RecordNo, Vec<CandidatePair>>;

/// The documents that may share sentences.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    pub(super) by_record: Found,
    /// Sentences that many documents have.
    pub(super) frequent: Vec<Stretch>,
}

/// Finds the records of others that may share sentences. `min` is the least bag Jaccard of a copied sentence pair.
///
/// A bag that several sentences have is looked up once, and a sequence of sentences that recurs is searched once, so
/// that a repeated sentence costs no more than one. Only the first of them is in a candidate pair.
pub(super) fn find(
    words: &Words,
    rarity: &Rarity,
    others: IndexView<'_>,
    mut lists: PartLists<'_>,
    min: Ratio,
) -> Result<Sharing> {
    let (IndexView { index, except }, bags) = (others, lists.bags);
    let want = Containment {
        rarest: usize::MAX,
        least: 1,
        max_record_freq: LIMITS.rare,
        max_unit_freq: LIMITS.rare_sentences,
        enough: LIMITS.rare_together as usize,
    };
    let mut found = Found::new();
    let mut frequent = Frequent::default();
    let mut repetitive = Repetitive::new(LIMITS.most_places);
    // The number of each sentence's bag among the distinct ones, and the hits of the rare keys of each distinct bag.
    let mut numbers: HashMap<&[u64], u32> = HashMap::new();
    let mut distinct: Vec<u32> = Vec::with_capacity(bags.len());
    let mut rare = Lists::default();
    let (mut alike, mut containing) = (vec![], vec![]);
    for (sentence, bag) in bags.iter().enumerate() {
        interrupt::check()?;
        let next = rare.len() as u32;
        let number = *numbers.entry(bag).or_insert(next);
        distinct.push(number);
        if number != next {
            continue;
        }
        let in_sentence = words.of_sentence(sentence as u32);
        let is_allowed = repetitive.allows(bag);
        let is_asked = is_allowed
            && bag.len() >= LIMITS.min_keys
            && rarity.reaches(LIMITS.min_rarity, words.hashes_of(in_sentence));
        let resembling = is_asked.then_some(min);
        // Long lists are never read for a skipped sentence.
        let want = if is_allowed { want } else { Containment { enough: 0, ..want } };
        let questions = Questions { resembling, containing: Some(want), except };
        let lists = lists.of(sentence)?;
        lists.ask(bag, questions, &mut alike, &mut containing)?;
        repetitive.count(bag, [&alike, &containing]);
        keep_best(&mut containing);
        add(&mut found, sentence as u32, containing.iter().filter(|hit| is_half(hit)));
        rare.push(&containing);
        containing.clear();
        let information = match alike.is_empty() {
            true => 0.0,
            false => information(
                rarity.sum(words.hashes_of(in_sentence)),
                words.half_words(in_sentence),
                &freqs(bag, others, lists)?,
                index.record_count(),
            ),
        };
        let is_evidence = |hit: &Hit| {
            let jaccard = jaccard(hit.overlap as usize, bag.len(), hit.size as usize) as f32;
            information * jaccard >= LIMITS.min_information
        };
        let most = LIMITS.frequent.max(index.record_count() as usize / 100);
        if document_count(alike.iter()) > most {
            let is_evidence = document_count(alike.iter().filter(|hit| is_evidence(hit))) > most;
            let half_words = words.half_words(in_sentence);
            frequent.push(FrequentSentence { number: sentence as u32, half_words, is_evidence }, &alike);
        }
        alike.retain(is_evidence);
        keep_best(&mut alike);
        if document_count(alike.iter()) <= most {
            add(&mut found, sentence as u32, &alike);
        }
        alike.clear();
    }
    add_close_together(&distinct, &rare, &mut found);
    let frequent = add_frequent(frequent, bags, others, min, &mut found)?;
    Ok(Sharing { by_record: found, frequent })
}

/// Adds the documents that are chosen for frequent sentences. These sentences are looked up once more, so that the hits
/// of all of them need not be in memory at a time.
fn add_frequent(
    frequent: Frequent,
    bags: &Bags,
    IndexView { index, except }: IndexView<'_>,
    min: Ratio,
    found: &mut Found,
) -> Result<Vec<Stretch>> {
    let questions = Questions { resembling: Some(min), containing: None, except };
    let (mut stretches, mut hits) = (vec![], vec![]);
    for (sentences, stretch) in frequent.choose(found.keys().copied().collect(), index)? {
        for sentence in sentences {
            let bag = bags.get(sentence as usize);
            index.look_up(&[bag], &[])?.ask(bag, questions, &mut hits, &mut vec![])?;
            hits.retain(|hit| stretch.chosen.contains(&hit.record));
            keep_best(&mut hits);
            add(found, sentence, &hits);
            hits.clear();
        }
        stretches.push(stretch);
    }
    Ok(stretches)
}

/// Returns the number of documents of these hits, which come sorted.
fn document_count<'h>(hits: impl Iterator<Item = &'h Hit>) -> usize {
    let (mut count, mut last) = (0, None);
    for hit in hits {
        count += usize::from(last != Some(hit.record));
        last = Some(hit.record);
    }
    count
}

/// Keeps the best hits of a sentence in each record. They come and go sorted.
fn keep_best(hits: &mut Vec<Hit>) {
    if hits.len() <= LIMITS.most_places {
        return;
    }
    let mut best = vec![];
    for of_one in hits.chunk_by_mut(|x, y| x.record == y.record) {
        if of_one.len() > LIMITS.most_places {
            of_one.sort_unstable_by_key(|hit| (Reverse(hit.overlap), hit.unit));
        }
        best.extend(of_one.iter().take(LIMITS.most_places));
    }
    best.sort_unstable();
    *hits = best;
}

/// The hits of each distinct bag, one after the other.
#[derive(Default)]
struct Lists {
    hits: Vec<Hit>,
    ends: Vec<usize>,
}

impl Lists {
    fn push(&mut self, hits: &[Hit]) {
        self.hits.extend_from_slice(hits);
        self.ends.push(self.hits.len());
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the hits of a bag; empty if there is no such bag.
    fn of(&self, number: u32) -> &[Hit] {
        let number = number as usize;
        let Some(&end) = self.ends.get(number) else { return &[] };
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.hits[start..end]
    }
}

/// Adds the records of these hits of a sentence.
fn add<'h>(found: &mut Found, sentence: u32, hits: impl IntoIterator<Item = &'h Hit>) {
    for hit in hits {
        found.entry(hit.record).or_default().push(CandidatePair { a: sentence, b: hit.unit });
    }
}

/// Adds the records that hold enough rare keys close together. `distinct` has the number of each sentence's bag, `rare`
/// the hits of each distinct bag.
fn add_close_together(distinct: &[u32], rare: &Lists, found: &mut Found) {
    let mut seen: HashSet<[u32; ROW]> = HashSet::new();
    let mut near = vec![];
    for sentence in 0..distinct.len() {
        if interrupt::is_set() {
            break;
        }
        let mut in_a_row = [u32::MAX; ROW];
        for (number, of_sentence) in in_a_row.iter_mut().zip(&distinct[sentence..]) {
            *number = *of_sentence;
        }
        if rare.of(in_a_row[0]).is_empty() || !seen.insert(in_a_row) {
            continue;
        }
        let mut lists = in_a_row.map(|number| rare.of(number));
        while let Some(Hit { record, .. }) = lists[0].first() {
            near.clear();
            for (list, behind) in lists.iter_mut().zip(0..) {
                for &hit in hits_in(*record, list) {
                    near.push((hit, behind));
                }
            }
            if close_together(&near) {
                for (hit, behind) in &near {
                    add(found, sentence as u32 + behind, [hit]);
                }
            }
        }
    }
}

/// Takes the hits of a record from the front of a sorted list, and drops those of earlier records.
fn hits_in<'h>(record: RecordNo, list: &mut &'h [Hit]) -> &'h [Hit] {
    let mut start = 0;
    while start < list.len() && list[start].record < record {
        start += 1;
    }
    let mut end = start;
    while end < list.len() && list[end].record == record {
        end += 1;
    }
    let hits = &list[start..end];
    *list = &list[end..];
    hits
}

/// Returns the number of other documents that hold each key, without the keys that none holds.
fn freqs(bag: &[u64], others: IndexView<'_>, lists: &dyn LookUp) -> Result<Vec<u32>> {
    let mut freqs = vec![];
    for &key in bag {
        let freq = others.without_own(lists.record_freq(key, MAX_FREQ)?);
        if freq > 0 {
            freqs.push(freq);
        }
    }
    Ok(freqs)
}

/// Returns whether a sentence holds enough rare keys by itself.
fn is_half(hit: &Hit) -> bool {
    hit.overlap >= LIMITS.rare_in_short && hit.overlap * 2 >= hit.size
}

/// Returns whether enough rare keys stand within a few sentences on both sides. Hits belong to a sentence of the query
/// and the next ones, and are paired with the distance from the first.
fn close_together(hits: &[(Hit, u32)]) -> bool {
    for (at, (hit, behind)) in hits.iter().enumerate() {
        if *behind > 0 {
            break;
        }
        if overlap_near(&hits[at..], hit.unit) >= LIMITS.rare_together {
            return true;
        }
    }
    false
}

/// Counts the rare keys within a few sentences of a unit. Hits are sorted by the distance of their query sentence, then
/// by unit.
fn overlap_near(hits: &[(Hit, u32)], unit: u32) -> u32 {
    let mut overlap = 0;
    for hits in hits.chunk_by(|x, y| x.1 == y.1) {
        let first = hits.partition_point(|(other, _)| other.unit + LIMITS.spread < unit);
        for (other, _) in &hits[first..] {
            if other.unit > unit + LIMITS.spread {
                break;
            }
            overlap += other.overlap;
        }
    }
    overlap
}

#[cfg(test)]
mod tests {
    use ibid_index::{ExcludedRecord, MemoryIndex, Record, Search};

    use super::*;
    use crate::analyze::words::tests::words;

    /// Sentences of words of every text, and one of few texts.
    const COMMON: &str = "it was the end of it.";
    const RATHER_COMMON: &str = "it was the end of quandix.";

    /// Returns words of few texts.
    fn rare_words() -> String {
        (0..22).map(|number| format!("quandix{number} ")).collect::<String>() + "."
    }

    fn bags(units: &[Vec<u64>]) -> Bags {
        let mut bags = Bags::new();
        units.iter().for_each(|unit| bags.push(&mut unit.clone()));
        bags
    }

    fn index(documents: &[Vec<Vec<u64>>]) -> MemoryIndex {
        let record = |(number, units): (usize, &Vec<Vec<u64>>)| Record {
            id: format!("d{number:04}"),
            bags: bags(units).into(),
            ..Record::default()
        };
        MemoryIndex::from_records(documents.iter().enumerate().map(record)).unwrap()
    }

    /// Returns `count` documents with this bag, then others, each with a key of its own.
    fn copies(bag: &[u64], count: usize, others: u64) -> MemoryIndex {
        let mut documents = vec![vec![bag.to_vec()]; count];
        documents.extend((0..others).map(|number| vec![vec![1_000_000 + number]]));
        index(&documents)
    }

    /// Returns the numbers of the candidates of a text whose sentences have these bags.
    fn find_in(words: &Words, bags: &Bags, others: IndexView<'_>, min: Ratio) -> Found {
        let lists = PartLists::new(others.index, bags, None);
        find(words, &Rarity::default(), others, lists, min).unwrap().by_record
    }

    fn candidates(text: &str, units: &[Vec<u64>], index: &MemoryIndex, own: Option<&str>) -> Vec<usize> {
        let except = own.map(|id| ExcludedRecord { record: index.find(id).unwrap().unwrap(), holds: false });
        let (words, min) = (words(text), Ratio::from_f64(0.6).unwrap());
        let found = find_in(&words, &bags(units), IndexView { index, except }, min);
        let number = |record| index.id(record).unwrap().trim_start_matches('d').parse().unwrap();
        found.into_keys().map(number).collect()
    }

    fn key_range(keys: std::ops::Range<u64>) -> Vec<u64> {
        keys.collect()
    }

    #[test]
    fn sentences_that_resemble_make_candidates_whatever_they_share_with_others() {
        // More documents hold each key than a rare one may have.
        let index = copies(&[1, 2, 3, 4, 5, 6], 12, 0);
        let text = rare_words();
        let all: Vec<usize> = (0..12).collect();
        assert_eq!(candidates(&text, &[key_range(1..7)], &index, None), all);
        assert_eq!(candidates(&text, &[key_range(2..7)], &index, None), all, "a Jaccard of 5/6");
        assert_eq!(candidates(&text, &[key_range(4..10)], &index, None), [0_usize; 0], "a Jaccard of 3/9");
        assert_eq!(
            candidates(&text, &[key_range(1..7)], &index, Some("d0003")),
            [&all[..3], &all[4..]].concat()
        );
    }

    #[test]
    fn a_sentence_of_one_key_makes_no_candidates() {
        let text = rare_words();
        assert_eq!(candidates(&text, &[vec![1]], &copies(&[1], 12, 0), None), [0_usize; 0]);
        assert_eq!(candidates(&text, &[vec![1, 2]], &copies(&[1, 2], 12, 0), None).len(), 12);
    }

    #[test]
    fn a_sentence_of_little_information_makes_no_candidates() {
        let bag = key_range(1..7);
        let (few, many) = (copies(&bag, 12, 0), copies(&bag, 12, 2000));
        for (text, index, count) in [
            (COMMON, &few, 0),
            (COMMON, &many, 0),
            (RATHER_COMMON, &few, 0),
            // A sequence of words that few of many documents have.
            (RATHER_COMMON, &many, 12),
        ] {
            assert_eq!(candidates(text, std::slice::from_ref(&bag), index, None).len(), count, "{text}");
        }
    }

    #[test]
    fn a_sentence_of_many_documents_makes_one_candidate_unless_these_are_few_of_all() {
        let text = rare_words();
        let bag = key_range(1..7);
        for (copied, others, count) in [(20, 0, 20), (21, 0, 1), (21, 2078, 1), (21, 2079, 21)] {
            let index = copies(&bag, copied, others);
            assert_eq!(
                candidates(&text, std::slice::from_ref(&bag), &index, None).len(),
                count,
                "{copied} {others}"
            );
        }
    }

    #[test]
    fn rare_keys_in_one_sentence_make_a_candidate_where_they_are_half_of_it() {
        for (source, is_candidate) in
            [(vec![1, 2, 8, 9], true), (vec![1, 2, 7, 8, 9], false), (vec![1, 9], false)]
        {
            let index = index(&[vec![source.clone()], vec![key_range(20..26)]]);
            assert_eq!(
                candidates(COMMON, &[vec![1, 2, 3, 4, 5]], &index, None) == [0],
                is_candidate,
                "{source:?}"
            );
        }
        assert_eq!(candidates(COMMON, &[vec![1, 2]], &copies(&[1, 2], 10, 0), None).len(), 10);
        assert_eq!(candidates(COMMON, &[vec![1, 2]], &copies(&[1, 2], 11, 0), None).len(), 0, "not rare");
    }

    /// Checks two thousand sentences in an order of their own on both sides, so that no key is in few of them.
    #[test]
    fn what_repeats_on_both_sides_is_found_by_few_pairs() {
        for (distinct, text) in [(1, rare_words()), (10, COMMON.to_owned()), (50, COMMON.to_owned())] {
            let mut seed = 1_u64;
            let mut units: Vec<Vec<u64>> = vec![];
            for _ in 0..2000 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                units.push(key_range((seed >> 33) % distinct * 10..(seed >> 33) % distinct * 10 + 6));
            }
            let (words, min) = (words(&text.repeat(2000)), Ratio::from_f64(0.6).unwrap());
            let index = index(&[units.clone(), vec![key_range(1000..1006)]]);
            let others = IndexView { index: &index, except: None };
            let found = find_in(&words, &bags(&units), others, min);
            let pairs: Vec<usize> = found.values().map(Vec::len).collect();
            // There are at most two thousand sequences of three sentences, and each sentence adds one more pair for a
            // bag of which it holds half.
            assert!(
                pairs.len() == 1 && pairs[0] <= 2000 * 3 * LIMITS.most_places + 2000,
                "{distinct} {pairs:?}"
            );
        }
    }

    #[test]
    fn rare_keys_in_several_sentences_make_a_candidate_where_they_are_close_on_both_sides() {
        // Twelve sentences of six keys of their own, and the keys 1, 2, 3 in some.
        let with = |places: &[usize], first: u64| {
            let own = |sentence: u64| key_range(first + 10 * sentence..first + 10 * sentence + 6);
            let mut units: Vec<Vec<u64>> = (0..12).map(own).collect();
            places.iter().zip(1..).for_each(|(&place, key)| units[place].push(key));
            units
        };
        let cases: [(&[usize], &[usize], bool); 9] = [
            (&[0, 1, 2], &[5, 6, 7], true),
            (&[9, 10, 11], &[7, 6, 5], true),
            (&[4, 4, 4], &[5, 7, 6], true),
            (&[4, 6, 5], &[5, 5, 5], true),
            (&[0, 1, 2], &[5, 6, 8], false),
            (&[0, 1, 2], &[5, 8, 7], false),
            (&[0, 1, 2], &[5, 2, 6], false),
            (&[0, 1, 3], &[5, 6, 7], false),
            (&[0, 1], &[5, 6], false),
        ];
        for (query, source, is_candidate) in cases {
            let index = index(&[with(source, 1000), vec![key_range(20..26)]]);
            let found = candidates(&COMMON.repeat(12), &with(query, 2000), &index, None);
            assert_eq!(found == [0], is_candidate, "{query:?} {source:?}: {found:?}");
        }
    }

    #[test]
    fn keys_that_no_other_document_holds_are_not_counted() {
        let index = copies(&[1, 2], 12, 0);
        assert_eq!(freqs(&[1, 2, 99], IndexView { index: &index, except: None }, &&index).unwrap(), [12, 12]);
    }

    #[test]
    fn rare_keys_within_two_sentences_of_each_other_are_close_together() {
        let hit = |unit: u32, overlap: u32| Hit { record: RecordNo(0), unit, overlap, size: 9 };
        let are_close = |unit: u32| close_together(&[(hit(10, 2), 0), (hit(unit, 1), 1)]);
        assert_eq!([7, 8, 10, 12, 13, 20].map(are_close), [false, true, true, true, false, false]);
    }
}

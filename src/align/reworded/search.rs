//! Sentences that are alike -> reworded passages.
//!
//! In: two documents with their terms, and pairs of sentences that are alike ([`alike`](super::alike)), as seeds. Out:
//! reworded passages ([`Search::all`]), and whether one meets the demands ([`Search::meets`]). Seeds are split at gaps
//! of either side until no group has one. A group whose sentences are alike as a whole is a passage; any other group is
//! split again at smaller gaps. The ends of a passage are moved to where shared terms are densest, first on each side
//! and then on both together ([`borders`](super::borders)). Each term of one side matches one term of the other, so
//! that a sentence whose terms belong to better matches pulls no end outwards. Within the first and the last sentence,
//! words that share next to nothing are cut off. Passages that share too little are dropped.
//!
//! The clustering is that of Sanchez-Perez, Gelbukh and Sidorov (PAN 2014). As there, a second search with wide gaps
//! finds out whether a short passage sums up a long one. `O(s log s)` for s seeds.

use std::collections::BTreeMap;

use super::Text;
use super::alike::{Place, Seed, Share, Weighted};
use super::borders::settled;
use super::limits::{Demands, LIMITS, Likeness};
use crate::align::Sides;
use crate::align::groups::split_at_gaps;
use crate::analyze::{Terms, Words};
use crate::interrupt;
use crate::text::{SentenceRange, WordRange};

/// A reworded passage.
#[derive(Clone, Debug)]
pub(super) struct RewordedPassage {
    /// The sentences on both sides, as [`Terms`] counts them.
    sentences: (SentenceRange, SentenceRange),
    /// The words on both sides.
    pub(super) words: Sides<WordRange>,
    /// The seeds of the passage.
    pub(super) seeds: Vec<Seed>,
    /// True if the passage is sure; set by [`Search::judged`].
    pub(super) is_sure: bool,
}

impl RewordedPassage {
    /// Sums the cosines of the seeds.
    pub(super) fn cosines(&self) -> f32 {
        self.seeds.iter().map(|seed| seed.cosine).sum()
    }
}

/// The search for passages in one pair of documents.
pub(super) struct Search<'s> {
    pub(super) a: Text<'s>,
    pub(super) b: Text<'s>,
    pub(super) weighted: &'s Weighted<'s>,
    pub(super) likeness: Likeness,
}

impl Search<'_> {
    /// Returns the pairs of sentences that are alike.
    pub(super) fn seeds(&self) -> Vec<Seed> {
        self.weighted.seeds(self.likeness.min_cosine, self.likeness.min_dice)
    }

    /// Returns all passages, in the order of the query document.
    fn all(&self, seeds: &[Seed]) -> Vec<RewordedPassage> {
        if seeds.is_empty() {
            return vec![];
        }
        let summaries = self.summaries(seeds);
        let mut found = match self.are_summaries(&summaries) {
            true => summaries,
            false => self.narrow(seeds),
        };
        found.sort_by_key(|found| (found.words.a, found.words.b));
        found
    }

    /// Returns the passages that meet these demands, in the order of the query document.
    pub(super) fn all_that_meet(&self, seeds: &[Seed], demands: Demands) -> Vec<RewordedPassage> {
        let mut found = self.all(seeds);
        found.retain(|found| self.meets(found, demands));
        found
    }

    fn narrow(&self, seeds: &[Seed]) -> Vec<RewordedPassage> {
        let mut groups = vec![];
        self.cluster(seeds.to_vec(), LIMITS.gap, &mut groups);
        let (mut found, mut passages) = (vec![], vec![]);
        for mut seeds in groups {
            if interrupt::is_set() {
                break;
            }
            thin(&mut seeds, LIMITS.near_best);
            found.extend(self.with_ends(self.place(ranges(&seeds), seeds)));
        }
        for found in without_overlaps(found) {
            passages.extend(self.judged(self.shares(&found), found));
        }
        passages
    }

    fn summaries(&self, seeds: &[Seed]) -> Vec<RewordedPassage> {
        let mut groups = vec![];
        self.cluster(seeds.to_vec(), LIMITS.summary_gap, &mut groups);
        let (mut found, mut passages) = (vec![], vec![]);
        for seeds in groups {
            found.push(self.place(ranges(&seeds), seeds));
        }
        for found in without_overlaps(found) {
            passages.extend(self.judged((self.shares(&found).0, LIMITS.summary_share), found));
        }
        passages
    }

    /// Returns whether the best seeds of passages are spread over so much of the source that these are summaries.
    fn are_summaries(&self, found: &[RewordedPassage]) -> bool {
        let (mut in_a, mut in_b) = (0, 0);
        for found in found {
            let mut seeds = found.seeds.clone();
            thin(&mut seeds, LIMITS.summary_near_best);
            let Sides { a: x, b: y } = self.place(ranges(&seeds), seeds).words;
            in_a += bytes(self.a.words, x);
            in_b += bytes(self.b.words, y);
        }
        in_a > 0 && in_b as f32 >= LIMITS.summary_ratio * in_a as f32
    }

    /// Splits seeds at gaps of both sides until no group has one, then splits groups that are not alike as a whole at
    /// smaller gaps.
    fn cluster(&self, seeds: Vec<Seed>, gap: u32, out: &mut Vec<Vec<Seed>>) {
        for group in split(seeds, gap) {
            if interrupt::is_set() {
                break;
            }
            let (a, b) = ranges(&group);
            if self.weighted.cosine(a, b) > self.likeness.min_whole_cosine {
                out.push(group);
            } else if let Some(smaller) = widest_gap(&group).checked_sub(1) {
                // Gaps that are no smaller than the widest one leave the group as it is.
                self.cluster(group, smaller, out);
            }
        }
    }

    fn place(&self, sentences: (SentenceRange, SentenceRange), mut seeds: Vec<Seed>) -> RewordedPassage {
        let (a, b) = sentences;
        seeds.retain(|seed| a.contains(seed.a) && b.contains(seed.b));
        RewordedPassage {
            sentences,
            words: Sides { a: words_of(self.a.terms, a), b: words_of(self.b.terms, b) },
            seeds,
            is_sure: false,
        }
    }

    /// Moves the ends of a passage to where they suit both sides best. Returns `None` if too little is shared anywhere.
    fn with_ends(&self, found: RewordedPassage) -> Option<RewordedPassage> {
        let (mut a, mut b) = found.sentences;
        for _ in 0..LIMITS.rounds {
            let before = (a, b);
            a = densest(a, &self.weighted.shares_of_a(a, b), LIMITS.end_share)?;
            b = densest(b, &self.weighted.shares_of_b(b, a), LIMITS.end_share)?;
            if (a, b) == before {
                break;
            }
        }
        let Sides { a, b } = settled(self.weighted, Sides { a, b });
        Some(self.trimmed(self.place((a, b), found.seeds)))
    }

    /// Cuts off the words in the first and the last sentence of either side that share next to nothing: text that stood
    /// before or behind the passage without a mark that ends a sentence.
    fn trimmed(&self, mut found: RewordedPassage) -> RewordedPassage {
        let ((a, b), Sides { a: x, b: y }) = (found.sentences, found.words);
        let x = self.without_ends(self.a, a, x, |words| self.weighted.words_of_a(words, b));
        let y = self.without_ends(self.b, b, y, |words| self.weighted.words_of_b(words, a));
        if !x.is_empty() && !y.is_empty() {
            found.words = Sides { a: x, b: y };
        }
        found
    }

    fn without_ends(
        &self,
        Text { words, terms }: Text<'_>,
        sentences: SentenceRange,
        WordRange { start, end, .. }: WordRange,
        places: impl Fn(WordRange) -> Vec<Place>,
    ) -> WordRange {
        let first_end = terms.words_of(sentences.start).end;
        let last_start = terms.words_of(sentences.end - 1).start;
        let first = self.first_kept(places(WordRange::new(start, first_end)).iter());
        let last = self.first_kept(places(WordRange::new(last_start, end)).iter().rev());
        let mut left = WordRange::new(start, end);
        if let Some(word) = first {
            left.start = around_term(words, word, end).start.max(start);
        }
        if let Some(word) = last {
            left.end = around_term(words, word, end).end.min(end);
        }
        left
    }

    /// Returns the first word, in the order of `places`, to keep after cutting off those before it; `None` if all are
    /// kept.
    fn first_kept<'p>(&self, places: impl Iterator<Item = &'p Place>) -> Option<u32> {
        let (mut missing, mut most, mut kept) = (0.0, 0.0, None);
        for place in places {
            if missing > most {
                (most, kept) = (missing, Some(place.word));
            }
            let shared = if place.is_shared { place.weight } else { 0.0 };
            missing += LIMITS.trim_share * place.weight - shared;
        }
        if most >= LIMITS.min_trim { kept } else { None }
    }

    /// Returns the share of the terms of each side, by weight, that stands on the other side.
    fn shares(&self, found: &RewordedPassage) -> (f32, f32) {
        let (a, b) = found.sentences;
        (ratio(self.weighted.shares_of_a(a, b)), ratio(self.weighted.shares_of_b(b, a)))
    }

    /// Sets whether a passage is sure. Returns `None` if its worth is too low or it is too short.
    fn judged(&self, shares: (f32, f32), found: RewordedPassage) -> Option<RewordedPassage> {
        let worth = self.worth(&found, shares);
        let is_sure = worth >= LIMITS.sure_worth && found.seeds.len() >= LIMITS.sure_seeds;
        let least = if is_sure { LIMITS.min_sure_bytes } else { LIMITS.min_bytes };
        let shorter = bytes(self.a.words, found.words.a).min(bytes(self.b.words, found.words.b));
        (worth >= LIMITS.min_worth && shorter >= least).then_some(RewordedPassage { is_sure, ..found })
    }

    /// Returns whether a passage shares enough or has enough worth for these demands.
    fn meets(&self, found: &RewordedPassage, demands: Demands) -> bool {
        let shares = self.shares(found);
        shares.0.min(shares.1) >= demands.min_share || self.worth(found, shares) >= demands.min_worth
    }

    /// Returns whether any passage may meet these demands. It looks at the sentences that share most, wherever on the
    /// other side their terms stand. `O(n)` for n terms.
    pub(super) fn may_meet(&self, demands: Demands) -> bool {
        let (of_a, of_b) = self.weighted.most_shared();
        let shares = (most_of_passage(self.a, &of_a) + ROUNDING, most_of_passage(self.b, &of_b) + ROUNDING);
        shares.0.min(shares.1) >= demands.min_share || worth(LIMITS.most_seeds, shares) >= demands.min_worth
    }

    fn worth(&self, found: &RewordedPassage, shares: (f32, f32)) -> f32 {
        worth(found.cosines(), shares)
    }
}

/// The share by which sums of the same weights in another order may differ.
const ROUNDING: f32 = 0.001;

/// Returns the worth of a passage, from the sum of the cosines of its seeds and the share of shared terms of either
/// side.
fn worth(cosines: f32, shares: (f32, f32)) -> f32 {
    LIMITS.seed_worth * cosines.min(LIMITS.most_seeds) + shares.0 + shares.1
}

/// Returns the shared part of all weight of some sentences together.
fn ratio(shares: Vec<Share>) -> f32 {
    let mut sum = Share { shared: 0.0, all: 0.0 };
    for share in shares {
        sum = sum.plus(share);
    }
    sum.ratio()
}

/// Returns the greatest share of consecutive sentences that are long enough for a passage.
fn most_of_passage(Text { words, terms }: Text<'_>, shares: &[Share]) -> f32 {
    let least = LIMITS.min_bytes.min(LIMITS.min_sure_bytes);
    let mut most = 0.0_f32;
    for start in 0..shares.len() {
        let mut sum = Share { shared: 0.0, all: 0.0 };
        // The end of the first part that is long enough. Two such parts share no more together than the better one
        // alone.
        let mut long = None;
        for end in start + 1..=shares.len() {
            sum = sum.plus(shares[end - 1]);
            let from_start = SentenceRange::new(start as u32, end as u32);
            if long.is_none() && bytes(words, words_of(terms, from_start)) >= least {
                long = Some(end);
            }
            let Some(long) = long else { continue };
            most = most.max(sum.ratio());
            let behind = SentenceRange::new(long as u32, end as u32);
            if end > long && bytes(words, words_of(terms, behind)) >= least {
                break;
            }
        }
    }
    most
}

/// Returns the words of a range of sentences, which must not be empty.
fn words_of(terms: &Terms, sentences: SentenceRange) -> WordRange {
    terms.words_of(sentences.start).union(terms.words_of(sentences.end - 1))
}

/// Returns the words near the term that begins at a word, of a text that ends at `end`.
fn around_term(words: &Words, word: u32, end: u32) -> WordRange {
    // A term of Han characters has two of them.
    let term = WordRange::new(word, (word + 1 + u32::from(words.is_han(word))).min(end));
    words.around(term, LIMITS.margin)
}

fn bytes(words: &Words, range: WordRange) -> u32 {
    if range.is_empty() {
        return 0;
    }
    words.span(range.end - 1).end.saturating_sub(words.span(range.start).start)
}

/// Returns the passages with the greatest sums of cosines among those that overlap in the query document.
fn without_overlaps(mut found: Vec<RewordedPassage>) -> Vec<RewordedPassage> {
    found.sort_by(|x, y| y.cosines().total_cmp(&x.cosines()).then(x.sentences.cmp(&y.sentences)));
    let mut best: Vec<RewordedPassage> = vec![];
    for passage in found {
        if !best.iter().any(|other| passage.sentences.0.meets(other.sentences.0)) {
            best.push(passage);
        }
    }
    best
}

/// Returns the ranges of sentences from the first to the last seed.
fn ranges(seeds: &[Seed]) -> (SentenceRange, SentenceRange) {
    let Some(first) = seeds.first() else { return (SentenceRange::new(0, 0), SentenceRange::new(0, 0)) };
    let (mut a, mut b) = (sentence(first.a), sentence(first.b));
    for seed in seeds {
        a = a.union(sentence(seed.a));
        b = b.union(sentence(seed.b));
    }
    (a, b)
}

fn sentence(number: u32) -> SentenceRange {
    SentenceRange::new(number, number + 1)
}

/// Splits seeds at gaps of more than `gap` sentences on a side.
fn split(seeds: Vec<Seed>, gap: u32) -> Vec<Vec<Seed>> {
    let mut groups = vec![];
    let places = |seed: &Seed| [sentence(seed.a), sentence(seed.b)];
    split_at_gaps(seeds, &places, &|_, between| between.len() > gap, &mut groups);
    groups
}

fn in_a(seed: &Seed) -> u32 {
    seed.a
}

fn in_b(seed: &Seed) -> u32 {
    seed.b
}

/// Returns the most sentences between consecutive seeds on one side; 0 for seeds of one sentence each.
fn widest_gap(seeds: &[Seed]) -> u32 {
    let mut widest = 0;
    for side in [in_a as fn(&Seed) -> u32, in_b] {
        let mut sentences: Vec<u32> = seeds.iter().map(side).collect();
        sentences.sort_unstable();
        for pair in sentences.windows(2) {
            widest = widest.max((pair[1] - pair[0]).saturating_sub(1));
        }
    }
    widest
}

/// Keeps the seeds whose cosine is near the best of their sentence, first in the query document, then in the source.
fn thin(seeds: &mut Vec<Seed>, near_best: f32) {
    for side in [in_a as fn(&Seed) -> u32, in_b] {
        let mut best: BTreeMap<u32, f32> = BTreeMap::new();
        for seed in seeds.iter() {
            let best = best.entry(side(seed)).or_insert(seed.cosine);
            *best = best.max(seed.cosine);
        }
        seeds.retain(|seed| seed.cosine >= near_best * best[&side(seed)]);
    }
}

/// Returns the part of a range in which the shared weight exceeds a share of all weight by most.
fn densest(range: SentenceRange, shares: &[Share], least: f32) -> Option<SentenceRange> {
    let (mut best, mut best_sum) = (None, 0.0);
    let (mut start, mut sum) = (range.start, 0.0);
    for (sentence, Share { shared, all }) in range.numbers().zip(shares) {
        if sum <= 0.0 {
            (start, sum) = (sentence, 0.0);
        }
        sum += shared - least * all;
        if sum > best_sum {
            (best, best_sum) = (Some(SentenceRange::new(start, sentence + 1)), sum);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::limits::SURE;
    use super::*;
    use crate::analyze::words::tests::words;

    /// A source of numbers below a limit, the same in each run.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, sides: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % sides
        }

        /// Returns sentences of words, of which those with low numbers are common.
        fn text(&mut self, sentences: u64) -> String {
            let mut text = String::new();
            for _ in 0..sentences {
                for _ in 0..4 + self.roll(9) {
                    text += &format!("w{} ", 100 + self.roll(60) * self.roll(60) / 20);
                }
                text += "end. ";
            }
            text
        }

        /// Returns sentences of words that stand nowhere else.
        fn own_text(&mut self) -> String {
            let mut word = || format!("w{}", 1000 + self.roll(1 << 20));
            (0..15).map(|_| format!("{} {} {} {} {}. ", word(), word(), word(), word(), word())).collect()
        }

        fn changed(&mut self, text: &str) -> String {
            let word = |word: &str| if self.roll(4) == 0 { "changed ".to_owned() } else { word.to_owned() };
            text.split_inclusive(' ').map(word).collect()
        }

        /// Returns two texts that share two parts, changed here and there, among others of their own.
        fn pair(&mut self) -> (String, String) {
            let (one, other) = (self.text(6), self.text(3));
            let a = [self.own_text(), one.clone(), self.own_text(), self.text(5), other.clone()].concat();
            let (one, other) = (self.changed(&one), self.changed(&other));
            (a, [self.text(4), one, self.own_text(), self.own_text(), other].concat())
        }
    }

    /// Calls `check` with the search in each of many pairs of texts.
    fn for_many_pairs(mut check: impl FnMut(&Search<'_>)) {
        let mut dice = Dice(5);
        for _ in 0..200 {
            let (a, b) = dice.pair();
            let (x, y) = (words(&a), words(&b));
            let (in_x, in_y) = (Terms::new(&x, &a), Terms::new(&y, &b));
            let weighted = Weighted::new(&in_x, &in_y);
            let text = |words, terms| Text { words, terms };
            check(&Search { a: text(&x, &in_x), b: text(&y, &in_y), weighted: &weighted, likeness: SURE });
        }
    }

    /// Computes [`Search::cluster`], one gap after the other.
    fn cluster_slowly(search: &Search<'_>, seeds: Vec<Seed>, gap: u32, out: &mut Vec<Vec<Seed>>) {
        for group in split(seeds, gap) {
            let (a, b) = ranges(&group);
            if search.weighted.cosine(a, b) > search.likeness.min_whole_cosine {
                out.push(group);
            } else if gap > 0 {
                cluster_slowly(search, group, gap - 1, out);
            }
        }
    }

    #[test]
    fn clusters_are_those_of_all_gaps_in_turn() {
        let mut split = 0;
        for_many_pairs(|search| {
            // Some sentences are alike by chance, so that groups have gaps.
            let seeds = search.weighted.seeds(0.1, 0.1);
            for gap in [LIMITS.gap, LIMITS.summary_gap] {
                let (mut found, mut all) = (vec![], vec![]);
                search.cluster(seeds.clone(), gap, &mut found);
                cluster_slowly(search, seeds.clone(), gap, &mut all);
                assert_eq!(found, all);
                split += usize::from(found.len() > 1);
            }
        });
        assert!(split > 100, "{split}");
    }

    #[test]
    fn what_meets_the_demands_may_meet_them() {
        let (mut met, mut ruled_out) = (0, 0);
        for_many_pairs(|search| {
            let found = search.all(&search.seeds());
            for (min_share, min_worth) in
                [(0.2, 2.0), (0.4, 2.4), (0.5, 2.7), (0.6, 3.0), (0.9, 3.3), (0.95, 3.4)]
            {
                let demands = Demands { min_share, min_worth, ..Demands::default() };
                let (meets, may_meet) =
                    (found.iter().any(|found| search.meets(found, demands)), search.may_meet(demands));
                assert!(may_meet || !meets, "{demands:?}");
                (met, ruled_out) = (met + usize::from(meets), ruled_out + usize::from(!may_meet));
            }
        });
        assert!(met > 50 && ruled_out > 50, "{met} {ruled_out}");
    }

    #[test]
    fn the_greatest_share_is_that_of_the_best_of_all_ranges() {
        for_many_pairs(|search| {
            let (shares, _) = search.weighted.most_shared();
            let mut most = 0.0_f32;
            for start in 0..shares.len() {
                for end in start + 1..=shares.len() {
                    let (first, last) = (start as u32, end as u32 - 1);
                    let range = search.a.terms.words_of(first).union(search.a.terms.words_of(last));
                    if bytes(search.a.words, range) >= LIMITS.min_sure_bytes {
                        let sum = shares[start..end]
                            .iter()
                            .fold(Share { shared: 0.0, all: 0.0 }, |x, y| x.plus(*y));
                        most = most.max(sum.ratio());
                    }
                }
            }
            assert!((most_of_passage(search.a, &shares) - most).abs() < ROUNDING, "{most}");
        });
    }

    #[test]
    fn a_passage_is_worth_its_seeds_and_what_it_shares_of_either_side() {
        for shares in [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.6, 0.4)] {
            let (of_a, of_b) = shares;
            assert!(worth(1.0, shares) > worth(0.5, shares));
            assert!(worth(1.0, (of_a + 0.1, of_b)) > worth(1.0, shares));
            assert!(worth(1.0, (of_a, of_b + 0.1)) > worth(1.0, shares));
            assert_eq!(worth(LIMITS.most_seeds, shares), worth(2.0 * LIMITS.most_seeds, shares));
        }
    }

    #[test]
    fn what_is_worth_more_is_sure() {
        let (mut sure, mut unsure) = (vec![], vec![]);
        for_many_pairs(|search| {
            for found in search.all(&search.seeds()) {
                let worth = search.worth(&found, search.shares(&found));
                if found.is_sure { sure.push(worth) } else { unsure.push((found.seeds.len(), worth)) }
            }
        });
        let least = sure.iter().copied().fold(f32::MAX, f32::min);
        assert!(
            sure.len() > 50 && unsure.iter().all(|&(seeds, worth)| seeds == 1 || worth < least),
            "{least}"
        );
    }

    #[test]
    fn a_passage_may_meet_by_its_share_or_by_its_worth_alone() {
        for_many_pairs(|search| {
            let seeds = search.seeds();
            for found in search.all(&seeds) {
                for (min_share, min_worth) in [(0.3, 99.0), (99.0, 2.0)] {
                    let demands = Demands { min_share, min_worth, ..Demands::default() };
                    assert!(search.may_meet(demands) || !search.meets(&found, demands), "{demands:?}");
                }
            }
        });
    }
}

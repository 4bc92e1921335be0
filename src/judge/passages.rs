//! The kind of copy that a passage is: by its information, and by the share of its words that are equal and in order.

use std::collections::BTreeSet;

use ibid_index::{Bags, Ratio, bag};

use super::demands::{least_information, without_rare_keys};
use super::evidence::{Freqs, common_share, equal_rarity};
use super::limits::LIMITS;
use super::matched_words::matched_words;
use crate::align::{Alignment, ExactMatch, Likeness, Sides};
use crate::analyze::{Analyzed, Words};
use crate::error::Result;
use crate::interrupt;
use crate::lexicon::Rarity;
use crate::lexicon::information::information;
use crate::report::Kind;
use crate::text::{SentenceRange, WordRange};

/// A passage with its verdict.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) alignment: Alignment,
    pub(crate) kind: Kind,
    /// True if it is a verbatim part of a passage that is only possible.
    pub(crate) is_part_of_weak: bool,
    /// The information of its equal words and shared keys; see [`information`].
    pub(crate) information: f32,
    /// The share of it that is no evidence: formulas, and what many documents hold.
    pub(super) common: f32,
    /// Its sentences in the query document.
    pub(crate) a_sentences: SentenceRange,
    /// Its sentences in the source.
    pub(crate) b_sentences: SentenceRange,
    /// The copied sentence pairs in it, in order.
    pub(crate) sentence_pairs: Vec<SentenceMatch>,
    /// The matches that stand in another order in the source, or at another place of it.
    pub(crate) moved: Vec<ExactMatch>,
    /// The words of the query document that were taken over, as disjoint ranges in order.
    pub(crate) matched_words: Vec<WordRange>,
}

impl Judged {
    /// Returns the range of the source from its first equal word to the last, those in another order among them.
    pub(super) fn in_source(&self) -> WordRange {
        let equal = self.alignment.equal.iter().chain(&self.moved);
        equal.copied().map(ExactMatch::in_b).fold(self.alignment.b, WordRange::union)
    }
}

/// A sentence of the query document and one of the source that is a copy of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SentenceMatch {
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// The Jaccard of their bags.
    pub(crate) jaccard: f64,
}

/// The settings and counts by which passages are judged.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'r> {
    /// The least bag Jaccard of a copied sentence pair.
    pub(crate) min: Ratio,
    /// The number of documents that are searched.
    pub(crate) documents: u32,
    /// A function that counts the documents that hold each key, without the query document.
    pub(crate) freqs: &'r (dyn Fn(&[u64]) -> Result<Vec<u32>> + Sync),
    /// The rarity of words as evidence of a copy.
    pub(crate) rarity: &'r Rarity,
    /// The least share of a passage in other words that has to stand in runs of equal words for it to count.
    pub(crate) least_in_runs: f32,
}

impl<'r> Rules<'r> {
    /// The least share of a passage in other words that stands in runs, among many documents.
    pub(crate) const IN_RUNS: f32 = LIMITS.possible.in_runs;
    /// The same share of two documents that are compared or checked among themselves.
    pub(crate) const IN_RUNS_OF_PAIR: f32 = LIMITS.possible.in_runs_of_pair;

    /// Returns the rules for two documents that are only compared.
    pub(crate) fn of_pair(min: Ratio, rarity: &'r Rarity) -> Self {
        Rules {
            min,
            documents: 1,
            freqs: &|keys| Ok(vec![1; keys.len()]),
            rarity,
            least_in_runs: Rules::IN_RUNS_OF_PAIR,
        }
    }
}

/// Judges a passage by itself.
pub(super) fn judge_passage(
    query: &Analyzed<'_>,
    source: &Analyzed<'_>,
    alignment: Alignment,
    rules: &Rules<'_>,
) -> Result<Judged> {
    interrupt::check()?;
    let (a, b) = (query.words(), source.words());
    let a_sentences = a.sentences(alignment.a);
    let b_sentences = b.sentences(alignment.b);
    let bags = PassageBags {
        a: query.bags_of(a_sentences),
        b: source.bags_of(b_sentences),
        first: (a_sentences.start, b_sentences.start),
    };
    let freqs = (rules.freqs)(&bags.shared_keys())?;
    let rarity = equal_rarity(a, &alignment, rules.rarity);
    let common =
        common_share(a, &alignment, query.formulas(), Freqs { of_keys: &freqs, documents: rules.documents });
    let information =
        (1.0 - common) * information(rarity, alignment.equal_half_words, &freqs, rules.documents);
    let information = without_rare_keys(information, &alignment, Sides { a, b }, rarity);
    // Short texts that are equal as a whole are copies, however common their words.
    let is_whole = is_all(&alignment, &alignment.again, a) && is_all(&alignment, &alignment.also, b);
    let least = least_information(&alignment, Sides { a, b }, rules.documents);
    let is_sure = alignment.likeness() == Some(Likeness::Sure) && common < LIMITS.common.most_of_sure;
    let counts = is_sure || is_whole || information >= least;
    let moved = alignment.moved(a, LIMITS.kinds.moved_match);
    Ok(Judged {
        is_part_of_weak: false,
        kind: if counts { copied(&alignment, &moved, a) } else { Kind::CommonPhrase },
        information,
        common,
        a_sentences,
        b_sentences,
        sentence_pairs: bags.pairs(equal_sentences(&alignment, a, b), rules.min),
        matched_words: matched_words(a, &alignment),
        moved,
        alignment,
    })
}

/// The bags of a passage's sentences on both sides.
struct PassageBags {
    a: Bags,
    b: Bags,
    /// The number of the first sentence on each side.
    first: (u32, u32),
}

impl PassageBags {
    /// Returns the distinct keys that both sides hold.
    fn shared_keys(&self) -> Vec<u64> {
        let (mut a, b) = (distinct_keys(&self.a), distinct_keys(&self.b));
        let mut rest = b.iter().peekable();
        a.retain(|key| {
            while rest.next_if(|other| *other < key).is_some() {}
            rest.peek() == Some(&key)
        });
        a
    }

    /// Keeps the pairs whose bag Jaccard is at least `min`.
    fn pairs(&self, pairs: BTreeSet<(u32, u32)>, min: Ratio) -> Vec<SentenceMatch> {
        let mut found = vec![];
        for (a, b) in pairs {
            let (x, y) = (self.a.get((a - self.first.0) as usize), self.b.get((b - self.first.1) as usize));
            let shared = bag::overlap(x, y);
            if shared > 0 && min.reached(shared, x.len(), y.len()) {
                found.push(SentenceMatch { a, b, jaccard: bag::jaccard(shared, x.len(), y.len()) });
            }
        }
        found
    }
}

/// Returns the keys of some bags, sorted, each once.
fn distinct_keys(bags: &Bags) -> Vec<u64> {
    let mut keys: Vec<u64> = bags.iter().flatten().copied().collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Returns the pairs of sentences that share equal words.
fn equal_sentences(alignment: &Alignment, a: &Words, b: &Words) -> BTreeSet<(u32, u32)> {
    let mut pairs = BTreeSet::new();
    for exact in &alignment.equal {
        let mut offset = 0;
        while offset < exact.len {
            let (x, y) = (a.sentence_of(exact.a + offset), b.sentence_of(exact.b + offset));
            pairs.insert((x, y));
            let left_in_a = a.of_sentence(x).end - (exact.a + offset);
            let left_in_b = b.of_sentence(y).end - (exact.b + offset);
            offset += left_in_a.min(left_in_b).max(1);
        }
    }
    pairs
}

/// Returns whether nearly all of a document is equal, with these other places included.
fn is_all(alignment: &Alignment, others: &[WordRange], words: &Words) -> bool {
    let equal = u64::from(alignment.equal_words) * (1 + others.len() as u64);
    equal * 50 >= words.len() as u64 * 49
}

/// Returns the kind of a passage of `a` that counts.
pub(super) fn copied(alignment: &Alignment, moved: &[ExactMatch], a: &Words) -> Kind {
    let similarity = alignment.similarity();
    let mut moved_half_words = 0;
    for exact in moved {
        moved_half_words += a.half_words(exact.in_a());
    }
    let (mut elsewhere, mut all) = (0, alignment.equal_half_words);
    for exact in &alignment.elsewhere {
        elsewhere += exact.len;
        all += a.half_words(exact.in_a());
    }
    let is_reordered = !alignment.is_by_terms()
        && moved_half_words >= LIMITS.kinds.moved
        && moved_half_words as f32 >= LIMITS.kinds.moved_share * all as f32;
    let in_any_order = f64::from(2 * alignment.equal_words + elsewhere)
        / f64::from((alignment.a.len() + alignment.b.len()).max(1));
    match Kind::of_similarity(similarity) {
        Kind::NearVerbatim | Kind::Reworded if is_reordered && in_any_order >= Kind::NEAR_VERBATIM => {
            Kind::Reordered
        }
        kind => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::FoundBy;
    use crate::analyze::words::tests::words;

    /// Returns an alignment of all words of a text and as many of a source, with this many equal words.
    fn alignment(words: &Words, equal_words: u32, in_order: u32) -> Alignment {
        Alignment {
            a: words.all(),
            b: words.all(),
            equal: vec![],
            elsewhere: vec![],
            equal_words,
            in_order,
            again: vec![],
            also: vec![],
            equal_half_words: 2 * equal_words,
            found_by: FoundBy::Words,
        }
    }

    #[test]
    fn pairs_of_sentences_have_the_jaccard_of_their_bags() {
        let bags = |units: &[&[u64]]| {
            let mut bags = Bags::new();
            units.iter().for_each(|unit| bags.push(&mut unit.to_vec()));
            bags
        };
        let bags = PassageBags {
            a: bags(&[&[9], &[1, 2, 3, 4]]),
            b: bags(&[&[2, 3, 4, 5, 6], &[1, 2, 3, 4], &[7]]),
            first: (10, 20),
        };
        let all: BTreeSet<(u32, u32)> = (10..12).flat_map(|a| (20..23).map(move |b| (a, b))).collect();
        let found = |min: f64| -> Vec<(u32, u32, f64)> {
            let pairs = bags.pairs(all.clone(), Ratio::from_f64(min).unwrap());
            pairs.iter().map(|pair| (pair.a, pair.b, pair.jaccard)).collect()
        };
        assert_eq!(found(0.5), [(11, 20, 0.5), (11, 21, 1.0)]);
        assert_eq!(found(0.6), [(11, 21, 1.0)]);
        assert_eq!(bags.shared_keys(), [1, 2, 3, 4]);
    }

    #[test]
    fn a_document_is_equal_as_a_whole_where_one_word_of_fifty_differs_at_most() {
        let text = "w ".repeat(100);
        let words = words(&text);
        let is_whole = |equal_words, others: &[WordRange]| {
            let alignment = alignment(&words, equal_words, equal_words);
            is_all(&alignment, others, &words)
        };
        assert!(is_whole(98, &[]));
        assert!(!is_whole(97, &[]));
        assert!(!is_whole(48, &[WordRange::new(0, 48)]));
        assert!(is_whole(49, &[WordRange::new(0, 49)]));
    }

    #[test]
    fn a_passage_in_another_order_has_to_have_most_of_its_words() {
        let text = "w ".repeat(20);
        let words = words(&text);
        let kind = |equal_words| {
            let elsewhere = vec![ExactMatch { a: 0, b: 30, len: 2 }];
            let alignment = Alignment { elsewhere, ..alignment(&words, equal_words, 6) };
            copied(&alignment, &[ExactMatch { a: 10, b: 0, len: 6 }], &words)
        };
        assert_eq!(kind(6), Kind::Reworded, "14 of 40");
        assert_eq!(kind(12), Kind::Reordered, "26 of 40");
    }
}

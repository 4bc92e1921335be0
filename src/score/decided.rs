//! The figures of a document as decided.
//!
//! A word in several passages goes by the gravest of their standings: copied, open, quotation, own work, and at last
//! common phrase and ignore, which count nowhere. Open words count as found.

use std::collections::BTreeSet;

use super::{DocumentParts, by_source, ratio};
use crate::report::{DecidedReport, Decision, DocumentReport, Kind, Passage, Ratios};
use crate::word_set::WordSet;

/// The standings from the gravest on; `None` is open.
const GRAVEST_FIRST: [Option<Decision>; 6] = [
    Some(Decision::Copied),
    None,
    Some(Decision::Quotation),
    Some(Decision::OwnWork),
    Some(Decision::CommonPhrase),
    Some(Decision::Ignore),
];

/// Sets the figures as decided; none if no passage is decided or disputed.
pub(super) fn set(document: &mut DocumentReport, parts: &DocumentParts) {
    document.decided = document.passages.iter().any(is_touched).then(|| decided(document, parts));
}

/// Returns whether a passage has a part in the figures as decided. One that is only *possible* has if a person calls it
/// copied.
pub(super) fn is_weighed(passage: &Passage) -> bool {
    let is_copied = passage.decision.as_ref().is_some_and(|decision| decision.decision == Decision::Copied);
    passage.counts() || (passage.kind == Kind::Possible && is_copied)
}

/// Returns whether a passage is decided or disputed.
pub(super) fn is_touched(passage: &Passage) -> bool {
    passage.decision.is_some() || !passage.disputed.is_empty()
}

/// Returns whether a person still has to decide on a passage, or on a part of it.
pub(super) fn is_open(passage: &Passage) -> bool {
    passage.decision.is_none() || !passage.open_words.is_empty()
}

fn decided(document: &DocumentReport, parts: &DocumentParts) -> DecidedReport {
    let passages: Vec<&Passage> = document.passages.iter().filter(|passage| is_weighed(passage)).collect();
    let findings = |is_wanted: fn(&Passage) -> bool| -> u64 {
        let wanted = passages.iter().filter(|passage| is_wanted(passage));
        wanted.map(|passage| passage.finding).collect::<BTreeSet<u32>>().len() as u64
    };
    let by_source = by_source(passages.iter().copied()).into_values();
    let largest_source = by_source.map(|passages| covered(parts, &passages, None)).max().unwrap_or(0);
    DecidedReport {
        findings: findings(|_| true),
        open: findings(is_open),
        disputed: findings(|passage| !passage.disputed.is_empty()),
        ..Counts::new(parts, &passages, document.others(), None).report(parts, largest_source)
    }
}

/// The words that the figures as decided are made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Counts {
    overall: usize,
    unquoted: usize,
    others: usize,
    uncredited: usize,
    /// The words by their gravest decision, in the order of [`Decision::ALL`].
    by_decision: [usize; Decision::ALL.len()],
}

impl Counts {
    /// Counts the words of the passages that are weighed, all of them or those in a set. `by_others` tells whether a passage
    /// is from a source by others. The counts of two sets without a word in common add up.
    pub(super) fn new(
        parts: &DocumentParts,
        passages: &[&Passage],
        by_others: impl Fn(&Passage) -> bool,
        within: Option<&WordSet>,
    ) -> Counts {
        let others: Vec<&Passage> = passages.iter().copied().filter(|passage| by_others(passage)).collect();
        let open_to_others = with_standing(parts, &others, None, within);
        let mut graver = WordSet::default();
        let mut counts = Counts::default();
        for standing in GRAVEST_FIRST {
            let words = with_standing(parts, passages, standing, within).without(&graver);
            let count = words.len();
            let [in_all, in_unquoted, in_others, in_uncredited] = match standing {
                Some(Decision::Copied) => [count; 4],
                None => {
                    let of_others = words.without(&words.without(&open_to_others));
                    let in_uncredited = of_others.without(&parts.credited).len();
                    [count, words.without(&parts.credited).len(), of_others.len(), in_uncredited]
                }
                Some(Decision::Quotation) => [count, 0, count, 0],
                Some(Decision::OwnWork) => [count, count, 0, 0],
                Some(Decision::CommonPhrase | Decision::Ignore) => [0; 4],
            };
            counts.overall += in_all;
            counts.unquoted += in_unquoted;
            counts.others += in_others;
            counts.uncredited += in_uncredited;
            if let Some(decision) = standing {
                counts.by_decision[decision as usize] = count;
            }
            graver = WordSet::union([&graver, &words]);
        }
        counts
    }

    /// Replaces the counts of some words by later ones of the same words.
    pub(super) fn replace(&mut self, before: &Counts, after: &Counts) {
        let replace = |all: &mut usize, before: usize, after: usize| *all = *all + after - before;
        replace(&mut self.overall, before.overall, after.overall);
        replace(&mut self.unquoted, before.unquoted, after.unquoted);
        replace(&mut self.others, before.others, after.others);
        replace(&mut self.uncredited, before.uncredited, after.uncredited);
        for (at, all) in self.by_decision.iter_mut().enumerate() {
            replace(all, before.by_decision[at], after.by_decision[at]);
        }
    }

    /// Returns the figures of words. The caller adds the numbers of findings.
    pub(super) fn report(&self, parts: &DocumentParts, largest_source: usize) -> DecidedReport {
        let share = |words| ratio(words, parts.total);
        let words = Decision::ALL.into_iter().zip(self.by_decision);
        let found_copied = self.by_decision[Decision::Copied as usize];
        DecidedReport {
            matched: self.overall as u64,
            ratios: Ratios {
                overall: share(self.overall),
                without_quotations: share(self.unquoted),
                without_own_work: share(self.others),
                largest_source: share(largest_source),
                uncredited: share(self.uncredited),
            },
            found_copied: found_copied as u64,
            found_copied_ratio: share(found_copied),
            words: words.filter(|&(_, count)| count > 0).map(|(of, count)| (of, count as u64)).collect(),
            ..DecidedReport::default()
        }
    }
}

/// Returns the words with a standing in some passages, all of them or those in a set. Words that the decision on a passage
/// does not cover are open.
fn with_standing(
    parts: &DocumentParts,
    passages: &[&Passage],
    standing: Option<Decision>,
    within: Option<&WordSet>,
) -> WordSet {
    let mut ranges: Vec<[u32; 2]> = vec![];
    for passage in passages {
        let decision = passage.decision.as_ref().map(|decision| decision.decision);
        let taken = passage.taken.iter().chain(&passage.taken_also);
        if passage.open_words.is_empty() {
            ranges.extend(taken.filter(|_| decision == standing));
        } else if decision == standing || standing.is_none() {
            let taken = WordSet::of_numbers(taken);
            let closed = taken.without(&WordSet::of_numbers(&passage.open_words));
            let words = if decision == standing { closed } else { taken.without(&closed) };
            ranges.extend(words.numbers());
        }
    }
    let words = WordSet::of_numbers(&ranges).without(&parts.uncounted);
    match within {
        Some(within) => words.without(&words.without(within)),
        None => words,
    }
}

/// Returns the number of words that some passages of one source cover and that count, of all or of those in a set.
pub(super) fn covered(parts: &DocumentParts, passages: &[&Passage], within: Option<&WordSet>) -> usize {
    let counting = GRAVEST_FIRST.iter().take(4);
    let sets: Vec<WordSet> =
        counting.map(|&standing| with_standing(parts, passages, standing, within)).collect();
    WordSet::union(&sets).len()
}

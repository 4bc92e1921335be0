//! The figures of a document as decided.
//!
//! A word in several passages goes by the gravest of their standings: copied, open, quotation, own work, and at last
//! common phrase and ignore, which count nowhere. Open words count as found.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{DocumentParts, by_source};
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
    let is_decided = document.passages.iter().any(is_touched);
    document.decided = if is_decided { Some(decided(document, parts)) } else { None };
}

/// Returns whether a passage has a part in the figures as decided. One that is only *possible* has if a person calls it
/// copied.
pub(super) fn is_weighed(passage: &Passage) -> bool {
    passage.counts() || (passage.kind == Kind::Possible && standing_of(passage) == Some(Decision::Copied))
}

/// Returns the standing of a passage, or of those of its words that its decision covers.
fn standing_of(passage: &Passage) -> Option<Decision> {
    Some(passage.decision.as_ref()?.decision)
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
    let mut passages = vec![];
    let (mut findings, mut open, mut disputed) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for passage in &document.passages {
        if !is_weighed(passage) {
            continue;
        }
        passages.push(passage);
        findings.insert(passage.finding);
        if is_open(passage) {
            open.insert(passage.finding);
        }
        if !passage.disputed.is_empty() {
            disputed.insert(passage.finding);
        }
    }
    let mut largest_source = 0;
    for passages in by_source(passages.iter().copied()).into_values() {
        largest_source = largest_source.max(covered(parts, &passages, None));
    }
    DecidedReport {
        findings: findings.len() as u64,
        open: open.len() as u64,
        disputed: disputed.len() as u64,
        ..Counts::new(parts, &passages, &document.own_sources(), None).report(parts, largest_source)
    }
}

/// The words that the figures as decided are made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Counts {
    /// Overall, without quotations, without own work, and uncredited.
    figures: [usize; 4],
    /// The words by their gravest decision, in the order of [`Decision::ALL`].
    by_decision: [usize; Decision::ALL.len()],
}

impl Counts {
    /// Counts the words of the passages that are weighed, all of them or those in a set. `own` are the sources that are the
    /// writer's own work. The counts of two sets without a word in common add up.
    pub(super) fn new(
        parts: &DocumentParts,
        passages: &[&Passage],
        own: &HashSet<String>,
        within: Option<&WordSet>,
    ) -> Counts {
        let mut others = Vec::with_capacity(passages.len());
        for &passage in passages {
            if !own.contains(&passage.b) {
                others.push(passage);
            }
        }
        let open_to_others = with_standing(parts, &others, None, within);
        let mut graver = WordSet::default();
        let mut counts = Counts::default();
        for standing in GRAVEST_FIRST {
            let words = with_standing(parts, passages, standing, within).without(&graver);
            let count = words.len();
            let of_standing = match standing {
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
            for (figure, count) in counts.figures.iter_mut().zip(of_standing) {
                *figure += count;
            }
            if let Some(decision) = standing {
                counts.by_decision[decision as usize] = count;
            }
            graver = WordSet::union([&graver, &words]);
        }
        counts
    }

    /// Replaces the counts of some words by later ones of the same words.
    pub(super) fn replace(&mut self, before: &Counts, after: &Counts) {
        for (at, all) in self.figures.iter_mut().enumerate() {
            *all = *all + after.figures[at] - before.figures[at];
        }
        for (at, all) in self.by_decision.iter_mut().enumerate() {
            *all = *all + after.by_decision[at] - before.by_decision[at];
        }
    }

    /// Returns the figures of words. The caller adds the numbers of findings.
    pub(super) fn report(&self, parts: &DocumentParts, largest_source: usize) -> DecidedReport {
        let mut words = BTreeMap::new();
        for (decision, count) in Decision::ALL.into_iter().zip(self.by_decision) {
            if count > 0 {
                words.insert(decision, count as u64);
            }
        }
        let found_copied = self.by_decision[Decision::Copied as usize];
        let [overall, without_quotations, without_own_work, uncredited] =
            self.figures.map(|words| parts.share(words));
        let largest_source = parts.share(largest_source);
        DecidedReport {
            matched: self.figures[0] as u64,
            ratios: Ratios { overall, without_quotations, without_own_work, largest_source, uncredited },
            found_copied: found_copied as u64,
            found_copied_ratio: parts.share(found_copied),
            words,
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
        let is_covered = standing_of(passage) == standing;
        if passage.open_words.is_empty() {
            if is_covered {
                ranges.extend(passage.all_taken());
            }
        } else if is_covered || standing.is_none() {
            let taken = WordSet::of_numbers(passage.all_taken());
            let closed = taken.without(&WordSet::of_numbers(&passage.open_words));
            let words = if is_covered { closed } else { taken.without(&closed) };
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
    let counting = &GRAVEST_FIRST[..4];
    let sets = counting.iter().map(|&standing| with_standing(parts, passages, standing, within));
    WordSet::union(&sets.collect::<Vec<_>>()).len()
}

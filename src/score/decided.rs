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
    let is_touched = |passage: &Passage| passage.decision.is_some() || !passage.disputed.is_empty();
    document.decided = document.passages.iter().any(is_touched).then(|| decided(document, parts));
}

/// Returns whether a passage has a part in the figures as decided. One that is only *possible* has if a person calls it
/// copied.
fn is_weighed(passage: &Passage) -> bool {
    let is_copied = passage.decision.as_ref().is_some_and(|decision| decision.decision == Decision::Copied);
    passage.counts() || (passage.kind == Kind::Possible && is_copied)
}

fn decided(document: &DocumentReport, parts: &DocumentParts) -> DecidedReport {
    let passages: Vec<&Passage> = document.passages.iter().filter(|passage| is_weighed(passage)).collect();
    let by_others = document.others();
    let others = passages.iter().filter(|passage| by_others(passage)).copied();
    let open_to_others = with_standing(parts, others, None);
    let mut graver = WordSet::default();
    let mut report = DecidedReport::default();
    let [mut overall, mut unquoted, mut others, mut uncredited] = [0; 4];
    for standing in GRAVEST_FIRST {
        let words = with_standing(parts, passages.iter().copied(), standing).without(&graver);
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
        overall += in_all;
        unquoted += in_unquoted;
        others += in_others;
        uncredited += in_uncredited;
        if let (Some(decision), 1..) = (standing, count) {
            report.words.insert(decision, count as u64);
        }
        graver = WordSet::union([&graver, &words]);
    }
    let found_copied = report.words.get(&Decision::Copied).copied().unwrap_or(0);
    let share = |words| ratio(words, parts.total);
    let findings = |is_wanted: fn(&Passage) -> bool| -> u64 {
        let wanted = passages.iter().filter(|passage| is_wanted(passage));
        wanted.map(|passage| passage.finding).collect::<BTreeSet<u32>>().len() as u64
    };
    DecidedReport {
        matched: overall as u64,
        ratios: Ratios {
            overall: share(overall),
            without_quotations: share(unquoted),
            without_own_work: share(others),
            largest_source: share(largest_source(parts, &passages)),
            uncredited: share(uncredited),
        },
        found_copied,
        found_copied_ratio: share(found_copied as usize),
        findings: findings(|_| true),
        open: findings(|passage| passage.decision.is_none() || !passage.open_words.is_empty()),
        disputed: findings(|passage| !passage.disputed.is_empty()),
        ..report
    }
}

/// Returns the words with a standing in some passages. Words that the decision on a passage does not cover are open.
fn with_standing<'p>(
    parts: &DocumentParts,
    passages: impl Iterator<Item = &'p Passage>,
    standing: Option<Decision>,
) -> WordSet {
    let mut sets = vec![];
    for passage in passages {
        let decision = passage.decision.as_ref().map(|decision| decision.decision);
        let open = WordSet::of_numbers(&passage.open_words);
        if decision == standing {
            sets.push(parts.taken([passage]).without(&open));
        } else if standing.is_none() && open.len() > 0 {
            let taken = parts.taken([passage]);
            sets.push(taken.without(&taken.without(&open)));
        }
    }
    WordSet::union(&sets)
}

/// Returns the most words that count of one source.
fn largest_source(parts: &DocumentParts, passages: &[&Passage]) -> usize {
    let counting = GRAVEST_FIRST.iter().take(4);
    let covered = |passages: Vec<&Passage>| {
        let sets: Vec<WordSet> = counting
            .clone()
            .map(|&standing| with_standing(parts, passages.iter().copied(), standing))
            .collect();
        WordSet::union(&sets).len()
    };
    by_source(passages.iter().copied()).into_values().map(covered).max().unwrap_or(0)
}

//! The standing of each passage: whether it counts, and the filter that leaves it out if one does.
//!
//! The filters come in this order, so that the last ones see what the first ones leave: those by source, those by the
//! part of the document in which the words stand, *small*, *documents*, *small-source*.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{DocumentParts, Exclude, Sources, by_source, counting};
use crate::report::{Credit, DocumentReport, Kind, LeftOut, Passage};
use crate::word_set::WordSet;

/// The tenths of the words of a passage that are nearly all of them: those that are credited, or left out. Set on
/// 2026-11-24.
const NEARLY_ALL_OF_TEN: usize = 9;

/// Sets the kind, the filter and the numbers of words of each passage.
pub(super) fn set(
    document: &mut DocumentReport,
    parts: &DocumentParts,
    sources: &Sources,
    exclude: &Exclude,
) {
    document.passages.par_iter_mut().for_each(|passage| {
        if passage.is_weak {
            passage.kind = match exclude.possible {
                true => Kind::Possible,
                false => Kind::of_similarity(passage.similarity),
            };
        }
        passage.left_out = left_out(passage, parts, sources, exclude);
        set_words(passage, parts);
    });
    if exclude.documents > 0 {
        leave_out_frequent(&mut document.passages, exclude.documents);
    }
    if exclude.small_source > 0.0 {
        leave_out_small_sources(&mut document.passages, parts, exclude.small_source);
    }
}

/// Returns the filter that leaves a passage out by itself, if one does.
fn left_out(
    passage: &Passage,
    parts: &DocumentParts,
    sources: &Sources,
    exclude: &Exclude,
) -> Option<LeftOut> {
    if !passage.kind.counts() {
        return None;
    }
    if passage.is_part_of_weak && !exclude.possible {
        return Some(LeftOut::Within);
    }
    if let Some(source) = sources.get(&passage.b)
        && let Some(filter) = exclude.of_source(source)
    {
        return Some(filter);
    }
    let taken = WordSet::of_numbers(&passage.taken);
    let (all, out) = (taken.len(), taken.shared(&parts.unmatched));
    if out > 0 && out * 10 >= all * NEARLY_ALL_OF_TEN {
        // Of parts that hold equally many, the first.
        let (part, _) = parts.left_out.iter().rev().max_by_key(|(_, set)| taken.shared(set))?;
        return Some(*part);
    }
    (all - out < exclude.small as usize).then_some(LeftOut::Small)
}

/// Sets the numbers of matched and of credited words. Those of a passage that stands nearly whole in a part that is left
/// out are the numbers that it would have otherwise.
fn set_words(passage: &mut Passage, parts: &DocumentParts) {
    let taken = WordSet::of_numbers(&passage.taken);
    let matched = match passage.left_out.is_some_and(LeftOut::is_of_words) {
        true => taken.without(&parts.template),
        false => taken.without(&parts.uncounted),
    };
    let all = matched.len() as u32;
    let quoted = matched.shared(&parts.quoted) as u32;
    let cited = matched.shared(&parts.cited) as u32;
    let neither = all - matched.shared(&parts.credited) as u32;
    passage.matched_words = all;
    passage.quoted_words = quoted;
    passage.cited_words = cited;
    passage.uncredited_words = neither;
    passage.credit = match (is_nearly_all(quoted, all), is_nearly_all(cited, all)) {
        _ if all == 0 || is_nearly_all(neither, all) => Credit::Neither,
        (true, true) => Credit::Both,
        (true, false) => Credit::Quoted,
        (false, true) => Credit::Cited,
        (false, false) => Credit::Partly,
    };
}

fn is_nearly_all(words: u32, all: u32) -> bool {
    words as usize * 10 >= all as usize * NEARLY_ALL_OF_TEN
}

/// Leaves out the findings that more documents than `most` have.
fn leave_out_frequent(passages: &mut [Passage], most: u32) {
    let mut findings: BTreeMap<u32, (BTreeSet<&str>, u32)> = BTreeMap::new();
    for passage in counting(passages) {
        let (sources, more) = findings.entry(passage.finding).or_default();
        sources.insert(&passage.b);
        *more = (*more).max(passage.more_documents);
    }
    let mut frequent = BTreeSet::new();
    for (finding, (sources, more)) in findings {
        if sources.len() as u64 + u64::from(more) > u64::from(most) {
            frequent.insert(finding);
        }
    }
    for passage in passages {
        if passage.counts() && frequent.contains(&passage.finding) {
            passage.left_out = Some(LeftOut::Documents);
        }
    }
}

/// Leaves out the passages of sources that cover less than this share of the document.
fn leave_out_small_sources(passages: &mut [Passage], parts: &DocumentParts, least: f64) {
    let mut small = BTreeSet::new();
    for (source, passages) in by_source(counting(passages)) {
        if (parts.taken(passages).len() as f64) < least * parts.total as f64 {
            small.insert(source.to_owned());
        }
    }
    for passage in passages {
        if passage.counts() && small.contains(&passage.b) {
            passage.left_out = Some(LeftOut::SmallSource);
        }
    }
}

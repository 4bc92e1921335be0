//! The figures of a document as found, whatever was decided.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::{DocumentParts, Sources, by_source, ratio};
use crate::report::{DocumentReport, ExcludedReport, LeftOut, Passage, Ratios, SourceReport, share_flags};
use crate::word_set::WordSet;

/// Sets the figures of a document and of its sources, and the best passage of each finding.
pub(super) fn set(document: &mut DocumentReport, parts: &DocumentParts, sources: Sources) {
    set_sources(document, parts, sources);
    let counting = || document.passages.iter().filter(|passage| passage.counts());
    let by_others = document.others();
    let all = parts.taken(counting());
    let of_others = parts.taken(counting().filter(|passage| by_others(passage)));
    let figure = |set: &WordSet| ratio(set.len(), parts.total);
    document.matched = all.len() as u64;
    document.ratios = Ratios {
        overall: figure(&all),
        without_quotations: figure(&all.without(&parts.credited)),
        without_own_work: figure(&of_others),
        largest_source: document.sources.first().map_or(0.0, |source| source.ratio),
        uncredited: figure(&of_others.without(&parts.credited)),
    };
    document.template_words = parts.template.len() as u64;
    document.excluded = excluded(&document.passages, parts, &all);
    share_flags(document, parts.total as u64);
    set_best(document);
}

/// Sorts the sources into those of passages that count and others, with their figures.
fn set_sources(document: &mut DocumentReport, parts: &DocumentParts, mut sources: Sources) {
    let counting: Vec<&Passage> = document.passages.iter().filter(|passage| passage.counts()).collect();
    let is_peer =
        |passage: &&&Passage| sources.get(&passage.b).is_some_and(|source| source.peer_matched.is_some());
    let of_collection = parts.taken(counting.iter().filter(|passage| !is_peer(passage)).copied());
    let mut counted = vec![];
    for (id, passages) in by_source(counting) {
        let count = passages.len() as u64;
        let matched = parts.taken(passages);
        let source =
            sources.remove(id).unwrap_or_else(|| SourceReport { id: id.to_owned(), ..Default::default() });
        counted.push(SourceReport {
            matched: matched.len() as u64,
            ratio: ratio(matched.len(), parts.total),
            passages: count,
            peer_matched: source.peer_matched.map(|_| matched.without(&of_collection).len() as u64),
            ..source
        });
    }
    // Of sources with the same share, the earliest comes first, and sources without a date come last.
    let date = |source: &SourceReport| (source.date.is_none(), source.date.clone());
    counted.sort_by(|x, y| y.matched.cmp(&x.matched).then_with(|| (date(x), &x.id).cmp(&(date(y), &y.id))));
    document.sources = counted;
    let without_passages = |source: SourceReport| SourceReport {
        matched: 0,
        ratio: 0.0,
        passages: 0,
        peer_matched: source.peer_matched.map(|_| 0),
        ..source
    };
    document.other_sources = sources.into_values().map(without_passages).collect();
}

/// Returns the words and passages that the filters leave out, if there are any.
fn excluded(passages: &[Passage], parts: &DocumentParts, all: &WordSet) -> Option<ExcludedReport> {
    let mut report = ExcludedReport::default();
    let copied = passages.iter().filter(|passage| passage.kind.counts());
    let copied = copied.flat_map(|passage| passage.taken.iter().chain(&passage.taken_also));
    let copied = WordSet::of_numbers(copied).without(&parts.template);
    for (part, set) in &parts.left_out {
        if part.is_out_of_all() && set.len() > 0 {
            report.words.insert(*part, set.len() as u64);
        }
        let matched = copied.shared(set) as u64;
        if matched > 0 {
            report.matched.insert(*part, matched);
        }
    }
    let mut by_filter: BTreeMap<LeftOut, Vec<&Passage>> = BTreeMap::new();
    for passage in passages {
        if let Some(filter) = passage.left_out {
            report.passages += 1;
            by_filter.entry(filter).or_default().push(passage);
        }
    }
    by_filter.retain(|filter, _| !filter.is_of_words());
    for (filter, passages) in by_filter {
        let words = parts.taken(passages).without(all).len() as u64;
        if words > 0 {
            report.matched.insert(filter, words);
        }
    }
    (report != ExcludedReport::default()).then_some(report)
}

/// Chooses the passage that stands for each finding: of those that count, one of the source with the greatest share; a
/// peer only where no other source has the words.
fn set_best(document: &mut DocumentReport) {
    let mut ranks: HashMap<&str, (bool, usize)> = HashMap::new();
    for (rank, source) in document.sources.iter().enumerate() {
        ranks.insert(&source.id, (source.peer_matched.is_some(), rank));
    }
    let mut best: HashMap<u32, _> = HashMap::new();
    for (at, passage) in document.passages.iter().enumerate().filter(|(_, passage)| passage.counts()) {
        // Of one source, the passage with most words, then the first.
        let rank = (ranks.get(&*passage.b).copied(), Reverse(passage.a_words), at);
        let known = best.entry(passage.finding).or_insert(rank);
        *known = rank.min(*known);
    }
    let mut is_best = vec![false; document.passages.len()];
    best.into_values().for_each(|(_, _, at)| is_best[at] = true);
    document.passages.iter_mut().zip(is_best).for_each(|(passage, is_best)| passage.is_best = is_best);
}

//! The figures of a document as found, whatever was decided.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::{DocumentParts, Sources, by_source, counting};
use crate::report::{DocumentReport, ExcludedReport, LeftOut, Passage, Ratios, share_flags};
use crate::word_set::WordSet;

/// Sets the figures of a document and of its sources, and the best passage of each finding.
pub(super) fn set(document: &mut DocumentReport, parts: &DocumentParts, sources: Sources) {
    set_sources(document, parts, sources);
    let own = document.own_sources();
    let all = parts.taken(counting(&document.passages));
    let of_others = parts.taken(counting(&document.passages).filter(|passage| !own.contains(&passage.b)));
    document.matched = all.len() as u64;
    document.ratios = Ratios {
        overall: parts.share(all.len()),
        without_quotations: parts.share(all.without(&parts.credited).len()),
        without_own_work: parts.share(of_others.len()),
        largest_source: document.sources.first().map_or(0.0, |source| source.ratio),
        uncredited: parts.share(of_others.without(&parts.credited).len()),
    };
    document.template_words = parts.template.len() as u64;
    document.excluded = excluded(&document.passages, parts, &all);
    share_flags(document, parts.total as u64);
    set_best(document);
}

/// Sorts the sources into those of passages that count and others, with their figures.
fn set_sources(document: &mut DocumentReport, parts: &DocumentParts, mut sources: Sources) {
    let of_collection = counting(&document.passages)
        .filter(|passage| !matches!(sources.get(&passage.b), Some(source) if source.peer_matched.is_some()));
    let of_collection = parts.taken(of_collection);
    let mut counted = vec![];
    for (id, passages) in by_source(counting(&document.passages)) {
        let count = passages.len() as u64;
        let matched = parts.taken(passages);
        let mut source = sources.remove(id).unwrap_or_default();
        source.id = id.to_owned();
        source.matched = matched.len() as u64;
        source.ratio = parts.share(matched.len());
        source.passages = count;
        if let Some(words) = &mut source.peer_matched {
            *words = matched.without(&of_collection).len() as u64;
        }
        counted.push(source);
    }
    // Of sources with the same share, the earliest comes first, and sources without a date come last.
    counted.sort_by_cached_key(|source| {
        (Reverse(source.matched), source.date.is_none(), source.date.clone(), source.id.clone())
    });
    document.sources = counted;
    document.other_sources = vec![];
    for mut source in sources.into_values() {
        (source.matched, source.ratio, source.passages) = (0, 0.0, 0);
        if let Some(words) = &mut source.peer_matched {
            *words = 0;
        }
        document.other_sources.push(source);
    }
}

/// Returns the words and passages that the filters leave out, if there are any.
fn excluded(passages: &[Passage], parts: &DocumentParts, all: &WordSet) -> Option<ExcludedReport> {
    let mut report = ExcludedReport::default();
    let copied = passages.iter().filter(|passage| passage.kind.counts());
    let copied = WordSet::of_numbers(copied.flat_map(Passage::all_taken)).without(&parts.template);
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
            if !filter.is_of_words() {
                by_filter.entry(filter).or_default().push(passage);
            }
        }
    }
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
    for (at, passage) in document.passages.iter().enumerate() {
        if passage.counts() {
            // Of one source, the passage with most words, then the first.
            let rank = (ranks.get(&*passage.b).copied(), Reverse(passage.a_words), at);
            let known = best.entry(passage.finding).or_insert(rank);
            *known = rank.min(*known);
        }
    }
    for (at, passage) in document.passages.iter_mut().enumerate() {
        passage.is_best = matches!(best.get(&passage.finding), Some((_, _, best)) if *best == at);
    }
}

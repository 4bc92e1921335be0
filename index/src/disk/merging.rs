//! Which parts of an index are merged: those of one size, after their checksums were compared.
//!
//! A merge writes what it reads under new checksums. Without a look at the old ones it would make damage whole.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::Index;
use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};

use super::checked;
use super::segment_writer::MAX_DOCS;

/// A segment of whose sentences more than this share are deleted is rewritten.
const MAX_DELETED: f32 = 0.4;

/// Returns whether the engine can merge these segments into one.
pub(super) fn fit_in_one(segments: &[SegmentMeta]) -> bool {
    let mut docs = 0;
    for segment in segments {
        docs += u64::from(segment.num_docs());
    }
    docs <= MAX_DOCS.into()
}

/// The files that were found bad. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Bad(Arc<Mutex<Vec<String>>>);

impl Bad {
    /// Their names, if there are any.
    pub(super) fn names(&self) -> Option<String> {
        let names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if names.is_empty() { None } else { Some(names.join(", ")) }
    }

    /// Compares the files of a part with their checksums, and remembers those that differ.
    pub(super) fn check(&self, index: &Index, part: &SegmentMeta) -> bool {
        let mut bad = checked::part_files(&part.id().uuid_string(), part.delete_opstamp());
        bad.retain(|name| !checked::is_whole(index.directory(), name));
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_whole = bad.is_empty();
        names.extend(bad);
        names.sort();
        names.dedup();
        is_whole
    }
}

/// The engine's rule by sizes, over parts that are whole.
#[derive(Debug)]
pub(super) struct WholeOnly {
    sizes: LogMergePolicy,
    index: Index,
    bad: Bad,
    /// Parts that were looked at already.
    whole: Mutex<HashSet<SegmentId>>,
}

impl WholeOnly {
    pub(super) fn new(index: &Index, bad: &Bad) -> WholeOnly {
        let mut sizes = LogMergePolicy::default();
        sizes.set_del_docs_ratio_before_merge(MAX_DELETED);
        WholeOnly { sizes, index: index.clone(), bad: bad.clone(), whole: Mutex::default() }
    }

    fn is_whole(&self, part: &SegmentMeta) -> bool {
        let mut whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        whole.contains(&part.id()) || (self.bad.check(&self.index, part) && whole.insert(part.id()))
    }
}

impl MergePolicy for WholeOnly {
    fn compute_merge_candidates(&self, parts: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let mut candidates = self.sizes.compute_merge_candidates(parts);
        candidates.retain(|candidate| {
            let mut chosen = parts.to_vec();
            chosen.retain(|part| candidate.0.contains(&part.id()));
            fit_in_one(&chosen) && chosen.iter().all(|part| self.is_whole(part))
        });
        candidates
    }
}

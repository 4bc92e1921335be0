//! Which parts of an index are merged: those of one size, after their checksums were compared.
//!
//! A merge writes what it reads under new checksums. Without a look at the old ones it would make damage whole.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};
use tantivy::{Directory, Index};

use super::checked::{self, Kind};
use super::lists;
use super::postings::Postings;

/// Segments with fewer records than this are merged as if they had this many. The engine's own value, 10,000, is meant for
/// small documents: it would merge all of a collection of long texts again with every eighth small commit.
const MIN_LAYER_RECORDS: u32 = 64;

/// So many segments of about one size are merged into one. A question looks each key up in each segment, which is quick;
/// a merge writes everything again. The engine's own value is 8.
const MIN_MERGED: usize = 16;

/// A segment of whose records more than this share are deleted is rewritten.
const MAX_DELETED: f32 = 0.4;

/// Whether the keys, and the terms, of these parts can stand in one.
pub(super) fn fit_in_one(index: &Index, parts: &[SegmentMeta]) -> bool {
    Kind::ALL.into_iter().all(|kind| {
        let keys = |part: &SegmentMeta| {
            let file = index.directory().open_read(&kind.file(Path::new(&part.id().uuid_string()))).ok()?;
            Postings::open(file).ok().map(|postings| u64::from(postings.count()))
        };
        // One that cannot be opened fails where it is merged.
        parts.iter().filter_map(keys).sum::<u64>() <= lists::MAX_KEYS.into()
    })
}

/// The files that were found bad. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Bad(Arc<Mutex<Vec<String>>>);

impl Bad {
    /// Their names, if there are any.
    pub(super) fn names(&self) -> Option<String> {
        let names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Compares the files of a part with their checksums, and remembers those that differ.
    pub(super) fn check(&self, index: &Index, part: &SegmentMeta) -> bool {
        let is_bad = |name: &String| !index.directory().validate_checksum(Path::new(name)).unwrap_or(false);
        let files = checked::part_files(&part.id().uuid_string(), part.delete_opstamp());
        let bad: Vec<String> = files.into_iter().filter(is_bad).collect();
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
        sizes.set_min_num_segments(MIN_MERGED);
        sizes.set_min_layer_size(MIN_LAYER_RECORDS);
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
            let chosen: Vec<SegmentMeta> =
                parts.iter().filter(|part| candidate.0.contains(&part.id())).cloned().collect();
            fit_in_one(&self.index, &chosen) && chosen.iter().all(|part| self.is_whole(part))
        });
        candidates
    }
}

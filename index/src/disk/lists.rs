//! Where the posting lists of many keys are, looked up together.
//!
//! A dictionary is asked for its keys in their order, so that one look-up reads what the one before has read: for the keys of a
//! long text, that takes a fraction of the time of asking for them as they come. Memory: 8 bytes a key, and 48 for each
//! part of the index that has it.

use std::io;

use tantivy::postings::TermInfo;

use super::segment::Segment;
use crate::directory::Directory;

/// Where the posting lists of some keys are. Belongs to the index that made it.
#[derive(Debug, Default)]
pub struct Lists {
    /// Sorted, each once.
    keys: Vec<u64>,
    /// Where in `lists` those of each key begin, and the end.
    first: Vec<u32>,
    /// The number of the segment, and the list, by key, then by segment.
    lists: Vec<(u32, TermInfo)>,
    directory: Directory,
}

impl Lists {
    /// Looks up some keys, in any order and with repeats.
    pub(super) fn new(segments: &[Segment], mut keys: Vec<u64>) -> io::Result<Lists> {
        keys.sort_unstable();
        keys.dedup();
        let mut found: Vec<(u32, u32, TermInfo)> = vec![];
        for (number, segment) in (0..).zip(segments) {
            for (at, &key) in (0..).zip(&keys) {
                found.extend(segment.list(key)?.map(|list| (at, number, list)));
            }
        }
        found.sort_unstable_by_key(|list| (list.0, list.1));
        let mut first = Vec::with_capacity(keys.len() + 1);
        first.push(0);
        for at in 0..keys.len() {
            let start = first[at] as usize;
            let of_key = found[start..].iter().take_while(|list| list.0 as usize == at).count();
            first.push((start + of_key) as u32);
        }
        let directory = Directory::new(keys.len(), keys.iter().copied());
        let lists = found.into_iter().map(|(_, segment, list)| (segment, list)).collect();
        Ok(Lists { keys, first, lists, directory })
    }

    /// The lists of a key by the numbers of their segments; `None` for a key that was not looked up.
    pub(super) fn of(&self, key: u64) -> Option<&[(u32, TermInfo)]> {
        let range = self.directory.range(key);
        let at = range.start + self.keys[range].iter().position(|&other| other == key)?;
        Some(&self.lists[self.first[at] as usize..self.first[at + 1] as usize])
    }
}

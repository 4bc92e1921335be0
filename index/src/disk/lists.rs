//! The posting lists of some keys of a segment, or of some terms, read together.
//!
//! In: sorted distinct keys, and the two fields that have them ([`schema`](super::schema)). Out: for each key the
//! sentences that hold it, ascending. The posting list of a short term is decoded once for all keys that share it. The
//! lists of the whole field are read too, but for long ones, in which a query seeks.
//!
//! Cost: for each short term of the keys a look-up in its dictionary, and `O(l)` for its l postings; memory 12 bytes a
//! key and 4 a sentence that is found.

use std::io;
use std::sync::Arc;

use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, InvertedIndexReader, SegmentReader};

use super::schema::{FeatureFields, Short, short_term, whole_key, whole_term};

/// A list of the whole field with more sentences is not read with the others: queries seek in it.
const LONG: u32 = 1 << 12;

/// The whole field is walked through, in place of a look-up for each key, if it has at most so many terms for each key.
/// A look-up takes as long as so many steps.
const STEPS_OF_LOOK_UP: usize = 8;

/// The size of a filter of what is left of some keys, by its last ten bits. Most sentences of a short term have none of
/// the keys that are looked for.
const FILTER_WORDS: usize = 16;

/// So many keys of a short term are looked for in a block one by one before the filter is.
const FEW: usize = 4;

/// The fields of the keys, or of the terms, of a segment.
pub(super) struct FeatureReader {
    short: Arc<InvertedIndexReader>,
    whole: Arc<InvertedIndexReader>,
}

/// The posting list of a key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    /// The place of its first sentence in [`Lists::docs`], or its number in [`Lists::long`].
    start: u32,
    /// The number of sentences, deleted ones counted.
    pub(super) len: u32,
    is_long: bool,
}

/// The posting lists of some keys of a segment.
#[derive(Default)]
pub(super) struct Lists {
    /// One for each key.
    lists: Vec<List>,
    docs: Vec<DocId>,
    long: Vec<TermInfo>,
}

impl FeatureReader {
    pub(super) fn open(reader: &SegmentReader, fields: FeatureFields) -> tantivy::Result<FeatureReader> {
        Ok(FeatureReader {
            short: reader.inverted_index(fields.short)?,
            whole: reader.inverted_index(fields.whole)?,
        })
    }

    /// Reads the lists of some keys, which are sorted and distinct.
    pub(super) fn read(&self, keys: &[u64]) -> io::Result<Lists> {
        let mut whole = self.find_whole(keys)?.into_iter().peekable();
        let mut lists = Lists { lists: Vec::with_capacity(keys.len()), ..Lists::default() };
        let (mut rests, mut found, mut postings) = (vec![], vec![], None);
        for of_term in keys.chunk_by(share_term) {
            rests.clear();
            found.clear();
            for &key in of_term {
                rests.extend(Short::of(key).map(|short| short.rest));
            }
            if let Some(Short { term, .. }) = Short::of(of_term[0]) {
                self.find_short(term, &rests, &mut postings, &mut found)?;
            }
            let mut left = &found[..];
            for (number, &key) in of_term.iter().enumerate() {
                let start = lists.docs.len();
                while let [(of_key, doc), behind @ ..] = left
                    && *of_key == number
                {
                    lists.docs.push(*doc);
                    left = behind;
                }
                let info = whole.next_if(|(of_key, _)| *of_key == key).map(|(_, info)| info);
                lists.end_list(start, info, &self.whole)?;
            }
        }
        Ok(lists)
    }

    /// Finds the sentences of the keys of a short term with these rests. Appends each with the number of its key, in the
    /// order of the numbers, then of the sentences. `postings` is a buffer: a list that is opened anew allocates more than
    /// it decodes.
    fn find_short(
        &self,
        term: u16,
        rests: &[u32],
        postings: &mut Option<Box<BlockSegmentPostings>>,
        found: &mut Vec<(usize, DocId)>,
    ) -> io::Result<()> {
        let Some(info) = self.short.terms().get(short_term(term))? else { return Ok(()) };
        let mut open = match postings.take() {
            Some(mut open) => {
                self.short.reset_block_postings_from_terminfo(&info, &mut open)?;
                open
            }
            None => {
                Box::new(self.short.read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?)
            }
        };
        let mut filter = [0_u64; FILTER_WORDS];
        for rest in rests {
            filter[*rest as usize / 64 % FILTER_WORDS] |= 1 << (rest % 64);
        }
        while open.block_len() > 0 {
            if may_have(open.freqs(), rests) {
                for (&doc, freq) in open.docs().iter().zip(open.freqs()) {
                    let rest = freq.wrapping_sub(1);
                    let may_be = filter[rest as usize / 64 % FILTER_WORDS] >> (rest % 64) & 1 == 1;
                    if may_be && let Ok(number) = rests.binary_search(&rest) {
                        found.push((number, doc));
                    }
                }
            }
            open.advance();
        }
        *postings = Some(open);
        found.sort_unstable();
        Ok(())
    }

    /// Finds the keys that the whole field has, in order.
    fn find_whole(&self, keys: &[u64]) -> io::Result<Vec<(u64, TermInfo)>> {
        let dictionary = self.whole.terms();
        let mut found = vec![];
        if dictionary.num_terms() > keys.len().saturating_mul(STEPS_OF_LOOK_UP) {
            for &key in keys {
                if let Some(info) = dictionary.get(whole_term(key))? {
                    found.push((key, info));
                }
            }
            return Ok(found);
        }
        let mut terms = dictionary.stream()?;
        let mut keys = keys.iter().copied().peekable();
        while terms.advance() {
            let Some(key) = whole_key(terms.key()) else { continue };
            while keys.next_if(|&other| other < key).is_some() {}
            if keys.next_if_eq(&key).is_some() {
                found.push((key, terms.value().clone()));
            }
        }
        Ok(found)
    }

    /// Opens a long list.
    pub(super) fn open_long(&self, lists: &Lists, list: List) -> io::Result<BlockSegmentPostings> {
        let info = &lists.long[list.start as usize];
        self.whole.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)
    }
}

/// Returns whether a block of frequencies has one of a few keys; true for many keys. Most blocks have none, and that is seen
/// fastest without a branch for each frequency.
fn may_have(freqs: &[u32], rests: &[u32]) -> bool {
    if rests.len() > FEW {
        return true;
    }
    for rest in rests {
        let mut has = false;
        for &freq in freqs {
            has |= freq == rest + 1;
        }
        if has {
            return true;
        }
    }
    false
}

/// Returns whether two keys have one short term. A key without a short term stands alone.
fn share_term(a: &u64, b: &u64) -> bool {
    matches!((Short::of(*a), Short::of(*b)), (Some(a), Some(b)) if a.term == b.term)
}

impl Lists {
    /// Ends the list of a key, which begins at `start` with sentences of the short field, and adds those of the whole
    /// field.
    fn end_list(
        &mut self,
        start: usize,
        info: Option<TermInfo>,
        whole: &InvertedIndexReader,
    ) -> io::Result<()> {
        if let Some(info) = info {
            if self.docs.len() == start && info.doc_freq > LONG {
                self.lists.push(List { start: self.long.len() as u32, len: info.doc_freq, is_long: true });
                self.long.push(info);
                return Ok(());
            }
            let mut postings = whole.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
            let is_mixed = self.docs.len() > start;
            while postings.block_len() > 0 {
                self.docs.extend_from_slice(postings.docs());
                postings.advance();
            }
            if is_mixed {
                self.docs[start..].sort_unstable();
            }
        }
        let len = (self.docs.len() - start) as u32;
        self.lists.push(List { start: start as u32, len, is_long: false });
        Ok(())
    }

    /// Returns the list of the key at this place among the keys.
    pub(super) fn list(&self, at: usize) -> List {
        self.lists[at]
    }

    /// Returns the sentences of a list, unless it is long.
    pub(super) fn docs(&self, list: List) -> Option<&[DocId]> {
        if list.is_long {
            return None;
        }
        Some(&self.docs[list.start as usize..][..list.len as usize])
    }
}

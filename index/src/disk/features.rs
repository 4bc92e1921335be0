//! The keys, or the terms, of the records of a new segment, and their posting lists.
//!
//! In: the bag of each sentence, in order. Out: the two fields of [`FeatureFields`]. Bags wait in a file without a name,
//! which the system deletes with the process. They are sorted by their short terms, by counting, as many at once as
//! memory allows: `O(n)` for n keys, and a pass over the file for each part. Sentences come in order, so the posting
//! list of each term needs no further sort.

use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::mem;
use std::ops::Range;
use std::path::Path;

use tantivy::DocId;
use tantivy::postings::{FieldSerializer, InvertedIndexSerializer};
use tempfile::SpooledTempFile;

use super::schema::{FeatureFields, SHORT_TERMS, Short, short_term, whole_term};

/// A key that so many sentences of a segment hold stands in the whole field. In the short field each of them takes 26 bits
/// more, and everybody who looks for another key of the short term decodes them. With 32 in place of 128, indexes of
/// novels are 5 % smaller and those of histories 6 %, and checks against them as fast (2026-11-26).
const MANY: u32 = 32;

/// The number of counters by which frequent keys are told from others before any is sorted.
const COUNTERS: usize = 1024;

/// The number of bytes that are written or read at once.
const BUFFER_BYTES: usize = 1 << 16;

/// The features of the sentences of a new segment.
pub(super) struct Features {
    /// For each sentence with features its number, the number of these features, and the features.
    file: SpooledTempFile,
    buffer: Vec<u8>,
    /// Features without a short term, each with a sentence.
    irregular: Vec<(u64, DocId)>,
    /// The number of features of each short term.
    counts: Vec<u32>,
    memory_bytes: usize,
}

impl Features {
    /// Makes an empty list that spills into a file in `dir`. A fourth of the memory is used for waiting bags, the rest
    /// when they are sorted.
    pub(super) fn new(dir: &Path, memory_bytes: usize) -> Features {
        Features {
            file: tempfile::spooled_tempfile_in(memory_bytes / 4, dir),
            buffer: Vec::with_capacity(BUFFER_BYTES),
            irregular: vec![],
            counts: vec![0; SHORT_TERMS],
            memory_bytes,
        }
    }

    /// Adds the features of a sentence, which is behind all earlier ones.
    pub(super) fn push(&mut self, doc: DocId, bag: &[u64]) -> io::Result<()> {
        let start = self.buffer.len();
        self.buffer.extend_from_slice(&doc.to_le_bytes());
        self.buffer.extend_from_slice(&[0; size_of::<u32>()]);
        let mut count = 0_u32;
        for &key in bag {
            match Short::of(key) {
                Some(short) => {
                    self.counts[usize::from(short.term)] += 1;
                    self.buffer.extend_from_slice(&key.to_le_bytes());
                    count += 1;
                }
                None => self.irregular.push((key, doc)),
            }
        }
        match count {
            0 => self.buffer.truncate(start),
            _ => self.buffer[start + size_of::<u32>()..][..size_of::<u32>()]
                .copy_from_slice(&count.to_le_bytes()),
        }
        if self.buffer.len() >= BUFFER_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes both fields.
    pub(super) fn write(
        mut self,
        serializer: &mut InvertedIndexSerializer,
        fields: FeatureFields,
        dir: &Path,
    ) -> io::Result<()> {
        self.flush()?;
        let tokens = self.counts.iter().map(|&count| u64::from(count)).sum();
        let mut short = serializer.new_field(fields.short, tokens, None)?;
        let mut terms = TermWriter::new(tempfile::spooled_tempfile_in(self.memory_bytes / 4, dir));
        for part in self.parts() {
            let entries = self.sorted(part.clone())?;
            let mut start = 0;
            for term in part {
                let end = start + self.counts[term] as usize;
                terms.write(term as u16, &entries[start..end], &mut short)?;
                start = end;
            }
        }
        short.close()?;
        let irregular = mem::take(&mut self.irregular);
        let tokens = irregular.len() as u64;
        terms.write_whole(irregular, serializer.new_field(fields.whole, tokens, None)?)
    }

    /// Cuts the short terms into ranges whose features fit into memory together.
    fn parts(&self) -> Vec<Range<usize>> {
        let most = (self.memory_bytes / 2 / size_of::<u64>()) as u64;
        let (mut parts, mut start, mut sum) = (vec![], 0, 0);
        for (term, &count) in self.counts.iter().enumerate() {
            if sum > 0 && sum + u64::from(count) > most {
                parts.push(start..term);
                (start, sum) = (term, 0);
            }
            sum += u64::from(count);
        }
        parts.push(start..SHORT_TERMS);
        parts
    }

    /// Returns the features of some short terms, one term after the other, each in the order of their sentences.
    fn sorted(&mut self, terms: Range<usize>) -> io::Result<Vec<Entry>> {
        let mut ends = Vec::with_capacity(terms.len());
        let mut sum = 0;
        for &count in &self.counts[terms.clone()] {
            ends.push(sum);
            sum += count as usize;
        }
        let mut entries = vec![Entry::default(); sum];
        self.file.rewind()?;
        let mut file = BufReader::with_capacity(BUFFER_BYTES, &mut self.file);
        let (mut head, mut bytes) = ([[0; size_of::<u32>()]; 2], vec![]);
        loop {
            match file.read_exact(head.as_flattened_mut()) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                read => read?,
            }
            let [doc, count] = head.map(u32::from_le_bytes);
            bytes.resize(count as usize * size_of::<u64>(), 0);
            file.read_exact(&mut bytes)?;
            for &key in bytes.as_chunks().0 {
                if let Some(short) = Short::of(u64::from_le_bytes(key))
                    && let Some(at) = usize::from(short.term).checked_sub(terms.start)
                    && let Some(end) = ends.get_mut(at)
                {
                    entries[*end] = Entry::new(short.rest, doc);
                    *end += 1;
                }
            }
        }
        Ok(entries)
    }
}

/// A feature of a known short term: what is left of it in the upper half, and the sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u64);

impl Entry {
    fn new(rest: u32, doc: DocId) -> Entry {
        Entry(u64::from(rest) << 32 | u64::from(doc))
    }

    fn rest(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn doc(self) -> DocId {
        self.0 as u32
    }
}

/// A writer of the terms of one kind of features. Features of the whole field wait in a file until the short field is
/// written.
struct TermWriter {
    /// For each feature its key, the number of its sentences, and these, in the order of the keys.
    whole: BufWriter<SpooledTempFile>,
    counters: Vec<u32>,
    /// Buffers of one term.
    short: Vec<Entry>,
    moved: Vec<Entry>,
    frequent: Vec<u32>,
}

impl TermWriter {
    fn new(whole: SpooledTempFile) -> TermWriter {
        let whole = BufWriter::with_capacity(BUFFER_BYTES, whole);
        TermWriter { whole, counters: vec![0; COUNTERS], short: vec![], moved: vec![], frequent: vec![] }
    }

    /// Writes the posting list of a short term, but for the features that the whole field has.
    fn write(&mut self, term: u16, entries: &[Entry], field: &mut FieldSerializer<'_>) -> io::Result<()> {
        self.find_frequent(entries);
        self.short.clear();
        self.moved.clear();
        for &entry in entries {
            let is_second = matches!(self.short.last(), Some(last) if last.doc() == entry.doc());
            let is_whole = is_second || self.frequent.binary_search(&entry.rest()).is_ok();
            if is_whole { &mut self.moved } else { &mut self.short }.push(entry);
        }
        if !self.short.is_empty() {
            field.new_term(&short_term(term), self.short.len() as u32, true)?;
            for entry in &self.short {
                field.write_doc(entry.doc(), entry.rest() + 1, &[]);
            }
            field.close_term()?;
        }
        self.moved.sort_unstable();
        for of_key in self.moved.chunk_by(|a, b| a.rest() == b.rest()) {
            let key = Short { term, rest: of_key[0].rest() }.key();
            self.whole.write_all(&key.to_le_bytes())?;
            self.whole.write_all(&(of_key.len() as u32).to_le_bytes())?;
            for entry in of_key {
                self.whole.write_all(&entry.doc().to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Finds the features that many sentences have, sorted.
    fn find_frequent(&mut self, entries: &[Entry]) {
        self.frequent.clear();
        if entries.len() < MANY as usize {
            return;
        }
        self.counters.fill(0);
        for entry in entries {
            self.counters[entry.rest() as usize % COUNTERS] += 1;
        }
        if self.counters.iter().all(|&count| count < MANY) {
            return;
        }
        let mut rests = vec![];
        for entry in entries {
            if self.counters[entry.rest() as usize % COUNTERS] >= MANY {
                rests.push(entry.rest());
            }
        }
        rests.sort_unstable();
        for same in rests.chunk_by(u32::eq) {
            if same.len() >= MANY as usize {
                self.frequent.push(same[0]);
            }
        }
    }

    /// Writes the whole field: the features that were moved there, and those without a short term.
    fn write_whole(self, mut irregular: Vec<(u64, DocId)>, mut field: FieldSerializer<'_>) -> io::Result<()> {
        irregular.sort_unstable();
        let mut irregular = irregular.chunk_by(|a, b| a.0 == b.0).peekable();
        let mut whole = self.whole.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        whole.rewind()?;
        let mut file = BufReader::with_capacity(BUFFER_BYTES, whole);
        let (mut key, mut number) = ([0; size_of::<u64>()], [0; size_of::<u32>()]);
        let mut docs = vec![];
        loop {
            let next = match file.read_exact(&mut key) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
                read => {
                    read?;
                    Some(u64::from_le_bytes(key))
                }
            };
            while let Some(same) = irregular.next_if(|same| match next {
                Some(next) => same[0].0 < next,
                None => true,
            }) {
                docs.clear();
                for &(_, doc) in same {
                    docs.push(doc);
                }
                write_list(same[0].0, &docs, &mut field)?;
            }
            let Some(next) = next else { break };
            file.read_exact(&mut number)?;
            docs.clear();
            for _ in 0..u32::from_le_bytes(number) {
                file.read_exact(&mut number)?;
                docs.push(u32::from_le_bytes(number));
            }
            write_list(next, &docs, &mut field)?;
        }
        field.close()
    }
}

/// Writes the posting list of a feature in the whole field.
fn write_list(key: u64, docs: &[DocId], field: &mut FieldSerializer<'_>) -> io::Result<()> {
    field.new_term(&whole_term(key), docs.len() as u32, false)?;
    for &doc in docs {
        field.write_doc(doc, 1, &[]);
    }
    field.close_term()
}

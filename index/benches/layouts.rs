//! Measures ways to lay records out for tantivy: seconds to add and commit, bytes on disk, seconds to ask.
//!
//! ```text
//! cargo bench -p ibid-index --bench layouts -- [--layout NAME] [--bags FILE]
//! ```
//!
//! The records are those of a file that the bench `bags` of the package above writes. Without one text is made up, cut into
//! records of some 10,000 bytes and these into sentences; a unit's keys are hashes of three words in a row. The tables of
//! `docs/design.md` come from here, but for `records`: that is the layout of the crate itself, whose keys were terms then; the others stand here in their simplest
//! form, with the same question asked in the same way.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement stops at errors, and prints")]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ibid_index::bag::overlap;
use ibid_index::{DiskIndex, Header, Ratio, Record, Search, Writer, WriterOptions};
use tantivy::columnar::Column;
use tantivy::indexer::IndexWriterOptions;
use tantivy::postings::{SegmentPostings, TermInfo};
use tantivy::schema::{FAST, Field, IndexRecordOption, NumericOptions, STORED, Schema, TantivyDocument};
use tantivy::store::{Compressor, ZstdCompressor};
use tantivy::{DocId, DocSet, Index, IndexSettings, IndexWriter, SegmentReader, TERMINATED, Term};

const RECORD_BYTES: usize = 10_000;
const QUERIES: usize = 1000;
/// A question has at least this many keys: with fewer, one that is changed is not found at 0.6.
const LEAST_KEYS: usize = 5;
const OPTIONS: WriterOptions = WriterOptions { memory_bytes: 200_000_000 };

/// Adds the records in the folder, and asks.
type Layout = fn(&[Record], &[Vec<u64>], &Path) -> Measured;

/// What one layout took.
struct Measured {
    /// Of all threads, until merges are done.
    cpu: f64,
    add: f64,
    finish: f64,
    bytes: u64,
    ask: f64,
    hits: usize,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let mut only = None;
    let mut bags = None;
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--layout" => only = arguments.next(),
            "--bags" => bags = arguments.next(),
            other => panic!("unknown argument {other:?}"),
        }
    }
    let started = Instant::now();
    let records = match &bags {
        Some(file) => read_bags(&fs::read(file).unwrap()),
        None => records(&made_up()),
    };
    let bytes: usize = records.iter().map(|record| record.payload.len()).sum();
    let units: usize = records.iter().map(|record| record.bags.len()).sum();
    let keys: usize = records.iter().map(|record| record.bags.key_count()).sum();
    println!(
        "{:.1} MB, {} records, {units} units, {keys} keys (read in {:.2} s); {QUERIES} questions at 0.6",
        bytes as f64 / 1e6,
        records.len(),
        started.elapsed().as_secs_f64(),
    );
    println!(
        "| layout | add and commit, s | MB/s | with merges, s | processor time, s | index, MB | ask, s | hits |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let queries = queries(&records);
    let layouts: [(&str, Layout); 4] = [
        ("records", record_layout),
        ("units", unit_layout),
        ("bags", bag_layout),
        ("columns", column_layout),
    ];
    for (name, measure) in layouts {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let dir = tempfile::tempdir().unwrap();
        let Measured { cpu, add, finish, bytes: size, ask, hits } = measure(&records, &queries, dir.path());
        println!(
            "| {name} | {add:.2} | {:.1} | {finish:.2} | {cpu:.1} | {:.1} | {ask:.3} | {hits} |",
            bytes as f64 / 1e6 / add,
            size as f64 / 1e6
        );
    }
    if let Ok(status) = fs::read_to_string("/proc/self/status")
        && let Some(line) = status.lines().find(|line| line.starts_with("VmHWM"))
    {
        println!("{line}");
    }
}

fn read_bags(mut bytes: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while !bytes.is_empty() {
        let mut record = Record::default();
        let length = number(&mut bytes) as usize;
        record.payload = bytes.split_off(..length).unwrap().to_vec();
        for _ in 0..number(&mut bytes) {
            let mut bag = (0..number(&mut bytes)).map(|_| number(&mut bytes)).collect();
            Arc::make_mut(&mut record.bags).push(&mut bag);
        }
        push(&mut records, &mut record);
    }
    records
}

fn number(bytes: &mut &[u8]) -> u64 {
    let (number, rest) = bytes.split_first_chunk().unwrap();
    *bytes = rest;
    u64::from_le_bytes(*number)
}

/// Words with frequencies like those of a language, 20 MB.
fn made_up() -> String {
    let mut state = 1_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1_u64 << 31) as f64
    };
    let mut text = String::new();
    while text.len() < 20_000_000 {
        let word = (50_000_f64.powf(random()) * 9.0) as u64;
        text.push_str(&format!("w{word}"));
        text.push_str(if random() < 0.05 { ". " } else { " " });
    }
    text
}

fn records(text: &str) -> Vec<Record> {
    let mut records = Vec::new();
    let mut record = Record::default();
    for sentence in text.split_inclusive('.') {
        let mut keys = keys(sentence);
        if keys.len() < 3 {
            continue;
        }
        record.payload.extend_from_slice(sentence.as_bytes());
        Arc::make_mut(&mut record.bags).push(&mut keys);
        if record.payload.len() > RECORD_BYTES {
            push(&mut records, &mut record);
        }
    }
    push(&mut records, &mut record);
    records
}

fn push(records: &mut Vec<Record>, record: &mut Record) {
    record.id = format!("record-{}", records.len());
    records.push(std::mem::take(record));
}

/// One key for each three words in a row.
fn keys(sentence: &str) -> Vec<u64> {
    let mix = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let word = |word: &str| word.bytes().fold(0, |hash, byte| mix(hash, byte.into()));
    let words: Vec<u64> = sentence.split(' ').filter(|word| !word.is_empty()).map(word).collect();
    words.windows(3).map(|three| three.iter().fold(3, |hash, &word| mix(hash, word))).collect()
}

/// Units from all over the collection with every fifth key changed, so that they are found again.
fn queries(records: &[Record]) -> Vec<Vec<u64>> {
    let units: Vec<&[u64]> =
        records.iter().flat_map(|record| record.bags.iter()).filter(|bag| bag.len() >= LEAST_KEYS).collect();
    let step = units.len() as f64 / QUERIES as f64;
    let changed = |number: usize| {
        let mut keys = units[(number as f64 * step) as usize].to_vec();
        keys.iter_mut().skip(2).step_by(5).for_each(|key| *key ^= 0x5555);
        keys.sort_unstable();
        keys
    };
    (0..QUERIES).map(changed).collect()
}

/// Seconds that all threads of this process have worked, where the system tells.
fn cpu() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name, in brackets, may hold spaces. Ticks are hundredths of a second on all common systems.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(f64::NAN);
    (ticks(11) + ticks(12)) / 100.0
}

fn folder_bytes(dir: &Path) -> u64 {
    fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum()
}

/// One document a record, units as positions: the crate.
fn record_layout(records: &[Record], queries: &[Vec<u64>], dir: &Path) -> Measured {
    let (started, cpu_before) = (Instant::now(), cpu());
    let mut writer = Writer::open_with(dir, &Header::default(), OPTIONS).unwrap();
    for record in records {
        writer.put(record.clone()).unwrap();
    }
    writer.commit().unwrap();
    let add = started.elapsed().as_secs_f64();
    writer.finish().unwrap();
    let finish = started.elapsed().as_secs_f64();
    let cpu = cpu() - cpu_before;
    let index = DiskIndex::open(dir, &Header::default()).unwrap();
    let mut hits = Vec::new();
    let started = Instant::now();
    for query in queries {
        index.resembling(query, Ratio::new(3, 5).unwrap(), &mut hits).unwrap();
    }
    Measured {
        cpu,
        add,
        finish,
        bytes: folder_bytes(dir),
        ask: started.elapsed().as_secs_f64(),
        hits: hits.len(),
    }
}

/// Fields that all of the others have.
struct Fields {
    keys: Field,
    sizes: Field,
    record: Field,
    bags: Field,
    payload: Field,
}

fn create(dir: &Path) -> (Index, Fields) {
    let mut builder = Schema::builder();
    let fields = Fields {
        keys: builder.add_u64_field("keys", NumericOptions::default().set_indexed()),
        sizes: builder.add_u64_field("sizes", FAST),
        record: builder.add_u64_field("record", FAST),
        bags: builder.add_u64_field("bags", FAST),
        payload: builder.add_bytes_field("payload", STORED),
    };
    let settings = IndexSettings {
        docstore_compression: Compressor::Zstd(ZstdCompressor { compression_level: Some(3) }),
        ..IndexSettings::default()
    };
    let index = Index::builder().schema(builder.build()).settings(settings).create_in_dir(dir).unwrap();
    (index, fields)
}

/// Adds documents and asks; `documents` makes them, `ask` the number of hits in a segment.
fn measure(
    queries: &[Vec<u64>],
    dir: &Path,
    documents: impl Fn(&Fields, &mut dyn FnMut(TantivyDocument)),
    ask: impl Fn(&Segment, &[u64], Ratio) -> usize,
) -> Measured {
    let (started, cpu_before) = (Instant::now(), cpu());
    let (index, fields) = create(dir);
    let options = IndexWriterOptions::builder()
        .num_worker_threads(1)
        .memory_budget_per_thread(OPTIONS.memory_bytes)
        .num_merge_threads(1)
        .build();
    let mut writer: IndexWriter = index.writer_with_options(options).unwrap();
    documents(&fields, &mut |document| {
        writer.add_document(document).unwrap();
    });
    writer.commit().unwrap();
    let add = started.elapsed().as_secs_f64();
    writer.wait_merging_threads().unwrap();
    let finish = started.elapsed().as_secs_f64();
    let cpu = cpu() - cpu_before;
    let searcher = index.reader().unwrap().searcher();
    let segments: Vec<Segment> =
        searcher.segment_readers().iter().map(|reader| Segment::open(reader, fields.keys)).collect();
    let min = Ratio::new(3, 5).unwrap();
    let started = Instant::now();
    let mut hits = 0;
    for query in queries {
        hits += segments.iter().map(|segment| ask(segment, query, min)).sum::<usize>();
    }
    Measured { cpu, add, finish, bytes: folder_bytes(dir), ask: started.elapsed().as_secs_f64(), hits }
}

struct Segment {
    field: Field,
    keys: std::sync::Arc<tantivy::InvertedIndexReader>,
    sizes: Column<u64>,
    records: Column<u64>,
    bags: Option<Column<u64>>,
}

impl Segment {
    fn open(reader: &SegmentReader, field: Field) -> Segment {
        let columns = reader.fast_fields();
        Segment {
            field,
            keys: reader.inverted_index(field).unwrap(),
            sizes: columns.u64("sizes").unwrap(),
            records: columns.u64("record").unwrap(),
            bags: columns.column_opt("bags").unwrap(),
        }
    }

    fn read(&self, list: &TermInfo) -> SegmentPostings {
        self.keys.read_postings_from_terminfo(list, IndexRecordOption::Basic).unwrap()
    }

    /// The lists that are there, and the documents in those that have to be read whole, as often as they are there.
    fn prefix(&self, query: &[u64], min: Ratio) -> (Vec<TermInfo>, usize, Vec<DocId>) {
        let term = |&key: &u64| self.keys.get_term_info(&Term::from_field_u64(self.field, key)).unwrap();
        let mut lists: Vec<TermInfo> = query.iter().filter_map(term).collect();
        lists.sort_by_key(|list| list.doc_freq);
        let absent = query.len() - lists.len();
        let whole = min.prefix(query.len()).saturating_sub(absent).min(lists.len());
        let mut docs = Vec::new();
        for list in &lists[..whole] {
            let mut postings = self.read(list);
            while postings.doc() != TERMINATED {
                docs.push(postings.doc());
                postings.advance();
            }
        }
        docs.sort();
        (lists, whole, docs)
    }
}

/// One document a unit.
fn unit_layout(records: &[Record], queries: &[Vec<u64>], dir: &Path) -> Measured {
    let documents = |fields: &Fields, add: &mut dyn FnMut(TantivyDocument)| {
        for (number, record) in records.iter().enumerate() {
            for (unit, bag) in record.bags.iter().enumerate() {
                let mut document = bag_document(bag, fields);
                document.add_u64(fields.record, place(number, unit));
                if unit == 0 {
                    document.add_bytes(fields.payload, &record.payload);
                }
                add(document);
            }
        }
    };
    measure(queries, dir, documents, |segment, query, min| resembling(segment, query, min).len())
}

/// One document a distinct bag, with a column of all units that have it, and one a record for its payload. Which bags
/// are equal is known beforehand: an index that grows would have to find that out, and to write such a document again
/// whenever a record that has the bag comes or goes.
fn bag_layout(records: &[Record], queries: &[Vec<u64>], dir: &Path) -> Measured {
    let documents = |fields: &Fields, add: &mut dyn FnMut(TantivyDocument)| {
        let mut at: HashMap<&[u64], usize> = HashMap::new();
        let mut distinct: Vec<(&[u64], Vec<u64>)> = Vec::new();
        for (number, record) in records.iter().enumerate() {
            for (unit, bag) in record.bags.iter().enumerate() {
                let at = *at.entry(bag).or_insert(distinct.len());
                if at == distinct.len() {
                    distinct.push((bag, Vec::new()));
                }
                distinct[at].1.push(place(number, unit));
            }
            let mut document = TantivyDocument::new();
            document.add_bytes(fields.payload, &record.payload);
            add(document);
        }
        for (bag, places) in distinct {
            let mut document = bag_document(bag, fields);
            places.into_iter().for_each(|place| document.add_u64(fields.record, place));
            add(document);
        }
    };
    let ask = |segment: &Segment, query: &[u64], min: Ratio| {
        let units = |&doc: &DocId| segment.records.values_for_doc(doc).count();
        resembling(segment, query, min).iter().map(units).sum()
    };
    measure(queries, dir, documents, ask)
}

fn place(record: usize, unit: usize) -> u64 {
    (record as u64) << 32 | unit as u64
}

fn bag_document(bag: &[u64], fields: &Fields) -> TantivyDocument {
    let mut document = TantivyDocument::new();
    document.add_u64(fields.sizes, bag.len() as u64);
    bag.iter().for_each(|&key| document.add_u64(fields.keys, key));
    document
}

/// The documents of a bag each that resemble a query.
fn resembling(segment: &Segment, query: &[u64], min: Ratio) -> Vec<DocId> {
    let (lists, whole, docs) = segment.prefix(query, min);
    // Document, count, least count.
    let mut candidates: Vec<(DocId, usize, usize)> = docs
        .chunk_by(|a, b| a == b)
        .filter_map(|same| {
            let size = segment.sizes.first(same[0])? as usize;
            let (low, high) = min.sizes(query.len());
            (low <= size && size <= high).then(|| (same[0], same.len(), min.least_overlap(query.len(), size)))
        })
        .collect();
    for (at, list) in lists.iter().enumerate().skip(whole) {
        candidates.retain(|&(_, count, least)| count + lists.len() - at >= least);
        if candidates.is_empty() {
            break;
        }
        let mut postings = segment.read(list);
        for (doc, count, _) in &mut candidates {
            if postings.doc() < *doc {
                postings.seek(*doc);
            }
            *count += usize::from(postings.doc() == *doc);
        }
    }
    candidates.retain(|(_, count, least)| count >= least);
    candidates.into_iter().map(|(doc, ..)| doc).collect()
}

/// One document a record; the units' bags stand in a column, and every record that has a key of the prefix is compared.
fn column_layout(records: &[Record], queries: &[Vec<u64>], dir: &Path) -> Measured {
    let documents = |fields: &Fields, add: &mut dyn FnMut(TantivyDocument)| {
        for (number, record) in records.iter().enumerate() {
            let mut document = TantivyDocument::new();
            document.add_u64(fields.record, number as u64);
            let mut distinct: Vec<u64> = record.bags.iter().flatten().copied().collect();
            distinct.iter().for_each(|&key| document.add_u64(fields.bags, key));
            distinct.sort_unstable();
            distinct.dedup();
            distinct.iter().for_each(|&key| document.add_u64(fields.keys, key));
            record.bags.iter().for_each(|bag| document.add_u64(fields.sizes, bag.len() as u64));
            document.add_bytes(fields.payload, &record.payload);
            add(document);
        }
    };
    let ask = |segment: &Segment, query: &[u64], min: Ratio| {
        let (_, _, mut docs) = segment.prefix(query, min);
        docs.dedup();
        let (low, high) = min.sizes(query.len());
        let Some(bags) = &segment.bags else { return 0 };
        let mut hits = 0;
        let mut bag = Vec::new();
        for doc in docs {
            let mut row = bags.index.value_row_ids(doc).start;
            for size in segment.sizes.values_for_doc(doc) {
                let size = size as u32;
                if low <= size as usize && size as usize <= high {
                    bag.clear();
                    bag.extend((row..row + size).map(|row| bags.values.get_val(row)));
                    hits += usize::from(min.reached(overlap(query, &bag), query.len(), bag.len()));
                }
                row += size;
            }
        }
        hits
    };
    measure(queries, dir, documents, ask)
}

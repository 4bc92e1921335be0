//! An index read with tantivy alone: which sentences hold a key.

use std::collections::BTreeSet;
use std::path::Path;

use ibid_index::{DiskIndex, Header, Writer};
use tantivy::postings::Postings;
use tantivy::query::{EnableScoring, Query, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocSet, Index, Searcher, TERMINATED, Term};

use crate::model::{Model, record};

/// Keys of one short term, of several, and of none.
fn key(number: u64) -> u64 {
    match number % 3 {
        0 => number << 22,
        1 => number << 48 | number << 30,
        _ => number,
    }
}

fn write(dir: &Path) -> Model {
    let mut model = Model::default();
    let mut writer = Writer::open(dir, &Header::default()).unwrap();
    for number in 0..120_u64 {
        // The keys of 0 and 1 are in more sentences than a block of a posting list has.
        let unit = |at: u64| vec![key(0), key(1), key(number % 7), key(number + at), key(number * at % 50)];
        let record = record(&format!("r{number}"), number, &[unit(1), unit(2), unit(30)]);
        writer.put(record.clone()).unwrap();
        model.put(record);
        if number % 50 == 49 {
            writer.commit().unwrap();
        }
    }
    assert!(writer.remove("r7").unwrap());
    model.0.remove("r7");
    writer.finish().unwrap();
    model
}

/// Finds the documents of a term with [`TermQuery`], of these frequencies only.
fn documents(searcher: &Searcher, field: &str, term: &str, freq: Option<u32>) -> Vec<DocAddress> {
    let field = searcher.schema().get_field(field).unwrap();
    let term = Term::from_field_text(field, term);
    let mut found = vec![];
    let weight = TermQuery::new(term.clone(), IndexRecordOption::WithFreqs)
        .weight(EnableScoring::disabled_from_schema(searcher.schema()))
        .unwrap();
    for (number, segment) in (0..).zip(searcher.segment_readers()) {
        let postings = segment.inverted_index(field).unwrap();
        let mut postings = postings.read_postings(&term, IndexRecordOption::WithFreqs).unwrap();
        let mut docs = weight.scorer(segment, 1.0).unwrap();
        while docs.doc() != TERMINATED {
            let freqs = postings.as_mut().unwrap();
            freqs.seek(docs.doc());
            let is_wanted = freq.is_none_or(|freq| freqs.term_freq() == freq);
            if is_wanted && !segment.is_deleted(docs.doc()) {
                found.push(DocAddress::new(number, docs.doc()));
            }
            docs.advance();
        }
    }
    found
}

/// Names a sentence by its record and its place there.
fn named(searcher: &Searcher, sentence: DocAddress) -> (String, u32) {
    let segment = searcher.segment_reader(sentence.segment_ord);
    let ids = segment.fast_fields().str("id").unwrap().unwrap();
    let first = (0..=sentence.doc_id).rev().find(|&doc| ids.ords().first(doc).is_some()).unwrap();
    let mut id = String::new();
    ids.ord_to_str(ids.ords().first(first).unwrap(), &mut id).unwrap();
    (id, sentence.doc_id - first)
}

#[test]
fn sentences_are_found_with_tantivy_alone() {
    let dir = tempfile::tempdir().unwrap();
    let model = write(dir.path());
    let generation = DiskIndex::open_as_is(dir.path()).unwrap().generation_dir();
    let searcher = Index::open_in_dir(generation).unwrap().reader().unwrap().searcher();
    for key in (0..160).map(key) {
        let short = format!("{:04x}", key >> 48);
        let rest = (key << 16 >> 38) as u32;
        let mut found = documents(&searcher, "whole_keys", &format!("{key:016x}"), None);
        if key.trailing_zeros() >= 22 {
            found.extend(documents(&searcher, "keys", &short, Some(rest + 1)));
        }
        let found: Vec<(String, u32)> =
            found.into_iter().map(|sentence| named(&searcher, sentence)).collect();
        let distinct: BTreeSet<(String, u32)> = found.iter().cloned().collect();
        let mut expected = BTreeSet::new();
        for record in model.0.values() {
            for (unit, _) in (0..).zip(record.bags.iter()).filter(|(_, bag)| bag.contains(&key)) {
                expected.insert((record.id.clone(), unit));
            }
        }
        assert_eq!((found.len(), distinct), (expected.len(), expected), "{key:x}");
    }
    // The lock that tantivy left is no foreign file.
    assert!(DiskIndex::foreign(dir.path()).unwrap().is_empty());
    DiskIndex::open_verified(dir.path()).unwrap();
}

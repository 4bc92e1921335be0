//! `ibid check --among`: the checked documents are sources too, together with an index, with files, or alone.
//!
//! They are read once and kept in memory. A document that the index holds unchanged stays there. One that the index
//! holds in another version replaces it.

use std::sync::Arc;

use ibid::{Checker, CollectionBuilder, Detector, Document};
use ibid_index::Search;
use ibid_read::{IdBase, ReadOptions};
use rayon::prelude::*;

use super::check::{Event, Job, Sink, check_one, hand_on, leaving_out, queries_beside, read_sources};
use crate::input::Inputs;
use crate::progress::Progress;
use crate::settings::Session;
use crate::{advice, location, stop};

/// The number of documents checked before their results are handed on, which bounds the memory.
const AT_ONCE: usize = 64;

pub(super) fn check(
    session: &Session,
    job: &Job<'_>,
    (pool, options): (&rayon::ThreadPool, &ReadOptions),
    templates: Vec<Document>,
    sink: &mut Sink<'_>,
) -> anyhow::Result<u64> {
    let mut sources = CollectionBuilder::default();
    if job.against.is_empty()
        && let Some(dir) = session.index.as_deref()
    {
        let (detector, index) = session.open_index(job.detection, dir)?;
        let detector = detector.excluding(job.exclude.clone());
        let queries = Inputs::walk(job.paths, options, location::id_base(dir)?)?;
        let passed_over = session.passed_over(&queries.passed_over);
        let documents = read(job, pool, &detector, queries, (&mut sources, Some(&index)), sink)?;
        let collection = sources.finish()?;
        let checker = detector.checker_of_both(&collection, &index)?;
        let checker = leaving_out(checker, &detector, templates);
        let mut header = checker.report();
        header.passed_over = passed_over;
        sink(Event::Begin(Box::new(header)))?;
        return check_all(job, pool, &checker, &documents, sink);
    }
    let detector = session.detector(job.detection)?.excluding(job.exclude.clone());
    let against = Inputs::walk(job.against, options, IdBase::AsGiven)?;
    let queries = queries_beside(&against, job.paths, options)?;
    let passed_over = session.passed_over(&queries.passed_over);
    let passed_over_sources = session.passed_over(&against.passed_over);
    read_sources(job, pool, &detector, against, &mut sources, sink)?;
    let documents = read(job, pool, &detector, queries, (&mut sources, None), sink)?;
    let collection = sources.finish()?;
    let checker = leaving_out(detector.checker_of(&collection), &detector, templates);
    let mut header = checker.report();
    header.passed_over = passed_over;
    header.collection.passed_over = passed_over_sources;
    sink(Event::Begin(Box::new(header)))?;
    check_all(job, pool, &checker, &documents, sink)
}

/// Reads the documents to check, in their order. They become sources too, unless the index holds them.
fn read(
    job: &Job<'_>,
    pool: &rayon::ThreadPool,
    detector: &Detector,
    queries: Inputs,
    (sources, index): (&mut CollectionBuilder, Option<&dyn Search>),
    sink: &mut Sink<'_>,
) -> anyhow::Result<Vec<Arc<Document>>> {
    let mut documents = vec![];
    let mut progress = Progress::new(queries.size_bytes(), job.shows_progress);
    let analyze = |_: &_, document| {
        let analyzed = detector.analyze(document);
        Ok((analyzed.to_document(), analyzed))
    };
    queries.process(pool, analyze, &mut |item| {
        progress.add(item.bytes);
        let (document, analyzed) = match item.result {
            Ok(read) => read,
            Err(error) => return sink(Event::Failed(advice::in_words(&error))),
        };
        if sources.get(&document.id).is_some_and(|other| *other != *document) {
            sink(Event::Failed(format!(
                "the source {:?} was left out: a document that is checked has the same id; give them different ids",
                document.id
            )))?;
        }
        let is_stored = index.map(|index| is_stored(index, detector, &document)).transpose()?;
        if is_stored != Some(true) {
            sources.put(analyzed);
        }
        documents.push(document);
        Ok(())
    })?;
    Ok(documents)
}

/// Returns whether an index holds a document unchanged.
fn is_stored(index: &dyn Search, detector: &Detector, document: &Document) -> anyhow::Result<bool> {
    match index.find(&document.id)? {
        Some(record) => Ok(index.stamp(record)? == detector.stamp(document)),
        None => Ok(false),
    }
}

fn check_all(
    job: &Job<'_>,
    pool: &rayon::ThreadPool,
    checker: &Checker<'_>,
    documents: &[Arc<Document>],
    sink: &mut Sink<'_>,
) -> anyhow::Result<u64> {
    sink(Event::Among(documents.iter().map(|document| document.id.clone()).collect()))?;
    let bytes = documents.iter().map(|document| document.text.len() as u64).sum();
    let mut progress = Progress::new(Some(bytes), job.shows_progress);
    let mut count = 0;
    for some in documents.chunks(AT_ONCE) {
        stop::check()?;
        let check = |document: &Arc<Document>| check_one(checker, document);
        let checked: Vec<_> = pool.install(|| some.par_iter().with_max_len(1).map(check).collect());
        for (document, result) in some.iter().zip(checked) {
            progress.add(document.text.len() as u64);
            count += u64::from(result.is_ok());
            hand_on(result, sink)?;
        }
    }
    Ok(count)
}

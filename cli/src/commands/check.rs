//! `ibid check`: the passages of documents that also stand in the index, or in other files.

use std::collections::{HashMap, HashSet};
use std::iter::successors;
use std::mem;
use std::path::{Path, PathBuf};

use anyhow::Context;
use ibid::report::{DocumentReport, Report};
use ibid::{Checker, CollectionBuilder, Detector, Document, Error, ErrorKind, Library, Sources};
use ibid_read::{IdBase, ReadOptions};
use rayon::prelude::*;

use crate::applied_decisions::AppliedDecisions;
use crate::args::{Batch, Check, Counting, Detection, Reading, Review};
use crate::exit::{self, Exit, Failure};
use crate::input::{self, Inputs, Item, read_one};
use crate::output::{Given, Reporter, only_over};
use crate::progress::Progress;
use crate::report_form::ReportFormat;
use crate::settings::Session;
use crate::{advice, location};

/// The number of documents that a thread checks together, so that the index is read once for them.
pub(super) const TOGETHER: usize = 256;

/// The number of bytes of documents that are read before they are checked.
const MOST_BYTES: u64 = 16 << 20;

/// The number of documents that a thread checks together while somebody waits for the first ones.
const TOGETHER_LIVE: usize = 16;

/// The number of documents that are checked together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Batching {
    /// As many as possible: the index is read once for them.
    Large,
    /// Few at first, then more: somebody waits for the first ones.
    Growing,
}

impl Batching {
    /// Returns the sizes of the batches, one after the other, for a number of threads.
    pub(super) fn sizes(self, threads: usize) -> impl Iterator<Item = usize> {
        let (first, most) = match self {
            Batching::Large => (TOGETHER, TOGETHER),
            Batching::Growing => (1, TOGETHER_LIVE),
        };
        successors(Some(first * threads), move |size| Some((size * 2).min(most * threads)))
    }
}

/// The documents to check, and the sources to search.
pub(super) struct Job<'j> {
    pub(super) paths: &'j [PathBuf],
    pub(super) against: &'j [PathBuf],
    pub(super) batch: &'j Batch,
    pub(super) detection: &'j Detection,
    pub(super) counting: &'j Counting,
    pub(super) reading: &'j Reading,
    pub(super) shows_progress: bool,
    pub(super) batching: Batching,
}

impl<'j> Job<'j> {
    /// Returns the check of a review, which shows its progress unless somebody waits for the first documents.
    pub(super) fn of_review(session: &Session, command: &'j Review, batching: Batching) -> Job<'j> {
        Job {
            paths: &command.paths,
            against: &command.against,
            batch: &command.batch,
            detection: &command.detection,
            counting: &command.counting,
            reading: &command.reading,
            shows_progress: batching == Batching::Large && !session.quiet,
            batching,
        }
    }
}

pub(super) fn run(session: &Session, command: &Check) -> anyhow::Result<Exit> {
    // Wrong requests are reported before the work.
    expect_paths("check", &command.paths, &command.against)?;
    session.fail_over(&command.reporting)?;
    only_over(&command.tables.only_over)?;
    let job = Job {
        paths: &command.paths,
        against: &command.against,
        batch: &command.batch,
        detection: &command.detection,
        counting: &command.counting,
        reading: &command.reading,
        shows_progress: !session.quiet,
        batching: Batching::Large,
    };
    let mut applied =
        AppliedDecisions::open(&command.deciding, command.reporting.output.as_deref(), &command.paths)?;
    let mut reporter = None;
    let (mut failures, mut unread) = (vec![], vec![]);
    let mut has_no_sources = false;
    let Check { reporting, counting, tables, .. } = command;
    let given = Given { reporting, counting, tables, among: command.batch.among };
    let checked = check(session, &job, &mut |event| {
        match event {
            Event::Listed(_) => {}
            Event::Begin(report) => {
                has_no_sources = report.collection.sentences == 0;
                reporter = Some(Reporter::new(session, given, *report, applied.take())?);
            }
            Event::Checked(checked) => {
                if let Some(reporter) = &mut reporter {
                    reporter.push(*checked)?;
                }
            }
            Event::Failed(failure) => failures.push(failure),
            Event::Unread(error) => {
                failures.push(advice::in_words(&error));
                unread.extend(advice::unread(&error));
            }
        }
        Ok(())
    });
    // If nothing was checked, an earlier report file stays. On standard output a report says why.
    let is_printed = command.reporting.output.is_none();
    let has_report = matches!(checked, Ok(count) if count > 0 || is_printed);
    let written = match reporter {
        Some(mut reporter) if has_report => {
            for unread in unread {
                reporter.push_unread(unread);
            }
            reporter.finish(&failures)
        }
        _ => Ok(Exit::Inputs),
    };
    // JSONL has no place for this message, so that its writer has printed it.
    if has_no_sources && command.reporting.report_format() != ReportFormat::Jsonl {
        exit::say("the sources have no words: nothing was looked in");
    }
    exit::say_all(&failures);
    expect_documents(checked?, &failures, &command.paths)?;
    written
}

/// Fails if all paths were taken as sources.
pub(super) fn expect_paths(command: &str, paths: &[PathBuf], against: &[PathBuf]) -> anyhow::Result<()> {
    if !paths.is_empty() {
        return Ok(());
    }
    let last = Path::new("paper.md");
    let (last, sources) = match against.split_last() {
        Some((last, sources @ [_, ..])) => (last.as_path(), sources),
        _ => (last, against),
    };
    let sources: Vec<String> = sources.iter().map(|path| path.display().to_string()).collect();
    Err(Failure::usage(format!(
        "nothing to check: every path after --against is a source; name the documents first, as in \
         `ibid {command} {} --against {}`",
        last.display(),
        sources.join(" ")
    )))
}

/// Fails if nothing was checked and nothing else has said so.
pub(super) fn expect_documents(checked: u64, failures: &[String], paths: &[PathBuf]) -> anyhow::Result<()> {
    if checked > 0 || !failures.is_empty() {
        return Ok(());
    }
    Err(Failure::inputs(format!("nothing was checked: {}", input::nothing_in(paths, None))))
}

/// An event of a check, in this order. Failures come where they occur.
pub(super) enum Event {
    /// The number of inputs to check, each of which is a document unless it holds several.
    Listed(u64),
    /// The header of the report.
    Begin(Box<Report>),
    /// A document that was checked.
    Checked(Box<DocumentReport>),
    /// A document to check that could not be read or checked.
    Unread(Error),
    /// A message about a source that could not be read or used.
    Failed(String),
}

pub(super) type Sink<'s> = dyn FnMut(Event) -> anyhow::Result<()> + 's;

/// Checks everything in the order of the inputs. The sources are files, else an index, and with `--among` the checked
/// documents too. Returns the number of documents.
///
/// # Errors
/// There is nothing to check against, or an index does not answer.
pub(super) fn check(session: &Session, job: &Job<'_>, sink: &mut Sink<'_>) -> anyhow::Result<u64> {
    let named = [job.paths, job.against, &job.batch.template].into_iter().flatten();
    if named.filter(|path| *path == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input (-) can be read once; name a file for one of the two"));
    }
    let options = session.read_options(job.reading)?;
    let templates = templates(&job.batch.template, &options)?;
    let work = Work { job, pool: &session.pool()?, options: &options };
    let library = open_library(session, job)?;
    let config = session.counting_config(job.detection, job.counting)?;
    let detector = match &library {
        Some(library) => library.detector(config)?,
        None => Detector::new(config)?,
    };
    if let Some(library) = &library
        && library.is_empty()
        && !job.batch.among
    {
        let dir = library.dir();
        return Err(Failure::index(format!(
            "nothing was checked: the index {dir:?} holds no document; add some with `ibid add PATH`"
        )));
    }
    let against = Inputs::walk(job.against, &options, IdBase::AsGiven)?;
    let queries = work.queries(&against, library.as_ref())?;
    sink(Event::Listed(queries.inputs.len() as u64))?;
    let skipped = session.skipped(&queries.skipped);
    let of_sources = session.skipped(&against.skipped);

    let mut documents = CollectionBuilder::default();
    work.read_sources(&detector, against, &mut documents, sink)?;
    let (queries, among) = match job.batch.among {
        true => (None, work.read_among(&detector, queries, library.as_ref(), &mut documents, sink)?),
        false => (Some(queries), vec![]),
    };
    let peers: HashSet<String> = among.iter().map(|document| document.id.clone()).collect();
    let collection = documents.finish()?;
    if library.is_none() && !job.batch.among && collection.is_empty() {
        let nothing = input::nothing_in(job.against, Some(&of_sources));
        return Err(Failure::inputs(format!("nothing was checked, since there are no sources: {nothing}")));
    }
    let sources = match &library {
        Some(library) if collection.is_empty() => library.sources(),
        Some(library) => library.sources().and(&collection),
        None => Sources::of_collection(&collection),
    };
    let checker = leaving_out(detector.checker(sources)?, templates);
    let checker = match peers.is_empty() {
        true => checker,
        false => work.pool.install(|| checker.among(peers))?,
    };
    let mut header = checker.report();
    header.skipped = skipped;
    header.collection.skipped = of_sources;
    sink(Event::Begin(Box::new(header)))?;
    match queries {
        Some(queries) => work.check_inputs(&checker, queries, sink),
        None => work.check_among(&checker, &among, sink),
    }
}

/// Opens the index, unless the sources are files. With `--among` there may be none.
fn open_library(session: &Session, job: &Job<'_>) -> anyhow::Result<Option<Library>> {
    if !job.against.is_empty() {
        return Ok(None);
    }
    let dir = match job.batch.among {
        true => session.index.as_deref(),
        false => Some(session.expect_index_or("give files with --against")?),
    };
    Ok(dir.map(Library::open).transpose()?)
}

/// Reads the templates, whose words are not counted.
fn templates(paths: &[PathBuf], options: &ReadOptions) -> anyhow::Result<Vec<Document>> {
    let mut templates = vec![];
    for path in paths {
        let read = read_one(path, &IdBase::AsGiven, options);
        templates.push(read.context("--template has to be one document")?);
    }
    Ok(templates)
}

/// Returns the checker with the templates, if there are any. Reports those that are empty.
fn leaving_out(checker: Checker<'_>, templates: Vec<Document>) -> Checker<'_> {
    if templates.is_empty() {
        return checker;
    }
    let checker = checker.leaving_out(templates);
    for id in checker.empty_templates() {
        exit::say(&format!("the template {id:?} has no words: nothing is left out because of it"));
    }
    checker
}

/// A check, with the threads and options that all its steps need.
pub(super) struct Work<'w> {
    pub(super) job: &'w Job<'w>,
    pub(super) pool: &'w rayon::ThreadPool,
    options: &'w ReadOptions,
}

impl Work<'_> {
    /// Returns the documents to check. A file that is also a source, by whatever path, gets the same id as there.
    fn queries(&self, against: &Inputs, library: Option<&Library>) -> anyhow::Result<Inputs> {
        let base = match library {
            Some(library) => location::id_base(library.dir())?,
            None => IdBase::AsGiven,
        };
        let mut queries = Inputs::walk(self.job.paths, self.options, base)?;
        let known: HashMap<_, _> =
            against.inputs.iter().flatten().map(|input| (&input.absolute, &input.path)).collect();
        for query in queries.inputs.iter_mut().flatten() {
            if let Some(&path) = known.get(&query.absolute) {
                query.path.clone_from(path);
            }
        }
        Ok(queries)
    }

    fn read_sources(
        &self,
        detector: &Detector,
        sources: Inputs,
        documents: &mut CollectionBuilder,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        if sources.inputs.is_empty() {
            return Ok(());
        }
        let mut progress = Progress::new(sources.size_bytes(), self.job.shows_progress);
        sources.process(self.pool, |_, document| Ok(detector.analyze(document)), &mut |item| {
            progress.add(item.bytes);
            match item.result {
                Ok(analyzed) => documents.put(analyzed),
                Err(error) => sink(Event::Failed(advice::in_words(&error)))?,
            }
            Ok(())
        })
    }

    fn check_inputs(
        &self,
        checker: &Checker<'_>,
        queries: Inputs,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<u64> {
        let mut progress = Progress::new(queries.size_bytes(), self.job.shows_progress);
        let (mut count, mut waiting, mut bytes) = (0, vec![], 0);
        let mut sizes = self.job.batching.sizes(self.pool.current_num_threads());
        let mut most = sizes.next().unwrap_or(TOGETHER);
        queries.process(self.pool, |_, document| Ok(document), &mut |item| {
            bytes += item.bytes;
            waiting.push(item);
            if waiting.len() >= most || bytes >= MOST_BYTES {
                count += self.check_read(checker, mem::take(&mut waiting), &mut progress, sink)?;
                (bytes, most) = (0, sizes.next().unwrap_or(TOGETHER));
            }
            Ok(())
        })?;
        Ok(count + self.check_read(checker, waiting, &mut progress, sink)?)
    }

    /// Checks documents that were read, and hands the results on. Returns the number of those that were checked.
    fn check_read(
        &self,
        checker: &Checker<'_>,
        items: Vec<Item<Document>>,
        progress: &mut Progress,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<u64> {
        let documents: Vec<&Document> = items.iter().filter_map(|item| item.result.as_ref().ok()).collect();
        let mut checked = self.check_all(checker, &documents).into_iter();
        let mut count = 0;
        for item in items {
            progress.add(item.bytes);
            let result = match item.result {
                Ok(_) => checked.next().expect("each document was checked"),
                Err(error) => Err(error),
            };
            count += u64::from(result.is_ok());
            hand_on(result, sink)?;
        }
        Ok(count)
    }

    /// Checks documents on all threads, each of which reads the index for its share of them together.
    pub(super) fn check_all(
        &self,
        checker: &Checker<'_>,
        documents: &[&Document],
    ) -> Vec<ibid::Result<DocumentReport>> {
        let share = documents.len().div_ceil(self.pool.current_num_threads()).clamp(1, TOGETHER);
        let chunks = documents.par_chunks(share);
        self.pool.install(|| chunks.flat_map_iter(|some| check_together(checker, some)).collect())
    }
}

/// Checks documents together. Fails for one without another document to check it against.
fn check_together(checker: &Checker<'_>, documents: &[&Document]) -> Vec<ibid::Result<DocumentReport>> {
    let checked = checker.check_together(documents.iter().copied());
    documents
        .iter()
        .zip(checked)
        .map(|(document, checked)| refuse_alone(checker, document).and(checked))
        .collect()
}

/// Fails if there is no other document.
fn refuse_alone(checker: &Checker<'_>, document: &Document) -> ibid::Result<()> {
    match checker.is_alone(document)? {
        true => Err(Error::Request(format!(
            "{:?} was not checked: there is no other document to check it against",
            document.id
        ))),
        false => Ok(()),
    }
}

pub(super) fn hand_on(result: ibid::Result<DocumentReport>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
    match result {
        Ok(checked) => sink(Event::Checked(Box::new(checked))),
        Err(error) if matches!(error.kind(), ErrorKind::Index | ErrorKind::Bug | ErrorKind::Interrupted) => {
            Err(error.into())
        }
        Err(error) => sink(Event::Unread(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_while_somebody_waits() {
        let sizes = |batching: Batching| batching.sizes(2).take(6).collect::<Vec<_>>();
        assert_eq!(sizes(Batching::Growing), [2, 4, 8, 16, 32, 32]);
        assert_eq!(sizes(Batching::Large), [512; 6]);
    }
}

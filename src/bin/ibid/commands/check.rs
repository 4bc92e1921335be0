//! `ibid check`: what of some documents stands in the index, or in other files.

use std::collections::HashMap;
use std::path::PathBuf;

use ibid::report::{Checked, Report};
use ibid::{Detector, IdBase, Kind, ReadOptions};
use ibid_index::{MemoryIndex, Search};

use crate::args::{Check, Detection, Reading};
use crate::exit::{self, Exit, Failure};
use crate::input::Inputs;
use crate::location;
use crate::output::Reporter;
use crate::progress::Progress;
use crate::settings::Session;

/// Documents to check, and where to look.
pub(super) struct Job<'j> {
    pub(super) paths: &'j [PathBuf],
    pub(super) against: &'j [PathBuf],
    pub(super) detection: &'j Detection,
    pub(super) reading: &'j Reading,
    pub(super) shows_progress: bool,
}

pub(super) fn run(session: &Session, command: &Check) -> anyhow::Result<Exit> {
    // Wrong settings are told before the work.
    session.fail_over(&command.reporting)?;
    let job = Job {
        paths: &command.paths,
        against: &command.against,
        detection: &command.detection,
        reading: &command.reading,
        shows_progress: !session.quiet && command.reporting.listing.output.is_some(),
    };
    let mut reporter = None;
    let mut failures = vec![];
    check(session, &job, &mut |event| {
        match event {
            Event::Begin(report) => reporter = Some(Reporter::new(session, &command.reporting, report)?),
            Event::Checked(checked) => {
                if let Some(reporter) = &mut reporter {
                    reporter.push(*checked)?;
                }
            }
            Event::Failed(failure) => failures.push(failure),
        }
        Ok(())
    })?;
    let exit = reporter.map_or(Ok(Exit::Done), |reporter| reporter.finish(&failures))?;
    for failure in &failures {
        exit::say(failure);
    }
    Ok(exit)
}

/// What happens in a check, in this order but for failures, which come where they occur.
pub(super) enum Event {
    /// The header of the report.
    Begin(Report),
    /// A document was checked.
    Checked(Box<Checked>),
    /// An input could not be read.
    Failed(String),
}

type Sink<'s> = dyn FnMut(Event) -> anyhow::Result<()> + 's;

/// Checks everything, in the order of the inputs.
pub(super) fn check(session: &Session, job: &Job<'_>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
    let stdin = PathBuf::from("-");
    if job.paths.contains(&stdin) && job.against.contains(&stdin) {
        return Err(Failure::usage("standard input (-) can be read once; name a file for one of the two"));
    }
    let options = session.read_options(job.reading)?;
    let pool = session.pool()?;
    if job.against.is_empty() {
        let dir = session.expect_index_or("give files with --against")?;
        let (detector, index) = session.open_index(job.detection, dir)?;
        let queries = Inputs::walk(job.paths, &options, location::id_base(dir)?)?;
        return check_all(job, &pool, &detector, &index, queries, sink);
    }
    let detector = session.detector(job.detection)?;
    let sources = Inputs::walk(job.against, &options, IdBase::AsGiven)?;
    let queries = queries_beside(&sources, job.paths, &options)?;
    let index = read_sources(job, &pool, &detector, sources, sink)?;
    check_all(job, &pool, &detector, &index, queries, sink)
}

/// The documents to check. A file that is among the sources, by whatever path, has the same id there.
fn queries_beside(sources: &Inputs, paths: &[PathBuf], options: &ReadOptions) -> anyhow::Result<Inputs> {
    let mut queries = Inputs::walk(paths, options, IdBase::AsGiven)?;
    let known: HashMap<_, _> =
        sources.inputs.iter().flatten().map(|input| (&input.absolute, &input.path)).collect();
    for query in queries.inputs.iter_mut().flatten() {
        if let Some(&path) = known.get(&query.absolute) {
            query.path.clone_from(path);
        }
    }
    Ok(queries)
}

fn read_sources(
    job: &Job<'_>,
    pool: &rayon::ThreadPool,
    detector: &Detector,
    sources: Inputs,
    sink: &mut Sink<'_>,
) -> anyhow::Result<MemoryIndex> {
    let mut index = MemoryIndex::new();
    let mut progress = Progress::new(sources.size_bytes(), job.shows_progress);
    sources.process(pool, |_, document| Ok(detector.passing_record(&document)), &mut |item| {
        progress.add(item.bytes);
        match item.result {
            Ok(record) => index.put(record),
            Err(error) => sink(Event::Failed(error.to_string()))?,
        }
        Ok(())
    })?;
    index.commit()?;
    Ok(index)
}

fn check_all(
    job: &Job<'_>,
    pool: &rayon::ThreadPool,
    detector: &Detector,
    index: &dyn Search,
    queries: Inputs,
    sink: &mut Sink<'_>,
) -> anyhow::Result<()> {
    sink(Event::Begin(detector.report(index)))?;
    let checker = detector.checker(index);
    let mut progress = Progress::new(queries.size_bytes(), job.shows_progress);
    queries.process(pool, |_, document| checker.check(&document), &mut |item| {
        progress.add(item.bytes);
        match item.result {
            Ok(checked) => sink(Event::Checked(Box::new(checked))),
            Err(error) if matches!(error.kind(), Kind::Index | Kind::Bug) => Err(error.into()),
            Err(error) => sink(Event::Failed(error.to_string())),
        }
    })
}

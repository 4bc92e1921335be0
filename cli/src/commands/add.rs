//! `ibid add`: adds files to the index.

use std::path::PathBuf;
use std::time::Instant;

use ibid::report::{SkippedReport, sanitize};
use ibid::{Detector, Document, Error, ErrorKind, Library, LibraryWriter, Prepared};
use ibid_read::Place;

use crate::advice;
use crate::args::Add;
use crate::exit::{self, Exit, Failure};
use crate::input::{self, Inputs};
use crate::output::Output;
use crate::progress::Progress;
use crate::render::{Language, notes};
use crate::settings::Session;
use crate::{interrupt, location};

/// The counts of a run.
#[derive(Debug, Default)]
struct Done {
    added: u64,
    replaced: u64,
    unchanged: u64,
    bytes: u64,
    failures: Vec<String>,
    skipped: SkippedReport,
}

pub(super) fn run(session: &Session, command: Add) -> anyhow::Result<Exit> {
    let dir = session.index.clone().unwrap_or_else(|| PathBuf::from(location::FOLDER));
    let options = session.read_options(&command.reading)?;
    let inputs = Inputs::walk(&command.paths, &options, location::id_base(&dir)?)?;
    let skipped = session.skipped(&inputs.skipped);
    if inputs.inputs.iter().all(Result::is_err) && !dir.exists() {
        // An empty run makes no index.
        let failures = inputs.inputs.iter().filter_map(|input| input.as_ref().err());
        let failures = failures.map(|error| advice::in_words(error)).collect();
        return report(session, &command, &Done { failures, skipped, ..Done::default() }, 0.0);
    }
    interrupt::carefully();
    let start = Instant::now();
    let mut writer = LibraryWriter::open(&dir, session.config(&command.detection)?)?;
    let detector = writer.detector()?;
    let committed = writer.committed()?;
    let commit_every = command.committing.commit_every.map(|mb| mb.max(1) * 1_000_000);
    let mut done = Done { skipped, ..Done::default() };
    let mut uncommitted = 0;
    let mut progress = Progress::new(inputs.size_bytes(), !session.quiet);
    inputs.process(
        &session.pool()?,
        |place, document| prepare(&detector, &committed, place, &document),
        &mut |item| {
            let put = item.result.and_then(|prepared| put(&mut writer, prepared));
            done.count(put, item.bytes)?;
            progress.add(item.bytes);
            uncommitted += item.bytes;
            if done.has_put() && commit_every.is_some_and(|limit| uncommitted >= limit) {
                interrupt::check()?;
                writer.commit()?;
                uncommitted = 0;
            }
            Ok(())
        },
    )?;
    interrupt::check()?;
    // An empty run makes no index.
    if done.has_put() {
        writer.finish()?;
    }
    progress.end();
    report(session, &command, &done, start.elapsed().as_secs_f64())
}

/// Makes the features of a document; none if the library holds it unchanged.
fn prepare(
    detector: &Detector,
    committed: &Library,
    place: &Place,
    document: &Document,
) -> Result<Option<Prepared>, Error> {
    if committed.holds(document)? {
        return Ok(None);
    }
    let stored = committed.document(&document.id)?.and_then(|stored| stored.meta.source);
    if let Some(stored) = stored.filter(|stored| Some(stored) != document.meta.source.as_ref()) {
        let why = format!(
            "the id \"{}\" is already taken by \"{stored}\" in the index; remove that one, or give one of the two another id",
            document.id
        );
        return Err(Error::unreadable(place.to_string(), why));
    }
    Ok(Some(Prepared::new(detector, document)))
}

/// Adds a document, and returns whether it replaced one; none if it has not changed.
fn put(writer: &mut LibraryWriter, prepared: Option<Prepared>) -> Result<Option<bool>, Error> {
    prepared.map(|prepared| writer.put(prepared)).transpose()
}

impl Done {
    /// Returns whether the index has changed.
    fn has_put(&self) -> bool {
        self.added + self.replaced > 0
    }

    /// Counts a document. An error of the index ends the run.
    fn count(&mut self, put: Result<Option<bool>, Error>, bytes: u64) -> anyhow::Result<()> {
        match put {
            Ok(None) => self.unchanged += 1,
            Ok(Some(false)) => self.added += 1,
            Ok(Some(true)) => self.replaced += 1,
            Err(error)
                if matches!(error.kind(), ErrorKind::Index | ErrorKind::Bug | ErrorKind::Interrupted) =>
            {
                return Err(error.into());
            }
            Err(error) => {
                self.failures.push(advice::in_words(&error));
                return Ok(());
            }
        }
        self.bytes += bytes;
        Ok(())
    }
}

fn report(session: &Session, command: &Add, done: &Done, seconds: f64) -> anyhow::Result<Exit> {
    for failure in &done.failures {
        exit::say(failure);
    }
    if !session.quiet {
        let (size, speed) = (size(done.bytes as f64), size(done.bytes as f64 / seconds.max(1e-3)));
        let mut output = Output::open(None)?;
        output.with(|out| {
            writeln!(
                out,
                "added {}, replaced {}, unchanged {}, failed {} ({size}, {speed}/s)",
                done.added,
                done.replaced,
                done.unchanged,
                done.failures.len()
            )?;
            let lines = notes::skipped(&done.skipped, Language::English);
            lines.iter().try_for_each(|line| writeln!(out, "{}", sanitize(line)))
        })?;
        output.finish()?;
    }
    if done.added + done.replaced + done.unchanged == 0 && done.failures.is_empty() {
        let nothing = input::nothing_in(&command.paths, None);
        return Err(Failure::inputs(format!("nothing was added: {nothing}")));
    }
    Ok(if done.failures.is_empty() { Exit::Done } else { Exit::Inputs })
}

fn size(bytes: f64) -> String {
    if bytes < 1e6 { format!("{:.1} kB", bytes / 1e3) } else { format!("{:.1} MB", bytes / 1e6) }
}

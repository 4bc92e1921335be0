//! `ibid add`: adds files to the index.

use std::path::Path;
use std::time::Instant;

use ibid::report::{SkippedReport, sanitize};
use ibid::{Detector, Document, Error, ErrorKind, Library, LibraryWriter, Prepared};
use ibid_read::Place;

use crate::advice;
use crate::args::Add;
use crate::exit::{self, Exit, Failure};
use crate::input::{self, Inputs};
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
    let dir = session.index.as_deref().unwrap_or(Path::new(location::FOLDER));
    let options = session.read_options(&command.reading)?;
    let inputs = Inputs::walk(&command.paths, &options, location::id_base(dir)?)?;
    let skipped = session.skipped(&inputs.skipped);
    if inputs.inputs.iter().all(Result::is_err) && !dir.exists() {
        // An empty run makes no index.
        let mut failures = vec![];
        for error in inputs.inputs.into_iter().filter_map(Result::err) {
            failures.push(advice::in_words(&error));
        }
        return report(session, &command, &Done { failures, skipped, ..Done::default() }, 0.0);
    }
    interrupt::carefully();
    let start = Instant::now();
    let mut writer = LibraryWriter::open(dir, session.config(&command.detection)?)?;
    let detector = writer.detector()?;
    let committed = writer.committed()?;
    let commit_every = command.committing.commit_every.map_or(u64::MAX, |mb| mb.max(1) * 1_000_000);
    let mut done = Done { skipped, ..Done::default() };
    let mut uncommitted = 0;
    let mut progress = Progress::new(inputs.size_bytes(), !session.quiet);
    inputs.process(
        &session.pool()?,
        |place, document| prepare(&detector, &committed, place, &document),
        &mut |item| {
            let put = match item.result {
                Ok(Some(prepared)) => writer.put(prepared).map(Some),
                Ok(None) => Ok(None),
                Err(error) => Err(error),
            };
            done.count(put, item.bytes)?;
            progress.add(item.bytes);
            uncommitted += item.bytes;
            if done.has_put() && uncommitted >= commit_every {
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
    if let Some(stored) = committed.document(&document.id)?
        && let Some(stored) = stored.meta.source
        && Some(&stored) != document.meta.source.as_ref()
    {
        let why = format!(
            "the id \"{}\" is already taken by \"{stored}\" in the index; remove that one, or give one of the two another id",
            document.id
        );
        return Err(Error::unreadable(place.to_string(), why));
    }
    Ok(Some(Prepared::new(detector, document)))
}

impl Done {
    /// Returns whether the index has changed.
    fn has_put(&self) -> bool {
        self.added + self.replaced > 0
    }

    /// Counts a document: whether it replaced one, or none if it has not changed. An error of the index ends the run.
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
    exit::say_all(&done.failures);
    if !session.quiet {
        let (size, speed) = (size(done.bytes as f64), size(done.bytes as f64 / seconds.max(1e-3)));
        let Done { added, replaced, unchanged, failures, skipped, .. } = done;
        let failed = failures.len();
        let mut text = format!(
            "added {added}, replaced {replaced}, unchanged {unchanged}, failed {failed} ({size}, {speed}/s)\n"
        );
        for line in notes::skipped(skipped, Language::English) {
            text += &format!("{}\n", sanitize(&line));
        }
        super::print(text)?;
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

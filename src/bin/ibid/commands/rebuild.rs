//! `ibid rebuild`: the index anew, from the texts stored in it.
//!
//! The new index is written to a folder beside the old one, whose lock is held all the time, so that nobody adds what
//! would be lost. Then the two folders are exchanged in one step of the system, and the old one is deleted. Ended
//! before the exchange, the old index is in place; ended after it, the new one is; what lies beside is deleted by the
//! next rebuild.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use ibid::Detector;
use ibid_index::{DiskIndex, Record, RecordNo, Search, Writer, WriterOptions};
use rayon::prelude::*;

use crate::args::Rebuild;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::progress::Progress;
use crate::settings::{self, Session};
use crate::{location, stop};

/// How many documents are held at once.
const BATCH: usize = 64;

pub(super) fn run(session: &Session, command: &Rebuild) -> anyhow::Result<Exit> {
    let dir = session.expect_index()?;
    let stored = DiskIndex::header(dir).map_err(|error| match error {
        ibid_index::Error::Foreign(why) => Failure::index(format!(
            "{} cannot help: this program cannot read the texts in it; add the documents again",
            why.trim_end_matches("run `ibid rebuild`")
        )),
        error => error.into(),
    })?;
    // Links are resolved, so that the exchange meets the folder itself.
    let dir = &dir.canonicalize().with_context(|| format!("cannot find {dir:?}"))?;
    stop::carefully();
    let small = WriterOptions { threads: 1, memory_bytes: 15_000_000 };
    let lock = Writer::open_with(dir, &stored, small)?;
    let old = DiskIndex::open(dir, &stored)?;
    remove_leftovers(dir);
    let new_dir = beside(dir, "new");
    let count = match build(session, command, &old, &new_dir) {
        Ok(count) => count,
        Err(error) => {
            let _ = fs::remove_dir_all(&new_dir);
            return Err(error);
        }
    };
    drop(old);
    location::exchange(dir, &new_dir).map_err(|error| {
        let _ = fs::remove_dir_all(&new_dir);
        Failure::index(format!("cannot put the new index in place of {dir:?}, which is as it was: {error}"))
    })?;
    drop(lock);
    remove_leftovers(dir);
    if !session.quiet {
        let mut output = Output::open(None)?;
        output.with(|out| writeln!(out, "rebuilt {count}"))?;
        output.finish()?;
    }
    Ok(Exit::Done)
}

fn build(session: &Session, command: &Rebuild, old: &DiskIndex, new_dir: &Path) -> anyhow::Result<usize> {
    let detector = session.detector(&command.detection)?;
    let options = WriterOptions { threads: session.threads.min(8), ..WriterOptions::default() };
    let mut writer = Writer::open_with(new_dir, &settings::header(&detector), options)?;
    let records = old.records()?;
    let pool = session.pool()?;
    let mut progress = Progress::new(None, !session.quiet);
    for batch in records.chunks(BATCH) {
        stop::check()?;
        let made: Vec<ibid::Result<Record>> =
            pool.install(|| batch.par_iter().map(|&(_, record)| again(&detector, old, record)).collect());
        for record in made {
            let record = record?;
            progress.add(record.payload.len() as u64);
            writer.put(record)?;
        }
    }
    stop::check()?;
    writer.finish()?;
    Ok(records.len())
}

fn again(detector: &Detector, old: &DiskIndex, record: RecordNo) -> ibid::Result<Record> {
    Ok(detector.record(&Detector::document(&old.payload(record)?)?))
}

/// A name beside the index that only this process uses.
fn beside(dir: &Path, what: &str) -> PathBuf {
    let mut name = dir.as_os_str().to_owned();
    name.push(format!(".{what}-{}", std::process::id()));
    name.into()
}

/// Deletes what rebuilds that were ended left beside the index. Only called by who holds, or has just held, its lock.
fn remove_leftovers(dir: &Path) {
    let (Some(folder), Some(name)) = (dir.parent(), dir.file_name()) else { return };
    let start = format!("{}.new-", name.to_string_lossy());
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&start)) {
        // One that cannot be deleted does no harm.
        let _: io::Result<()> = fs::remove_dir_all(entry.path());
    }
}

//! `ibid rebuild`: the index made again from the texts stored in it.
//!
//! The new index is written to a folder beside the old one. The lock of the old one is held all the time, so that
//! nothing can be added that would be lost. The old index is verified against its checksums before it is read, so that
//! no damage gets into the new one. Then the two folders are exchanged in one system call, and the old one is deleted.
//! If the process ends before the exchange, the old index is in place, and after it the new one; the next writer
//! deletes the leftovers. A folder with foreign files is refused before work begins.

use std::fs;
use std::path::Path;

use ibid::{Detector, system_reason};
use ibid_index::{DiskIndex, Record, RecordNo, Search, Writer};
use rayon::prelude::*;

use crate::args::Rebuild;
use crate::exit::{self, Exit, Failure};
use crate::leftovers::{self, Workplace};
use crate::output::Output;
use crate::progress::Progress;
use crate::settings::{self, Session};
use crate::{location, stop};

/// The number of documents in memory at once.
const BATCH: usize = 64;

pub(super) fn run(session: &Session, command: &Rebuild) -> anyhow::Result<Exit> {
    let named = session.expect_index()?;
    // Read before links are resolved, so that an error has the name that was given.
    DiskIndex::header(named)?;
    // The exchange must work on the folder itself and not on a link.
    let dir = &named.canonicalize().map_err(|error| {
        Failure::index(format!("cannot find the index {named:?}: {}", system_reason(&error)))
    })?;
    stop::carefully();
    let lock = DiskIndex::lock(dir)?;
    refuse_foreign(dir)?;
    leftovers::remove(dir);
    let old = DiskIndex::open_verified(dir)?;
    let place = Workplace::beside(dir).map_err(|error| {
        let why = system_reason(&error);
        Failure::index(format!("cannot make a folder beside the index {dir:?}: {why}"))
    })?;
    let count = match build(session, command, &old, &place.index()).and_then(|count| {
        drop(old);
        exchange(dir, &place.index())?;
        Ok(count)
    }) {
        Ok(count) => count,
        Err(error) => {
            place.delete();
            return Err(error);
        }
    };
    drop(lock);
    if let Some(left) = place.delete() {
        exit::say(&format!(
            "the old index is left in {left:?}: it cannot be deleted, or has other files in it"
        ));
    }
    if !session.quiet {
        let mut output = Output::open(None)?;
        output.with(|out| writeln!(out, "rebuilt {count}"))?;
        output.finish()?;
    }
    Ok(Exit::Done)
}

fn refuse_foreign(dir: &Path) -> anyhow::Result<()> {
    match DiskIndex::foreign(dir)?.first() {
        None => Ok(()),
        Some(other) => Err(Failure::index(format!(
            "the folder of the index has {other:?} in it, which is not the index's own, and a rebuild puts another \
             folder in its place: move it away first"
        ))),
    }
}

/// Exchanges the new index with the old one, with the same permissions.
fn exchange(dir: &Path, new: &Path) -> anyhow::Result<()> {
    // A foreign file may have come meanwhile.
    refuse_foreign(dir)?;
    let exchanged = fs::metadata(dir)
        .and_then(|about| fs::set_permissions(new, about.permissions()))
        .and_then(|()| location::exchange(dir, new));
    exchanged.map_err(|error| {
        Failure::index(format!("cannot put the new index in place of {dir:?}, which is as it was: {error}"))
    })
}

fn build(session: &Session, command: &Rebuild, old: &DiskIndex, new_dir: &Path) -> anyhow::Result<usize> {
    let detector = session.detector(&command.detection)?;
    let mut writer = Writer::open(new_dir, &settings::header(&detector))?;
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
    Ok(detector.record(&Detector::document(old.payload(record)?)?))
}

//! A process that is killed while it adds, and a disk that is really full.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ibid_index::{DiskIndex, Error, Header, Search, Writer, WriterOptions};

use crate::model::{Model, record};

/// Set for the child: the folder to write to.
const FOLDER: &str = "IBID_INDEX_TEST_FOLDER";

/// Puts of a batch.
const PUTS: u64 = 20;

fn options() -> WriterOptions {
    WriterOptions { memory_bytes: 15_000_000 }
}

/// The records that batch number `batch` puts, half of them in the place of older ones, and the one it removes.
fn batch(batch: u64) -> (Vec<ibid_index::Record>, String) {
    let put = |at: u64| {
        let number = batch * PUTS / 2 + at;
        let units: Vec<Vec<u64>> = (0..5).map(|unit| (number + unit..number + unit + 8).collect()).collect();
        record(&format!("r{number}"), batch, &units)
    };
    ((0..PUTS).map(put).collect(), format!("r{}", batch * PUTS / 2))
}

/// What is there after a number of commits.
fn after(commits: u64) -> Model {
    let mut model = Model::default();
    for (records, removed) in (0..commits).map(batch) {
        records.into_iter().for_each(|record| model.put(record));
        model.0.remove(&removed);
    }
    model
}

/// The process that is killed; without its variable, as when all tests run, it does nothing.
#[test]
fn child_that_adds_until_it_is_killed() {
    let Some(dir) = std::env::var_os(FOLDER) else { return };
    let mut writer = Writer::open_with(Path::new(&dir), &Header::default(), options()).unwrap();
    let say = |text: String| writeln!(std::io::stdout(), "\n{text}").unwrap();
    for number in 0..1000 {
        let (records, removed) = batch(number);
        for (at, record) in records.into_iter().enumerate() {
            writer.put(record).unwrap();
            if at % 4 == 0 {
                say(format!("put {number} {at}"));
            }
        }
        assert!(writer.remove(&removed).unwrap());
        say(format!("committing {number}"));
        writer.commit().unwrap();
        say(format!("committed {}", number + 1));
    }
}

#[test]
fn a_killed_writer_leaves_exactly_what_was_committed() {
    for last_words in ["put 0 0", "committing 0", "committed 1", "put 2 16", "committing 3", "committed 9"] {
        let dir = tempfile::tempdir().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child_that_adds_until_it_is_killed", "--nocapture"])
            .env(FOLDER, dir.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut commits = 0;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some(number) = line.strip_prefix("committed ") {
                commits = number.parse().unwrap();
            }
            if line == last_words {
                child.kill().unwrap();
                break;
            }
        }
        child.wait().unwrap();
        let done = match DiskIndex::open_verified(dir.path()) {
            Ok(index) => {
                // The next commit may have been done before the kill came, whole.
                let is_done = |done: &u64| after(*done).0.len() as u32 == index.record_count();
                let done = (commits..commits + 20).find(is_done);
                let done = done.unwrap_or_else(|| panic!("{last_words}: {} records", index.record_count()));
                after(done).check(&index, &[]);
                done
            }
            // There is no index before the first commit.
            Err(error) => {
                assert!(commits == 0 && matches!(error, Error::NotIndex(_)), "{last_words}: {error}");
                0
            }
        };
        // The lock went with the process, and the work can go on.
        let mut writer = Writer::open_with(dir.path(), &Header::default(), options()).unwrap();
        let (records, removed) = batch(done);
        for record in records {
            writer.put(record).unwrap();
        }
        writer.remove(&removed).unwrap();
        writer.finish().unwrap();
        after(done + 1).check(&DiskIndex::open(dir.path(), &Header::default()).unwrap(), &[]);
    }
}

/// A small file system that goes away with this.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where the system does not let this user mount.
    fn mount(dir: &Path, bytes: u64) -> Option<SmallDisk> {
        let status = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"])
            .arg(dir)
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success()).then(|| SmallDisk(dir.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_file_system_loses_nothing_that_was_committed() {
    let dir = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(dir.path(), 150 << 10) else {
        let mut stderr = std::io::stderr();
        writeln!(stderr, "SKIPPED: no file system may be mounted here, so no full one was tried").unwrap();
        return;
    };
    let path = disk.0.join("index");
    let mut commits = 0;
    let error = loop {
        let add = || {
            let mut writer = Writer::open_with(&path, &Header::default(), options())?;
            let (records, removed) = batch(commits);
            for record in records {
                writer.put(record)?;
            }
            writer.remove(&removed)?;
            writer.commit()
        };
        match add() {
            Ok(()) => commits += 1,
            Err(error) => break error,
        }
    };
    let message = error.to_string();
    assert!(matches!(error, Error::Io { .. }) && message.contains("No space left"), "{message}");
    assert!(commits > 0);
    after(commits).check(&DiskIndex::open(&path, &Header::default()).unwrap(), &[]);
}

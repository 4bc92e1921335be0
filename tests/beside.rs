//! Readers and writers at the same time as others: all that a reader is told is what some commit had, and it is never
//! told that something is wrong.

use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ibid_index::{DiskIndex, Search};

use crate::program::{Ended, Folder};

/// A folder with an index of five documents, and a sixth that comes and goes.
fn folder() -> Folder {
    let folder = Folder::with(&["en/library", "en/paper.md"]);
    folder.run(&["add", "en/library"]).done();
    folder
}

/// Reads everything, in this process.
fn read(folder: &Folder) {
    let index = DiskIndex::open_as_is(&folder.path(".ibid")).unwrap();
    let records = index.records().unwrap();
    assert!((5..=6).contains(&records.len()), "{records:?}");
    for (id, record) in records {
        assert_eq!(index.find(&id).unwrap(), Some(record));
        assert!(index.payload(record).unwrap().len() > 100);
    }
}

/// How often an index is written, at least, while others read it.
const LEAST_WRITTEN: usize = 4;

/// Runs these in turn while two threads read, every fortieth time by the program, until `reads` and
/// [`LEAST_WRITTEN`] are reached.
fn readers_beside(reads: usize, writers: &[&[&str]]) {
    let folder = folder();
    let (done, written, is_over) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let is_enough =
        || done.load(Ordering::Relaxed) >= reads && written.load(Ordering::Relaxed) >= LEAST_WRITTEN;
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let _over = Over(&is_over);
                while !is_over.load(Ordering::Relaxed) && !is_enough() {
                    let number = done.fetch_add(1, Ordering::Relaxed);
                    match number % 40 {
                        0 => drop(folder.run(&["list"]).done()),
                        20 => drop(folder.run(&["info", "--verify"]).done()),
                        _ => read(&folder),
                    }
                }
            });
        }
        let _over = Over(&is_over);
        while !is_over.load(Ordering::Relaxed) && !is_enough() {
            for args in writers {
                folder.run(args).done();
                written.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
}

/// Says that a thread has ended, however it did.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

const ADD_AND_REMOVE: [&[&str]; 2] = [&["add", "en/paper.md"], &["remove", "en/paper.md"]];
const REBUILD: [&[&str]; 1] = [&["rebuild"]];

#[test]
fn readers_beside_add_and_remove_are_not_disturbed() {
    readers_beside(400, &ADD_AND_REMOVE);
}

#[test]
fn readers_beside_rebuild_are_not_disturbed() {
    readers_beside(400, &REBUILD);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_reads_beside_writers_raise_no_alarm() {
    readers_beside(5_000, &ADD_AND_REMOVE);
    readers_beside(5_000, &REBUILD);
}

/// As many `add`s as there are beside a rebuild: each adds, or says that another process is writing.
#[test]
fn add_while_a_rebuild_ends_adds_or_waits_its_turn() {
    let folder = folder();
    let mut written = 0;
    for number in 0..6 {
        let profile = if number % 2 == 0 { "paper" } else { "robust" };
        let mut rebuild: Child = folder.spawn(&["rebuild", "--profile", profile], Stdio::null());
        while rebuild.try_wait().unwrap().is_none() {
            for args in ADD_AND_REMOVE {
                let ended = folder.run(args);
                match ended.code {
                    Some(0) => written += 1,
                    // It could not be added a moment ago.
                    Some(3) => drop(ended.says(3, &["there is no document"])),
                    _ => drop(ended.says(4, &["process", "is writing to the index", "wait until"])),
                }
            }
        }
        Ended::of(rebuild.wait_with_output().unwrap()).done();
        folder.run(&["add", "en/paper.md"]).done();
        folder.run(&["remove", "en/paper.md"]).done();
        assert_eq!(folder.ids().len(), 5);
    }
    println!("{written} were done beside a rebuild");
}

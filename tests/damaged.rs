//! Damaged indexes under the whole program: it says so, or is right.

use std::fs;

use crate::index_files::index_files;
use crate::program::{Ended, Folder};

/// What is asked of each.
const QUESTIONS: [&[&str]; 3] =
    [&["list"], &["show", "en/library/salt-roads.txt"], &["check", "en/paper.md", "--format", "jsonl"]];

fn damaged_indexes(number: u64) {
    let folder = Folder::with(&["en/library", "zh/library", "en/paper.md"]);
    folder.run(&["add", "en/library"]).done();
    folder.run(&["add", "zh/library"]).done();
    folder.run(&["remove", "zh/library/tea-horse.txt"]);
    let ask = || QUESTIONS.map(|args| folder.run(args));
    let right = ask().map(|ended| ended.done().stdout.clone());
    let files = index_files(&folder.path(".ibid"));
    let mut random = Random(number);
    for case in 0..number {
        let path = &files[random.below(files.len())];
        let whole = fs::read(path).unwrap();
        let mut bytes = whole.clone();
        match case % 4 {
            0 => bytes.truncate(random.below(whole.len().max(1))),
            _ if whole.is_empty() => {}
            _ => bytes[random.below(whole.len())] ^= 1 << random.below(8),
        }
        fs::write(path, &bytes).unwrap();
        let is_whole = says_what_is(folder.run(&["info", "--verify"]));
        for (ended, right) in ask().into_iter().zip(&right) {
            if says_what_is(ended.clone()) && is_whole {
                assert_eq!(&ended.stdout, right, "{case}: {path:?}");
            }
        }
        fs::write(path, &whole).unwrap();
    }
}

/// Whether it did what it was asked for; else it says in one line that the index is of no use, or what is missing in it.
fn says_what_is(ended: Ended) -> bool {
    if ended.code == Some(0) {
        return true;
    }
    assert!(matches!(ended.code, Some(3 | 4)) && ended.stderr.lines().count() == 1, "{ended:?}");
    assert!(!ended.stderr.contains("antivy"), "{ended:?}");
    false
}

/// Random numbers, but the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

#[test]
fn a_damaged_index_says_so_or_is_right() {
    damaged_indexes(24);
}

#[test]
#[ignore = "takes minutes"]
fn three_hundred_damaged_indexes_say_so_or_are_right() {
    damaged_indexes(300);
}

//! `ibid dedup --seen`: a text that one run has kept or dropped is dropped by the next.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::program::{Ended, Folder};

fn seen(folder: &Folder, args: &[&str]) -> Ended {
    folder.run(&[&["dedup", "--near", "simhash:distance=6"], args].concat())
}

#[test]
fn the_second_time_everything_was_seen() {
    let folder = Folder::with(&["dedup"]);
    let args =
        ["dedup/news.jsonl", "dedup/notes/tide.txt", "--seen", "seen", "-o", "out", "--kept", "k.jsonl"];
    let first = seen(&folder, &args);
    assert_eq!(first.code, Some(0), "{first:?}");
    assert!(first.stderr.contains("\"seen\" has seen 5 texts, and takes "), "{first:?}");
    assert!(first.stderr.contains("6 read: 3 kept, 1 exact and 2 near duplicates dropped\n"), "{first:?}");
    assert_eq!(fs::read_to_string(folder.path("k.jsonl")).unwrap().lines().count(), 3);
    let second = seen(&folder, &[&args[..], &["--dropped", "d.jsonl"]].concat());
    assert!(
        second.stderr.contains("6 read: 0 kept, 0 exact and 0 near duplicates dropped, 6 seen before"),
        "{second:?}"
    );
    assert_eq!(fs::read_to_string(folder.path("k.jsonl")).unwrap(), "");
    let listed = fs::read_to_string(folder.path("out")).unwrap();
    assert!(listed.starts_with("seen before:\n    seen      n1\n    seen      n2\n"), "{listed}");
    let dropped = fs::read_to_string(folder.path("d.jsonl")).unwrap();
    assert_eq!(dropped.lines().next(), Some(r#"{"id":"n1","kept":false,"reason":"seen","rule":"text"}"#));
    // Another text is new.
    folder.write("new.txt", "A text that is new.");
    let third = seen(&folder, &["new.txt", "dedup/news.jsonl", "--seen", "seen", "-o", "out", "-q"]);
    third.done();
    assert!(fs::read_to_string(folder.path("out")).unwrap().starts_with("new.txt\nseen before:\n"));
}

#[test]
fn what_two_runs_see_at_once_is_not_lost() {
    let folder = Folder::new();
    let args = |path, seen, expect| ["dedup", path, "--seen", seen, "--expect", expect, "-q"];
    // More than a pipe holds, so that the run has opened its file when all of it is written.
    let long = "The slow run reads this. ".repeat(20_000);
    let slow = |during: &dyn Fn()| {
        let mut slow = folder.spawn(&args("-", "seen", "1000"), Stdio::piped());
        let mut input = slow.stdin.take().unwrap();
        input.write_all(long.as_bytes()).unwrap();
        during();
        drop(input);
        Ended::of(slow.wait_with_output().unwrap())
    };
    folder.write("one.txt", "The first run reads this.");
    folder.write("two.txt", "The second run reads this.");
    let both_run = || {
        for path in ["one.txt", "two.txt"] {
            folder.run(&args(path, "seen", "1000")).done();
        }
    };
    slow(&both_run).done();
    folder.write("slow.txt", &long);
    let last = folder.run(&["dedup", "slow.txt", "one.txt", "two.txt", "--seen", "seen"]);
    assert!(
        last.stderr.contains("3 read: 0 kept, 0 exact and 0 near duplicates dropped, 3 seen before"),
        "{last:?}"
    );

    // A filter of another size is refused, and its file stays.
    let is_replaced = || {
        folder.run(&args("one.txt", "larger", "5000")).done();
        fs::rename(folder.path("larger"), folder.path("seen")).unwrap();
    };
    slow(&is_replaced).says(2, &["--seen \"seen\": another run has made it while this one worked"]);
    let last = folder.run(&["dedup", "one.txt", "--seen", "seen", "--expect", "5000", "-q"]);
    assert!(last.done().stdout.starts_with("seen before:"), "{last:?}");
}

#[test]
fn lines_are_texts_of_their_own() {
    let folder = Folder::new();
    folder.write("a.txt", "one\ntwo\n");
    folder.write("b.txt", "two\n\nthree\ntwo\n");
    let run = |name: &str| {
        let args = ["--lines", name, "--seen", "seen", "-q", "--kept", "k", "-o", "out"];
        seen(&folder, &args).done();
        fs::read_to_string(folder.path("k")).unwrap()
    };
    assert_eq!([run("a.txt"), run("b.txt"), run("b.txt")], ["one\ntwo\n", "three\n", ""]);
}

#[test]
fn several_files_count_and_the_first_is_written() {
    let folder = Folder::new();
    for (name, text) in [("a.txt", "One."), ("b.txt", "Two."), ("c.txt", "Three.")] {
        folder.write(name, text);
    }
    let run = |args: &[&str]| seen(&folder, &[args, &["-q"]].concat()).done().stdout.clone();
    run(&["a.txt", "--seen", "a"]);
    run(&["b.txt", "--seen", "b"]);
    let b = fs::read(folder.path("b")).unwrap();
    let all = ["a.txt", "b.txt", "c.txt", "--seen", "new", "--seen", "a", "--seen", "b"];
    assert_eq!(run(&all), "c.txt\nseen before:\n    seen      a.txt\n    seen      b.txt\n");
    assert_eq!(fs::read(folder.path("b")).unwrap(), b);
    assert!(run(&["c.txt", "b.txt", "--seen", "new"]).starts_with("seen before:"));
}

#[test]
fn a_run_that_fails_has_seen_nothing() {
    let folder = Folder::new();
    folder.write("a.txt", "One.");
    seen(&folder, &["a.txt", "--seen", "s", "--kept", "none/k"]).says(2, &["none/k"]);
    seen(&folder, &["a.txt", "--seen", "s", "-o", "none/k"]).says(2, &["none/k"]);
    assert!(!folder.path("s").exists());
}

/// A run over a state gives the same result again, though its texts are in the filter by then.
#[test]
fn a_state_keeps_what_was_seen_when_it_was_read() {
    let folder = Folder::new();
    folder.write("old.txt", "Old.");
    folder.write("a.jsonl", "{\"id\":\"1\",\"text\":\"Old.\"}\n{\"id\":\"2\",\"text\":\"New.\"}\n");
    seen(&folder, &["old.txt", "--seen", "s", "-q"]).done();
    let args = ["a.jsonl", "--seen", "s", "--state", "state", "-q"];
    let first = seen(&folder, &args).done().stdout.clone();
    assert_eq!(first, "2\nseen before:\n    seen      1\n");
    assert_eq!(seen(&folder, &args).done().stdout, first);
    let more = "{\"id\":\"1\",\"text\":\"Old.\"}\n{\"id\":\"2\",\"text\":\"New.\"}\n{\"id\":\"3\",\"text\":\"More.\"}\n";
    folder.write("a.jsonl", more);
    assert_eq!(seen(&folder, &args).done().stdout, "2\n3\nseen before:\n    seen      1\n");
    let without = ["a.jsonl", "--state", "state", "-q"];
    seen(&folder, &without).says(4, &["made with --seen \"yes\" and now it is \"no\""]);
}

#[test]
fn what_is_no_filter_is_named() {
    let folder = Folder::with(&["dedup"]);
    folder.write("text", "Some text that is no filter.\n".repeat(9));
    folder.write("empty", "");
    seen(&folder, &["dedup/notes", "--seen", "s", "-q"]).done();
    seen(&folder, &["dedup/notes", "--seen", "larger", "--expect", "2000000", "-q"]).done();
    let mut damaged = fs::read(folder.path("s")).unwrap();
    damaged[1000] ^= 4;
    folder.write("damaged", &damaged);
    folder.write("short", &damaged[..5000]);
    let check = |code: i32, args: &[&str], says: &[&str]| {
        seen(&folder, &[&["dedup/notes"], args].concat()).says(code, says);
    };
    check(
        4,
        &["--seen", "text"],
        &["cannot read \"text\": it is no Bloom filter of ibid, or name another file"],
    );
    check(4, &["--seen", "empty"], &["\"empty\"", "it ends too early"]);
    check(4, &["--seen", "damaged"], &["\"damaged\": it is damaged", "make it again, or name another file"]);
    check(4, &["--seen", "s", "--seen", "short"], &["\"short\": it is damaged"]);
    check(
        2,
        &["--seen", "s", "--seen", "gone"],
        &["--seen \"gone\": no such file; only the first one is made"],
    );
    check(
        2,
        &["--seen", "s", "--seen", "larger"],
        &["--seen \"s\" and \"larger\" cannot be merged: 28755176 bits"],
    );
    check(
        2,
        &["--seen", "s", "--expect", "7"],
        &["--seen \"s\" has 28755176 bits", "--expect 7", "leave these out"],
    );
    check(2, &["--seen", "new", "--expect", "0"], &["--expect must be at least 1, got 0"]);
    check(
        2,
        &["--seen", "new", "--false-positives", "0"],
        &["--false-positives must be above 0 and below 1, got 0"],
    );
    check(2, &["--seen", "new", "--false-positives", "NaN"], &["above 0 and below 1, got NaN"]);
    check(
        2,
        &["--seen", "new", "--expect", "99999999999999"],
        &["99999999999999 texts", "more than 128 GiB; take fewer"],
    );
    check(2, &["--seen", "dedup/notes/tide.txt"], &["--seen \"dedup/notes/tide.txt\" is the input"]);
    check(2, &["--seen", "s", "--kept", "s"], &["--kept and --seen must be different files, both are \"s\""]);
    assert!(!folder.path("new").exists());
}

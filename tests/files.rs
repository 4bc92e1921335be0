//! The files that `ibid` writes: whole or not at all, nothing of others touched, nothing left behind.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Child, Command, Stdio};

#[cfg(feature = "parquet")]
use crate::program::fixtures;
use crate::program::{Ended, Folder, wait_until};

const TEXT: &str =
    "The tide mill at the harbour grinds barley, and its wheel turns with the ebb twice a day.";

/// A folder with a text, a copy of it, and a `check` that has begun its report and waits for its input.
fn checking(out: &str) -> (Folder, Child, fs::File) {
    let folder = Folder::new();
    folder.write("source.txt", TEXT);
    folder.write("copy.txt", TEXT);
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    let child = folder.spawn(&["check", "pipe", "--against", "source.txt", "-o", out], Stdio::null());
    let pipe = fs::File::options().write(true).open(folder.path("pipe")).unwrap();
    wait_until("the report to be begun", || !temporary(&folder).is_empty());
    (folder, child, pipe)
}

fn check(folder: &Folder, out: &str) -> Ended {
    folder.run(&["check", "copy.txt", "--against", "source.txt", "-o", out])
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn temporary(folder: &Folder) -> Vec<String> {
    let mut names = names(folder);
    names.retain(|name| name.starts_with(".ibid-"));
    names
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

#[test]
fn what_a_killed_run_leaves_goes_with_the_next_one_and_nothing_else_does() {
    let (folder, child, _pipe) = checking("out");
    signal(&child, "KILL");
    child.wait_with_output().unwrap();
    assert_eq!(temporary(&folder).len(), 1);
    let foreign = [".ibid-notes.tmp", ".ibid-drafts-2026.tmp", "out.tmp-123", "out.tmp", ".out.swp"];
    foreign.iter().for_each(|name| folder.write(name, "mine"));
    check(&folder, "out").done();
    let mut expected = vec!["copy.txt", "out", "pipe", "source.txt"];
    expected.extend(foreign);
    expected.sort_unstable();
    assert_eq!(names(&folder), expected);
    assert!(foreign.iter().all(|name| fs::read(folder.path(name)).unwrap() == b"mine"));
}

#[test]
fn two_runs_that_write_one_folder_leave_each_other_alone() {
    let (folder, child, mut pipe) = checking("slow");
    check(&folder, "fast").done();
    assert_eq!(temporary(&folder).len(), 1, "the one in use stays");
    pipe.write_all(TEXT.as_bytes()).unwrap();
    drop(pipe);
    Ended::of(child.wait_with_output().unwrap()).done();
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    assert_eq!(read("slow").replace("pipe", "copy.txt"), read("fast"));
    assert_eq!(temporary(&folder), [""; 0]);
}

#[test]
fn ctrl_c_leaves_no_file_behind() {
    for name in ["INT", "TERM"] {
        let (folder, child, _pipe) = checking("out");
        signal(&child, name);
        assert_eq!(Ended::of(child.wait_with_output().unwrap()).code, Some(130));
        assert_eq!(names(&folder), ["copy.txt", "pipe", "source.txt"]);
    }
}

#[test]
fn a_result_has_the_mode_that_a_plain_create_would_give_it() {
    let folder = Folder::new();
    folder.write("copy.txt", TEXT);
    for (umask, mode) in [("022", 0o644), ("027", 0o640), ("077", 0o600)] {
        let script = format!(
            "umask {umask}; exec {} dedup copy.txt -q -o out --kept kept --seen seen",
            env!("CARGO_BIN_EXE_ibid")
        );
        let status = Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).status();
        assert!(status.unwrap().success());
        for name in ["out", "kept", "seen"] {
            let path = folder.path(name);
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode, "{name} {umask}");
            fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn a_link_is_written_through() {
    let folder = Folder::new();
    folder.write("source.txt", TEXT);
    folder.write("copy.txt", TEXT);
    folder.write("elsewhere/report", "old");
    symlink("elsewhere/report", folder.path("out")).unwrap();
    check(&folder, "out").done();
    assert!(folder.path("out").is_symlink());
    assert!(fs::read_to_string(folder.path("elsewhere/report")).unwrap().contains("source.txt"));
}

#[test]
fn a_file_that_may_not_be_written_is_not_replaced() {
    let folder = Folder::new();
    folder.write("source.txt", TEXT);
    folder.write("copy.txt", TEXT);
    folder.write("out", "protected");
    fs::set_permissions(folder.path("out"), fs::Permissions::from_mode(0o444)).unwrap();
    if fs::File::options().write(true).open(folder.path("out")).is_ok() {
        return eprintln!("SKIPPED: this user may write every file");
    }
    check(&folder, "out").says(2, &["cannot write \"out\": permission denied"]);
    assert_eq!(fs::read(folder.path("out")).unwrap(), b"protected");
}

#[test]
fn a_folder_that_cannot_be_written_is_named_once() {
    let folder = Folder::new();
    folder.write("source.txt", TEXT);
    folder.write("copy.txt", TEXT);
    fs::create_dir(folder.path("folder")).unwrap();
    check(&folder, "none/out").says(2, &["ibid: cannot write \"none/out\": no such file or folder\n"]);
    check(&folder, "folder").says(2, &["ibid: cannot write \"folder\": it is a folder\n"]);
    check(&folder, "copy.txt/out")
        .says(2, &["ibid: cannot write \"copy.txt/out\": a part of the path is no folder\n"]);
}

#[test]
fn every_result_is_packed_where_its_name_says_so() {
    let folder = Folder::new();
    folder.write("source.txt", TEXT);
    folder.write("copy.txt", TEXT);
    check(&folder, "out").done();
    let plain = fs::read(folder.path("out")).unwrap();
    check(&folder, "out.gz").done();
    check(&folder, "out.zst").done();
    let mut unpacked = vec![];
    let gz = fs::File::open(folder.path("out.gz")).unwrap();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(gz), &mut unpacked).unwrap();
    assert_eq!(unpacked, plain);
    assert_eq!(zstd::decode_all(fs::File::open(folder.path("out.zst")).unwrap()).unwrap(), plain);
}

#[test]
fn manual_pages_are_written_into_a_folder() {
    let folder = Folder::new();
    fs::create_dir(folder.path("pages")).unwrap();
    folder.run(&["man", "--all", "pages"]).done();
    for name in ["ibid.1", "ibid-check.1", "ibid-dedup.1"] {
        assert!(fs::read_to_string(folder.path("pages").join(name)).unwrap().contains(".TH"), "{name}");
    }
    assert!(temporary(&folder).is_empty());
}

/// Runs a command line of the shell in which `$IBID` is the program.
fn shell(folder: &Folder, script: &str) -> Ended {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("IBID", env!("CARGO_BIN_EXE_ibid")).current_dir(folder.path(""));
    Ended::of(command.output().unwrap())
}

#[test]
fn what_cannot_be_written_to_standard_output_is_no_success() {
    let folder = Folder::new();
    folder.write("copy.txt", TEXT);
    for args in [
        "--help",
        "-h",
        "check --help",
        "--version",
        "man",
        "man check",
        "completions bash",
        "dedup copy.txt",
    ] {
        let ended = shell(&folder, &format!("$IBID {args} > /dev/full"));
        ended.says(2, &["ibid: cannot write standard output: the disk is full; make room\n"]);
        // Who reads has seen enough.
        let closed = shell(&folder, &format!("{{ $IBID {args}; echo $? >&2; }} | true"));
        assert!(closed.stderr.ends_with("0\n") && !closed.stderr.contains("ibid: cannot"), "{closed:?}");
    }
    let wrong = shell(&folder, "$IBID check --nope > /dev/full");
    assert_eq!((wrong.code, wrong.stdout.as_str()), (Some(2), ""), "{wrong:?}");
    assert!(wrong.stderr.contains("--nope"), "{wrong:?}");
}

#[test]
fn a_full_disk_is_told_once_with_the_file() {
    for name in ["k.jsonl", "k.txt", "k.jsonl.gz"] {
        check_full_disk(name);
    }
}

#[cfg(feature = "parquet")]
#[test]
fn a_full_disk_is_told_once_with_the_table() {
    let folder = check_full_disk("k.parquet");
    fs::copy(fixtures().join("parquet/notes.parquet"), folder.path("notes.parquet")).unwrap();
    let rows = folder.run(&["dedup", "notes.parquet", "--kept", "k.parquet"]);
    rows.says(
        2,
        &["ibid: cannot write \"k.parquet\": cannot copy rows of ", ": the disk is full; make room\n"],
    );
    assert_eq!(rows.stderr.matches("the disk is full").count(), 1);
}

/// Writes what is kept and dropped where there is no room.
fn check_full_disk(name: &str) -> Folder {
    let folder = Folder::new();
    folder.write("copy.txt", TEXT);
    folder.write("b.txt", TEXT);
    symlink("/dev/full", folder.path(name)).unwrap();
    for args in [["copy.txt", "--kept"], ["copy.txt", "--dropped"]] {
        let ended = folder.run(&["dedup", "b.txt", args[0], args[1], name]);
        let line = format!("ibid: cannot write {name:?}: the disk is full; make room\n");
        ended.says(2, &[&line]);
    }
    folder
}

#[test]
fn a_limit_of_file_sizes_is_like_a_full_disk() {
    let folder = Folder::new();
    let records = (0..3000).map(|n| format!("{{\"id\":{n},\"text\":\"{TEXT} {n}\"}}\n"));
    folder.write("a.jsonl", records.collect::<String>());
    let run = |args: &str| shell(&folder, &format!("ulimit -f 40; $IBID dedup a.jsonl --near none {args}"));
    for (args, file) in [
        ("--kept k.jsonl", "cannot write \"k.jsonl\""),
        ("-o out --format jsonl", "cannot write \"out\""),
        ("--format jsonl > out", "cannot write standard output"),
        ("--seen seen -o /dev/null", "cannot write \"seen\""),
    ] {
        run(args).says(2, &[file, ": the file would be larger than allowed (ulimit -f)\n"]);
    }
    run("--state state -o /dev/null")
        .says(4, &["cannot write the state \"state\": the file would be larger than allowed (ulimit -f)\n"]);
    fs::remove_file(folder.path("out")).unwrap();
    assert_eq!(names(&folder), ["a.jsonl", "state"]);
    let index = shell(&folder, "ulimit -f 40; $IBID add a.jsonl");
    index.says(4, &["larger than allowed"]);
    assert_eq!(index.stderr.matches("larger than allowed").count(), 1, "{index:?}");
}

/// Refusals of the system come without its numbers.
#[test]
fn the_system_is_told_in_our_words() {
    let folder = Folder::with(&["en/library"]);
    folder.run(&["add", "-q", "en/library"]).done();
    let rebuilt = shell(&folder, "ulimit -f 0; $IBID rebuild");
    rebuilt.says(4, &["larger than allowed (ulimit -f)\n"]);
    folder.run(&["trace", "--quotes", "en"]).says(3, &["\"en\": it is a folder\n"]);
    folder.run(&["trace", "--quotes", "none"]).says(3, &["\"none\": no such file or folder\n"]);
    folder.run(&["dedup", "en", "--seen", "en"]).says(2, &["--seen \"en\": it is a folder; name a file\n"]);
}

#[test]
fn what_the_shell_has_opened_is_written_as_it_is() {
    let folder = Folder::new();
    folder.write("source.txt", TEXT);
    folder.write("copy.txt", TEXT);
    check(&folder, "out").done();
    let expected = fs::read_to_string(folder.path("out")).unwrap();
    let check = "$IBID check copy.txt --against source.txt -o";
    let run = |script: &str| shell(&folder, &script.replace("CHECK", check)).done().stdout.clone();
    assert_eq!(run("CHECK /dev/stdout | cat"), expected);
    assert_eq!(run("CHECK /dev/fd/3 3> there; cat there"), expected);
    assert_eq!(run("CHECK /dev/null"), "");
    assert_eq!(run("mkfifo pipe; CHECK pipe & cat pipe; wait"), expected);
    assert_eq!(temporary(&folder), [""; 0]);
}

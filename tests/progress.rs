//! The progress bar in a pseudo-terminal: it comes while work takes long, and results are whole beside it.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use portable_pty::CommandBuilder;
use tempfile::TempDir;

use crate::review::Story;

const COLS: u16 = 80;
/// More than anything that is written, so that nothing scrolls away.
const ROWS: u16 = 400;
const TEXT: &str = "The tide mill at the harbour grinds barley, and its wheel turns with the ebb twice a day. \
    The miller sleeps when the pond is filling, and nobody on the quay has ever seen him hurry for it. \
    In the winter of the great frost the pond stood still for five weeks, and the village ate its seed corn.";

/// A folder with a text and a pipe, and the pipe, which holds the program up until it is dropped.
fn folder() -> (TempDir, File) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("source.txt"), TEXT).unwrap();
    let pipe = folder.path().join("pipe.jsonl");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // For reading too, so that opening does not wait.
    (folder, File::options().read(true).write(true).open(pipe).unwrap())
}

/// A few records, more bytes than the program looks at before it reads on.
fn records() -> String {
    let padding = "x".repeat(8000);
    let record = |number| {
        format!("{{\"id\":\"d{number}\",\"text\":\"{TEXT} ({number})\",\"padding\":\"{padding}\"}}\n")
    };
    (0..10).map(record).collect()
}

/// More than one batch of records; each hundredth is the text.
fn many_records() -> String {
    let text =
        |number: usize| if number.is_multiple_of(100) { TEXT } else { "Nothing of it stands anywhere else." };
    let record = |number| format!("{{\"id\":\"d{number}\",\"text\":\"{} ({number})\"}}\n", text(number));
    (0..1100).map(record).collect()
}

fn program(args: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
    command.args(args);
    command.env_remove("COLUMNS");
    command
}

/// What a terminal shows in the end.
fn screen(written: &[u8]) -> String {
    let mut terminal = vt100::Parser::new(ROWS, COLS, 0);
    terminal.process(written);
    terminal.screen().contents()
}

/// What is written where nothing is a terminal: standard output, then standard error.
fn plain(args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("source.txt"), TEXT).unwrap();
    fs::write(folder.path().join("pipe.jsonl"), records()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_ibid"))
        .args(args)
        .env_remove("COLUMNS")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Lines of a screen have no white space at their ends.
fn trimmed(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
    lines
}

fn shows_a_bar_and_whole_results(args: &[&str], bar: &str) {
    let (folder, mut pipe) = folder();
    let mut story = Story::start(folder, program(args), (COLS, ROWS));
    pipe.write_all(records().as_bytes()).unwrap();
    story.shows(bar);
    drop(pipe);
    let (code, written) = story.ends();
    assert_eq!(code, 0);
    let shown = screen(&written);
    assert!(!shown.contains(bar), "the bar is gone");
    assert_eq!(trimmed(&shown), trimmed(&plain(args)), "{args:?}");
}

#[test]
fn dedup_shows_a_bar_and_whole_results() {
    shows_a_bar_and_whole_results(&["dedup", "pipe.jsonl", "--near", "none"], "documents, ");
}

#[test]
fn check_shows_a_bar_and_whole_results() {
    shows_a_bar_and_whole_results(&["check", "pipe.jsonl", "--against", "source.txt"], "B/s");
    shows_a_bar_and_whole_results(&["check", "source.txt", "--against", "pipe.jsonl"], "B/s");
    let json = ["check", "pipe.jsonl", "--against", "source.txt", "--format", "jsonl"];
    shows_a_bar_and_whole_results(&json, "B/s");
}

/// The first of two batches is written while the bar is there, below it.
#[test]
fn results_come_above_the_bar() {
    let (folder, mut pipe) = folder();
    let args = ["check", "pipe.jsonl", "--against", "source.txt", "--format", "jsonl"];
    let mut story = Story::start(folder, program(&args), (COLS, ROWS));
    pipe.write_all(many_records().as_bytes()).unwrap();
    story.wait("a result above the bar", |screen| {
        let bar = screen.find("documents, ");
        screen.find("\"d300\"").is_some_and(|result| bar.is_some_and(|bar| result < bar))
    });
    drop(pipe);
    let (code, written) = story.ends();
    let shown = screen(&written);
    let lines: Vec<&str> = shown.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!((code, lines.len()), (0, 11), "{shown}");
    for line in lines {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
}

#[test]
fn a_comparison_says_what_it_is_at() {
    let bar = "comparing, ";
    let (folder, mut pipe) = folder();
    fs::rename(folder.path().join("pipe.jsonl"), folder.path().join("pipe.txt")).unwrap();
    let mut story = Story::start(folder, program(&["compare", "source.txt", "pipe.txt"]), (COLS, 24));
    story.shows(bar);
    pipe.write_all(TEXT.as_bytes()).unwrap();
    drop(pipe);
    let (_, written) = story.ends();
    assert!(!screen(&written).contains(bar));
}

#[test]
fn a_trace_says_what_it_is_at() {
    let (folder, mut pipe) = folder();
    fs::rename(folder.path().join("pipe.jsonl"), folder.path().join("pipe.txt")).unwrap();
    let added = Command::new(env!("CARGO_BIN_EXE_ibid"))
        .args(["add", "-q", "source.txt"])
        .current_dir(folder.path())
        .status();
    assert!(added.unwrap().success());
    let mut story = Story::start(folder, program(&["trace", "--from", "pipe.txt"]), (COLS, 24));
    story.shows("looking quotations up, ");
    pipe.write_all(TEXT.as_bytes()).unwrap();
    drop(pipe);
    let (code, written) = story.ends();
    assert_eq!((code, screen(&written).trim()), (0, "pipe.txt: no quotation"));
}

#[test]
fn ctrl_c_takes_the_bar_away() {
    let (folder, pipe) = folder();
    let mut story = Story::start(folder, program(&["dedup", "pipe.jsonl"]), (COLS, 24));
    story.shows("documents, ").signal("INT");
    let (code, written) = story.ends();
    drop(pipe);
    assert_eq!((code, screen(&written).trim()), (130, ""));
}

#[test]
fn quiet_runs_and_files_have_no_bar() {
    let (folder, mut pipe) = folder();
    let path = folder.path().to_owned();
    let story = Story::start(folder, program(&["dedup", "pipe.jsonl", "-q", "-o", "out"]), (COLS, 24));
    pipe.write_all(records().as_bytes()).unwrap();
    // Longer than the bar waits.
    wait_for_a_bar_in_vain(&path);
    drop(pipe);
    assert_eq!(story.ends(), (0, vec![]));
}

fn wait_for_a_bar_in_vain(folder: &Path) {
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert!(!folder.join("out").exists());
}

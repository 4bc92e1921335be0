//! Runs the commands of the README and of the guide, and compares what they print.
//!
//! Each page is a test of its name. Its ```` ```console ```` blocks are one session in a copy of `fixtures/`: `sh` runs each
//! line `$ COMMAND`, with the lines `> …` that continue it. The lines below are what it prints, both streams together. A line
//! `...` stands for any number of lines, and `...` at the end of a line for its rest. A command that fails is followed by
//! `$ echo $?`. `ibid serve` runs until the end of the page. `UPDATE_SNAPSHOTS=1 cargo test` writes the outputs again, for
//! a review of the difference.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program::Folder;
use crate::serve::Service;

/// The longest README, in bytes.
const README_BYTES: usize = 9_000;
/// The largest number of blocks, on all pages together, whose commands nobody runs: installing, and the like.
const UNTESTED_BLOCKS: usize = 6;
/// The mark in place of lines, or of the rest of one.
const ELISION: &str = "...";
/// The address of the service on the pages. The tests let the system choose a port.
const ADDRESS: &str = "127.0.0.1:7117";

/// Makes a test of each page `docs/guide/NAME.md`, and one that no page is left out. A `_` in the name of a test is a `-`
/// in that of the page.
macro_rules! pages {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(&guide().join(file_name(stringify!($name))));
            }
        )*

        #[test]
        fn every_page_is_a_test() {
            let tests = [$(guide().join(file_name(stringify!($name)))),*];
            assert_eq!(BTreeSet::from(tests), pages().into_iter().filter(|page| *page != contents()).collect());
        }
    };
}

pages! {
    a_class
    check_a_paper
    clean_a_collection
    compare_two_reports
    decide
    review
    share_a_report
    the_figures
    the_service
    trace_a_quotation
    use_from_rust
    verify_a_report
    what_is_read
}

#[test]
fn the_readme() {
    check(&root().join("README.md"));
}

#[test]
fn the_contents() {
    check(&contents());
}

#[test]
fn the_readme_is_short() {
    let bytes = fs::metadata(root().join("README.md")).unwrap().len();
    assert!(bytes <= README_BYTES as u64, "README.md has {bytes} bytes, more than {README_BYTES}");
}

#[test]
fn the_gate_runs_the_test_command_of_the_readme() {
    let (readme, gate) = (read(&root().join("README.md")), read(&root().join(".ci/run")));
    let command = readme.lines().find(|line| line.starts_with("cargo test ")).unwrap();
    assert!(gate.contains(&format!("step {command}\n")), "{command:?} is not in .ci/run");
}

/// All blocks are of a known kind, and few show commands that are not run.
#[test]
fn few_commands_are_not_run() {
    let mut untested = vec![];
    for page in pages().into_iter().chain([root().join("README.md")]) {
        for block in blocks(&read(&page)) {
            match block.language.as_str() {
                "console" | "json" | "toml" | "rust" | "ini" | "nginx" => {}
                "sh" => untested.push(format!("{}:{}", page.display(), block.lines.start)),
                other => panic!("{}:{}: a block of {other:?}", page.display(), block.lines.start),
            }
        }
    }
    assert!(untested.len() <= UNTESTED_BLOCKS, "commands that are not run: {untested:#?}");
}

/// Every link of the README and the guide to a file of the repository leads to one.
#[test]
fn links_lead_to_files() {
    for page in pages().into_iter().chain([root().join("README.md")]) {
        for link in read(&page).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") {
                assert!(page.parent().unwrap().join(file).exists(), "{}: {link}", page.display());
            }
        }
    }
}

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

fn guide() -> PathBuf {
    root().join("docs/guide")
}

/// Returns the page that lists the others.
fn contents() -> PathBuf {
    guide().join("README.md")
}

fn file_name(test: &str) -> String {
    format!("{}.md", test.replace('_', "-"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the pages of the guide.
fn pages() -> Vec<PathBuf> {
    fs::read_dir(guide()).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// A fenced block of a page.
struct Block {
    language: String,
    /// The lines between its fences, counted from 0.
    lines: Range<usize>,
}

fn blocks(page: &str) -> Vec<Block> {
    let fences: Vec<(usize, &str)> = page
        .lines()
        .enumerate()
        .filter_map(|(at, line)| Some((at, line.trim_start().strip_prefix("```")?)))
        .collect();
    assert!(fences.len().is_multiple_of(2), "a block has no end");
    fences
        .chunks(2)
        .map(|pair| Block { language: pair[0].1.to_owned(), lines: pair[0].0 + 1..pair[1].0 })
        .collect()
}

/// A command of a page.
struct Step {
    command: String,
    /// The lines of its output, counted from 0.
    output: Range<usize>,
}

/// Returns the commands of the blocks that are sessions.
fn steps(page: &str) -> Vec<Step> {
    let lines: Vec<&str> = page.lines().collect();
    let mut steps: Vec<Step> = vec![];
    for block in blocks(page).into_iter().filter(|block| block.language == "console") {
        assert!(lines[block.lines.start].starts_with("$ "), "a session begins with a command");
        for at in block.lines {
            if let Some(command) = lines[at].strip_prefix("$ ") {
                steps.push(Step { command: command.to_owned(), output: at + 1..at + 1 });
                continue;
            }
            let step = steps.last_mut().unwrap();
            match lines[at].strip_prefix("> ") {
                Some(more) if step.output.is_empty() => {
                    step.command = format!("{}\n{more}", step.command);
                    step.output = at + 1..at + 1;
                }
                _ => step.output.end = at + 1,
            }
        }
    }
    steps
}

/// The session of a page.
struct Session {
    folder: Folder,
    service: Option<Service>,
    /// The exit code of the last command.
    code: i32,
}

impl Session {
    fn new() -> Session {
        let names = fs::read_dir(crate::FIXTURES).unwrap();
        let names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Session { folder: Folder::with(&names), service: None, code: 0 }
    }

    /// Runs a command and returns what it printed.
    fn run(&mut self, command: &str) -> String {
        let address = self.service.as_ref().map_or(ADDRESS, Service::address);
        let script = format!("exec 2>&1\n(exit {})\n{}\n", self.code, command.replace(ADDRESS, address));
        let programs = Path::new(crate::PROGRAM).parent().unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(self.folder.path(".")).env("PATH", path).stdin(Stdio::null());
        for name in ["IBID_INDEX", "NO_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES", "LANG"] {
            shell.env_remove(name);
        }
        let ended = shell.output().unwrap();
        self.code = ended.status.code().unwrap();
        String::from_utf8(ended.stdout).unwrap().replace(address, ADDRESS)
    }

    /// Starts the service and returns what it printed until it answered.
    fn serve(&mut self, command: &str) -> String {
        assert!(self.service.is_none(), "one service a page");
        let options: Vec<&str> = command.split_whitespace().skip(2).collect();
        let service = Service::start(&self.folder, &options);
        let answers = service.answers_at().replace(service.address(), ADDRESS);
        self.service = Some(service);
        answers
    }
}

fn check(path: &Path) {
    let page = read(path);
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    let steps = steps(&page);
    let has_to_be_updated = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
    let (mut session, mut updates) = (Session::new(), vec![]);
    for (at, step) in steps.iter().enumerate() {
        let is_serve = step.command.starts_with("ibid serve") && !step.command.contains("--new-token");
        let printed = if is_serve { session.serve(&step.command) } else { session.run(&step.command) };
        let place = format!("{}:{}: {}", path.display(), step.output.start, step.command);
        let is_asked_for_code = steps.get(at + 1).is_some_and(|next| next.command == "echo $?");
        assert!(session.code == 0 || is_asked_for_code, "{place}\nfailed with {}:\n{printed}", session.code);
        let printed: Vec<String> = printed.lines().map(str::to_owned).collect();
        let expected = lines[step.output.clone()].to_vec();
        if !fits(&masked(&expected), &masked(&printed)) {
            assert!(
                has_to_be_updated,
                "{place}\nprints something else; UPDATE_SNAPSHOTS=1 writes it again. Now it is:\n{}",
                printed.join("\n")
            );
            updates.push((step.output.clone(), shortened(&expected, &printed)));
        }
    }
    if !updates.is_empty() {
        for (output, now) in updates.into_iter().rev() {
            lines.splice(output, now);
        }
        fs::write(path, lines.join("\n") + "\n").unwrap();
    }
    if let Some(service) = session.service.take() {
        let (code, log) = service.stop();
        assert_eq!(code, Some(0), "{log}");
    }
}

/// Returns whether an output is as it should be, where `...` stands for lines, or for the rest of one.
fn fits(expected: &[String], printed: &[String]) -> bool {
    let Some((first, rest)) = expected.split_first() else { return printed.is_empty() };
    if first == ELISION {
        return (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..]));
    }
    printed.split_first().is_some_and(|(line, others)| begins_as(line, first) && fits(rest, others))
}

fn begins_as(line: &str, expected: &str) -> bool {
    line == expected || expected.strip_suffix(ELISION).is_some_and(|beginning| line.starts_with(beginning))
}

/// Shortens an output as its earlier version was shortened: with as many lines on both sides of each `...`, and from a line
/// on that has the same first word. Returns all of it where that word is gone.
fn shortened(before: &[String], now: &[String]) -> Vec<String> {
    let chunks: Vec<&[String]> = before.split(|line| line == ELISION).collect();
    let [first, middle @ .., last] = &chunks[..] else { return now.to_vec() };
    if first.len() + last.len() > now.len() {
        return now.to_vec();
    }
    let mut lines = renewed(first, &now[..first.len()]);
    let mut at = first.len();
    for chunk in middle {
        lines.push(ELISION.to_owned());
        let Some(found) = now[at..].iter().position(|line| first_word(line) == first_word(&chunk[0])) else {
            return now.to_vec();
        };
        let end = (at + found + chunk.len()).min(now.len());
        lines.extend(renewed(chunk, &now[at + found..end]));
        at = end;
    }
    lines.push(ELISION.to_owned());
    lines.extend(renewed(last, &now[now.len() - last.len()..]));
    lines
}

/// Returns lines as they are now, but as before where only their end was left out.
fn renewed(before: &[String], now: &[String]) -> Vec<String> {
    before.iter().zip(now).map(|(old, new)| if begins_as(new, old) { old } else { new }).cloned().collect()
}

fn first_word(line: &str) -> Option<&str> {
    line.split_whitespace().next()
}

/// Replaces the speed that `ibid add` tells, which differs from run to run.
fn masked(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| masked_line(line)).collect()
}

fn masked_line(line: &str) -> String {
    match line.strip_suffix("B/s)").and_then(|speed| speed.rsplit_once(", ")) {
        Some((before, _)) => format!("{before}, N B/s)"),
        None => line.to_owned(),
    }
}

#[test]
fn elisions_stand_for_lines_and_for_the_rest_of_one() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let printed = lines("a\nb\nc\nd e f");
    for expected in ["a\nb\nc\nd e f", "a\n...\nd e f", "...", "...\nc\n...", "a\nb\nc\nd ...", "...\nd..."] {
        assert!(fits(&lines(expected), &printed), "{expected}");
    }
    for expected in ["a\nb\nc", "a\n...\nc", "b\n...", "a\nb\nc\nf..."] {
        assert!(!fits(&lines(expected), &printed), "{expected}");
    }
    assert_eq!(shortened(&lines("x\n...\nd 1\n..."), &printed), lines("a\n...\nd e f\n..."));
    assert_eq!(shortened(&lines("x\n...\nd..."), &printed), lines("a\n...\nd..."));
    assert_eq!(shortened(&lines("x\ny"), &printed), printed);
}

#[test]
fn speeds_may_differ() {
    assert_eq!(masked_line("added 8 (20.6 kB, 66.3 kB/s)"), masked_line("added 8 (20.6 kB, 1.2 MB/s)"));
    assert_ne!(masked_line("added 8 (20.6 kB, 66.3 kB/s)"), masked_line("added 9 (20.6 kB, 66.3 kB/s)"));
}

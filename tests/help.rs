//! The help of every command in both languages, on a terminal of 80 columns: `-h` is one screen, and no line of
//! `--help` is broken twice. The pages are compared with the files of `tests/help/`; `UPDATE_SNAPSHOTS=1 cargo test`
//! writes them again, for a review of the difference.

use std::fs;
use std::path::Path;

use unicode_width::UnicodeWidthStr;

use crate::program::{Ended, Folder};

/// The commands, as they are typed.
const COMMANDS: [&str; 22] = [
    "",
    "add",
    "remove",
    "list",
    "show",
    "read",
    "info",
    "rebuild",
    "check",
    "compare",
    "rescore",
    "trace",
    "dedup",
    "review",
    "decide",
    "decisions",
    "verify",
    "diff",
    "calibrate",
    "serve",
    "completions",
    "man",
];
const COLS: usize = 80;
/// The number of lines of one screen.
const SCREEN_LINES: usize = 40;
/// A line of Chinese that is shorter than this ends its paragraph.
const SHORT_COLS: usize = 50;

/// Returns the pages of all commands for this flag and this language.
fn pages(flag: &str, lang: &str) -> Vec<String> {
    let folder = Folder::new();
    let page = |command: &&str| {
        let args = command.split_whitespace().chain([flag, "--lang", lang]);
        let output = folder.command(args).env("COLUMNS", COLS.to_string()).output().unwrap();
        Ended::of(output).done().stdout.clone()
    };
    COMMANDS.iter().map(page).collect()
}

fn compare(name: &str, pages: &[String]) {
    let path = Path::new(crate::ROOT).join("tests/help").join(name);
    let line = "=".repeat(COLS);
    let text = pages.join(&format!("\n{line}\n\n"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return fs::write(path, text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == text, "{name} differs; UPDATE_SNAPSHOTS=1 writes it again. Now it is:\n{text}");
}

/// Compares the pages with their file, and asserts that all lines fit the terminal.
fn check(name: &str, pages: &[String]) {
    for line in pages.iter().flat_map(|page| page.lines()) {
        assert!(line.width() <= COLS, "{line:?} is wider than {COLS} columns");
    }
    compare(name, pages);
}

#[test]
fn the_short_help_is_one_screen() {
    for lang in ["en", "zh"] {
        let pages = pages("-h", lang);
        for (command, page) in COMMANDS.iter().zip(&pages) {
            let lines = page.lines().count();
            assert!(lines <= SCREEN_LINES, "`ibid {command} -h` has {lines} lines:\n{page}");
        }
        check(&format!("short.{lang}.txt"), &pages);
    }
}

#[test]
fn no_line_of_the_long_help_is_broken_twice() {
    for lang in ["en", "zh"] {
        let pages = pages("--help", lang);
        for (line, next) in pages.iter().flat_map(|page| page.lines().zip(page.lines().skip(1))) {
            let is_broken = if lang == "en" { is_broken_early(line, next) } else { is_short(line, next) };
            assert!(!is_broken, "this line is broken twice:\n{line}\n{next}");
        }
        check(&format!("long.{lang}.txt"), &pages);
    }
}

/// Returns the indentation of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns whether the next line continues this one. Examples, tables and values begin anew.
fn continues(line: &str, next: &str) -> bool {
    let is_indented = [0, 10].contains(&indent(line)) || indent(line) > 10;
    let is_text = !line.trim().is_empty() && !next.trim().is_empty() && !next.trim_start().starts_with("- ");
    is_indented && is_text && indent(line) == indent(next)
}

/// Returns whether the first word of the next line has room on this one.
fn is_broken_early(line: &str, next: &str) -> bool {
    let word = next.split_whitespace().next().unwrap_or_default();
    continues(line, next) && line.width() + 1 + word.width() < COLS
}

/// Returns whether a line of Chinese ends before it is full, and not with its sentence.
fn is_short(line: &str, next: &str) -> bool {
    let begins_value = next.split_once('：').is_some_and(|(value, _)| value.trim().is_ascii());
    continues(line, next) && line.width() < SHORT_COLS && !begins_value
}

#[test]
fn lines_that_are_broken_twice_are_found() {
    assert!(is_broken_early("          of the", "          shingles are common"));
    assert!(!is_broken_early("          of the", "          - shingles: are common"));
    assert!(!is_broken_early("          of the", ""));
    assert!(!is_broken_early(&format!("          {}", "of the ".repeat(9)), "          shingles are common"));
    assert!(is_short("          短串", "          相同"));
    assert!(!is_short("          短串", "          none：相同"));
}

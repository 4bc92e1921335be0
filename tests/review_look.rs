//! Stories of keys, themes and the caret in the review, in a pseudo-terminal, and of a reader who presses anything.

use portable_pty::CommandBuilder;
use serde_json::Value;

use crate::program::Folder;
use crate::review::{Story, holds, report};

/// Opens the report of a folder with its file of keys.
fn open(folder: &Folder, args: &[&str], size: (u16, u16)) -> Story {
    folder.write("report.json", report().to_string());
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
    let path = |name: &str| folder.path(name).display().to_string();
    command.args(["review", &path("report.json"), "--keys", &path("keys.toml")]);
    command.args(args);
    Story::start(tempfile::tempdir().unwrap(), command, size)
}

#[test]
fn keys_of_the_reader_are_in_force_and_mistakes_are_told() {
    let folder = Folder::new();
    folder.write("keys.toml", "theme = 'drak'\n[keys]\nnext = ['x']\nnxt = 'z'\nquit = 'Q'\n");
    let mut story = open(&folder, &[], (80, 24));
    story.shows("2 mistakes, first keys.toml:1: there is no theme \"drak\"");
    story
        .press("\r")
        .shows("passage 1 of 2")
        .press("x")
        .shows("passage 2 of 2")
        .press("?")
        .shows("next, previous passage")
        .press("/quit")
        .shows("? Q F1")
        .shows("/quit");
    story.press("\r\x1b").shows("Q quit").press("Q");
    let (code, written) = story.ends();
    assert_eq!(code, 0);
    assert!(holds(&written, "did you mean \"next\"?"), "the second mistake");
}

#[test]
fn themes_choose_the_colors() {
    let folder = Folder::new();
    folder.write("keys.toml", "theme = 'dark'\n");
    for (args, expected, other) in [
        (&[][..], "\x1b[38;5;80;49m", "\x1b[38;5;23;49m"),
        (&["--theme", "light"], "\x1b[38;5;23;49m", "\x1b[38;5;80;49m"),
        (&["--theme", "16"], "\x1b[38;5;12;49m", "\x1b[38;5;23;49m"),
        (&["--theme", "none"], "best", "\x1b[38;"),
        (&["--color", "never"], "best", "\x1b[38;"),
    ] {
        let mut story = open(&folder, args, (80, 24));
        story
            .shows("bricks.txt")
            .press("\r")
            .shows("passage 1 of 2")
            .press("n")
            .shows("passage 2 of 2")
            .press("q");
        let (code, written) = story.ends();
        let text = String::from_utf8_lossy(&written);
        assert_eq!(code, 0);
        assert!(holds(&written, expected) && !holds(&written, other), "{args:?}: {text:?}");
        assert!(!holds(&written, "\x1b[2m"), "{args:?}: nothing is dimmed");
    }
}

#[test]
fn the_caret_of_the_terminal_is_where_one_types() {
    let folder = Folder::new();
    folder.write("keys.toml", "");
    let mut story = open(&folder, &["--lang", "zh"], (80, 24));
    story.shows("bricks.txt").press("\r").shows("片段 2").wait_for("no caret", vt100::Screen::hide_cursor);
    let mut typed = String::new();
    for (begin, row, lead) in [("/", 23, 1), ("a", 22, 6)] {
        story.press(begin);
        typed.clear();
        for (number, c) in (1..).zip("盐路穿过山口".chars()) {
            typed.push(c);
            let place = (row, lead + 2 * number);
            story.press(&c.to_string());
            story.wait_for(&format!("{typed} with the caret at {place:?}"), |screen| {
                !screen.hide_cursor()
                    && screen.cursor_position() == place
                    && screen.contents().contains(&typed)
            });
        }
        story.press("\x1b").wait_for("no caret", vt100::Screen::hide_cursor);
    }
    // A pasted note of several lines, saved and opened again.
    story.press("a\x1b[200~见脚注\r第二行\x1b[201~");
    story.wait_for("the second line", |screen| screen.cursor_position() == (22, 12));
    story.press("\r").wait_for("no caret", vt100::Screen::hide_cursor);
    story.press("a").wait_for("the note", |screen| {
        screen.cursor_position() == (22, 12) && screen.contents().contains("附注：见脚注")
    });
    story.press("\x1b").wait_for("no caret", vt100::Screen::hide_cursor).press("q");
    assert_eq!(story.ends().0, 0);
}

/// Some keys, clicks and pastes.
const INPUTS: &[&str] = &[
    "j",
    "k",
    "h",
    "l",
    "n",
    "N",
    "g",
    "G",
    " ",
    "\t",
    "\x1b[Z",
    "\r",
    "\x1b",
    "]",
    "[",
    "1",
    "2",
    "3",
    "4",
    "5",
    "0",
    ".",
    "=",
    "v",
    "a",
    "u",
    "\x12",
    "o",
    "O",
    "d",
    "D",
    "J",
    "K",
    "w",
    "i",
    "f",
    "F",
    ":",
    "r",
    "<",
    ">",
    "s",
    "c",
    "m",
    "y",
    "Y",
    "/",
    "?",
    "盐",
    "路",
    "\x7f",
    "\x1b[A",
    "\x1b[B",
    "\x1b[5~",
    "\x1b[6~",
    "\x0c",
    "\x1b\r",
    "\x0a",
    "\x1b[<0;9;5M",
    "\x1b[<0;9;5m",
    "\x1b[<64;5;5M",
    "\x1b[<65;60;12M",
    "\x1b[<0;1;1M",
    "\x1b[200~salt\r盐路\x1b[201~",
    "\x1bOP",
    "\x04",
];

#[test]
fn whatever_is_pressed_the_ledger_reads_and_the_terminal_is_given_back() {
    for (lang, seed) in [("en", 7), ("zh", 11)] {
        let folder = Folder::with(&["en"]);
        folder.write(
            "keys.toml",
            "[keys]\nquit = false\nsuspend = false\neditor = false\nwrite-report = false\n",
        );
        folder.write("ledger.jsonl", "");
        let path = |name: &str| folder.path(name).display().to_string();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
        command.args(["review", &path("en/paper.md"), "--against", &path("en/library"), "--by", "Ana Reyes"]);
        command.args(["--decisions", &path("ledger.jsonl"), "--keys", &path("keys.toml"), "--lang", lang]);
        let mut story = Story::start(tempfile::tempdir().unwrap(), command, (80, 24));
        story.shows("en/paper.md");
        let mut random = fastrand::Rng::with_seed(seed);
        for number in 0..3000 {
            story.press(random.choice(INPUTS).unwrap());
            if number % 100 == 99 {
                let (cols, rows) = (random.u16(1..160), random.u16(1..50));
                story.resize(cols, rows).settle();
            }
        }
        // The last of the keys may have begun a note or a search.
        story.press("\x1b").settle().press("\x1b").settle().resize(80, 24).shows("en/paper.md").press("\x03");
        let (code, written) = story.ends();
        let end = String::from_utf8_lossy(&written[written.len().saturating_sub(400)..]).into_owned();
        assert_eq!(code, 0, "{lang}: {end:?}");
        let ledger = std::fs::read_to_string(folder.path("ledger.jsonl")).unwrap();
        assert!(ledger.lines().count() > 20, "{ledger}");
        for line in ledger.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["by"], "Ana Reyes");
        }
        let listed = folder.run(&["decisions", "ledger.jsonl"]);
        assert_eq!(listed.code, Some(0), "{listed:?}");
    }
}

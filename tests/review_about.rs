//! Getting about in a review, in a pseudo-terminal: the clipboard, places, the editor, reports, and files that change.

use std::fs;

use portable_pty::CommandBuilder;

use crate::program::Folder;
use crate::review::{Story, clear_environment, holds};

/// A folder with an English paper, its sources, and the report on it.
fn checked() -> Folder {
    let folder = Folder::with(&["en/paper.md", "en/library"]);
    let args =
        ["check", "en/paper.md", "--against", "en/library", "--format", "json", "-o", "report.json", "-q"];
    folder.run(&args).done();
    folder
}

/// Opens the review of the report in a folder, with some variables of the environment.
fn open(folder: &Folder, variables: &[(&str, &str)]) -> Story {
    open_by("Ana Reyes", folder, variables)
}

/// Opens the review for a person.
fn open_by(by: &str, folder: &Folder, variables: &[(&str, &str)]) -> Story {
    let mut command = CommandBuilder::new(crate::PROGRAM);
    command.args(["review", "report.json", "--by", by]);
    command.cwd(folder.path(""));
    clear_environment(&mut command);
    for (name, value) in variables {
        command.env(name, value);
    }
    let mut story = Story::start_as_is(command, (80, 24));
    story.shows("Passages ");
    story
}

#[test]
fn the_place_is_copied_and_what_a_terminal_drops_is_told() {
    let folder = checked();
    let mut story = open(&folder, &[]);
    story.press("Y").shows("en/paper.md:21:95: sent to the terminal's clipboard (17 characters)");
    story.press("llY").shows("en/library/").press("q");
    assert!(holds(&story.ends().1, "\x1b]52;c;ZW4vcGFwZXIubWQ6MjE6OTU="), "the place");
    let mut story = open(&folder, &[("TERM", "linux")]);
    story.press("y").shows("both sides: not copied, this terminal has no clipboard").press("q");
    assert!(!holds(&story.ends().1, "\x1b]52;"), "nothing is sent");
}

#[test]
fn a_place_is_named_and_a_source_is_picked_by_letters() {
    let folder = checked();
    let mut story = open(&folder, &[]);
    story.press(":5\r").shows("passage 5 of 6").press(":l21\r").shows("passage 1 of 6");
    story.press(":p3\r").shows("has no pages").press(":99\r").shows("there is no passage 99");
    story.press(":salt").shows("▸source").press("\r").shows("▶Sources").press("\x1b").shows("▶Passages");
    story.press(":40%\r").shows("▶en/paper.md").press("q");
    assert_eq!(story.ends().0, 0);
}

/// The ledger of a folder, with its number of lines.
fn decided(folder: &Folder) -> usize {
    fs::read_to_string(folder.path("ibid-decisions.jsonl")).map_or(0, |ledger| ledger.lines().count())
}

#[test]
fn two_reviews_on_one_ledger_see_what_the_other_decides() {
    let folder = checked();
    let mut first = open(&folder, &[]);
    let mut second = open_by("Bo Lind", &folder, &[]);
    first.press("1").shows("1/6");
    second.shows("1 decision by Ana Reyes was read").shows("1/6").shows("✓1");
    second.press("n2").shows("2/6").press("2").shows("3/6");
    first.shows("by Bo Lind").shows("3/6");
    // Both decide the same passage, one after the other: it is in dispute.
    first.press(":2\r").shows("passage 2 of 6").press("1").shows("!!");
    folder.run(&["decide", "report.json", "6", "--as", "ignore", "--by", "Chen"]);
    second.shows("Chen w");
    first.press("q");
    second.press("q");
    assert_eq!((first.ends().0, second.ends().0, decided(&folder)), (0, 0, 5));
}

#[test]
fn a_ledger_that_cannot_be_read_or_written_any_more_is_told() {
    let folder = checked();
    let mut story = open(&folder, &[]);
    story.press("1").shows("1/6");
    let ledger = fs::read_to_string(folder.path("ibid-decisions.jsonl")).unwrap();
    folder.write("ibid-decisions.jsonl", format!("{ledger}<<<<<<< HEAD\n"));
    story.shows("line 2").shows("1/6");
    folder.write("ibid-decisions.jsonl", &ledger);
    story.shows("the ledger has changed and was read again").shows("1/6");
    // A folder in its place can be neither read nor written.
    fs::remove_file(folder.path("ibid-decisions.jsonl")).unwrap();
    fs::create_dir(folder.path("ibid-decisions.jsonl")).unwrap();
    story.shows("it is a folder").press("2").shows("no decision was saved").shows("1/6");
    fs::remove_dir(folder.path("ibid-decisions.jsonl")).unwrap();
    folder.write("ibid-decisions.jsonl", &ledger);
    story.shows("read again").press("2").shows("2/6").press("q");
    assert_eq!((story.ends().0, decided(&folder)), (0, 2));
}

#[test]
fn a_report_that_changes_is_told_and_read_with_a_key() {
    let folder = checked();
    let mut story = open(&folder, &[]);
    story.press("r").shows("nothing has changed on the disk").press(":4\r").shows("passage 4 of 6");
    let paper = fs::read_to_string(folder.path("en/paper.md")).unwrap();
    folder.write("en/paper.md", format!("A first sentence that is new, and its own.\n\n{paper}"));
    let args = ["check", "en/paper.md", "--against", "en/library", "-o", "report.json", "-q"];
    folder.run(&args).done();
    story.shows("the report has changed; r reads it again");
    story.press("r").shows("the report was read again").shows("passage 4 of 6");
    folder.write("report.json", "{");
    story.shows("the report has changed").press("r").shows("old report kept");
    story.press("q");
    assert_eq!(story.ends().0, 0);
}

/// Makes a program in a folder that writes its arguments to the file `opened`, and ends with an exit code.
fn editor(folder: &Folder, name: &str, code: u8) -> String {
    use std::os::unix::fs::PermissionsExt;
    let opened = folder.path("opened").display().to_string();
    folder.write(
        name,
        format!("#!/bin/sh\necho editing \"$@\"\nprintf '%s\\n' \"$*\" >'{opened}'\nexit {code}\n"),
    );
    let path = folder.path(name);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

fn opened(folder: &Folder) -> String {
    fs::read_to_string(folder.path("opened")).unwrap_or_default()
}

#[test]
fn the_editor_opens_at_the_line_and_gives_the_terminal_back() {
    let folder = checked();
    let vim = format!("{} -n", editor(&folder, "vim", 0));
    let mut story = open(&folder, &[("VISUAL", &vim), ("EDITOR", "never")]);
    story
        .press("n")
        .shows("passage 2 of 6")
        .press("e")
        .wait_until("the editor", || !opened(&folder).is_empty());
    assert_eq!(opened(&folder), "-n +25 en/paper.md\n");
    story.press("N").shows("passage 1 of 6").press("lle");
    story.wait_until("the source", || opened(&folder).contains("library"));
    assert_eq!(opened(&folder), "-n +7 en/library/tidal-mills.txt\n");
    story.press("?G").shows("open the paper or the source in $EDITOR").press("qq");
    let (code, written) = story.ends();
    assert_eq!(code, 0);
    // The terminal was taken over three times, and given back as often.
    for sequence in ["\x1b[?1049h", "\x1b[?1049l", "\x1b[?2004l"] {
        let times = written.windows(sequence.len()).filter(|bytes| *bytes == sequence.as_bytes()).count();
        assert_eq!(times, 3, "{sequence:?}");
    }
    assert!(holds(&written, "editing -n +25"), "the editor has the terminal");
}

#[test]
fn an_editor_that_fails_or_is_not_set_and_a_file_that_is_gone_are_told() {
    let folder = checked();
    let mut story = open(&folder, &[]);
    story.press("e").shows("no editor is set; name one in EDITOR or VISUAL").press("q");
    assert_eq!(story.ends().0, 0);
    let code = editor(&folder, "code", 7);
    let mut story = open(&folder, &[("EDITOR", &code)]);
    story.press("e").shows("code ended with exit code 7").shows("passage 1 of 6");
    assert_eq!(opened(&folder), "--goto en/paper.md:21:95\n");
    fs::remove_file(folder.path("en/paper.md")).unwrap();
    story.press("e").shows("en/paper.md: there is no such file here or beside the report").press("q");
    assert_eq!(story.ends().0, 0);
    folder.write("en/paper.md", "Another text.");
    let mut story = open(&folder, &[("EDITOR", "no-such-editor")]);
    story.press("e").shows("cannot run no-such-editor: no such file").press("1").shows("1/6").press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn a_document_of_an_index_has_no_file_to_open() {
    let folder = checked();
    folder.write("one.jsonl", "{\"id\": \"one\", \"text\": \"A mule carried four bags of salt, two on each side, and a good driver could lead twelve mules on a single rope.\"}\n");
    folder.run(&["add", "one.jsonl", "-q"]).done();
    folder.run(&["check", "en/paper.md", "-o", "report.json", "-q"]).done();
    let mut story = open(&folder, &[("EDITOR", "no-such-editor")]);
    story.press("lle").shows("one: there is no file, its text is in the index").press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn reports_are_written_from_the_review_as_a_check_would() {
    let folder = checked();
    let paper = fs::read(folder.path("en/paper.md")).unwrap();
    let mut story = open(&folder, &[]);
    story.press("1").shows("1/6").press("E").shows("write report: report.html").press("\r");
    story.shows("written: report.html");
    // It is there now: a second Enter replaces it, and Esc leaves it.
    story.press("E\r").shows("it is there, replace it? report.html").press("\x1b").shows("1–5 decide");
    folder.write("report.html", "old");
    story.press("E\r").shows("it is there").press("\r").shows("written: report.html");
    assert!(fs::read_to_string(folder.path("report.html")).unwrap().contains("<html"));
    for (path, begins) in [
        ("a.json", "{\"schema_version\""),
        ("a.md", "# Report"),
        ("a.csv", "\u{feff}"),
        ("a.jsonl", "{\"a\":"),
        ("a.sarif", "{"),
        ("a.txt", "en/paper.md"),
    ] {
        story.press(&format!("E\x15{path}\r")).shows(&format!("written: {path}"));
        let text = fs::read_to_string(folder.path(path)).unwrap();
        assert!(text.starts_with(begins), "{path}: {text:.80}");
    }
    // Neither a paper nor the report itself nor the ledger is replaced, and no other form is promised.
    for (path, why) in [
        ("en/paper.md", "is the input"),
        ("report.json", "is the input"),
        ("ibid-decisions.jsonl", "is the input"),
        ("a.pdf", "not written: name a file that ends in .html"),
        ("none/a.html", "no such file"),
    ] {
        story.press(&format!("E\x15{path}\r")).shows(why).press("g").shows("1–5 decide");
    }
    story.press("q");
    assert_eq!(story.ends().0, 0);
    assert_eq!(fs::read(folder.path("en/paper.md")).unwrap(), paper);
    folder.run(&["rescore", "report.json", "-o", "again.json", "-q"]).done();
    assert_eq!(fs::read(folder.path("a.json")).unwrap(), fs::read(folder.path("again.json")).unwrap());
    assert_eq!(folder.run(&["verify", "a.json"]).code, Some(0));
}

#[test]
fn the_mouse_draws_borders_opens_and_orders() {
    let folder = checked();
    let mut story = open(&folder, &[]);
    // A double click on the second passage, back, and a click on the heading of the list.
    let click = "\x1b[<0;5;5M\x1b[<0;5;5m";
    story.press(click).press(click).wait("the texts alone", |screen| !screen.contains("Passages 6"));
    story.press("\x1b").shows("Passages 6").press("\x1b[<0;5;3M\x1b[<0;5;3m").shows("by source");
    // The border between the list and the texts: pressed, drawn down, released.
    story.press("\x1b[<0;5;9M\x1b[<32;5;14M\x1b[<0;5;14m");
    story.wait("a longer list", |screen| {
        screen.lines().nth(13).is_some_and(|row| row.contains("passage 2 of 6"))
    });
    story.press("h<<").wait("a shorter list", |screen| {
        screen.lines().nth(11).is_some_and(|row| row.contains("passage 2 of 6"))
    });
    story.press("q");
    assert_eq!(story.ends().0, 0);
}

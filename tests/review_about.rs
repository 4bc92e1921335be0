//! Getting about in a review, in a pseudo-terminal: the clipboard, places, the editor, reports, and files that change.

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
fn open(folder: &Folder, args: &[&str], variables: &[(&str, &str)]) -> Story {
    let mut command = CommandBuilder::new(crate::PROGRAM);
    command.args(["review", "report.json", "--by", "Ana Reyes"]);
    command.args(args);
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
    let mut story = open(&folder, &[], &[]);
    story.press("Y").shows("en/paper.md:21:95: sent to the terminal's clipboard (17 characters)");
    story.press("llY").shows("en/library/").press("q");
    assert!(holds(&story.ends().1, "\x1b]52;c;ZW4vcGFwZXIubWQ6MjE6OTU="), "the place");
    let mut story = open(&folder, &[], &[("TERM", "linux")]);
    story.press("y").shows("both sides: not copied, this terminal has no clipboard").press("q");
    assert!(!holds(&story.ends().1, "\x1b]52;"), "nothing is sent");
}

#[test]
fn a_place_is_named_and_a_source_is_picked_by_letters() {
    let folder = checked();
    let mut story = open(&folder, &[], &[]);
    story.press(":5\r").shows("passage 5 of 6").press(":l21\r").shows("passage 1 of 6");
    story.press(":p3\r").shows("has no pages").press(":99\r").shows("there is no passage 99");
    story.press(":salt").shows("▸source").press("\r").shows("▶Sources").press("\x1b").shows("▶Passages");
    story.press(":40%\r").shows("▶en/paper.md").press("q");
    assert_eq!(story.ends().0, 0);
}

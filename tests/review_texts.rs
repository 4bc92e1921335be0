//! Stories about the texts of a review: the source around a passage, texts from files, differences, and reading on.

use portable_pty::CommandBuilder;

use crate::program::Folder;
use crate::review::Story;

/// Opens the review of a report in another folder than its files.
fn review(folder: &Folder, args: &[&str]) -> Story {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
    command.args(["review", "--decisions", "none"]);
    command.args(args);
    command.arg(folder.path("report.json"));
    Story::start(tempfile::tempdir().unwrap(), command, (80, 24))
}

/// Makes a report of a paper.
fn check(language: &str, more: &[&str]) -> Folder {
    let folder = Folder::with(&[language]);
    let (paper, library) = (format!("{language}/paper.md"), format!("{language}/library"));
    let args = ["check", &paper, "--against", &library, "-q", "-o", "report.json"];
    let ended = folder.run(&[&args, more].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    folder
}

fn quit(mut story: Story) {
    story.press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn both_sides_begin_on_one_row_and_differences_are_gone_through() {
    let folder = check("en", &[]);
    let mut story = review(&folder, &[]);
    let pair = "▌ The miller's day was ruled by a clock │▌ The miller's day was ruled by a clock";
    story.shows(pair).shows("en/paper.md:21:95").shows("tidal-mills.txt:7:1");
    story.press("nd").shows("difference 1 of").press("D").shows("this is the first difference");
    // The rest of the passage, and then the next open ones, each of which has room on the screen.
    story.press(" ").shows("passage 3 of 6").resize(160, 50).shows("passage 3 of 6");
    story.press(" ").shows("passage 4 of 6").press("   ").shows("this is the last passage");
    quit(story);
}

#[test]
fn a_report_without_texts_shows_the_files_and_tells_what_has_changed() {
    let folder = check("zh", &["--no-text"]);
    let mut story = review(&folder, &["--lang", "zh"]);
    story.shows("片段 8").press("n").shows("▌ 造桥的钱大").shows("一家一户凑起来的");
    // The text behind the passage is in the file alone.
    story.press("JJJJJJJJ").shows("桥造好以后");
    quit(story);
    let source = folder.path("zh/library/langqiao.txt");
    let text = std::fs::read_to_string(&source).unwrap();
    std::fs::write(&source, text.replace("一户", "每户")).unwrap();
    let mut story = review(&folder, &["--lang", "zh"]);
    story.shows("原文已改动，报告中没有收入原文").shows("zh/paper.md");
    quit(story);
}

#[test]
fn a_source_that_has_changed_is_told_and_the_sentences_of_the_report_stay() {
    let folder = check("en", &[]);
    folder.write("en/library/tidal-mills.txt", "Another text.");
    let mut story = review(&folder, &[]);
    story.shows("has changed since; only the report's").shows("▌ The miller's day was ruled by a clock");
    std::fs::remove_file(folder.path("en/library/tidal-mills.txt")).unwrap();
    quit(story);
    let mut story = review(&folder, &[]);
    story.shows("│▌ The miller's day was ruled by a clock");
    quit(story);
}

#[test]
fn an_index_has_the_whole_source_where_the_file_is_gone() {
    let folder = Folder::with(&["en"]);
    for args in
        [&["add", "-q", "en/library"][..], &["check", "-q", "en/paper.md", "-o", "report.json", "--no-text"]]
    {
        let ended = folder.run(args);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    }
    std::fs::remove_dir_all(folder.path("en/library")).unwrap();
    let index = folder.path(".ibid").display().to_string();
    let mut story = review(&folder, &["--index", &index]);
    story.shows("│▌ The miller's day was ruled by a clock");
    quit(story);
}

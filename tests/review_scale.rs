//! Stories of decisions on several passages at once, in a pseudo-terminal.

use std::fs;
use std::path::Path;
use std::process::Command;

use portable_pty::CommandBuilder;
use serde_json::Value;

use crate::review::Story;

const SMALL: (u16, u16) = (80, 24);

/// The sentences that all papers take over, from two sources.
const KELP: &str =
    "The kelp burners of the outer islands sold their ash by the barrel to glass makers on the mainland.";
const PEAT: &str =
    "Every croft kept a stack of peat as long as a boat, and a child was sent to turn it before the rain.";

/// Returns a folder with a class of papers, each with a beginning of its own, and the report on them.
fn class(papers: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["papers", "library"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("library/kelp.txt"), KELP).unwrap();
    fs::write(folder.path().join("library/peat.txt"), PEAT).unwrap();
    for number in 0..papers {
        let own = ["tides", "ferries", "fences", "schools", "winters", "letters"][number];
        let text = format!(
            "My essay is about {own} and nothing else.\n\n{KELP}\n\nThen {own} changed a great deal.\n\n{PEAT}\n"
        );
        fs::write(folder.path().join(format!("papers/{number}.txt")), text).unwrap();
    }
    let args = ["check", "-q", "papers", "--against", "library", "-o", "report.json"];
    let ended = Command::new(crate::PROGRAM).args(args).current_dir(folder.path()).output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    folder
}

fn review(folder: tempfile::TempDir, lang: &str) -> Story {
    let mut command = CommandBuilder::new(crate::PROGRAM);
    command.args(["review", "report.json", "--by", "Ana Reyes", "--lang", lang]);
    Story::start(folder, command, SMALL)
}

/// Returns the papers and decisions of the lines of the ledger.
fn ledger(path: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).unwrap();
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| line[name].as_str().unwrap().to_owned();
        (field("paper"), field("as"))
    };
    text.lines().map(line).collect()
}

#[test]
fn a_class_is_decided_with_few_keys() {
    let folder = class(6);
    let path = folder.path().join("ibid-decisions.jsonl");
    let mut story = review(folder, "en");
    story.shows("6 documents").press("\r").shows("Passages 2").press("vj").shows("Passages 2 · 2 selected");
    story.press("1").shows("2 of 2 decided");
    assert_eq!(ledger(&path).len(), 2);
    // The first passage again, then the same words everywhere: five other papers, which are asked about.
    story.press("g=").shows("decide 5 passages in 5 documents as copied? y/n");
    story.press("n").shows("1–5 decide").press("=").shows("y/n").press("y");
    story.shows("decided 5 passages in 5 documents");
    let lines = ledger(&path);
    let papers: Vec<&str> = lines[2..].iter().map(|(paper, _)| paper.as_str()).collect();
    assert_eq!(papers, ["papers/1.txt", "papers/2.txt", "papers/3.txt", "papers/4.txt", "papers/5.txt"]);
    story.press("]").shows("1 of 2 decided").press("u").shows("undone on 5 passages in 5 documents");
    assert_eq!(ledger(&path)[7..].iter().filter(|(_, decision)| decision == "open").count(), 5);
    story.press("\x12").shows("1 of 2 decided");
    assert_eq!(ledger(&path).len(), 17);
    story.press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn a_class_is_decided_in_chinese() {
    let mut story = review(class(6), "zh");
    story
        .shows("文献 6 篇")
        .press("\r")
        .shows("片段 2")
        .press("v")
        .shows("已选 1")
        .press("\x1b")
        .wait("no selection", |screen| !screen.contains("已选"));
    story.press("2").shows("✓2").press("g=").shows("将 5 篇文献中的 5 个片段审定为").press("y");
    story.shows("已审定 5 个片段，共 5 篇文献").press("q");
    assert_eq!(story.ends().0, 0);
}

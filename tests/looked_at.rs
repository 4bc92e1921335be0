//! Nothing found means that something was looked at.

use std::fs;

use serde_json::Value;

use crate::program::Folder;

const TEXT: &str = "The lock-keeper wrote down every barge that was full of bricks on a Monday.";

/// A paper, and a folder in which nothing is read.
fn unread() -> Folder {
    let folder = Folder::new();
    folder.write("paper.txt", TEXT);
    for name in ["unread/a.png", "unread/b.mp3", "unread/.hidden.txt"] {
        folder.write(name, TEXT);
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path("paper.txt"), folder.path("unread/link.txt")).unwrap();
    folder
}

#[test]
fn a_check_against_nothing_is_an_error_in_every_format() {
    let folder = unread();
    folder.write("empty.jsonl", "\n");
    folder.write("mixed/a.txt", TEXT);
    for format in ["text", "json", "jsonl"] {
        let against = |source: &str| {
            folder.run(&["check", "paper.txt", "--format", format, "-o", "report", "--against", source])
        };
        against("unread")
            .says(3, &["nothing was checked", "\"unread\"", "2 of a format that is not read, 1 hidden"]);
        against("empty.jsonl").says(3, &["nothing was checked", "\"empty.jsonl\""]);
        let gone = against("gone");
        assert_eq!(gone.code, Some(3), "{gone:?}");
        assert!(
            gone.stderr.contains("cannot read \"gone\": no such file")
                && gone.stderr.contains("nothing was checked")
        );
        assert!(!folder.path("report").exists(), "{format}: a report says that something was looked at");
        against("mixed").done();
        fs::remove_file(folder.path("report")).unwrap();
    }
    let review = folder.run(&["review", "paper.txt", "--against", "unread"]);
    review.says(3, &["nothing was checked"]);
}

#[test]
fn an_index_without_documents_is_an_error() {
    let folder = unread();
    folder.run(&["add", "paper.txt"]).done();
    folder.run(&["remove", "paper.txt"]).done();
    for format in ["text", "json", "jsonl"] {
        let args = ["check", "paper.txt", "--format", format];
        folder.run(&args).says(4, &["nothing was checked", ".ibid", "holds no document", "ibid add"]);
    }
    folder.run(&["review", "paper.txt"]).says(4, &["holds no document"]);
    folder.run(&["calibrate"]).says(4, &["no sentence", "ibid add"]);
}

#[test]
fn a_document_is_not_checked_against_itself_alone() {
    let folder = unread();
    folder
        .run(&["check", "paper.txt", "--against", "./paper.txt"])
        .says(3, &["\"./paper.txt\"", "no other document"]);
    folder.run(&["add", "paper.txt"]).done();
    folder.run(&["check", "paper.txt"]).says(3, &["\"paper.txt\"", "no other document"]);
    folder.write("copy.txt", TEXT);
    folder.run(&["check", "copy.txt"]).done();
}

#[test]
fn a_folder_of_which_nothing_is_read_is_an_error() {
    let folder = unread();
    folder.write("library/a.txt", TEXT);
    for format in ["text", "json", "jsonl"] {
        let ended = folder.run(&["check", "unread", "--format", format, "--against", "library"]);
        assert_eq!(ended.code, Some(3), "{ended:?}");
        let last = ended.stderr.lines().last().unwrap();
        assert!(
            last.starts_with("ibid: nothing was checked: no document was found in \"unread\""),
            "{ended:?}"
        );
    }
    let ended = folder.run(&["add", "unread"]);
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert!(ended.stdout.contains("skipped: 2 of a format that is not read, 1 hidden"), "{ended:?}");
    assert!(ended.stderr.contains("nothing was added: no document was found in \"unread\""), "{ended:?}");
    assert!(!folder.path(".ibid").exists());
}

#[cfg(unix)]
#[test]
fn a_report_says_how_much_was_skipped_and_why() {
    let folder = unread();
    folder.write("unread/read.txt", TEXT);
    folder.write("unread/other.txt", TEXT);
    folder.write("unread/.ignore", "ignored.txt\n");
    folder.write("unread/ignored.txt", TEXT);
    let kinds = "2 of a format that is not read, 2 hidden, 1 ignored, 1 symbolic link";
    let run = |more: &[&str]| {
        let ended = folder.run(&[&["check", "unread", "paper.txt", "--against", "unread"], more].concat());
        assert_eq!(ended.code, Some(0), "{ended:?}");
        ended
    };
    let text = run(&[]);
    // Lines are wrapped.
    let words = text.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("skipped: {kinds} (-v names them)")), "{words}");
    assert!(words.contains(&format!("skipped among the sources: {kinds} (-v names them)")), "{words}");
    assert_eq!(text.stderr, "");
    let named = run(&["-v"]).stdout;
    assert!(named.contains("  unread/b.mp3: of a format that is not read\n"), "{named}");
    assert!(named.contains("  unread/link.txt: symbolic link\n"), "{named}");
    let report: Value = serde_json::from_str(&run(&["--format", "json"]).stdout).unwrap();
    let counts = serde_json::json!({"unread_format": 2, "hidden": 2, "ignored": 1, "links": 1, "parts": 0, "special": 0});
    assert_eq!((&report["skipped"], &report["collection"]["skipped"]), (&counts, &counts));
    let report: Value = serde_json::from_str(&run(&["--format", "json", "-v"]).stdout).unwrap();
    let first = serde_json::json!({"path": "unread/.hidden.txt", "why": "hidden"});
    assert_eq!(report["skipped"]["paths"][0], first);
    let lines = run(&["--format", "jsonl"]);
    assert!(lines.stderr.contains(&format!("ibid: skipped: {kinds} (-v names them)\n")), "{lines:?}");
    assert!(lines.stdout.lines().all(|line| line.starts_with('{')), "{lines:?}");
    assert_eq!(run(&["--format", "jsonl", "-q"]).stderr, "");
    let added = folder.run(&["add", "unread", "-v"]);
    assert!(
        added.done().stdout.contains(&format!("skipped: {kinds}\n  unread/.hidden.txt: hidden\n")),
        "{added:?}"
    );
}

#[test]
fn sources_without_a_sentence_are_told() {
    let folder = Folder::with(&["odd/spaces.txt", "en/paper.md"]);
    for args in [
        &["check", "en/paper.md", "--against", "odd/spaces.txt"][..],
        &["compare", "en/paper.md", "odd/spaces.txt"],
    ] {
        let ended = folder.run(args);
        ended.says(3, &[]);
        assert!(
            ended.stdout.ends_with("nothing copied was found\n\nthe sources have no sentence\n"),
            "{ended:?}"
        );
    }
    let lines = folder.run(&["check", "en/paper.md", "--against", "odd/spaces.txt", "--format", "jsonl"]);
    lines.says(3, &["the sources have no sentence"]);
}

#[test]
fn a_document_without_words_is_no_clean_bill() {
    let folder = Folder::with(&["odd/spaces.txt", "en/paper.md", "en/library"]);
    folder.write("dots.txt", "...\n");
    folder.write("empty.txt", "");
    let picture = "<html><body><img src=\"essay.png\"></body></html>";
    folder.write("picture.html", picture);
    for name in ["odd/spaces.txt", "dots.txt", "empty.txt", "picture.html"] {
        for args in [
            &["check", name, "--against", "en/library", "--fail-over", "20%"][..],
            &["check", name, "--against", "en/library", "--format", "jsonl"],
            &["compare", name, "en/paper.md", "--fail-over", "20%"],
            &["compare", "en/paper.md", name],
            &["review", name, "--against", "en/library"],
        ] {
            folder.run(args).says(3, &[name, "has no words"]);
        }
    }
    let table = folder.run(&["check", "dots.txt", "en/paper.md", "--against", "en/library"]);
    table.says(3, &["\"dots.txt\" has no words"]);
    let row = table.stdout.lines().find(|line| line.starts_with("  dots.txt")).unwrap();
    assert!(!row.contains('%') && table.stdout.contains("(no words)"), "{table:?}");
}

#[test]
fn a_report_says_how_many_inputs_failed() {
    let folder = Folder::with(&["odd/nul.txt", "en/paper.md", "en/library"]);
    let ended = folder.run(&["check", "odd/nul.txt", "en/paper.md", "--against", "en/library"]);
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert!(ended.stdout.contains("\n1 input failed, named on standard error\n"), "{ended:?}");
}

#[test]
fn duplicates_are_looked_for_in_something() {
    let folder = Folder::with(&["en/library"]);
    folder.write("scans/a.png", "x");
    folder.run(&["dedup", "scans"]).says(3, &["nothing was read", "scans", "1 "]);
    folder.write("en/library/scan.png", "x");
    let ended = folder.run(&["dedup", "en/library"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stderr.contains("skipped: 1 of a format that is not read"), "{ended:?}");
}

#[test]
fn what_is_printed_of_a_folder_says_what_was_skipped() {
    let folder = Folder::with(&["en/library"]);
    folder.write("scans/a.png", "x");
    let nothing = folder.run(&["read", "scans"]);
    nothing.says(3, &["no document was found in \"scans\" (skipped: 1 of a format that is not read)"]);
    folder.write("en/library/scan.png", "x");
    let some = folder.run(&["read", "en/library"]);
    some.says(0, &["skipped: 1 of a format that is not read (-v names them)"]);
    let named = folder.run(&["read", "en/library", "-v"]);
    assert!(named.stderr.contains("en/library/scan.png"), "{named:?}");
    folder.run(&["read", "en/library", "-q"]).done();
}

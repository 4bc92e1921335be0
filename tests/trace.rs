//! Traces that are written to files.

use std::fs;

use crate::program::Folder;

const QUOTE: &str = "We will not reopen the northern line before the ice is gone";

/// A folder whose index has the news.
fn news() -> Folder {
    let folder = Folder::with(&["trace/news.jsonl"]);
    folder.run(&["add", "-q", "trace/news.jsonl"]).done();
    folder
}

#[test]
fn the_name_of_the_file_says_which_format() {
    let folder = news();
    for (name, format) in [
        ("a.txt", "text"),
        ("a.json", "json"),
        ("a.JSONL", "jsonl"),
        ("a.ndjson", "jsonl"),
        ("a.csv", "csv"),
        ("a.html", "html"),
        ("a.htm", "html"),
    ] {
        folder.run(&["trace", QUOTE, "-o", name]).done();
        let printed = folder.run(&["trace", QUOTE, "--format", format]);
        assert_eq!(fs::read_to_string(folder.path(name)).unwrap(), printed.done().stdout, "{name}");
    }
    folder.run(&["trace", QUOTE, "-o", "b.json", "--format", "jsonl"]).done();
    assert!(fs::read_to_string(folder.path("b.json")).unwrap().starts_with("{\"quote\":1"));
}

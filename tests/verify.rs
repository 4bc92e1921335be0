//! `ibid verify`: nothing is told of a report that was not changed, and each single change is told by its name.

use std::fs;

use serde_json::Value;

use crate::program::{Ended, Folder};

const LIBRARY: &str = "en/library";

/// Returns a folder with a report on an English and a Chinese paper, as `report.json`.
fn folder() -> Folder {
    let folder = Folder::with(&["en/paper.md", "en/library", "zh/paper.md", "zh/library"]);
    let papers = ["check", "en/paper.md", "zh/paper.md", "-q", "-o", "report.json"];
    folder.run(&[&papers[..], &["--against", LIBRARY, "zh/library"]].concat()).done();
    folder
}

fn report(folder: &Folder) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.path("report.json")).unwrap()).unwrap()
}

/// Asserts that a difference is told, in lines that have all of these.
#[track_caller]
fn tells(ended: &Ended, parts: &[&str]) {
    assert_eq!(ended.code, Some(1), "{ended:?}");
    for part in parts {
        assert!(ended.stdout.contains(part), "{part:?} is missing: {ended:?}");
    }
}

#[test]
fn nothing_is_told_of_a_report_that_was_not_changed() {
    let folder = Folder::with(&["en", "zh", "library.jsonl", "credit"]);
    folder.run(&["add", "en/library", "zh/library", "library.jsonl", "-q"]).done();
    let reports: [&[&str]; 8] = [
        &["check", "en/paper.md", "zh/paper.md"],
        &["check", "en/paper.md", "--no-text", "--commonplaces"],
        &["check", "en", "zh", "--among", "--exclude", "quotes,small=20,small-source=1%"],
        &["check", "en/paper.md", "--exclude", "source=*mills*,documents=1", "--include", "possible"],
        &["check", "credit/paper.txt", "--against", "credit/sources", "--include", "references,front"],
        &["check", "zh/paper.md", "--template", "en/paper.md", "--profile", "paper", "--against", "zh"],
        &["check", "library.jsonl", "--against", "zh", "en"],
        &["compare", "en/news-original.txt", "en/news-reprint.txt"],
    ];
    for args in reports {
        folder.run(&[args, &["-q", "-o", "report.json.zst"]].concat()).done();
        let verified = folder.run(&["verify", "report.json.zst", "library.jsonl"]);
        assert_eq!(verified.done().stdout.lines().count(), 2, "{args:?}: {verified:?}");
    }
}

#[test]
fn each_figure_that_is_changed_is_told() {
    let folder = folder();
    let written = report(&folder);
    let mut told = 0;
    for (at, document) in ["en/paper.md", "zh/paper.md"].into_iter().enumerate() {
        let figures = [
            ("/matched", "matched"),
            ("/ratios/overall", "ratios.overall"),
            ("/ratios/without_quotations", "ratios.without_quotations"),
            ("/ratios/without_own_work", "ratios.without_own_work"),
            ("/ratios/largest_source", "ratios.largest_source"),
            ("/ratios/uncredited", "ratios.uncredited"),
            ("/total", "ratios.overall"),
            ("/sources/0/matched", "].matched"),
            ("/sources/1/ratio", "].ratio"),
            ("/sources/0/passages", "].passages"),
            ("/passages/1/matched_words", "].matched_words"),
            ("/passages/0/quoted_words", "].quoted_words"),
            ("/passages/0/uncredited_words", "].uncredited_words"),
            ("/passages/2/a_start", "a_start do not belong to"),
            ("/passages/2/b_byte_end", "b_byte_end"),
        ];
        for (path, name) in figures {
            let mut changed = written.clone();
            let figure = changed["documents"][at].pointer_mut(path).unwrap();
            *figure = match figure.as_u64() {
                Some(count) => (count + 5).into(),
                None => (figure.as_f64().unwrap() * 0.5 + 0.25).into(),
            };
            folder.write("changed.json", changed.to_string());
            tells(&folder.run(&["verify", "changed.json"]), &["number: ", document, name]);
            told += 1;
        }
    }
    assert_eq!(told, 30);
}

#[test]
fn whatever_is_changed_in_a_report_does_not_belong_to_its_number() {
    let folder = folder();
    let written = report(&folder);
    let changes = [
        ("/tool", Value::from("ibid 9.9.9")),
        ("/parameters/min_jaccard", 0.25.into()),
        ("/collection/documents", 9.into()),
        ("/documents/0/title", "Another".into()),
        ("/documents/1/passages/0/kind", "reworded".into()),
        ("/documents/1/passages/0/information", 9.5.into()),
        ("/documents/1/text_hash", "0123456789abcdef".into()),
        ("/number", "0000-0000-0000-0000".into()),
    ];
    for (path, value) in changes {
        let mut changed = written.clone();
        *changed.pointer_mut(path).unwrap() = value;
        folder.write("changed.json", changed.to_string());
        tells(&folder.run(&["verify", "changed.json"]), &["number: the report has the number "]);
    }
    let sorted_otherwise = folder.run_with_input(&["verify", "-"], written.to_string().as_bytes());
    assert_eq!(sorted_otherwise.code, Some(0), "the order of fields is no change: {sorted_otherwise:?}");
}

#[test]
fn each_text_that_is_changed_is_told() {
    let folder = folder();
    let names = ["en/paper.md", "zh/paper.md", "en/library/salt-roads.txt", "en/library/harbour-light.txt"];
    for name in names {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        let letters: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| c.is_alphabetic()).collect();
        // Behind the front matter, which is no part of the text.
        for tenth in [5, 7, 9] {
            let (at, letter) = letters[letters.len() * tenth / 10];
            let (before, after) = text.split_at(at);
            let other = if letter == 'x' { 'y' } else { 'x' };
            folder.write(name, format!("{before}{other}{}", after.strip_prefix(letter).unwrap()));
            let told = folder.run(&["verify", "report.json"]);
            tells(&told, &[&format!("{name}: its text is not the one that was checked")]);
        }
        folder.write(name, &text);
    }
    let written = report(&folder);
    for (path, name) in [("/text", "its text in the report"), ("/passages/0/a_text", "a_text do not belong")]
    {
        let mut changed = written.clone();
        let text = changed["documents"][0].pointer_mut(path).unwrap();
        *text = text.as_str().unwrap().replacen('e', "x", 1).into();
        folder.write("changed.json", changed.to_string());
        tells(&folder.run(&["verify", "changed.json"]), &["en/paper.md", name]);
    }
    for name in ["b_text", "b_before", "b_after"] {
        let mut changed = written.clone();
        changed["documents"][0]["passages"][1][name] = "Another text.".into();
        folder.write("changed.json", changed.to_string());
        tells(&folder.run(&["verify", "changed.json"]), &["passage 2 (en/library/", name]);
    }
    folder.run(&["verify", "report.json"]).done();
}

#[test]
fn what_is_not_found_is_told_as_not_checked() {
    let folder = folder();
    fs::remove_file(folder.path("en/library/salt-roads.txt")).unwrap();
    let ended = folder.run(&["verify", "report.json"]);
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert!(ended.stdout.starts_with("not checked:\n  en/library/salt-roads.txt: its text"), "{ended:?}");
    // In another folder, beside the report.
    let elsewhere = Folder::new();
    let path = folder.path("report.json");
    let found = elsewhere.run(&["verify", path.to_str().unwrap()]);
    assert_eq!(found.stdout, ended.stdout, "{found:?}");
}

#[test]
fn an_earlier_version_and_a_page_are_verified_as_far_as_they_can_be() {
    let folder = folder();
    let written = report(&folder);
    let page = format!(
        "<!doctype html><title>x</title><script type=\"application/json\" id=\"ibid-report\">{}</script>",
        written.to_string().replace('<', "\\u003c")
    );
    folder.write("report.html", page);
    let ended = folder.run(&["verify", "report.html"]);
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert!(ended.stdout.contains("the text that the page shows"), "{ended:?}");
    assert!(ended.stdout.contains("the number, the figures of 2 documents"), "{ended:?}");

    let mut old = written;
    old["schema_version"] = 2.into();
    old.as_object_mut().unwrap().remove("number");
    for document in old["documents"].as_array_mut().unwrap() {
        document.as_object_mut().unwrap().remove("words");
    }
    folder.write("old.json", old.to_string());
    let ended = folder.run(&["verify", "old.json"]);
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert!(ended.stdout.contains("the number: an earlier version made the report"), "{ended:?}");
    assert!(ended.stdout.contains("en/paper.md: its figures, since an earlier version"), "{ended:?}");
}

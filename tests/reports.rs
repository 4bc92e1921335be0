//! The forms of a report: the published schema, and the same bytes whatever the threads and the index.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::write::GzEncoder;
use serde_json::Value;

use crate::program::Folder;

fn schema() -> Value {
    let path = Path::new(crate::ROOT).join("docs/report.schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn check(folder: &Folder, more: &[&str]) -> String {
    let args = [&["check", "en", "zh", "library.jsonl"], more].concat();
    let ended = folder.run(&args);
    ended.done();
    ended.stdout
}

const AGAINST: [&str; 4] = ["--against", "en", "zh", "library.jsonl"];

fn passages(report: &Value) -> Vec<Value> {
    let documents = report["documents"].as_array().unwrap();
    documents.iter().flat_map(|document| document["passages"].as_array().unwrap()).cloned().collect()
}

#[test]
fn reports_keep_to_the_schema() {
    let schema = schema();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let folder = Folder::with(&["en", "zh", "library.jsonl", "odd/nul.txt"]);
    for more in [&["--commonplaces"][..], &["--no-text"], &["--profile", "paper"]] {
        let report = check(&folder, &[&["--format", "json"], more, &AGAINST].concat());
        let report: Value = serde_json::from_str(&report).unwrap();
        assert!(passages(&report).len() > 10);
        let errors: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
    folder.write("hidden.html", "<p>\u{200B}w o r d <b>раypal</b><p hidden>gone");
    let disguised = folder.run(&["check", "hidden.html", "--format", "json", "--against", "en"]);
    let disguised: Value = serde_json::from_str(&disguised.stdout).unwrap();
    validator.validate(&disguised).unwrap();
    let found = &disguised["documents"][0]["obfuscation"];
    assert_eq!(found["letter_spaced"]["places"], serde_json::json!([[1, 8]]), "{found}");
    assert_eq!(found["hidden_text"]["count"], 4, "{found}");
    let text = folder.run(&["check", "hidden.html", "--against", "en"]).stdout;
    let line = "hidden or disguised: 1 zero-width character, 1 word with look-alike letters, 1\n  letter-spaced word, 4 characters of hidden text\n";
    assert!(text.contains(line), "{text}");
    let failed = folder.run(&["check", "odd/nul.txt", "--format", "json", "--against", "en"]);
    validator.validate(&serde_json::from_str(&failed.stdout).unwrap()).unwrap();
    let mut wrong: Value = serde_json::from_str(&failed.stdout).unwrap();
    wrong["surprise"] = 1.into();
    assert!(!validator.is_valid(&wrong), "the schema names every field");
}

#[test]
fn a_line_a_passage_is_the_same_as_in_the_whole_report() {
    let folder = Folder::with(&["en", "zh", "library.jsonl"]);
    let whole: Value =
        serde_json::from_str(&check(&folder, &[&["--format", "json"][..], &AGAINST].concat())).unwrap();
    let lines = check(&folder, &[&["--format", "jsonl"][..], &AGAINST].concat());
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(passages(&whole), lines);
    let named = ["a", "a_start", "a_end", "b", "b_start", "b_end", "kind", "similarity", "a_sentences"];
    assert!(lines.iter().all(|line| named.iter().all(|name| line.get(name).is_some())));
}

#[test]
fn the_same_bytes_for_any_threads_and_any_index() {
    let folder = Folder::with(&["en", "zh", "library.jsonl"]);
    for format in ["json", "jsonl"] {
        let base = ["--format", format, "--commonplaces", "--threads"];
        let run = |threads: &str, more: &[&str]| check(&folder, &[&base[..], &[threads], more].concat());
        let expected = run("1", &AGAINST);
        assert!(run("2", &AGAINST) == expected, "{format}: 2 threads");
        assert!(run("2", &["--against", "library.jsonl", "zh", "en"]) == expected, "{format}: another order");
        folder.run(&["add", "en", "zh", "library.jsonl"]).done();
        assert!(run("2", &[]) == expected, "{format}: an index");
        fs::remove_dir_all(folder.path(".ibid")).unwrap();
        for path in ["library.jsonl", "zh/paper.md", "en", "zh"] {
            folder.run(&["add", path, "--threads", "1"]).done();
        }
        assert!(run("1", &[]) == expected, "{format}: an index made bit by bit");
        folder.run(&["rebuild"]).done();
        assert!(run("2", &[]) == expected, "{format}: an index made anew");
        fs::remove_dir_all(folder.path(".ibid")).unwrap();
    }
}

#[test]
fn a_file_is_not_its_own_source_by_another_path() {
    let folder = Folder::with(&["en/paper.md", "en/library"]);
    let absolute = folder.path("en/paper.md");
    let alone = folder.run(&["check", "en/paper.md", "--against", "en/library", "--format", "jsonl"]).stdout;
    for path in ["./en/paper.md", "en/../en/paper.md", absolute.to_str().unwrap()] {
        let ended = folder.run(&["check", path, "--against", "en", "--format", "jsonl"]);
        ended.done();
        assert_eq!(ended.stdout.lines().count(), alone.lines().count(), "{path}");
    }
}

#[test]
fn the_exit_code_tells_what_was_asked_about() {
    let folder = Folder::with(&["en/paper.md", "en/library"]);
    for (limit, code) in [("90%", 0), ("1%", 1), ("0.5%", 1), ("1", 1), ("0", 1)] {
        let ended = folder.run(&["check", "en/paper.md", "--against", "en/library", "--fail-over", limit]);
        assert_eq!(ended.code, Some(code), "{limit}");
    }
}

#[test]
fn a_report_is_written_whole_or_not_at_all() {
    let folder = Folder::with(&["en/paper.md", "en/library"]);
    folder.write("report.json", "old");
    let args = ["check", "en/paper.md", "--format", "json", "-o", "report.json"];
    folder.run(&[&args[..], &["--index", "gone"]].concat()).says(4, &["gone"]);
    assert_eq!(fs::read_to_string(folder.path("report.json")).unwrap(), "old");
    folder.run(&[&args[..], &["--against", "en/library"]].concat()).done();
    let text = folder.run(&["review", "report.json"]);
    text.done();
    assert!(text.stdout.contains("verbatim, similarity"), "{text:?}");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 2);
}

#[test]
fn a_packed_page_is_opened_as_a_report() {
    let folder = Folder::with(&["en/paper.md", "en/library"]);
    folder.run(&["check", "en/paper.md", "--against", "en/library", "-o", "report.html"]).done();
    let mut gzip = GzEncoder::new(vec![], flate2::Compression::fast());
    gzip.write_all(&fs::read(folder.path("report.html")).unwrap()).unwrap();
    folder.write("packed.html.gz", gzip.finish().unwrap());
    let (plain, packed) = (folder.run(&["review", "report.html"]), folder.run(&["review", "packed.html.gz"]));
    packed.done();
    assert!(packed.stdout.contains("verbatim, similarity"), "{packed:?}");
    assert_eq!(packed.stdout, plain.stdout);
}

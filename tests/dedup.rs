//! `ibid dedup`: the published schema, what is equal and what is near, and equal bytes for any number of threads.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::Folder;

const JSON: [&str; 3] = ["dedup", "--format", "json"];
const WIDE: [&str; 2] = ["--near", "simhash:distance=6"];

#[test]
fn what_dedup_writes_keeps_to_its_schema() {
    let path = Path::new(crate::ROOT).join("docs/dedup.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let folder = Folder::with(&["dedup", "odd/nul.txt"]);
    fs::copy(folder.path("dedup/news.jsonl"), folder.path("again.jsonl")).unwrap();
    for more in [
        &["dedup/news.jsonl", "again.jsonl"][..],
        &["dedup/news.jsonl", "again.jsonl", "--near", "shingles:min=.5", "--keep", "newest"],
        &["dedup/notes"],
        &["dedup/news.jsonl", "--near", "shingles:min=.5"],
        &[WIDE[0], WIDE[1], "dedup/notes", "dedup/news.jsonl", "odd/nul.txt"],
        &["--near", "none", "dedup/news.jsonl"],
        &["--near", "ddw", "dedup/pages"],
        &["--lines", "dedup/titles.txt"],
        &["gone.txt"],
        &["--seen", "seen", "dedup/news.jsonl"],
        &["--seen", "seen", "dedup"],
    ] {
        let written = folder.run(&[&JSON, more].concat()).stdout;
        let written: Value = serde_json::from_str(&written).unwrap();
        let errors: Vec<String> = validator.iter_errors(&written).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        if more[0] == "--seen" {
            assert_eq!(written["counts"]["seen"].as_u64() >= Some(5), more[2] == "dedup", "{written}");
            continue;
        }
        let lines = folder.run(&[&JSON[..2], &["jsonl"], more].concat()).stdout;
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(written["documents"].as_array().unwrap(), &lines);
        let mut wrong = written;
        wrong["surprise"] = 1.into();
        assert!(!validator.is_valid(&wrong), "the schema names every field");
    }
}

/// B is near the document that is kept, and A equals B: A is dropped as equal to B.
#[test]
fn an_equal_copy_is_exact_also_where_the_one_kept_is_near() {
    let folder = Folder::new();
    let story = "The tide mill at the harbour grinds barley, and its wheel turns with the ebb twice a day. \
                 The miller sleeps when the tide is out, and nobody has ever seen him hurry for it.";
    folder.write("c.txt", format!("{story} Indeed."));
    ["b.txt", "a/b.txt"].iter().for_each(|name| folder.write(name, story));
    let run = |more: &[&str]| folder.run(&[&["dedup", "c.txt", "b.txt", "a/b.txt"], more].concat());
    let text = run(&[]);
    assert_eq!(text.stdout, "c.txt\n    near 0.95 b.txt\n    exact     a/b.txt, equal to b.txt\n");
    assert!(text.stderr.contains("3 read: 1 kept, 1 exact and 1 near duplicates dropped"), "{text:?}");
    let lines = run(&["-q", "--format", "jsonl"]).stdout;
    let last = r#"{"id":"a/b.txt","kept":false,"cluster":"c.txt","reason":"exact","equal_to":"b.txt","rule":"text"}"#;
    assert_eq!(lines.lines().last(), Some(last));
    let kept = run(&["-q", "--keep", "longest"]).stdout;
    assert_eq!(kept, text.stdout);
}

#[test]
fn with_a_file_for_what_is_kept_only_the_summary_is_said() {
    let folder = Folder::with(&["dedup"]);
    let run = |more: &[&str]| {
        let ended = folder.run(&[&["dedup", "dedup/news.jsonl", "--near", "none"], more].concat());
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert_eq!(ended.stderr, "ibid: 5 read: 4 kept, 1 exact and 0 near duplicates dropped\n");
        ended.stdout
    };
    let list = run(&[]);
    assert!(list.contains("    exact     "), "{list}");
    assert_eq!(run(&["--kept", "k.jsonl"]), "");
    assert_eq!(run(&["--kept", "k.jsonl", "--dropped", "-"]).lines().count(), 1);
    assert_eq!(run(&["--kept", "-"]).lines().count(), 4);
    // On request, it is there.
    assert_eq!(run(&["--dropped", "d.jsonl"]), list);
    assert_eq!(run(&["--kept", "k.jsonl", "--format", "text"]), list);
    assert_eq!(run(&["--kept", "k.jsonl", "-o", "-"]), list);
}

#[test]
fn markup_counts_only_where_it_is_asked_for() {
    let folder = Folder::new();
    folder.write("a.md", "---\ntitle: A\n---\n# Mills\n\nThe *tide* turns.\n");
    folder.write("b.md", "Mills\n=====\n\nThe tide turns.\n");
    folder.write("c.txt", "Mills\n\nThe tide turns.");
    let run =
        |more: &[&str]| folder.run(&[&["dedup", "a.md", "b.md", "c.txt", "--near", "none"], more].concat());
    let read = run(&[]);
    assert_eq!(read.stdout, "a.md\n    exact     b.md\n    exact     c.txt\n");
    let says =
        "ibid: Markdown and HTML are compared as they are read, without markup (--raw compares the files)\n";
    assert!(read.stderr.ends_with(says), "{read:?}");
    let raw = run(&["--raw"]);
    assert_eq!(raw.stdout, "a.md\nb.md\nc.txt\n");
    assert_eq!(raw.stderr, "ibid: 3 read: 3 kept, 0 exact and 0 near duplicates dropped\n");
    run(&["--state", "state", "-q"]);
    run(&["--state", "state", "--raw"]).says(4, &["made with --raw \"no\" and now it is \"yes\""]);
}

/// One story on two sites, edited, among other navigation, advertisements and footers; and two stories on one site.
#[test]
fn pages_are_near_by_their_stories_and_not_by_their_sites() {
    let folder = Folder::with(&["dedup/pages"]);
    for near in ["ddw", "ddw:idf=builtin", "ddw:terms=20,tf=raw,min=.7"] {
        let lines = folder.run(&["dedup", "dedup/pages", "--near", near, "--format", "jsonl", "-q"]).stdout;
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let dropped = lines.filter(|line| line["kept"] == false);
        let dropped: Vec<(Value, Value)> =
            dropped.map(|line| (line["id"].clone(), line["cluster"].clone())).collect();
        let page = |name: &str| Value::from(format!("dedup/pages/{name}.html"));
        let expected = ["en", "zh"]
            .map(|language| ["reader", "echo"].map(|site| page(&format!("{language}-ferry-{site}"))))
            .map(|[copy, kept]| (copy, kept));
        assert_eq!(dropped, expected, "{near}");
    }
}

#[test]
fn documents_of_different_categories_are_near_by_ddw_never() {
    let folder = Folder::new();
    let story = "The tide mill at the harbour grinds barley, and its wheel turns with the ebb twice a day";
    let record = |number: usize, category: &str, more: &str| serde_json::json!({"id": number.to_string(), "category": category, "text": format!("{story}{more}")});
    let records = [record(1, "news", "."), record(2, "trade", "!"), record(3, "news", " now.")];
    folder.write("a.jsonl", records.map(|record| record.to_string()).join("\n"));
    let text = folder.run(&["dedup", "a.jsonl", "--near", "ddw", "--format", "text", "-q"]).stdout;
    assert_eq!(text, "1\n    near 1.00 3\n2\n");
}

#[test]
fn dedup_gives_the_same_bytes_for_any_threads() {
    let folder = Folder::with(&["dedup", "en", "zh"]);
    for near in [WIDE, ["--near", "shingles:min=.3"]] {
        let run =
            |threads: &str| folder.run(&[&JSON[..], &near, &["--threads", threads, "."]].concat()).stdout;
        assert!(run("1") == run("4"));
    }
}

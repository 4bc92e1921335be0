//! The forms of `ibid dedup`: the published schema, and the same bytes whatever the threads.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::Folder;

const JSON: [&str; 3] = ["dedup", "--format", "json"];
const WIDE: [&str; 2] = ["--near", "simhash:distance=6"];

#[test]
fn what_dedup_writes_keeps_to_its_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/dedup.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let folder = Folder::with(&["dedup", "odd/nul.txt"]);
    for more in [
        &[WIDE[0], WIDE[1], "dedup/notes", "dedup/news.jsonl", "odd/nul.txt"][..],
        &["--near", "none", "dedup/news.jsonl"],
        &["--lines", "dedup/titles.txt"],
        &["gone.txt"],
    ] {
        let written = folder.run(&[&JSON, more].concat()).stdout;
        let written: Value = serde_json::from_str(&written).unwrap();
        let errors: Vec<String> = validator.iter_errors(&written).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        let lines = folder.run(&[&JSON[..2], &["jsonl"], more].concat()).stdout;
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(written["documents"].as_array().unwrap(), &lines);
        let mut wrong = written;
        wrong["surprise"] = 1.into();
        assert!(!validator.is_valid(&wrong), "the schema names every field");
    }
}

#[test]
fn dedup_gives_the_same_bytes_for_any_threads() {
    let folder = Folder::with(&["dedup", "en", "zh"]);
    let run = |threads: &str| folder.run(&[&JSON[..], &WIDE, &["--threads", threads, "."]].concat()).stdout;
    assert!(run("1") == run("4"));
}

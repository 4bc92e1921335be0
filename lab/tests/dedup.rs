//! The tests of `ibid-lab dedup` on small documents: the same numbers every time, and figures.

use serde_json::Value;

use crate::program::Folder;

const EXACT: [&str; 6] = ["dedup", "exact", "--texts", "2000", "--runs", "1"];

#[test]
fn edits_are_the_same_for_any_threads_and_others_for_another_seed() {
    let folder = Folder::with(&["dedup"]);
    let run = |more: &[&str]| {
        let ended = folder.run(&[&["dedup", "edits", "dedup", "--format", "json"], more].concat());
        ended.done().stdout.clone()
    };
    let one = run(&["--threads", "1"]);
    assert_eq!(run(&["--threads", "3"]), one);
    assert_ne!(run(&["--seed", "2"]), one);
    let json: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(json["rows"].as_array().unwrap().len(), 81 * 4);
    for row in json["rows"].as_array().unwrap() {
        assert!((0.0..=1.0).contains(&row["share"].as_f64().unwrap()), "{row}");
        assert!(row["recognized"].as_u64() <= row["copies"].as_u64(), "{row}");
    }
}

#[test]
fn planted_copies_are_counted_the_same_for_any_threads() {
    let folder = Folder::with(&["dedup", "en", "zh"]);
    let run = |more: &[&str]| -> Vec<Value> {
        let args = ["dedup", "planted", "dedup", "en/library", "zh/library", "--format", "jsonl"];
        let ended = folder.run(&[&args[..], more].concat());
        let rows = ended.done().stdout.lines().map(|line| serde_json::from_str(line).unwrap());
        let without_times = |mut row: Value| {
            row.as_object_mut().unwrap().remove("seconds");
            row
        };
        rows.map(without_times).collect()
    };
    let one = run(&["--threads", "1"]);
    assert_eq!(run(&["--threads", "3"]), one);
    assert_ne!(run(&["--seed", "2"]), one);
    assert_eq!(one.len(), 6 * 4);
    for row in &one {
        let share = |name: &str| row[name].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&share("precision")) && share("recall") <= 1.0, "{row}");
        assert!(row["with_source"].as_u64() <= row["copies"].as_u64(), "{row}");
    }
    let all = |method: &str| one.iter().find(|row| row["method"] == method && row["rate"].is_null()).unwrap();
    assert!(all("ddw")["recall"].as_f64().unwrap() > 0.95, "{}", all("ddw"));
    assert!(all("imatch")["recall"].as_f64().unwrap() < 0.5, "{}", all("imatch"));
}

#[test]
fn what_remembers_texts_is_as_right_as_it_says() {
    let folder = Folder::with(&["dedup"]);
    let ended = folder.run(&[&EXACT[..], &["--lines", "dedup/titles.txt", "--format", "json"]].concat());
    let json: Value = serde_json::from_str(&ended.done().stdout).unwrap();
    for row in
        json["over_number"].as_array().unwrap().iter().chain(json["over_duplicates"].as_array().unwrap())
    {
        assert_eq!(row["called_new"], 0, "{row}");
        assert!(row["seconds"].as_f64().unwrap() > 0.0 && row["size_bytes"].as_u64().unwrap() > 0, "{row}");
        if row["structure"] == "exact-set" {
            assert_eq!(row["accuracy"], 1.0, "{row}");
        }
    }
    let bits = json["over_bits"]["rows"].as_array().unwrap();
    let accuracy = |row: &Value| row["any_bit"]["accuracy"].as_f64().unwrap();
    assert!(bits.is_sorted_by(|a, b| accuracy(a) <= accuracy(b)), "more bits, fewer errors");
    assert_eq!(json["near"]["rows"].as_array().unwrap().len(), 4);
}

#[test]
fn figures_are_drawn() {
    let folder = Folder::with(&["dedup"]);
    let lines = ["--lines", "dedup/titles.txt"];
    for (args, parts) in [
        (&["dedup", "edits", "dedup/notes"][..], ["SimHash (paper), added", "in one stretch"]),
        (&["dedup", "planted", "dedup"], ["Share of pairs found that are right", "imatch"]),
        (&["dedup", "speed", "dedup/notes", "--runs", "1"], ["Time for clusters, ms", "blocks of bits"]),
        (&[&EXACT[..], &lines].concat(), ["Memory over the number of texts, MB", "digit trie (paper)"]),
    ] {
        folder.run(&[args, &["--output", "table.txt", "--plot", "figure.svg"]].concat()).done();
        let svg = std::fs::read_to_string(folder.path("figure.svg")).unwrap();
        for part in ["<svg", parts[0], parts[1], "</svg>"] {
            assert!(svg.contains(part), "{part}");
        }
    }
}

//! `ibid eval features` on the small labelled set: every number but times.

use serde_json::Value;

use crate::program::{Folder, fixtures};

/// A score in a line.
fn score(score: &Value) -> String {
    let number = |name: &str| score[name].as_f64().map_or("-".to_owned(), |value| format!("{value:.4}"));
    let numbers = ["tau", "f1", "f1_edited", "precision", "recall", "wrong"].map(number);
    numbers.join(" ")
}

/// The comparison without times.
fn shown(json: &Value) -> String {
    let mut lines = vec![];
    for name in ["sentences", "copies", "identical", "open"] {
        lines.push(format!("{name} {}", json[name]));
    }
    for row in json["features"].as_array().unwrap() {
        let keys = row["keys_per_sentence"].as_f64().unwrap();
        lines.push(format!("{}: {}", row["name"].as_str().unwrap(), row["feature"].as_str().unwrap()));
        lines.push(format!("  keys {keys:.3}, bytes {}", row["space_bytes"]));
        lines.extend(row["scores"].as_array().unwrap().iter().map(|one| format!("  {}", score(one))));
        for time in ["indexing_s", "counting_s", "join_s"] {
            assert!(row[time].as_f64().unwrap() > 0.0, "{row}");
        }
    }
    for row in json["antecedents"].as_array().unwrap() {
        lines.push(format!("n {}: {}; best {}", row["n"], score(&row["at"]), score(&row["best"])));
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_numbers_of_the_labelled_set() {
    let folder = Folder::with(&["labelled"]);
    let ended =
        folder.run(&["eval", "features", "labelled", "--format", "json", "--features", "shingle:k=2"]);
    let json: Value = serde_json::from_str(&ended.done().stdout).unwrap();
    let numbers = shown(&json);
    let expected = fixtures().join("labelled/expected.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&expected, &numbers).unwrap();
    }
    assert_eq!(std::fs::read_to_string(expected).unwrap(), numbers);

    // The files may be named one by one, and the table for people has the same numbers.
    let named = ["--sentences", "labelled/sentences.tsv", "--pairs", "labelled/pairs.tsv"];
    let ended = folder.run(&[&["eval", "features"], &named[..]].concat());
    assert!(ended.done().stdout.lines().all(|line| line.chars().count() <= 80), "{ended:?}");
    for row in json["features"].as_array().unwrap().iter().take(15) {
        let best = row["best"]["f1"].as_f64().unwrap();
        let best = format!("{best:.3}");
        let name = row["name"].as_str().unwrap();
        let line = ended.stdout.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.contains(best.strip_prefix('0').unwrap_or(&best)), "{line}: {best}");
    }
    let lines = folder.run(&["eval", "features", "labelled", "--format", "jsonl", "--lang", "zh"]);
    assert_eq!(lines.done().stdout.lines().count(), 15);
}

//! The tests of `ibid-lab features` on the small labelled set: every number but times.

use serde_json::Value;

use crate::program::{Folder, fixtures};

/// Formats a score in one line.
fn score(score: &Value) -> String {
    let number = |name: &str| score[name].as_f64().map_or("-".to_owned(), |value| format!("{value:.4}"));
    let numbers = ["tau", "f1", "f1_edited", "precision", "recall", "wrong"].map(number);
    numbers.join(" ")
}

/// Returns the comparison without times.
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
    let ended = folder.run(&["features", "labelled", "--format", "json", "--features", "shingle:k=2"]);
    let json: Value = serde_json::from_str(&ended.done().stdout).unwrap();
    let numbers = shown(&json);
    let expected = fixtures().join("labelled/expected.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&expected, &numbers).unwrap();
    }
    assert_eq!(std::fs::read_to_string(expected).unwrap(), numbers);

    // The table for people has the same numbers.
    let ended = folder.run(&["features", "labelled"]);
    assert!(ended.done().stdout.lines().all(|line| line.chars().count() <= 80), "{ended:?}");
    for row in json["features"].as_array().unwrap().iter().take(15) {
        let best = row["best"]["f1"].as_f64().unwrap();
        let best = format!("{best:.3}");
        let name = row["name"].as_str().unwrap();
        let line = ended.stdout.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.contains(best.strip_prefix('0').unwrap_or(&best)), "{line}: {best}");
    }
    let lines = folder.run(&["features", "labelled", "--format", "jsonl", "--lang", "zh"]);
    assert_eq!(lines.done().stdout.lines().count(), 15);
}

#[test]
fn figures_are_drawn() {
    let folder = Folder::new();
    let sentence = "The weir was built by the villagers in a single dry autumn.";
    folder.write("set/sentences.tsv", format!("0\ta\t{sentence}\n1\tb\t{sentence}\n"));
    folder.write("set/pairs.tsv", "0\t1\t1.000\tcopy\n");
    let args = ["features", "set", "--output", "table.txt", "--plot"];
    folder.run(&[&args[..], &["f1.svg"]].concat()).done();
    let svg = std::fs::read_to_string(folder.path("f1.svg")).unwrap();
    for part in ["<svg", "Low-IDF-Sig(50)", "F1 over the ratio", "with the best ratio", "</svg>"] {
        assert!(svg.contains(part), "{part}");
    }
    folder.run(&[&args[..], &["again.svg"]].concat()).done();
    assert_eq!(std::fs::read_to_string(folder.path("again.svg")).unwrap(), svg);

    let ended = folder.run(&[&args[..], &["f1.png"]].concat());
    if ended.code == Some(0) {
        assert!(std::fs::read(folder.path("f1.png")).unwrap().starts_with(b"\x89PNG\r\n\x1A\n"));
    } else {
        // The machine has none of the fonts.
        ended.says(2, &["f1.png", "a PNG needs a font", "write an .svg"]);
    }
    folder
        .run(&[&args[..], &["f1.pdf"]].concat())
        .says(2, &["--plot must name an .svg or .png file, got \"f1.pdf\""]);
    folder.run(&[&args[..], &["no/f1.svg"]].concat()).says(2, &["cannot write \"no/f1.svg\""]);
}

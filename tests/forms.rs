//! The forms of a report that are handed over: what a tool finds again in the next one.

use std::fs;

use serde_json::Value;

use crate::program::Folder;

/// Returns the fingerprints of a SARIF log, and the line of each.
fn fingerprints(log: &str) -> Vec<(String, u64)> {
    let log: Value = serde_json::from_str(log).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let fingerprint = |result: &Value| {
        let line = result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap();
        (result["partialFingerprints"]["ibidPairs/v1"].as_str().unwrap().to_owned(), line)
    };
    results.iter().map(fingerprint).collect()
}

#[test]
fn fingerprints_stay_when_lines_are_put_in_above() {
    let folder = Folder::with(&["en/paper.md", "en/library", "zh/paper.md", "zh/library"]);
    for lang in ["en", "zh"] {
        let (paper, library) = (format!("{lang}/paper.md"), format!("{lang}/library"));
        let log = || folder.run(&["check", &paper, "--format", "sarif", "--against", &library]).stdout;
        let before = fingerprints(&log());
        let text = fs::read_to_string(folder.path(&paper)).unwrap();
        let (head, body) = text.split_once("\n\n").unwrap();
        folder.write(&paper, format!("{head}\n\n{}{body}", "Put in.\n\n".repeat(20)));
        let after = fingerprints(&log());
        assert!(before.len() > 5, "{before:?}");
        let moved: Vec<_> = before.into_iter().map(|(fingerprint, line)| (fingerprint, line + 40)).collect();
        assert_eq!(moved, after);
    }
}

//! `ibid diff`: two drafts of a paper, whose findings appeared, are gone and moved as the draft was made.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::Folder;

/// Writes the report on a paper.
fn check(folder: &Folder, paper: &str, report: &str) {
    let args = ["check", paper, "-q", "-o", report, "--against", "en/library"];
    folder.run(&args).done();
}

fn diff(folder: &Folder, old: &str, new: &str) -> Value {
    serde_json::from_str(&folder.run(&["diff", old, new, "--format", "json"]).done().stdout).unwrap()
}

/// Returns a folder with the report on a paper and on a later draft: the second finding is gone, the first moved behind
/// the others, and a paragraph of a source appeared at the end.
fn drafts() -> Folder {
    let folder = Folder::with(&["en"]);
    check(&folder, "en/paper.md", "old.json");
    let report: Value = serde_json::from_str(&fs::read_to_string(folder.path("old.json")).unwrap()).unwrap();
    let text = fs::read_to_string(folder.path("en/paper.md")).unwrap();
    let passages = report["documents"][0]["passages"].as_array().unwrap();
    let line_of = |finding: u64| {
        let passage = passages.iter().find(|passage| passage["finding"] == finding).unwrap();
        passage["a_place"]["line"].as_u64().unwrap() as usize - 1
    };
    let mut lines: Vec<&str> = text.lines().collect();
    let first = std::mem::take(&mut lines[line_of(1)]);
    lines[line_of(2)] = "";
    lines.insert(line_of(6) + 1, first);
    lines.insert(line_of(6) + 1, "");
    let source = fs::read_to_string(folder.path("en/library/urban-bees.md")).unwrap();
    let copied = source.split("\n\n").max_by_key(|paragraph| paragraph.len()).unwrap();
    lines.insert(line_of(6) + 3, copied);
    lines.insert(line_of(6) + 3, "");
    folder.write("en/draft.md", lines.join("\n"));
    check(&folder, "en/draft.md", "new.json");
    folder
}

#[test]
fn findings_of_a_draft_appeared_are_gone_and_moved() {
    let folder = drafts();
    let found = diff(&folder, "old.json", "new.json");
    let document = &found["documents"][0];
    assert_eq!((&document["old_id"], &document["new_id"]), (&"en/paper.md".into(), &"en/draft.md".into()));
    let of = |status: &str| -> Vec<(Value, Value)> {
        let findings = document["findings"].as_array().unwrap().iter();
        let findings = findings.filter(|finding| finding["status"] == status);
        findings.map(|finding| (finding["old"].clone(), finding["new"].clone())).collect()
    };
    assert_eq!(of("gone"), [(vec![2].into(), Value::Null)], "{found:#}");
    assert_eq!(of("moved"), [(vec![1].into(), 5.into())], "{found:#}");
    assert_eq!(of("appeared"), [(Value::Array(vec![]), 6.into())], "{found:#}");
    assert_eq!(of("same").len(), 4, "{found:#}");
    assert!(document["old"]["matched"] != document["new"]["matched"], "{found:#}");
    let back = diff(&folder, "new.json", "old.json");
    let counts = |found: &Value| found["documents"][0]["counts"].clone();
    assert_eq!((&counts(&found)["gone"], &counts(&found)["appeared"]), (&1.into(), &1.into()));
    assert_eq!((&counts(&back)["gone"], &counts(&back)["appeared"]), (&1.into(), &1.into()));
    assert_eq!(counts(&back)["moved"], 1);

    let schema = Path::new(crate::ROOT).join("docs/diff.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap().validate(&found).unwrap();
}

#[test]
fn people_read_it_in_both_languages_and_forms() {
    let folder = drafts();
    let text = folder.run(&["diff", "old.json", "new.json"]).done().stdout.clone();
    for part in [
        "en/paper.md → en/draft.md\n1 appeared, 1 gone, 0 changed, 1 moved, 4 the same\n",
        "before       after\n",
        "\n1 appeared\n  finding 6, ",
        "words, en/library/urban-bees.md\n",
        "\n1 gone\n  finding 2, 47 words, en/library/tidal-mills.txt\n",
        "\n1 moved\n  finding 1 → 5, 82 words, en/library/tidal-mills.txt\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    folder.run(&["diff", "old.json", "new.json", "--lang", "zh", "-o", "changes.md"]).done();
    let page = fs::read_to_string(folder.path("changes.md")).unwrap();
    for part in [
        "# old.json → new.json\n",
        "\n## en/paper.md → en/draft.md\n",
        "新出现 1 个，消失 1 个，有改动 0 个，移动 1 个，不变 4 个",
        "| | 之前 | 之后 |\n|---|---:|---:|\n",
        "| 总文字复制比 | 24.4% |",
        "\n### 移动 1 个\n\n- 片段 1 → 5，82 词，en/library/tidal-mills.txt\n",
    ] {
        assert!(page.contains(part), "{part:?} is missing:\n{page}");
    }
}

#[test]
fn the_exit_code_tells_whether_reports_differ() {
    let folder = drafts();
    check(&folder, "en/paper.md", "again.json");
    let same = folder.run(&["diff", "old.json", "again.json", "--exit-code"]);
    assert!(same.done().stdout.contains("no difference\n"), "{same:?}");
    let differs = folder.run(&["diff", "old.json", "new.json", "--exit-code", "-o", "changes.json"]);
    assert_eq!((differs.code, differs.stderr.as_str()), (Some(1), ""), "{differs:?}");
    folder.run(&["diff", "old.json", "new.json"]).done();
}

#[test]
fn documents_and_settings_that_only_one_report_has_are_named() {
    let folder = drafts();
    let args = ["check", "en/paper.md", "en/draft.md", "--exclude", "quotes", "-q", "-o", "two.json"];
    folder.run(&[&args[..], &["--against", "en/library"]].concat()).done();
    let text = folder.run(&["diff", "old.json", "two.json"]).done().stdout.clone();
    assert!(text.contains("only in the later report: en/draft.md\n"), "{text}");
    assert!(text.contains("the setting excluded was \"references, front, possible\" and is"), "{text}");
    let text = folder.run(&["diff", "two.json", "old.json"]).done().stdout.clone();
    assert!(text.contains("only in the earlier report: en/draft.md\n"), "{text}");
}

#[test]
fn what_is_no_report_is_named() {
    let folder = drafts();
    folder
        .run(&["diff", "old.json", "en/paper.md"])
        .says(3, &["\"en/paper.md\"", "this is no report of ibid"]);
    folder.run(&["diff", "gone.json", "old.json"]).says(3, &["\"gone.json\"", "no such file"]);
    folder.run(&["diff", "-", "-"]).says(2, &["standard input (-) can be read once"]);
    let named = folder.run(&["diff", "old.json", "new.json", "-o", "changes.pdf"]);
    named.says(2, &["no .pdf is written; name a file that ends in .txt, .md, .json"]);
    let old = fs::read_to_string(folder.path("old.json")).unwrap();
    let piped = folder.run_with_input(&["diff", "-", "old.json"], old.as_bytes());
    assert!(piped.done().stdout.contains("no difference\n"), "{piped:?}");
}

//! The forms of traces: the published schema, and the names of files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

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
        ("a.md", "md"),
        ("a.markdown", "md"),
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

/// What is beyond the limit is not left out without a word, and what is no text is told with its place.
#[test]
fn a_file_of_quotations_is_taken_whole_or_not_at_all() {
    let folder = news();
    let line = "We will not reopen the northern line before the ice is gone\n";
    folder.write("long.txt", line.repeat((16 << 20) / line.len() + 1));
    for args in [["trace", "--quotes", "long.txt"].as_slice(), &["trace", "long.txt"]] {
        folder.run(args).says(3, &["\"long.txt\"", "more than 16 MiB", "split it"]);
    }
    folder.write("latin.txt", b"We will not reopen the caf\xe9 before the ice is gone");
    let ended = folder.run(&["trace", "--quotes", "latin.txt"]);
    ended.says(3, &["\"latin.txt\"", "not UTF-8: byte 26", "convert it"]);
    folder.write("bom.txt", format!("\u{FEFF}{line}"));
    let args = ["trace", "--format", "json"];
    let plain = folder.run(&[&args[..], &[QUOTE]].concat());
    assert_eq!(
        folder.run(&[&args[..], &["--quotes", "bom.txt"]].concat()).done().stdout,
        plain.done().stdout
    );
}

/// The schema, or one of its parts.
fn schema(part: Option<&str>) -> Value {
    let path = Path::new(crate::ROOT).join("docs/trace.schema.json");
    let whole: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    match part {
        Some(part) => json!({ "$ref": format!("#/$defs/{part}"), "$defs": whole["$defs"] }),
        None => whole,
    }
}

/// What is asked of every run: a trace keeps to the schema.
pub(crate) fn look_at(args: &[&str], stdout: &str) {
    if args.first() == Some(&"trace") && stdout.starts_with('{') {
        keeps_to_the_schema(stdout);
    }
}

/// Asserts that what `ibid trace` wrote as JSON or JSONL keeps to the schema.
#[track_caller]
fn keeps_to_the_schema(written: &str) {
    let lines: Vec<Value> = match serde_json::from_str::<Value>(written) {
        Ok(value) if value.get("trace_version").is_some() => return is_valid(None, &value),
        _ => written.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    };
    for line in lines {
        is_valid(Some(part(&line)), &line);
    }
}

/// The part of the schema that is about a line.
fn part(line: &Value) -> &'static str {
    if line.get("article").is_some() { "quoted_line" } else { "carrier_line" }
}

#[track_caller]
fn is_valid(part: Option<&str>, value: &Value) {
    let validator = jsonschema::validator_for(&schema(part)).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path)).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// Where the objects of a value are.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(at.to_owned());
            fields.iter().for_each(|(name, value)| objects(value, &format!("{at}/{name}"), found));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(number, item)| objects(item, &format!("{at}/{number}"), found));
        }
        _ => {}
    }
}

/// The names of the fields that may be left out. No object may have one more.
fn optional(part: Option<&str>, value: &Value) -> BTreeSet<String> {
    let validator = jsonschema::validator_for(&schema(part)).unwrap();
    let (mut places, mut optional) = (vec![], BTreeSet::new());
    objects(value, "", &mut places);
    let mut changed = value.clone();
    for place in places {
        let fields = value.pointer(&place).unwrap().as_object().unwrap();
        let mut is_valid_with = |fields| {
            *changed.pointer_mut(&place).unwrap() = Value::Object(fields);
            validator.is_valid(&changed)
        };
        let mut more = fields.clone();
        more.insert("surprise".to_owned(), 1.into());
        assert!(!is_valid_with(more), "the schema names every field of {place:?}");
        for name in fields.keys() {
            let mut fewer = fields.clone();
            fewer.remove(name);
            if is_valid_with(fewer) {
                optional.insert(name.clone());
            }
        }
        is_valid_with(fields.clone());
    }
    optional
}

/// What a trace prints as JSON and as JSONL.
fn printed(folder: &Folder, args: &[&str]) -> [String; 2] {
    ["json", "jsonl"].map(|format| {
        let ended = folder.run(&[&["trace", "--format", format], args].concat());
        ended.done().stdout.clone()
    })
}

#[test]
fn traces_keep_to_the_schema() {
    jsonschema::meta::validate(&schema(None)).unwrap();
    let folder = news();
    let quotes = format!("{QUOTE}\n在冰消之前我们不会恢复北线通航\nnobody has ever seen a whale here\n");
    folder.write("quotes.txt", quotes);
    // All that a document may have.
    let more = "---\ndate: 2026\ncategory: news\nurl: https://example.org\n---\nThey may reopen the northern line before the ice is gone.\n";
    folder.write("more.md", more);
    folder.run(&["add", "-q", "more.md"]).done();
    for args in [[QUOTE, "--sort", "similarity"], [QUOTE, "--until", "2026-03"]] {
        printed(&folder, &args).iter().for_each(|written| keeps_to_the_schema(written));
    }
    let [whole, lines] = printed(&folder, &["--quotes", "quotes.txt"]);
    keeps_to_the_schema(&whole);
    keeps_to_the_schema(&lines);
    let named = ["author", "category", "date", "place", "source", "title", "url"].map(str::to_owned);
    assert_eq!(optional(None, &serde_json::from_str(&whole).unwrap()), BTreeSet::from(named));
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() > 10, "{lines:?}");
    assert!(lines.iter().all(|line| optional(Some("carrier_line"), line).is_empty()));
}

#[test]
fn the_quotations_of_articles_keep_to_the_schema() {
    let folder = Folder::with(&["trace"]);
    folder.run(&["add", "-q", "trace/news.jsonl"]).done();
    let spliced = "She said: “We will not reopen the northern line and the fish market opens an hour later from Thursday.”";
    folder.write("spliced.txt", spliced);
    folder.write("none.txt", "Nobody said anything.");
    let [whole, lines] = printed(&folder, &["--from", "trace/article.txt", "spliced.txt", "none.txt"]);
    keeps_to_the_schema(&whole);
    keeps_to_the_schema(&lines);
    for status in ["verbatim", "altered", "spliced", "not-found"] {
        assert!(lines.contains(&format!("\"status\":\"{status}\"")), "{status} in {lines}");
    }
    let named = ["author", "date", "earlier", "place", "source", "source_speaker", "speaker", "title"]
        .map(str::to_owned);
    assert_eq!(optional(None, &serde_json::from_str(&whole).unwrap()), BTreeSet::from(named.clone()));
    let of_line = |line| optional(Some("quoted_line"), &serde_json::from_str(line).unwrap());
    assert_eq!(lines.lines().flat_map(of_line).collect::<BTreeSet<_>>(), BTreeSet::from(named));
}

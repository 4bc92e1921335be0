//! The known answers of `fixtures/answers.json`, through the program: all are found, and nothing else counts.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;

use ibid::report::{Kind, Passage, Report};
use serde::Deserialize;

use crate::program::{Folder, fixtures};

/// The share of an answer that has to be covered on each side, and the share of a passage that has to be an answer.
const LEAST_FOUND: f64 = 0.85;
const LEAST_RIGHT: f64 = 0.5;

#[derive(Deserialize)]
struct Answers {
    passages: Vec<Answer>,
    commonplaces: Vec<Commonplace>,
    clean: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Answer {
    query: String,
    source: String,
    record: Option<String>,
    kind: String,
    a_start: u32,
    a_end: u32,
    a_first: String,
    a_last: String,
    b_start: u32,
    b_end: u32,
    b_first: String,
    b_last: String,
}

#[derive(Deserialize)]
struct Commonplace {
    query: String,
    phrase: String,
}

fn answers() -> Answers {
    serde_json::from_str(&fs::read_to_string(fixtures().join("answers.json")).unwrap()).unwrap()
}

fn check(folder: &Folder, query: &str, against: &[&str]) -> Report {
    let mut args = vec!["check", query, "--format", "json", "--commonplaces", "--against"];
    args.extend(against);
    let ended = folder.run(&args);
    ended.done();
    Report::read_json(ended.stdout.as_bytes()).unwrap()
}

/// Where to look for what a query document copies.
fn library(query: &str) -> Vec<&'static str> {
    match query {
        "library.jsonl" => vec!["en/library", "zh/library"],
        query if query.starts_with("en/news") => vec!["en/news-original.txt", "en/library"],
        query if query.starts_with("zh/news") => vec!["zh/news-original.txt", "zh/library"],
        query if query.starts_with("zh/") => vec!["zh/library"],
        _ => vec!["en/library"],
    }
}

/// Where a text begins that begins so and ends so: in the file as stored; where markup was taken out, by its words.
fn range(text: &str, first: &str, last: &str, from: usize) -> Range<u32> {
    let chars = |bytes: usize| text[..bytes].chars().count() as u32;
    let start =
        text[from..].find(first).map(|at| at + from).unwrap_or_else(|| panic!("{first:?} in {text:?}"));
    let end = text[start..].find(last).map(|at| start + at + last.len());
    chars(start)..chars(end.unwrap_or_else(|| panic!("{last:?}")))
}

fn shared(a: &Range<u32>, b: &Range<u32>) -> u32 {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}

/// How much of a range some others cover.
fn covered(range: &Range<u32>, by: &[Range<u32>]) -> f64 {
    let hit = range.clone().filter(|at| by.iter().any(|range| range.contains(at))).count();
    hit as f64 / range.len().max(1) as f64
}

fn sides(passage: &Passage) -> (Range<u32>, Range<u32>) {
    (passage.a_start..passage.a_end, passage.b_start..passage.b_end)
}

impl Answer {
    fn ranges(&self, report: &Report) -> (Range<u32>, Range<u32>) {
        let is_markup = |name: &str| !name.ends_with(".txt");
        let id = self.record.as_deref().unwrap_or(&self.query);
        let document = report.documents.iter().find(|document| document.id == id).unwrap();
        let text = document.text.as_deref().unwrap();
        let a = match is_markup(&self.query) {
            true => range(text, &self.a_first, &self.a_last, 0),
            false => self.a_start..self.a_end,
        };
        let b = match is_markup(&self.source) {
            true => {
                let folder = Folder::with(&[&self.source]);
                let ended = folder.run(&["compare", &self.source, &self.source, "--format", "json"]);
                let whole = Report::read_json(ended.done().stdout.as_bytes()).unwrap();
                range(whole.documents[0].text.as_deref().unwrap(), &self.b_first, &self.b_last, 0)
            }
            false => self.b_start..self.b_end,
        };
        (a, b)
    }
}

/// What is wrong with a report, a line each.
fn faults(report: &Report, answers: &[&Answer]) -> Vec<String> {
    let mut faults = vec![];
    let mut right: Vec<(Range<u32>, Range<u32>, &str, &str)> = vec![];
    for answer in answers {
        let (a, b) = answer.ranges(report);
        let id = answer.record.as_deref().unwrap_or(&answer.query);
        let found: Vec<_> = report
            .passages()
            .filter(|p| p.counts() && p.a == id && p.b == answer.source)
            .map(sides)
            .filter(|(x, y)| shared(x, &a) > 0 && shared(y, &b) > 0)
            .collect();
        let (on_a, on_b): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let (share_a, share_b) = (covered(&a, &on_a), covered(&b, &on_b));
        if share_a < LEAST_FOUND || share_b < LEAST_FOUND {
            faults.push(format!(
                "{} {a:?} = {} {b:?} ({}): {share_a:.2} and {share_b:.2} found",
                answer.query, answer.source, answer.kind
            ));
        }
        right.push((a, b, id, &answer.source));
    }
    for passage in report.passages().filter(|passage| passage.counts()) {
        let (a, b) = sides(passage);
        let here = || right.iter().filter(|answer| answer.2 == passage.a && answer.3 == passage.b);
        let (on_a, on_b): (Vec<_>, Vec<_>) =
            here().map(|answer| (answer.0.clone(), answer.1.clone())).unzip();
        let (share_a, share_b) = (covered(&a, &on_a), covered(&b, &on_b));
        if share_a < LEAST_RIGHT || share_b < LEAST_RIGHT {
            faults.push(format!(
                "{} {a:?} = {} {b:?} counts, and {share_a:.2} and {share_b:.2} of it are answers: {:?}",
                passage.a, passage.b, passage.a_text
            ));
        }
    }
    faults
}

#[test]
fn every_answer_is_found_and_nothing_else_counts() {
    let folder = Folder::with(&["en", "zh", "odd", "library.jsonl"]);
    let answers = answers();
    let mut by_query: BTreeMap<&str, Vec<&Answer>> = BTreeMap::new();
    for answer in &answers.passages {
        by_query.entry(&answer.query).or_default().push(answer);
    }
    assert!(by_query.len() >= 4);
    let mut all = vec![];
    for (query, answers) in by_query {
        let report = check(&folder, query, &library(query));
        all.extend(faults(&report, &answers));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn commonplaces_do_not_count() {
    let folder = Folder::with(&["en", "zh"]);
    for commonplace in answers().commonplaces {
        let report = check(&folder, &commonplace.query, &library(&commonplace.query));
        let text = report.documents[0].text.as_deref().unwrap();
        let place = range(text, &commonplace.phrase, &commonplace.phrase, 0);
        let counting: Vec<_> = report.passages().filter(|p| p.counts()).map(|p| sides(p).0).collect();
        assert!(covered(&place, &counting) < 0.5, "{:?} counts", commonplace.phrase);
    }
}

#[test]
fn clean_documents_are_clean() {
    let folder = Folder::with(&["en", "zh"]);
    let clean = answers().clean;
    assert!(!clean.is_empty());
    for language in ["en", "zh"] {
        let report = check(&folder, &format!("{language}/clean"), &library(&format!("{language}/")));
        assert_eq!(report.documents.len(), 2);
        let counting: Vec<_> = report.passages().filter(|passage| passage.counts()).collect();
        assert!(counting.is_empty(), "{counting:#?}");
    }
}

/// A paragraph in other words, whose runs of equal words are too short to be found.
fn finds_reworded(language: &str, (a_first, a_last): (&str, &str), (b_first, b_last): (&str, &str)) {
    let folder = Folder::with(&["reworded"]);
    let [a, b] = ["copy", "source"].map(|name| format!("reworded/{language}-{name}.txt"));
    let compare = |flags: &[&str]| {
        let ended = folder.run(&[&["compare", &a, &b, "--format", "json"], flags].concat());
        ended.done();
        Report::read_json(ended.stdout.as_bytes()).unwrap()
    };
    let report = compare(&[]);
    let text = |file: &str| fs::read_to_string(fixtures().join(file)).unwrap();
    let expected = (range(&text(&a), a_first, a_last, 0), range(&text(&b), b_first, b_last, 0));
    assert_eq!(report.passages().map(sides).collect::<Vec<_>>(), std::slice::from_ref(&expected));
    let passage = report.passages().next().unwrap();
    assert!(matches!(passage.kind, Kind::Reworded | Kind::NearVerbatim), "by how many words are in order");
    assert!(passage.equal.len() > 5, "the words that carried it are shown");
    assert!(compare(&["--reworded", "never"]).passages().next().is_none());
    let library = format!("{language}/library");
    let folder = Folder::with(&["reworded", &library]);
    let check = |flags: &[&str]| {
        let ended = folder.run(&[&["check", &a, "--format", "json"], flags].concat());
        ended.done();
        Report::read_json(ended.stdout.as_bytes()).unwrap().passages().map(sides).collect::<Vec<_>>()
    };
    assert_eq!(check(&["--against", &b, &library]), std::slice::from_ref(&expected), "among other documents");
    assert!(check(&["--against", &b, &library, "--reworded", "never"]).is_empty());
    folder.run(&["add", &b, &library]).done();
    assert_eq!(check(&[]), [expected], "in an index");
}

#[test]
fn a_reworded_english_paragraph_is_found() {
    finds_reworded("en", ("Twice a week", "paid for it"), ("Before the cable", "own pension"));
}

#[test]
fn a_reworded_chinese_paragraph_is_found() {
    finds_reworded("zh", ("在铺设", "拿出来的"), ("海底电缆", "赔了钱"));
}

//! A small report in each form, and hostile names and texts in every form.

use ibid::report::{
    DecidedReport, Decision, DocumentReport, Kind, Passage, PassageDecision, PlaceReport, Ratios, Report,
    SourceReport, sanitize,
};
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;

use super::passages_csv::{begin_passages_csv, write_passages_csv};
use super::*;
use crate::anonymous::Anonymizer;
use crate::render::{Language, Plain, PlainStyle};

pub(in crate::render) const HOSTILE: [&str; 19] = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "\"'>\"\" '' `x` ``` ~~~",
    "[x](javascript:alert(1)) ![y](z) [^1] [a]: b",
    "# h\n## i\n- j\n1. k\n> l\n---\n===",
    "a | b | c\n|---|---|",
    "{{ x }} {% y %} {0} ${z} $w$",
    "https://a.example/ www.a.example \\[x\\]",
    "*a* **b** _c_ __d__ ~~e~~ ^f^ [[g]] &lt; &#60;",
    "\u{202E}gpj.exe\u{2066}x\u{200F}",
    "\u{1b}[2J\u{1b}]8;;http://a\u{7}x\u{9b}31m\u{7f}\0",
    "=1+1",
    "+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\n=1",
    "＝1",
    "a,b;\"c\"\r\n=d",
];

/// Makes a report in which each name, each text and the note is this text.
fn report(hostile: &str) -> Report {
    let text = || hostile.to_owned();
    let some = || Some(hostile.to_owned());
    let decision = PassageDecision { decision: Decision::Quotation, by: text(), at: text(), note: text() };
    let passage = Passage {
        a: text(),
        b: text(),
        a_end: hostile.chars().count() as u32,
        finding: 1,
        is_best: true,
        a_text: some(),
        b_text: some(),
        disputed: vec![decision.clone()],
        decision: Some(decision),
        ..Passage::default()
    };
    let source = SourceReport {
        id: text(),
        title: some(),
        author: some(),
        date: some(),
        same_author: some(),
        ..SourceReport::default()
    };
    let document = DocumentReport {
        id: text(),
        title: some(),
        author: some(),
        date: some(),
        unit: "words".into(),
        total: 9,
        text: some(),
        sources: vec![source],
        passages: vec![passage.clone(), Passage { is_best: false, ..passage }],
        ..DocumentReport::default()
    };
    Report {
        schema_version: Report::SCHEMA_VERSION,
        tool: "ibid 0".into(),
        documents: vec![document],
        failures: vec![text()],
        ..Report::default()
    }
}

/// Writes a report in all forms, each with its name.
fn forms(report: &Report) -> Vec<(&'static str, String)> {
    let document = &report.documents[0];
    let mut written: Vec<(&str, Vec<u8>)> = vec![];
    let mut out = vec![];
    let mut plain = Plain::new(PlainStyle { whole: true, ..PlainStyle::default() }, &mut out);
    plain.document(document).unwrap();
    plain.not_looked_at(report).unwrap();
    plain.end().unwrap();
    written.push(("text", std::mem::take(&mut out)));
    report.write_json(&mut out).unwrap();
    written.push(("json", std::mem::take(&mut out)));
    Passage::write_jsonl(report.passages(), &mut out).unwrap();
    written.push(("jsonl", std::mem::take(&mut out)));
    begin_passages_csv(&mut out).unwrap();
    write_passages_csv(document, &mut out).unwrap();
    written.push(("csv", std::mem::take(&mut out)));
    for (name, language) in [("md", Language::English), ("md zh", Language::Chinese)] {
        let mut markdown = Markdown::new(language, &mut out);
        markdown.title().unwrap();
        let row = crate::render::SummaryRow::of(document, 1, language);
        markdown.table([&row, &row].into_iter()).unwrap();
        markdown.document(document).unwrap();
        markdown.end(report).unwrap();
        written.push((name, std::mem::take(&mut out)));
    }
    for (name, language) in [("sarif", Language::English), ("sarif zh", Language::Chinese)] {
        let mut log = SarifLog::new(language);
        log.write_head(report, &mut out).unwrap();
        log.write_findings(document, &mut out).unwrap();
        log.write_end(report, &mut out).unwrap();
        written.push((name, std::mem::take(&mut out)));
    }
    written.into_iter().map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap())).collect()
}

/// Returns the blocks and the marks of a Markdown file, by name, and its text.
pub(in crate::render) fn markdown(text: &str) -> (Vec<String>, String) {
    let (mut structure, mut said) = (vec![], String::new());
    for event in Parser::new_ext(text, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Text(text) => said += &text,
            Event::Start(Tag::Heading { level, .. }) => structure.push(format!("{level}")),
            Event::Start(tag) => structure.push(format!("{tag:?}")),
            Event::End(_) => said.push('\n'),
            other => structure.push(format!("{other:?}")),
        }
    }
    (structure, said)
}

#[test]
fn nothing_breaks_out_of_any_form() {
    let plain = forms(&report("plain"));
    let expected = |name: &str| plain.iter().find(|(form, _)| *form == name).unwrap().1.as_str();
    for hostile in HOSTILE {
        for (form, text) in forms(&report(hostile)) {
            let steers = |c: char| c != '\n' && c != '\u{FEFF}' && sanitize(&c.to_string()) != c.to_string();
            assert!(!text.contains(steers), "{form}: {text:?}");
            if form.starts_with("md") {
                let (structure, said) = markdown(&text);
                assert_eq!(structure, markdown(expected(form)).0, "{form} of {hostile:?}: {text}");
                assert!(said.contains(sanitize(hostile).trim()), "{form} of {hostile:?}: {said}");
                assert!(!text.contains("{{") && !text.contains("{%"), "{text}");
            }
            if form == "csv" {
                let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{FEFF}').as_bytes());
                let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
                assert_eq!((rows.len(), text.lines().count()), (2, 3), "{text}");
                let is_formula = |cell: &str| cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝']);
                assert!(!rows.iter().flatten().any(is_formula), "{text}");
            }
            if form.starts_with("sarif") {
                let log: Value = serde_json::from_str(&text).unwrap();
                let result = &log["runs"][0]["results"][0];
                let uri =
                    result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
                let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-._~%".contains(c);
                assert!(uri.chars().all(is_plain), "{uri}");
                let said = result["message"]["text"].as_str().unwrap();
                assert!(!said.replace("\\[", "").contains('['), "{said}");
                assert_eq!(said.matches('{').count() % 2, 0, "{said}");
            }
        }
    }
}

/// Makes a small report with decisions, in English or Chinese.
fn small(texts: [&str; 4], unit: &str) -> Report {
    let [id, source, here, there] = texts.map(str::to_owned);
    let decision = PassageDecision {
        decision: Decision::Quotation,
        by: "Ana Reyes".into(),
        at: "2026-11-25T09:14:22Z".into(),
        note: "footnote 12".into(),
    };
    let common = here.chars().zip(there.chars()).take_while(|(a, b)| a == b).count() as u32;
    let passage = Passage {
        a: id.clone(),
        a_start: 40,
        a_end: 40 + here.chars().count() as u32,
        b: source.clone(),
        b_end: there.chars().count() as u32,
        a_place: Some(PlaceReport::Line { line: 3, column: 5 }),
        b_place: Some(PlaceReport::Page { page: 7 }),
        kind: Kind::NearVerbatim,
        finding: 1,
        is_best: true,
        similarity: 0.75,
        a_words: 12,
        b_words: 12,
        matched_words: 10,
        uncredited_words: 10,
        equal: vec![[40, 40 + common, 0, common]],
        a_hash: "9c1f0a7be3d42210".into(),
        b_hash: "51aa3cc0de9f7d04".into(),
        a_text: Some(here),
        b_text: Some(there),
        decision: Some(decision),
        ..Passage::default()
    };
    let other = Passage { b: "third".into(), is_best: false, ..passage.clone() };
    let ratios = Ratios { overall: 0.25, largest_source: 0.25, uncredited: 0.25, ..Ratios::default() };
    let decided = DecidedReport { found_copied_ratio: 0.05, findings: 1, ..DecidedReport::default() };
    let source =
        SourceReport { id: source, matched: 10, ratio: 0.25, passages: 1, ..SourceReport::default() };
    let document = DocumentReport {
        id,
        title: Some("Roads / 路".into()),
        unit: unit.into(),
        total: 40,
        matched: 10,
        ratios,
        decided: Some(decided),
        sources: vec![SourceReport { title: Some("Mills".into()), ..source }],
        passages: vec![passage, other],
        ..DocumentReport::default()
    };
    Report {
        tool: "ibid 0".into(),
        documents: vec![document],
        failures: vec!["cannot read x.doc".into()],
        ..Report::default()
    }
}

#[test]
fn each_form_of_a_small_report() {
    let english =
        ["papers/roads.txt", "mills.pdf", "The miller slept\nby day.", "The miller slept at night."];
    let chinese = ["论文/盐路.txt", "水车.pdf", "磨坊主人白天睡觉。", "磨坊主人夜里睡觉。"];
    for (name, text) in forms(&small(english, "words")) {
        if ["md", "csv", "sarif"].contains(&name) {
            insta::assert_snapshot!(format!("{name}_en"), text);
        }
    }
    for (name, text) in forms(&small(chinese, "characters")) {
        if ["md zh", "csv", "sarif zh"].contains(&name) {
            insta::assert_snapshot!(format!("{}_zh", name.trim_end_matches(" zh")), text);
        }
    }
}

#[test]
fn no_form_of_an_anonymous_report_names_anything() {
    let mut report = report("Zyx Wvu");
    let mut anonymizer = Anonymizer::default();
    report.documents.iter_mut().for_each(|document| anonymizer.document(document));
    anonymizer.header(&mut report);
    for (form, text) in forms(&report) {
        assert!(!text.contains("Zyx") && !text.contains("Wvu"), "{form}: {text}");
        assert!(!text.contains("xxh") && text.contains("document"), "{form}: {text}");
    }
}

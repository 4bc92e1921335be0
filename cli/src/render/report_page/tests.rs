//! Tests of what each page has, and of what none may have, whatever the documents say.

use std::io::Cursor;

use base64::prelude::{BASE64_STANDARD, Engine};
use ibid::report::{Decision, Passage, PassageDecision, write_value};
use ibid::{Config, Detector, Document, Metadata};
use sha2::{Digest, Sha256};

use super::*;

const PAPER: &str = "I have been asked to write about the shore.\n\n\
    The keeper of the harbour light wrote down every ship that came in from the north, and he kept the oil dry in \
    winter.\n\nNobody has asked me about the mills.";
const SOURCE: &str = "It was a cold coast. The keeper of the harbour light wrote down every ship that came in from \
    the east, and he kept the oil dry in winter. His daughter kept the book after him.";
const BAD: &str = "</script><script>alert(\"1\")</script>' onload='x {{ 7 }} <!-- \u{202E}\u{1b}";

fn document(id: &str, text: &str) -> Document {
    let meta = Metadata { title: Some(format!("On {id}")), ..Metadata::default() };
    Document { id: id.to_owned(), text: text.to_owned(), meta, ..Document::default() }
}

fn compared(a: &str, b: &str) -> Report {
    let detector = Detector::new(Config::default()).unwrap();
    let report = detector.compare(&document("paper.md", a), &document("light.txt", b)).unwrap();
    Report { tool: "ibid 0.0.0".to_owned(), ..report }
}

fn page(report: &Report, language: Language) -> String {
    let mut lines = vec![];
    for document in &report.documents {
        write_value(document, &mut lines).unwrap();
        lines.push(b'\n');
    }
    let row = |document| SummaryRow::of(document, 1, language);
    let rows: Vec<SummaryRow> = report.documents.iter().map(row).collect();
    let table = PageTable { documents: &rows, pairs: Some(&[]), number: "0123-4567-89ab-cdef" };
    let mut out = vec![];
    let mut page = ReportPage::begin(report, table, language, &mut out).unwrap();
    for (index, document) in report.documents.iter().enumerate() {
        page.document(document, index).unwrap();
    }
    page.end(&mut Cursor::new(lines)).unwrap();
    String::from_utf8(out).unwrap()
}

/// Returns a page without its style, its script and their hashes.
fn bare(page: &str) -> String {
    [STYLE, SCRIPT, STYLE_HASH, SCRIPT_HASH].iter().fold(page.to_owned(), |page, part| page.replace(part, ""))
}

#[test]
fn only_its_own_style_and_script_are_allowed() {
    for (name, text, hash) in [("page.css", STYLE, STYLE_HASH), ("the script", SCRIPT, SCRIPT_HASH)] {
        let digest = BASE64_STANDARD.encode(Sha256::digest(text));
        assert_eq!(format!("sha256-{digest}"), hash, "{name} has changed");
        assert!(!text.contains("</s") && !text.contains("<!--"), "{name}");
    }
}

#[test]
fn a_small_page() {
    let report = compared(PAPER, SOURCE);
    let page = bare(&page(&report, Language::English));
    let (page, json) = page.split_once("id=\"ibid-report\">").unwrap();
    insta::assert_snapshot!(page);
    let json = json.split_once("</script>").unwrap().0;
    assert_eq!(Report::read_json(json.as_bytes()).unwrap().documents, report.documents);
}

#[test]
fn a_page_says_all_in_chinese() {
    let page = bare(&page(&compared(PAPER, SOURCE), Language::Chinese));
    for text in ["文本重复检测报告单", "总文字复制比", "已审定 0 / 1", "lang=\"zh-Hans\"", "近乎相同"]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
}

#[test]
fn nothing_of_a_report_is_obeyed() {
    let mut report = compared(PAPER, SOURCE);
    report.tool = BAD.to_owned();
    report.failures.push(BAD.to_owned());
    let document = &mut report.documents[0];
    document.id = BAD.to_owned();
    (document.title, document.author) = (Some(BAD.to_owned()), Some(BAD.to_owned()));
    document.text = document.text.as_ref().map(|text| format!("{text}{BAD}"));
    document.sources[0].title = Some(BAD.to_owned());
    let made = PassageDecision {
        decision: Decision::Copied,
        by: BAD.to_owned(),
        at: BAD.to_owned(),
        note: BAD.to_owned(),
    };
    let passage = &mut document.passages[0];
    (passage.b_text, passage.b_before, passage.b_after) =
        (Some(BAD.to_owned()), BAD.to_owned(), BAD.to_owned());
    passage.decision = Some(made);
    let again = Passage { b: BAD.to_owned(), ..passage.clone() };
    document.passages.push(again);
    report.documents.push(report.documents[0].clone());
    let page = bare(&page(&report, Language::English));
    assert_eq!(page.matches("<script").count(), 2, "its own and the one with the report");
    assert_eq!(page.matches("</script>").count(), 2);
    // In JSON, what is left cannot end its element.
    let page = page.split_once("id=\"ibid-report\">").unwrap().0;
    for part in ["onload='", "<!--", "\u{202E}", "\u{1b}"] {
        assert!(!page.contains(part), "{part:?}");
    }
}

#[test]
fn a_page_without_texts_has_none() {
    let mut report = compared(PAPER, SOURCE);
    let document = &mut report.documents[0];
    document.text = None;
    for passage in &mut document.passages {
        (passage.a_text, passage.b_text) = (None, None);
        (passage.b_before, passage.b_after) = (String::new(), String::new());
    }
    let page = bare(&page(&report, Language::English));
    assert!(!page.contains("harbour light") && page.contains("The texts were left out of this report."));
}

#[test]
fn a_table_comes_before_many_documents() {
    let mut report = compared(PAPER, SOURCE);
    report.documents.push(report.documents[0].clone());
    let page = page(&report, Language::English);
    let table = page.find("id=\"all\"").unwrap();
    let [first, second] = ["id=\"d1\"", "id=\"d2\""].map(|id| page.find(id).unwrap());
    assert!(table < first && first < second);
    assert!(page.contains("<a href=\"#d2\">paper.md</a>"), "{}", bare(&page));
}

//! Text that a file hides from its reader, in each format: counted, with its place, and matched with nothing.

use serde_json::Value;

use crate::program::Folder;

const SEEN: &str = "In the nine remaining cases the wind had turned within less than two hours.";
const HIDDEN: &str = "The number of boats falls before a storm in thirty-one of forty cases.";

/// Checks a paper that hides one of two copied sentences: for the reason `why`, before the text `before`.
#[track_caller]
fn check(name: &str, why: &str, page: Option<u64>, before: &str) {
    let folder = Folder::with(&[&format!("formats/hidden/{name}")]);
    folder.write("library.txt", format!("{HIDDEN}\n\n{SEEN}\n"));
    let ended = folder.run(&["check", "formats", "--against", "library.txt", "--format", "json"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    let document = &report["documents"][0];
    let text: Vec<char> = document["text"].as_str().unwrap().chars().collect();
    let hidden = &document["obfuscation"]["hidden_text"];
    let places = hidden["places"].as_array().unwrap();
    // A hidden sheet has a hidden name, which comes first.
    let place = places.last().unwrap();
    let from = usize::try_from(place["at"].as_u64().unwrap()).unwrap();
    assert_eq!((place["why"].as_str(), place["page"].as_u64()), (Some(why), page), "{place}");
    assert_eq!(place["text"].as_str(), Some(HIDDEN));
    assert!(text[from..].iter().collect::<String>().starts_with(before), "{place}");
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count() as u64;
    let names: u64 =
        places[..places.len() - 1].iter().map(|place| letters(place["text"].as_str().unwrap())).sum();
    assert_eq!(hidden["count"].as_u64(), Some(names + letters(HIDDEN)));
    let passages = report["documents"][0]["passages"].as_array().unwrap();
    let matched: Vec<String> = passages
        .iter()
        .map(|passage| {
            let place = |name: &str| usize::try_from(passage[name].as_u64().unwrap()).unwrap();
            text[place("a_start")..place("a_end")].iter().collect()
        })
        .collect();
    assert_eq!(matched, [SEEN.trim_end_matches('.')]);
}

#[test]
fn of_pdf() {
    check("hidden.pdf", "color", Some(1), "Nobody asked the keeper");
}

#[test]
fn of_docx() {
    check("hidden.docx", "color", None, SEEN);
}

#[test]
fn of_odt() {
    check("hidden.odt", "color", None, SEEN);
}

#[test]
fn of_odt_as_one_file_of_xml() {
    check("hidden.fodt", "color", None, SEEN);
}

#[test]
fn of_epub() {
    check("hidden.epub", "color", None, SEEN);
}

#[test]
fn of_rtf() {
    check("hidden.rtf", "color", None, SEEN);
}

#[test]
fn of_latex() {
    check("hidden.tex", "color", None, SEEN);
}

#[test]
fn of_a_spreadsheet() {
    check("hidden.xlsx", "not-shown", None, "");
}

#[test]
fn of_html() {
    check("hidden.html", "not-shown", None, "Nobody asked the keeper");
}

#[test]
fn of_mail() {
    check("hidden.eml", "not-shown", None, "Nobody asked the keeper");
}

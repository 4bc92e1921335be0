//! Text that repeats: all of it is found, and it is told once.

use serde_json::Value;

use crate::program::Folder;

const SENTENCE: &str = "The old lighthouse keeper climbed the narrow winding stairs every evening before dusk and trimmed \
                        the long wick carefully. ";
const OTHER: &str =
    "Nobody in the fishing village could remember a single night when the great lamp had failed them. ";
const HAN: &str = "造桥的钱大都是一家一户凑出来的，有人捐一根大梁，有人捐三天工。";

/// Checks one text against another, and gives the report; the same by `compare`.
fn reports(a: &str, b: &str) -> [Value; 2] {
    let folder = Folder::new();
    folder.write("a.txt", a);
    folder.write("b.txt", b);
    let checked = folder.run(&["check", "a.txt", "--against", "b.txt", "--format", "json"]);
    let compared = folder.run(&["compare", "a.txt", "b.txt", "--format", "json"]);
    [checked, compared].map(|ended| {
        ended.done();
        serde_json::from_str(&ended.stdout).unwrap()
    })
}

#[track_caller]
fn is_one_verbatim_passage(text: &str) {
    for report in reports(text, text) {
        let (document, passages) =
            (&report["documents"][0], report["documents"][0]["passages"].as_array().unwrap());
        assert_eq!(document["ratios"]["overall"], 1.0);
        assert_eq!((passages.len(), &passages[0]["similarity"]), (1, &Value::from(1.0)));
    }
}

#[test]
fn a_sentence_that_repeats_is_found_as_a_whole() {
    for times in [2, 9, 12, 300] {
        is_one_verbatim_passage(&SENTENCE.repeat(times));
        is_one_verbatim_passage(&HAN.repeat(times));
    }
}

#[test]
fn sentences_in_turn_and_paragraphs_are_found_as_a_whole() {
    is_one_verbatim_passage(&format!("{SENTENCE}{OTHER}").repeat(200));
    is_one_verbatim_passage(&format!("{SENTENCE}{OTHER}{SENTENCE}\n\n").repeat(120));
}

#[test]
fn many_places_of_one_source_are_one_passage_and_all_count() {
    for report in reports(&SENTENCE.repeat(150), SENTENCE) {
        let (document, passages) =
            (&report["documents"][0], report["documents"][0]["passages"].as_array().unwrap());
        assert_eq!((&document["ratios"]["overall"], passages.len()), (&Value::from(1.0), 1));
        assert_eq!(passages[0]["a_also"].as_array().unwrap().len(), 149);
    }
}

#[test]
fn many_places_in_the_source_are_counted_and_a_hundred_listed() {
    for report in reports(SENTENCE, &SENTENCE.repeat(150)) {
        let passage = &report["documents"][0]["passages"][0];
        assert_eq!(
            (passage["b_also"].as_array().unwrap().len(), &passage["b_also_count"]),
            (100, &149.into())
        );
    }
}

#[test]
fn the_report_says_how_often_a_passage_stands() {
    let folder = Folder::new();
    folder.write("a.txt", SENTENCE.repeat(20));
    folder.write("b.txt", SENTENCE);
    let checked = folder.run(&["check", "a.txt", "--against", "b.txt"]);
    checked.done();
    assert!(checked.stdout.contains("19 more times here, next at characters 123..244"), "{}", checked.stdout);
    let checked = folder.run(&["check", "b.txt", "--against", "a.txt"]);
    assert!(
        checked.stdout.contains("19 more times there, next at characters 123..244"),
        "{}",
        checked.stdout
    );
}

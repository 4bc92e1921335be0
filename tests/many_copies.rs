//! Text that many documents have is counted, however many there are: it is common because it is copied.

use serde_json::{Value, json};

use crate::program::Folder;

/// Makes up texts: the same for the same seed.
struct Maker {
    state: u64,
    is_chinese: bool,
}

impl Maker {
    fn next(&mut self, below: u64) -> u64 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % below
    }

    fn word(&mut self) -> String {
        if self.is_chinese {
            return char::from_u32(0x4E00 + self.next(3000) as u32).unwrap().to_string();
        }
        let syllables = 2 + self.next(3);
        let syllable = |maker: &mut Maker| {
            let (consonant, vowel) = (maker.next(14) as usize, maker.next(5) as usize);
            ["bdfgklmnprstvz", "aeiou"]
                .iter()
                .zip([consonant, vowel])
                .map(|(from, at)| &from[at..=at])
                .collect::<String>()
        };
        (0..syllables).map(|_| syllable(self)).collect()
    }

    fn text(&mut self, sentences: usize) -> String {
        let (gap, end) = if self.is_chinese { ("", "。") } else { (" ", ". ") };
        let sentence = |maker: &mut Maker| {
            let words = 10 + maker.next(15);
            let words: Vec<String> = (0..words).map(|_| maker.word()).collect();
            format!("The {}{end}", words.join(gap)).replace(if maker.is_chinese { "The " } else { "\0" }, "")
        };
        (0..sentences).map(|_| sentence(self)).collect()
    }
}

fn makers() -> [Maker; 2] {
    [false, true].map(|is_chinese| Maker { state: 20_261_125, is_chinese })
}

fn write(folder: &Folder, name: &str, texts: &[String]) {
    let line = |(number, text): (usize, &String)| {
        format!("{}\n", json!({"id": format!("d{number:03}"), "text": text}))
    };
    folder.write(name, texts.iter().enumerate().map(line).collect::<String>());
}

fn report(folder: &Folder, args: &[&str]) -> Value {
    let ended = folder.run(&[args, &["--format", "json", "-q"]].concat());
    assert_eq!(ended.code, Some(0), "{ended:?}");
    serde_json::from_str(&ended.stdout).unwrap()
}

fn overall(report: &Value) -> Vec<f64> {
    let documents = report["documents"].as_array().unwrap();
    documents.iter().map(|document| document["ratios"]["overall"].as_f64().unwrap()).collect()
}

#[test]
fn a_paper_that_stands_in_many_documents_is_copied_as_a_whole() {
    for mut maker in makers() {
        let folder = Folder::new();
        let paper = maker.text(20);
        folder.write("paper.txt", &paper);
        write(&folder, "copies.jsonl", &vec![paper; 130]);
        let in_memory = report(&folder, &["check", "paper.txt", "--against", "copies.jsonl"]);
        assert_eq!(folder.run(&["add", "copies.jsonl", "-q"]).code, Some(0));
        let on_disk = report(&folder, &["check", "paper.txt"]);
        for report in [in_memory, on_disk] {
            assert_eq!(overall(&report), [1.0]);
            let passages = report["passages"].as_array().unwrap();
            let ids: Vec<&str> = passages.iter().map(|passage| passage["b"].as_str().unwrap()).collect();
            assert_eq!(ids, ["d000", "d001", "d002", "d003", "d004", "d005", "d006", "d007"]);
            assert!(passages.iter().all(|passage| passage["more_documents"] == 122));
        }
        let text = folder.run(&["check", "paper.txt", "--lang", "en"]).stdout;
        assert!(text.contains("122 more documents have this text, and were not compared"), "{text}");
    }
}

#[test]
fn paragraphs_that_stand_in_many_documents_are_copied() {
    for mut maker in makers() {
        let folder = Folder::new();
        let paragraphs: Vec<String> = (0..7).map(|_| maker.text(6)).collect();
        let source = |number: usize, maker: &mut Maker| {
            let chosen = (0..7).filter(|paragraph| (number + paragraph * 3) % 7 < 3);
            let chosen: Vec<&str> = chosen.map(|paragraph| &*paragraphs[paragraph]).collect();
            [&*maker.text(4), &chosen.join("\n\n"), &*maker.text(4)].join("\n\n")
        };
        let sources: Vec<String> = (0..100).map(|number| source(number, &mut maker)).collect();
        write(&folder, "sources.jsonl", &sources);
        folder.write("paper.txt", paragraphs.join("\n\n"));
        let found = report(&folder, &["check", "paper.txt", "--against", "sources.jsonl"]);
        assert!(overall(&found)[0] >= 0.99, "{:?}", overall(&found));
    }
}

#[test]
fn equal_papers_among_themselves_are_copied_as_a_whole() {
    for mut maker in makers() {
        let folder = Folder::new();
        write(&folder, "papers.jsonl", &vec![maker.text(12); 60]);
        let found = report(&folder, &["check", "papers.jsonl", "--among", "--no-text"]);
        assert_eq!(overall(&found), vec![1.0; 60]);
    }
}

#[test]
fn a_short_sentence_of_many_documents_is_no_copy() {
    let mut maker = makers().into_iter().next().unwrap();
    let folder = Folder::new();
    let formula = "All rights are reserved by the owners of this work.";
    let sources: Vec<String> =
        (0..40).map(|_| format!("{}{formula} {}", maker.text(4), maker.text(4))).collect();
    write(&folder, "sources.jsonl", &sources);
    folder.write("paper.txt", format!("{}{formula} {}", maker.text(6), maker.text(6)));
    let found = report(&folder, &["check", "paper.txt", "--against", "sources.jsonl"]);
    assert_eq!(overall(&found), [0.0]);
}

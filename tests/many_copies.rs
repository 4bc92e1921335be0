//! Text that many documents have: all of it is counted, and the report says in how many more documents it stands.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::program::Folder;

/// Makes sentences of made-up words, or of Han characters, from a seed.
pub(crate) struct Maker {
    pub(crate) seed: u64,
    pub(crate) is_chinese: bool,
}

impl Maker {
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.seed >> 33) % count
    }

    pub(crate) fn word(&mut self) -> String {
        if self.is_chinese {
            return char::from_u32(0x4E00 + self.below(3000) as u32).unwrap().to_string();
        }
        const SYLLABLES: [&str; 16] = [
            "ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo", "dra", "ste",
        ];
        (0..3).map(|_| SYLLABLES[self.below(16) as usize]).collect::<String>() + " "
    }

    fn paragraph(&mut self) -> String {
        let (start, end) = if self.is_chinese { ("", "。") } else { ("So ", ". ") };
        let sentences = (0..6).map(|_| {
            let words: String = (0..18).map(|_| self.word()).collect();
            start.to_owned() + words.trim_end() + end
        });
        sentences.collect()
    }

    fn paragraphs(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.paragraph()).collect()
    }
}

fn makers() -> [Maker; 2] {
    [false, true].map(|is_chinese| Maker { seed: 7, is_chinese })
}

fn records(texts: impl IntoIterator<Item = String>) -> String {
    let mut lines = String::new();
    for (number, text) in texts.into_iter().enumerate() {
        writeln!(lines, "{}", json!({ "id": format!("d{number:04}"), "text": text })).unwrap();
    }
    lines
}

/// Checks a paper against documents in memory, and against an index of them: both reports are the same but for what was
/// searched.
#[track_caller]
fn check(paper: &str, documents: &str) -> Value {
    let folder = Folder::new();
    folder.write("paper.txt", paper);
    folder.write("documents.jsonl", documents);
    let against = folder.run(&["check", "paper.txt", "--against", "documents.jsonl", "--format", "json"]);
    against.done();
    folder.run(&["add", "documents.jsonl"]).done();
    let indexed = folder.run(&["check", "paper.txt", "--format", "json"]);
    indexed.done();
    let [memory, disk]: [Value; 2] =
        [against, indexed].map(|ended| serde_json::from_str(&ended.stdout).unwrap());
    assert_eq!(memory["documents"][0]["ratios"], disk["documents"][0]["ratios"]);
    memory
}

#[test]
fn a_paper_that_hundreds_of_documents_are_equal_to_is_copied() {
    for mut maker in makers() {
        let paper = maker.paragraphs(3).join("\n\n");
        let others: Vec<String> = (0..40).map(|_| maker.paragraph()).collect();
        for others in [&[], &*others] {
            let copies = std::iter::repeat_n(paper.clone(), 130);
            let report = check(&paper, &records(copies.chain(others.iter().cloned())));
            assert_eq!(report["documents"][0]["ratios"]["overall"], 1.0);
            let more = report["documents"][0]["passages"][0]["more_documents"].as_u64().unwrap();
            assert!((100..130).contains(&more), "{more}");
        }
    }
}

#[test]
fn the_report_says_in_how_many_more_documents_a_passage_stands() {
    let [mut maker, _] = makers();
    let folder = Folder::new();
    let paper = maker.paragraph();
    folder.write("paper.txt", &paper);
    folder.write("documents.jsonl", records(std::iter::repeat_n(paper, 130)));
    let checked = folder.run(&["check", "paper.txt", "--against", "documents.jsonl"]);
    checked.done();
    let text = checked.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("122 more documents have this text, and were not compared"), "{text}");
}

#[test]
fn paragraphs_that_a_third_of_the_documents_have_are_copied() {
    for mut maker in makers() {
        let shared = maker.paragraphs(7);
        let texts: Vec<String> = (0..100)
            .map(|_| {
                let of_shared: Vec<String> =
                    shared.iter().filter(|_| maker.below(100) < 40).cloned().collect();
                [vec![maker.paragraph()], of_shared, vec![maker.paragraph()]].concat().join("\n\n")
            })
            .collect();
        let report = check(&shared.join("\n\n"), &records(texts));
        let overall = report["documents"][0]["ratios"]["overall"].as_f64().unwrap();
        assert!(overall >= 0.99, "{overall}");
    }
}

#[test]
fn equal_papers_are_copied_from_each_other() {
    for mut maker in makers() {
        let folder = Folder::new();
        let paper = maker.paragraphs(2).join("\n\n");
        folder.write("papers.jsonl", records(std::iter::repeat_n(paper, 60)));
        let checked = folder.run(&["check", "papers.jsonl", "--among", "--no-text", "--format", "json"]);
        checked.done();
        let report: Value = serde_json::from_str(&checked.stdout).unwrap();
        let ratios: Vec<&Value> =
            report["documents"].as_array().unwrap().iter().map(|paper| &paper["ratios"]["overall"]).collect();
        assert_eq!(ratios, vec![1.0; 60]);
    }
}

/// So many lines of one form that the index is not asked about all of them.
#[test]
fn a_long_text_of_one_form_is_copied_and_so_is_what_stands_in_it() {
    let [mut maker, _] = makers();
    let line = |maker: &mut Maker| {
        let [name, place, sum] = [(); 3].map(|()| maker.word());
        format!(
            "The applicant {name}of the district {place}has handed in the request for the extension of the permit \
             to the office in due time, and the fee of {sum}was paid at the counter on the same day.\n\n"
        )
    };
    let lines: Vec<String> = (0..4000).map(|_| line(&mut maker)).collect();
    let (form, paragraph) = (lines.concat(), maker.paragraph());
    let paper = form.clone() + &paragraph;
    let report = check(&paper, &records([form, maker.paragraph() + &paragraph]));
    assert_eq!(report["documents"][0]["ratios"]["overall"], 1.0);
}

#[test]
fn a_short_sentence_of_many_documents_is_no_copy() {
    let [mut maker, _] = makers();
    let formula = "All rights are reserved by the owners of this work. ";
    let around = |maker: &mut Maker| [&*maker.paragraph(), formula, &*maker.paragraph()].concat();
    let sources: Vec<String> = (0..40).map(|_| around(&mut maker)).collect();
    let report = check(&around(&mut maker), &records(sources));
    assert_eq!(report["documents"][0]["ratios"]["overall"], 0.0);
}

//! The texts of a passage side by side: their rows, their facts, and the documents that are read for them.

use std::collections::BTreeMap;

use ibid::report::{Decision, Passage, PassageDecision, PlaceReport, Report, SentencePair, SourceReport};
use ibid::split::split_sentences;
use ibid::{Layout, Span};
use proptest::prelude::*;

use super::{Review, sample};
use crate::render::{Language, thousands};
use crate::tui::action::Action;
use crate::tui::flow::TextRow;
use crate::tui::panes::Panes;
use crate::tui::review::layout::Pane;
use crate::tui::trace::Missing;

const SMALL: (u16, u16) = (80, 24);

/// Returns the rows of a pane on which lines begin, by their bytes.
fn rows(review: &Review, pane: Pane) -> BTreeMap<usize, usize> {
    let rows = review.state.body(pane).height;
    let lines = review.state.page(pane).lines(review.state.text(pane).1.top, rows);
    let lines = lines.iter().enumerate().filter(|(_, line)| line.start < line.end);
    lines.map(|(row, line)| (line.start, row)).collect()
}

/// Returns the bytes at which the sentences of one side begin, if they are as many as the report says.
fn sentence_starts(text: &str, [first, end]: [u32; 2]) -> Option<Vec<usize>> {
    let split = |layout| {
        let mut spans: Vec<Span> = vec![];
        split_sentences(text, layout, &mut spans);
        spans
            .iter()
            .enumerate()
            .map(|(at, span)| if at == 0 { 0 } else { span.start as usize })
            .collect::<Vec<_>>()
    };
    [Layout::Wrapped, Layout::Flowing]
        .into_iter()
        .map(split)
        .find(|starts| starts.len() == (end - first) as usize)
}

/// The sentence pairs on the screen.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    /// Pairs whose sides begin on the same row.
    equal: usize,
    /// Pairs whose sides begin on different rows, though no other pair crosses them or shares a sentence.
    apart: usize,
    /// Pairs that cross another, or share a sentence with one, and are not side by side on this screen.
    crossed: usize,
    /// Pairs whose sentences cannot be told in the texts of the report.
    unknown: usize,
}

/// Counts the pairs of the selected passage whose sides are both on the screen.
fn count_pairs(review: &Review, passage: &Passage, seen: &mut Seen) {
    let texts = [passage.a_text.as_deref().unwrap_or(""), passage.b_text.as_deref().unwrap_or("")];
    let starts =
        (sentence_starts(texts[0], passage.a_sentences), sentence_starts(texts[1], passage.b_sentences));
    let (Some(a), Some(b)) = starts else {
        seen.unknown += passage.sentence_pairs.len();
        return;
    };
    let (query, source) = (rows(review, Pane::Query), rows(review, Pane::Source));
    let first = [&review.state.query, &review.state.other].map(|text| text.place.start);
    for pair in &passage.sentence_pairs {
        let [x, y] = [(pair.a - passage.a_sentences[0]) as usize, (pair.b - passage.b_sentences[0]) as usize];
        let is_other = |of: &&SentencePair| (of.a, of.b) != (pair.a, pair.b);
        let crosses =
            |of: &SentencePair| (of.a <= pair.a && of.b >= pair.b) || (of.a >= pair.a && of.b <= pair.b);
        let is_crossed = passage.sentence_pairs.iter().filter(is_other).any(crosses);
        match (query.get(&(a[x] + first[0])), source.get(&(b[y] + first[1]))) {
            (Some(here), Some(there)) if here == there => seen.equal += 1,
            // A line that begins in the middle of a row is on no row of its own.
            _ if is_crossed => seen.crossed += 1,
            (Some(_), Some(_)) => seen.apart += 1,
            _ => {}
        }
    }
}

/// Reads all passages of a report to their ends at some widths, and counts the pairs on each screen.
fn walk_pairs(report: &Report, widths: impl Iterator<Item = u16>) -> Seen {
    let mut seen = Seen::default();
    let mut review = Review::new(report.clone(), SMALL);
    for cols in widths {
        review.act([Action::Resize(cols, 40)]);
        for document in 0..report.documents.len() {
            let mut review = Review::of_document(report.clone(), (cols, 40));
            review.state.open_document(document);
            for at in 0..review.state.shown.len() {
                review.state.select_passage(at);
                let passage = review.state.passage().unwrap().clone();
                let tops = |review: &Review| (review.state.query.top, review.state.other.top);
                loop {
                    let before = tops(&review);
                    count_pairs(&review, &passage, &mut seen);
                    review.act([Action::ReadOn]);
                    if review.state.passage() != Some(&passage) || tops(&review) == before {
                        break;
                    }
                }
            }
        }
    }
    seen
}

/// Returns a report whose passages have several sentences, of different lengths on both sides.
fn paired() -> Report {
    let a = "The boat was late. Nobody on the quay had expected anything else, since the tide was low and the wind \
             stood in the east. We waited. Then the ferryman came.";
    let b = "As everybody remembers, the boat was late again that day, as it had been all week. Nobody expected \
             anything else. We waited for an hour, and for another. Then came the ferryman";
    let text = format!("It was a day in May.\n\n{a} The rest is known.\n");
    let mut report = sample::Sample::new("quay.md", &text)
        .passage(a.trim_end_matches('.'), "library/quay.txt", (0, b), ibid::report::Kind::NearVerbatim)
        .report();
    let passage = &mut report.documents[0].passages[0];
    (passage.a_sentences, passage.b_sentences) = ([1, 5], [10, 14]);
    passage.sentence_pairs =
        [(1, 10), (2, 11), (3, 12), (4, 13)].map(|(a, b)| SentencePair { a, b, jaccard: 0.7 }).into();
    passage.b_before = "Every day has a boat. ".into();
    passage.b_after = ", and nobody said a word. That was all.".into();
    report
}

/// Returns the reports with names of 110 characters, places, credits and decisions.
fn with_facts() -> Vec<Report> {
    let mut reports = vec![paired(), sample::english(), sample::chinese(), sample::both()];
    for report in &mut reports {
        for document in &mut report.documents {
            let name = |at: usize| {
                format!("{}-{at}.pdf", "一本书里的 long name".repeat(9).chars().take(104).collect::<String>())
            };
            for (at, passage) in document.passages.iter_mut().enumerate() {
                passage.b = name(at);
                passage.a_place = Some(PlaceReport::Line { line: 100 + at as u32, column: 7 });
                passage.b_place = Some(PlaceReport::Page { page: 1234 + at as u32 });
                passage.decision = Some(PassageDecision {
                    decision: Decision::Quotation,
                    by: "Ana Reyes".into(),
                    at: "2026-11-18T09:00:00Z".into(),
                    note: "the source is named".into(),
                });
            }
            document.sources = (0..document.passages.len())
                .map(|at| SourceReport {
                    id: name(at),
                    title: (at == 1).then(|| name(9)),
                    ..SourceReport::default()
                })
                .collect();
        }
    }
    reports
}

/// Returns the facts of the selected passage that are not on the screen whole.
fn missing_facts(review: &mut Review) -> Vec<String> {
    let passage = review.state.passage().unwrap().clone();
    let language = review.state.window.language;
    let place = |place: Option<PlaceReport>| match (place?, language) {
        (PlaceReport::Line { line, column }, _) => Some(format!("{line}:{column}")),
        (PlaceReport::Page { page }, Language::English) => Some(format!("p. {page}")),
        (PlaceReport::Page { page }, Language::Chinese) => Some(format!("第 {page} 页")),
    };
    let credit = language.credit(&passage);
    let counts = [passage.quoted_words, passage.cited_words, passage.uncredited_words];
    let short = review.state.messages().partly_credited(counts[0], counts[1], counts[2]);
    let decision = language.decision(passage.decision.as_ref().map(|decision| decision.decision));
    let facts = [
        Some(language.kind(passage.kind).to_owned()),
        Some(format!("{:.2}", passage.similarity)),
        Some(format!("{}/{}", thousands(passage.matched_words.into()), thousands(passage.a_words.into()))),
        Some(decision.to_owned()),
        place(passage.a_place),
        place(passage.b_place),
    ];
    // A test terminal that was drawn on before may hide a column behind a wide character.
    review.terminal.clear().unwrap();
    let screen = review.screen();
    let mut missing: Vec<String> =
        facts.into_iter().flatten().filter(|fact| !screen.contains(&**fact)).collect();
    if !screen.contains(&credit) && !screen.contains(&short) {
        missing.push(format!("{credit} in\n{screen}"));
    }
    missing
}

/// Goes through all passages of a report, and returns their number and the facts that are cut.
fn walk_facts(report: &Report, language: Language) -> (usize, Vec<String>) {
    let mut review = Review::of_document(report.clone(), SMALL);
    review.state.window.language = language;
    let (mut count, mut missing) = (0, vec![]);
    for document in 0..report.documents.len() {
        review.state.open_document(document);
        for _ in 0..review.state.shown.len() {
            count += 1;
            missing.extend(missing_facts(&mut review));
            review.act([Action::Next]);
        }
    }
    (count, missing)
}

#[test]
fn no_name_cuts_the_facts() {
    for report in with_facts() {
        for language in [Language::English, Language::Chinese] {
            let (count, missing) = walk_facts(&report, language);
            assert_eq!((count > 0, missing), (true, vec![]), "{language:?}");
        }
    }
}

#[test]
fn both_sides_of_a_pair_begin_on_the_same_row_at_every_width() {
    let seen = walk_pairs(&paired(), 80..=200);
    assert_eq!((seen.apart, seen.crossed, seen.unknown), (0, 0, 0), "{seen:?}");
    assert!(seen.equal >= 4 * 121, "{seen:?}");
}

/// Goes through the report that the variable `IBID_REPORT` names, and prints what is seen.
#[test]
#[ignore = "needs a report"]
fn a_report_is_walked_through() {
    let path = std::env::var("IBID_REPORT").unwrap();
    let report = Report::read_json(std::fs::File::open(&path).unwrap()).unwrap();
    for language in [Language::English, Language::Chinese] {
        let (count, missing) = walk_facts(&report, language);
        println!("{path}, {language:?}: {count} passages at 80×24, {} facts cut {missing:?}", missing.len());
    }
    println!("{path}: {:?}", walk_pairs(&report, (80..=200).step_by(8)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn every_byte_is_shown_once_and_rows_stay_equal(
        cols in 20u16..200,
        moves in prop::collection::vec(prop::sample::select(vec![Action::Up, Action::Down, Action::HalfPageDown, Action::PageUp]), 0..9),
    ) {
        let mut review = Review::of_document(paired(), (cols, 30));
        review.act([Action::Open]).act(moves);
        for pane in [Pane::Query, Pane::Source] {
            let (page, text) = (review.state.page(pane), review.state.text(pane).0);
            let lines = page.lines(TextRow::default(), u16::MAX);
            let mut end = 0;
            for line in lines.iter().filter(|line| line.start < line.end) {
                prop_assert!(line.start >= end && text.get(end..line.start).unwrap().trim().is_empty());
                end = line.end;
            }
            prop_assert!(text.get(end..).unwrap().trim().is_empty());
        }
        if cols >= 60 {
            let mut seen = Seen::default();
            let passage = review.state.passage().unwrap().clone();
            count_pairs(&review, &passage, &mut seen);
            prop_assert_eq!(seen.apart, 0);
        }
    }
}

/// Answers what the review wants to read, from texts by id.
fn answer(review: &mut Review, texts: &[(&str, &str)]) -> usize {
    let mut count = 0;
    while let Some(wanted) = review.state.wanted_text() {
        let found = texts.iter().find(|(id, _)| *id == wanted.id).map(|(_, text)| (*text).to_owned());
        let found = found.ok_or(Missing::Document);
        let is_same =
            |text: &String| wanted.hash.as_ref().is_none_or(|hash| *hash == Report::text_hash(text));
        let text = found.and_then(|text| if is_same(&text) { Ok(text) } else { Err(Missing::Changed) });
        review.state.take_wanted_text(wanted, text);
        count += 1;
    }
    count
}

/// Returns the report with the source as it stands in its file, and the text of that file.
fn with_source() -> (Report, String) {
    let mut report = paired();
    let passage = &mut report.documents[0].passages[0];
    let b = passage.b_text.clone().unwrap();
    let whole = format!(
        "# The quay\n\nA first paragraph.\n\nEvery day has a boat. {b}, and nobody said a word.\n\nThe end.\n"
    );
    passage.b_byte_start = whole.find(&b).unwrap() as u32;
    passage.b_byte_end = passage.b_byte_start + b.len() as u32;
    passage.b_hash = Report::text_hash(&b);
    passage.a_hash = Report::text_hash(passage.a_text.as_deref().unwrap());
    report.documents[0].sources[0].text_hash = Some(Report::text_hash(&whole));
    report.documents[0].text_hash = Report::text_hash(report.documents[0].text.as_deref().unwrap());
    (report, whole)
}

fn without_texts(mut report: Report) -> Report {
    for document in &mut report.documents {
        document.text = None;
        for passage in &mut document.passages {
            (passage.a_text, passage.b_text) = (None, None);
            (passage.b_before, passage.b_after) = Default::default();
        }
    }
    report
}

#[test]
fn the_whole_source_is_shown_where_it_can_be_read() {
    let (report, whole) = with_source();
    let mut review = Review::of_document(report, (120, 40));
    assert!(!review.screen().contains("The end."));
    let top = review.state.query.top;
    assert_eq!(answer(&mut review, &[("library/quay.txt", &whole)]), 1);
    assert_eq!((review.state.query.top, review.state.wanted_text()), (top, None));
    let screen = review.screen();
    assert!(screen.contains("The end.") && !screen.contains("A first paragraph."), "{screen}");
    let passage = review.state.passage().unwrap().clone();
    let mut seen = Seen::default();
    count_pairs(&review, &passage, &mut seen);
    assert_eq!(seen, Seen { equal: 4, ..Seen::default() });
    let screen = review.act([Action::SourceUp, Action::SourceUp]).screen();
    assert!(screen.contains("A first paragraph."), "{screen}");
}

#[test]
fn a_source_that_has_changed_is_told_at_the_passage() {
    let (report, whole) = with_source();
    for (text, is_told) in [(whole.replace("end", "END"), true), (whole, false)] {
        let mut review = Review::of_document(report.clone(), SMALL);
        answer(&mut review, &[("library/quay.txt", &text)]);
        let screen = review.screen();
        assert_eq!(screen.contains("has changed since; only the report's"), is_told, "{screen}");
        assert_eq!(screen.contains("own sentences are shown"), is_told, "{screen}");
        assert!(screen.contains("the boat was"), "{screen}");
    }
    let mut review = Review::of_document(report, SMALL);
    answer(&mut review, &[]);
    assert!(!review.screen().contains("changed") && review.state.wanted_text().is_none());
    // It is looked for again with what else may have changed on the disk.
    review.act([Action::Reload]);
    assert_eq!(answer(&mut review, &[("library/quay.txt", "Another text.")]), 1);
    assert!(review.screen().contains("has changed since"));
}

#[test]
fn a_report_without_texts_shows_those_of_files() {
    let (report, whole) = with_source();
    let paper = report.documents[0].text.clone().unwrap();
    let bare = without_texts(report);
    let mut review = Review::of_document(bare.clone(), (120, 40));
    assert_eq!(answer(&mut review, &[("library/quay.txt", &whole), ("quay.md", &paper)]), 2);
    let screen = review.screen();
    assert!(screen.contains("It was a day in May.") && screen.contains("The end."), "{screen}");
    assert!(
        review.screen().lines().any(|line| line.contains("▌ We waited.") && line.matches('▌').count() == 2)
    );
    let mut changed = Review::of_document(bare, (120, 40));
    answer(&mut changed, &[("quay.md", "Another text.")]);
    let screen = changed.screen();
    assert!(screen.contains("changed since; the report holds no text"), "{screen}");
    assert!(screen.contains("not found in files or index"), "{screen}");
}

#[test]
fn reading_on_goes_to_the_end_and_then_to_the_next_open_passage() {
    let words: Vec<String> = (0..600).map(|number| format!("word{number}")).collect();
    let text = words.join(" ");
    let (first, second) = text.split_at(text.find("word500").unwrap());
    let report = sample::Sample::new("a", &text)
        .passage(first.trim(), "b", (0, first.trim()), ibid::report::Kind::Verbatim)
        .passage(second, "c", (0, second), ibid::report::Kind::Verbatim)
        .report();
    let mut review = Review::of_document(report, SMALL);
    let mut screens = 0;
    while review.state.passage_list.selected == 0 {
        review.act([Action::ReadOn]);
        screens += 1;
        assert!(screens < 40);
    }
    assert!(screens > 5 && review.screen().contains("word500"), "{screens}");
    for _ in 0..9 {
        review.act([Action::ReadOn]);
    }
    assert_eq!(review.state.window.message.as_deref(), Some("this is the last passage"));
}

#[test]
fn differences_are_gone_through_one_by_one() {
    let mut review = Review::of_document(sample::english(), SMALL);
    let mut told = vec![];
    for action in
        [Action::NextDifference, Action::NextDifference, Action::NextDifference, Action::PreviousDifference]
    {
        review.act([action]);
        let highlighted = [Pane::Query, Pane::Source].map(|pane| {
            let range = review.state.difference(pane).unwrap();
            review.state.text(pane).0.get(range).unwrap().to_owned()
        });
        told.push((review.state.window.message.clone().unwrap(), highlighted));
    }
    let told: Vec<(&str, [&str; 2])> =
        told.iter().map(|(told, [a, b])| (told.as_str(), [a.as_str(), b.as_str()])).collect();
    assert_eq!(
        told,
        [
            ("difference 1 of 2", ["when", "as soon as"]),
            ("difference 2 of 2", ["went", "travelled"]),
            ("this is the last difference", ["went", "travelled"]),
            ("difference 1 of 2", ["when", "as soon as"]),
        ]
    );
    let reversed: String = review
        .draw()
        .content
        .iter()
        .filter(|cell| cell.modifier.contains(ratatui::style::Modifier::REVERSED) && cell.symbol() != " ")
        .map(|cell| cell.symbol())
        .collect();
    assert!(reversed.contains("when") && reversed.contains("assoonas"), "{reversed}");
    review.act([Action::Next, Action::NextDifference]);
    assert_eq!(review.state.window.message.as_deref(), Some("both sides have the same words"));
}

#[test]
fn the_source_scrolls_alone_and_comes_back() {
    let (report, whole) = with_source();
    let mut review = Review::of_document(report, SMALL);
    answer(&mut review, &[("library/quay.txt", &whole)]);
    let tops = |review: &Review| (review.state.query.top, review.state.other.top);
    let before = tops(&review);
    review.act([Action::SourceDown]);
    assert!(tops(&review).0 == before.0 && tops(&review).1 > before.1);
    review.act([Action::SourceUp]);
    assert_eq!(tops(&review), before);
    review.act([Action::SourceDown, Action::Next]);
    assert_eq!(tops(&review), before);
}

#[test]
fn scrolling_in_the_paper_brings_the_source_along() {
    let mut review = Review::of_document(sample::english(), (120, 20));
    review.act([Action::Right, Action::First]);
    let mut selected = vec![];
    for _ in 0..20 {
        selected.push(review.state.passage_list.selected);
        review.act([Action::Down]);
    }
    assert!(selected.is_sorted() && selected.contains(&1), "{selected:?}");
}

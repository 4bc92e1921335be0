//! Decisions on several passages at once.

use ibid::decisions::Ledger;
use ibid::report::{Decision, Report, SaidPair};
use insta::assert_snapshot;

use super::deciding::{Desk, SMALL, decidable};
use super::{Review, sample};
use crate::render::Language;
use crate::tui::action::{Action, Mode};
use crate::tui::review::ReviewInput;
use crate::tui::review::deciding::Decisions;
use crate::tui::review::state::State;

/// Returns so many papers with the same passages, whose second sentence is each paper's own.
fn papers(count: usize) -> Report {
    let mut report = decidable(sample::english());
    report.documents.truncate(1);
    let first = report.documents.remove(0);
    for number in 0..count {
        let mut document = first.clone();
        document.id = format!("paper-{number}.txt");
        for passage in &mut document.passages {
            passage.a = document.id.clone();
            // The paper's side is worded anew in each paper.
            for said in &mut passage.said {
                let source = said.pair.split_once('~').unwrap().1;
                said.pair = format!("{:016x}~{source}", number + 1000);
            }
        }
        report.documents.push(document);
    }
    report
}

/// Returns the decisions on the first finding of each document.
fn first_decisions(desk: &Desk) -> Vec<Option<Decision>> {
    let first = desk.review.state.report.documents.iter().map(|document| &document.passages[0].decision);
    first.map(|decision| decision.as_ref().map(|decision| decision.decision)).collect()
}

#[test]
fn a_decision_is_on_all_rows_that_are_selected() {
    let mut desk = Desk::of_document(decidable(sample::english()), SMALL);
    desk.act([Action::Select, Action::Down]);
    assert_snapshot!("several_selected", desk.review.screen());
    desk.decide(Decision::Quotation);
    let decisions = desk.decisions();
    assert_eq!(decisions[..2], [Some(Decision::Quotation); 2]);
    assert!(decisions[2..].iter().all(Option::is_none), "{decisions:?}");
    assert_eq!(desk.lines.len(), 2);
    // They are one step.
    desk.act([Action::Undo]);
    assert!(desk.decisions().iter().all(Option::is_none));
    assert_eq!(desk.lines.len(), 4);
    desk.act([Action::Redo]);
    assert_eq!(desk.decisions()[..2], [Some(Decision::Quotation); 2]);
    let screen = desk.review.screen();
    assert!(screen.contains("decided 2 passages"), "{screen}");
}

#[test]
fn the_row_that_a_step_leads_to_is_on_the_screen() {
    let mut desk = Desk::of_document(decidable(sample::english()), SMALL);
    desk.act([Action::Resize(80, 12), Action::Select, Action::Last]).decide(Decision::Copied);
    desk.act([Action::Undo]);
    let list = desk.review.state.passage_list;
    assert_eq!((list.selected, list.top), (0, 0));
}

#[test]
fn a_selection_ends_with_esc_and_with_the_list() {
    for end in [Action::Back, Action::Select, Action::Sort, Action::Uncounted, Action::NextDocument] {
        let mut desk = Desk::of_document(papers(2), SMALL);
        desk.act([Action::Select, Action::Down, end.clone()]).decide(Decision::Copied);
        assert_eq!(desk.lines.len(), 1, "{end:?}");
    }
}

#[test]
fn a_note_and_a_repeat_are_on_all_rows_too() {
    let mut desk = Desk::of_document(decidable(sample::english()), SMALL);
    desk.act([Action::Select, Action::Down, Action::Note, Action::Type("in class".into()), Action::Submit]);
    desk.decide(Decision::OwnWork);
    let notes: Vec<&str> = desk.lines.iter().map(|line| line.note.as_str()).collect();
    assert_eq!(notes, ["in class"; 2]);
    desk.act([Action::First, Action::Select, Action::Last, Action::Repeat]);
    let count = desk.decisions().len();
    assert_eq!(desk.decisions(), vec![Some(Decision::OwnWork); count]);
}

#[test]
fn the_same_words_are_decided_in_few_papers_at_once() {
    let mut desk = Desk::of_document(papers(4), SMALL);
    desk.act([Action::SameWords]);
    let screen = desk.review.screen();
    assert!(screen.contains("decide this passage first"), "{screen}");
    desk.decide(Decision::CommonPhrase).act([Action::Previous, Action::SameWords]);
    assert_eq!(first_decisions(&desk), [Some(Decision::CommonPhrase); 4]);
    assert_eq!(desk.lines.len(), 4);
    let screen = desk.review.screen();
    assert!(screen.contains("decided 3 passages in 3 documents"), "{screen}");
    desk.act([Action::SameWords]);
    let screen = desk.review.screen();
    assert!(screen.contains("no other open passage says the same"), "{screen}");
    desk.act([Action::Undo]);
    assert_eq!(first_decisions(&desk), [Some(Decision::CommonPhrase), None, None, None]);
}

#[test]
fn the_same_words_in_many_papers_are_asked_about() {
    let mut desk = Desk::of_document(papers(6), SMALL);
    desk.decide(Decision::Copied).act([Action::Previous, Action::SameWords]);
    assert_eq!(desk.review.state.window.mode, Mode::Confirm);
    assert_snapshot!("same_words_asked", desk.review.screen());
    desk.act([Action::Back]);
    assert_eq!((desk.lines.len(), desk.review.state.window.mode), (1, Mode::Normal));
    desk.act([Action::SameWords, Action::Submit]);
    assert_eq!(first_decisions(&desk), [Some(Decision::Copied); 6]);
    desk.act([Action::Undo]);
    assert_eq!(first_decisions(&desk)[1..], [None; 5]);
}

#[test]
fn a_question_in_chinese() {
    let mut desk = Desk::of_document(papers(6), SMALL);
    desk.review.state.window.language = Language::Chinese;
    desk.act([Action::Select, Action::Down]);
    assert!(desk.review.screen().contains("已选 2"));
    desk.act([Action::Back]).decide(Decision::Copied).act([Action::Previous, Action::SameWords]);
    let screen = desk.review.screen();
    assert!(screen.contains("将 5 篇文献中的 5 个片段审定为“"), "{screen}");
}

#[test]
fn a_longer_passage_is_left_to_the_reader() {
    let mut report = papers(3);
    let longer = &mut report.documents[1].passages[0];
    let [_, end] = longer.said[0].words;
    let more = SaidPair { pair: format!("{:016x}~{:016x}", 7777, 8888), words: [end, end + longer.a_words] };
    longer.said.push(more);
    let mut desk = Desk::of_document(report, SMALL);
    desk.decide(Decision::Copied).act([Action::Previous, Action::SameWords]);
    assert_eq!(first_decisions(&desk), [Some(Decision::Copied), None, Some(Decision::Copied)]);
}

#[test]
fn the_suggestion_of_an_earlier_draft_is_taken() {
    // The decision on the draft is on one sentence of two, so that it is suggested and not applied.
    let mut report = decidable(sample::english());
    let passage = &mut report.documents[0].passages[0];
    let [start, end] = passage.said[0].words;
    let middle = (start + end) / 2;
    passage.said[0].words = [start, middle];
    passage.said.push(SaidPair { pair: format!("{:016x}~{:016x}", 7777, 8888), words: [middle, end] });
    let mut draft = report.documents[0].clone();
    draft.id = "draft.txt".into();
    draft.passages[0].said.truncate(1);
    let mut desk = Desk::of_document(Report { documents: vec![draft], ..Report::default() }, SMALL);
    desk.act([Action::Note, Action::Type("footnote 3".into()), Action::Submit]).decide(Decision::Quotation);
    let ledger = Ledger::new(desk.lines.clone());
    ledger.apply(&mut report.documents[0], Some("draft.txt"));
    assert!(report.documents[0].passages[0].suggestion.is_some());

    let setting = desk.review.state.window.clone();
    let mut review = Review::of_document(sample::english(), (80, 24));
    let setting = crate::tui::terminal::Setting {
        size: setting.size,
        palette: setting.palette,
        language: Language::English,
        keymap: setting.keymap,
    };
    review.state = State::new(
        ReviewInput {
            report,
            decisions: Decisions { ledger, draft_of: Some("draft.txt".into()), saved: None },
            ..ReviewInput::default()
        },
        setting,
    );
    let mut desk = Desk { review, lines: vec![] };
    desk.act([Action::Repeat]);
    assert_eq!(desk.lines[0].note, "footnote 3");
    assert_eq!((desk.decisions()[0], desk.lines[0].pairs.len()), (Some(Decision::Quotation), 2));
}

//! Decisions in the review: keys in, lines of the ledger out, and what is shown once they are saved.

use ibid::decisions::LedgerLine;
use ibid::report::{Decision, PartWords, Report, SaidPair};

use super::{Review, sample};
use crate::tui::action::Action;
use crate::tui::panes::{Effect, Keys};

pub(super) const SMALL: (u16, u16) = (80, 24);

/// Gives the passages of a report sentence pairs and word ranges, so that they can be decided.
pub(super) fn decidable(mut report: Report) -> Report {
    for document in &mut report.documents {
        document.words = Some(PartWords::default());
        let mut word = 0;
        for (number, passage) in document.passages.iter_mut().enumerate() {
            let words = [word, word + passage.a_words];
            word += passage.a_words + 5;
            (passage.a_word_range, passage.taken) = (words, vec![words]);
            passage.said = vec![SaidPair { pair: format!("{number:016x}~{:016x}", number + 100), words }];
        }
    }
    report
}

/// A reviewer, with the lines that were saved.
pub(super) struct Desk {
    pub(super) review: Review,
    pub(super) lines: Vec<LedgerLine>,
}

impl Desk {
    fn new() -> Desk {
        Desk::of(decidable(sample::english()), SMALL)
    }

    pub(super) fn of(report: Report, size: (u16, u16)) -> Desk {
        Desk { review: Review::new(report, size), lines: vec![] }
    }

    pub(super) fn of_document(report: Report, size: (u16, u16)) -> Desk {
        Desk { review: Review::of_document(report, size), lines: vec![] }
    }

    /// Does some actions. What they ask to save is saved.
    pub(super) fn act(&mut self, actions: impl IntoIterator<Item = Action>) -> &mut Desk {
        for action in actions {
            if let Effect::Record(mut lines) = self.review.effect(action) {
                for line in &mut lines {
                    line.at = format!("2026-11-25T09:14:{:02}Z", self.lines.len());
                    line.by = "Ana Reyes".into();
                    self.lines.push(line.clone());
                }
                self.review.state.take_recorded(Ok(lines));
            }
        }
        self
    }

    pub(super) fn decide(&mut self, decision: Decision) -> &mut Desk {
        self.act([Action::Decide(Some(decision))])
    }

    /// Returns the decisions of the findings, in the order of their numbers.
    pub(super) fn decisions(&self) -> Vec<Option<Decision>> {
        let counting = self.review.state.all_passages().iter().filter(|passage| passage.is_best);
        counting.map(|passage| passage.decision.as_ref().map(|decision| decision.decision)).collect()
    }
}

#[test]
fn a_digit_decides_and_goes_to_the_next_open_passage() {
    let mut desk = Desk::new();
    desk.decide(Decision::Copied);
    assert_eq!(desk.decisions()[..2], [Some(Decision::Copied), None]);
    assert_eq!(desk.review.state.number(desk.review.state.passage_list.selected), Some(2));
    let screen = desk.review.screen();
    assert!(screen.contains("✓1") && screen.contains("1 of"), "{screen}");
    desk.act([Action::Previous]);
    let screen = desk.review.screen();
    assert!(screen.contains("copied (Ana Reyes"), "{screen}");
}

#[test]
fn nothing_is_shown_as_decided_that_was_not_saved() {
    let mut desk = Desk::new();
    let effect = desk.review.effect(Action::Decide(Some(Decision::Ignore)));
    assert!(matches!(effect, Effect::Record(_)), "{effect:?}");
    assert_eq!(desk.decisions()[0], None);
    desk.review.state.take_recorded(Err("the disk is full".into()));
    assert_eq!(desk.decisions()[0], None);
    let screen = desk.review.screen();
    assert!(screen.contains("the disk is full"), "{screen}");
}

#[test]
fn a_decision_is_undone_and_made_again() {
    let mut desk = Desk::new();
    desk.decide(Decision::Copied).act([Action::Undo]);
    assert_eq!(desk.decisions()[0], None);
    desk.act([Action::Redo]);
    assert_eq!(desk.decisions()[0], Some(Decision::Copied));
    assert_eq!(
        desk.lines.iter().map(|line| line.decision).collect::<Vec<_>>(),
        [Some(Decision::Copied), None, Some(Decision::Copied)]
    );
    desk.act([Action::Undo, Action::Undo]);
    let screen = desk.review.screen();
    assert!(screen.contains("left to undo"), "{screen}");
}

#[test]
fn a_note_goes_with_its_decision() {
    let mut desk = Desk::new();
    let type_note = |text: &str| [Action::Note, Action::Type(text.into()), Action::Submit];
    desk.act(type_note("named in footnote 12"));
    assert_eq!(desk.lines, []);
    let screen = desk.review.screen();
    assert!(screen.contains("footnote 12"), "{screen}");
    desk.decide(Decision::Quotation);
    assert_eq!(desk.lines[0].note, "named in footnote 12");
    desk.act([Action::Previous]).act(type_note(", and 13"));
    assert_eq!(
        (desk.lines[1].note.as_str(), desk.lines[1].decision),
        ("named in footnote 12, and 13", Some(Decision::Quotation))
    );
    // It is not carried to another passage.
    desk.act([Action::NextOpen]).decide(Decision::Copied);
    assert_eq!(desk.lines[2].note, "");
    desk.act([Action::Previous, Action::Previous, Action::Repeat]);
    assert_eq!((desk.lines[3].decision, desk.lines[3].note.as_str()), (Some(Decision::Copied), ""));
}

#[test]
fn what_cannot_be_decided_is_told() {
    let mut review = Review::new(sample::english(), SMALL);
    assert_eq!(review.effect(Action::Decide(Some(Decision::Copied))), Effect::Draw);
    let screen = review.screen();
    assert!(screen.contains("no sentence pairs"), "{screen}");
}

#[test]
fn a_decision_on_a_document_that_was_left_is_undone_and_others_follow() {
    let mut desk = Desk::of_document(decidable(sample::both()), SMALL);
    desk.act([Action::First, Action::Decide(Some(Decision::Quotation)), Action::First]);
    desk.review.state.prepare();
    // No frame comes between these keys, so that nothing is made ready.
    desk.act([Action::Decide(None), Action::NextDocument, Action::Undo, Action::First]);
    desk.act([Action::Decide(Some(Decision::OwnWork)), Action::Undo, Action::Redo, Action::Undo]);
    let mut whole = desk.review.state.report.documents[0].clone();
    whole.score(&desk.review.state.deciding.exclude).unwrap();
    assert_eq!(desk.review.state.report.documents[0].decided, whole.decided);
}

#[test]
fn a_decision_changes_the_list_and_the_map_as_a_new_list_would() {
    let decisions = [Some(Decision::Copied), None, Some(Decision::Ignore), Some(Decision::OwnWork), None];
    for report in [sample::english(), sample::chinese()] {
        let mut desk = Desk::of_document(decidable(report), SMALL);
        for (number, decision) in decisions.iter().cycle().take(15).enumerate() {
            let place = number * 7 % desk.review.state.shown.len();
            desk.review.state.select_passage(place);
            desk.act([Action::Decide(*decision)]);
            desk.review.screen();
            let state = &mut desk.review.state;
            let shown = (state.shown.clone(), state.facts.listed_open, state.minimap.clone());
            state.list_passages();
            state.fit();
            let listed = (state.shown.clone(), state.facts.listed_open, state.minimap.clone());
            assert_eq!(shown, listed, "decision {number}");
        }
    }
}

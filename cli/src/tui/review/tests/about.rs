//! Getting about: what leaves the review, and what comes into it.

use ibid::decisions::{Ledger, LedgerLine, Signature};
use ibid::report::{Decision, PlaceReport, Report};

use super::deciding::decidable;
use super::{Review, sample};
use crate::render::Language;
use crate::tui::action::{Action, Mode};
use crate::tui::panes::{Effect, Keys, Panes};
use crate::tui::review::Decisions;
use crate::tui::review::layout::Pane;
use crate::tui::review::state::Sort;
use crate::tui::terminal::{Changes, Destination, Written};

const SMALL: (u16, u16) = (80, 24);

fn copied(review: &mut Review) -> String {
    match review.effect(Action::CopyPlace) {
        Effect::Copy { name, text } => {
            assert_eq!(name, text);
            text
        }
        effect => panic!("{effect:?}"),
    }
}

#[test]
fn the_place_is_that_of_the_side_in_focus() {
    let mut report = sample::english();
    let passage = &mut report.documents[0].passages[0];
    passage.a_place = Some(PlaceReport::Line { line: 29, column: 1 });
    passage.b_place = Some(PlaceReport::Page { page: 12 });
    let (a, b) = (passage.a.clone(), passage.b.clone());
    let mut review = Review::of_document(report, SMALL);
    assert_eq!(copied(&mut review), format!("{a}:29:1"));
    review.act([Action::Right, Action::Right]);
    assert_eq!(copied(&mut review), format!("{b} p. 12"));
    let there = Effect::Edit { id: b, place: Some(PlaceReport::Page { page: 12 }) };
    assert_eq!(review.effect(Action::Editor), there);
    review.act([Action::Left]);
    assert_eq!(
        review.effect(Action::Editor),
        Effect::Edit { id: a, place: Some(PlaceReport::Line { line: 29, column: 1 }) }
    );
    review.act([Action::Next]);
    assert!(copied(&mut review).contains("characters "), "a file without lines");
}

/// Types a place and goes there.
fn go_to(review: &mut Review, place: &str) -> Option<String> {
    review.act([Action::GoTo, Action::Type(place.into()), Action::Submit]);
    assert_eq!(review.state.window.mode, Mode::Normal);
    review.state.window.message.clone()
}

fn finding(review: &Review) -> u32 {
    review.state.passage().map_or(0, |passage| passage.finding)
}

/// A report whose passages have pages, or lines.
fn with_places(place: fn(u32) -> PlaceReport) -> Review {
    let mut report = sample::english();
    for (number, passage) in (1..).zip(&mut report.documents[0].passages) {
        passage.a_place = Some(place(number));
    }
    Review::of_document(report, SMALL)
}

#[test]
fn a_number_goes_to_its_passage_whatever_is_listed() {
    let mut review = Review::of_document(sample::english(), SMALL);
    assert_eq!((go_to(&mut review, "3"), finding(&review)), (None, 3));
    assert_eq!((go_to(&mut review, "1"), finding(&review)), (None, 1));
    let no = "there is no passage 9; they go up to 3";
    assert_eq!((go_to(&mut review, "9").as_deref(), finding(&review)), (Some(no), 1));
    assert_eq!(go_to(&mut review, "0").as_deref(), Some("there is no passage 0; they go up to 3"));
    review.act([Action::NextPane, Action::Last, Action::Open]);
    assert_eq!((review.state.shown.len(), finding(&review)), (1, 2));
    assert_eq!((go_to(&mut review, "3"), finding(&review), review.state.shown.len()), (None, 3, 3));
    let mut empty = Review::of_document(ibid::report::Report::default(), SMALL);
    assert_eq!(go_to(&mut empty, "3").as_deref(), Some("this document has no passages"));
    assert_eq!(go_to(&mut empty, "40%").as_deref(), Some("this document has no passages"));
}

#[test]
fn a_page_goes_to_its_first_passage_or_to_the_next_one() {
    let mut review = with_places(|number| PlaceReport::Page { page: 10 * number });
    assert_eq!((go_to(&mut review, "p20"), finding(&review)), (None, 2));
    let next = "page 21 has no passage; this one is on page 40";
    assert_eq!((go_to(&mut review, "p21").as_deref(), finding(&review)), (Some(next), 3));
    go_to(&mut review, "p99");
    assert_eq!(finding(&review), 3);
    let mut review = Review::of_document(sample::english(), SMALL);
    assert_eq!(go_to(&mut review, "p2").as_deref(), Some("this document has no pages"));
    assert_eq!(go_to(&mut review, "l2").as_deref(), Some("this document has no lines"));
}

#[test]
fn lines_and_shares_scroll_the_paper() {
    // The passages of the sample begin on the lines 5, 7, 9 and 9 of the paper.
    let lines = [5, 7, 9, 9];
    let mut report = sample::english();
    for (line, passage) in lines.into_iter().zip(&mut report.documents[0].passages) {
        passage.a_place = Some(PlaceReport::Line { line, column: 1 });
    }
    let mut review = Review::of_document(report.clone(), SMALL);
    let top = |review: &Review| {
        let text = review.state.query_words();
        text.get(review.state.query.top.at..).unwrap().chars().take(20).collect::<String>()
    };
    go_to(&mut review, "l1");
    assert_eq!((top(&review).as_str(), review.state.window.focus), ("# The ferryman's led", Pane::Query));
    assert_eq!(go_to(&mut review, "l7"), None);
    let screen = review.screen();
    assert!(screen.contains("I counted the pigs"), "{screen}");
    assert_eq!((go_to(&mut review, "100%"), go_to(&mut review, "l4000")), (None, None));
    let screen = review.screen();
    assert!(screen.contains("jetty used to be"), "{screen}");
    go_to(&mut review, "0%");
    assert_eq!(review.state.query.top.at, 0);
    for document in &mut report.documents {
        document.text = None;
    }
    let mut review = Review::of_document(report, SMALL);
    assert_eq!((go_to(&mut review, "l8"), finding(&review)), (None, 2));
    assert_eq!((go_to(&mut review, "100%"), finding(&review)), (None, 3));
}

#[test]
fn letters_pick_a_source_or_a_document() {
    let mut review = Review::of_document(sample::both(), SMALL);
    review.act([Action::GoTo]);
    insta::assert_snapshot!(review.screen());
    review.act([Action::Type("branch".into())]);
    let screen = review.screen();
    assert!(screen.contains("▸source   library/branch-lines.txt"), "{screen}");
    review.act([Action::Submit]);
    assert_eq!((review.state.window.focus, finding(&review)), (Pane::Sources, 2));
    assert_eq!((go_to(&mut review, "渡船"), review.state.document), (None, 1));
    assert_eq!(
        go_to(&mut review, "zeppelin").as_deref(),
        Some("no document or source is called \"zeppelin\"")
    );
    // A choice further down, and one by the mouse.
    review.act([Action::GoTo, Action::CaretDown, Action::CaretUp, Action::CaretUp, Action::Submit]);
    assert_eq!(review.state.document, 0);
    review.act([Action::GoTo]);
    let screen = review.screen();
    let row = screen.lines().position(|line| line.contains("渡船.md")).unwrap();
    review.act([Action::Click(20, row as u16)]);
    assert_eq!((review.state.document, review.state.window.mode), (1, Mode::Normal));
    review.act([Action::GoTo, Action::Click(70, 0)]);
    assert_eq!((review.state.document, review.state.window.mode), (1, Mode::Normal));
}

#[test]
fn the_picker_fits_on_every_screen() {
    let mut review = Review::of_document(sample::both(), (10, 3));
    review.state.window.language = Language::Chinese;
    review.act([Action::GoTo, Action::Type("1".into())]);
    for size in [(10, 3), (1, 1), (20, 6), (40, 12), (500, 200)] {
        review.act([Action::Resize(size.0, size.1)]);
        let screen = review.screen();
        let rows = screen.lines().count();
        assert!(rows <= usize::from(size.1), "{screen}");
    }
    review.act([Action::Resize(60, 14)]);
    insta::assert_snapshot!(review.screen());
}

/// Returns the line of a person on a finding of a report.
fn line(report: &Report, finding: u32, by: &str) -> LedgerLine {
    let at = format!("2026-11-26T10:00:0{finding}Z");
    let signature = Signature { by: by.into(), at, note: String::new() };
    LedgerLine::of_findings(&report.documents[0], &[finding], Some(Decision::Quotation), signature)
}

fn message(review: &Review) -> &str {
    review.state.window.message.as_deref().unwrap_or("")
}

#[test]
fn decisions_of_others_appear_and_the_place_stays() {
    let report = decidable(sample::english());
    let mut review = Review::of_document(report.clone(), SMALL);
    review.act([Action::Next, Action::Next, Action::Right, Action::First, Action::Down]);
    let before = (finding(&review), review.state.query.top, review.state.window.focus);
    let ledger = Ledger::new(vec![line(&report, 1, "Bo Lind"), line(&report, 2, "Ana Reyes")]);
    let changes = Changes { ledger: Some(Ok(ledger.clone())), ..Changes::default() };
    review.state.take_changes(changes);
    assert_eq!(message(&review), "2 decisions by Ana Reyes, Bo Lind were read");
    assert_eq!((finding(&review), review.state.query.top, review.state.window.focus), before);
    let screen = review.screen();
    assert!(screen.contains(" 1 ✓2") && screen.contains(" 2 ✓2"), "{screen}");
    // The same again is told as what it is; a ledger that cannot be read changes nothing.
    review.state.take_changes(Changes { ledger: Some(Ok(ledger)), ..Changes::default() });
    assert_eq!(message(&review), "the ledger has changed and was read again");
    let why = "line 3 is cut off";
    review.state.take_changes(Changes { ledger: Some(Err(why.into())), ..Changes::default() });
    assert_eq!(message(&review), "old decisions kept: line 3 is cut off");
    let screen = review.screen();
    assert!(screen.contains(" 1 ✓2"), "{screen}");
    review.state.take_changes(Changes { is_report_new: true, ledger: None });
    assert_eq!(message(&review), "the report has changed; r reads it again");
    assert_eq!(review.effect(Action::Reload), Effect::Reload);
}

#[test]
fn a_report_is_read_again_at_the_same_passage() {
    let mut report = sample::both();
    report.documents[0].passages = decidable(sample::english()).documents.remove(0).passages;
    let mut review = Review::of_document(report.clone(), SMALL);
    review.act([Action::Sort, Action::Uncounted, Action::Last]);
    let (words, order) = (review.state.passage().unwrap().a_text.clone(), review.state.sort);
    assert_eq!(order, Sort::Source);
    // The document comes last now, and its first passage is gone.
    report.documents.rotate_left(1);
    report.documents[1].passages.remove(0);
    review.state.take_report(report.clone(), Decisions::default());
    assert_eq!(message(&review), "the report was read again");
    assert_eq!((review.state.document, review.state.sort), (1, Sort::Source));
    assert_eq!(review.state.passage().unwrap().a_text, words);
    // The passage itself is gone: the nearest one is shown; then the document is gone too.
    let at = report.documents[1].passages.iter().position(|passage| passage.a_text == words).unwrap();
    report.documents[1].passages.remove(at);
    review.state.take_report(report.clone(), Decisions::default());
    assert!(review.state.passage().is_some());
    report.documents.remove(1);
    review.state.take_report(report, Decisions::default());
    assert_eq!((review.state.document, review.state.passage_list.selected), (0, 0));
    review.state.take_report(Report::default(), Decisions::default());
    assert_eq!(finding(&review), 0);
}

#[test]
fn a_file_that_is_there_is_replaced_by_a_second_enter_only() {
    let mut review = Review::new(sample::english(), SMALL);
    assert_eq!(review.effect(Action::WriteReport), Effect::NameReport);
    review.state.name_report("report.html".into());
    let screen = review.screen();
    assert!(screen.ends_with("write report: report.html  Enter writes · Esc leaves"), "{screen}");
    let mut to = Destination { path: "report.html".into(), may_replace: false };
    assert_eq!(review.effect(Action::Submit), Effect::Write(to.clone()));
    review.state.take_written(to.clone(), Ok(Written::Exists));
    let screen = review.screen();
    assert!(screen.contains("it is there, replace it? report.html"), "{screen}");
    // Another path begins anew.
    review.act([Action::Type("x".into())]);
    let other = Destination { path: "report.htmlx".into(), may_replace: false };
    assert_eq!(review.effect(Action::Submit), Effect::Write(other.clone()));
    review.state.take_written(other, Err("no such form".into()));
    assert_eq!(message(&review), "no such form");
    review.state.name_report("report.html".into());
    review.act([Action::Submit]);
    review.state.take_written(to.clone(), Ok(Written::Exists));
    to.may_replace = true;
    assert_eq!(review.effect(Action::Submit), Effect::Write(to.clone()));
    review.state.take_written(Destination { path: "b.csv".into(), ..to }, Ok(Written::Done));
    assert_eq!(message(&review), "written: b.csv");
    // The path is proposed again; nothing is written to no path.
    review.state.name_report("report.html".into());
    assert_eq!(review.state.window.prompt.value(), "b.csv");
    review.act([Action::Edit(tui_input::InputRequest::DeleteLine)]);
    assert_eq!(review.effect(Action::Submit), Effect::Draw);
}

/// Returns the columns of a pane.
fn width(review: &Review, pane: Pane) -> u16 {
    review.state.area(pane).width
}

#[test]
fn panes_are_made_wider_and_narrower() {
    let mut review = Review::new(sample::english(), (160, 50));
    let before = [Pane::Passages, Pane::Query, Pane::Source].map(|pane| width(&review, pane));
    review.act([Action::Wider, Action::Wider]);
    assert_eq!(width(&review, Pane::Passages), before[0] + 4);
    review.act([Action::Narrower, Action::Narrower, Action::Right, Action::Wider]);
    assert_eq!([Pane::Passages, Pane::Query].map(|pane| width(&review, pane)), [before[0], before[1] + 2]);
    review.act([Action::Right, Action::Wider]);
    assert_eq!(width(&review, Pane::Source), before[2]);
    // It is bounded, stays while the screen has another size, and comes back.
    review.act(std::iter::repeat_n(Action::Narrower, 90));
    assert_eq!(width(&review, Pane::Source), 15);
    review.act([Action::Resize(80, 24), Action::Resize(20, 6), Action::Resize(160, 50)]);
    assert_eq!(width(&review, Pane::Source), 15);
    // On a narrower screen the list has more rows.
    let mut review = Review::new(sample::english(), SMALL);
    let rows = |review: &Review| review.state.area(Pane::Passages).height;
    let before = rows(&review);
    review.act([Action::Wider]);
    assert_eq!(rows(&review), before + 1);
    review.act(std::iter::repeat_n(Action::Narrower, 30));
    assert_eq!(rows(&review), 2);
    review.act([Action::Resize(50, 24), Action::Right, Action::Wider]);
    insta::assert_snapshot!(review.screen());
}

#[test]
fn borders_are_drawn_with_the_mouse_and_a_click_on_one_does_nothing_else() {
    let mut review = Review::new(sample::english(), (160, 50));
    let list = width(&review, Pane::Passages);
    let before = (finding(&review), review.state.window.focus);
    review.act([Action::Click(list, 20), Action::Drag(list + 9, 21)]);
    assert_eq!(
        (width(&review, Pane::Passages), (finding(&review), review.state.window.focus)),
        (list + 9, before)
    );
    // The button was released, and pressed elsewhere.
    review.act([Action::Click(60, 20), Action::Drag(90, 20)]);
    assert_eq!(width(&review, Pane::Passages), list + 9);
    let line = review.state.area(Pane::Query).right();
    review.act([Action::Click(line, 9), Action::Drag(0, 9)]);
    assert_eq!(width(&review, Pane::Query), 16);
    // Below a list, the headings of the texts are the border.
    let mut review = Review::new(sample::english(), SMALL);
    let heading = review.state.area(Pane::Query).y;
    review.act([Action::Click(5, heading), Action::Drag(5, heading + 4)]);
    assert_eq!(review.state.area(Pane::Query).y, heading + 4);
}

#[test]
fn a_double_click_opens_and_a_click_on_a_heading_orders() {
    let mut review = Review::new(sample::english(), SMALL);
    review.act([Action::Click(5, 4)]);
    assert_eq!(review.effect(Action::DoubleClick(5, 4)), Effect::Draw);
    assert!(review.state.is_zoomed && finding(&review) == 2);
    review.act([Action::Back, Action::Click(5, 2)]);
    assert_eq!((review.state.sort, review.state.is_zoomed), (Sort::Source, false));
    review.act([Action::DoubleClick(5, 2)]);
    assert_eq!((review.state.sort, review.state.is_zoomed), (Sort::Similarity, false));
    // There is nothing in the rows below the list, nor on the map and the bar at the top.
    let rows = review.state.area(Pane::Passages).bottom() - 1;
    for row in [rows, 0] {
        review.act([Action::DoubleClick(5, row)]);
        assert!(!review.state.is_zoomed, "{row}");
    }
}

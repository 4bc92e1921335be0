//! The queue: its order, its rows, and the ways from one document to the next.

use std::time::Instant;

use ibid::report::{Decision, Kind, Report, SourceReport};
use insta::assert_snapshot;
use proptest::prelude::*;

use super::deciding::{Desk, decidable};
use super::random::action;
use super::sample::Sample;
use super::{Review, sample};
use crate::render::Language;
use crate::tui::action::Action;
use crate::tui::keys::KeyView;
use crate::tui::panes::{Effect, Keys, Panes, settle};
use crate::tui::review::Arrival;
use crate::tui::review::layout::Pane;
use crate::tui::review::queue::Queue;

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (160, 50);

/// The sentences that papers share, from the first on.
const SHARED: [&str; 4] = [
    "The lamp on the mole was lit by a boy who had never seen the open sea. ",
    "Nets were mended in the church when it rained and on the wall when it did not. ",
    "A barrel of herring bought a pair of boots, and two barrels bought the cobbler. ",
    "Nobody could say who owned the crane, though everybody had been under it once. ",
];

/// Returns a paper whose first `count` sentences stand in `source`, with words of its own behind them.
fn paper(id: &str, source: &str, count: usize) -> Report {
    let own = format!("What {id} adds is nothing that another paper has. ").repeat(3);
    let text = SHARED[..count].concat() + &own;
    let paper = SHARED[..count].iter().fold(Sample::new(id, &text), |paper, shared| {
        paper.passage(shared.trim(), source, (0, shared.trim()), Kind::Verbatim)
    });
    paper.report()
}

/// Returns a class of six papers. `b` and `d` have copied from each other, and two papers have nothing.
fn class() -> Report {
    let papers = [
        ("papers/a.txt", "library/lamps.txt", 1),
        ("papers/b.txt", "papers/d.txt", 3),
        ("papers/c.txt", "library/nets.txt", 0),
        ("papers/d.txt", "papers/b.txt", 4),
        ("papers/e.txt", "library/lamps.txt", 2),
        ("papers/f.txt", "library/nets.txt", 0),
    ];
    let mut reports = papers.map(|(id, source, count)| paper(id, source, count)).into_iter();
    let mut class = reports.next().unwrap();
    class.documents.extend(reports.flat_map(|report| report.documents));
    for document in &mut class.documents {
        let between = |source: &mut SourceReport| {
            source.peer_matched = Some(if source.id.starts_with("papers") { source.matched } else { 0 });
        };
        document.sources.iter_mut().for_each(between);
    }
    decidable(class)
}

fn desk() -> Desk {
    Desk::of(class(), SMALL)
}

/// Returns the ids of the listed documents.
fn order(desk: &Desk) -> Vec<&str> {
    let state = &desk.review.state;
    state.queue.documents().map(|at| state.report.documents[at].id.as_str()).collect()
}

fn selected(desk: &Desk) -> &str {
    let state = &desk.review.state;
    state.queue.selected().map_or("", |at| &state.report.documents[at].id)
}

fn shown(desk: &Desk) -> &str {
    &desk.review.state.document().unwrap().id
}

fn message(desk: &Desk) -> &str {
    desk.review.state.window.message.as_deref().unwrap_or("")
}

#[test]
fn a_class_begins_with_its_queue() {
    assert_snapshot!("queue_small", Review::new(class(), SMALL).screen());
    assert_snapshot!("queue_large", Review::new(class(), LARGE).screen());
    let mut review = Review::new(class(), SMALL);
    review.state.window.language = Language::Chinese;
    assert_snapshot!("queue_chinese", review.act([Action::Resize(80, 25)]).screen());
    assert_snapshot!("queue_tiny", Review::new(class(), (32, 9)).screen());
    assert_snapshot!("queue_help", Review::new(class(), SMALL).act([Action::Help]).screen());
}

#[test]
fn one_document_opens_without_a_queue() {
    let review = Review::new(sample::english(), SMALL);
    assert_eq!((review.state.key_view(), review.state.window.focus), (KeyView::Passages, Pane::Passages));
}

#[test]
fn the_worst_is_on_top_and_what_has_nothing_is_folded() {
    let mut desk = desk();
    assert_eq!(order(&desk), ["papers/d.txt", "papers/b.txt", "papers/e.txt", "papers/a.txt"]);
    desk.act([Action::Uncounted]);
    assert_eq!(order(&desk)[4..], ["papers/c.txt", "papers/f.txt"]);
    desk.act([Action::Last]);
    assert_eq!(selected(&desk), "papers/f.txt");
    desk.act([Action::Up, Action::Up]);
    assert_eq!(selected(&desk), "papers/a.txt", "the line between is skipped");
    desk.act([Action::Uncounted, Action::Last, Action::Open]);
    assert_eq!(order(&desk).len(), 6, "Enter on the line unfolds");
    desk.act([Action::Sort, Action::Sort]);
    assert_eq!(order(&desk)[..2], ["papers/a.txt", "papers/b.txt"], "by name");
}

#[test]
fn a_document_is_opened_and_left_with_its_row_selected() {
    let mut desk = desk();
    desk.act([Action::Down, Action::Open]);
    assert_snapshot!("document_of_a_class", desk.review.act([Action::Resize(160, 24)]).screen());
    assert_eq!((shown(&desk), desk.review.state.key_view()), ("papers/b.txt", KeyView::Passages));
    desk.act([Action::NextDocument]);
    assert_eq!(shown(&desk), "papers/e.txt", "in the order of the queue");
    desk.act([Action::Back]);
    assert_eq!((selected(&desk), desk.review.state.key_view()), ("papers/e.txt", KeyView::Queue));
    desk.act([Action::Next, Action::Next]);
    assert_eq!(message(&desk), "this is the last document");
}

#[test]
fn rows_stay_in_their_places_until_the_reader_returns() {
    let mut desk = desk();
    desk.act([Action::Open]);
    for _ in 0..4 {
        desk.decide(Decision::Quotation);
    }
    assert_eq!(order(&desk)[0], "papers/d.txt");
    assert_eq!(message(&desk), "next: papers/b.txt, 59.8 %; o opens it");
    desk.act([Action::Back]);
    assert_eq!(order(&desk), ["papers/b.txt", "papers/e.txt", "papers/a.txt", "papers/d.txt"]);
    assert_eq!(selected(&desk), "papers/d.txt");
    assert_snapshot!("queue_decided", desk.review.screen());
}

#[test]
fn the_next_document_is_told_and_then_opened() {
    let mut desk = desk();
    desk.act([Action::Open, Action::Last, Action::Next]);
    assert_eq!((shown(&desk), message(&desk)), ("papers/d.txt", "next: papers/b.txt, 59.8 %; n opens it"));
    desk.act([Action::Next]);
    assert_eq!((shown(&desk), desk.review.state.passage_list.selected), ("papers/b.txt", 0));
    desk.act([Action::Previous]);
    assert_eq!(message(&desk), "before: papers/d.txt, 65.6 %; N opens it");
    desk.act([Action::Previous]);
    assert_eq!((shown(&desk), desk.review.state.passage_list.selected), ("papers/d.txt", 3));
    // A key for the other direction is none for what was told.
    desk.act([Action::Next]);
    assert_eq!(message(&desk), "next: papers/b.txt, 59.8 %; n opens it");
    desk.act([Action::NextOpen, Action::Last, Action::Next, Action::Previous]);
    assert_eq!((shown(&desk), desk.review.state.passage_list.selected), ("papers/d.txt", 2));
    // Another passage was selected since it was told.
    desk.act([Action::Last]);
    desk.act([Action::Next, Action::Up, Action::Down, Action::Next]);
    assert_eq!(shown(&desk), "papers/d.txt");
}

#[test]
fn every_passage_of_a_class_is_decided_worst_first_with_few_keys() {
    let mut desk = desk();
    let mut keys = 1;
    desk.act([Action::Open]);
    let mut decided = vec![];
    while message(&desk) != "no document has an open passage" && keys < 99 {
        if desk.review.state.passage().is_some_and(|passage| passage.decision.is_none()) {
            decided.push(shown(&desk).to_owned());
            desk.decide(Decision::Copied);
        } else {
            desk.act([Action::NextOpen]);
        }
        keys += 1;
    }
    decided.dedup();
    assert_eq!(decided, ["papers/d.txt", "papers/b.txt", "papers/e.txt", "papers/a.txt"]);
    let totals = desk.review.state.queue.totals;
    assert_eq!((totals.findings, totals.decided), (10, 10));
    assert!(keys <= 15, "{keys} keys");
}

#[test]
fn pairs_and_sources_lead_to_documents() {
    let mut desk = desk();
    desk.act([Action::NextPane]);
    assert_snapshot!("queue_pairs", desk.review.screen());
    desk.act([Action::Open]);
    assert_eq!(shown(&desk), "papers/d.txt");
    assert_eq!(desk.review.state.passage().unwrap().b, "papers/b.txt");
    desk.act([Action::Back, Action::NextPane, Action::NextPane]);
    assert_snapshot!("queue_sources", desk.review.screen());
    desk.act([Action::Down, Action::Open]);
    assert_eq!(order(&desk), ["papers/e.txt", "papers/a.txt"]);
    assert!(message(&desk).contains("library/lamps.txt"), "{}", message(&desk));
    desk.act([Action::Down, Action::Open]);
    assert_eq!(desk.review.state.passage().unwrap().b, "library/lamps.txt");
    desk.act([Action::Back, Action::Back]);
    assert_eq!(order(&desk).len(), 4);
}

#[test]
fn names_and_sources_are_searched() {
    let mut desk = desk();
    desk.review.search("LAMPS");
    assert_eq!(selected(&desk), "papers/e.txt");
    desk.act([Action::Next]);
    assert_eq!(selected(&desk), "papers/a.txt");
    desk.act([Action::Back]);
    desk.review.search("papers/b");
    assert_eq!(selected(&desk), "papers/d.txt", "from the selected row on, and then from the top");
}

#[test]
fn documents_come_while_they_are_checked() {
    let mut desk = Desk::of(Report::default(), SMALL);
    let state = &mut desk.review.state;
    state.queue = Queue::new("class".into(), true, &[]);
    state.take_arrivals(vec![Arrival::Count(6)]);
    (state.queue.is_shown, state.window.focus) = (true, Pane::Queue);
    let mut documents = class().documents.into_iter().map(Box::new);
    let arrive = |desk: &mut Desk, arrivals: Vec<Arrival>| {
        desk.review.state.take_arrivals(arrivals);
        settle(&mut desk.review.state);
    };
    arrive(&mut desk, vec![Arrival::Header(Box::default()), Arrival::Document(documents.next().unwrap())]);
    assert_eq!(selected(&desk), "papers/a.txt");
    arrive(&mut desk, documents.by_ref().take(2).map(Arrival::Document).collect());
    assert_eq!(selected(&desk), "papers/b.txt", "the worst is selected until somebody moves");
    desk.act([Action::Down]);
    arrive(&mut desk, documents.by_ref().take(1).map(Arrival::Document).collect());
    assert_eq!((selected(&desk), order(&desk)[0]), ("papers/a.txt", "papers/d.txt"));
    arrive(&mut desk, vec![Arrival::Unread("cannot read \"papers/e.pdf\": no text".into())]);
    assert_snapshot!("queue_checking", desk.review.screen());
    desk.act([Action::Open]).decide(Decision::Copied);
    arrive(&mut desk, documents.map(Arrival::Document).chain([Arrival::End]).collect());
    let totals = desk.review.state.queue.totals;
    assert_eq!((totals.findings, totals.decided), (10, 1));
    desk.act([Action::NextOpen, Action::NextOpen]);
    assert_eq!(shown(&desk), "papers/d.txt");
}

#[test]
fn papers_of_one_title_are_told_apart_by_their_paths() {
    let mut class = class();
    for document in &mut class.documents {
        document.title = Some("Term paper".into());
    }
    let screen = Review::new(class, LARGE).screen();
    assert!(screen.contains("Term paper (papers/d.txt)"), "{screen}");
}

/// Returns an arrival or an action in the queue.
fn step() -> impl Strategy<Value = Result<Action, usize>> {
    let more = [Action::NextOpen, Action::PreviousOpen, Action::Decide(Some(Decision::Copied)), Action::Undo];
    prop_oneof![
        6 => action().prop_map(Ok),
        2 => prop::sample::select(more.to_vec()).prop_map(Ok),
        2 => (0usize..8).prop_map(Err),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_panics_while_documents_come(size in (0u16..130, 0u16..40), steps in prop::collection::vec(step(), 0..40)) {
        let mut desk = Desk::of(Report::default(), size);
        desk.review.state.queue = Queue::new("class".into(), true, &[]);
        (desk.review.state.queue.is_shown, desk.review.state.window.focus) = (true, Pane::Queue);
        let documents = class().documents;
        for step in steps {
            match step {
                Ok(Action::Quit) => {}
                Ok(Action::Resize(cols, rows)) => _ = desk.review.act([Action::Resize(cols, rows)]),
                Ok(action) => _ = desk.act([action]),
                Err(number) => {
                    let arrival = match documents.get(number) {
                        Some(document) => Arrival::Document(Box::new(document.clone())),
                        None if number == 6 => Arrival::Unread("no text".into()),
                        None => Arrival::End,
                    };
                    desk.review.state.take_arrivals(vec![arrival]);
                    settle(&mut desk.review.state);
                }
            }
            desk.review.draw();
            let queue = &desk.review.state.queue;
            prop_assert!(queue.list.len == 0 || queue.list.selected < queue.list.len);
        }
    }
}

#[test]
fn every_size_is_drawn() {
    for size in [(10, 3), (1, 1), (0, 0), (20, 6), (40, 12), (119, 11), (120, 40), (200, 60), (500, 200)] {
        for language in [Language::English, Language::Chinese] {
            let mut review = Review::new(class(), size);
            review.state.window.language = language;
            review.act([Action::NextPane]).draw();
            review.act([Action::NextPane, Action::Help]).draw();
        }
    }
}

#[test]
fn a_thousand_documents_are_ordered_once() {
    let mut class = Report::default();
    for number in 0..1000 {
        class
            .documents
            .extend(paper(&format!("papers/{number:04}.txt"), "library/a.txt", number % 4).documents);
    }
    let start = Instant::now();
    let mut review = Review::new(class, SMALL);
    review.draw();
    println!("the first frame: {:?}", start.elapsed());
    for action in
        [Action::Down, Action::PageDown, Action::Last, Action::Sort, Action::First, Action::Uncounted]
    {
        let start = Instant::now();
        review.act([action.clone()]);
        let updated = start.elapsed();
        review.draw();
        println!("{action:?}: update {updated:?}, with the frame {:?}", start.elapsed());
    }
    assert!(review.screen().contains("1,000 documents, 750 with passages"));
}

#[test]
fn a_document_or_a_source_of_the_class_is_gone_to() {
    let mut desk = desk();
    let go_to = |typed: &str| [Action::GoTo, Action::Type(typed.into()), Action::Submit];
    desk.act([Action::GoTo, Action::Type("lamps".into())]);
    assert_snapshot!("queue_go_to", desk.review.screen());
    desk.act([Action::Back]).act(go_to("lamps"));
    assert!(desk.review.state.queue.is_shown && desk.review.state.queue.only.is_some());
    desk.act([Action::Back]).act(go_to("papers/e"));
    assert_eq!(desk.review.state.document().unwrap().id, "papers/e.txt");
    assert!(!desk.review.state.queue.is_shown);
    assert_eq!(desk.review.effect(Action::WriteReport), Effect::NameReport);
    desk.act([Action::Back]);
    assert!(desk.review.state.queue.is_shown);
    assert_eq!(desk.review.effect(Action::Reload), Effect::Reload);
    // The heading of the list orders it, and its border moves.
    let sort = desk.review.state.queue.sort;
    desk.act([Action::Click(4, 1)]);
    assert_ne!(desk.review.state.queue.sort, sort);
    desk.act([Action::Resize(160, 50)]);
    let cols = desk.review.state.area(Pane::Queue).width;
    desk.act([Action::Wider]);
    assert_eq!(desk.review.state.area(Pane::Queue).width, cols + 2);
}

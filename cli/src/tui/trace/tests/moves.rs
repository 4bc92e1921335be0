//! The effects of keys and the mouse on traces.

use super::{Review, sample};
use crate::render::Language;
use crate::tui::action::Action;
use crate::tui::panes::{Effect, Keys as _};
use crate::tui::trace::beside::Beside;
use crate::tui::trace::layout::Pane;
use crate::tui::trace::reading::Missing;

fn review() -> Review {
    Review::new(vec![sample::english(), sample::chinese()], (80, 24))
}

#[test]
fn the_list_is_moved_in() {
    let mut review = review();
    assert_eq!(review.act([Action::Down, Action::Down, Action::Down]).number(), 3);
    assert_eq!(review.act([Action::First]).number(), 1);
    assert_eq!(review.act([Action::Last, Action::Up]).number(), 2);
    assert_eq!(review.act([Action::PageDown]).number(), 3);
    assert_eq!(review.act([Action::Next]).last_line(), "this is the last carrier");
}

#[test]
fn the_parent_is_gone_to() {
    let mut review = review();
    assert_eq!(review.act([Action::Last, Action::Parent]).number(), 2);
    assert_eq!(review.act([Action::Parent]).number(), 1);
    assert_eq!(review.act([Action::Parent]).last_line(), "no earlier carrier that it may come from");
}

#[test]
fn the_tree_and_the_timeline_are_switched_to_and_follow_what_is_selected() {
    let mut review = review();
    let marked = |review: &mut Review| {
        let screen = review.screen();
        screen.lines().find_map(|line| line.strip_prefix('▌').map(|line| line.trim().to_owned()))
    };
    assert_eq!(marked(&mut review), None);
    assert_eq!(marked(review.act([Action::Beside])).unwrap(), "1  2026-05-04  beacon/12");
    assert!(marked(review.act([Action::Down])).unwrap().starts_with("└─ 2! 2026-05-04  ledger-3  closest"));
    assert_eq!(marked(review.act([Action::Beside, Action::Resize(60, 20)])).unwrap(), "2026-05-04  ██ 2");
    assert_eq!(marked(review.act([Action::Down])), None, "it has no date");
    assert_eq!(review.act([Action::Back]).state.beside, Beside::Card);
    assert_eq!(
        review.act([Action::Beside, Action::Back, Action::Open, Action::Beside]).state.beside,
        Beside::Card
    );
}

#[test]
fn a_new_height_leaves_the_text_of_a_carrier_where_it_was() {
    let mut review = Review::new(vec![sample::english()], (80, 12));
    review.act([Action::Last, Action::Right, Action::Down, Action::Down]);
    let top = review.state.card.text.top;
    assert!(top.at > 0);
    assert_eq!(review.act([Action::Resize(70, 12)]).state.card.text.top, top);
}

#[test]
fn a_long_tree_is_scrolled_to_what_is_selected() {
    let trace = sample::english();
    let carrier = trace.carriers[1].clone();
    let more = (3..200).map(|number| ibid::report::Carrier { number, ..carrier.clone() });
    let carriers = trace.carriers[..2].iter().cloned().chain(more).collect();
    let mut review = Review::new(vec![ibid::report::Trace { carriers, ..trace }], (80, 24));
    let screen = review.act([Action::Beside, Action::Last]).screen();
    assert!(screen.contains("▌└─ 199!"), "{screen}");
    let screen = review.act([Action::Up, Action::Up]).screen();
    assert!(screen.contains("▌├─ 197!") && screen.contains(" └─ 199!"), "{screen}");
}

#[test]
fn similarity_and_date_are_orders() {
    let mut review = review();
    let numbers = |review: &mut Review| {
        let all = (0..3).map(|_| Action::Up).collect::<Vec<_>>();
        review.act(all);
        (0..3).map(|at| review.state.listed(at).unwrap().number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&mut review), [1, 2, 3]);
    review.act([Action::Down]);
    assert_eq!(review.act([Action::Sort]).number(), 2);
    assert_eq!(numbers(&mut review), [1, 3, 2]);
    assert_eq!(numbers(review.act([Action::Sort])), [1, 2, 3]);
}

#[test]
fn an_order_of_the_file_is_kept() {
    let mut trace = sample::english();
    trace.carriers.swap(1, 2);
    assert!(Review::new(vec![trace], (80, 24)).screen().contains("by similarity"));
}

#[test]
fn quotations_are_gone_through() {
    let mut review = review();
    review.act([Action::Last, Action::NextDocument]);
    assert_eq!((review.state.trace, review.number()), (1, 1));
    assert_eq!(review.act([Action::NextDocument]).last_line(), "this is the last quotation");
    review.act([Action::PreviousDocument]);
    assert_eq!(review.act([Action::PreviousDocument]).last_line(), "this is the first quotation");
}

#[test]
fn a_document_is_opened_and_left() {
    let mut review = review();
    review.act([Action::Right, Action::Open]);
    assert!(review.screen().contains("characters 23..56"), "{}", review.screen());
    assert_eq!(review.act([Action::NextPane]).state.window.focus, Pane::Document);
    review.act([Action::Last, Action::Back]);
    assert_eq!(review.state.window.focus, Pane::Card);
    assert_eq!(review.act([Action::Back]).state.window.focus, Pane::Carriers);
    assert_eq!(review.act([Action::Back]).last_line(), "q quits");
}

#[test]
fn a_document_that_is_not_there_is_told() {
    let mut review = review();
    review.documents.clear();
    assert!(review.act([Action::Open]).last_line().contains("the index has no such document"));
    review.state.take_document(Err(Missing::Index));
    assert!(review.last_line().contains("no index was found"));
    review.state.window.language = Language::Chinese;
    review.state.take_document(Err(Missing::Damaged("x".into())));
    assert_eq!(review.last_line(), "无法读取正文：x");
    review.state.take_document(Ok("Something else now stands here.".into()));
    assert_eq!(review.last_line(), "文献已有改变：引语不在原处");
}

#[test]
fn carriers_and_documents_are_searched() {
    let mut review = review();
    assert_eq!(review.search("WARDEN").number(), 1);
    assert!(review.last_line().contains("1 of 2"));
    assert_eq!(review.act([Action::Next]).number(), 2);
    assert_eq!(review.act([Action::Next]).number(), 1);
    assert_eq!(review.search("on the wall").number(), 3);
    assert_eq!(review.search("submarine").last_line(), "\"submarine\" was not found");
    review.act([Action::Open]);
    assert!(review.search("nothing more").last_line().contains("1 of 1"));
    assert_eq!(review.act([Action::Back]).last_line(), "the search has ended");
    assert_eq!(review.state.window.focus, Pane::Document);
}

#[test]
fn the_place_is_copied() {
    let mut review = review();
    let place = "beacon/12:7:2, characters 23..56";
    assert_eq!(review.effect(Action::Copy), Effect::Copy { name: place.into(), text: place.into() });
    assert_eq!(review.effect(Action::Quit), Effect::Quit);
}

#[test]
fn the_mouse_selects_and_scrolls() {
    let mut review = review();
    let row = |review: &mut Review, text: &str| {
        let at = review.screen().lines().position(|line| line.contains(text));
        at.unwrap() as u16
    };
    let third = row(&mut review, " scrapbook ");
    assert_eq!(review.act([Action::Click(5, third)]).number(), 3);
    assert_eq!(review.act([Action::Wheel(5, third, -3)]).number(), 2);
    review.act([Action::Resize(80, 18)]);
    let card = row(&mut review, " 2 · ledger-3") + 1;
    assert_eq!(review.act([Action::Click(5, card)]).state.window.focus, Pane::Card);
    review.act([Action::Wheel(5, card, 3)]);
    assert!(review.state.card.text.top.at > 0);
}

#[test]
fn a_list_with_more_room_fills_it() {
    let mut review = review();
    review.act([Action::Resize(80, 5), Action::Last]);
    assert_eq!(review.state.list.top, 1);
    assert_eq!(review.act([Action::Resize(80, 24)]).state.list.top, 0);
}

#[test]
fn a_new_size_keeps_the_wording_on_the_screen() {
    let mut trace = sample::english();
    let carrier = &mut trace.carriers[0];
    carrier.before = "He spoke of salt. ".repeat(400);
    let start = carrier.before.len() as u32;
    (carrier.document.byte_start, carrier.document.byte_end) = (start, start + carrier.text.len() as u32);
    let mut review = Review::new(vec![trace], (80, 24));
    review.act([Action::Open]);
    for size in [(40, 12), (130, 40), (60, 9)] {
        let screen = review.act([Action::Resize(size.0, size.1)]).screen();
        assert!(screen.contains("[We will never"), "{screen}");
    }
}

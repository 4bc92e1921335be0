//! The effects of keys and the mouse.

use ibid::report::Kind;
use tui_input::InputRequest::{
    DeleteLine, DeletePrevChar, DeletePrevWord, GoToEnd, GoToNextChar, GoToPrevChar, GoToStart,
};

use super::{Review, sample};
use crate::tui::action::{Action, Mode};
use crate::tui::panes::Effect;
use crate::tui::panes::caret;
use crate::tui::review::layout::Pane;
use crate::tui::review::state::Sort;

fn english() -> Review {
    Review::new(sample::english(), (80, 24))
}

fn selected(review: &Review) -> u32 {
    review.state.number(review.state.passage_list.selected).unwrap_or(0)
}

#[test]
fn next_and_previous_stop_at_the_ends() {
    let mut review = english();
    assert_eq!(selected(&review), 1);
    review.act([Action::Next, Action::Next]);
    assert_eq!(selected(&review), 3);
    review.act([Action::Next]);
    assert_eq!(selected(&review), 3);
    assert_eq!(review.state.window.message.as_deref(), Some("this is the last passage"));
    review.act([Action::Previous]);
    assert_eq!((selected(&review), &review.state.window.message), (2, &None));
}

#[test]
fn what_does_not_count_is_shown_when_asked_for() {
    let mut review = english();
    assert!(review.state.shown.len() == 3);
    review.act([Action::Uncounted, Action::Down, Action::Down]);
    assert_eq!(review.state.passage().unwrap().kind, Kind::CommonPhrase);
    assert_eq!(review.state.number(2), None);
    review.act([Action::Uncounted]);
    assert_eq!(review.state.shown.len(), 3);
}

#[test]
fn sorting_keeps_what_is_selected() {
    let mut review = english();
    review.act([Action::Next, Action::Next]);
    for sort in [Sort::Source, Sort::Similarity, Sort::OpenFirst, Sort::Place] {
        review.act([Action::Sort]);
        assert_eq!((review.state.sort, selected(&review)), (sort, 3));
    }
    review.act([Action::Sort, Action::First]);
    let sources: Vec<&str> = (0..3).map(|at| review.state.shown_passage(at).unwrap().b.as_str()).collect();
    assert_eq!(
        sources,
        ["library/estuary-boats.txt", "library/estuary-boats.txt", "library/branch-lines.txt"]
    );
}

#[test]
fn panes_follow_one_another() {
    let mut review = english();
    let panes = [Pane::Sources, Pane::Query, Pane::Source, Pane::Passages];
    for pane in panes {
        review.act([Action::NextPane]);
        assert_eq!(review.state.window.focus, pane);
    }
    review.act([Action::PreviousPane]);
    assert_eq!(review.state.window.focus, Pane::Source);
    review.act([Action::Left, Action::Left]);
    assert_eq!(review.state.window.focus, Pane::Passages);
    review.act([Action::Right]);
    assert_eq!(review.state.window.focus, Pane::Query);
}

#[test]
fn enter_reads_and_escape_returns() {
    let mut review = english();
    review.act([Action::Open]);
    assert!(review.state.is_zoomed && review.state.window.focus == Pane::Query);
    review.act([Action::NextPane, Action::NextPane]);
    assert_eq!(review.state.window.focus, Pane::Query);
    review.act([Action::Back]);
    assert!(!review.state.is_zoomed && review.state.window.focus == Pane::Passages);
    review.act([Action::Back]);
    assert_eq!(review.state.window.message.as_deref(), Some("q quits"));
}

#[test]
fn a_source_narrows_the_list() {
    let mut review = english();
    review.act([Action::NextPane, Action::Down]);
    assert_eq!(review.state.passage().unwrap().b, "library/branch-lines.txt");
    review.act([Action::Open]);
    assert_eq!((review.state.shown.len(), review.state.window.focus), (1, Pane::Passages));
    review.act([Action::Back]);
    assert_eq!(review.state.shown.len(), 3);
}

#[test]
fn a_search_visits_text_names_and_sources() {
    let mut review = english();
    review.search("jetty");
    assert_eq!((review.state.window.focus, selected(&review)), (Pane::Query, 3));
    review.act([Action::Next]);
    assert_eq!((review.state.window.focus, selected(&review)), (Pane::Source, 3));
    review.act([Action::Next]);
    assert_eq!(review.state.window.focus, Pane::Query);
    review.act([Action::Back, Action::Previous]);
    assert_eq!(selected(&review), 2);
    review.search("BRANCH");
    assert_eq!((review.state.window.focus, selected(&review)), (Pane::Sources, 2));
    review.search("zeppelin");
    assert_eq!(review.state.window.message.as_deref(), Some("\"zeppelin\" was not found"));
}

#[test]
fn what_was_found_is_on_the_screen() {
    let mut review = english();
    assert!(!review.screen().contains("standing"));
    review.search("heron standing");
    assert!(review.screen().contains("heron"));
}

#[test]
fn typing_edits_the_pattern() {
    let mut review = english();
    review.act([Action::Search, Action::Type("盐a\u{1b}\nb".into()), Action::Edit(DeletePrevChar)]);
    assert_eq!(review.state.window.prompt.value(), "盐a ");
    review.act([Action::Edit(GoToStart), Action::Edit(GoToNextChar), Action::Type("路".into())]);
    assert_eq!(review.state.window.prompt.value(), "盐路a ");
    review.act([Action::Edit(DeletePrevWord), Action::Edit(GoToEnd), Action::Edit(DeletePrevWord)]);
    assert_eq!(review.state.window.prompt.value(), "盐");
    review.act([Action::Type("x".repeat(400))]);
    assert_eq!(review.state.window.prompt.value().chars().count(), 200);
    review.act([Action::Edit(DeleteLine), Action::Back]);
    assert_eq!((review.state.window.mode, review.state.window.prompt.value()), (Mode::Normal, ""));
}

#[test]
fn the_cursor_is_seen_on_a_wide_character_in_a_narrow_prompt() {
    let mut review = Review::new(sample::chinese(), (12, 12));
    review.act([Action::Search, Action::Type("码头上的人们看着河".into())]);
    let under_cursor = |review: &mut Review| {
        let place = caret(&review.state).unwrap();
        review.draw()[place].symbol().to_owned()
    };
    assert_eq!(under_cursor(&mut review), " ");
    assert_eq!(under_cursor(review.act([Action::Edit(GoToPrevChar)])).trim(), "河");
    assert_eq!(under_cursor(review.act([Action::Edit(GoToStart)])).trim(), "码");
}

#[test]
fn documents_are_changed() {
    let mut review = Review::new(sample::both(), (80, 24));
    review.act([Action::Open, Action::PreviousDocument]);
    assert_eq!(review.state.window.message.as_deref(), Some("this is the first document"));
    review.act([Action::NextDocument]);
    assert_eq!(review.state.document().unwrap().id, "作文/渡船.md");
    assert_eq!(selected(&review), 1);
    assert!(review.screen().contains("[2/2]"));
}

#[test]
fn copying_gives_both_sides_without_escapes() {
    let report = sample::Sample::new("a\u{1b}.txt", "one \u{1b}two")
        .passage("one \u{1b}two", "b.txt", (3, "one two"), Kind::Verbatim)
        .report();
    let mut review = Review::new(report, (80, 24));
    let Effect::Copy { text, .. } = review.effect(Action::Copy) else { panic!("nothing was copied") };
    assert_eq!(
        text,
        "a.txt, characters 0..8\none two\n\nb.txt, characters 3..10\none two\n\n1: verbatim, similarity 1.000\n"
    );
    let mut empty = Review::new(ibid::report::Report::default(), (80, 24));
    assert_eq!(empty.effect(Action::Copy), Effect::Draw);
    assert_eq!(empty.effect(Action::CopyPlace), Effect::Draw);
}

#[test]
fn a_quotation_for_a_mail_has_its_place_below() {
    let quoted = |review: &mut Review| match review.effect(Action::CopyQuotation) {
        Effect::Copy { name, text } => (name, text),
        effect => panic!("{effect:?}"),
    };
    let report = sample::Sample::new("a\u{1b}.txt", "one \u{1b}two")
        .passage("one \u{1b}two", "b.txt", (3, "盐".repeat(40).as_str()), Kind::Verbatim)
        .report();
    let mut review = Review::new(report, (80, 24));
    let here = "a.txt, characters 0..8";
    assert_eq!(quoted(&mut review), (here.into(), format!("> one two\n— {here}\n")));
    review.act([Action::Right, Action::Right]);
    let there = "b.txt, characters 3..43";
    let lines = format!("> {}\n> {}\n— {there}\n", "盐".repeat(36), "盐".repeat(4));
    assert_eq!(quoted(&mut review), (there.into(), lines), "the source has the focus");
    let mut empty = Review::new(ibid::report::Report::default(), (80, 24));
    assert_eq!(empty.effect(Action::CopyQuotation), Effect::Draw);
}

#[test]
fn the_mouse_selects_and_scrolls() {
    let mut review = english();
    review.act([Action::Click(5, 4)]);
    assert_eq!((review.state.window.focus, selected(&review)), (Pane::Passages, 2));
    review.act([Action::Click(79, 1)]);
    assert_eq!(selected(&review), 3);
    review.act([Action::Wheel(5, 12, -3)]);
    let top = review.state.query.top;
    review.act([Action::Wheel(5, 12, 3)]);
    assert!(review.state.query.top > top);
    // The passage at the top third was selected.
    assert_eq!((review.state.window.focus, selected(&review)), (Pane::Passages, 2));
    review.act([Action::Wheel(5, 3, -3)]);
    assert_eq!((review.state.window.focus, selected(&review)), (Pane::Passages, 1));
}

#[test]
fn a_click_on_a_passage_in_the_text_selects_it() {
    let mut review = Review::new(sample::english(), (160, 50));
    review.act([Action::Next, Action::Next, Action::Right, Action::First]);
    let screen = review.screen();
    let row = screen.lines().position(|line| line.contains("children half")).unwrap();
    let top = review.state.query.top;
    review.act([Action::Click(50, row as u16)]);
    assert_eq!((selected(&review), review.state.query.top), (1, top));
}

#[test]
fn the_source_goes_along_with_the_query_text() {
    let words: Vec<String> = (0..400).map(|number| format!("word{number}")).collect();
    let text = words.join(" ");
    let report = sample::Sample::new("a", &text).passage(&text, "b", (0, &text), Kind::Verbatim).report();
    let mut review = Review::new(report, (80, 24));
    review.act([Action::Right, Action::PageDown]);
    let other = review.state.other.top.at;
    assert!(other > 0 && other.abs_diff(review.state.query.top.at) < 40, "{other}");
    review.act([Action::Last]);
    assert!(review.screen().matches("word399").count() == 2);
    review.act([Action::First]);
    assert_eq!((review.state.query.top.at, review.state.other.top.at), (0, 0));
}

#[test]
fn a_new_size_keeps_the_place() {
    let mut review = english();
    review.act([Action::Next, Action::Next, Action::Resize(50, 30), Action::Resize(120, 24)]);
    assert_eq!(selected(&review), 3);
    assert!(review.screen().contains("heron"));
}

#[test]
fn quitting_is_an_effect() {
    assert_eq!(english().effect(Action::Quit), Effect::Quit);
}

#[test]
fn what_was_found_stays_on_the_screen_when_it_shrinks() {
    let mut review = english();
    review.search("geese").act([Action::Resize(64, 14)]);
    assert!(review.screen().contains("geese"));
}

//! The panels: filters with what they would change, reasons, figures, and the lists beside them.

use ibid::Exclude;
use ibid::report::{
    Credit, Decision, PartWords, Passage, PassageDecision, Report, SaidPair, SentencePair, Suggestion,
};
use insta::assert_snapshot;
use tui_input::InputRequest;

use super::{Review, sample};
use crate::render::Language;
use crate::tui::action::{Action, Mode};
use crate::tui::panes::{Keys, Panes};
use crate::tui::review::layout::Pane;
use crate::tui::review::minimap::MapColumn;
use crate::tui::review::panel::filter_names::{in_force, row_effect, row_name};
use crate::tui::trace::Missing;

/// Makes a report that can be scored: its second passage has the same words in two more sources, the first passage is
/// quoted, and its source is the writer's own.
fn scored(mut report: Report) -> Report {
    report.collection.documents = 60;
    report.parameters.min_jaccard = 0.6;
    report.parameters.excluded = Exclude::default().names();
    for document in &mut report.documents {
        let mut word = 0;
        let mut quoted = vec![];
        for (number, passage) in document.passages.iter_mut().enumerate() {
            let words = [word, word + passage.a_words];
            word += passage.a_words + 2;
            (passage.a_word_range, passage.taken) = (words, vec![words]);
            passage.said = vec![SaidPair { pair: format!("{number:016x}~{:016x}", number + 100), words }];
            passage.sentence_pairs = vec![SentencePair { a: 3, b: 7, jaccard: 0.714 }];
            quoted.extend((number == 0).then_some(words));
        }
        document.total = u64::from(word) + 100;
        document.words = Some(PartWords { quoted, ..PartWords::default() });
        for source in &mut document.sources {
            let is_own = source.id == document.passages[0].b;
            source.same_author = is_own.then(|| "Ana Reyes".to_owned());
            source.date = Some(if is_own { "2018-03-01" } else { "2021" }.to_owned());
        }
        let second = document.passages[1].clone();
        for (name, similarity) in [("library/copies.txt", 0.97), ("library/more-copies.txt", 0.91)] {
            document.passages.push(Passage { b: name.into(), similarity, ..second.clone() });
        }
        document.score(&Exclude::default()).unwrap();
    }
    report
}

fn decided(note: &str) -> PassageDecision {
    PassageDecision {
        decision: Decision::Copied,
        by: "Ana Reyes".into(),
        at: "2026-11-25T09:14:00Z".into(),
        note: note.into(),
    }
}

fn review(size: (u16, u16)) -> Review {
    Review::of_document(scored(sample::english()), size)
}

fn chinese(size: (u16, u16)) -> Review {
    let mut review = Review::of_document(scored(sample::chinese()), size);
    review.state.window.language = Language::Chinese;
    review
}

/// Opens the filters and selects the row whose name begins so.
fn go_to_filter(review: &mut Review, name: &str) {
    if review.state.window.focus != Pane::Filters {
        review.act([Action::Filters]);
    }
    review.act([Action::First]);
    for _ in 0..review.state.filters.list.len {
        if row_name(&review.state, review.state.filters.list.selected).1.starts_with(name) {
            return;
        }
        review.act([Action::Down]);
    }
    panic!("no filter {name}");
}

/// Returns the effect of the selected filter in full.
fn effect(review: &Review) -> String {
    let [full, _] = row_effect(&review.state, review.state.filters.list.selected);
    full
}

fn figures(review: &Review) -> (usize, String) {
    let ratio = review.state.document().unwrap().ratios.overall;
    (review.state.facts.findings, review.state.messages().0.percent(ratio, 1))
}

#[test]
fn a_filter_does_what_it_said_before() {
    for name in
        ["no quotations", "no own work", "passage ≥", "source ≥", "in any", "sources since", "sources until"]
    {
        let mut review = review((80, 24));
        go_to_filter(&mut review, name);
        let (before, ratio) = figures(&review);
        let told = effect(&review);
        review.act([Action::Open]);
        let (after, new_ratio) = figures(&review);
        if told.ends_with("no change") {
            assert_eq!((after, &new_ratio), (before, &ratio), "{name}: {told}");
        } else {
            let by = after as i64 - before as i64;
            let by = if by == 0 { "±0".to_owned() } else { format!("−{}", -by) };
            assert!(
                told.ends_with(&format!("{by}, {ratio} → {new_ratio}")),
                "{name}: {told}, {by} {new_ratio}"
            );
        }
        assert_eq!(in_force(&review.state).len(), 1, "{name}");
        let screen = review.act([Action::Back]).screen();
        assert!(screen.contains("by place · "), "{name}: {screen}");
        review.act([Action::NoFilters]);
        assert_eq!((figures(&review), in_force(&review.state).len()), ((before, ratio), 0), "{name}");
    }
}

#[test]
fn digits_and_sides_change_thresholds() {
    let mut review = review((80, 24));
    go_to_filter(&mut review, "passage ≥");
    assert_eq!(review.state.window.mode, Mode::Digits);
    let typed = |text: &str| Action::Type(text.into());
    review.act([typed("2"), typed("0")]);
    assert_eq!(review.state.deciding.exclude.small, 20);
    review.act([Action::Edit(InputRequest::DeletePrevChar)]);
    assert_eq!(review.state.deciding.exclude.small, 2);
    review.act([Action::Right]);
    assert_eq!(review.state.deciding.exclude.small, 10);
    review.act([Action::Left]);
    assert_eq!(review.state.deciding.exclude.small, 0);
    go_to_filter(&mut review, "source ≥");
    review.act([typed("5")]);
    assert_eq!(review.state.deciding.exclude.small_source, 0.05);
    go_to_filter(&mut review, "sources since");
    review.act([typed("20"), typed("1")]);
    assert_eq!(review.state.deciding.exclude.since, None, "no year yet");
    review.act([typed("9")]);
    assert_eq!(review.state.deciding.exclude.since.as_deref(), Some("2019"));
    go_to_filter(&mut review, "no quotations");
    review.act([typed("1")]);
    assert!(review.state.passage().unwrap().decision.is_none(), "digits do not decide in a panel");
    review.act([Action::Back]);
    assert_eq!((review.state.window.mode, review.state.window.focus), (Mode::Normal, Pane::Passages));
}

#[test]
fn views_change_the_list_and_no_figure() {
    let mut review = review((80, 24));
    let before = figures(&review);
    let decision = decided("a mere list");
    review.state.report.documents[0].passages[0].decision = Some(decision.clone());
    review.state.report.documents[0].passages[1].disputed = vec![decision.clone(), decision];
    for (name, shown) in
        [("only open", vec![2, 3]), ("only disputed", vec![2]), ("only with a note", vec![1])]
    {
        go_to_filter(&mut review, name);
        review.act([Action::Open]);
        let numbers: Vec<u32> =
            (0..review.state.shown.len()).filter_map(|at| review.state.number(at)).collect();
        assert_eq!((numbers, figures(&review)), (shown, before.clone()), "{name}");
        review.act([Action::Open]);
        assert_eq!(review.state.facts.listed, 3);
    }
    go_to_filter(&mut review, "kind");
    review.act([Action::Right]);
    assert_eq!((review.state.facts.listed, in_force(&review.state)), (1, vec!["verbatim".to_owned()]));
    review.act([Action::NoFilters]);
    go_to_filter(&mut review, "only library");
    assert_eq!(review.state.facts.listed, 3);
}

#[test]
fn a_source_is_left_out_by_name_and_counted_again() {
    let mut review = review((80, 24));
    let before = figures(&review);
    go_to_filter(&mut review, "not library/estuary");
    let told = effect(&review);
    assert!(told.starts_with("−2, "), "{told}");
    review.act([Action::Open]);
    assert_eq!(review.state.facts.findings, before.0 - 2);
    go_to_filter(&mut review, "not library/estuary");
    review.act([Action::Open]);
    assert_eq!(figures(&review), before);
}

#[test]
fn filters_hold_for_all_documents() {
    let mut report = scored(sample::english());
    report.documents.extend(scored(sample::chinese()).documents);
    let mut review = Review::of_document(report, (80, 24));
    review.act([Action::NextDocument]);
    let (all, _) = figures(&review);
    review.act([Action::PreviousDocument]);
    go_to_filter(&mut review, "no own work");
    review.act([Action::Open, Action::Back, Action::NextDocument]);
    assert_eq!(figures(&review).0, all - 2);
    review.act([Action::NoFilters]);
    assert_eq!(figures(&review).0, all);
}

#[test]
fn a_report_that_cannot_be_scored_says_so() {
    let mut review = Review::of_document(sample::english(), (80, 24));
    go_to_filter(&mut review, "no quotations");
    review.act([Action::Open]);
    let message = review.state.window.message.clone().unwrap();
    assert!(message.contains("earlier version") && in_force(&review.state).is_empty(), "{message}");
}

#[test]
fn other_sources_unfold_below_their_passage() {
    let mut review = review((80, 24));
    review.act([Action::Next]);
    assert!(review.screen().contains(" +2 "), "{}", review.screen());
    review.act([Action::Open]);
    assert_eq!((review.state.shown.len(), review.state.facts.listed, review.state.is_zoomed), (5, 3, false));
    review.act([Action::Down]);
    let name = review.state.passage().unwrap().b.clone();
    assert_ne!(name, "library/branch-lines.txt");
    assert!(review.screen().contains(&name) && review.screen().contains("└"), "{}", review.screen());
    review.act([Action::Left]);
    assert_eq!((review.state.shown.len(), review.state.number(1)), (3, Some(2)));
    assert_eq!(review.state.passage_list.selected, 1);
    review.act([Action::Right]);
    assert_eq!((review.state.shown.len(), review.state.window.focus), (5, Pane::Passages));
    review.act([Action::Right]);
    assert_eq!(review.state.window.focus, Pane::Query, "what is unfolded already is left");
}

#[test]
fn open_passages_come_first_if_asked_for() {
    let mut review = review((80, 24));
    review.state.report.documents[0].passages[0].decision = Some(decided(""));
    review.act([Action::Sort, Action::Sort, Action::Sort]);
    let numbers: Vec<Option<u32>> = (0..3).map(|at| review.state.number(at)).collect();
    assert_eq!(numbers, [Some(2), Some(3), Some(1)]);
}

#[test]
fn a_list_of_open_passages_goes_on_with_the_next() {
    let mut review = review((80, 24));
    go_to_filter(&mut review, "only open");
    review.act([Action::Open, Action::Back, Action::First]);
    let effect = review.effect(Action::Decide(Some(Decision::Copied)));
    let crate::tui::panes::Effect::Record(mut lines) = effect else { panic!("{effect:?}") };
    for line in &mut lines {
        (line.by, line.at) = ("Ana".into(), "2026-11-25T09:14:00Z".into());
    }
    review.state.take_recorded(Ok(lines));
    assert_eq!(
        (review.state.facts.listed, review.state.number(review.state.passage_list.selected)),
        (2, Some(2))
    );
}

#[test]
fn the_map_tells_passages_apart_without_colors() {
    let mut review = review((80, 24));
    review.state.report.documents[0].passages[0].decision = Some(decided(""));
    review.act([Action::Next, Action::Sort, Action::Sort, Action::Sort, Action::Sort]);
    let columns = &review.state.minimap;
    assert!(columns.contains(&MapColumn::Decided) && columns.contains(&MapColumn::Open));
    let map = review.screen().lines().nth(1).unwrap().to_owned();
    for sign in ["▂", "▅", "█", "═", "▁"] {
        assert!(map.contains(sign), "{sign} in {map}");
    }
    let last = map.chars().collect::<Vec<_>>().iter().rposition(|&c| c == '▅').unwrap();
    review.act([Action::Click(last as u16, 1)]);
    assert_eq!(review.state.number(review.state.passage_list.selected), Some(3));
    review.act([Action::First, Action::Click(1, 1)]);
    assert_eq!((review.state.query.top.at, review.state.number(0)), (0, Some(1)));
}

#[test]
fn no_row_is_empty_below_a_list_that_was_scrolled() {
    for pane in [Pane::Passages, Pane::Sources, Pane::Filters] {
        let mut review = review((80, 12));
        review.act([Action::Filters]);
        review.state.window.focus = pane;
        review.act([Action::Last, Action::Resize(160, 60)]);
        let list = review.state.list(pane).unwrap();
        let rows = usize::from(review.state.body(pane).height);
        assert!(list.top == 0 || list.top + rows <= list.len, "{pane:?} {list:?}");
    }
}

#[test]
fn a_panel_gives_the_focus_back() {
    let mut review = review((80, 24));
    review.act([Action::NextPane, Action::Why]);
    assert_eq!(review.state.window.focus, Pane::Why);
    review.act([Action::Figures, Action::Filters, Action::Filters]);
    assert_eq!(review.state.window.focus, Pane::Sources);
    review.act([Action::Why, Action::NextPane]);
    assert!(!review.state.window.focus.is_panel() || review.state.window.focus != Pane::Why);
    let mut review = self::review((160, 50));
    review.act([Action::Click(110, 40)]);
    assert_eq!(review.state.window.focus, Pane::Decision);
    review.act([Action::Resize(80, 24)]);
    assert_eq!(review.state.window.focus, Pane::Decision, "it is shown in the place of the list");
    review.act([Action::Back]);
    assert_eq!(review.state.window.focus, Pane::Passages);
}

#[test]
fn a_difference_is_marked_in_the_texts_alone() {
    let mut review = review((160, 50));
    review.act([Action::NextDifference]);
    assert!([Pane::Query, Pane::Source].into_iter().all(|pane| review.state.difference(pane).is_some()));
    for pane in [Pane::Why, Pane::Figures, Pane::Decision] {
        assert_eq!(review.state.difference(pane), None, "{pane:?}");
    }
}

#[test]
fn a_remark_on_the_paper_takes_no_rows_of_a_panel() {
    let mut report = scored(sample::english());
    report.documents[0].text = None;
    let mut review = Review::of_document(report, (160, 50));
    let wanted = review.state.wanted_text().unwrap();
    review.state.take_wanted_text(wanted, Err(Missing::Changed));
    review.act([]);
    let rows = |pane| (review.state.area(pane).height, review.state.body(pane).height);
    assert!(matches!(rows(Pane::Query), (all, body) if body + 1 < all), "it has a remark");
    for pane in [Pane::Why, Pane::Decision] {
        assert!(matches!(rows(pane), (all, body) if body + 1 == all), "{pane:?}");
    }
}

#[test]
fn credits_have_signs() {
    let mut review = review((80, 24));
    let signs = [
        (Credit::Neither, " –  "),
        (Credit::Partly, " ±  "),
        (Credit::Quoted, " “  "),
        (Credit::Both, " ”[ "),
        (Credit::Cited, " [  "),
    ];
    for (credit, sign) in signs {
        review.state.report.documents[0].passages[0].credit = credit;
        let screen = review.screen();
        assert!(screen.lines().nth(3).is_some_and(|line| line.contains(sign)), "{sign}: {screen}");
    }
}

#[test]
fn the_reasons_say_what_is_not_known() {
    let mut review = Review::of_document(sample::without_texts(), (80, 24));
    let screen = review.act([Action::Why]).screen();
    assert!(screen.contains("how much it needed is not known without texts"), "{screen}");
    let mut review = Review::of_document(Report::default(), (80, 24));
    assert!(review.act([Action::Why]).screen().contains("no passage is selected"));
}

#[test]
fn the_decision_panel_has_suggestions_and_other_papers() {
    let mut report = scored(sample::english());
    let mut other = report.documents[0].clone();
    other.id = "essays/copy.md".into();
    report.documents.push(other);
    let decision = decided("");
    let suggestion = Suggestion { decision, paper: "essays/ferry.md".into(), words: 20 };
    report.documents[0].passages[1].suggestion = Some(suggestion);
    let mut review = Review::of_document(report, (160, 50));
    let screen = review.act([Action::Next]).screen();
    for text in ["Ana Reyes", "the same words are open in 1 more paper (= decides", "0.97 library/copies.txt"]
    {
        assert!(screen.contains(text), "{text}: {screen}");
    }
}

/// The sizes of the snapshots. Each is drawn on a new terminal: the one of the tests keeps halves of wide characters.
const SIZES: [((u16, u16), &str); 3] = [((80, 24), "small"), ((120, 40), "medium"), ((160, 50), "large")];

#[test]
fn panels_in_english() {
    for (size, name) in SIZES {
        for (action, panel) in
            [(Action::Filters, "filters"), (Action::Why, "why"), (Action::Figures, "figures")]
        {
            let mut review = review(size);
            assert_snapshot!(
                format!("{panel}_{name}"),
                review.act([Action::Next, action, Action::Down]).screen()
            );
        }
    }
}

#[test]
fn panels_in_chinese() {
    for (size, name) in SIZES {
        for (action, panel) in
            [(Action::Filters, "filters"), (Action::Why, "why"), (Action::Figures, "figures")]
        {
            let mut review = chinese(size);
            review.act([Action::Next, Action::Open, Action::Down, action, Action::Down]);
            assert_snapshot!(format!("chinese_{panel}_{name}"), review.screen());
        }
    }
}

#[test]
fn the_queue_shows_all_documents_as_the_filters_leave_them() {
    let mut review = Review::of_document(scored(sample::both()), (80, 24));
    let found = |review: &Review| -> Vec<f64> {
        review.state.report.documents.iter().map(|document| document.ratios.overall).collect()
    };
    let before = found(&review);
    let exclude = ibid::Exclude { small: 1000, ..review.state.deciding.exclude.clone() };
    crate::tui::review::panel::filters::set(&mut review.state, exclude);
    review.act([Action::Back]);
    assert!(review.state.queue.is_shown);
    assert_eq!((before.iter().all(|ratio| *ratio > 0.0), found(&review)), (true, vec![0.0, 0.0]));
}

//! Whole frames, compared as reviewed text.

use ibid::report::{ObfuscationReport, Report};
use insta::assert_snapshot;
use ratatui::style::Modifier;

use super::{Review, sample};
use crate::render::Language;
use crate::tui::action::Action;
use crate::tui::panes::style::Palette;

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (160, 50);

#[test]
fn english_on_a_small_screen() {
    assert_snapshot!(Review::new(sample::english(), SMALL).screen());
}

#[test]
fn english_on_a_large_screen() {
    assert_snapshot!(Review::new(sample::english(), LARGE).act([Action::Next]).screen());
}

#[test]
fn chinese_on_a_small_screen() {
    assert_snapshot!(Review::new(sample::chinese(), SMALL).screen());
}

#[test]
fn chinese_on_a_large_screen() {
    assert_snapshot!(Review::new(sample::chinese(), LARGE).act([Action::Uncounted]).screen());
}

#[test]
fn brackets_around_words_that_differ() {
    let mut review = Review::new(sample::english(), SMALL);
    assert_snapshot!(review.act([Action::Brackets, Action::Open]).screen());
}

#[test]
fn brackets_around_characters_that_differ() {
    let mut review = Review::new(sample::chinese(), SMALL);
    assert_snapshot!(review.act([Action::Brackets, Action::Open]).screen());
}

#[test]
fn moved_and_own_words_have_signs_of_their_own() {
    let mut report = sample::english();
    let passage = &mut report.documents[0].passages[0];
    let (first, last) = (passage.equal[0], passage.equal[passage.equal.len() - 1]);
    passage.moved = vec![first];
    passage.own = vec![[last[0], last[1]]];
    let mut review = Review::new(report, SMALL);
    let screen = review.act([Action::Brackets]).screen();
    assert!(screen.contains("{On}") && screen.contains("<free>"), "{screen}");
}

#[test]
fn what_another_source_stands_for_is_listed_with_its_own_source() {
    let mut report = sample::english();
    let passages = &mut report.documents[0].passages;
    passages[0].finding = passages[1].finding;
    passages[0].is_best = false;
    let mut review = Review::new(report, LARGE);
    let screen = review.screen();
    assert!(screen.contains("Passages 2") && screen.contains("also in 1 more"), "{screen}");
    let screen = review.act([Action::NextPane, Action::First, Action::Open]).screen();
    assert!(screen.contains("Passages 2 of"), "{screen}");
}

#[test]
fn sources_on_a_small_screen() {
    let mut review = Review::new(sample::english(), SMALL);
    assert_snapshot!(review.act([Action::NextPane]).screen());
}

#[test]
fn a_disguised_document_says_so_in_the_title() {
    let mut report = sample::english();
    let found = ObfuscationReport { suspicious: true, ..ObfuscationReport::default() };
    report.documents[0].obfuscation = Some(found);
    for (size, title) in [(LARGE, "may be disguised · "), (SMALL, "may be disguised · ")] {
        let screen = Review::new(report.clone(), size).screen();
        assert!(screen.lines().next().is_some_and(|line| line.contains(title)), "{screen}");
    }
    assert!(!Review::new(sample::english(), LARGE).screen().contains("disguised"));
}

#[test]
fn documents_that_were_not_looked_through_are_in_the_title() {
    let mut report = sample::english();
    report.documents[0].sources_left = 1207;
    let screen = Review::new(report, (140, 40)).screen();
    let title = screen.lines().next().unwrap_or_default().to_owned();
    assert!(title.contains("(1,207 more not looked through)"), "{title}");
}

#[test]
fn a_very_narrow_screen() {
    assert_snapshot!(Review::new(sample::chinese(), (41, 18)).screen());
}

#[test]
fn a_tiny_screen() {
    assert_snapshot!(Review::new(sample::chinese(), (19, 6)).act([Action::Right]).screen());
}

#[test]
fn help_above_chinese() {
    assert_snapshot!(Review::new(sample::chinese(), SMALL).act([Action::Help]).screen());
}

#[test]
fn a_search() {
    assert_snapshot!(Review::new(sample::english(), SMALL).search("PASSENGERS").screen());
}

#[test]
fn a_search_being_typed() {
    let mut review = Review::new(sample::chinese(), (40, 12));
    assert_snapshot!(review.act([Action::Search, Action::Type("码头".into())]).screen());
}

#[test]
fn a_report_without_texts() {
    assert_snapshot!(Review::new(sample::without_texts(), SMALL).screen());
}

#[test]
fn an_empty_report() {
    assert_snapshot!(Review::new(Report::default(), (60, 12)).screen());
}

#[test]
fn a_document_without_passages() {
    let report = sample::Sample::new("clean.txt", "Nothing of this was copied.").report();
    assert_snapshot!(Review::new(report, (70, 16)).screen());
}

/// Returns the symbols with a modifier on the screen, as one text.
fn with_modifier(review: &mut Review, modifier: Modifier) -> String {
    let buffer = review.draw();
    let cells = buffer.content.iter().filter(|cell| cell.modifier.contains(modifier));
    cells.map(|cell| cell.symbol()).collect()
}

#[test]
fn words_that_differ_are_bold_and_underlined() {
    let mut review = Review::new(sample::english(), LARGE);
    let marked = with_modifier(&mut review, Modifier::BOLD | Modifier::UNDERLINED);
    for word in ["when", "went", "as soon as", "travelled"] {
        assert!(marked.contains(word), "{word} in {marked}");
    }
    assert!(!marked.contains("penny"), "{marked}");
}

#[test]
fn nothing_is_colored_without_colors() {
    let mut review = Review::new(sample::english(), LARGE);
    review.state.window.palette = Palette::None;
    let buffer = review.draw();
    assert!(buffer.content.iter().all(|cell| cell.fg == ratatui::style::Color::Reset));
}

#[test]
fn no_control_character_reaches_a_cell() {
    let bad = "one \u{1b}[31mtwo\u{7} \u{202e}three\u{9b}2J\r\nfour\tfive\u{200b}\u{85}six";
    let report =
        sample::Sample::new(bad, bad).passage(bad, bad, (0, bad), ibid::report::Kind::Verbatim).report();
    let mut review = Review::new(report, SMALL);
    for cell in &review.draw().content {
        let is_bad = |c: char| c.is_control() || matches!(c, '\u{202e}' | '\u{200b}');
        assert!(!cell.symbol().contains(is_bad), "{:?}", cell.symbol());
    }
}

#[test]
fn a_review_in_chinese() {
    let mut review = Review::new(sample::chinese(), SMALL);
    review.state.window.language = Language::Chinese;
    assert_snapshot!("in_chinese_small", review.screen());
    assert_snapshot!("in_chinese_help", review.act([Action::Help]).screen());
    let mut review = Review::new(sample::chinese(), LARGE);
    review.state.window.language = Language::Chinese;
    assert_snapshot!("in_chinese_large", review.act([Action::Uncounted]).screen());
}

#[test]
fn messages_of_a_review_in_chinese() {
    let mut review = Review::new(sample::chinese(), SMALL);
    review.state.window.language = Language::Chinese;
    let mut last = |actions: &[Action]| {
        let screen = review.act(actions.iter().cloned()).screen();
        screen.lines().last().unwrap_or("").trim().to_owned()
    };
    assert_eq!(last(&[Action::Last, Action::Next]), "已是最后一个片段");
    assert_eq!(last(&[Action::NextDocument]), "已是最后一篇文献");
    assert_eq!(last(&[Action::Back]), "按 q 退出");
    let pattern = Action::Type("不存在".into());
    assert_eq!(last(&[Action::Search, pattern, Action::Submit]), "没有找到“不存在”");
}

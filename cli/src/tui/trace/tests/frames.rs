//! Whole frames, compared as reviewed text.

use ibid::report::Trace;
use insta::assert_snapshot;
use ratatui::style::{Color, Modifier};

use super::{Review, sample};
use crate::render::Language;
use crate::tui::action::Action;
use crate::tui::keys::KeyFile;
use crate::tui::panes::style::Palette;
use crate::tui::review::tests::sizes::{SIZES, check_frame, palettes};
use crate::tui::review::tests::typing::{KEY_FILES, help_has_what_is_in_force};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);
const NARROW: (u16, u16) = (40, 12);

fn english(size: (u16, u16)) -> Review {
    Review::new(vec![sample::english(), sample::chinese()], size)
}

fn chinese(size: (u16, u16)) -> Review {
    Review::in_language(vec![sample::chinese(), sample::english()], size, Language::Chinese)
}

#[test]
fn english_carriers() {
    assert_snapshot!("english_small", english(SMALL).screen());
    assert_snapshot!("english_small_changed", english(SMALL).act([Action::Down]).screen());
    assert_snapshot!("english_large", english(LARGE).act([Action::Down]).screen());
    assert_snapshot!("english_narrow", english(NARROW).screen());
    assert_snapshot!("english_narrow_card", english(NARROW).act([Action::Last, Action::NextPane]).screen());
}

#[test]
fn chinese_carriers() {
    assert_snapshot!("chinese_small", chinese(SMALL).act([Action::Down]).screen());
    assert_snapshot!("chinese_large", chinese(LARGE).act([Action::Last]).screen());
    assert_snapshot!("chinese_narrow", chinese(NARROW).screen());
    let actions = [Action::Down, Action::Right, Action::PageDown];
    assert_snapshot!("chinese_narrow_card", chinese(NARROW).act(actions).screen());
}

#[test]
fn the_document_is_read_at_its_place() {
    assert_snapshot!("english_reading", english(SMALL).act([Action::Down, Action::Open]).screen());
    assert_snapshot!("chinese_reading", chinese(NARROW).act([Action::Down, Action::Open]).screen());
}

#[test]
fn the_tree_and_the_timeline_stand_beside_the_list() {
    let mut review = english(LARGE);
    assert_snapshot!("english_tree", review.act([Action::Down, Action::Beside]).screen());
    assert_snapshot!("english_timeline", review.act([Action::Beside]).screen());
    let mut review = chinese(SMALL);
    assert_snapshot!("chinese_tree", review.act([Action::Beside]).screen());
    assert_snapshot!("chinese_timeline", review.act([Action::Beside]).screen());
    assert_snapshot!("english_narrow_tree", english(NARROW).act([Action::Last, Action::Beside]).screen());
}

#[test]
fn help() {
    assert_snapshot!("english_help", english(SMALL).act([Action::Help]).screen());
    assert_snapshot!("chinese_help", chinese(SMALL).act([Action::Help]).screen());
}

#[test]
fn a_quotation_that_nothing_carries() {
    assert_snapshot!("nothing", Review::new(vec![sample::nothing()], (60, 14)).screen());
}

/// Returns the symbols with a modifier on the screen, as one text.
fn with_modifier(review: &mut Review, modifier: Modifier) -> String {
    let cells = review.draw().content.iter().filter(|cell| cell.modifier.contains(modifier));
    cells.map(|cell| cell.symbol()).collect()
}

#[test]
fn what_is_gone_and_what_is_new_is_told_without_colors_and_without_brackets() {
    let mut review = english(LARGE);
    review.act([Action::Down]);
    assert!(review.screen().contains("[-We-] {+They+} will [-never-] sell"));
    review.act([Action::Brackets]);
    assert!(review.screen().contains("We They will never sell"));
    assert_eq!(with_modifier(&mut review, Modifier::CROSSED_OUT), "Wenever");
    let new = with_modifier(&mut review, Modifier::BOLD | Modifier::UNDERLINED);
    assert!(new.contains("They"), "{new}");
}

#[test]
fn nothing_is_colored_without_colors() {
    let mut review = english(LARGE);
    review.state.window.palette = Palette::None;
    for actions in [vec![Action::Down], vec![Action::Open], vec![Action::Help]] {
        assert!(review.act(actions).draw().content.iter().all(|cell| cell.fg == Color::Reset));
    }
}

#[test]
fn no_control_character_reaches_a_cell() {
    let bad = "one \u{1b}[31mtwo\u{7} \u{202e}three\u{9b}2J\r\nfour\tfive\u{200b}\u{85}six";
    let mut trace = sample::english();
    trace.quote = bad.into();
    let carrier = &mut trace.carriers[0];
    let document = &mut carrier.document;
    for field in [&mut document.id, &mut carrier.before, &mut carrier.text, &mut carrier.after] {
        *field = bad.into();
    }
    let known = [&mut document.title, &mut document.author, &mut document.date, &mut document.url];
    known.into_iter().for_each(|field| *field = Some(bad.into()));
    carrier.changes = vec![ibid::report::Change {
        kind: ibid::report::ChangeKind::Number,
        gone: bad.into(),
        new: bad.into(),
    }];
    (document.byte_start, document.byte_end) = (bad.len() as u32, 2 * bad.len() as u32);
    let mut review = Review::new(vec![trace], LARGE);
    for action in [Action::Down, Action::Up, Action::Open, Action::Copy] {
        for cell in &review.act([action]).draw().content {
            let is_bad = |c: char| c.is_control() || matches!(c, '\u{202e}' | '\u{200b}');
            assert!(!cell.symbol().contains(is_bad), "{:?}", cell.symbol());
        }
    }
}

#[test]
fn the_columns_fit_a_new_width() {
    let mut review = english(NARROW);
    let narrow = review.screen();
    review.act([Action::NextPane, Action::Resize(80, 24)]);
    assert_eq!(review.screen().lines().nth(5), english(SMALL).screen().lines().nth(5));
    review.act([Action::Resize(40, 12), Action::Up, Action::PreviousPane]);
    assert_eq!(review.screen(), narrow);
}

#[test]
fn a_long_list_is_scrolled_to_what_is_selected() {
    let trace = sample::english();
    let carrier = trace.carriers[2].clone();
    let more = (4..200).map(|number| ibid::report::Carrier { number, ..carrier.clone() });
    let carriers: Vec<_> = trace.carriers.iter().cloned().chain(more).collect();
    let trace = Trace { carriers, ..trace };
    let screen = Review::new(vec![trace], SMALL).act([Action::Last]).screen();
    assert!(screen.contains("▸199") && screen.contains("Carriers 199"), "{screen}");
}

#[test]
fn the_help_has_what_is_in_force() {
    for text in KEY_FILES {
        let file = KeyFile::parse(text, Language::English);
        let mut review = Review::new(vec![sample::english()], (80, 24));
        review.state.window.keymap = std::rc::Rc::new(file.keymap);
        help_has_what_is_in_force(&review.state);
    }
}

#[test]
fn frames_are_whole_at_all_sizes() {
    for palette in palettes() {
        for language in [Language::English, Language::Chinese] {
            for actions in [&[][..], &[Action::Beside], &[Action::Open], &[Action::Help]] {
                let traces = vec![sample::chinese(), sample::english()];
                let mut review = Review::in_language(traces, SIZES[0], language);
                review.state.window.palette = palette;
                review.act([Action::Last]).act(actions.iter().cloned());
                for (cols, rows) in SIZES {
                    review.act([Action::Resize(cols, rows)]);
                    check_frame(&review.state);
                }
            }
        }
    }
}

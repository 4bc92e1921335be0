//! Frames of all sizes and palettes, after every change of size.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::{Review, frame_text, sample};
use crate::render::Language;
use crate::tui::action::Action;
use crate::tui::panes::area::Areas;
use crate::tui::panes::area::tests::are_apart;
use crate::tui::panes::style::Palette;
use crate::tui::panes::style::tests::{GROUNDS, contrast_of};
use crate::tui::panes::{View, caret, draw};

/// The sizes that a terminal goes through.
pub(in crate::tui) const SIZES: [(u16, u16); 10] =
    [(80, 24), (20, 6), (200, 60), (40, 12), (160, 50), (10, 3), (120, 40), (80, 24), (500, 200), (40, 12)];

/// Draws a frame, and asserts what holds of each: no wide glyph is cut, panes lie apart on the screen, no list is scrolled over empty
/// rows, the caret is on the screen, and each cell can be read.
#[track_caller]
pub(in crate::tui) fn check_frame<R: View>(review: &R) {
    let (width, height) = review.window().size;
    let screen = Rect::new(0, 0, width, height);
    // Not that of a test terminal, which keeps what a wide glyph covers.
    let mut frame = Buffer::empty(screen);
    draw(review, &mut frame);
    for row in frame.content.chunks(usize::from(width).max(1)) {
        for (at, cell) in row.iter().enumerate().filter(|(_, cell)| cell.symbol().width() > 1) {
            let behind = row.get(at + 1).map(|cell| cell.symbol());
            let screen = || frame_text(&frame);
            assert_eq!(behind, Some(" "), "{} is cut at column {at}:\n{}", cell.symbol(), screen());
        }
    }
    let Areas { panes: areas, .. } = review.areas();
    are_apart(&areas.iter().map(|(_, area)| *area).collect::<Vec<_>>(), screen);
    for (pane, _) in areas {
        let rows = usize::from(review.body(pane).height);
        if let Some(list) = review.list(pane).filter(|_| !review.body(pane).is_empty()) {
            assert!(list.top == 0 || list.top + rows <= list.len, "{list:?} in {rows} rows");
            assert!(
                list.len == 0 || list.seen(rows as u16).contains(&list.selected),
                "{list:?} in {rows} rows"
            );
        }
    }
    assert!(caret(review).is_none_or(|place| screen.is_empty() || screen.contains(place)));
    let (_, grounds, bar) = match GROUNDS.iter().find(|(palette, ..)| *palette == review.window().palette) {
        Some(ground) => *ground,
        None => (Palette::None, &[0xff_ff_ff, 0x00_00_00][..], 4.5),
    };
    let mut styles: Vec<Style> = vec![];
    for style in frame.content.iter().map(Cell::style) {
        // Few styles are on many cells, and most cells have that of the last one.
        if !styles.iter().rev().any(|known| *known == style) {
            styles.push(style);
        }
    }
    for style in styles {
        let least = grounds.iter().map(|&ground| contrast_of(style, ground)).fold(f64::MAX, f64::min);
        assert!(least >= bar, "{style:?} has a contrast of {least:.2}");
    }
}

/// Returns all palettes.
pub(in crate::tui) fn palettes() -> impl Iterator<Item = Palette> {
    GROUNDS.iter().map(|(palette, ..)| *palette).chain([Palette::None])
}

#[test]
fn frames_are_whole_at_all_sizes() {
    for palette in palettes() {
        for language in [Language::English, Language::Chinese] {
            for report in [sample::both(), sample::chinese(), sample::without_texts()] {
                let mut review = Review::new(report, SIZES[0]);
                (review.state.window.palette, review.state.window.language) = (palette, language);
                review.act([Action::Last]);
                for (cols, rows) in SIZES {
                    review.act([Action::Resize(cols, rows)]);
                    check_frame(&review.state);
                }
            }
        }
    }
}

#[test]
fn the_help_and_what_is_typed_are_whole_at_all_sizes() {
    for language in [Language::English, Language::Chinese] {
        for begin in [Action::Help, Action::Note, Action::Search] {
            let mut review = Review::new(sample::chinese(), SIZES[0]);
            review.state.window.language = language;
            review.act([begin, Action::Type("盐路穿过山口\n第二行".into())]);
            for (cols, rows) in SIZES {
                review.act([Action::Resize(cols, rows)]);
                check_frame(&review.state);
            }
        }
    }
}

#[test]
fn a_list_that_was_scrolled_is_full_again_on_a_larger_screen() {
    let mut review = Review::new(sample::both(), (80, 10));
    review.act([Action::Last, Action::Resize(160, 50)]).draw();
    assert_eq!(review.state.passage_list.top, 0);
}

#[test]
fn a_screen_of_forty_columns_in_chinese() {
    let mut review = Review::new(sample::chinese(), (40, 12));
    review.state.window.language = Language::Chinese;
    insta::assert_snapshot!(review.screen());
}

#[test]
fn a_screen_of_a_hundred_and_twenty_columns() {
    insta::assert_snapshot!(Review::new(sample::english(), (120, 40)).screen());
}

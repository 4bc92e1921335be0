//! Getting about: what leaves the review, and what comes into it.

use ibid::report::PlaceReport;

use super::{Review, sample};
use crate::tui::action::Action;
use crate::tui::panes::Effect;

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
    let mut review = Review::new(report, SMALL);
    assert_eq!(copied(&mut review), format!("{a}:29:1"));
    review.act([Action::Right, Action::Right]);
    assert_eq!(copied(&mut review), format!("{b} p. 12"));
    review.act([Action::Next]);
    assert!(copied(&mut review).contains("characters "), "a file without lines");
}

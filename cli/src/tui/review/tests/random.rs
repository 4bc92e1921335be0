//! Random texts, sizes and orders of actions, none of which may make the review panic.

use ibid::report::{DocumentReport, Kind, PartWords, Passage, PlaceReport, Report, SourceReport};
use proptest::prelude::*;
use tui_input::InputRequest;

use super::{Review, sample};
use crate::tui::action::Action;

pub(in crate::tui) const PIECES: &[&str] = &[
    "word ",
    "a",
    "盐路",
    "，",
    "。",
    "“",
    "”",
    "\n",
    "\r\n",
    "\t",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{200b}",
    "e\u{301}",
    "\u{301}",
    "👨\u{200d}👩\u{200d}👧",
    "❤\u{fe0f}",
    "🇩🇪",
    "한국",
    "\0",
    "\u{85}",
    "ﷺ",
    "क्ष",
    "\u{3000}",
    "an-unbreakable-and-rather-long-word",
    "\u{ad}",
    "\u{1160}",
    "……",
    "——",
    "ｶﾞ",
];

pub(in crate::tui) fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..120).prop_map(|pieces| pieces.concat())
}

/// Generates reports whose places are right, beside the text, or nonsense.
fn report() -> impl Strategy<Value = Report> {
    let passage = (text(), text(), 0u32..400, 0u32..400, 0u8..5, prop::bool::ANY, 0usize..3);
    let document = (text(), prop::bool::ANY, prop::collection::vec(passage, 0..6));
    prop::collection::vec(document, 0..3).prop_map(|documents| {
        let mut report = Report::default();
        for (number, (text, has_text, passages)) in documents.into_iter().enumerate() {
            let id = format!("{number}{}", text.chars().take(9).collect::<String>());
            let passages =
                passages.into_iter().map(|(a_text, b_text, start, end, kind, has_texts, source)| {
                    odd_passage(&id, (a_text, b_text), (start, end), (kind, has_texts, source))
                });
            let passages = passages.collect();
            let sources = (0..2).map(|number| SourceReport { id: number.to_string(), ..Default::default() });
            report.documents.push(DocumentReport {
                id,
                sources: sources.collect(),
                words: has_text.then(PartWords::default),
                text: has_text.then_some(text),
                passages,
                ..DocumentReport::default()
            });
        }
        report
    })
}

fn odd_passage(
    a: &str,
    (a_text, b_text): (String, String),
    (start, end): (u32, u32),
    (kind, has_texts, source): (u8, bool, usize),
) -> Passage {
    let kinds = [Kind::Verbatim, Kind::Reordered, Kind::Reworded, Kind::Possible, Kind::CommonPhrase];
    Passage {
        a: a.into(),
        a_start: start,
        a_end: end,
        b: source.to_string(),
        b_start: end,
        b_end: start,
        kind: kinds[usize::from(kind)],
        b_place: (start > 200).then_some(PlaceReport::Line { line: end, column: start }),
        finding: start % 3,
        is_best: end % 2 == 0,
        similarity: if start > 390 { f64::NAN } else { 0.5 },
        a_byte_start: start,
        a_byte_end: end,
        b_byte_end: u32::MAX,
        equal: vec![[start, start + 4, end, end + 4], [end, start, start, end], [0, u32::MAX, 0, u32::MAX]],
        moved: vec![[end, start, start, end], [start, start + 3, 0, u32::MAX]],
        own: vec![[start, end], [7, u32::MAX]],
        taken: vec![[start.min(end), start.max(end)]],
        a_text: has_texts.then_some(a_text),
        b_text: has_texts.then_some(b_text),
        ..Passage::default()
    }
}

pub(in crate::tui) fn action() -> impl Strategy<Value = Action> {
    let plain = [
        Action::Up,
        Action::Down,
        Action::Left,
        Action::Right,
        Action::PageUp,
        Action::PageDown,
        Action::First,
        Action::Last,
        Action::NextPane,
        Action::PreviousPane,
        Action::Next,
        Action::Previous,
        Action::NextDocument,
        Action::PreviousDocument,
        Action::Open,
        Action::Back,
        Action::Sort,
        Action::Parent,
        Action::Beside,
        Action::Uncounted,
        Action::Brackets,
        Action::Copy,
        Action::Search,
        Action::GoTo,
        Action::CopyPlace,
        Action::CopyQuotation,
        Action::Narrower,
        Action::Wider,
        Action::Editor,
        Action::Reload,
        Action::Edit(InputRequest::DeletePrevChar),
        Action::Edit(InputRequest::DeleteNextWord),
        Action::Edit(InputRequest::GoToPrevChar),
        Action::Edit(InputRequest::GoToPrevWord),
        Action::Edit(InputRequest::DeleteTillEnd),
        Action::Edit(InputRequest::Yank),
        Action::Edit(InputRequest::GoToStart),
        Action::Submit,
        Action::Help,
        Action::Select,
        Action::SameWords,
        Action::Filters,
        Action::NoFilters,
        Action::Why,
        Action::Figures,
        Action::ReadOn,
    ];
    prop_oneof![
        12 => prop::sample::select(plain.to_vec()),
        2 => prop::sample::select(PIECES).prop_map(|piece| Action::Type(piece.into())),
        1 => (0u8..10).prop_map(|digit| Action::Type(digit.to_string())),
        2 => (0u16..130, 0u16..40).prop_map(|(col, row)| Action::Click(col, row)),
        1 => (0u16..130, 0u16..40).prop_map(|(col, row)| Action::DoubleClick(col, row)),
        2 => (0u16..130, 0u16..40).prop_map(|(col, row)| Action::Drag(col, row)),
        1 => (0u16..130, 0u16..40, -3i16..4).prop_map(|(col, row, by)| Action::Wheel(col, row, by)),
        2 => (0u16..170, 0u16..50).prop_map(|(cols, rows)| Action::Resize(cols, rows)),
        1 => (0u16..4, 0u16..4).prop_map(|(cols, rows)| Action::Resize(cols, rows)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_panics(report in report(), size in (0u16..170, 0u16..50), actions in prop::collection::vec(action(), 0..24)) {
        let mut review = Review::new(report, size);
        review.draw();
        for action in actions {
            review.act([action]);
            review.draw();
        }
    }
}

#[test]
fn every_small_size_is_drawn() {
    for cols in 0..10 {
        for rows in 0..12 {
            for report in [sample::chinese(), sample::without_texts(), Report::default()] {
                let mut review = Review::new(report, (cols, rows));
                review.act([Action::Brackets, Action::Right]).draw();
                review.act([Action::Help]).draw();
                for panel in [Action::Filters, Action::Why, Action::Figures] {
                    review.act([Action::Help, panel]).draw();
                    review.act([Action::Help]);
                }
                review.act([Action::Help, Action::Search, Action::Type("盐".into())]).draw();
            }
        }
    }
}

//! Random texts, sizes and orders of actions, none of which may make the review panic.

use ibid::report::{
    Carrier, CarrierDocument, Change, ChangeKind, Form, Parent, Piece, Reason, Trace, Witness,
};
use proptest::prelude::*;

use super::{Review, sample};
use crate::tui::action::Action;
use crate::tui::review::tests::random::{PIECES, action, text};

fn carrier() -> impl Strategy<Value = Carrier> {
    (text(), text(), 0u32..12, 0u32..400, 0u32..400).prop_map(|(text, other, number, start, end)| Carrier {
        number,
        document: CarrierDocument {
            id: other.chars().take(12).collect(),
            start: end,
            end: start,
            byte_start: start,
            byte_end: end,
            date: (start % 3 > 0).then(|| other.chars().skip(3).take(20).collect()),
            title: (start % 2 > 0).then(|| text.clone()),
            ..CarrierDocument::default()
        },
        form: [Form::Exact, Form::Edited, Form::Shortened, Form::Elided][end as usize % 4],
        similarity: if start > 390 { f64::NAN } else { 0.5 },
        indirect: start % 2 == 0,
        other_script: end % 2 == 0,
        before: other.clone(),
        after: text.clone(),
        reprints: vec![CarrierDocument::default(); end as usize % 3],
        parent: (end % 3 > 0).then(|| Parent {
            carrier: start % 12,
            similarity: 0.1,
            reasons: vec![Reason::Named],
        }),
        wording: vec![Piece::Gone(text.clone()), Piece::New(other.clone()), Piece::Same(String::new())],
        changes: vec![Change { kind: ChangeKind::Number, gone: text.clone(), new: other }],
        text,
        ..Carrier::default()
    })
}

fn traces() -> impl Strategy<Value = Vec<Trace>> {
    let trace = (text(), prop::collection::vec(carrier(), 0..6)).prop_map(|(quote, carriers)| Trace {
        quote,
        carriers,
        witness: Witness { carrier: Some(3), tied: vec!["x".into()], undated: 2, similar_since: Some(1) },
        left: 3,
        ..Trace::default()
    });
    prop::collection::vec(trace, 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_panics(traces in traces(), size in (0u16..130, 0u16..40), actions in prop::collection::vec(action(), 0..24)) {
        let texts: Vec<String> = traces.iter().flat_map(|trace| &trace.carriers).map(|c| format!("{}{}", c.before, c.text)).collect();
        let ids = traces.iter().flat_map(|trace| &trace.carriers).map(|c| c.document.id.clone());
        let documents = ids.zip(texts).collect();
        let mut review = Review::new(traces.clone(), size);
        review.documents = documents;
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
        for rows in 0..14 {
            for traces in [vec![sample::english()], vec![sample::chinese()], vec![sample::nothing()], vec![]]
            {
                let mut review = Review::new(traces, (cols, rows));
                review.act([Action::Down, Action::Right]).draw();
                review.act([Action::Help]).draw();
                review
                    .act([Action::Help, Action::Open, Action::Search, Action::Type(PIECES[2].into())])
                    .draw();
            }
        }
    }
}

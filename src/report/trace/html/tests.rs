//! What no page may have, whatever the documents say.

use super::*;
use crate::report::{CarrierDocument, Parent, Piece, Reason};

fn page(traces: &[Trace]) -> String {
    let mut out = vec![];
    write_traces_html(traces, Language::English, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn carrier(number: u32, id: &str) -> Carrier {
    let document = CarrierDocument { id: id.to_owned(), ..CarrierDocument::default() };
    Carrier { number, document, ..Carrier::default() }
}

/// A carrier after the one before it.
fn follower(number: u32) -> Carrier {
    let parent = Parent { carrier: number - 1, similarity: 1.0, reasons: vec![Reason::SameWording] };
    let date = Some(format!("2026-03-{:02}", number % 28 + 1));
    let carrier = carrier(number, &format!("id-{number}"));
    Carrier { parent: Some(parent), document: CarrierDocument { date, ..carrier.document }, ..carrier }
}

#[test]
fn nothing_of_a_document_is_obeyed() {
    let bad = "<script>alert(\"1\")</script>' onload='x\u{202E}\u{1b}";
    let text = || bad.to_owned();
    let document = CarrierDocument {
        id: text(),
        title: Some(text()),
        author: Some(text()),
        date: Some(text()),
        category: Some(text()),
        url: Some(format!("https://example.org/\"{bad}")),
        source: Some(text()),
        ..CarrierDocument::default()
    };
    let change = crate::report::Change { kind: crate::report::ChangeKind::Words, gone: text(), new: text() };
    let first = Carrier {
        number: 1,
        document: document.clone(),
        before: text(),
        text: text(),
        after: text(),
        reprints: vec![document],
        wording: vec![Piece::Same(text()), Piece::Gone(text()), Piece::New(text())],
        changes: vec![change],
        ..Carrier::default()
    };
    let mut trace = Trace { quote: text(), carriers: vec![first, follower(2)], ..Trace::default() };
    trace.witness.tied = vec![text()];
    let page = page(&[trace.clone(), trace]);
    assert!(page.contains("&lt;script&gt;"));
    for part in ["<script", "onload='", "\u{202E}", "\u{1b}", "href=\"http"] {
        assert!(!page.contains(part), "{part:?}");
    }
}

#[test]
fn addresses_of_the_web_are_linked() {
    let with_url = |url: &str| {
        let carrier = carrier(1, "a");
        let document = CarrierDocument { url: Some(url.to_owned()), ..carrier.document };
        page(&[Trace { carriers: vec![Carrier { document, ..carrier }], ..Trace::default() }])
    };
    let link = "<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"noreferrer noopener\">";
    assert!(with_url("https://example.org/?a=1&b=2").contains(link));
    assert!(!with_url("javascript:alert(1)").contains("javascript"));
}

#[test]
fn a_tree_of_hundreds_says_what_it_leaves_out() {
    let carriers: Vec<Carrier> = std::iter::once(carrier(1, "id-1")).chain((2..=350).map(follower)).collect();
    let page = page(&[Trace { carriers, ..Trace::default() }]);
    assert_eq!(page.matches("class=\"node\"").count(), 200);
    assert!(page.contains("150 more carriers are not drawn"));
    assert_eq!(page.matches("<tr id=").count(), 350);
}

#[test]
fn what_nobody_carries_has_no_table_and_no_figure() {
    let page = page(&[Trace { quote: "of the sea".to_owned(), documents: 12, ..Trace::default() }]);
    assert!(page.contains("no document carries it, of 12 that were searched"));
    assert!(!page.contains("<table") && !page.contains("<svg") && !page.contains("<nav"));
}

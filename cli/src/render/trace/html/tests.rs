//! Tests of what no page may have, whatever the documents say.

use ibid::report::{
    Carrier, CarrierDocument, Change, ChangeKind, EarlierWording, Parent, Piece, Quoted, Reason,
};

use super::*;

fn page(traces: &[Trace]) -> String {
    let mut out = vec![];
    write_carriers(traces, Language::English, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn carrier(number: u32, id: &str) -> Carrier {
    let document = CarrierDocument { id: id.to_owned(), ..CarrierDocument::default() };
    Carrier { number, document, ..Carrier::default() }
}

/// Returns a carrier whose parent is the one before it.
fn follower(number: u32) -> Carrier {
    let parent = Parent { carrier: number - 1, similarity: 1.0, reasons: vec![Reason::SameWording] };
    let date = Some(format!("2026-03-{:02}", number % 28 + 1));
    let carrier = carrier(number, &format!("id-{number}"));
    Carrier { parent: Some(parent), document: CarrierDocument { date, ..carrier.document }, ..carrier }
}

const BAD: &str = "<script>alert(\"1\")</script>' onload='x\u{202E}\u{1b}";

fn bad() -> String {
    BAD.to_owned()
}

/// Returns a document of which everything is bad.
fn bad_document() -> CarrierDocument {
    CarrierDocument {
        id: bad(),
        title: Some(bad()),
        author: Some(bad()),
        date: Some(bad()),
        category: Some(bad()),
        url: Some(format!("https://example.org/\"{BAD}")),
        source: Some(bad()),
        ..CarrierDocument::default()
    }
}

fn bad_wording() -> (Vec<Piece>, Vec<Change>) {
    let pieces = vec![Piece::Same(bad()), Piece::Gone(bad()), Piece::New(bad())];
    (pieces, vec![Change { kind: ChangeKind::Words, gone: bad(), new: bad() }])
}

#[track_caller]
fn is_harmless(page: &str) {
    assert!(page.contains("&lt;script&gt;"));
    for part in ["<script", "onload='", "\u{202E}", "\u{1b}", "href=\"http"] {
        assert!(!page.contains(part), "{part:?}");
    }
}

#[test]
fn nothing_of_a_document_is_obeyed() {
    let (wording, changes) = bad_wording();
    let first = Carrier {
        number: 1,
        document: bad_document(),
        before: bad(),
        text: bad(),
        after: bad(),
        reprints: vec![bad_document()],
        wording,
        changes,
        ..Carrier::default()
    };
    let mut trace = Trace { quote: bad(), carriers: vec![first, follower(2)], ..Trace::default() };
    trace.witness.tied = vec![bad()];
    is_harmless(&page(&[trace.clone(), trace]));
}

#[test]
fn nothing_of_an_article_is_obeyed() {
    let (wording, changes) = bad_wording();
    let earlier =
        EarlierWording { document: bad_document(), wording: wording.clone(), changes: changes.clone() };
    let untitled = CarrierDocument { title: None, ..bad_document() };
    let quoted = Quoted {
        speaker: Some(bad()),
        text: bad(),
        wording,
        changes,
        sources: vec![bad_document(), untitled],
        earlier: Some(earlier),
        ..Quoted::default()
    };
    let plain = Quoted { text: bad(), ..Quoted::default() };
    let article =
        QuotedArticle { article: bad(), quotations: vec![quoted, plain], ..QuotedArticle::default() };
    let mut out = vec![];
    quoted::write_quotations(&[article.clone(), article], Language::Chinese, &mut out).unwrap();
    is_harmless(&String::from_utf8(out).unwrap());
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

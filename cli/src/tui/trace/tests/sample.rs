//! Small traces that are made by hand, without the tracer.

use ibid::report::{
    Carrier, CarrierDocument, Change, ChangeKind, Form, Parent, Piece, PlaceReport, Reason, Trace, Witness,
};

/// Returns the text of each document of a trace.
pub(super) fn documents(trace: &Trace) -> Vec<(String, String)> {
    let text = |carrier: &Carrier| {
        let before = "x".repeat(carrier.document.byte_start as usize - carrier.before.len());
        format!("{before}{}{}{}\n\nNothing more.\n", carrier.before, carrier.text, carrier.after)
    };
    let of = |carrier: &Carrier| carrier.document.byte_start as usize >= carrier.before.len();
    let carriers = trace.carriers.iter().filter(|carrier| of(carrier));
    carriers.map(|carrier| (carrier.document.id.clone(), text(carrier))).collect()
}

/// Makes a carrier from a sentence: the words before the wording, the wording, and the words after it.
fn carrier(number: u32, (id, date): (&str, &str), [before, text, after]: [&str; 3]) -> Carrier {
    let start = before.len() as u32;
    let document = CarrierDocument {
        id: id.into(),
        start: before.chars().count() as u32,
        end: (before.chars().count() + text.chars().count()) as u32,
        byte_start: start,
        byte_end: start + text.len() as u32,
        date: (!date.is_empty()).then(|| date.into()),
        ..CarrierDocument::default()
    };
    Carrier {
        number,
        document,
        similarity: 1.0,
        coverage: 1.0,
        before: before.into(),
        text: text.into(),
        after: after.into(),
        wording: vec![Piece::Same(text.into())],
        ..Carrier::default()
    }
}

fn changed(
    mut carrier: Carrier,
    parent: u32,
    reason: Reason,
    changes: &[(ChangeKind, &str, &str)],
) -> Carrier {
    carrier.form = Form::Edited;
    carrier.similarity = 0.857;
    carrier.parent = Some(Parent { carrier: parent, similarity: 0.857, reasons: vec![reason] });
    carrier.changes = changes
        .iter()
        .map(|&(kind, gone, new)| Change { kind, gone: gone.into(), new: new.into() })
        .collect();
    carrier
}

fn witness(carrier: u32, undated: u64) -> Witness {
    Witness { carrier: Some(carrier), undated, ..Witness::default() }
}

pub(super) fn english() -> Trace {
    let quote = "We will never sell the lighthouse";
    let mut first =
        carrier(1, ("beacon/12", "2026-05-04T08:00:00Z"), ["The warden was plain: “", quote, ",” she said."]);
    first.document.title = Some("A lamp for the strait".into());
    first.document.author = Some("Inge Prahl".into());
    first.document.place = Some(PlaceReport::Line { line: 7, column: 2 });
    let again =
        CarrierDocument { id: "beacon/13".into(), date: Some("2026-05-05".into()), ..first.document.clone() };
    first.reprints = vec![again];
    let second = carrier(
        2,
        ("ledger-3", "2026-05-04T19:30:00Z"),
        ["", "They will sell the lighthouse", ", as the warden told us."],
    );
    let mut second = changed(
        second,
        1,
        Reason::ClosestWording,
        &[(ChangeKind::NegationLost, "never", ""), (ChangeKind::Words, "We", "They")],
    );
    second.wording = vec![
        Piece::Gone("We".into()),
        Piece::New("They".into()),
        Piece::Same("will".into()),
        Piece::Gone("never".into()),
        Piece::Same("sell the lighthouse".into()),
    ];
    (second.indirect, second.embedded) = (true, true);
    let third = carrier(3, ("scrapbook", ""), ["Somebody wrote “", "We will never sell", "” on the wall."]);
    let mut third = changed(third, 2, Reason::Named, &[(ChangeKind::LeftOut, "the lighthouse", "")]);
    (third.form, third.similarity) = (Form::Shortened, 0.9);
    third.wording = vec![Piece::Same("We will never sell".into()), Piece::Gone("the lighthouse".into())];
    Trace {
        quote: quote.into(),
        unit: "words".into(),
        length: 6,
        documents: 1204,
        witness: witness(1, 1),
        carriers: vec![first, second, third],
        ..Trace::default()
    }
}

pub(super) fn chinese() -> Trace {
    let quote = "我们决不出售这座灯塔";
    let first = carrier(1, ("灯塔志", "2026-06-01"), ["看守人说：“", quote, "。”大家都记得。"]);
    let second = carrier(2, ("晚报七", "2026-06-03"), ["据说“", "我们可能出售这座灯塔", "”，没有人相信。"]);
    let mut second = changed(
        second,
        1,
        Reason::SharedChanges { words: 2 },
        &[(ChangeKind::NegationLost, "决不", ""), (ChangeKind::HedgeAdded, "", "可能")],
    );
    second.wording = vec![
        Piece::Same("我们".into()),
        Piece::Gone("决不".into()),
        Piece::New("可能".into()),
        Piece::Same("出售这座灯塔".into()),
    ];
    let mut third = carrier(3, ("燈塔舊事", ""), ["", "我們決不出售這座燈塔", "，他們這樣寫道。"]);
    (third.embedded, third.other_script) = (true, true);
    third.parent = Some(Parent { carrier: 1, similarity: 1.0, reasons: vec![Reason::SameWording] });
    Trace {
        quote: quote.into(),
        unit: "characters".into(),
        length: 10,
        documents: 40,
        witness: witness(1, 1),
        carriers: vec![first, second, third],
        ..Trace::default()
    }
}

/// Returns a quotation without carriers.
pub(super) fn nothing() -> Trace {
    Trace { quote: "Nobody said this".into(), documents: 3, ..Trace::default() }
}

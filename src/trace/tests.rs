use ibid_index::MemoryIndex;

use super::*;
use crate::date::Moment;
use crate::detect::Config;
use crate::report::{ChangeKind, Form, Reason};
use crate::text::Metadata;

/// Traces a quotation in documents of these ids, dates and texts.
fn trace_in(documents: &[(&str, &str, &str)], quote: &str, wanted: &Wanted) -> Trace {
    let detector = Detector::new(Config::default()).unwrap();
    let record = |&(id, date, text): &(&str, &str, &str)| {
        let date = (!date.is_empty()).then(|| date.to_owned());
        let meta = Metadata { date, author: Some(format!("author of {id}")), ..Metadata::default() };
        detector.record(&Document { id: id.into(), text: text.into(), meta, ..Document::default() })
    };
    let index = MemoryIndex::from_records(documents.iter().map(record)).unwrap();
    Tracer::new(&detector, &index).trace(quote, wanted).unwrap()
}

const QUOTE: &str = "The ferry to Quandix island will not run before the first of March";
const ZH: &str = "开往泉岛的渡轮在三月一日以前不会恢复通航";

/// Returns the carrier in a text that is not the first.
fn carrier(quote: &str, text: &str) -> Option<crate::report::Carrier> {
    let source = format!("“{quote},” said the harbor master.");
    let trace =
        trace_in(&[("first", "2026-01-01", &source), ("x", "2026-01-02", text)], quote, &Wanted::default());
    trace.carriers.into_iter().find(|carrier| carrier.document.id == "x")
}

#[test]
fn forms_are_told_apart() {
    for (quote, text, form) in [
        (QUOTE, "The Ferry to Quandix Island will not run before the first of March!", Form::Exact),
        (QUOTE, "The boat to Quandix island will not sail before the first of March.", Form::Edited),
        (QUOTE, "The ferry to Quandix island will not run, people say.", Form::Shortened),
        (QUOTE, "“The ferry to Quandix island … before the first of March,” he said.", Form::Elided),
        (ZH, "开往泉岛的渡轮在三月一日以前不会恢复通航。", Form::Exact),
        (ZH, "開往泉島的渡輪在三月一日以前不會恢復通航。", Form::Exact),
        (ZH, "开往泉岛的客轮在三月二日以前不会恢复通航。", Form::Edited),
        (ZH, "他说：“开往泉岛的渡轮……不会恢复通航。”", Form::Elided),
    ] {
        let found = carrier(quote, text).unwrap_or_else(|| panic!("not found: {text}"));
        assert_eq!(found.form, form, "{text}: {found:?}");
    }
}

/// Returns documents of other words, so many that not all are searched.
fn many(word: &str) -> Vec<(String, String)> {
    let document = |number: u32| (format!("other{number:04}"), format!("{word}{number}."));
    (0..2_001).map(document).collect()
}

fn trace_among(others: &[(String, String)], documents: &[(&str, &str, &str)], quote: &str) -> Vec<String> {
    let others = others.iter().map(|(id, text)| (&**id, "2026-01-01", &**text));
    let all: Vec<(&str, &str, &str)> = documents.iter().copied().chain(others).collect();
    let trace = trace_in(&all, quote, &Wanted::default());
    trace.carriers.into_iter().map(|carrier| carrier.document.id).collect()
}

#[test]
fn a_few_common_words_are_found_among_many_documents() {
    for (others, quote, text) in [
        (
            many("Number "),
            "Values dropped 12 pct in 1985",
            "“Values dropped 12 pct in 1985,” said the clerk.",
        ),
        (many("编号"), "属于高山区域", "人们都说那里属于高山区域，所以很冷。"),
        (many("编号"), "关键是打通大动脉", "他说：“关键不是打通大动脉。”"),
    ] {
        assert_eq!(trace_among(&others, &[("x", "2026-01-02", text)], quote), ["x"], "{quote}");
        assert_eq!(trace_among(&[], &[("x", "2026-01-02", text)], quote), ["x"], "{quote}");
    }
}

#[test]
fn all_of_a_small_collection_is_looked_at() {
    let short = [("x", "2026-01-02", "人之所以，以为不可以。")];
    assert_eq!(trace_among(&[], &short, "不可以人"), [""; 0], "out of order");
    assert_eq!(trace_among(&[], &short, "以为不可以"), ["x"]);
    let dated = Wanted { since: Moment::of_iso("2026-01-03"), ..Wanted::default() };
    assert!(trace_in(&short, "以为不可以", &dated).carriers.is_empty(), "what is not wanted is not");
}

#[test]
fn another_number_in_a_short_quotation_is_a_change() {
    for (quote, text) in
        [("依法查处190余人", "据了解，依法查处198余人。"), ("可节约成本约15%", "他说，可节约成本约55%。")]
    {
        assert_eq!(trace_among(&[], &[("x", "2026-01-02", text)], quote), ["x"], "{text}");
    }
}

#[test]
fn a_set_phrase_of_many_documents_is_no_carrier() {
    let quote = "今年计划建造口袋公园80个";
    let with_phrase: Vec<(String, String)> =
        (0..60).map(|number| (format!("p{number}"), format!("第{number}处是“口袋公园”。"))).collect();
    let all = [("first", "2026-01-01", "市长说：“今年计划建造口袋公园80个。”")];
    assert_eq!(trace_among(&with_phrase[..1], &all, quote), ["first", "p0"], "a part of it");
    assert_eq!(trace_among(&with_phrase, &all, quote), ["first"], "what many have");
    let copies: Vec<(String, String)> =
        (0..30).map(|number| (format!("c{number}"), format!("{number}日，{quote}。"))).collect();
    assert_eq!(trace_among(&copies, &all, quote).len(), 31, "all of it, however many have it");
}

#[test]
fn what_stands_around_is_told() {
    let embedded = carrier(
        QUOTE,
        "Nobody on the coast who has heard that the ferry to Quandix island will not run before the \
                                   first of March has been able to find a room for the night anywhere.",
    )
    .unwrap();
    assert!(embedded.embedded && !embedded.quoted && !embedded.indirect, "{embedded:?}");
    assert!(
        embedded.before.starts_with("Nobody on") && embedded.after.ends_with("anywhere."),
        "{embedded:?}"
    );
    let indirect = carrier(
        QUOTE,
        "The company said that the ferry to Quandix island will not run before the first of March.",
    );
    assert!(indirect.unwrap().indirect);
    let quoted =
        carrier(QUOTE, "He said: “The ferry to Quandix island will not run before the first of March.”")
            .unwrap();
    assert!(quoted.quoted && !quoted.indirect && !quoted.embedded, "{quoted:?}");
    assert!(carrier(ZH, "港务局表示，开往泉岛的渡轮在三月一日以前不会恢复通航。").unwrap().indirect);
    assert!(carrier(ZH, "開往泉島的渡輪在三月一日以前不會恢復通航。").unwrap().other_script);
}

#[test]
fn other_texts_are_no_carriers() {
    for text in [
        "The ferry will run in summer. It was the last of March, and cold.",
        "A ferry was not there before the first light.",
        "Quandix island has a mill, and the mill has two doors.",
    ] {
        assert_eq!(carrier(QUOTE, text), None, "{text}");
    }
    for text in ["渡轮公司将在三月公布新的票价。", "泉岛以前没有通航。"] {
        assert_eq!(carrier(ZH, text), None, "{text}");
    }
}

#[test]
fn the_earliest_is_the_witness_if_that_can_be_known() {
    let text = "He said the ferry to Quandix island will not run before the first of March. ";
    let with = |more: &str| format!("{text} {more}");
    let texts = [with("So it is."), text.replace("He", "She"), text.replace("He", "It")];
    let traced = |dates: [&str; 3]| {
        let documents =
            [("a", dates[0], &*texts[0]), ("b", dates[1], &*texts[1]), ("c", dates[2], &*texts[2])];
        trace_in(&documents, QUOTE, &Wanted::default())
    };
    let known = traced(["2026-02-03", "2026-02-02T10:00:00Z", "2026-02-02T11:00:00Z"]);
    assert_eq!((known.witness.carrier, &*known.carriers[0].document.id), (Some(1), "b"));
    let parents: Vec<Option<u32>> =
        known.carriers.iter().map(|c| c.parent.as_ref().map(|p| p.carrier)).collect();
    assert_eq!(parents, [None, Some(1), Some(1)]);
    assert_eq!(known.carriers[1].parent.as_ref().unwrap().reasons, [Reason::SameWording]);
    let tied = traced(["2026-02-03", "2026-02-02", "2026-02-02T11:00:00Z"]);
    assert_eq!((tied.witness.carrier, tied.witness.tied.join(" ")), (None, "b c".to_owned()));
    let undated = traced(["2026-02-03", "", "2026-02-02T11:00:00Z"]);
    assert_eq!((undated.witness.carrier, undated.witness.undated), (Some(1), 1));
    assert_eq!(undated.carriers[2].parent, None, "its place in the order is not known");
    assert_eq!(traced(["", "", ""]).witness, crate::report::Witness { undated: 3, ..Default::default() });
}

#[test]
fn a_few_words_are_no_witness_of_the_whole() {
    let whole = format!("“{QUOTE},” he said.");
    let part = "“The ferry to Quandix island,” people say.";
    let documents = [("part", "2026-02-01", part), ("whole", "2026-02-02", &*whole)];
    let trace = trace_in(&documents, QUOTE, &Wanted::default());
    assert_eq!((trace.carriers.len(), &*trace.carriers[0].document.id), (2, "part"));
    assert_eq!(trace.witness.carrier, Some(2));
    assert_eq!(trace_in(&documents[..1], QUOTE, &Wanted::default()).witness.carrier, Some(1));
}

#[test]
fn a_similar_wording_before_the_witness_stands_beside_it() {
    let edited = format!("“{},” he said.", QUOTE.replace("run", "sail"));
    let whole = format!("“{QUOTE},” he said.");
    let documents = [("edited", "2026-02-01", &*edited), ("whole", "2026-02-02", &*whole)];
    let trace = trace_in(&documents, QUOTE, &Wanted::default());
    assert_eq!((&*trace.carriers[0].document.id, trace.witness.carrier), ("edited", Some(2)));
    assert_eq!(trace.witness.similar_since, Some(1));
    assert_eq!(trace_in(&documents[1..], QUOTE, &Wanted::default()).witness.similar_since, None);
    assert_eq!(trace_in(&documents[..1], QUOTE, &Wanted::default()).witness.similar_since, None);
}

#[test]
fn a_wording_that_stands_is_never_denied() {
    for (quote, text) in [
        ("oil prices will rise", "Analysts think that oil prices will rise by May."),
        ("of the", "It was the best of the mills."),
        ("not run", "The ferry will not run."),
        ("改革开放", "这是改革开放以来的事。"),
        ("不利于体育科学总体的发展", "这样做不利于体育科学总体的发展，大家都这么说。"),
        ("利于体育科学总体的发展", "这样做不利于体育科学总体的发展，大家都这么说。"),
    ] {
        for others in [vec![], many("Number "), many("编号")] {
            assert_eq!(trace_among(&others, &[("x", "2026-01-02", text)], quote), ["x"], "{quote}");
        }
    }
}

#[test]
fn documents_that_are_too_many_to_list_are_counted() {
    let texts: Vec<(String, String)> =
        (0..1_200).map(|at| (format!("{:04}", 1_200 - at), format!("Prices of the year {at}."))).collect();
    let others: Vec<(&str, &str, &str)> =
        texts.iter().map(|(id, text)| (&**id, "2026-01-02", &**text)).collect();
    let all = [&others[..], &[("first", "2026-01-01", "The best of the year.")]].concat();
    let trace = trace_in(&all, "of the year", &Wanted::default());
    assert_eq!((trace.verbatim, trace.not_listed, trace.carriers.len()), (1_201, 201, 1_000));
    assert_eq!((&*trace.carriers[0].document.id, &*trace.carriers[999].document.id), ("first", "0999"));
    let author = Wanted { author: Some("of first".to_owned()), ..Wanted::default() };
    let trace = trace_in(&all, "of the year", &author);
    assert_eq!((trace.verbatim, trace.not_listed, trace.carriers.len()), (1, 0, 1), "what is wanted");
}

#[test]
fn equal_sentences_are_one_carrier() {
    let text = "“The ferry to Quandix island will not run before the first of March,” he said.";
    let documents = [("b", "2026-02-02", text), ("a", "2026-02-03", text), ("c", "2026-02-01", text)];
    let trace = trace_in(&documents, QUOTE, &Wanted::default());
    let [carrier] = &*trace.carriers else { panic!("{trace:?}") };
    let reprints: Vec<&str> = carrier.reprints.iter().map(|document| &*document.id).collect();
    assert_eq!((&*carrier.document.id, reprints), ("c", vec!["b", "a"]));
}

#[test]
fn a_changed_wording_is_the_parent_of_what_shares_the_change() {
    let changed = QUOTE.replace("not", "surely").replace("March", "May");
    let documents = [
        ("a", "2026-02-01", format!("“{QUOTE},” he said.")),
        ("b", "2026-02-02", format!("“{changed},” he said.")),
        ("c", "2026-02-03", format!("We read that {} this year.", changed.replace("run", "sail"))),
        ("d", "2026-02-04", format!("We read that {} this year.", QUOTE.replace("run", "sail"))),
    ];
    let documents: Vec<(&str, &str, &str)> =
        documents.iter().map(|(id, date, text)| (*id, *date, &**text)).collect();
    let trace = trace_in(&documents, QUOTE, &Wanted::default());
    let parents: Vec<u32> = trace.carriers[1..].iter().map(|c| c.parent.as_ref().unwrap().carrier).collect();
    assert_eq!(parents, [1, 2, 1]);
    assert!(trace.carriers[2].parent.as_ref().unwrap().reasons.contains(&Reason::SharedChanges { words: 2 }));
    let kinds: Vec<ChangeKind> = trace.carriers[1].changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [ChangeKind::NegationLost, ChangeKind::Date]);
}

#[test]
fn filters_choose_carriers() {
    let text = |number: u32| {
        format!("{number} people said the ferry to Quandix island will not run before the first of March.")
    };
    let texts = [text(1), text(2), text(3)];
    let documents = [("a", "2025-12-31", &*texts[0]), ("b", "2026-01-15", &*texts[1]), ("c", "", &*texts[2])];
    let ids = |wanted: Wanted| {
        let trace = trace_in(&documents, QUOTE, &wanted);
        trace.carriers.iter().map(|carrier| carrier.document.id.clone()).collect::<Vec<_>>().join(" ")
    };
    let moment = |date: &str| Moment::of_iso(date);
    assert_eq!(ids(Wanted::default()), "a b c");
    assert_eq!(ids(Wanted { since: moment("2026"), ..Wanted::default() }), "b");
    assert_eq!(ids(Wanted { until: moment("2025-12"), ..Wanted::default() }), "a");
    assert_eq!(ids(Wanted { until: moment("2026-01-15"), ..Wanted::default() }), "a b");
    assert_eq!(ids(Wanted { author: Some("OF B".into()), ..Wanted::default() }), "b");
    assert_eq!(ids(Wanted { source: Some("c".into()), ..Wanted::default() }), "c");
    assert_eq!(ids(Wanted { category: Some("x".into()), ..Wanted::default() }), "");
}

#[test]
fn what_is_no_quotation_is_refused() {
    let detector = Detector::new(Config::default()).unwrap();
    let index = MemoryIndex::from_records([]).unwrap();
    let why = |quote: &str| {
        Tracer::new(&detector, &index).trace(quote, &Wanted::default()).unwrap_err().to_string()
    };
    assert_eq!(why(" …"), "the quotation has no words");
    assert!(why("of").contains("has 1 word, ") && why("渡轮").contains("has 2 characters"));
    assert!(why(&"mill ".repeat(10_000)).contains("10000 words, and at most 500"));
    assert!(why(&"磨".repeat(1001)).contains("1001 characters, and at most 1000"));
    for quote in ["one mill here", "of the"] {
        assert_eq!(Tracer::new(&detector, &index).trace(quote, &Wanted::default()).unwrap().carriers, []);
    }
}

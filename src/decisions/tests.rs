use proptest::prelude::*;

use super::*;
use crate::report::{Decision, DocumentReport, Passage, SaidPair};

fn pair(number: u32) -> String {
    format!("{number:016x}~{:016x}", number + 1_000_000)
}

/// A line of a person on some pairs of a paper, at a second.
fn line(by: &str, second: u32, decision: Option<Decision>, pairs: &[u32]) -> LedgerLine {
    LedgerLine {
        v: 1,
        at: format!("2026-11-25T09:{:02}:{:02}Z", second / 60, second % 60),
        by: by.into(),
        paper: "paper.md".into(),
        decision,
        pairs: pairs.iter().map(|&number| pair(number)).collect(),
        ..LedgerLine::default()
    }
}

/// A document with one passage of ten words for each of these pairs.
fn document(pairs: &[u32]) -> DocumentReport {
    let said = |(at, &number): (u32, &u32)| SaidPair { pair: pair(number), words: [10 * at, 10 * at + 10] };
    let words = 10 * pairs.len() as u32;
    let passage = Passage {
        a: "paper.md".into(),
        taken: vec![[0, words]],
        said: (0..).zip(pairs).map(said).collect(),
        matched_words: words,
        ..Passage::default()
    };
    DocumentReport { id: "paper.md".into(), passages: vec![passage], ..DocumentReport::default() }
}

fn applied(lines: Vec<LedgerLine>, mut document: DocumentReport) -> Passage {
    Ledger::new(lines).apply(&mut document, None);
    document.passages.remove(0)
}

fn decision(passage: &Passage) -> Option<Decision> {
    passage.decision.as_ref().map(|decision| decision.decision)
}

#[test]
fn the_last_line_of_a_person_holds_and_undoing_is_a_line() {
    let copied = line("Ana", 1, Some(Decision::Copied), &[1]);
    let quoted = line("Ana", 2, Some(Decision::Quotation), &[1]);
    let open = line("Ana", 3, None, &[1]);
    let check = |lines: &[&LedgerLine], expected| {
        let lines = lines.iter().map(|line| (*line).clone()).collect();
        assert_eq!(decision(&applied(lines, document(&[1]))), expected);
    };
    check(&[&copied], Some(Decision::Copied));
    check(&[&quoted, &copied], Some(Decision::Quotation));
    check(&[&copied, &quoted, &open], None);
    check(&[&copied, &open, &line("Ana", 4, Some(Decision::Ignore), &[1])], Some(Decision::Ignore));
}

#[test]
fn people_who_disagree_leave_a_passage_disputed_until_a_line_settles_it() {
    let lines =
        || vec![line("Ana", 1, Some(Decision::Copied), &[1]), line("Bo", 2, Some(Decision::Quotation), &[1])];
    let passage = applied(lines(), document(&[1]));
    let by: Vec<&str> = passage.disputed.iter().map(|decision| &*decision.by).collect();
    assert_eq!((decision(&passage), by), (None, vec!["Ana", "Bo"]));
    let settling = LedgerLine { settles: true, ..line("Cy", 3, Some(Decision::OwnWork), &[1]) };
    let passage = applied([lines(), vec![settling.clone()]].concat(), document(&[1]));
    assert_eq!((decision(&passage), passage.disputed.len()), (Some(Decision::OwnWork), 0));
    // Whoever decides after that may disagree again.
    let later = line("Ana", 4, Some(Decision::Copied), &[1]);
    let passage = applied([lines(), vec![settling, later]].concat(), document(&[1]));
    assert_eq!((decision(&passage), passage.disputed.len()), (None, 2));
}

#[test]
fn nine_tenths_of_the_words_decide_and_the_others_stay_open() {
    let all: Vec<u32> = (1..=10).collect();
    let passage = applied(vec![line("Ana", 1, Some(Decision::Copied), &all[..9])], document(&all));
    assert_eq!((decision(&passage), passage.open_words), (Some(Decision::Copied), vec![[90, 100]]));
    let passage = applied(vec![line("Ana", 1, Some(Decision::Copied), &all[..8])], document(&all));
    let suggested =
        passage.suggestion.as_ref().map(|suggestion| (suggestion.decision.decision, suggestion.words));
    assert_eq!((decision(&passage), suggested), (None, Some((Decision::Copied, 80))));
}

#[test]
fn decisions_of_other_papers_are_only_suggested() {
    let of =
        |paper: &str, decision| LedgerLine { paper: paper.into(), ..line("Ana", 1, Some(decision), &[1]) };
    let passage = applied(vec![of("other.md", Decision::Copied)], document(&[1]));
    let paper = passage.suggestion.as_ref().map(|suggestion| &*suggestion.paper);
    assert_eq!((decision(&passage), paper), (None, Some("other.md")));
    let everywhere = LedgerLine { everywhere: true, ..of("other.md", Decision::CommonPhrase) };
    assert_eq!(decision(&applied(vec![everywhere], document(&[1]))), Some(Decision::CommonPhrase));
    let mut draft = document(&[1]);
    Ledger::new(vec![of("draft.md", Decision::Copied)]).apply(&mut draft, Some("draft.md"));
    assert_eq!(decision(&draft.passages[0]), Some(Decision::Copied));
}

#[test]
fn a_line_comes_back_and_what_is_none_is_named() {
    let whole = LedgerLine {
        note: "named in\n\"footnote\" 12\u{1b}[2J".into(),
        everywhere: true,
        settles: true,
        ..line("林小满", 1, Some(Decision::CommonPhrase), &[1, 2])
    };
    let json = whole.to_json();
    assert!(json.starts_with(
        r#"{"v":1,"at":"2026-11-25T09:00:01Z","by":"林小满","paper":"paper.md","as":"common-phrase","note":"#
    ));
    assert_eq!(LedgerLine::parse(&json), Ok(whole));
    let open = line("Ana", 1, None, &[1]);
    assert!(open.to_json().contains(r#""as":"open""#) && !open.to_json().contains("note"));
    let written = line("Ana", 1, Some(Decision::Copied), &[1]).to_json();
    assert!(LedgerLine::parse(&format!("\u{feff}{written}\r\n")).is_ok());
    assert!(LedgerLine::parse(&written.replace("\"by\"", "\"new\":[1],\"by\"")).is_ok());
    let fails = |line: &str, expected: &str| {
        let error = LedgerLine::parse(line).unwrap_err();
        assert!(format!("{error:?}").starts_with(expected), "{line}: {error:?}");
    };
    fails("<<<<<<< HEAD", "ConflictMark");
    fails(&written.replace("\"v\":1", "\"v\":2"), "LaterVersion(2)");
    fails(&written.replace("copied", "stolen"), "UnknownDecision(\"stolen\")");
    fails(written.get(..written.len() / 2).unwrap(), "CutOff");
    fails("not json", "Malformed");
    fails(&written.replace("Ana", ""), "Field { field: \"by\"");
    fails(&written.replace("2026-11-25T", "tomorrow "), "Field { field: \"at\"");
    fails(&written.replace("\"pairs\"", "\"everywhere\":true,\"pairs\""), "Field { field: \"everywhere\"");
    fails(&written.replace("~", "-"), "Field { field: \"pairs\"");
}

#[test]
fn a_last_line_that_was_cut_off_is_skipped_and_another_one_is_named() {
    let lines: Vec<String> =
        (0..3).map(|number| line("Ana", number, Some(Decision::Copied), &[number]).to_json()).collect();
    let whole = lines.join("\n") + "\n";
    assert_eq!(Ledger::parse(whole.as_bytes()).unwrap().lines().len(), 3);
    for end in whole.len() - lines[2].len()..whole.len() - 1 {
        assert_eq!(Ledger::parse(&whole.as_bytes()[..end]).unwrap().lines().len(), 2, "{end}");
    }
    let broken = whole.replacen("Ana", "Ana\"", 1);
    assert_eq!(Ledger::parse(broken.as_bytes()).unwrap_err().0, 1);
}

#[test]
fn agreement_counts_pairs_that_both_decided() {
    let lines = vec![
        line("Ana", 1, Some(Decision::Copied), &[1, 2, 3]),
        line("Bo", 2, Some(Decision::Copied), &[1, 2]),
        line("Bo", 3, Some(Decision::Quotation), &[3, 4]),
        line("Ana", 4, Some(Decision::Quotation), &[5]),
    ];
    let Agreement { both, equal, kappa } = Ledger::new(lines).agreement("Ana", "Bo");
    // By chance they would agree on two of three as often as they do.
    assert_eq!((both, equal, kappa), (3, 2, Some(0.0)));
}

fn lines() -> impl Strategy<Value = Vec<LedgerLine>> {
    let one = (
        prop::sample::select(vec!["Ana", "Bo", "Cy"]),
        0_u32..9,
        prop::option::of(prop::sample::select(Decision::ALL.to_vec())),
        prop::collection::vec(0_u32..4, 1..3),
        any::<bool>(),
    );
    let one = one.prop_map(|(by, second, decision, pairs, settles)| {
        let pairs: Vec<u32> = pairs;
        LedgerLine { settles, ..line(by, second, decision, &pairs) }
    });
    prop::collection::vec(one, 0..12)
}

proptest! {
    #[test]
    fn the_order_of_lines_never_matters(lines in lines(), seed in any::<u64>()) {
        let mut shuffled = lines.clone();
        fastrand::Rng::with_seed(seed).shuffle(&mut shuffled);
        shuffled.extend(lines.first().cloned());
        let (ledger, other) = (Ledger::new(lines), Ledger::new(shuffled));
        prop_assert_eq!(ledger.hash(), other.hash());
        let (mut x, mut y) = (document(&[0, 1, 2, 3]), document(&[0, 1, 2, 3]));
        ledger.apply(&mut x, None);
        other.apply(&mut y, None);
        prop_assert_eq!(serde_json::to_string(&x).unwrap(), serde_json::to_string(&y).unwrap());
    }
}

//! Ledgers of several lines, applied to reports.

use proptest::prelude::*;

use super::*;
use crate::report::{Decision, DocumentReport, Passage, SaidPair, Suggestion};

/// Returns the pair of the number.
fn pair(number: u64) -> String {
    format!("{number:016x}~{number:016x}")
}

/// Returns a line of Ana on `paper.md`, at a second.
fn line(second: u32, decision: Option<Decision>, pairs: &[u64]) -> LedgerLine {
    LedgerLine {
        v: 1,
        at: format!("2026-11-25T09:14:{second:02}Z"),
        by: "Ana".into(),
        paper: "paper.md".into(),
        decision,
        pairs: pairs.iter().map(|&number| pair(number)).collect(),
        ..LedgerLine::default()
    }
}

fn of_bo(line: LedgerLine) -> LedgerLine {
    LedgerLine { by: "Bo".into(), ..line }
}

/// Returns a document whose passages have sentences of ten words each, all taken over, of these pairs.
fn document(passages: &[&[u64]]) -> DocumentReport {
    let mut start = 0;
    let mut passage = |pairs: &&[u64]| {
        let first = start;
        let mut said = vec![];
        for &number in *pairs {
            said.push(SaidPair { pair: pair(number), words: [start, start + 10] });
            start += 10;
        }
        Passage { taken: vec![[first, start]], a_word_range: [first, start], said, ..Passage::default() }
    };
    let passages = passages.iter().map(&mut passage).collect();
    DocumentReport { id: "paper.md".into(), passages, ..DocumentReport::default() }
}

/// Returns the passages with the decisions of some lines applied.
fn applied(lines: &[LedgerLine], passages: &[&[u64]]) -> Vec<Passage> {
    let mut document = document(passages);
    Ledger::new(lines.to_vec()).apply(&mut document, None);
    document.passages
}

/// Returns the decision of a passage of ten sentences with the pairs 0 to 9.
fn decision(lines: &[LedgerLine]) -> Option<Decision> {
    let passages = applied(lines, &[&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    passages[0].decision.as_ref().map(|decided| decided.decision)
}

const ALL: [u64; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const COPIED: Option<Decision> = Some(Decision::Copied);
const QUOTATION: Option<Decision> = Some(Decision::Quotation);
const IGNORE: Option<Decision> = Some(Decision::Ignore);

#[test]
fn the_later_line_of_a_person_holds_and_undoing_is_a_line() {
    let lines = [line(1, COPIED, &ALL), line(2, QUOTATION, &ALL), line(3, None, &ALL), line(4, COPIED, &ALL)];
    assert_eq!(decision(&lines[..1]), COPIED);
    assert_eq!(decision(&lines[..2]), QUOTATION);
    assert_eq!(decision(&lines[..3]), None);
    assert_eq!(decision(&lines), COPIED);
    let fraction = LedgerLine { at: "2026-11-25T09:14:01.5Z".into(), ..line(0, QUOTATION, &ALL) };
    assert_eq!(decision(&[fraction, line(1, COPIED, &ALL)]), QUOTATION);
}

#[test]
fn a_new_line_is_later_than_the_last_of_its_author() {
    let ledger = Ledger::new(vec![line(5, COPIED, &ALL)]);
    assert_eq!(ledger.time_after("Ana", "2026-11-25T09:14:05Z"), "2026-11-25T09:14:05.001Z");
    assert_eq!(ledger.time_after("Ana", "2026-11-25T09:14:06Z"), "2026-11-25T09:14:06Z");
    assert_eq!(ledger.time_after("Bo", "2026-11-25T09:14:05Z"), "2026-11-25T09:14:05Z");
}

#[test]
fn people_who_differ_dispute_until_a_line_settles_it() {
    let (ana, bo) = (line(1, COPIED, &ALL), of_bo(line(2, QUOTATION, &ALL)));
    let both = [ana.clone(), bo.clone()];
    let passages = applied(&both, &[&ALL]);
    assert_eq!(passages[0].decision, None);
    let disputed: Vec<&str> = passages[0].disputed.iter().map(|decided| &*decided.by).collect();
    assert_eq!(disputed, ["Ana", "Bo"]);
    assert_eq!(Ledger::new(both.to_vec()).disputes().len(), 1);

    let settle = |second| LedgerLine { settles: true, ..line(second, COPIED, &ALL) };
    assert_eq!(decision(&[ana.clone(), bo.clone(), settle(3)]), COPIED);
    assert!(applied(&[ana.clone(), bo.clone(), settle(3)], &[&ALL])[0].disputed.is_empty());
    // A line from before one of the two settles nothing.
    assert_eq!(decision(&[bo.clone(), settle(1)]), None);
    let again = of_bo(line(4, IGNORE, &ALL));
    assert_eq!(decision(&[ana, bo, settle(3), again]), None);
}

#[test]
fn two_who_agree_dispute_nothing() {
    let lines = [line(1, COPIED, &ALL), of_bo(line(2, COPIED, &ALL))];
    assert_eq!(decision(&lines), COPIED);
    assert!(Ledger::new(lines.to_vec()).disputes().is_empty());
}

#[test]
fn nine_tenths_of_the_words_decide_and_the_rest_stays_open() {
    let passages = applied(&[line(1, COPIED, &ALL[..9])], &[&ALL]);
    assert_eq!(passages[0].decision.as_ref().map(|decided| decided.decision), COPIED);
    assert_eq!(passages[0].open_words, [[90, 100]]);

    let passages = applied(&[line(1, COPIED, &ALL[..8])], &[&ALL]);
    assert_eq!(passages[0].decision, None);
    assert!(passages[0].open_words.is_empty());
    let suggested =
        passages[0].suggestion.as_ref().map(|suggested| (suggested.decision.decision, suggested.words));
    assert_eq!(suggested, Some((Decision::Copied, 80)));
}

#[test]
fn of_different_decisions_the_largest_holds_or_is_suggested() {
    let nine = [line(1, COPIED, &ALL[..9]), line(2, QUOTATION, &ALL[9..])];
    assert_eq!(decision(&nine), COPIED);
    assert_eq!(applied(&nine, &[&ALL])[0].open_words, [[90, 100]]);

    let half = [line(1, QUOTATION, &ALL[..5]), line(2, COPIED, &ALL[5..])];
    let suggestion = applied(&half, &[&ALL])[0].suggestion.clone();
    assert_eq!(
        suggestion.map(|Suggestion { decision, words, .. }| (decision.decision, words)),
        Some((Decision::Copied, 50))
    );
}

#[test]
fn decisions_of_other_papers_are_only_suggested() {
    let other = LedgerLine { paper: "other.md".into(), ..line(1, QUOTATION, &ALL) };
    let mut document = document(&[&ALL]);
    let ledger = Ledger::new(vec![other.clone()]);
    ledger.apply(&mut document, None);
    assert_eq!(document.passages[0].decision, None);
    assert_eq!(document.passages[0].suggestion.as_ref().map(|suggested| &*suggested.paper), Some("other.md"));

    ledger.apply(&mut document, Some("other.md"));
    assert_eq!(document.passages[0].decision.as_ref().map(|decided| decided.decision), QUOTATION);
    assert_eq!(document.passages[0].suggestion, None, "what was applied before is cleared");

    let everywhere = LedgerLine { everywhere: true, decision: IGNORE, ..other };
    assert_eq!(decision(std::slice::from_ref(&everywhere)), IGNORE);
    assert_eq!(decision(&[everywhere, line(2, None, &ALL)]), None, "opened in this paper");
}

#[test]
fn an_empty_ledger_clears_what_was_applied() {
    let mut document = document(&[&ALL]);
    Ledger::new(vec![line(1, COPIED, &ALL[..9])]).apply(&mut document, None);
    Ledger::default().apply(&mut document, None);
    assert_eq!(document, super::tests::document(&[&ALL]));
}

#[test]
fn two_reviewers_with_fifty_contradictions_dispute_fifty_passages() {
    let decide = |number: u64, decision| line((number % 60) as u32, Some(decision), &[number]);
    let of = |number: u64| Decision::ALL[(number % 5) as usize];
    let other = |number: u64| Decision::ALL[((number + 1) % 5) as usize];
    // Ana decides 0 to 999, Bo 700 to 1,699: 300 in common, the first 50 of them against each other.
    let ana = (0..1000).map(|number| decide(number, of(number)));
    let bo = (700..1700)
        .map(|number| of_bo(decide(number, if number < 750 { other(number) } else { of(number) })));
    let lines: Vec<LedgerLine> = ana.chain(bo).collect();
    let pairs: Vec<[u64; 1]> = (0..1700).map(|number| [number]).collect();
    let passages: Vec<&[u64]> = pairs.iter().map(|pair| &pair[..]).collect();
    let decided = applied(&lines, &passages);
    assert_eq!(decided.iter().filter(|passage| !passage.disputed.is_empty()).count(), 50);
    assert_eq!(decided.iter().filter(|passage| passage.decision.is_some()).count(), 1650);

    let ledger = Ledger::new(lines);
    assert_eq!(ledger.disputes().len(), 50);
    assert_eq!(ledger.reviewers(), ["Ana", "Bo"]);
    let agreement = ledger.agreement("Ana", "Bo");
    assert_eq!((agreement.both, agreement.equal), (300, 250));
    // Each takes a fifth of each decision: as often as by chance is 0.2.
    let kappa = agreement.kappa.unwrap();
    assert!((kappa - (250.0 / 300.0 - 0.2) / 0.8).abs() < 1e-9, "{kappa}");
    assert_eq!(ledger.agreement("Ana", "Cem").kappa, None);
}

#[test]
fn a_line_names_the_pairs_of_all_passages_of_its_findings() {
    let mut document = document(&[&[3, 1], &[1, 2], &[7]]);
    document.text = Some(
        "The road itself\n was seldom more than a line of worn stones in the wet grass of the moor".into(),
    );
    for (passage, (finding, is_best, b)) in
        document.passages.iter_mut().zip([(1, false, "b.txt"), (1, true, "a.txt"), (2, true, "c.txt")])
    {
        (passage.finding, passage.is_best, passage.b) = (finding, is_best, b.into());
        passage.a_byte_end = 81;
    }
    let signature = Signature { by: "Ana".into(), at: "2026-11-25T09:14:22Z".into(), note: String::new() };
    let line = LedgerLine::of_findings(&document, &[1], COPIED, signature);
    assert_eq!(
        line.to_json(),
        format!(
            "{{\"v\":1,\"at\":\"2026-11-25T09:14:22Z\",\"by\":\"Ana\",\"paper\":\"paper.md\",\"as\":\"copied\",\
             \"pairs\":[\"{}\",\"{}\",\"{}\"],\
             \"says\":\"The road itself was seldom more than a line of worn stones …\",\"source\":\"a.txt\"}}",
            pair(1),
            pair(2),
            pair(3)
        )
    );
    Ledger::new(vec![line]).apply(&mut document, None);
    let decided: Vec<bool> = document.passages.iter().map(|passage| passage.decision.is_some()).collect();
    assert_eq!(decided, [true, true, false]);
}

#[test]
fn a_file_may_have_marks_of_other_systems_and_a_line_that_was_cut_off() {
    let (x, y) = (line(1, COPIED, &ALL).to_json(), line(2, None, &ALL).to_json());
    let ledger = Ledger::parse(format!("\u{feff}{x}\r\n\r\n{y}\n").as_bytes()).unwrap();
    assert_eq!(ledger.lines().len(), 2);
    let twice = Ledger::parse(format!("{y}\n{x}\n{y}\n").as_bytes()).unwrap();
    assert_eq!((twice.lines(), twice.hash()), (ledger.lines(), ledger.hash()));
    assert_ne!(ledger.hash(), Ledger::parse(x.as_bytes()).unwrap().hash());

    let note = LedgerLine { note: "渡船".into(), ..line(3, COPIED, &ALL) }.to_json();
    let file = format!("{x}\n{note}");
    for end in x.len() + 1..file.len() {
        assert_eq!(Ledger::parse(&file.as_bytes()[..end]).unwrap().lines().len(), 1, "cut off at {end}");
    }
    let middle = format!("{x}\n{}\n{y}\n", y.get(..20).unwrap());
    assert_eq!(Ledger::parse(middle.as_bytes()).unwrap_err(), (2, LineError::CutOff));
    assert!(matches!(Ledger::parse(b"\xff\xfe\n"), Err((1, LineError::Malformed(_)))));
}

/// Returns some lines of three people on few pairs and papers.
fn lines() -> impl Strategy<Value = Vec<LedgerLine>> {
    let decision = prop::option::of(prop::sample::select(Decision::ALL.to_vec()));
    let pairs = prop::collection::vec(0u64..6, 0..4);
    let some = (0u32..6, 0usize..3, 0usize..2, decision, pairs, any::<[bool; 2]>());
    let line = some.prop_map(|(second, by, paper, decision, pairs, [settles, everywhere])| LedgerLine {
        by: ["Ana", "Bo", "Cem"][by].into(),
        paper: ["paper.md", "other.md"][paper].into(),
        settles,
        everywhere: everywhere && matches!(decision, None | Some(Decision::CommonPhrase | Decision::Ignore)),
        ..line(second, decision, &pairs)
    });
    prop::collection::vec(line, 0..14)
}

proptest! {
    #[test]
    fn the_order_of_lines_never_matters((lines, shuffled) in lines().prop_flat_map(|lines| (Just(lines.clone()), Just(lines).prop_shuffle()))) {
        let passages: [&[u64]; 3] = [&[0, 1, 2], &[3], &[4, 5]];
        let bytes = |lines: &[LedgerLine]| {
            let ledger = Ledger::new(lines.to_vec());
            let mut document = document(&passages);
            ledger.apply(&mut document, None);
            let all = (document, ledger.hash(), ledger.holding(), ledger.disputes(), ledger.agreement("Ana", "Bo").equal);
            serde_json::to_vec(&all).unwrap()
        };
        prop_assert_eq!(bytes(&lines), bytes(&shuffled));
    }

    #[test]
    fn lines_that_are_added_make_the_same_ledger(lines in lines(), more in prop::collection::vec(lines(), 0..4)) {
        let mut ledger = Ledger::new(lines.clone());
        let mut all = lines;
        for lines in more {
            all.extend(lines.clone());
            ledger.extend(lines);
            let whole = Ledger::new(all.clone());
            prop_assert_eq!((ledger.lines(), ledger.hash()), (whole.lines(), whole.hash()));
            prop_assert_eq!((ledger.holding(), ledger.disputes()), (whole.holding(), whole.disputes()));
        }
    }

    #[test]
    fn undoing_the_undoing_brings_the_decision_back(lines in lines(), number in 0usize..5) {
        let passages: [&[u64]; 2] = [&[0, 1, 2], &[3, 4, 5]];
        let by_ana = |second, decision| line(second, decision, &[0, 1, 2]);
        let decided = Some(Decision::ALL[number]);
        let once = [lines.clone(), vec![by_ana(10, decided)]].concat();
        let undone = [once.clone(), vec![by_ana(11, None)]].concat();
        let again = [undone, vec![by_ana(12, decided)]].concat();
        let decisions = |lines: &[LedgerLine]| -> Vec<Option<Decision>> {
            applied(lines, &passages).iter().map(|passage| Some(passage.decision.as_ref()?.decision)).collect()
        };
        prop_assert_eq!(decisions(&once), decisions(&again));
    }

    #[test]
    fn lines_come_back_from_json(lines in lines(), note in "\\PC{0,8}[\n\r\t\u{0}\u{1b}\u{202e}]{0,3}", second in 0u32..60) {
        let with_note = LedgerLine { note, ..line(second, COPIED, &[1]) };
        for line in lines.into_iter().chain([with_note]) {
            let json = line.to_json();
            prop_assert!(!json.contains(['\n', '\r']));
            prop_assert_eq!(LedgerLine::parse(&json), Ok(line));
        }
    }

    #[test]
    fn any_text_is_a_line_or_an_error(text in "\\PC{0,60}") {
        let _ = LedgerLine::parse(&text);
        let _ = Ledger::parse(text.as_bytes());
    }
}

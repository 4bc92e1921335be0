use super::*;
use crate::report::{Decision, Kind, PartWords, PassageDecision};

/// A document of a hundred words, of which 0 to 10 are references, and 40 to 50 are quoted.
fn document(passages: Vec<Passage>) -> DocumentReport {
    let source = |id: &str, same_author: Option<&str>| SourceReport {
        id: id.into(),
        same_author: same_author.map(str::to_owned),
        ..SourceReport::default()
    };
    DocumentReport {
        total: 100,
        words: Some(PartWords { references: vec![[0, 10]], quoted: vec![[40, 50]], ..PartWords::default() }),
        sources: vec![source("a", None), source("b", None), source("own", Some("Ana Reyes"))],
        passages,
        ..DocumentReport::default()
    }
}

/// A passage of these words.
fn passage(source: &str, finding: u32, words: [u32; 2]) -> Passage {
    Passage {
        b: source.into(),
        finding,
        similarity: 1.0,
        a_words: words[1] - words[0],
        taken: vec![words],
        ..Passage::default()
    }
}

fn decided(passage: Passage, decision: Decision) -> Passage {
    let decision = PassageDecision { decision, by: "Ana".into(), at: "2026".into(), note: String::new() };
    Passage { decision: Some(decision), ..passage }
}

fn scored(passages: Vec<Passage>, exclude: &Exclude) -> DocumentReport {
    let mut document = document(passages);
    document.score(exclude).unwrap();
    let once = document.clone();
    document.score(exclude).unwrap();
    assert_eq!(document, once, "scoring twice is scoring once");
    document
}

/// Returns overall, without quotations, without own work, largest source, uncredited, in per cent.
fn figures(ratios: crate::report::Ratios) -> [u32; 5] {
    let crate::report::Ratios { overall, without_quotations, without_own_work, largest_source, uncredited } =
        ratios;
    [overall, without_quotations, without_own_work, largest_source, uncredited]
        .map(|ratio| (ratio * 100.0).round() as u32)
}

fn without(names: &[&str]) -> Exclude {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Exclude::of_names(&names).unwrap()
}

#[test]
fn each_word_counts_once_in_all_and_for_each_source() {
    let passages = vec![passage("a", 1, [20, 30]), passage("b", 2, [25, 45]), passage("own", 3, [60, 64])];
    let document = scored(passages, &Exclude::NOTHING);
    assert_eq!(figures(document.ratios), [29, 24, 25, 20, 20]);
    let sources: Vec<(&str, u64)> =
        document.sources.iter().map(|source| (&*source.id, source.matched)).collect();
    assert_eq!(sources, [("b", 20), ("a", 10), ("own", 4)]);
    assert_eq!((document.decided.clone(), document.counted_words()), (None, 100));
    let document = scored(document.passages, &without(&["references"]));
    assert_eq!(document.counted_words(), 90);
}

#[test]
fn filters_leave_out_words_and_passages_and_say_how_many() {
    let passages = || {
        vec![
            passage("a", 1, [0, 10]),
            passage("a", 2, [30, 60]),
            passage("b", 2, [30, 60]),
            passage("b", 3, [70, 75]),
            passage("own", 4, [80, 90]),
        ]
    };
    let check = |names: &[&str], matched: u64, reasons: &[(LeftOut, u64)]| {
        let document = scored(passages(), &without(names));
        assert_eq!(document.matched, matched, "{names:?}");
        let excluded = document.excluded.unwrap_or_default().matched;
        assert_eq!(excluded.into_iter().collect::<Vec<_>>(), reasons, "{names:?}");
    };
    check(&[], 55, &[]);
    check(&["references"], 45, &[(LeftOut::References, 10)]);
    check(&["quotes"], 45, &[(LeftOut::Quotes, 10)]);
    check(&["own"], 45, &[(LeftOut::Own, 10)]);
    check(&["source=a"], 45, &[(LeftOut::Source, 10)]);
    check(&["source=a", "source=b"], 10, &[(LeftOut::Source, 45)]);
    check(&["small=6"], 50, &[(LeftOut::Small, 5)]);
    check(&["documents=1"], 25, &[(LeftOut::Documents, 30)]);
    check(&["small-source=11%"], 45, &[(LeftOut::SmallSource, 10)]);
    // The last filter sees what the others leave: without finding 2, source b covers five words.
    check(&["documents=1", "small-source=6%"], 20, &[(LeftOut::Documents, 30), (LeftOut::SmallSource, 5)]);
}

#[test]
fn weak_passages_count_only_if_they_are_included() {
    let weak = Passage { is_weak: true, similarity: 0.5, ..passage("a", 2, [20, 40]) };
    let part = Passage { is_part_of_weak: true, ..passage("a", 1, [20, 30]) };
    let passages = vec![part, weak];
    let document = scored(passages.clone(), &without(&["possible"]));
    assert_eq!((document.matched, document.passages[1].kind), (10, Kind::Possible));
    let document = scored(passages, &Exclude::NOTHING);
    assert_eq!((document.matched, document.passages[1].kind), (20, Kind::Reworded));
    assert_eq!(document.passages[0].left_out, Some(LeftOut::Within));
}

#[test]
fn a_decision_moves_the_words_of_its_passage_through_the_figures() {
    let check = |decision: Decision, expected: [u32; 5], copied: u64| {
        let passages = vec![decided(passage("a", 1, [35, 45]), decision), passage("own", 2, [60, 64])];
        let document = scored(passages, &Exclude::NOTHING);
        assert_eq!(figures(document.ratios), [14, 9, 10, 10, 5], "as found");
        let decided = document.decided.unwrap();
        assert_eq!(figures(decided.ratios), expected, "{decision:?}");
        assert_eq!((decided.found_copied, decided.findings, decided.open), (copied, 2, 1));
    };
    // The ten words are of others, five of them quoted; the four open ones are the writer's own.
    check(Decision::Copied, [14, 14, 10, 10, 10], 10);
    check(Decision::Quotation, [14, 4, 10, 10, 0], 0);
    check(Decision::OwnWork, [14, 14, 0, 10, 0], 0);
    check(Decision::CommonPhrase, [4, 4, 0, 4, 0], 0);
    check(Decision::Ignore, [4, 4, 0, 4, 0], 0);
}

#[test]
fn the_gravest_decision_on_a_word_holds() {
    let passages = vec![
        decided(passage("a", 1, [10, 30]), Decision::Ignore),
        decided(passage("b", 1, [20, 30]), Decision::Copied),
        passage("own", 2, [28, 40]),
    ];
    let decided = scored(passages, &Exclude::NOTHING).decided.unwrap();
    assert_eq!((decided.matched, decided.found_copied), (20, 10));
    let words: Vec<(Decision, u64)> = decided.words.into_iter().collect();
    assert_eq!(words, [(Decision::Copied, 10), (Decision::Ignore, 10)]);
}

#[test]
fn words_that_a_decision_does_not_cover_are_open() {
    let edited = Passage { open_words: vec![[25, 30]], ..passage("a", 1, [10, 30]) };
    let decided = scored(vec![decided(edited, Decision::Ignore)], &Exclude::NOTHING).decided.unwrap();
    assert_eq!((decided.matched, decided.open), (5, 1));
}

#[test]
fn what_is_only_possible_counts_if_a_person_calls_it_copied() {
    let weak = Passage { is_weak: true, similarity: 0.5, ..passage("a", 1, [20, 40]) };
    let document = scored(vec![decided(weak, Decision::Copied)], &without(&["possible"]));
    assert_eq!((document.matched, document.decided.unwrap().matched), (0, 20));
}

#[test]
fn a_report_of_an_earlier_version_is_refused() {
    let mut document = DocumentReport { id: "paper.md".into(), ..DocumentReport::default() };
    assert!(document.score(&Exclude::NOTHING).unwrap_err().to_string().contains("\"paper.md\""));
}

mod live {
    use proptest::prelude::*;

    use super::*;
    use crate::decisions::{Ledger, LedgerLine};
    use crate::report::SaidPair;

    fn pair(number: u64) -> String {
        format!("{number:016x}~{number:016x}")
    }

    /// Returns passages of some sources that overlap, have words at other places too, and share pairs.
    fn passages() -> impl Strategy<Value = Vec<Passage>> {
        let place = (0u32..90, 1u32..12, 0u32..90);
        let one = (place, 0usize..3, 1u32..8, 0usize..3, prop::collection::vec(0u64..9, 1..3));
        let one = one.prop_map(|((start, len, also), source, finding, kind, pairs)| {
            let middle = start + len / 2;
            let words = [[start, middle], [middle, start + len]];
            let said = pairs.iter().zip(words).map(|(&number, words)| SaidPair { pair: pair(number), words });
            Passage {
                taken: vec![[start, start + len]],
                taken_also: if also < 20 { vec![[also, also + len]] } else { vec![] },
                said: said.collect(),
                kind: [Kind::Verbatim, Kind::Possible, Kind::CommonPhrase][kind],
                ..passage(["a", "b", "own"][source], finding, [start, start + len])
            }
        });
        prop::collection::vec(one, 1..12)
    }

    /// Returns a line of one of two people.
    fn lines() -> impl Strategy<Value = Vec<LedgerLine>> {
        let decision = prop::option::of(prop::sample::select(Decision::ALL.to_vec()));
        let one = (0u32..60, any::<bool>(), decision, prop::collection::vec(0u64..9, 1..3));
        let line = one.prop_map(|(second, is_ana, decision, pairs)| LedgerLine {
            v: 1,
            at: format!("2026-11-25T09:14:{second:02}Z"),
            by: if is_ana { "Ana" } else { "Bo" }.into(),
            decision,
            pairs: pairs.into_iter().map(pair).collect(),
            ..LedgerLine::default()
        });
        prop::collection::vec(line, 1..4)
    }

    proptest! {
        #[test]
        fn live_figures_are_those_of_a_score(passages in passages(), steps in prop::collection::vec(lines(), 1..6)) {
            let exclude = Exclude::default();
            let mut live = scored(passages, &exclude);
            let mut figures = LiveFigures::new(&live, &exclude).unwrap();
            let mut ledger = Ledger::default();
            let mut whole = live.clone();
            for lines in steps {
                ledger.extend(lines.clone());
                figures.apply(&mut live, &ledger, &lines, None);
                ledger.apply(&mut whole, None);
                whole.score(&exclude).unwrap();
                prop_assert_eq!(&live, &whole);
            }
        }
    }
}

//! The decisions of a ledger, applied to the passages of a report.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::ledger::Ledger;
use super::line::{LedgerLine, PairKey};
use super::pair_state::PairState;
use crate::report::{Decision, DocumentReport, Passage, PassageDecision, Suggestion};
use crate::text::WordRange;

/// The tenths of a passage's matched words that must lie in pairs with one decision for it to hold.
const DECIDED_OF_TEN: u32 = 9;

impl Ledger {
    /// Sets the decisions of the passages of a document: `decision`, `disputed`, `suggestion` and `open_words`, whatever
    /// these were before. Nothing else is changed; the figures are made of these later. `draft_of` is the id of an
    /// earlier draft, whose decisions hold too.
    pub fn apply(&self, document: &mut DocumentReport, draft_of: Option<&str>) {
        let paper = Paper { id: &document.id, draft_of };
        document.passages.par_iter_mut().for_each(|passage| self.apply_to(passage, paper));
    }

    /// Sets the decisions of a passage, as [`Ledger::apply`] does.
    pub(crate) fn apply_to(&self, passage: &mut Passage, paper: Paper<'_>) {
        (passage.decision, passage.suggestion) = (None, None);
        (passage.disputed, passage.open_words) = (vec![], vec![]);
        PassagePairs::of(self, passage, paper).decide(passage);
    }
}

/// The paper of a report: the lines of its ids hold, and those that hold everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Paper<'p> {
    pub(crate) id: &'p str,
    pub(crate) draft_of: Option<&'p str>,
}

impl Paper<'_> {
    fn obeys(self, line: &LedgerLine) -> bool {
        line.everywhere || line.paper == self.id || Some(&*line.paper) == self.draft_of
    }
}

/// The pairs of one passage.
struct PassagePairs<'p> {
    ledger: &'p Ledger,
    paper: Paper<'p>,
    pairs: Vec<PassagePair>,
    /// The number of its matched words.
    matched: u32,
}

/// A pair of a passage.
struct PassagePair {
    /// None if the pair is malformed.
    key: Option<PairKey>,
    /// The words of its sentence.
    words: WordRange,
    /// The number of the passage's matched words in its sentence.
    matched: u32,
    /// Its state by the lines that hold in the paper.
    state: PairState,
}

/// The pairs with one decision, and the line that decides most of their words.
#[derive(Clone, Copy)]
struct Share {
    decision: Decision,
    words: u32,
    line: u32,
}

impl<'p> PassagePairs<'p> {
    fn of(ledger: &'p Ledger, passage: &Passage, paper: Paper<'p>) -> PassagePairs<'p> {
        let (mut taken, mut matched) = (vec![], 0);
        for &[start, end] in &passage.taken {
            taken.push(WordRange::new(start, end));
            matched += WordRange::new(start, end).len();
        }
        let mut pairs = vec![];
        for said in &passage.said {
            let [start, end] = said.words;
            let (key, words) = (PairKey::parse(&said.pair), WordRange::new(start, end));
            let state = match key {
                Some(key) => ledger.state(ledger.of_pair(key).filter(|&line| paper.obeys(ledger.line(line)))),
                None => PairState::Open,
            };
            let mut in_sentence = 0;
            for range in &taken {
                in_sentence += range.shared(words);
            }
            pairs.push(PassagePair { key, words, matched: in_sentence, state });
        }
        PassagePairs { ledger, paper, pairs, matched }
    }

    /// Sets the fields of a passage, which are all empty.
    fn decide(&self, passage: &mut Passage) {
        let mut decided = vec![];
        for pair in &self.pairs {
            if let PairState::Decided(line) = pair.state {
                decided.push((line, pair.matched));
            }
        }
        let largest = self.largest(decided);
        if let Some(share) = largest
            && share.words * 10 >= self.matched * DECIDED_OF_TEN
        {
            passage.decision = Some(self.signed(share.line, share.decision));
            passage.open_words = self.not_decided(share.decision);
            return;
        }
        passage.disputed = self.disputed();
        if passage.disputed.is_empty()
            && let Some(share) = largest.or_else(|| self.of_other_papers())
        {
            passage.suggestion = Some(Suggestion {
                decision: self.signed(share.line, share.decision),
                paper: self.ledger.line(share.line).paper.clone(),
                words: share.words,
            });
        }
    }

    /// Returns the decision of the most words, of lines with the words that they decide. Of equals the gravest comes
    /// first. Of the lines with this decision the one of the most words stands for it, or the latest of equals.
    fn largest(&self, decided: Vec<(u32, u32)>) -> Option<Share> {
        let mut shares: BTreeMap<Decision, BTreeMap<u32, u32>> = BTreeMap::new();
        for (line, words) in decided {
            if let Some(decision) = self.ledger.line(line).decision {
                *shares.entry(decision).or_default().entry(line).or_default() += words;
            }
        }
        let mut largest: Option<Share> = None;
        for (decision, lines) in shares {
            let words = lines.values().sum();
            let line = lines.into_iter().max_by_key(|&(line, words)| (words, line));
            if let Some((line, _)) = line
                && !matches!(largest, Some(largest) if largest.words >= words)
            {
                largest = Some(Share { decision, words, line });
            }
        }
        largest
    }

    /// Returns the words in sentences that a decision does not cover.
    fn not_decided(&self, decision: Decision) -> Vec<[u32; 2]> {
        let mut open: Vec<[u32; 2]> = vec![];
        for pair in &self.pairs {
            if let PairState::Decided(line) = pair.state
                && self.ledger.line(line).decision == Some(decision)
            {
                continue;
            }
            let WordRange { start, end, .. } = pair.words;
            match open.last_mut() {
                Some(last) if last[1] == start => last[1] = end,
                _ => open.push([start, end]),
            }
        }
        open
    }

    /// Returns the decisions of the people who disagree on a pair, sorted.
    fn disputed(&self) -> Vec<PassageDecision> {
        let mut disputed = vec![];
        for pair in &self.pairs {
            if let PairState::Disputed(lines) = &pair.state {
                for &line in lines {
                    if let Some(decision) = self.ledger.line(line).decision {
                        disputed.push(self.signed(line, decision));
                    }
                }
            }
        }
        disputed.sort_unstable();
        disputed.dedup();
        disputed
    }

    /// Returns the largest share that another paper decides.
    fn of_other_papers(&self) -> Option<Share> {
        let mut by_paper: BTreeMap<&str, Vec<(u32, u32)>> = BTreeMap::new();
        for pair in &self.pairs {
            let (Some(key), PairState::Open) = (pair.key, &pair.state) else { continue };
            let mut of_paper: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
            for number in self.ledger.of_pair(key) {
                let line = self.ledger.line(number);
                if !self.paper.obeys(line) {
                    of_paper.entry(&line.paper).or_default().push(number);
                }
            }
            for (paper, lines) in of_paper {
                if let PairState::Decided(line) = self.ledger.state(lines.into_iter()) {
                    by_paper.entry(paper).or_default().push((line, pair.matched));
                }
            }
        }
        let mut most: Option<Share> = None;
        for lines in by_paper.into_values() {
            let Some(share) = self.largest(lines) else { continue };
            match most {
                Some(most) if (most.words, most.line) > (share.words, share.line) => {}
                _ => most = Some(share),
            }
        }
        most
    }

    /// Returns the decision of a line with its author, time and note.
    fn signed(&self, line: u32, decision: Decision) -> PassageDecision {
        let LedgerLine { by, at, note, .. } = self.ledger.line(line);
        PassageDecision { decision, by: by.clone(), at: at.clone(), note: note.clone() }
    }
}

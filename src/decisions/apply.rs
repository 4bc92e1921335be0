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
        let decided = PassagePairs::of(self, passage, paper).decide();
        passage.decision = decided.decision;
        passage.disputed = decided.disputed;
        passage.suggestion = decided.suggestion;
        passage.open_words = decided.open_words;
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

/// The fields of a passage that are set.
#[derive(Default)]
struct Decided {
    decision: Option<PassageDecision>,
    disputed: Vec<PassageDecision>,
    suggestion: Option<Suggestion>,
    open_words: Vec<[u32; 2]>,
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
        let range = |&[start, end]: &[u32; 2]| WordRange::new(start, end);
        let taken: Vec<WordRange> = passage.taken.iter().map(range).collect();
        let mut pairs = vec![];
        for said in &passage.said {
            let (key, words) = (PairKey::parse(&said.pair), range(&said.words));
            let lines: Vec<u32> = key.into_iter().flat_map(|key| ledger.of_pair(key)).collect();
            let state = ledger.state(lines.into_iter().filter(|&line| paper.obeys(ledger.line(line))));
            let matched = taken.iter().map(|taken| taken.shared(words)).sum();
            pairs.push(PassagePair { key, words, matched, state });
        }
        let matched = taken.iter().map(|taken| taken.len()).sum();
        PassagePairs { ledger, paper, pairs, matched }
    }

    fn decide(&self) -> Decided {
        let decided = self.pairs.iter().filter_map(|pair| match pair.state {
            PairState::Decided(line) => Some((line, pair.matched)),
            _ => None,
        });
        let largest = self.largest(decided);
        if let Some(share) = largest
            && share.words * 10 >= self.matched * DECIDED_OF_TEN
        {
            let open_words = self.not_decided(share.decision);
            return Decided {
                decision: Some(self.signed(share.line, share.decision)),
                open_words,
                ..Decided::default()
            };
        }
        let disputed = self.disputed();
        if !disputed.is_empty() {
            return Decided { disputed, ..Decided::default() };
        }
        let share = largest.or_else(|| self.of_other_papers());
        let suggestion = share.map(|share| Suggestion {
            decision: self.signed(share.line, share.decision),
            paper: self.ledger.line(share.line).paper.clone(),
            words: share.words,
        });
        Decided { suggestion, ..Decided::default() }
    }

    /// Returns the decision of the most words, of lines with the words that they decide. Of equals the gravest comes
    /// first. Of the lines with this decision the one of the most words stands for it, or the latest of equals.
    fn largest(&self, decided: impl Iterator<Item = (u32, u32)>) -> Option<Share> {
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
                && largest.is_none_or(|largest| words > largest.words)
            {
                largest = Some(Share { decision, words, line });
            }
        }
        largest
    }

    /// Returns the words in sentences that a decision does not cover.
    fn not_decided(&self, decision: Decision) -> Vec<[u32; 2]> {
        let is_decided = |pair: &&PassagePair| match pair.state {
            PairState::Decided(line) => self.ledger.line(line).decision == Some(decision),
            _ => false,
        };
        let words = self.pairs.iter().filter(|pair| !is_decided(pair)).map(|pair| pair.words);
        let mut open: Vec<[u32; 2]> = vec![];
        for WordRange { start, end, .. } in words {
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
                let lines = lines.iter().filter_map(|&line| Some((line, self.ledger.line(line).decision?)));
                disputed.extend(lines.map(|(line, decision)| self.signed(line, decision)));
            }
        }
        disputed.sort_unstable();
        disputed.dedup();
        disputed
    }

    /// Returns the largest share that another paper decides.
    fn of_other_papers(&self) -> Option<Share> {
        let mut by_paper: BTreeMap<&str, Vec<(u32, u32)>> = BTreeMap::new();
        for pair in self.pairs.iter().filter(|pair| pair.state == PairState::Open) {
            let lines = pair.key.into_iter().flat_map(|key| self.ledger.of_pair(key));
            let mut of_paper: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
            for number in lines {
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
        let shares = by_paper.into_values().filter_map(|lines| self.largest(lines.into_iter()));
        shares.max_by_key(|share| (share.words, share.line))
    }

    /// Returns the decision of a line with its author, time and note.
    fn signed(&self, line: u32, decision: Decision) -> PassageDecision {
        let LedgerLine { by, at, note, .. } = self.ledger.line(line);
        PassageDecision { decision, by: by.clone(), at: at.clone(), note: note.clone() }
    }
}

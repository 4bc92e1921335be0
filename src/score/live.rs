//! The figures of a document as decided, kept up to date while a person decides.
//!
//! A new line of the ledger touches the passages that have one of its pairs. The figures of all other words stay, so only the
//! words of these passages are counted again, among all passages that have such words. `O(log n)` for n passages and pairs,
//! and the ranges that overlap; `O(n log n)` once for each document. [`DocumentReport::score`] is the oracle.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rayon::prelude::*;

use super::decided::{Counts, covered, is_open, is_touched, is_weighed};
use super::{DocumentParts, Exclude};
use crate::decisions::{Ledger, LedgerLine, PairKey, Paper};
use crate::error::Result;
use crate::report::{DecidedReport, DocumentReport, Passage};
use crate::word_set::WordSet;

/// The figures of a document as decided, which later decisions change in little time.
#[derive(Clone, Debug)]
pub struct LiveFigures {
    parts: DocumentParts,
    /// The sources that are the writer's own work.
    own: HashSet<String>,
    /// The numbers of the passages with each pair, in the order of the pairs.
    by_pair: Vec<(PairKey, u32)>,
    /// The numbers of the passages of each finding, in the order of the findings.
    by_finding: Vec<(u32, u32)>,
    /// The ranges of words that passages take over, in order, with the numbers of the passages.
    taken: Vec<([u32; 2], u32)>,
    /// The words of the longest range.
    longest: u32,
    counts: Counts,
    /// The number of words of each source.
    sources: HashMap<String, usize>,
    findings: HashMap<u32, FindingCounts>,
    totals: FindingCounts,
    /// The number of passages that are decided or disputed.
    touched: usize,
}

/// Of a finding, the number of its passages that are weighed, and of those that are open and disputed; of a document, the
/// numbers of findings that have such passages.
#[derive(Clone, Copy, Debug, Default)]
struct FindingCounts([u32; 3]);

impl LiveFigures {
    /// Begins with the decisions that are applied to a document.
    ///
    /// # Errors
    /// As [`DocumentReport::score`].
    pub fn new(document: &DocumentReport, exclude: &Exclude) -> Result<LiveFigures> {
        let parts = DocumentParts::new(document, exclude)?;
        let (mut by_pair, mut by_finding, mut taken, mut longest) = (vec![], vec![], vec![], 0);
        for (passage, number) in document.passages.iter().zip(0u32..) {
            for said in &passage.said {
                if let Some(key) = PairKey::parse(&said.pair) {
                    by_pair.push((key, number));
                }
            }
            by_finding.push((passage.finding, number));
            for &range in passage.all_taken() {
                taken.push((range, number));
                longest = range[1].saturating_sub(range[0]).max(longest);
            }
        }
        by_pair.par_sort_unstable();
        by_pair.dedup();
        by_finding.sort_unstable();
        taken.par_sort_unstable();
        let mut live = LiveFigures {
            own: document.own_sources(),
            longest,
            parts,
            by_pair,
            by_finding,
            taken,
            counts: Counts::default(),
            sources: HashMap::new(),
            findings: HashMap::new(),
            totals: FindingCounts::default(),
            touched: 0,
        };
        let mut weighed = vec![];
        for passage in &document.passages {
            if is_weighed(passage) {
                weighed.push(passage);
            }
        }
        live.counts = live.count(&weighed, None);
        for (source, passages) in super::by_source(weighed) {
            live.sources.insert(source.to_owned(), covered(&live.parts, &passages, None));
        }
        for passage in &document.passages {
            live.count_finding(passage, 1);
        }
        Ok(live)
    }

    /// Applies the decisions of a ledger to the passages that some of its lines are about, and sets the figures of the
    /// document as decided. The document is the one that it was made with, and only changed by this. `draft_of` is the id of an
    /// earlier draft, whose decisions hold too. Returns the numbers of the passages that the lines are about, in order.
    pub fn apply(
        &mut self,
        document: &mut DocumentReport,
        ledger: &Ledger,
        lines: &[LedgerLine],
        draft_of: Option<&str>,
    ) -> Vec<usize> {
        let numbers = self.with_pairs(lines);
        let passages = numbers.iter().filter_map(|&number| document.passages.get(number));
        let sources: BTreeSet<String> = passages.clone().map(|passage| passage.b.clone()).collect();
        // The words that these passages take over, and that can count.
        let words = self.parts.taken(passages);
        let near = self.near(&words);
        let before = self.within(document, &near, &words, &sources);
        for &number in &numbers {
            let Some(passage) = document.passages.get_mut(number) else { continue };
            self.count_finding(passage, -1);
            ledger.apply_to(passage, Paper { id: &document.id, draft_of });
            self.count_finding(passage, 1);
        }
        let after = self.within(document, &near, &words, &sources);
        self.counts.replace(&before.counts, &after.counts);
        for (source, count) in after.sources {
            let before = before.sources.get(&source).copied().unwrap_or(0);
            let all = self.sources.entry(source).or_default();
            *all = *all + count - before;
        }
        document.decided = None;
        if self.touched > 0 {
            let largest_source = self.sources.values().copied().max().unwrap_or(0);
            let [findings, open, disputed] = self.totals.0.map(u64::from);
            let counts = self.counts.report(&self.parts, largest_source);
            document.decided = Some(DecidedReport { findings, open, disputed, ..counts });
        }
        numbers
    }

    /// Returns the numbers of the passages of a finding, in order.
    pub fn passages_of(&self, finding: u32) -> impl Iterator<Item = usize> {
        with_key(&self.by_finding, &finding)
    }

    /// Returns the numbers of the passages that have a pair of these lines, in order.
    fn with_pairs(&self, lines: &[LedgerLine]) -> Vec<usize> {
        let mut numbers = vec![];
        for line in lines {
            for pair in &line.pairs {
                if let Some(key) = PairKey::parse(pair) {
                    numbers.extend(with_key(&self.by_pair, &key));
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Returns the numbers of the passages that take over one of these words, in order.
    fn near(&self, words: &WordSet) -> Vec<usize> {
        let mut numbers = vec![];
        for range in words.ranges() {
            let least = range.start.saturating_sub(self.longest);
            let first = self.taken.partition_point(|&([start, _], _)| start < least);
            for &([start, end], number) in &self.taken[first..] {
                if start >= range.end {
                    break;
                }
                if end > range.start {
                    numbers.push(number as usize);
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Counts some words, of all passages and of some sources; `numbers` are the passages that have them.
    fn within(
        &self,
        document: &DocumentReport,
        numbers: &[usize],
        words: &WordSet,
        sources: &BTreeSet<String>,
    ) -> Within {
        let mut weighed = vec![];
        for &number in numbers {
            if let Some(passage) = document.passages.get(number)
                && is_weighed(passage)
            {
                weighed.push(passage);
            }
        }
        let mut by_source = BTreeMap::new();
        for source in sources {
            by_source.insert(source.clone(), 0);
        }
        for (source, passages) in super::by_source(weighed.iter().copied()) {
            if let Some(count) = by_source.get_mut(source) {
                *count = covered(&self.parts, &passages, Some(words));
            }
        }
        Within { counts: self.count(&weighed, Some(words)), sources: by_source }
    }

    fn count(&self, weighed: &[&Passage], within: Option<&WordSet>) -> Counts {
        Counts::new(&self.parts, weighed, &self.own, within)
    }

    /// Adds a passage to the numbers of findings, or takes it away if `by` is negative.
    fn count_finding(&mut self, passage: &Passage, by: i32) {
        if is_touched(passage) {
            self.touched = self.touched.saturating_add_signed(by as isize);
        }
        if !is_weighed(passage) {
            return;
        }
        let counts = self.findings.entry(passage.finding).or_default();
        let is_of = [true, is_open(passage), !passage.disputed.is_empty()];
        for ((count, total), is_of) in counts.0.iter_mut().zip(&mut self.totals.0).zip(is_of) {
            let before = u32::from(*count > 0);
            *count = count.saturating_add_signed(if is_of { by } else { 0 });
            *total = *total + u32::from(*count > 0) - before;
        }
    }
}

/// Returns the numbers with a key, from a list in the order of the keys.
fn with_key<'l, K: Ord>(list: &'l [(K, u32)], key: &K) -> impl Iterator<Item = usize> + use<'l, K> {
    let first = list.partition_point(|(other, _)| other < key);
    let end = list.partition_point(|(other, _)| other <= key);
    list[first..end].iter().map(|&(_, number)| number as usize)
}

/// The counts of some words.
struct Within {
    counts: Counts,
    sources: BTreeMap<String, usize>,
}

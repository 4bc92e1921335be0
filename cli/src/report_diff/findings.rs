//! The findings of two reports on a document, and what became of each.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use ibid::report::{DocumentReport, Passage};

use super::{ComparedBy, FindingDiff, FindingStatus, is_best, order, ranges};

/// The tenths of a finding's words that must lie in common pairs for it to be the same.
const SAME_OF_TEN: u64 = 9;

/// The number of characters of a finding's text that are told.
const TEXT_CHARS: usize = 120;

/// Sentence pairs, each with its words.
type Pairs<'r> = Vec<(Cow<'r, str>, [u32; 2])>;

/// A finding that counts, of one report.
struct Finding<'r> {
    best: &'r Passage,
    /// The words that were taken over, merged.
    taken: Vec<[u32; 2]>,
    /// The pairs of all its passages.
    pairs: Pairs<'r>,
}

impl<'r> Finding<'r> {
    /// Returns the findings that count, in the order of their places.
    fn all(document: &'r DocumentReport, by: ComparedBy) -> Vec<Finding<'r>> {
        let mut pairs: HashMap<u32, Pairs<'r>> = HashMap::new();
        for passage in document.passages.iter().filter(|passage| passage.counts()) {
            let of_finding = pairs.entry(passage.finding).or_default();
            match by {
                ComparedBy::SentencePairs => {
                    for said in &passage.said {
                        of_finding.push(((&*said.pair).into(), said.words));
                    }
                }
                ComparedBy::Hashes => {
                    let pair = format!("{}~{}", passage.a_hash, passage.b_hash);
                    of_finding.push((pair.into(), [passage.a_start, passage.a_end]));
                }
            }
        }
        let mut findings = vec![];
        for best in document.passages.iter().filter(is_best) {
            let taken = match by {
                ComparedBy::SentencePairs => best.taken.clone(),
                // The words of earlier versions are not known; characters take their place.
                ComparedBy::Hashes => vec![[best.a_start, best.a_end]],
            };
            let pairs = pairs.remove(&best.finding).unwrap_or_default();
            findings.push(Finding { best, taken: ranges::merged(taken), pairs });
        }
        findings.sort_by_key(|finding| (finding.best.a_start, finding.best.finding));
        findings
    }

    /// Returns the number of words taken over that lie in pairs of which this is true.
    fn words_in(&self, is_wanted: impl Fn(&str) -> bool) -> u64 {
        let mut wanted = vec![];
        for (pair, words) in &self.pairs {
            if is_wanted(pair) {
                wanted.push(*words);
            }
        }
        ranges::shared(&self.taken, &ranges::merged(wanted))
    }

    fn is_whole(&self, common: u64) -> bool {
        common * 10 >= ranges::len(&self.taken) * SAME_OF_TEN
    }

    fn told(&self, status: FindingStatus, common_words: u64) -> FindingDiff {
        let text = self.best.a_text.as_deref().unwrap_or_default();
        FindingDiff {
            status,
            old: vec![],
            new: Some(self.best.finding),
            source: self.best.b.clone(),
            words: self.best.matched_words.into(),
            common_words: common_words.min(self.best.matched_words.into()),
            text: text.chars().take(TEXT_CHARS).collect(),
        }
    }
}

/// The findings of one report by their pairs.
struct PairIndex<'f>(HashMap<&'f str, Vec<usize>>);

impl<'f> PairIndex<'f> {
    fn new(findings: &'f [Finding<'_>]) -> PairIndex<'f> {
        let mut index: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, finding) in findings.iter().enumerate() {
            for (pair, _) in &finding.pairs {
                let findings = index.entry(pair).or_default();
                if findings.last() != Some(&at) {
                    findings.push(at);
                }
            }
        }
        PairIndex(index)
    }

    /// Returns the number of words of a finding of the other report that lie in these pairs.
    fn common_words(&self, finding: &Finding<'_>) -> u64 {
        finding.words_in(|pair| self.0.contains_key(pair))
    }

    /// Returns the findings that have a pair.
    fn with(&self, pair: &str) -> &[usize] {
        self.0.get(pair).map_or(&[], Vec::as_slice)
    }

    /// Returns the findings that share pairs with this one, each with the number of its words in these.
    fn sharing(&self, finding: &Finding<'_>) -> BTreeMap<usize, u64> {
        let mut sharing = BTreeMap::new();
        for (pair, _) in &finding.pairs {
            for &at in self.with(pair) {
                if let Entry::Vacant(new) = sharing.entry(at) {
                    new.insert(finding.words_in(|pair| self.with(pair).contains(&at)));
                }
            }
        }
        sharing
    }
}

/// Tells what became of the findings: those of the later report in the order of their places, then those that are gone.
pub(super) fn compare(old: &DocumentReport, new: &DocumentReport, by: ComparedBy) -> Vec<FindingDiff> {
    let (old, new) = (Finding::all(old, by), Finding::all(new, by));
    let (by_old, by_new) = (PairIndex::new(&old), PairIndex::new(&new));
    let mut told: Vec<FindingDiff> = vec![];
    // Of each finding of the earlier report, the one of the later that has most of it.
    let mut main: BTreeMap<usize, (u64, usize)> = BTreeMap::new();
    // The place of each later finding among those of the earlier report, and the findings there that are taken.
    let (mut places, mut taken) = (vec![], BTreeSet::new());
    for (at, finding) in new.iter().enumerate() {
        let sharing = by_old.sharing(finding);
        let common = by_old.common_words(finding);
        let status = match common {
            0 => FindingStatus::Appeared,
            _ if finding.is_whole(common) => FindingStatus::Same,
            _ => FindingStatus::Changed,
        };
        for (&other, &words) in &sharing {
            let most = main.entry(other).or_insert((words, at));
            if words > most.0 {
                *most = (words, at);
            }
        }
        let before = counterpart(&sharing, &taken);
        places.push(match before {
            Some(before) => place_before(finding, &old[before]),
            None => None,
        });
        taken.extend(before);
        let numbers = sharing.keys().map(|&other| old[other].best.finding).collect();
        told.push(FindingDiff { old: numbers, ..finding.told(status, common) });
    }
    let mut gone = vec![];
    for (at, finding) in old.iter().enumerate() {
        let common = by_new.common_words(finding);
        match main.get(&at) {
            _ if common == 0 => {
                let told = finding.told(FindingStatus::Gone, 0);
                gone.push(FindingDiff { old: vec![finding.best.finding], new: None, ..told });
            }
            Some(&(_, heir)) if !finding.is_whole(common) => told[heir].status = FindingStatus::Changed,
            _ => {}
        }
    }
    set_moved(&mut told, &places);
    told.append(&mut gone);
    told
}

/// Returns the earlier finding with which a later one shares most. Of equals, such as a paragraph that was copied twice,
/// the first that no other has taken.
fn counterpart(sharing: &BTreeMap<usize, u64>, taken: &BTreeSet<usize>) -> Option<usize> {
    let rank = |&(at, words): &(&usize, &u64)| (*words, !taken.contains(at), Reverse(*at));
    let (&at, _) = sharing.iter().max_by_key(rank)?;
    Some(at)
}

/// Returns the place of the first common pair of a finding in an earlier one.
fn place_before(finding: &Finding<'_>, before: &Finding<'_>) -> Option<u32> {
    let mut there: HashMap<&str, u32> = HashMap::new();
    for (pair, words) in before.pairs.iter().rev() {
        there.insert(pair, words[0]);
    }
    let common = finding.pairs.iter().filter(|(pair, _)| there.contains_key(&**pair));
    let (pair, _) = common.min_by_key(|(_, words)| words[0])?;
    there.get(&**pair).copied()
}

/// Calls those of the same findings *moved* that stand in another order than before.
fn set_moved(told: &mut [FindingDiff], places: &[Option<u32>]) {
    let (mut same, mut before) = (vec![], vec![]);
    for (finding, place) in told.iter_mut().zip(places) {
        if let (FindingStatus::Same, Some(place)) = (finding.status, place) {
            same.push(finding);
            before.push(*place);
        }
    }
    for (finding, is_moved) in same.into_iter().zip(order::moved(&before)) {
        if is_moved {
            finding.status = FindingStatus::Moved;
        }
    }
}

#[cfg(test)]
mod tests {
    use ibid::report::{Kind, SaidPair};

    use super::FindingStatus::{Appeared, Changed, Gone, Moved, Same};
    use super::*;

    /// Makes a report whose findings have these pairs, each pair of ten words.
    fn document(findings: &[&str]) -> DocumentReport {
        let mut start = 0;
        let mut passages = vec![];
        for (number, pairs) in (1..).zip(findings) {
            let first = start;
            let said = pairs.chars().map(|pair| {
                start += 10;
                SaidPair { pair: pair.to_string(), words: [start - 10, start] }
            });
            let said: Vec<SaidPair> = said.collect();
            start += 5;
            passages.push(Passage {
                kind: Kind::Verbatim,
                finding: number,
                is_best: true,
                a_start: first,
                a_end: start,
                taken: vec![[first, start - 5]],
                matched_words: start - 5 - first,
                a_hash: (*pairs).to_owned(),
                said,
                ..Passage::default()
            });
        }
        DocumentReport { passages, ..DocumentReport::default() }
    }

    fn check(old: &[&str], new: &[&str], expected: &[(FindingStatus, &[u32], Option<u32>)]) {
        let told = compare(&document(old), &document(new), ComparedBy::SentencePairs);
        let told: Vec<_> = told.iter().map(|told| (told.status, &*told.old, told.new)).collect();
        assert_eq!(told, expected, "{old:?} -> {new:?}");
    }

    #[test]
    fn findings_are_compared_by_their_pairs() {
        check(&["ab", "c"], &["ab", "c"], &[(Same, &[1], Some(1)), (Same, &[2], Some(2))]);
        check(&["ab"], &["xy", "ab"], &[(Appeared, &[], Some(1)), (Same, &[1], Some(2))]);
        check(&["ab", "c"], &["c"], &[(Same, &[2], Some(1)), (Gone, &[1], None)]);
        check(&["ab"], &["ax"], &[(Changed, &[1], Some(1))]);
        check(&["abcdefghij"], &["abcdefghix"], &[(Same, &[1], Some(1))]);
        check(&["abcdefghi"], &["abcdefghx"], &[(Changed, &[1], Some(1))]);
    }

    #[test]
    fn a_finding_that_lost_a_part_has_changed() {
        check(&["abc"], &["ab"], &[(Changed, &[1], Some(1))]);
        check(&["abcde"], &["ab", "de"], &[(Changed, &[1], Some(1)), (Same, &[1], Some(2))]);
        // In two parts, and nothing lost.
        check(&["abcd"], &["ab", "cd"], &[(Same, &[1], Some(1)), (Same, &[1], Some(2))]);
        check(&["ab", "cd"], &["abcd"], &[(Same, &[1, 2], Some(1))]);
    }

    #[test]
    fn the_same_findings_in_another_order_have_moved() {
        let moved: [(FindingStatus, &[u32], Option<u32>); 3] =
            [(Moved, &[3], Some(1)), (Same, &[1], Some(2)), (Same, &[2], Some(3))];
        check(&["a", "b", "c"], &["c", "a", "b"], &moved);
        // One paragraph that was copied twice.
        let same: [(FindingStatus, &[u32], Option<u32>); 3] =
            [(Same, &[1, 3], Some(1)), (Same, &[2], Some(2)), (Same, &[1, 3], Some(3))];
        check(&["ab", "c", "ab"], &["ab", "c", "ab"], &same);
        // A sentence that was moved out of the middle of a finding.
        let moved: [(FindingStatus, &[u32], Option<u32>); 4] =
            [(Same, &[1], Some(1)), (Same, &[2], Some(2)), (Same, &[3], Some(3)), (Moved, &[1], Some(4))];
        check(&["abc", "d", "e"], &["ac", "d", "e", "b"], &moved);
    }

    #[test]
    fn without_pairs_the_hashes_of_the_texts_decide() {
        let (mut old, mut new) = (document(&["ab", "c"]), document(&["c", "ax"]));
        for passage in old.passages.iter_mut().chain(&mut new.passages) {
            passage.said.clear();
            passage.taken.clear();
        }
        let told = compare(&old, &new, ComparedBy::Hashes);
        let told: Vec<_> = told.iter().map(|told| (told.status, told.new)).collect();
        assert_eq!(told, [(Same, Some(1)), (Appeared, Some(2)), (Gone, None)]);
    }

    #[test]
    fn a_finding_is_known_by_the_pairs_of_all_its_sources() {
        let old = document(&["ab"]);
        let mut new = document(&["xy"]);
        let other = Passage { is_best: false, said: old.passages[0].said.clone(), ..new.passages[0].clone() };
        new.passages.push(other);
        let told = compare(&old, &new, ComparedBy::SentencePairs);
        assert_eq!(told.iter().map(|told| told.status).collect::<Vec<_>>(), [Same]);
    }
}

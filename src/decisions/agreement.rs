//! The agreement of two reviewers.

use std::collections::BTreeMap;

use super::ledger::Ledger;
use crate::report::Decision;

/// The agreement of two reviewers on the pairs that both decided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// The pairs that both decided.
    pub both: u64,
    /// The pairs on which they agree.
    pub equal: u64,
    /// Cohen's kappa: 1 if they agree on all, 0 if as often as by chance. None if it has no value: no pair in common, or
    /// one and the same decision throughout.
    pub kappa: Option<f64>,
}

impl Ledger {
    /// Returns the people who made decisions, sorted.
    pub fn reviewers(&self) -> Vec<&str> {
        let mut reviewers: Vec<&str> = Vec::with_capacity(self.lines().len());
        for line in self.lines() {
            reviewers.push(&line.by);
        }
        reviewers.sort_unstable();
        reviewers.dedup();
        reviewers
    }

    /// Returns how far two reviewers agree. Of each, the last line on a pair of a paper counts.
    pub fn agreement(&self, one: &str, other: &str) -> Agreement {
        let mut counts: BTreeMap<[Decision; 2], u64> = BTreeMap::new();
        for lines in self.pairs() {
            let mut last: BTreeMap<&str, [Option<Decision>; 2]> = BTreeMap::new();
            for &(_, number) in lines {
                let line = self.line(number);
                let decisions = last.entry(&line.paper).or_default();
                if line.by == one {
                    decisions[0] = line.decision;
                } else if line.by == other {
                    decisions[1] = line.decision;
                }
            }
            for decisions in last.into_values() {
                if let [Some(x), Some(y)] = decisions {
                    *counts.entry([x, y]).or_default() += 1;
                }
            }
        }
        agreement_of(&counts)
    }
}

/// Returns the agreement by the number of pairs with each two decisions.
fn agreement_of(counts: &BTreeMap<[Decision; 2], u64>) -> Agreement {
    let (mut both, mut equal) = (0, 0);
    // The pairs with each decision, of the one and of the other.
    let mut of_each = [[0_u64; 2]; Decision::ALL.len()];
    for (&[x, y], &count) in counts {
        both += count;
        equal += if x == y { count } else { 0 };
        of_each[x as usize][0] += count;
        of_each[y as usize][1] += count;
    }
    let mut by_chance = 0;
    for [one, other] in of_each {
        by_chance += one * other;
    }
    let (all, by_chance) = (both as f64, by_chance as f64 / (both as f64).powi(2).max(1.0));
    let has_value = both > 0 && by_chance < 1.0;
    let kappa = has_value.then_some((equal as f64 / all - by_chance) / (1.0 - by_chance));
    Agreement { both, equal, kappa }
}

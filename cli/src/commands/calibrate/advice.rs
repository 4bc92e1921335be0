//! The best settings for sentences alone: those with the highest F1, unless the present ones are as good within chance.

use ibid::Config;
use ibid_calibrate::{Rates, SentenceTable};

use super::ProfileTable;

/// The best settings for sentences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Advice {
    /// The rates with the present setting.
    pub(super) now: Rates,
    /// The best rates with the features of the index.
    pub(super) best: Rates,
    /// True if the present setting is as good within chance.
    pub(super) is_as_good: bool,
    /// A profile that is better than that of the index beyond chance, with its rates.
    pub(super) profile: Option<(&'static str, Rates)>,
}

impl Advice {
    pub(super) fn new(table: &SentenceTable, profiles: &[ProfileTable], config: &Config) -> Advice {
        let place = table.nearest(config.min_jaccard);
        let now = table.all.get(place).copied().unwrap_or_default();
        let is_as_good = table.is_as_good.get(place).copied().unwrap_or(true);
        Advice { now, best: table.best(), is_as_good, profile: better_profile(profiles) }
    }

    /// Returns the least Jaccard that is best for sentences, in the index as it is.
    pub(super) fn min_jaccard(&self) -> f64 {
        if self.is_as_good { self.now.tau } else { self.best.tau }
    }

    /// Returns the best least Jaccard, if it differs from the present one.
    pub(super) fn other_min_jaccard(&self) -> Option<f64> {
        (!self.is_as_good).then_some(self.best.tau)
    }
}

/// Returns the best profile, if it is better than the first by more than chance explains.
fn better_profile(profiles: &[ProfileTable]) -> Option<(&'static str, Rates)> {
    let (own, others) = profiles.split_first()?;
    let now = own.table.best();
    let mut best: Option<(&'static str, Rates)> = None;
    for other in others {
        let rates = other.table.best();
        // Both tables have the same sentences, so that this overestimates chance.
        let chance = error(&own.table, &now).hypot(error(&other.table, &rates));
        let is_better = rates.f1 - now.f1 > 2.0 * chance.max(0.0005);
        if is_better && best.is_none_or(|(_, best)| rates.f1 >= best.f1) {
            best = Some((other.name, rates));
        }
    }
    best
}

/// Returns the standard error of the F1 of these rates.
fn error(table: &SentenceTable, rates: &Rates) -> f64 {
    table.f1_error.get(table.nearest(rates.tau)).copied().unwrap_or(0.0)
}

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
    let better = |other: &&ProfileTable| {
        let (a, b) = (own.table.best(), other.table.best());
        let error = |table: &SentenceTable, rates: &Rates| {
            table.f1_error.get(table.nearest(rates.tau)).copied().unwrap_or(0.0)
        };
        // Both tables have the same sentences, so that this overestimates chance.
        b.f1 - a.f1 > 2.0 * error(&own.table, &a).hypot(error(&other.table, &b)).max(0.0005)
    };
    let best = others.iter().filter(better).max_by(|a, b| a.table.best().f1.total_cmp(&b.table.best().f1))?;
    Some((best.name, best.table.best()))
}

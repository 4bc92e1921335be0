//! Whether a passage is a copy.
//!
//! In: a passage of two documents with its equal words. Out: whether enough of it is equal ([`is_copied`]): in long enough
//! runs, or, of an edited sentence, nearly all of it. Among many documents, more is asked of both. `O(n)` for n equal runs
//! of the passage, and a few words around it.

use super::join::density;
use super::limits::LIMITS;
use super::runs;
use crate::align::Run;
use crate::align::aligned::{Aligned, equal_half_words, equal_share};
use crate::analyze::Words;
use crate::lexicon::Rarity;
use crate::text::WordRange;

/// Two documents.
#[derive(Clone, Copy)]
pub(super) struct Pair<'p> {
    pub(super) a: &'p Words,
    pub(super) b: &'p Words,
    pub(super) rarity: &'p Rarity,
    /// How many documents the source is one of.
    pub(super) documents: u32,
}

impl Pair<'_> {
    fn is_among_many(self) -> bool {
        self.documents > LIMITS.few_documents
    }
}

/// Whether enough of a passage is equal: in long enough runs, or nearly all of it.
pub(super) fn is_copied(pair: Pair<'_>, passage: &Aligned) -> bool {
    let Pair { a, b, .. } = pair;
    let equal = equal_half_words(a, b, passage.equal.iter());
    let density = density((a, b), (passage.a, passage.b), equal);
    (density >= LIMITS.min_density && is_in_long_runs(pair, passage))
        || (density >= LIMITS.sure_density && is_edited_sentence(pair, passage))
}

/// Whether enough of a passage is equal in long enough runs.
fn is_in_long_runs(pair: Pair<'_>, passage: &Aligned) -> bool {
    let Pair { a, b, .. } = pair;
    let is_founded = || passage.equal.iter().any(|run| runs::founds(a, run));
    if passage.equal_half_words < LIMITS.min_equal || (pair.is_among_many() && !is_founded()) {
        return false;
    }
    let stretches = |half_words: u32| half_words.saturating_sub(LIMITS.shortest - 2);
    let runs = passage.equal.iter().map(|run| a.half_words(run.in_a()));
    let longest = runs.clone().max().unwrap_or(0);
    let equal: u32 = runs.map(stretches).sum();
    let shorter = a.half_words(passage.a).min(b.half_words(passage.b));
    let share = equal as f32 / stretches(shorter).max(1) as f32;
    share
        >= if longest >= LIMITS.long_run { LIMITS.min_stretches_with_long_run } else { LIMITS.min_stretches }
}

/// Whether most of a sentence is equal, and what stands around it is another text: among many documents, a sentence that is
/// alike amid others that are alike is a retelling.
fn is_edited_sentence(pair: Pair<'_>, passage: &Aligned) -> bool {
    passage.equal_half_words >= LIMITS.least_sure
        && passage.equal_words >= LIMITS.least_sure_words
        && holds_sentence(pair, passage.equal.iter())
        && (!pair.is_among_many() || rarity_around(pair, passage) <= LIMITS.most_around)
}

/// The rarity of the pairs of words that stand around a passage on both sides.
fn rarity_around(Pair { a, b, rarity, .. }: Pair<'_>, passage: &Aligned) -> f32 {
    let pairs = |words: &Words, passage: WordRange| -> Vec<(u64, u64)> {
        let near = words.around(passage, LIMITS.around);
        let sides = [WordRange::new(near.start, passage.start), WordRange::new(passage.end, near.end)];
        let of_side = |side| words.hashes_of(side).windows(2).map(|pair| (pair[0], pair[1]));
        let mut pairs: Vec<_> = sides.into_iter().flat_map(of_side).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    };
    let (mut in_a, in_b) = (pairs(a, passage.a), pairs(b, passage.b));
    in_a.retain(|pair| in_b.binary_search(pair).is_ok());
    let weight = |(x, y): (u64, u64)| (rarity.of(x) + rarity.of(y) - LIMITS.common_pair).max(0.0);
    in_a.into_iter().map(weight).sum()
}

/// Whether most of a sentence, on either side, is equal: that founds a passage where no single run is long enough.
pub(super) fn holds_sentence<'r>(
    Pair { a, b, .. }: Pair<'_>,
    runs: impl Iterator<Item = &'r Run> + Clone,
) -> bool {
    let share = equal_share(a, runs.clone().map(|run| run.in_a()));
    share.max(equal_share(b, runs.map(|run| run.in_b()))) >= LIMITS.founding_share
}

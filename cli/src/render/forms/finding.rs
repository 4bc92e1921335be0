//! Passages -> findings: a passage, and those of other sources that have the same words.

use ibid::report::Passage;

/// A passage with the passages that it stands for.
#[derive(Clone, Debug)]
pub(super) struct Finding<'p> {
    /// The passage that is shown.
    pub(super) passage: &'p Passage,
    /// The passages of other sources with the same words.
    pub(super) repeated: Vec<&'p Passage>,
}

/// Returns the findings of a document's passages, in their order. A passage that does not count stands for itself.
pub(super) fn findings(passages: &[Passage]) -> Vec<Finding<'_>> {
    let (repeated, shown): (Vec<&Passage>, Vec<&Passage>) =
        passages.iter().partition(|passage| passage.is_repeated());
    let finding = |passage: &'_ Passage| passage.finding;
    shown
        .into_iter()
        .map(|passage| {
            let same = repeated.iter().filter(|other| passage.counts() && finding(other) == passage.finding);
            Finding { passage, repeated: same.copied().collect() }
        })
        .collect()
}

//! Passages -> findings: a passage, and those of other sources that have the same words.

use std::collections::HashMap;

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
    let mut repeated: HashMap<u32, Vec<&Passage>> = HashMap::new();
    for passage in passages {
        if passage.is_repeated() {
            repeated.entry(passage.finding).or_default().push(passage);
        }
    }
    let mut findings = vec![];
    for passage in passages {
        if !passage.is_repeated() {
            let same = if passage.counts() { repeated.get(&passage.finding).cloned() } else { None };
            findings.push(Finding { passage, repeated: same.unwrap_or_default() });
        }
    }
    findings
}

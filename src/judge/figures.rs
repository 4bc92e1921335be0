//! How much of a query document is matched: in all, by each source, outside quotations, and by other authors.

use std::collections::BTreeMap;

use crate::analyze::{Analyzed, Words};
use crate::quotation::marked;
use crate::text::WordRange;

/// What one passage that counts covers of the query document.
#[derive(Debug)]
pub(crate) struct Matched<'p> {
    /// The id of the source.
    pub(crate) source: &'p str,
    /// Whether the source has the author of the query document.
    pub(crate) is_own: bool,
    /// The words that it covers.
    pub(crate) ranges: &'p [WordRange],
}

/// Words of a query document that passages cover.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Figures<'p> {
    /// By any source.
    pub(crate) overall: u64,
    /// Of these, those outside of quotations.
    pub(crate) without_quotations: u64,
    /// By sources of other authors.
    pub(crate) without_own_work: u64,
    /// By each source, and in how many passages.
    pub(crate) by_source: BTreeMap<&'p str, (u64, u64)>,
}

impl<'p> Figures<'p> {
    /// The figures of a query document. `O(w · s)` for w words and s sources.
    pub(crate) fn new(query: &Analyzed<'_>, matched: &[Matched<'p>]) -> Figures<'p> {
        let words = query.words();
        let all = Cover::new(words, matched.iter());
        let quoted = marked(&query.document().text);
        let is_quoted = |word: u32| {
            let span = words.span(word);
            let at = quoted.partition_point(|quote| quote.end <= span.start);
            quoted.get(at).is_some_and(|quote| quote.start <= span.start)
        };
        let mut of_sources: BTreeMap<&str, Vec<&Matched<'p>>> = BTreeMap::new();
        for passage in matched {
            of_sources.entry(passage.source).or_default().push(passage);
        }
        let of_source = |(id, passages): (&'p str, Vec<&Matched<'p>>)| {
            let count = passages.len() as u64;
            (id, (Cover::new(words, passages.into_iter()).count(), count))
        };
        Figures {
            overall: all.count(),
            without_quotations: all.words().filter(|&word| !is_quoted(word)).count() as u64,
            without_own_work: Cover::new(words, matched.iter().filter(|passage| !passage.is_own)).count(),
            by_source: of_sources.into_iter().map(of_source).collect(),
        }
    }
}

/// Which words some passages cover.
struct Cover(Vec<bool>);

impl Cover {
    /// All but words that are left out.
    fn new<'m, 'p: 'm>(words: &Words, passages: impl Iterator<Item = &'m Matched<'p>>) -> Cover {
        let mut covered = vec![false; words.len()];
        for words in passages.flat_map(|passage| passage.ranges) {
            covered[words.start as usize..words.end as usize].fill(true);
        }
        for words in words.left_out() {
            covered[words.start as usize..words.end as usize].fill(false);
        }
        Cover(covered)
    }

    fn words(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.0).filter_map(|(word, covered)| covered.then_some(word))
    }

    fn count(&self) -> u64 {
        self.words().count() as u64
    }
}

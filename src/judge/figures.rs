//! The numbers of matched words of a query document: in all, by each source, without quoted or cited words, and by
//! other authors.

use std::collections::BTreeMap;

use super::Credited;
use crate::analyze::{WordSet, Words};
use crate::text::WordRange;

/// The words of the query document that one passage covers, if it counts.
#[derive(Debug)]
pub(crate) struct Matched<'p> {
    /// The id of the source.
    pub(crate) source: &'p str,
    /// True if the source has an author of the query document.
    pub(crate) is_own: bool,
    /// The words that it covers.
    pub(crate) ranges: &'p [WordRange],
}

/// The numbers of words of a query document that passages cover.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Figures<'p> {
    /// Words that any source covers.
    pub(crate) overall: u64,
    /// Words of `overall` that are neither quoted nor cited.
    pub(crate) without_quotations: u64,
    /// Words that sources of other authors cover.
    pub(crate) without_own_work: u64,
    /// The words that each source covers, and the number of its passages.
    pub(crate) by_source: BTreeMap<&'p str, (u64, u64)>,
}

impl<'p> Figures<'p> {
    /// Computes the figures of a query document with these words. `O(w · s)` for w words and s sources.
    pub(crate) fn new(words: &Words, credited: &Credited, matched: &[Matched<'p>]) -> Figures<'p> {
        let out = WordSet::union([words.left_out(), &credited.unmatched]);
        let all = Cover::new(words.len(), &out, matched.iter());
        let by_others = matched.iter().filter(|passage| !passage.is_own);
        let mut of_sources: BTreeMap<&str, Vec<&Matched<'p>>> = BTreeMap::new();
        for passage in matched {
            of_sources.entry(passage.source).or_default().push(passage);
        }
        let mut by_source = BTreeMap::new();
        for (id, passages) in of_sources {
            let count = passages.len() as u64;
            by_source.insert(id, (Cover::new(words.len(), &out, passages.into_iter()).count(), count));
        }
        Figures {
            overall: all.count(),
            without_quotations: all.words().filter(|&word| !credited.either.contains(word)).count() as u64,
            without_own_work: Cover::new(words.len(), &out, by_others).count(),
            by_source,
        }
    }
}

/// For each word, true if some passage covers it.
struct Cover(Vec<bool>);

impl Cover {
    /// Collects the words that passages cover, without the words that are left out.
    fn new<'m, 'p: 'm>(
        words: usize,
        out: &WordSet,
        passages: impl Iterator<Item = &'m Matched<'p>>,
    ) -> Cover {
        let mut covered = vec![false; words];
        for words in passages.flat_map(|passage| passage.ranges) {
            covered[words.start as usize..words.end as usize].fill(true);
        }
        for words in out.ranges() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::{Analyzed, DocumentRef};
    use crate::judge::Exclude;
    use crate::text::Document;
    use crate::{Config, Detector};

    #[test]
    fn each_matched_word_counts_once_in_all_and_for_each_source() {
        let document =
            Document { text: "one two three four five six seven eight".into(), ..Document::default() };
        let query = Analyzed::new(
            Detector::new(Config::default()).unwrap().analyzer(),
            DocumentRef::Borrowed(&document),
        );
        let ranges = |ranges: &[(u32, u32)]| -> Vec<WordRange> {
            ranges.iter().map(|&(start, end)| WordRange::new(start, end)).collect()
        };
        let (first, second, own) = (ranges(&[(0, 3)]), ranges(&[(2, 4), (5, 6)]), ranges(&[(6, 8)]));
        let matched = |source, ranges, is_own| Matched { source, is_own, ranges };
        let matched =
            [matched("a", &first[..], false), matched("b", &second[..], false), matched("c", &own[..], true)];
        let figures = Figures::new(query.words(), &Credited::of(&query, &Exclude::default()), &matched);
        assert_eq!((figures.overall, figures.without_quotations, figures.without_own_work), (7, 7, 5));
        assert_eq!(figures.by_source, BTreeMap::from([("a", (3, 1)), ("b", (3, 1)), ("c", (2, 1))]));
    }
}

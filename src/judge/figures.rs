//! The numbers of matched words of a query document: in all, by each source, without quoted or cited words, by other
//! authors, and without either.

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
    /// True if the source is checked beside the query document.
    pub(crate) is_peer: bool,
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
    /// Words that sources of other authors cover, and that are neither quoted nor cited.
    pub(crate) uncredited: u64,
    pub(crate) by_source: BTreeMap<&'p str, SourceFigures>,
}

/// The numbers of one source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SourceFigures {
    /// Words that the source covers.
    pub(crate) matched: u64,
    /// Words of `matched` that no source but peers covers.
    pub(crate) beyond: u64,
    /// The number of its passages.
    pub(crate) passages: u64,
}

impl<'p> Figures<'p> {
    /// Computes the figures of a query document with these words. `O(w · s)` for w words and s sources.
    pub(crate) fn new(words: &Words, credited: &Credited, matched: &[Matched<'p>]) -> Figures<'p> {
        let out = WordSet::union([words.left_out(), &credited.unmatched]);
        let all = Cover::new(words.len(), &out, matched.iter());
        let by_others = Cover::new(words.len(), &out, matched.iter().filter(|passage| !passage.is_own));
        let of_collection = Cover::new(words.len(), &out, matched.iter().filter(|passage| !passage.is_peer));
        let is_uncredited = |word: &u32| !credited.either.contains(*word);
        let mut of_sources: BTreeMap<&str, Vec<&Matched<'p>>> = BTreeMap::new();
        for passage in matched {
            of_sources.entry(passage.source).or_default().push(passage);
        }
        let mut by_source = BTreeMap::new();
        for (id, passages) in of_sources {
            let count = passages.len() as u64;
            let cover = Cover::new(words.len(), &out, passages.into_iter());
            let beyond = cover.words().filter(|&word| !of_collection.0[word as usize]).count() as u64;
            by_source.insert(id, SourceFigures { matched: cover.count(), beyond, passages: count });
        }
        Figures {
            overall: all.count(),
            without_quotations: all.words().filter(is_uncredited).count() as u64,
            without_own_work: by_others.count(),
            uncredited: by_others.words().filter(is_uncredited).count() as u64,
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
        let matched = |source, ranges, is_own| Matched { source, is_own, is_peer: source == "b", ranges };
        let matched =
            [matched("a", &first[..], false), matched("b", &second[..], false), matched("c", &own[..], true)];
        let figures = Figures::new(query.words(), &Credited::of(&query, &Exclude::default(), &[]), &matched);
        assert_eq!((figures.overall, figures.without_quotations, figures.without_own_work), (7, 7, 5));
        assert_eq!(figures.uncredited, 5);
        // One of the three words of the peer stands in the collection too.
        let of = |matched, beyond| SourceFigures { matched, beyond, passages: 1 };
        assert_eq!(figures.by_source, BTreeMap::from([("a", of(3, 0)), ("b", of(3, 2)), ("c", of(2, 0))]));
    }
}

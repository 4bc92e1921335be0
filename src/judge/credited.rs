//! The words of a query document that are credited to others, and the parts that may be left out of its figures.

use crate::analyze::Analyzed;
use crate::credit::{Credits, credits_without, parts_without_prose};
use crate::report::PartWords;
use crate::text::{Span, WordRange};
use crate::word_set::WordSet;

/// The words of a query document that are credited to others, and the parts that may be left out of its figures.
#[derive(Debug)]
pub(crate) struct Credited {
    /// The words of each part.
    pub(crate) parts: PartWords,
    /// The marks of citations that have words.
    marks: Vec<(Span, WordSet)>,
    /// The length in half words of what is listed among references and is no entry.
    pub(crate) listed_half_words: u64,
}

impl Credited {
    /// Finds the credited words of a document with passages, without the marks of citations that were copied along.
    /// `O(n log n)` for n bytes of the document.
    pub(crate) fn of(query: &Analyzed<'_>, copied: &[Span]) -> Credited {
        Credited::from(credits_without(query.document(), copied), query)
    }

    /// Finds the parts of a document without passages. Its quoted and cited words tell nothing and are not searched for.
    pub(crate) fn of_parts(query: &Analyzed<'_>) -> Credited {
        Credited::from(parts_without_prose(query.document()), query)
    }

    fn from(found: Credits, query: &Analyzed<'_>) -> Credited {
        let words = query.words();
        let numbers = |spans: &[Span]| words.set_of(spans).numbers();
        let listed = words.set_of(&found.not_references);
        let marks = found.citations.iter().map(|&mark| (mark, words.set_of(&[mark])));
        Credited {
            marks: marks.filter(|(_, words)| words.len() > 0).collect(),
            listed_half_words: listed.ranges().iter().map(|&range| u64::from(words.half_words(range))).sum(),
            parts: PartWords {
                references: numbers(&found.references),
                captions: numbers(&found.captions),
                front: numbers(&found.front_matter),
                quoted: numbers(&found.quoted),
                cited: numbers(&found.cited),
                template: words.left_out().numbers(),
                phrases: vec![],
                not_references: listed.numbers(),
            },
        }
    }

    /// Returns the marks of citations all words of which stand in one of these runs of words that a source has, too.
    pub(crate) fn marks_in(&self, runs: &[WordRange]) -> Vec<Span> {
        let is_in = |words: &WordSet| {
            runs.iter()
                .any(|run| words.ranges().iter().all(|mark| run.start <= mark.start && mark.end <= run.end))
        };
        self.marks.iter().filter(|(_, words)| is_in(words)).map(|(mark, _)| *mark).collect()
    }
}

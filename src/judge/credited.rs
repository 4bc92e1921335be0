//! The words of a query document that are credited to others, and the parts that may be left out of its figures.

use super::evidence::half_words;
use crate::analyze::Analyzed;
use crate::credit::Credits;
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
        Credited::from(Credits::without(query.document(), copied), query)
    }

    /// Finds the parts of a document without passages. Its quoted and cited words tell nothing and are not searched for.
    pub(crate) fn of_parts(query: &Analyzed<'_>) -> Credited {
        Credited::from(Credits::only_parts(query.document()), query)
    }

    fn from(found: Credits, query: &Analyzed<'_>) -> Credited {
        let words = query.words();
        let listed = words.set_of(&found.not_references);
        let mut marks = vec![];
        for &mark in &found.citations {
            let words = words.set_of(&[mark]);
            if words.len() > 0 {
                marks.push((mark, words));
            }
        }
        Credited {
            marks,
            listed_half_words: u64::from(half_words(words, listed.ranges())),
            parts: PartWords {
                references: words.set_of(&found.references).numbers(),
                captions: words.set_of(&found.captions).numbers(),
                front: words.set_of(&found.front_matter).numbers(),
                quoted: words.set_of(&found.quoted).numbers(),
                cited: words.set_of(&found.cited).numbers(),
                template: words.left_out().numbers(),
                phrases: vec![],
                not_references: listed.numbers(),
            },
        }
    }

    /// Returns the marks of citations all words of which stand in one of these runs of words that a source has, too.
    pub(crate) fn marks_in(&self, runs: &[WordRange]) -> Vec<Span> {
        let mut found = vec![];
        for (mark, words) in &self.marks {
            for &run in runs {
                if is_in(words, run) {
                    found.push(*mark);
                    break;
                }
            }
        }
        found
    }
}

/// Returns whether all words stand in a run.
fn is_in(words: &WordSet, run: WordRange) -> bool {
    for range in words.ranges() {
        if range.start < run.start || run.end < range.end {
            return false;
        }
    }
    true
}

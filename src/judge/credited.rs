//! The words of a query document that are credited to others, and the words that are left out of its figures.

use super::limits::LIMITS;
use crate::analyze::{Analyzed, WordSet, Words};
use crate::credit::{Credits, credits_without, parts_without_prose};
use crate::report::{Credit, LeftOut, PartWords};
use crate::text::{Span, WordRange};

/// The parts of documents that are left out of their figures. By default these are the list of references, the front matter and what is only
/// possibly reworded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exclude {
    /// The list of references: out of *matched* and out of *all*.
    pub references: bool,
    /// Captions of figures and tables: out of *matched* and out of *all*.
    pub captions: bool,
    /// Front matter, such as keywords and addresses: out of *matched* and out of *all*.
    pub front: bool,
    /// Quoted words: out of *matched*.
    pub quotes: bool,
    /// Cited words: out of *matched*.
    pub cited: bool,
    /// Passages that may be reworded and are too weak to accuse by: kind *possible*, out of *matched*.
    pub possible: bool,
    /// Passages with fewer matched words than this (Chinese: characters), after the above: out of *matched*.
    pub small: u32,
}

impl Exclude {
    /// The value with which nothing is left out.
    pub const NOTHING: Exclude = Exclude {
        references: false,
        captions: false,
        front: false,
        quotes: false,
        cited: false,
        possible: false,
        small: 0,
    };

    /// Returns the names of the parts that are left out, as the option writes them: `references`, `small=20`.
    pub fn names(&self) -> Vec<String> {
        let parts = self.parts().map(|part| part.name().to_owned());
        let parts = parts.chain(self.possible.then(|| "possible".to_owned()));
        parts.chain((self.small > 0).then(|| format!("small={}", self.small))).collect()
    }

    fn parts(&self) -> impl Iterator<Item = LeftOut> {
        let parts = [
            (LeftOut::References, self.references),
            (LeftOut::Captions, self.captions),
            (LeftOut::Front, self.front),
            (LeftOut::Quotes, self.quotes),
            (LeftOut::Cited, self.cited),
        ];
        parts.into_iter().filter_map(|(part, is_out)| is_out.then_some(part))
    }
}

impl Default for Exclude {
    fn default() -> Exclude {
        Exclude { references: true, front: true, possible: true, ..Exclude::NOTHING }
    }
}

/// The numbers of matched words of a passage that are credited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CreditedWords {
    pub(crate) quoted: u32,
    pub(crate) cited: u32,
    /// Words that are neither quoted nor cited.
    pub(crate) neither: u32,
}

impl CreditedWords {
    /// Returns the credit of a passage with this many matched words.
    pub(crate) fn credit(self, matched: u32) -> Credit {
        let holds = |words: u32| {
            u64::from(words) * 10 >= u64::from(matched) * u64::from(LIMITS.credit.nearly_all_of_ten)
        };
        match (holds(self.quoted), holds(self.cited)) {
            _ if matched == 0 || holds(self.neither) => Credit::Neither,
            (true, true) => Credit::Both,
            (true, false) => Credit::Quoted,
            (false, true) => Credit::Cited,
            (false, false) => Credit::Partly,
        }
    }
}

/// The words of a query document that are credited to others, and those that are left out of its figures.
#[derive(Debug)]
pub(crate) struct Credited {
    quoted: WordSet,
    cited: WordSet,
    /// Words that are quoted or cited.
    pub(crate) either: WordSet,
    /// The words that are left out because of their place, part by part.
    parts: Vec<(LeftOut, WordSet)>,
    /// The union of all parts.
    pub(crate) unmatched: WordSet,
    /// The marks of citations that have words.
    marks: Vec<(Span, WordSet)>,
    /// The words that are listed among references and are no entries.
    listed: WordSet,
    references: WordSet,
    captions: WordSet,
    front: WordSet,
    small: usize,
}

impl Credited {
    /// Finds the credited words of a document with passages, without the marks of citations that were copied along.
    /// `O(n log n)` for n bytes of the document.
    pub(crate) fn of(query: &Analyzed<'_>, exclude: &Exclude, copied: &[Span]) -> Credited {
        Credited::from(credits_without(query.document(), copied), query, exclude)
    }

    /// Finds the parts left out of a document without passages. Its quoted and cited words tell nothing and are not
    /// searched for.
    pub(crate) fn of_unmatched(query: &Analyzed<'_>, exclude: &Exclude) -> Credited {
        Credited::from(parts_without_prose(query.document()), query, exclude)
    }

    fn from(found: Credits, query: &Analyzed<'_>, exclude: &Exclude) -> Credited {
        let words = query.words();
        let set = |spans| WordSet::of_spans(words, spans);
        let (quoted, cited) = (set(&found.quoted), set(&found.cited));
        let mut parts = vec![];
        for part in exclude.parts() {
            let words = match part {
                LeftOut::References => set(&found.references),
                LeftOut::Captions => set(&found.captions),
                LeftOut::Front => set(&found.front_matter),
                LeftOut::Quotes => quoted.clone(),
                LeftOut::Cited => cited.clone(),
                LeftOut::Small => WordSet::default(),
            };
            parts.push((part, words));
        }
        let marks = found.citations.iter().map(|&mark| (mark, WordSet::of_spans(words, &[mark])));
        Credited {
            marks: marks.filter(|(_, words)| words.len() > 0).collect(),
            either: WordSet::union([&quoted, &cited]),
            unmatched: WordSet::union(parts.iter().map(|(_, set)| set)),
            parts,
            listed: set(&found.not_references),
            references: set(&found.references),
            captions: set(&found.captions),
            front: set(&found.front_matter),
            quoted,
            cited,
            small: exclude.small as usize,
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

    /// Returns the words of each part, as a report has them.
    pub(crate) fn part_words(&self, words: &Words) -> PartWords {
        let numbers = |set: &WordSet| set.ranges().iter().map(|range| [range.start, range.end]).collect();
        PartWords {
            references: numbers(&self.references),
            captions: numbers(&self.captions),
            front: numbers(&self.front),
            quoted: numbers(&self.quoted),
            cited: numbers(&self.cited),
            template: numbers(words.left_out()),
            phrases: vec![],
            not_references: numbers(&self.listed),
        }
    }

    /// Returns the quoted words.
    pub(crate) fn quoted(&self) -> &WordSet {
        &self.quoted
    }

    /// Returns the words that are listed among references and are no entries.
    pub(crate) fn listed(&self) -> &WordSet {
        &self.listed
    }

    /// Returns the words that are out of *all*, by part.
    pub(crate) fn out_of_all(&self) -> impl Iterator<Item = (LeftOut, &WordSet)> {
        self.parts.iter().filter(|(part, _)| part.is_out_of_all()).map(|(part, set)| (*part, set))
    }

    /// Returns the reason why a passage with these matched words is left out, if it is.
    pub(crate) fn why_left_out(&self, matched: &[WordRange]) -> Option<LeftOut> {
        let all: usize = matched.iter().map(|range| range.len() as usize).sum();
        let out = count(&self.unmatched, matched);
        if out > 0 && out * 10 >= all * LIMITS.credit.nearly_all_of_ten as usize {
            let most = |(_, set): &&(LeftOut, WordSet)| count(set, matched);
            // Of parts that hold equally many, the first.
            return self.parts.iter().rev().max_by_key(most).map(|(part, _)| *part);
        }
        (all - out < self.small).then_some(LeftOut::Small)
    }

    /// Counts the credited words among `words`.
    pub(crate) fn of_words(&self, words: &WordSet) -> CreditedWords {
        let in_set = |set| count(set, words.ranges()) as u32;
        CreditedWords {
            quoted: in_set(&self.quoted),
            cited: in_set(&self.cited),
            neither: words.len() as u32 - in_set(&self.either),
        }
    }

    /// Counts the words among `words` that each part leaves out.
    pub(crate) fn left_out_of(&self, words: &WordSet) -> impl Iterator<Item = (LeftOut, u64)> {
        self.parts.iter().map(|(part, set)| (*part, count(set, words.ranges()) as u64))
    }
}

/// Counts the words of disjoint ranges that are in a set.
fn count(set: &WordSet, ranges: &[WordRange]) -> usize {
    ranges.iter().map(|&range| set.count_in(range) as usize).sum()
}

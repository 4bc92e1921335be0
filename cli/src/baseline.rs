//! The passages that nobody has decided, and that an earlier report does not have: `--fail-on new`.
//!
//! In: the documents of a report, as they are checked. Out: whether one of them has a new passage. Passages are compared
//! by their sentence pairs, which stay the same when a paragraph moves.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use ibid::report::{DocumentReport, Passage};

use crate::report_file::read_named_report;

/// An earlier report, and whether the documents so far have passages that are new.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    /// The sentence pairs of the passages that count, by the id of the document.
    pairs: HashMap<String, HashSet<String>>,
    documents: u64,
    /// True if a document has a passage that the earlier report does not have under its id.
    is_new_by_id: bool,
    /// True if a document has a passage that no document of the earlier report has.
    is_new_anywhere: bool,
}

impl Baseline {
    /// Reads the earlier report; without one, each passage that nobody has decided is new.
    pub(crate) fn read(path: Option<&Path>) -> anyhow::Result<Baseline> {
        let documents =
            path.map(read_named_report).transpose()?.map_or_else(Vec::new, |report| report.documents);
        let pairs = documents.into_iter().map(|document| {
            let counting = document.passages.into_iter().filter(Passage::counts);
            (document.id, counting.flat_map(|passage| passage.said).map(|said| said.pair).collect())
        });
        Ok(Baseline { pairs: pairs.collect(), ..Baseline::default() })
    }

    /// Adds a document, with its decisions applied.
    pub(crate) fn add(&mut self, document: &DocumentReport) {
        self.documents += 1;
        let undecided: Vec<&Passage> =
            document.passages.iter().filter(|passage| passage.counts() && !is_decided(passage)).collect();
        let is_new = |known: Option<&HashSet<String>>| {
            let has = |passage: &Passage| known.is_some_and(|known| has_most_words(passage, known));
            undecided.iter().any(|passage| !has(passage))
        };
        self.is_new_by_id |= is_new(self.pairs.get(&document.id));
        self.is_new_anywhere |= is_new(self.pairs.values().next());
    }

    /// Returns whether a passage is new. One document is compared with the one of the earlier report, whatever its id.
    pub(crate) fn has_new(&self) -> bool {
        if self.documents == 1 && self.pairs.len() == 1 { self.is_new_anywhere } else { self.is_new_by_id }
    }
}

/// Returns whether a decision covers all words of a passage. Words of an edited sentence are open.
fn is_decided(passage: &Passage) -> bool {
    passage.decision.is_some() && passage.open_words.is_empty()
}

/// Returns whether at least nine tenths of the words that a passage takes over stand in known sentence pairs.
fn has_most_words(passage: &Passage, known: &HashSet<String>) -> bool {
    let said: Vec<[u32; 2]> =
        passage.said.iter().filter(|said| known.contains(&said.pair)).map(|said| said.words).collect();
    let is_known = |word: &u32| said.iter().any(|[start, end]| (start..end).contains(&word));
    let taken = || passage.taken.iter().flat_map(|&[start, end]| start..end);
    let known = taken().filter(is_known).count();
    known > 0 && 10 * known >= 9 * taken().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ibid::report::{Decision, PassageDecision, SaidPair};

    fn document(id: &str, passages: Vec<Passage>) -> DocumentReport {
        DocumentReport { id: id.to_owned(), passages, ..DocumentReport::default() }
    }

    /// A passage of sentences of ten words, named by their pairs.
    fn passage(pairs: &[&str]) -> Passage {
        let said = |(number, pair): (usize, &&str)| {
            let start = 10 * number as u32;
            SaidPair { pair: pair.to_string(), words: [start, start + 10] }
        };
        let taken = vec![[0, 10 * pairs.len() as u32]];
        Passage { said: pairs.iter().enumerate().map(said).collect(), taken, ..Passage::default() }
    }

    fn has_new(known: &[(&str, &[&str])], documents: &[DocumentReport]) -> bool {
        let pairs = known.iter().map(|(id, pairs)| {
            (id.to_string(), pairs.iter().map(|pair| pair.to_string()).collect::<HashSet<_>>())
        });
        let mut baseline = Baseline { pairs: pairs.collect(), ..Baseline::default() };
        documents.iter().for_each(|document| baseline.add(document));
        baseline.has_new()
    }

    #[test]
    fn a_passage_is_new_if_nobody_has_decided_it() {
        let open = passage(&["a", "b"]);
        let decided = PassageDecision {
            decision: Decision::Quotation,
            by: "Ana".to_owned(),
            at: "2026-11-25T09:14:22Z".to_owned(),
            note: String::new(),
        };
        let decided = Passage { decision: Some(decided), ..open.clone() };
        let edited = Passage { open_words: vec![[10, 20]], ..decided.clone() };
        for (passage, is_new) in [(open, true), (decided, false), (edited, true)] {
            assert_eq!(has_new(&[], &[document("p", vec![passage])]), is_new);
        }
        assert!(!has_new(&[], &[document("p", vec![])]));
    }

    #[test]
    fn a_passage_is_known_by_nine_tenths_of_its_words() {
        let all = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        for (known, is_new) in [(10, false), (9, false), (8, true), (0, true)] {
            let documents = [document("p", vec![passage(&all)])];
            assert_eq!(has_new(&[("p", &all[..known])], &documents), is_new, "{known}");
        }
    }

    #[test]
    fn documents_are_paired_by_id_unless_there_is_one_on_both_sides() {
        let one = || document("draft-2", vec![passage(&["a"])]);
        assert!(!has_new(&[("draft-1", &["a"])], &[one()]));
        assert!(has_new(&[("draft-1", &["a"]), ("x", &["a"])], &[one()]));
        assert!(has_new(&[("draft-1", &["a"])], &[one(), document("x", vec![])]));
        assert!(!has_new(&[("draft-2", &["a"]), ("x", &[])], &[one(), document("x", vec![])]));
    }
}

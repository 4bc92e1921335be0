//! The passages that nobody has decided, and that an earlier report does not have: `--fail-on new`.
//!
//! In: the documents of a report, as they are checked. Out: whether one of them has a new passage. Passages are compared
//! by their sentence pairs, which stay the same when a paragraph moves.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use ibid::report::{DocumentReport, Passage, SaidPair};

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
        let mut baseline = Baseline::default();
        let Some(path) = path else { return Ok(baseline) };
        for document in read_named_report(path)?.documents {
            let mut pairs = HashSet::new();
            for passage in document.passages.into_iter().filter(Passage::counts) {
                for said in passage.said {
                    pairs.insert(said.pair);
                }
            }
            baseline.pairs.insert(document.id, pairs);
        }
        Ok(baseline)
    }

    /// Adds a document, with its decisions applied.
    pub(crate) fn add(&mut self, document: &DocumentReport) {
        self.documents += 1;
        let of_id = self.pairs.get(&document.id);
        let of_first = self.pairs.values().next();
        for passage in &document.passages {
            if passage.counts() && !is_decided(passage) {
                self.is_new_by_id |= !has_most_words(passage, of_id);
                self.is_new_anywhere |= !has_most_words(passage, of_first);
            }
        }
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
fn has_most_words(passage: &Passage, known: Option<&HashSet<String>>) -> bool {
    let Some(pairs) = known else { return false };
    let said: Vec<&SaidPair> = passage.said.iter().filter(|said| pairs.contains(&said.pair)).collect();
    let (mut taken, mut known) = (0, 0);
    for &[start, end] in &passage.taken {
        for word in start..end {
            taken += 1;
            known += u32::from(said.iter().any(|said| said.words[0] <= word && word < said.words[1]));
        }
    }
    known > 0 && 10 * known >= 9 * taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use ibid::report::{Decision, PassageDecision};

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

//! Phrases, such as those of a form or a field, whose words a filter leaves out.
//!
//! In: the phrases, and the words of a document. Out: the words that stand in one of them, wherever it occurs. Words are
//! compared as for matching, so that case and width do not matter. `O(n + m)` for n words of the document and m words
//! of the phrases that begin with one of them.

use std::collections::HashMap;
use std::sync::Arc;

use super::Detector;
use crate::analyze::{Analyzed, Analyzer, DocumentRef, Words};
use crate::error::{Error, Result};
use crate::report::DocumentReport;
use crate::text::{Document, WordRange};
use crate::word_set::WordSet;

/// Phrases as hashes of words, by their first word.
#[derive(Debug, Default)]
pub(super) struct Phrases(HashMap<u64, Vec<Vec<u64>>>);

impl Phrases {
    pub(super) fn new(analyzer: &Arc<Analyzer>, phrases: &[String]) -> Phrases {
        let mut by_first: HashMap<u64, Vec<Vec<u64>>> = HashMap::new();
        for phrase in phrases {
            let phrase = Document { text: phrase.clone(), ..Document::default() };
            let phrase = Analyzed::new(analyzer, DocumentRef::Borrowed(&phrase)).words().hashes().to_vec();
            if let Some(&first) = phrase.first() {
                by_first.entry(first).or_default().push(phrase);
            }
        }
        Phrases(by_first)
    }

    /// Returns the words of a document that stand in a phrase.
    pub(super) fn words_in(&self, words: &Words) -> WordSet {
        let hashes = words.hashes();
        let mut found = vec![];
        for (at, hash) in hashes.iter().enumerate() {
            for phrase in self.0.get(hash).into_iter().flatten() {
                if hashes[at..].starts_with(phrase) {
                    found.push(WordRange::new(at as u32, (at + phrase.len()) as u32));
                }
            }
        }
        WordSet::new(found)
    }
}

impl Detector {
    /// Finds the phrases of [`Config::phrases`](crate::Config::phrases) in the text of a finished report, which can then
    /// be scored without them.
    ///
    /// # Errors
    /// [`Error::Request`] if the report has no text or no word ranges, or counts words in another way, since it was made
    /// with another dictionary.
    pub fn find_phrases(&self, report: &mut DocumentReport) -> Result<()> {
        let cannot =
            |why: &str| Err(Error::Request(format!("no phrases can be found in {:?}: {why}", report.id)));
        let (Some(text), Some(_)) = (&report.text, &report.words) else {
            return cannot("the report has no text or no word ranges; check the document again");
        };
        let document = Document { text: text.clone(), ..Document::default() };
        let analyzed = Analyzed::new(&self.analyzer, DocumentRef::Borrowed(&document));
        if analyzed.words().len() as u64 != report.total {
            return cannot("its words were counted with another dictionary; check the document again");
        }
        let found = self.phrases.words_in(analyzed.words()).numbers();
        if let Some(words) = &mut report.words {
            words.phrases = found;
        }
        Ok(())
    }
}

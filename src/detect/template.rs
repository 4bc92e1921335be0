//! Texts that are not counted, such as an assignment or a form: words of a document that stand in them are left out.
//!
//! In: the template texts, and a query document. Out: the query document without the words that stand in one of them.
//! These are the equal words of its passages with the template, common phrases included, and sentences that are equal
//! as a whole, however short. The writer's own words between the words of a form are kept. Each template is aligned
//! with each query document.

use std::collections::HashSet;
use std::sync::Arc;

use super::Detector;
use crate::align::{Aligner, ExactMatch, Paraphrases, Scope};
use crate::analyze::words::followed_by;
use crate::analyze::{Analyzed, DocumentRef, Words};
use crate::text::{Document, WordRange};
use crate::word_set::WordSet;

/// Texts whose words are left out of query documents.
#[derive(Debug)]
pub(super) struct Template {
    texts: Vec<Analyzed<'static>>,
    /// A hash of the words of each sentence.
    sentences: HashSet<u64>,
}

impl Template {
    /// Makes a template of these texts.
    pub(super) fn new(detector: &Detector, texts: impl IntoIterator<Item = Document>) -> Template {
        let mut template = Template { texts: vec![], sentences: HashSet::new() };
        for text in texts {
            let text = Analyzed::new(&detector.analyzer, DocumentRef::Shared(Arc::new(text)));
            for (hash, _) in sentences(text.words()) {
                template.sentences.insert(hash);
            }
            template.texts.push(text);
        }
        template
    }

    /// Returns the ids of its texts that have a word, in order.
    pub(super) fn ids(&self) -> Vec<String> {
        self.split_ids().0
    }

    /// Returns the ids of its texts that have no word, so that nothing is left out because of them.
    pub(super) fn empty_ids(&self) -> Vec<String> {
        self.split_ids().1
    }

    /// Returns the ids of its texts: those that have a word, and those that have none.
    fn split_ids(&self) -> (Vec<String>, Vec<String>) {
        let (mut with_words, mut empty) = (vec![], vec![]);
        for text in &self.texts {
            let ids = if text.words().len() > 0 { &mut with_words } else { &mut empty };
            ids.push(text.document().id.clone());
        }
        (with_words, empty)
    }

    /// Returns a query document without the words that stand in the template.
    pub(super) fn leave_out<'d>(
        &self,
        query: Arc<Analyzed<'d>>,
        detector: &Detector,
        document: &'d Document,
    ) -> Arc<Analyzed<'d>> {
        let ranges = self.covered(&query);
        match ranges.is_empty() {
            true => query,
            false => Arc::new(Analyzed::without(&detector.analyzer, document, ranges)),
        }
    }

    /// Returns the words of a query document that stand in the template, as disjoint ranges in order.
    fn covered(&self, query: &Analyzed<'_>) -> Vec<WordRange> {
        let scope = Scope::of_pair(Paraphrases::Nowhere);
        let aligner = Aligner::new(query);
        let mut ranges: Vec<WordRange> = vec![];
        for text in &self.texts {
            for passage in aligner.align(text, &scope) {
                ranges.extend(passage.equal.into_iter().map(ExactMatch::in_a));
            }
        }
        for (hash, words) in sentences(query.words()) {
            if self.sentences.contains(&hash) {
                ranges.push(words);
            }
        }
        WordSet::new(ranges).ranges().to_vec()
    }
}

/// Returns a hash of the words of each sentence that has words, and its range.
fn sentences(words: &Words) -> impl Iterator<Item = (u64, WordRange)> {
    let of_sentence = |sentence| {
        let range = words.of_sentence(sentence);
        let mut hash = range.len().into();
        for &word in words.hashes_of(range) {
            hash = followed_by(hash, word);
        }
        (hash, range)
    };
    words.all_sentences().numbers().map(of_sentence).filter(|(_, range)| !range.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::Config;

    /// Checks the number of words of a text that are left out, and the number of all its words.
    fn check(template: &str, text: &str, expected: (usize, usize)) {
        let detector = Detector::new(Config::default()).unwrap();
        let document = |text: &str| Document { id: "d".into(), text: text.into(), ..Document::default() };
        let template = Template::new(&detector, [document(template)]);
        let document = document(text);
        let query = Arc::new(Analyzed::new(&detector.analyzer, DocumentRef::Borrowed(&document)));
        let left = template.leave_out(query, &detector, &document);
        assert_eq!((left.words().left_out().len(), left.words().len()), expected, "{text}");
    }

    #[test]
    fn what_stands_in_a_template_is_left_out() {
        let form =
            "Describe the harbour in your own words, and say what the keeper did every night. Name. 第一题。";
        check(form, form, (19, 19));
        check(form, "", (0, 0));
        check("", "Name.", (0, 1));
        check(form, "Nothing of it stands here.", (0, 5));
        check(form, "Name. 第一题。 The ferry was late.", (4, 8));
        let mixed = "Describe the harbour in your own words, and say what the keeper did every night: he slept soundly.";
        check(form, mixed, (15, 18));
    }
}

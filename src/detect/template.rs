//! Texts that are not counted, such as an assignment or a form: words of a document that stand in them are left out.
//!
//! In: the template texts, and a query document. Out: the query document without the words that stand in one of them.
//! These are the equal words of its passages with the template, common phrases included, and sentences that are equal
//! as a whole, however short. The writer's own words between the words of a form are kept. Each template is aligned
//! with each query document.

use std::collections::HashSet;
use std::sync::Arc;

use super::Detector;
use crate::align::{Aligner, Paraphrases, Scope};
use crate::analyze::words::followed_by;
use crate::analyze::{Analyzed, DocumentRef, Words};
use crate::text::{Document, WordRange};

/// Texts whose words are left out of query documents. Made with [`Detector::template`].
#[derive(Debug)]
pub struct Template {
    texts: Vec<Analyzed<'static>>,
    /// A hash of the words of each sentence.
    sentences: HashSet<u64>,
}

impl Detector {
    /// Makes a template of these texts.
    pub fn template(&self, texts: impl IntoIterator<Item = Document>) -> Template {
        let analyze = |text| Analyzed::new(&self.analyzer, DocumentRef::Shared(Arc::new(text)));
        let texts: Vec<Analyzed<'static>> = texts.into_iter().map(analyze).collect();
        let sentences = texts.iter().flat_map(|text| sentences(text.words()).map(|(hash, _)| hash)).collect();
        Template { texts, sentences }
    }
}

impl Template {
    /// Returns the ids of its texts that have a word, in order.
    pub fn ids(&self) -> Vec<String> {
        self.ids_of(|words| words > 0)
    }

    /// Returns the ids of its texts that have no word, so that nothing is left out because of them.
    pub fn empty_ids(&self) -> Vec<String> {
        self.ids_of(|words| words == 0)
    }

    fn ids_of(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<String> {
        let texts = self.texts.iter().filter(|text| is_wanted(text.words().len()));
        texts.map(|text| text.document().id.clone()).collect()
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
                ranges.extend(passage.equal.iter().map(|exact| exact.in_a()));
            }
        }
        for (hash, words) in sentences(query.words()) {
            if self.sentences.contains(&hash) {
                ranges.push(words);
            }
        }
        ranges.retain(|range| !range.is_empty());
        ranges.sort_unstable();
        let mut joined: Vec<WordRange> = vec![];
        for range in ranges {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => *last = last.union(range),
                _ => joined.push(range),
            }
        }
        joined
    }
}

/// Returns a hash of the words of each sentence that has words, and its range.
fn sentences(words: &Words) -> impl Iterator<Item = (u64, WordRange)> {
    let of_sentence = |sentence| {
        let range = words.of_sentence(sentence);
        let hashes = words.hashes_of(range);
        let hash = hashes.iter().fold(range.len().into(), |hash, &word| followed_by(hash, word));
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
        let template = detector.template([document(template)]);
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

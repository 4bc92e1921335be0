//! A document, normalized and split, from which its bags and its words are made.

use std::borrow::Cow;

use ibid_index::Bags;

use crate::compare::Words;
use crate::feature::Feature;
use crate::normalize::{Normalized, Obfuscation, normalize};
use crate::split::split_sentences;
use crate::text::{Document, Span};
use crate::tokenize::Tokenizer;

/// A document with its text for matching and the sentences of that.
#[derive(Debug)]
pub(super) struct Prepared<'d> {
    document: Cow<'d, Document>,
    /// The text for matching where it is not the document's, and the way back.
    normalized: Normalized<'static>,
    changed: bool,
    /// Sentences of the text for matching.
    sentences: Vec<Span>,
}

impl<'d> Prepared<'d> {
    /// Normalizes and splits.
    pub(super) fn new(document: Cow<'d, Document>) -> Prepared<'d> {
        let normalized = normalize(&document.text);
        let mut sentences = vec![];
        split_sentences(&normalized.text, document.layout, &mut sentences);
        let changed = matches!(normalized.text, Cow::Owned(_));
        let normalized = normalized.without_borrowed();
        Prepared { document, normalized, changed, sentences }
    }

    /// The document as it was read.
    pub(super) fn document(&self) -> &Document {
        &self.document
    }

    /// What normalizing undid.
    pub(super) fn obfuscation(&self) -> &Obfuscation {
        &self.normalized.obfuscation
    }

    /// How many sentences.
    pub(super) fn sentence_count(&self) -> usize {
        self.sentences.len()
    }

    /// Forgets the sentences and the text for matching: a document of which no more is made.
    pub(super) fn drop_sentences(&mut self) {
        self.sentences = vec![];
        self.normalized.text = Cow::Borrowed("");
    }

    fn text(&self) -> &str {
        if self.changed { &self.normalized.text } else { &self.document.text }
    }

    /// The bags of the sentences `first..last`; the first of them becomes unit 0.
    pub(super) fn bags_of(
        &self,
        first: usize,
        last: usize,
        tokenizer: &Tokenizer,
        feature: &dyn Feature,
    ) -> Bags {
        let mut bags = Bags::new();
        let (mut tokens, mut words, mut keys) = (vec![], vec![], vec![]);
        for &sentence in &self.sentences[first.min(last)..last.min(self.sentences.len())] {
            tokenizer.words(self.text(), sentence, &mut tokens);
            words.extend(tokens.drain(..).map(|token| token.word));
            feature.keys(&words, &mut keys);
            words.clear();
            bags.push(&mut keys);
        }
        bags.shrink();
        bags
    }

    /// The bags of all sentences, and [`Prepared::words`]; sentences in which the two cut alike are cut once.
    pub(super) fn bags_and_words(&self, tokenizer: &Tokenizer, feature: &dyn Feature) -> (Bags, Words) {
        let (mut bags, mut all) = (Bags::new(), Words::with_room(self.text().len()));
        let mut hint = 0;
        let (mut tokens, mut words, mut keys) = (vec![], vec![], vec![]);
        for &sentence in &self.sentences {
            tokenizer.words(self.text(), sentence, &mut tokens);
            words.extend(tokens.iter().map(|token| token.word));
            feature.keys(&words, &mut keys);
            words.clear();
            bags.push(&mut keys);
            if !sentence.of(self.text()).is_ascii() {
                tokens.clear();
                Tokenizer::characters(self.text(), sentence, &mut tokens);
            }
            all.push_sentence(self.text(), &tokens, |span| self.normalized.original_near(span, &mut hint));
            tokens.clear();
        }
        bags.shrink();
        all.shrink();
        (bags, all)
    }

    /// The words that are compared.
    pub(super) fn words(&self) -> Words {
        let mut words = Words::with_room(self.text().len());
        let mut hint = 0;
        let mut tokens = vec![];
        for &sentence in &self.sentences {
            Tokenizer::characters(self.text(), sentence, &mut tokens);
            words.push_sentence(self.text(), &tokens, |span| self.normalized.original_near(span, &mut hint));
            tokens.clear();
        }
        words.shrink();
        words
    }
}

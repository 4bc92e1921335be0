//! A document, normalized and split.

use ibid_index::Bags;

use crate::compare::Words;
use crate::feature::Feature;
use crate::normalize::{Normalized, normalize};
use crate::split::split_sentences;
use crate::text::{Document, Span};
use crate::tokenize::Tokenizer;

/// A document's text for matching, with its sentences.
#[derive(Debug)]
pub(super) struct Prepared<'t> {
    text: Normalized<'t>,
    sentences: Vec<Span>,
}

impl<'t> Prepared<'t> {
    /// Normalizes and splits.
    pub(super) fn new(document: &'t Document) -> Prepared<'t> {
        let text = normalize(&document.text);
        let sentences = split_sentences(&text.text, document.layout);
        Prepared { text, sentences }
    }

    /// The bags of the sentences.
    pub(super) fn bags(&self, tokenizer: &Tokenizer, feature: &dyn Feature) -> Bags {
        let mut bags = Bags::new();
        let (mut tokens, mut words, mut keys) = (vec![], vec![], vec![]);
        for &sentence in &self.sentences {
            tokenizer.words(&self.text.text, sentence, &mut tokens);
            words.extend(tokens.drain(..).map(|token| token.word));
            feature.keys(&words, &mut keys);
            words.clear();
            bags.push(&mut keys);
        }
        bags
    }

    /// The words that are compared.
    pub(super) fn words(&self) -> Words {
        let mut words = Words::new();
        let mut tokens = vec![];
        for &sentence in &self.sentences {
            Tokenizer::characters(&self.text.text, sentence, &mut tokens);
            words.push_sentence(&self.text.text, &tokens, |span| self.text.original(span));
            tokens.clear();
        }
        words
    }

    /// The sentences' places in the text as stored.
    pub(super) fn sentences(&self) -> Vec<Span> {
        self.sentences.iter().map(|&span| self.text.original(span)).collect()
    }
}

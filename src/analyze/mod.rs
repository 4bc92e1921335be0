//! A document -> [`Analyzed`]: everything the later steps need of it, each part made once.
//!
//! In: a document. Out: the disguises that normalizing undid, and the words of the document with their positions. Its
//! bags, its terms and its character count are made on first use. A document is normalized, split and tokenized once,
//! in `O(n)` for n bytes. It takes some 12 bytes per word beside its text.
//!
//! - [`words`]: the sequence of words that is aligned
//! - [`left_out`]: words that match nothing
//! - [`seeds`]: stretches of these words, for lookup by their hashes
//! - [`terms`]: the sentences as bags of stems

pub(crate) mod words;
mod left_out;
pub(crate) mod seeds;
pub(crate) mod terms;

pub(crate) use seeds::Seeds;
pub(crate) use terms::{TERMS_VERSION, Terms};
pub(crate) use words::Words;

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ibid_index::Bags;

use crate::chars::CharIndex;
use crate::feature::Feature;
use crate::lexicon::{Rarity, formulas};
use crate::normalize::{Obfuscation, normalize};
use crate::origin::{FilePlaces, PlaceFigures};
use crate::split::split_sentences;
use crate::text::{Document, Lang, SentenceRange, Span, WordRange};
use crate::tokenize::{Token, Tokenizer};
use crate::word_set::WordSet;

/// The number of Han characters on either side of one that the dictionary looks at to find its word.
const NEAR_CHARACTERS: u32 = 16;

/// The tools with which documents are analyzed.
#[derive(Debug)]
pub(crate) struct Analyzer {
    pub(crate) tokenizer: Tokenizer,
    pub(crate) feature: Arc<dyn Feature>,
    pub(crate) rarity: Rarity,
}

/// A document that has been normalized, split and tokenized.
#[derive(Debug)]
pub struct Analyzed<'d> {
    analyzer: Arc<Analyzer>,
    document: DocumentRef<'d>,
    obfuscation: Obfuscation,
    words: Words,
    /// The text that bags are made from, until all of them are made.
    matched: Option<Matched>,
    bags: OnceLock<Arc<Bags>>,
    rare_terms: OnceLock<Arc<Bags>>,
    terms: OnceLock<Terms>,
    formulas: OnceLock<WordSet>,
    figures: PlaceFigures,
}

/// A document reference: to a document of the caller, or to a shared one.
#[derive(Debug)]
pub(crate) enum DocumentRef<'d> {
    Borrowed(&'d Document),
    Shared(Arc<Document>),
}

impl Deref for DocumentRef<'_> {
    type Target = Document;

    fn deref(&self) -> &Document {
        match self {
            DocumentRef::Borrowed(document) => document,
            DocumentRef::Shared(document) => document,
        }
    }
}

/// The text for matching, with its sentences.
#[derive(Debug)]
struct Matched {
    /// The text; `None` if normalizing changed nothing.
    changed: Option<String>,
    sentences: Vec<Span>,
}

impl<'d> Analyzed<'d> {
    /// Analyzes a document whose bags are not needed, or only those of a few sentences.
    pub(crate) fn new(analyzer: &Arc<Analyzer>, document: DocumentRef<'d>) -> Analyzed<'d> {
        Analyzed::analyze(analyzer, document, None)
    }

    /// Analyzes a document and makes its bags on the way: the tokens of plain English serve both.
    pub(crate) fn with_bags(analyzer: &Arc<Analyzer>, document: DocumentRef<'d>) -> Analyzed<'d> {
        let mut bags = BagMaker::default();
        let mut analyzed = Analyzed::analyze(analyzer, document, Some(&mut bags));
        analyzed.bags = OnceLock::from(Arc::new(bags.finish()));
        analyzed.matched = None;
        analyzed
    }

    /// Analyzes a document whose bags are already known.
    pub(crate) fn with_known_bags(
        analyzer: &Arc<Analyzer>,
        document: Arc<Document>,
        bags: Arc<Bags>,
    ) -> Analyzed<'static> {
        let analyzed = Analyzed::new(analyzer, DocumentRef::Shared(document));
        Analyzed { bags: OnceLock::from(bags), matched: None, ..analyzed }
    }

    fn analyze(
        analyzer: &Arc<Analyzer>,
        document: DocumentRef<'d>,
        mut bags: Option<&mut BagMaker>,
    ) -> Analyzed<'d> {
        let normalized = normalize(&document.text);
        let text = &*normalized.text;
        let mut sentences = vec![];
        split_sentences(text, document.layout, &mut sentences);
        sentences.shrink_to_fit();
        let mut words = Words::with_room(text.len(), sentences.len());
        if let Some(bags) = &mut bags {
            bags.make_room(text.len(), sentences.len());
        }
        let (mut tokens, mut hint) = (vec![], 0);
        for &sentence in &sentences {
            if let Some(bags) = &mut bags {
                bags.push(analyzer, text, sentence, &mut tokens);
            }
            if bags.is_none() || !sentence.of(text).is_ascii() {
                tokens.clear();
                Tokenizer::characters(text, sentence, &mut tokens);
            }
            match normalized.distance(sentence, &mut hint) {
                // Most sentences were not changed.
                Some(distance) => words.push_sentence(text, &tokens, |span| span.moved(distance)),
                None => words.push_sentence(text, &tokens, |span| normalized.original_near(span, &mut hint)),
            }
            tokens.clear();
        }
        words.shrink();
        let (obfuscation, changed) = (normalized.obfuscation, normalized.text);
        let changed = match changed {
            Cow::Borrowed(_) => None,
            Cow::Owned(changed) => Some(changed),
        };
        Analyzed {
            analyzer: Arc::clone(analyzer),
            document,
            obfuscation,
            words,
            matched: Some(Matched { changed, sentences }),
            bags: OnceLock::new(),
            rare_terms: OnceLock::new(),
            terms: OnceLock::new(),
            formulas: OnceLock::new(),
            figures: PlaceFigures::default(),
        }
    }

    /// Returns the document as it was read.
    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the document, to be kept longer than this.
    pub fn to_document(&self) -> Arc<Document> {
        match &self.document {
            DocumentRef::Shared(document) => Arc::clone(document),
            DocumentRef::Borrowed(document) => Arc::new((*document).clone()),
        }
    }

    /// Returns the disguises that normalizing undid.
    pub(crate) fn obfuscation(&self) -> &Obfuscation {
        &self.obfuscation
    }

    /// Returns the words that are aligned.
    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    /// Returns the unit in which the document is counted.
    pub(crate) fn lang(&self) -> Lang {
        self.words.lang()
    }

    /// Returns the bags of its sentences, made on first use.
    pub(crate) fn bags(&self) -> &Arc<Bags> {
        self.bags.get_or_init(|| Arc::new(self.make_bags(self.words.all_sentences())))
    }

    /// Returns the bags of some sentences; the first of them becomes unit 0.
    pub(crate) fn bags_of(&self, sentences: SentenceRange) -> Bags {
        match self.bags.get() {
            Some(bags) => bags.slice(sentences.start as usize, sentences.end as usize),
            None => self.make_bags(sentences),
        }
    }

    fn make_bags(&self, SentenceRange { start, end, .. }: SentenceRange) -> Bags {
        let mut bags = BagMaker::default();
        let Some(matched) = &self.matched else { return Bags::new() };
        let text = matched.changed.as_deref().unwrap_or(&self.document.text);
        let mut tokens = vec![];
        for &sentence in matched.sentences.iter().take(end as usize).skip(start as usize) {
            bags.push(&self.analyzer, text, sentence, &mut tokens);
            tokens.clear();
        }
        bags.finish()
    }

    /// Returns the keys of every suffix of each sentence, sorted and without repeats. Among them are the chains of a
    /// sentence that holds only a part of one of these, or continues around it. `O(n · c)` for n words of a sentence
    /// with c chains.
    pub(crate) fn keys_of_parts(&self) -> Vec<u64> {
        let Some(matched) = &self.matched else { return vec![] };
        let text = matched.changed.as_deref().unwrap_or(&self.document.text);
        let (mut tokens, mut words, mut of_part, mut keys) = (vec![], vec![], vec![], vec![]);
        for &sentence in &matched.sentences {
            self.analyzer.tokenizer.words(text, sentence, &mut tokens);
            words.clear();
            for token in tokens.drain(..) {
                words.push(token.word);
            }
            for start in 0..words.len() {
                self.analyzer.feature.keys(&words[start..], &mut of_part);
                keys.append(&mut of_part);
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Returns the terms of each sentence that are rare in the language: the subject of the document.
    pub(crate) fn rare_terms(&self) -> &Arc<Bags> {
        self.rare_terms.get_or_init(|| Arc::new(self.terms_of_rarity(terms::SUBJECT)))
    }

    /// Returns the terms of each sentence that an index holds, rare ones among them. They are made anew each time.
    pub(crate) fn indexed_terms(&self) -> Bags {
        self.terms_of_rarity(terms::INDEXED)
    }

    fn terms_of_rarity(&self, rare: terms::Rare) -> Bags {
        let mut bags = Bags::new();
        let text = &self.document.text;
        terms::rare_terms(&self.words, text, &self.analyzer.rarity, rare, |terms| bags.push(terms));
        bags.shrink();
        bags
    }

    /// Returns the rare terms if they were made before, otherwise none.
    pub(crate) fn known_rare_terms(&self) -> Arc<Bags> {
        self.rare_terms.get().map(Arc::clone).unwrap_or_default()
    }

    /// Returns the terms of all its sentences, made on first use.
    pub(crate) fn terms(&self) -> &Terms {
        self.terms.get_or_init(|| self.terms_of(self.words.all_sentences()))
    }

    /// Returns the terms of some sentences; the range may reach beyond the end of the document.
    pub(crate) fn terms_of(&self, SentenceRange { start, end, .. }: SentenceRange) -> Terms {
        let count = self.words.sentence_count();
        let sentences = SentenceRange::new(start.min(count), end.min(count));
        Terms::of_range(&self.words, &self.document.text, sentences)
    }

    /// Returns the words that are formulas, found on first use.
    pub(crate) fn formulas(&self) -> &WordSet {
        self.formulas.get_or_init(|| self.words.set_of(&formulas(&self.document.text, self.lang())))
    }

    /// Returns the index of the characters of its text.
    pub(crate) fn chars(&self) -> CharIndex<'_> {
        self.figures.chars(&self.document.text)
    }

    /// Returns the places of its text in its file.
    pub(crate) fn places(&self) -> FilePlaces<'_> {
        self.figures.places(&self.document.text, &self.document.origin)
    }

    /// Returns the characters of the dictionary's word that holds a Han character and the one before it, if there is
    /// one.
    pub(crate) fn word_across(&self, character: u32) -> Option<WordRange> {
        let words = &self.words;
        if character == 0 || character as usize >= words.len() || !words.is_joined_han(character) {
            return None;
        }
        let (mut start, mut end) = (character, character + 1);
        let first = character.saturating_sub(NEAR_CHARACTERS);
        while start > first && words.is_joined_han(start) {
            start -= 1;
        }
        let last = (end + NEAR_CHARACTERS).min(words.len() as u32);
        while end < last && words.is_joined_han(end) {
            end += 1;
        }
        let span = Span::new(words.span(start).start, words.span(end - 1).end);
        let mut tokens = vec![];
        self.analyzer.tokenizer.words(&self.document.text, span, &mut tokens);
        for token in tokens {
            let end = start + token.span.of(&self.document.text).chars().count() as u32;
            if (start + 1..end).contains(&character) {
                return Some(WordRange::new(start, end));
            }
            start = end;
        }
        None
    }

    /// Returns the rarities of words.
    pub(crate) fn rarity(&self) -> &Rarity {
        &self.analyzer.rarity
    }
}

/// A maker of the bags of sentences, one after the other.
#[derive(Default)]
struct BagMaker {
    bags: Bags,
    words: Vec<u64>,
    keys: Vec<u64>,
}

impl BagMaker {
    /// Makes room for the bags of a text of this many bytes and sentences; enough for most.
    fn make_room(&mut self, text_bytes: usize, sentences: usize) {
        self.bags = Bags::with_room(sentences, text_bytes / 10);
    }

    /// Appends the bag of a sentence, and its tokens to `tokens`.
    fn push(&mut self, analyzer: &Analyzer, text: &str, sentence: Span, tokens: &mut Vec<Token>) {
        analyzer.tokenizer.words(text, sentence, tokens);
        self.words.extend(tokens.iter().map(|token| token.word));
        analyzer.feature.keys(&self.words, &mut self.keys);
        self.words.clear();
        self.bags.push(&mut self.keys);
    }

    fn finish(mut self) -> Bags {
        self.bags.shrink();
        self.bags
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Detector};

    fn analyzed(text: &str) -> Analyzed<'static> {
        let document = Document { text: text.into(), ..Document::default() };
        Analyzed::new(
            Detector::new(Config::default()).unwrap().analyzer(),
            DocumentRef::Shared(Arc::new(document)),
        )
    }

    #[test]
    fn rare_words_of_each_sentence_are_its_terms_and_an_index_holds_more() {
        let analyzed = analyzed("It was so. The zymurgist met a quaestor. 他说的是。");
        let counts = |bags: &Bags| -> Vec<usize> { bags.iter().map(<[u64]>::len).collect() };
        assert_eq!(counts(analyzed.rare_terms()), [0, 2, 0]);
        let indexed = analyzed.indexed_terms();
        assert_eq!(counts(&indexed), [0, 3, 0]);
        let (rare, indexed) = (analyzed.rare_terms().iter().flatten(), indexed.iter().flatten());
        let indexed: Vec<&u64> = indexed.collect();
        assert!(rare.into_iter().all(|term| indexed.contains(&term)));
    }

    #[test]
    fn a_word_of_the_dictionary_is_found_across_two_characters() {
        let text = "我在图书馆看书。";
        let analyzed = analyzed(text);
        let across = |character: u32| analyzed.word_across(character).map(|word| (word.start, word.end));
        assert_eq!(
            (0..7).map(across).collect::<Vec<_>>(),
            [None, None, None, Some((2, 5)), Some((2, 5)), None, Some((5, 7))]
        );
    }
}

//! Texts of several kinds -> their words, the most common first.

use std::collections::{HashMap, HashSet};

use ibid::Layout;
use ibid::normalize::normalize;
use ibid::split::split_sentences;
use ibid::tokenize::{Tokenizer, folded};

/// The length of the documents that [`Counter::add_text`] cuts.
const DOCUMENT_SENTENCES: usize = 100;

/// A counter of the documents and sentences that hold each word. It ranks words with equal weight for each kind of
/// text.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    kinds: Vec<Kind>,
}

#[derive(Clone, Debug, Default)]
struct Kind {
    documents: u64,
    sentences: u64,
    /// The numbers of documents and of sentences that hold each word.
    holding: HashMap<String, (u64, u64)>,
}

impl Counter {
    /// Begins the next kind of text.
    pub fn begin_kind(&mut self) {
        self.kinds.push(Kind::default());
    }

    /// Counts a document of the kind that was begun last: its sentences, each as its words.
    pub fn add_document<'w>(&mut self, sentences: impl IntoIterator<Item = Vec<&'w str>>) {
        let Some(kind) = self.kinds.last_mut() else { return };
        kind.documents += 1;
        let mut seen = HashSet::new();
        for sentence in sentences {
            kind.sentences += 1;
            let mut words: Vec<String> = sentence.into_iter().map(folded).collect();
            words.sort_unstable();
            words.dedup();
            for word in words {
                let is_new = seen.insert(word.clone());
                let holding = kind.holding.entry(word).or_default();
                holding.0 += u64::from(is_new);
                holding.1 += 1;
            }
        }
    }

    /// Counts a text in documents of a hundred sentences, because a whole book has every important word.
    pub fn add_text(&mut self, text: &str, tokenizer: &Tokenizer) {
        let normalized = normalize(text);
        let mut spans = vec![];
        split_sentences(&normalized.text, Layout::Wrapped, &mut spans);
        let mut tokens = vec![];
        for part in spans.chunks(DOCUMENT_SENTENCES) {
            let mut sentences = vec![];
            for &span in part {
                tokens.clear();
                tokenizer.words(&normalized.text, span, &mut tokens);
                sentences.push(tokens.iter().map(|token| token.span.of(&normalized.text)).collect());
            }
            self.add_document(sentences);
        }
    }

    /// Ranks the words by their mean share of documents, then of sentences, then by code points. Leaves out words that
    /// fewer than half of the kinds hold, so that the jargon of one kind does not come in.
    pub fn rank(&self) -> Vec<String> {
        let mut shares: HashMap<&str, (f64, f64, usize)> = HashMap::new();
        for kind in &self.kinds {
            // Each word gets one share a kind, whatever the order.
            for (word, &(documents, sentences)) in &kind.holding {
                let entry = shares.entry(word).or_default();
                entry.0 += documents as f64 / kind.documents as f64;
                entry.1 += sentences as f64 / kind.sentences as f64;
                entry.2 += 1;
            }
        }
        shares.retain(|_, (.., kinds)| *kinds * 2 >= self.kinds.len());
        let mut ranked: Vec<(&str, (f64, f64, usize))> = shares.into_iter().collect();
        ranked.sort_unstable_by(|(a, of_a), (b, of_b)| {
            of_b.0.total_cmp(&of_a.0).then(of_b.1.total_cmp(&of_a.1)).then(a.cmp(b))
        });
        ranked.into_iter().map(|(word, _)| word.to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_text_weigh_equally() {
        let mut counter = Counter::default();
        counter.begin_kind();
        for _ in 0..100 {
            counter.add_document([vec!["the", "court", "Shall"]]);
        }
        counter.begin_kind();
        counter.add_document([vec!["the", "sea", "the"], vec!["a", "sea"]]);
        assert_eq!(counter.rank(), ["the", "court", "sea", "shall", "a"].map(String::from));
        counter.begin_kind();
        counter.add_document([vec!["the"]]);
        assert_eq!(counter.rank(), ["the"], "words of one kind among three are left out");
    }
}

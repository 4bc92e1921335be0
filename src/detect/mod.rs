//! [`Config`] and [`Detector`]: the only module that knows the order of the steps.
//!
//! A document is normalized, split and cut into words; its sentences' bags are looked up in an index; the documents
//! that hold enough of the same sentences, or of the same rare features close together, are aligned with it word by
//! word; what was aligned and says enough is reported.

mod prepare;
mod payload;
mod candidates;
mod settings;

pub use settings::{Config, Profile};

use std::sync::Arc;

use ibid_index::{Record, Search};

use crate::compare::rarity::Rarity;
use crate::compare::{self, Words};
use crate::error::Result;
use crate::feature::Feature;
use crate::text::Document;
use crate::tokenize::Tokenizer;

/// Finds passages. Made once from a [`Config`], then shared between threads.
#[derive(Debug)]
pub struct Detector {
    config: Config,
    tokenizer: Tokenizer,
    feature: Arc<dyn Feature>,
    rarity: Rarity,
}

impl Detector {
    /// A detector with these settings.
    ///
    /// # Errors
    /// [`crate::Error::Request`] for settings that are out of range.
    pub fn new(config: Config) -> Result<Detector> {
        config.check()?;
        let (feature, tokenizer) = (config.feature(), config.tokenizer());
        Ok(Detector { config, tokenizer, feature, rarity: Rarity::default() })
    }

    /// What an index stores of a document.
    pub fn record(&self, document: &Document) -> Record {
        let text = prepare::Prepared::new(document);
        Record {
            id: document.id.clone(),
            stamp: payload::stamp(document),
            bags: text.bags(&self.tokenizer, &*self.feature),
            payload: payload::encode(document),
            weighted: vec![],
        }
    }

    /// TEMPORARY probe.
    pub fn probe(&self, document: &Document, index: &dyn Search) -> Result<Vec<Probe>> {
        let text = prepare::Prepared::new(document);
        let bags = text.bags(&self.tokenizer, &*self.feature);
        let words = text.words();
        let own = index.find(&document.id)?;
        let t = std::time::Instant::now();
        let found = candidates::collect(&words, &bags, index, &self.rarity, own)?;
        if std::env::var("PT").is_ok() { eprintln!("collect {:?} n {} res {} hits {}", t.elapsed(), found.len(), found.iter().filter(|c| !c.pairs.is_empty()).count(), found.iter().map(|c|c.pairs.len()).sum::<usize>()); }
        let mut out = vec![];
        for candidate in found {
            let source = payload::decode(&index.payload(candidate.record)?)?;
            let id = index.id(candidate.record)?;
            let other = prepare::Prepared::new(&source);
            let other_words = other.words();
            for p in compare::align(&words, &other_words, &self.rarity) {
                out.push(Probe {
                    b: id.clone(),
                    a_span: span(&words, p.a),
                    b_span: span(&other_words, p.b),
                    similarity: p.similarity(),
                    rarity: p.rarity,
                    equal: p.in_order,
                    b_text: source.text.clone(),
                    rare: rare(&p, &bags, &words, &other.bags(&self.tokenizer, &*self.feature), &other_words, index)?,
                    windows: windows(&p, &words, &other_words),
                    longest: p.equal.iter().map(|r| words.half_words(r.a, r.a + r.len)).max().unwrap_or(0),
                });
            }
        }
        Ok(out)
    }
}

fn rare(p: &compare::Aligned, bags: &ibid_index::Bags, words: &Words, other_bags: &ibid_index::Bags, other: &Words, index: &dyn Search) -> Result<Vec<u32>> {
    let keys = |w: &Words, b: &ibid_index::Bags, r: (u32, u32)| {
        let (first, last) = w.sentences(r.0, r.1);
        (first..last).flat_map(|s| b.get(s as usize).to_vec()).collect::<std::collections::BTreeSet<u64>>()
    };
    let mut out = vec![];
    for k in keys(words, bags, p.a).intersection(&keys(other, other_bags, p.b)) {
        out.push(index.record_freq(*k, 4000)?);
    }
    out.sort_unstable();
    Ok(out)
}

fn windows(p: &compare::Aligned, a: &Words, b: &Words) -> f64 {
    let n: u32 = p.equal.iter().map(|r| a.half_words(r.a, r.a + r.len).saturating_sub(4)).sum();
    let all = a.half_words(p.a.0, p.a.1).min(b.half_words(p.b.0, p.b.1)).saturating_sub(4);
    f64::from(n) / f64::from(all.max(1))
}

fn span(words: &Words, range: (u32, u32)) -> crate::Span {
    crate::Span::new(words.span(range.0).start, words.span(range.1 - 1).end)
}

/// TEMPORARY
#[derive(Debug)]
pub struct Probe {
    /// x
    pub b: String,
    /// x
    pub a_span: crate::Span,
    /// x
    pub b_span: crate::Span,
    /// x
    pub similarity: f64,
    /// x
    pub rarity: f32,
    /// x
    pub equal: u32,
    /// x
    pub b_text: String,
    /// x
    pub rare: Vec<u32>,
    /// x
    pub windows: f64,
    /// x
    pub longest: u32,
}

//! [`Config`], [`Detector`] and [`Checker`]: the only module that knows the order of the steps.
//!
//! A document is normalized, split and cut into words; its sentences' bags are looked up in an index; the documents
//! that hold enough of the same sentences, or of the same rare features close together, are aligned with it word by
//! word; what was aligned is judged and reported.
//!
//! - [`settings`]: every setting
//! - [`prepare`]: a document, normalized and split
//! - [`payload`]: a document as bytes
//! - [`candidates`]: the documents worth comparing
//! - [`leads`]: the documents that may say the same in other words
//! - [`sources`]: documents that were compared lately
//! - [`results`]: aligned words -> passages of a report

mod settings;
mod prepare;
mod payload;
mod candidates;
mod leads;
mod sources;
mod results;

pub use settings::{Config, Profile, Reworded};

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use ibid_index::{Bags, MemoryIndex, Record, RecordNo, Search};

use self::leads::Leads;
use self::prepare::Prepared;
use self::results::{Cut, Results};
use self::sources::{Source, Sources};
use crate::compare::rarity::Rarity;
use crate::compare::{self, Demands, Seeds, TERMS_VERSION, Terms, Text, Words};
use crate::error::Result;
use crate::feature::Feature;
use crate::normalize::{NORMALIZER_VERSION, Obfuscation};
use crate::report::{Checked, Collection, Parameters, Report, SCHEMA_VERSION};
use crate::split::SPLITTER_VERSION;
use crate::text::Document;
use crate::tokenize::{TOKENIZER_VERSION, Tokenizer};

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

    /// The settings it was made from.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What an index stores of a document.
    pub fn record(&self, document: &Document) -> Record {
        self.record_with(document, true)
    }

    /// The same for an index that only this detector asks, and that is not kept: without the rare terms, where its checks
    /// do not look for reworded passages.
    pub fn passing_record(&self, document: &Document) -> Record {
        self.record_with(document, self.config.reworded == Reworded::Always)
    }

    /// How many sentences a document has.
    pub fn sentence_count(document: &Document) -> u64 {
        Prepared::new(Cow::Borrowed(document)).sentence_count() as u64
    }

    fn record_with(&self, document: &Document, with_terms: bool) -> Record {
        let prepared = Prepared::new(Cow::Borrowed(document));
        let (bags, words) = prepared.bags_and_words(&self.tokenizer, &*self.feature);
        Record {
            id: document.id.clone(),
            stamp: payload::stamp(document),
            bags,
            payload: payload::encode(document),
            terms: match with_terms {
                true => leads::terms(&words, &document.text, &self.rarity),
                false => Bags::new(),
            },
        }
    }

    /// The stamp of the record that [`Detector::record`] would make, at the cost of a hash: equal for a document that
    /// has not changed.
    pub fn stamp(&self, document: &Document) -> u64 {
        payload::stamp(document)
    }

    /// The document that a record's payload was made from.
    ///
    /// # Errors
    /// [`crate::Error::Index`] for a payload that [`Detector::record`] did not make.
    pub fn document(payload: &[u8]) -> Result<Document> {
        payload::decode(payload)
    }

    /// The facts that decide which indexes this detector can use, by name: versions of the steps, and settings.
    pub fn facts(&self) -> Vec<(String, String)> {
        let facts = [
            ("normalizer", NORMALIZER_VERSION.to_string()),
            ("splitter", SPLITTER_VERSION.to_string()),
            ("tokenizer", TOKENIZER_VERSION.to_string()),
            ("dictionary", self.config.dictionary.version()),
            ("feature", self.feature.name()),
            ("payload", payload::FORMAT.to_string()),
            ("terms", TERMS_VERSION.to_string()),
        ];
        facts.map(|(name, value)| (name.to_owned(), value)).into()
    }

    /// A checker over what `index` holds now.
    pub fn checker<'i>(&'i self, index: &'i dyn Search) -> Checker<'i> {
        Checker { detector: self, index, sources: Sources::new(index) }
    }

    /// The passages of `a` that also stand in `b`, by the same steps as [`Checker::check`] against `b` alone.
    pub fn compare(&self, a: &Document, b: &Document) -> Result<Checked> {
        let index = MemoryIndex::from_records([self.record_with(b, false)])?;
        self.checker(&index).compare(a, Some(&b.id))
    }

    /// A report of these documents, without passages yet.
    pub fn report(&self, index: &dyn Search) -> Report {
        let versions = format!(
            "normalizer {NORMALIZER_VERSION}, splitter {SPLITTER_VERSION}, tokenizer {TOKENIZER_VERSION}, dictionary {}",
            self.config.dictionary.version()
        );
        Report {
            schema_version: SCHEMA_VERSION,
            tool: concat!("ibid ", env!("CARGO_PKG_VERSION")).to_owned(),
            parameters: Parameters {
                feature: self.feature.name(),
                min_jaccard: self.config.min_jaccard,
                versions,
            },
            collection: Collection {
                documents: u64::from(index.record_count()),
                sentences: index.unit_count(),
                ..Collection::default()
            },
            ..Report::default()
        }
    }
}

/// Checks documents against one snapshot of an index. Shared between threads.
pub struct Checker<'i> {
    detector: &'i Detector,
    index: &'i dyn Search,
    sources: Sources<'i>,
}

impl Checker<'_> {
    /// What of `document` stands in the documents of the index. A document is never its own source: the record with
    /// its id is left out.
    ///
    /// # Errors
    /// [`crate::Error::Index`] when the index does not answer.
    pub fn check(&self, document: &Document) -> Result<Checked> {
        self.compare(document, None)
    }

    /// Whether the index holds nothing but the record with the id of this document: then there is nothing to find.
    ///
    /// # Errors
    /// [`crate::Error::Index`] when the index does not answer.
    pub fn is_alone(&self, document: &Document) -> Result<bool> {
        Ok(self.index.record_count() == 1 && self.index.find(&document.id)?.is_some())
    }

    /// The same as [`Checker::check`]; the record with the id `always` is compared whether the index brings it or not.
    fn compare(&self, document: &Document, always: Option<&str>) -> Result<Checked> {
        let detector = self.detector;
        let own = self.index.find(&document.id)?.filter(|_| always.is_none());
        let query = self.query(document, own)?;
        let (words, bags) = (query.words(), query.bags());
        let found = match always {
            None => candidates::collect(
                words,
                bags,
                self.index,
                &detector.rarity,
                detector.config.min_ratio(),
                own,
            )?,
            Some(id) => self.index.find(id)?.into_iter().collect(),
        };
        let cut = Cut { document, obfuscation: query.obfuscation(), words, bags, is_indexed: own.is_some() };
        let mut results = Results::new(detector, self.index, cut);
        let looks_for_reworded = match detector.config.reworded {
            Reworded::Pairs => always.is_some(),
            Reworded::Always => true,
            Reworded::Never => false,
        };
        // Of most documents, nothing is found that is worth these.
        let seeds = LazyCell::new(|| Seeds::new(words));
        let terms = match (&query, looks_for_reworded && always.is_none()) {
            (_, false) => None,
            (Query::Indexed(_, _), true) => own.and_then(|own| self.index.terms(own)).map(Cow::Borrowed),
            (Query::Foreign(_, _), true) => {
                Some(Cow::Owned(leads::terms(words, &document.text, &detector.rarity)))
            }
        };
        let leads = match &terms {
            Some(terms) => leads::find(terms, words.lang(), self.index, own)?,
            None => Leads::default(),
        };
        let records: BTreeSet<RecordNo> = found.iter().chain(leads.best.keys()).copied().collect();
        let demands = leads::demands(words.lang(), self.index.record_count());
        for record in records {
            let source: Arc<Source> = self.sources.get(record)?;
            let mut aligned = match found.contains(&record) {
                true => compare::align(words, &seeds, &source.words, &detector.rarity),
                false => vec![],
            };
            if always.is_some() && looks_for_reworded && !compare::are_too_long(words, &source.words) {
                let whole = (query.text(), source.text());
                aligned = compare::with_reworded(whole, aligned, &detector.rarity, Demands::default());
            }
            for region in leads.best.get(&record).into_iter().flatten() {
                let a = part_terms(words, &document.text, region.a);
                let b = part_terms(&source.words, &source.prepared.document().text, region.b);
                let parts = (Text { words, terms: &a }, Text { words: &source.words, terms: &b });
                aligned = compare::with_reworded(parts, aligned, &detector.rarity, demands);
            }
            results.add(aligned, record, &source)?;
        }
        Ok(results.finish(leads.left))
    }

    /// The document, cut. Where the index holds just this one, and its bags at hand, it is kept as a source too.
    fn query<'d>(&self, document: &'d Document, own: Option<RecordNo>) -> Result<Query<'_, 'd>> {
        if let Some(own) = own
            && let Some(bags) = self.index.bags(own)
            && self.index.stamp(own)? == payload::stamp(document)
        {
            return Ok(Query::Indexed(self.sources.get_as(own, document)?, bags));
        }
        let mut prepared = Prepared::new(Cow::Borrowed(document));
        let detector = self.detector;
        let (bags, words) = prepared.bags_and_words(&detector.tokenizer, &*detector.feature);
        prepared.drop_sentences();
        Ok(Query::Foreign(Box::new(Foreign { prepared, words, terms: OnceLock::new() }), bags))
    }
}

/// The terms of a part of a document, which may end behind it.
fn part_terms(words: &Words, text: &str, (first, last): (u32, u32)) -> Terms {
    let last = last.min(words.sentence_count());
    Terms::of_range(words, text, (first.min(last), last))
}

/// A query document, cut.
enum Query<'i, 'd> {
    Indexed(Arc<Source>, &'i Bags),
    Foreign(Box<Foreign<'d>>, Bags),
}

/// A query document that the index does not hold.
struct Foreign<'d> {
    prepared: Prepared<'d>,
    words: Words,
    terms: OnceLock<Terms>,
}

impl Query<'_, '_> {
    fn obfuscation(&self) -> &Obfuscation {
        match self {
            Query::Indexed(source, _) => source.prepared.obfuscation(),
            Query::Foreign(cut, _) => cut.prepared.obfuscation(),
        }
    }

    fn words(&self) -> &Words {
        match self {
            Query::Indexed(source, _) => &source.words,
            Query::Foreign(cut, _) => &cut.words,
        }
    }

    /// The words with their terms.
    fn text(&self) -> Text<'_> {
        match self {
            Query::Indexed(source, _) => source.text(),
            Query::Foreign(cut, _) => {
                let terms = || Terms::new(&cut.words, &cut.prepared.document().text);
                Text { words: &cut.words, terms: cut.terms.get_or_init(terms) }
            }
        }
    }

    fn bags(&self) -> &Bags {
        match self {
            Query::Indexed(_, bags) => bags,
            Query::Foreign(_, bags) => bags,
        }
    }
}

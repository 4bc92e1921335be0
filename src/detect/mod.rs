//! [`Config`], [`Detector`] and [`Checker`]: the only module that knows the order of the steps.
//!
//! A query document is analyzed. Candidates for its sources are retrieved from an index. Each candidate is aligned with
//! it, word by word. The aligned passages are judged and reported. Comparing two documents skips the retrieval.
//!
//! - `config`: settings
//! - `peers`: documents that are checked among each other
//! - `template`: text that is not counted
//! - `phrases`: phrases that a filter leaves out

mod config;
mod peers;
mod template;
mod phrases;

pub use config::{Config, Profile, Reworded};
use peers::Peers;
use phrases::Phrases;
use template::Template;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use ibid_index::{Bags, LookUp, Record, RecordNo};
use rayon::prelude::*;

use crate::align::{Aligner, Demands, Known, Paraphrases, Scope, Sides, Verbatim};
use crate::analyze::{Analyzed, Analyzer, DocumentRef, TERMS_VERSION};
use crate::date::Moment;
use crate::error::Result;
use crate::interrupt;
use crate::judge::{Excerpt, Explanation, Findings, Judged, Rules, explain, judge};
use crate::lexicon::Rarity;
use crate::normalize::{Normalized, normalize};
use crate::report::{self, DocumentReport, Parameters, Report};
use crate::retrieve::{
    AnalyzedSources, Candidate, Candidates, IndexView, KEYS_AT_ONCE, NotCompared, Sources, Wanted,
    candidates, payload,
};
use crate::split::{SPLITTER_VERSION, split_sentences};
use crate::text::{Document, Span};
use crate::tokenize::TOKENIZER_VERSION;

/// The number of sources of a document that are compared side by side: bounds the memory for sources outside the cache.
const AT_ONCE: usize = 64;

/// A finder of passages, made once from a [`Config`] and then shared between threads.
#[derive(Debug)]
pub struct Detector {
    config: Config,
    analyzer: Arc<Analyzer>,
    phrases: Phrases,
}

impl Detector {
    /// Makes a detector with these settings.
    ///
    /// # Errors
    /// [`crate::Error::Setting`] for settings that are out of range or have no effect.
    pub fn new(config: Config) -> Result<Detector> {
        config.check()?;
        let (feature, tokenizer) = (config.feature(), config.tokenizer());
        let analyzer = Arc::new(Analyzer { tokenizer, feature, rarity: Rarity::default() });
        let phrases = Phrases::new(&analyzer, &config.phrases);
        Ok(Detector { config, analyzer, phrases })
    }

    /// Returns the analyzer of documents.
    pub(crate) fn analyzer(&self) -> &Arc<Analyzer> {
        &self.analyzer
    }

    /// Returns the settings that it was made from.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the name of the feature by which sentences are found, with its settings.
    pub fn feature_name(&self) -> String {
        self.analyzer.feature.name()
    }

    /// Analyzes a document for a [`Collection`](crate::Collection) that only this detector searches.
    pub fn analyze(&self, document: Document) -> Analyzed<'static> {
        let analyzed = Analyzed::with_bags(&self.analyzer, DocumentRef::Shared(Arc::new(document)));
        if self.config.reworded == Reworded::Always {
            analyzed.rare_terms();
        }
        analyzed
    }

    /// Makes the record that an index on disk stores of a document.
    pub fn record(&self, document: &Document) -> Record {
        let analyzed = Analyzed::with_bags(&self.analyzer, DocumentRef::Borrowed(document));
        Record {
            id: document.id.clone(),
            stamp: payload::stamp(document),
            bags: Arc::clone(analyzed.bags()),
            time: document.meta.date.as_deref().and_then(Moment::of_iso).map(|moment| moment.start),
            payload: payload::encode(document, analyzed.words().sentence_starts()),
            terms: Arc::new(analyzed.indexed_terms()),
        }
    }

    /// Returns the places of the sentences of a document in its text, as a check sees them: in order, without overlaps.
    /// `O(n)` for n bytes.
    pub fn sentences(document: &Document) -> Vec<Span> {
        let normalized = normalize(&document.text);
        let mut sentences = vec![];
        split_sentences(&normalized.text, document.layout, &mut sentences);
        sentences.into_iter().map(|sentence| normalized.original(sentence)).collect()
    }

    /// Returns the facts that an index must have been made with, by name: versions of the steps, and settings.
    pub(crate) fn facts(&self) -> Vec<(String, String)> {
        let facts = [
            ("normalizer", Normalized::VERSION.to_string()),
            ("splitter", SPLITTER_VERSION.to_string()),
            ("tokenizer", TOKENIZER_VERSION.to_string()),
            ("dictionary", self.config.dictionary.version()),
            ("feature", self.analyzer.feature.name()),
            ("payload", payload::FORMAT.to_string()),
            ("terms", TERMS_VERSION.to_string()),
        ];
        facts.map(|(name, value)| (name.to_owned(), value)).into()
    }

    /// Makes a checker over these sources.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if an index among them cannot be read.
    pub fn checker<'i>(&'i self, sources: Sources<'i>) -> Result<Checker<'i>> {
        Ok(Checker {
            detector: self,
            sources: AnalyzedSources::new(sources, &self.analyzer)?,
            template: None,
            peers: None,
        })
    }

    /// Finds the passages of `a` that are also in `b`: a report of `a`, with `b` as the collection.
    ///
    /// # Errors
    /// [`crate::Error::Interrupted`] if the work is interrupted.
    pub fn compare(&self, a: &Document, b: &Document) -> Result<Report> {
        let query = Analyzed::new(&self.analyzer, DocumentRef::Borrowed(a));
        let source = Analyzed::new(&self.analyzer, DocumentRef::Borrowed(b));
        interrupt::check()?;
        let passages = Aligner::new(&query).align(&source, &Scope::of_pair(self.paraphrases_in_pairs()));
        interrupt::check()?;
        let rules = Rules::of_pair(self.config.min_ratio(), query.rarity());
        let judged = judge(&query, &source, passages, &rules)?;
        let mut findings = Findings::new(&query, None);
        findings.add(&source, judged);
        let mut report = self.empty_report(1, u64::from(source.words().sentence_count()));
        let compared = self.scored(findings.finish(&NotCompared::default()), &query)?;
        report.documents.push(with_text(compared, a, (query, source)));
        Ok(report)
    }

    /// Returns the reasons for the verdict on a passage of a report, where `text` is the text of the query document and
    /// `documents` the number of documents that were searched; none if the report left texts out. `O(n)` for n bytes of
    /// the passage.
    pub fn explain(&self, text: &str, passage: &report::Passage, documents: u64) -> Option<Explanation> {
        let excerpts = Excerpt::of_passage(text, passage)?;
        let (a, b) = (of_text(&excerpts.a.text), of_text(&excerpts.b.text));
        let a = Analyzed::new(&self.analyzer, DocumentRef::Borrowed(&a));
        let b = Analyzed::new(&self.analyzer, DocumentRef::Borrowed(&b));
        let documents = u32::try_from(documents).unwrap_or(u32::MAX);
        let sides = Sides { a: &a, b: &b };
        Some(explain(sides, &excerpts, passage, documents, &self.analyzer.tokenizer))
    }

    /// Adds the words of the phrases to a report without figures, and makes its figures.
    fn scored(&self, mut report: DocumentReport, query: &Analyzed<'_>) -> Result<DocumentReport> {
        if let Some(words) = &mut report.words {
            words.phrases = self.phrases.words_in(query.words()).numbers();
        }
        report.score(&self.config.exclude)?;
        Ok(report)
    }

    fn paraphrases_in_pairs(&self) -> Paraphrases<'static> {
        match self.config.reworded {
            Reworded::Never => Paraphrases::Nowhere,
            Reworded::Pairs | Reworded::Always => Paraphrases::Anywhere,
        }
    }

    fn empty_report(&self, documents: u64, sentences: u64) -> Report {
        let versions = format!(
            "normalizer {}, splitter {SPLITTER_VERSION}, tokenizer {TOKENIZER_VERSION}, dictionary {}",
            Normalized::VERSION,
            self.config.dictionary.version()
        );
        Report {
            schema_version: Report::SCHEMA_VERSION,
            tool: concat!("ibid ", env!("CARGO_PKG_VERSION")).to_owned(),
            parameters: Parameters {
                feature: self.feature_name(),
                min_jaccard: self.config.min_jaccard,
                versions,
                templates: vec![],
                excluded: self.config.exclude.names(),
            },
            collection: report::Collection { documents, sentences, ..report::Collection::default() },
            ..Report::default()
        }
    }
}

/// A checker of documents against one snapshot of an index, shared between threads.
pub struct Checker<'i> {
    detector: &'i Detector,
    sources: AnalyzedSources<'i>,
    template: Option<Template>,
    /// The documents that are checked among each other.
    peers: Option<Peers>,
}

impl<'i> Checker<'i> {
    /// Makes the checker leave out words of query documents that stand in these templates.
    #[must_use]
    pub fn leaving_out(self, templates: impl IntoIterator<Item = Document>) -> Checker<'i> {
        Checker { template: Some(Template::new(self.detector, templates)), ..self }
    }

    /// Returns the ids of the templates that have no word, so that nothing is left out because of them.
    pub fn empty_templates(&self) -> Vec<String> {
        self.template.as_ref().map(Template::empty_ids).unwrap_or_default()
    }

    /// Makes the documents with these ids peers, which are checked among each other, such as the papers of a class. Where
    /// a peer and another source have the same words, the other source leads the finding. An author in the properties of
    /// an office file is no evidence of own work: the papers of a class may come from one computer. Peers are mostly about
    /// one subject, so that its words are no evidence between two of them, and more is asked of a reworded passage. `O(n)`
    /// for the n words of all peers.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if an index cannot be read, [`crate::Error::Interrupted`] if the work is interrupted.
    pub fn among(self, ids: HashSet<String>) -> Result<Checker<'i>> {
        let peers = Peers::new(&self.sources, ids, &self.detector.analyzer.rarity)?;
        Ok(Checker { peers: Some(peers), ..self })
    }

    /// Makes a report over the documents that are searched, without passages yet.
    pub fn report(&self) -> Report {
        let index = self.sources.index();
        let mut report = self.detector.empty_report(u64::from(index.record_count()), index.unit_count());
        report.parameters.templates = self.template.as_ref().map(Template::ids).unwrap_or_default();
        report
    }

    /// Finds the passages of `document` that are also in documents of the index. A document is never its own source:
    /// the record with its id is left out. Sources are compared side by side, on the threads of the rayon pool that
    /// this is called in.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if the index cannot be read, [`crate::Error::Interrupted`] if the work is interrupted.
    pub fn check(&self, document: &Document) -> Result<DocumentReport> {
        let query = self.query(document)?;
        let lists = self.look_up([&query].into_iter())?;
        self.check_query(query, lists.as_deref())
    }

    /// Checks several documents one after the other, each as [`Checker::check`] does. The posting lists of an index on
    /// disk are read for all of them together: a list that several documents ask for is read once.
    pub fn check_together<'d>(
        &'d self,
        documents: impl IntoIterator<Item = &'d Document>,
    ) -> Vec<Result<DocumentReport>> {
        let mut queries: Vec<Result<Query<'_>>> =
            documents.into_iter().map(|document| self.query(document)).collect();
        let mut checked = Vec::with_capacity(queries.len());
        while !queries.is_empty() {
            let rest = queries.split_off(count_together(&queries));
            // Without the lists each document looks its own up, and says why that fails.
            let lists = self.look_up(queries.iter().flatten()).ok().flatten();
            for query in queries {
                checked.push(match query {
                    Ok(query) => self.check_query(query, lists.as_deref()),
                    Err(error) => Err(error),
                });
            }
            queries = rest;
        }
        checked
    }

    /// Analyzes a query document.
    fn query<'d>(&'d self, document: &'d Document) -> Result<Query<'d>> {
        let others = self.sources.others(document)?;
        let analyzed = self.analyze(document, others)?;
        interrupt::check()?;
        let terms = match self.wanted().paraphrases {
            true => Arc::clone(analyzed.rare_terms()),
            false => Arc::default(),
        };
        Ok(Query { document, others, analyzed, terms })
    }

    /// Looks up the keys and terms of some query documents; `None` if they are too many to be read together.
    fn look_up<'q>(
        &self,
        queries: impl Iterator<Item = &'q Query<'q>> + Clone,
    ) -> Result<Option<Box<dyn LookUp + '_>>> {
        if queries.clone().map(Query::key_count).sum::<usize>() > KEYS_AT_ONCE {
            return Ok(None);
        }
        let (mut keys, mut terms) = (vec![], vec![]);
        for query in queries {
            keys.push(query.analyzed.bags().keys());
            terms.push(query.terms.keys());
        }
        Ok(Some(self.sources.index().look_up(&keys, &terms)?))
    }

    fn check_query(&self, query: Query<'_>, lists: Option<&dyn LookUp>) -> Result<DocumentReport> {
        let Query { document, others, analyzed, .. } = query;
        let Candidates { by_record, left } = candidates(&analyzed, others, lists, self.wanted())?;
        let peers = self.peers.as_ref().map(|peers| &peers.ids);
        let mut findings = Findings::new(&analyzed, peers);
        self.align_and_judge(&analyzed, others, by_record, |source, judged| {
            findings.add(source, judged);
        })?;
        let checked = self.detector.scored(findings.finish(&left), &analyzed)?;
        Ok(with_text(checked, document, analyzed))
    }

    /// Checks a document, and returns a report of it alone.
    ///
    /// # Errors
    /// As [`Checker::check`].
    pub fn report_of(&self, document: &Document) -> Result<Report> {
        let mut report = self.report();
        report.documents.push(self.check(document)?);
        Ok(report)
    }

    /// Analyzes a query document, without the words that stand in the template.
    fn analyze<'d>(&self, document: &'d Document, others: IndexView<'_>) -> Result<Arc<Analyzed<'d>>> {
        let query = self.sources.query(document, others)?;
        Ok(match &self.template {
            Some(template) => template.leave_out(query, self.detector, document),
            None => query,
        })
    }

    /// Returns the kinds of candidates to retrieve.
    fn wanted(&self) -> Wanted {
        let config = &self.detector.config;
        Wanted { min: config.min_ratio(), paraphrases: config.reworded == Reworded::Always }
    }

    /// Aligns the query document with each candidate, judges the passages, and passes them to `add` in the order of the
    /// candidates.
    fn align_and_judge(
        &self,
        query: &Analyzed<'_>,
        others: IndexView<'_>,
        candidates: BTreeMap<RecordNo, Candidate>,
        mut add: impl FnMut(&Analyzed<'_>, Vec<Judged>),
    ) -> Result<()> {
        let aligner = Aligner::new(query);
        let freqs = |keys: &[u64]| others.freqs(keys);
        let peers = self.peers.as_ref();
        let freqs_without_peers = |keys: &[u64]| {
            let freqs = others.freqs(keys)?;
            Ok(match peers {
                Some(peers) => peers.out_of(freqs, keys, &query.document().id),
                None => freqs,
            })
        };
        let rules = Rules {
            min: self.detector.config.min_ratio(),
            documents: self.documents(),
            freqs: &freqs_without_peers,
            rarity: query.rarity(),
            least_in_runs: Rules::IN_RUNS,
        };
        let peer_rules = peers.map(|peers| {
            let least_in_runs = Rules::IN_RUNS_OF_PAIR;
            (peers, Rules { freqs: &freqs, rarity: &peers.rarity, least_in_runs, ..rules })
        });
        let current = interrupt::current();
        let judged = |(record, candidate): (RecordNo, Candidate)| -> Result<_> {
            interrupt::check()?;
            let source = self.sources.get(record)?;
            let passages = aligner.align(&source, &self.scope(query, &candidate));
            let rules = match &peer_rules {
                Some((peers, peer_rules)) if peers.has(record) => peer_rules,
                _ => &rules,
            };
            let judged = judge(query, &source, passages, rules)?;
            Ok((source, judged))
        };
        let mut left = candidates.into_iter().peekable();
        while left.peek().is_some() {
            let some: Vec<(RecordNo, Candidate)> = left.by_ref().take(AT_ONCE).collect();
            let some: Vec<Result<_>> =
                some.into_par_iter().map(|one| interrupt::with(current.clone(), || judged(one))).collect();
            for judged in some {
                interrupt::check()?;
                let (source, judged) = judged?;
                add(&source, judged);
            }
        }
        Ok(())
    }

    /// Returns the scope of the alignment with a candidate.
    fn scope<'c>(&self, query: &Analyzed<'_>, candidate: &'c Candidate) -> Scope<'c> {
        let demands = Demands::among(self.documents(), query.lang());
        Scope {
            verbatim: if candidate.shares_sentences { Verbatim::Anywhere } else { Verbatim::InPairs },
            known: Known { documents: self.documents(), pairs: &candidate.pairs },
            paraphrases: Paraphrases::In(&candidate.regions, demands),
        }
    }

    /// Returns the number of documents that are searched.
    fn documents(&self) -> u32 {
        self.sources.index().record_count()
    }

    /// Returns whether the index holds only the record with the id of this document, so that there is nothing to find.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if the index cannot be read.
    pub fn is_alone(&self, document: &Document) -> Result<bool> {
        Ok(self.documents() == 1 && self.sources.index().find(&document.id)?.is_some())
    }
}

/// A query document, ready for its candidates to be looked up.
struct Query<'d> {
    document: &'d Document,
    others: IndexView<'d>,
    analyzed: Arc<Analyzed<'d>>,
    /// Its rare terms, if paraphrases are wanted.
    terms: Arc<Bags>,
}

impl Query<'_> {
    /// Returns the number of keys and terms to look up.
    fn key_count(&self) -> usize {
        self.analyzed.bags().key_count() + self.terms.key_count()
    }
}

/// Returns how many of these query documents, the first at least, are looked up together.
fn count_together(queries: &[Result<Query<'_>>]) -> usize {
    let (mut keys, mut count) = (0, 0);
    for query in queries {
        if let Ok(query) = query {
            keys += query.key_count();
        }
        if keys > KEYS_AT_ONCE {
            break;
        }
        count += 1;
    }
    count.max(1)
}

/// Makes a document of a text alone.
fn of_text(text: &str) -> Document {
    Document { text: text.to_owned(), ..Document::default() }
}

/// Adds the text of a document to its result. Drops `made`, the values made of the text, before the text is copied.
fn with_text(mut checked: DocumentReport, document: &Document, made: impl Sized) -> DocumentReport {
    drop(made);
    checked.text = Some(document.text.clone());
    checked
}

#[cfg(test)]
mod tests {
    use ibid_index::MemoryIndex;

    use super::*;
    use crate::retrieve::{Collection, CollectionBuilder};

    const ESSAY: &str =
        "He wrote this himself. The committee rejected the proposal after a long and bitter debate.";
    const SOURCE: &str =
        "The committee rejected the proposal after a long and bitter debate, and nobody was surprised.";
    const OTHER: &str = "The committee rejected the proposal after a long and bitter debate in March.";

    fn document(id: &str, text: &str) -> Document {
        Document { id: id.into(), text: text.into(), ..Document::default() }
    }

    fn collection(detector: &Detector, documents: &[Document]) -> Collection {
        let mut builder = CollectionBuilder::default();
        documents.iter().for_each(|document| builder.put(detector.analyze(document.clone())));
        builder.finish().unwrap()
    }

    #[test]
    fn a_copied_sentence_among_others_counts() {
        let config = Config { reworded: Reworded::Never, ..Config::default() };
        let detector = Detector::new(config).unwrap();
        let report = detector.compare(&document("essay", ESSAY), &document("source", SOURCE)).unwrap();
        let kinds: Vec<report::Kind> = report.passages().map(|passage| passage.kind).collect();
        assert_eq!(kinds, [report::Kind::Verbatim]);
    }

    #[test]
    fn sources_in_memory_and_in_an_index_are_found_together() {
        let detector = Detector::new(Config::default()).unwrap();
        let held = collection(&detector, &[document("held", SOURCE), document("own", "Nothing of it.")]);
        let stored = [document("held", "Another text."), document("stored", OTHER)];
        let records = stored.iter().map(|document| detector.record(document));
        let stored = MemoryIndex::from_records(records).unwrap();
        let checker = detector.checker(Sources::of_index(&stored).and(&held)).unwrap();
        let checked = checker.check(&document("essay", ESSAY)).unwrap();
        let sources: Vec<&str> = checked.passages.iter().map(|passage| &*passage.b).collect();
        assert_eq!(sources, ["held", "stored"]);
    }

    #[test]
    fn what_stands_in_a_template_is_no_passage_and_the_report_names_it() {
        let detector = Detector::new(Config::default()).unwrap();
        let held = collection(&detector, &[document("source", SOURCE)]);
        let checker = || detector.checker(Sources::of_collection(&held)).unwrap();
        let leaving_out = checker().leaving_out([document("form", SOURCE), document("empty", "")]);
        assert_eq!(leaving_out.empty_templates(), ["empty"]);
        let found = |checker: Checker<'_>| {
            let checked = checker.check(&document("essay", ESSAY)).unwrap();
            (checked.passages.len(), checker.report().parameters.templates)
        };
        assert_eq!(found(checker()), (1, vec![]));
        assert_eq!(found(leaving_out), (0, vec!["form".to_owned()]));
    }
}

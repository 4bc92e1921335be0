//! [`Config`], [`Detector`] and [`Checker`]: the only module that knows the order of the steps.
//!
//! A query document is analyzed. Candidates for its sources are retrieved from an index. Each candidate is aligned
//! with it, word by word. The aligned passages are judged and reported. Comparing two documents skips the
//! retrieval.
//!
//! - `config`: settings
//! - `template`: text that is not counted

mod config;
mod template;

pub use config::{Config, Profile, Reworded};
pub use template::Template;

use std::collections::BTreeMap;
use std::sync::Arc;

use ibid_index::{Record, RecordNo, Search};
use rayon::prelude::*;

use crate::align::{Aligner, Demands, Known, Paraphrases, Scope, Verbatim};
use crate::analyze::{Analyzed, Analyzer, Held, TERMS_VERSION};
use crate::date::Moment;
use crate::error::Result;
use crate::interrupt;
use crate::judge::{Exclude, Judged, Rules, judge};
use crate::lexicon::Rarity;
use crate::normalize::{NORMALIZER_VERSION, normalize};
use crate::report::{self, Checked, Findings, Parameters, Report, SCHEMA_VERSION};
use crate::retrieve::{
    Candidate, Candidates, Collection, NotCompared, Others, Sources, Wanted, candidates, payload,
};
use crate::split::{SPLITTER_VERSION, split_sentences};
use crate::text::{Document, Span};
use crate::tokenize::TOKENIZER_VERSION;

/// How many sources of a document are compared side by side: bounds the memory for those that are not kept.
const AT_ONCE: usize = 64;

/// Finds passages. Made once from a [`Config`], then shared between threads.
#[derive(Debug)]
pub struct Detector {
    config: Config,
    analyzer: Arc<Analyzer>,
}

impl Detector {
    /// A detector with these settings.
    ///
    /// # Errors
    /// [`crate::Error::Request`] for settings that are out of range.
    pub fn new(config: Config) -> Result<Detector> {
        config.check()?;
        let (feature, tokenizer) = (config.feature(), config.tokenizer());
        let analyzer = Arc::new(Analyzer { tokenizer, feature, rarity: Rarity::default() });
        Ok(Detector { config, analyzer })
    }

    /// A detector that leaves these parts of documents out of their figures.
    #[must_use]
    pub fn excluding(self, exclude: Exclude) -> Detector {
        Detector { config: Config { exclude, ..self.config }, ..self }
    }

    /// What it analyzes documents with.
    pub(crate) fn analyzer(&self) -> &Arc<Analyzer> {
        &self.analyzer
    }

    /// The settings it was made from.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// A document, analyzed for a [`Collection`] that only this detector searches.
    pub fn analyze(&self, document: Document) -> Analyzed<'static> {
        let analyzed = Analyzed::with_bags(&self.analyzer, Held::Shared(Arc::new(document)));
        if self.config.reworded == Reworded::Always {
            analyzed.rare_terms();
        }
        analyzed
    }

    /// What an index on disk stores of a document.
    pub fn record(&self, document: &Document) -> Record {
        let analyzed = Analyzed::with_bags(&self.analyzer, Held::Borrowed(document));
        Record {
            id: document.id.clone(),
            stamp: payload::stamp(document),
            bags: Arc::clone(analyzed.bags()),
            time: document.meta.date.as_deref().and_then(Moment::of_iso).map(|moment| moment.start),
            payload: payload::encode(document, analyzed.words().sentence_starts()),
            terms: Arc::new(analyzed.indexed_terms()),
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
    pub fn document(payload: Vec<u8>) -> Result<Document> {
        payload::decode(payload)
    }

    /// Where the sentences of a document stand in its text, as a check sees them: in order, none over another. `O(n)` for n
    /// bytes.
    pub fn sentences(document: &Document) -> Vec<Span> {
        let normalized = normalize(&document.text);
        let mut sentences = vec![];
        split_sentences(&normalized.text, document.layout, &mut sentences);
        sentences.into_iter().map(|sentence| normalized.original(sentence)).collect()
    }

    /// The facts that an index must have been made with, by name: versions of the steps, and settings.
    pub fn facts(&self) -> Vec<(String, String)> {
        let facts = [
            ("normalizer", NORMALIZER_VERSION.to_string()),
            ("splitter", SPLITTER_VERSION.to_string()),
            ("tokenizer", TOKENIZER_VERSION.to_string()),
            ("dictionary", self.config.dictionary.version()),
            ("feature", self.analyzer.feature.name()),
            ("payload", payload::FORMAT.to_string()),
            ("terms", TERMS_VERSION.to_string()),
        ];
        facts.map(|(name, value)| (name.to_owned(), value)).into()
    }

    /// A checker over what `index` holds now.
    pub fn checker<'i>(&'i self, index: &'i dyn Search) -> Checker<'i> {
        Checker::new(self, Sources::stored(index, &self.analyzer))
    }

    /// A checker over documents in memory, which this detector has analyzed.
    pub fn checker_of<'i>(&'i self, collection: &'i Collection) -> Checker<'i> {
        Checker::new(self, Sources::held(collection, &self.analyzer))
    }

    /// A checker over documents in memory, which this detector has analyzed, and what `index` holds now. Of a document that
    /// is in both, by its id, the one in memory is taken.
    ///
    /// # Errors
    /// [`crate::Error::Index`] when the index does not answer.
    pub fn checker_of_both<'i>(
        &'i self,
        collection: &'i Collection,
        index: &'i dyn Search,
    ) -> Result<Checker<'i>> {
        Ok(Checker::new(self, Sources::both(collection, index, &self.analyzer)?))
    }

    /// The passages of `a` that are also in `b`: a report of `a`, with `b` as the collection.
    ///
    /// # Errors
    /// None today; as [`Checker::check`].
    pub fn compare(&self, a: &Document, b: &Document) -> Result<Report> {
        let query = Analyzed::new(&self.analyzer, Held::Borrowed(a));
        let source = Analyzed::new(&self.analyzer, Held::Borrowed(b));
        interrupt::check()?;
        let aligned = Aligner::new(&query).align(&source, &Scope::of_pair(self.paraphrases_in_pairs()));
        interrupt::check()?;
        let judged = judge(&query, &source, aligned, &Rules::of_pair(self.config.min_ratio()))?;
        let mut findings = Findings::new(&query, &self.config.exclude);
        findings.add(&source, judged);
        let mut report = self.empty_report(1, u64::from(source.words().sentence_count()));
        report.push(with_text(findings.finish(&NotCompared::default()), a, (query, source)));
        Ok(report)
    }

    fn paraphrases_in_pairs(&self) -> Paraphrases<'static> {
        match self.config.reworded {
            Reworded::Never => Paraphrases::Nowhere,
            Reworded::Pairs | Reworded::Always => Paraphrases::Anywhere,
        }
    }

    /// A report of these documents, without passages yet.
    pub fn report(&self, index: &dyn Search) -> Report {
        self.empty_report(u64::from(index.record_count()), index.unit_count())
    }

    fn empty_report(&self, documents: u64, sentences: u64) -> Report {
        let versions = format!(
            "normalizer {NORMALIZER_VERSION}, splitter {SPLITTER_VERSION}, tokenizer {TOKENIZER_VERSION}, dictionary {}",
            self.config.dictionary.version()
        );
        Report {
            schema_version: SCHEMA_VERSION,
            tool: concat!("ibid ", env!("CARGO_PKG_VERSION")).to_owned(),
            parameters: Parameters {
                feature: self.analyzer.feature.name(),
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

/// Checks documents against one snapshot of an index. Shared between threads.
pub struct Checker<'i> {
    detector: &'i Detector,
    sources: Sources<'i>,
    template: Option<Template>,
}

impl<'i> Checker<'i> {
    fn new(detector: &'i Detector, sources: Sources<'i>) -> Checker<'i> {
        Checker { detector, sources, template: None }
    }

    /// A checker that matches words of query documents that stand in a template with nothing.
    #[must_use]
    pub fn leaving_out(self, template: Template) -> Checker<'i> {
        Checker { template: Some(template), ..self }
    }

    /// A report of the documents that are searched, without passages yet.
    pub fn report(&self) -> Report {
        let mut report = self.detector.report(self.sources.index());
        report.parameters.templates = self.template.as_ref().map(Template::ids).unwrap_or_default();
        report
    }

    /// The passages of `document` that are also in documents of the index. A document is never its own source: the
    /// record with its id is left out. Sources are compared side by side, on the threads of the rayon pool that this is
    /// called in.
    ///
    /// # Errors
    /// [`crate::Error::Index`] when the index does not answer.
    pub fn check(&self, document: &Document) -> Result<Checked> {
        let others = self.sources.others(document)?;
        let query = self.analyze(document, others)?;
        interrupt::check()?;
        let Candidates { by_record, left } = candidates(&query, others, self.wanted())?;
        let mut findings = Findings::new(&query, &self.detector.config.exclude);
        self.align_and_judge(&query, others, by_record, |source, judged| {
            findings.add(source, judged);
        })?;
        Ok(with_text(findings.finish(&left), document, query))
    }

    /// A query document, without the words that stand in the template.
    fn analyze<'d>(&self, document: &'d Document, others: Others<'_>) -> Result<Arc<Analyzed<'d>>> {
        let query = self.sources.query(document, others)?;
        Ok(match &self.template {
            Some(template) => template.leave_out(query, self.detector, document),
            None => query,
        })
    }

    /// What to retrieve.
    fn wanted(&self) -> Wanted {
        let config = &self.detector.config;
        Wanted { min: config.min_ratio(), paraphrases: config.reworded == Reworded::Always }
    }

    /// Aligns the query document with each candidate, judges the passages, and hands them over in the order of the candidates.
    fn align_and_judge(
        &self,
        query: &Analyzed<'_>,
        others: Others<'_>,
        candidates: BTreeMap<RecordNo, Candidate>,
        mut add: impl FnMut(&Analyzed<'_>, Vec<Judged>),
    ) -> Result<()> {
        let aligner = Aligner::new(query);
        let freq = |key| others.freq(key);
        let rules = Rules { min: self.detector.config.min_ratio(), documents: self.documents(), freq: &freq };
        let current = interrupt::current();
        let judged = |(record, candidate): (RecordNo, Candidate)| -> Result<_> {
            interrupt::check()?;
            let source = self.sources.get(record)?;
            let aligned = aligner.align(&source, &self.scope(query, &candidate));
            let judged = judge(query, &source, aligned, &rules)?;
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

    /// What to look for in a candidate.
    fn scope<'c>(&self, query: &Analyzed<'_>, candidate: &'c Candidate) -> Scope<'c> {
        let demands = Demands::among(self.documents(), query.lang());
        Scope {
            verbatim: if candidate.shares_sentences { Verbatim::Anywhere } else { Verbatim::InPairs },
            known: Known { documents: self.documents(), pairs: &candidate.pairs },
            paraphrases: Paraphrases::In(&candidate.regions, demands),
        }
    }

    /// How many documents are searched.
    fn documents(&self) -> u32 {
        self.sources.index().record_count()
    }

    /// Whether the index holds nothing but the record with the id of this document: then there is nothing to find.
    ///
    /// # Errors
    /// [`crate::Error::Index`] when the index does not answer.
    pub fn is_alone(&self, document: &Document) -> Result<bool> {
        Ok(self.documents() == 1 && self.sources.index().find(&document.id)?.is_some())
    }
}

/// What was found in a document, with its text. What was made of the text makes room for the copy of it.
fn with_text(mut checked: Checked, document: &Document, made: impl Sized) -> Checked {
    drop(made);
    checked.document.text = Some(document.text.clone());
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
        let kinds: Vec<report::Kind> = report.passages.iter().map(|passage| passage.kind).collect();
        assert_eq!(kinds, [report::Kind::Verbatim]);
    }

    #[test]
    fn sources_in_memory_and_in_an_index_are_found_together() {
        let detector = Detector::new(Config::default()).unwrap();
        let held = collection(&detector, &[document("held", SOURCE), document("own", "Nothing of it.")]);
        let stored = [document("held", "Another text."), document("stored", OTHER)];
        let records = stored.iter().map(|document| detector.record(document));
        let stored = MemoryIndex::from_records(records).unwrap();
        let checker = detector.checker_of_both(&held, &stored).unwrap();
        let checked = checker.check(&document("essay", ESSAY)).unwrap();
        let sources: Vec<&str> = checked.passages.iter().map(|passage| &*passage.b).collect();
        assert_eq!(sources, ["held", "stored"]);
    }

    #[test]
    fn what_stands_in_a_template_is_no_passage_and_the_report_names_it() {
        let detector = Detector::new(Config::default()).unwrap();
        let held = collection(&detector, &[document("source", SOURCE)]);
        let form = || detector.template([document("form", SOURCE), document("empty", "")]);
        assert_eq!((form().ids(), form().empty_ids()), (vec!["form".to_owned()], vec!["empty".to_owned()]));
        let found = |checker: Checker<'_>| {
            let checked = checker.check(&document("essay", ESSAY)).unwrap();
            (checked.passages.len(), checker.report().parameters.templates)
        };
        assert_eq!(found(detector.checker_of(&held)), (1, vec![]));
        assert_eq!(found(detector.checker_of(&held).leaving_out(form())), (0, vec!["form".to_owned()]));
    }
}

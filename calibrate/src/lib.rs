//! The share of known edits that is found in a collection, by kind of edit and by threshold.
//!
//! In: documents of a collection and a [`Plan`]. Out: a [`Sample`] of their sentences and passages with edited copies,
//! a [`Row`] for each kind and share of edit. Two trials follow, each against an index of the collection:
//!
//! - `sentences`: each edited sentence is looked up by its bag, at every threshold
//! - `passages`: edited passages stand in unrelated text, which is checked as any document is
//! - `sample`: the sentences and passages, drawn at random
//! - `near`: the sentences that are near an origin
//! - `rates`: the finds of sentences -> recall and precision
//! - [`edits`]: edited copies of sentences
//! - [`similarity`]: the similarity of two sentences, word by word
//!
//! Both trials are made in parts, for work in threads, and the parts are added up in order: the same documents, plan
//! and settings give the same figures. The trials explain each figure. Time: a lookup or a check for each edited copy.
//! Memory: the documents, and some 10 bytes for each of their words.
//!
//! Useful for choosing settings for one's own texts, with the edits that one expects. Not useful as a score to compare
//! with other collections: precision depends on how many sentences of a collection are alike anyway.
//!
//! ```
//! use ibid_calibrate::{Plan, Sample, SentenceTrial, Source};
//! use ibid_calibrate::edits::{Edit, Synonyms};
//! use ibid::{Config, Detector, Document};
//! use ibid_index::MemoryIndex;
//!
//! let text = "The mill has stood by the river for ages. Nobody in the town knows when it was built.";
//! let document = Document { id: "a".into(), text: text.into(), ..Document::default() };
//! let detector = Detector::new(Config::default()).unwrap();
//! let index = MemoryIndex::from_records([detector.record(&document)]).unwrap();
//!
//! let (edits, dictionary) = (vec![Edit::ZeroWidth], detector.config().dictionary.clone());
//! let plan = Plan { sentences: 10, passages: 0, passage_words: 40, edits, seed: 1, dictionary };
//! let sample = Sample::new(vec![Source::new(document)], &plan, Synonyms::built_in());
//! let trial = SentenceTrial::new(&sample, detector.config(), &index).unwrap();
//! let parts: Vec<_> = (0..sample.sentence_count()).map(|number| trial.one(number).unwrap()).collect();
//! let table = trial.table(&parts);
//! assert_eq!(table.best().recall, 1.0);
//! ```

pub mod similarity;
pub mod edits;
mod sample;
mod near;
mod rates;
mod sentences;
mod passages;

pub use passages::{PassagePart, PassageRates, PassageTrial};
pub use rates::{Rates, RowRates, SentencePart, SentenceTable};
pub use sample::{Plan, Row, Sample, Source};
pub use sentences::SentenceTrial;

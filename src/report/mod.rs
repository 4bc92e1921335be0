//! The results of checks and traces as plain data, and as JSON. Other forms are made by whoever shows them.
//!
//! Only the types of this module are serialized; `docs/report.schema.json` is their published schema. Ranges are
//! half open and count code points of the text as stored. Byte ranges stand beside them.
//!
//! - [`sanitize()`]: text of documents made harmless for a terminal
//! - [`shorten`]: text of documents cut to some columns
//! - [`ObfuscationReport`]: hidden and disguised words
//! - [`Kind`], [`Credit`], [`LeftOut`]: verdicts on a passage
//! - [`PartWords`]: the words of a document by part
//! - [`Decision`]: the decisions of people
//! - [`SkippedReport`]: the inputs that were skipped
//! - `not_read`: the parts of a document that were not read
//! - `escape`: values as JSON, harmless too
//! - `json`: the whole report, one document per line
//! - `reading`, `pieces`: such a report, read on all threads
//! - `jsonl`: one passage per line
//! - `trace`: the carriers of a quotation

mod sanitize;
mod columns;
mod flag;
mod obfuscation;
mod skipped;
mod not_read;
mod kind;
mod words;
mod decision;
mod escape;
mod json;
mod pieces;
mod reading;
mod jsonl;
mod trace;

pub use columns::shorten;
pub use decision::{DecidedReport, Decision, PassageDecision, SaidPair, Suggestion};
pub use escape::write_value;
pub(crate) use flag::{raise_flags, share_flags};
pub use kind::{Credit, Kind, LeftOut};
pub(crate) use not_read::not_read_counts;
pub use obfuscation::{HiddenPlace, HiddenReport, ObfuscationReport, UndoneReport};
pub use sanitize::{sanitize, sanitize_char};
pub use skipped::{SkippedPath, SkippedReport};
pub use trace::{
    Carrier, CarrierDocument, Change, ChangeKind, EarlierWording, Form, Parent, Piece, Quoted, QuotedArticle,
    QuotedStatus, Reason, Trace, Witness,
};
pub use words::PartWords;

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::origin::FilePlace;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`Report::SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The number as the report was read, of which [`Report::content_number`] tells whether it belongs to the content;
    /// none in a report that was not written yet, or by an earlier version.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub number: Option<String>,
    /// `ibid` with its version.
    pub tool: String,
    /// The settings that the report was made with.
    pub parameters: Parameters,
    /// The documents that were searched.
    pub collection: Collection,
    /// True if names, and all text outside of matches, are masked: the report is to be shown, not to be decided on.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub anonymous: bool,
    /// The decisions that were applied, if there are any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ledger: Option<LedgerReport>,
    /// The query documents, in the order in which they were given.
    pub documents: Vec<DocumentReport>,
    /// The files that were skipped in the folders to check.
    #[serde(default, alias = "passed_over")]
    pub skipped: SkippedReport,
    /// Inputs that could not be read or checked, one line each.
    pub failures: Vec<String>,
}

impl Report {
    /// The version of the schema. It rises when a field changes its meaning or is removed.
    pub const SCHEMA_VERSION: u32 = 3;

    /// Returns the hash of a text as reports have it: xxh3, 64 bit, as 16 hexadecimal digits.
    pub fn text_hash(text: &str) -> String {
        format!("{:016x}", xxh3_64(text.as_bytes()))
    }

    /// Iterates over the passages of all documents.
    pub fn passages(&self) -> impl Iterator<Item = &Passage> {
        self.documents.iter().flat_map(|document| &document.passages)
    }
}

/// The settings of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// The feature with its settings.
    pub feature: String,
    /// The least bag Jaccard of a copied sentence pair.
    pub min_jaccard: f64,
    /// Versions of the normalizer, the splitter, the tokenizer and the dictionary.
    pub versions: String,
    /// The ids of the templates, whose words are left out.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub templates: Vec<String>,
    /// The filters: what is left out of the figures, as [`Exclude::names`](crate::Exclude::names) writes it.
    #[serde(default)]
    pub excluded: Vec<String>,
}

/// The ledger of decisions that was applied to a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerReport {
    /// The path of its file, as given or from the folder of the report.
    pub path: String,
    /// The number of its lines.
    pub lines: u64,
    /// A hash of its lines, whatever their order (xxh3, 64 bit, 16 hexadecimal digits).
    pub hash: String,
    /// The id of the earlier draft whose decisions were applied too.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draft_of: Option<String>,
}

/// The documents that were searched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Collection {
    /// The number of documents.
    pub documents: u64,
    /// The number of their sentences.
    pub sentences: u64,
    /// The files that were skipped in the folders to search; empty for an index.
    #[serde(default, alias = "passed_over")]
    pub skipped: SkippedReport,
}

/// One query document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DocumentReport {
    /// Its id.
    pub id: String,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// Its author.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub author: Option<String>,
    /// Its date.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub date: Option<String>,
    /// `words`, or `characters` for Chinese.
    pub unit: String,
    /// The number of its words, or of its characters.
    pub total: u64,
    /// The number of them that stand in a template. They are matched with nothing, and left out of the ratios on both
    /// sides.
    #[serde(skip_serializing_if = "is_none", default)]
    pub template_words: u64,
    /// The words that were left out of its figures, if any were: see [`Exclude`](crate::Exclude).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub excluded: Option<ExcludedReport>,
    /// The number of words taken over in passages that count: equal words, with the small gaps between them in one
    /// sentence.
    pub matched: u64,
    /// The ratios.
    pub ratios: Ratios,
    /// The words by part, with which the document can be scored again; none in a report of an earlier version.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub words: Option<PartWords>,
    /// The figures with the decisions applied, if the report knows of any decision.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub decided: Option<DecidedReport>,
    /// The documents where text was found that counts, sorted by the words that they cover, most first.
    pub sources: Vec<SourceReport>,
    /// The documents of passages of which none counts, sorted by id.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub other_sources: Vec<SourceReport>,
    /// The number of paraphrase candidates not compared, because enough others share more rare words with the document.
    #[serde(skip_serializing_if = "is_none", default)]
    pub sources_left: u64,
    /// The hidden and disguised words, if there are any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub obfuscation: Option<ObfuscationReport>,
    /// The reasons to look at it by hand, each with its share of the words: `quoted`, `not_references`, `disguised`; and
    /// `hidden`, with its share of the characters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub flags: BTreeMap<String, f64>,
    /// The parts of its file that were not read, counted by kind: `pages_without_text`, `pictures`, `attachments`,
    /// `text_shapes`, `embedded_parts`, `annotations`. Empty for a document that comes from an index.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub not_read: BTreeMap<String, u64>,
    /// A hash of the text (xxh3, 64 bit, 16 hexadecimal digits).
    pub text_hash: String,
    /// The text, unless left out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub text: Option<String>,
    /// The passages, sorted by place, then by source.
    pub passages: Vec<Passage>,
}

impl DocumentReport {
    /// Drops the common phrases, and the sources of nothing else. What filters leave out stays, so that the report can be
    /// scored again.
    pub fn drop_common_phrases(&mut self) {
        self.passages.retain(|passage| passage.kind != Kind::CommonPhrase);
        let left: HashSet<&str> = self.passages.iter().map(|passage| &*passage.b).collect();
        self.other_sources.retain(|source| left.contains(&*source.id));
    }

    /// Returns the ids of the sources that are the writer's own work.
    pub(crate) fn own_sources(&self) -> HashSet<String> {
        let mut own = HashSet::new();
        for source in &self.sources {
            if source.same_author.is_some() {
                own.insert(source.id.clone());
            }
        }
        own
    }
}

/// The words left out of the figures of a document, by the names of its parts. Parts without words are not named; a
/// word may stand in two parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExcludedReport {
    /// The words of the document that are not among all.
    #[serde(default)]
    pub words: BTreeMap<LeftOut, u64>,
    /// The words that would otherwise be matched.
    #[serde(default)]
    pub matched: BTreeMap<LeftOut, u64>,
    /// The number of passages that therefore do not count.
    pub passages: u64,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The ratios of a query document, each between 0 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ratios {
    /// `matched / all`; 总文字复制比.
    pub overall: f64,
    /// `(matched − matched inside quoted or cited text) / all`; 去除引用文献复制比.
    pub without_quotations: f64,
    /// `(matched − matched only in documents by the same author) / all`; 去除本人已发表文献复制比.
    pub without_own_work: f64,
    /// The share of all words that the largest source covers; 单篇最大文字复制比.
    pub largest_source: f64,
    /// `matched in documents by others, outside quoted or cited text / all`: copied, and credited to nobody.
    #[serde(default)]
    pub uncredited: f64,
}

/// A document where text was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceReport {
    /// Its id.
    pub id: String,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// Its author.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub author: Option<String>,
    /// Its date.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub date: Option<String>,
    /// The author that it shares with the query document, as that one writes the name: it is own work.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub same_author: Option<String>,
    /// A hash of its text (xxh3, 64 bit, 16 hexadecimal digits); none in a report of an earlier version.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub text_hash: Option<String>,
    /// The number of words of the query document that were taken over from it, in passages that count.
    pub matched: u64,
    /// `matched / all words of the query document`.
    pub ratio: f64,
    /// The number of passages that count.
    pub passages: u64,
    /// The number of words of `matched` that no source has but those checked beside the query document, if it is one of
    /// these.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub peer_matched: Option<u64>,
}

/// A range of the query document, aligned with a range of a source.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// The id of the query document.
    pub a: String,
    /// The start in the query document.
    pub a_start: u32,
    /// The end in the query document.
    pub a_end: u32,
    /// The id of the source document.
    pub b: String,
    /// The start in the source.
    pub b_start: u32,
    /// The end in the source.
    pub b_end: u32,
    /// The place of its start in the file of the query document, if known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub a_place: Option<PlaceReport>,
    /// The place of its start in the file of the source, if known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub b_place: Option<PlaceReport>,
    /// The kind of copy.
    pub kind: Kind,
    /// The number of its finding in the document, from 1. Passages with the same words from several sources are one
    /// finding. Findings of copies are numbered in the order of place, whatever the filters; those that are only
    /// *possible* follow. 0 for a common phrase.
    pub finding: u32,
    /// True if it stands for its finding: of its passages that count, its source covers most of the document, or is the
    /// earliest of equals.
    pub is_best: bool,
    /// True if it may be reworded and is too weak to accuse by. Its kind is *possible*, unless these are included.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub is_weak: bool,
    /// True if it is a verbatim part of such a passage, which counts in its place if these are included.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub is_part_of_weak: bool,
    /// `2 · equal words in order / words of both ranges`, rounded to three places.
    pub similarity: f64,
    /// Its sentences in the query document, half open, counted from 0.
    pub a_sentences: [u32; 2],
    /// Its sentences in the source.
    pub b_sentences: [u32; 2],
    /// The start in the query document, in bytes.
    pub a_byte_start: u32,
    /// The end in the query document, in bytes.
    pub a_byte_end: u32,
    /// The start in the source, in bytes.
    pub b_byte_start: u32,
    /// The end in the source, in bytes.
    pub b_byte_end: u32,
    /// The number of words (Chinese: characters) in its range of the query document.
    pub a_words: u32,
    /// The number of words in its range of the source.
    pub b_words: u32,
    /// Its words in the query document, half open, counted from 0.
    #[serde(default)]
    pub a_word_range: [u32; 2],
    /// The words of the query document that were taken over, as ranges in order: the equal ones, with the small gaps
    /// between them in one sentence, whatever the filters.
    #[serde(default)]
    pub taken: Vec<[u32; 2]>,
    /// The same at the places in `a_also`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub taken_also: Vec<[u32; 2]>,
    /// Its sentences and their counterparts by what they say. Decisions are made on these.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub said: Vec<SaidPair>,
    /// The decision that holds for it; none if it is open.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub decision: Option<PassageDecision>,
    /// The decisions of people who disagree. It is open.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub disputed: Vec<PassageDecision>,
    /// The decision that is suggested for it. It is open.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub suggestion: Option<Suggestion>,
    /// The words in sentences that its decision does not cover, such as those edited since. They are open.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub open_words: Vec<[u32; 2]>,
    /// The number of words of the query document that were taken over: the equal ones, with the small gaps between them
    /// in one sentence. Places in `a_also` are not among them. Neither are words left out of the figures, unless the
    /// whole passage is left out.
    pub matched_words: u32,
    /// The credit that holds for at least nine tenths of the matched words: quoted, cited, both or neither.
    #[serde(default)]
    pub credit: Credit,
    /// The number of matched words in quotation marks, or in a block that is a quotation.
    #[serde(default)]
    pub quoted_words: u32,
    /// The number of matched words in a sentence, or in a quotation, with a citation.
    #[serde(default)]
    pub cited_words: u32,
    /// The number of matched words that are neither quoted nor cited.
    #[serde(default)]
    pub uncredited_words: u32,
    /// The filter that leaves it out though it is a copy.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub left_out: Option<LeftOut>,
    /// The number of equal words.
    pub equal_words: u32,
    /// The number of its words in the query document that stand in a template, and are not matched.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub template_words: u32,
    /// The information, which separates it from common phrases, rounded to one place. A reworded passage with enough
    /// shared terms on both sides counts, whatever its information.
    pub information: f64,
    /// The copied sentence pairs in it. Empty if it was found by runs of equal words alone.
    pub sentence_pairs: Vec<SentencePair>,
    /// The runs of equal words: start and end in the query document, start and end in the source.
    pub equal: Vec<[u32; 4]>,
    /// The runs that stand in another order in the source, or at another place of it: start and end in the query
    /// document, start and end in the source. A run has at least three words (Chinese: six characters).
    pub moved: Vec<[u32; 4]>,
    /// The writer's own words between copied ones: start and end of each stretch. They do not count.
    pub own: Vec<[u32; 2]>,
    /// Other places of the query document with the same words and the same source: start and end of each. All of them
    /// are one passage, and all are matched.
    #[serde(default)]
    pub a_also: Vec<[u32; 2]>,
    /// Other places of the source with the same words as a part of the passage: start and end of the first hundred.
    pub b_also: Vec<[u32; 2]>,
    /// The number of other places of the source with the same words as a part of the passage.
    #[serde(default)]
    pub b_also_count: u64,
    /// The number of further documents that have the same sentences, or most of their words, and were not compared.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub more_documents: u32,
    /// A hash of its text in the query document.
    pub a_hash: String,
    /// A hash of its text in the source.
    pub b_hash: String,
    /// Its text in the query document, unless left out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub a_text: Option<String>,
    /// Its text in the source, unless left out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub b_text: Option<String>,
    /// Up to three sentences before it in the source, unless texts are left out.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub b_before: String,
    /// Up to three sentences after it in the source.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub b_after: String,
}

impl Passage {
    /// Returns whether the passage counts: it is no common phrase, and was not left out.
    pub fn counts(&self) -> bool {
        self.kind.counts() && self.left_out.is_none()
    }

    /// Returns the words that it takes over, at all of their places.
    pub(crate) fn all_taken(&self) -> impl Iterator<Item = &[u32; 2]> {
        self.taken.iter().chain(&self.taken_also)
    }

    /// Returns whether another source, which has the same words, stands for it.
    pub fn is_repeated(&self) -> bool {
        self.counts() && !self.is_best
    }
}

/// A place in the file that is a document, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlaceReport {
    /// A place as editors count.
    Line {
        /// The line.
        line: u32,
        /// The column in code points.
        column: u32,
    },
    /// A place in a file with pages.
    Page {
        /// The page.
        page: u32,
    },
}

impl PlaceReport {
    /// Names a document and a place in it, as editors and terminals open it: `a.md:12:5`; `a.pdf p. 3`; or the id alone.
    pub fn name(id: &str, place: Option<PlaceReport>) -> String {
        match place {
            None => id.to_owned(),
            Some(PlaceReport::Line { line, column }) => format!("{id}:{line}:{column}"),
            Some(PlaceReport::Page { page }) => format!("{id} p. {page}"),
        }
    }

    /// Returns line and column, if the file has lines.
    pub fn line_and_column(self) -> Option<(u32, u32)> {
        match self {
            PlaceReport::Line { line, column } => Some((line, column)),
            PlaceReport::Page { .. } => None,
        }
    }

    /// Returns the page, if the file has pages.
    pub fn page(self) -> Option<u32> {
        match self {
            PlaceReport::Line { .. } => None,
            PlaceReport::Page { page } => Some(page),
        }
    }
}

impl From<FilePlace> for PlaceReport {
    fn from(place: FilePlace) -> PlaceReport {
        match place {
            FilePlace::Line { line, column } => PlaceReport::Line { line, column },
            FilePlace::Page(page) => PlaceReport::Page { page },
        }
    }
}

/// A pair of sentences whose bags reach the least Jaccard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentencePair {
    /// The sentence of the query document.
    pub a: u32,
    /// The sentence of the source.
    pub b: u32,
    /// Their bag Jaccard, rounded to three places.
    pub jaccard: f64,
}

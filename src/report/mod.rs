//! What was found, as plain data.
//!
//! Only the types of this module are serialized; `docs/report.schema.json` is their published schema. Ranges are
//! half open and count code points of the text as stored. Byte ranges stand beside them.
//!
//! - [`sanitize()`]: text of documents made harmless for a terminal
//! - [`ObfuscationReport`]: what hid or disguised words
//! - `findings`: verdicts on the passages of a query document -> its report
//! - [`PassedOverReport`]: what of the inputs was left out
//! - `not_read`: what of a document was not read
//! - `escape`: values as JSON, harmless too
//! - `json`: the whole report, a passage a line
//! - `jsonl`: a line a passage
//! - [`Mark`]: what is told of words of a passage
//! - `wrap`: lines of a width
//! - [`ShortNames`]: names that fit into a column and stay apart
//! - [`Hints`]: the options that are named where not all is shown
//! - [`Language`]: everything that is said, in each language
//! - [`Plain`]: text for a terminal or a pipe
//! - `sides`: the passages of such a text
//! - `standing`: documents in order of what was found, as a table
//! - `trace`: the carriers of a quotation

mod sanitize;
mod obfuscation;
mod passed_over;
mod not_read;
mod findings;
mod escape;
mod json;
mod jsonl;
mod marks;
mod wrap;
mod names;
mod hints;
mod words;
mod plain;
mod sides;
mod standing;
mod trace;

pub use crate::judge::{Credit, Exclude, Kind, LeftOut};
pub use escape::write_value;
pub(crate) use findings::Findings;
pub use hints::Hints;
pub use json::{read_json, write_json, write_json_parts};
pub use jsonl::write_jsonl;
pub use marks::{Mark, MarkedWords};
pub use names::{ShortNames, shorten_name};
pub use obfuscation::{HiddenPlace, HiddenReport, ObfuscationReport, UndoneReport};
pub use passed_over::{Naming, PassedOverPath, PassedOverReport};
pub use plain::{Plain, PlainStyle};
pub use sanitize::{sanitize, sanitize_char};
pub use standing::{PairStanding, Standing, Table};
pub use trace::{
    Carrier, CarrierDocument, Change, ChangeKind, EarlierWording, Form, Parent, Piece, Quoted, QuotedArticle,
    QuotedStatus, Reason, Step, TRACE_VERSION, Timeline, Trace, Tree, TreeRow, Witness, read_traces_json,
    stand_apart, write_articles_csv, write_articles_html, write_articles_json, write_articles_jsonl,
    write_articles_text, write_traces_csv, write_traces_html, write_traces_json, write_traces_jsonl,
    write_traces_text,
};
pub use words::{Language, thousands};
pub use wrap::{begins_no_line, ends_no_line, wrap_text};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::origin::FilePlace;

/// The version of the report's schema. It rises when a field changes its meaning or is removed.
pub const SCHEMA_VERSION: u32 = 1;

/// Everything that a check found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// `ibid` with its version.
    pub tool: String,
    /// The settings that it was made with.
    pub parameters: Parameters,
    /// What was searched.
    pub collection: Collection,
    /// The query documents, in the order in which they were given.
    pub documents: Vec<DocumentReport>,
    /// What was left out in the folders that were to be checked.
    #[serde(default)]
    pub passed_over: PassedOverReport,
    /// Inputs that could not be read, or not be checked, a line each.
    pub failures: Vec<String>,
    /// All passages, by query document, then by place, then by source.
    pub passages: Vec<Passage>,
}

/// What was found for one query document.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Its figures and sources.
    pub document: DocumentReport,
    /// Its passages, by place, then by source.
    pub passages: Vec<Passage>,
}

impl Report {
    /// Adds a query document with its passages.
    pub fn push(&mut self, checked: Checked) {
        self.documents.push(checked.document);
        self.passages.extend(checked.passages);
    }

    /// Takes the last query document out, with its passages.
    pub fn pop(&mut self) -> Option<Checked> {
        let document = self.documents.pop()?;
        let first = self.passages.partition_point(|passage| passage.a != document.id);
        Some(Checked { document, passages: self.passages.split_off(first) })
    }

    /// Inputs that may have been meant but were not looked at, a line each.
    pub fn not_looked_at(&self, language: Language, hints: Hints) -> Vec<String> {
        let words = words::Words(language);
        let mut lines = self.passed_over.lines_after(words.passed_over(), words, hints);
        let sources = &self.collection.passed_over;
        lines.extend(sources.lines_after(words.passed_over_among_sources(), words, hints));
        if self.collection.sentences == 0 {
            lines.push(words.no_sentence().to_owned());
        }
        lines
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
    /// What is left out of the figures: `references`, `captions`, `quotes`, `cited`, `small=N`.
    #[serde(default)]
    pub excluded: Vec<String>,
}

/// What was searched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Collection {
    /// How many documents.
    pub documents: u64,
    /// How many sentences they have.
    pub sentences: u64,
    /// What was left out in the folders that were to be searched; of an index nothing is.
    #[serde(default)]
    pub passed_over: PassedOverReport,
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
    /// How many there are.
    pub total: u64,
    /// How many of them stand in a template. They are matched with nothing, and left out of the ratios on both sides.
    #[serde(skip_serializing_if = "is_none", default)]
    pub template_words: u64,
    /// What was left out of its figures, if anything was: see [`Exclude`].
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub excluded: Option<ExcludedReport>,
    /// How many were taken over in passages that count: equal words, with the small gaps between them in one sentence.
    pub matched: u64,
    /// The ratios.
    pub ratios: Ratios,
    /// The documents where text was found, by what they cover.
    pub sources: Vec<SourceReport>,
    /// Paraphrase candidates that were not compared, because enough others share more rare words with it.
    #[serde(skip_serializing_if = "is_none", default)]
    pub sources_left: u64,
    /// What hid or disguised words, where there was anything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub obfuscation: Option<ObfuscationReport>,
    /// Counts of what its file holds and was not read, by kind: `pages_without_text`, `pictures`, `attachments`,
    /// `text_shapes`, `embedded_parts`, `annotations`. None for a document that comes from an index.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub not_read: BTreeMap<String, u64>,
    /// A hash of the text (xxh3, 64 bit, 16 hexadecimal digits).
    pub text_hash: String,
    /// The text, unless left out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub text: Option<String>,
}

/// What was left out of the figures of a document, by the names of its parts. Parts that hold nothing are not named; a word
/// may stand in two parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExcludedReport {
    /// Words of the document that are not among all.
    #[serde(default)]
    pub words: BTreeMap<LeftOut, u64>,
    /// Words that would be matched.
    #[serde(default)]
    pub matched: BTreeMap<LeftOut, u64>,
    /// How many passages do not count for it.
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
    /// The most that any one source covers, by `all`; 单篇最大文字复制比.
    pub largest_source: f64,
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
    /// How many words of the query document were taken over from it, in passages that count.
    pub matched: u64,
    /// `matched / all words of the query document`.
    pub ratio: f64,
    /// How many passages count.
    pub passages: u64,
}

/// A range of the query document, aligned with a range of a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// The query document.
    pub a: String,
    /// Where it begins there.
    pub a_start: u32,
    /// Where it ends there.
    pub a_end: u32,
    /// The source document.
    pub b: String,
    /// Where it begins there.
    pub b_start: u32,
    /// Where it ends there.
    pub b_end: u32,
    /// Where it begins in the file of the query document, if that is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub a_place: Option<PlaceReport>,
    /// Where it begins in the file of the source, if that is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub b_place: Option<PlaceReport>,
    /// What kind of copy.
    pub kind: Kind,
    /// The number of its finding in the document, from 1 in the order of place. Passages with the same words from several
    /// sources are one finding. 0 for what does not count.
    pub finding: u32,
    /// Whether it stands for its finding: it is from the source that covers most of the document; of equals, from the
    /// earliest.
    pub is_best: bool,
    /// `2 · equal words in order / words of both ranges`, rounded to three places.
    pub similarity: f64,
    /// Its sentences in the query document, half open, counted from 0.
    pub a_sentences: [u32; 2],
    /// Its sentences in the source.
    pub b_sentences: [u32; 2],
    /// Where it begins in the query document, in bytes.
    pub a_byte_start: u32,
    /// Where it ends there, in bytes.
    pub a_byte_end: u32,
    /// Where it begins in the source, in bytes.
    pub b_byte_start: u32,
    /// Where it ends there, in bytes.
    pub b_byte_end: u32,
    /// Words (Chinese: characters) of the query document in it.
    pub a_words: u32,
    /// Words of the source in it.
    pub b_words: u32,
    /// Words of the query document that were taken over: the equal ones, with the small gaps between them in one
    /// sentence. Places in `a_also` are not among them, nor what is left out of the figures, unless all of it is.
    pub matched_words: u32,
    /// Whether at least nine tenths of the matched words are quoted, cited, both or neither.
    #[serde(default)]
    pub credit: Credit,
    /// How many of the matched words stand in quotation marks, or in a block that is a quotation.
    #[serde(default)]
    pub quoted_words: u32,
    /// How many of the matched words stand in a sentence, or in a quotation, with a citation.
    #[serde(default)]
    pub cited_words: u32,
    /// How many of the matched words are neither quoted nor cited.
    #[serde(default)]
    pub uncredited_words: u32,
    /// Why it does not count though it is a copy: what is left out holds nine tenths of its words, or it is too
    /// small.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub left_out: Option<LeftOut>,
    /// How many words are equal.
    pub equal_words: u32,
    /// How many words of the query document in it stand in a template, and are not matched.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub template_words: u32,
    /// Its information, which separates it from common phrases, rounded to one place. A reworded passage with enough
    /// shared terms on both sides counts, whatever its information.
    pub information: f64,
    /// The copied sentence pairs in it. Empty if it was found by runs of equal words alone.
    pub sentence_pairs: Vec<SentencePair>,
    /// The stretches of equal words: start and end in the query document, start and end in the source.
    pub equal: Vec<[u32; 4]>,
    /// What of it stands in another order in the source, or at another place of it: start and end in the query document,
    /// start and end in the source. Stretches of at least three words (Chinese: six characters).
    pub moved: Vec<[u32; 4]>,
    /// The writer's own words between copied ones: start and end of each stretch. They do not count.
    pub own: Vec<[u32; 2]>,
    /// Other places of the query document with the same words and the same source: start and end of each. All of
    /// these are one passage, and all are matched.
    #[serde(default)]
    pub a_also: Vec<[u32; 2]>,
    /// Other places of the source with the same words as a part of it: start and end of the first hundred.
    pub b_also: Vec<[u32; 2]>,
    /// How many other places of the source have the same words as a part of it.
    #[serde(default)]
    pub b_also_count: u64,
    /// How many more documents have the same sentences, or most of their words, and were not compared.
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
}

impl Passage {
    /// Whether it counts: it is no common phrase, and was not left out.
    pub fn counts(&self) -> bool {
        self.kind.counts() && self.left_out.is_none()
    }

    /// Whether another source, which has the same words, stands for it.
    pub fn is_repeated(&self) -> bool {
        self.counts() && !self.is_best
    }
}

/// A place in the file that is a document, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlaceReport {
    /// As editors count.
    Line {
        /// The line.
        line: u32,
        /// The column in code points.
        column: u32,
    },
    /// In a file with pages.
    Page {
        /// The page.
        page: u32,
    },
}

impl PlaceReport {
    /// Line and column, where the file has lines.
    pub fn line_and_column(self) -> Option<(u32, u32)> {
        match self {
            PlaceReport::Line { line, column } => Some((line, column)),
            PlaceReport::Page { .. } => None,
        }
    }

    /// The page, where the file has pages.
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

/// A document and a place in it, as editors and terminals open it: `a.md:12:5`; `a.pdf p. 3`; or the id alone.
pub fn place_name(id: &str, place: Option<PlaceReport>) -> String {
    match place {
        None => id.to_owned(),
        Some(PlaceReport::Line { line, column }) => format!("{id}:{line}:{column}"),
        Some(PlaceReport::Page { page }) => format!("{id} p. {page}"),
    }
}

/// Two sentences whose bags reach the Jaccard asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentencePair {
    /// The sentence of the query document.
    pub a: u32,
    /// The sentence of the source.
    pub b: u32,
    /// Their bag Jaccard, rounded to three places.
    pub jaccard: f64,
}

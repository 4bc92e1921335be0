//! The quotations of an article, each compared with its sources in an index, as plain data.

use serde::{Deserialize, Serialize};

use super::{CarrierDocument, Change, Piece};
use crate::report::PlaceReport;

/// The quotations of an article.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QuotedArticle {
    /// Its id.
    pub article: String,
    /// The number of documents that were searched.
    pub documents: u64,
    /// Its quotations, in order.
    pub quotations: Vec<Quoted>,
    /// The number of quotations with too few words to be searched for.
    pub too_short: u64,
    /// The number of quotations with too many words to be searched for.
    pub too_long: u64,
    /// The number of phrases in quotation marks that were not searched for: names, slogans, words kept at a distance.
    #[serde(default)]
    pub phrases: u64,
}

/// A quotation of an article.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quoted {
    /// The start of its wording in the article, in code points, without quotation marks.
    pub start: u32,
    /// The end of its wording.
    pub end: u32,
    /// The start of its wording in the article, in bytes.
    pub byte_start: u32,
    /// The end of its wording, in bytes.
    pub byte_end: u32,
    /// The place of its wording in the file, if known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<PlaceReport>,
    /// The number of quotations in which it lies.
    pub depth: u32,
    /// Its speaker, as the article has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub speaker: Option<String>,
    /// Its speaker, as the first of its sources has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source_speaker: Option<String>,
    /// The relation of its wording to its source.
    pub status: QuotedStatus,
    /// Its wording; parts with an attribution between them are joined.
    pub text: String,
    /// `2 · equal words in order / words of both wordings` with the first of its sources, rounded to three places.
    pub similarity: f64,
    /// The differences from that source, beginning with those that turn the meaning.
    pub changes: Vec<Change>,
    /// Its wording as a difference from that source's.
    pub wording: Vec<Piece>,
    /// The earliest document that has its wording, or the one that is most like it; two documents if it is spliced.
    pub sources: Vec<CarrierDocument>,
    /// The number of documents that have its words in a row.
    #[serde(default)]
    pub verbatim: u64,
    /// Its clauses, each with its own verdict, if it is partial. Their places are those in [`text`](Quoted::text).
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub clauses: Vec<Quoted>,
    /// An earlier document that has it in words of another meaning.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub earlier: Option<EarlierWording>,
}

/// A wording that is earlier than the one that an article quotes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EarlierWording {
    /// The document and the place of the wording.
    pub document: CarrierDocument,
    /// The differences of the article's wording from it, beginning with those that turn the meaning.
    pub changes: Vec<Change>,
    /// The article's wording as a difference from it.
    pub wording: Vec<Piece>,
}

/// The relation of a quotation to its source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuotedStatus {
    /// A quotation that some document has word for word. An ellipsis stands for any words.
    Verbatim,
    /// A quotation that more documents have word for word than can be listed: a set phrase, or what everybody says.
    Common,
    /// A quotation of several clauses, of which some stand word for word in documents and others in none.
    Partial,
    /// A quotation that documents have in other words only.
    Altered,
    /// A quotation whose parts stand at two places.
    Spliced,
    /// A quotation that no document has.
    #[default]
    NotFound,
}

//! The quotations of an article, each compared with where it stands in an index, as plain data.

use serde::{Deserialize, Serialize};

use super::{CarrierDocument, Change, Piece};
use crate::report::PlaceReport;

/// The quotations of an article.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QuotedArticle {
    /// Its id.
    pub article: String,
    /// How many documents were searched.
    pub documents: u64,
    /// Its quotations, in order.
    pub quotations: Vec<Quoted>,
    /// How many quotations have too few words to be looked for.
    pub too_short: u64,
    /// How many have too many.
    pub too_long: u64,
}

/// A quotation of an article.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quoted {
    /// Where its wording begins in the article, in code points, marks left out.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Where its wording begins in the article, in bytes.
    pub byte_start: u32,
    /// Where it ends, in bytes.
    pub byte_end: u32,
    /// Where it begins in the file, if that is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<PlaceReport>,
    /// In how many other quotations it lies.
    pub depth: u32,
    /// Who said it, as the article has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub speaker: Option<String>,
    /// How it compares.
    pub status: QuotedStatus,
    /// Its wording; parts between which an attribution stands are joined.
    pub text: String,
    /// `2 · equal words in order / words of both wordings` with the first of its sources, rounded to three places.
    pub similarity: f64,
    /// What differs from that source, what turns the meaning first.
    pub changes: Vec<Change>,
    /// Its wording as a difference from that source's.
    pub wording: Vec<Piece>,
    /// Where it stands: the earliest document that has its wording, or the one that is most like it; two where it is spliced.
    pub sources: Vec<CarrierDocument>,
    /// An earlier document that has it in other words, where these have another meaning.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub earlier: Option<EarlierWording>,
}

/// A wording that is earlier than the one that an article quotes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EarlierWording {
    /// Where it stands.
    pub document: CarrierDocument,
    /// What the article's wording has in its place, what turns the meaning first.
    pub changes: Vec<Change>,
    /// The article's wording as a difference from it.
    pub wording: Vec<Piece>,
}

/// How a quotation compares with where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuotedStatus {
    /// Word for word. What an ellipsis leaves out is not missed.
    Verbatim,
    /// In other words.
    Altered,
    /// Its parts stand at two places.
    Spliced,
    /// No document has it.
    #[default]
    NotFound,
}

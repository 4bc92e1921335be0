//! The carriers of a quotation, as plain data. `docs/trace.schema.json` is the published schema.
//!
//! - [`quoted`]: the quotations of an article
//! - [`json`]: all of it as JSON, or one line per carrier

mod json;
mod quoted;

pub use quoted::{EarlierWording, Quoted, QuotedArticle, QuotedStatus};

use serde::{Deserialize, Serialize};

use super::PlaceReport;

/// A quotation and its carriers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Its number among the quotations searched for, from 1.
    pub number: u32,
    /// The quotation as it was given.
    pub quote: String,
    /// `words`, or `characters` for Chinese.
    pub unit: String,
    /// The number of its words or characters.
    pub length: u32,
    /// The number of documents that were searched.
    pub documents: u64,
    /// The earliest carrier.
    pub witness: Witness,
    /// All carriers, by date; those without a date come last. Carriers of one sentence, word for word, are one.
    pub carriers: Vec<Carrier>,
    /// The number of parts of documents that share much of the quotation and were not aligned, since too many do.
    pub left: u64,
    /// True if no edited wording was found and the quotation's words stand in too many documents for one to be looked
    /// for.
    pub is_common: bool,
    /// The number of documents that have the quotation's words in a row, whatever marks stand between: all of them,
    /// however common the words are.
    #[serde(default)]
    pub verbatim: u64,
    /// The number of these documents that are not among the carriers, since too many have it: the earliest are.
    #[serde(default)]
    pub not_listed: u64,
}

/// The earliest carrier, as far as the dates decide it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The number of the earliest carrier that has the quotation's wording; if none has, of the earliest that has most
    /// of it (a coverage of .6, or less if none has that). `None` if several may be the earliest.
    pub carrier: Option<u32>,
    /// The number of the earliest carrier that has most of the quotation in other words, if it is surely earlier than
    /// that one.
    #[serde(default)]
    pub similar_since: Option<u32>,
    /// The ids of the documents that may be the earliest, if the dates leave open which of them is.
    pub tied: Vec<String>,
    /// The number of documents with as much of it that have no date: each may be earlier.
    pub undated: u64,
}

/// A document that carries the quotation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Carrier {
    /// Its number in the order of dates, from 1.
    pub number: u32,
    /// The document and the place in it.
    pub document: CarrierDocument,
    /// The relation of its wording to the quotation.
    pub form: Form,
    /// `2 · equal words in order / words of the quotation and of the carrier's wording`, rounded to three places.
    pub similarity: f64,
    /// The share of the quotation's words that it has, rounded to three places.
    pub coverage: f64,
    /// True if its sentence goes on around the wording, without quotation marks between.
    pub embedded: bool,
    /// True if it stands in quotation marks.
    pub quoted: bool,
    /// True if it is told as what somebody said, without quotation marks.
    pub indirect: bool,
    /// True if it is written in traditional characters and the quotation in simplified ones, or the other way round.
    pub other_script: bool,
    /// The information of its equal words, rounded to one place: a part of the sum that separates it from chance.
    pub information: f64,
    /// The text before its wording in the sentence.
    pub before: String,
    /// Its wording.
    pub text: String,
    /// The text behind its wording in the sentence.
    pub after: String,
    /// Documents that have the same sentence, word for word, later or without a date.
    pub reprints: Vec<CarrierDocument>,
    /// The carrier whose wording it most likely took over; `None` for the witness, and if no other is earlier.
    pub parent: Option<Parent>,
    /// Its wording as a difference from its parent's, or from the quotation if it has no parent.
    pub wording: Vec<Piece>,
    /// The differences, beginning with those that turn the meaning.
    pub changes: Vec<Change>,
}

/// A document and the place in it that carries a quotation. Ranges are half open and count code points; byte ranges
/// stand beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierDocument {
    /// Its id.
    pub id: String,
    /// The start of the wording.
    pub start: u32,
    /// The end of the wording.
    pub end: u32,
    /// The start of the wording, in bytes.
    pub byte_start: u32,
    /// The end of the wording, in bytes.
    pub byte_end: u32,
    /// The sentences of the wording, half open, counted from 0.
    pub sentences: [u32; 2],
    /// The place of the wording in the file, if known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<PlaceReport>,
    /// Its date.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub date: Option<String>,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// Its author.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub author: Option<String>,
    /// Its category.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub category: Option<String>,
    /// The address where it was published.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub url: Option<String>,
    /// The file that it was read from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

/// The relation of a carrier's wording to the quotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// All its words, and no others.
    #[default]
    Exact,
    /// Words changed, added or left out here and there.
    Edited,
    /// A part left out without a mark.
    Shortened,
    /// A part left out with an ellipsis in its place.
    Elided,
}

/// The carrier whose wording another one most likely took over: a guess.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parent {
    /// Its number.
    pub carrier: u32,
    /// `2 · equal words in order / words of both wordings`, rounded to three places.
    pub similarity: f64,
    /// The reasons why it is the likeliest.
    pub reasons: Vec<Reason>,
}

/// A reason why a carrier is taken for the parent of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "reason")]
pub enum Reason {
    /// An earlier carrier with the same wording.
    SameWording,
    /// An earlier carrier, where no earlier wording has more of the carrier's words.
    ClosestWording,
    /// Words of both that the earliest carrier does not have.
    SharedChanges {
        /// The number of these words.
        words: u32,
    },
    /// The parent's author, named in the sentence of the carrier.
    Named,
}

/// A difference between two wordings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The subject of the change.
    pub kind: ChangeKind,
    /// The words of the parent that are gone.
    pub gone: String,
    /// The words of the carrier that are new.
    pub new: String,
}

/// The subject of a change. Changes that turn the meaning come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// A lost negation.
    NegationLost,
    /// A new negation.
    NegationAdded,
    /// A word replaced by one of opposite meaning, such as "rise" by "fall".
    Opposite,
    /// Two names or other words that have changed places, such as "Lowell sued Halden" and "Halden sued Lowell".
    Exchanged,
    /// A changed number.
    Number,
    /// A changed date.
    Date,
    /// A changed name.
    Name,
    /// Another speaker.
    Speaker,
    /// A lost word such as "may" or "reportedly".
    HedgeLost,
    /// A new word such as "may" or "reportedly".
    HedgeAdded,
    /// A stretch of several words left out, with nothing in its place. A number or a name in it does not count as
    /// changed.
    LeftOut,
    /// Words replaced by others.
    Words,
}

/// A stretch of a wording, compared with another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// Text of both wordings.
    Same(String),
    /// Text of the parent only.
    Gone(String),
    /// Text of the carrier only.
    New(String),
}

impl ChangeKind {
    /// Returns whether it does more than put the same into other words.
    pub fn turns_meaning(self) -> bool {
        !matches!(self, ChangeKind::Words | ChangeKind::LeftOut)
    }
}

impl Piece {
    /// Returns its text.
    pub fn text(&self) -> &str {
        match self {
            Piece::Same(text) | Piece::Gone(text) | Piece::New(text) => text,
        }
    }
}

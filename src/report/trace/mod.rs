//! The carriers of a quotation, as plain data. `docs/trace.schema.json` is the published schema.
//!
//! - [`timeline`]: how many there were when
//! - [`words`]: everything that is said of them, in each language
//! - [`saying`]: what is said of a trace or a carrier, a line each
//! - `dates`: when, as it is shown
//! - [`tree`]: who may have taken it from whom
//! - [`plain`]: text for a terminal or a pipe
//! - [`quoted`]: the quotations of an article
//! - [`json`]: all of it as JSON, or a line a carrier
//! - [`csv`]: a row a carrier, or a quotation of an article
//! - [`html`]: a page that stands alone

mod timeline;
mod words;
mod dates;
mod saying;
mod tree;
mod plain;
mod json;
mod csv;
mod html;
mod quoted;

pub use csv::{write_articles_csv, write_traces_csv};
pub use html::{write_articles_html, write_traces_html};
pub use json::{
    TRACE_VERSION, read_traces_json, write_articles_json, write_articles_jsonl, write_traces_json,
    write_traces_jsonl,
};
pub use plain::{write_articles_text, write_traces_text};
pub use quoted::{EarlierWording, Quoted, QuotedArticle, QuotedStatus};
pub use saying::stand_apart;
pub use timeline::{Step, Timeline};
pub use tree::{Tree, TreeRow};

use serde::{Deserialize, Serialize};

use super::PlaceReport;

/// A quotation and what carries it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Its number among the quotations that were asked for, from 1.
    pub number: u32,
    /// The quotation as it was asked for.
    pub quote: String,
    /// `words`, or `characters` for Chinese.
    pub unit: String,
    /// How many it has.
    pub length: u32,
    /// How many documents were searched.
    pub documents: u64,
    /// The earliest carrier.
    pub witness: Witness,
    /// All carriers, by date; those without one last. Carriers of one sentence, word for word, are one.
    pub carriers: Vec<Carrier>,
    /// Parts of documents that share half of the quotation or more and were not looked at, since too many do.
    pub left: u64,
    /// Whether each of its words stands in so many documents that it was not looked for.
    pub is_common: bool,
}

/// Who had it first, as far as that can be known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The number of the earliest carrier that has most of the quotation (a coverage of .6, or less where none has that); none
    /// where several may be.
    pub carrier: Option<u32>,
    /// The ids of the documents that may be the earliest, where there are several: their dates leave open which of them is.
    pub tied: Vec<String>,
    /// How many documents that carry it have no date: each may be earlier.
    pub undated: u64,
}

/// A document that carries the quotation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Carrier {
    /// Its number in the order of dates, from 1.
    pub number: u32,
    /// Which document.
    pub document: CarrierDocument,
    /// How its wording relates to the quotation.
    pub form: Form,
    /// `2 · equal words in order / words of the quotation and of the carrier's wording`, rounded to three places.
    pub similarity: f64,
    /// The share of the quotation's words that it has, rounded to three places.
    pub coverage: f64,
    /// Whether its sentence goes on around the wording, without quotation marks between.
    pub embedded: bool,
    /// Whether it stands in quotation marks.
    pub quoted: bool,
    /// Whether it is told as what somebody said, without quotation marks.
    pub indirect: bool,
    /// Whether it is written in traditional characters and the quotation in simplified ones, or the other way round.
    pub other_script: bool,
    /// Its information, by how rare its equal words are, rounded to one place: a part of what separates it from chance.
    pub information: f64,
    /// What stands before its wording in the sentence.
    pub before: String,
    /// Its wording.
    pub text: String,
    /// What stands behind its wording in the sentence.
    pub after: String,
    /// Documents that have the same sentence, word for word, later or without a date.
    pub reprints: Vec<CarrierDocument>,
    /// The carrier whose wording it likeliest took over; none for the witness, and where no other is earlier.
    pub parent: Option<Parent>,
    /// Its wording as a difference from its parent's; from the quotation where it has no parent.
    pub wording: Vec<Piece>,
    /// What differs, what turns the meaning first.
    pub changes: Vec<Change>,
}

/// A document and the place in it that carries a quotation. Ranges are half open and count code points; byte ranges stand
/// beside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierDocument {
    /// Its id.
    pub id: String,
    /// Where the wording begins.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Where the wording begins, in bytes.
    pub byte_start: u32,
    /// Where it ends, in bytes.
    pub byte_end: u32,
    /// The sentences that it lies in, half open, counted from 0.
    pub sentences: [u32; 2],
    /// Where it begins in the file, if that is known.
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
    /// Where it was published.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub url: Option<String>,
    /// The file that it was read from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
}

/// How the wording of a carrier relates to the quotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// All its words, and no others.
    #[default]
    Exact,
    /// Words were changed, added or left out here and there.
    Edited,
    /// A part of it was left out, and no mark says so.
    Shortened,
    /// A part of it was left out, and an ellipsis says so.
    Elided,
}

/// The carrier whose wording another one likeliest took over: a guess.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parent {
    /// Its number.
    pub carrier: u32,
    /// `2 · equal words in order / words of both wordings`, rounded to three places.
    pub similarity: f64,
    /// Why it is the likeliest.
    pub reasons: Vec<Reason>,
}

/// Why a carrier is taken for the parent of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "reason")]
pub enum Reason {
    /// It is earlier and has the same wording.
    SameWording,
    /// It is earlier, and no earlier wording has more of the carrier's words.
    ClosestWording,
    /// Both have words that the witness has not.
    SharedChanges {
        /// How many.
        words: u32,
    },
    /// The carrier names its author or source.
    Named,
}

/// A difference between two wordings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// What it is about.
    pub kind: ChangeKind,
    /// The words of the parent that are gone.
    pub gone: String,
    /// The words of the carrier that are new.
    pub new: String,
}

/// What a change is about. Those that turn the meaning come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// A negation is gone.
    NegationLost,
    /// A negation is new.
    NegationAdded,
    /// A number is another one.
    Number,
    /// A date is another one.
    Date,
    /// A name is another one.
    Name,
    /// A word such as "may" or "reportedly" is gone.
    HedgeLost,
    /// A word such as "may" or "reportedly" is new.
    HedgeAdded,
    /// A stretch of several words is gone, and nothing stands in its place. A number or a name in it was not changed.
    LeftOut,
    /// Other words.
    Words,
}

/// A stretch of a wording, compared with another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// It stands in both.
    Same(String),
    /// It stands in the parent alone.
    Gone(String),
    /// It stands in the carrier alone.
    New(String),
}

impl ChangeKind {
    /// Whether it is about more than other words for the same.
    pub fn turns_meaning(self) -> bool {
        !matches!(self, ChangeKind::Words | ChangeKind::LeftOut)
    }
}

impl Piece {
    /// Its text.
    pub fn text(&self) -> &str {
        match self {
            Piece::Same(text) | Piece::Gone(text) | Piece::New(text) => text,
        }
    }
}

//! Finds copied sentences, and the passages they form, in English and Chinese.
//!
//! A [`Detector`] is made from a [`Config`]. It compares two [`Document`]s, or checks many against a [`Collection`] in
//! memory or an index on disk ([`Checker`]). A [`Library`] keeps documents in a folder. The result is a
//! [`report::Report`].
//!
//! The modules are listed in the order in which a text passes through them. The public ones can be used on their own:
//!
//! - [`interrupt`]: ends long work from outside
//! - [`written`]: a name and its settings, as users write them
//! - [`date`]: a date as people write it -> ISO 8601
//! - [`origin`], [`structure`]: the places of a text in its file, its headings, notes and the like
//! - [`normalize`]: a text -> the text for matching, with its offset map
//! - [`split`]: a text -> sentences
//! - [`tokenize`]: a sentence -> words
//! - [`facts`]: a text -> its numbers, dates and names
//! - [`quotation`]: a text -> its quotations and their speakers
//! - [`credit`]: a text -> its quotations, its citations and its list of references
//! - [`feature`]: words -> the keys by which sentences are found
//! - [`report`]: the results, as plain data and JSON
//! - [`decisions`]: the decisions of people -> the decision of each passage
//! - [`trace`]: a quotation -> its carriers
//!
//! ```
//! use ibid::{Config, Detector, Document};
//!
//! let document = |id: &str, text: &str| Document { id: id.into(), text: text.into(), ..Document::default() };
//! let essay = "He wrote this himself. The committee rejected the proposal after a long and bitter debate.";
//! let source = "The committee rejected the proposal after a long and bitter debate, and nobody was surprised.";
//!
//! let detector = Detector::new(Config::default())?;
//! let report = detector.compare(&document("essay", essay), &document("source", source))?;
//! assert_eq!(report.passages().count(), 1);
//! # Ok::<(), ibid::Error>(())
//! ```

mod error;
pub mod interrupt;
mod calendar;
pub mod date;
mod chars;
pub mod origin;
pub mod structure;
mod text;
mod word_set;
pub mod written;
pub mod normalize;
pub mod split;
mod said;
pub mod tokenize;
mod lexicon;
pub mod facts;
pub mod quotation;
pub mod credit;
pub mod feature;
pub mod report;
pub mod decisions;
mod score;
mod analyze;
mod retrieve;
mod align;
mod judge;
mod detect;
pub mod trace;
mod library;

pub use analyze::Analyzed;
pub use chars::CharIndex;
pub use detect::{Checker, Config, Detector, Profile, Reworded};
pub use error::{Error, ErrorKind, Result, system_reason};
pub use judge::{Explanation, Neighbors};
pub use library::{Library, LibraryWriter, Prepared, Rebuilt};
pub use retrieve::{Collection, CollectionBuilder, Sources};
pub use score::{Exclude, LiveFigures};
pub use text::{Document, Lang, Layout, Metadata, Span, is_han};

/// The examples of the README and of the guide, which are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/guide/use-from-rust.md")]
struct Examples;

//! Finds copied sentences, and the passages they form, in English and Chinese.

mod error;
mod text;
mod read;
mod normalize;
mod split;
mod tokenize;
mod lexicon;
pub mod feature;
mod analyze;
mod retrieve;
mod align;
mod judge;
pub mod report;
mod detect;
pub mod dedup;
pub mod eval;

pub use analyze::Analyzed;
pub use detect::{Checker, Config, Detector, Profile, Reworded};
pub use error::{Error, Kind, Result, system_reason};
pub use normalize::{NORMALIZER_VERSION, Normalized, Obfuscation, Undone, normalize};
#[doc(hidden)]
pub use read::read_any;
pub use read::{
    Encoding, FieldMap, IdBase, Ids, Input, InputFormat, Markup, PassedOver, PassedOverWhy, Place, Raw,
    ReadOptions, Summary, Walk, decode, fetch, fetch_from, other_fields, read_bytes, read_file, read_paths,
    walk, write_record,
};
pub use retrieve::{Collection, CollectionBuilder};
pub use split::{SPLITTER_VERSION, split_sentences};
pub use text::{CharIndex, Document, Lang, Layout, Metadata, Span};
pub use tokenize::{Dictionary, Han, Token, Tokenizer};

//! Finds copied sentences, and the passages they form, in English and Chinese.

pub mod error;
pub mod text;
mod normalize;
mod split;
mod tokenize;
pub mod feature;

pub use error::{Error, Kind, Result};
pub use normalize::{NORMALIZER_VERSION, Normalized, Obfuscation, normalize};
pub use split::{SPLITTER_VERSION, split_sentences};
pub use text::{Document, Lang, Layout, Metadata, Span};
pub use tokenize::{Dictionary, Han, Tokenizer};

//! Finds copied sentences, and the passages they form, in English and Chinese.

pub mod error;
pub mod text;

pub use error::{Error, Kind, Result};
pub use text::{Document, Lang, Layout, Metadata, Span};
mod tokenize;
pub mod feature;

pub use tokenize::{Dictionary, Han, Tokenizer};

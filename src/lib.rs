//! Finds copied sentences, and the passages they form, in English and Chinese.

pub mod error;
pub mod text;
mod read;
mod tokenize;
pub mod feature;

pub use error::{Error, Kind, Result};
#[doc(hidden)]
pub use read::read_any;
pub use read::{
    Encoding, FieldMap, IdBase, Ids, Input, Place, Raw, ReadOptions, Summary, Walk, decode, fetch,
    read_bytes, read_file, read_paths, walk,
};
pub use text::{Document, Lang, Layout, Metadata, Span};
pub use tokenize::{Dictionary, Han, Tokenizer};

//! The experiments of the papers on whole documents, on any texts: how far what finds duplicates stands edits, and how
//! often what remembers texts is wrong.
//!
//! In: texts, and what is compared. Out: numbers. Nothing here reads a file or looks at a clock, and nothing depends on
//! the number of threads.
//!
//! - [`changes`]: copies of documents with more, fewer or reordered words
//! - [`shingles`]: sets of shingles and their Jaccard, with which paper 000 compares
//! - [`copies`]: what recognizes a copy
//! - [`robust`]: how many copies are recognized, and how many other documents are taken for copies
//! - [`planted`]: edited copies planted in a collection, and how many of them are found
//! - [`stream`]: texts with a share of duplicates, and how many of them are told rightly

pub mod changes;
pub mod shingles;
pub mod copies;
pub mod robust;
pub mod planted;
pub mod stream;

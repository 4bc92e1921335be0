//! The arguments of `ibid dedup`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::number::{number, whole};
use super::{Listing, Reading};

/// Find documents that are equal, or nearly so, and say which to keep.
///
/// First documents of equal text are found, then, among what is left, those that resemble an earlier one: most of the
/// stretches of a few letters that one of the two has are in both. --near has other methods. Of each cluster one
/// document is kept. As text, what is kept stands at the beginning of a line, and what is dropped below it: exact where
/// another document has the same text, near, with the share that is common, where none has. With --kept that list is
/// written only where --format or --output asks for it; how many were kept and dropped is said on standard error. Of
/// Markdown and HTML, texts are compared as they are read, without markup (--raw compares the files as they stand). Ids
/// may repeat: a document is known by its file and line, which stand beside the id then. A document without a text, or
/// without letters and digits, is always kept. No index is used or made.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid dedup library/                                what to keep and what to drop
  ibid dedup library/ --format jsonl | jq -r 'select(.kept | not).id'
  ibid dedup news.jsonl.gz --keep newest --kept ids.txt
  ibid dedup crawl/ --kept clean.jsonl.zst --dropped dropped.jsonl -o clusters.txt
  ibid dedup --state seen/ monday.jsonl              and on Tuesday, against Monday's:
  ibid dedup --state seen/ tuesday.jsonl --kept all.jsonl
  ibid dedup today.jsonl --seen seen.bloom --kept new.jsonl
  ibid dedup --lines titles.txt --kept unique.txt    short texts, one a line
  ibid dedup library/ --near none                    equal texts only
  ibid dedup library/ --near shingles:min=.95        hardly any difference
  ibid dedup library/ --near simhash:of=words,weight=idf,stop=100,distance=5
  ibid dedup library/ --near ddw:min=.6              by the words that weigh most, categories apart")]
pub(crate) struct Dedup {
    /// Files and folders, JSONL, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Each line is a text, its id the file's with the number of the line; blank lines are passed over
    #[arg(long)]
    pub(crate) lines: bool,
    /// Compare Markdown and HTML files as they stand, with their markup. Without it, the texts that are read of them are
    /// compared, so that two files may be equal that differ in markup, front matter or navigation
    #[arg(long)]
    pub(crate) raw: bool,
    /// What near documents are found by, with settings, or none.
    ///
    /// shingles: min=.86, the share of all stretches of letters of two documents that both have; width=12, how long these
    /// are, in bytes (twelve Latin letters or four Han characters); keep=1024|all, the size of the sample of a long one.
    /// simhash: distance=K, in how many of the 64 bits they may differ, 0 to 7; of=shingles,width=4 (characters) or
    /// of=words, with weight=tf|idf and stop=N, the most common words left out.
    /// ddw: the cosine of the terms=N words that weigh most, at least min=.5; idf=collection|builtin|mixed, tf=raw|log,
    /// stop=N; documents of different categories are never near.
    /// imatch: equal words of a normalized idf from low=.5 to high=.8; lexicons=K, drawn at random, of which one has to agree
    #[arg(long, value_name = "METHOD[:K=V,...]|none", default_value = "shingles", verbatim_doc_comment)]
    pub(crate) near: String,
    /// Which document of a cluster is kept
    #[arg(long, value_name = "WHICH", default_value = "first")]
    pub(crate) keep: KeepName,
    /// Write what is kept to this file. Where its name ends in .jsonl: the records, those of JSONL byte for byte, rows of
    /// Parquet with all their columns, other documents with their text and what is known of them. In .parquet: rows of
    /// Parquet as they are; of JSONL, the fields that are mapped, and all others as JSON in a column "fields". Else the
    /// ids, a line each; with --lines, the lines themselves. For records and lines the inputs are read a second time. .gz
    /// and .zst after that, but not after .parquet: packed
    #[arg(long, value_name = "FILE")]
    pub(crate) kept: Option<PathBuf>,
    /// Write what is dropped to this file. Where its name ends in .jsonl or .parquet: id, cluster and reason of each, as
    /// --format jsonl has it. Else the ids, a line each. .gz and .zst after that: packed
    #[arg(long, value_name = "FILE")]
    pub(crate) dropped: Option<PathBuf>,
    /// Keep what was made of the inputs in this folder. A run that was interrupted goes on from there; one over further
    /// inputs reads these, and those of before that have changed, and says what one run over all would say. Needs the
    /// same settings each time
    #[arg(long, value_name = "FOLDER")]
    pub(crate) state: Option<PathBuf>,
    /// Drop texts that runs with this file have seen, and add those of this one to it: a Bloom filter, which is made where
    /// it is missing, and written anew at the end. Can be repeated: all of them count, the first is written
    #[arg(long, value_name = "FILE")]
    pub(crate) seen: Vec<PathBuf>,
    /// For a new --seen file: the share of new texts that it may take for seen (default 1e-6)
    #[arg(long, value_name = "P", requires = "seen", value_parser = number)]
    pub(crate) false_positives: Option<f64>,
    /// For a new --seen file: for how many texts it is made (default 1000000). A billion take 3.6 GB
    #[arg(long, value_name = "N", requires = "seen", value_parser = whole::<u64>)]
    pub(crate) expect: Option<u64>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Which document of a cluster is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeepName {
    /// The first
    First,
    /// The one with most characters
    Longest,
    /// The one with the latest date
    Newest,
    /// The one of which most is known (title, author, date, address, category), then the longest
    Best,
}

//! The arguments of `ibid dedup`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::number::{number, whole};
use super::{Listing, Reading, first_examples};

const EXAMPLES: &str = "\
Examples:
  ibid dedup library/                               list what to keep and drop
  ibid dedup crawl/ --kept clean.jsonl.zst          write the kept records
  ibid dedup library/ --near none                   identical texts only
  ibid dedup library/ --level strict                hardly any difference
  ibid dedup library/ --keep-different none         whatever their numbers
  ibid dedup news.jsonl --level loose --clusters links
  ibid dedup news.jsonl.gz --keep newest --kept ids.txt
  ibid dedup crawl/ --kept clean.jsonl.zst --dropped dropped.jsonl -o list.txt
  ibid dedup library/ --format jsonl | jq -r 'select(.kept | not).id'
  ibid dedup --lines titles.txt --kept unique.txt   short texts, one per line
  ibid dedup --state seen/ monday.jsonl             on Monday
  ibid dedup --state seen/ tuesday.jsonl --kept all.jsonl
  ibid dedup today.jsonl --seen seen.bloom --kept new.jsonl
  ibid dedup library/ --near simhash:of=words,weight=idf,stop=100,distance=5
  ibid dedup library/ --near ddw:min=.6             by the heaviest words";

/// Find duplicate and near-duplicate documents; choose what to keep.
///
/// Finds identical texts first, then documents that resemble an earlier one: most of their shingles (short sequences of
/// letters) or of their words are common. --level says how many; --near has other methods. Of each cluster, one document
/// is kept. A document without letters and digits is always kept. No index is used or made.
///
/// In text output, a kept document begins a line, and the documents dropped for it are listed below it: exact if the
/// texts are identical, otherwise near, with the common share. With --kept, this list is written only if --format or
/// --output asks for it, and a summary goes to standard error. Ids may repeat; such documents are listed with file and
/// line.
#[derive(Args, Debug)]
#[command(after_help = first_examples(EXAMPLES), after_long_help = EXAMPLES)]
pub(crate) struct Dedup {
    /// Files and folders to compare, JSONL, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Treat each line as a document
    ///
    /// Its id is the file and the line number. Blank lines are skipped.
    #[arg(long, help_heading = "Input")]
    pub(crate) lines: bool,
    /// Compare Markdown and HTML files with their markup
    ///
    /// By default, only the texts are compared: files that differ in markup, front matter or navigation alone are
    /// identical.
    #[arg(long, help_heading = "Input")]
    pub(crate) raw: bool,
    /// Similarity
    ///
    /// Near documents have at least this similarity.
    #[arg(long, value_name = "LEVEL", conflicts_with = "near", help_heading = "Search")]
    pub(crate) level: Option<Level>,
    /// Method for near documents instead of a level, or none
    ///
    /// mixed:min=.8,words=.66,width=8,keep=1024 compares shingles, then words. Documents are near if the share of their
    /// shingles that both have is at least min, or the share of their words in the same order is at least words; in the
    /// second case no eight words in a row may be new, and the words that differ must not be the same again and again.
    /// The setting width is the length of a shingle in bytes (eight Latin letters or three Chinese characters); keep is
    /// the sample size of a long document, or all.
    ///
    /// shingles:min=.86,width=12 compares shingles only. Use it where near documents must share text: statutes, forms.
    ///
    /// simhash:distance=5,of=shingles,width=4 compares 64-bit fingerprints, of which at most distance bits (0 to 7)
    /// differ. With of=words, weight=tf|idf weights the words, and stop=N leaves out the N most common. Use it where 8
    /// bytes per document are the limit; it makes more errors.
    ///
    /// ddw:min=.5,words=.6 compares the terms=N heaviest words: min is the minimum cosine, words the minimum share of
    /// all words. Further settings are idf=collection|builtin|mixed, tf=raw|log and stop=N. Documents of different
    /// categories are never near. Use it for news that was rewritten with a new beginning and end, and not for manuals,
    /// statutes or pages of one site, which use the same words.
    #[arg(long, value_name = "METHOD[:K=V,...]|none", help_heading = "Search", hide_short_help = true)]
    pub(crate) near: Option<String>,
    /// Keep near documents that differ in these facts
    ///
    /// A list of numbers, dates and names, or none. A document is then no duplicate of one with other facts: 41.9 % is not
    /// 41 %, and a decree of 2026 is not one of 2024. Equal facts are equal however they are written. By default, numbers
    /// and dates count in documents of fewer than 60 words (120 Chinese characters); the facts given here count in all.
    /// Identical texts are duplicates in any case.
    #[arg(long, value_name = "FACTS|none", help_heading = "Search", hide_short_help = true)]
    pub(crate) keep_different: Option<String>,
    /// Definition of a cluster
    #[arg(
        long,
        value_name = "KIND",
        default_value = "leaders",
        help_heading = "Search",
        hide_short_help = true
    )]
    pub(crate) clusters: ClustersName,
    /// Document of a cluster to keep
    #[arg(long, value_name = "WHICH", default_value = "first", help_heading = "Search")]
    pub(crate) keep: KeepName,
    /// Write kept documents (.jsonl, .parquet or .txt file)
    ///
    /// A .jsonl file gets records: those of JSONL byte for byte, rows of Parquet with all columns, other documents with
    /// their text and metadata. A .parquet file gets rows: those of Parquet unchanged, records of JSONL with the mapped
    /// fields and all others as JSON in the column "fields". A .txt file gets the ids, one per line, or with --lines the
    /// lines. Records and lines are read from the inputs a second time. A further extension .gz or .zst compresses the
    /// file, except .parquet.
    #[arg(long, help_heading = "Output", value_name = "FILE")]
    pub(crate) kept: Option<PathBuf>,
    /// Add cluster id and size to the records of --kept FILE.jsonl
    ///
    /// The fields "ibid_cluster", the id of the cluster in the list and in --dropped, and "ibid_cluster_size", its number
    /// of documents, follow the record's own fields. If a record already has a field of one of these names, the run fails
    /// and writes nothing.
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    pub(crate) cluster_fields: bool,
    /// Write dropped documents (.jsonl, .parquet or .txt file)
    ///
    /// A .jsonl or .parquet file gets the id, cluster and reason of each document, and the rule with its measure and
    /// limit, as in --format jsonl. A .txt file gets
    /// the ids, one per line. A further extension .gz or .zst compresses the file, except .parquet.
    #[arg(long, help_heading = "Output", value_name = "FILE")]
    pub(crate) dropped: Option<PathBuf>,
    /// Store the state of the run here, to continue later
    ///
    /// An interrupted run continues from there. A later run with further inputs reads only what is new or has changed,
    /// and gives the result of one run over all inputs. Each run needs the same settings.
    #[arg(long, help_heading = "Earlier runs", value_name = "FOLDER")]
    pub(crate) state: Option<PathBuf>,
    /// Drop texts seen in earlier runs with this file
    ///
    /// The texts of this run are added. The file is a Bloom filter; it is created if it is missing, and rewritten at the
    /// end. Can be repeated: all files are looked up, and the first is written.
    #[arg(long, help_heading = "Earlier runs", value_name = "FILE")]
    pub(crate) seen: Vec<PathBuf>,
    /// False positive rate of a new --seen file [default: 1e-6]
    #[arg(
        long,
        value_name = "P",
        requires = "seen",
        value_parser = number,
        help_heading = "Earlier runs",
        hide_short_help = true
    )]
    pub(crate) false_positives: Option<f64>,
    /// Expected number of texts in a new --seen file [default: 1000000]
    ///
    /// A billion texts take 3.6 GB.
    #[arg(
        long,
        value_name = "N",
        requires = "seen",
        value_parser = whole::<u64>,
        help_heading = "Earlier runs",
        hide_short_help = true
    )]
    pub(crate) expect: Option<u64>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// The least likeness of near documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// At least .95 of the shingles are common: a few words or a date differ
    Strict,
    /// At least .8 of the shingles are common, or .66 of the words in the same order where the edits are spread: an
    /// article with a few more sentences, or with a word in five replaced, removed or added (default)
    #[default]
    Normal,
    /// At least .6 of the shingles are common, or .6 of the words in the same order: a page half of which is new; pages of
    /// one site that share their frame are near, too
    Loose,
}

impl Level {
    /// Returns the method of the level, with its settings.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Level::Strict => "shingles:min=.95",
            Level::Normal => "mixed:min=.8,words=.66",
            Level::Loose => "mixed:min=.6,width=12,words=.6",
        }
    }
}

/// The kind of a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClustersName {
    /// The documents near its first one
    Leaders,
    /// All documents linked by a chain of near ones, in any order; only for mixed and shingles
    Links,
}

/// Which document of a cluster is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeepName {
    /// The first in the input
    First,
    /// The one with the most characters
    Longest,
    /// The one with the latest date
    Newest,
    /// The one with the most metadata (title, author, date, address, category), then the longest
    Best,
}

//! The arguments of `ibid dedup`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::number::{number, whole};
use super::{Listing, Reading};

/// Find documents that are equal, or nearly so, and choose which to keep.
///
/// Documents of equal text are found first. Among the others, those are found that resemble an earlier one: most of
/// their shingles (short sequences of letters) or words are in both. --level says how many; --near has other methods. One document of each cluster is
/// kept. In the text output, a document that is kept begins a line, and the documents dropped for it are below it:
/// exact if another document has the same text, otherwise near, with the share in common. With --kept the list is
/// written only if --format or --output asks for it, and a summary goes to standard error. Of Markdown and HTML, the
/// texts without markup are compared (--raw compares the files as they are). Ids may repeat: a document is then given
/// with its file and line. A document without letters and digits is always kept. No index is used or made.
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
  ibid dedup library/ --level strict                 hardly any difference
  ibid dedup news.jsonl --level loose --clusters links
  ibid dedup library/ --near simhash:of=words,weight=idf,stop=100,distance=5
  ibid dedup library/ --near ddw:min=.6              by the words that weigh most, categories apart")]
pub(crate) struct Dedup {
    /// Files and folders, JSONL, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Take each line as a text, with the file and the line number as its id; blank lines are skipped
    #[arg(long)]
    pub(crate) lines: bool,
    /// Compare Markdown and HTML files as they are, with their markup. By default the texts without it are compared,
    /// so that files are equal that differ only in markup, front matter or navigation
    #[arg(long)]
    pub(crate) raw: bool,
    /// How much alike near documents are (default normal).
    ///
    /// strict: at least .95 of the shingles of two documents are common; a few words differ, or a date.
    /// normal: at least .8 of them, or .66 of the words in the same order where the edits are spread: an article with some
    /// sentences more, a story with a word in five exchanged, left out or put in.
    /// loose: at least .6, or .6 of the words: a page half of which is new; pages of one site that share their frame
    /// fall together, too
    #[arg(long, value_name = "LEVEL", conflicts_with = "near", verbatim_doc_comment)]
    pub(crate) level: Option<Level>,
    /// The method that finds near documents, with settings, in place of a level, or none.
    ///
    /// mixed: min=.8, the share of the shingles of two documents that both have, or words=.66, that of their words in the
    /// same order, where no eight words in a row are new and the words that differ are not the same again and again;
    /// width=8, the length of a shingle in bytes (eight Latin letters or three Han characters); keep=1024|all, the size
    /// of the samples of a long document.
    /// shingles: the same without words; min=.86, width=12. Take it where what is called near has to share text: statutes, forms.
    /// simhash: distance=5, the most bits of 64 that may differ, 0 to 7; of=shingles,width=4 (characters) or of=words, with
    /// weight=tf|idf and stop=N, the number of most common words left out. Take it where 8 bytes a document are all
    /// there is room for; it errs more.
    /// ddw: min=.5, the least cosine of the terms=N words that weigh most, and words=.6, the least share of all words; idf=collection|builtin|mixed, tf=raw|log,
    /// stop=N. Documents of different categories are never near. Take it for news that was rewritten, with a new head
    /// and foot; not for manuals, statutes or pages of one site, which use the same words
    #[arg(long, value_name = "METHOD[:K=V,...]|none", verbatim_doc_comment)]
    pub(crate) near: Option<String>,
    /// What a cluster is: the documents near its first one, or all that a chain of near ones links, in whatever order
    /// they come. Links go with mixed and shingles
    #[arg(long, value_name = "WHICH", default_value = "leaders")]
    pub(crate) clusters: ClustersName,
    /// Which document of a cluster is kept
    #[arg(long, value_name = "WHICH", default_value = "first")]
    pub(crate) keep: KeepName,
    /// Write what is kept to this file. To a .jsonl file go the records: those of JSONL byte for byte, rows of
    /// Parquet with all columns, other documents with their text and metadata. To a .parquet file go rows of Parquet
    /// as they are, and of JSONL the mapped fields, with all others as JSON in a column "fields". To a .txt file go the
    /// ids, one per line, or with --lines the lines. For records and lines the inputs are read a second time. A
    /// further .gz or .zst packs the file, except .parquet
    #[arg(long, value_name = "FILE")]
    pub(crate) kept: Option<PathBuf>,
    /// Add to each record of --kept FILE.jsonl, behind its own fields, "ibid_cluster", the id that its cluster has in the
    /// list and in --dropped, and "ibid_cluster_size", how many documents the cluster has. A record that has a field of
    /// one of these names is refused, and nothing is written
    #[arg(long)]
    pub(crate) cluster_fields: bool,
    /// Write what is dropped to this file. To a .jsonl or .parquet file go the id, cluster and reason of each, as in
    /// --format jsonl. To a .txt file go the ids, one per line. A further .gz or .zst packs the file, except .parquet
    #[arg(long, value_name = "FILE")]
    pub(crate) dropped: Option<PathBuf>,
    /// Keep what was made of the inputs in this folder. An interrupted run continues from there. A later run with
    /// further inputs reads only what is new or has changed, and gives the result of one run over all. Needs the same
    /// settings each time
    #[arg(long, value_name = "FOLDER")]
    pub(crate) state: Option<PathBuf>,
    /// Drop texts that earlier runs with this file have seen, and add the texts of this run. The file is a Bloom
    /// filter; it is made if it is missing, and rewritten at the end. Can be repeated: all files are looked up, and
    /// the first is written
    #[arg(long, value_name = "FILE")]
    pub(crate) seen: Vec<PathBuf>,
    /// For a new --seen file: its false positive rate (default 1e-6)
    #[arg(long, value_name = "P", requires = "seen", value_parser = number)]
    pub(crate) false_positives: Option<f64>,
    /// For a new --seen file: the number of texts it is made for (default 1000000). A billion take 3.6 GB
    #[arg(long, value_name = "N", requires = "seen", value_parser = whole::<u64>)]
    pub(crate) expect: Option<u64>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// How much alike near documents are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Hardly any difference
    Strict,
    /// Copies with some changes
    #[default]
    Normal,
    /// Copies with many changes
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

/// What a cluster is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClustersName {
    /// What is near its first document
    Leaders,
    /// What a chain of near documents links
    Links,
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
    /// The one with the most metadata (title, author, date, address, category), then the longest
    Best,
}

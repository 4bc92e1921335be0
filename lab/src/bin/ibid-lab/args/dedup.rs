//! The arguments of `ibid-lab dedup`.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

use super::{HanName, Listing, Reading};

/// Repeat the papers' experiments on whole documents with your own texts.
///
/// Prints what the papers report beside what is measured.
#[derive(Subcommand, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab dedup edits news/ --plot edits.svg
  ibid-lab dedup planted news/
  ibid-lab dedup speed news/
  ibid-lab dedup exact --lines titles.txt --texts 2500000")]
pub(crate) enum Dedup {
    Edits(DedupEdits),
    Planted(DedupPlanted),
    Speed(DedupSpeed),
    Exact(DedupExact),
}

/// The arguments of every experiment.
#[derive(Args, Debug)]
pub(crate) struct Experiment {
    /// Files and folders, JSONL, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Draw the figures into this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Share of edited copies of documents that each method recognizes, by the size of the edit.
///
/// Each document is changed: 1 to 20 % of its words are added or deleted, one by one or in one stretch, and its sentences
/// are put in another order. Each copy is compared with its original. Compared are SimHash as the paper has it and as
/// `ibid dedup` has it, and the Jaccard of shingles. Printed, too, is how many documents of the collection are taken for
/// copies of others, and how many of these have little in common with them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab dedup edits news/
  ibid-lab dedup edits news/ --unit char --plot edits.svg
  ibid-lab dedup edits news/ --method simhash:of=words,distance=5")]
pub(crate) struct DedupEdits {
    /// Another method to compare, as for --near of `ibid dedup`, or imatch:low=.5,high=.8,lexicons=K. Can be repeated
    #[arg(long, value_name = "NAME[:K=V,...]")]
    pub(crate) method: Vec<String>,
    /// The unit that is added and deleted
    #[arg(long, value_name = "UNIT", default_value = "word")]
    pub(crate) unit: HanName,
    /// Number of documents, evenly drawn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
    pub(crate) documents: u32,
    /// Seed of the edits: the same number, the same copies
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) experiment: Experiment,
}

/// Recall and precision of finding edited copies among the documents of a collection.
///
/// Documents that are unlike all others are copied six times: 5, 10 and 20 % of the words are edited one by one, or a
/// stretch of as many is moved, left out or put in; the first line is half edited and a line of five words stands below.
/// The copies stand among the documents, and each method makes its clusters of all. Compared are DDW with what is known
/// of the paper's settings and as `ibid dedup` has it, I-Match, SimHash and shingles.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab dedup planted news/
  ibid-lab dedup planted news/ --sources 100 --plot planted.svg
  ibid-lab dedup planted news/ --method ddw:min=.6")]
pub(crate) struct DedupPlanted {
    /// Another method to compare, as for --near of `ibid dedup`, or imatch:low=.5,high=.8,lexicons=K. Can be repeated
    #[arg(long, value_name = "NAME[:K=V,...]")]
    pub(crate) method: Vec<String>,
    /// Number of documents to copy; fewer if fewer are unlike all others
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = value_parser!(u32).range(1..))]
    pub(crate) sources: u32,
    /// Seed of the choice and of the edits: the same number, the same copies
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) experiment: Experiment,
}

/// Time that fingerprints and clusters take, beside those of shingles.
///
/// Times are on one thread, the medians of several runs: what is kept of each text, by method; and clusters of growing
/// parts of the documents, by comparing each with each leader and by blocks of bits, which give equal clusters.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab dedup speed news/
  ibid-lab dedup speed news/ --runs 9 --plot speed.svg")]
pub(crate) struct DedupSpeed {
    /// Each line is a text; blank lines are skipped
    #[arg(long)]
    pub(crate) lines: bool,
    /// Another method to time, as for --near of `ibid dedup`, or imatch:low=.5,high=.8,lexicons=K. Can be repeated
    #[arg(long, value_name = "NAME[:K=V,...]")]
    pub(crate) method: Vec<String>,
    /// Number of runs that each time is the median of
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) runs: u32,
    #[command(flatten)]
    pub(crate) experiment: Experiment,
}

/// Time, memory and errors of what finds equal texts: Bloom filters, the digit trie, the exact set.
///
/// Texts come one after the other, a share of them for the second time. Where there are too few different ones, more are
/// made by writing numbers into them. Over the number of texts, the share of duplicates, and the bits of a filter; and the
/// time of the near stage. Times are on one thread, the medians of several runs.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab dedup exact --lines titles.txt
  ibid-lab dedup exact --lines titles.txt --texts 2500000 --plot exact.svg")]
pub(crate) struct DedupExact {
    /// Each line is a text; blank lines are skipped
    #[arg(long)]
    pub(crate) lines: bool,
    /// The largest number of texts
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = value_parser!(u32).range(100..=100_000_000))]
    pub(crate) texts: u32,
    /// Number of runs that each time is the median of
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    pub(crate) runs: u32,
    /// Seed of the texts that come twice: the same number, the same ones
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) experiment: Experiment,
}

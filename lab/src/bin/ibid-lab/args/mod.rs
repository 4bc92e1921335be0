//! The arguments on the command line.

mod dedup;
mod shared;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};

pub(crate) use self::dedup::{Dedup, DedupEdits, DedupExact, DedupPlanted, DedupSpeed, Experiment};
pub(crate) use self::shared::{Detection, Format, HanName, Listing, Reading};

/// Measures the features and methods of `ibid` beside those of the literature, and makes the sets to measure with.
#[derive(Debug, Parser)]
#[command(
    name = "ibid-lab",
    version,
    after_help = "\
Examples:
  ibid-lab gold --lang zh --sentences 50000 gold/ releases/
  ibid-lab sentences gold/
  ibid-lab features gold/
  ibid-lab pairs rewrites.tsv
  ibid-lab alignment --pairs pairs --query-dir susp --source-dir src --truth .
  ibid-lab dedup edits news/"
)]
pub(crate) struct Arguments {
    /// Number of threads; 0 for one per processor
    #[arg(long, global = true, value_name = "N", default_value_t = 0, value_parser = value_parser!(u16).range(..=1024))]
    pub(crate) threads: u16,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Features(Features),
    Gold(Gold),
    Sentences(Sentences),
    Pairs(Pairs),
    Alignment(Alignment),
    #[command(subcommand)]
    Dedup(Dedup),
}

/// Compare features on a labelled set of sentences.
///
/// The set is sentences.tsv, a line a sentence: number, document, text, with tabs between; and pairs.tsv, a line for
/// each pair that is not plainly different: both numbers, similarity from 0 to 1, and copy or open (counts neither
/// way). Prints for each feature how well copies are told from the rest with the best ratio, what it costs (on one
/// thread) beside what the paper on Low-IDF-Sig found, and F1 over the ratio and over the number of antecedents.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab features set/
  ibid-lab features set/ --features shingle:k=2 --format json
  ibid-lab features set/ --lang zh --zh-tokens char
  ibid-lab features set/ --plot f1.svg")]
pub(crate) struct Features {
    /// The folder with sentences.tsv and pairs.tsv, as `ibid-lab gold` makes them
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// The language whose word lists are used (default: both)
    #[arg(long, value_name = "LANG")]
    pub(crate) lang: Option<LangName>,
    /// The unit that stands for a word in Chinese text
    #[arg(long, value_name = "UNIT")]
    pub(crate) zh_tokens: Option<HanName>,
    /// Another feature to compare. Can be repeated
    #[arg(long, value_name = "NAME[:K=V,...]")]
    pub(crate) features: Vec<String>,
    /// Draw F1 over the ratio and over the number of antecedents into this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Label every pair of copied sentences in versions of documents.
///
/// The folders hold .txt and .md files, several versions of the same documents. Whole documents, all versions together,
/// are drawn until there are enough sentences of 8 to 80 words (Chinese: characters), each text at most three times.
/// All pairs are looked at. Similarity is 1 - Levenshtein distance / longer length, in words; pairs of .6 or more in one
/// family, and equal ones, are copies; others of .5 or more are open and count neither way.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab gold --lang zh --sentences 50000 gold/manual release-7/ release-8/
  ibid-lab gold --lang en --sentences 50000 --family all gold/bills bills/")]
pub(crate) struct Gold {
    /// The language that sentences and words are cut by
    #[arg(long, value_name = "en|zh")]
    pub(crate) lang: LangName,
    /// Least number of sentences, if the documents have as many
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) sentences: u32,
    /// Seed of the documents that are drawn: the same number, the same documents
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The documents that are versions of each other: those of one file name, or all
    #[arg(long, value_name = "name|all", default_value = "name")]
    pub(crate) family: GoldFamily,
    /// Label edited pairs copies only where each is the other's one best match in another document
    #[arg(long)]
    pub(crate) mutual: bool,
    /// The folder for sentences.tsv and pairs.tsv
    #[arg(value_name = "OUT")]
    pub(crate) out: PathBuf,
    /// Folders with .txt and .md files
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
}

/// Score copied sentence pairs on a labelled set.
///
/// Finds each pair of sentences of the set whose bag Jaccard reaches a ratio, and prints precision, recall and F1 for
/// several ratios, and by similarity for the one given. Open pairs count neither way.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab sentences gold/
  ibid-lab sentences gold/ --profile paper --min-jaccard .5
  ibid-lab sentences gold/ --min-jaccard .4 --in-order .7
  ibid-lab sentences gold/ --wrong 50 | less")]
pub(crate) struct Sentences {
    /// The folder with sentences.tsv and pairs.tsv, as `ibid-lab gold` makes them
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Let words decide after the bags, as in a check: of the pairs found, take those of which this share of the words
    /// is equal and in order
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) in_order: Option<f64>,
    /// Number of wrongly found pairs to print, and of missed pairs
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) wrong: usize,
    /// Seed of the printed pairs: the same number, the same pairs
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) detection: Detection,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "give a number from 0 to 1".to_owned())
}

/// Score likenesses of sentences on labelled pairs.
///
/// The file has a line a pair: 1 where one sentence says the other again, else 0, and both sentences, with tabs between.
/// Prints for each likeness the least value that at most 1 % of the pairs of label 0 reach, the share of label 1 that
/// does, and the area under the curve (.5: as by chance); and of how many pairs of each label `ibid compare` with the
/// default settings reports a passage that counts.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab pairs rewrites.tsv")]
pub(crate) struct Pairs {
    /// The labelled pairs
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// Score passages on document pairs, in the form of the PAN text-alignment task.
///
/// Each pair is compared with the default settings of `ibid`. Prints plagdet, precision, recall and granularity by class;
/// a class is a folder in the folder of the truth. Offsets count the code points of the files as they are.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid-lab alignment --pairs pairs --query-dir susp --source-dir src --truth .
  ibid-lab alignment --pairs pairs --query-dir susp --source-dir src --detections found")]
pub(crate) struct Alignment {
    /// The document pairs: a line each, the file of the query and that of the source
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: PathBuf,
    /// The folder of the query documents
    #[arg(long, value_name = "DIR")]
    pub(crate) query_dir: PathBuf,
    /// The folder of the source documents
    #[arg(long, value_name = "DIR")]
    pub(crate) source_dir: PathBuf,
    /// The folder of the known answers, QUERY-SOURCE.xml in it or in a folder in it
    #[arg(long, value_name = "DIR")]
    pub(crate) truth: Option<PathBuf>,
    /// Write what is found there, QUERY-SOURCE.xml for each pair
    #[arg(long, value_name = "DIR")]
    pub(crate) detections: Option<PathBuf>,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LangName {
    /// English
    En,
    /// Chinese
    Zh,
}

/// The documents of a labelled set that are versions of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoldFamily {
    /// Documents whose file names are equal
    Name,
    /// All
    All,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}

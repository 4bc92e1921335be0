//! The arguments of `ibid calibrate`.

use std::path::PathBuf;

use clap::Args;

use super::number::{whole, within};
use super::{Detection, Listing};

/// Plant known edits in a sample of the index, measure what is found, and recommend settings.
///
/// Passages of the index are drawn at random, edited in several ways, put between text of other documents, and checked as
/// `ibid check` does: with the settings as they are, and with others, one changed at a time. The one that makes a check
/// find more is recommended, or none. Then sentences alone are looked up at every least Jaccard. Recall is the share of
/// what was edited that is found; precision is the share of finds that are the origin or nearly the same text. The index
/// is not changed.
///
/// Edits: drop, insert, swap and synonym change 5, 10 and 20 % of the words, at least one; look-alike and zero-width
/// disguise as many; split, merge and reorder change sentences (reorder, in a sentence alone, its clauses); traditional
/// writes simplified Chinese in traditional characters, and the other way round.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid calibrate
  ibid calibrate --passages 1000 --sample 5000 --edits synonym,drop
  ibid calibrate --synonyms my-words.txt --plot edits.svg
  ibid calibrate --format json | jq .recommended")]
pub(crate) struct Calibrate {
    /// How many sentences of 8 to 80 words (Chinese: characters) are drawn
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within(1..=1_000_000))]
    pub(crate) sample: u32,
    /// How many passages of consecutive sentences are drawn; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = within(0..=100_000))]
    pub(crate) passages: u32,
    /// The least length of a passage in words (a Chinese character is half a word)
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = within(1..=10_000))]
    pub(crate) passage_words: u32,
    /// The seed of the random numbers: the same seed gives the same figures
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>)]
    pub(crate) seed: u64,
    /// Only these edits, with commas between them (default: all)
    #[arg(long, value_name = "EDIT,...", value_delimiter = ',')]
    pub(crate) edits: Vec<String>,
    /// A file of words that may replace each other: a group a line, separated by commas, tabs or spaces (default: a
    /// small English and Chinese list)
    #[arg(long, value_name = "FILE")]
    pub(crate) synonyms: Option<PathBuf>,
    /// Draw from random documents of this size in all, if the index holds more
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = within(1..=10_000))]
    pub(crate) megabytes: u32,
    /// Draw recall by kind of edit, and precision, recall and F1, over the least Jaccard into this file, .svg or
    /// .png. Needs an installation with `--features full`
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

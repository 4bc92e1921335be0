//! The arguments of `ibid calibrate`.

use std::path::PathBuf;

use clap::Args;

use super::number::{whole, within};
use super::{Detection, Listing, first_examples};

const EXAMPLES: &str = "\
Examples:
  ibid calibrate
  ibid calibrate --passages 1000 --sample 5000 --edits synonym,drop
  ibid calibrate --synonyms my-words.txt --plot edits.svg
  ibid calibrate --format json | jq .recommended";

/// Measure on planted edits what is found, and recommend settings.
///
/// Draws random passages from the index, edits them in several ways, puts them between text of other documents, and
/// checks the result as `ibid check` does: with the current settings, and with one setting changed at a time. Recommends
/// the change that finds more, or none. Then looks up single sentences at every minimum Jaccard. Recall is the share of
/// edited texts that are found; precision is the share of results that are the original or nearly the same text. The
/// index is not changed.
///
/// The edits drop, insert, swap and synonym change 5, 10 and 20 % of the words, at least one; look-alike and zero-width
/// disguise as many. The edits split, merge and reorder change sentences; in a single sentence, reorder changes its
/// clauses. The edit traditional writes simplified Chinese in traditional characters, or the reverse.
#[derive(Args, Debug)]
#[command(after_help = first_examples(EXAMPLES), after_long_help = EXAMPLES)]
pub(crate) struct Calibrate {
    /// Number of sentences to draw
    ///
    /// They have 8 to 80 words (Chinese: characters).
    #[arg(long, help_heading = "Sample", value_name = "N", default_value_t = 1000, value_parser = within(1..=1_000_000))]
    pub(crate) sample: u32,
    /// Number of passages to draw
    ///
    /// A passage is a sequence of sentences. 0 draws none.
    #[arg(long, help_heading = "Sample", value_name = "N", default_value_t = 200, value_parser = within(0..=100_000))]
    pub(crate) passages: u32,
    /// Minimum length of a passage in words
    ///
    /// A Chinese character counts as half a word.
    #[arg(long, help_heading = "Sample", value_name = "N", default_value_t = 40, value_parser = within(1..=10_000))]
    pub(crate) passage_words: u32,
    /// Seed of the random numbers
    ///
    /// The same seed gives the same figures.
    #[arg(long, help_heading = "Sample", value_name = "N", default_value_t = 1, value_parser = whole::<u64>)]
    pub(crate) seed: u64,
    /// Edits to plant [default: all]
    #[arg(long, help_heading = "Sample", value_name = "EDIT,...", value_delimiter = ',')]
    pub(crate) edits: Vec<String>,
    /// File of synonyms [default: a small built-in list]
    ///
    /// Each line is one group of words that may replace each other, separated by commas, tabs or spaces. The built-in
    /// list is English and Chinese.
    #[arg(long, help_heading = "Sample", value_name = "FILE")]
    pub(crate) synonyms: Option<PathBuf>,
    /// Maximum megabytes of documents to draw from
    ///
    /// If the index is larger, random documents of this total size are used.
    #[arg(long, help_heading = "Sample", value_name = "N", default_value_t = 16, value_parser = within(1..=10_000))]
    pub(crate) megabytes: u32,
    /// Plot the figures to a .svg or .png file
    ///
    /// The plot has the recall of each edit, and precision, recall and F1, over the minimum Jaccard. Needs an installation with `--features full`.
    #[arg(long, help_heading = "Output", value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

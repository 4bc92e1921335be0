//! The options for finding sentences and passages.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::number::number;

/// The settings for finding passages.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Search")]
pub(crate) struct Detection {
    /// Feature settings
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    pub(crate) profile: Option<ProfileName>,
    /// Feature method instead of a profile: low-idf-sig or shingle
    ///
    /// Settings of the method follow a colon, as in low-idf-sig:n=500,c=3.
    #[arg(long, value_name = "NAME[:K=V,...]", conflicts_with = "profile", hide_short_help = true)]
    pub(crate) features: Option<String>,
    /// File of antecedents, one word per line, most common first
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) idf: Option<PathBuf>,
    /// Words that chains skip: none, articles, or a file with one word per line [default: none]
    #[arg(long, value_name = "none|articles|FILE", hide_short_help = true)]
    pub(crate) skip: Option<PathBuf>,
    /// File of Chinese words to add to the dictionary
    ///
    /// Each line is one word, written as `word [frequency [tag]]`.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) words: Option<PathBuf>,
    /// Unit of features in Chinese text
    #[arg(long, value_name = "UNIT", hide_short_help = true)]
    pub(crate) zh_tokens: Option<HanName>,
    /// Minimum bag Jaccard of copied sentences [default: .6]
    ///
    /// The bag Jaccard of two sentences is the share of their features that both have. It is above 0 and at most 1;
    /// 1 finds only sentences with equal features.
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) min_jaccard: Option<f64>,
    /// When to look for reworded passages
    #[arg(long, value_name = "WHEN")]
    pub(crate) reworded: Option<RewordedName>,
}

/// A set of feature settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// 200 English and 500 Chinese antecedents, chains of two words: finds edited sentences (default)
    Robust,
    /// 50 antecedents, chains of three words: the published method
    Paper,
}

/// The searches that look for reworded passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RewordedName {
    /// Only when two documents are compared
    Pairs,
    /// Also in checks, in the 50 sources that share the most rare words with some part of the document (default)
    Always,
    /// Never
    Never,
}

/// The unit that is a word in Chinese text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HanName {
    /// Words of the dictionary (default)
    Word,
    /// Single characters
    Char,
}

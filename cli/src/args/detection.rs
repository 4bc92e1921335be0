//! The options for finding sentences and passages.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::number::number;

/// How sentences are found.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Detection")]
pub(crate) struct Detection {
    /// The settings of the features: robust finds edited sentences, paper has those of the published method
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<ProfileName>,
    /// Another method than the profile's: low-idf-sig or shingle, with settings as in low-idf-sig:n=500,c=3
    #[arg(long, value_name = "NAME[:K=V,...]", conflicts_with = "profile")]
    pub(crate) features: Option<String>,
    /// A file of antecedents: a word a line, the most common first
    #[arg(long, value_name = "FILE")]
    pub(crate) idf: Option<PathBuf>,
    /// Words that chains skip: none, articles, or a file with a word a line
    #[arg(long, value_name = "none|articles|FILE")]
    pub(crate) skip: Option<PathBuf>,
    /// Chinese words to add to the dictionary: a line a word, as `word [frequency [tag]]`
    #[arg(long, value_name = "FILE")]
    pub(crate) words: Option<PathBuf>,
    /// What stands for a word in Chinese text when features are made
    #[arg(long, value_name = "UNIT")]
    pub(crate) zh_tokens: Option<HanName>,
    /// The least bag Jaccard of a copied sentence pair, above 0 and at most 1 (default .6)
    #[arg(long, value_name = "NUMBER", value_parser = number)]
    pub(crate) min_jaccard: Option<f64>,
    /// Where to look for reworded passages (default always)
    #[arg(long, value_name = "WHERE")]
    pub(crate) reworded: Option<RewordedName>,
}

/// A set of feature settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// 200 English and 500 Chinese antecedents, chains of two words
    Robust,
    /// 50 antecedents, chains of three words
    Paper,
}

/// Where reworded passages are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RewordedName {
    /// Where two documents are compared
    Pairs,
    /// In checks too, in at most 50 documents that share rare words in one place
    Always,
    /// Nowhere
    Never,
}

/// What stands for a word in Chinese text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HanName {
    /// Words, as the dictionary cuts them
    Word,
    /// Single characters
    Char,
}

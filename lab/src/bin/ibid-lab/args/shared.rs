//! Arguments that several commands take: for reading texts, for finding sentences, and for results.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, ValueEnum};
use ibid::feature::{Feature, IdfTable, Ranking, Skip};
use ibid::tokenize::{Dictionary, Han};
use ibid::{Config, Profile};
use ibid_lab::feature::{Idf, build};
use ibid_read::{FieldMap, InputFormat, ReadOptions};

/// The arguments for reading files.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// The encoding of all inputs, such as gb18030. Without it, each is recognised
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// The format of standard input, and of a file whose name does not tell it
    #[arg(long, value_name = "NAME")]
    input_format: Option<InputFormatName>,
    /// Files in folders to read (`*.log`) or to leave out (`!drafts/`). Can be repeated; the last one wins
    #[arg(long, value_name = "GLOB")]
    glob: Vec<String>,
    /// Read hidden files and folders
    #[arg(long)]
    hidden: bool,
    /// Read what .gitignore and .ignore leave out
    #[arg(long)]
    no_ignore: bool,
    /// Follow symbolic links inside folders
    #[arg(long)]
    follow: bool,
    /// The most bytes of a file, unpacked, or of a record (default 134217728, 128 MiB)
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<u64>,
    /// The field (JSONL) or column (Parquet) of the id
    #[arg(long, value_name = "NAME")]
    field_id: Option<String>,
    /// The field (JSONL) or column (Parquet) of the text; `a.b` is the field b of the object a
    #[arg(long, value_name = "NAME")]
    field_text: Option<String>,
}

/// The format of an input.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum InputFormatName {
    /// Plain text
    Text,
    /// Markdown, with front matter
    Markdown,
    /// HTML
    Html,
    /// A document a line
    Jsonl,
}

impl Reading {
    /// Returns the settings of the reader.
    pub(crate) fn options(&self) -> anyhow::Result<ReadOptions> {
        let (defaults, names) = (ReadOptions::default(), FieldMap::default());
        let input_format = self.input_format.map(|format| match format {
            InputFormatName::Text => InputFormat::Text,
            InputFormatName::Markdown => InputFormat::Markdown,
            InputFormatName::Html => InputFormat::Html,
            InputFormatName::Jsonl => InputFormat::Jsonl,
        });
        Ok(ReadOptions {
            fields: FieldMap {
                id: self.field_id.clone().unwrap_or(names.id),
                text: self.field_text.clone().unwrap_or(names.text),
                ..names
            },
            input_format,
            globs: self.glob.clone(),
            hidden: self.hidden,
            ignore_files: !self.no_ignore,
            follow_links: self.follow,
            encoding: self.encoding.as_deref().map(str::parse).transpose()?,
            max_bytes: self.max_bytes.unwrap_or(defaults.max_bytes),
            ..defaults
        })
    }
}

/// The arguments for finding copied sentences.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Detection")]
pub(crate) struct Detection {
    /// The features: robust finds edited sentences, paper has the table of the published method
    #[arg(long, value_name = "NAME")]
    profile: Option<ProfileName>,
    /// Another method in place of a profile's: low-idf-sig, shingle, dsc, dsc-ss, spotsig, i-match or min-hash, with
    /// settings as in low-idf-sig:n=500,c=3
    #[arg(long, value_name = "NAME[:K=V,...]", conflicts_with = "profile")]
    features: Option<String>,
    /// Antecedents of one's own: one word per line, the most common first
    #[arg(long, value_name = "FILE")]
    idf: Option<PathBuf>,
    /// Words that chains skip: none, articles, or a file with one word per line
    #[arg(long, value_name = "none|articles|FILE")]
    skip: Option<PathBuf>,
    /// Chinese words to add to the dictionary: one word per line, as `word [frequency [tag]]`
    #[arg(long, value_name = "FILE")]
    words: Option<PathBuf>,
    /// The unit that stands for a word in Chinese text
    #[arg(long, value_name = "UNIT")]
    zh_tokens: Option<HanName>,
    /// The least bag Jaccard of a copied sentence pair, above 0 and at most 1 (default .6)
    #[arg(long, value_name = "NUMBER")]
    min_jaccard: Option<f64>,
}

/// A set of feature settings.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ProfileName {
    /// 200 antecedents, chains of two words
    Robust,
    /// 50 antecedents, chains of three words
    Paper,
}

/// The unit that stands for a word in Chinese text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HanName {
    /// Words, as the dictionary cuts them
    Word,
    /// Single characters
    Char,
}

impl Detection {
    /// Returns the given settings, and the defaults for the others, checked.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        let defaults = Config::default();
        let config = Config {
            profile: self.profile.map(|profile| match profile {
                ProfileName::Paper => Profile::Paper,
                ProfileName::Robust => Profile::Robust,
            }),
            antecedents: self.idf.as_deref().map(read_ranking).transpose()?,
            skip: match self.skip.as_deref().map(|given| (given, given.to_str())) {
                None | Some((_, Some("none"))) => None,
                Some((_, Some("articles"))) => Some(Skip::Articles),
                Some((file, _)) => Some(Skip::Words(read_ranking(file)?)),
            },
            han: self.zh_tokens.map(|tokens| match tokens {
                HanName::Char => Han::Characters,
                HanName::Word => Han::Words,
            }),
            dictionary: match &self.words {
                Some(file) => Dictionary::with_words(&read(file)?)?,
                None => defaults.dictionary,
            },
            min_jaccard: self.min_jaccard.unwrap_or(defaults.min_jaccard),
            ..defaults
        };
        config.check()?;
        Ok(config)
    }

    /// Returns the named feature, or else the feature of the configuration.
    pub(crate) fn feature(&self, config: &Config) -> anyhow::Result<Arc<dyn Feature>> {
        let Some(written) = &self.features else { return Ok(config.feature()) };
        let lists = config.lists();
        let idf = IdfTable::of_rankings(lists.english.iter().chain(&lists.chinese));
        Ok(build(written, &lists, &Idf::Guessed(idf))?.feature)
    }
}

fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {file:?}"))
}

fn read_ranking(file: &Path) -> anyhow::Result<Ranking> {
    Ok(Ranking::from_list(&read(file)?))
}

/// A form of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON value
    Json,
    /// A line of JSON for each row
    Jsonl,
}

/// The form and the place of results.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct Listing {
    /// The form of the results. Without it: json or jsonl where the name of --output ends so, else text
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,
    /// Write the results to this file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl Listing {
    /// Returns the form of the results.
    pub(crate) fn format(&self) -> Format {
        let extension = self.output.as_deref().and_then(Path::extension);
        self.format.unwrap_or(match extension.and_then(|extension| extension.to_str()) {
            Some("json") => Format::Json,
            Some("jsonl") => Format::Jsonl,
            _ => Format::Text,
        })
    }
}

//! The command line. It is only parsed here: [`crate::settings`] makes settings of it.

mod calibrate;
mod class;
mod counting;
mod dedup;
mod eval;
mod number;
mod serve;
mod trace;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Deserialize;

pub(crate) use self::calibrate::Calibrate;
pub(crate) use self::class::{Class, DETAILS, Details};
pub(crate) use self::counting::{Counting, excluded, included};
pub(crate) use self::dedup::{ClustersName, Dedup, KeepName};
pub(crate) use self::eval::{Alignment, Eval};
use self::number::{number, whole};
pub(crate) use self::serve::Serve;
#[cfg(feature = "serve")]
pub(crate) use self::serve::{LogForm, Property, RightName};
pub(crate) use self::trace::{Filters, SortName, Trace, TraceFormat};
use crate::exit;

/// Finds copied sentences, and the passages they form, in English and Chinese.
#[derive(Debug, Parser)]
#[command(name = "ibid", version, after_help = exit::HELP)]
#[command(after_long_help = long_help())]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  ibid add library/                          index a folder
  ibid check paper.md                        what of the paper stands in it
  ibid check paper.md --against library/     the same without an index
  ibid compare draft.txt published.txt       two documents";

fn long_help() -> String {
    [EXAMPLES, exit::HELP].join("\n\n")
}

/// Options of every command.
#[derive(Args, Debug)]
pub(crate) struct Global {
    /// The index (default: the nearest folder `.ibid`, here or above)
    #[arg(long, global = true, value_name = "DIR", env = "IBID_INDEX", hide_env_values = true)]
    pub(crate) index: Option<PathBuf>,
    /// The config file (default: `ibid.toml` beside the index, if there is one)
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print only results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Show long passages whole, and name files that are passed over
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// When to use colors; NO_COLOR is honoured
    #[arg(long, global = true, value_name = "WHEN")]
    pub(crate) color: Option<When>,
    /// The language of text reports, of the review and of the help (default auto). JSON, and what is wrong with an input, are
    /// in English
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<LangName>,
    /// How many threads work (default: one for each processor)
    #[arg(long, global = true, value_name = "N", value_parser = whole::<usize>)]
    pub(crate) threads: Option<usize>,
}

/// When something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The language of text for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LangName {
    /// That of the locale (LC_ALL, LC_MESSAGES or LANG), if it is one of these, else English
    Auto,
    /// English
    En,
    /// Chinese
    Zh,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Add(Add),
    Remove(Remove),
    List(List),
    Show(Show),
    Read(Read),
    Info(Info),
    Rebuild(Rebuild),
    Check(Check),
    Compare(Compare),
    Trace(Trace),
    Dedup(Dedup),
    Review(Review),
    Calibrate(Calibrate),
    #[command(subcommand)]
    Eval(Eval),
    Serve(Box<Serve>),
    Completions(Completions),
    Man(Man),
}

/// How files are read.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading")]
pub(crate) struct Reading {
    /// The encoding of all inputs, such as gb18030. By default it is recognized for each
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// The format of standard input, and of files whose name has no known ending. By default text, HTML or JSONL is
    /// recognized
    #[arg(long, value_name = "NAME")]
    pub(crate) input_format: Option<InputFormatName>,
    /// Files in folders to read (`*.log`) or to leave out (`!drafts/`). Can be repeated; the last one wins
    #[arg(long, value_name = "GLOB")]
    pub(crate) glob: Vec<String>,
    /// Read hidden files and folders
    #[arg(long)]
    pub(crate) hidden: bool,
    /// Read what .gitignore and .ignore leave out
    #[arg(long)]
    pub(crate) no_ignore: bool,
    /// Follow symbolic links inside folders
    #[arg(long)]
    pub(crate) follow: bool,
    /// Take the date of a document without one from the name of its file or folders: 2026-08-22-speech.md, 20260822.txt,
    /// 2026/08/22/
    #[arg(long)]
    pub(crate) dates_from_names: bool,
    /// The most bytes of a file, unpacked, of a line of JSONL, or of a row of Parquet (default 134217728, 128 MiB)
    #[arg(long, value_name = "BYTES", value_parser = whole::<u64>)]
    pub(crate) max_bytes: Option<u64>,
    /// The field (JSONL) or column (Parquet) of the id
    #[arg(long, value_name = "NAME")]
    pub(crate) field_id: Option<String>,
    /// The field (JSONL) or column (Parquet) of the title
    #[arg(long, value_name = "NAME")]
    pub(crate) field_title: Option<String>,
    /// The field (JSONL) or column (Parquet) of the text; `a.b` is the field b of the object a
    #[arg(long, value_name = "NAME")]
    pub(crate) field_text: Option<String>,
    /// The field (JSONL) or column (Parquet) of the author
    #[arg(long, value_name = "NAME")]
    pub(crate) field_author: Option<String>,
    /// The field (JSONL) or column (Parquet) of the date
    #[arg(long, value_name = "NAME")]
    pub(crate) field_date: Option<String>,
    /// The field (JSONL) or column (Parquet) of the address
    #[arg(long, value_name = "NAME")]
    pub(crate) field_url: Option<String>,
    /// The field (JSONL) or column (Parquet) of the category
    #[arg(long, value_name = "NAME")]
    pub(crate) field_category: Option<String>,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum InputFormatName {
    /// Plain text
    Text,
    /// Markdown, with front matter
    Markdown,
    /// HTML
    Html,
    /// A document a line
    Jsonl,
}

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ProfileName {
    /// 200 English and 500 Chinese antecedents, chains of two words
    Robust,
    /// 50 antecedents, chains of three words
    Paper,
}

/// Where reworded passages are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RewordedName {
    /// Where two documents are compared
    Pairs,
    /// In checks too, in at most 50 documents that share rare words in one place
    Always,
    /// Nowhere
    Never,
}

/// What stands for a word in Chinese text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HanName {
    /// Words, as the dictionary cuts them
    Word,
    /// Single characters
    Char,
}

/// A format of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON value
    Json,
    /// A line of JSON for each passage or document
    Jsonl,
}

/// The format and the place of results.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Listing {
    /// The format of the results (default: json or jsonl where the name of --output ends so, else text)
    #[arg(long, value_name = "FORM")]
    pub(crate) format: Option<Format>,
    /// Write the results to this file, whole or not at all. .gz and .zst at the end of its name: packed
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The contents of a report.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Reporting {
    #[command(flatten)]
    pub(crate) listing: Listing,
    /// Show too what does not count: common phrases, and what --exclude leaves out
    #[arg(long)]
    pub(crate) commonplaces: bool,
    /// Leave texts out of the report
    #[arg(long)]
    pub(crate) no_text: bool,
    /// Exit with 1 if more than this share of a document is copied
    #[arg(long, value_name = "N%")]
    pub(crate) fail_over: Option<String>,
}

/// Add documents to the index; replace those that changed, skip those that did not.
///
/// Takes files, folders, JSONL (a document a line; also .gz and .zst), Parquet (a document a row; needs an
/// installation with `--features full`), or - for standard input. The id of a file is its path below the folder that
/// holds the index; that of a JSONL record is its field `id`. What cannot be read is listed at the end, and the rest
/// is added. Everything is committed at once at the end: after Ctrl-C, a crash or a full disk the index is as it was
/// before. --commit-every commits on the way.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid add library/                                  a folder; makes .ibid here if there is no index
  ibid add 2026.jsonl.gz --field-text body           records whose text is called body
  curl https://example.org/x.jsonl | ibid add -      standard input
  ibid add archive/ --commit-every 1000              keeps what is done when interrupted")]
pub(crate) struct Add {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Commit whenever this many megabytes were added
    #[arg(long, value_name = "MB", value_parser = whole::<u64>)]
    pub(crate) commit_every: Option<u64>,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Take documents out of the index.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid remove library/old.txt
  ibid list --format jsonl | jq -r 'select(.date < \"2020\") | .id' | xargs -d '\\n' ibid remove")]
pub(crate) struct Remove {
    /// Ids, as `ibid list` shows them
    #[arg(required = true, value_name = "ID")]
    pub(crate) ids: Vec<String>,
}

/// List the documents of the index.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid list
  ibid list --format jsonl | wc -l")]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Show what was read of a document: its metadata, and its sentences with their numbers.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid show library/mills.txt
  ibid show d00012 --format json")]
pub(crate) struct Show {
    /// Its id, as `ibid list` shows it
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Print what is read of files, as it is checked: their text, and as JSON their structure, pages and hidden text.
///
/// The first thing to look at when a passage looks wrong.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid read paper.pdf
  ibid read paper.pdf --format json
  ibid read thesis/ --hidden-text | less")]
pub(crate) struct Read {
    /// Files and folders; - is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// List the hidden text of each file below its text
    #[arg(long)]
    pub(crate) hidden_text: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Show the size of the index, its settings, and whether it is whole.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid info
  ibid info --verify")]
pub(crate) struct Info {
    /// Compare every file of the index with its checksum
    #[arg(long)]
    pub(crate) verify: bool,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Make the index anew from the texts stored in it, with the settings given now.
///
/// The old index is compared with its checksums first. It stays in use until the new one is done, which then replaces
/// it in one step. However this ends, there is one whole index. A folder that holds anything other than the index is
/// refused.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid rebuild                      after an update of ibid
  ibid rebuild --profile paper      with other features
  ibid rebuild --features shingle:k=4
  ibid rebuild --words names.txt    with more Chinese words")]
pub(crate) struct Rebuild {
    #[command(flatten)]
    pub(crate) detection: Detection,
}

/// Find the passages of some documents that are also in the index, or in the files given with --against
///
/// The figures of each document, in words (in characters for Chinese):
///   overall             matched / all
///   without quotations  (matched - matched inside quoted or cited text) / all
///   without own work    (matched - matched only in documents by the same author) / all
///   largest source      the most that any one source covers / all
///
/// matched: words that are equal in a source, with gaps of at most five words (ten characters) inside a sentence.
/// The writer's own words between two copies are not among them.
///
/// A document is never its own source: the one with its id is left out. Words that stand in a --template are not matched,
/// and are not among all. Nor are lists of references, unless --include references. Of each passage the report says
/// whether it is quoted and whether it is cited; --exclude quotes,cited takes such passages out of what is matched.
///
/// Of more than one document, the report opens with a table, the worst first: overall ratio, largest source and passages
/// of each. With --among, the documents that are checked are searched too, beside the index or the files after --against,
/// or alone; then the strongest pairs follow the table.
#[derive(Args, Debug)]
#[command(
    verbatim_doc_comment,
    override_usage = "ibid check <PATH>... [--against <PATH>...] [OPTIONS]",
    after_help = "\
Examples:
  ibid check paper.md                                      against the index
  ibid check paper.md --against library/ notes.txt         against files, without an index
  ibid check drafts/ --format jsonl > passages.jsonl       a line a passage
  ibid check paper.md --fail-over 20% -o report.json --format json
  ibid check papers/ --among --template assignment.md      a class: who copied from whom
  ibid check thesis.pdf --exclude quotes,cited,small=20    only what is credited to nobody
  ibid check papers/ --among --only-over 20% --details all --against library/"
)]
pub(crate) struct Check {
    /// Files and folders to check, or - for standard input
    #[arg(required_unless_present = "against", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Search these files and folders, up to the end of the line, in place of an index
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(crate) against: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) class: Class,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Compare two documents, passage by passage.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid compare draft.txt published.html
  ibid compare paper.md library/mills.txt --format json
  ibid compare paper.md d00012                the second from the index, by its id")]
pub(crate) struct Compare {
    /// The document to look at: a file, or an id of the index
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,
    /// The document that may be its source
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Look at copied passages, or at a traced quotation, in the terminal.
///
/// Reads a report made with `ibid check --format json`, or checks the documents given: passages stand beside their
/// sources. Also reads what `ibid trace QUOTE --format json` made: the carriers with what was changed in each, and the
/// place in its document, if the index is there. Without a terminal, either is printed as text.
#[derive(Args, Debug)]
#[command(override_usage = "ibid review <REPORT|TRACE|PATH>... [--against <PATH>...] [OPTIONS]")]
#[command(after_help = "\
Examples:
  ibid review report.json
  ibid review paper.md
  ibid review paper.md --against library/
  ibid review trace.json")]
pub(crate) struct Review {
    /// A report, a trace, or files and folders to check
    #[arg(required_unless_present = "against", value_name = "REPORT|TRACE|PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Search these files and folders, up to the end of the line, in place of an index
    #[arg(long, num_args = 1.., value_name = "PATH")]
    pub(crate) against: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Write completions for a shell.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid completions bash > ~/.local/share/bash-completion/completions/ibid
  ibid completions fish > ~/.config/fish/completions/ibid.fish")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Write manual pages.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid man | man -l -                     the page of ibid
  ibid man check | man -l -               the page of a command
  ibid man --all ~/.local/share/man/man1  all pages into a folder")]
pub(crate) struct Man {
    /// The command whose page is written
    pub(crate) command: Option<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(crate) all: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("ibid {}", command.get_name())), "{}", command.get_name());
        }
    }
}

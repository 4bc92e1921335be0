//! The command line. It is only parsed here; [`crate::settings`] turns it into settings.

mod add;
mod calibrate;
mod check;
mod class;
mod counting;
mod dedup;
mod detection;
mod number;
mod reading;
mod reporting;
mod review;
mod serve;
mod trace;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use self::add::{Add, Committing};
pub(crate) use self::calibrate::Calibrate;
pub(crate) use self::check::{Check, Compare};
pub(crate) use self::class::{Class, DETAILS, Details};
pub(crate) use self::counting::Counting;
pub(crate) use self::dedup::{ClustersName, Dedup, KeepName};
pub(crate) use self::detection::{Detection, HanName, ProfileName, RewordedName};
use self::number::whole;
pub(crate) use self::reading::{InputFormatName, Reading};
pub(crate) use self::reporting::{Format, Listing, Reporting};
pub(crate) use self::review::Review;
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

/// Returns a command with the flags that are also settings: the groups below, except for files that belong to one run.
pub(crate) fn settings() -> clap::Command {
    let command = [
        Global::augment_args,
        Reading::augment_args,
        Detection::augment_args,
        Counting::augment_args,
        Reporting::augment_args,
        Committing::augment_args,
    ]
    .into_iter()
    .fold(clap::Command::new("settings"), |command, augment| augment(command));
    let (flags, outer) = (command.get_arguments().cloned(), clap::Command::new("settings"));
    let flags = flags.filter(|flag| !OF_ONE_RUN.contains(&flag.get_id().as_str()));
    let mut command = outer.disable_help_flag(true).args(flags);
    command.build();
    command
}

/// The flags that no config file sets.
const OF_ONE_RUN: [&str; 3] = ["index", "config", "output"];

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The language of text for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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
    Serve(Box<Serve>),
    Completions(Completions),
    Man(Man),
}

impl Command {
    /// Returns whether settings of a config file can matter.
    pub(crate) fn has_settings(&self) -> bool {
        !matches!(self, Command::Completions(_) | Command::Man(_))
    }
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

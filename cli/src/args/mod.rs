//! The command line. It is only parsed here; [`crate::settings`] turns it into settings.

#![expect(
    clippy::duplicated_attributes,
    reason = "an attribute of clap shows or hides one option, and many do the same"
)]

mod add;
mod calibrate;
mod check;
mod batch;
mod counting;
mod decisions;
mod dedup;
mod detection;
mod diff;
mod number;
mod reading;
mod reporting;
mod rescore;
mod review;
mod serve;
mod trace;
mod verify;

use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, Parser, Subcommand, ValueEnum};

pub(crate) use self::add::{Add, Committing};
pub(crate) use self::batch::{Batch, DETAILS, Details, OnlyOver, TableSort, Tables};
pub(crate) use self::calibrate::Calibrate;
pub(crate) use self::check::{Check, Compare};
pub(crate) use self::counting::Counting;
pub(crate) use self::decisions::{Decide, Deciding, Decisions, DecisionsFormat};
pub(crate) use self::dedup::{ClustersName, Dedup, KeepName};
pub(crate) use self::detection::{Detection, HanName, ProfileName, RewordedName};
pub(crate) use self::diff::{Diff, DiffFormat};
use self::number::whole;
pub(crate) use self::reading::{InputFormatName, Reading};
pub(crate) use self::reporting::{FailOn, Format, Listing, Reporting};
pub(crate) use self::rescore::Rescore;
pub(crate) use self::review::{Review, Showing, ThemeName};
pub(crate) use self::serve::Serve;
#[cfg(feature = "serve")]
pub(crate) use self::serve::{LogForm, Property, RightName, RuleName};
pub(crate) use self::trace::{Filters, SortName, Trace};
pub(crate) use self::verify::Verify;
use crate::exit;

/// Finds copied sentences, and the passages they form, in English and Chinese.
#[derive(Debug, Parser)]
#[command(name = "ibid", version, disable_help_flag = true, disable_version_flag = true)]
#[command(args = [help_flag(), version_flag()])]
#[command(after_help = EXAMPLE, after_long_help = sections(&[EXAMPLES, exit::HELP]))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The heading of the options that every command has.
const GLOBAL: &str = "Global options";

/// Returns the flag that prints the help.
fn help_flag() -> Arg {
    let help = "Print help; `--help` has all options and examples";
    let flag = Arg::new("help").short('h').long("help").action(ArgAction::Help).help(help);
    flag.global(true).help_heading(GLOBAL).display_order(LAST)
}

/// Returns the flag that prints the version.
fn version_flag() -> Arg {
    let flag = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    flag.help("Print version").help_heading(GLOBAL).display_order(LAST)
}

/// The display order of the flags that end each help.
const LAST: usize = 999;

/// Shows an option in the short help of a command that has room for it.
fn shown(option: Arg) -> Arg {
    option.hide_short_help(false)
}

/// Leaves an option out of the short help of a command.
fn hidden(option: Arg) -> Arg {
    option.hide_short_help(true)
}

/// Joins the sections that follow the options in the long help.
fn sections(sections: &[&str]) -> String {
    sections.join("\n\n")
}

/// Returns the heading and the first three examples, for the short help.
fn first_examples(examples: &str) -> String {
    examples.lines().take(4).collect::<Vec<_>>().join("\n")
}

/// Returns a command with the flags that are also settings: the groups below, except for files that belong to one run.
pub(crate) fn settings() -> clap::Command {
    let command = Global::augment_args(clap::Command::new("settings"));
    let command = Committing::augment_args(Reporting::augment_args(Reading::augment_args(command)));
    // With the settings of detection and counting, which it takes too.
    let command = Serve::augment_args(command);
    let (flags, outer) = (command.get_arguments().cloned(), clap::Command::new("settings"));
    let flags = flags.filter(|flag| !OF_ONE_RUN.contains(&flag.get_id().as_str()));
    let mut command = outer.disable_help_flag(true).args(flags);
    command.build();
    command
}

/// The flags that no config file sets.
const OF_ONE_RUN: [&str; 4] = ["config", "output", "new_token", "rights"];

/// The example of the short help, which lists all commands on one screen.
const EXAMPLE: &str = "\
Example:
  ibid check paper.md --against library/    find what they share";

const EXAMPLES: &str = "\
Examples:
  ibid add library/                         index a folder
  ibid check paper.md                       find what the paper shares with it
  ibid check paper.md --against library/    the same without an index
  ibid compare draft.txt published.txt      compare two documents";

/// Options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = GLOBAL)]
pub(crate) struct Global {
    /// Index folder [default: nearest `.ibid`]
    ///
    /// By default, `.ibid` is looked for in the current folder, then in each folder above it.
    #[arg(long, global = true, value_name = "DIR", env = "IBID_INDEX", hide_env_values = true)]
    pub(crate) index: Option<PathBuf>,
    /// Config file [default: `ibid.toml` beside the index]
    ///
    /// Its keys are names of options; an option on the command line wins.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print only results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Show long passages in full and name skipped files
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// When to use color
    #[arg(long, global = true, value_name = "WHEN")]
    pub(crate) color: Option<When>,
    /// Language of text and help
    ///
    /// Applies to text reports, the review, the help and messages. JSON is always in English.
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<LangName>,
    /// Number of threads [default: one per processor]
    #[arg(long, global = true, value_name = "N", value_parser = whole::<usize>, hide_short_help = true)]
    pub(crate) threads: Option<usize>,
}

/// When something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set (default)
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The language of text for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LangName {
    /// The language of the locale (LC_ALL, LC_MESSAGES or LANG) if it is listed here, else English (default)
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
    Rescore(Rescore),
    Trace(Trace),
    Dedup(Dedup),
    Review(Review),
    Decide(Decide),
    Decisions(Decisions),
    Verify(Verify),
    Diff(Diff),
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

/// Remove documents from the index.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid remove library/old.txt
  ibid list --format jsonl | jq -r 'select(.date < \"2020\") | .id' \\
    | xargs -d '\\n' ibid remove")]
pub(crate) struct Remove {
    /// Ids of the documents, as `ibid list` shows them
    #[arg(required = true, value_name = "ID")]
    pub(crate) ids: Vec<String>,
}

/// List the documents in the index.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid list
  ibid list --format jsonl | wc -l")]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Show a document in the index: its metadata and numbered sentences.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid show library/mills.txt
  ibid show d00012 --format json")]
pub(crate) struct Show {
    /// Id of the document, as `ibid list` shows it
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Print the text of files as a check reads it.
///
/// With --format json, the result also has the structure, pages and hidden text of each file. Look here first when a
/// passage looks wrong.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid read paper.pdf
  ibid read paper.pdf --format json
  ibid read thesis/ --hidden-text | less")]
#[command(mut_arg("encoding", shown), mut_arg("input_format", shown), mut_arg("glob", shown))]
pub(crate) struct Read {
    /// Files and folders to read, or - for standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// List the hidden text of each file below its text
    #[arg(long, help_heading = "Output")]
    pub(crate) hidden_text: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Show the size, settings and state of the index.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid info
  ibid info --verify")]
pub(crate) struct Info {
    /// Verify the checksum of every file of the index
    #[arg(long)]
    pub(crate) verify: bool,
    #[command(flatten)]
    pub(crate) listing: Listing,
}

/// Rebuild the index from its stored texts with new settings.
///
/// The checksums of the old index are verified first. It stays in use until the new index is complete and replaces it
/// in one step, so that an interrupted rebuild leaves a usable index. Other files in its folder are left alone.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid rebuild                      after an update of ibid
  ibid rebuild --profile paper      with other features
  ibid rebuild --features shingle:k=4
  ibid rebuild --words names.txt    with more Chinese words")]
#[command(mut_arg("min_jaccard", hidden), mut_arg("reworded", hidden))]
#[command(mut_arg("profile", shown), mut_arg("features", shown), mut_arg("words", shown))]
pub(crate) struct Rebuild {
    #[command(flatten)]
    pub(crate) detection: Detection,
}

/// Print the completion script of a shell.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid completions bash > ~/.local/share/bash-completion/completions/ibid
  ibid completions fish > ~/.config/fish/completions/ibid.fish")]
pub(crate) struct Completions {
    /// Shell that completes the commands
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page of a command, or write all pages.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid man | man -l -                       the page of ibid
  ibid man check | man -l -                 the page of a command
  ibid man --all ~/.local/share/man/man1    write all pages to a folder")]
pub(crate) struct Man {
    /// Command to document [default: ibid itself]
    pub(crate) command: Option<String>,
    /// Write all pages to this folder
    #[arg(long, help_heading = "Output", value_name = "DIR", conflicts_with = "command")]
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

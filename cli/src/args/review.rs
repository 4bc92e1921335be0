//! The arguments of `ibid review`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Batch, Counting, Deciding, Detection, OnlyOver, Reading};

/// Review copied passages or a traced quotation in the terminal.
///
/// Opens a report of `ibid check --format json`, or checks the documents given, and shows each passage beside its
/// source. Keys 1 to 5 decide on passages, and each decision is saved in the ledger at once. Opens a result of `ibid trace QUOTE --format json` too, and shows the carriers with the changes in each, and
/// their places in the indexed documents. Without a terminal, it prints text.
///
/// More than one document begins with a queue, what is open and worst on top. It fills while documents are checked.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "ibid review <REPORT|TRACE|PATH>... [--against <PATH>...] [OPTIONS]")]
#[command(after_help = "\
Examples:
  ibid review report.json
  ibid review paper.md
  ibid review paper.md --against library/
  ibid review papers/ --among --template form.txt
  ibid review trace.json")]
pub(crate) struct Review {
    /// Report, trace, or files and folders to check
    #[arg(required_unless_present_any = ["against", "list_keys"], value_name = "REPORT|TRACE|PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Search these files and folders instead of the index
    ///
    /// Takes every path that follows, so name the documents to check first.
    #[arg(long, num_args = 1.., value_name = "PATH", help_heading = "Search")]
    pub(crate) against: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) batch: Batch,
    #[command(flatten)]
    pub(crate) only_over: OnlyOver,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
    /// Person who decides
    ///
    /// By default, this is the value of IBID_REVIEWER, else the `user.name` of git, else the login.
    #[arg(long, value_name = "NAME")]
    pub(crate) by: Option<String>,
    #[command(flatten)]
    pub(crate) deciding: Deciding,
    #[command(flatten)]
    pub(crate) showing: Showing,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// The look and the keys of a review.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Screen")]
pub(crate) struct Showing {
    /// Colors of the screen
    ///
    /// Without colors (--color never, NO_COLOR), it is always none.
    #[arg(long, value_name = "THEME", hide_short_help = true)]
    pub(crate) theme: Option<ThemeName>,
    /// File of keys and theme [default: `ibid/review.toml` in the folder of settings]
    ///
    /// The folder of settings is XDG_CONFIG_HOME, else `~/.config`; on Windows it is APPDATA. --theme wins over the file.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) keys: Option<PathBuf>,
    /// Print the theme and keys in force as such a file, and exit
    #[arg(long, hide_short_help = true)]
    pub(crate) list_keys: bool,
}

/// The colors of a review.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    /// Light or dark, as the terminal says, else 16 (default)
    #[default]
    Auto,
    /// For a light ground
    Light,
    /// For a dark ground
    Dark,
    /// The terminal's own 16 colors
    #[value(name = "16")]
    Sixteen,
    /// No colors
    None,
}

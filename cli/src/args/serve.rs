//! The arguments of `ibid serve`.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::number::{positive, whole, within};
use super::{Counting, Detection, first_examples, hidden};

const EXAMPLES: &str = "\
Examples:
  ibid serve                                        on 127.0.0.1:7117
  ibid serve --data /var/lib/ibid --log json        store articles elsewhere
  ibid serve --new-token desk --rights read,check   create a token
  curl -d '{\"title\": \"…\", \"content\": \"…\"}' \\
    -H 'Content-Type: application/json' http://127.0.0.1:7117/v1/documents";

/// Assign docIds to articles and check documents over HTTP.
///
/// An article gets the docId of an earlier one if both have the same address, title or content, or nearly the same words
/// and the same facts: numbers, dates and names. Acknowledged articles are on disk. Checks, comparisons and traces search
/// the index, which may grow meanwhile. The page /docs of the service tries every request. The config file takes every
/// option here but --new-token and --rights. Needs an installation with `--features full`.
#[derive(Args, Debug)]
#[command(after_help = first_examples(EXAMPLES), after_long_help = EXAMPLES)]
#[command(mut_arg("min_jaccard", hidden), mut_arg("reworded", hidden))]
#[command(mut_arg("exclude", hidden), mut_arg("include", hidden))]
pub(crate) struct Serve {
    /// Address to listen on
    ///
    /// An address that other machines can reach needs --tokens.
    #[arg(
        long,
        help_heading = "Service",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:7117",
        value_parser = address
    )]
    pub(crate) listen: SocketAddr,
    /// Folder of the articles and their ids
    ///
    /// It is created if it is missing.
    #[arg(long, help_heading = "Service", value_name = "DIR", default_value = ".ibid-service")]
    pub(crate) data: PathBuf,
    /// Database of the map from articles to docIds [default: in --data]
    ///
    /// A mysql://, postgres:// or redis:// address. Pass an address with a password in the environment variable: the list
    /// of processes does not show it.
    #[arg(
        long,
        value_name = "URL",
        env = "IBID_SERVE_MAP",
        hide_env_values = true,
        help_heading = "Articles",
        hide_short_help = true
    )]
    pub(crate) map: Option<String>,
    /// Database of the articles [default: in --data]
    ///
    /// An address as for --map, a table of HBase behind its REST gateway: hbase+http://HOST:PORT/TABLE, or a store of
    /// objects: s3://BUCKET/FOLDER?region=… or file:///FOLDER.
    #[arg(
        long,
        value_name = "URL",
        env = "IBID_SERVE_ARTICLES",
        hide_env_values = true,
        help_heading = "Articles",
        hide_short_help = true
    )]
    pub(crate) articles: Option<String>,
    /// Database of the keys that find repeated articles [default: in memory]
    ///
    /// An address as for --map. Use it for more articles than the memory holds.
    #[arg(
        long,
        value_name = "URL",
        env = "IBID_SERVE_KEYS",
        hide_env_values = true,
        help_heading = "Articles",
        hide_short_help = true
    )]
    pub(crate) keys: Option<String>,
    /// Rule that decides whether an article repeats another
    ///
    /// An existing folder keeps the rule that it was created with.
    #[arg(
        long,
        value_name = "RULE",
        default_value = "facts",
        help_heading = "Articles",
        hide_short_help = true
    )]
    pub(crate) rule: RuleName,
    /// Properties that show that an article repeats another
    ///
    /// Leave out title if different articles often have the same headline.
    #[arg(
        long,
        help_heading = "Articles",
        value_name = "PROPERTY,…",
        value_delimiter = ',',
        default_value = "url,title,content,content-words"
    )]
    pub(crate) match_by: Vec<Property>,
    /// Maximum weight of a word under --rule paper, which is its number of occurrences [default: 5]
    ///
    /// An existing folder keeps the maximum that it was created with.
    #[arg(
        long,
        value_name = "N",
        value_parser = within(1..=100),
        help_heading = "Articles",
        hide_short_help = true
    )]
    pub(crate) weight_levels: Option<u32>,
    /// TOML file of the tokens and their rights
    ///
    /// It has one table `[[token]]` per token, as --new-token prints it.
    #[arg(long, value_name = "FILE", help_heading = "Safety")]
    pub(crate) tokens: Option<PathBuf>,
    /// Create a token for this name, print it, and exit
    ///
    /// The lines for the file of --tokens are printed with it.
    #[arg(long, value_name = "NAME", help_heading = "Safety")]
    pub(crate) new_token: Option<String>,
    /// Rights of the new token
    #[arg(
        long,
        value_name = "RIGHT,…",
        value_delimiter = ',',
        requires = "new_token",
        help_heading = "Safety"
    )]
    pub(crate) rights: Vec<RightName>,
    /// TLS certificates, a PEM file
    #[arg(long, value_name = "FILE", requires = "tls_key", help_heading = "Safety")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Private key of the certificate, a PEM file
    #[arg(long, value_name = "FILE", requires = "tls_cert", help_heading = "Safety")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Maximum requests per second from a client [default: no limit]
    #[arg(long, value_name = "N", value_parser = positive, help_heading = "Safety", hide_short_help = true)]
    pub(crate) rate: Option<NonZeroU32>,
    /// Take the address of a client from X-Forwarded-For
    ///
    /// Use it behind a proxy; the last address of the header counts.
    #[arg(long, help_heading = "Safety", hide_short_help = true)]
    pub(crate) behind_proxy: bool,
    /// Maximum size of a request in bytes, after decompression
    #[arg(
        long,
        value_name = "BYTES",
        default_value_t = 8 << 20,
        value_parser = whole::<u64>,
        help_heading = "Safety",
        hide_short_help = true
    )]
    pub(crate) max_body: u64,
    /// Maximum number of open connections; further ones are closed
    ///
    /// Each connection takes a file descriptor (see `ulimit -n`).
    #[arg(
        long,
        value_name = "N",
        default_value = "512",
        value_parser = positive,
        help_heading = "Safety",
        hide_short_help = true
    )]
    pub(crate) max_connections: NonZeroU32,
    /// Time limit of a request in seconds
    ///
    /// Connections that read nothing of their answer for this long are closed.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 30,
        value_parser = whole::<u64>,
        help_heading = "Safety",
        hide_short_help = true
    )]
    pub(crate) timeout: u64,
    /// Format of the log on standard error
    ///
    /// -q logs only warnings and errors.
    #[arg(long, help_heading = "Service", value_name = "FORMAT", default_value = "text")]
    pub(crate) log: LogForm,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
}

/// Parses an address to listen on.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "must be an address with a port, such as 127.0.0.1:7117".to_owned())
}

/// A property by which an article is found to repeat another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Property {
    /// The same address
    Url,
    /// The same words in a title of at least five, without function words
    Title,
    /// The same or nearly the same content
    Content,
    /// The same for contents of fewer than 40 words
    ContentWords,
}

/// The rule that decides whether an article repeats another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleName {
    /// Words propose, and the order of words, numbers and names decides
    Facts,
    /// SimHash within three bits alone, as Tang and Kou published it
    Paper,
}

/// A right that a token gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RightName {
    /// See stored articles and figures
    Read,
    /// Check, compare and trace
    Check,
    /// Send and delete articles
    Write,
}

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogForm {
    /// For people
    Text,
    /// One line of JSON per event
    Json,
}

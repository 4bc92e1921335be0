//! The arguments of `ibid serve`.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::number::whole;
use super::{Counting, Detection};

/// Give every incoming article its docId, and check documents, over HTTP. Needs an installation with `--features full`
///
/// An article that says the same as an earlier one gets its docId: one at the same address, with the same title or content
/// but for little, or with mostly the same words where it is short. What is acknowledged is on the disk. Checks, comparisons
/// and traces look in the index, which can be added to meanwhile. The address /docs has a page to try everything.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ibid serve                                       on 127.0.0.1:7117, with the index that is here, if there is one
  ibid serve --data /var/lib/ibid --log json       keeps its articles there
  ibid serve --new-token desk --rights read,check  prints a token, and the lines for the file of tokens
  curl -d '{\"title\": \"…\", \"content\": \"…\"}' -H 'Content-Type: application/json' http://127.0.0.1:7117/v1/documents")]
pub(crate) struct Serve {
    /// The address to listen at. Other addresses than those of this machine need --tokens
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7117")]
    pub(crate) listen: SocketAddr,
    /// The folder where the articles and their ids are kept; it is made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".ibid-service")]
    pub(crate) data: PathBuf,
    /// Where the map is kept, behind the folder: mysql://, postgres:// or redis:// (default: in the folder). Give an address
    /// that has a password as the variable, which the list of processes does not show
    #[arg(long, value_name = "URL", env = "IBID_SERVE_MAP", hide_env_values = true)]
    pub(crate) map: Option<String>,
    /// Where the articles are kept, as --map; or as objects: s3://BUCKET/FOLDER?region=…, or file:///FOLDER
    #[arg(long, value_name = "URL", env = "IBID_SERVE_ARTICLES", hide_env_values = true)]
    pub(crate) articles: Option<String>,
    /// Where the keys are kept, as --map, rather than in memory: for more articles than the memory holds
    #[arg(long, value_name = "URL", env = "IBID_SERVE_KEYS", hide_env_values = true)]
    pub(crate) keys: Option<String>,
    /// What may show that an article repeats another. Where different articles have the same headline again and again, leave
    /// out title
    #[arg(
        long,
        value_name = "PROPERTY,…",
        value_delimiter = ',',
        default_value = "url,title,content,content-words"
    )]
    pub(crate) match_by: Vec<Property>,
    /// A word weighs as often as it stands in a text, up to this number. A folder keeps the number that it was made with
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = levels)]
    pub(crate) weight_levels: u32,
    /// Who may ask what: a file of TOML with a table [[token]] for each token, as --new-token prints it
    #[arg(long, value_name = "FILE", help_heading = "Safety")]
    pub(crate) tokens: Option<PathBuf>,
    /// Make a token for this name, print it and the lines for the file, and end
    #[arg(long, value_name = "NAME", help_heading = "Safety")]
    pub(crate) new_token: Option<String>,
    /// What the new token allows: read what is kept, check documents, write articles
    #[arg(
        long,
        value_name = "RIGHT,…",
        value_delimiter = ',',
        requires = "new_token",
        help_heading = "Safety"
    )]
    pub(crate) rights: Vec<RightName>,
    /// The certificates for TLS, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_key", help_heading = "Safety")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The private key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert", help_heading = "Safety")]
    pub(crate) tls_key: Option<PathBuf>,
    /// The requests a second that a client may send (default: no limit)
    #[arg(long, value_name = "N", help_heading = "Safety")]
    pub(crate) rate: Option<NonZeroU32>,
    /// A proxy stands before the service: clients are told apart by the last address of X-Forwarded-For
    #[arg(long, help_heading = "Safety")]
    pub(crate) behind_proxy: bool,
    /// The most bytes of a request, unpacked
    #[arg(long, value_name = "BYTES", default_value_t = 8 << 20, value_parser = whole::<u64>, help_heading = "Safety")]
    pub(crate) max_body: u64,
    /// The connections at once; more are closed. Each takes a file descriptor (see `ulimit -n`)
    #[arg(long, value_name = "N", default_value = "512", help_heading = "Safety")]
    pub(crate) max_connections: NonZeroU32,
    /// The seconds after which a request is given up, and a client that takes nothing of its answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = whole::<u64>, help_heading = "Safety")]
    pub(crate) timeout: u64,
    /// The form of the log, which goes to standard error. -q leaves out what went well
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) log: LogForm,
    #[command(flatten)]
    pub(crate) detection: Detection,
    #[command(flatten)]
    pub(crate) counting: Counting,
}

fn levels(text: &str) -> Result<u32, String> {
    let levels = whole::<u32>(text)?;
    if (1..=100).contains(&levels) { Ok(levels) } else { Err("it must be between 1 and 100".into()) }
}

/// What may show that an article repeats another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Property {
    /// The same address
    Url,
    /// A title within three bits, of at least five words
    Title,
    /// A content within three bits
    Content,
    /// Mostly the same words, of contents of fewer than 40 words
    ContentWords,
}

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RightName {
    /// To see what is kept, and the figures
    Read,
    /// To check, compare and trace
    Check,
    /// To send and delete articles
    Write,
}

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogForm {
    /// For people
    Text,
    /// A line of JSON for each event
    Json,
}

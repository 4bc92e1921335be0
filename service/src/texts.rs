//! What the service asks of those who know texts. It knows neither words nor languages itself.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the content or the title of an article is known by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The SimHash of its words; none where it has no words.
    pub fingerprint: Option<u64>,
    /// The number of its words.
    pub words: u32,
    /// For a text of fewer words than [`SHORT`], one number a word, the rarest first, in an order that is the same for all
    /// texts; a word that stands there again has another number each time.
    pub bag: Vec<u32>,
}

/// A text of fewer words is also compared by its words.
pub const SHORT: u32 = 40;

/// Makes signatures, and finds what is near. Signatures are comparable where the names are equal.
pub trait Texts: Send + Sync {
    /// The method with all that matters to it.
    fn name(&self) -> String;

    /// The signature of a text. `O(n)` for n bytes.
    fn signature(&self, text: &str) -> Signature;

    /// Fingerprints, none yet, for distances up to [`DISTANCE`].
    fn nearby(&self) -> Box<dyn Nearby>;
}

/// Fingerprints of the same text differ in no more bits.
pub const DISTANCE: u32 = 3;

/// Different fingerprints, numbered from 0 in the order of insertion.
pub trait Nearby: Send + Sync {
    /// Inserts one, and gives its number; the old number if it is there.
    fn insert(&mut self, fingerprint: u64) -> u32;

    /// Writes number and distance of all within [`DISTANCE`] to `out`, the nearest first, then the oldest.
    fn within(&self, fingerprint: u64, out: &mut Vec<(u32, u32)>);
}

/// Answers about copied sentences: what `ibid check`, `compare` and `trace` answer, over an index that is open.
///
/// Each ends within a tenth of a second or so after `stop` is set, with [`Refusal::Stopped`].
pub trait Checks: Send + Sync {
    /// A document against the index.
    ///
    /// # Errors
    /// [`Refusal`].
    fn check(&self, document: &Text, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Refusal>;

    /// Two documents, passage by passage.
    ///
    /// # Errors
    /// [`Refusal`].
    fn compare(&self, a: &Text, b: &Text, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Refusal>;

    /// The carriers of a quotation.
    ///
    /// # Errors
    /// [`Refusal`].
    fn trace(&self, quote: &Quote, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Refusal>;

    /// Whether there is an index.
    ///
    /// # Errors
    /// [`Refusal::Unavailable`], where there is one that cannot be read.
    fn ready(&self) -> Result<bool, Refusal>;
}

/// A text that is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Names it in the answer.
    #[serde(default)]
    #[schema(max_length = 256)]
    pub id: String,
    /// The text itself.
    #[schema(min_length = 1)]
    pub text: String,
}

/// What may name a text, in bytes.
const MOST_ID: usize = 256;

impl Text {
    /// What is wrong with it, and what to change.
    pub(crate) fn complaint(&self) -> Option<String> {
        if self.id.len() > MOST_ID {
            return Some(format!("id has {} bytes; at most {MOST_ID} are allowed", self.id.len()));
        }
        self.text.trim().is_empty().then(|| "text is empty; send the words of the document".into())
    }
}

impl Quote {
    /// The bytes of all its texts.
    pub(crate) fn bytes(&self) -> usize {
        let filters = [&self.since, &self.until, &self.source, &self.author, &self.category];
        self.quote.len() + filters.into_iter().flatten().map(String::len).sum::<usize>()
    }

    /// What is wrong with it, and what to change.
    pub(crate) fn complaint(&self) -> Option<String> {
        self.quote.trim().is_empty().then(|| "quote is empty; send the words of the quotation".into())
    }
}

/// A quotation that is traced, and which of its carriers are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Quote {
    /// Its words.
    #[schema(min_length = 1)]
    pub quote: String,
    /// Carriers that may not be older than this date.
    #[serde(default)]
    pub since: Option<String>,
    /// Carriers that may not be younger than this date.
    #[serde(default)]
    pub until: Option<String>,
    /// Carriers whose file or address has this in it.
    #[serde(default)]
    pub source: Option<String>,
    /// Carriers whose author has this in it.
    #[serde(default)]
    pub author: Option<String>,
    /// Carriers whose category has this in it.
    #[serde(default)]
    pub category: Option<String>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request cannot be answered: what is wrong with it, and what to change.
    Request(String),
    /// Not now: what is missing.
    Unavailable(String),
    /// Whoever asked does not want it any more.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Request(reason) | Refusal::Unavailable(reason) => out.write_str(reason),
            Refusal::Stopped => out.write_str("stopped"),
        }
    }
}

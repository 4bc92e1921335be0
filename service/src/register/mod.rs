//! The register: gives every article its `docId`.
//!
//! One thread decides, article after article, so that any number of similar ones that come at once get the same id. It
//! takes all waiting requests and commits them together, so that it waits for the disk once. Nothing is answered before
//! it is committed.
//!
//! An article whose name is known keeps its `docId`. Otherwise an earlier one gives its `docId`: under [`Rule::Paper`](crate::Rule::Paper),
//! the flow of Tang and Kou (2012), one at the same url, one with a title or a content within three bits, or a short
//! content of mostly the same words; under [`Rule::Facts`](crate::Rule::Facts) one at the same url, one with the same content, the same
//! title or near content, if the stored words and facts agree. If there is none, the `docId` is new.

mod anew;
mod batch;
mod compared;
mod ledger;
mod opened;
mod rows;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::oneshot;

use self::opened::Opened;
use crate::article::{Article, StoredArticle};
use crate::docid::DocId;
use crate::keys::ArticleKeys;
use crate::signature::Method;
use crate::store::tier::Health;
use crate::store::{Embedded, Fault, Store, address, spawn};
use crate::wording::{Difference, Wording};

/// The interval at which it is tested whether the folder must be opened again.
const PAUSE: Duration = Duration::from_secs(1);

/// The stores behind the embedded one, which keeps everything that has no other store.
#[derive(Clone, Default)]
pub struct Stores {
    /// The store of the map.
    pub map: Option<Arc<dyn Store>>,
    /// The store of the articles.
    pub articles: Option<Arc<dyn Store>>,
    /// The store of the keys; without it they are in memory.
    pub keys: Option<Arc<dyn Store>>,
}

impl Stores {
    /// Opens the stores at these addresses, such as `mysql://user:password@host/database`. They may be the same.
    ///
    /// # Errors
    /// [`Fault`] if an address names no store that this crate was built with, or the store cannot be reached. It
    /// contains no password.
    pub fn open(map: Option<&str>, articles: Option<&str>, keys: Option<&str>) -> Result<Stores, Fault> {
        Ok(Stores {
            map: open_some(map, "map")?,
            articles: open_some(articles, address::ARTICLES)?,
            keys: open_some(keys, "keys")?,
        })
    }
}

/// Opens the store at an address, if there is one.
fn open_some(url: Option<&str>, name: &str) -> Result<Option<Arc<dyn Store>>, Fault> {
    match url {
        Some(url) => address::open(url, name).map(Some),
        None => Ok(None),
    }
}

/// The properties that may show that an article repeats another. Its own id always does, and so does equality in
/// everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchBy {
    /// Its url.
    pub url: bool,
    /// Its title.
    pub title: bool,
    /// Its content.
    pub content: bool,
    /// The words of its content, if it is short.
    pub content_words: bool,
}

impl Default for MatchBy {
    /// Returns all of them.
    fn default() -> MatchBy {
        MatchBy { url: true, title: true, content: true, content_words: true }
    }
}

/// How a `docId` was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchedBy {
    /// There was none: it is new.
    None,
    /// By the article's own id, which was sent before.
    Id,
    /// By its url.
    Url,
    /// By its content, of which all words are the same.
    Identical,
    /// By its title: the same words but for function words; or fingerprints within three bits (`--rule paper`).
    Title,
    /// By the words of its content in order, and its facts.
    Near,
    /// By the fingerprint of its content, within three bits (`--rule paper`).
    Content,
    /// By the words of its content, which is short (`--rule paper`).
    ContentWords,
    /// By being equal in url, title and content, none of which decides alone.
    Exact,
}

impl MatchedBy {
    /// Returns the name in answers and figures.
    pub(crate) fn name(self) -> &'static str {
        match self {
            MatchedBy::None => "none",
            MatchedBy::Id => "id",
            MatchedBy::Url => "url",
            MatchedBy::Identical => "identical",
            MatchedBy::Title => "title",
            MatchedBy::Near => "near",
            MatchedBy::Content => "content",
            MatchedBy::ContentWords => "content-words",
            MatchedBy::Exact => "exact",
        }
    }
}

/// The decision for an article.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Assigned {
    /// The name by which it is asked for.
    pub(crate) name: String,
    pub(crate) doc: DocId,
    pub(crate) matched_by: MatchedBy,
    /// True if the article itself was not sent before.
    pub(crate) is_new: bool,
    /// The bits in which the fingerprints that led to it differ; for words, those of the contents.
    pub(crate) distance: Option<u32>,
    /// The share of words in order that led to it, or the bag Jaccard of the words.
    pub(crate) similarity: Option<f64>,
    /// The most similar article of those that were proposed and refused, if nothing led to an id.
    pub(crate) refused: Option<RefusedArticle>,
}

/// An earlier article that an article does not repeat.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RefusedArticle {
    pub(crate) doc: DocId,
    /// The share of words in order.
    pub(crate) similarity: f64,
    pub(crate) difference: Difference,
}

/// The record of an article.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Known {
    pub(crate) doc: DocId,
    pub(crate) sent: u64,
    pub(crate) first: i64,
    pub(crate) last: i64,
    /// The number of different articles with this `docId`.
    pub(crate) members: u64,
    /// The article that is kept: the one sent most often.
    pub(crate) article: Option<Article>,
}

/// An article with the keys by which it is found.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) article: Article,
    pub(crate) article_keys: ArticleKeys,
    /// The words that decide; none under [`Rule::Paper`](crate::signature::Rule::Paper).
    pub(crate) wording: Option<Wording>,
    pub(crate) match_by: MatchBy,
    /// True if sending it again changes nothing.
    pub(crate) is_put: bool,
    /// The time of its arrival, in milliseconds since 1970.
    pub(crate) now: i64,
}

/// The way back to the client that waits for an answer.
type ReplyTo<A> = oneshot::Sender<Result<A, Fault>>;

enum Request {
    Assign(Box<Sent>, ReplyTo<Assigned>),
    Remove(String, ReplyTo<bool>),
}

/// The register of ids, shared by all requests.
///
/// If the folder cannot be written, as when its disk is full, the register tries to open it again until that succeeds.
/// Only what is on the disk then counts.
pub struct Register {
    shared: Arc<Shared>,
    keeper: Option<JoinHandle<()>>,
}

struct Shared {
    /// The open tiers, or the reason why there are none.
    opened: RwLock<Result<Opened, Fault>>,
    folder: PathBuf,
    stores: Stores,
    /// The method that makes the signatures.
    method: Method,
    is_over: AtomicBool,
}

impl Register {
    /// Opens the tiers, and makes the keys from the map unless a store has them: `O(n)` for n articles.
    ///
    /// # Errors
    /// [`Fault`], also if the signatures were made by a method other than `method`, or the map or the articles were
    /// kept elsewhere.
    pub fn open(embedded: Embedded, stores: Stores, method: Method) -> Result<Register, Fault> {
        let folder = embedded.folder().to_owned();
        let opened = RwLock::new(Ok(Opened::open(embedded, stores.clone(), &method)?));
        let shared = Arc::new(Shared { opened, folder, stores, method, is_over: AtomicBool::new(false) });
        let kept = shared.clone();
        let keeper = spawn("keeper".into(), move || kept.keep())?;
        Ok(Register { shared, keeper: Some(keeper) })
    }

    /// Calls `ask` with the open tiers. While they are being opened again, it fails at once.
    fn with<A>(&self, ask: impl FnOnce(&Opened) -> Result<A, Fault>) -> Result<A, Fault> {
        let Ok(opened) = self.shared.opened.try_read() else {
            return Err(Fault::unreachable(Embedded::NAME, "it is being opened again"));
        };
        ask(opened.as_ref().map_err(Fault::clone)?)
    }

    /// Queues a request, and waits until it is decided.
    async fn decided<A>(&self, request: impl FnOnce(ReplyTo<A>) -> Request) -> Result<A, Fault> {
        let (answer, answered) = oneshot::channel();
        self.with(|opened| opened.ask(request(answer)))?;
        answered.await.unwrap_or_else(|_| Err(opened::behind()))
    }

    /// Returns the `docId` of an article.
    pub(crate) async fn assign(&self, sent: Sent) -> Result<Assigned, Fault> {
        self.decided(|answer| Request::Assign(Box::new(sent), answer)).await
    }

    /// Forgets an article. Returns whether it was there.
    pub(crate) async fn remove(&self, name: String) -> Result<bool, Fault> {
        self.decided(|answer| Request::Remove(name, answer)).await
    }

    /// Returns the record of an article as of the last commit. Reads the disk, or another store.
    pub(crate) fn get(&self, name: &str) -> Result<Option<Known>, Fault> {
        self.with(|opened| opened.get(name))
    }

    /// Returns the number of requests that wait to be decided.
    pub(crate) fn waiting(&self) -> usize {
        self.with(|opened| Ok(opened.waiting())).unwrap_or(0)
    }

    /// Returns the tiers by name, with the health of their stores.
    ///
    /// # Errors
    /// [`Fault`] if nothing can be kept, as when the disk is full.
    pub(crate) fn stores(&self) -> Result<Vec<(&'static str, Health)>, Fault> {
        self.with(Opened::stores)
    }
}

impl Shared {
    /// Opens the folder again after each failed write, until the register is dropped.
    fn keep(&self) {
        loop {
            std::thread::park_timeout(PAUSE);
            if self.is_over.load(Ordering::SeqCst) {
                return;
            }
            let has_failed = {
                let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner);
                opened.as_ref().map_or(true, Opened::has_failed)
            };
            if has_failed {
                self.open_again();
            }
        }
    }

    fn open_again(&self) {
        let mut opened = self.opened.write().unwrap_or_else(PoisonError::into_inner);
        let closed = Fault::unreachable(Embedded::NAME, "it is closed");
        // Closed before it is opened, since a folder can be open only once.
        let was_open = std::mem::replace(&mut *opened, Err(closed)).is_ok();
        *opened = Embedded::open(&self.folder)
            .and_then(|embedded| Opened::open(embedded, self.stores.clone(), &self.method));
        match &*opened {
            Ok(_) => tracing::warn!("the folder could not be written, and was opened again"),
            Err(fault) if was_open => {
                tracing::error!(%fault, "the folder cannot be opened again; that is tried every second");
            }
            Err(_) => {}
        }
    }
}

impl Drop for Register {
    /// Decides the waiting requests, and ends.
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        if let Some(keeper) = self.keeper.take() {
            keeper.thread().unpark();
            // A thread that panicked has nothing more to say.
            drop(keeper.join());
        }
    }
}

/// Returns the key of an article in its store; it is valid as the name of an object.
pub(crate) fn article_key(doc: DocId) -> Vec<u8> {
    doc.to_string().into_bytes()
}

fn read_article(json: &[u8]) -> Result<Article, Fault> {
    match serde_json::from_slice::<StoredArticle>(json) {
        Ok(stored) => Ok(stored.article()),
        Err(error) => {
            let reason = format!("{error}; restore it from its backup");
            Err(Fault::unreadable("the store of articles", reason))
        }
    }
}

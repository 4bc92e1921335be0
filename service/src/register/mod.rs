//! Gives every article its `docId`.
//!
//! One thread decides, article after article, so that any number of similar ones that come at once get one id. It takes
//! all that wait together, and commits them together: the disk is waited for once. Nothing is answered before it was
//! committed.
//!
//! The flow of Tang and Kou (2012): an article whose name is known keeps its `docId`; else one at the same url, with a title
//! or a content within three bits, or a short content of mostly the same words, gives its `docId`; else there is a new one.

mod anew;
mod batch;
mod rows;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;

use serde::Serialize;
use tokio::sync::{mpsc, oneshot};

use self::batch::{Batch, NEXT};
use self::rows::{Group, Member, Name};
use crate::article::Article;
use crate::docid::DocId;
use crate::keys::{Keys, Marks, MemoryKeys, StoredKeys, forget_stored};
use crate::store::embedded::Table;
use crate::store::rows::{Key, read};
use crate::store::tier::{Health, Tier};
use crate::store::{Change, Embedded, Fault, Store, address};
use crate::texts::Texts;

/// The requests that may wait to be decided.
const MOST_WAITING: usize = 4096;
/// The requests that are committed together.
const MOST_AT_ONCE: usize = 1024;

/// The stores behind the embedded one; without them it keeps everything.
#[derive(Clone, Default)]
pub struct Stores {
    /// Keeps the map.
    pub map: Option<Arc<dyn Store>>,
    /// Keeps the articles.
    pub articles: Option<Arc<dyn Store>>,
    /// Keeps the keys, which stand in memory without it.
    pub keys: Option<Arc<dyn Store>>,
}

impl Stores {
    /// The stores at these addresses, such as `mysql://user:password@host/database`. They may be the same.
    ///
    /// # Errors
    /// [`Fault`], where an address names no store that this crate was built with, or the store cannot be reached. It holds
    /// no password.
    pub fn open(map: Option<&str>, articles: Option<&str>, keys: Option<&str>) -> Result<Stores, Fault> {
        let open = |url: Option<&str>, name| url.map(|url| address::open(url, name)).transpose();
        Ok(Stores {
            map: open(map, "map")?,
            articles: open(articles, address::ARTICLES)?,
            keys: open(keys, "keys")?,
        })
    }
}

/// What may show that an article repeats another. Its own id always does, and being equal in everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchBy {
    /// Its url.
    pub url: bool,
    /// Its title, within three bits.
    pub title: bool,
    /// Its content, within three bits.
    pub content: bool,
    /// The words of its content, if it is short.
    pub content_words: bool,
}

impl Default for MatchBy {
    /// All of them, as Tang and Kou (2012).
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
    /// By its title, within three bits.
    Title,
    /// By its content, within three bits.
    Content,
    /// By the words of its content, which is short.
    ContentWords,
    /// By being equal in url, title and content, none of which decides alone.
    Exact,
}

impl MatchedBy {
    /// As it is written in answers and figures.
    pub(crate) fn name(self) -> &'static str {
        match self {
            MatchedBy::None => "none",
            MatchedBy::Id => "id",
            MatchedBy::Url => "url",
            MatchedBy::Title => "title",
            MatchedBy::Content => "content",
            MatchedBy::ContentWords => "content-words",
            MatchedBy::Exact => "exact",
        }
    }
}

/// What was decided of an article.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Assigned {
    /// The name by which it is asked for.
    pub(crate) name: String,
    pub(crate) doc: DocId,
    pub(crate) matched_by: MatchedBy,
    /// Whether the article itself was not sent before.
    pub(crate) is_new: bool,
    /// The bits in which the fingerprints differ that led to it; for words those of the contents.
    pub(crate) distance: Option<u32>,
    /// The bag Jaccard of the words that led to it.
    pub(crate) similarity: Option<f64>,
}

/// What is known of an article.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Known {
    pub(crate) doc: DocId,
    pub(crate) sent: u64,
    pub(crate) first: i64,
    pub(crate) last: i64,
    /// The number of different articles of this `docId`.
    pub(crate) members: u64,
    /// The one that is kept: the one sent most often.
    pub(crate) article: Option<Article>,
}

/// An article with what it is found by.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) article: Article,
    pub(crate) marks: Marks,
    pub(crate) match_by: MatchBy,
    /// Whether sending it once more changes nothing.
    pub(crate) is_put: bool,
    /// When it came, in milliseconds since 1970.
    pub(crate) now: i64,
}

enum Request {
    Assign(Box<Sent>, oneshot::Sender<Result<Assigned, Fault>>),
    Remove(String, oneshot::Sender<Result<bool, Fault>>),
}

/// Gives ids. Shared between all who ask.
pub struct Register {
    tiers: Arc<Tiers>,
    inbox: Option<mpsc::Sender<Request>>,
    waiting: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

/// What is kept.
struct Tiers {
    embedded: Embedded,
    map: Tier,
    articles: Tier,
    /// None where the keys stand in memory.
    keys: Option<Arc<Tier>>,
}

impl Register {
    /// Opens what is kept, and makes the keys from the map, unless a store has them: `O(n)` for n articles.
    ///
    /// # Errors
    /// [`Fault`], also where the fingerprints were made by another method than that of `texts`, or the map or the articles
    /// were kept elsewhere.
    pub fn open(embedded: Embedded, stores: Stores, texts: Arc<dyn Texts>) -> Result<Register, Fault> {
        is_of(&embedded, &*texts)?;
        is_kept_there(&embedded, "map", stores.map.as_deref())?;
        is_kept_there(&embedded, "articles", stores.articles.as_deref())?;
        let tier = |table, store: Option<Arc<dyn Store>>| match store {
            None => Ok(Tier::embedded(&embedded, table)),
            Some(store) => Tier::behind(&embedded, table, store),
        };
        let (map, articles) = (tier(Table::Map, stores.map)?, tier(Table::Articles, stores.articles)?);
        let behind = |store| Ok(Arc::new(Tier::behind(&embedded, Table::Keys, store)?));
        let kept = stores.keys.map(behind).transpose()?;
        let mut keys: Box<dyn Keys> = match &kept {
            Some(tier) => Box::new(StoredKeys::open(tier.clone(), &embedded)?),
            None => {
                forget_stored(&embedded)?;
                Box::new(MemoryKeys::new(texts))
            }
        };
        let tiers = Arc::new(Tiers { embedded, map, articles, keys: kept });
        let next = tiers.embedded.store(Table::Facts).get_one(NEXT)?;
        let mut next: u64 = next.map_or(Ok(0), |next| read(&next))?;
        if !keys.are_whole()? {
            next = anew::make(&tiers, &mut *keys)?.max(next);
        }
        let (inbox, requests) = mpsc::channel(MOST_WAITING);
        let waiting = Arc::new(AtomicUsize::new(0));
        let decide = {
            let (tiers, waiting) = (tiers.clone(), waiting.clone());
            move || decide(requests, &tiers, &mut *keys, next, &waiting)
        };
        let thread = std::thread::Builder::new()
            .name("register".into())
            .spawn(decide)
            .map_err(|error| Fault::Unreachable { store: "the system".into(), reason: error.to_string() })?;
        Ok(Register { tiers, inbox: Some(inbox), waiting, thread: Some(thread) })
    }

    /// The `docId` of an article.
    pub(crate) async fn assign(&self, sent: Sent) -> Result<Assigned, Fault> {
        let (answer, answered) = oneshot::channel();
        self.ask(Request::Assign(Box::new(sent), answer), answered).await
    }

    /// Forgets an article; whether it was there.
    pub(crate) async fn remove(&self, name: String) -> Result<bool, Fault> {
        let (answer, answered) = oneshot::channel();
        self.ask(Request::Remove(name, answer), answered).await
    }

    async fn ask<A>(
        &self,
        request: Request,
        answered: oneshot::Receiver<Result<A, Fault>>,
    ) -> Result<A, Fault> {
        let full = || Fault::Behind { store: "the register".into(), waiting: MOST_WAITING };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let sent = self.inbox.as_ref().map(|inbox| inbox.try_send(request));
        if !matches!(sent, Some(Ok(()))) {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(full());
        }
        answered.await.unwrap_or_else(|_| Err(full()))
    }

    /// What is known of an article, as of the last commit. Reads the disk, or another store.
    pub(crate) fn get(&self, name: &str) -> Result<Option<Known>, Fault> {
        let tiers = &self.tiers;
        let Some(member) = tiers.map.get_one(&Name(name.to_owned()).bytes())? else { return Ok(None) };
        let member: Member = read(&member)?;
        let group = tiers.map.get_one(&member.doc.bytes())?;
        let group: Group = group.map(|group| read(&group)).transpose()?.unwrap_or_default();
        let article = tiers.articles.get_one(&article_key(member.doc))?;
        Ok(Some(Known {
            doc: member.doc,
            sent: member.sent,
            first: member.first,
            last: member.last,
            members: group.members,
            article: article.map(|article| read_article(&article)).transpose()?,
        }))
    }

    /// The number of requests that wait to be decided.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// What is kept, and how its store is.
    pub(crate) fn stores(&self) -> impl Iterator<Item = (&'static str, Health)> {
        let tiers = &self.tiers;
        let keys = tiers.keys.as_ref().map(|keys| ("keys", keys.health()));
        [("map", tiers.map.health()), ("articles", tiers.articles.health())].into_iter().chain(keys)
    }
}

impl Drop for Register {
    /// Decides what waits, and ends.
    fn drop(&mut self) {
        self.inbox = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to say.
            drop(thread.join());
        }
    }
}

/// The key of an article in its store; it can be the name of an object.
pub(crate) fn article_key(doc: DocId) -> Vec<u8> {
    doc.to_string().into_bytes()
}

fn read_article(json: &[u8]) -> Result<Article, Fault> {
    serde_json::from_slice(json).map_err(|error| Fault::Unreadable {
        store: "the store of articles".into(),
        reason: format!("{error}; restore it from its backup"),
    })
}

/// Refuses a folder whose fingerprints were made by another method.
fn is_of(embedded: &Embedded, texts: &dyn Texts) -> Result<(), Fault> {
    let now = texts.name();
    let Some(method) = other_fact(embedded, "method", &now)? else { return Ok(()) };
    Err(Fault::Unreadable {
        store: "the embedded store".into(),
        reason: format!(
            "its fingerprints were made by {method}, and those of now by {now}; give the same settings, or another folder"
        ),
    })
}

/// Refuses a store of the map or of the articles, if they were kept somewhere else until now.
fn is_kept_there(embedded: &Embedded, what: &str, store: Option<&dyn Store>) -> Result<(), Fault> {
    const HERE: &str = "the folder itself";
    let now = store.map_or(HERE, Store::name);
    let Some(place) = other_fact(embedded, &format!("place of the {what}"), now)? else { return Ok(()) };
    Err(Fault::Unreadable {
        store: "the embedded store".into(),
        reason: format!(
            "the {what} of this folder is kept in {place}, not in {now}, and is not moved; name the place that it has (--{what}), or another folder"
        ),
    })
}

/// The fact of a folder, if it is not what it is now. A new folder takes that of now.
fn other_fact(embedded: &Embedded, name: &str, now: &str) -> Result<Option<String>, Fault> {
    let facts = embedded.store(Table::Facts);
    let Some(fact) = facts.get_one(name.as_bytes())? else {
        facts.write(&[Change { key: name.into(), value: Some(now.into()) }])?;
        return Ok(None);
    };
    let fact = String::from_utf8_lossy(&fact).into_owned();
    Ok(Some(fact).filter(|fact| fact != now))
}

/// Decides what comes until nobody can ask any more.
fn decide(
    mut requests: mpsc::Receiver<Request>,
    tiers: &Tiers,
    keys: &mut dyn Keys,
    mut next_group: u64,
    waiting: &AtomicUsize,
) {
    loop {
        let Some(first) = requests.blocking_recv() else { return };
        let mut next = vec![first];
        while next.len() < MOST_AT_ONCE
            && let Ok(request) = requests.try_recv()
        {
            next.push(request);
        }
        let count = next.len();
        Batch::decide(tiers, keys, &mut next_group, next);
        waiting.fetch_sub(count, Ordering::Relaxed);
    }
}

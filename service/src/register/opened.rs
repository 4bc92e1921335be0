//! The open register: its tiers, and the thread that decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;

use tokio::sync::mpsc;

use super::batch::{Batch, COUNTS, Course, NEXT};
use super::ledger::{self, Counts, Ledger};
use super::rows::{Group, MEMBERS, Member, Name};
use super::{Known, Request, Stores, anew, article_key, read_article};
use crate::keys::{Keys, MemoryKeys, StoredKeys, forget_stored};
use crate::signature::{Method, Rule};
use crate::store::embedded::Table;
use crate::store::rows::{Key, read_some, write};
use crate::store::tier::{Health, Tier};
use crate::store::{Change, Embedded, Fault, Store, spawn};

/// The most requests that wait to be decided.
const MOST_WAITING: usize = 4096;
/// The most requests that are committed together.
const MOST_AT_ONCE: usize = 1024;

/// The open tiers, and the thread that decides.
pub(super) struct Opened {
    tiers: Arc<Tiers>,
    inbox: Option<mpsc::Sender<Request>>,
    waiting: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

/// The tiers of the register.
pub(super) struct Tiers {
    pub(super) embedded: Embedded,
    pub(super) map: Tier,
    pub(super) articles: Tier,
    /// The tier of the keys; none if they are in memory.
    keys: Option<Arc<Tier>>,
}

impl Opened {
    /// Opens the tiers, and makes the keys from the map unless a store has them: `O(n)` for n articles.
    ///
    /// # Errors
    /// [`Fault`], also if the signatures were made by a method other than `method`, or the map or the articles were
    /// kept elsewhere.
    pub(super) fn open(embedded: Embedded, stores: Stores, method: &Method) -> Result<Opened, Fault> {
        is_of(&embedded, method)?;
        is_kept_there(&embedded, "map", stores.map.as_deref())?;
        is_kept_there(&embedded, "articles", stores.articles.as_deref())?;
        let map = Tier::open(&embedded, Table::Map, stores.map)?;
        let articles = Tier::open(&embedded, Table::Articles, stores.articles)?;
        let (mut keys, kept): (Box<dyn Keys>, _) = match stores.keys {
            Some(store) => {
                let tier = Arc::new(Tier::behind(&embedded, Table::Keys, store)?);
                (Box::new(StoredKeys::open(method.rule, tier.clone(), &embedded)?), Some(tier))
            }
            None => {
                forget_stored(&embedded)?;
                (Box::new(MemoryKeys::new(method.rule)), None)
            }
        };
        let tiers = Arc::new(Tiers { embedded, map, articles, keys: kept });
        let mut next: u64 = read_some(tiers.embedded.store(Table::Facts).get_one(NEXT)?)?.unwrap_or(0);
        let counts = counted(&tiers)?;
        if !keys.are_whole()? {
            next = anew::make(&tiers, &mut *keys)?.max(next);
        }
        let ledger = Ledger::open(tiers.embedded.folder(), counts)?;
        let mut course = Course { next, counts, ledger };
        let (inbox, requests) = mpsc::channel(MOST_WAITING);
        let waiting = Arc::new(AtomicUsize::new(0));
        let decide = {
            let (tiers, waiting) = (tiers.clone(), waiting.clone());
            move || decide(requests, &tiers, &mut *keys, &mut course, &waiting)
        };
        let thread = spawn("register".into(), decide)?;
        Ok(Opened { tiers, inbox: Some(inbox), waiting, thread: Some(thread) })
    }

    /// Queues a request for decision.
    pub(super) fn ask(&self, request: Request) -> Result<(), Fault> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        if let Some(inbox) = &self.inbox
            && inbox.try_send(request).is_ok()
        {
            return Ok(());
        }
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        Err(behind())
    }

    /// Returns the record of an article as of the last commit. Reads the disk, or another store.
    pub(super) fn get(&self, name: &str) -> Result<Option<Known>, Fault> {
        let tiers = &self.tiers;
        let member = tiers.map.get_one(&Name(name.to_owned()).bytes())?;
        let Some(member) = read_some::<Member>(member)? else { return Ok(None) };
        // None if the article was deleted meanwhile.
        let group = tiers.map.get_one(&member.doc.bytes())?;
        let Some(group) = read_some::<Group>(group)? else { return Ok(None) };
        let article = match tiers.articles.get_one(&article_key(member.doc))? {
            Some(article) => Some(read_article(&article)?),
            None => None,
        };
        Ok(Some(Known {
            doc: member.doc,
            sent: member.sent,
            first: member.first,
            last: member.last,
            members: group.members,
            article,
        }))
    }

    /// Returns the number of requests that wait to be decided.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Returns the tiers by name, with the health of their stores.
    pub(super) fn stores(&self) -> Result<Vec<(&'static str, Health)>, Fault> {
        let tiers = &self.tiers;
        tiers.embedded.well()?;
        let mut stores = vec![("map", tiers.map.health()), ("articles", tiers.articles.health())];
        if let Some(keys) = &tiers.keys {
            stores.push(("keys", keys.health()));
        }
        Ok(stores)
    }

    /// Waits until the articles are in their store.
    #[cfg(test)]
    pub(super) fn wait_until_written(&self) -> Result<(), Fault> {
        self.tiers.articles.wait_until_written()
    }

    /// Flushes the journal to sorted files.
    #[cfg(test)]
    pub(super) fn flush_tables(&self) -> Result<(), Fault> {
        self.tiers.embedded.flush_tables()
    }

    /// Returns whether a write to the folder has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.tiers.embedded.well().is_err()
    }
}

impl Drop for Opened {
    /// Decides the waiting requests, and ends.
    fn drop(&mut self) {
        self.inbox = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to say.
            drop(thread.join());
        }
    }
}

/// Returns the fault for a full queue.
pub(super) fn behind() -> Fault {
    Fault::Behind { store: "the register".into(), waiting: MOST_WAITING }
}

/// Counts the content of a folder, and refuses one with less than was acknowledged. For another store, its own word is
/// taken.
fn counted(tiers: &Tiers) -> Result<Counts, Fault> {
    let acknowledged = Ledger::read(tiers.embedded.folder())?;
    let said: Option<Counts> = read_some(tiers.embedded.store(Table::Facts).get_one(COUNTS)?)?;
    let known = said.or(acknowledged).unwrap_or_default();
    let articles = tiers.map.count(&[MEMBERS])?.unwrap_or(known.articles);
    let texts = tiers.articles.count(b"")?.unwrap_or(known.texts);
    let there = Counts { batches: known.batches, articles, texts };
    match acknowledged {
        Some(acknowledged) => ledger::compare(acknowledged, said, there)?,
        None if said.is_some() && said != Some(there) => {
            tracing::warn!(?said, ?there, "articles are missing; it is gone on with what is there");
        }
        None => {}
    }
    if said != Some(there) {
        let value = Some(write(&there)?);
        tiers.embedded.store(Table::Facts).write(&[Change { key: COUNTS.to_vec(), value }])?;
    }
    Ok(there)
}

/// Refuses a folder whose signatures were made by another method.
fn is_of(embedded: &Embedded, now: &Method) -> Result<(), Fault> {
    let Some(method) = other_fact(embedded, "method", &now.name)? else { return Ok(()) };
    let reason = match (Method::rule_of(&method), now.rule) {
        (Rule::Paper, Rule::Facts) => {
            "its articles were compared by --rule paper; start with --rule paper, or send the articles to another folder"
                .into()
        }
        (Rule::Facts, Rule::Paper) => {
            "its articles were compared by --rule facts; start without --rule paper, or send the articles to another folder"
                .into()
        }
        _ => format!(
            "its signatures were made by {method}, and those of now by {}; give the same settings, or another folder",
            now.name
        ),
    };
    Err(Fault::unreadable(Embedded::NAME, reason))
}

/// Refuses a store of the map or of the articles, if they were kept somewhere else until now.
fn is_kept_there(embedded: &Embedded, what: &str, store: Option<&dyn Store>) -> Result<(), Fault> {
    const HERE: &str = "the folder itself";
    let now = store.map_or(HERE, Store::name);
    let Some(place) = other_fact(embedded, &format!("place of the {what}"), now)? else { return Ok(()) };
    let reason = format!(
        "the {what} of this folder is kept in {place}, not in {now}, and is not moved; name the place that it has (--{what}), or another folder"
    );
    Err(Fault::unreadable(Embedded::NAME, reason))
}

/// Returns a fact of the folder if it differs from `now`. A new folder takes `now`.
fn other_fact(embedded: &Embedded, name: &str, now: &str) -> Result<Option<String>, Fault> {
    let facts = embedded.store(Table::Facts);
    let Some(fact) = facts.get_one(name.as_bytes())? else {
        facts.write(&[Change { key: name.into(), value: Some(now.into()) }])?;
        return Ok(None);
    };
    let fact = String::from_utf8_lossy(&fact).into_owned();
    Ok((fact != now).then_some(fact))
}

/// Decides requests until no more can come.
fn decide(
    mut requests: mpsc::Receiver<Request>,
    tiers: &Tiers,
    keys: &mut dyn Keys,
    course: &mut Course,
    waiting: &AtomicUsize,
) {
    loop {
        let Some(first) = requests.blocking_recv() else {
            if let Err(fault) = course.ledger.flush() {
                tracing::warn!(%fault, "the ledger could not be flushed");
            }
            return;
        };
        let mut next = vec![first];
        while next.len() < MOST_AT_ONCE
            && let Ok(request) = requests.try_recv()
        {
            next.push(request);
        }
        let count = next.len();
        Batch::decide(tiers, keys, course, next);
        waiting.fetch_sub(count, Ordering::Relaxed);
    }
}

//! A batch of requests that are decided one after another and committed together.

use std::collections::BTreeMap;

use super::compared::{Candidate, Compared};
use super::ledger::{Counts, Ledger};
use super::opened::Tiers;
use super::rows::{Group, Member, Name, WordingKey};
use super::{Assigned, MatchBy, MatchedBy, ReplyTo, Request, Sent, anew, article_key};
use crate::article::{Article, StoredArticle};
use crate::docid::DocId;
use crate::keys::{Alike, ArticleKeys, Field, Keys, Owner};
use crate::store::embedded::Table;
use crate::store::rows::{self, Rows};
use crate::store::{Change, Fault};
use crate::wording::Wording;

/// The fact with the number of the next group, in the embedded store.
pub(super) const NEXT: &[u8] = b"next";
/// The fact with the counts of the store, in the embedded store.
pub(super) const COUNTS: &[u8] = b"counts";
/// The most keys of articles in a group; an article that is changed more often is not found by its later versions.
const MOST_ARTICLE_KEYS: usize = 64;

/// The changes of a batch.
pub(super) struct Batch<'r> {
    tiers: &'r Tiers,
    keys: &'r mut dyn Keys,
    /// The number of the next new group.
    next: &'r mut u64,
    /// The counts after this batch is committed.
    counts: Counts,
    members: Rows<Name, Member>,
    groups: Rows<DocId, Group>,
    wordings: Rows<WordingKey, Wording>,
    articles: BTreeMap<DocId, Option<StoredArticle>>,
}

/// The state that carries over from batch to batch.
pub(super) struct Course {
    /// The number of the next new group.
    pub(super) next: u64,
    /// The counts as of the last commit.
    pub(super) counts: Counts,
    pub(super) ledger: Ledger,
}

/// An answer that is sent after the commit.
enum Answer {
    Assigned(ReplyTo<Assigned>, Result<Assigned, Fault>),
    Removed(ReplyTo<bool>, Result<bool, Fault>),
}

/// Decides one more request, unless an earlier one failed. A failed decision cannot be undone alone, so nothing of its
/// batch is committed.
fn one_more<A>(state: &mut Result<(), Fault>, decide: impl FnOnce() -> Result<A, Fault>) -> Result<A, Fault> {
    state.clone()?;
    let answer = decide();
    if let Err(fault) = &answer {
        *state = Err(fault.clone());
    }
    answer
}

impl Batch<'_> {
    /// Decides the requests in this order, commits, and answers.
    pub(super) fn decide(tiers: &Tiers, keys: &mut dyn Keys, course: &mut Course, requests: Vec<Request>) {
        let Course { next, counts: before, ledger } = course;
        let mut batch = Batch {
            tiers,
            keys,
            next,
            counts: *before,
            members: Rows::default(),
            groups: Rows::default(),
            wordings: Rows::default(),
            articles: BTreeMap::new(),
        };
        let mut state = batch.begin(&requests);
        let mut answers = Vec::with_capacity(requests.len());
        for request in requests {
            answers.push(match request {
                Request::Assign(sent, to) => {
                    Answer::Assigned(to, one_more(&mut state, || batch.assign(*sent)))
                }
                Request::Remove(name, to) => {
                    Answer::Removed(to, one_more(&mut state, || batch.remove(Name(name))))
                }
            });
        }
        let committed = batch.commit(state).and_then(|counts| acknowledge(tiers, ledger, before, counts));
        if let Err(fault) = &committed {
            tracing::error!(%fault, "a batch could not be committed");
        }
        for answer in answers {
            // A client that no longer waits is not told.
            match answer {
                Answer::Assigned(to, answer) => drop(to.send(committed.clone().and(answer))),
                Answer::Removed(to, answer) => drop(to.send(committed.clone().and(answer))),
            }
        }
    }

    /// Reads everything that the requests will need, at once.
    fn begin(&mut self, requests: &[Request]) -> Result<(), Fault> {
        let mut urls = vec![];
        let mut article_keys = vec![];
        let mut names = vec![];
        for request in requests {
            match request {
                Request::Assign(sent, _) => {
                    urls.extend(sent.article.url_key());
                    article_keys.push(&sent.article_keys);
                    names.push(Name(sent.article.name()));
                }
                Request::Remove(name, _) => names.push(Name(name.clone())),
            }
        }
        self.keys.fetch(&urls, &article_keys)?;
        // Tested after the fetch, so that the fetched keys are known to be complete.
        if !self.keys.are_whole()? {
            tracing::warn!("the store of the keys has lost them; they are made anew from the map");
            *self.next = anew::make(self.tiers, self.keys)?.max(*self.next);
            self.keys.fetch(&urls, &article_keys)?;
        }
        self.fetch_proposed(&article_keys)?;
        self.members.fetch(&self.tiers.map, names)
    }

    /// Reads the articles that will be compared with those of these keys.
    fn fetch_proposed(&mut self, article_keys: &[&ArticleKeys]) -> Result<(), Fault> {
        let mut proposed = vec![];
        for article_keys in article_keys {
            proposed.extend(self.keys.proposed(article_keys)?);
        }
        self.groups.fetch(&self.tiers.map, proposed.iter().map(|owner| owner.doc))?;
        let mut wordings = vec![];
        for Owner { doc, .. } in proposed {
            wordings.extend(self.group(doc)?.wordings(doc));
        }
        self.wordings.fetch(&self.tiers.map, wordings)
    }

    fn assign(&mut self, sent: Sent) -> Result<Assigned, Fault> {
        let name = Name(sent.article.name());
        match self.members.get(&self.tiers.map, &name)?.cloned() {
            Some(member) => self.known(name, member, sent),
            None => self.unknown(name, sent),
        }
    }

    /// Assigns to an article whose name was sent before the `docId` that it has.
    fn known(&mut self, name: Name, mut member: Member, sent: Sent) -> Result<Assigned, Fault> {
        let mut group = self.group(member.doc)?;
        let version = sent.article.version();
        let is_same = member.version == version;
        let has_fingerprints = sent.wording.is_none();
        let matched_by = if sent.article.id.is_empty() { equal_by(&sent, member.url) } else { MatchedBy::Id };
        if !(is_same && sent.is_put) {
            member.sent += 1;
            member.last = sent.now;
        }
        if !is_same {
            let url = sent.article.url_key();
            if url != member.url {
                let owner = group.owner(member.doc);
                if let Some(url) = member.url {
                    self.keys.remove_url(url, owner)?;
                }
                if let Some(url) = url {
                    self.keys.insert_url(url, owner)?;
                }
            }
            (member.url, member.version) = (url, version);
            let new = match &sent.wording {
                None => self.near(&sent.article_keys)?.new_of(sent.article_keys),
                Some(wording) => {
                    let may = MatchBy::default();
                    let this = Candidate { article_keys: &sent.article_keys, wording, may };
                    let leads_somewhere = self.compared(&this)?.decide().is_ok();
                    if leads_somewhere { ArticleKeys::default() } else { sent.article_keys }
                }
            };
            if new != ArticleKeys::default() && group.article_keys.len() < MOST_ARTICLE_KEYS {
                self.insert(new, sent.wording, member.doc, &mut group)?;
            }
        }
        let doc = member.doc;
        self.keep_hottest(&name, &member, &mut group, sent.article, is_same);
        self.groups.set(doc, Some(group));
        self.members.set(name.clone(), Some(member));
        let is_by_print = has_fingerprints && matches!(matched_by, MatchedBy::Title | MatchedBy::Content);
        let distance = is_by_print.then_some(0);
        Ok(Assigned {
            name: name.0,
            doc,
            matched_by,
            is_new: false,
            distance,
            similarity: None,
            refused: None,
        })
    }

    /// Assigns a `docId` to an article whose name was not sent before.
    fn unknown(&mut self, name: Name, sent: Sent) -> Result<Assigned, Fault> {
        let url = sent.article.url_key();
        let at_url = match url {
            Some(url) if sent.match_by.url => self.keys.url(url)?,
            _ => None,
        };
        let mut refused = None;
        let (decision, new) = match (at_url, &sent.wording) {
            (Some(doc), _) => {
                (Some(Decision { doc, matched_by: MatchedBy::Url, distance: None, similarity: None }), None)
            }
            (None, Some(wording)) => {
                let this = Candidate { article_keys: &sent.article_keys, wording, may: sent.match_by };
                match self.compared(&this)?.decide() {
                    Ok(decision) => (Some(decision), None),
                    Err(article) => {
                        refused = article;
                        (None, Some(sent.article_keys))
                    }
                }
            }
            (None, None) => {
                let near = self.near(&sent.article_keys)?;
                (near.decided_by(sent.match_by), Some(near.new_of(sent.article_keys)))
            }
        };
        let decision = match decision {
            Some(decision) => decision,
            None => {
                let doc = DocId::of(&sent.article);
                let is_there = self.groups.get(&self.tiers.map, &doc)?.is_some();
                let matched_by = if is_there { MatchedBy::Exact } else { MatchedBy::None };
                Decision { doc, matched_by, distance: None, similarity: None }
            }
        };
        let Decision { doc, matched_by, distance, similarity } = decision;
        let mut group = self.group(doc)?;
        if matched_by == MatchedBy::None {
            group.number = *self.next;
            *self.next += 1;
            self.insert(new.unwrap_or_default(), sent.wording, doc, &mut group)?;
        }
        if let Some(url) = url {
            self.keys.insert_url(url, group.owner(doc))?;
        }
        group.members += 1;
        self.counts.articles += 1;
        let version = sent.article.version();
        let member = Member { doc, url, version, sent: 1, first: sent.now, last: sent.now };
        self.keep_hottest(&name, &member, &mut group, sent.article, false);
        self.groups.set(doc, Some(group));
        self.members.set(name.clone(), Some(member));
        let refused = if matched_by == MatchedBy::None { refused } else { None };
        Ok(Assigned { name: name.0, doc, matched_by, is_new: true, distance, similarity, refused })
    }

    /// Finds the earlier articles that the keys of an article lead to.
    fn near(&mut self, article_keys: &ArticleKeys) -> Result<Near, Fault> {
        let (mut title, mut content) = (None, None);
        for (field, print) in article_keys.prints() {
            match field {
                Field::Title => title = self.keys.near(field, print)?,
                Field::Content => content = self.keys.near(field, print)?,
            }
        }
        Ok(Near { title, content, alike: self.keys.alike(article_keys)? })
    }

    /// Compares an article with the earlier ones that its keys propose.
    fn compared(&mut self, this: &Candidate<'_>) -> Result<Compared, Fault> {
        let mut compared = Compared::default();
        for owner in self.keys.proposed(this.article_keys)? {
            let group = self.group(owner.doc)?;
            for (keys, place) in group.article_keys.iter().zip(group.wordings(owner.doc)) {
                if let Some(words) = self.wordings.get(&self.tiers.map, &place)? {
                    compared.compare(this, owner, keys, words);
                }
            }
        }
        Ok(compared)
    }

    /// Keeps the article of a group that was sent most often, if this is the one.
    fn keep_hottest(
        &mut self,
        Name(name): &Name,
        member: &Member,
        group: &mut Group,
        article: Article,
        is_same: bool,
    ) {
        let &Member { doc, sent, first, last, .. } = member;
        let was = group.hottest.as_ref();
        self.counts.texts += u64::from(was.is_none());
        let is_hottest = group.is_hottest(name);
        if is_hottest || was.is_none_or(|(_, most)| sent > *most) {
            if !(is_hottest && is_same) || self.tiers.articles.keeps_history() {
                self.articles.insert(doc, Some(StoredArticle::new(article, sent, first, last)));
            }
            group.hottest = Some((name.clone(), sent));
        }
    }

    /// Forgets an article, and its group if it was the last one in it. Returns whether it was there.
    fn remove(&mut self, name: Name) -> Result<bool, Fault> {
        let Some(member) = self.members.get(&self.tiers.map, &name)?.cloned() else { return Ok(false) };
        let mut group = self.group(member.doc)?;
        let owner = group.owner(member.doc);
        if let Some(url) = member.url {
            self.keys.remove_url(url, owner)?;
        }
        group.members = group.members.saturating_sub(1);
        self.counts.articles = self.counts.articles.saturating_sub(1);
        if group.is_hottest(&name.0) {
            group.hottest = None;
            self.counts.texts = self.counts.texts.saturating_sub(1);
            self.articles.insert(member.doc, None);
        }
        if group.members == 0 {
            for place in group.wordings(member.doc) {
                self.wordings.set(place, None);
            }
            for article_keys in group.article_keys.drain(..) {
                self.keys.remove(&article_keys, owner)?;
            }
        }
        self.groups.set(member.doc, (group.members > 0).then_some(group));
        self.members.set(name, None);
        Ok(true)
    }

    fn group(&mut self, doc: DocId) -> Result<Group, Fault> {
        Ok(self.groups.get(&self.tiers.map, &doc)?.cloned().unwrap_or_default())
    }

    /// Adds the keys and the words of an article to its group.
    fn insert(
        &mut self,
        article_keys: ArticleKeys,
        wording: Option<Wording>,
        doc: DocId,
        group: &mut Group,
    ) -> Result<(), Fault> {
        self.keys.insert(&article_keys, group.owner(doc))?;
        if let Some(wording) = wording {
            let number = group.article_keys.len() as u8;
            self.wordings.set(WordingKey { doc, number }, Some(wording));
        }
        group.article_keys.push(article_keys);
        Ok(())
    }

    /// Commits everything or nothing, and returns the new counts.
    fn commit(mut self, state: Result<(), Fault>) -> Result<Counts, Fault> {
        let written = state.and_then(|()| self.write());
        self.keys.settle(written.is_ok());
        let (rows, articles) = written?;
        self.tiers.map.committed(rows);
        self.tiers.articles.committed(articles);
        Ok(self.counts)
    }

    /// Commits the changes of the map and of the articles, and returns them.
    fn write(&mut self) -> Result<(Vec<Change>, Vec<Change>), Fault> {
        let mut map = self.members.changes()?;
        map.extend(self.groups.changes()?);
        map.extend(self.wordings.changes()?);
        let has_history = self.tiers.articles.keeps_history();
        let mut articles = Vec::with_capacity(self.articles.len());
        for (doc, stored) in std::mem::take(&mut self.articles) {
            let json = match stored {
                Some(stored) if has_history => serde_json::to_vec(&stored).map(Some),
                Some(stored) => serde_json::to_vec(&stored.article()).map(Some),
                None => Ok(None),
            };
            let value = json.map_err(|error| Fault::unreadable("the article", error))?;
            articles.push(Change { key: article_key(doc), value });
        }
        let mut all = self.tiers.map.to_commit(&map)?;
        all.extend(self.tiers.articles.to_commit(&articles)?);
        all.extend(self.keys.to_commit()?);
        if !all.is_empty() {
            self.counts.batches += 1;
            all.push((Table::Facts, Change { key: NEXT.to_vec(), value: Some(rows::write(self.next)?) }));
            let counts = rows::write(&self.counts)?;
            all.push((Table::Facts, Change { key: COUNTS.to_vec(), value: Some(counts) }));
        }
        self.tiers.embedded.commit(all)?;
        Ok((map, articles))
    }
}

/// Writes the committed counts to the ledger. If that fails, nothing is acknowledged, and the folder is opened again.
fn acknowledge(tiers: &Tiers, ledger: &mut Ledger, before: &mut Counts, counts: Counts) -> Result<(), Fault> {
    if counts != std::mem::replace(before, counts) {
        ledger.write(counts).inspect_err(|fault| tiers.embedded.failed(fault))?;
    }
    Ok(())
}

/// The earlier articles that the keys of an article lead to.
struct Near {
    /// The match by title, with the distance of the fingerprints.
    title: Option<(DocId, u32)>,
    content: Option<(DocId, u32)>,
    alike: Option<Alike>,
}

impl Near {
    /// Decides by the title, then by the content, then by the words of a short content.
    fn decided_by(&self, may: MatchBy) -> Option<Decision> {
        let by_prints =
            [(may.title, self.title, MatchedBy::Title), (may.content, self.content, MatchedBy::Content)];
        for (may_decide, found, matched_by) in by_prints {
            if may_decide && let Some((doc, distance)) = found {
                return Some(Decision { doc, matched_by, distance: Some(distance), similarity: None });
            }
        }
        let Alike { doc, distance, similarity } = self.alike?;
        let matched_by = MatchedBy::ContentWords;
        may.content_words.then_some(Decision { doc, matched_by, distance, similarity: Some(similarity) })
    }

    /// Returns the keys that lead to no article yet.
    fn new_of(&self, article_keys: ArticleKeys) -> ArticleKeys {
        ArticleKeys {
            title: if self.title.is_none() { article_keys.title } else { None },
            content: if self.content.is_none() { article_keys.content } else { None },
            bag: if self.alike.is_none() { article_keys.bag } else { vec![] },
        }
    }
}

/// Returns the first property of an article that decides alone, for one that is equal to an earlier one in everything.
fn equal_by(sent: &Sent, url: Option<u128>) -> MatchedBy {
    let (may, ArticleKeys { title, content, .. }) = (sent.match_by, &sent.article_keys);
    match sent.wording {
        _ if may.url && url.is_some() => MatchedBy::Url,
        Some(_) if may.content && content.is_some() => MatchedBy::Identical,
        _ if may.title && title.is_some() => MatchedBy::Title,
        None if may.content && content.is_some() => MatchedBy::Content,
        _ => MatchedBy::Exact,
    }
}

/// The decision for an article: the earlier one that it repeats, or its own id.
pub(super) struct Decision {
    pub(super) doc: DocId,
    pub(super) matched_by: MatchedBy,
    pub(super) distance: Option<u32>,
    pub(super) similarity: Option<f64>,
}

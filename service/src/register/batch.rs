//! The requests that are decided one after another and committed together.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;

use super::rows::{Group, Member, change, group_key, member_key, read};
use super::{Assigned, MatchedBy, Request, Sent, Tiers, article_key};
use crate::article::Article;
use crate::docid::DocId;
use crate::keys::{Field, Keys, Marks};
use crate::store::tier::Tier;
use crate::store::{Change, Fault};
use crate::texts::Signature;

/// A title of fewer words never decides alone.
const FEWEST_TITLE_WORDS: u32 = 5;
/// The marks that a group may have; an article that is changed more often is not found by its later forms.
const MOST_MARKS: usize = 64;

/// What changes with a batch.
pub(super) struct Batch<'r> {
    tiers: &'r Tiers,
    keys: &'r mut dyn Keys,
    /// The number of the next new group.
    next: &'r mut u64,
    members: Rows<String, Member>,
    groups: Rows<DocId, Group>,
    articles: HashMap<DocId, Option<Article>>,
    /// What is to be undone in the keys if nothing is committed.
    undo: Vec<Undo>,
}

enum Undo {
    Insert(Marks, DocId),
    InsertUrl(u128, DocId),
    Remove(Marks, DocId),
    RemoveUrl(u128, DocId),
}

/// An answer that waits for the commit.
enum Answer {
    Assigned(oneshot::Sender<Result<Assigned, Fault>>, Result<Assigned, Fault>),
    Removed(oneshot::Sender<Result<bool, Fault>>, Result<bool, Fault>),
}

impl Batch<'_> {
    /// Decides the requests in this order, commits, and answers.
    pub(super) fn decide(
        tiers: &Tiers,
        keys: &mut dyn Keys,
        next: &mut u64,
        requests: impl Iterator<Item = Request>,
    ) {
        let requests: Vec<(Request, Marks)> = requests
            .map(|request| {
                let marks = marks(&request);
                (request, marks)
            })
            .collect();
        let (members, groups, articles) = (Rows::default(), Rows::default(), HashMap::new());
        let mut batch = Batch { tiers, keys, next, members, groups, articles, undo: vec![] };
        let begun = batch.begin(&requests);
        let mut answers = Vec::with_capacity(requests.len());
        for (request, marks) in requests {
            let ready = begun.clone();
            answers.push(match request {
                Request::Assign(sent, to) => {
                    Answer::Assigned(to, ready.and_then(|()| batch.assign(*sent, marks)))
                }
                Request::Remove(name, to) => Answer::Removed(to, ready.and_then(|()| batch.remove(name))),
            });
        }
        let committed = batch.commit();
        if let Err(fault) = &committed {
            tracing::error!(%fault, "a batch could not be committed");
        }
        for answer in answers {
            // Whoever does not wait any more is not told.
            match answer {
                Answer::Assigned(to, answer) => drop(to.send(committed.clone().and(answer))),
                Answer::Removed(to, answer) => drop(to.send(committed.clone().and(answer))),
            }
        }
    }

    /// Reads at once what the requests will ask for.
    fn begin(&mut self, requests: &[(Request, Marks)]) -> Result<(), Fault> {
        let mut urls = vec![];
        let mut all_marks = vec![];
        let mut names = vec![];
        for (request, marks) in requests {
            match request {
                Request::Assign(sent, _) => {
                    urls.extend(sent.article.url_key());
                    all_marks.push(marks);
                    names.push(sent.article.name());
                }
                Request::Remove(name, _) => names.push(name.clone()),
            }
        }
        self.keys.begin(&urls, &all_marks)?;
        self.members.fetch(&self.tiers.map, names, |name| member_key(name))
    }

    fn assign(&mut self, sent: Sent, marks: Marks) -> Result<Assigned, Fault> {
        let name = sent.article.name();
        match self.members.get(&self.tiers.map, &name, |name| member_key(name))?.cloned() {
            Some(member) => self.known(name, member, sent, &marks),
            None => self.unknown(name, sent, marks),
        }
    }

    /// An article whose name was sent before keeps its `docId`.
    fn known(
        &mut self,
        name: String,
        mut member: Member,
        sent: Sent,
        marks: &Marks,
    ) -> Result<Assigned, Fault> {
        let mut group = self.group(member.doc)?;
        let version = sent.article.version();
        let is_same = member.version == version;
        let matched_by = match (sent.article.id.is_empty(), member.url, marks) {
            (false, ..) => MatchedBy::Id,
            (true, Some(_), _) => MatchedBy::Url,
            (true, None, Marks { title: Some(_), .. }) => MatchedBy::Title,
            (true, None, Marks { content: Some(_), .. }) => MatchedBy::Content,
            (true, None, _) => MatchedBy::Exact,
        };
        if !(is_same && sent.is_put) {
            member.sent += 1;
            member.last = sent.now;
        }
        if !is_same {
            let url = sent.article.url_key();
            if url != member.url {
                self.remove_url(member.url, member.doc);
                self.insert_url(url, member.doc);
            }
            (member.url, member.version) = (url, version);
            let new = self.not_near(marks);
            if new != Marks::default() && group.marks.len() < MOST_MARKS {
                self.insert(new, member.doc, &mut group);
            }
        }
        let doc = member.doc;
        self.keep_hottest(&name, doc, member.sent, &mut group, sent.article, is_same);
        self.groups.set(doc, Some(group));
        self.members.set(name.clone(), Some(member));
        let distance = matches!(matched_by, MatchedBy::Title | MatchedBy::Content).then_some(0);
        Ok(Assigned { name, doc, matched_by, is_new: false, distance, similarity: None })
    }

    /// An article whose name was not sent before.
    fn unknown(&mut self, name: String, sent: Sent, marks: Marks) -> Result<Assigned, Fault> {
        let url = sent.article.url_key();
        let mut assigned = self.find(name, url, &marks);
        if assigned.matched_by == MatchedBy::None {
            assigned.doc = DocId::of(&sent.article);
            if self.groups.get(&self.tiers.map, &assigned.doc, |doc| group_key(*doc))?.is_some() {
                assigned.matched_by = MatchedBy::Exact;
            }
        }
        let doc = assigned.doc;
        let mut group = self.group(doc)?;
        if assigned.matched_by == MatchedBy::None {
            group.number = *self.next;
            *self.next += 1;
            let new = self.not_near(&marks);
            self.insert(new, doc, &mut group);
        }
        self.insert_url(url, doc);
        group.members += 1;
        let version = sent.article.version();
        let member = Member { doc, url, version, sent: 1, first: sent.now, last: sent.now };
        self.keep_hottest(&assigned.name, doc, 1, &mut group, sent.article, false);
        self.groups.set(doc, Some(group));
        self.members.set(assigned.name.clone(), Some(member));
        Ok(assigned)
    }

    /// By url, then title, then content, then the words of a short content.
    fn find(&self, name: String, url: Option<u128>, marks: &Marks) -> Assigned {
        let found = |doc, matched_by, distance, similarity| {
            Some(Assigned { name: name.clone(), doc, matched_by, is_new: true, distance, similarity })
        };
        let by_url = || found(self.keys.url(url?)?, MatchedBy::Url, None, None);
        let near = |field, print: Option<u64>, by| {
            let (doc, distance) = self.keys.near(field, print?)?;
            found(doc, by, Some(distance), None)
        };
        let by_words = || {
            let alike = self.keys.alike(marks)?;
            found(alike.doc, MatchedBy::ContentWords, alike.distance, Some(alike.similarity))
        };
        by_url()
            .or_else(|| near(Field::Title, marks.title, MatchedBy::Title))
            .or_else(|| near(Field::Content, marks.content, MatchedBy::Content))
            .or_else(by_words)
            .unwrap_or_else(|| Assigned {
                name: name.clone(),
                doc: DocId::from_bytes([0; 16]),
                matched_by: MatchedBy::None,
                is_new: true,
                distance: None,
                similarity: None,
            })
    }

    /// Those of the marks that lead to no article yet.
    fn not_near(&self, marks: &Marks) -> Marks {
        let new = |field, print: Option<u64>| print.filter(|&print| self.keys.near(field, print).is_none());
        let bag = if self.keys.alike(marks).is_none() { marks.bag.clone() } else { vec![] };
        Marks { title: new(Field::Title, marks.title), content: new(Field::Content, marks.content), bag }
    }

    /// Keeps the article of a group that was sent most often: this one, if it is.
    fn keep_hottest(
        &mut self,
        name: &str,
        doc: DocId,
        sent: u64,
        group: &mut Group,
        article: Article,
        is_same: bool,
    ) {
        let was = group.hottest.as_ref();
        let is_hottest = was.is_some_and(|(hottest, _)| hottest == name);
        if is_hottest || was.is_none_or(|(_, most)| sent > *most) {
            if !(is_hottest && is_same) {
                self.articles.insert(doc, Some(article));
            }
            group.hottest = Some((name.to_owned(), sent));
        }
    }

    /// Forgets an article, and its group with the last of its articles. Whether it was there.
    fn remove(&mut self, name: String) -> Result<bool, Fault> {
        let member = self.members.get(&self.tiers.map, &name, |name| member_key(name))?.cloned();
        let Some(member) = member else { return Ok(false) };
        let mut group = self.group(member.doc)?;
        self.remove_url(member.url, member.doc);
        group.members = group.members.saturating_sub(1);
        if group.hottest.as_ref().is_some_and(|(hottest, _)| *hottest == name) {
            group.hottest = None;
            self.articles.insert(member.doc, None);
        }
        if group.members == 0 {
            for marks in group.marks.drain(..) {
                self.keys.remove(&marks, member.doc);
                self.undo.push(Undo::Remove(marks, member.doc));
            }
        }
        self.groups.set(member.doc, (group.members > 0).then_some(group));
        self.members.set(name, None);
        Ok(true)
    }

    fn group(&mut self, doc: DocId) -> Result<Group, Fault> {
        Ok(self.groups.get(&self.tiers.map, &doc, |doc| group_key(*doc))?.cloned().unwrap_or_default())
    }

    fn insert(&mut self, marks: Marks, doc: DocId, group: &mut Group) {
        self.keys.insert(&marks, doc);
        self.undo.push(Undo::Insert(marks.clone(), doc));
        group.marks.push(marks);
    }

    fn insert_url(&mut self, url: Option<u128>, doc: DocId) {
        if let Some(url) = url {
            self.keys.insert_url(url, doc);
            self.undo.push(Undo::InsertUrl(url, doc));
        }
    }

    fn remove_url(&mut self, url: Option<u128>, doc: DocId) {
        if let Some(url) = url {
            self.keys.remove_url(url, doc);
            self.undo.push(Undo::RemoveUrl(url, doc));
        }
    }

    /// Writes everything or nothing.
    fn commit(self) -> Result<(), Fault> {
        let written = write(self.tiers, self.members, self.groups, self.articles);
        if written.is_err() {
            for undo in self.undo.into_iter().rev() {
                match undo {
                    Undo::Insert(marks, doc) => self.keys.remove(&marks, doc),
                    Undo::InsertUrl(url, doc) => self.keys.remove_url(url, doc),
                    Undo::Remove(marks, doc) => self.keys.insert(&marks, doc),
                    Undo::RemoveUrl(url, doc) => self.keys.insert_url(url, doc),
                }
            }
        }
        if let Err(fault) = self.keys.end() {
            tracing::warn!(%fault, "the keys are written later");
        }
        written
    }
}

fn write(
    tiers: &Tiers,
    members: Rows<String, Member>,
    groups: Rows<DocId, Group>,
    articles: HashMap<DocId, Option<Article>>,
) -> Result<(), Fault> {
    let mut rows = members.changes(|name| member_key(name))?;
    rows.extend(groups.changes(|doc| group_key(*doc))?);
    let json = |(doc, article): (DocId, Option<Article>)| {
        let value = article.map(|article| serde_json::to_vec(&article)).transpose();
        let refused = |error: serde_json::Error| Fault::Unreadable {
            store: "the article".into(),
            reason: error.to_string(),
        };
        Ok(Change { key: article_key(doc), value: value.map_err(refused)? })
    };
    let articles = articles.into_iter().map(json).collect::<Result<Vec<Change>, Fault>>()?;
    let all = [tiers.map.to_commit(&rows)?, tiers.articles.to_commit(&articles)?];
    tiers.embedded.commit(all.into_iter().flatten())?;
    tiers.map.committed(rows);
    tiers.articles.committed(articles);
    Ok(())
}

/// What a request asks the keys for.
fn marks(request: &Request) -> Marks {
    let Request::Assign(sent, _) = request else { return Marks::default() };
    let decides = |title: &Signature| title.fingerprint.filter(|_| title.words >= FEWEST_TITLE_WORDS);
    Marks { title: decides(&sent.title), content: sent.content.fingerprint, bag: sent.content.bag.clone() }
}

/// Rows of the map that were read or changed since the batch began.
struct Rows<K, R> {
    rows: HashMap<K, (Option<R>, bool)>,
}

impl<K, R> Default for Rows<K, R> {
    fn default() -> Rows<K, R> {
        Rows { rows: HashMap::new() }
    }
}

impl<K: Clone + Eq + std::hash::Hash, R: Serialize + DeserializeOwned> Rows<K, R> {
    /// Reads many at once.
    fn fetch(&mut self, map: &Tier, names: Vec<K>, key: impl Fn(&K) -> Vec<u8>) -> Result<(), Fault> {
        let keys: Vec<Vec<u8>> = names.iter().map(key).collect();
        let keys: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
        for (name, value) in names.into_iter().zip(map.get(&keys)?) {
            self.rows.insert(name, (value.map(|value| read(&value)).transpose()?, false));
        }
        Ok(())
    }

    fn get(&mut self, map: &Tier, name: &K, key: impl Fn(&K) -> Vec<u8>) -> Result<Option<&R>, Fault> {
        let row = match self.rows.entry(name.clone()) {
            Entry::Occupied(row) => row.into_mut(),
            Entry::Vacant(place) => {
                let value = map.get_one(&key(name))?;
                place.insert((value.map(|value| read(&value)).transpose()?, false))
            }
        };
        Ok(row.0.as_ref())
    }

    fn set(&mut self, name: K, row: Option<R>) {
        self.rows.insert(name, (row, true));
    }

    fn changes(self, key: impl Fn(&K) -> Vec<u8>) -> Result<Vec<Change>, Fault> {
        let changed = self.rows.into_iter().filter(|(_, (_, is_changed))| *is_changed);
        changed.map(|(name, (row, _))| change(key(&name), row.as_ref())).collect()
    }
}

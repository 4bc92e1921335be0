//! The rows of the map.
//!
//! `n` and the name of an article lead to its [`Member`], `d` and the sixteen bytes of a `docId` to its [`Group`]; `w`,
//! these bytes and a number lead to the words of the article that has the keys of this number in the group.

use serde::{Deserialize, Serialize};

use crate::docid::DocId;
use crate::keys::{ArticleKeys, Owner};
use crate::store::rows::Key;

pub(crate) const MEMBERS: u8 = b'n';
pub(crate) const GROUPS: u8 = b'd';
const WORDINGS: u8 = b'w';

/// The name of an article.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name(pub(crate) String);

impl Key for Name {
    fn bytes(&self) -> Vec<u8> {
        [&[MEMBERS], self.0.as_bytes()].concat()
    }
}

impl Key for DocId {
    fn bytes(&self) -> Vec<u8> {
        [&[GROUPS][..], &self.to_bytes()].concat()
    }
}

/// The key of an article's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct WordingKey {
    pub(crate) doc: DocId,
    /// The number of the article's keys in its group.
    pub(crate) number: u8,
}

impl Key for WordingKey {
    fn bytes(&self) -> Vec<u8> {
        [&[WORDINGS][..], &self.doc.to_bytes(), &[self.number]].concat()
    }
}

/// An article that was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Member {
    pub(crate) doc: DocId,
    /// The hash of its url.
    pub(crate) url: Option<u128>,
    /// The hash of all its fields as last sent.
    pub(crate) version: u128,
    /// The number of times that it was sent.
    pub(crate) sent: u64,
    /// The times of its first and last arrival, in milliseconds since 1970.
    pub(crate) first: i64,
    pub(crate) last: i64,
}

/// The articles of one `docId`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Group {
    /// The number of the group; groups are numbered in the order in which they were made.
    pub(crate) number: u64,
    /// The number of articles in the group.
    pub(crate) members: u64,
    /// The name of the article that is kept, the one sent most often, and that number; none after it was deleted.
    pub(crate) hottest: Option<(String, u64)>,
    /// The keys by which the group is found, except for urls, which its members have.
    pub(crate) article_keys: Vec<ArticleKeys>,
}

impl Group {
    /// Returns the keys of the words of its articles.
    pub(crate) fn wordings(&self, doc: DocId) -> impl Iterator<Item = WordingKey> + use<> {
        (0..self.article_keys.len() as u8).map(move |number| WordingKey { doc, number })
    }

    /// Returns whether the article of this name is the one that is kept.
    pub(crate) fn is_hottest(&self, name: &str) -> bool {
        matches!(&self.hottest, Some((hottest, _)) if hottest == name)
    }

    /// Returns the owner that its keys lead to.
    pub(crate) fn owner(&self, doc: DocId) -> Owner {
        Owner { number: self.number, doc }
    }
}

/// Returns the `docId` in a group's key.
pub(crate) fn group_of(key: &[u8]) -> Option<DocId> {
    key.strip_prefix(&[GROUPS])?.try_into().ok().map(DocId::from_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::rows::{read, write};

    #[test]
    fn rows_are_read_as_they_were_written() {
        let doc = DocId::from_bytes(*b"0123456789abcdef");
        let member = Member { doc, url: Some(1), version: 2, sent: 3, first: -4, last: 5 };
        let article_keys = ArticleKeys { title: Some(7), content: None, bag: vec![8] };
        let group =
            Group { number: 9, members: 1, hottest: Some(("n".into(), 3)), article_keys: vec![article_keys] };
        assert_eq!(read::<Member>(&write(&member).unwrap()).unwrap(), member);
        assert_eq!(read::<Group>(&write(&group).unwrap()).unwrap(), group);
        assert_eq!(group_of(&doc.bytes()), Some(doc));
        assert_eq!(group_of(&Name("名".into()).bytes()), None);
    }
}

//! The rows of the map.
//!
//! `n` and the name of an article: its [`Member`]. `d` and the sixteen bytes of a `docId`: its [`Group`]. A row begins
//! with the number of its form.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::docid::DocId;
use crate::keys::Marks;
use crate::store::{Change, Fault};

/// The form of the rows.
const FORM: u8 = 1;
pub(crate) const MEMBERS: u8 = b'n';
pub(crate) const GROUPS: u8 = b'd';

/// An article that was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Member {
    pub(crate) doc: DocId,
    /// The hash of its url.
    pub(crate) url: Option<u128>,
    /// The hash of all its fields as they were sent the last time.
    pub(crate) version: u128,
    /// How often it was sent.
    pub(crate) sent: u64,
    /// When it was first and last sent, in milliseconds since 1970.
    pub(crate) first: i64,
    pub(crate) last: i64,
}

/// The articles of one `docId`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Group {
    /// Groups are numbered in the order in which they were made.
    pub(crate) number: u64,
    /// How many there are.
    pub(crate) members: u64,
    /// The name of the article that is kept, the one sent most often, and how often; none after it was deleted.
    pub(crate) hottest: Option<(String, u64)>,
    /// What the group is found by, but for the urls, which its members have.
    pub(crate) marks: Vec<Marks>,
}

pub(crate) fn member_key(name: &str) -> Vec<u8> {
    [&[MEMBERS], name.as_bytes()].concat()
}

pub(crate) fn group_key(doc: DocId) -> Vec<u8> {
    [&[GROUPS][..], &doc.to_bytes()].concat()
}

/// The `docId` of a group's key.
pub(crate) fn group_of(key: &[u8]) -> Option<DocId> {
    key.strip_prefix(&[GROUPS])?.try_into().ok().map(DocId::from_bytes)
}

/// The change that writes a row, or removes it.
pub(crate) fn change(key: Vec<u8>, row: Option<&impl Serialize>) -> Result<Change, Fault> {
    let value = row.map(|row| postcard::to_extend(row, vec![FORM])).transpose();
    Ok(Change { key, value: value.map_err(|_| unreadable())? })
}

pub(crate) fn read<R: DeserializeOwned>(value: &[u8]) -> Result<R, Fault> {
    match value.split_first() {
        Some((&FORM, row)) => postcard::from_bytes(row).map_err(|_| unreadable()),
        _ => Err(unreadable()),
    }
}

fn unreadable() -> Fault {
    let reason = "a row was written by another version or is damaged; restore the store from its backup";
    Fault::Unreadable { store: "the map".into(), reason: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let doc = DocId::from_bytes(*b"0123456789abcdef");
        let member = Member { doc, url: Some(1), version: 2, sent: 3, first: -4, last: 5 };
        let marks = Marks { title: Some(7), content: None, bag: vec![8] };
        let group = Group { number: 9, members: 1, hottest: Some(("n".into(), 3)), marks: vec![marks] };
        let member_row = change(member_key("名"), Some(&member)).unwrap();
        let group_row = change(group_key(doc), Some(&group)).unwrap();
        assert_eq!(read::<Member>(&member_row.value.unwrap()).unwrap(), member);
        assert_eq!(read::<Group>(&group_row.value.unwrap()).unwrap(), group);
        assert_eq!(group_of(&group_row.key), Some(doc));
        assert_eq!(change(group_key(doc), None::<&Group>).unwrap().value, None);
    }

    #[test]
    fn other_rows_are_refused() {
        for row in [&b""[..], b"\x02", b"\x01", b"\x01\xff\xff"] {
            assert!(matches!(read::<Member>(row), Err(Fault::Unreadable { .. })), "{row:?}");
        }
    }
}

//! The `docId`, and the hashes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::article::Article;

/// The id that all articles with the same content share: twice sixteen hexadecimal digits with a hyphen between.
///
/// Tang and Kou (2012) call it a number of 64 bits and show one of 128; it is 128 here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocId {
    // Two numbers instead of one of 128 bits, which would be aligned to sixteen bytes everywhere.
    head: u64,
    content: u64,
}

impl DocId {
    /// Returns the id of an article that repeats no other: a hash of its url and title, then one of its content.
    pub(crate) fn of(article: &Article) -> DocId {
        let head = xxh3_64([article.url.as_bytes(), b"\0", article.title.as_bytes()].concat().as_slice());
        let content = xxh3_64(article.content.as_bytes());
        DocId { head, content }
    }

    /// Returns sixteen bytes, in the order of the digits.
    pub(crate) fn to_bytes(self) -> [u8; 16] {
        self.number().to_be_bytes()
    }

    /// Returns the id with these bytes, the inverse of [`DocId::to_bytes`].
    pub(crate) fn from_bytes(bytes: [u8; 16]) -> DocId {
        DocId::from_number(u128::from_be_bytes(bytes))
    }

    fn number(self) -> u128 {
        u128::from(self.head) << 64 | u128::from(self.content)
    }

    fn from_number(number: u128) -> DocId {
        DocId { head: (number >> 64) as u64, content: number as u64 }
    }
}

impl fmt::Display for DocId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}-{:016x}", self.head, self.content)
    }
}

/// The error for a text that is no [`DocId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a docId is twice sixteen hexadecimal digits with a hyphen between")]
pub struct NoDocId;

impl FromStr for DocId {
    type Err = NoDocId;

    fn from_str(text: &str) -> Result<DocId, NoDocId> {
        let (head, content) = text.split_once('-').ok_or(NoDocId)?;
        Ok(DocId { head: parse_half(head)?, content: parse_half(content)? })
    }
}

/// Parses sixteen hexadecimal digits, of which no letter is a capital.
fn parse_half(digits: &str) -> Result<u64, NoDocId> {
    if digits.len() == 16 && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
        u64::from_str_radix(digits, 16).or(Err(NoDocId))
    } else {
        Err(NoDocId)
    }
}

impl Serialize for DocId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_str(self) } else { self.to_bytes().serialize(to) }
    }
}

impl<'de> Deserialize<'de> for DocId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<DocId, D::Error> {
        if from.is_human_readable() {
            String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
        } else {
            <[u8; 16]>::deserialize(from).map(DocId::from_bytes)
        }
    }
}

/// Returns the 128-bit hash of some texts, used as the key of a url or of an article.
pub(crate) fn hash(parts: &[&str]) -> u128 {
    // A zero byte ends each part, so that no two lists of parts are hashed alike.
    let mut bytes = Vec::with_capacity(parts.iter().map(|part| part.len() + 1).sum());
    for part in parts {
        bytes.extend_from_slice(part.as_bytes());
        bytes.push(0);
    }
    xxh3_128(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_as_the_paper_writes_it() {
        let written = "cdd71f57317390e7-ad7b2a053b6e4176";
        let id: DocId = written.parse().unwrap();
        assert_eq!(id.to_string(), written);
        assert_eq!(DocId::from_bytes(id.to_bytes()), id);
        assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{written}\""));
        assert_eq!(serde_json::from_str::<DocId>(&format!("\"{written}\"")).unwrap(), id);
        for wrong in [
            "",
            "-",
            "cdd71f57317390e7",
            "CDD71F57317390E7-AD7B2A053B6E4176",
            "+dd71f57317390e7-ad7b2a053b6e4176",
        ] {
            assert_eq!(wrong.parse::<DocId>(), Err(NoDocId), "{wrong}");
        }
    }

    #[test]
    fn depends_on_url_title_and_content() {
        let article = |url: &str, title: &str, content: &str| {
            DocId::of(&Article {
                url: url.into(),
                title: title.into(),
                content: content.into(),
                ..Article::default()
            })
        };
        assert_eq!(article("u", "t", "c"), article("u", "t", "c"));
        for other in [
            article("u2", "t", "c"),
            article("u", "t2", "c"),
            article("u", "t", "c2"),
            article("ut", "", "c"),
        ] {
            assert_ne!(article("u", "t", "c"), other);
        }
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["a"]), hash(&["a", ""]));
    }
}

//! What an index was made with: this crate's format and the caller's facts, in one small JSON file.
//!
//! The file is written once, last of all, when a folder becomes an index, so that a folder that has it is whole.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use serde_json::{Map, Value};

use super::fault;
use crate::Error;

/// The layout of the files in the folder. Changes with the schema, the encoding of keys and the engine's own format.
pub(super) const FORMAT: u64 = 2;

/// The file's name in the folder.
pub(super) const FILE: &str = "ibid-index.json";

/// No header is longer than this many bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The facts that decide whether an index can be used by this caller: versions of whatever made its keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Names and values, such as `splitter` and `3`. Empty is allowed.
    pub facts: BTreeMap<String, String>,
}

impl Header {
    /// A header of these facts.
    pub fn new<K: Into<String>, V: Into<String>>(facts: impl IntoIterator<Item = (K, V)>) -> Header {
        Header { facts: facts.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }

    /// Reads the header of the index in `dir`. Another format is an error, other facts are not.
    pub(super) fn read(dir: &Path) -> Result<Header, Error> {
        let mut text = String::new();
        match File::open(dir.join(FILE)).and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text)) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(fault::no_index(dir));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => {
                return Err(fault::no_index(dir));
            }
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(fault::damaged(dir, &format!("{FILE} is not UTF-8")));
            }
            Err(error) => return Err(fault::io(format!("cannot read {:?}", dir.join(FILE)), error)),
        }
        Header::parse(dir, &text)
    }

    fn parse(dir: &Path, text: &str) -> Result<Header, Error> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| fault::damaged(dir, &format!("{FILE} cannot be read: {error}")))?;
        let format = value.get("format").and_then(Value::as_u64);
        let facts = value.get("facts").and_then(Value::as_object);
        let (Some(format), Some(facts)) = (format, facts) else {
            return Err(fault::damaged(dir, &format!("{FILE} lacks \"format\" or \"facts\"")));
        };
        if format != FORMAT {
            return Err(Error::Foreign(format!(
                "the index {dir:?} has format {format} and this program reads format {FORMAT}: run `ibid rebuild`"
            )));
        }
        let facts = facts
            .iter()
            .map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
            .collect::<Option<_>>()
            .ok_or_else(|| fault::damaged(dir, &format!("a fact in {FILE} is not a string")))?;
        Ok(Header { facts })
    }

    /// Writes the header, whole or not at all.
    pub(super) fn write(&self, dir: &Path) -> Result<(), Error> {
        let facts: Map<String, Value> =
            self.facts.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
        let mut whole = Map::new();
        whole.insert("format".to_owned(), Value::from(FORMAT));
        whole.insert("facts".to_owned(), Value::Object(facts));
        let text = format!("{:#}\n", Value::Object(whole));
        let temporary = dir.join(format!(".tmp-{FILE}"));
        let write = || -> std::io::Result<()> {
            let mut file = File::create(&temporary)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&temporary, dir.join(FILE))?;
            sync_folder(dir)
        };
        write().map_err(|error| fault::io(format!("cannot write {:?}", dir.join(FILE)), error))
    }

    /// Refuses an index that was made with other facts.
    pub(super) fn check(&self, stored: &Header, dir: &Path) -> Result<(), Error> {
        let names = self.facts.keys().chain(stored.facts.keys());
        let Some(name) = names.into_iter().find(|name| self.facts.get(*name) != stored.facts.get(*name))
        else {
            return Ok(());
        };
        let show = |facts: &BTreeMap<String, String>| match facts.get(name) {
            Some(value) => format!("{name} {value:?}"),
            None => format!("no {name}"),
        };
        Err(Error::Foreign(format!(
            "the index {dir:?} was made with {} and now it is {}: run `ibid rebuild`",
            show(&stored.facts),
            show(&self.facts)
        )))
    }
}

/// Makes renames and new files in a folder last. Only Unix has and needs this.
pub(crate) fn sync_folder(dir: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_as_it_was_written() {
        let dir = tempfile::tempdir().unwrap();
        let header = Header::new([("splitter", "3"), ("profile", "paper \"x\"\n")]);
        header.write(dir.path()).unwrap();
        assert_eq!(Header::read(dir.path()).unwrap(), header);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn names_the_fact_that_differs() {
        let (old, new) =
            (Header::new([("a", "1"), ("splitter", "2")]), Header::new([("a", "1"), ("splitter", "3")]));
        let message = new.check(&old, Path::new("x")).unwrap_err().to_string();
        assert_eq!(
            message,
            "the index \"x\" was made with splitter \"2\" and now it is splitter \"3\": run `ibid rebuild`"
        );
        let missing = Header::default().check(&old, Path::new("x")).unwrap_err().to_string();
        assert!(missing.contains("made with a \"1\" and now it is no a"), "{missing}");
    }

    #[test]
    fn tells_damage_from_another_format() {
        let dir = tempfile::tempdir().unwrap();
        let read = |text: &[u8]| {
            fs::write(dir.path().join(FILE), text).unwrap();
            Header::read(dir.path()).unwrap_err()
        };
        for text in [&b""[..], b"{", b"[]", b"{\"format\":2}", b"{\"format\":2,\"facts\":{\"a\":2}}", b"\xff"]
        {
            assert!(matches!(read(text), Error::Damaged(_)), "{text:?}");
        }
        let error = read(b"{\"format\":99,\"facts\":{}}");
        assert!(
            matches!(&error, Error::Foreign(m) if m.contains("99") && m.contains("ibid rebuild")),
            "{error}"
        );
    }
}

//! `ibid-index.json`: what an index was made with, which files it is made of, and the engine's own description of them.
//!
//! In: a folder. Out: its manifest as of the last commit. The file is replaced by each commit in one step, so that facts,
//! list and files always belong together; a folder without it is no index. It names the folder of the generation that
//! holds the files. Its checksum is compared whenever it is read. Each file is named with its length and the checksum
//! that stands at its end, so that one that was exchanged is known.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use serde_json::{Map, Value, json};

use super::header::Header;
use super::{fault, generation, sealed};
use crate::Error;

/// The layout of the files in the folder. Changes with the schema, the encoding of keys and the engine's own format.
pub(super) const FORMAT: u64 = 8;

/// The file's name in the folder.
pub(super) const FILE: &str = "ibid-index.json";

/// No manifest is longer than this many bytes; a part of an index takes some 700.
const MAX_BYTES: u64 = 256 << 20;

/// The length and the checksum of a file when it was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileSum {
    /// Its length.
    pub(super) bytes: u64,
    /// The checksum at its end.
    pub(super) crc: u32,
}

/// An index as of a commit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Manifest {
    pub(super) header: Header,
    /// The name of the folder that holds the files.
    pub(super) generation: String,
    /// By name.
    pub(super) files: BTreeMap<String, FileSum>,
    /// The engine's description; none before there was one.
    pub(super) engine: Option<Value>,
}

impl Manifest {
    /// That of an index that is not there yet.
    pub(super) fn new(header: Header, generation: String) -> Manifest {
        Manifest { header, generation, files: BTreeMap::new(), engine: None }
    }

    /// Reads the manifest of the index in `dir`. Another format is an error, other facts are not.
    pub(super) fn read(dir: &Path) -> Result<Manifest, Error> {
        let mut bytes = vec![];
        match File::open(dir.join(FILE)).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes)) {
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Err(no_index(dir));
            }
            Err(error) => return Err(fault::io(format!("cannot read {:?}", dir.join(FILE)), error)),
        }
        Manifest::parse(dir, &bytes)
    }

    fn parse(dir: &Path, bytes: &[u8]) -> Result<Manifest, Error> {
        let (text, is_sealed) = match sealed::unseal(bytes) {
            Some(text) => (text, true),
            // Formats 1 and 2 had no checksum here.
            None => (bytes, false),
        };
        let value: Value = serde_json::from_slice(text).unwrap_or_default();
        let format = value.get("format").and_then(Value::as_u64);
        match format {
            Some(format) if format != FORMAT => Err(Error::Foreign(format!(
                "the index {dir:?} has format {format} and this program reads format {FORMAT}: add the documents to a new \
                 index, or use the version that it was made with"
            ))),
            Some(_) if is_sealed => match Manifest::of(&value) {
                Some(manifest) => Ok(manifest),
                None => Err(fault::suspect(dir, &format!("{FILE} lacks what has to be in it"))),
            },
            _ => Err(fault::suspect(dir, &format!("the checksum of {FILE} is wrong"))),
        }
    }

    fn of(value: &Value) -> Option<Manifest> {
        let header =
            Header { facts: strings(value.get("facts")?)?, settings: strings(value.get("settings")?)? };
        let mut files = BTreeMap::new();
        for (name, sum) in value.get("files")?.as_object()? {
            let (bytes, crc) = (sum.get(0)?.as_u64()?, sum.get(1)?.as_u64()?);
            files.insert(name.clone(), FileSum { bytes, crc: u32::try_from(crc).ok()? });
        }
        let generation = value.get("generation")?.as_str()?.to_owned();
        let engine = value.get("engine")?.clone();
        let is_one = generation::is_name(generation.as_ref());
        is_one.then_some(Manifest { header, generation, files, engine: Some(engine) })
    }

    /// The bytes of the file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let Header { facts, settings } = &self.header;
        let mut files = Map::new();
        for (name, sum) in &self.files {
            files.insert(name.clone(), json!([sum.bytes, sum.crc]));
        }
        let whole = json!({
            "format": FORMAT,
            "facts": facts,
            "settings": settings,
            "generation": self.generation,
            "files": files,
            "engine": self.engine,
        });
        sealed::seal(&format!("{whole:#}\n"))
    }
}

/// The texts of an object, by name.
fn strings(object: &Value) -> Option<BTreeMap<String, String>> {
    let mut strings = BTreeMap::new();
    for (name, value) in object.as_object()? {
        strings.insert(name.clone(), value.as_str()?.to_owned());
    }
    Some(strings)
}

/// The folder was never an index, or is not there.
fn no_index(dir: &Path) -> Error {
    let why = if dir.is_dir() {
        format!("it has no {}", FILE)
    } else if dir.exists() {
        "it is not a folder".to_owned()
    } else {
        "there is no such folder".to_owned()
    };
    Error::NotIndex(format!("{dir:?} is not an index: {why}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn manifest() -> Manifest {
        Manifest {
            header: Header::new([("splitter", "3"), ("profile", "paper \"x\"\n")])
                .with_settings([("skip", "a")]),
            generation: "g-0123456789abcdef".to_owned(),
            files: [("a.store".to_owned(), FileSum { bytes: 5, crc: u32::MAX })].into(),
            engine: Some(json!({ "segments": [] })),
        }
    }

    #[test]
    fn comes_back_as_it_was_written() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(FILE), manifest().to_bytes()).unwrap();
        assert_eq!(Manifest::read(dir.path()).unwrap(), manifest());
    }

    #[test]
    fn a_flipped_bit_is_seen_wherever_it_is() {
        let whole = manifest().to_bytes();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            let error = Manifest::parse(Path::new("x"), &bytes).unwrap_err();
            assert!(matches!(error, Error::Suspect { .. }), "{at}: {error}");
        }
    }

    #[test]
    fn a_generation_lies_in_the_folder_of_the_index() {
        for generation in ["", ".", "../g-0123456789abcdef", "g-0123456789abcdef/", "drafts"] {
            let manifest = Manifest { generation: generation.to_owned(), ..manifest() };
            let error = Manifest::parse(Path::new("x"), &manifest.to_bytes()).unwrap_err();
            assert!(matches!(error, Error::Suspect { .. }), "{generation}: {error}");
        }
    }

    #[test]
    fn tells_damage_from_another_format() {
        let dir = tempfile::tempdir().unwrap();
        let read = |text: &[u8]| {
            fs::write(dir.path().join(FILE), text).unwrap();
            Manifest::read(dir.path()).unwrap_err()
        };
        let format = format!("{{\"format\":{FORMAT}}}");
        let sealed = sealed::seal(&format);
        for text in [&b""[..], b"{", b"[]", format.as_bytes(), b"\xff", &sealed] {
            assert!(matches!(read(text), Error::Suspect { .. }), "{text:?}");
        }
        let file = dir.path().join(FILE);
        fs::remove_file(&file).unwrap();
        assert!(matches!(Manifest::read(dir.path()), Err(Error::NotIndex(_))));
        fs::create_dir(&file).unwrap();
        assert!(matches!(Manifest::read(dir.path()), Err(Error::Io { .. })), "what is there is no file");
        fs::remove_dir(&file).unwrap();
        for text in [&b"{\"format\":99,\"facts\":{}}"[..], &sealed::seal("{\"format\":99}")] {
            let error = read(text);
            assert!(matches!(&error, Error::Foreign(why) if why.contains("99")), "{error}");
        }
    }
}

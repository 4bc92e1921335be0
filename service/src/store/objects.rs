//! Objects in a folder or in S3, one per key, through OpenDAL.
//!
//! The name of an object is its key. All bytes other than digits, small letters, `-` and `_` are written as `%` and two
//! hexadecimal digits. The object is in a folder named by its first two characters.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use opendal::options::ListOptions;
use opendal::{ErrorKind, HttpTransporter, Operator, services};
use opendal_http_transport_reqwest::ReqwestTransport;

use super::names::{escape, unescape};
use super::runtime::StoreRuntime;
use super::{Change, Fault, Found, Store, last_changes};

/// The most objects that are read or written at once.
const AT_ONCE: usize = 16;
/// The longest wait for one object.
const ANSWER: Duration = Duration::from_secs(20);
/// The longest wait for the store when it is opened.
const CONNECT: Duration = Duration::from_secs(8);
/// An object that is written when the store is opened, so that a read-only store is noticed at once.
const MARK: &str = ".ibid";
/// The folder in which files are written before they get their names.
const WRITING: &str = ".ibid-writing";
/// The character before the digits of a byte in a name.
const MARK_OF_BYTES: char = '%';

/// A store of objects in a folder, or in a bucket of S3.
///
/// It must be called from threads that may block.
pub(crate) struct Objects {
    runtime: StoreRuntime,
    name: &'static str,
    operator: Operator,
    /// The folder, whose entries must be synced too.
    folder: Option<PathBuf>,
}

impl Objects {
    /// Opens a folder, or makes it.
    pub(crate) fn folder(folder: &Path) -> Result<Objects, Fault> {
        let name = "the folder of objects";
        let writing = folder.join(WRITING);
        let (Some(root), Some(temporary)) = (folder.to_str(), writing.to_str()) else {
            return Err(Fault::unreachable(name, "its path is not in Unicode"));
        };
        let builder = services::Fs::default().root(root).atomic_write_dir(temporary);
        let operator = of_store(name, Operator::new(builder))?;
        // Removes the unfinished files of a service that was killed.
        remove_files(&writing).map_err(|error| Fault::unreachable(name, error))?;
        Objects::open(name, operator, Some(folder.to_owned()))
    }

    /// Opens a bucket of S3: `s3://bucket/folder`, with OpenDAL's settings such as `endpoint` and `region` after a `?`.
    /// Credentials come from the usual variables and files of AWS.
    pub(crate) fn s3(url: &str) -> Result<Objects, Fault> {
        let name = "S3";
        // A provider that is already installed is as good. OpenDAL's own choice of TLS would take half a minute of C to
        // compile.
        drop(rustls::crypto::ring::default_provider().install_default());
        opendal::init_default_registry();
        HttpTransporter::install_default(ReqwestTransport::default());
        let operator = of_store(name, Operator::from_uri(url))?;
        Objects::open(name, operator, None)
    }

    fn open(name: &'static str, operator: Operator, folder: Option<PathBuf>) -> Result<Objects, Fault> {
        let store = Objects { runtime: StoreRuntime::start(name)?, name, operator, folder };
        let mark = store.operator.write(MARK, "Objects of ibid serve.\n");
        store.runtime.run(store.in_time(CONNECT, mark))?;
        Ok(store)
    }

    /// Waits for an answer, with a time limit.
    async fn in_time<A>(
        &self,
        time: Duration,
        answer: impl Future<Output = opendal::Result<A>>,
    ) -> Result<A, Fault> {
        match tokio::time::timeout(time, answer).await {
            Ok(answer) => of_store(self.name, answer),
            Err(_) => Err(Fault::unreachable(self.name, format!("no answer in {} s", time.as_secs()))),
        }
    }

    async fn read(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let path = path_of(key);
        let read = async {
            match self.operator.read(&path).await {
                Ok(object) => Ok(Some(object.to_vec())),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            }
        };
        self.in_time(ANSWER, read).await
    }

    async fn change(&self, key: &[u8], value: Option<&[u8]>) -> Result<(), Fault> {
        let path = path_of(key);
        match value {
            Some(value) => self.in_time(ANSWER, self.operator.write(&path, value.to_vec())).await.map(drop),
            None => self.in_time(ANSWER, self.operator.delete(&path)).await,
        }
    }

    /// Syncs the names of written files to the disk; their contents are there already.
    fn keep_names<'k>(&self, keys: impl Iterator<Item = &'k [u8]>) -> Result<(), Fault> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let mut changed = BTreeSet::new();
        for key in keys {
            changed.extend(folder.join(path_of(key)).parent().map(Path::to_owned));
        }
        for folder in changed.iter().chain([folder]) {
            match File::open(folder).and_then(|folder| folder.sync_all()) {
                Ok(()) => {}
                // Nothing was ever written there, so a removed object was not there either.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(Fault::unreachable(self.name, error)),
            }
        }
        Ok(())
    }
}

/// Turns the error of a store into a fault of one line, without OpenDAL's details of the request.
fn of_store<A>(store: &str, answer: opendal::Result<A>) -> Result<A, Fault> {
    answer.map_err(|error| {
        Fault::unreachable(store, format!("{}: {}", error.kind(), error.message().replace('\n', " ")))
    })
}

fn remove_files(folder: &Path) -> io::Result<()> {
    for file in std::fs::read_dir(folder)? {
        let file = file?;
        if file.file_type()?.is_file() {
            std::fs::remove_file(file.path())?;
        }
    }
    Ok(())
}

/// Returns the path of a key's object.
fn path_of(key: &[u8]) -> String {
    let name = escape(key, MARK_OF_BYTES);
    // A name of one character is in a folder of one character.
    let folder = name.get(..2).unwrap_or(&name);
    format!("{folder}/{name}")
}

/// Returns the key of an object; none for a foreign object.
fn key_of(path: &str) -> Option<Vec<u8>> {
    let (_, name) = path.split_once('/')?;
    unescape(name, MARK_OF_BYTES).filter(|key| path_of(key) == path)
}

impl Store for Objects {
    fn name(&self) -> &str {
        self.name
    }

    fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        self.runtime.run(stream::iter(keys).map(|key| self.read(key)).buffered(AT_ONCE).try_collect())
    }

    /// Makes only the last of several changes to a key.
    fn write(&self, changes: &[Change]) -> Result<(), Fault> {
        let last = last_changes(changes);
        let writes = stream::iter(&last).map(|(key, value)| self.change(key, *value));
        self.runtime.run(writes.buffer_unordered(AT_ONCE).try_collect::<()>())?;
        self.keep_names(last.keys().copied())
    }

    /// Lists all objects, whatever the prefix.
    fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault> {
        self.runtime.run(async {
            let all = ListOptions { recursive: true, ..ListOptions::default() };
            let mut entries = self.in_time(ANSWER, self.operator.lister_options("", all)).await?;
            while let Some(entry) = self.in_time(ANSWER, entries.try_next()).await? {
                let key = key_of(entry.path()).filter(|key| key.starts_with(prefix));
                if let Some(key) = key
                    // None if it was removed meanwhile.
                    && let Some(value) = self.read(&key).await?
                {
                    found(&key, &value)?;
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_values_by_key() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("articles");
        let store = Objects::folder(&root).unwrap();
        crate::store::check(&store);
        std::fs::write(root.join("a file of somebody's"), "x").unwrap();
        std::fs::write(root.join(WRITING).join("begun"), "x").unwrap();
        drop(store);
        let again = Objects::folder(&root).unwrap();
        assert_eq!(again.get(&[b"a"]).unwrap(), [Some(b"2".to_vec())]);
        again.for_each(b"x", &mut |key, _| panic!("{key:?}")).unwrap();
        assert!(root.join("a file of somebody's").exists());
        assert!(!root.join(WRITING).join("begun").exists());
    }

    #[test]
    fn names_of_objects_are_safe_and_lead_back_to_their_keys() {
        for (key, path) in [
            (&b"cdd7-ad"[..], "cd/cdd7-ad"),
            (b"a", "a/a"),
            (b"A", "%4/%41"),
            (b"..", "%2/%2E%2E"),
            (b"m/1", "m%/m%2F1"),
            ("数".as_bytes(), "%E/%E6%95%B0"),
        ] {
            assert_eq!(path_of(key), path);
            assert_eq!(key_of(path).as_deref(), Some(key));
        }
        for other in [MARK, "a/b", "a/A", "A/A", "cd/cdd7/x", "%4/%4", "%4/%4x", "a/", "/"] {
            assert_eq!(key_of(other), None, "{other}");
        }
    }

    #[test]
    fn a_store_that_says_nothing_or_is_away_is_one_line_without_the_credentials() {
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let at = silent.local_addr().unwrap();
        let url = format!(
            "s3://bucket/articles?endpoint=http://{at}&region=x&access_key_id=geheim&secret_access_key=geheim"
        );
        let refusal = |url: &str| Objects::s3(url).err().unwrap().to_string();
        let start = std::time::Instant::now();
        let late = refusal(&url);
        assert!(start.elapsed() < CONNECT + Duration::from_secs(3), "{late}");
        drop(silent);
        for text in [late, refusal(&url), refusal("s3://"), refusal("s3://b/geheim?geheim=geheim%")] {
            assert!(text.starts_with("S3 cannot be reached: "), "{text}");
            assert!(!text.contains("geheim") && !text.contains('\n'), "{text}");
        }
    }
}

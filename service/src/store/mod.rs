//! Stores of values by key.
//!
//! The service keeps three things: the *map*, from the name of every article to its `docId`; the *articles*, one for
//! each `docId`; and the *keys*, by which a repeat is found. The map is authoritative, and the keys can be rebuilt from
//! it at any time. All are in one [`Embedded`] store, or some of them in another [`Store`]. In that case acknowledged
//! changes are first written to the embedded store, and from there to the other ([`tier`]).

pub(crate) mod embedded;
pub(crate) mod tier;
pub(crate) mod rows;
#[cfg(any(feature = "objects", feature = "hbase"))]
mod names;
#[cfg(any(feature = "sql", feature = "objects", feature = "hbase"))]
mod runtime;
#[cfg(feature = "sql")]
pub(crate) mod sql;
#[cfg(feature = "redis")]
pub(crate) mod redis;
#[cfg(feature = "objects")]
pub(crate) mod objects;
#[cfg(feature = "hbase")]
pub(crate) mod hbase;
pub(crate) mod address;

#[cfg(test)]
pub(crate) mod memory;
#[cfg(test)]
#[cfg(all(unix, feature = "sql", feature = "redis"))]
mod servers;

#[cfg(any(feature = "sql", feature = "objects", feature = "hbase"))]
use std::collections::BTreeMap;
use std::thread::JoinHandle;

pub use embedded::Embedded;

/// A store of byte values by byte keys: all that the service needs of a database, small enough for a gateway to any.
///
/// Keys have 1 to 512 bytes, and values up to the size of an article. An implementation is shared between threads.
pub trait Store: Send + Sync {
    /// Returns the name of the kind of store, without credentials and paths: "Redis" or "PostgreSQL".
    fn name(&self) -> &str;

    /// Returns the value of each key, in this order; none for a key without a value.
    ///
    /// # Errors
    /// [`Fault`] if one of them cannot be read.
    fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault>;

    /// Returns the value of one key.
    ///
    /// # Errors
    /// [`Fault`] if it cannot be read.
    fn get_one(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        Ok(self.get(&[key])?.pop().flatten())
    }

    /// Makes the changes in this order. When it returns, they are on the disk, or wherever this store keeps data
    /// durably.
    ///
    /// After an error any of them may have been made; the caller then repeats all of them, from the first on.
    ///
    /// # Errors
    /// [`Fault`].
    fn write(&self, changes: &[Change]) -> Result<(), Fault>;

    /// Calls `found` with each key that begins with the prefix, and its value, in no given order.
    ///
    /// # Errors
    /// [`Fault`], also one that `found` returns.
    fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault>;

    /// Returns whether it keeps with each article how often and when that was sent. Such an article is written again
    /// each time it is sent.
    fn keeps_history(&self) -> bool {
        false
    }
}

/// A function that gets a key and its value.
pub type Found<'f> = dyn FnMut(&[u8], &[u8]) -> Result<(), Fault> + 'f;

/// A new value for a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key.
    pub key: Vec<u8>,
    /// The new value; none to remove the key.
    pub value: Option<Vec<u8>>,
}

/// Returns the last of several changes to each key, by key.
#[cfg(any(feature = "sql", feature = "objects", feature = "hbase"))]
fn last_changes(changes: &[Change]) -> BTreeMap<&[u8], Option<&[u8]>> {
    changes.iter().map(|change| (&change.key[..], change.value.as_deref())).collect()
}

/// Starts a thread with a name.
pub(crate) fn spawn(name: String, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Fault> {
    let thread = std::thread::Builder::new().name(name).spawn(work);
    thread.map_err(|error| Fault::unreachable("the system", error))
}

/// The failure of a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A store that cannot be reached, or that refuses. A later attempt may succeed.
    #[error("{store} cannot be reached: {reason}")]
    Unreachable {
        /// The store's name.
        store: String,
        /// The reason that the store or the system gives. For the log: it may name a path or a host.
        reason: String,
    },
    /// A store with content that this version did not write.
    #[error("{store} holds what cannot be read: {reason}")]
    Unreadable {
        /// The store's name.
        store: String,
        /// The description of what is wrong, and what to do.
        reason: String,
    },
    /// A store for which too many changes wait.
    #[error("{store} does not keep up: {waiting} bytes wait to be written")]
    Behind {
        /// The store's name.
        store: String,
        /// The number of bytes that wait.
        waiting: usize,
    },
    /// Values that a store refuses for their size. The other changes that were written with them are made.
    #[error("{store} refuses {} values for their size: {reason}", keys.len())]
    TooLarge {
        /// The store's name.
        store: String,
        /// The keys of the values.
        keys: Vec<Vec<u8>>,
        /// The description of the limit, and what to do.
        reason: String,
    },
    /// An address that is not that of a usable store.
    #[error("{reason}")]
    Address {
        /// The description of what is wrong, and what to do. It contains nothing of the address.
        reason: String,
    },
}

impl Fault {
    /// Makes the fault of a store that cannot be reached, or that refuses.
    pub(crate) fn unreachable(store: &str, reason: impl ToString) -> Fault {
        Fault::Unreachable { store: store.into(), reason: reason.to_string() }
    }

    /// Makes the fault of a store that cannot be read.
    pub(crate) fn unreadable(store: &str, reason: impl ToString) -> Fault {
        Fault::Unreadable { store: store.into(), reason: reason.to_string() }
    }
}

/// Makes a change of texts.
#[cfg(test)]
pub(crate) fn change(key: &str, value: Option<&str>) -> Change {
    Change { key: key.into(), value: value.map(Into::into) }
}

/// Tests a store against the contract: rows are written, read, changed and removed.
#[cfg(test)]
pub(crate) fn check(store: &dyn Store) {
    let get = |keys: &[&str]| {
        let keys: Vec<&[u8]> = keys.iter().copied().map(str::as_bytes).collect();
        let mut texts = vec![];
        for value in store.get(&keys).unwrap() {
            texts.push(value.map(|value| String::from_utf8(value).unwrap()));
        }
        texts
    };
    let all = |prefix: &str| {
        let mut all = vec![];
        let mut found = |key: &[u8], value: &[u8]| {
            all.push(String::from_utf8([key, b"=", value].concat()).unwrap());
            Ok(())
        };
        store.for_each(prefix.as_bytes(), &mut found).unwrap();
        all.sort();
        all
    };
    let some = |value: &str| Some(value.to_owned());

    assert_eq!(get(&[]), [] as [Option<String>; 0]);
    assert_eq!(get(&["a"]), [None]);
    store.write(&[]).unwrap();
    store
        .write(&[
            change("a", Some("1")),
            change("ab", Some("")),
            change("数", Some("值")),
            change("a", Some("2")),
        ])
        .unwrap();
    assert_eq!(get(&["数", "x", "a", "ab", "a"]), [some("值"), None, some("2"), some(""), some("2")]);
    assert_eq!(all(""), ["a=2", "ab=", "数=值"]);
    assert_eq!(all("a"), ["a=2", "ab="]);
    assert_eq!(all("b"), [] as [String; 0]);
    // A row is rewritten, one is removed, and a missing one is removed too.
    store.write(&[change("a", Some("2")), change("ab", None), change("x", None)]).unwrap();
    assert_eq!(get(&["a", "ab", "x"]), [some("2"), None, None]);
    // Upper case, and bytes that are not text, make different keys.
    store.write(&[change("A", Some("3"))]).unwrap();
    store.write(&[Change { key: vec![0, 0xff, b'%'], value: Some(vec![0xff, 0]) }]).unwrap();
    assert_eq!(get(&["A", "a"]), [some("3"), some("2")]);
    assert_eq!(store.get(&[&[0, 0xff, b'%']]).unwrap(), [Some(vec![0xff, 0])]);
    // More rows than any page has, and a value of a megabyte.
    let many: Vec<Change> = (0..3000).map(|n| change(&format!("m/{n}"), Some(&n.to_string()))).collect();
    store.write(&many).unwrap();
    assert_eq!(all("m/").len(), 3000);
    let large = "x".repeat(1 << 20);
    store.write(&[change("large", Some(&large))]).unwrap();
    assert_eq!(get(&["large"]), [Some(large)]);
    let mut gone = many;
    for change in &mut gone {
        change.value = None;
    }
    store.write(&gone).unwrap();
    assert_eq!(all("m/"), [] as [String; 0]);
}

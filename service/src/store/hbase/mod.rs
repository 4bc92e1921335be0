//! Articles in HBase, through its REST gateway.
//!
//! A row is one article: its key is two hexadecimal digits of a hash, `-`, and the `docId`, so that rows spread over
//! all regions; the digits only stand in front, and the rest is the `docId`. Each attribute is a column of the family
//! `a`, as text. A value that is no article is one column, `a:_value`.
//!
//! Every write has a time of its own, later than that of all earlier ones, and its cells bear it. A write that was given
//! up and is carried out late by the gateway changes nothing that is newer. The row `ibid` keeps the last time, so that a
//! clock that was put back does no harm.
//!
//! `O(n)` bytes for n changes, in requests of a megabyte, four at once. Other values than those of articles are for tests.

mod gateway;
mod row;

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{StreamExt, TryStreamExt, stream};

use self::gateway::{Failed, Gateway};
use self::row::{Row, row_of};
use super::runtime::StoreRuntime;
use super::{Change, Fault, Found, Store, last_changes};
use crate::mutex::lock;

const NAME: &str = "HBase";
/// The longest wait for the answers when the store is opened.
const OPEN: Duration = Duration::from_secs(8);
/// The most requests at once.
const AT_ONCE: usize = 4;
/// The most rows of a request that writes, and their bytes.
const ROWS: usize = 250;
const BYTES: usize = 1 << 20;
/// The most rows that are asked for by their keys at once, and the bytes of these, which stand in the address.
const KEYS: usize = 64;
const KEY_BYTES: usize = 4000;

/// A table of HBase. It must be called from threads that may block.
pub(crate) struct HBase {
    runtime: StoreRuntime,
    gateway: Gateway,
    /// The time of the last write, in milliseconds since 1970.
    clock: Mutex<i64>,
}

impl HBase {
    /// Opens the table at an address such as `hbase+http://user:password@host:8080/prefix/table`, or makes it. After a `?`
    /// the address may have the `compression` and the number of `regions` of a table that is made.
    pub(crate) fn open(url: &str) -> Result<HBase, Fault> {
        let (gateway, making) = Gateway::at(url)?;
        let runtime = StoreRuntime::start(NAME)?;
        let opened = async {
            gateway.is_known().await?;
            gateway.find_table(&making).await?;
            let last = gateway.last_write().await?;
            // Also tells whether this user may write.
            let now = later(last);
            gateway.put(&[Row::of_clock(now)]).await.map_err(Failed::fault)?;
            Ok(now)
        };
        let last = runtime.run(async {
            match tokio::time::timeout(OPEN, opened).await {
                Ok(opened) => opened,
                Err(_) => Err(unreachable(&late(OPEN))),
            }
        })?;
        Ok(HBase { runtime, gateway, clock: Mutex::new(last) })
    }

    /// Returns a time for a write, later than that of any earlier one.
    fn tick(&self) -> i64 {
        let mut last = lock(&self.clock);
        *last = later(*last);
        *last
    }
}

impl Store for HBase {
    fn name(&self) -> &str {
        NAME
    }

    fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        let names: Vec<String> = keys.iter().map(|key| row_of(key)).collect();
        let pages = pages(&names, KEYS, KEY_BYTES, String::len);
        let rows = stream::iter(pages).map(|names| self.gateway.rows(names)).buffered(AT_ONCE);
        let rows: Vec<Vec<Row>> = self.runtime.run(rows.try_collect())?;
        let mut values: HashMap<String, Vec<u8>> = HashMap::new();
        for row in rows.iter().flatten() {
            let Some(name) = row.name() else { return Err(unreadable("a row")) };
            values.insert(name, row.value()?);
        }
        Ok(names.iter().map(|name| values.get(name).cloned()).collect())
    }

    /// Makes only the last of several changes to a key.
    fn write(&self, changes: &[Change]) -> Result<(), Fault> {
        if changes.is_empty() {
            return Ok(());
        }
        let time = self.tick();
        let (mut rows, mut gone) = (vec![], vec![]);
        for (key, value) in last_changes(changes) {
            match value {
                Some(value) => rows.push(Row::of(key, value, time)),
                None => gone.push(row_of(key)),
            }
        }
        rows.push(Row::of_clock(time));
        let pages = pages(&rows, ROWS, BYTES, Row::size).into_iter().map(<[Row]>::to_vec);
        let refused: Vec<Vec<Row>> = self.runtime.run(async {
            let put = stream::iter(pages).map(|rows| self.gateway.put_by_halves(rows));
            let refused = put.buffer_unordered(AT_ONCE).try_collect().await?;
            let remove = async |key: String| self.gateway.remove(&key, time).await;
            stream::iter(gone).map(remove).buffer_unordered(4 * AT_ONCE).try_collect::<()>().await?;
            Ok(refused)
        })?;
        let keys: Vec<Vec<u8>> = refused.iter().flatten().filter_map(Row::key).collect();
        if keys.is_empty() {
            return Ok(());
        }
        let reason = "a value is larger than a cell may be: raise hbase.client.keyvalue.maxsize of the gateway and \
                      hbase.server.keyvalue.maxsize of the region servers, or send articles of less with --max-body";
        Err(Fault::TooLarge { store: NAME.into(), keys, reason: reason.into() })
    }

    /// Lists all rows, whatever the prefix.
    fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault> {
        self.runtime.run(async {
            let mut from = String::new();
            loop {
                let rows = self.gateway.page(&from).await?;
                for row in &rows {
                    if let Some(key) = row.key().filter(|key| key.starts_with(prefix)) {
                        found(&key, &row.value()?)?;
                    }
                }
                match rows.last().and_then(Row::name) {
                    // The smallest key after this one: a scan goes on there, also with another gateway.
                    Some(last) => from = format!("{last}\0"),
                    None => return Ok(()),
                }
            }
        })
    }

    fn keeps_history(&self) -> bool {
        true
    }
}

/// Returns a time after `last`: the present one, if that is.
fn later(last: i64) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    i64::try_from(now).unwrap_or(i64::MAX).max(last + 1)
}

/// Cuts a list into pages of at most `most` entries, and of at most `bytes` unless one entry alone has more.
fn pages<T>(all: &[T], most: usize, bytes: usize, size: impl Fn(&T) -> usize) -> Vec<&[T]> {
    let (mut pages, mut from, mut sum) = (vec![], 0, 0);
    for (at, entry) in all.iter().enumerate() {
        if at > from && (at - from == most || sum + size(entry) > bytes) {
            pages.push(&all[from..at]);
            (from, sum) = (at, 0);
        }
        sum += size(entry);
    }
    if from < all.len() {
        pages.push(&all[from..]);
    }
    pages
}

fn late(time: Duration) -> String {
    format!("no answer in {} s", time.as_secs())
}

fn unreachable(reason: &str) -> Fault {
    Fault::unreachable(NAME, reason)
}

fn unreadable(what: &str) -> Fault {
    let why = "is not as the gateway of HBase writes it, or was written by another program";
    Fault::unreadable(NAME, format!("{what} {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_only_goes_forward() {
        let ahead = later(0) + 1_000_000;
        assert_eq!(later(ahead), ahead + 1);
        assert!(later(0) > 1_700_000_000_000);
    }

    #[test]
    fn pages_are_small_unless_one_entry_is_large() {
        let sizes = |most, bytes| {
            let all = [3, 3, 9, 1, 1];
            pages(&all, most, bytes, |&size| size).iter().map(|page| page.len()).collect::<Vec<_>>()
        };
        assert_eq!(sizes(2, 100), [2, 2, 1]);
        assert_eq!(sizes(9, 6), [2, 1, 2]);
        assert_eq!(pages(&[0; 0], 1, 1, |_| 0), [] as [&[i32]; 0]);
    }
}

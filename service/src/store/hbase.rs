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

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, Method, StatusCode, Url};
use serde::{Deserialize, Serialize};
use tokio::runtime::Runtime;
use xxhash_rust::xxh3::xxh3_64;

use super::names::{escape, unescape};
use super::{Change, Fault, Found, Store};
use crate::article::COLUMNS;

const NAME: &str = "HBase";
/// The column family.
const FAMILY: &str = "a";
/// The column of a value that is no article.
const VALUE: &str = "_value";
/// The row that keeps the time of the last write. No key has it.
const CLOCK: &str = "ibid";
/// The character before the digits of a byte in a row's key. The gateway decodes `%` twice.
const MARK: char = '=';
const JSON: &str = "application/json";
/// The longest wait for a connection, for an answer when the store is opened, and for any other answer.
const CONNECT: Duration = Duration::from_secs(3);
const OPEN: Duration = Duration::from_secs(8);
const ANSWER: Duration = Duration::from_secs(20);
/// The pauses before a request that failed is sent again: a region that moves is back after some hundred milliseconds.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(400)];
/// The most requests at once.
const AT_ONCE: usize = 4;
/// The most rows of a request that writes, and their bytes.
const ROWS: usize = 250;
const BYTES: usize = 1 << 20;
/// The most rows that are asked for by their keys at once, and the bytes of these, which stand in the address.
const KEYS: usize = 64;
const KEY_BYTES: usize = 4000;
/// The rows of a page of a scan.
const PAGE: usize = 64;

/// A table of HBase.
///
/// It has its own runtime, and must be called from threads that may block.
pub(crate) struct HBase {
    gateway: Gateway,
    /// The time of the last write, in milliseconds since 1970.
    clock: Mutex<i64>,
    // Invariant: some, until the store is dropped.
    runtime: Option<Runtime>,
}

/// The gateway, and the table that is asked for there.
struct Gateway {
    client: Client,
    /// The address of the gateway, with its path prefix, user and password.
    root: Url,
    table: String,
}

/// The settings of a table that is made.
#[derive(Debug, Default, PartialEq, Eq)]
struct Making {
    compression: Option<String>,
    /// The number of regions that it begins with.
    regions: Option<u32>,
}

/// Rows as the gateway reads and writes them.
#[derive(Debug, Default, Serialize, Deserialize)]
struct CellSet {
    #[serde(rename = "Row", default)]
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    key: String,
    #[serde(rename = "Cell")]
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cell {
    column: String,
    timestamp: i64,
    #[serde(rename = "$", default)]
    value: String,
}

#[derive(Deserialize)]
struct Schema {
    #[serde(rename = "ColumnSchema", default)]
    families: Vec<Family>,
}

#[derive(Deserialize)]
struct Family {
    name: String,
}

#[derive(Deserialize)]
struct Version {
    #[serde(rename = "Version")]
    version: String,
}

/// The failure of a request.
enum Failed {
    /// A value is larger than a cell may be.
    TooLarge,
    /// Anything else.
    Fault(Fault),
}

impl Failed {
    fn fault(self) -> Fault {
        match self {
            Failed::TooLarge => unreachable("its gateway refuses a request for its size"),
            Failed::Fault(fault) => fault,
        }
    }
}

/// A request to the gateway.
struct Request<'r> {
    method: Method,
    /// The segments of its path after the prefix.
    path: &'r [&'r str],
    query: Vec<(&'r str, &'r str)>,
    body: Option<Vec<u8>>,
}

/// An answer of the gateway that is no failure of it.
struct Answer {
    status: StatusCode,
    body: Vec<u8>,
}

impl HBase {
    /// Opens the table at an address such as `hbase+http://user:password@host:8080/prefix/table`, or makes it. After a `?`
    /// the address may have the `compression` and the number of `regions` of a table that is made.
    pub(crate) fn open(url: &str) -> Result<HBase, Fault> {
        let (gateway, making) = Gateway::at(url)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name(NAME)
            .enable_all()
            .build()
            .map_err(|error| unreachable(&error.to_string()))?;
        let opened = async {
            gateway.is_known().await?;
            gateway.find_table(&making).await?;
            let last = gateway.last_write().await?;
            // Also tells whether this user may write.
            let now = later(last);
            gateway.put(&[clock_row(now)]).await.map_err(Failed::fault)?;
            Ok(now)
        };
        let opened = runtime.block_on(async { tokio::time::timeout(OPEN, opened).await });
        let last = opened.unwrap_or_else(|_| Err(unreachable(&late(OPEN))))?;
        Ok(HBase { gateway, clock: Mutex::new(last), runtime: Some(runtime) })
    }

    fn run<A>(&self, work: impl Future<Output = Result<A, Fault>>) -> Result<A, Fault> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(work),
            None => Err(unreachable("it is closed")),
        }
    }

    /// Returns a time for a write, later than that of any earlier one.
    fn tick(&self) -> i64 {
        let mut last = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        *last = later(*last);
        *last
    }
}

impl Drop for HBase {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Nothing runs on it any more. Waiting would not be allowed within another runtime.
            runtime.shutdown_background();
        }
    }
}

impl Gateway {
    /// Parses an address.
    fn at(url: &str) -> Result<(Gateway, Making), Fault> {
        let refused = |reason: &str| Fault::Address { reason: reason.into() };
        let form = "the address of a table in HBase is hbase+http://HOST:PORT/TABLE";
        let mut root = url
            .strip_prefix("hbase+")
            .and_then(|url| Url::parse(url).ok())
            .filter(Url::has_host)
            .ok_or_else(|| refused(form))?;
        let mut making = Making::default();
        for (name, value) in root.query_pairs() {
            match (&*name, value.parse()) {
                ("compression", _) if value.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                    making.compression = Some(value.to_ascii_uppercase());
                }
                ("regions", Ok(regions @ 1..=256)) => making.regions = Some(regions),
                _ => {
                    return Err(refused(
                        "the address of a table in HBase has no settings but ?compression=NAME&regions=N, with 1 to 256 \
                         regions",
                    ));
                }
            }
        }
        root.set_query(None);
        let mut segments: Vec<String> =
            root.path_segments().into_iter().flatten().map(str::to_owned).collect();
        let table = segments.pop().unwrap_or_default();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte);
        if table.is_empty() || !table.bytes().all(is_name) {
            return Err(refused(&format!("{form}, and its table is of letters, digits, _, - and .")));
        }
        root.set_path(&segments.join("/"));
        // A provider that is already installed is as good.
        drop(rustls::crypto::ring::default_provider().install_default());
        let client = Client::builder().connect_timeout(CONNECT).timeout(ANSWER).no_proxy().build();
        let client = client.map_err(|error| unreachable(&cause(&error)))?;
        Ok((Gateway { client, root, table }, making))
    }

    fn address(&self, path: &[&str], query: &[(&str, &str)]) -> Url {
        let mut url = self.root.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }

    /// Sends a request, again where the gateway or a region is away for a moment.
    async fn ask(&self, request: Request<'_>) -> Result<Answer, Failed> {
        let url = self.address(request.path, &request.query);
        let mut pauses = PAUSES.into_iter();
        loop {
            let sent = self.client.request(request.method.clone(), url.clone()).header(ACCEPT, JSON);
            let sent = match &request.body {
                Some(body) => sent.header(CONTENT_TYPE, JSON).body(body.clone()),
                None => sent,
            };
            let answer = read(sent).await;
            let is_passing = match &answer {
                Ok(answer) => answer.status.is_server_error(),
                // What timed out has waited long enough.
                Err(error) => !error.is_timeout(),
            };
            match pauses.next().filter(|_| is_passing) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => {
                    let answer = answer.map_err(|error| Failed::Fault(unreachable(&cause(&error))))?;
                    return self.accepted(answer);
                }
            }
        }
    }

    /// Refuses answers that mean that the table, the right or the gateway is missing.
    fn accepted(&self, answer: Answer) -> Result<Answer, Failed> {
        let table = &self.table;
        let reason = match answer.status {
            status if status.is_success() => return Ok(answer),
            StatusCode::NOT_FOUND if answer.says("NoSuchColumnFamily") => no_family(table),
            StatusCode::NOT_FOUND => return Ok(answer),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => format!(
                "its gateway refuses this user ({}): give the user and the password in the address, or the right in the \
                 HBase shell: grant 'USER', 'RW', '{table}'",
                answer.status.as_u16()
            ),
            _ if answer.says("KeyValue size too large") || answer.says("exceeds limit") => {
                return Err(Failed::TooLarge);
            }
            StatusCode::PAYLOAD_TOO_LARGE => return Err(Failed::TooLarge),
            status => format!("its gateway answers {}{}", status.as_u16(), answer.exception()),
        };
        Err(Failed::Fault(unreachable(&reason)))
    }

    async fn get(&self, path: &[&str], query: Vec<(&str, &str)>) -> Result<Answer, Fault> {
        self.ask(Request { method: Method::GET, path, query, body: None }).await.map_err(Failed::fault)
    }

    /// Tests that a gateway of HBase answers, and of a version that is known.
    async fn is_known(&self) -> Result<(), Fault> {
        let answer = self.get(&["version", "cluster"], vec![]).await?;
        let Ok(Version { version }) = serde_json::from_slice(&answer.body) else {
            return Err(unreachable(
                "what answers at its address is no gateway of HBase; start one with `hbase rest start`, which listens at \
                 port 8080, and name that",
            ));
        };
        if version.starts_with("0.") || version.starts_with("1.") {
            let version: String = version.chars().filter(|c| !c.is_control()).take(20).collect();
            return Err(unreachable(&format!(
                "it is of version {version}, and 2.0 or later is needed; name another gateway"
            )));
        }
        Ok(())
    }

    /// Tests that the table has its family, or makes it.
    async fn find_table(&self, making: &Making) -> Result<(), Fault> {
        let answer = self.get(&[&self.table, "schema"], vec![]).await?;
        if answer.status == StatusCode::NOT_FOUND {
            return self.make_table(making).await;
        }
        let schema: Schema = serde_json::from_slice(&answer.body).map_err(|_| unreadable("a schema"))?;
        if schema.families.iter().any(|family| family.name == FAMILY) {
            return Ok(());
        }
        Err(unreachable(&no_family(&self.table)))
    }

    async fn make_table(&self, making: &Making) -> Result<(), Fault> {
        let table = &self.table;
        let by_hand =
            |why: &str| unreachable(&format!("it has no table {table:?}, {why}; {}", making.command(table)));
        if making.regions.is_some_and(|regions| regions > 1) {
            return Err(by_hand("and its gateway makes none of several regions"));
        }
        let compression = making.compression.as_deref().unwrap_or("NONE");
        let family = serde_json::json!({"name": FAMILY, "VERSIONS": "1", "COMPRESSION": compression});
        let schema = serde_json::json!({"name": table, "ColumnSchema": [family]});
        let body = Some(schema.to_string().into_bytes());
        let path: &[&str] = &[table, "schema"];
        match self.ask(Request { method: Method::PUT, path, query: vec![], body }).await {
            Ok(answer) if answer.status.is_success() => Ok(()),
            Ok(_) => Err(by_hand("and none can be made by its gateway")),
            Err(failed) => match failed.fault() {
                Fault::Unreachable { reason, .. } => {
                    Err(by_hand(&format!("and none can be made ({reason})")))
                }
                fault => Err(fault),
            },
        }
    }

    /// Returns the time of the last write; 0 if there was none.
    async fn last_write(&self) -> Result<i64, Fault> {
        let row = self.rows(&[CLOCK.into()]).await?.pop();
        let times = row.iter().flat_map(|row| &row.cells).map(|cell| cell.timestamp);
        Ok(times.max().unwrap_or(0))
    }

    /// Returns the rows of these keys that are there, in no given order.
    async fn rows(&self, keys: &[String]) -> Result<Vec<Row>, Fault> {
        let query = keys.iter().map(|key| ("row", &**key)).collect();
        let answer = self.get(&[&self.table, "multiget"], query).await?;
        if answer.status == StatusCode::NOT_FOUND {
            return Ok(vec![]);
        }
        parse(&answer)
    }

    /// Writes rows.
    async fn put(&self, rows: &[Row]) -> Result<(), Failed> {
        let body = serde_json::to_vec(&CellSet { rows: rows.to_vec() });
        let body = Some(body.map_err(|_| Failed::Fault(unreadable("a row")))?);
        // The key in the path of a request for many rows means nothing.
        let path: &[&str] = &[&self.table, "rows"];
        let answer = self.ask(Request { method: Method::PUT, path, query: vec![], body }).await?;
        if answer.status.is_success() { Ok(()) } else { Err(Failed::Fault(self.no_table())) }
    }

    /// Writes rows, by halves where one of them is too large. Returns those that are.
    async fn put_by_halves(&self, rows: Vec<Row>) -> Result<Vec<Row>, Fault> {
        let (mut left, mut refused) = (vec![rows], vec![]);
        while let Some(mut rows) = left.pop() {
            match self.put(&rows).await {
                Ok(()) => {}
                Err(Failed::Fault(fault)) => return Err(fault),
                Err(Failed::TooLarge) if rows.len() == 1 => refused.append(&mut rows),
                Err(Failed::TooLarge) => left.extend([rows.split_off(rows.len() / 2), rows]),
            }
        }
        Ok(refused)
    }

    /// Removes what a row had until `time`.
    async fn remove(&self, key: &str, time: i64) -> Result<(), Fault> {
        let time = time.to_string();
        let path: &[&str] = &[&self.table, key, FAMILY, &time];
        let request = Request { method: Method::DELETE, path, query: vec![], body: None };
        let answer = self.ask(request).await.map_err(Failed::fault)?;
        if answer.status.is_success() { Ok(()) } else { Err(self.no_table()) }
    }

    fn no_table(&self) -> Fault {
        let command = Making::default().command(&self.table);
        unreachable(&format!("its table {:?} is gone; {command}", self.table))
    }
}

impl Making {
    /// Returns the command of the HBase shell that makes the table.
    fn command(&self, table: &str) -> String {
        let compression = self.compression.as_ref();
        let compression = compression.map(|name| format!(", COMPRESSION => '{name}'")).unwrap_or_default();
        let regions = self.regions.unwrap_or(1);
        let splits: Vec<String> =
            (1..regions).map(|region| format!("'{:02x}'", region * 256 / regions)).collect();
        let splits =
            if splits.is_empty() { String::new() } else { format!(", SPLITS => [{}]", splits.join(", ")) };
        format!(
            "make it in the HBase shell: create '{table}', {{NAME => '{FAMILY}', VERSIONS => 1{compression}}}{splits}"
        )
    }
}

impl Answer {
    fn says(&self, text: &str) -> bool {
        String::from_utf8_lossy(&self.body).contains(text)
    }

    /// Returns the name of the exception that it tells of, in brackets. Its message may name a host.
    fn exception(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        let is_name = |char: char| char.is_ascii_alphanumeric() || char == '.';
        let name = text.split(|char| !is_name(char)).find(|word| word.ends_with("Exception"));
        let name = name.and_then(|name| name.rsplit('.').next());
        name.map(|name| format!(" ({name})")).unwrap_or_default()
    }
}

impl Row {
    /// Makes the row of a value.
    fn of(key: &[u8], value: &[u8], time: i64) -> Row {
        let cells = match attributes(value) {
            Some(all) => all.iter().map(|(name, text)| Cell::of(name, text.as_bytes(), time)).collect(),
            None => vec![Cell::of(VALUE, value, time)],
        };
        Row { key: BASE64_STANDARD.encode(row_of(key)), cells }
    }

    /// Returns the key of its value; none for a foreign row.
    fn key(&self) -> Option<Vec<u8>> {
        key_of(&self.name()?)
    }

    fn name(&self) -> Option<String> {
        String::from_utf8(BASE64_STANDARD.decode(&self.key).ok()?).ok()
    }

    /// Returns its value: that of the column for values that are no articles if nothing is newer, else the article.
    fn value(&self) -> Result<Vec<u8>, Fault> {
        let damaged = || unreadable("a row");
        let mut cells: BTreeMap<String, (i64, Vec<u8>)> = BTreeMap::new();
        for cell in &self.cells {
            let column = BASE64_STANDARD.decode(&cell.column).map_err(|_| damaged())?;
            let column = String::from_utf8(column).map_err(|_| damaged())?;
            let value = BASE64_STANDARD.decode(&cell.value).map_err(|_| damaged())?;
            let name = column.strip_prefix(FAMILY).and_then(|column| column.strip_prefix(':'));
            cells.extend(name.map(|name| (name.to_owned(), (cell.timestamp, value))));
        }
        if let Some((time, value)) = cells.remove(VALUE)
            && cells.values().all(|(other, _)| *other < time)
        {
            return Ok(value);
        }
        let mut article = BTreeMap::new();
        for name in COLUMNS {
            if let Some((_, value)) = cells.remove(name) {
                article.insert(name, String::from_utf8(value).map_err(|_| damaged())?);
            }
        }
        serde_json::to_vec(&article).map_err(|_| damaged())
    }
}

impl Cell {
    fn of(name: &str, value: &[u8], timestamp: i64) -> Cell {
        let column = BASE64_STANDARD.encode(format!("{FAMILY}:{name}"));
        Cell { column, timestamp, value: BASE64_STANDARD.encode(value) }
    }

    fn size(&self) -> usize {
        self.column.len() + self.value.len()
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
        let rows: Vec<Vec<Row>> = self.run(rows.try_collect())?;
        let rows = rows.into_iter().flatten();
        let values: HashMap<String, Vec<u8>> = rows
            .map(|row| Ok((row.name().ok_or_else(|| unreadable("a row"))?, row.value()?)))
            .collect::<Result<_, Fault>>()?;
        Ok(names.iter().map(|name| values.get(name).cloned()).collect())
    }

    /// Makes only the last of several changes to a key.
    fn write(&self, changes: &[Change]) -> Result<(), Fault> {
        let last: BTreeMap<&[u8], Option<&[u8]>> =
            changes.iter().map(|change| (&change.key[..], change.value.as_deref())).collect();
        if last.is_empty() {
            return Ok(());
        }
        let time = self.tick();
        let row = |(key, value): (&&[u8], &Option<&[u8]>)| Some(Row::of(key, (*value)?, time));
        let rows: Vec<Row> = last.iter().filter_map(row).chain([clock_row(time)]).collect();
        let size = |row: &Row| row.cells.iter().map(Cell::size).sum();
        let pages = pages(&rows, ROWS, BYTES, size).into_iter().map(<[Row]>::to_vec);
        let gone = last.iter().filter(|(_, value)| value.is_none()).map(|(key, _)| row_of(key));
        let refused: Vec<Vec<Row>> = self.run(async {
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
        self.run(async {
            let mut from = String::new();
            loop {
                let limit = PAGE.to_string();
                let query = vec![("limit", &*limit), ("startrow", &*from)];
                let answer = self.gateway.get(&[&self.gateway.table, "*"], query).await?;
                let rows: Vec<Row> = parse(&answer)?;
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

/// Returns the attributes of a value that is an article, each as text; none of any other value.
fn attributes(value: &[u8]) -> Option<BTreeMap<String, String>> {
    let all: BTreeMap<String, String> = serde_json::from_slice(value).ok()?;
    let has = |name: &&str| all.contains_key(*name);
    (all.len() == COLUMNS.len() && COLUMNS.iter().all(has)).then_some(all)
}

/// Returns the key of a row.
fn row_of(key: &[u8]) -> String {
    format!("{:02x}-{}", xxh3_64(key) >> 56, escape(key, MARK))
}

/// Returns the key of a row's value, the inverse of [`row_of`]; none for a foreign row.
fn key_of(row: &str) -> Option<Vec<u8>> {
    let (_, name) = row.split_once('-')?;
    unescape(name, MARK).filter(|key| row_of(key) == row)
}

/// Returns the row that keeps the time of the last write.
fn clock_row(time: i64) -> Row {
    let text = time.to_string();
    Row { key: BASE64_STANDARD.encode(CLOCK), cells: vec![Cell::of("last", text.as_bytes(), time)] }
}

/// Returns a time after `last`: the present one, if that is.
fn later(last: i64) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
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

async fn read(request: reqwest::RequestBuilder) -> Result<Answer, reqwest::Error> {
    let answer = request.send().await?;
    let status = answer.status();
    Ok(Answer { status, body: answer.bytes().await?.to_vec() })
}

fn parse(answer: &Answer) -> Result<Vec<Row>, Fault> {
    let cells: CellSet = serde_json::from_slice(&answer.body).map_err(|_| unreadable("an answer"))?;
    Ok(cells.rows)
}

/// Returns the cause of a request's failure, without its address.
fn cause(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return late(ANSWER);
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    let gateway =
        if error.is_connect() { "no gateway answers at its address" } else { "its gateway hung up" };
    format!("{gateway}: {}", cause.to_string().replace('\n', " "))
}

fn late(time: Duration) -> String {
    format!("no answer in {} s", time.as_secs())
}

fn no_family(table: &str) -> String {
    format!(
        "its table {table:?} has no column family {FAMILY:?}; add it in the HBase shell: alter '{table}', {{NAME => \
         '{FAMILY}', VERSIONS => 1}}"
    )
}

fn unreachable(reason: &str) -> Fault {
    Fault::Unreachable { store: NAME.into(), reason: reason.into() }
}

fn unreadable(what: &str) -> Fault {
    let reason =
        format!("{what} is not as the gateway of HBase writes it, or was written by another program");
    Fault::Unreadable { store: NAME.into(), reason }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{SocketAddr, TcpListener};

    use super::*;

    /// Starts a gateway with these answers: the beginning of a request, the status and the body. It says nothing to
    /// other requests.
    fn gateway(answers: &'static [(&'static str, &'static str, &'static str)]) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut reader = BufReader::new(stream.unwrap());
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") {
                    if reader.read_line(&mut head).unwrap_or(0) == 0 {
                        break;
                    }
                }
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
                reader.read_exact(&mut body).unwrap();
                if let Some((_, status, body)) = answers.iter().find(|(begin, ..)| head.starts_with(begin)) {
                    let length = body.len();
                    let answer = format!(
                        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
                    );
                    // A client that is gone needs no answer.
                    drop(reader.get_mut().write_all(answer.as_bytes()));
                }
            }
        });
        address
    }

    fn refusal(url: &str) -> String {
        let text = HBase::open(url).err().unwrap().to_string();
        assert!(!text.contains("geheim") && !text.contains("127.0.0.1") && !text.contains('\n'), "{text}");
        text
    }

    fn refusal_at(address: SocketAddr) -> String {
        refusal(&format!("hbase+http://u:geheim@{address}/t"))
    }

    const KNOWN: (&str, &str, &str) = ("GET /version/cluster", "200 OK", r#"{"Version":"2.6.1"}"#);

    #[test]
    fn what_is_no_gateway_or_a_wrong_one_is_one_line() {
        let html = gateway(&[("GET", "200 OK", "<html><body>Welcome to nginx</body></html>")]);
        assert!(refusal_at(html).contains("is no gateway of HBase; start one with `hbase rest start`"));
        let missing = gateway(&[("GET", "404 Not Found", "<html>nothing</html>")]);
        assert!(refusal_at(missing).contains("is no gateway of HBase"));
        let old = gateway(&[("GET", "200 OK", r#"{"Version":"1.4.13"}"#)]);
        assert!(refusal_at(old).contains("it is of version 1.4.13, and 2.0 or later is needed"));
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert!(refusal_at(closed).contains("no gateway answers at its address: "));
        let broken =
            gateway(&[("GET", "503 Unavailable", "Unavailable\r\na.b.NotServingRegionException: r\r\n")]);
        assert_eq!(
            refusal_at(broken),
            "HBase cannot be reached: its gateway answers 503 (NotServingRegionException)"
        );
    }

    #[test]
    fn a_server_that_says_nothing_is_given_up() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let late = refusal_at(silent.local_addr().unwrap());
        assert_eq!(late, "HBase cannot be reached: no answer in 8 s");
    }

    #[test]
    fn a_user_who_may_not_write_or_make_the_table_is_told_the_command() {
        let readable = gateway(&[
            KNOWN,
            ("GET /t/schema", "200 OK", r#"{"name":"t","ColumnSchema":[{"name":"a"}]}"#),
            ("GET /t/multiget", "404 Not Found", "No rows found.\r\n"),
            ("PUT", "403 Forbidden", "Forbidden"),
        ]);
        let text = refusal_at(readable);
        assert!(
            text.contains("refuses this user (403)") && text.ends_with("grant 'USER', 'RW', 't'"),
            "{text}"
        );
        let empty = gateway(&[
            KNOWN,
            (
                "GET /t/schema",
                "404 Not Found",
                "Not found\r\norg.apache.hadoop.hbase.TableNotFoundException: t",
            ),
            ("PUT", "403 Forbidden", "Forbidden"),
        ]);
        let text = refusal_at(empty);
        assert!(text.contains("it has no table \"t\", and none can be made"), "{text}");
        assert!(text.ends_with("in the HBase shell: create 't', {NAME => 'a', VERSIONS => 1}"), "{text}");
    }

    #[test]
    fn an_address_has_a_table_and_known_settings() {
        for url in ["hbase+http://", "hbase+http://u:geheim@h:port/t", "hbase+http://h"] {
            assert!(
                refusal(url).starts_with("the address of a table in HBase is hbase+http://HOST:PORT/TABLE")
            );
        }
        for query in ["geheim=1", "regions=0", "regions=257", "regions=x", "compression='); drop"] {
            assert!(
                refusal(&format!("hbase+http://h/t?{query}")).contains("no settings but ?compression=NAME")
            );
        }
        let (gateway, making) =
            Gateway::at("hbase+https://u:p@h:1/rest/v1/ns:t?regions=4&compression=gz").ok().unwrap();
        assert_eq!(gateway.table, "ns:t");
        assert_eq!(
            gateway.address(&["ns:t", "multiget"], &[("row", "7f-=25")]).as_str(),
            "https://u:p@h:1/rest/v1/ns:t/multiget?row=7f-%3D25"
        );
        assert_eq!(making, Making { compression: Some("GZ".into()), regions: Some(4) });
    }

    #[test]
    fn rows_lead_back_to_their_keys() {
        for key in [&b"cdd71f57317390e7-ad7b2a053b6e4176"[..], b"A", &[0, 0xff, b'%'], "数".as_bytes()] {
            let row = row_of(key);
            assert_eq!(key_of(&row).as_deref(), Some(key), "{row}");
        }
        // It is stored, and must stay as it is.
        let doc = "cdd71f57317390e7-ad7b2a053b6e4176";
        assert_eq!(row_of(doc.as_bytes()), format!("0f-{doc}"));
        assert_eq!(key_of(CLOCK), None);
        assert_eq!(key_of("zz-a"), None);
    }

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

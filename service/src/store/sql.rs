//! A table of keys and values in MySQL, MariaDB or PostgreSQL.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use sqlx::any::{AnyArguments, AnyConnectOptions, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Row};
use tokio::sync::Semaphore;

use futures_util::TryStreamExt;

use super::runtime::StoreRuntime;
use super::{Change, Fault, Found, Store, last_changes};
use crate::mutex::lock;

/// The most connections that are open at once.
const CONNECTIONS: usize = 8;
/// The longest wait for a connection; then that for the answer to a statement, or for its next row.
const CONNECT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(20);
/// The most rows of a statement, and the bytes after which it takes no more. A server takes 16 MiB and more.
const ROWS: usize = 256;
const BYTES: usize = 1 << 20;
/// The rows of a page, which are read one by one.
const PAGE: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    MySql,
    PostgreSql,
}

/// A table of a database. It has its own connections, and must be called from threads that may block.
///
/// A connection is not used again after any failure.
pub(crate) struct Sql {
    // Before the connections: dropped first.
    runtime: StoreRuntime,
    dialect: Dialect,
    options: AnyConnectOptions,
    table: String,
    idle: Mutex<Vec<AnyConnection>>,
    free: Semaphore,
}

/// The reason why work on a connection ended.
enum Failed {
    /// A failure of the server, or of the way to it.
    Server(sqlx::Error),
    Late(Duration),
    /// A failure of the function that got the rows, or of the store itself.
    Fault(Fault),
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        Failed::Fault(fault)
    }
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        Failed::Server(error)
    }
}

/// Waits for an answer, with a time limit.
async fn in_time<A>(
    time: Duration,
    answer: impl Future<Output = Result<A, sqlx::Error>>,
) -> Result<A, Failed> {
    match tokio::time::timeout(time, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Failed::Late(time)),
    }
}

impl Sql {
    /// Connects, and makes the table if it does not exist. The scheme of the address is `mysql`, `mariadb`, `postgres`
    /// or `postgresql`.
    pub(crate) fn open(url: &str, table: &str) -> Result<Sql, Fault> {
        sqlx::any::install_default_drivers();
        let dialect = if url.starts_with("postgres") { Dialect::PostgreSql } else { Dialect::MySql };
        let Ok(options) = url.parse::<AnyConnectOptions>() else {
            return Err(Fault::unreachable(dialect.name(), "its address is no URL"));
        };
        let store = Sql {
            runtime: StoreRuntime::start(dialect.name())?,
            dialect,
            options: options.disable_statement_logging(),
            table: table.into(),
            idle: Mutex::default(),
            free: Semaphore::new(CONNECTIONS),
        };
        store.make_table()?;
        Ok(store)
    }

    /// Makes the table if it cannot be read. A user without the right to make tables can have it made by someone else.
    fn make_table(&self) -> Result<(), Fault> {
        let (look, make) = (format!("SELECT k, v FROM {} WHERE 1 = 0", self.table), self.create());
        self.run(async |connection| {
            if in_time(ANSWER, query(&look).execute(&mut *connection)).await.is_err() {
                in_time(ANSWER, query(&make).execute(&mut *connection)).await?;
            }
            Ok(())
        })
    }

    fn create(&self) -> String {
        let table = &self.table;
        match self.dialect {
            // Without an engine the table might get one without transactions.
            Dialect::MySql => format!(
                "CREATE TABLE IF NOT EXISTS {table} \
                 (k VARBINARY(512) NOT NULL PRIMARY KEY, v LONGBLOB NOT NULL) ENGINE=InnoDB"
            ),
            Dialect::PostgreSql => {
                format!("CREATE TABLE IF NOT EXISTS {table} (k BYTEA PRIMARY KEY, v BYTEA NOT NULL)")
            }
        }
    }

    fn select(&self, keys: usize) -> String {
        format!("SELECT k, v FROM {} WHERE k IN ({})", self.table, self.dialect.marks(0, keys))
    }

    fn page(&self) -> String {
        let (from, below) = (self.dialect.mark(0), self.dialect.mark(1));
        format!("SELECT k, v FROM {} WHERE k >= {from} AND k < {below} ORDER BY k LIMIT {PAGE}", self.table)
    }

    fn upsert(&self, rows: usize) -> String {
        let rows: Vec<_> = (0..rows).map(|row| format!("({})", self.dialect.marks(row * 2, 2))).collect();
        let rows = rows.join(",");
        let table = &self.table;
        match self.dialect {
            Dialect::MySql => format!("REPLACE INTO {table} (k, v) VALUES {rows}"),
            Dialect::PostgreSql => {
                format!(
                    "INSERT INTO {table} (k, v) VALUES {rows} ON CONFLICT (k) DO UPDATE SET v = excluded.v"
                )
            }
        }
    }

    fn delete(&self, keys: usize) -> String {
        format!("DELETE FROM {} WHERE k IN ({})", self.table, self.dialect.marks(0, keys))
    }

    /// Does work on a connection, and repeats it on a new one if the server fails on an idle one.
    fn run<A>(&self, mut work: impl AsyncFnMut(&mut AnyConnection) -> Result<A, Failed>) -> Result<A, Fault> {
        let done = self.runtime.run(async {
            let _one = in_time(ANSWER, async { Ok(self.free.acquire().await) }).await?;
            let idle = lock(&self.idle).pop();
            if let Some(mut idle) = idle {
                match work(&mut idle).await {
                    Ok(done) => {
                        lock(&self.idle).push(idle);
                        return Ok(done);
                    }
                    // The connection may date from before a restart of the server, and so may the others.
                    Err(Failed::Server(_)) => lock(&self.idle).clear(),
                    Err(failed) => return Err(failed),
                }
            }
            let mut connection = in_time(CONNECT, self.options.connect()).await?;
            let done = work(&mut connection).await?;
            lock(&self.idle).push(connection);
            Ok(done)
        });
        done.map_err(|failed| match failed {
            Failed::Server(error) => self.unreachable(error.to_string()),
            Failed::Late(time) => self.unreachable(format!("no answer in {} seconds", time.as_secs())),
            Failed::Fault(fault) => fault,
        })
    }

    fn unreachable(&self, reason: String) -> Fault {
        let reason = match self.options.database_url.password() {
            Some(password) if !password.is_empty() => reason.replace(password, "…"),
            _ => reason,
        };
        Fault::unreachable(self.name(), reason)
    }
}

impl Dialect {
    fn name(self) -> &'static str {
        match self {
            Dialect::MySql => "MySQL",
            Dialect::PostgreSql => "PostgreSQL",
        }
    }

    /// Returns the placeholder of the nth value in a statement.
    fn mark(self, n: usize) -> String {
        match self {
            Dialect::MySql => "?".into(),
            Dialect::PostgreSql => format!("${}", n + 1),
        }
    }

    fn marks(self, from: usize, count: usize) -> String {
        (from..from + count).map(|n| self.mark(n)).collect::<Vec<_>>().join(",")
    }
}

impl Store for Sql {
    fn name(&self) -> &str {
        self.dialect.name()
    }

    fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        let mut values: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
        for keys in keys.chunks(ROWS) {
            let sql = self.select(keys.len());
            let rows = self
                .run(async |connection| in_time(ANSWER, query_of(&sql, keys).fetch_all(connection)).await)?;
            for row in rows {
                let (key, value) = pair(&row).map_err(|error| self.unreachable(error.to_string()))?;
                values.insert(key, value);
            }
        }
        Ok(keys.iter().map(|key| values.get(*key).cloned()).collect())
    }

    fn write(&self, changes: &[Change]) -> Result<(), Fault> {
        if changes.is_empty() {
            return Ok(());
        }
        let (mut new, mut gone) = (vec![], vec![]);
        // The keys are in order, so that no two writers wait for each other.
        for (key, value) in last_changes(changes) {
            match value {
                Some(value) => new.push((key, value)),
                None => gone.push(key),
            }
        }
        self.run(async |connection| {
            let mut transaction = in_time(ANSWER, connection.begin()).await?;
            let mut rest = &new[..];
            while !rest.is_empty() {
                let (rows, more) = rest.split_at(fitting(rest));
                let sql = self.upsert(rows.len());
                let mut query = query(&sql);
                for (key, value) in rows {
                    query = query.bind(key.to_vec()).bind(value.to_vec());
                }
                in_time(ANSWER, query.execute(&mut *transaction)).await?;
                rest = more;
            }
            for keys in gone.chunks(ROWS) {
                let sql = self.delete(keys.len());
                in_time(ANSWER, query_of(&sql, keys).execute(&mut *transaction)).await?;
            }
            in_time(ANSWER, transaction.commit()).await
        })
    }

    fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault> {
        let (page, below) = (self.page(), after(prefix));
        let mut from = prefix.to_vec();
        loop {
            let before = from.clone();
            let count = self.run(async |connection| {
                let mut rows = query(&page).bind(from.clone()).bind(below.clone()).fetch(connection);
                let mut count = 0;
                while let Some(row) = in_time(ANSWER, rows.try_next()).await? {
                    let (key, value) = pair(&row)?;
                    found(&key, &value)?;
                    // The smallest key after this one: reading continues there, also after a lost connection.
                    from = [&key[..], &[0]].concat();
                    count += 1;
                }
                Ok(count)
            })?;
            if count == 0 || from == before {
                return Ok(());
            }
        }
    }
}

/// Makes a statement, which the connection keeps prepared. Closing a statement after its use costs 40 ms with MariaDB:
/// nothing answers the closing, and so the next packet waits for an acknowledgement.
fn query(sql: &str) -> Query<'static, Any, AnyArguments> {
    sqlx::query(AssertSqlSafe(sql))
}

/// Makes a statement about keys.
fn query_of(sql: &str, keys: &[&[u8]]) -> Query<'static, Any, AnyArguments> {
    let mut query = query(sql);
    for key in keys {
        query = query.bind(key.to_vec());
    }
    query
}

/// Returns the key and the value of a row.
fn pair(row: &AnyRow) -> Result<(Vec<u8>, Vec<u8>), sqlx::Error> {
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// Returns the number of rows that one statement takes, at least one.
fn fitting(rows: &[(&[u8], &[u8])]) -> usize {
    let (mut count, mut bytes) = (0, 0);
    for (key, value) in rows.iter().take(ROWS) {
        bytes += key.len() + value.len();
        if bytes > BYTES {
            break;
        }
        count += 1;
    }
    count.max(1)
}

/// Returns the first key after all keys with the prefix.
fn after(prefix: &[u8]) -> Vec<u8> {
    match prefix.iter().rposition(|&byte| byte != u8::MAX) {
        Some(at) => prefix.iter().take(at).copied().chain([prefix[at] + 1]).collect(),
        // Longer than any key.
        None => vec![u8::MAX; 513],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_after_the_prefix() {
        assert_eq!(after(b"ab"), b"ac");
        assert_eq!(after(b"a\xff\xff"), b"b");
        assert_eq!(after(b"\xff"), [u8::MAX; 513]);
        assert_eq!(after(b""), [u8::MAX; 513]);
    }

    #[test]
    fn a_statement_is_small_unless_one_value_is_large() {
        let large = vec![0; BYTES];
        let rows: Vec<(&[u8], &[u8])> = vec![(b"k", &large[..BYTES / 2]); 3];
        assert_eq!(fitting(&rows), 1);
        assert_eq!(fitting(&[(b"k", &large), (b"l", b"")]), 1);
        assert_eq!(fitting(&vec![(&b"k"[..], &b"v"[..]); 2 * ROWS]), ROWS);
    }

    #[test]
    fn a_server_that_says_nothing_is_given_up_and_no_password_is_told() {
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = silent.local_addr().unwrap();
        for (scheme, name) in [("mysql", "MySQL"), ("postgres", "PostgreSQL")] {
            let fault = Sql::open(&format!("{scheme}://u:geheim@{address}/d"), "t").err().unwrap();
            let text = fault.to_string();
            assert_eq!(text, format!("{name} cannot be reached: no answer in 5 seconds"));
        }
        drop(silent);
        for scheme in ["mysql", "postgres"] {
            let text = Sql::open(&format!("{scheme}://u:geheim@{address}/d"), "t").err().unwrap().to_string();
            assert!(!text.contains("geheim") && !text.contains('\n'), "{text}");
        }
    }
}

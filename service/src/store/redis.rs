//! Values in Redis, or in a server that speaks its protocol.

use std::sync::Mutex;
use std::time::Duration;

use redis::{Client, Connection, ErrorKind, RedisError, pipe};

use super::{Change, Fault, Found, Store};
use crate::mutex::lock;

const NAME: &str = "Redis";
/// The most connections that are kept.
const CONNECTIONS: usize = 8;
/// The longest wait for a connection, and for each of the three answers that set it up; then that for any other answer.
const CONNECT: Duration = Duration::from_secs(3);
const ANSWER: Duration = Duration::from_secs(20);
/// The keys of a query, and the approximate number in a page.
const KEYS: usize = 256;

/// The keys with a prefix in a Redis database.
///
/// A connection is not used again after any failure.
pub(crate) struct Redis {
    client: Client,
    prefix: Vec<u8>,
    idle: Mutex<Vec<Connection>>,
    /// The number of the connection on which changes were sent and not answered in time. Changes still on their way
    /// must not arrive after later ones.
    unanswered: Mutex<Option<u64>>,
}

impl Redis {
    /// Connects to a database at an address. Every key of this store begins with `prefix`.
    pub(crate) fn open(url: &str, prefix: &str) -> Result<Redis, Fault> {
        let client = Client::open(url).map_err(unreachable)?;
        let idle = Mutex::default();
        let store = Redis { client, prefix: prefix.into(), idle, unanswered: Mutex::default() };
        store.run(|connection| redis::cmd("PING").exec(connection))?;
        Ok(store)
    }

    fn key(&self, key: &[u8]) -> Vec<u8> {
        [&self.prefix[..], key].concat()
    }

    fn connect(&self) -> Result<Connection, RedisError> {
        let connection = self.client.get_connection_with_timeout(CONNECT)?;
        connection.set_read_timeout(Some(ANSWER))?;
        connection.set_write_timeout(Some(ANSWER))?;
        Ok(connection)
    }

    /// Does work on a connection, and repeats it on a new one if an idle one fails other than by a timeout.
    fn run<A>(&self, mut work: impl FnMut(&mut Connection) -> Result<A, RedisError>) -> Result<A, Fault> {
        let idle = lock(&self.idle).pop();
        if let Some(idle) = idle {
            match self.run_on(idle, &mut work) {
                Ok(answer) => return Ok(answer),
                // Work that timed out is not repeated.
                Err(error) if error.is_timeout() => return Err(unreachable(error)),
                // The connection may date from before a restart of the server, and so may the others.
                Err(_) => lock(&self.idle).clear(),
            }
        }
        let new = self.connect().map_err(unreachable)?;
        self.run_on(new, &mut work).map_err(unreachable)
    }

    /// Does work on a connection, and keeps it for more work if it does not fail.
    fn run_on<A>(
        &self,
        mut connection: Connection,
        work: &mut impl FnMut(&mut Connection) -> Result<A, RedisError>,
    ) -> Result<A, RedisError> {
        let done = work(&mut connection)?;
        let mut idle = lock(&self.idle);
        if idle.len() < CONNECTIONS {
            idle.push(connection);
        }
        Ok(done)
    }
}

/// Returns the fault in one line. The client's message about an address that it cannot parse is left out, since it may
/// contain the address.
fn unreachable(error: RedisError) -> Fault {
    let reason = match error.kind() {
        _ if error.is_timeout() => "no answer in time".to_owned(),
        ErrorKind::InvalidClientConfig => "its address cannot be used".into(),
        _ => error.to_string().replace('\n', " "),
    };
    Fault::unreachable(NAME, reason)
}

impl Store for Redis {
    fn name(&self) -> &str {
        NAME
    }

    fn get(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
        let mut values = Vec::with_capacity(keys.len());
        for keys in keys.chunks(KEYS) {
            let keys: Vec<Vec<u8>> = keys.iter().map(|key| self.key(key)).collect();
            let some: Vec<Option<Vec<u8>>> =
                self.run(|connection| redis::cmd("MGET").arg(&keys).query(connection))?;
            values.extend(some);
        }
        Ok(values)
    }

    fn write(&self, changes: &[Change]) -> Result<(), Fault> {
        if changes.is_empty() {
            return Ok(());
        }
        let mut all = pipe();
        all.atomic();
        for change in changes {
            let key = self.key(&change.key);
            match &change.value {
                Some(value) => all.cmd("SET").arg(key).arg(value).ignore(),
                None => all.cmd("DEL").arg(key).ignore(),
            };
        }
        let mut unanswered = lock(&self.unanswered);
        self.run(|connection| {
            if let Some(old) = unanswered.take() {
                // Mostly it is already gone.
                drop(redis::cmd("CLIENT").arg("KILL").arg("ID").arg(old).query::<u64>(connection));
            }
            let number: u64 = redis::cmd("CLIENT").arg("ID").query(connection)?;
            all.exec(connection).inspect_err(|error| *unanswered = error.is_timeout().then_some(number))
        })
    }

    fn for_each(&self, prefix: &[u8], found: &mut Found<'_>) -> Result<(), Fault> {
        let pattern = [literally(&self.key(prefix)), b"*".to_vec()].concat();
        // While keys come and go, Redis may return a key twice.
        let mut seen = std::collections::HashSet::new();
        let mut cursor: u64 = 0;
        loop {
            let (next, listed): (u64, Vec<Vec<u8>>) = self.run(|connection| {
                let mut scan = redis::cmd("SCAN");
                scan.arg(cursor).arg("MATCH").arg(&pattern).arg("COUNT").arg(KEYS).query(connection)
            })?;
            let mut asked = vec![];
            for key in &listed {
                if let Some(key) = key.get(self.prefix.len()..)
                    && seen.insert(key.to_vec())
                {
                    asked.push(key);
                }
            }
            for (key, value) in asked.iter().zip(self.get(&asked)?) {
                // None if it was removed meanwhile.
                if let Some(value) = value {
                    found(key, &value)?;
                }
            }
            if next == 0 {
                return Ok(());
            }
            cursor = next;
        }
    }
}

/// Escapes bytes into a pattern that matches them and no others.
fn literally(bytes: &[u8]) -> Vec<u8> {
    let mut pattern = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        if br"*?[]\^-".contains(&byte) {
            pattern.push(b'\\');
        }
        pattern.push(byte);
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_mean_something_in_patterns_are_escaped() {
        assert_eq!(literally(b"a*[b]\\?\xff"), b"a\\*\\[b\\]\\\\\\?\xff");
    }

    #[test]
    fn a_server_that_says_nothing_or_is_away_is_one_line_without_the_password() {
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = silent.local_addr().unwrap();
        let refusal = |url: &str| Redis::open(url, "t:").err().unwrap().to_string();
        let start = std::time::Instant::now();
        let late = refusal(&format!("redis://u:geheim@{address}/0"));
        assert!(start.elapsed() < Duration::from_secs(15), "{late}");
        drop(silent);
        let away = refusal(&format!("redis://u:geheim@{address}/0"));
        for text in [late, away, refusal("redis://u:geheim@[/0"), refusal("redis://u:geheim@h/geheim")] {
            assert!(text.starts_with("Redis cannot be reached: "), "{text}");
            assert!(!text.contains("geheim") && !text.contains('\n'), "{text}");
        }
    }
}

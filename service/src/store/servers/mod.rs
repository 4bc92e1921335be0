//! Tests of the stores against real servers, which are killed during writes.

#[cfg(feature = "hbase")]
mod hbase;
#[cfg(feature = "hbase")]
mod hbase_server;
#[cfg(feature = "objects")]
mod s3;
mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use self::server::{Kind, START, Server};
use super::embedded::{Embedded, Table};
use super::tier::{Health, Tier};
use super::{Change, Fault, Store, check};

type Open = fn(&str) -> Result<Arc<dyn Store>, Fault>;

/// Opens the store of a server, which may be reachable before it answers.
fn store_of(server: &Server, open: Open) -> Arc<dyn Store> {
    let start = Instant::now();
    loop {
        match open(&server.url()) {
            Ok(store) => return store,
            Err(fault) => assert!(start.elapsed() < START, "{fault}: {}", server.log()),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Tests everything that a store must do.
fn is_a_store(kind: &'static Kind, open: Open) {
    if let Some(server) = &mut Server::start(kind) {
        is_a_store_of(server, open);
    }
}

/// Tests everything that the store of a server must do.
fn is_a_store_of(server: &mut Server, open: Open) {
    let store = store_of(server, open);
    check(&*store);
    // A restart of the server: its old connections do no harm.
    server.kill();
    let away = store.get(&[b"a"]).unwrap_err().to_string();
    assert!(!away.contains("geheim") && !away.contains('\n'), "{away}");
    server.run();
    let again = store_of(server, open);
    assert_eq!(again.get(&[b"a"]).unwrap(), [Some(b"2".to_vec())]);
    assert_eq!(store.get(&[b"a"]).unwrap(), [Some(b"2".to_vec())]);
    for n in 0..3 {
        keeps_what_was_committed(server, open, n);
    }
}

/// Kills the server during writes behind the embedded store, and looks for everything that was committed.
fn keeps_what_was_committed(server: &mut Server, open: Open, round: usize) {
    const COMMITS: usize = 400;
    let folder = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(folder.path()).unwrap();
    let store = store_of(server, open);
    let tier = Tier::behind(&embedded, Table::Map, store).unwrap();
    let value = |n: usize| Some(format!("{n} {}", "x".repeat(n * 50)).into_bytes());
    let key = |name: &str, n: usize| format!("{round}/{name}/{n}").into_bytes();
    let put = |n: usize| {
        let changes = vec![
            Change { key: key("own", n), value: value(n) },
            Change { key: key("shared", n % 7), value: value(n) },
            Change { key: key("gone", n), value: value(1) },
            Change { key: key("gone", n / 2), value: None },
        ];
        embedded.commit(tier.to_commit(&changes).unwrap()).unwrap();
        tier.committed(changes);
    };
    (0..COMMITS / 4).for_each(put);
    let is_over = AtomicBool::new(false);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            (COMMITS / 4..COMMITS).for_each(put);
            is_over.store(true, Ordering::SeqCst);
        });
        std::thread::sleep(Duration::from_millis(20 + 30 * round as u64));
        assert!(!is_over.load(Ordering::SeqCst), "all was committed before the server was killed");
        server.kill();
    });
    let Health { waiting, fault, .. } = tier.health();
    assert!(waiting > 0, "nothing waited when the server was killed");
    server.run();
    let start = Instant::now();
    while let Err(fault) = tier.for_each(b"none", &mut |_, _| Ok(())) {
        assert!(start.elapsed() < START, "{fault}");
        std::thread::sleep(Duration::from_millis(50));
    }
    eprintln!(
        "{}: {waiting} bytes waited when it was killed ({fault:?}), written {:?} after its start",
        server.name(),
        start.elapsed()
    );
    let store = store_of(server, open);
    for n in 0..COMMITS {
        let gone = if n < COMMITS / 2 { None } else { value(1) };
        let last =
            if n < 7 { value((COMMITS - 7..COMMITS).find(|last| last % 7 == n).unwrap()) } else { None };
        let keys = [key("own", n), key("gone", n), key("shared", n)];
        let found = store.get(&[&keys[0], &keys[1], &keys[2]]).unwrap();
        assert!(found == [value(n), gone, last], "commit {n} of round {round}");
    }
}

mod sql {
    use super::server::{MARIADB, POSTGRESQL};
    use super::*;
    use crate::store::sql::Sql;

    fn open(url: &str) -> Result<Arc<dyn Store>, Fault> {
        Ok(Arc::new(Sql::open(url, "ibid_map")?))
    }

    #[test]
    fn mysql_keeps_what_was_committed() {
        is_a_store(&MARIADB, open);
    }

    #[test]
    fn postgresql_keeps_what_was_committed() {
        is_a_store(&POSTGRESQL, open);
    }
}

mod redis {
    use super::server::REDIS;
    use super::*;
    use crate::store::redis::Redis;

    #[test]
    fn redis_keeps_what_was_committed() {
        is_a_store(&REDIS, |url| Ok(Arc::new(Redis::open(url, "ibid:map:")?)));
    }

    #[test]
    fn keys_in_redis_are_found_after_a_kill_and_made_anew_when_it_was_emptied() {
        use crate::article::Article;
        use crate::keys::ArticleKeys;
        use crate::register::{MatchBy, Register, Sent, Stores};
        use crate::signature::{self, Rule};

        let Some(server) = &mut Server::start(&REDIS) else { return };
        let open = |url: &str| Ok(Arc::new(Redis::open(url, "ibid:keys:")?) as Arc<dyn Store>);
        let folder = tempfile::tempdir().unwrap();
        let stores = Stores { keys: Some(store_of(server, open)), ..Stores::default() };
        let signer = signature::shared(Rule::Facts);
        let register =
            Register::open(Embedded::open(folder.path()).unwrap(), stores, signer.method()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let post = |name: &str, n: usize| {
            let content: String = (0..60).map(|word| format!("{n}w{word} ")).collect();
            let signed = signer.content(&content);
            let article_keys = ArticleKeys::of(None, &signed);
            let article = Article { id: format!("{name}{n}"), content, ..Article::default() };
            runtime.block_on(register.assign(Sent {
                article,
                article_keys,
                wording: signed.wording,
                match_by: MatchBy::default(),
                is_put: false,
                now: 1,
            }))
        };
        let docs: Vec<_> = (0..200).map(|n| post("a", n).unwrap().doc).collect();
        server.kill();
        assert!(post("z", 0).is_err(), "nobody can tell whether it is a repeat");
        server.run();
        drop(store_of(server, open));
        let again = |name| (0..200).map(|n| post(name, n).unwrap().doc).collect::<Vec<_>>();
        assert_eq!(again("b"), docs);
        let store = Redis::open(&server.url(), "").unwrap();
        let mut all = vec![];
        let mut key = |key: &[u8], _: &[u8]| {
            all.push(Change { key: key.to_vec(), value: None });
            Ok(())
        };
        store.for_each(b"ibid:keys:", &mut key).unwrap();
        assert!(all.len() > 200, "{} keys", all.len());
        store.write(&all).unwrap();
        assert_eq!(again("c"), docs);
    }
}

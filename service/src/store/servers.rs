//! The stores against real servers, which are killed while they are written.
//!
//! A server that is not installed is left out, and said so; IBID_SERVER_TESTS=required makes that a failure.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::embedded::{Embedded, Table};
use super::tier::{Health, Tier};
use super::{Change, Fault, Store, check};

/// How long a server may take to be there.
const START: Duration = Duration::from_secs(60);

/// How to run a server, without its programs' paths.
struct Kind {
    /// What it is called, and its user where the tests run as root.
    name: &'static str,
    user: &'static str,
    /// Makes its folder.
    install: Option<fn(&Path) -> Command>,
    run: fn(&Path, u16) -> Command,
    url: fn(u16) -> String,
}

/// A server with a folder of its own, at a port of this machine.
struct Server {
    kind: &'static Kind,
    folder: tempfile::TempDir,
    port: u16,
    child: Option<Child>,
}

impl Server {
    /// None where it is not installed.
    fn start(kind: &'static Kind) -> Option<Server> {
        let programs =
            [kind.install.map(|install| install(Path::new("/"))), Some((kind.run)(Path::new("/"), 0))];
        for program in programs.iter().flatten().map(Command::get_program) {
            if !Path::new(program).is_file() {
                let text = format!("{} is not installed: there is no {program:?}", kind.name);
                assert!(std::env::var("IBID_SERVER_TESTS").as_deref() != Ok("required"), "{text}");
                eprintln!("SKIPPED: {text}");
                return None;
            }
        }
        // Its user must be able to enter the folders above.
        let folder = tempfile::tempdir_in("/tmp").unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        if let Some((user, group)) = as_user(kind.user) {
            std::os::unix::fs::chown(&data, Some(user), Some(group)).unwrap();
            std::os::unix::fs::chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Server { kind, folder, port, child: None };
        if let Some(install) = kind.install {
            let status = server.command(install(&data)).status().unwrap();
            assert!(status.success(), "{} made no folder: {}", kind.name, server.log());
        }
        server.run();
        Some(server)
    }

    fn command(&self, mut command: Command) -> Command {
        use std::os::unix::process::CommandExt;
        let log = std::fs::File::options().create(true).append(true).open(self.log_file()).unwrap();
        if let Some((user, group)) = as_user(self.kind.user) {
            command.uid(user).gid(group);
        }
        // A MariaDB that starts removes the temporary tables of others in the same folder.
        command.env("TMPDIR", self.folder.path()).current_dir(self.folder.path()).stdin(Stdio::null());
        command.stdout(log.try_clone().unwrap()).stderr(log);
        command
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn log(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(self.log_file()).unwrap()).into_owned()
    }

    /// Starts it in its folder, and waits until it can be reached.
    fn run(&mut self) {
        let data = self.folder.path().join("data");
        self.child = Some(self.command((self.kind.run)(&data, self.port)).spawn().unwrap());
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < START, "{} does not start: {}", self.kind.name, self.log());
            // PostgreSQL refuses while processes of the killed one are still ending.
            if self.child.as_mut().is_some_and(|child| child.try_wait().unwrap().is_some()) {
                self.child = Some(self.command((self.kind.run)(&data, self.port)).spawn().unwrap());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Opens the store; a server may be reached before it answers.
    fn open(&self, open: Open) -> Arc<dyn Store> {
        let start = Instant::now();
        loop {
            match open(&(self.kind.url)(self.port)) {
                Ok(store) => return store,
                Err(fault) => assert!(start.elapsed() < START, "{fault}: {}", self.log()),
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// `kill -9`, also for the processes that it started: PostgreSQL has one for each connection.
    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let started = format!("/proc/{0}/task/{0}/children", child.id());
            let started = std::fs::read_to_string(started).unwrap_or_default();
            child.kill().unwrap();
            for process in started.split_whitespace() {
                Command::new("kill").args(["-9", process]).stderr(Stdio::null()).status().unwrap();
            }
            child.wait().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

type Open = fn(&str) -> Result<Arc<dyn Store>, Fault>;

/// The numbers of a user and its group, where the tests run as root: databases refuse to.
fn as_user(name: &str) -> Option<(u32, u32)> {
    let number = |arguments: &[&str]| {
        let out = Command::new("id").args(arguments).output().unwrap();
        String::from_utf8(out.stdout).unwrap().trim().parse().ok()
    };
    (number(&["-u"]) == Some(0u32)).then(|| (number(&["-u", name]).unwrap(), number(&["-g", name]).unwrap()))
}

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// All that every store must do.
fn is_a_store(kind: &'static Kind, open: Open) {
    let Some(mut server) = Server::start(kind) else { return };
    let store = server.open(open);
    check(&*store);
    // A server that was started again: its old connections are no harm.
    server.kill();
    let away = store.get(&[b"a"]).unwrap_err().to_string();
    assert!(!away.contains("geheim") && !away.contains('\n'), "{away}");
    server.run();
    let again = server.open(open);
    assert_eq!(again.get(&[b"a"]).unwrap(), [Some(b"2".to_vec())]);
    assert_eq!(store.get(&[b"a"]).unwrap(), [Some(b"2".to_vec())]);
    for n in 0..3 {
        keeps_what_was_committed(&mut server, open, n);
    }
}

/// Kills the server in the middle of writes behind the embedded store, and looks for all that was committed.
fn keeps_what_was_committed(server: &mut Server, open: Open, round: usize) {
    const COMMITS: usize = 400;
    let folder = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(folder.path()).unwrap();
    let store = server.open(open);
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
        server.kind.name,
        start.elapsed()
    );
    let store = server.open(open);
    for n in 0..COMMITS {
        let gone = if n < COMMITS / 2 { None } else { value(1) };
        let last =
            if n < 7 { value((COMMITS - 7..COMMITS).find(|last| last % 7 == n).unwrap()) } else { None };
        let keys = [key("own", n), key("gone", n), key("shared", n)];
        let found = store.get(&[&keys[0], &keys[1], &keys[2]]).unwrap();
        assert!(found == [value(n), gone, last], "commit {n} of round {round}");
    }
}

#[cfg(feature = "sql")]
mod sql {
    use super::*;
    use crate::store::sql::Sql;

    fn open(url: &str) -> Result<Arc<dyn Store>, Fault> {
        Ok(Arc::new(Sql::open(url, "ibid_map")?))
    }

    const MARIADB: Kind = Kind {
        name: "MariaDB",
        user: "mysql",
        install: Some(|data| {
            let arguments = ["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"];
            let mut command = command("/usr/bin/mariadb-install-db", &arguments);
            command.arg(format!("--datadir={}", data.display()));
            command
        }),
        run: |data, port| {
            let arguments =
                ["--no-defaults", "--bind-address=127.0.0.1", "--socket=socket", "--pid-file=pid"];
            let mut command = command("/usr/sbin/mariadbd", &arguments);
            command.arg(format!("--datadir={}", data.display())).arg(format!("--port={port}"));
            command.arg("--innodb-flush-log-at-trx-commit=1");
            command
        },
        url: |port| format!("mysql://root@127.0.0.1:{port}/mysql"),
    };

    fn program(name: &str) -> String {
        // Debian has a folder for each version.
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let programs = versions.map(|version| version.path().join("bin").join(name));
        programs.max().map_or_else(|| format!("/usr/bin/{name}"), |path| path.display().to_string())
    }

    const POSTGRESQL: Kind = Kind {
        name: "PostgreSQL",
        user: "postgres",
        install: Some(|data| {
            let mut command =
                command(&program("initdb"), &["--username=ibid", "--auth=trust", "--encoding=UTF8"]);
            command.arg(format!("--pgdata={}", data.display()));
            command
        }),
        run: |data, port| {
            let mut command = command(&program("postgres"), &["-c", "listen_addresses=127.0.0.1", "-D"]);
            command.arg(data).arg("-p").arg(port.to_string()).arg("-k").arg(data);
            command
        },
        url: |port| format!("postgres://ibid:geheim@127.0.0.1:{port}/postgres"),
    };

    #[test]
    fn mysql_keeps_what_was_committed() {
        is_a_store(&MARIADB, open);
    }

    #[test]
    fn postgresql_keeps_what_was_committed() {
        is_a_store(&POSTGRESQL, open);
    }
}

#[cfg(feature = "redis")]
mod redis {
    use super::*;
    use crate::store::redis::Redis;

    const REDIS: Kind = Kind {
        name: "Redis",
        user: "redis",
        install: None,
        run: |data, port| {
            let arguments = ["--bind", "127.0.0.1", "--appendonly", "yes", "--appendfsync", "always"];
            let mut command = command("/usr/bin/redis-server", &arguments);
            command.args(["--save", "", "--requirepass", "geheim", "--port", &port.to_string()]);
            command.arg("--dir").arg(data);
            command
        },
        url: |port| format!("redis://:geheim@127.0.0.1:{port}/0"),
    };

    #[test]
    fn redis_keeps_what_was_committed() {
        is_a_store(&REDIS, |url| Ok(Arc::new(Redis::open(url, "ibid:map:")?)));
    }

    #[test]
    fn keys_in_redis_are_found_after_a_kill_and_made_anew_when_it_was_emptied() {
        use crate::article::Article;
        use crate::keys::Marks;
        use crate::plain::Plain;
        use crate::register::{Register, Sent, Stores};
        use crate::texts::Texts;

        let Some(mut server) = Server::start(&REDIS) else { return };
        let open = |url: &str| Ok(Arc::new(Redis::open(url, "ibid:keys:")?) as Arc<dyn Store>);
        let folder = tempfile::tempdir().unwrap();
        let stores = Stores { keys: Some(server.open(open)), ..Stores::default() };
        let register =
            Register::open(Embedded::open(folder.path()).unwrap(), stores, Arc::new(Plain)).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let post = |name: &str, n: usize| {
            let content: String = (0..60).map(|word| format!("{n}w{word} ")).collect();
            let marks = Marks::of(&Plain.signature(""), &Plain.signature(&content));
            let article = Article { id: format!("{name}{n}"), content, ..Article::default() };
            runtime.block_on(register.assign(Sent { article, marks, is_put: false, now: 1 }))
        };
        let docs: Vec<_> = (0..200).map(|n| post("a", n).unwrap().doc).collect();
        server.kill();
        assert!(post("z", 0).is_err(), "nobody can tell whether it is a repeat");
        server.run();
        drop(server.open(open));
        let again = |name| (0..200).map(|n| post(name, n).unwrap().doc).collect::<Vec<_>>();
        assert_eq!(again("b"), docs);
        let store = Redis::open(&(REDIS.url)(server.port), "").unwrap();
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

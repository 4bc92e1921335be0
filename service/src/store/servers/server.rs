//! Servers that a test starts, kills and restarts, each in its own folder.
//!
//! Tests of a server that is not installed are skipped with a message; IBID_SERVER_TESTS=required makes that a failure.
//! The tests of the whole program use this file too.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The longest time for a server to start. HBase takes half a minute where others use the processors too.
pub(crate) const START: Duration = Duration::from_secs(180);

/// The commands to run a kind of server.
pub(crate) struct Kind {
    /// The name of the server, and its user if the tests run as root.
    pub(crate) name: &'static str,
    pub(crate) user: &'static str,
    /// A file of a server that is no package of the system. Without it the tests are always skipped: it was not fetched.
    pub(crate) needs: Option<&'static str>,
    /// The command that makes its folder.
    pub(crate) install: Option<fn(&Path) -> Command>,
    pub(crate) run: fn(&Path, u16) -> Command,
    pub(crate) url: fn(u16) -> String,
}

/// A server with its own folder, at a port of this machine.
pub(crate) struct Server {
    kind: &'static Kind,
    folder: tempfile::TempDir,
    port: u16,
    child: Option<Child>,
}

impl Server {
    /// Starts a server; none if it is not installed.
    pub(crate) fn start(kind: &'static Kind) -> Option<Server> {
        if let Some(file) = kind.needs.filter(|file| !Path::new(file).is_file()) {
            skipped(&format!("{} was not fetched: there is no {file:?}", kind.name));
            return None;
        }
        let programs =
            [kind.install.map(|install| install(Path::new("/"))), Some((kind.run)(Path::new("/"), 0))];
        for program in programs.iter().flatten().map(Command::get_program) {
            if !Path::new(program).is_file() {
                let text = format!("{} is not installed: there is no {program:?}", kind.name);
                assert!(std::env::var("IBID_SERVER_TESTS").as_deref() != Ok("required"), "{text}");
                skipped(&text);
                return None;
            }
        }
        // The server's user must be able to enter the folders above.
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

    /// Returns the address of its store.
    pub(crate) fn url(&self) -> String {
        (self.kind.url)(self.port)
    }

    /// Returns the name of the server.
    pub(crate) fn name(&self) -> &'static str {
        self.kind.name
    }

    fn command(&self, mut command: Command) -> Command {
        use std::os::unix::process::CommandExt;
        let log = std::fs::File::options().create(true).append(true).open(self.log_file()).unwrap();
        if let Some((user, group)) = as_user(self.kind.user) {
            command.uid(user).gid(group);
        }
        // A starting MariaDB removes the temporary tables of others in the same folder.
        command.env("TMPDIR", self.folder.path()).current_dir(self.folder.path()).stdin(Stdio::null());
        command.stdout(log.try_clone().unwrap()).stderr(log).process_group(0);
        command
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Returns the log of the server.
    pub(crate) fn log(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(self.log_file()).unwrap()).into_owned()
    }

    /// Starts the server in its folder, and waits until it can be reached.
    pub(crate) fn run(&mut self) {
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

    /// Kills the server with `kill -9`, and the processes that it started: PostgreSQL has one for each connection.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let started = format!("/proc/{0}/task/{0}/children", child.id());
            let started = std::fs::read_to_string(started).unwrap_or_default();
            child.kill().unwrap();
            // Its group too: those that it started outlive it, if it ended by itself.
            let group = format!("-{}", child.id());
            for process in started.split_whitespace().chain([&*group]) {
                Command::new("kill").args(["-9", "--", process]).stderr(Stdio::null()).status().unwrap();
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

/// Returns the ids of a user and its group if the tests run as root, which databases refuse.
fn as_user(name: &str) -> Option<(u32, u32)> {
    let number = |arguments: &[&str]| {
        let out = Command::new("id").args(arguments).output().unwrap();
        String::from_utf8(out.stdout).unwrap().trim().parse().ok()
    };
    (number(&["-u"]) == Some(0u32)).then(|| (number(&["-u", name]).unwrap(), number(&["-g", name]).unwrap()))
}

/// Says that a test is skipped.
fn skipped(reason: &str) {
    // `eprintln!` would not be shown for a test that passes.
    let mut told = io::stderr();
    writeln!(told, "SKIPPED: {reason}").unwrap();
}

pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Returns the path of a PostgreSQL program.
fn program(name: &str) -> String {
    // Debian has a folder for each version.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let programs = versions.map(|version| version.path().join("bin").join(name));
    programs.max().map_or_else(|| format!("/usr/bin/{name}"), |path| path.display().to_string())
}

pub(crate) const MARIADB: Kind = Kind {
    name: "MariaDB",
    user: "mysql",
    needs: None,
    install: Some(|data| {
        let arguments = ["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"];
        let mut command = command("/usr/bin/mariadb-install-db", &arguments);
        command.arg(format!("--datadir={}", data.display()));
        command
    }),
    run: |data, port| {
        let arguments = ["--no-defaults", "--bind-address=127.0.0.1", "--socket=socket", "--pid-file=pid"];
        let mut command = command("/usr/sbin/mariadbd", &arguments);
        command.arg(format!("--datadir={}", data.display())).arg(format!("--port={port}"));
        command.arg("--innodb-flush-log-at-trx-commit=1");
        command
    },
    url: |port| format!("mysql://root@127.0.0.1:{port}/mysql"),
};

pub(crate) const POSTGRESQL: Kind = Kind {
    name: "PostgreSQL",
    user: "postgres",
    needs: None,
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

pub(crate) const REDIS: Kind = Kind {
    name: "Redis",
    user: "redis",
    needs: None,
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

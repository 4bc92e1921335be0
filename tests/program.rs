//! Runs a program in a folder of its own: [`crate::PROGRAM`], which the tests of `ibid` and of `ibid-lab` name.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder that goes away with the test.
pub(crate) struct Folder(TempDir);

/// How a run ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// With copies of these files and folders of `fixtures/`, under the same names.
    pub(crate) fn with(fixtures: &[&str]) -> Folder {
        let folder = Folder::new();
        for name in fixtures {
            copy(&self::fixtures().join(name), &folder.path(name));
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The program, to be run here, with nothing of the environment that changes what it does.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(crate::PROGRAM);
        command.args(args).current_dir(self.0.path()).stdin(Stdio::null());
        for name in ["IBID_INDEX", "NO_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ended {
        Ended::of(self.command(args).output().unwrap())
    }

    pub(crate) fn run_with_input(&self, args: &[&str], input: &[u8]) -> Ended {
        let mut child = self.spawn(args, Stdio::piped());
        child.stdin.take().unwrap().write_all(input).unwrap();
        Ended::of(child.wait_with_output().unwrap())
    }

    /// Starts the program and does not wait for it.
    pub(crate) fn spawn(&self, args: &[&str], stdin: Stdio) -> Child {
        let mut command = self.command(args);
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// The ids in the index.
    pub(crate) fn ids(&self) -> Vec<String> {
        let listed = self.run(&["list", "--format", "jsonl"]);
        assert_eq!(listed.code, Some(0), "{listed:?}");
        let id = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].clone();
        listed.stdout.lines().map(|line| id(line).as_str().unwrap().to_owned()).collect()
    }
}

impl Ended {
    pub(crate) fn of(output: Output) -> Ended {
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Asserts the exit code, and that standard error is one line that has all of these.
    #[track_caller]
    pub(crate) fn says(&self, code: i32, parts: &[&str]) -> &Ended {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        let name = Path::new(crate::PROGRAM).file_stem().unwrap().to_str().unwrap();
        assert!(self.stderr.starts_with(&format!("{name}: ")), "{self:?}");
        for part in parts {
            assert!(self.stderr.contains(part), "{part:?} is missing: {self:?}");
        }
        self
    }

    /// Asserts that it did what it was asked for and said nothing on standard error.
    #[track_caller]
    pub(crate) fn done(&self) -> &Ended {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{self:?}");
        self
    }
}

/// The folder `fixtures/`.
pub(crate) fn fixtures() -> PathBuf {
    PathBuf::from(crate::FIXTURES)
}

/// Waits until something holds.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    }
}

//! Runs a case of the program's tests: a TOML file that says what is run and what comes of it.
//!
//! A case copies `fixtures` into a folder of its own, writes `files`, and runs each `[[run]]` there. `stdout` is compared
//! with the file `CASE.N.stdout` beside the case where that exists; `UPDATE_SNAPSHOTS=1 cargo test` writes these files
//! again, for a review of the difference.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::program::Folder;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(default)]
    fixtures: Vec<String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
    run: Vec<Run>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Run {
    args: Vec<String>,
    #[serde(default)]
    exit: i32,
    #[serde(default)]
    stdin: String,
    #[serde(default)]
    stdout_has: Vec<String>,
    #[serde(default)]
    stdout_lacks: Vec<String>,
    #[serde(default)]
    stderr_has: Vec<String>,
    /// Whether standard output is compared with a file.
    #[serde(default)]
    snapshot: bool,
}

/// Makes a test of each `NAME.toml` in [`crate::CASES`], and one that no file there is left out. A `_` in the name of
/// a test is a `-` in that of the file.
macro_rules! cases {
    ($($(#[$only:meta])? $name:ident)*) => {
        $(
            $(#[$only])?
            #[test]
            fn $name() {
                $crate::case::check(&$crate::case::path(stringify!($name)));
            }
        )*

        #[test]
        fn every_file_is_a_test() {
            let tests = [$($crate::case::path(stringify!($name))),*];
            assert_eq!(std::collections::BTreeSet::from(tests), $crate::case::files());
        }
    };
}
pub(crate) use cases;

pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(crate::CASES).join(name.replace('_', "-")).with_extension("toml")
}

/// Lists the files of all cases.
pub(crate) fn files() -> BTreeSet<PathBuf> {
    let files = fs::read_dir(crate::CASES).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect()
}

pub(crate) fn check(path: &Path) {
    let case: Case = toml::from_str(&fs::read_to_string(path).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let fixtures: Vec<&str> = case.fixtures.iter().map(String::as_str).collect();
    let folder = Folder::with(&fixtures);
    for (name, text) in &case.files {
        folder.write(name, text);
    }
    for (number, run) in case.run.iter().enumerate() {
        let args: Vec<&str> = run.args.iter().map(String::as_str).collect();
        let ended = folder.run_with_input(&args, run.stdin.as_bytes());
        let what = format!("{}, run {number}: {ended:#?}", path.display());
        assert_eq!(ended.code, Some(run.exit), "{what}");
        for part in &run.stdout_has {
            assert!(ended.stdout.contains(part), "{part:?} is missing: {what}");
        }
        for part in &run.stdout_lacks {
            assert!(!ended.stdout.contains(part), "{part:?} is there: {what}");
        }
        for part in &run.stderr_has {
            assert!(ended.stderr.contains(part), "{part:?} is missing: {what}");
        }
        if run.stderr_has.is_empty() {
            assert_eq!(ended.stderr, "", "{what}");
        }
        crate::LOOK_AT(&args, &ended.stdout);
        if run.snapshot {
            compare(&path.with_extension(format!("{number}.stdout")), &ended.stdout);
        }
    }
}

fn compare(path: &Path, stdout: &str) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return fs::write(path, stdout).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(
        expected == stdout,
        "{} differs; UPDATE_SNAPSHOTS=1 writes it again. Now it is:\n{stdout}",
        path.display()
    );
}

//! Lists the inputs below some paths, in a fixed order.
//!
//! Folders are walked as ripgrep walks them (the `ignore` crate): `.gitignore` applies, hidden files are skipped, links
//! are not followed. Paths come in the order given, and the contents of a folder sorted by path. A file that is met
//! twice comes once. Skipped files and folders are listed with the reason, for which each folder is listed a second
//! time. `O(f log f)` for f files, all of which are held.

use crate::format::Format;
use crate::input::Input;
use crate::options::ReadOptions;
use crate::skipped::{SkipReason, Skipped};
use ibid::{Error, Result, system_reason};
use ibid_index::DiskIndex;
use ignore::overrides::{Override, OverrideBuilder};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The inputs found below some paths.
#[derive(Debug, Default)]
pub struct Walk {
    /// The inputs in order, with an error for each path that cannot be accessed.
    pub inputs: Vec<Result<Input>>,
    /// The files and folders that were skipped, in the order of the paths given, sorted below each.
    pub skipped: Vec<Skipped>,
}

/// Lists the inputs below these paths. A file that is itself named is always listed; in a folder, only files of known
/// formats are.
///
/// # Errors
/// A glob is malformed. A path that cannot be accessed is an error inside the list.
pub fn walk(paths: &[PathBuf], options: &ReadOptions) -> Result<Walk> {
    let globs = compile_globs(&options.globs)?;
    let mut walker = Walker { options, globs, seen: HashSet::new(), walk: Walk::default() };
    for path in paths {
        walker.enter(path);
    }
    Ok(walker.walk)
}

struct Walker<'o> {
    options: &'o ReadOptions,
    globs: Override,
    seen: HashSet<PathBuf>,
    walk: Walk,
}

impl Walker<'_> {
    fn enter(&mut self, path: &Path) {
        if path == Path::new("-") {
            if self.seen.insert(path.to_owned()) {
                self.walk.inputs.push(Ok(Input::named("-")));
            }
            return;
        }
        if let Err(error) = self.enter_existing(path) {
            self.walk.inputs.push(Err(Error::unreadable(path, system_reason(&error))));
        }
    }

    fn enter_existing(&mut self, path: &Path) -> std::io::Result<()> {
        let about = std::fs::metadata(path)?;
        match about.is_dir() {
            true => self.walk_folder(path, &path.canonicalize()?),
            false => self.push(path, absolute_of_file(path)?, about.len()),
        }
        Ok(())
    }

    fn walk_folder(&mut self, folder: &Path, absolute: &Path) {
        let entries = ignore::WalkBuilder::new(folder)
            .standard_filters(self.options.ignore_files)
            .hidden(!self.options.hidden)
            .follow_links(self.options.follow_links)
            .overrides(self.globs.clone())
            .sort_by_file_path(Path::cmp)
            .filter_entry(|entry| entry.depth() == 0 || !is_index(entry.path()))
            .build();
        let (mut met, mut folders) = (HashSet::new(), vec![]);
        let skipped_before = self.walk.skipped.len();
        #[cfg(feature = "papers")]
        let inputs_before = self.walk.inputs.len();
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.walk.inputs.push(Err(failure(error, folder)));
                    continue;
                }
            };
            match entry.file_type() {
                Some(kind) if kind.is_file() => self.push_found(entry.path(), folder, absolute),
                Some(kind) if kind.is_dir() => folders.push(entry.path().to_owned()),
                _ if entry.path_is_symlink() => self.skip(entry.path(), SkipReason::Link),
                _ => self.skip(entry.path(), SkipReason::Special),
            }
            met.insert(entry.into_path());
        }
        for folder in folders {
            self.skip_unmet(&folder, &met);
        }
        #[cfg(feature = "papers")]
        self.skip_parts(inputs_before);
        self.walk.skipped[skipped_before..].sort_by(|one, other| one.path.cmp(&other.path));
    }

    /// Lists the entries that the walk did not return, which are hidden or ignored. An unreadable folder was reported
    /// before.
    fn skip_unmet(&mut self, folder: &Path, met: &HashSet<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if met.contains(&path) || is_index(&path) {
                continue;
            }
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let why =
                if is_hidden && !self.options.hidden { SkipReason::Hidden } else { SkipReason::Ignored };
            self.skip(&path, why);
        }
    }

    /// Removes the files that are read as parts of others from the inputs from `first` on.
    #[cfg(feature = "papers")]
    fn skip_parts(&mut self, first: usize) {
        let found = self.walk.inputs.split_off(first);
        let parts = crate::latex::parts(found.iter().flatten(), self.options);
        for input in found {
            match input {
                Ok(Input { path, absolute: Some(absolute), .. }) if parts.contains(&absolute) => {
                    self.seen.remove(&absolute);
                    self.skip(&path, SkipReason::Part);
                }
                input => self.walk.inputs.push(input),
            }
        }
    }

    fn push_found(&mut self, path: &Path, folder: &Path, absolute: &Path) {
        if Format::of_name(path).is_none() && !self.globs.matched(path, false).is_whitelist() {
            return self.skip(path, SkipReason::Format);
        }
        let below = path.strip_prefix(folder).unwrap_or(path);
        let size_bytes = std::fs::metadata(path).map_or(0, |about| about.len());
        self.push(path, absolute.join(below), size_bytes);
    }

    fn skip(&mut self, path: &Path, why: SkipReason) {
        self.walk.skipped.push(Skipped { path: path.to_owned(), why });
    }

    fn push(&mut self, path: &Path, absolute: PathBuf, size_bytes: u64) {
        if self.seen.insert(absolute.clone()) {
            self.walk.inputs.push(Ok(Input { path: path.to_owned(), absolute: Some(absolute), size_bytes }));
        }
    }
}

/// Returns whether a path is an index, which is never its own input, wherever it lies and even if hidden files are
/// read.
fn is_index(path: &Path) -> bool {
    path.ends_with(".ibid") || DiskIndex::header(path).is_ok()
}

/// Resolves the folder of a file and keeps its name: a link that is itself named keeps its own name.
fn absolute_of_file(path: &Path) -> std::io::Result<PathBuf> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(std::io::ErrorKind::InvalidInput)?;
    Ok(parent.canonicalize()?.join(name))
}

fn compile_globs(globs: &[String]) -> Result<Override> {
    let mut builder = OverrideBuilder::new(".");
    for glob in globs {
        builder
            .add(glob)
            .map_err(|error| Error::Request(format!("the glob \"{glob}\" is malformed: {error}")))?;
    }
    builder.build().map_err(|error| Error::Request(format!("the globs are malformed: {error}")))
}

fn failure(error: ignore::Error, folder: &Path) -> Error {
    match error {
        ignore::Error::WithPath { path, err } => failure(*err, &path),
        ignore::Error::WithDepth { err, .. } => failure(*err, folder),
        ignore::Error::Io(error) => Error::unreadable(folder, system_reason(&error)),
        ignore::Error::Loop { ancestor, child } => {
            Error::unreadable(child, format!("the link leads back to \"{}\"", ancestor.display()))
        }
        other => Error::unreadable(folder, other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(walk: &Walk, below: &Path) -> Vec<String> {
        let name = |input: &Result<Input>| match input {
            Ok(input) => input.path.strip_prefix(below).unwrap_or(&input.path).display().to_string(),
            Err(error) => error.to_string(),
        };
        walk.inputs.iter().map(name).collect()
    }

    fn tree() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "b/x.txt",
            "a/x.txt",
            "a.md",
            "b/notes.log",
            ".hidden/y.txt",
            ".ibid/z.txt",
            "c.jsonl.ZST",
            "d.gz",
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        fs::write(folder.path().join(".ignore"), "ignored.txt\n").unwrap();
        fs::write(folder.path().join("ignored.txt"), "x").unwrap();
        folder
    }

    #[test]
    fn lists_the_known_files_of_a_folder_sorted() {
        let tree = tree();
        let walk = walk(&[tree.path().into()], &ReadOptions::default()).unwrap();
        assert_eq!(names(&walk, tree.path()), ["a/x.txt", "a.md", "b/x.txt", "c.jsonl.ZST"]);
        let skipped: Vec<_> = walk
            .skipped
            .iter()
            .map(|passed| (passed.path.strip_prefix(tree.path()).unwrap().to_str().unwrap(), passed.why))
            .collect();
        let expected = [
            (".hidden", SkipReason::Hidden),
            (".ignore", SkipReason::Hidden),
            ("b/notes.log", SkipReason::Format),
            ("d.gz", SkipReason::Format),
            ("ignored.txt", SkipReason::Ignored),
        ];
        assert_eq!(skipped, expected);
    }

    #[test]
    fn a_glob_reads_what_is_not_known_and_leaves_out() {
        let tree = tree();
        let of = |globs: &[&str]| {
            let globs = globs.iter().map(|&glob| glob.to_owned()).collect();
            names(
                &walk(&[tree.path().into()], &ReadOptions { globs, ..Default::default() }).unwrap(),
                tree.path(),
            )
        };
        assert_eq!(of(&["*.log"]), ["b/notes.log"]);
        assert_eq!(of(&["!b"]), ["a/x.txt", "a.md", "c.jsonl.ZST"]);
        let options = ReadOptions { globs: vec!["a{".into()], ..Default::default() };
        assert!(walk(&[], &options).unwrap_err().to_string().starts_with("the glob \"a{\" is malformed"));
    }

    #[test]
    fn hidden_and_ignored_files_are_read_where_asked_but_never_an_index() {
        let tree = tree();
        let options = ReadOptions { hidden: true, ignore_files: false, ..Default::default() };
        let walk = walk(&[tree.path().into()], &options).unwrap();
        let names = names(&walk, tree.path());
        assert!(names.contains(&".hidden/y.txt".to_owned()) && names.contains(&"ignored.txt".to_owned()));
        assert!(!names.contains(&".ibid/z.txt".to_owned()));
    }

    #[test]
    fn an_index_by_any_name_is_no_input_and_is_not_skipped() {
        let tree = tree();
        drop(
            ibid_index::Writer::open(&tree.path().join("b/own"), &ibid_index::Header::new([("a", "b")]))
                .unwrap(),
        );
        let found = walk(&[tree.path().join("b")], &ReadOptions::default()).unwrap();
        assert_eq!(names(&found, tree.path()), ["b/x.txt"]);
        assert_eq!(found.skipped.len(), 1, "{:?}", found.skipped);
    }

    #[test]
    fn a_file_that_is_met_twice_comes_once_and_a_missing_one_is_named() {
        let tree = tree();
        let a = tree.path().join("a");
        let paths = [a.join("x.txt"), a.join("../a"), a.join("none.txt"), "-".into(), "-".into()];
        let walk = walk(&paths, &ReadOptions::default()).unwrap();
        let missing = format!("cannot read \"{}\": no such file or folder", a.join("none.txt").display());
        assert_eq!(names(&walk, tree.path()), ["a/x.txt", &missing, "-"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_in_folders_are_left_out_and_loops_do_not_hang() {
        let tree = tree();
        std::os::unix::fs::symlink(tree.path(), tree.path().join("loop")).unwrap();
        std::os::unix::fs::symlink(tree.path().join("a.md"), tree.path().join("link.md")).unwrap();
        let found = walk(&[tree.path().into()], &ReadOptions::default()).unwrap();
        assert_eq!(found.inputs.len(), 4);
        let is_link = |passed: &&Skipped| passed.why == SkipReason::Link;
        assert_eq!(found.skipped.iter().filter(is_link).count(), 2);
        let options = ReadOptions { follow_links: true, ..Default::default() };
        let found = walk(&[tree.path().into()], &options).unwrap();
        assert!(names(&found, tree.path()).iter().any(|name| name.contains("leads back")));
        let named = walk(&[tree.path().join("link.md")], &ReadOptions::default()).unwrap();
        assert_eq!(names(&named, tree.path()), ["link.md"]);
    }
}

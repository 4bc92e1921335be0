//! Joins a LaTeX source in several files into one.
//!
//! The files that `\input` and the like include are looked up only beside or below the file with the preamble: a
//! stranger's source must not reveal other files of this machine.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::compressed::Packing;
use crate::encoding;
use crate::format::Format;
use crate::input::Input;
use crate::limits::{limit_bytes, too_large};
use crate::options::ReadOptions;
use crate::raw::Raw;
use crate::refusal::{Refusal, refused};
use ibid::Result;

/// The end of the preamble, before the text.
const PREAMBLE_END: &str = "\\begin{document}";

/// Returns a source with its parts spliced in, in UTF-8, and an error for each part that cannot be read. An unreadable
/// part that the preamble names is no error, since it belongs to TeX.
pub(super) fn join(input: &Arc<Input>, main: Result<Raw>, options: &ReadOptions) -> Vec<Result<Raw>> {
    let raw = match main {
        Ok(raw) => raw,
        Err(error) => return vec![Err(error)],
    };
    let text = match encoding::decode(raw.bytes, options.encoding, None) {
        Ok(text) => text,
        Err(why) => return vec![Err(refused(&input.path, why))],
    };
    let Some(file) = file(input) else { return vec![Ok(Raw { bytes: text.into_bytes(), ..raw })] };
    let (preamble, _) = text.split_once(PREAMBLE_END).unwrap_or_default();
    let mut failed = vec![];
    let joined = crate::formats::join_latex(text.as_bytes(), &mut |name| {
        let part = find(&file, name).and_then(|path| read(&path, options));
        match part {
            Ok(part) => Some(part.into_bytes()),
            Err(_) if preamble.contains(name) => None,
            Err(why) => {
                let place = format!("{}: {name}", input.path.display());
                failed.push(Err(refused(place, why)));
                None
            }
        }
    });
    if joined.is_cut {
        let why = "it has more than 2,000 parts, more than 64 MB with them, or parts nested deeper than 16 levels, and what \
                   is beyond was left out; split it";
        failed.push(Err(refused(&input.path, why)));
    }
    let mut all = vec![Ok(Raw { bytes: joined.source, ..raw })];
    all.append(&mut failed);
    all
}

/// Returns the files that another input includes; they are read as part of it.
pub(super) fn parts<'i>(inputs: impl Iterator<Item = &'i Input>, options: &ReadOptions) -> HashSet<PathBuf> {
    let mut parts = HashSet::new();
    for input in inputs {
        if Format::of_name(&input.path) != Some(Format::Latex) {
            continue;
        }
        let Some(file) = file(input) else { continue };
        if parts.contains(&file) {
            continue;
        }
        // An unreadable file is reported when its turn comes.
        let Ok(text) = read(&file, options) else { continue };
        crate::formats::join_latex(text.as_bytes(), &mut |name| {
            let part = find(&file, name).ok()?;
            let text = read(&part, options).ok();
            parts.insert(part);
            text.map(String::into_bytes)
        });
    }
    parts
}

/// Returns the file of a source, with links resolved. `None` if the source is no file, or is packed: parts of a packed
/// source are not looked up.
fn file(input: &Input) -> Option<PathBuf> {
    if Packing::of_name(&input.path).is_some() {
        return None;
    }
    input.absolute.as_ref()?.canonicalize().ok()
}

/// Returns the file that a name in a source refers to. TeX tries the name with `.tex` first.
fn find(source: &Path, name: &str) -> Result<PathBuf, Refusal> {
    let folder = source.parent().unwrap_or(source);
    let with_ending = folder.join(format!("{name}.tex"));
    let found = with_ending.canonicalize().or_else(|_| folder.join(name).canonicalize())?;
    match found.starts_with(folder) {
        true if found == source => Err("it is the paper itself; take it out".into()),
        true if found.is_file() => Ok(found),
        true => Err("it is no file".into()),
        false => Err("it lies outside of the paper's folder; move it there to have it read".into()),
    }
}

fn read(path: &Path, options: &ReadOptions) -> Result<String, Refusal> {
    if fs::metadata(path)?.len() > limit_bytes(options) {
        return Err(too_large("it", limit_bytes(options)));
    }
    encoding::decode(fs::read(path)?, options.encoding, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ReadOptions;
    use crate::{IdBase, read_paths};
    use std::ops::ControlFlow;

    /// Returns the texts and errors of a folder with these files.
    fn check(files: &[(&str, &str)], below: &str, expected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let mut found = vec![];
        read_paths(
            &[folder.path().join(below)],
            &IdBase::AsGiven,
            &ReadOptions::default(),
            &mut |document| {
                let said = document.map_or_else(|error| error.to_string(), |document| document.text);
                found.push(said.replace(&format!("{}/", folder.path().display()), ""));
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        assert_eq!(found, expected);
    }

    fn paper(text: &str) -> String {
        format!("\\documentclass{{article}}\\input{{macros}}\\begin{{document}}{text}\\end{{document}}")
    }

    #[test]
    fn a_part_is_read_where_it_stands_and_not_again() {
        let main = paper("One. \\input{parts/two} Four.");
        let files = [
            ("b.tex", &*main),
            ("parts/two.tex", "Two. \\input{parts/three.tex}"),
            ("parts/three.tex", "Three."),
        ];
        check(&files, "", &["One. Two. Three. Four."]);
        // A part that is itself named as an input is read by itself.
        check(&files, "parts/three.tex", &["Three."]);
    }

    #[test]
    fn a_part_that_cannot_be_read_is_told_and_the_rest_is_read() {
        let gone = "cannot read \"a.tex: gone\": no such file or folder";
        check(&[("a.tex", &paper("One. \\input{gone} Two."))], "", &["One. Two.", gone]);
        let outside = "cannot read \"in/a.tex: ../b\": it lies outside of the paper's folder; move it there to have it read";
        check(&[("in/a.tex", &paper("One.\\input{../b}")), ("b.tex", "Two.")], "in", &["One.", outside]);
    }

    #[test]
    fn sources_that_name_each_other_are_read_once() {
        let round = "cannot read \"a.tex: a\": it is the paper itself; take it out";
        check(&[("a.tex", "A. \\input{b}"), ("b.tex", "B. \\input{a}")], "", &["A. B.", round]);
    }
}

//! A labelled set of sentences, read from its folder.

use std::fs;
use std::path::Path;

use ibid::{Error, system_reason};
use ibid_lab::labelled::{Label, Labelled, PAIRS, SENTENCES};

/// Reads a set that can be scored: one with copies.
pub(super) fn read(folder: &Path) -> Result<Labelled, Error> {
    let set = Labelled::parse(folder, &text(folder, SENTENCES)?, &text(folder, PAIRS)?)?;
    if set.pairs.iter().all(|pair| pair.label != Label::Copy) {
        let why = "no pair in it is labelled copy, so there is nothing to score; make a larger set with ibid-lab gold";
        return Err(Error::unreadable(folder.join(PAIRS), why));
    }
    Ok(set)
}

fn text(folder: &Path, name: &str) -> Result<String, Error> {
    read_text(&folder.join(name), "name a folder that ibid-lab gold has made")
}

/// Reads the text of a file. If the system cannot read it, the error ends with `advice`.
pub(super) fn read_text(path: &Path, advice: &str) -> Result<String, Error> {
    let unreadable = |why: String| Error::unreadable(path, why);
    let bytes = fs::read(path).map_err(|error| unreadable(format!("{}; {advice}", system_reason(&error))))?;
    String::from_utf8(bytes)
        .map_err(|error| unreadable(format!("invalid UTF-8 at byte {}", error.utf8_error().valid_up_to())))
}

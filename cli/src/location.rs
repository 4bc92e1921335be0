//! The location of the index: the folder that was named, else the nearest `.ibid` here or above, as git finds its
//! repository.

use std::path::{Path, PathBuf};

use ibid::system_reason;
use ibid_read::IdBase;

use crate::exit::Failure;

/// The usual name of the folder.
pub(crate) const FOLDER: &str = ".ibid";

/// Returns the folder that was named, which may not exist, else the one that was found.
pub(crate) fn find(named: Option<&Path>) -> anyhow::Result<Option<PathBuf>> {
    if let Some(path) = named {
        return Ok(Some(path.to_owned()));
    }
    let here = std::env::current_dir().map_err(|error| {
        Failure::usage(format!("the current folder cannot be found: {}", system_reason(&error)))
    })?;
    Ok(nearest(&here))
}

fn nearest(from: &Path) -> Option<PathBuf> {
    from.ancestors().map(|folder| folder.join(FOLDER)).find(|path| path.is_dir())
}

/// Returns the index that was found, or fails. `else_do` is the advice to give without one.
pub(crate) fn expect<'p>(found: Option<&'p Path>, else_do: Option<&str>) -> anyhow::Result<&'p Path> {
    if let Some(found) = found {
        return Ok(found);
    }
    let make = "there is no index here or above: make one with `ibid add PATH`";
    Err(Failure::index(match else_do {
        None => format!("{make}, or name one with --index"),
        Some(else_do) => format!("{make}, name one with --index, or {else_do}"),
    }))
}

/// Returns the base of document ids with this index: the folder that holds it.
pub(crate) fn id_base(index: &Path) -> anyhow::Result<IdBase> {
    let index_path = index.canonicalize().unwrap_or(index.to_owned());
    let parent = match index_path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    IdBase::folder(parent).map_err(|error| {
        Failure::index(format!("the folder that shall hold the index {index:?} is not there: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_index_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::create_dir(folder.path().join(FOLDER)).unwrap();
        assert_eq!(nearest(&deep), Some(folder.path().join(FOLDER)));
        std::fs::create_dir(folder.path().join("a").join(FOLDER)).unwrap();
        assert_eq!(nearest(&deep), Some(folder.path().join("a").join(FOLDER)));
    }
}

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
    found.ok_or_else(|| {
        let make = "there is no index here or above: make one with `ibid add PATH`";
        Failure::index(match else_do {
            None => format!("{make}, or name one with --index"),
            Some(else_do) => format!("{make}, name one with --index, or {else_do}"),
        })
    })
}

/// Returns the base of document ids with this index: the folder that holds it.
pub(crate) fn id_base(index: &Path) -> anyhow::Result<IdBase> {
    let parent = match index.canonicalize() {
        Ok(path) => path.parent().map(Path::to_owned),
        Err(_) => index.parent().map(Path::to_owned),
    };
    let parent = parent.filter(|path| !path.as_os_str().is_empty()).unwrap_or_else(|| PathBuf::from("."));
    IdBase::folder(&parent).map_err(|error| {
        Failure::index(format!("the folder that shall hold the index {index:?} is not there: {error}"))
    })
}

/// Exchanges two folders durably. At any time both names lead to one of the two.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(crate) fn exchange(old: &Path, new: &Path) -> std::io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, old, CWD, new, RenameFlags::EXCHANGE) {
        // The file system cannot exchange names.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => exchange_in_steps(old, new)?,
        other => other?,
    }
    for folder in [old, new].into_iter().filter_map(Path::parent) {
        // Without this sync a power failure may undo the exchange. The old index is then in place, as intact as the new
        // one.
        let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// Exchanges two folders on systems that have no atomic exchange.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(crate) fn exchange(old: &Path, new: &Path) -> std::io::Result<()> {
    exchange_in_steps(old, new)
}

/// Exchanges two folders by renaming. If it ends between the first two steps, the old index lies intact under a name
/// that says so.
fn exchange_in_steps(old: &Path, new: &Path) -> std::io::Result<()> {
    let mut aside = old.as_os_str().to_owned();
    aside.push(".old-index");
    if std::fs::symlink_metadata(&aside).is_ok() {
        return Err(std::io::Error::other(format!("{aside:?} is in the way")));
    }
    std::fs::rename(old, &aside)?;
    if let Err(error) = std::fs::rename(new, old) {
        std::fs::rename(&aside, old)?;
        return Err(error);
    }
    std::fs::rename(&aside, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_exchanged() {
        type Exchange = fn(&Path, &Path) -> std::io::Result<()>;
        for exchange in [exchange as Exchange, exchange_in_steps as Exchange] {
            let folder = tempfile::tempdir().unwrap();
            let (a, b) = (folder.path().join("a"), folder.path().join("b"));
            for path in [&a, &b] {
                std::fs::create_dir(path).unwrap();
                std::fs::write(path.join("name"), path.file_name().unwrap().as_encoded_bytes()).unwrap();
            }
            exchange(&a, &b).unwrap();
            assert_eq!(std::fs::read_to_string(a.join("name")).unwrap(), "b");
            assert_eq!(std::fs::read_to_string(b.join("name")).unwrap(), "a");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        }
    }

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

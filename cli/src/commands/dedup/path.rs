//! Paths as bytes, for `#[serde(with = "path")]`.

use std::path::{Path, PathBuf};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    bytes(path).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    let bytes = <&[u8]>::deserialize(deserializer)?;
    path(bytes).ok_or_else(|| D::Error::custom("no path"))
}

/// Returns the bytes of a path, without loss on this system.
#[cfg(unix)]
fn bytes(path: &Path) -> Vec<u8> {
    std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()).to_vec()
}

/// Returns the path of these bytes.
#[cfg(unix)]
fn path(bytes: &[u8]) -> Option<PathBuf> {
    let path: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(bytes);
    Some(path.into())
}

/// Returns the bytes of a Unicode path; other characters are lost.
#[cfg(not(unix))]
fn bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

/// Returns the path of these bytes.
#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Option<PathBuf> {
    String::from_utf8(bytes.to_vec()).ok().map(PathBuf::from)
}

//! The container of Office before 2007: named streams.

use std::io::{Cursor, Read};

/// Returns the stream of a name, at most `limit` bytes of it. `None` if there is no such stream or the container is
/// damaged.
pub(crate) fn stream(bytes: &[u8], name: &str, limit: u64) -> Option<Vec<u8>> {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
    let mut read = vec![];
    file.open_stream(name).ok()?.take(limit).read_to_end(&mut read).ok()?;
    Some(read)
}

/// Returns whether the container has a stream of this name at its top. In a damaged one, the name may stand anywhere.
pub(crate) fn has_stream(bytes: &[u8], name: &str) -> bool {
    match cfb::CompoundFile::open(Cursor::new(bytes)) {
        Ok(file) => file.is_stream(name),
        Err(_) => holds_name(bytes, name),
    }
}

/// Returns whether the container holds an encrypted file of Office since 2007.
pub(crate) fn is_encrypted(bytes: &[u8]) -> bool {
    holds_name(bytes, "EncryptedPackage")
}

fn holds_name(bytes: &[u8], name: &str) -> bool {
    let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    holds(bytes, &name)
}

/// Returns whether a mark stands anywhere in a file.
pub(crate) fn holds(bytes: &[u8], mark: &[u8]) -> bool {
    bytes.windows(mark.len()).any(|window| window == mark)
}

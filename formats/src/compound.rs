//! The container of Office before 2007: streams with names.

use std::io::{Cursor, Read};

/// The stream of this name, up to this many bytes; nothing where there is none, or the container is damaged.
pub(crate) fn stream(bytes: &[u8], name: &str, limit: u64) -> Option<Vec<u8>> {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
    let mut read = vec![];
    file.open_stream(name).ok()?.take(limit).read_to_end(&mut read).ok()?;
    Some(read)
}

/// Whether a stream of this name stands at the top, or, where the container is damaged, its name anywhere.
pub(crate) fn has_stream(bytes: &[u8], name: &str) -> bool {
    match cfb::CompoundFile::open(Cursor::new(bytes)) {
        Ok(file) => file.is_stream(name),
        Err(_) => holds_name(bytes, name),
    }
}

/// Whether a file holds an encrypted one of Office since 2007.
pub(crate) fn is_encrypted(bytes: &[u8]) -> bool {
    holds_name(bytes, "EncryptedPackage")
}

fn holds_name(bytes: &[u8], name: &str) -> bool {
    let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    bytes.windows(name.len()).any(|window| window == name)
}

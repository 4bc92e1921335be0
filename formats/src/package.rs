//! Parts of a packed file (Zip), unpacked under the limits.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::Fault;
use crate::limits::Watch;

/// How much is unpacked before the watch is asked.
const STEP: u64 = 1 << 20;

/// A packed file.
pub(crate) struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    watch: &'b Watch,
}

impl<'b> Package<'b> {
    pub(crate) fn open(bytes: &'b [u8], watch: &'b Watch) -> Result<Package<'b>, Fault> {
        Ok(Package { archive: ZipArchive::new(Cursor::new(bytes)).map_err(fault)?, watch })
    }

    /// A part by its name; nothing where there is none.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let mut file = match self.archive.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(fault(error)),
        };
        let mut part = vec![];
        // What its header says of its size is not believed.
        loop {
            let read = Read::by_ref(&mut file).take(STEP).read_to_end(&mut part);
            match read.map_err(|error| Fault::Damaged(format!("{name}: {error}")))? {
                0 => return Ok(Some(part)),
                count => self.watch.unpack(count as u64)?,
            }
        }
    }
}

fn fault(error: ZipError) -> Fault {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Fault::Encrypted,
        other => Fault::Damaged(other.to_string().replace('\n', " ")),
    }
}

/// Whether a file in the container of Word before 2007 holds an encrypted one of Word since then.
pub(crate) fn is_encrypted(bytes: &[u8]) -> bool {
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bytes.windows(name.len()).any(|window| window == name)
}

//! Parts of a packed file (Zip), unpacked under the limits.

use std::io::{self, Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::formats::Fault;
use crate::formats::limits::Watch;

/// The weight of each byte of a part that is read here: the part is held in a buffer of up to twice its size. Readers
/// of other crates hold even more.
const HELD: u64 = 2;
const HELD_BY_OTHERS: u64 = 3;
/// The number of bytes that are unpacked between two checks of the watch.
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

    /// Returns a part by its name. `None` if there is none.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let mut file = match self.archive.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(fault(error)),
        };
        let mut part = vec![];
        unpack(&mut file, name, HELD, self.watch, |file| file.read_to_end(&mut part))?;
        Ok(Some(part))
    }

    /// Counts the unpacked bytes of all parts, for a reader that does not count them itself.
    pub(crate) fn count(&mut self) -> Result<(), Fault> {
        for at in 0..self.archive.len() {
            let mut file = self.archive.by_index(at).map_err(fault)?;
            let sink = |file: &mut dyn Read| io::copy(file, &mut io::sink()).map(|count| count as usize);
            unpack(&mut file, "a part", HELD_BY_OTHERS, self.watch, sink)?;
        }
        Ok(())
    }
}

/// Returns the path of a part that a part in `folder` refers to by the relative path `target`.
pub(crate) fn join(folder: &str, target: &str) -> String {
    let mut path: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => _ = path.pop(),
            step => path.push(step),
        }
    }
    path.join("/")
}

/// Reads a part step by step. The size in its header is not trusted.
fn unpack(
    file: &mut dyn Read,
    name: &str,
    weight: u64,
    watch: &Watch,
    mut read: impl FnMut(&mut dyn Read) -> io::Result<usize>,
) -> Result<(), Fault> {
    loop {
        match read(&mut file.take(STEP)).map_err(|error| Fault::Damaged(format!("{name}: {error}")))? {
            0 => return Ok(()),
            count => watch.unpack(count as u64 * weight)?,
        }
    }
}

fn fault(error: ZipError) -> Fault {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Fault::Encrypted,
        ZipError::InvalidArchive(why) => Fault::Damaged(format!("it is no whole Zip archive ({why})")),
        other => Fault::Damaged(other.to_string().replace('\n', " ")),
    }
}

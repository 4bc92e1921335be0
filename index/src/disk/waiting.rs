//! The bags of records on their way into the index, until the commit that has them in a part.
//!
//! In: bags by the serial number of their record. Out: the same again, when the parts are there and it is known which part
//! has which record. Memory: [`IN_MEMORY`] bytes, and some 60 a record; what is more waits in a file without a name beside the
//! index, which the system deletes with the process.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::SpooledTempFile;

use crate::Bags;

const IN_MEMORY: usize = 16 << 20;

/// The bags that wait.
#[derive(Debug)]
pub(super) struct Waiting {
    file: SpooledTempFile,
    end: u64,
    records: HashMap<u64, Record>,
    buffer: Vec<u8>,
    dir: PathBuf,
}

/// Where a record's bags are: the sizes of its units, then all keys.
#[derive(Clone, Copy, Debug)]
struct Record {
    start: u64,
    units: usize,
    keys: usize,
}

impl Waiting {
    /// None yet, beside the index in `dir`.
    pub(super) fn new(dir: &Path) -> Waiting {
        let file = tempfile::spooled_tempfile_in(IN_MEMORY, dir);
        Waiting { file, end: 0, records: HashMap::new(), buffer: vec![], dir: dir.to_owned() }
    }

    /// A place for what is to be written a little later.
    pub(super) fn spool(&self, bytes_in_memory: usize) -> SpooledTempFile {
        tempfile::spooled_tempfile_in(bytes_in_memory, &self.dir)
    }

    /// Lets go of all.
    pub(super) fn clear(&mut self) {
        *self = Waiting::new(&self.dir);
    }

    pub(super) fn push(&mut self, serial: u64, bags: &Bags) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.extend(bags.iter().flat_map(|bag| (bag.len() as u32).to_le_bytes()));
        self.buffer.extend(bags.iter().flatten().flat_map(|key| key.to_le_bytes()));
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&self.buffer)?;
        let record = Record { start: self.end, units: bags.len(), keys: bags.key_count() };
        self.end += self.buffer.len() as u64;
        self.records.insert(serial, record);
        Ok(())
    }

    pub(super) fn has(&self, serial: u64) -> bool {
        self.records.contains_key(&serial)
    }

    /// The keys of a record with the numbers of their units.
    pub(super) fn for_each(&mut self, serial: u64, mut each: impl FnMut(u64, u32)) -> io::Result<()> {
        let Some(&Record { start, units, keys }) = self.records.get(&serial) else { return Ok(()) };
        self.buffer.resize(size_of::<u32>() * units + size_of::<u64>() * keys, 0);
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut self.buffer)?;
        let (sizes, keys) = self.buffer.split_at(size_of::<u32>() * units);
        let mut keys = keys.as_chunks().0.iter().map(|&key| u64::from_le_bytes(key));
        for (unit, &size) in (0..).zip(sizes.as_chunks().0) {
            keys.by_ref().take(u32::from_le_bytes(size) as usize).for_each(|key| each(key, unit));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags_come_out_as_they_went_in() {
        let dir = tempfile::tempdir().unwrap();
        let mut waiting = Waiting::new(dir.path());
        let bags = |serial: u64| {
            let mut bags = Bags::new();
            (0..serial % 5).for_each(|unit| bags.push(&mut (unit..unit * serial).collect()));
            bags
        };
        // More than is kept in memory.
        let serials = [7, 0, u64::MAX, 1 << 20, 3_000_004, 9];
        serials.iter().for_each(|&serial| {
            waiting.push(serial, &bags(serial.min(300_004))).unwrap();
        });
        for serial in serials {
            let mut found = vec![];
            waiting.for_each(serial, |key, unit| found.push((key, unit))).unwrap();
            let expected = bags(serial.min(300_004));
            let expected = (0..).zip(expected.iter());
            let expected: Vec<_> =
                expected.flat_map(|(unit, bag)| bag.iter().map(move |&key| (key, unit))).collect();
            assert_eq!(found, expected, "{serial}");
            assert!(waiting.has(serial) && !waiting.has(serial ^ 1 << 40));
        }
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "its file has no name");
    }
}

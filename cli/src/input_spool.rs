//! Copies of standard input and pipes, kept while the program runs, so that they can be read again.
//!
//! Small ones stay in memory. Others go to a temporary file without a name, which the system removes when the program
//! ends.

use std::collections::HashMap;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ibid::Error;
use ibid_read::{Input, Raw, ReadOptions, fetch_from};
use tempfile::SpooledTempFile;

/// The size in bytes above which the spool moves to a file.
const MOST_IN_MEMORY: usize = 16 << 20;

/// The spooled contents of inputs, by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spools(HashMap<PathBuf, Spool>);

/// The spooled content of one input.
#[derive(Clone, Debug)]
pub(crate) struct Spool(Arc<Mutex<SpooledTempFile>>);

impl Spools {
    /// Reads to the end each input that can be read only once. A path without metadata is left to be read in its turn.
    ///
    /// # Errors
    /// An input cannot be read to its end, or there is no room for it.
    pub(crate) fn of(inputs: &[Input]) -> ibid::Result<Spools> {
        let mut spools = Spools::default();
        for input in inputs.iter().filter(|input| is_passing(input)) {
            let mut spool = SpooledTempFile::new(MOST_IN_MEMORY);
            if let Err(error) = copy(input, &mut spool) {
                let why = format!("{error}, while it was kept to be read again; give a file in its place");
                return Err(Error::unreadable(&input.path, why));
            }
            spools.0.insert(input.path.clone(), Spool(Arc::new(Mutex::new(spool))));
        }
        Ok(spools)
    }

    /// Returns the spool of an input, if it has one.
    pub(crate) fn get(&self, input: &Input) -> Option<&Spool> {
        self.0.get(&input.path)
    }
}

/// Copies all of an input.
fn copy(input: &Input, spool: &mut SpooledTempFile) -> io::Result<u64> {
    match input.is_stdin() {
        true => io::copy(&mut io::stdin().lock(), spool),
        false => io::copy(&mut std::fs::File::open(&input.path)?, spool),
    }
}

/// Returns whether an input can be read only once.
pub(crate) fn is_passing(input: &Input) -> bool {
    input.is_stdin()
        || matches!(std::fs::metadata(&input.path), Ok(about) if !about.is_file() && !about.is_dir())
}

impl Spool {
    /// Fetches the documents as [`ibid_read::fetch`] would fetch them from the input.
    pub(crate) fn fetch(
        &self,
        input: &Arc<Input>,
        options: &ReadOptions,
        sink: &mut dyn FnMut(ibid::Result<Raw>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut spool = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = spool.rewind() {
            return sink(Err(Error::unreadable(&input.path, error.to_string())));
        }
        fetch_from(input, Read::by_ref(&mut *spool), options, sink)
    }
}

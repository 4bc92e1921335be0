//! Standard input and pipes, kept for as long as the program runs, so that they can be read again.
//!
//! Small ones are in memory, others in a temporary file without a name, which goes with the program however that ends.

use std::collections::HashMap;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ibid::Error;
use ibid::read::{Input, Raw, ReadOptions, fetch_from};
use tempfile::SpooledTempFile;

/// Above this many bytes a file is made.
const MOST_IN_MEMORY: usize = 16 << 20;

/// What some inputs had, by their paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spools(HashMap<PathBuf, Spool>);

/// What one input had.
#[derive(Clone, Debug)]
pub(crate) struct Spool(Arc<Mutex<SpooledTempFile>>);

impl Spools {
    /// Reads to their ends those inputs that cannot be read twice. What cannot be read is left to be read in its turn.
    ///
    /// # Errors
    /// An input cannot be read to its end, or there is no room for it.
    pub(crate) fn of(inputs: &[Input]) -> ibid::Result<Spools> {
        let mut spools = Spools::default();
        for input in inputs.iter().filter(|input| is_passing(input)) {
            let why = |error: io::Error| {
                let why = format!("{error}, while it was kept to be read again; give a file in its place");
                Error::unreadable(&input.path, why)
            };
            let mut spool = SpooledTempFile::new(MOST_IN_MEMORY);
            if input.is_stdin() {
                io::copy(&mut io::stdin().lock(), &mut spool).map_err(why)?;
            } else {
                let opened = std::fs::File::open(&input.path);
                opened.and_then(|mut pipe| io::copy(&mut pipe, &mut spool)).map_err(why)?;
            }
            spools.0.insert(input.path.clone(), Spool(Arc::new(Mutex::new(spool))));
        }
        Ok(spools)
    }

    /// What was read of an input, if it was.
    pub(crate) fn get(&self, input: &Input) -> Option<&Spool> {
        self.0.get(&input.path)
    }
}

/// Whether an input is gone once it was read.
pub(crate) fn is_passing(input: &Input) -> bool {
    input.is_stdin() || std::fs::metadata(&input.path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

impl Spool {
    /// As [`ibid::read::fetch`] would have it of the input.
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

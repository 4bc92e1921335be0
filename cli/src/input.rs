//! A pipeline over documents: one thread fetches, all threads decode and work, and results come out in input order.
//!
//! Memory: two batches of a few megabytes each, or of one larger document.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ibid::Document;
use ibid::report::SkippedReport;
use ibid_read::{IdBase, Ids, Input, Place, Raw, ReadOptions, Skipped, decode, fetch, parts_of, read_file};
use rayon::prelude::*;

use crate::exit::{self, Failure};
use crate::input_spool::{Spools, is_passing};
use crate::interrupt;
use crate::protected::protect;
use crate::render::notes;

/// The number of bytes at which a batch is handed on.
const BATCH_BYTES: usize = 4 << 20;
/// The number of documents at which a batch is handed on.
const BATCH_DOCUMENTS: usize = 1024;
/// The interval at which Ctrl-C is looked for while no batch comes.
const PATIENCE: Duration = Duration::from_millis(100);

/// The message for an input that broke off, when a partial result would replace a complete one.
pub(crate) const BROKEN_OFF: &str = "an input could be read in part only, so that no file was written: mend it or leave it out, and run the same again";

/// The result for one document, or the reason why there is none.
#[derive(Debug)]
pub(crate) struct Item<T> {
    /// The number of its undecoded bytes.
    pub(crate) bytes: u64,
    pub(crate) result: ibid::Result<T>,
}

/// Inputs and the options for reading them.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) inputs: Vec<ibid::Result<Input>>,
    /// The files that a walk through the given folders skipped.
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) options: ReadOptions,
    pub(crate) base: IdBase,
    /// Spooled copies of inputs that can be read only once.
    pub(crate) spools: Spools,
    /// The number of documents to skip at the beginning of an input, by input number.
    pub(crate) skips: HashMap<usize, u64>,
}

impl Inputs {
    /// Lists everything below some paths.
    pub(crate) fn walk(paths: &[PathBuf], options: &ReadOptions, base: IdBase) -> anyhow::Result<Inputs> {
        let walk = ibid_read::walk(paths, options)?;
        Ok(Inputs { skipped: walk.skipped, ..Inputs::new(walk.inputs, options, base) })
    }

    /// Takes these inputs, each as a whole.
    pub(crate) fn new(inputs: Vec<ibid::Result<Input>>, options: &ReadOptions, base: IdBase) -> Inputs {
        for input in inputs.iter().flatten() {
            protect_with_parts(&input.path, options);
        }
        Inputs {
            inputs,
            skipped: vec![],
            options: options.clone(),
            base,
            spools: Spools::default(),
            skips: HashMap::new(),
        }
    }

    /// Returns the total size in bytes; none if it is not known before reading.
    pub(crate) fn size_bytes(&self) -> Option<u64> {
        let mut size_bytes = 0;
        for input in self.inputs.iter().flatten() {
            let extension = input.path.extension().and_then(OsStr::to_str);
            if is_passing(input) || matches!(extension, Some("gz" | "zst" | "parquet")) {
                return None;
            }
            size_bytes += input.size_bytes;
        }
        Some(size_bytes)
    }

    /// Runs `work` on each document on the threads of `pool`, and hands the results to the sink in input order. A
    /// second document with the same id becomes a failure in its place.
    ///
    /// # Errors
    /// The sink fails, or Ctrl-C was pressed.
    pub(crate) fn process<T: Send>(
        self,
        pool: &rayon::ThreadPool,
        work: impl Fn(&Place, Document) -> ibid::Result<T> + Sync,
        sink: &mut dyn FnMut(Item<T>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut ids = Ids::new();
        self.each(pool, |fetched| fetched.make(&work), &mut |(mut item, origin): Made<T>| {
            if let Some((place, id)) = origin
                && let Err(taken) = ids.take(&id, &place)
            {
                item.result = Err(taken);
            }
            sink(item)
        })
    }

    /// Runs `work` on each fetched document on the threads of `pool`, and hands the results to the sink in input order.
    /// `work` also gets the documents that could not be fetched.
    ///
    /// # Errors
    /// The sink fails, or Ctrl-C was pressed.
    pub(crate) fn each<T: Send>(
        self,
        pool: &rayon::ThreadPool,
        work: impl Fn(Fetched) -> T + Sync,
        sink: &mut dyn FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (batches, fetcher) = start_fetching(self).map_err(Failure::threads)?;
        while let Some(batch) = next_batch(&batches)? {
            let made: Vec<T> = pool.install(|| batch.into_par_iter().with_max_len(1).map(&work).collect());
            for made in made {
                sink(made)?;
            }
        }
        match fetcher.join() {
            Ok(()) => Ok(()),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

/// Reads one document, and protects its file and its parts from being overwritten.
pub(crate) fn read_one(path: &Path, base: &IdBase, options: &ReadOptions) -> ibid::Result<Document> {
    protect_with_parts(path, options);
    read_file(path, base, options)
}

/// Protects a file and its parts from being overwritten.
fn protect_with_parts(path: &Path, options: &ReadOptions) {
    protect(path);
    for part in parts_of(path, options) {
        protect(&part);
    }
}

/// Lists paths as messages show them.
pub(crate) fn named(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| format!("{path:?}")).collect();
    names.join(", ")
}

/// Says that there was nothing to read in some paths, and what is read. `skipped` adds the skipped files, where
/// they are not reported elsewhere.
pub(crate) fn nothing_in(paths: &[PathBuf], skipped: Option<&SkippedReport>) -> String {
    let skipped = match skipped.and_then(|skipped| notes::skipped_counts(skipped, exit::language())) {
        Some(line) => format!(" (skipped: {line})"),
        None => String::new(),
    };
    let places = named(paths);
    let read = match (cfg!(feature = "papers"), cfg!(feature = "parquet")) {
        (true, true) => "text, Markdown, HTML, PDF, DOCX, JSONL and Parquet",
        (true, false) => "text, Markdown, HTML, PDF, DOCX and JSONL",
        (false, true) => "text, Markdown, HTML, JSONL and Parquet",
        (false, false) => "text, Markdown, HTML and JSONL",
    };
    format!("no document was found in {places}{skipped}; {read} are read")
}

/// An item, with the place and the id of its document if there is one.
type Made<T> = (Item<T>, Option<(Place, String)>);

/// An undecoded document, or the reason why there is none.
#[derive(Debug)]
pub(crate) struct Fetched {
    pub(crate) raw: ibid::Result<Raw>,
    /// The number of its input.
    pub(crate) input: usize,
    /// The name of its input.
    source: Arc<str>,
    reading: Arc<(IdBase, ReadOptions)>,
}

impl Fetched {
    /// Returns the number of undecoded bytes.
    pub(crate) fn size_bytes(&self) -> u64 {
        self.raw.as_ref().map_or(0, Raw::size_bytes) as u64
    }

    /// Decodes the document, and returns it with its place.
    pub(crate) fn decode(self) -> ibid::Result<(Place, Document)> {
        let raw = self.raw?;
        let place = raw.place();
        let (base, options) = &*self.reading;
        let mut document = decode(raw, base, options)?;
        // Unlike the path that was given, this does not depend on where the program is run.
        document.meta.source = Some(self.source.to_string());
        Ok((place, document))
    }

    fn make<T>(self, work: impl Fn(&Place, Document) -> ibid::Result<T>) -> Made<T> {
        let bytes = self.size_bytes();
        match self.decode() {
            Ok((place, document)) => {
                let id = document.id.clone();
                let result = work(&place, document);
                (Item { bytes, result }, Some((place, id)))
            }
            Err(error) => (Item { bytes, result: Err(error) }, None),
        }
    }
}

fn next_batch(batches: &Receiver<Vec<Fetched>>) -> anyhow::Result<Option<Vec<Fetched>>> {
    loop {
        interrupt::check()?;
        match batches.recv_timeout(PATIENCE) {
            Ok(batch) => return Ok(Some(batch)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

/// Starts a thread that fetches. It is not joined after a failure, since it may be reading from a terminal.
fn start_fetching(inputs: Inputs) -> io::Result<(Receiver<Vec<Fetched>>, JoinHandle<()>)> {
    let (sender, receiver) = sync_channel(1);
    let Inputs { inputs, options, base, spools, skips, .. } = inputs;
    let fetcher = thread::Builder::new().spawn(move || {
        let reading = Arc::new((base, options));
        let (base, options) = &*reading;
        let mut batch = Batch { fetched: vec![], bytes: 0, sender };
        for (number, input) in inputs.into_iter().enumerate() {
            let source = input.as_ref().map_or(String::new(), |input| base.id_of(input)).into();
            let mut left_out = skips.get(&number).copied().unwrap_or(0);
            let mut push = |raw: ibid::Result<Raw>| {
                if left_out > 0 {
                    left_out -= 1;
                    return ControlFlow::Continue(());
                }
                let (source, reading) = (Arc::clone(&source), Arc::clone(&reading));
                batch.push(Fetched { raw, input: number, source, reading })
            };
            let step = match input.map(Arc::new) {
                Ok(input) => match spools.get(&input) {
                    Some(spool) => spool.fetch(&input, options, &mut push),
                    None => fetch(&input, options, &mut push),
                },
                Err(error) => push(Err(error)),
            };
            if step.is_break() {
                return;
            }
        }
        let _ = batch.send();
    })?;
    Ok((receiver, fetcher))
}

struct Batch {
    fetched: Vec<Fetched>,
    bytes: usize,
    sender: SyncSender<Vec<Fetched>>,
}

impl Batch {
    fn push(&mut self, fetched: Fetched) -> ControlFlow<()> {
        self.bytes += fetched.size_bytes() as usize;
        self.fetched.push(fetched);
        if self.bytes < BATCH_BYTES && self.fetched.len() < BATCH_DOCUMENTS {
            return ControlFlow::Continue(());
        }
        self.send()
    }

    /// Sends the batch. Breaks if the receiver is gone.
    fn send(&mut self) -> ControlFlow<()> {
        self.bytes = 0;
        match self.sender.send(std::mem::take(&mut self.fetched)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

//! Inputs -> what is made of their documents: fetched by one thread, decoded and worked on by all, handed on in order.
//!
//! Memory: two batches of some megabytes, or of one document that is larger.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use ibid::{Document, IdBase, Ids, Input, Place, Raw, ReadOptions, decode, fetch};
use rayon::prelude::*;

use crate::stop;

/// A batch is handed on when it has so many bytes...
const BATCH_BYTES: usize = 4 << 20;
/// ... or so many documents.
const BATCH_DOCUMENTS: usize = 1024;
/// How often Ctrl-C is looked for while nothing comes.
const PATIENCE: Duration = Duration::from_millis(100);

/// What was made of one document, or why nothing was.
#[derive(Debug)]
pub(crate) struct Item<T> {
    /// Its undecoded bytes.
    pub(crate) bytes: u64,
    pub(crate) result: ibid::Result<T>,
}

/// Inputs and how they are read.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) inputs: Vec<ibid::Result<Input>>,
    pub(crate) options: ReadOptions,
    pub(crate) base: IdBase,
}

impl Inputs {
    /// Everything below some paths.
    pub(crate) fn walk(paths: &[PathBuf], options: &ReadOptions, base: IdBase) -> anyhow::Result<Inputs> {
        let inputs = ibid::walk(paths, options)?.inputs;
        Ok(Inputs { inputs, options: options.clone(), base })
    }

    /// How many bytes there are; none where that cannot be known before they are read.
    pub(crate) fn size_bytes(&self) -> Option<u64> {
        let is_packed = |input: &Input| {
            let extension = input.path.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| ["gz", "zst", "parquet"].contains(&extension))
        };
        let found = || self.inputs.iter().flatten();
        if found().any(|input| input.is_stdin() || is_packed(input)) {
            return None;
        }
        Some(found().map(|input| input.size_bytes).sum())
    }

    /// Makes something of each document, on the threads of `pool`, and hands it on in the order of the inputs. A second
    /// document of the same id is a failure in its place.
    ///
    /// # Errors
    /// That of the sink; or Ctrl-C was pressed.
    pub(crate) fn process<T: Send>(
        self,
        pool: &rayon::ThreadPool,
        work: impl Fn(&Place, Document) -> ibid::Result<T> + Sync,
        sink: &mut dyn FnMut(Item<T>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (base, options) = (self.base.clone(), self.options.clone());
        let (batches, fetcher) = start_fetching(self);
        let mut ids = Ids::new();
        while let Some(batch) = next_batch(&batches)? {
            let made: Vec<Made<T>> = pool.install(|| {
                batch
                    .into_par_iter()
                    .with_max_len(1)
                    .map(|fetched| fetched.make(&base, &options, &work))
                    .collect()
            });
            for (mut item, origin) in made {
                if let Some((place, id)) = origin
                    && let Err(taken) = ids.take(&id, &place)
                {
                    item.result = Err(taken);
                }
                sink(item)?;
            }
        }
        match fetcher.join() {
            Ok(()) => Ok(()),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

/// An item, and where the document and its id came from, if there is a document.
type Made<T> = (Item<T>, Option<(Place, String)>);

/// An undecoded document with the name of the input it came from.
struct Fetched {
    raw: ibid::Result<Raw>,
    source: Arc<str>,
}

impl Fetched {
    fn make<T>(
        self,
        base: &IdBase,
        options: &ReadOptions,
        work: impl Fn(&Place, Document) -> ibid::Result<T>,
    ) -> Made<T> {
        let bytes = self.raw.as_ref().map_or(0, |raw| raw.size_bytes() as u64);
        let decoded = self.raw.and_then(|raw| {
            let place = raw.place();
            let mut document = decode(raw, base, options)?;
            // The same from wherever the program is run, unlike the path as given.
            document.meta.source = Some(self.source.to_string());
            Ok((place, document))
        });
        match decoded {
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
        stop::check()?;
        match batches.recv_timeout(PATIENCE) {
            Ok(batch) => return Ok(Some(batch)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

/// Fetches on a thread of its own, which is not waited for when something fails: it may be reading from a terminal.
fn start_fetching(inputs: Inputs) -> (Receiver<Vec<Fetched>>, JoinHandle<()>) {
    let (sender, receiver) = sync_channel(1);
    let fetcher = std::thread::spawn(move || {
        let mut batch = Batch { fetched: vec![], bytes: 0, sender };
        for input in inputs.inputs {
            let step = match input {
                Ok(input) => {
                    let source: Arc<str> = inputs.base.id_of(&input).into();
                    fetch(&Arc::new(input), &inputs.options, &mut |raw| batch.push(raw, &source))
                }
                Err(error) => batch.push(Err(error), &"".into()),
            };
            if step.is_break() {
                return;
            }
        }
        let _ = batch.send();
    });
    (receiver, fetcher)
}

struct Batch {
    fetched: Vec<Fetched>,
    bytes: usize,
    sender: SyncSender<Vec<Fetched>>,
}

impl Batch {
    fn push(&mut self, raw: ibid::Result<Raw>, source: &Arc<str>) -> ControlFlow<()> {
        self.bytes += raw.as_ref().map_or(0, Raw::size_bytes);
        self.fetched.push(Fetched { raw, source: Arc::clone(source) });
        if self.bytes < BATCH_BYTES && self.fetched.len() < BATCH_DOCUMENTS {
            return ControlFlow::Continue(());
        }
        self.send()
    }

    /// Breaks where nobody listens any more.
    fn send(&mut self) -> ControlFlow<()> {
        self.bytes = 0;
        match self.sender.send(std::mem::take(&mut self.fetched)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

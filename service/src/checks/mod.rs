//! Checks, comparisons and traces, over an open index or between two texts.
//!
//! In: a document, two documents, or a quotation. Out: the results of `ibid check`, `compare` and `trace`. The index is
//! opened once, and again when it has changed.

mod files;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use ibid::interrupt::Interrupt;
use ibid::report::{Report, Trace};
use ibid::trace::{Tracer, Wanted};
use ibid::{Config, Detector, Document, ErrorKind, Layout, Library};

use crate::mutex::lock;

pub use files::FileReader;
pub(crate) use files::{FileOptions, SentFile};

/// The largest text that is checked, in bytes: some 170,000 English words.
const MOST_BYTES: usize = 1 << 20;
/// The most threads that compare the sources of one text.
const MOST_HELPERS: usize = 4;
/// The longest name of a text, in bytes.
const MOST_ID: usize = 256;

/// A text that is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    /// Names it in the answer.
    #[serde(default)]
    #[schema(max_length = 256)]
    pub(crate) id: String,
    /// The text itself.
    #[schema(min_length = 1)]
    pub(crate) text: String,
}

impl Text {
    /// Returns its size in memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Text>() + self.id.len() + self.text.len()
    }

    /// Returns what is wrong with the text and what to change; none if nothing is.
    pub(crate) fn complaint(&self) -> Option<String> {
        if self.id.len() > MOST_ID {
            return Some(format!("id has {} bytes; at most {MOST_ID} are allowed", self.id.len()));
        }
        complaint_if_empty(&self.text, "text is empty; send the words of the document")
    }
}

fn complaint_if_empty(text: &str, complaint: &str) -> Option<String> {
    if text.trim().is_empty() { Some(complaint.to_owned()) } else { None }
}

/// A quotation that is traced, with filters of its carriers.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quote {
    /// Its words.
    #[schema(min_length = 1)]
    pub(crate) quote: String,
    /// Carriers that may not be older than this date.
    #[serde(default)]
    pub(crate) since: Option<String>,
    /// Carriers that may not be younger than this date.
    #[serde(default)]
    pub(crate) until: Option<String>,
    /// Carriers whose file or address has this in it.
    #[serde(default)]
    pub(crate) source: Option<String>,
    /// Carriers whose author has this in it.
    #[serde(default)]
    pub(crate) author: Option<String>,
    /// Carriers whose category has this in it.
    #[serde(default)]
    pub(crate) category: Option<String>,
}

impl Quote {
    /// Returns its size in memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let filters = [&self.since, &self.until, &self.source, &self.author, &self.category];
        size_of::<Quote>() + self.quote.len() + filters.into_iter().flatten().map(String::len).sum::<usize>()
    }

    /// Returns what is wrong with the request and what to change; none if nothing is.
    pub(crate) fn complaint(&self) -> Option<String> {
        complaint_if_empty(&self.quote, "quote is empty; send the words of the quotation")
    }
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// A request that cannot be answered: what is wrong with it, and what to change.
    Request(String),
    /// A temporary lack, which the text names.
    Unavailable(String),
    /// A stop, because the answer is no longer wanted.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Request(reason) | Refusal::Unavailable(reason) => out.write_str(reason),
            Refusal::Stopped => out.write_str("stopped"),
        }
    }
}

/// Comparisons, and checks if there is an index.
pub struct Checks {
    /// The detector for comparisons, which need no index.
    detector: Detector,
    /// True if reports keep the passages that do not count.
    uncounted: bool,
    index: Option<Index>,
    /// The reader of files, if they can be sent.
    reader: Option<Arc<FileReader>>,
    /// A stand-in of the tests for a real check.
    #[cfg(test)]
    pub(crate) stand_in: Option<StandIn>,
}

/// A function that checks a text in tests. If it returns no refusal, the text is compared with nothing.
#[cfg(test)]
pub(crate) type StandIn = Box<dyn Fn(&str, &AtomicBool) -> Option<Refusal> + Send + Sync>;

/// An index that is opened again when it has changed.
struct Index {
    dir: PathBuf,
    given: Config,
    current: Mutex<Arc<Opened>>,
}

/// An index in the state in which it was opened.
struct Opened {
    detector: Detector,
    library: Library,
    changed: Option<SystemTime>,
}

impl Opened {
    fn new(dir: &Path, given: &Config) -> ibid::Result<Opened> {
        let changed = changed(dir);
        let library = Library::open(dir)?;
        Ok(Opened { detector: library.detector(given.clone())?, library, changed })
    }
}

impl Checks {
    /// Makes comparisons with this detector, and no checks against an index. If `uncounted` is true, reports keep the
    /// passages that do not count.
    pub fn new(detector: Detector, uncounted: bool) -> Checks {
        Checks {
            detector,
            uncounted,
            index: None,
            reader: None,
            #[cfg(test)]
            stand_in: None,
        }
    }

    /// Adds checks against the library in the folder `dir`, which is opened now, and again after each change. `given`
    /// are the settings; those that decide its features come from the library.
    ///
    /// # Errors
    /// The library cannot be opened now.
    pub fn over(self, dir: PathBuf, given: Config) -> ibid::Result<Checks> {
        let current = Mutex::new(Arc::new(Opened::new(&dir, &given)?));
        Ok(Checks { index: Some(Index { dir, given, current }), ..self })
    }

    /// Returns whether there is an index.
    pub(crate) fn has_index(&self) -> bool {
        self.index.is_some()
    }

    fn index(&self) -> Result<Arc<Opened>, Refusal> {
        let Some(index) = &self.index else {
            let none = "the service has no index to look in; whoever runs it names one with --index";
            return Err(Refusal::Unavailable(none.into()));
        };
        Ok(index.now())
    }

    /// Checks a document against the index. Ends within about a tenth of a second after `stop` is set.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(crate) fn check(&self, text: &Text, stop: &Arc<AtomicBool>) -> Result<Report, Refusal> {
        #[cfg(test)]
        if let Some(stand_in) = &self.stand_in {
            return match stand_in(&text.text, stop) {
                Some(refusal) => Err(refusal),
                None => self.compare(text, &Text::default(), stop),
            };
        }
        let document = document(text)?;
        let opened = self.index()?;
        let report = apart(stop, || opened.detector.checker(opened.library.sources())?.report_of(&document));
        Ok(self.shown(report.map_err(refusal)?))
    }

    /// Compares two documents, passage by passage. Ends like [`Checks::check`] after `stop` is set.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(crate) fn compare(&self, a: &Text, b: &Text, stop: &Arc<AtomicBool>) -> Result<Report, Refusal> {
        let (mut a, mut b) = (document(a)?, document(b)?);
        if a.id == b.id {
            (a.id, b.id) = ("a".into(), "b".into());
        }
        let report = apart(stop, || self.detector.compare(&a, &b));
        Ok(self.shown(report.map_err(refusal)?))
    }

    /// Finds the carriers of a quotation. Ends like [`Checks::check`] after `stop` is set.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(crate) fn trace(&self, quote: &Quote, stop: &Arc<AtomicBool>) -> Result<Trace, Refusal> {
        let wanted = Wanted {
            source: quote.source.clone(),
            author: quote.author.clone(),
            category: quote.category.clone(),
            ..Wanted::default()
        };
        let wanted = wanted.within(quote.since.as_deref(), quote.until.as_deref()).map_err(refusal)?;
        let opened = self.index()?;
        let tracer = Tracer::new(&opened.detector, opened.library.index());
        apart(stop, || tracer.trace(&quote.quote, &wanted)).map_err(refusal)
    }

    /// Removes the passages that are not shown.
    fn shown(&self, mut report: Report) -> Report {
        for document in &mut report.documents {
            document.passages.retain(|passage| self.uncounted || passage.counts());
        }
        report
    }
}

impl Index {
    /// Returns the index, opened again if it has changed. If that fails, the one opened before stays in use.
    fn now(&self) -> Arc<Opened> {
        let mut current = lock(&self.current);
        let changed = changed(&self.dir);
        if current.changed != changed {
            match Opened::new(&self.dir, &self.given) {
                Ok(opened) => *current = Arc::new(opened),
                Err(error) => tracing::warn!(%error, "the index has changed and cannot be opened again"),
            }
        }
        current.clone()
    }
}

/// Returns the time of the last change of an index: its folder changes with every commit.
fn changed(dir: &Path) -> Option<SystemTime> {
    std::fs::metadata(dir).ok()?.modified().ok()
}

/// Runs work of the engine until `stop` is set, on helper threads of its own: slow checks of others would occupy all
/// shared threads.
fn apart<A: Send>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> ibid::Result<A> + Send) -> ibid::Result<A> {
    thread_local! {
        /// Kept as long as the calling thread, which does many checks.
        static HELPERS: Option<rayon::ThreadPool> =
            rayon::ThreadPoolBuilder::new().num_threads(helpers()).build().ok();
    }
    let interrupt = Interrupt::from(stop.clone());
    HELPERS.with(|helpers| match helpers {
        Some(helpers) => helpers.install(|| interrupt.during(work)),
        None => interrupt.during(work),
    })
}

/// Returns the number of threads that compare the sources of one text.
fn helpers() -> usize {
    rayon::current_num_threads().min(MOST_HELPERS)
}

/// Makes the document of a text.
fn document(text: &Text) -> Result<Document, Refusal> {
    if text.text.len() > MOST_BYTES {
        return Err(Refusal::Request(text_too_large(text.text.len())));
    }
    let id = if text.id.is_empty() { "document" } else { &text.id };
    // Laid out as the text of a JSONL record.
    Ok(Document { id: id.into(), text: text.text.clone(), layout: Layout::Wrapped, ..Document::default() })
}

/// Returns what is wrong with a text of this many bytes.
fn text_too_large(bytes: usize) -> String {
    format!("the text has {bytes} bytes; at most {MOST_BYTES} are checked at once: send it in parts")
}

/// Turns an error into a refusal. Details of a request go to the client, details of the index only to the log.
fn refusal(error: ibid::Error) -> Refusal {
    match error.kind() {
        ErrorKind::Request => Refusal::Request(error.to_string()),
        ErrorKind::Interrupted => Refusal::Stopped,
        _ => {
            tracing::error!(%error, "the index did not answer");
            Refusal::Unavailable("the index cannot be read now; send the request again later".into())
        }
    }
}

//! The index behind the service: opened once, and again when it has changed.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use ibid::interrupt::Interrupt;
use ibid::report::{Checked, Report, write_json, write_traces_json};
use ibid::trace::Tracer;
use ibid::{Detector, Document, ErrorKind, Layout};
use ibid_index::DiskIndex;
use ibid_service::{Checks, Quote, Refusal, Text};

use crate::args::{Counting, Detection, Filters};
use crate::commands::wanted;
use crate::settings::Session;

/// A text that is checked has at most this many bytes: some 170,000 English words.
const MOST_BYTES: usize = 1 << 20;
/// More threads than this compare no sources of one text.
const MOST_HELPERS: usize = 4;

/// Checks over the index, if there is one, and comparisons.
pub(crate) struct Library {
    session: Session,
    detection: Detection,
    shows_uncounted: bool,
    dir: Option<PathBuf>,
    /// For comparisons, which need no index.
    detector: Detector,
    open: Mutex<Option<Arc<Open>>>,
}

/// An index as it was when it was opened.
struct Open {
    detector: Detector,
    index: DiskIndex,
    changed: Option<SystemTime>,
}

impl Library {
    /// Over the index that the session has found.
    ///
    /// # Errors
    /// Where there is one that cannot be opened, or the settings are wrong.
    pub(crate) fn new(
        session: Session,
        detection: &Detection,
        counting: &Counting,
    ) -> anyhow::Result<Library> {
        let detector = session.detector(detection)?.excluding(counting.excluded());
        let (dir, shows_uncounted) = (session.index.clone(), counting.commonplaces);
        let detection = detection.clone();
        let library = Library { session, detection, shows_uncounted, dir, detector, open: Mutex::default() };
        if library.dir.is_some() {
            let open = library.opened()?;
            *library.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(open));
        }
        Ok(library)
    }

    /// When the index was last changed: its folder changes with every commit.
    fn changed(&self) -> Option<SystemTime> {
        std::fs::metadata(self.dir.as_ref()?).ok()?.modified().ok()
    }

    fn opened(&self) -> anyhow::Result<Open> {
        let changed = self.changed();
        let dir = self.session.expect_index()?;
        let (detector, index) = self.session.open_index(&self.detection, dir)?;
        Ok(Open { detector, index, changed })
    }

    /// The index of now. One that cannot be opened again is gone on with as it was.
    fn now(&self) -> Result<Arc<Open>, Refusal> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(current) = &*open else {
            return Err(Refusal::Unavailable(
                "the service has no index to look in; whoever runs it names one with --index".into(),
            ));
        };
        if current.changed != self.changed() {
            match self.opened() {
                Ok(new) => *open = Some(Arc::new(new)),
                Err(error) => tracing::warn!(%error, "the index has changed and cannot be opened again"),
            }
        }
        open.clone().ok_or(Refusal::Stopped)
    }
}

/// Does work of the library until it is told to stop, on helping threads of its own: slow checks of others would take all
/// threads that are shared.
fn apart<A: Send>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> ibid::Result<A> + Send) -> ibid::Result<A> {
    thread_local! {
        /// Kept as long as the thread, which does many checks.
        static HELPERS: Option<rayon::ThreadPool> =
            rayon::ThreadPoolBuilder::new().num_threads(helpers()).build().ok();
    }
    let interrupt = Interrupt::from(stop.clone());
    HELPERS.with(|helpers| match helpers {
        Some(helpers) => helpers.install(|| interrupt.during(work)),
        None => interrupt.during(work),
    })
}

/// The threads that compare the sources of one text.
fn helpers() -> usize {
    rayon::current_num_threads().min(MOST_HELPERS)
}

fn document(text: &Text) -> Result<Document, Refusal> {
    if text.text.len() > MOST_BYTES {
        let length = text.text.len();
        return Err(Refusal::Request(format!(
            "the text has {length} bytes; at most {MOST_BYTES} are checked at once: send it in parts"
        )));
    }
    let id = if text.id.is_empty() { "document" } else { &text.id };
    // As the text of a record is read.
    Ok(Document { id: id.into(), text: text.text.clone(), layout: Layout::Wrapped, ..Document::default() })
}

/// What is wrong with a request is told; what is wrong with the index stays in the log.
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

impl Library {
    /// The report as the commands write it.
    fn json(&self, mut report: Report) -> Result<Vec<u8>, Refusal> {
        report.passages.retain(|passage| self.shows_uncounted || passage.counts());
        let mut out = vec![];
        write_json(&report, &mut out).map_err(|_| Refusal::Stopped)?;
        Ok(out)
    }
}

impl Checks for Library {
    fn check(&self, text: &Text, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Refusal> {
        let document = document(text)?;
        let open = self.now()?;
        let checker = open.detector.checker(&open.index);
        let checked: Checked = apart(stop, || checker.check(&document)).map_err(refusal)?;
        let mut report = checker.report();
        report.push(checked);
        self.json(report)
    }

    fn compare(&self, a: &Text, b: &Text, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Refusal> {
        let (mut a, mut b) = (document(a)?, document(b)?);
        if a.id == b.id {
            (a.id, b.id) = ("a".into(), "b".into());
        }
        self.json(apart(stop, || self.detector.compare(&a, &b)).map_err(refusal)?)
    }

    fn trace(&self, quote: &Quote, stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Refusal> {
        let filters = Filters {
            since: quote.since.clone(),
            until: quote.until.clone(),
            source: quote.source.clone(),
            author: quote.author.clone(),
            category: quote.category.clone(),
        };
        // The fields have the names of the options.
        let wanted =
            wanted(&filters).map_err(|error| Refusal::Request(error.to_string().replace("--", "")))?;
        let open = self.now()?;
        let tracer = Tracer::new(&open.detector, &open.index);
        let trace = apart(stop, || tracer.trace(&quote.quote, &wanted)).map_err(refusal)?;
        let mut out = vec![];
        write_traces_json(&[trace], &mut out).map_err(|_| Refusal::Stopped)?;
        Ok(out)
    }

    fn ready(&self) -> Result<bool, Refusal> {
        if self.dir.is_none() {
            return Ok(false);
        }
        self.now().map(|_| true)
    }
}

//! A progress bar on standard error, if that is a terminal.
//!
//! It appears after [`PATIENCE`], so that short work does not flicker. Other text for the same terminal goes through
//! [`above`], which hides the bar meanwhile. There is one bar at a time.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle, WeakProgressBar};

/// The time after which a bar appears.
const PATIENCE: Duration = Duration::from_millis(300);
/// The number of times per second that the bar is drawn.
const HERTZ: u8 = 8;

/// The bar that is shown or will be. A thread holds the lock while it draws or writes to the terminal.
static CURRENT: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// A progress bar that counts documents and bytes, or steps.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    documents: u64,
}

impl Progress {
    /// Starts a bar of bytes; without a total it is a spinner.
    pub(crate) fn new(total_bytes: Option<u64>, is_wanted: bool) -> Progress {
        let template = match total_bytes {
            Some(_) => "{bar:24} {percent:>3} %  {msg} documents, {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes}  {msg} documents, {bytes_per_sec}",
        };
        let bar = bar(total_bytes, template, is_wanted);
        bar.set_message("0");
        Progress { bar, documents: 0 }
    }

    /// Starts a bar of equal steps, labelled with the work.
    pub(crate) fn of_steps(steps: usize, work: &'static str, is_wanted: bool) -> Progress {
        let bar = bar(Some(steps as u64), "{bar:24} {percent:>3} %  {msg}, {eta} left", is_wanted);
        bar.set_message(work);
        Progress { bar, documents: 0 }
    }

    /// Starts a labelled spinner for work of unknown length.
    pub(crate) fn of_work(work: &'static str, is_wanted: bool) -> Progress {
        let bar = bar(None, "{spinner} {msg}, {elapsed}", is_wanted);
        bar.set_message(work);
        Progress { bar, documents: 0 }
    }

    /// Counts a step. Any thread may call it.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// Counts a document.
    pub(crate) fn add(&mut self, bytes: u64) {
        self.documents += 1;
        self.bar.inc(bytes);
        if !self.bar.is_hidden() {
            self.bar.set_message(HumanCount(self.documents).to_string());
        }
    }

    /// Removes the bar.
    pub(crate) fn end(&self) {
        let mut current = current();
        self.bar.finish_and_clear();
        if current.as_ref().is_some_and(ProgressBar::is_finished) {
            *current = None;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes to the terminal with the bar out of the way. The text must end with a line break.
pub(crate) fn above<T>(write: impl FnOnce() -> T) -> T {
    match &*current() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Removes the bar for good, for a process that ends without dropping anything.
pub(crate) fn end_for_good() {
    let current = current();
    if let Some(bar) = &*current {
        bar.finish_and_clear();
    }
    // The lock is never released, so that no other thread draws again.
    std::mem::forget(current);
}

/// Returns standard output. If the bar is on the same terminal, lines are written as a whole while the bar is hidden.
pub(crate) fn standard_output() -> Box<dyn Write + Send> {
    if io::stdout().is_terminal() && io::stderr().is_terminal() {
        Box::new(Lines { begun: vec![] })
    } else {
        Box::new(io::stdout())
    }
}

/// A writer of whole lines to standard output.
struct Lines {
    /// The bytes of a line that has not ended.
    begun: Vec<u8>,
}

impl Lines {
    fn put(&mut self, count: usize) -> io::Result<()> {
        let lines: Vec<u8> = self.begun.drain(..count).collect();
        above(|| {
            let mut out = io::stdout().lock();
            out.write_all(&lines)?;
            out.flush()
        })
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let before = self.begun.len();
        self.begun.extend_from_slice(bytes);
        if let Some(end) = memchr::memrchr(b'\n', bytes) {
            self.put(before + end + 1)?;
        }
        Ok(bytes.len())
    }

    /// Writes the rest too, though it does not end with a line break: nothing comes after it.
    fn flush(&mut self) -> io::Result<()> {
        self.put(self.begun.len())
    }
}

fn current() -> MutexGuard<'static, Option<ProgressBar>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bar(total: Option<u64>, template: &str, is_wanted: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
    // The default style shows the same, less well.
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    if is_wanted && io::stderr().is_terminal() {
        *current() = Some(bar.clone());
        let waiting = bar.downgrade();
        // If no thread can be started, there is no bar.
        let _ = thread::Builder::new().spawn(move || {
            thread::sleep(PATIENCE);
            show(&waiting);
        });
    }
    bar
}

/// Shows a bar, unless its work has ended.
fn show(waiting: &WeakProgressBar) {
    let current = current();
    if let Some(bar) = waiting.upgrade().filter(|bar| !bar.is_finished()) {
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(HERTZ));
        bar.enable_steady_tick(Duration::from_secs(1) / u32::from(HERTZ));
    }
    drop(current);
}

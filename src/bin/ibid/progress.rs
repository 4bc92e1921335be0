//! A progress bar on standard error, where that is a terminal.

use std::io::IsTerminal;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Counts documents and bytes, or steps.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    documents: u64,
}

impl Progress {
    /// Of so many bytes, if that is known.
    pub(crate) fn new(total_bytes: Option<u64>, is_wanted: bool) -> Progress {
        let template = match total_bytes {
            Some(_) => "{bar:24} {percent:>3} %  {msg} documents, {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes}  {msg} documents, {bytes_per_sec}",
        };
        Progress { bar: bar(total_bytes, template, is_wanted), documents: 0 }
    }

    /// Of so many equal steps of some work, which is named.
    pub(crate) fn of_steps(steps: usize, work: &'static str, is_wanted: bool) -> Progress {
        let bar = bar(Some(steps as u64), "{bar:24} {percent:>3} %  {msg}, {eta} left", is_wanted);
        bar.set_message(work);
        Progress { bar, documents: 0 }
    }

    /// One more step. May be told by any thread.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// One more document.
    pub(crate) fn add(&mut self, bytes: u64) {
        self.documents += 1;
        self.bar.inc(bytes);
        if !self.bar.is_hidden() {
            self.bar.set_message(HumanCount(self.documents).to_string());
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn bar(total: Option<u64>, template: &str, is_wanted: bool) -> ProgressBar {
    let target = if is_wanted && std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(8)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(total, target);
    // The default style says the same, less well.
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

//! A check in a thread of its own, whose documents come over a channel while a review shows the first ones.
//!
//! Nobody waits for the thread: when the review ends, the program ends, and the check with it.

use std::mem;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::check::{Batching, Event, Job, check, expect_documents};
use crate::advice;
use crate::args::Review;
use crate::exit;
use crate::exit::Failure;
use crate::output::{no_words, only_over};
use crate::render::{Language, notes};
use crate::settings::Session;
use crate::tui::Arrival;

/// The time that a check has to fail before the review takes the terminal.
const PATIENCE: Duration = Duration::from_millis(300);

/// A check that runs, or has run.
pub(super) struct LiveCheck {
    arrivals: Receiver<Arrival>,
    /// The thread, until it has ended.
    thread: Option<JoinHandle<anyhow::Result<u64>>>,
    /// The arrivals from before anybody asked.
    early: Vec<Arrival>,
    /// The number of documents checked; an error, if the check ended with one.
    checked: anyhow::Result<u64>,
    /// The messages about inputs and documents that the reader gets at the end.
    failures: Vec<String>,
    /// The messages about what was not looked at.
    notes: Vec<String>,
    paths: Vec<PathBuf>,
    language: Language,
}

impl LiveCheck {
    /// Starts a check.
    ///
    /// # Errors
    /// The request is wrong, or no thread can be started.
    pub(super) fn start(session: &Session, command: &Review) -> anyhow::Result<LiveCheck> {
        let limit = only_over(&command.only_over)?;
        let (sender, arrivals) = channel();
        let (session_of_check, command) = (session.clone(), command.clone());
        let paths = command.paths.clone();
        let thread = thread::Builder::new();
        let started = thread.spawn(move || run(&session_of_check, &command, limit, &sender));
        Ok(LiveCheck {
            arrivals,
            thread: Some(started.map_err(Failure::threads)?),
            early: vec![],
            checked: Ok(0),
            failures: vec![],
            notes: vec![],
            paths,
            language: session.language,
        })
    }

    /// Waits until the check has begun or ended, or for [`PATIENCE`].
    ///
    /// # Errors
    /// The check has failed.
    pub(super) fn wait(&mut self) -> anyhow::Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while !self.early.iter().any(|arrival| matches!(arrival, Arrival::Header(_))) {
            match self.arrivals.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(arrival) => self.early.push(arrival),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return self.end_early(),
            }
        }
        Ok(())
    }

    /// Takes the end of a check that nobody has seen anything of.
    fn end_early(&mut self) -> anyhow::Result<()> {
        self.join();
        if self.checked.is_ok() {
            self.early.push(Arrival::End);
            return Ok(());
        }
        for arrival in mem::take(&mut self.early) {
            self.remember(&arrival);
        }
        exit::say_all(&self.failures);
        mem::replace(&mut self.checked, Ok(0)).map(drop)
    }

    /// Returns whether the check runs.
    pub(super) fn is_running(&self) -> bool {
        self.thread.is_some() || !self.early.is_empty()
    }

    /// Returns what came since the last call; at last the end.
    pub(super) fn arrivals(&mut self) -> Vec<Arrival> {
        let mut arrivals = mem::take(&mut self.early);
        while self.thread.is_some() {
            match self.arrivals.try_recv() {
                Ok(arrival) => arrivals.push(arrival),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.join();
                    if let Err(error) = &self.checked {
                        arrivals.push(Arrival::Failure(exit::in_words(error)));
                    }
                    arrivals.push(Arrival::End);
                }
            }
        }
        for arrival in &arrivals {
            self.remember(arrival);
        }
        arrivals
    }

    /// Keeps what is to be told at the end.
    fn remember(&mut self, arrival: &Arrival) {
        match arrival {
            Arrival::Header(report) => self.notes = notes::not_looked_at(report, self.language),
            Arrival::Document(document) if document.has_no_words() => {
                self.failures.push(no_words(&document.id));
            }
            Arrival::Unread(failure) => self.failures.push(failure.clone()),
            Arrival::Failure(failure) if !self.is_told_as_error(failure) => {
                self.failures.push(failure.clone())
            }
            _ => {}
        }
    }

    /// Returns whether a failure is the error with which the check has ended.
    fn is_told_as_error(&self, failure: &str) -> bool {
        matches!(&self.checked, Err(error) if exit::in_words(error) == failure)
    }

    fn join(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        self.checked = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
    }

    /// Tells what could not be checked, and returns how many such messages there were.
    ///
    /// # Errors
    /// The check has failed.
    pub(super) fn end(self) -> anyhow::Result<usize> {
        exit::say_all(self.notes.iter().chain(&self.failures));
        if self.thread.is_none() {
            expect_documents(self.checked?, &self.failures, &self.paths)?;
        }
        Ok(self.failures.len())
    }
}

/// Checks, and sends what there is to show. Documents below the limit are only counted.
fn run(
    session: &Session,
    command: &Review,
    limit: Option<f64>,
    sender: &Sender<Arrival>,
) -> anyhow::Result<u64> {
    let job = Job::of_review(session, command, Batching::Growing);
    check(session, &job, &mut |event| {
        let arrival = match event {
            Event::Listed(count) => Arrival::Count(count),
            Event::Begin(header) => Arrival::Header(header),
            Event::Checked(document) if limit.is_some_and(|limit| document.ratios.overall < limit) => {
                Arrival::LeftOut
            }
            Event::Checked(document) => Arrival::Document(document),
            Event::Unread(error) => Arrival::Unread(advice::in_words(&error)),
            Event::Failed(failure) => Arrival::Failure(failure),
        };
        sender.send(arrival).map_err(|_| Failure::interrupted("the review has ended"))
    })
}

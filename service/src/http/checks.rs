//! Checks of a document against the index, comparisons of two documents, and traces of a quotation.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ibid::report::{Report, Trace};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Service;
use super::access::Client;
use super::body::JsonBody;
use super::form::{FileForm, Files, JsonOrFiles};
use super::problem::{Problem, Refused};
use crate::checks::{Checks, Quote, Refusal, Text};
use crate::mutex::lock;

/// The most checks that wait for their turn, of one client and of all.
const MOST_WAITING: usize = 64;
const MOST_WAITING_OF_ALL: usize = 256;

/// The time that a check may run after it was told to stop; beyond it, it counts as a fault.
const STOPS_WITHIN: Duration = Duration::from_secs(2);

/// The check semaphore. Each check takes a thread; some run at once, and some wait. A client may run as many checks at
/// once as there are processors, and all clients together twice as many, so that slow checks of one leave turns for
/// others. Only as many documents of jobs as there are processors wait beside them: a check therefore waits for at most
/// that many of them, however many jobs there are.
pub(crate) struct Turns {
    permits: Arc<Semaphore>,
    jobs: Arc<Semaphore>,
    clients: Mutex<HashMap<String, Weak<Share>>>,
    waiting: AtomicUsize,
    at_once: usize,
    running: Arc<Running>,
}

/// The permits and the queue length of one client.
struct Share {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// A turn, given back when it is dropped.
pub(crate) struct Turn {
    _check: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    _share: Option<Arc<Share>>,
}

/// A place in a queue, given back when the wait ends or is given up.
struct Wait<'w>(&'w AtomicUsize);

impl<'w> Wait<'w> {
    /// Joins the queue, unless `most` already wait.
    fn begin(waiting: &'w AtomicUsize, most: usize) -> Result<Wait<'w>, Problem> {
        let before = waiting.fetch_add(1, Ordering::Relaxed);
        let wait = Wait(waiting);
        if before < most {
            return Ok(wait);
        }
        Err(Problem::unavailable(format!("{before} checks wait already; send the request again later")))
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Turns {
    pub(crate) fn new(at_once: usize) -> Turns {
        let at_once = at_once.max(1);
        Turns {
            permits: Arc::new(Semaphore::new(2 * at_once)),
            jobs: Arc::new(Semaphore::new(at_once)),
            clients: Mutex::default(),
            waiting: AtomicUsize::new(0),
            at_once,
            running: Arc::default(),
        }
    }

    /// Returns the fault if no check can run now, since all turns are taken by checks that were told to stop and do
    /// not.
    pub(crate) fn fault(&self) -> Option<String> {
        let overdue = self.running.overdue(STOPS_WITHIN);
        if overdue < 2 * self.at_once {
            return None;
        }
        Some(format!("all places for checks are taken by {overdue} checks that do not stop"))
    }

    /// Returns the number of running checks.
    #[cfg(test)]
    pub(crate) fn running(&self) -> usize {
        lock(&self.running.checks).len()
    }

    /// Waits until this many turns are free at once.
    #[cfg(test)]
    pub(crate) async fn all(&self, turns: u32) {
        drop(self.permits.acquire_many(turns).await);
    }

    /// Returns the share of a client. Shares that nothing uses are dropped.
    fn share(&self, client: &str) -> Arc<Share> {
        let mut clients = lock(&self.clients);
        if let Some(share) = clients.get(client).and_then(Weak::upgrade) {
            return share;
        }
        clients.retain(|_, share| share.strong_count() > 0);
        let permits = Arc::new(Semaphore::new(self.at_once));
        let share = Arc::new(Share { permits, waiting: AtomicUsize::new(0) });
        clients.insert(client.to_owned(), Arc::downgrade(&share));
        share
    }

    /// Waits for a client's turn.
    pub(crate) async fn next(&self, client: &str) -> Result<Turn, Problem> {
        let share = self.share(client);
        let (own, check) = {
            let _of_client = Wait::begin(&share.waiting, MOST_WAITING)?;
            let _of_all = Wait::begin(&self.waiting, MOST_WAITING_OF_ALL)?;
            (acquire(&share.permits).await?, acquire(&self.permits).await?)
        };
        Ok(Turn { _check: check, _own: own, _share: Some(share) })
    }

    /// Waits for a turn for one document of a job, however long it takes.
    pub(crate) async fn next_of_job(&self) -> Result<Turn, Refusal> {
        let job = acquire(&self.jobs).await?;
        Ok(Turn { _check: acquire(&self.permits).await?, _own: job, _share: None })
    }
}

async fn acquire(permits: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
    permits.clone().acquire_owned().await.or(Err(Refusal::Stopped))
}

/// The running checks, by number, each with the time when it was told to stop.
#[derive(Default)]
struct Running {
    checks: Mutex<BTreeMap<u64, Option<Instant>>>,
}

impl Running {
    fn begin(&self) -> u64 {
        let mut checks = lock(&self.checks);
        let number = checks.last_key_value().map_or(0, |(last, _)| last + 1);
        checks.insert(number, None);
        number
    }

    fn overdue(&self, after: Duration) -> usize {
        lock(&self.checks).values().flatten().filter(|told| told.elapsed() > after).count()
    }
}

/// A guard that removes a check from the running ones, also after a panic.
struct Ended {
    number: u64,
    running: Arc<Running>,
}

impl Drop for Ended {
    fn drop(&mut self) {
        lock(&self.running.checks).remove(&self.number);
    }
}

/// A guard that tells a check to stop when its client is gone.
struct StopWhenGone {
    stop: Arc<AtomicBool>,
    number: u64,
    running: Arc<Running>,
}

impl Drop for StopWhenGone {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(told) = lock(&self.running.checks).get_mut(&self.number) {
            *told = Some(Instant::now());
        }
    }
}

/// The result of a check.
pub(crate) enum CheckAnswer {
    /// The report of a check or a comparison.
    Report(Box<Report>),
    /// The trace of a quotation.
    Trace(Trace),
}

impl From<Report> for CheckAnswer {
    fn from(report: Report) -> CheckAnswer {
        CheckAnswer::Report(Box::new(report))
    }
}

impl From<Trace> for CheckAnswer {
    fn from(trace: Trace) -> CheckAnswer {
        CheckAnswer::Trace(trace)
    }
}

impl CheckAnswer {
    /// Serializes the result as the commands of `ibid` do with `--format json`.
    fn json(self) -> Result<Vec<u8>, Refusal> {
        let mut json = vec![];
        let written = match self {
            CheckAnswer::Report(report) => report.write_json(&mut json),
            CheckAnswer::Trace(trace) => Trace::write_json(&[trace], &mut json),
        };
        if written.is_ok() { Ok(json) } else { Err(Refusal::Stopped) }
    }
}

impl Service {
    /// Answers with the result of a check, which runs on its own thread when its turn comes.
    pub(crate) async fn run<A: Into<CheckAnswer>>(
        self: &Arc<Service>,
        Client(client): Client,
        ask: impl FnOnce(&Checks, &Arc<AtomicBool>) -> Result<A, Refusal> + Send + 'static,
    ) -> Result<Response, Problem> {
        let turn = self.turns.next(&client).await?;
        let json = self.run_with(turn, ask).await?;
        Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
    }

    /// Runs a check on its own thread. It is told to stop when nothing waits for its answer any more.
    pub(crate) async fn run_with<A: Into<CheckAnswer>>(
        self: &Arc<Service>,
        turn: Turn,
        ask: impl FnOnce(&Checks, &Arc<AtomicBool>) -> Result<A, Refusal> + Send + 'static,
    ) -> Result<Vec<u8>, Refusal> {
        let service = self.clone();
        let running = self.turns.running.clone();
        let number = running.begin();
        let ended = Ended { number, running: running.clone() };
        let gone = StopWhenGone { stop: Arc::default(), number, running };
        let stop = gone.stop.clone();
        let answer = tokio::task::spawn_blocking(move || {
            // The turn is dropped last, so that this check has ended when the next turn begins.
            let (_turn, _ended) = (turn, ended);
            ask(&service.checks, &stop)?.into().json()
        });
        answer.await.unwrap_or(Err(Refusal::Stopped))
    }
}

/// Turns a complaint into a problem document.
pub(crate) fn refuse(complaint: Option<String>) -> Result<(), Problem> {
    match complaint {
        Some(complaint) => Err(Problem::content(complaint)),
        None => Ok(()),
    }
}

/// Checks a document, or files such as PDF and DOCX, against the index.
///
/// Files are sent as a form. Those that cannot be read are named in `failures` of the report.
#[utoipa::path(
    post,
    path = "/v1/check",
    tag = "checks",
    request_body(content((Text = "application/json"), (FileForm = "multipart/form-data"))),
    responses(
        (status = 200, description = "A report, as `ibid check --format json` writes it", body = serde_json::Value),
        Refused,
    )
)]
pub(crate) async fn check(
    State(service): State<Arc<Service>>,
    Extension(client): Extension<Client>,
    body: JsonOrFiles<Text>,
) -> Result<Response, Problem> {
    match body {
        JsonOrFiles::Json(text) => {
            refuse(text.complaint())?;
            service.run(client, move |checks, stop| checks.check(&text, stop)).await
        }
        JsonOrFiles::Files(Files { files, options }) => {
            service.run(client, move |checks, stop| checks.check_files(&files, options, stop)).await
        }
    }
}

/// Two documents.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pair {
    /// The one that may have copied.
    a: Text,
    /// The one that may be its source.
    b: Text,
}

/// Compares two documents, passage by passage.
#[utoipa::path(
    post,
    path = "/v1/compare",
    tag = "checks",
    request_body = Pair,
    responses(
        (status = 200, description = "A report, as `ibid compare --format json` writes it", body = serde_json::Value),
        Refused,
    )
)]
pub(crate) async fn compare(
    State(service): State<Arc<Service>>,
    Extension(client): Extension<Client>,
    JsonBody(pair): JsonBody<Pair>,
) -> Result<Response, Problem> {
    refuse(pair.a.complaint())?;
    refuse(pair.b.complaint())?;
    service.run(client, move |checks, stop| checks.compare(&pair.a, &pair.b, stop)).await
}

/// Traces a quotation: its carriers in the index, by date.
#[utoipa::path(
    post,
    path = "/v1/trace",
    tag = "checks",
    request_body = Quote,
    responses(
        (status = 200, description = "A trace, as `ibid trace --format json` writes it", body = serde_json::Value),
        Refused,
    )
)]
pub(crate) async fn trace(
    State(service): State<Arc<Service>>,
    Extension(client): Extension<Client>,
    JsonBody(quote): JsonBody<Quote>,
) -> Result<Response, Problem> {
    refuse(quote.complaint())?;
    service.run(client, move |checks, stop| checks.trace(&quote, stop)).await
}

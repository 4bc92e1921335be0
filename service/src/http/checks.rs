//! Copied sentences: a document against the index, two documents, a quotation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Service;
use super::body::JsonBody;
use super::problem::{Problem, Refused};
use crate::texts::{Checks, Quote, Refusal, Text};

/// The checks that may wait for their turn.
const MOST_WAITING: usize = 64;

/// Checks take a thread each: some run at once, and some wait. Of jobs this many wait beside them: a check comes after one
/// document of each of those at most, however many jobs there are.
pub(crate) struct Turns {
    permits: Arc<Semaphore>,
    jobs: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// A turn, as long as this is there.
pub(crate) struct Turn {
    _check: OwnedSemaphorePermit,
    _job: Option<OwnedSemaphorePermit>,
}

impl Turns {
    pub(crate) fn new(at_once: usize) -> Turns {
        let semaphore = || Arc::new(Semaphore::new(at_once.max(1)));
        Turns { permits: semaphore(), jobs: semaphore(), waiting: AtomicUsize::new(0) }
    }

    /// Waits for this many turns at once.
    #[cfg(test)]
    pub(crate) async fn all(&self, turns: u32) {
        drop(self.permits.acquire_many(turns).await);
    }

    /// Waits for a turn.
    pub(crate) async fn next(&self) -> Result<Turn, Problem> {
        /// Counts one less when the wait is over, or given up.
        struct Wait<'w>(&'w AtomicUsize);
        impl Drop for Wait<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _wait = Wait(&self.waiting);
        if before >= MOST_WAITING {
            return Err(Problem::unavailable(format!(
                "{before} checks wait already; send the request again later"
            )));
        }
        let check = self.permits.clone().acquire_owned().await;
        let check = check.map_err(|_| Problem::from(Refusal::Stopped))?;
        Ok(Turn { _check: check, _job: None })
    }

    /// Waits for a turn for one document of a job, as long as it takes.
    pub(crate) async fn next_of_job(&self) -> Result<Turn, Refusal> {
        let job = self.jobs.clone().acquire_owned().await.map_err(|_| Refusal::Stopped)?;
        let check = self.permits.clone().acquire_owned().await.map_err(|_| Refusal::Stopped)?;
        Ok(Turn { _check: check, _job: Some(job) })
    }
}

/// Stops a check when whoever asked is gone.
struct StopWhenGone(Arc<AtomicBool>);

impl Drop for StopWhenGone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Service {
    /// Runs a check on a thread of its own, when it is its turn.
    pub(crate) async fn run(
        self: &Arc<Service>,
        ask: impl FnOnce(&dyn Checks, &AtomicBool) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Result<Vec<u8>, Problem> {
        let turn = self.turns.next().await?;
        let gone = StopWhenGone(Arc::default());
        Ok(self.run_with(turn, gone.0.clone(), ask).await?)
    }

    /// Runs a check on a thread of its own, until it is told to stop.
    pub(crate) async fn run_with(
        self: &Arc<Service>,
        turn: Turn,
        stop: Arc<AtomicBool>,
        ask: impl FnOnce(&dyn Checks, &AtomicBool) -> Result<Vec<u8>, Refusal> + Send + 'static,
    ) -> Result<Vec<u8>, Refusal> {
        let service = self.clone();
        let answer = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            ask(&*service.checks, &stop)
        });
        answer.await.unwrap_or(Err(Refusal::Stopped))
    }
}

/// The problem, if there is something to complain of.
pub(crate) fn refuse(complaint: Option<String>) -> Result<(), Problem> {
    complaint.map_or(Ok(()), |complaint| Err(Problem::content(complaint)))
}

fn json(body: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Checks a document against the index.
#[utoipa::path(
    post,
    path = "/v1/check",
    tag = "checks",
    request_body = Text,
    responses(
        (status = 200, description = "A report, as `ibid check --format json` writes it", body = serde_json::Value),
        Refused,
    )
)]
pub(crate) async fn check(
    State(service): State<Arc<Service>>,
    JsonBody(text): JsonBody<Text>,
) -> Result<Response, Problem> {
    refuse(text.complaint())?;
    service.run(move |checks, stop| checks.check(&text, stop)).await.map(json)
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
    JsonBody(pair): JsonBody<Pair>,
) -> Result<Response, Problem> {
    refuse(pair.a.complaint().or_else(|| pair.b.complaint()))?;
    service.run(move |checks, _| checks.compare(&pair.a, &pair.b)).await.map(json)
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
    JsonBody(quote): JsonBody<Quote>,
) -> Result<Response, Problem> {
    refuse(quote.complaint())?;
    service.run(move |checks, _| checks.trace(&quote)).await.map(json)
}

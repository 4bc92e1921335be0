//! Long work: many checks, with progress, and an end before the end.
//!
//! A job lives in memory, and its results in a file without a name; both are gone when the service stops, or an hour after
//! the job ended.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::Service;
use super::body::{JsonBody, Named};
use super::checks::refuse;
use super::problem::{Problem, Refused};
use crate::texts::{Checks, Quote, Refusal, Text};

/// The jobs that are known at once, running or ended.
const MOST_JOBS: usize = 64;
/// How long the results of a job are kept after its end.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// The documents or quotations of a job.
const MOST_PIECES: usize = 10_000;
/// The bytes of the results that are read at once.
const CHUNK: u64 = 64 << 10;

/// What is to be done.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Work {
    /// Documents to be checked against the index.
    Check(Vec<Text>),
    /// Quotations to be traced.
    Trace(Vec<Quote>),
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// It waits or runs.
    Running,
    /// All results are there.
    Done,
    /// It was cancelled; the results until then are there.
    Cancelled,
    /// The service could not go on; the results until then are there.
    Failed,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Job {
    /// Its id.
    id: String,
    /// How far it is.
    status: Status,
    /// The documents or quotations that have a result.
    done: usize,
    /// All of them.
    all: usize,
}

/// An event.
#[derive(Serialize, utoipa::ToSchema)]
struct Progress {
    /// `progress`.
    event: String,
    /// The job, as JSON.
    data: String,
}

/// A job with what it takes to end it and to get its results.
struct Running {
    progress: watch::Receiver<Job>,
    stop: Arc<AtomicBool>,
    results: Arc<Mutex<File>>,
    ended: Arc<Mutex<Option<Instant>>>,
}

/// The jobs by id.
#[derive(Default)]
pub(crate) struct Jobs {
    jobs: Mutex<BTreeMap<String, Running>>,
    is_stopping: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// Makes room for one more: jobs that ended long ago are forgotten.
    fn insert(&self, id: String, job: Running) -> Result<(), Problem> {
        let mut jobs = lock(&self.jobs);
        if self.is_stopping.load(Ordering::Relaxed) {
            return Err(Problem::from(Refusal::Stopped));
        }
        jobs.retain(|_, job| lock(&job.ended).is_none_or(|ended| ended.elapsed() < KEPT));
        if jobs.len() >= MOST_JOBS {
            let detail = format!("there are {MOST_JOBS} jobs; delete one whose results you have");
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, detail));
        }
        jobs.insert(id, job);
        Ok(())
    }

    fn with<T>(&self, id: &str, ask: impl FnOnce(&Running) -> T) -> Result<T, Problem> {
        lock(&self.jobs)
            .get(id)
            .map(ask)
            .ok_or_else(|| Problem::not_found("there is no job with this id, or its results were given up"))
    }

    /// The progress of a job.
    #[cfg(test)]
    pub(crate) fn progress(&self, id: &str) -> watch::Receiver<Job> {
        lock(&self.jobs)[id].progress.clone()
    }

    /// Ends all, and takes no more.
    pub(crate) fn stop(&self) {
        let jobs = lock(&self.jobs);
        self.is_stopping.store(true, Ordering::Relaxed);
        jobs.values().for_each(|job| job.stop.store(true, Ordering::Relaxed));
    }
}

/// Begins a job: many checks or traces, whose results are lines of JSON in the same order.
#[utoipa::path(
    post,
    path = "/v1/jobs",
    tag = "jobs",
    request_body = Work,
    responses(
        (status = 202, description = "The job, which waits or runs", body = Job),
        Refused,
    )
)]
pub(crate) async fn post(
    State(service): State<Arc<Service>>,
    JsonBody(work): JsonBody<Work>,
) -> Result<Response, Problem> {
    let all = work.len();
    if all == 0 {
        return Err(Problem::content("the job has nothing to do; give at least one document or quotation"));
    }
    if all > MOST_PIECES {
        let detail = format!(
            "the job has {all} documents or quotations; at most {MOST_PIECES} are one job: send the rest in others"
        );
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
    }
    let wrong = (0..all)
        .find_map(|number| Some(format!("the {}. of the job: {}", number + 1, work.complaint(number)?)));
    refuse(wrong)?;
    let no_file = |error: std::io::Error| {
        tracing::error!(%error, "no file for the results of a job");
        Problem::unavailable("there is no room for the results now; send the request again later")
    };
    let results = Arc::new(Mutex::new(tempfile::tempfile().map_err(no_file)?));
    let id = uuid::Uuid::new_v4().to_string();
    let job = Job { id: id.clone(), status: Status::Running, done: 0, all };
    let (progress, seen) = watch::channel(job.clone());
    let running =
        Running { progress: seen, stop: Arc::default(), results: results.clone(), ended: Arc::default() };
    let (stop, ended) = (running.stop.clone(), running.ended.clone());
    service.jobs.insert(id.clone(), running)?;
    tokio::spawn(async move {
        let status = work_on(&service, work, &stop, &results, &progress).await;
        *lock(&ended) = Some(Instant::now());
        progress.send_modify(|job| job.status = status);
    });
    let location = HeaderValue::from_str(&format!("/v1/jobs/{id}"));
    let mut response = (StatusCode::ACCEPTED, Json(job)).into_response();
    if let Ok(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// Does the work one by one, so that others get their turn between.
async fn work_on(
    service: &Arc<Service>,
    work: Work,
    stop: &Arc<AtomicBool>,
    results: &Arc<Mutex<File>>,
    progress: &watch::Sender<Job>,
) -> Status {
    let work = Arc::new(work);
    for number in 0..work.len() {
        let turn = service.turns.next_of_job().await;
        let Ok(turn) = turn else { return Status::Cancelled };
        if stop.load(Ordering::Relaxed) {
            return Status::Cancelled;
        }
        let one = work.clone();
        let answer =
            service.run_with(turn, stop.clone(), move |checks, stop| one.answer(number, checks, stop)).await;
        let mut line = match answer {
            Ok(answer) => answer,
            Err(Refusal::Stopped) => return Status::Cancelled,
            Err(refusal) => serde_json::to_vec(&Problem::from(refusal)).unwrap_or_default(),
        };
        // An answer may go over lines, but no string in it does.
        line.retain(|&b| b != b'\n');
        line.push(b'\n');
        if let Err(error) = lock(results).write_all(&line) {
            tracing::error!(%error, "the results of a job cannot be written");
            return Status::Failed;
        }
        progress.send_modify(|job| job.done += 1);
    }
    Status::Done
}

impl Work {
    fn len(&self) -> usize {
        match self {
            Work::Check(texts) => texts.len(),
            Work::Trace(quotes) => quotes.len(),
        }
    }

    fn complaint(&self, number: usize) -> Option<String> {
        match self {
            Work::Check(texts) => texts[number].complaint(),
            Work::Trace(quotes) => quotes[number].complaint(),
        }
    }

    fn answer(&self, number: usize, checks: &dyn Checks, stop: &AtomicBool) -> Result<Vec<u8>, Refusal> {
        match self {
            Work::Check(texts) => checks.check(&texts[number], stop),
            Work::Trace(quotes) => checks.trace(&quotes[number]),
        }
    }
}

/// How far a job is.
#[utoipa::path(
    get,
    path = "/v1/jobs/{id}",
    tag = "jobs",
    params(("id" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "The job", body = Job),
        Refused,
    )
)]
pub(crate) async fn get(State(service): State<Arc<Service>>, Named(id): Named) -> Result<Json<Job>, Problem> {
    service.jobs.with(&id, |job| Json(job.progress.borrow().clone()))
}

/// The progress of a job, as it is made: server-sent events `progress`, each with the job, the last when it has ended.
#[utoipa::path(
    get,
    path = "/v1/jobs/{id}/events",
    tag = "jobs",
    params(("id" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "Events", body = Progress, content_type = "text/event-stream"),
        Refused,
    )
)]
pub(crate) async fn events(
    State(service): State<Arc<Service>>,
    Named(id): Named,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let mut progress = service.jobs.with(&id, |job| job.progress.clone())?;
    progress.mark_changed();
    let events = futures_util::stream::unfold((progress, false), |(mut progress, is_over)| async move {
        if is_over || progress.changed().await.is_err() {
            return None;
        }
        let job = progress.borrow_and_update().clone();
        let data = serde_json::to_string(&job).unwrap_or_default();
        Some((Ok(Event::default().event("progress").data(data)), (progress, job.status != Status::Running)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// The results of a job that has ended: a line of JSON for each document or quotation, a problem where there is none.
#[utoipa::path(
    get,
    path = "/v1/jobs/{id}/result",
    tag = "jobs",
    params(("id" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "The results", body = String, content_type = "application/x-ndjson"),
        Refused,
    )
)]
pub(crate) async fn result(
    State(service): State<Arc<Service>>,
    Named(id): Named,
) -> Result<Response, Problem> {
    let (status, results) =
        service.jobs.with(&id, |job| (job.progress.borrow().status, job.results.clone()))?;
    if status == Status::Running {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "the job still runs; its events say when it has ended",
        ));
    }
    let chunks = futures_util::stream::try_unfold(0, move |at| {
        let results = results.clone();
        async move {
            let read = tokio::task::spawn_blocking(move || read_at(&mut lock(&results), at)).await;
            let chunk = read.map_err(std::io::Error::other)??;
            let end = at + chunk.len() as u64;
            Ok::<_, std::io::Error>((!chunk.is_empty()).then_some((chunk, end)))
        }
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(chunks)).into_response())
}

/// Some bytes of the results; none at their end.
fn read_at(results: &mut File, at: u64) -> std::io::Result<Vec<u8>> {
    results.seek(SeekFrom::Start(at))?;
    let mut chunk = vec![];
    results.take(CHUNK).read_to_end(&mut chunk)?;
    Ok(chunk)
}

/// Ends a job, and forgets it.
#[utoipa::path(
    delete,
    path = "/v1/jobs/{id}",
    tag = "jobs",
    params(("id" = String, Path, description = "The job's id")),
    responses(
        (status = 204, description = "It is ended and forgotten"),
        Refused,
    )
)]
pub(crate) async fn delete(
    State(service): State<Arc<Service>>,
    Named(id): Named,
) -> Result<StatusCode, Problem> {
    service.jobs.with(&id, |job| job.stop.store(true, Ordering::Relaxed))?;
    lock(&service.jobs.jobs).remove(&id);
    Ok(StatusCode::NO_CONTENT)
}

//! Jobs: many checks or traces, with progress and cancellation.
//!
//! A job lives in memory, its results in a file without a name. Both are gone when the service stops, an hour after the
//! job ended, or earlier if newer results need the room. Everything is bounded: the number of jobs, the bytes of their
//! inputs ([`JobLimits`]), the time for one document, and the bytes of the results, including those still being read.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::Service;
use super::body::Named;
use super::checks::CheckAnswer;
use super::form::{FileForm, Files, JsonOrFiles};
use super::located;
use super::problem::{Problem, Refused};
use crate::checks::{Checks, FileOptions, Quote, Refusal, SentFile, Text};
use crate::mutex::lock;

/// The most jobs that are known at once, running or ended.
const MOST_JOBS: usize = 64;
/// The time for which the results of a job are kept after its end.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// The most documents or quotations of a job.
const MOST_PIECES: usize = 10_000;
/// The bytes of results that are read at a time.
const CHUNK: u64 = 64 << 10;
/// The unit in which inputs are counted, in bytes.
const UNIT: usize = 1 << 10;

/// The byte limits of jobs.
#[derive(Clone, Copy, Debug)]
pub struct JobLimits {
    /// The inputs of all waiting and running jobs, in memory.
    pub inputs: usize,
    /// The results of one job, in a file.
    pub result: u64,
    /// The results of all jobs.
    pub results: u64,
}

impl Default for JobLimits {
    fn default() -> JobLimits {
        JobLimits { inputs: 64 << 20, result: 128 << 20, results: 1 << 30 }
    }
}

/// What is to be done.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Work {
    /// Documents to be checked against the index.
    Check(Vec<Text>),
    /// Quotations to be traced.
    Trace(Vec<Quote>),
    /// Files to be checked, which come in a form.
    #[serde(skip)]
    Files(Files),
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
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// An event.
#[derive(Serialize, utoipa::ToSchema)]
struct Progress {
    /// `progress`.
    event: String,
    /// The job, as JSON.
    data: String,
}

/// A job, with the means to end it and to read its results.
struct Running {
    progress: watch::Receiver<Job>,
    stop: watch::Sender<bool>,
    results: Arc<Results>,
    ended: Arc<Mutex<Option<Instant>>>,
}

/// The results of a job.
struct Results {
    file: Mutex<File>,
    bytes: AtomicU64,
    /// The total bytes of the results of all jobs.
    of_all: Arc<AtomicU64>,
}

impl Drop for Results {
    /// Frees the room of a file when nothing reads it any more.
    fn drop(&mut self) {
        self.of_all.fetch_sub(self.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// The jobs by id.
pub(crate) struct Jobs {
    jobs: Mutex<BTreeMap<String, Running>>,
    is_stopping: AtomicBool,
    limits: JobLimits,
    /// The free room for inputs.
    inputs: Arc<Semaphore>,
    /// The total bytes of all results.
    results: Arc<AtomicU64>,
}

impl Jobs {
    pub(crate) fn new(limits: JobLimits) -> Jobs {
        let inputs = Arc::new(Semaphore::new((limits.inputs / UNIT).min(Semaphore::MAX_PERMITS)));
        Jobs {
            jobs: Mutex::default(),
            is_stopping: AtomicBool::default(),
            limits,
            inputs,
            results: Arc::default(),
        }
    }

    /// Reserves room for the inputs of a job while it runs.
    fn take_room(&self, work: &Work) -> Result<OwnedSemaphorePermit, Problem> {
        let bytes = work.bytes();
        let most = self.limits.inputs;
        if bytes > most {
            let detail =
                format!("the job has {bytes} bytes of inputs; at most {most} are one job: send it in parts");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
        }
        let units = u32::try_from(bytes.div_ceil(UNIT).min(most / UNIT)).unwrap_or(u32::MAX);
        let Ok(room) = self.inputs.clone().try_acquire_many_owned(units) else {
            let detail = format!(
                "jobs that wait or run may have {most} bytes of inputs together, and this one has {bytes}; send it again \
                 when others have ended"
            );
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, detail));
        };
        Ok(room)
    }

    /// Reserves room for a line of results. The oldest results of other jobs are dropped for it.
    fn take_room_of_results(&self, results: &Results, bytes: u64) -> Result<(), String> {
        let JobLimits { result, results: most, .. } = self.limits;
        if results.bytes.load(Ordering::Relaxed) + bytes > result {
            return Err(format!(
                "its results have more than {result} bytes; those until then are there: send the rest in another job"
            ));
        }
        while self.results.load(Ordering::Relaxed) + bytes > most {
            if !self.forget_oldest() {
                return Err(format!(
                    "the results of all jobs have more than {most} bytes; those until then are there: send the rest when \
                     others were deleted"
                ));
            }
        }
        results.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.results.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Forgets the job that ended first. Returns false if none has ended.
    fn forget_oldest(&self) -> bool {
        let mut jobs = lock(&self.jobs);
        let ended = jobs.iter().filter_map(|(id, job)| Some(((*lock(&job.ended))?, id.clone())));
        let Some((_, oldest)) = ended.min() else { return false };
        jobs.remove(&oldest).is_some()
    }

    /// Adds a job, unless there are too many. Jobs that ended more than an hour ago are forgotten first.
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
        match lock(&self.jobs).get(id) {
            Some(job) => Ok(ask(job)),
            None => Err(Problem::not_found("there is no job with this id, or its results were given up")),
        }
    }

    /// Returns the total bytes of all results.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        self.results.load(Ordering::Relaxed)
    }

    /// Returns the progress of a job.
    #[cfg(test)]
    pub(crate) fn progress(&self, id: &str) -> watch::Receiver<Job> {
        lock(&self.jobs)[id].progress.clone()
    }

    /// Ends all jobs, and accepts no more.
    pub(crate) fn stop(&self) {
        let jobs = lock(&self.jobs);
        self.is_stopping.store(true, Ordering::Relaxed);
        for job in jobs.values() {
            job.stop.send_replace(true);
        }
    }
}

/// Begins a job: many checks or traces, whose results are lines of JSON in the same order.
///
/// Files are sent as a form, as to `/v1/check`. Each has a line of its own; files that are checked among each other have one
/// together.
#[utoipa::path(
    post,
    path = "/v1/jobs",
    tag = "jobs",
    request_body(content((Work = "application/json"), (FileForm = "multipart/form-data"))),
    responses(
        (status = 202, description = "The job, which waits or runs", body = Job),
        Refused,
    )
)]
pub(crate) async fn post(
    State(service): State<Arc<Service>>,
    body: JsonOrFiles<Work>,
) -> Result<Response, Problem> {
    let work = match body {
        JsonOrFiles::Json(work) => work,
        JsonOrFiles::Files(files) => Work::Files(files),
    };
    work.check()?;
    let room = service.jobs.take_room(&work)?;
    let results = Arc::new(Results {
        file: Mutex::new(results_file()?),
        bytes: AtomicU64::new(0),
        of_all: service.jobs.results.clone(),
    });
    let id = uuid::Uuid::new_v4().to_string();
    let job = Job { id: id.clone(), status: Status::Running, done: 0, all: work.len(), problem: None };
    let (progress, seen) = watch::channel(job.clone());
    let (stop, stopped) = watch::channel(false);
    let running = Running { progress: seen, stop, results: results.clone(), ended: Arc::default() };
    let ended = running.ended.clone();
    service.jobs.insert(id.clone(), running)?;
    let task = Task { progress, stopped, results };
    tokio::spawn(async move {
        let (status, problem) = task.work_on(&service, work).await;
        drop(room);
        *lock(&ended) = Some(Instant::now());
        task.progress.send_modify(|job| (job.status, job.problem) = (status, problem));
    });
    Ok(located(&format!("/v1/jobs/{id}"), (StatusCode::ACCEPTED, Json(job))))
}

/// Makes a file without a name for the results of a job.
fn results_file() -> Result<File, Problem> {
    tempfile::tempfile().map_err(|error| {
        tracing::error!(%error, "no file for the results of a job");
        Problem::unavailable("there is no room for the results now; send the request again later")
    })
}

/// A job that is being done.
struct Task {
    progress: watch::Sender<Job>,
    stopped: watch::Receiver<bool>,
    results: Arc<Results>,
}

impl Task {
    /// Does the work piece by piece, so that others get their turn in between. Returns the final status, and the reason
    /// if it failed.
    async fn work_on(&self, service: &Arc<Service>, work: Work) -> (Status, Option<String>) {
        let work = Arc::new(work);
        for number in 0..work.len() {
            let mut stopped = self.stopped.clone();
            let answer = tokio::select! {
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => return (Status::Cancelled, None),
                answer = one(service, work.clone(), number) => answer,
            };
            let mut line = match answer {
                Ok(answer) => answer,
                Err(Refusal::Stopped) => return (Status::Cancelled, None),
                Err(refusal) => serde_json::to_vec(&Problem::from(refusal)).unwrap_or_default(),
            };
            // An answer may have several lines, but no string in it contains a line feed.
            line.retain(|&b| b != b'\n');
            line.push(b'\n');
            if let Err(problem) = self.write(service, &line) {
                return (Status::Failed, Some(problem));
            }
            self.progress.send_modify(|job| job.done += 1);
        }
        (Status::Done, None)
    }

    /// Appends a line to the results.
    fn write(&self, service: &Service, line: &[u8]) -> Result<(), String> {
        service.jobs.take_room_of_results(&self.results, line.len() as u64)?;
        if let Err(error) = lock(&self.results.file).write_all(line) {
            tracing::error!(%error, "the results of a job cannot be written");
            return Err("there is no room for the results on the disk; those until then are there".to_owned());
        }
        Ok(())
    }
}

/// Returns the answer for one document or quotation, within the time limit of a request.
async fn one(service: &Arc<Service>, work: Arc<Work>, number: usize) -> Result<Vec<u8>, Refusal> {
    let turn = service.turns.next_of_job().await?;
    let time = service.settings.time;
    let answer = service.run_with(turn, move |checks, stop| work.answer(number, checks, stop));
    match tokio::time::timeout(time, answer).await {
        Ok(answer) => answer,
        Err(_) => {
            let late = format!("no answer within {} s; send it in parts", time.as_secs_f64());
            Err(Refusal::Unavailable(late))
        }
    }
}

impl Work {
    fn len(&self) -> usize {
        match self {
            Work::Check(texts) => texts.len(),
            Work::Trace(quotes) => quotes.len(),
            Work::Files(Files { options: FileOptions { among: true }, .. }) => 1,
            Work::Files(Files { files, .. }) => files.len(),
        }
    }

    /// Refuses work that is empty, too much, or wrong in a piece.
    fn check(&self) -> Result<(), Problem> {
        let all = self.len();
        if all == 0 {
            let detail = "the job has nothing to do; give at least one document or quotation";
            return Err(Problem::content(detail));
        }
        if all > MOST_PIECES {
            let detail = format!(
                "the job has {all} documents or quotations; at most {MOST_PIECES} are one job: send the rest in others"
            );
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
        }
        for number in 0..all {
            if let Some(complaint) = self.complaint(number) {
                return Err(Problem::content(format!("the {}. of the job: {complaint}", number + 1)));
            }
        }
        Ok(())
    }

    fn complaint(&self, number: usize) -> Option<String> {
        match self {
            Work::Check(texts) => texts[number].complaint(),
            Work::Trace(quotes) => quotes[number].complaint(),
            Work::Files(_) => None,
        }
    }

    /// Returns its size in memory in bytes.
    fn bytes(&self) -> usize {
        match self {
            Work::Check(texts) => texts.iter().map(Text::bytes).sum(),
            Work::Trace(quotes) => quotes.iter().map(Quote::bytes).sum(),
            Work::Files(Files { files, .. }) => files.iter().map(SentFile::bytes).sum(),
        }
    }

    fn answer(&self, number: usize, checks: &Checks, stop: &Arc<AtomicBool>) -> Result<CheckAnswer, Refusal> {
        match self {
            Work::Check(texts) => checks.check(&texts[number], stop).map(CheckAnswer::from),
            Work::Trace(quotes) => checks.trace(&quotes[number], stop).map(CheckAnswer::from),
            Work::Files(Files { files, options }) => {
                let files = if options.among { &files[..] } else { std::slice::from_ref(&files[number]) };
                checks.check_files(files, *options, stop).map(CheckAnswer::from)
            }
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
            let read = tokio::task::spawn_blocking(move || read_at(&mut lock(&results.file), at)).await;
            let chunk = read.map_err(std::io::Error::other)??;
            let end = at + chunk.len() as u64;
            Ok::<_, std::io::Error>((!chunk.is_empty()).then_some((chunk, end)))
        }
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(chunks)).into_response())
}

/// Reads a chunk of the results; empty at their end.
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
    service.jobs.with(&id, |job| job.stop.send_replace(true))?;
    lock(&service.jobs.jobs).remove(&id);
    Ok(StatusCode::NO_CONTENT)
}

//! The service over HTTP.
//!
//! Every request passes the same layers, from the outside in: a request id, the log and the figures, errors as problem
//! documents, a time limit, tokens and rates, and the decompression of bodies, whose limits count decompressed bytes.

mod access;
mod articles;
mod body;
mod checks;
mod connections;
mod docs;
mod documents;
mod figures;
mod form;
mod health;
mod jobs;
mod problem;
mod room;
mod run;
mod unpack;
#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{self, Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tracing::Instrument;

pub use access::{Access, AccessHints, Right, Token};
pub use jobs::JobLimits;
pub use run::{Listening, Tls};

use self::articles::Signatures;
use self::figures::Figures;
use self::jobs::Jobs;
use self::problem::Problem;
use crate::checks::Checks;
use crate::register::{MatchBy, Register};
use crate::signature::Signer;

/// The settings of the service, with its limits.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The properties that may show that an article repeats another.
    pub match_by: MatchBy,
    /// The most bytes of a body, decompressed.
    pub body: usize,
    /// The time limit for an answer, and for a client that reads nothing of it.
    pub time: Duration,
    /// The most connections at once; others are closed.
    pub connections: usize,
    /// The most checks of one client at once; others wait.
    pub checks: usize,
    /// The memory for signatures of texts, in bytes.
    pub signatures: u64,
    /// The byte limits of jobs.
    pub jobs: JobLimits,
}

impl Default for Settings {
    fn default() -> Settings {
        let checks = std::thread::available_parallelism().map_or(1, usize::from);
        let time = Duration::from_secs(30);
        let match_by = MatchBy::default();
        Settings {
            match_by,
            body: 8 << 20,
            time,
            connections: 512,
            checks,
            signatures: 64 << 20,
            jobs: JobLimits::default(),
        }
    }
}

/// The shared state of the service.
pub struct Service {
    register: Register,
    signer: Arc<Signer>,
    checks: Checks,
    signatures: Signatures,
    access: Access,
    settings: Settings,
    figures: Figures,
    turns: checks::Turns,
    room: room::Room,
    jobs: Jobs,
}

impl Service {
    /// Makes a service that gives ids from `register`. Its fingerprints must come from `signer`.
    pub fn new(
        register: Register,
        signer: Arc<Signer>,
        checks: Checks,
        access: Access,
        settings: Settings,
    ) -> Service {
        Service {
            register,
            signer,
            checks,
            signatures: Signatures::new(settings.signatures),
            access,
            settings,
            figures: Figures::new(),
            turns: checks::Turns::new(settings.checks),
            room: room::Room::new(settings.body),
            jobs: Jobs::new(settings.jobs),
        }
    }
}

impl Service {
    /// Ends all jobs, so that the service can stop.
    fn stop(&self) {
        self.jobs.stop();
    }
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Returns the router of all paths, without a socket.
pub fn router(service: Arc<Service>) -> Router {
    let body = service.settings.body;
    let may = |right| from_fn_with_state((service.clone(), right), access::guard);
    let timed = |routes: MethodRouter<Arc<Service>>| {
        let in_room = from_fn_with_state(service.clone(), room::in_room);
        routes.layer(in_room).layer(from_fn_with_state(service.settings.time, in_time))
    };
    let write = Router::new()
        .route("/docId/getDocId", timed(get(articles::get_doc_id)))
        .route("/v1/documents", timed(post(documents::post)))
        .route("/v1/documents/{id}", timed(axum::routing::put(documents::put).delete(documents::delete)))
        .route_layer(may(Some(Right::Write)));
    let read = Router::new()
        .route("/v1/documents/{id}", timed(get(documents::get)))
        .route("/metrics", timed(get(health::metrics)))
        .route_layer(may(Some(Right::Read)));
    let check = Router::new()
        .route("/v1/check", timed(post(checks::check)))
        .route("/v1/compare", timed(post(checks::compare)))
        .route("/v1/trace", timed(post(checks::trace)))
        .route("/v1/jobs", timed(post(jobs::post)))
        .route("/v1/jobs/{id}", timed(get(jobs::get).delete(jobs::delete)))
        .route("/v1/jobs/{id}/events", get(jobs::events))
        .route("/v1/jobs/{id}/result", get(jobs::result))
        .route_layer(may(Some(Right::Check)));
    let open = Router::new()
        .route("/", get(|| async { Redirect::temporary("/docs/") }))
        .route("/health/live", get(health::live))
        .route("/health/ready", timed(get(health::ready)))
        .merge(docs::routes())
        .route_layer(may(None));
    Router::new()
        .merge(write)
        .merge(read)
        .merge(check)
        .merge(open)
        .layer(DefaultBodyLimit::max(body))
        .layer(middleware::from_fn(unpack::unpack))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(access::one_host))
        .layer(map_response(problem::complete))
        .layer(from_fn_with_state(service.clone(), observe))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        .layer(middleware::map_request(plain_request_id))
        .with_state(service)
}

/// Drops a request id that is sent with a request, unless it is safe in a log.
async fn plain_request_id(mut request: Request) -> Request {
    if let Some(id) = request.headers().get(REQUEST_ID)
        && (id.len() > 64 || !id.as_bytes().iter().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(b)))
    {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

/// The most characters of a path in the log.
const LOGGED_PATH: usize = 1024;

/// Logs and counts each answer.
async fn observe(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let _running = service.figures.asked();
    let method = request.method().to_string();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let path: String = request.uri().path().chars().take(LOGGED_PATH).collect();
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
    let span = tracing::info_span!("request", id, method, path, route, client = tracing::field::Empty);
    let response = next.run(request).instrument(span.clone()).await;
    let (status, time) = (response.status().as_u16(), start.elapsed());
    span.in_scope(|| tracing::info!(status, milliseconds = time.as_secs_f64() * 1e3, "answered"));
    service.figures.answered(&method, &route, status, time);
    response
}

/// Answers with a problem if a request takes too long.
async fn in_time(State(time): State<Duration>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(time, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let detail =
                format!("no answer within {} s; send less at once, or make a job of it", time.as_secs_f64());
            Problem::unavailable(detail).into_response()
        }
    }
}

/// Answers with the path of what the request has made.
fn located(path: &str, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    if let Ok(location) = HeaderValue::from_str(path) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// Turns a panic, which is a bug, into the failure of one request.
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let said =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(said, "a bug");
    Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "a bug in the service; its log has more")
        .into_response()
}

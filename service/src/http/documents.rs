//! Articles one by one and in bulk.

use std::pin::pin;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde::Serialize;

use super::articles::Answer;
use super::body::{JsonBody, Lines, Named, kind, parse};
use super::problem::{Problem, Refused};
use super::{Service, located};
use crate::article::Article;
use crate::checks::Refusal;
use crate::docid::DocId;
use crate::register::Known;

/// The most lines of one body that wait for a decision at once.
const AT_ONCE: usize = 256;
const NDJSON: &str = "application/x-ndjson";
/// The media types of NDJSON, which has no registered name.
const KINDS_OF_NDJSON: [&str; 4] =
    [NDJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines"];

/// What is known of an article.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Document {
    /// Its own id.
    id: String,
    /// The id that it shares with all articles that say the same.
    #[schema(value_type = String, example = "cdd71f57317390e7-ad7b2a053b6e4176")]
    doc_id: DocId,
    /// How often it was sent.
    #[schema(minimum = 1)]
    sent: u64,
    /// When it was first sent, in milliseconds since 1970.
    first_sent: i64,
    /// When it was last sent.
    last_sent: i64,
    /// The number of different articles with this `docId`.
    #[schema(minimum = 1)]
    articles: u64,
    /// The one that is kept of them: the one sent most often. None after that one was deleted, until the next is sent.
    article: Option<Article>,
}

impl Document {
    fn of(id: String, known: Known) -> Document {
        Document {
            id,
            doc_id: known.doc,
            sent: known.sent,
            first_sent: known.first,
            last_sent: known.last,
            articles: known.members,
            article: known.article,
        }
    }
}

/// Gives one article its `docId`, or many: one on each line of NDJSON, with a line of the answer for each, in order.
#[utoipa::path(
    post,
    path = "/v1/documents",
    tag = "documents",
    request_body(content((Article = "application/json"), (String = "application/x-ndjson"))),
    responses(
        (status = 200, description = "Its docId, which it was given before; or the answers, a line each",
            content((Answer = "application/json"), (String = "application/x-ndjson"))),
        (status = 201, description = "Its docId; the article was not sent before", body = Answer),
        Refused,
    )
)]
pub(crate) async fn post(State(service): State<Arc<Service>>, request: Request) -> Result<Response, Problem> {
    if KINDS_OF_NDJSON.contains(&&*kind(request.headers())) {
        let Lines(lines) = Lines::from_request(request, &()).await?;
        return Ok(bulk(&service, lines).await);
    }
    let JsonBody(article) = JsonBody::from_request(request, &()).await?;
    service.assign(article, false).await.map(created)
}

fn created(answer: Answer) -> Response {
    if !answer.is_new {
        return Json(answer).into_response();
    }
    let escaped: String = answer.id().bytes().map(escape).collect();
    located(&format!("/v1/documents/{escaped}"), (StatusCode::CREATED, Json(answer)))
}

/// Escapes a byte for a path.
fn escape(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

/// Answers each line, in order.
async fn bulk(service: &Arc<Service>, lines: Vec<(usize, Bytes)>) -> Response {
    let mut out = vec![];
    let answers = stream::iter(lines).map(|(number, line)| answer_line(service, number, line));
    let mut answers = pin!(answers.buffered(AT_ONCE));
    while let Some(answer) = answers.next().await {
        out.extend(answer);
        out.push(b'\n');
    }
    ([(header::CONTENT_TYPE, NDJSON)], out).into_response()
}

/// Answers one line with JSON.
async fn answer_line(service: &Arc<Service>, number: usize, line: Bytes) -> Vec<u8> {
    let answer = match parse(&line, "it") {
        Ok(article) => service.assign(article, false).await,
        Err(problem) => Err(problem),
    };
    let json = match answer {
        Ok(answer) => serde_json::to_vec(&answer),
        Err(problem) => serde_json::to_vec(&problem.of_line(number)),
    };
    // The values come from JSON, or are numbers or plain text.
    json.unwrap_or_default()
}

/// Sends an article under an id. Sending it again changes nothing; sending another one under this id keeps the `docId`.
#[utoipa::path(
    put,
    path = "/v1/documents/{id}",
    tag = "documents",
    params(("id" = String, Path, description = "The article's own id", min_length = 1, max_length = 256)),
    request_body = Article,
    responses(
        (status = 200, description = "Its docId", body = Answer),
        (status = 201, description = "Its docId; the article was not sent before", body = Answer),
        Refused,
    )
)]
pub(crate) async fn put(
    State(service): State<Arc<Service>>,
    Named(id): Named,
    JsonBody(mut article): JsonBody<Article>,
) -> Result<Response, Problem> {
    if !article.id.is_empty() && article.id != id {
        return Err(Problem::content(
            "the id in the path and the id in the body differ; leave out the one in the body",
        ));
    }
    article.id = id;
    service.assign(article, true).await.map(created)
}

/// What is known of an article.
#[utoipa::path(
    get,
    path = "/v1/documents/{id}",
    tag = "documents",
    params(("id" = String, Path, description = "The article's own id", min_length = 1, max_length = 256)),
    responses(
        (status = 200, description = "What is known of it", body = Document),
        Refused,
    )
)]
pub(crate) async fn get(
    State(service): State<Arc<Service>>,
    Named(id): Named,
) -> Result<Json<Document>, Problem> {
    let asked = id.clone();
    let known = tokio::task::spawn_blocking(move || service.register.get(&asked)).await;
    match known.or(Err(Refusal::Stopped))?? {
        Some(known) => Ok(Json(Document::of(id, known))),
        None => Err(unknown()),
    }
}

/// Forgets an article. The last of a `docId` takes that with it.
#[utoipa::path(
    delete,
    path = "/v1/documents/{id}",
    tag = "documents",
    params(("id" = String, Path, description = "The article's own id", min_length = 1, max_length = 256)),
    responses(
        (status = 204, description = "It is forgotten"),
        Refused,
    )
)]
pub(crate) async fn delete(
    State(service): State<Arc<Service>>,
    Named(id): Named,
) -> Result<StatusCode, Problem> {
    if service.register.remove(id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(unknown()) }
}

fn unknown() -> Problem {
    Problem::not_found("no article was sent with this id")
}

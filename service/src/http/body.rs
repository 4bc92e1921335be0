//! Readers of request bodies and queries, which report errors as problem documents.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use super::problem::Problem;

/// A JSON body.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Problem> {
        match &*kind(request.headers()) {
            "" | "application/json" => {}
            other => {
                let detail = format!("the body is {other:?}; send application/json");
                return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
            }
        }
        let bytes = Bytes::from_request(request, state).await.map_err(unread)?;
        parse(&bytes, "the body").map(JsonBody)
    }
}

/// The lines of an NDJSON body that are not empty, each with its number in the body.
pub(crate) struct Lines(pub(crate) Vec<(usize, Bytes)>);

/// The most lines of a body.
const MOST_LINES: usize = 10_000;

impl<S: Send + Sync> FromRequest<S> for Lines {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Lines, Problem> {
        let bytes = Bytes::from_request(request, state).await.map_err(unread)?;
        let mut lines = vec![];
        for (before, line) in without_bom(&bytes).split(|&b| b == b'\n').enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            if lines.len() == MOST_LINES {
                let detail = format!(
                    "the body has more than {MOST_LINES} lines; send the rest in requests of their own"
                );
                return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
            }
            lines.push((before + 1, bytes.slice_ref(line)));
        }
        Ok(Lines(lines))
    }
}

/// Returns the media type of a body in lower case, without its parameters.
pub(crate) fn kind(headers: &HeaderMap) -> String {
    let kind = match headers.get(header::CONTENT_TYPE) {
        Some(kind) => kind.to_str().unwrap_or("?"),
        None => "",
    };
    kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase()
}

/// Strips the byte order mark that some editors write.
fn without_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// Parses a JSON object; `what` names it in a problem.
pub(crate) fn parse<T: DeserializeOwned>(json: &[u8], what: &str) -> Result<T, Problem> {
    let json = without_bom(json);
    // A list would be read as the values of the fields in order.
    if json.trim_ascii_start().first() == Some(&b'[') {
        return Err(Problem::content(format!("{what} is a list; send an object, with names for its fields")));
    }
    serde_json::from_slice(json).map_err(|error| {
        let status = match error.classify() {
            serde_json::error::Category::Data => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        Problem::new(status, format!("{what} is not as it should be: {error}"))
    })
}

fn unread(rejection: BytesRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is larger than allowed; send less at once")
        }
        _ => Problem::new(
            StatusCode::BAD_REQUEST,
            "the body cannot be read: it ends early, or is not compressed as its Content-Encoding says",
        ),
    }
}

/// The query parameters of a request.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(query)) => Ok(Asked(query)),
            Err(error) => {
                let detail = format!("the query is not as it should be: {}", error.body_text());
                Err(Problem::new(StatusCode::BAD_REQUEST, detail))
            }
        }
    }
}

/// The id at the end of the path.
pub(crate) struct Named(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Problem> {
        let Ok(Path(name)) = Path::from_request_parts(parts, state).await else {
            let detail = "the id in the path is not UTF-8; write it as UTF-8, with %XX for each byte";
            return Err(Problem::new(StatusCode::BAD_REQUEST, detail));
        };
        Ok(Named(name))
    }
}

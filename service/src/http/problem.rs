//! Problem documents, as in RFC 9457.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::checks::Refusal;
use crate::store::Fault;

/// A problem document: what is wrong with a request, and what to change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Problem {
    /// The kind of problem. There are no pages about them: `about:blank`.
    #[serde(rename = "type")]
    #[schema(example = "about:blank")]
    kind: &'static str,
    /// The meaning of the status.
    #[schema(example = "Unprocessable Content")]
    title: &'static str,
    /// The status of the answer.
    #[schema(example = 422)]
    status: u16,
    /// What is wrong here, and what to do.
    #[schema(example = "url, title and content are all empty; send at least one of them")]
    detail: String,
}

/// What any request may be answered with, in place of what it asks for.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it describes answers, which are made of problems")]
pub(crate) enum Refused {
    /// What is wrong with the request
    #[response(status = "4XX", content_type = "application/problem+json")]
    Request(Problem),
    /// Not now
    #[response(status = 503, content_type = "application/problem+json")]
    Now(Problem),
}

const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");
/// The number of seconds after which to ask again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        Problem {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
        }
    }

    /// Makes the problem of a request that was understood and cannot be answered.
    pub(crate) fn content(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    pub(crate) fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, detail)
    }

    /// Adds the number of the line that has the problem.
    pub(crate) fn of_line(mut self, number: usize) -> Problem {
        // The parser counts lines within the line, so its line number is removed.
        self.detail = format!("line {number}: {}", self.detail.replace(" at line 1 column ", " at column "));
        self
    }

    /// Makes the problem of a service that is unavailable now.
    pub(crate) fn unavailable(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> u16 {
        self.status
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, PROBLEM_JSON);
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            headers.insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

impl From<Fault> for Problem {
    /// Logs the reason, and does not send it: it may name a path or a host.
    fn from(fault: Fault) -> Problem {
        tracing::warn!(%fault, "refused");
        Problem::unavailable(match fault {
            Fault::Unreachable { store, .. } => {
                format!("{store} cannot be reached now; send the request again later")
            }
            Fault::Unreadable { store, .. } => {
                format!(
                    "{store} holds what cannot be read; whoever runs the service finds the reason in its log"
                )
            }
            Fault::TooLarge { store, .. } => {
                format!("{store} refuses values of this size; send less at once")
            }
            Fault::Behind { store, .. } => {
                format!("{store} has more to do than it can; send the request again later")
            }
            Fault::Address { reason } => reason,
        })
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        match refusal {
            Refusal::Request(reason) => Problem::content(reason),
            Refusal::Unavailable(reason) => Problem::unavailable(reason),
            Refusal::Stopped => Problem::unavailable("the service is stopping; send the request again later"),
        }
    }
}

/// Turns an error without a problem document into one: errors of the router and of the layers.
pub(crate) async fn complete(response: Response) -> Response {
    let status = response.status();
    let is_problem = response.headers().get(header::CONTENT_TYPE) == Some(&PROBLEM_JSON);
    if !(status.is_client_error() || status.is_server_error()) || is_problem {
        return response;
    }
    let detail = match status {
        StatusCode::NOT_FOUND => "there is nothing at this path; /openapi.json lists what there is",
        StatusCode::METHOD_NOT_ALLOWED => {
            "this path does not have this method; the header Allow lists those it has"
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            "send JSON as application/json, plain or with Content-Encoding gzip or zstd"
        }
        StatusCode::PAYLOAD_TOO_LARGE => "the body is larger than allowed; send less at once",
        _ => "the request cannot be answered",
    };
    let mut problem = Problem::new(status, detail).into_response();
    if let Some(allow) = response.headers().get(header::ALLOW) {
        problem.headers_mut().insert(header::ALLOW, allow.clone());
    }
    problem
}

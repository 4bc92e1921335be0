//! Who may ask what, and how often.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Service;
use super::problem::Problem;

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Right {
    /// To see what is kept, and the figures.
    Read,
    /// To check, compare and trace.
    Check,
    /// To send and delete articles.
    Write,
}

/// A token, known by its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// Whose it is; stands in the log.
    pub name: String,
    /// The SHA-256 of the token, in hexadecimal digits.
    pub sha256: String,
    /// What it allows.
    pub rights: Vec<Right>,
}

impl Token {
    /// A new token with the secret that is given to its owner, and nowhere kept.
    ///
    /// # Errors
    /// Where the system gives no random numbers.
    pub fn new(name: String, rights: Vec<Right>) -> std::io::Result<(String, Token)> {
        let mut random = [0_u8; 32];
        getrandom::fill(&mut random).map_err(std::io::Error::other)?;
        let secret = format!("ibid_{}", hex(&random));
        let sha256 = hash(&secret);
        Ok((secret, Token { name, sha256, rights }))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// Who may ask what, and how often.
#[derive(Debug)]
pub struct Access {
    /// By hash; where there is none, everybody may do everything.
    tokens: HashMap<String, Token>,
    rate: Option<DefaultKeyedRateLimiter<String>>,
    trusts_proxy: bool,
}

impl Access {
    /// With tokens, each of which has its own; without, everybody may do everything. `rate` is the number of requests that
    /// one client may send a second, with as many at once. Behind a proxy, clients are told apart by the last address of
    /// `X-Forwarded-For`.
    pub fn new(tokens: Vec<Token>, rate: Option<NonZeroU32>, trusts_proxy: bool) -> Access {
        Access {
            tokens: tokens.into_iter().map(|token| (token.sha256.to_ascii_lowercase(), token)).collect(),
            rate: rate.map(|rate| RateLimiter::keyed(Quota::per_second(rate))),
            trusts_proxy,
        }
    }

    /// The name of who asks, if it may.
    fn admit(&self, headers: &HeaderMap, right: Option<Right>) -> Result<Option<String>, Problem> {
        let Some(right) = right.filter(|_| !self.tokens.is_empty()) else { return Ok(None) };
        let refuse = |detail: &str| Problem::new(StatusCode::UNAUTHORIZED, detail);
        let given = headers
            .get(header::AUTHORIZATION)
            .ok_or_else(|| refuse("this needs a token; send the header Authorization: Bearer TOKEN"))?;
        let secret = given.to_str().ok().and_then(|given| given.strip_prefix("Bearer "));
        // What is looked up is a hash: the time that it takes tells nothing about a token.
        let token = secret.and_then(|secret| self.tokens.get(&hash(secret.trim())));
        let token = token.ok_or_else(|| refuse("the token is not known"))?;
        if token.rights.contains(&right) {
            return Ok(Some(token.name.clone()));
        }
        let name = serde_json::to_string(&right).unwrap_or_default();
        Err(Problem::new(StatusCode::FORBIDDEN, format!("the token does not have the right {name}")))
    }

    /// The address of who asks.
    fn client(&self, request: &Request) -> String {
        let forwarded = request.headers().get("x-forwarded-for").filter(|_| self.trusts_proxy);
        let last = forwarded.and_then(|list| list.to_str().ok()?.rsplit(',').next());
        let peer =
            || request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip().to_string());
        last.map(|last| last.trim().to_owned()).or_else(peer).unwrap_or_default()
    }

    /// Forgets the clients that have not asked lately.
    pub(crate) fn forget_old(&self) {
        if let Some(rate) = &self.rate {
            rate.retain_recent();
        }
    }
}

/// Refuses those who may not, or not so often.
pub(crate) async fn guard(
    State((service, right)): State<(Arc<Service>, Option<Right>)>,
    request: Request,
    next: Next,
) -> Response {
    let access = &service.access;
    let who = match access.admit(request.headers(), right) {
        Ok(who) => who.unwrap_or_else(|| access.client(&request)),
        Err(problem) => {
            let mut response = problem.into_response();
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return response;
        }
    };
    tracing::Span::current().record("client", &who);
    if access.rate.as_ref().is_some_and(|rate| rate.check_key(&who).is_err()) {
        let detail = "more requests a second than a client may send; send fewer";
        return Problem::new(StatusCode::TOO_MANY_REQUESTS, detail).into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())])
    }

    #[test]
    fn a_token_allows_what_its_rights_say() {
        let (secret, token) = Token::new("desk".into(), vec![Right::Read, Right::Check]).unwrap();
        assert!(!token.sha256.contains(&secret) && secret.len() == 69, "{secret}");
        let access = Access::new(vec![token], None, false);
        let status = |value: &str, right| match access.admit(&headers(value), Some(right)) {
            Ok(_) => 200,
            Err(problem) => problem.status(),
        };
        let bearer = format!("Bearer {secret}");
        assert_eq!(access.admit(&headers(&bearer), Some(Right::Read)), Ok(Some("desk".into())));
        for (value, right, expected) in [
            (&*bearer, Right::Check, 200),
            (&bearer, Right::Write, 403),
            ("Bearer wrong", Right::Read, 401),
            (&secret, Right::Read, 401),
            ("Basic x", Right::Read, 401),
        ] {
            assert_eq!(status(value, right), expected, "{value} {right:?}");
        }
        assert_eq!(access.admit(&HeaderMap::new(), Some(Right::Read)).unwrap_err().status(), 401);
        assert_eq!(access.admit(&HeaderMap::new(), None), Ok(None), "health is for everybody");
        let open = Access::new(vec![], None, false);
        assert_eq!(open.admit(&HeaderMap::new(), Some(Right::Write)), Ok(None));
    }
}

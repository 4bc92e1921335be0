//! The rights and the request rates of clients.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Service;
use super::problem::Problem;

/// A right that a token gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Right {
    /// The right to see what is kept, and the figures.
    Read,
    /// The right to check, compare and trace.
    Check,
    /// The right to send and delete articles.
    Write,
}

/// A token, known only by its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// The name of its owner, which appears in the log.
    pub name: String,
    /// The SHA-256 of the token, in hexadecimal digits.
    pub sha256: String,
    /// The rights that it gives.
    pub rights: Vec<Right>,
}

impl Token {
    /// Makes a token, and returns it with the secret for its owner, which is stored nowhere.
    ///
    /// # Errors
    /// The system gives no random numbers.
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

/// The number of requests after which idle clients are forgotten.
const FORGET_EVERY: u32 = 1024;

/// The tokens and the request rates of clients.
#[derive(Debug)]
pub struct Access {
    /// The tokens by hash; if there are none, everyone may do everything.
    tokens: HashMap<String, Token>,
    rate: Option<DefaultKeyedRateLimiter<String>>,
    /// The number of requests since idle clients were last forgotten.
    counted: AtomicU32,
    trusts_proxy: bool,
    hints: AccessHints,
}

/// The names of the settings that refusals mention, in the words of the program that runs the service. An empty name is
/// left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct AccessHints {
    /// The name of the setting for tokens.
    pub tokens: &'static str,
    /// The name of the setting that trusts a proxy.
    pub behind_proxy: &'static str,
}

impl Access {
    /// Gives access by tokens; without any, everyone may do everything. `rate` is the number of requests per second of
    /// one client, with as many at once. If `trusts_proxy` is true, clients are identified by the last address of
    /// `X-Forwarded-For`.
    pub fn new(tokens: Vec<Token>, rate: Option<NonZeroU32>, trusts_proxy: bool) -> Access {
        Access {
            tokens: tokens.into_iter().map(|token| (token.sha256.to_ascii_lowercase(), token)).collect(),
            rate: rate.map(|rate| RateLimiter::keyed(Quota::per_second(rate))),
            counted: AtomicU32::new(0),
            trusts_proxy,
            hints: AccessHints::default(),
        }
    }

    /// Sets the names of the settings that refusals mention.
    pub fn hinting(self, hints: AccessHints) -> Access {
        Access { hints, ..self }
    }

    /// Returns whether all clients come through a proxy.
    pub(super) fn trusts_proxy(&self) -> bool {
        self.trusts_proxy
    }

    /// Returns the name of the token if it gives the right; none if no token is needed.
    fn admit(&self, headers: &HeaderMap, right: Option<Right>) -> Result<Option<String>, Problem> {
        let Some(right) = right else { return Ok(None) };
        if self.tokens.is_empty() {
            return Ok(None);
        }
        let Some(given) = headers.get(header::AUTHORIZATION) else {
            let detail = "this needs a token; send the header Authorization: Bearer TOKEN";
            return Err(Problem::new(StatusCode::UNAUTHORIZED, detail));
        };
        // The lookup is by hash, so that its time reveals nothing about a token.
        let Some(token) = bearer(given).and_then(|secret| self.tokens.get(&hash(secret))) else {
            return Err(Problem::new(StatusCode::UNAUTHORIZED, "the token is not known"));
        };
        if token.rights.contains(&right) {
            return Ok(Some(token.name.clone()));
        }
        let name = serde_json::to_string(&right).unwrap_or_default();
        Err(Problem::new(StatusCode::FORBIDDEN, format!("the token does not have the right {name}")))
    }

    /// Returns the address of the client.
    fn client(&self, request: &Request) -> String {
        let forwarded = if self.trusts_proxy { forwarded_address(request.headers()) } else { None };
        match (forwarded, request.extensions().get::<ConnectInfo<SocketAddr>>()) {
            (Some(address), _) => network(address),
            (None, Some(ConnectInfo(peer))) => network(peer.ip()),
            (None, None) => String::new(),
        }
    }

    /// Returns whether a client has asked more often than it may.
    fn is_too_often(&self, who: &String) -> bool {
        let Some(rate) = &self.rate else { return false };
        if self.counted.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            rate.retain_recent();
            rate.shrink_to_fit();
        }
        rate.check_key(who).is_err()
    }

    /// Returns what is wrong with a browser's request from a foreign page. Without tokens, anyone who gets the user to
    /// open a page could send requests in the user's name.
    fn foreign_page(&self, request: &Request) -> Option<String> {
        if !self.tokens.is_empty() {
            return None;
        }
        let [tokens, behind_proxy] = [self.hints.tokens, self.hints.behind_proxy].map(in_parentheses);
        if header_text(request, "sec-fetch-site") == Some("cross-site") {
            return Some(format!(
                "a page of another site asks; without tokens{tokens} only pages of the service itself may"
            ));
        }
        // Other host names may be made to lead here (DNS rebinding), to read what their own pages may not.
        let host = header_text(request, "host").unwrap_or_default();
        if self.trusts_proxy || host.is_empty() || is_here(host) {
            return None;
        }
        Some(format!(
            "without tokens{tokens} the service is asked as localhost or by its address, or through a \
             proxy{behind_proxy}"
        ))
    }
}

/// Returns the secret of a header `Authorization: Bearer SECRET`.
fn bearer(authorization: &HeaderValue) -> Option<&str> {
    let (scheme, secret) = authorization.to_str().ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { Some(secret.trim()) } else { None }
}

/// Returns the last address of the last `X-Forwarded-For`: some proxies append a header of their own after the client's.
fn forwarded_address(headers: &HeaderMap) -> Option<IpAddr> {
    let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    list.rsplit(',').next()?.trim().parse().ok()
}

fn header_text<'r>(request: &'r Request, name: &str) -> Option<&'r str> {
    request.headers().get(name)?.to_str().ok()
}

fn in_parentheses(hint: &str) -> String {
    if hint.is_empty() { String::new() } else { format!(" ({hint})") }
}

/// Returns whether a header `Host` is localhost or an address, with or without a port.
fn is_here(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.as_bytes().iter().all(u8::is_ascii_digit) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
}

/// Returns the address that identifies a client: for IPv6 its network, whose addresses belong to one client.
pub(super) fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) if address.is_loopback() => address.to_string(),
        IpAddr::V6(address) => format!("{}/64", Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

/// The client: the name of a token, or an address.
#[derive(Clone, Debug)]
pub(crate) struct Client(pub(crate) String);

/// Refuses an HTTP/1.1 request that names no host or several: a proxy may have read another host than the service does.
/// A request that does not come over a socket needs none.
pub(crate) async fn one_host(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    let needs_one = request.version() == Version::HTTP_11
        && request.extensions().get::<ConnectInfo<SocketAddr>>().is_some();
    let detail = match hosts {
        0 if needs_one => "the header Host is missing; HTTP/1.1 needs one",
        0 | 1 => return next.run(request).await,
        _ => "there are several headers Host; send one",
    };
    Problem::new(StatusCode::BAD_REQUEST, detail).into_response()
}

fn too_often() -> Response {
    let detail = "more requests a second than a client may send; send fewer";
    Problem::new(StatusCode::TOO_MANY_REQUESTS, detail).into_response()
}

/// Refuses clients that lack the right, or that ask too often.
pub(crate) async fn guard(
    State((service, right)): State<(Arc<Service>, Option<Right>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let access = &service.access;
    if let Some(detail) = access.foreign_page(&request) {
        return Problem::new(StatusCode::FORBIDDEN, detail).into_response();
    }
    let who = match access.admit(request.headers(), right) {
        Ok(who) => who.unwrap_or_else(|| access.client(&request)),
        Err(_) if access.is_too_often(&access.client(&request)) => return too_often(),
        Err(problem) => {
            let mut response = problem.into_response();
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return response;
        }
    };
    tracing::Span::current().record("client", &who);
    if access.is_too_often(&who) {
        return too_often();
    }
    request.extensions_mut().insert(Client(who));
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
            (&*bearer.replace("Bearer", "bearer"), Right::Check, 200),
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

    #[test]
    fn clients_are_told_apart_by_what_the_proxy_says_last() {
        let client = |trusts_proxy, lists: &[&str]| {
            let mut request = Request::new(axum::body::Body::empty());
            for list in lists {
                request.headers_mut().append("x-forwarded-for", list.parse().unwrap());
            }
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 7))));
            Access::new(vec![], None, trusts_proxy).client(&request)
        };
        for (lists, expected) in [
            (&["192.0.2.1"][..], "192.0.2.1"),
            (&["10.0.0.1, 192.0.2.1"], "192.0.2.1"),
            // Some proxies append a header after the client's.
            (&["10.0.0.1", "192.0.2.1"], "192.0.2.1"),
            (&["::ffff:192.0.2.1"], "192.0.2.1"),
            (&["2001:db8::1:2:3:4"], "2001:db8::/64"),
            (&["an address"], "127.0.0.1"),
            (&[], "127.0.0.1"),
        ] {
            assert_eq!(client(true, lists), expected, "{lists:?}");
            assert_eq!(client(false, lists), "127.0.0.1", "{lists:?}");
        }
    }

    #[test]
    fn old_clients_are_forgotten() {
        let access = Access::new(vec![], NonZeroU32::new(1_000_000), true);
        for client in 0..10 * FORGET_EVERY {
            access.is_too_often(&client.to_string());
        }
        let known = access.rate.unwrap().len();
        assert!(known <= 2 * FORGET_EVERY as usize, "{known}");
    }

    #[test]
    fn pages_of_others_may_not_ask_where_there_are_no_tokens() {
        let (_, token) = Token::new("desk".into(), vec![]).unwrap();
        let with_tokens = Access::new(vec![token], None, false);
        let without = |trusts_proxy| Access::new(vec![], None, trusts_proxy);
        for (name, value, is_refused) in [
            ("sec-fetch-site", "cross-site", true),
            ("sec-fetch-site", "same-origin", false),
            ("sec-fetch-site", "none", false),
            ("host", "rebound.example:7117", true),
            ("host", "localhost.rebound.example", true),
            ("host", "localhost:7117", false),
            ("host", "LOCALHOST", false),
            ("host", "127.0.0.1:7117", false),
            ("host", "[::1]:7117", false),
            ("host", "", false),
        ] {
            let request = Request::builder().header(name, value).body(axum::body::Body::empty()).unwrap();
            assert_eq!(without(false).foreign_page(&request).is_some(), is_refused, "{name}: {value}");
            assert_eq!(with_tokens.foreign_page(&request), None);
            let is_refused = is_refused && name != "host";
            assert_eq!(without(true).foreign_page(&request).is_some(), is_refused, "{name}: {value}");
        }
    }
}

use std::io::Write;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use ibid::{Config, Detector};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::*;
use crate::checks::{Refusal, StandIn};
use crate::signature::{self, Rule};
use crate::store::Embedded;
use crate::{Register, Stores};

/// Answers checks with comparisons, except for two texts: "wait" waits until its answer is not wanted, and "wrong"
/// fails.
fn wait_or_refuse(text: &str, stop: &AtomicBool) -> Option<Refusal> {
    match text.trim() {
        "wait" => {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            Some(Refusal::Stopped)
        }
        "wrong" => Some(Refusal::Request("the text is wrong".into())),
        _ => None,
    }
}

/// A service with its own folder.
pub(super) struct Tried {
    pub(super) service: Arc<Service>,
    _folder: tempfile::TempDir,
}

pub(super) fn tried() -> Tried {
    with(Access::new(vec![], None, false), Settings { body: 10_000, ..Settings::default() })
}

fn with(access: Access, settings: Settings) -> Tried {
    answering(access, settings, Box::new(wait_or_refuse))
}

fn answering(access: Access, settings: Settings, stand_in: StandIn) -> Tried {
    let mut checks = Checks::new(Detector::new(Config::default()).unwrap(), false);
    checks.stand_in = Some(stand_in);
    serving(checks, access, settings)
}

pub(super) fn serving(checks: Checks, access: Access, settings: Settings) -> Tried {
    let folder = tempfile::tempdir().unwrap();
    let signer = signature::shared(Rule::Facts);
    let embedded = Embedded::open(folder.path()).unwrap();
    let register = Register::open(embedded, Stores::default(), signer.method()).unwrap();
    let service = Service::new(register, signer, checks, access, settings);
    Tried { service: Arc::new(service), _folder: folder }
}

/// Returns the number of words of the only document in a report.
pub(super) fn words(report: &Value) -> &Value {
    &report["documents"][0]["total"]
}

pub(super) struct Answered {
    pub(super) status: u16,
    headers: axum::http::HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Answered {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the detail of a problem document with this status.
    pub(super) fn problem(&self, status: u16) -> String {
        assert_eq!(
            self.header("content-type"),
            "application/problem+json",
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        let problem = self.json();
        assert_eq!(
            (self.status, &problem["status"], &problem["type"]),
            (status, &json!(status), &json!("about:blank"))
        );
        assert!(problem["title"].is_string());
        problem["detail"].as_str().unwrap().to_owned()
    }
}

impl Tried {
    pub(super) async fn send(&self, request: Request<Body>) -> Answered {
        let response = router(self.service.clone()).oneshot(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        assert!(headers.contains_key("x-request-id"));
        Answered { status, headers, body: to_bytes(response.into_body(), usize::MAX).await.unwrap().into() }
    }

    pub(super) async fn ask(&self, method: &str, path: &str, body: impl Into<Body>) -> Answered {
        let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        self.send(request.body(body.into()).unwrap()).await
    }
}

fn encoded(json: &Value) -> String {
    json.to_string()
        .bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).into() } else { format!("%{b:02X}") })
        .collect()
}

#[tokio::test]
async fn the_interface_of_the_paper() {
    let tried = tried();
    let ask =
        async |json: Value| tried.ask("GET", &format!("/docId/getDocId?json={}", encoded(&json)), "").await;
    let article = json!({
        "url": "http://example.com/1", "title": "an article of more than five words", "content": "its words",
        "category": "news", "media": "the paper", "imageCount": "2",
    });
    let first = ask(article.clone()).await;
    assert_eq!(first.status, 200);
    let (first, again) = (first.json(), ask(article).await.json());
    assert_eq!(first["docId"].as_str().unwrap().len(), 33);
    for (field, before, after) in [
        ("status", "success", "success"),
        ("filterStatus", "good", "good"),
        ("filterReason", "docId_filter good news", "docId_filter repeated by url"),
        ("matchedBy", "none", "url"),
    ] {
        assert_eq!((&first[field], &again[field]), (&json!(before), &json!(after)));
    }
    assert_eq!(again["docId"], first["docId"]);
    let wrong = tried.ask("GET", "/docId/getDocId?json={", "").await.problem(400);
    assert!(wrong.contains("json is not as it should be"), "{wrong}");
    let wrong = tried.ask("GET", "/docId/getDocId", "").await.problem(400);
    assert!(wrong.contains("missing field `json`"), "{wrong}");
}

#[tokio::test]
async fn a_document_is_sent_asked_for_and_deleted() {
    let tried = tried();
    let article = json!({"title": "one title of many words here", "content": "text"}).to_string();
    let made = tried.ask("PUT", "/v1/documents/a%2Fb%20%E6%95%B0", article.clone()).await;
    assert_eq!((made.status, made.header("location")), (201, "/v1/documents/a%2Fb%20%E6%95%B0"));
    let again = tried.ask("PUT", "/v1/documents/a%2Fb%20%E6%95%B0", article).await;
    assert_eq!((again.status, &again.json()["matchedBy"]), (200, &json!("id")));
    let known = tried.ask("GET", "/v1/documents/a%2Fb%20%E6%95%B0", "").await.json();
    assert_eq!(
        (&known["docId"], &known["sent"], &known["articles"]),
        (&made.json()["docId"], &json!(1), &json!(1))
    );
    assert_eq!((&known["id"], &known["article"]["content"]), (&json!("a/b 数"), &json!("text")));
    assert_eq!(tried.ask("DELETE", "/v1/documents/a%2Fb%20%E6%95%B0", "").await.status, 204);
    tried.ask("DELETE", "/v1/documents/a%2Fb%20%E6%95%B0", "").await.problem(404);
    tried.ask("GET", "/v1/documents/a%2Fb%20%E6%95%B0", "").await.problem(404);
    tried.ask("GET", "/v1/documents/%FF", "").await.problem(400);
    let other = json!({"id": "7", "url": "u"}).to_string();
    assert!(tried.ask("PUT", "/v1/documents/8", other).await.problem(422).contains("differ"));
}

#[tokio::test]
async fn many_lines_are_answered_in_order() {
    let tried = tried();
    let lines = "\u{feff}{\"url\": \"u1\"}\n\n{\"url\": \"u2\"}\r\n{\"no\": 1}\n{\"url\": \"u1\"}\n \r\n";
    let request = Request::post("/v1/documents").header("content-type", "Application/JSONL; charset=utf-8");
    let answer = tried.send(request.body(Body::from(lines)).unwrap()).await;
    let lines: Vec<Value> = answer
        .body
        .split(|&b| b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["matchedBy"], &lines[3]["matchedBy"]), (&json!("none"), &json!("url")));
    assert_ne!(lines[0]["docId"], lines[1]["docId"]);
    assert_eq!(lines[0]["docId"], lines[3]["docId"]);
    assert_eq!(lines[2]["status"], json!(422));
    let detail = lines[2]["detail"].as_str().unwrap();
    assert!(detail.starts_with("line 4: ") && detail.ends_with(" at column 5"), "{detail}");
}

#[tokio::test]
async fn what_is_wrong_is_a_problem_document() {
    let tried = tried();
    for (method, path, body, status, part) in [
        ("GET", "/nothing", "", 404, "/openapi.json lists what there is"),
        ("POST", "/", "", 405, "Allow"),
        ("DELETE", "/v1/documents", "", 405, "Allow"),
        ("POST", "/v1/documents", "", 400, "EOF while parsing"),
        ("POST", "/v1/documents", "[\"id\", \"url\"]", 422, "send an object"),
        ("POST", "/v1/documents", "{\"url\": }", 400, "line 1 column 9"),
        ("POST", "/v1/documents", "{\"url\": 7}", 422, "expected a string"),
        ("POST", "/v1/documents", "{\"contents\": \"\"}", 422, "unknown field `contents`"),
        ("POST", "/v1/documents", "{}", 422, "all empty"),
        ("POST", "/v1/documents", &*format!("{{\"url\": \"{}\"}}", "u".repeat(9000)), 422, "at most 8192"),
        ("POST", "/v1/documents", &*" ".repeat(10_001), 413, "send less at once"),
        ("POST", "/v1/check", "{\"text\": \"wrong\"}", 422, "the text is wrong"),
        ("POST", "/v1/check", "{\"text\": \" \"}", 422, "text is empty"),
        ("POST", "/v1/trace", "{\"quote\": \"\"}", 422, "quote is empty"),
        ("POST", "/v1/trace", "{\"quote\": \"a\"}", 503, "no index"),
        ("GET", "/v1/jobs/7", "", 404, "no job"),
        ("POST", "/v1/jobs", "{\"check\": []}", 422, "nothing to do"),
        (
            "POST",
            "/v1/jobs",
            "{\"trace\": [{\"quote\": \"a\"}, {\"quote\": \"\"}]}",
            422,
            "the 2. of the job",
        ),
    ] {
        let detail = tried.ask(method, path, body.to_owned()).await.problem(status);
        assert!(detail.contains(part), "{method} {path}: {detail}");
    }
    let allow = tried.ask("DELETE", "/v1/documents", "").await;
    assert_eq!(allow.header("allow"), "POST");
    let busy = tried.ask("POST", "/v1/trace", "{\"quote\": \"a\"}").await;
    assert_eq!(busy.header("retry-after"), "1");
    let request =
        Request::post("/v1/documents").header("content-type", "text/html").body(Body::empty()).unwrap();
    assert!(tried.send(request).await.problem(415).contains("text/html"));
    let many = json!({"trace": vec![json!({"quote": ""}); 10_001]}).to_string();
    let large = with(Access::new(vec![], None, false), Settings::default());
    assert!(large.ask("POST", "/v1/jobs", many).await.problem(413).contains("at most 10000 are one job"));
}

#[tokio::test]
async fn a_mark_before_utf_8_and_capitals_in_media_types_are_no_harm() {
    let tried = tried();
    let request = Request::post("/v1/documents").header("content-type", "Application/JSON; charset=UTF-8");
    let answer = tried.send(request.body(Body::from("\u{feff}{\"url\": \"u\"}")).unwrap()).await;
    assert_eq!(answer.status, 201);
}

#[tokio::test]
async fn methods_without_end_are_one_figure() {
    let tried = tried();
    for n in 0..100 {
        tried.ask(&format!("METHOD{n}"), "/v1/documents", "").await.problem(405);
    }
    let figures = String::from_utf8(tried.ask("GET", "/metrics", "").await.body).unwrap();
    assert!(figures.contains("method=\"other\",route=\"/v1/documents\",status=\"405\"} 100"), "{figures}");
    assert!(!figures.contains("METHOD7"), "{figures}");
}

#[tokio::test]
async fn packed_bodies_are_unpacked_and_bombs_are_not() {
    let tried = tried();
    let send = async |encoding: &str, body: Vec<u8>| {
        let request = Request::post("/v1/documents").header("content-encoding", encoding);
        tried.send(request.header("content-type", "application/json").body(Body::from(body)).unwrap()).await
    };
    let gzip = |bytes: &[u8]| {
        let mut packer = flate2::write::GzEncoder::new(vec![], flate2::Compression::default());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    };
    let article = br#"{"url": "u"}"#;
    assert_eq!(send("gzip", gzip(article)).await.status, 201);
    assert_eq!(send("zstd", zstd::encode_all(&article[..], 3).unwrap()).await.status, 200);
    // Parts that were compressed one by one, as in `cat a.gz b.gz`.
    let parts = article.split_at(5);
    assert_eq!(send("gzip", [gzip(parts.0), gzip(parts.1)].concat()).await.status, 200);
    let parts = [parts.0, parts.1].map(|part| zstd::encode_all(part, 3).unwrap());
    assert_eq!(send("zstd", parts.concat()).await.status, 200);
    let bomb = zstd::encode_all(&vec![b' '; 50 << 20][..], 3).unwrap();
    send("zstd", bomb).await.problem(413);
    let whole = gzip(article);
    send("gzip", whole[..whole.len() - 4].to_vec()).await.problem(400);
    send("gzip", vec![]).await.problem(400);
    send("gzip, gzip", gzip(&whole)).await.problem(415);
    assert_eq!(send("X-GZip", gzip(article)).await.status, 200);
    // A zstd frame that asks for 128 MB.
    let mut packer = zstd::Encoder::new(vec![], 3).unwrap();
    packer.window_log(27).unwrap();
    packer.include_contentsize(false).unwrap();
    packer.write_all(article).unwrap();
    send("zstd", packer.finish().unwrap()).await.problem(400);
    let bomb = gzip(&vec![b' '; 50 << 20]);
    assert!(bomb.len() < 100_000);
    send("gzip", bomb).await.problem(413);
    send("gzip", b"no gzip".to_vec()).await.problem(400);
    send("br", article.to_vec()).await.problem(415);
}

#[tokio::test]
async fn a_token_opens_what_it_has_a_right_to() {
    let (secret, token) = Token::new("desk".into(), vec![Right::Read]).unwrap();
    let tried = with(Access::new(vec![token], None, false), Settings::default());
    let ask = async |method: &str, path: &str, token: Option<&str>| {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        tried.send(request.body(Body::empty()).unwrap()).await
    };
    assert_eq!(ask("GET", "/health/live", None).await.status, 200);
    let refused = ask("GET", "/v1/documents/7", None).await;
    assert_eq!(refused.header("www-authenticate"), "Bearer");
    refused.problem(401);
    ask("GET", "/v1/documents/7", Some("wrong")).await.problem(401);
    ask("GET", "/v1/documents/7", Some(&secret)).await.problem(404);
    ask("DELETE", "/v1/documents/7", Some(&secret)).await.problem(403);
    ask("POST", "/v1/check", Some(&secret)).await.problem(403);
    assert_eq!(ask("GET", "/metrics", Some(&secret)).await.status, 200);
}

#[tokio::test]
async fn who_asks_too_often_is_told() {
    let tried = with(Access::new(vec![], NonZeroU32::new(3), true), Settings::default());
    let ask = async |address: &str| {
        let request = Request::get("/health/live").header("x-forwarded-for", address);
        tried.send(request.body(Body::empty()).unwrap()).await
    };
    for _ in 0..3 {
        assert_eq!(ask("192.0.2.1").await.status, 200);
    }
    ask("10.0.0.1, 192.0.2.1").await.problem(429);
    assert_eq!(ask("192.0.2.2").await.status, 200);
}

#[tokio::test]
async fn what_takes_too_long_is_given_up() {
    let tried = with(
        Access::new(vec![], None, false),
        Settings { time: Duration::from_millis(20), ..Settings::default() },
    );
    let detail = tried.ask("POST", "/v1/check", "{\"text\": \"wait\"}").await.problem(503);
    assert!(detail.contains("0.02 s"), "{detail}");
    let permits = 2 * tried.service.settings.checks as u32;
    // The check whose client is gone ends, and gives its turn back.
    tried.service.turns.all(permits).await;
}

#[tokio::test]
async fn a_job_tells_its_progress_and_keeps_its_results() {
    let tried = tried();
    let work = json!({"check": [{"text": "one two"}, {"text": "wrong"}, {"text": "three"}]}).to_string();
    let begun = tried.ask("POST", "/v1/jobs", work).await;
    assert_eq!(begun.status, 202);
    let path = begun.header("location").to_owned();
    let events = tried.ask("GET", &format!("{path}/events"), "").await;
    let events = String::from_utf8(events.body).unwrap();
    let last = events.trim_end().rsplit("data: ").next().unwrap();
    let last: Value = serde_json::from_str(last.lines().next().unwrap()).unwrap();
    assert_eq!((&last["status"], &last["done"], &last["all"]), (&json!("done"), &json!(3), &json!(3)));
    assert_eq!(tried.ask("GET", &path, "").await.json(), last);
    let results = tried.ask("GET", &format!("{path}/result"), "").await;
    let results: Vec<Value> = String::from_utf8(results.body)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (words(&results[0]), &results[1]["status"], words(&results[2])),
        (&json!(2), &json!(422), &json!(1))
    );
    assert_eq!(tried.ask("DELETE", &path, "").await.status, 204);
    tried.ask("GET", &path, "").await.problem(404);
}

#[tokio::test]
async fn a_job_is_cancelled_in_the_middle() {
    let tried = tried();
    let work = json!({"check": [{"text": "one two"}, {"text": "wait"}, {"text": "three"}]}).to_string();
    let path = tried.ask("POST", "/v1/jobs", work).await.header("location").to_owned();
    tried.ask("GET", &format!("{path}/result"), "").await.problem(409);
    let mut events = tried.service.jobs.progress(path.trim_start_matches("/v1/jobs/"));
    assert_eq!(tried.ask("DELETE", &path, "").await.status, 204);
    let last =
        events.wait_for(|job| serde_json::to_value(job).unwrap()["status"] != "running").await.unwrap();
    let last = serde_json::to_value(&*last).unwrap();
    assert_eq!(last["status"], json!("cancelled"));
    assert!(last["done"].as_u64().unwrap() <= 1);
}

#[tokio::test]
async fn large_bodies_wait_for_room_and_small_ones_do_not() {
    let time = Duration::from_secs(2);
    let settings = Settings { body: 100_000, time, ..Settings::default() };
    let tried = with(Access::new(vec![], None, false), settings);
    // Bodies that begin and never continue.
    let begun = || Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let stuck =
        futures_util::future::join_all([(); 16].map(|()| tried.ask("POST", "/v1/documents", begun())));
    let article = json!({"content": "x".repeat(90_000)}).to_string();
    let small = async {
        tokio::task::yield_now().await;
        assert_eq!(tried.ask("POST", "/v1/documents", "{\"url\": \"u\"}").await.status, 201);
        Instant::now()
    };
    let large = async {
        tokio::time::sleep(time / 4).await;
        assert_eq!(tried.ask("POST", "/v1/documents", article).await.status, 201);
        Instant::now()
    };
    let began = Instant::now();
    let (stuck, small, large) = tokio::join!(stuck, small, large);
    assert!(small < began + time / 4 && large >= began + time, "it waits until the others are given up");
    assert!(stuck.iter().all(|answer| answer.status == 503));
}

#[tokio::test]
async fn checks_do_not_wait_for_all_documents_of_all_jobs() {
    let tried = with(Access::new(vec![], None, false), Settings { checks: 1, ..Settings::default() });
    let waiting = tried.ask("POST", "/v1/jobs", json!({"check": [{"text": "wait"}]}).to_string()).await;
    let path = waiting.header("location").to_owned();
    for _ in 0..60 {
        let work = json!({"check": [{"text": "one two"}, {"text": "wait"}]}).to_string();
        assert_eq!(tried.ask("POST", "/v1/jobs", work).await.status, 202);
    }
    // The first document of another job may come before them. The second, which waits for ever, may not.
    let check = tried.ask("POST", "/v1/check", "{\"text\": \"one\"}");
    let checks = futures_util::future::join_all(
        [(); 10].map(|()| tried.ask("POST", "/v1/check", "{\"text\": \"one\"}")),
    );
    let end = async {
        tokio::task::yield_now().await;
        assert_eq!(tried.ask("DELETE", &path, "").await.status, 204);
    };
    let (one, all, ()) = tokio::join!(check, checks, end);
    assert!(all.iter().chain([&one]).all(|answer| answer.status == 200));
    tried.service.stop();
    tried.ask("POST", "/v1/jobs", "{\"check\": [{\"text\": \"one\"}]}").await.problem(503);
}

#[tokio::test]
async fn health_and_figures() {
    let tried = tried();
    assert_eq!(tried.ask("GET", "/health/live", "").await.body, b"live\n");
    let ready = tried.ask("GET", "/health/ready", "").await.json();
    assert_eq!((&ready["status"], &ready["index"]), (&json!("ready"), &json!(false)));
    tried.ask("POST", "/v1/documents", r#"{"url": "u"}"#).await;
    let figures = String::from_utf8(tried.ask("GET", "/metrics", "").await.body).unwrap();
    for line in [
        "ibid_articles_total{matched_by=\"none\"} 1",
        "ibid_requests_total{method=\"POST\",route=\"/v1/documents\",status=\"201\"} 1",
        "ibid_articles_waiting ",
        "ibid_requests_running 1",
    ] {
        assert!(figures.contains(line), "{line}\n{figures}");
    }
}

#[tokio::test]
async fn a_request_id_that_may_stand_in_a_log_is_kept() {
    let tried = tried();
    let ask = async |id: &str| {
        let request = Request::get("/health/live").header("x-request-id", id).body(Body::empty()).unwrap();
        tried.send(request).await.header("x-request-id").to_owned()
    };
    assert_eq!(ask("a-1.b").await, "a-1.b");
    assert_eq!(ask("a b").await.len(), 36);
    assert_eq!(ask(&"a".repeat(65)).await.len(), 36);
}

#[tokio::test]
async fn the_interface_is_described() {
    let tried = tried();
    let api = tried.ask("GET", "/openapi.json", "").await.json();
    assert_eq!(api["openapi"], json!("3.1.0"));
    let paths: Vec<&str> = api["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    for path in [
        "/docId/getDocId",
        "/v1/documents",
        "/v1/documents/{id}",
        "/v1/check",
        "/v1/jobs/{id}/events",
        "/metrics",
    ] {
        assert!(paths.contains(&path), "{path} of {paths:?}");
    }
    let page = tried.ask("GET", "/docs/", "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(String::from_utf8(page.body).unwrap().contains("swagger-ui"));
}

#[tokio::test]
async fn the_root_leads_to_the_page() {
    let (_, token) = Token::new("desk".into(), vec![Right::Read]).unwrap();
    for access in [Access::new(vec![], None, false), Access::new(vec![token], None, false)] {
        let tried = with(access, Settings::default());
        for method in ["GET", "HEAD"] {
            let root = tried.ask(method, "/", "").await;
            assert_eq!(
                (root.status, root.header("location"), root.body.len()),
                (307, "/docs/", 0),
                "{method}"
            );
            assert_eq!(tried.ask(method, root.header("location"), "").await.status, 200, "{method}");
        }
    }
    // A page of another site is refused here as at /docs/.
    let tried = tried();
    for path in ["/", "/docs/"] {
        let request = Request::get(path).header("sec-fetch-site", "cross-site").body(Body::empty()).unwrap();
        tried.send(request).await.problem(403);
    }
}

/// Starts a job of this many documents of a kilobyte each, and returns the answer.
async fn job(tried: &Tried, documents: usize) -> Answered {
    let text = "word ".repeat(200);
    let work = json!({"check": vec![json!({"text": text}); documents]}).to_string();
    tried.ask("POST", "/v1/jobs", work).await
}

/// Returns the bytes of one document's result in a job, with its line feed.
async fn length_of_a_result() -> u64 {
    let tried = with(Access::new(vec![], None, false), Settings::default());
    let begun = job(&tried, 1).await;
    ended(&tried, &begun).await;
    tried.service.jobs.bytes()
}

/// Returns the last event of a job.
pub(super) async fn ended(tried: &Tried, begun: &Answered) -> Value {
    let events = tried.ask("GET", &format!("{}/events", begun.header("location")), "").await;
    let events = String::from_utf8(events.body).unwrap();
    serde_json::from_str(events.trim_end().rsplit("data: ").next().unwrap()).unwrap()
}

#[tokio::test]
async fn jobs_have_limits_that_are_named() {
    let line = length_of_a_result().await;
    let jobs = JobLimits { inputs: 8 << 10, result: 4 * line + 4, results: 6 * line + 6 };
    let tried = with(Access::new(vec![], None, false), Settings { jobs, ..Settings::default() });
    let detail = job(&tried, 9).await.problem(413);
    assert!(detail.contains("at most 8192"), "{detail}");
    let begun = job(&tried, 7).await;
    let failed = ended(&tried, &begun).await;
    assert_eq!((&failed["status"], &failed["done"]), (&json!("failed"), &json!(4)));
    assert!(failed["problem"].as_str().unwrap().contains(&format!("{} bytes", 4 * line + 4)), "{failed}");
    let second = job(&tried, 3).await;
    assert_eq!(ended(&tried, &second).await["status"], "done", "the results of the first one go");
    tried.ask("GET", begun.header("location"), "").await.problem(404);
    let result = tried.ask("GET", &format!("{}/result", second.header("location")), "").await;
    assert_eq!(result.body.len() as u64, 3 * line);
    assert_eq!(tried.service.jobs.bytes(), 3 * line);
}

#[tokio::test]
async fn what_jobs_are_to_do_is_bounded_in_memory() {
    let jobs = JobLimits { inputs: 8 << 10, ..JobLimits::default() };
    let tried = with(Access::new(vec![], None, false), Settings { jobs, ..Settings::default() });
    let text = format!("wait{}", " ".repeat(6 << 10));
    let work = json!({"check": [{"text": text}]}).to_string();
    let begun = tried.ask("POST", "/v1/jobs", work.clone()).await;
    assert_eq!(begun.status, 202);
    let detail = tried.ask("POST", "/v1/jobs", work.clone()).await.problem(429);
    assert!(detail.contains("8192 bytes of inputs together"), "{detail}");
    assert_eq!(tried.ask("DELETE", begun.header("location"), "").await.status, 204);
    while tried.ask("POST", "/v1/jobs", work.clone()).await.status != 202 {
        tokio::task::yield_now().await;
    }
    tried.service.stop();
}

#[tokio::test]
async fn a_document_of_a_job_has_as_much_time_as_a_request() {
    let time = Duration::from_millis(50);
    let tried = with(Access::new(vec![], None, false), Settings { time, ..Settings::default() });
    let work = json!({"check": [{"text": "wait"}, {"text": "two words"}]}).to_string();
    let begun = tried.ask("POST", "/v1/jobs", work).await;
    assert_eq!(ended(&tried, &begun).await["status"], "done");
    let result = tried.ask("GET", &format!("{}/result", begun.header("location")), "").await;
    let result = String::from_utf8(result.body).unwrap();
    let lines: Vec<&str> = result.lines().collect();
    assert!(lines[0].contains("no answer within 0.05 s"), "{result}");
    assert_eq!(words(&serde_json::from_str(lines[1]).unwrap()), 2);
}

#[tokio::test]
async fn slow_checks_of_one_client_leave_places_for_others() {
    let settings = Settings { checks: 2, time: Duration::from_secs(20), ..Settings::default() };
    let tried = Arc::new(with(Access::new(vec![], None, true), settings));
    let check = async |tried: Arc<Tried>, address: &str, text: &str| {
        let request = Request::post("/v1/check").header("x-forwarded-for", address);
        let body = Body::from(json!({"text": text}).to_string());
        tried.send(request.body(body).unwrap()).await
    };
    let slow: Vec<_> = (0..50)
        .map(|_| {
            let tried = tried.clone();
            tokio::spawn(async move { check(tried, "192.0.2.1", "wait").await.status })
        })
        .collect();
    while tried.service.turns.running() < 2 {
        tokio::task::yield_now().await;
    }
    for _ in 0..20 {
        assert_eq!(check(tried.clone(), "192.0.2.2", "two words").await.status, 200);
    }
    slow.iter().for_each(tokio::task::JoinHandle::abort);
    // All of them end.
    tried.service.turns.all(4).await;
}

#[tokio::test]
async fn it_is_not_ready_while_checks_that_do_not_stop_take_all_places() {
    let settings = Settings { checks: 1, time: Duration::from_millis(500), ..Settings::default() };
    let over = Arc::new(AtomicBool::new(false));
    let is_over = over.clone();
    // Runs on, ignoring the request to stop.
    let deaf = move |_: &str, _: &AtomicBool| {
        while !is_over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Some(Refusal::Stopped)
    };
    let tried = answering(Access::new(vec![], None, true), settings, Box::new(deaf));
    for address in ["192.0.2.1", "192.0.2.2"] {
        let request = Request::post("/v1/check").header("x-forwarded-for", address);
        tried.send(request.body(Body::from("{\"text\": \"x\"}")).unwrap()).await.problem(503);
    }
    assert_eq!(tried.ask("GET", "/health/ready", "").await.status, 200, "they may be about to stop");
    let mut ready = tried.ask("GET", "/health/ready", "").await;
    while ready.status == 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        ready = tried.ask("GET", "/health/ready", "").await;
    }
    let detail = ready.problem(503);
    assert!(detail.contains("2 checks that do not stop"), "{detail}");
    over.store(true, Ordering::Relaxed);
    tried.service.turns.all(2).await;
    assert_eq!(tried.ask("GET", "/health/ready", "").await.status, 200);
}

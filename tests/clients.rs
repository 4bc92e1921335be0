//! `ibid serve` and clients that are slow, silent, many, old or gone.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::Folder;
use crate::serve::Service;

const ARTICLE: &str = r#"{"url": "u", "content": "The harbour opened again on Monday."}"#;

fn connect(service: &Service) -> TcpStream {
    let stream = TcpStream::connect(service.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// A connection that has its place: it was answered. Those that come at once get theirs in no order.
fn connect_and_ask(service: &Service) -> TcpStream {
    let mut stream = connect(service);
    stream.write_all(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut answer = vec![];
    while !answer.ends_with(b"live\n") {
        let mut part = [0; 512];
        let length = stream.read(&mut part).unwrap();
        assert!(length > 0, "{}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&part[..length]);
    }
    stream
}

/// All that comes until the service closes the connection.
fn rest(mut stream: TcpStream) -> String {
    let mut answer = vec![];
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("it stays open: {error}"),
        _ => String::from_utf8_lossy(&answer).into_owned(),
    }
}

fn ask(service: &Service, request: &str) -> String {
    let mut stream = connect(service);
    stream.write_all(request.as_bytes()).unwrap();
    rest(stream)
}

fn is_up(service: &Service) {
    assert_eq!(service.send("GET", "/health/live", &Value::Null).0, 200);
}

#[test]
fn who_says_nothing_or_little_is_given_up() {
    let folder = Folder::new();
    let service = Service::start(&folder, &["--timeout", "1"]);
    let asked = Instant::now();
    // Nothing; half a head; a head, and half of the body; one request, and then nothing.
    assert_eq!(ask(&service, ""), "");
    ask(&service, "POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Ty");
    let head = format!(
        "POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        ARTICLE.len()
    );
    let answer = ask(&service, &format!("{head}{}", &ARTICLE[..20]));
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("no answer within 1 s"), "{answer}");
    let answer = ask(&service, &format!("{head}{ARTICLE}"));
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    assert!(asked.elapsed() < Duration::from_secs(15), "{:?}", asked.elapsed());
    // A byte now and then does not make a head.
    let mut stream = connect(&service);
    let began = Instant::now();
    while stream.write_all(b"G").is_ok() && began.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(began.elapsed() < Duration::from_secs(10), "the connection is not closed");
    is_up(&service);
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn who_takes_nothing_of_an_answer_is_given_up() {
    let folder = Folder::new();
    let service = Service::start(&folder, &["--timeout", "1", "--max-connections", "1"]);
    let mut stream = connect(&service);
    // More answers than the sockets hold, none of which is read.
    let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000);
    let sent = stream.write_all(request.as_bytes());
    let began = Instant::now();
    // Its place is free when it was given up.
    while service.try_send("GET", "/health/live", &Value::Null).is_err() {
        assert!(began.elapsed() < Duration::from_secs(15), "its place is still taken; sent: {sent:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(stream);
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn there_are_no_more_connections_than_allowed_and_articles_are_kept_meanwhile() {
    let folder = Folder::new();
    let service = Service::start(&folder, &["--max-connections", "8"]);
    let mut first = connect_and_ask(&service);
    // Three quarters of the places are for one address.
    let idle: Vec<TcpStream> = (0..5).map(|_| connect_and_ask(&service)).collect();
    let more: Vec<TcpStream> = (0..50).map(|_| connect(&service)).collect();
    for stream in more {
        assert_eq!(rest(stream), "");
    }
    let request = format!(
        "POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{ARTICLE}",
        ARTICLE.len()
    );
    first.write_all(request.as_bytes()).unwrap();
    let answer = rest(first);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    drop(idle);
    let began = Instant::now();
    while service.try_send("GET", "/health/live", &Value::Null).is_err() {
        assert!(began.elapsed() < Duration::from_secs(10), "the places are not free again");
        std::thread::sleep(Duration::from_millis(20));
    }
    let (_, log) = service.stop();
    assert_eq!(log.matches("as many connections as allowed").count(), 1, "{log}");
}

#[test]
fn old_and_plain_clients_are_answered() {
    let folder = Folder::new();
    let service = Service::start(&folder, &[]);
    let old = ask(&service, "GET /health/live HTTP/1.0\r\n\r\n");
    assert!(old.starts_with("HTTP/1.0 200") && old.ends_with("live\n"), "{old}");
    let close = "Host: localhost\r\nConnection: close\r\n";
    let head = ask(&service, &format!("HEAD /health/ready HTTP/1.1\r\n{close}\r\n"));
    assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
    let options = ask(&service, &format!("OPTIONS /v1/check HTTP/1.1\r\n{close}\r\n"));
    assert!(options.starts_with("HTTP/1.1 405") && options.contains("\r\nallow: POST\r\n"), "{options}");
    let length = ARTICLE.len();
    let expecting = ask(
        &service,
        &format!(
            "POST /v1/documents HTTP/1.1\r\n{close}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: {length}\r\n\r\n{ARTICLE}"
        ),
    );
    assert!(expecting.starts_with("HTTP/1.1 100") && expecting.contains("HTTP/1.1 201"), "{expecting}");
    let chunked = ask(
        &service,
        &format!(
            "POST /v1/documents HTTP/1.1\r\n{close}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n{length:x}\r\n{ARTICLE}\r\n0\r\n\r\n"
        ),
    );
    assert!(chunked.starts_with("HTTP/1.1 200"), "{chunked}");
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn it_listens_at_addresses_of_ipv6() {
    let folder = Folder::new();
    let service = match Service::try_start(&folder, &["--listen", "[::1]:0"], &[]) {
        Ok(service) => service,
        Err(said) if said.contains("Cannot assign") || said.contains("not supported") => {
            writeln!(std::io::stderr(), "SKIPPED: this machine has no IPv6").unwrap();
            return;
        }
        Err(said) => panic!("{said}"),
    };
    assert!(service.address().starts_with("[::1]:"), "{}", service.address());
    is_up(&service);
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn pages_of_others_are_refused_and_the_page_of_the_service_is_not() {
    let folder = Folder::new();
    let service = Service::start(&folder, &[]);
    let post = |more: &str| {
        let length = ARTICLE.len();
        ask(
            &service,
            &format!(
                "POST /v1/documents HTTP/1.1\r\nConnection: close\r\n{more}Content-Length: {length}\r\n\r\n{ARTICLE}"
            ),
        )
    };
    let page = post("Host: 127.0.0.1\r\nOrigin: https://example.com\r\nSec-Fetch-Site: cross-site\r\n");
    assert!(page.starts_with("HTTP/1.1 403") && page.contains("a page of another site asks"), "{page}");
    let rebound = post("Host: example.com\r\n");
    assert!(rebound.starts_with("HTTP/1.1 403") && rebound.contains("asked as localhost"), "{rebound}");
    let own =
        post("Host: localhost:7117\r\nOrigin: http://localhost:7117\r\nSec-Fetch-Site: same-origin\r\n");
    assert!(own.starts_with("HTTP/1.1 201"), "{own}");
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn a_client_that_is_gone_ends_its_events_and_a_stop_ends_the_jobs() {
    let folder = Folder::with(&["en/library"]);
    folder.run(&["add", "en/library"]);
    let service = Service::start(&folder, &[]);
    let text = "the harbour opened again after eleven years of silence and rain. ".repeat(3_000);
    let (status, job) = service.send("POST", "/v1/jobs", &json!({"check": vec![json!({"text": text}); 40]}));
    assert_eq!(status, 202, "{job}");
    let path = format!("/v1/jobs/{}/events", job["id"].as_str().unwrap());
    let listen = || {
        let mut stream = connect(&service);
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut first = [0; 64];
        assert!(stream.read(&mut first).unwrap() > 0);
        stream
    };
    for _ in 0..20 {
        drop(listen());
    }
    let stays = listen();
    is_up(&service);
    let asked = Instant::now();
    let (code, log) = service.stop();
    assert_eq!(code, Some(0), "{log}");
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    assert!(rest(stays).contains("\"cancelled\""), "whoever listens is told");
}

/// A connection from another address of this machine.
#[cfg(target_os = "linux")]
fn ask_from(address: &str, service: &Service, request: &str) -> Option<String> {
    let curl = std::process::Command::new("curl")
        .args(["-s", "--max-time", "20", "--interface", address])
        .arg(format!("http://{}{request}", service.address()))
        .output();
    curl.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn connections_of_one_address_leave_places_for_others() {
    let folder = Folder::new();
    let service = Service::start(&folder, &["--max-connections", "8"]);
    let mut own: Vec<TcpStream> = (0..6).map(|_| connect_and_ask(&service)).collect();
    own.extend((0..100).map(|_| connect(&service)));
    let Some(answer) = ask_from("127.0.0.2", &service, "/health/live") else {
        eprintln!("skipped: there is no curl");
        return;
    };
    assert_eq!(answer, "live\n");
    drop(own);
    assert_eq!(service.stop().0, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_connection_that_waits_is_closed_for_a_new_one_where_all_places_are_taken() {
    let folder = Folder::new();
    let service = Service::start(&folder, &["--max-connections", "4", "--behind-proxy"]);
    let mut idle: Vec<TcpStream> = (0..4).map(|_| connect_and_ask(&service)).collect();
    let answer = ask(&service, "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(answer.ends_with("live\n"), "{answer}");
    assert_eq!(rest(idle.remove(0)), "", "the one that waited longest is closed");
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn a_request_names_one_host() {
    let folder = Folder::new();
    let service = Service::start(&folder, &[]);
    for (request, status) in [
        ("GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n", "400"),
        (
            "GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "400",
        ),
        ("GET /health/live HTTP/1.0\r\nHost: localhost\r\nHost: example.org\r\n\r\n", "400"),
        ("GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n", "400"),
        ("GET /health/live HTTP/1.0\r\n\r\n", "200"),
        ("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "200"),
    ] {
        let answer = ask(&service, request);
        assert_eq!(answer.split(' ').nth(1), Some(status), "{request:?} {answer}");
        assert!(status == "200" || answer.contains("Host"), "{answer}");
    }
    assert_eq!(service.stop().0, Some(0));
}

/// A text that takes long: many marks of quotations, one in the other.
pub(crate) fn slow_text() -> String {
    const DEPTH: usize = 80_000;
    let words = "The ferry to Quandix island will not run before the first of March. ".repeat(300);
    format!("{}{words}{}", "\u{201c}".repeat(DEPTH), "\u{201d}".repeat(DEPTH))
}

#[test]
fn a_check_ends_when_its_time_is_over_or_its_client_is_gone() {
    let folder = Folder::new();
    folder.write("source.txt", slow_text());
    folder.run(&["add", "source.txt"]).done();
    let service = Service::start(&folder, &["--timeout", "2", "--threads", "1"]);
    let slow = json!({"text": slow_text()}).to_string();
    let request = format!(
        "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{slow}",
        slow.len()
    );
    let is_checked_soon = || {
        let began = Instant::now();
        let (status, answer) = service.send("POST", "/v1/check", &json!({"text": "Some words."}));
        assert_eq!(status, 200, "{answer}");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    };
    // As many as have places; each is given up, and ends.
    let slow: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut stream = connect(&service);
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    for stream in slow {
        let answer = rest(stream);
        assert!(answer.starts_with("HTTP/1.1 503") || answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    is_checked_soon();
    // Clients that do not wait.
    for _ in 0..4 {
        let mut stream = connect(&service);
        stream.write_all(request.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(100));
    }
    is_checked_soon();
    assert_eq!(service.send("GET", "/health/ready", &Value::Null).0, 200);
    assert_eq!(service.stop().0, Some(0));
}

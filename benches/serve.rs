//! How much `ibid serve` takes, from clients on the same machine.
//!
//! ```text
//! cargo bench --features serve --bench serve -- articles N [RATE]   N different articles, one a request, over 64
//!                                                                   connections; at RATE a second, or as fast as can be
//! cargo bench --features serve --bench serve -- bulk N              the same, 500 a request, over 4 connections
//! cargo bench --features serve --bench serve -- alike N             N articles of one text, a word changed in each
//! cargo bench --features serve --bench serve -- again N             N articles, all of them again, and once more after a start
//! cargo bench --features serve --bench serve -- check INDEX PAPER   PAPER against INDEX, 400 times, from 8 clients
//! ```
//! Without arguments: skipped. Latencies are counted from when a request should have been sent.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const CONNECTIONS: usize = 64;
const BULK_CONNECTIONS: usize = 4;
const LINES: usize = 500;
const CLIENTS: usize = 8;
const CHECKS: usize = 400;
/// The different words of the articles.
const VOCABULARY: f64 = 30_000.0;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["articles", count] => articles(count.parse()?, None),
        ["articles", count, rate] => articles(count.parse()?, Some(rate.parse()?)),
        ["bulk", count] => bulk(count.parse()?),
        ["alike", count] => alike(count.parse()?),
        ["again", count] => again(count.parse()?),
        ["check", index, paper] => check(index, paper),
        _ => {
            println!(
                "SKIPPED: say what to measure: articles N [RATE], bulk N, alike N, again N, or check INDEX PAPER"
            );
            Ok(())
        }
    }
}

fn articles(count: usize, rate: Option<f64>) -> Result<()> {
    let server = Server::start(&[])?;
    let load = load(&server, CONNECTIONS, count, rate, &one_article)?;
    load.print("articles", &server)?;
    load.print_ids();
    Ok(())
}

fn one_article(n: usize) -> Vec<u8> {
    request("/v1/documents", "application/json", article(n as u64).as_bytes())
}

/// What it saves that texts are remembered: the same articles three times, the last time by a service that remembers none.
fn again(count: usize) -> Result<()> {
    let server = Server::start(&[])?;
    for what in ["articles", "the same again"] {
        load(&server, CONNECTIONS, count, None, &one_article)?.print(what, &server)?;
    }
    let server = server.again()?;
    load(&server, CONNECTIONS, count, None, &one_article)?.print("the same after a start", &server)
}

fn bulk(count: usize) -> Result<()> {
    let server = Server::start(&[])?;
    let requests = |n: usize| {
        let lines: String = (n * LINES..(n + 1) * LINES).map(|n| article(n as u64) + "\n").collect();
        request("/v1/documents", "application/x-ndjson", lines.as_bytes())
    };
    let load = load(&server, BULK_CONNECTIONS, count.div_ceil(LINES), None, &requests)?;
    load.print("requests of 500 articles", &server)?;
    load.print_ids();
    Ok(())
}

fn alike(count: usize) -> Result<()> {
    let server = Server::start(&[])?;
    let text = words(7, 900, frequent);
    let requests = |n: usize| {
        let body = format!(r#"{{"url":"https://example.com/{n}","content":"{text} number{n}"}}"#);
        request("/v1/documents", "application/json", body.as_bytes())
    };
    let load = load(&server, CONNECTIONS, count, None, &requests)?;
    load.print("articles", &server)?;
    load.print_ids();
    Ok(())
}

fn check(index: &str, paper: &str) -> Result<()> {
    let server = Server::start(&["--index", index])?;
    let text = std::fs::read_to_string(paper)?;
    println!("{paper}: {} words", text.split_whitespace().count());
    let body = serde_json::json!({ "id": "paper", "text": text }).to_string();
    let load =
        load(&server, CLIENTS, CHECKS, None, &|_| request("/v1/check", "application/json", body.as_bytes()))?;
    load.print("checks", &server)
}

/// The running service; it ends with this.
struct Server {
    child: Child,
    address: String,
    data: std::sync::Arc<tempfile::TempDir>,
}

impl Server {
    fn start(more: &[&str]) -> Result<Server> {
        Server::start_in(tempfile::tempdir()?.into(), more)
    }

    /// Ends it, and starts another one in its folder.
    fn again(mut self) -> Result<Server> {
        Command::new("kill").arg(self.child.id().to_string()).status()?;
        self.child.wait()?;
        Server::start_in(self.data.clone(), &[])
    }

    fn start_in(data: std::sync::Arc<tempfile::TempDir>, more: &[&str]) -> Result<Server> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ibid"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "json", "--data"])
            .arg(data.path().join("data"))
            .args(more)
            .stderr(Stdio::piped())
            .spawn()?;
        let mut log = BufReader::new(child.stderr.take().ok_or("no log")?);
        let mut line = String::new();
        log.read_line(&mut line)?;
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split(['"', ';']).next())
            .ok_or(line.clone())?;
        let address = address.to_owned();
        // What it logs is read, as a collector of logs would.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Ok(Server { child, address, data })
    }

    /// The most memory that it has taken, in megabytes.
    fn memory(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
        let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Default)]
struct Load {
    seconds: f64,
    latencies: Vec<Duration>,
    statuses: BTreeMap<u16, usize>,
    ids: HashSet<String>,
    /// How often an id was found in which way.
    found: BTreeMap<String, usize>,
}

impl Load {
    fn print_ids(&self) {
        println!("{} docIds; found {:?}", self.ids.len(), self.found);
    }

    fn print(&self, what: &str, server: &Server) -> Result<()> {
        let count = self.latencies.len();
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let at = |share: f64| sorted[((count - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        println!(
            "{count} {what} in {:.1} s: {:.0}/s; p50 {:.2} ms, p99 {:.2} ms, longest {:.1} ms; {:.0} MB; {:?}",
            self.seconds,
            count as f64 / self.seconds,
            at(0.5),
            at(0.99),
            at(1.0),
            server.memory()?,
            self.statuses,
        );
        Ok(())
    }
}

/// Sends all requests, and reads all answers.
fn load(
    server: &Server,
    connections: usize,
    count: usize,
    rate: Option<f64>,
    request: &(dyn Fn(usize) -> Vec<u8> + Sync),
) -> Result<Load> {
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    let one = || -> Result<Load> {
        let mut stream = TcpStream::connect(&server.address)?;
        stream.set_nodelay(true)?;
        let mut answers = BufReader::new(stream.try_clone()?);
        let mut load = Load::default();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= count {
                return Ok(load);
            }
            let bytes = request(n);
            let due = match rate {
                None => Instant::now(),
                Some(rate) => began + Duration::from_secs_f64(n as f64 / rate),
            };
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            stream.write_all(&bytes)?;
            let (status, body) = answer(&mut answers)?;
            load.latencies.push(due.elapsed());
            *load.statuses.entry(status).or_default() += 1;
            load.ids.extend(values(&body, "docId").map(str::to_owned));
            for by in values(&body, "matchedBy") {
                *load.found.entry(by.to_owned()).or_default() += 1;
            }
        }
    };
    let all: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..connections).map(|_| scope.spawn(one)).collect();
        threads.into_iter().map(|thread| thread.join().map_err(|_| "a client panicked")).collect()
    });
    let mut load = Load { seconds: began.elapsed().as_secs_f64(), ..Load::default() };
    for one in all {
        let one = one??;
        load.latencies.extend(one.latencies);
        load.ids.extend(one.ids);
        one.statuses.into_iter().for_each(|(code, count)| *load.statuses.entry(code).or_default() += count);
        one.found.into_iter().for_each(|(by, count)| *load.found.entry(by).or_default() += count);
    }
    Ok(load)
}

/// The texts of a field in JSON.
fn values<'j>(json: &'j str, field: &str) -> impl Iterator<Item = &'j str> {
    let before = format!("\"{field}\":\"");
    let starts: Vec<usize> = json.match_indices(&before).map(|(at, _)| at + before.len()).collect();
    starts.into_iter().filter_map(|start| json.get(start..)?.split('"').next())
}

fn request(path: &str, kind: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// The status and the body of an answer.
fn answer(from: &mut BufReader<TcpStream>) -> Result<(u16, String)> {
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        from.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if let Some(rest) = line.strip_prefix("http/1.1 ") {
            status = rest.get(..3).ok_or("no status")?.parse()?;
        } else if let Some(rest) = line.strip_prefix("content-length:") {
            length = rest.trim().parse()?;
        } else if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body)?;
    Ok((status, String::from_utf8(body)?))
}

/// A news story of some 1,200 bytes, another one for each number: a quarter of it frequent words, half of it any, and a quarter
/// ten names that are in no other one. With frequent words alone, which all stories share, some fingerprints of a million come
/// within three bits by chance.
fn article(number: u64) -> String {
    // A title says what is rare.
    let title = words(number * 2 + 1, 9, |share| share * VOCABULARY);
    let content = words(number * 2, 150 + (number % 80) as usize, |share| match share * 4.0 {
        share @ ..1.0 => frequent(share),
        share @ 1.0..3.0 => (share - 1.0) / 2.0 * VOCABULARY,
        share => VOCABULARY + number as f64 * 10.0 + (share - 3.0) * 10.0,
    });
    format!(r#"{{"url":"https://news.example.com/{number}.html","title":"{title}","content":"{content}"}}"#)
}

/// The number of a frequent word: the n-th most frequent comes 1/n as often as the first.
fn frequent(share: f64) -> f64 {
    VOCABULARY.powf(share)
}

/// Words by number.
fn words(seed: u64, count: usize, pick: impl Fn(f64) -> f64) -> String {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let syllables = ["ba", "den", "ko", "lis", "mar", "no", "per", "ta", "vo", "wen"];
    let mut text = String::new();
    for _ in 0..count {
        let mut word = pick(next()) as usize;
        if !text.is_empty() {
            text.push(' ');
        }
        while word > 0 {
            text.push_str(syllables[word % 10]);
            word /= 10;
        }
    }
    text
}

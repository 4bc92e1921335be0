//! `ibid serve` behind a proxy and under systemd, with the settings that `docs/service.md` shows.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::skipped;
use crate::program::Folder;
use crate::serve::Service;

/// The block of a language in the documentation.
fn documented(language: &str) -> String {
    let text = fs::read_to_string(Path::new(crate::ROOT).join("docs/service.md")).unwrap();
    let block = text.split(&format!("```{language}\n")).nth(1).unwrap();
    block.split("```").next().unwrap().to_owned()
}

/// Whether a program of Debian's packages is there; where the tests of servers are required, it must be.
fn is_there(program: &str) -> bool {
    let is_there = Path::new(program).is_file();
    if !is_there {
        skipped("IBID_SERVER_TESTS", &format!("there is no {program}"));
    }
    is_there
}

/// nginx in front of a service; it ends with this.
struct Nginx {
    child: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Nginx {
    const PROGRAM: &str = "/usr/sbin/nginx";

    fn before(service: &Service) -> Nginx {
        let folder = tempfile::tempdir().unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let location = documented("nginx").replace("127.0.0.1:7117", service.address());
        // One process, which ends when it is killed; nothing outside of the folder.
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let temporary: String = temporary.map(|name| format!("{name}_temp_path {name};\n")).concat();
        let settings = format!(
            "daemon off; master_process off; pid pid; error_log error.log; events {{}}\n\
             http {{ access_log off; {temporary} server {{ listen {address};\n{location}}} }}\n"
        );
        fs::write(folder.path().join("nginx.conf"), settings).unwrap();
        let mut command = Command::new(Nginx::PROGRAM);
        command.arg("-p").arg(folder.path()).args(["-c", "nginx.conf", "-e", "error.log"]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let nginx = Nginx { child, address, _folder: folder };
        let start = Instant::now();
        while TcpStream::connect(&nginx.address).is_err() {
            let log = fs::read_to_string(nginx._folder.path().join("error.log")).unwrap_or_default();
            assert!(start.elapsed() < Duration::from_secs(20), "nginx does not start: {log}");
            std::thread::sleep(Duration::from_millis(20));
        }
        nginx
    }

    /// The status of the answer to a request that claims to come from elsewhere, and the answer.
    fn ask(&self, method: &str, path: &str, from: &str, body: &str) -> (u16, Value) {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("http://{}{path}", self.address);
        let answer = match method {
            "GET" => agent.get(url).header("X-Forwarded-For", from).call(),
            _ => agent
                .post(url)
                .header("X-Forwarded-For", from)
                .content_type("application/json")
                .send(body.to_owned()),
        };
        let mut answer = answer.unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }
}

#[test]
fn behind_nginx_articles_are_sent_and_events_come_as_they_are_made() {
    if !is_there(Nginx::PROGRAM) {
        return;
    }
    let folder = Folder::with(&["en/library"]);
    assert_eq!(folder.run(&["add", "en/library"]).code, Some(0));
    let service = Service::start(&folder, &["--behind-proxy"]);
    let nginx = Nginx::before(&service);
    let article = json!({"url": "u", "content": "The harbour opened again on Monday."}).to_string();
    let (status, answer) = nginx.ask("POST", "/v1/documents", "", &article);
    assert_eq!((status, &answer["matchedBy"]), (201, &json!("none")), "{answer}");
    let large = json!({"content": "x".repeat(9 << 20)}).to_string();
    assert_eq!(nginx.ask("POST", "/v1/documents", "", &large).0, 413);

    let text = "the harbour opened again after eleven years of silence and rain. ".repeat(3_000);
    let work = json!({"check": vec![json!({"text": text}); 8]}).to_string();
    let (status, job) = nginx.ask("POST", "/v1/jobs", "", &work);
    assert_eq!(status, 202, "{job}");
    let path = format!("/v1/jobs/{}", job["id"].as_str().unwrap());
    let events = ureq::get(format!("http://{}{path}/events", nginx.address)).call().unwrap();
    let mut seen = vec![];
    for line in BufReader::new(events.into_body().into_reader()).lines() {
        let Some(event) = line.unwrap().strip_prefix("data:").map(|data| data.trim().to_owned()) else {
            continue;
        };
        let event: Value = serde_json::from_str(&event).unwrap();
        if seen.is_empty() {
            let (_, now) = service.send("GET", &path, &Value::Null);
            assert_eq!(now["status"], "running", "the first event comes while the job runs");
        }
        seen.push(event);
    }
    assert_eq!(seen.last().unwrap()["status"], "done");
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn behind_nginx_a_client_cannot_pretend_to_be_others() {
    if !is_there(Nginx::PROGRAM) {
        return;
    }
    let folder = Folder::new();
    let service = Service::start(&folder, &["--behind-proxy", "--rate", "4"]);
    let nginx = Nginx::before(&service);
    let ask = |n: usize| nginx.ask("GET", "/health/ready", &format!("10.0.0.{n}"), "").0;
    let statuses: Vec<u16> = (0..40).map(ask).collect();
    assert!(statuses.contains(&429), "one client, whatever it says: {statuses:?}");
}

#[test]
fn the_unit_of_systemd_is_sound_and_its_command_starts_and_stops() {
    const ANALYZE: &str = "/usr/bin/systemd-analyze";
    let folder = Folder::with(&["en/library"]);
    assert_eq!(folder.run(&["add", "--index", "library", "en/library"]).code, Some(0));
    let unit = documented("ini");
    let command = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let arguments = command.strip_prefix("/usr/local/bin/ibid serve ").unwrap();
    let state = folder.path("").to_str().unwrap().to_owned();
    let arguments: Vec<String> =
        arguments.split(' ').map(|argument| argument.replace("/var/lib/ibid/", &state)).collect();
    let service = Service::start(&folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(service.send("GET", "/health/ready", &Value::Null).1["index"], json!(true));
    let asked = Instant::now();
    assert_eq!(service.stop().0, Some(0));
    let seconds = unit.lines().find_map(|line| line.strip_prefix("TimeoutStopSec=")).unwrap();
    assert!(asked.elapsed() < Duration::from_secs(seconds.parse().unwrap()));

    if is_there(ANALYZE) {
        // It looks for the program where the unit says it is.
        folder.write("ibid.service", unit.replace("/usr/local/bin/ibid", crate::PROGRAM));
        let mut command = Command::new(ANALYZE);
        let verified = command.arg("verify").arg(folder.path("ibid.service")).output().unwrap();
        let said = String::from_utf8_lossy(&verified.stderr).into_owned();
        assert!(verified.status.success() && !said.contains("ibid.service"), "{said}");
    }
}

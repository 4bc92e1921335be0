//! `ibid serve` behind a proxy with the settings that `docs/service.md` shows, and by the commands of the unit of systemd
//! and of the container in `service/deploy/`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
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

/// A file for those who run the service.
fn deployed(name: &str) -> String {
    fs::read_to_string(Path::new(crate::ROOT).join("service/deploy").join(name)).unwrap()
}

/// The value of a setting of the unit.
fn unit_value(name: &str) -> String {
    let unit = deployed("ibid.service");
    let value = unit.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=').map(str::to_owned));
    value.unwrap_or_else(|| panic!("the unit has no {name}"))
}

/// The command of the unit, as systemd makes it but for the sandbox: with its folders, which are in this one, its mask of
/// modes and an environment without the variables of this process.
fn command_of_unit(folder: &Folder) -> Command {
    let place = |text: &str| {
        let inside = |name: &str| folder.path(name).to_str().unwrap().to_owned();
        text.replace("%E", &inside("etc")).replace("%S", &inside("state"))
    };
    let start = unit_value("ExecStart");
    let arguments: Vec<String> = start.split(' ').map(place).collect();
    assert_eq!(arguments[0], "/usr/local/bin/ibid");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("umask {}; exec \"$@\"", unit_value("UMask")), "sh", crate::PROGRAM]);
    command.args(&arguments[1..]).current_dir(place(&unit_value("WorkingDirectory"))).stdin(Stdio::null());
    command.env_clear().env("PATH", "/usr/bin:/bin");
    command
}

#[test]
fn the_command_of_the_unit_starts_stops_and_keeps_its_articles() {
    let folder = Folder::with(&["en/library"]);
    let settings = deployed("serve.toml").replace("127.0.0.1:7117", "127.0.0.1:0");
    folder.write("etc/ibid/serve.toml", &settings);
    fs::create_dir_all(folder.path("state/ibid")).unwrap();
    assert_eq!(folder.run(&["add", "--index", "state/ibid/.ibid", "en/library"]).code, Some(0));
    let service = Service::of_command(command_of_unit(&folder)).unwrap();
    assert_eq!(service.send("GET", "/health/ready", &Value::Null).1["index"], json!(true));
    let send = |n: usize| {
        let article = json!({"id": n.to_string(), "content": format!("Article number {n} of the harbour.")});
        service.send("POST", "/v1/documents", &article).1["docId"].clone()
    };
    let ids: Vec<Value> = (0..50).map(send).collect();
    let asked = Instant::now();
    let (code, log) = service.stop();
    assert_eq!(code, Some(0), "{log}");
    assert!(asked.elapsed() < Duration::from_secs(unit_value("TimeoutStopSec").parse().unwrap()));
    for line in log.lines() {
        assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}");
    }
    let data = fs::metadata(folder.path("state/ibid/service")).unwrap();
    assert_eq!(data.permissions().mode() & 0o077, 0, "others may not look into it");

    let service = Service::of_command(command_of_unit(&folder)).unwrap();
    for (n, id) in ids.iter().enumerate() {
        let (status, known) = service.send("GET", &format!("/v1/documents/{n}"), &Value::Null);
        assert_eq!((status, &known["docId"]), (200, id), "{n}");
    }
    assert_eq!(service.stop().0, Some(0));

    folder.write("etc/ibid/serve.toml", "listen = \"here\"\n");
    let ended = command_of_unit(&folder).stderr(Stdio::null()).status().unwrap();
    assert_eq!(
        ended.code().unwrap().to_string(),
        unit_value("RestartPreventExitStatus"),
        "it is not started again"
    );
}

#[test]
fn the_unit_is_sound_and_hardened() {
    const ANALYZE: &str = "/usr/bin/systemd-analyze";
    if !is_there(ANALYZE) {
        return;
    }
    let folder = Folder::new();
    // It looks for the program where the unit says it is.
    folder.write("ibid.service", deployed("ibid.service").replace("/usr/local/bin/ibid", crate::PROGRAM));
    // The most exposure, of 100.
    let hardened = ["security", "--offline=true", "--threshold=20", "--no-pager"];
    for arguments in [&["verify"][..], &hardened] {
        let analyzed =
            Command::new(ANALYZE).args(arguments).arg(folder.path("ibid.service")).output().unwrap();
        let said = String::from_utf8_lossy(&analyzed.stderr).into_owned();
        assert!(analyzed.status.success() && !said.contains("ibid.service:"), "{arguments:?} {said}");
    }
}

/// The arguments of the last instruction of a container file, which are a list of JSON.
fn instruction(name: &str) -> Vec<String> {
    let file = deployed("Containerfile");
    let line = file.lines().rev().find(|line| line.starts_with(name)).unwrap();
    serde_json::from_str(&line[line.find('[').unwrap()..]).unwrap()
}

#[test]
fn the_command_of_the_container_is_healthy_and_asks_for_tokens() {
    let folder = Folder::new();
    let place = |text: &str| {
        let inside = |name: &str| folder.path(name).to_str().unwrap().to_owned();
        text.replace("/etc/ibid", &inside("etc")).replace("/var/lib/ibid", &inside("state"))
    };
    folder.write("etc/serve.toml", place(&deployed("container.toml")).replace("0.0.0.0:7117", "0.0.0.0:0"));
    let arguments: Vec<String> = [instruction("ENTRYPOINT"), instruction("CMD")]
        .concat()
        .iter()
        .map(|argument| place(argument))
        .collect();
    assert_eq!(arguments[0], "/usr/local/bin/ibid");
    let arguments: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    let without = folder.run(&arguments);
    assert!(without.code == Some(2) && without.stderr.contains("tokens.toml"), "{}", without.stderr);
    folder.write("etc/tokens.toml", folder.run(&["serve", "--new-token", "desk", "--rights", "read"]).stdout);
    let service = Service::of_command(folder.command(&arguments)).unwrap();
    let port = service.address().rsplit(':').next().unwrap().to_owned();
    let health = instruction("HEALTHCHECK");
    let health: Vec<String> = health.iter().map(|argument| argument.replace("7117", &port)).collect();
    let healthy = Command::new(&health[0]).args(&health[1..]).output();
    assert_eq!(
        healthy.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned()),
        Some("live\n".into())
    );
    let asked = ureq::get(format!("http://127.0.0.1:{port}/metrics")).call();
    assert!(matches!(asked, Err(ureq::Error::StatusCode(401))), "{asked:?}");
    assert_eq!(service.stop().0, Some(0));

    let file = deployed("Containerfile");
    let images: Vec<&str> = file.lines().filter_map(|line| line.strip_prefix("FROM ")).collect();
    assert!(
        images.len() == 2 && images.iter().all(|image| image.starts_with("docker.io/library/")),
        "{images:?}"
    );
    let user = file.lines().filter_map(|line| line.strip_prefix("USER ")).next_back();
    assert!(user.is_some_and(|user| user.parse::<u32>().is_ok_and(|user| user > 0)), "{user:?}");
    let version = fs::read_to_string(Path::new(crate::ROOT).join("Cargo.toml")).unwrap();
    let version = version.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    assert!(images[0].starts_with(&format!("docker.io/library/rust:{version}-")), "{images:?}");
}

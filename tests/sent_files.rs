//! Files that are sent to `ibid serve` to be checked.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::papers::BOMB;
use crate::program::Folder;
use crate::serve::Service;

const BOUNDARY: &str = "a boundary";

/// Sends files, each with its name, and the settings of their check.
fn send(service: &Service, path: &str, files: &[(&str, &[u8])], options: &str) -> (u16, Value) {
    let mut form = vec![];
    for (name, bytes) in files {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        form.extend([head.as_bytes(), bytes, b"\r\n"].concat());
    }
    if !options.is_empty() {
        let part =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"options\"\r\n\r\n{options}\r\n");
        form.extend(part.into_bytes());
    }
    form.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = agent.post(format!("http://{}{path}", service.address()));
    let kind = format!("multipart/form-data; boundary=\"{BOUNDARY}\"");
    let mut answer = request.content_type(kind).send(&form[..]).unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

#[test]
fn papers_are_checked_as_by_the_command() {
    const NAMES: [&str; 6] = [
        "formats/boats.docx",
        "formats/boats.odt",
        "formats/boats.epub",
        "formats/boats.tex",
        "formats/page-zh.html",
        "formats/two-columns-en.pdf",
    ];
    let folder = Folder::with(&["formats"]);
    folder.run(&["add", "formats/boats.md", "formats/page-zh.pdf"]);
    let service = Service::start(&folder, &[]);
    let read = |name: &str| std::fs::read(folder.path(name)).unwrap();
    let files: Vec<(&str, Vec<u8>)> = NAMES.iter().map(|name| (*name, read(name))).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    let (status, report) = send(&service, "/v1/check", &files, "");
    assert_eq!(status, 200, "{report}");
    let of_command = folder.run(&[&["check", "--format", "json"], &NAMES[..]].concat());
    let of_command: Value = serde_json::from_str(&of_command.stdout).unwrap();
    assert_eq!(report["documents"], of_command["documents"]);
    assert_eq!(report["failures"], json!([]));
    assert!(!report["documents"][0]["passages"].as_array().unwrap().is_empty());

    let among = [&["check", "--among", "--format", "json"], &NAMES[..]].concat();
    let of_command: Value = serde_json::from_str(&folder.run(&among).stdout).unwrap();
    let (status, report) = send(&service, "/v1/check", &files, "{\"among\": true}");
    assert_eq!((status, &report["documents"]), (200, &of_command["documents"]), "among each other");

    let (status, job) = send(&service, "/v1/jobs", &files[..2], "");
    assert_eq!((status, &job["all"]), (202, &json!(2)), "{job}");
    let path = format!("/v1/jobs/{}", job["id"].as_str().unwrap());
    crate::program::wait_until("the job", || service.send("GET", &path, &Value::Null).1["status"] == "done");
    let (_, lines) = service.send("GET", &format!("{path}/result"), &Value::Null);
    let lines = lines.as_str().unwrap().lines();
    let ids: Vec<Value> = lines
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["documents"][0]["id"].clone())
        .collect();
    assert_eq!(ids, NAMES[..2]);
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn a_file_that_cannot_be_read_is_its_own_failure() {
    let folder = Folder::with(&["formats/boats.md", "formats/password-zh.pdf"]);
    folder.run(&["add", "formats/boats.md"]);
    let service = Service::start(&folder, &["--timeout", "60"]);
    let boats = std::fs::read(folder.path("formats/boats.md")).unwrap();
    let locked = std::fs::read(folder.path("formats/password-zh.pdf")).unwrap();
    let spy = b"\\documentclass{article}\\begin{document}A few words. \\input{/etc/passwd}\\input{formats/boats.md}\\end{document}";
    let files: [(&str, &[u8]); 6] = [
        ("bomb.pdf", &BOMB),
        ("locked.pdf", &locked),
        ("cat.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("old.doc", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
        ("spy.tex", spy),
        ("copy.md", &boats),
    ];
    let began = Instant::now();
    let (status, report) = send(&service, "/v1/check", &files, "");
    assert_eq!(status, 200, "{report}");
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    let failures: Vec<&str> =
        report["failures"].as_array().unwrap().iter().map(|failure| failure.as_str().unwrap()).collect();
    for (failure, part) in failures.iter().zip([
        "\"bomb.pdf\": reading it takes more than 512 MB of memory or 12 s",
        "\"locked.pdf\": encrypted with a password",
        "\"cat.png\": ",
        "\"old.doc\": ",
    ]) {
        assert!(failure.contains(part), "{failures:?}");
    }
    let ids: Vec<&Value> =
        report["documents"].as_array().unwrap().iter().map(|document| &document["id"]).collect();
    assert_eq!((failures.len(), ids), (4, vec![&json!("spy.tex"), &json!("copy.md")]), "{failures:?}");
    let (spied, copied) = (&report["documents"][0], &report["documents"][1]);
    assert_eq!(spied["total"], json!(3), "a file that is sent includes no file of the machine: {spied}");
    assert!(!copied["passages"].as_array().unwrap().is_empty());

    let (status, problem) = send(&service, "/v1/check", &files[1..2], "");
    let detail = problem["detail"].as_str().unwrap();
    assert!(status == 422 && detail.contains("save it without one"), "{problem}");
    assert_eq!(service.send("GET", "/health/ready", &Value::Null).0, 200);
    assert_eq!(service.stop().0, Some(0));
}

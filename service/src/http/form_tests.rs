//! Files that are sent in a form, with a reader that takes each line of a file for a document.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use ibid::{Config, Detector, Document};
use serde_json::{Value, json};

use super::tests::{Answered, Tried, ended, serving, words};
use super::{Access, Settings};
use crate::Checks;

const BOUNDARY: &str = "x-boundary";
const FERRY: &str =
    "The ferry to Quandix island will not run before the first of March, said the harbour master on Monday.";
const FORM: &str = "multipart/form-data; boundary=x-boundary";

/// Reads a line as a document, the line "bad" as one that cannot be read, and "wait" until it is not wanted any more.
fn read(name: &str, bytes: &[u8], stop: &AtomicBool) -> Vec<Result<Document, String>> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let lines = text.lines().filter(|line| !line.is_empty()).enumerate();
    let document = |(number, line): (usize, &str)| match line {
        "bad" => Err(format!("cannot read {name:?}: it is bad")),
        "wait" => {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err("nobody reads this".to_owned())
        }
        _ => {
            let id = if number == 0 { name.to_owned() } else { format!("{name}:{}", number + 1) };
            Ok(Document { id, text: line.to_owned(), ..Document::default() })
        }
    };
    lines.map(document).collect()
}

fn tried(settings: Settings) -> Tried {
    let checks = Checks::new(Detector::new(Config::default()).unwrap(), false).reading(Arc::new(read));
    serving(checks, Access::new(vec![], None, false), settings)
}

/// The part of a file.
fn file(name: &str, text: &str) -> String {
    format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{text}\r\n"
    )
}

/// A part without a file name.
fn field(name: &str, text: &str) -> String {
    format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
}

fn form(parts: &[String]) -> String {
    format!("{}--{BOUNDARY}--\r\n", parts.concat())
}

async fn send(tried: &Tried, path: &str, kind: &str, body: String) -> Answered {
    let request = Request::post(path).header("content-type", kind).body(Body::from(body)).unwrap();
    tried.send(request).await
}

fn among() -> String {
    field("options", "{\"among\": true}")
}

#[tokio::test]
async fn files_are_checked_among_each_other() {
    let tried = tried(Settings::default());
    let parts = [
        file("a.txt", FERRY),
        file("b.txt", "bad"),
        file("c.txt", FERRY),
        file("a.txt", "Another text."),
        file("d.txt", &"x".repeat((1 << 20) + 1)),
        file("", ""),
        among(),
    ];
    let answer = send(&tried, "/v1/check", FORM, form(&parts)).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"));
    let report = answer.json();
    let ids: Vec<&Value> =
        report["documents"].as_array().unwrap().iter().map(|document| &document["id"]).collect();
    assert_eq!(ids, ["a.txt", "c.txt"]);
    assert_eq!(report["documents"][1]["passages"][0]["b"], json!("a.txt"), "{report}");
    let failures = report["failures"].as_array().unwrap();
    let failures: Vec<&str> = failures.iter().map(|failure| failure.as_str().unwrap()).collect();
    assert_eq!(failures[0], "cannot read \"b.txt\": it is bad");
    assert!(failures[1].contains("\"a.txt\": another one has its name; send each under a name of its own"));
    assert!(failures[2].contains("\"d.txt\": the text has 1048577 bytes; at most 1048576"), "{failures:?}");
    assert_eq!(failures.len(), 3);
}

#[tokio::test]
async fn what_is_wrong_with_a_form_is_told() {
    let tried = tried(Settings { body: 10_000, ..Settings::default() });
    let unnamed = format!("--{BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n");
    for (body, status, part) in [
        (form(&[]), 422, "the form has no file"),
        (form(&[file("", "")]), 422, "the form has no file"),
        (form(&[among()]), 422, "as in curl -F file=@paper.pdf"),
        (form(&[unnamed]), 422, "a part of the form has no name"),
        (form(&[field("text", "some words")]), 422, "the part \"text\" is no file"),
        (form(&[file(" ", "x")]), 422, "has an empty name"),
        (form(&[file(&"n".repeat(257), "x")]), 422, "at most 256"),
        (form(&[file("a", "x"), field("options", "{")]), 400, "options is not as it should be"),
        (form(&[file("a", "x"), field("options", "{\"amog\": 1}")]), 422, "unknown field `amog`"),
        (form(&[file("a", "x"), among(), among()]), 422, "options are there twice"),
        (form(&vec![file("a", "x"); 101]), 413, "more than 100 files"),
        (form(&[file("a", &"x".repeat(11_000))]), 413, "larger than allowed together"),
        (file("a", "x"), 400, "it ends early"),
        (
            form(&[file("a", "bad"), file("b", "bad"), among()]),
            422,
            "\"a\": it is bad; cannot read \"b\": it is bad",
        ),
        (form(&[file("a", ""), among()]), 422, "the files hold no document"),
        (form(&[file("a", FERRY), among()]), 422, "there is no other document to check it against"),
        (form(&[file("a", FERRY)]), 503, "no index"),
    ] {
        let detail = send(&tried, "/v1/check", FORM, body).await.problem(status);
        assert!(detail.contains(part), "{detail}");
    }
    let body = || form(&[file("a", "x")]);
    let detail = send(&tried, "/v1/check", "multipart/form-data", body()).await.problem(400);
    assert!(detail.contains("names no boundary"), "{detail}");
    let detail = send(&tried, "/v1/check", "application/pdf", body()).await.problem(415);
    assert!(detail.contains("application/pdf") && detail.contains("multipart/form-data"), "{detail}");
    let without = super::tests::tried();
    let detail = send(&without, "/v1/check", FORM, form(&[file("a", FERRY), among()])).await.problem(422);
    assert!(detail.contains("the service reads no files"), "{detail}");
}

#[tokio::test]
async fn a_reader_is_told_to_stop_when_the_time_is_over() {
    let tried = tried(Settings { time: Duration::from_millis(20), ..Settings::default() });
    let body = form(&[file("a", "wait"), among()]);
    send(&tried, "/v1/check", FORM, body).await.problem(503);
    tried.service.turns.all(2 * tried.service.settings.checks as u32).await;
}

#[tokio::test]
async fn a_job_of_files_has_a_line_for_each_or_one_for_all() {
    let tried = tried(Settings::default());
    let lines = async |parts: &[String]| {
        let begun = send(&tried, "/v1/jobs", FORM, form(parts)).await;
        assert_eq!(begun.status, 202);
        assert_eq!(ended(&tried, &begun).await["status"], "done");
        let result = tried.ask("GET", &format!("{}/result", begun.header("location")), "").await;
        let text = String::from_utf8(result.body).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let [report] = &lines(&[file("a", FERRY), file("b", FERRY), among()]).await[..] else { panic!() };
    assert_eq!(report["documents"].as_array().unwrap().len(), 2);
    assert_eq!(words(report), &json!(19));
    let [bad, alone] = &lines(&[file("a", "bad"), file("b", FERRY)]).await[..] else { panic!() };
    assert_eq!((&bad["status"], &bad["detail"]), (&json!(422), &json!("cannot read \"a\": it is bad")));
    assert_eq!(alone["status"], json!(503), "there is no index");
}

#[tokio::test]
async fn the_form_is_described() {
    let api = tried(Settings::default()).ask("GET", "/openapi.json", "").await.json();
    for path in ["/v1/check", "/v1/jobs"] {
        let content = &api["paths"][path]["post"]["requestBody"]["content"];
        assert_eq!(
            content["multipart/form-data"]["schema"]["$ref"],
            json!("#/components/schemas/FileForm"),
            "{path}"
        );
        assert!(content["application/json"].is_object());
    }
    let form = &api["components"]["schemas"]["FileForm"];
    assert_eq!(form["required"], json!(["file"]), "{form}");
    assert_eq!(form["additionalProperties"], json!(false), "other parts that are no files are refused");
    let bytes = &api["components"]["schemas"]["FileBytes"];
    assert_eq!((&bytes["type"], &bytes["format"]), (&json!("string"), &json!("binary")));
}

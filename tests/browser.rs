//! Pages as a browser sees them. Chromium is run without a window; `IBID_CHROMIUM` names it, else it is looked for.
//!
//! Where there is none, a test says so and passes, unless `IBID_BROWSER_TESTS` is `required`, as the gate sets it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::Folder;

const QUOTE: &str = "We will not reopen the northern line before the ice is gone";
/// What is asked of a page: its style, its parts, and which texts of a figure share a place.
const QUESTIONS: &str = r#"<script>
const figures = [...document.querySelectorAll("[role=img][aria-label]")];
const texts = figures.map(figure =>
  [...figure.querySelectorAll("text")].map(text => text.getBoundingClientRect()));
const share = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
  && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
const overlaps = texts.map(boxes => boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => share(a, b))).length);
const size = figure => { const box = figure.getBoundingClientRect(); return [box.width, box.height]; };
const seen = {
  rows: document.querySelectorAll("table.carriers tbody tr").length,
  quotations: document.querySelectorAll(".change .status").length,
  turned: [...document.querySelectorAll(".turned .status")].filter(status => status.textContent.startsWith("⚠")).length,
  figures: figures.map(size),
  overlaps: overlaps.reduce((a, b) => a + b, 0),
  headings: [...document.querySelectorAll("h1, h2, h3, h4")].map(heading => Number(heading.tagName[1])),
  dead_links: [...document.querySelectorAll("a[href^='#']")].filter(a => !document.getElementById(a.hash.slice(1))).length,
  scripts: document.scripts.length,
  styled: getComputedStyle(document.body).maxWidth !== "none",
  too_wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  lang: document.documentElement.lang,
};
const answer = document.createElement("pre");
answer.id = "seen";
answer.textContent = JSON.stringify(seen);
document.body.append(answer);
</script>"#;

/// Says why a test is skipped. It fails where a variable of the environment is "required".
pub(crate) fn skipped(variable: &str, why: &str) {
    let is_required = std::env::var_os(variable).is_some_and(|value| value == "required");
    assert!(!is_required, "{why}, and {variable} requires it");
    // Not `eprintln!`, which is not seen of a test that passes.
    let mut told = io::stderr();
    writeln!(told, "SKIPPED: {why}").unwrap();
}

/// The browser, if there is one.
pub(crate) fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("IBID_CHROMIUM").map(PathBuf::from);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut found = std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    let chromium = named.or_else(|| found.find(|path| path.is_file()));
    if chromium.is_none() {
        skipped("IBID_BROWSER_TESTS", "chromium is not installed");
    }
    chromium
}

/// The document that a browser makes of a page, as text, in a window of these sizes in pixels.
fn dom(chromium: &Path, page: &Path, width: u32) -> String {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-dev-shm-usage", "--timeout=30000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("--window-size={width},2000"))
        .arg(format!("file://{}", page.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What a browser answers about a page. Its policy is kept, but for the script that asks.
fn seen(chromium: &Path, page: &Path, width: u32) -> Value {
    let html = fs::read_to_string(page).unwrap();
    let asking = html
        .replacen("default-src 'none'", "default-src 'none'; script-src 'unsafe-inline'", 1)
        .replacen("</body>", &format!("{QUESTIONS}</body>"), 1);
    let beside = page.with_extension("asking.html");
    fs::write(&beside, asking).unwrap();
    let dom = dom(chromium, &beside, width);
    let answer = dom.split("<pre id=\"seen\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let answer = answer.unwrap_or_else(|| panic!("no answer in {dom}"));
    serde_json::from_str(answer).unwrap()
}

/// Asserts what holds for every page.
#[track_caller]
fn is_sound(seen: &Value, figures: usize) {
    let sizes = seen["figures"].as_array().unwrap();
    assert_eq!(sizes.len(), figures, "{seen}");
    assert!(
        sizes.iter().all(|size| size[0].as_f64() > Some(50.0) && size[1].as_f64() > Some(50.0)),
        "{seen}"
    );
    // The style is applied: its hash is that of the policy.
    assert_eq!(seen["styled"], true, "{seen}");
    assert_eq!([&seen["overlaps"], &seen["dead_links"]], [0, 0], "{seen}");
    assert!(seen["too_wide"].as_f64() <= Some(0.0), "{seen}");
    // No script but the one that asks.
    assert_eq!(seen["scripts"], 1, "{seen}");
    let headings: Vec<i64> = seen["headings"].as_array().unwrap().iter().filter_map(Value::as_i64).collect();
    assert_eq!(headings.first(), Some(&1), "{seen}");
    assert!(headings.windows(2).all(|two| two[1] <= two[0] + 1), "{seen}");
}

#[test]
fn a_page_of_traces_shows_its_table_and_its_figures() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::with(&["trace/news.jsonl"]);
    folder.run(&["add", "-q", "trace/news.jsonl"]).done();
    folder.write("quotes.txt", format!("{QUOTE}\n在冰消之前我们不会恢复北线通航\n"));
    for (lang, tag) in [("en", "en"), ("zh", "zh-Hans")] {
        folder.run(&["trace", "--quotes", "quotes.txt", "-o", "page.html", "--lang", lang]).done();
        for width in [400, 1200] {
            let seen = seen(&chromium, &folder.path("page.html"), width);
            is_sound(&seen, 4);
            assert_eq!(seen["rows"], 10, "{seen}");
            assert_eq!(seen["lang"], tag, "{seen}");
        }
    }
}

#[test]
fn a_page_of_quotations_is_sound() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::with(&["trace"]);
    folder.run(&["add", "-q", "trace/news.jsonl"]).done();
    let long = "a-word-that-is-as-long-as-a-folder-and-a-file-together-".repeat(4);
    folder.write(
        "long.txt",
        format!("She said: “We will {long} reopen the northern line before the ice is gone.”"),
    );
    for (lang, tag) in [("en", "en"), ("zh", "zh-Hans")] {
        let args = ["trace", "--from", "trace/article.txt", "long.txt", "-o", "page.html", "--lang", lang];
        folder.run(&args).done();
        for width in [400, 1200] {
            let seen = seen(&chromium, &folder.path("page.html"), width);
            is_sound(&seen, 0);
            assert_eq!([&seen["quotations"], &seen["turned"]], [5, 2], "{seen}");
            assert_eq!(seen["lang"], tag, "{seen}");
        }
    }
}

#[test]
fn labels_do_not_overlap_where_there_are_many() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::new();
    let mut lines = vec![];
    for number in 0..60 {
        let (month, day) = (3 + number * 40 / 60 / 31, 1 + number * 40 / 60 % 31);
        let not = if number % 7 == 3 { "" } else { "not " };
        let verb = if number % 5 == 2 { "open" } else { "reopen" };
        writeln!(
            lines,
            "{{\"id\": \"a-folder-with-a-long-name/{number}/and-a-file-with-a-longer-one-{number}.txt\", \
             \"date\": \"2026-{month:02}-{day:02}\", \"url\": \"https://example.org/{number}\", \
             \"text\": \"It rained. “We will {not}{verb} the northern line before the ice is gone,” said guest {number}.\"}}"
        )
        .unwrap();
    }
    folder.write("many.jsonl", lines);
    folder.run(&["add", "-q", "many.jsonl"]).done();
    folder.run(&["trace", QUOTE, "-o", "page.html"]).done();
    let page = folder.path("page.html");
    assert_eq!(fs::read_to_string(&page).unwrap().matches("class=\"bar\"").count(), 40);
    for width in [400, 1200] {
        let seen = seen(&chromium, &page, width);
        is_sound(&seen, 2);
        assert_eq!(seen["rows"], 60, "{seen}");
    }
}

#[test]
fn the_policy_of_a_page_runs_no_script() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::with(&["trace/news.jsonl"]);
    folder.run(&["add", "-q", "trace/news.jsonl"]).done();
    folder.run(&["trace", QUOTE, "-o", "page.html"]).done();
    let html = fs::read_to_string(folder.path("page.html")).unwrap();
    let script = "<script>document.body.append('it ran')</script></body>";
    let with_script = |html: &str| {
        folder.write("script.html", html.replacen("</body>", script, 1));
        dom(&chromium, &folder.path("script.html"), 800).matches("it ran").count()
    };
    assert_eq!(with_script(&html), 1, "the script itself");
    let without_policy = html.replacen("http-equiv=\"Content-Security-Policy\"", "name=\"none\"", 1);
    assert_eq!(with_script(&without_policy), 2, "the script and what it wrote");
}

//! The page of a report in a browser, by `tests/page/page.mjs`. It needs node, `npm ci` in `tests/page`, and Chromium.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::browser::{chromium, skipped};
use crate::program::Folder;

const BAD: &str =
    "</script><script>document.title='it ran'</script> \"quotes\" 'x' {{ 7 * 7 }} <!-- <b onload='x'>";

/// Writes a page and its report beside it.
fn write_page(folder: &Folder, name: &str, args: &[&str]) {
    for format in ["html", "json"] {
        let output = format!("pages/{name}.{format}");
        folder.run(&[&["check", "-q", "-o", &output], args].concat()).done();
    }
}

#[test]
fn pages_are_read_decided_and_printed_in_a_browser() {
    let Some(chromium) = chromium() else { return };
    let tests = Path::new(crate::ROOT).join("tests/page");
    if Command::new("node").arg("--version").output().is_err() || !tests.join("node_modules").exists() {
        return skipped(
            "IBID_PAGE_TESTS",
            "node or tests/page/node_modules is missing (`npm ci` makes them)",
        );
    }
    let folder = Folder::with(&["en", "zh"]);
    fs::create_dir(folder.path("pages")).unwrap();
    write_page(&folder, "en", &["en/paper.md", "--against", "en/library"]);
    write_page(&folder, "zh", &["zh/paper.md", "--against", "zh/library"]);
    let paper = fs::read_to_string(folder.path("en/paper.md")).unwrap();
    folder.write("class/b.md", &paper);
    folder.write(
        "class/it's <b>{{ 1 }}.md",
        format!("# {BAD}\n\n{paper}\n\nA \u{202E}turned\u{1b}[2J line. {BAD}\n"),
    );
    write_page(&folder, "class", &["class", "--among", "--against", "en/library"]);
    let mut node = Command::new("node");
    let tried = node
        .arg(tests.join("page.mjs"))
        .arg(folder.path("pages"))
        .env("IBID_CHROMIUM", chromium)
        .output()
        .unwrap();
    assert!(tried.status.success(), "{}{}", text(&tried.stdout), text(&tried.stderr));
    assert_eq!(text(&tried.stdout), "class.html: good\nen.html: good\nzh.html: good\n");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

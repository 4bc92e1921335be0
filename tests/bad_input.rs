//! Odd and broken inputs: each gives one clear line that names the thing, and the rest is done all the same.

use std::ffi::OsStr;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::index_files::index_files;
use crate::program::{Ended, Folder};

/// Adds one bad file beside a good one: one line, exit code 3, and the good one is in the index.
#[track_caller]
fn adds_the_rest(folder: &Folder, bad: &str, parts: &[&str]) {
    folder.write("good.txt", "A good text stands beside the bad one, and it has to be added.");
    folder.run(&["add", bad, "good.txt"]).says(3, parts);
    assert!(folder.ids().contains(&"good.txt".to_owned()));
}

#[test]
fn empty_and_short_files_are_documents() {
    let folder = Folder::with(&["odd", "en/library"]);
    for name in ["odd/empty.txt", "odd/spaces.txt", "odd/one-word.txt"] {
        let checked = folder.run(&["check", name, "--against", "en/library"]);
        let against = folder.run(&["check", "en/library/salt-roads.txt", "--against", name]);
        if name == "odd/one-word.txt" {
            checked.done();
            against.done();
            folder.run(&["compare", name, name]).done();
            continue;
        }
        checked.says(3, &[name, "has no words"]);
        against.says(3, &["the sources have no words"]);
        assert_eq!(folder.run(&["compare", name, name]).code, Some(3));
    }
    folder.run(&["add", "odd/empty.txt", "odd/one-word.txt"]).done();
    assert_eq!(folder.ids(), ["odd/empty.txt", "odd/one-word.txt"]);
}

#[test]
fn broken_files_are_named() {
    for (name, parts) in [
        ("nul.txt", ["odd/nul.txt", "NUL"]),
        ("invalid-utf8.txt", ["odd/invalid-utf8.txt", "byte 26"]),
        ("utf16le-odd.txt", ["odd/utf16le-odd.txt", "UTF-16LE"]),
        ("broken.txt.gz", ["odd/broken.txt.gz", "gzip"]),
        ("surrogate.jsonl", ["odd/surrogate.jsonl:2", "lone surrogate"]),
        ("syntax-error.jsonl", ["odd/syntax-error.jsonl:3", "column"]),
        ("same-id.jsonl", ["odd/same-id.jsonl:3", "odd/same-id.jsonl:1"]),
    ] {
        let name = format!("odd/{name}");
        adds_the_rest(&Folder::with(&[&name]), &name, &parts);
    }
}

#[test]
fn a_missing_field_is_named_with_those_that_are_there() {
    let folder = Folder::new();
    folder.write("a.jsonl", "{\"id\": \"1\", \"body\": \"Text.\"}\n");
    adds_the_rest(&folder, "a.jsonl", &["a.jsonl:1", "no field \"text\"", "\"body\""]);
    folder.run(&["add", "a.jsonl", "--field-text", "body"]).done();
}

#[test]
fn a_report_lists_what_could_not_be_read() {
    let folder = Folder::with(&["odd/nul.txt", "en/paper.md", "en/library"]);
    let args = ["check", "odd/nul.txt", "en/paper.md", "--against", "en/library", "gone", "--format", "json"];
    let ended = folder.run(&args);
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert_eq!(ended.stderr.lines().count(), 2, "{ended:?}");
    let report = ibid::report::Report::read_json(ended.stdout.as_bytes()).unwrap();
    assert_eq!(report.documents.len(), 1);
    assert!(report.failures[0].contains("gone") && report.failures[1].contains("odd/nul.txt"), "{report:?}");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("closed/a.txt", "Text.");
    let closed = folder.path("closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read_dir(&closed).is_ok() {
        eprintln!("SKIPPED: this user may read every folder");
    } else {
        adds_the_rest(&folder, "closed", &["closed", "permission denied"]);
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_path_that_is_not_there_is_named() {
    adds_the_rest(&Folder::new(), "gone.txt", &["gone.txt", "no such file"]);
    let folder = Folder::new();
    folder.run(&["add", "gone"]).says(3, &["gone", "no such file"]);
    assert!(!folder.path(".ibid").exists(), "no index is made for nothing");
    folder.run(&["compare", "a.txt", "a.txt"]).code.filter(|&code| code == 3).unwrap();
}

#[cfg(unix)]
#[test]
fn a_path_that_vanishes_is_named() {
    let folder = Folder::new();
    folder.write("vanishes.txt", "Text.");
    assert!(Command::new("mkfifo").arg(folder.path("first")).status().unwrap().success());
    let child = folder.spawn(&["add", "first", "vanishes.txt"], std::process::Stdio::null());
    // The paths were listed before the first of them is read, which takes until somebody writes to it.
    crate::program::wait_until("the lock", || folder.path(".ibid/writer.lock").exists());
    fs::remove_file(folder.path("vanishes.txt")).unwrap();
    fs::write(folder.path("first"), "A text that comes through a pipe.").unwrap();
    Ended::of(child.wait_with_output().unwrap()).says(3, &["vanishes.txt", "no such file"]);
    assert_eq!(folder.ids(), ["first"]);
}

#[test]
fn files_of_one_name_are_two_documents() {
    let folder = Folder::new();
    folder.write("a/x.txt", "The first of two texts.");
    folder.write("b/x.txt", "The second of two texts.");
    folder.run(&["add", "a", "b"]).done();
    assert_eq!(folder.ids(), ["a/x.txt", "b/x.txt"]);
    // The same files by other ways are the same documents.
    let again = folder.run(&["add", "./b/../a/x.txt", folder.path("b").to_str().unwrap()]);
    assert!(again.done().stdout.starts_with("added 0, replaced 0, unchanged 2"), "{again:?}");
}

#[test]
fn an_id_of_another_source_is_refused() {
    let folder = Folder::new();
    folder.write("a.jsonl", "{\"id\": \"1\", \"text\": \"One text.\"}\n");
    folder.write("b.jsonl", "{\"id\": \"1\", \"text\": \"Another text.\"}\n");
    folder.run(&["add", "a.jsonl", "b.jsonl"]).says(3, &["\"b.jsonl:1\"", "\"1\"", "\"a.jsonl:1\""]);
    folder.run(&["add", "b.jsonl"]).says(3, &["\"b.jsonl:1\"", "\"1\"", "\"a.jsonl\""]);
    let shown = folder.run(&["show", "1"]);
    assert!(shown.stdout.contains("One text."), "{shown:?}");
    folder.write("a.jsonl", "{\"id\": \"1\", \"text\": \"One text, changed.\"}\n");
    assert!(folder.run(&["add", "a.jsonl"]).done().stdout.starts_with("added 0, replaced 1"));
}

#[test]
fn a_text_of_a_million_words_on_one_line() {
    large("one-line.txt", "one two three four five six seven, eight nine ten eleven. ".repeat(17_000), 1);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without optimization")]
fn ten_megabytes_on_one_line() {
    large("one-line.txt", "的一是不了在人有我他这".repeat(310_000), 1);
    large("one-word.txt", "word".repeat(2_500_000), 1);
}

/// Each place in the file is looked up in its line: 21 s and 13 s when that was counted from the line's beginning.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn pages_of_six_megabytes_on_one_line() {
    let sentence =
        "The keeper climbed the narrow stairs every evening and wrote <b>number NUMBER</b> into the book. ";
    for (name, before, after, bold) in
        [("a.html", "<article><p>", "</p></article>", ""), ("a.md", "", "", "**")]
    {
        let numbered = |number: usize| sentence.replace("NUMBER", &number.to_string());
        let text: String = (0..60_000).map(numbered).collect();
        let text = if bold.is_empty() { text } else { text.replace("<b>", bold).replace("</b>", bold) };
        let start = Instant::now();
        large(name, format!("{before}{text}{after}"), 1);
        assert!(start.elapsed() < Duration::from_secs(10), "{name}: {:?}", start.elapsed());
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn a_file_of_two_hundred_megabytes() {
    let folder = Folder::new();
    let line = "A line of a text that goes on and on; it is 64 characters long.\n";
    folder.write("large.txt", line.repeat(3_125_000));
    folder.run(&["add", "large.txt"]).says(3, &["large.txt", "128 MiB", "--max-bytes"]);
    folder.run(&["add", "large.txt", "--max-bytes", "200000000"]).done();
    assert_eq!(folder.ids(), ["large.txt"]);
}

fn large(name: &str, text: String, documents: usize) {
    let folder = Folder::new();
    folder.write(name, text);
    folder.run(&["add", name]).done();
    assert_eq!(folder.ids().len(), documents);
}

#[test]
fn a_file_above_the_limit_is_named() {
    let folder = Folder::new();
    folder.write("long.txt", "word ".repeat(300));
    folder.run(&["add", "long.txt", "--max-bytes", "1000"]).says(3, &["long.txt", "1000"]);
}

#[test]
fn an_index_of_another_version_is_refused_politely() {
    let folder = Folder::with(&["en/library"]);
    folder.run(&["add", "en/library"]).done();
    let header = folder.path(".ibid/ibid-index.json");
    let good = fs::read_to_string(&header).unwrap();
    let write = |before: &str, after: &str| {
        let (text, _) = good.trim_end().rsplit_once('\n').unwrap();
        let text = format!("{}\n", text.replace(before, after));
        let sum = xxhash_rust::xxh3::xxh3_64(text.as_bytes());
        fs::write(&header, format!("{text}{{\"xxh3\":\"{sum:016x}\"}}\n")).unwrap();
    };
    write("\"splitter\": \"", "\"splitter\": \"0.");
    for args in [["check", "en"], ["add", "en"]] {
        folder.run(&args).says(4, &[".ibid", "splitter", "ibid rebuild"]);
    }
    assert_eq!(folder.ids().len(), 5, "it can still be listed");
    folder.run(&["rebuild"]).done();
    folder.run(&["check", "en/library"]).done();
    write("\"format\": 8", "\"format\": 999");
    for args in [["check", "en"], ["rebuild", "-q"]] {
        folder.run(&args).says(4, &[".ibid", "format 999", "add the documents to a new index"]);
    }
}

#[test]
fn a_damaged_index_is_refused_politely() {
    let folder = Folder::with(&["en/library"]);
    folder.run(&["add", "en/library"]).done();
    let mut files = index_files(&folder.path(".ibid"));
    files.retain(|path| fs::metadata(path).unwrap().len() > 100);
    for file in files {
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        for args in [&["check", "en"][..], &["info", "--verify"], &["list"]] {
            let ended = folder.run(args);
            if ended.code != Some(0) {
                ended.says(4, &[".ibid"]);
            }
        }
        // `ibid` reads neither: one is the engine's list for writers, one is for the engine's own tools.
        let is_engines = [".managed.json", "meta.json"].map(OsStr::new).contains(&file.file_name().unwrap());
        assert!(is_engines || folder.run(&["info", "--verify"]).code == Some(4), "{file:?}");
        fs::write(&file, bytes).unwrap();
    }
    folder.run(&["info", "--verify"]).done();
}

#[test]
fn a_folder_that_is_no_index_is_left_alone() {
    let folder = Folder::with(&["en/library"]);
    for args in [
        &["check", "en", "--index", "en/library"][..],
        &["add", "en", "--index", "en/library"],
        &["rebuild", "--index", "en/library"],
    ] {
        folder.run(args).says(4, &["en/library", "not an index"]);
    }
    assert_eq!(fs::read_dir(folder.path("en/library")).unwrap().count(), 5);
    for args in [&["check", "en"][..], &["list"], &["info"], &["remove", "x"], &["rebuild"], &["show", "x"]] {
        folder.run(args).says(4, &["there is no index", "ibid add"]);
    }
    folder.run(&["check", "en", "--index", "gone"]).says(4, &["gone"]);
    folder.run(&["add", "en", "--index", "gone/deeper"]).says(4, &["gone"]);
}

#[test]
fn an_unknown_id_is_named() {
    let folder = Folder::with(&["en/library"]);
    folder.run(&["add", "en/library"]).done();
    folder.run(&["remove", "nope", "en/library/salt-roads.txt"]).says(3, &["\"nope\"", "ibid list"]);
    folder.run(&["show", "nope"]).says(3, &["\"nope\"", "ibid list"]);
    assert_eq!(folder.ids().len(), 4);
}

#[test]
fn wrong_settings_are_named() {
    let folder = Folder::with(&["en/library"]);
    folder.write("ibid.toml", "profil = \"paper\"\n");
    folder.write("words.txt", "云计算 many\n");
    let base = ["check", "en", "--against", "en"];
    for (more, parts) in [
        (&["--min-jaccard", "1.4"][..], &["--min-jaccard", "1.4"][..]),
        (&["--config", "ibid.toml"], &["ibid.toml", "line 1", "profil"]),
        (&["--config", "gone.toml"], &["gone.toml"]),
        (&["--words", "words.txt"], &["words.txt", "line 1", "many"]),
        (&["--idf", "gone.txt"], &["--idf", "gone.txt"]),
        (&["--fail-over", "120%"], &["--fail-over", "120%"]),
        (&["--threads", "0"], &["--threads", "0"]),
        (&["--encoding", "utf-9"], &["utf-9"]),
        (&["--glob", "[a"], &["[a"]),
        (&["-o", "gone/report.txt"], &["gone/report.txt"]),
    ] {
        let args: Vec<&str> = base.iter().chain(more).copied().collect();
        folder.run(&args).says(2, parts);
    }
    folder.run(&["check", "-", "--against", "-"]).says(2, &["standard input"]);
}

#[test]
fn nothing_in_a_document_steers_the_terminal() {
    let folder = Folder::new();
    let text = fs::read_to_string(crate::program::fixtures().join("odd/terminal.txt")).unwrap();
    let hostile = "\u{1b}]0;title\u{7} \u{9b}2J \u{202e}\u{2066} \u{7f} ".to_owned() + &text;
    assert!(text.contains('\u{1b}'));
    let name = "\u{1b}[31mname\u{202e}.txt";
    folder.write(name, &hostile);
    let record = serde_json::json!({"id": "\u{1b}[2Jid\u{200f}", "title": "\u{1b}[1mtitle", "text": hostile});
    folder.write("a.jsonl", record.to_string());
    folder.write("bad\u{1b}[2J.txt", [0, 1, 2]);
    let added = folder.run(&["add", "."]);
    assert_eq!(added.code, Some(3), "{added:?}");
    let mut outputs = vec![added];
    for args in [
        &["check", name, "a.jsonl"][..],
        &["check", name, "a.jsonl", "--format", "json", "--commonplaces"],
        &["check", name, "a.jsonl", "--format", "jsonl", "--commonplaces"],
        &["compare", name, "a.jsonl", "--commonplaces", "-v"],
        &["show", name],
        &["show", name, "--format", "json"],
        &["list"],
        &["list", "--format", "json"],
        &["show", "\u{1b}[2J"],
    ] {
        outputs.push(folder.run(args));
    }
    let is_hostile = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
            || "\u{200e}\u{200f}\u{061c}".contains(c)
    };
    for output in outputs {
        for text in [&output.stdout, &output.stderr] {
            assert!(!text.contains(is_hostile), "{text:?}");
        }
        assert!(!output.stdout.is_empty() || output.code == Some(3), "{output:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::with(&["en", "zh"]);
    let args = ["check", "en", "zh", "--against", "en", "zh", "--format", "json"];
    let mut child = folder.spawn(&args, std::process::Stdio::null());
    drop(child.stdout.take());
    let ended = Ended::of(child.wait_with_output().unwrap());
    ended.done();
}

#[test]
fn standard_input_is_read_and_piped_text_is_never_colored() {
    let folder = Folder::with(&["en/library"]);
    let text = fs::read(folder.path("en/library/salt-roads.txt")).unwrap();
    let ended = folder.run_with_input(&["check", "-", "--against", "en/library"], &text);
    ended.done();
    assert!(ended.stdout.contains("salt-roads.txt") && !ended.stdout.contains('\u{1b}'), "{ended:?}");
}

/// A file name may have a line break in it, and its document must be told from others and removed.
#[cfg(unix)]
#[test]
fn a_document_with_any_name_can_be_shown_and_removed() {
    let folder = Folder::new();
    let names = ["a\nb.txt", "a b.txt", "a\tb.txt", "plain.txt"];
    for (number, name) in names.iter().enumerate() {
        folder.write(name, format!("The harbour of number {number} has a light that burns all night long."));
    }
    folder.run(&[&["add"], &names[..]].concat()).done();
    let ids = || -> Vec<String> {
        let listed = folder.run(&["list"]);
        let id = |line: &str| line.split('\t').next().unwrap().to_owned();
        listed.done().stdout.lines().map(id).collect()
    };
    let (broken, tab) = (r#""a\nb.txt""#, r#""a\tb.txt""#);
    let mut expected = vec![broken, tab, "a b.txt", "plain.txt"];
    let mut listed = ids();
    expected.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, expected);
    assert!(folder.run(&["show", broken]).done().stdout.contains("number 0"));
    assert!(folder.run(&["remove", broken]).done().stdout.starts_with("removed 1, unknown 0"));
    assert!(folder.run(&["remove", "a\tb.txt"]).done().stdout.starts_with("removed 1, unknown 0"));
    folder.run(&["remove", broken]).says(3, &["there is no document"]);
    let mut left = ids();
    left.sort_unstable();
    assert_eq!(left, ["a b.txt", "plain.txt"]);
}

//! What `ibid dedup` writes: the records that are kept, those that are dropped, tables and lists.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use serde_json::Value;

use crate::program::Folder;

/// Records of odd forms, equal texts, a broken line, and no line break at the end.
const RECORDS: &str = "\u{FEFF}{\"text\": \"One text of some length.\", \"x\": [1, {}]}\r
{\"extra\":null,\"id\":\"b\",  \"text\":\"Another text, \\u4e00.\"}
{\"id\": \"broken\", \"text\": \"no end

{\"id\": 3, \"text\": \"One text of some length.\"}
{\"id\": \"b\", \"text\": \"Another one has the id.\"}
{\"text\": \"\", \"id\": \"empty\"}
{\"id\": \"last\", \"text\": \"另一段文字。\"}";

/// The lines of [`RECORDS`] that are kept, as they stand.
fn kept_records() -> String {
    let lines: Vec<&str> = RECORDS.trim_start_matches('\u{FEFF}').split_inclusive('\n').collect();
    [lines[0], lines[1], lines[5], lines[6], lines[7], "\n"].concat()
}

fn pack(name: &str, bytes: &[u8]) -> Vec<u8> {
    if name.ends_with(".gz") {
        let mut packer = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    } else if name.ends_with(".zst") {
        zstd::encode_all(bytes, 1).unwrap()
    } else {
        bytes.to_vec()
    }
}

fn unpack(name: &str, bytes: &[u8]) -> String {
    let mut text = String::new();
    if name.ends_with(".gz") {
        flate2::read::MultiGzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    } else if name.ends_with(".zst") {
        zstd::Decoder::new(bytes).unwrap().read_to_string(&mut text).unwrap();
    } else {
        text = String::from_utf8(bytes.to_vec()).unwrap();
    }
    text
}

#[test]
fn kept_records_are_those_of_the_input_byte_for_byte() {
    for name in ["in.jsonl", "in.jsonl.gz", "in.jsonl.zst", "-"] {
        for out in ["kept.jsonl", "kept.jsonl.gz", "kept.JSONL.zst"] {
            let folder = Folder::new();
            folder.write(name, pack(name, RECORDS.as_bytes()));
            let args = ["dedup", name, "--near", "none", "--kept", out, "--dropped", "dropped.jsonl"];
            let ended = folder.run_with_input(&args, if name == "-" { RECORDS.as_bytes() } else { b"" });
            assert_eq!(ended.code, Some(3), "{ended:?}");
            assert!(ended.stderr.contains("at column"), "{ended:?}");
            assert!(ended.stderr.contains("6 read: 5 kept, 1 exact"), "{ended:?}");
            let kept = unpack(out, &fs::read(folder.path(out)).unwrap());
            assert_eq!(kept, kept_records(), "{name} {out}");
            let dropped = fs::read_to_string(folder.path("dropped.jsonl")).unwrap();
            let cluster = format!("{name}:1");
            let expected = format!(
                "{{\"id\":\"3\",\"kept\":false,\"cluster\":\"{cluster}\",\"reason\":\"exact\",\"rule\":\"text\"}}\n"
            );
            assert_eq!(dropped, expected);
            let left: Vec<_> = fs::read_dir(folder.path("")).unwrap().collect();
            assert_eq!(left.len(), 3, "nothing temporary stays: {left:?}");
        }
    }
}

/// Shards whose ids count from 0, one of them twice, and one as a whole in one file.
fn shards(folder: &Folder) -> Vec<String> {
    let shard = |from: usize| {
        let record =
            |number: usize| format!("{{\"id\": {number}, \"text\": \"This is story {}.\"}}\n", from + number);
        (0..100).map(record).collect::<String>()
    };
    folder.write("a.jsonl", shard(0));
    folder.write("b.jsonl", shard(50));
    folder.write("c.jsonl", shard(0) + &shard(0) + "{broken\n");
    let of = |(name, count): (&'static str, usize)| (1..=count).map(move |line| format!("{name}:{line}"));
    [("a.jsonl", 100), ("b.jsonl", 100), ("c.jsonl", 200)].into_iter().flat_map(of).collect()
}

#[test]
fn records_of_one_id_are_each_kept_or_dropped() {
    let folder = Folder::new();
    let all = shards(&folder);
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    let files = ["a.jsonl", "b.jsonl", "c.jsonl"];
    let common = ["--near", "none", "-o", "out.jsonl", "--format", "jsonl", "--kept", "kept", "--dropped"];
    for more in [&[][..], &["--state", "state"], &["--state", "state"], &["--seen", "seen"]] {
        let ended = folder.run(&[&["dedup"], &files[..], &common, &["dropped"], more].concat());
        assert_eq!(ended.code, Some(3), "{ended:?}");
        assert!(ended.stderr.contains("cannot read \"c.jsonl:201\""), "{ended:?}");
        assert!(ended.stderr.contains("400 read: 150 kept, 250 exact"), "{ended:?}");
        let place = |line: &str| line.split_once('\t').unwrap().1.to_owned();
        let lists = [read("kept"), read("dropped")].concat();
        let mut places: Vec<String> = lists.lines().map(place).collect();
        places.sort_by_key(|place| all.iter().position(|other| other == place));
        assert_eq!(places, all, "{more:?}");
        // The copy has the id of the one kept, and its place tells them apart.
        let listed: Vec<Value> =
            read("out.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let expected = serde_json::json!({
            "id": "7", "place": "c.jsonl:8", "kept": false, "cluster": "7", "cluster_place": "a.jsonl:8", "reason": "exact", "rule": "text",
        });
        assert_eq!(listed[207], expected);
    }
    let args =
        [&["dedup"], &files[..], &["--near", "none", "--kept", "k.jsonl", "--dropped", "d.jsonl"]].concat();
    folder.run(&args);
    let kept = [
        read("a.jsonl").as_str(),
        read("b.jsonl").lines().skip(50).collect::<Vec<_>>().join("\n").as_str(),
        "\n",
    ]
    .concat();
    assert_eq!(read("k.jsonl"), kept);
    assert_eq!(read("d.jsonl").lines().count(), 250);
    let text = folder.run(&["dedup", "c.jsonl", "--near", "none", "-q"]).stdout;
    assert!(text.starts_with("0 (c.jsonl:1)\n    exact     0 (c.jsonl:101)\n1 (c.jsonl:2)\n"), "{text}");
    let seen = folder.run(&["dedup", "a.jsonl", "--seen", "seen"]);
    assert!(
        seen.stderr.contains("100 read: 0 kept, 0 exact and 0 near duplicates dropped, 100 seen"),
        "{seen:?}"
    );
}

#[test]
fn lines_of_records_of_one_id_are_each_kept_or_dropped() {
    let folder = Folder::new();
    folder.write("a.jsonl", "{\"id\":1,\"text\":\"One.\\nTwo.\"}\n{\"id\":1,\"text\":\"One.\\nThree.\"}\n");
    let args = [
        "dedup",
        "--lines",
        "a.jsonl",
        "--near",
        "none",
        "-q",
        "--kept",
        "k.jsonl",
        "--dropped",
        "d",
        "-o",
        "out",
    ];
    folder.run(&args).done();
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    assert_eq!(
        read("out"),
        "1:1 (a.jsonl:1)\n    exact     1:1 (a.jsonl:2)\n1:2 (a.jsonl:1)\n1:2 (a.jsonl:2)\n"
    );
    assert_eq!(read("d"), "1:1\ta.jsonl:2\n");
    let kept = "{\"id\":\"1:1 (a.jsonl:1)\",\"text\":\"One.\"}\n{\"id\":\"1:2 (a.jsonl:1)\",\"text\":\"Two.\"}\n\
                {\"id\":\"1:2 (a.jsonl:2)\",\"text\":\"Three.\"}\n";
    assert_eq!(read("k.jsonl"), kept);
}

#[test]
fn documents_become_records_that_are_read_again() {
    let folder = Folder::with(&["dedup", "zh/library"]);
    folder.write("page.md", "---\ntitle: A page\nauthor: [N. Ashgrove, O. Ashgrove]\ndate: 2026-03-01\n---\n# It\n\nSome *text*.\n");
    let args = |input: &[&str], out: &str| {
        let fields =
            ["--field-text", "page.body", "--field-title", "page.title", "--near", "none", "-q", "--kept"];
        folder.run(&[&["dedup"], input, &fields[..], &[out]].concat())
    };
    args(&["page.md", "zh/library", "dedup/notes"], "once.jsonl").done();
    let once = fs::read_to_string(folder.path("once.jsonl")).unwrap();
    let page = r#"{"id":"page.md","page":{"body":"It\n\nSome text.","title":"A page"},"author":"N. Ashgrove; O. Ashgrove","date":"2026-03-01"}"#;
    assert_eq!(once.lines().next(), Some(page));
    assert_eq!(once.lines().count(), 12, "{once}");
    args(&["once.jsonl"], "twice.jsonl").done();
    assert_eq!(fs::read_to_string(folder.path("twice.jsonl")).unwrap(), once);
}

#[cfg(feature = "parquet")]
#[test]
fn a_table_of_what_is_dropped_has_the_place_of_each() {
    let folder = Folder::new();
    shards(&folder);
    let run = |args: &[&str]| folder.run(&[&["dedup", "-q", "--near", "none"], args].concat());
    run(&["a.jsonl", "b.jsonl", "c.jsonl", "--dropped", "d.parquet"]);
    run(&["d.parquet", "--field-text", "place", "--kept", "d.jsonl"]).done();
    assert_eq!(fs::read_to_string(folder.path("d.jsonl")).unwrap().lines().count(), 250);
}

#[cfg(feature = "parquet")]
#[test]
fn tables_are_read_and_written() {
    let folder = Folder::with(&["dedup", "parquet"]);
    let run =
        |args: &[&str]| folder.run(&[&["dedup", "-q", "--near", "none", "--keep", "newest"], args].concat());
    let lines = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    let values = |name: &str| -> Vec<Value> {
        lines(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    // Rows: all columns of what is kept, also those that are not read, and where two tables are given.
    fs::copy(folder.path("parquet/notes.parquet"), folder.path("copy.parquet")).unwrap();
    let tables = ["parquet/notes.parquet", "copy.parquet", "--field-id", "no"];
    let ended = run(&[&tables[..], &["--kept", "kept.parquet", "--dropped", "dropped.parquet"]].concat());
    assert_eq!(ended.code, Some(3), "a row without a text in each: {ended:?}");
    run(&["kept.parquet", "--field-author", "meta.author", "--field-date", "day", "--kept", "kept.jsonl"])
        .done();
    let kept = lines("kept.jsonl");
    let first = r#"{"id":"a","text":"The ferry was late again, and nobody on the quay asked why.","meta":{"author":["Ida Quill","A. Reed"],"section":"s0"},"day":"2024-03-01","seen":"2024-03-01T00:00:00Z","score":0.5}"#;
    assert_eq!((kept.lines().count(), kept.lines().next()), (4, Some(first)));
    run(&[
        "dropped.parquet",
        "--field-text",
        "reason",
        "--field-title",
        "cluster",
        "--kept",
        "dropped.jsonl",
    ])
    .done();
    assert_eq!(
        lines("dropped.jsonl"),
        "{\"id\":\"copy.parquet:1\",\"cluster\":\"parquet/notes.parquet:1\",\"reason\":\"exact\",\"rule\":\"text\"}\n"
    );
    // Documents of other kinds: the columns that are mapped.
    run(&["dedup/notes", "dedup/news.jsonl", "--field-text", "text", "--kept", "documents.parquet"]).done();
    run(&["dedup/notes", "dedup/news.jsonl", "--kept", "documents.jsonl"]).done();
    run(&["documents.parquet", "--kept", "again.jsonl"]).done();
    assert_eq!(values("again.jsonl"), values("documents.jsonl"));
    run(&["--lines", "dedup/titles.txt", "--kept", "lines.parquet"]).done();
    run(&["--lines", "dedup/titles.txt", "--kept", "lines.jsonl"]).done();
    run(&["lines.parquet", "--kept", "again.jsonl"]).done();
    assert_eq!(values("again.jsonl"), values("lines.jsonl"));
    // What cannot be one table.
    let ended = run(&["parquet/notes.parquet", "dedup/notes", "--kept", "mixed.parquet"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.stderr.contains("is no table; name a file that ends in .jsonl"), "{ended:?}");
    let ended = run(&["parquet/notes.parquet", "parquet/bytes.parquet", "--kept", "mixed.parquet"]);
    assert!(ended.stderr.contains("differ; write .jsonl, or one table at a time"), "{ended:?}");
    assert!(!folder.path("mixed.parquet").exists());
}

/// Fields that ibid does not know, numbers with more digits than a float has, a list of authors, a text in GB18030.
#[cfg(feature = "parquet")]
#[test]
fn a_table_of_records_keeps_every_field() {
    let folder = Folder::new();
    folder.write(
        "a.jsonl",
        "{\"id\":1,\"text\":\"One.\",\"n\":12345678901234567890123, \"deep\":{\"b\":[1.10]},\"author\":[\"A\",\"B\"]}\n\
         {\"id\":\"2\",\"text\":\"Two.\",\"title\":\"T\"}\n",
    );
    let run = |args: &[&str]| folder.run(&[&["dedup", "-q", "--near", "none"], args].concat());
    run(&["a.jsonl", "--kept", "k.parquet"]).done();
    run(&["k.parquet", "--kept", "k.jsonl"]).done();
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    let others = r#"{\"n\":12345678901234567890123,\"deep\":{\"b\":[1.10]},\"author\":[\"A\",\"B\"]}"#;
    let first = format!(r#"{{"text":"One.","id":"1","author":"A; B","fields":"{others}"}}"#);
    assert_eq!(read("k.jsonl"), format!("{first}\n{}\n", r#"{"text":"Two.","id":"2","title":"T"}"#));
    let (bytes, ..) = encoding_rs::GB18030.encode("{\"text\":\"一\",\"地\":\"海\",\"fields\":\"潮\"}\n");
    folder.write("zh.jsonl", bytes);
    let zh = ["--encoding", "gb18030", "--field-title", "fields"];
    run(&[&["zh.jsonl", "--kept", "zh.parquet"], &zh[..]].concat()).done();
    run(&["zh.parquet", "--kept", "zh2.jsonl"]).done();
    let expected = r#"{"text":"一","id":"zh.jsonl:1","fields":"潮","fields_":"{\"地\":\"海\"}"}"#;
    assert_eq!(read("zh2.jsonl"), format!("{expected}\n"));
}

#[test]
fn a_name_that_promises_what_is_not_written_is_refused_before_work_begins() {
    let folder = Folder::with(&["dedup"]);
    for name in
        ["x.json", "x.csv", "x.TSV", "x.json.gz", "x.jsonl.xz", "x.parquet.zst", "x.parquet.gz", "x.xlsx"]
    {
        for flag in ["--kept", "--dropped"] {
            let ended = folder.run(&["dedup", "dedup/notes", "-o", "out", "--state", "state", flag, name]);
            ended.says(2, &[flag, name, "is written; name a file that ends in .jsonl"]);
        }
        assert!(
            !folder.path(name).exists() && !folder.path("state").exists() && !folder.path("out").exists()
        );
    }
    for name in ["x", "x.txt", "x.ids", "x.2026", "x.txt.gz"] {
        folder.run(&["dedup", "dedup/notes", "-q", "--kept", name]).done();
    }
}

#[test]
fn the_form_of_a_result_is_what_its_name_promises() {
    let folder = Folder::with(&["dedup"]);
    let run =
        |args: &[&str]| folder.run(&[&["dedup", "dedup/notes", "-q"], args].concat()).done().stdout.clone();
    for form in ["json", "jsonl"] {
        let (name, text) = (format!("out.{form}"), run(&["--format", form]));
        run(&["-o", &name]);
        assert_eq!(fs::read_to_string(folder.path(&name)).unwrap(), text);
        let packed = format!("{name}.gz");
        run(&["-o", &packed]);
        assert_eq!(unpack(&packed, &fs::read(folder.path(&packed)).unwrap()), text);
        run(&["-o", &name, "--format", "text"]);
        assert_eq!(fs::read_to_string(folder.path(&name)).unwrap(), run(&[]));
    }
}

#[test]
fn lists_are_of_ids_or_lines() {
    let folder = Folder::with(&["dedup"]);
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    folder
        .run(&["dedup", "dedup/notes", "-q", "--kept", "k", "--dropped", "d", "--near", "simhash:distance=6"])
        .done();
    assert_eq!(read("k").lines().count(), 4);
    assert_eq!(read("d"), "dedup/notes/tide-edited.txt\ndedup/notes/tide.txt\ndedup/notes/潮.txt\n");
    let titles = ["dedup", "--lines", "dedup/titles.txt", "-q", "-o", "out", "--kept"];
    folder.run(&[&titles[..], &["k", "--dropped", "d"]].concat()).done();
    assert_eq!(
        read("k").lines().next(),
        Some("The last tidal mill on the western shore is sold to the parish council")
    );
    assert!(read("d").starts_with("dedup/titles.txt:"), "{}", read("d"));
    folder.run(&[&titles[..], &["k.jsonl"]].concat()).done();
    let texts: Vec<Value> = read("k.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let texts: Vec<&str> = texts.iter().map(|record| record["text"].as_str().unwrap()).collect();
    assert_eq!(texts, read("k").lines().collect::<Vec<_>>());
}

#[test]
fn files_that_are_one_are_refused() {
    let folder = Folder::with(&["dedup"]);
    let input = "dedup/news.jsonl";
    for (args, says) in [
        (
            &["--kept", "x", "--dropped", "dedup/../x"][..],
            "--kept and --dropped must be different files, both are \"dedup/../x\"",
        ),
        (&["--kept", "x", "-o", "x"], "--kept and --output must be different files"),
        (&["--dropped", "-"], "--dropped and --output must be different files, both are standard output"),
        (
            &["--kept", "dedup/news.jsonl"],
            "--kept \"dedup/news.jsonl\" is the input \"dedup/news.jsonl\"; name another file",
        ),
        (&["--dropped", "./dedup/news.jsonl"], "--dropped \"./dedup/news.jsonl\" is the input"),
    ] {
        folder.run(&[&["dedup", input], args].concat()).says(2, &[says]);
    }
    folder.run(&["dedup", input, "--kept", "none/x.jsonl"]).says(2, &["cannot write \"none/x.jsonl\""]);
}

/// What is dropped goes into a pipe, so that the program waits between its two readings.
#[cfg(unix)]
#[test]
fn an_input_that_changes_meanwhile_gives_nothing() {
    let changes: [fn(&Path); 4] = [
        |path| fs::write(path, "{\"text\": \"new\"}\n").unwrap(),
        |path| fs::remove_file(path).unwrap(),
        // As large as before, and with the same time.
        |path| {
            let modified = fs::metadata(path).unwrap().modified().unwrap();
            let text = fs::read_to_string(path).unwrap().replacen("One text", "Two text", 1);
            fs::write(path, text).unwrap();
            fs::File::options().append(true).open(path).unwrap().set_modified(modified).unwrap();
        },
        |_| {},
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let folder = Folder::new();
        assert!(std::process::Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
        let copies = (0..3000).map(|id| format!("{{\"id\": \"{id:0>99}\", \"text\": \"One text.\"}}\n"));
        folder.write("in.jsonl", copies.collect::<String>());
        folder.write("kept.jsonl", "old");
        let args = ["dedup", "in.jsonl", "--kept", "kept.jsonl", "--dropped", "pipe", "-o", "out"];
        let child = folder.spawn(&args, std::process::Stdio::null());
        let mut pipe = fs::File::open(folder.path("pipe")).unwrap();
        change(&folder.path("in.jsonl"));
        pipe.read_to_string(&mut String::new()).unwrap();
        let ended = crate::program::Ended::of(child.wait_with_output().unwrap());
        let kept = fs::read_to_string(folder.path("kept.jsonl")).unwrap();
        if number == 3 {
            assert_eq!(ended.code, Some(0), "{ended:?}");
            assert_eq!(kept.lines().count(), 1);
        } else {
            ended.says(3, &["cannot read \"in.jsonl\": it has changed since it was first read"]);
            assert_eq!(kept, "old");
        }
    }
}

#[test]
fn where_an_input_breaks_off_files_stay() {
    let folder = Folder::new();
    let record =
        |number: usize| format!("{{\"id\": {number}, \"text\": \"Story {} of {number}.\"}}\n", number * 7919);
    let records: String = (0..6_000).map(record).collect();
    folder.write("whole.jsonl", "{\"id\": \"whole\", \"text\": \"A text of its own.\"}\n");
    for name in ["in.jsonl.gz", "in.jsonl.zst"] {
        let packed = pack(name, records.as_bytes());
        for command in [
            &["dedup", name, "--near", "none", "--kept", "out.jsonl"][..],
            &["dedup", "whole.jsonl", name, "--near", "none", "--kept", "out.jsonl.gz"],
            &["dedup", name, "--near", "none", "--kept", "out.jsonl.zst", "--seen", "seen"],
            &["dedup", name, "--near", "none", "--kept", "out.txt"],
            &["dedup", name, "--near", "none", "-o", "out.json"],
            &["dedup", name, "--near", "none", "--state", "state", "--kept", "out.jsonl"],
            &["read", name, "-o", "out.txt"],
            &["read", "whole.jsonl", name, "-o", "out.jsonl.gz"],
        ] {
            let out = command.iter().rfind(|word| word.starts_with("out.")).unwrap();
            folder.write(name, &packed[..packed.len() * 9 / 10]);
            folder.write(out, "of before");
            let ended = folder.run(command);
            assert_eq!(ended.code, Some(3), "{command:?}: {ended:?}");
            assert!(ended.stderr.contains(&format!("cannot read \"{name}:")), "{command:?}: {ended:?}");
            assert!(ended.stderr.contains("in part only"), "{command:?}: {ended:?}");
            assert_eq!(fs::read_to_string(folder.path(out)).unwrap(), "of before", "{command:?}");
            assert!(!folder.path("seen").exists(), "what is not written is not remembered: {command:?}");
            // Mended, the same command writes all of it.
            folder.write(name, &packed);
            assert_eq!(folder.run(command).code, Some(0), "{command:?}");
            let written = unpack(out, &fs::read(folder.path(out)).unwrap());
            assert!(written.lines().count() >= 6_000, "{command:?}");
            let _ = fs::remove_file(folder.path("seen"));
            let _ = fs::remove_dir_all(folder.path("state"));
        }
    }
}

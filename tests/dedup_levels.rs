//! The levels of `ibid dedup`, clusters by links, and the cluster as fields of kept records.

use serde_json::Value;

use crate::program::Folder;

/// A text of a hundred and twenty words, no two alike, with one in `every` of them exchanged.
fn text(every: usize) -> String {
    let word = |number: usize| match every > 0 && number % every == every / 2 {
        true => format!("other{number}"),
        false => format!("word{}q", number * 7919 % 1000),
    };
    (0..120).map(word).collect::<Vec<_>>().join(" ")
}

fn kept(folder: &Folder, args: &[&str]) -> usize {
    let ended = folder.run(&[&["dedup", "a.txt", "b.txt", "--format", "json", "-q"], args].concat());
    ended.done();
    let written: Value = serde_json::from_str(&ended.stdout).unwrap();
    written["counts"]["kept"].as_u64().unwrap() as usize
}

#[test]
fn levels_differ_by_how_much_may_be_edited() {
    let folder = Folder::new();
    folder.write("a.txt", text(0));
    for (every, [strict, normal, loose]) in
        [(0, [1, 1, 1]), (40, [2, 1, 1]), (20, [2, 1, 1]), (11, [2, 1, 1]), (4, [2, 2, 1]), (3, [2, 2, 2])]
    {
        folder.write("b.txt", text(every));
        let all = ["strict", "normal", "loose"].map(|level| kept(&folder, &["--level", level]));
        assert_eq!(all, [strict, normal, loose], "one word in {every}");
        assert_eq!(kept(&folder, &[]), normal, "normal is the default");
    }
    // Words in another order are another text.
    let mut words: Vec<String> = text(0).split(' ').map(str::to_owned).collect();
    words.sort();
    folder.write("b.txt", words.join(" "));
    assert_eq!(kept(&folder, &["--level", "loose"]), 2);
    let both = folder.run(&["dedup", "a.txt", "--level", "strict", "--near", "simhash"]);
    assert!(both.code == Some(2) && both.stderr.contains("--near"), "{both:?}");
}

#[test]
fn links_join_what_leaders_leave_apart() {
    let folder = Folder::new();
    // The middle one is near both others, which are not near each other, and comes last.
    folder.write("a.txt", text(20));
    folder.write("b.txt", text(0));
    folder.write("c.txt", text(0).replace("word919q ", "").replace("word0q", "another") + &" more".repeat(9));
    let near = ["--near", "mixed:words=.9,min=.95", "c.txt"];
    let run = |order: &[&str], clusters: &str| {
        let args =
            [&["dedup", "-q", "--format", "json", "--clusters", clusters, "--near", near[1]], order].concat();
        let ended = folder.run(&args);
        ended.done();
        let written: Value = serde_json::from_str(&ended.stdout).unwrap();
        written["counts"]["kept"].as_u64().unwrap()
    };
    let apart = run(&["a.txt", "c.txt"], "links");
    assert_eq!(apart, 2, "these two are not near");
    assert_eq!(run(&["a.txt", "c.txt", "b.txt"], "leaders"), 2);
    for order in [["a.txt", "c.txt", "b.txt"], ["b.txt", "a.txt", "c.txt"], ["c.txt", "b.txt", "a.txt"]] {
        assert_eq!(run(&order, "links"), 1, "{order:?}");
    }
    let refused = folder.run(&["dedup", "a.txt", "--near", "ddw", "--clusters", "links"]);
    refused.says(2, &["--clusters links", "mixed and shingles only", "\"ddw\""]);
}

#[test]
fn repeated_links_do_not_make_pages_alike() {
    let folder = Folder::new();
    let links = "home contact about imprint search help ".repeat(60);
    folder.write("a.txt", format!("{links} {}", text(0)));
    folder.write("b.txt", format!("{links} {}", text(0).replace("word", "thing").replace('q', "zu")));
    assert_eq!(kept(&folder, &["--near", "simhash"]), 2);
}

#[test]
fn kept_records_tell_their_cluster() {
    let folder = Folder::new();
    let record =
        |id: &str, text: &str, more: &str| format!("{{\"id\": \"{id}\",  \"text\":\"{text}\"{more}}}\n");
    let all = [
        ("a", text(0), ",\"n\":1.50"),
        ("b", text(0), ""),
        ("c", text(40), ""),
        ("d", "Alone it stands.".into(), ""),
    ];
    let all: String = all.iter().map(|(id, text, more)| record(id, text, more)).collect();
    folder.write("in.jsonl", &all);
    folder.run(&["dedup", "in.jsonl", "-q", "--kept", "out.jsonl", "--cluster-fields"]).done();
    let out = std::fs::read_to_string(folder.path("out.jsonl")).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("{\"id\": \"a\",  \"text\":"), "{out}");
    assert!(lines[0].ends_with(",\"n\":1.50,\"ibid_cluster\":\"a\",\"ibid_cluster_size\":3}"), "{out}");
    assert!(lines[1].ends_with("\"ibid_cluster\":\"d\",\"ibid_cluster_size\":1}"), "{out}");
    folder.write("in.jsonl", record("x", "One text.", ",\"ibid_cluster\":7"));
    let clash = folder.run(&["dedup", "in.jsonl", "-q", "--kept", "no.jsonl", "--cluster-fields"]);
    clash.says(2, &["\"x\"", "\"ibid_cluster\" of its own", "rename it"]);
    assert!(!folder.path("no.jsonl").exists());
    for kept in [&["--kept", "out.txt"][..], &[]] {
        let args = [&["dedup", "in.jsonl", "-q", "--cluster-fields"], kept].concat();
        folder.run(&args).says(2, &["--cluster-fields goes with records of JSON", ".jsonl"]);
    }
}

//! No input and no file of an index is ever replaced by a result, and results stay where nothing was read.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use crate::program::Folder;

const TEXT: &str =
    "The tide mill at the harbour grinds barley, and its wheel turns with the ebb twice a day.";
const RECORDS: &str =
    "{\"id\":\"a\",\"text\":\"One text of some length.\"}\n{\"id\":\"b\",\"text\":\"Another one.\"}\n";

/// A folder with inputs of all kinds, some of them under several names, and an index.
fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["p.md", "s.txt", "lib/one.txt", "form.txt", "b.txt"] {
        folder.write(name, TEXT);
    }
    folder.write("in.jsonl", RECORDS);
    folder.write("quotes", "The tide mill at the harbour grinds barley\n");
    folder.write("synonyms", "big,large\n");
    folder.write("list", "the\nof\nand\nto\n");
    folder.write("ibid.toml", "quiet = true\n");
    symlink("p.md", folder.path("soft.md")).unwrap();
    fs::hard_link(folder.path("s.txt"), folder.path("hard.txt")).unwrap();
    symlink("in.jsonl", folder.path("link.jsonl")).unwrap();
    assert_eq!(folder.run(&["add", "lib"]).code, Some(0));
    folder
}

/// Asserts that a command is refused for this reason, and that the file that it would replace stays.
#[track_caller]
fn refused(folder: &Folder, command: &str, file: &str, why: &str) {
    let before = fs::read(folder.path(file)).unwrap();
    let args: Vec<&str> = command.split(' ').collect();
    folder.run(&args).says(2, &[why, "name another file"]);
    assert_eq!(fs::read(folder.path(file)).unwrap(), before, "{command}");
}

#[test]
fn no_result_replaces_an_input() {
    let folder = folder();
    for (command, file) in [
        ("read p.md -o p.md", "p.md"),
        ("read p.md -o soft.md", "p.md"),
        ("read p.md s.txt -o s.txt", "s.txt"),
        ("check p.md --against s.txt -o s.txt", "s.txt"),
        ("check p.md --against s.txt -o hard.txt", "s.txt"),
        ("check p.md --against s.txt -o p.md", "p.md"),
        ("check p.md --against lib -o lib/one.txt", "lib/one.txt"),
        ("check p.md --against s.txt --template form.txt -o form.txt", "form.txt"),
        ("check p.md --against s.txt --idf list -o list", "list"),
        ("check p.md b.txt --among -o b.txt", "b.txt"),
        ("check p.md -o p.md", "p.md"),
        ("compare p.md b.txt -o b.txt", "b.txt"),
        ("compare p.md b.txt -o soft.md", "p.md"),
        ("trace --quotes quotes -o quotes", "quotes"),
        ("trace --from p.md -o p.md", "p.md"),
        ("--config ibid.toml check p.md --against s.txt -o ibid.toml", "ibid.toml"),
        ("dedup in.jsonl --kept in.jsonl", "in.jsonl"),
        ("dedup in.jsonl --kept link.jsonl", "in.jsonl"),
        ("dedup link.jsonl --kept in.jsonl", "in.jsonl"),
        ("dedup in.jsonl -o in.jsonl", "in.jsonl"),
        ("dedup in.jsonl --dropped in.jsonl", "in.jsonl"),
        ("dedup in.jsonl --seen in.jsonl", "in.jsonl"),
    ] {
        refused(&folder, command, file, "is the input");
    }
    assert!(folder.path("soft.md").is_symlink() && folder.path("link.jsonl").is_symlink());
}

#[test]
fn no_result_is_written_into_an_index() {
    let folder = folder();
    let list = ".ibid/ibid-index.json";
    for command in
        ["check p.md --against s.txt -o", "read p.md -o", "info -o", "trace --quotes quotes -o", "list -o"]
    {
        refused(&folder, &format!("{command} {list}"), list, "lies in the index");
    }
    refused(&folder, "dedup in.jsonl --kept .ibid/kept.jsonl", list, "lies in the index");
    symlink(list, folder.path("away")).unwrap();
    refused(&folder, "check p.md --against s.txt -o away", list, "lies in the index");
    assert!(!folder.path(".ibid/kept.jsonl").exists());
    assert_eq!(folder.run(&["info", "--verify"]).code, Some(0));
}

#[cfg(feature = "papers")]
#[test]
fn a_part_of_a_latex_source_is_an_input() {
    let folder = folder();
    folder.write("main.tex", "\\documentclass{article}\\begin{document}\\input{part}\\end{document}");
    folder.write("part.tex", TEXT);
    refused(&folder, "check main.tex --against s.txt -o part.tex", "part.tex", "is the input");
    refused(&folder, "compare main.tex s.txt -o part.tex", "part.tex", "is the input");
}

#[test]
fn where_nothing_is_read_results_stay() {
    let folder = folder();
    for command in [
        "dedup no-such.jsonl --kept old.jsonl",
        "dedup no-such.jsonl -o old.jsonl",
        "dedup no-such.jsonl --kept new.jsonl --dropped old.jsonl",
        "check no-such.txt --against s.txt -o old.json",
        "check no-such.txt --against s.txt -o old.txt",
        "check no-such.txt -o old.jsonl",
        "check no-such.txt --among --against s.txt -o old.json",
        "check p.md --against no-such.txt -o old.json",
        "read no-such.txt -o old.txt",
        "compare p.md no-such.txt -o old.json",
        "trace --from no-such.txt -o old.json",
        "trace --quotes no-such.txt -o old.json",
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        let (old, new) = (folder.path(args[args.len() - 1]), folder.path("new.jsonl"));
        fs::write(&old, "of before").unwrap();
        let ended = folder.run(&args);
        assert_eq!(ended.code, Some(3), "{command}: {ended:?}");
        assert!(ended.stderr.contains("no-such"), "{command}: {ended:?}");
        assert_eq!(fs::read_to_string(&old).unwrap(), "of before", "{command}");
        assert!(!new.exists(), "{command}");
        fs::remove_file(old).unwrap();
    }
}
